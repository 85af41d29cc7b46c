"""A thread that fills a list from elsewhere, or sends elsewhere what it shows, and tries again what fails."""

from __future__ import annotations

import logging
import threading
import time
import weakref
from typing import Any, Callable, Optional

from .errors import CancelledError, ClosedError, SupersededError
from .event_kinds import Loading
from .lists import List
from .records import DiffFlag, ElementKind, Supplementary
from .snapshot import Snapshot
from .submissions import Ticket

FIRST_PAUSE, LAST_PAUSE = 0.1, 10.0
"""Of the seconds after an error, each as long as two before."""

OnError = Callable[[Exception], object]


class Worker:
    """A thread, which takes one turn after another until it is closed, or the list is. After an error it
    pauses, unless it recovers otherwise, and takes the next one."""

    _last: tuple[type[Exception], ...] = ()
    """The errors after which there is nothing more to do."""

    def __init__(self, name: str, shown: List[Any], on_error: Optional[OnError]) -> None:
        self.list = shown
        self._name, self._on_error = name, on_error
        self._changed = threading.Condition()
        self._is_wanted, self._has_ended = False, False
        self._error: Optional[Exception] = None
        self._next_pause = FIRST_PAUSE
        """After the next error, in seconds."""
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def error(self) -> Optional[Exception]:
        """What failed at last; None once it has succeeded again."""
        return self._error

    def _close(self) -> None:
        """Ends the thread, and waits for that, unless it is called there."""
        self._wake(ends=True)
        while threading.current_thread() is not self._thread and self._thread.is_alive():
            self._interrupt()
            self._thread.join(0.1)

    # --- of each kind

    def _turn(self) -> None:
        """What is done again and again. It waits, by `_wait` or otherwise, until there may be more to do."""
        raise NotImplementedError

    def _interrupt(self) -> None:
        """Ends what the thread waits for elsewhere."""

    def _clean_up(self) -> None:
        """After an error, and at the end."""

    def _recover(self, error: Exception) -> None:
        """After an error."""
        self._clean_up()
        self._report(error)
        if not isinstance(error, self._last):
            # Whatever there is to do meanwhile, it would fail.
            with self._changed:
                self._changed.wait_for(self._is_over, self._pause())

    # --- on the thread

    def _run(self) -> None:
        try:
            while not self._is_over():
                try:
                    self._turn()
                    self._next_pause = FIRST_PAUSE
                except ClosedError:
                    return
                except Exception as error:
                    if self._is_over():
                        return
                    self._recover(error)
                    if isinstance(error, self._last):
                        return
        finally:
            self._clean_up()

    def _is_over(self) -> bool:
        return self._has_ended or self.list.closed

    def _wake(self, ends: bool = False) -> None:
        """On any thread."""
        with self._changed:
            self._is_wanted = True
            self._has_ended |= ends
            self._changed.notify_all()

    def _wait(self, seconds: float) -> None:
        """At most so many seconds, and until it is woken; a list that is closed is noticed within one."""
        end = time.monotonic() + seconds
        with self._changed:
            while not self._is_wanted and not self._is_over() and time.monotonic() < end:
                self._changed.wait(max(0, min(1, end - time.monotonic())))
            self._is_wanted = False

    def _pause(self) -> float:
        """Seconds until what has failed is tried again, more after each failure."""
        pause, self._next_pause = self._next_pause, min(2 * self._next_pause, LAST_PAUSE)
        return pause

    def _report(self, error: Exception) -> None:
        self._error = error
        tell(self._name, self._on_error, error)


class Filler(Worker):
    """A worker that fills a list: it submits what the list is to show."""

    def __init__(self, name: str, shown: List[Any], on_error: Optional[OnError]) -> None:
        super().__init__(name, shown, on_error)
        self._failure: Optional[Exception] = None
        """What a submission has ended with."""

    def _submit(
        self,
        state: Snapshot[Any],
        flags: DiffFlag = DiffFlag.NONE,
        then: Optional[Callable[[Any], object]] = None,
    ) -> None:
        """`then` is called with the worker when it is committed, in a poll."""
        ticket = self.list.submit(state, flags=flags)
        # A ticket is kept until it ends, which may be with the list: so it keeps neither.
        reference = weakref.ref(self)
        ticket.add_done_callback(lambda ticket: submitted(reference(), ticket, then))

    def _check_submitted(self) -> None:
        """What a submission has ended with other than by the next one is an error as any other."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _report(self, error: Exception) -> None:
        if len(self.list) == 0:
            message = str(error)
            self.list.set_supplementary(Supplementary(ElementKind.FAILED, self._name, message, model=message))
            self.list.set_loading(Loading.FAILED)
        super()._report(error)


def submitted(filler: Optional[Filler], ticket: Ticket, then: Optional[Callable[[Any], object]]) -> None:
    """In a poll, or at the end of the list."""
    if filler is None:
        return
    error = ticket.exception()
    if error is None:
        if then is not None:
            then(filler)
    elif not isinstance(error, (SupersededError, CancelledError)):
        filler._failure = error
    filler._wake()


def tell(name: str, on_error: Optional[OnError], error: Exception) -> None:
    """Tells the host of an error, or the logger of that name."""
    try:
        if on_error is not None:
            on_error(error)
        else:
            logging.getLogger(name).warning("%s: %s", type(error).__name__, error)
    except Exception:
        logging.getLogger(name).exception("on_error has failed")
