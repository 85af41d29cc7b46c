"""What a driver has still to do and to return: handlers to call, events of its list, exceptions."""

from __future__ import annotations

import sys
import threading
from collections import deque
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Callable

import iqlist

from .parts import number_of

CALL = number_of("iqlist.kit: call")
"""The action by which a driver wakes itself."""

Ended = Callable[[bool], object]


class Deliveries:
    """What waits in a driver for its next poll, in order. Calls are added from any thread; all else is for
    the thread that polls."""

    def __init__(self, shown: iqlist.List[Any]) -> None:
        self._list = shown
        self.calls: deque[Callable[[], object]] = deque()
        """What calls handlers and completions."""
        self.completions: dict[Completion, None] = {}
        """Those that have not been called, in order."""
        self._events: list[iqlist.Event[Any]] = []
        self._failures: list[Exception] = []
        self._are_late = False
        """Whether the poll before has raised something in place of returning its events."""
        self._depth = 0
        """How many calls of handlers are under way: a handler may poll."""
        self.thread = threading.get_ident()
        """That which has polled last, or made the driver."""

    @property
    def are_over(self) -> bool:
        """Whether there will be no poll."""
        return self._list.closed

    @property
    def is_delivering(self) -> bool:
        """Whether a handler is being called."""
        return self._depth > 0

    @property
    def is_own_thread(self) -> bool:
        """Whether this is the thread that polls."""
        return self.thread == threading.get_ident()

    def wake(self) -> None:
        """If something waits, the list's file descriptor is readable, also where the list knows nothing of
        it."""
        if self.calls or self._events or self._failures:
            with suppress(iqlist.ClosedError):
                self._list.emit(None, CALL)

    def add(self, event: iqlist.Event[Any]) -> None:
        """Adds an event that a poll is to return."""
        self._events.append(event)

    def guarded(self, function: Callable[[], object]) -> None:
        """Calls a function, and keeps what it raises."""
        try:
            function()
        except Exception as error:
            self.failed(error)

    def failed(self, error: Exception) -> None:
        """Keeps an exception."""
        self._failures.append(error)

    def deliver(self, catch_up: Callable[[], bool]) -> bool:
        """Calls all that waits, and after the handlers `catch_up`, which says whether it has done something.
        Whether nothing has failed."""
        while True:
            self._depth += 1
            while self.calls:
                self.guarded(self.calls.popleft())
            self._depth -= 1
            # Also where a handler polls: what it has asked for is shown by that poll.
            depth, self._depth = self._depth, 0
            has_changed = catch_up()
            self._depth = depth
            if not (has_changed or self.calls):
                return not self._failures

    def events(self, most: int | None = None) -> list[iqlist.Event[Any]]:
        """Takes the events that wait, or so many of them. If something has failed it is raised instead, but
        not twice in a row: a cell that always fails does not hold up the events for good."""
        if self._failures and not self._are_late:
            self._are_late = bool(self._events)
            self.raise_failures()
        self._are_late = False
        found = self._events[:most]
        del self._events[:most]
        return found

    def end(self) -> None:
        """The list was closed: drops what waits, but for completions."""
        self.calls.clear()
        for completion in list(self.completions):
            self.guarded(completion.end)
        self.raise_failures()

    def raise_failures(self) -> None:
        """Raises the first exception, and reports the others as those of destructors are."""
        failures, self._failures = self._failures, []
        for error in failures[1:]:
            report(error)
        try:
            if failures:
                raise failures[0]
        finally:
            # Otherwise the exception would refer to this frame, and the frame to the exception.
            del failures


class Completion:
    """Calls a function once: by the next poll after it was told whether something is done, the first answer
    counts; or with False at the end of the driver."""

    def __init__(self, left: Deliveries, ended: Ended | None) -> None:
        self._left, self._ended, self._lock = left, ended, threading.Lock()
        self._done: bool | None = None
        left.completions[self] = None

    def __call__(self, done: bool) -> None:
        with self._lock:
            if self._done is not None:
                return
            self._done = bool(done)
        self._left.calls.append(self.end)
        self._left.wake()
        if self._left.are_over:
            self.end()

    def end(self) -> None:
        """Calls the function."""
        with self._lock:
            ended, self._ended = self._ended, None
        self._left.completions.pop(self, None)
        if ended is not None:
            ended(bool(self._done))


def report(error: BaseException) -> None:
    """Passes an exception to sys.unraisablehook."""
    given: Any = SimpleNamespace(
        exc_type=type(error),
        exc_value=error,
        exc_traceback=error.__traceback__,
        err_msg="Exception ignored in a handler of a driver",
        object=None,
    )
    sys.unraisablehook(given)
