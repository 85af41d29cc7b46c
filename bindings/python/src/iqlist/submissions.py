"""Submissions: updates from any thread, which polls commit.

The library calls back once for each submission, with the number under which its ticket is kept until then:

    submit --- kept ---> the library ... a poll, or the end of the list ---> taken out, ended
"""

from __future__ import annotations

import math
import select
import threading
import warnings
import weakref
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager, suppress
from ctypes import byref, c_uint64, sizeof
from itertools import count
from typing import Any, Callable

from . import abi
from ._calls import check, current, failure, keep_forever, milliseconds, pointer_of, to_size, to_uint32
from ._process import once
from .commits import Step, step_of
from .errors import ArgumentError, ClosedError, Error, NotFoundError, RangeError, StateError
from .identity import Key, raw_key
from .names import Names, show_values
from .polling import EventSource
from .records import DiffFlag, M
from .snapshot import Snapshot

Done = Callable[["Ticket"], object]


class Ticket:
    """A submission, from `List.submit`. It ends exactly once, whatever happens: the update is committed or
    fails, a later one supersedes it, or it is cancelled, also by the end of its list. Polls end it.

    `await ticket` waits for that on any loop of asyncio, while polls go on there or elsewhere, and returns
    None, or raises what `result` raises. If nobody polls for a second although there is something to do, a
    RuntimeWarning says so, once for each list. If the task that waits is cancelled, the submission is not.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> ticket = shown.submit(iqlist.Snapshot.of_items(["a", "b"]), flags=iqlist.DiffFlag.HERE)
    >>> ticket.number, ticket.done(), len(shown)
    (1, False, 0)
    >>> _ = shown.poll()
    >>> ticket.done(), ticket.result(), len(shown)
    (True, None, 2)
    """

    __slots__ = (
        "__weakref__", "_callbacks", "_error", "_list", "_names", "_place", "_step", "number", "status"
    )  # fmt: skip

    number: int
    """Counts the submissions of a list from 1: `Event.number` of its UPDATE."""

    status: int | None
    """None while it is under way, 0 once it was committed, else as `Error.status`."""

    def __init__(self) -> None:
        raise TypeError("tickets are made by List.submit")

    @classmethod
    def _of(cls, owner: SubmissionSource[Any], names: Names) -> Ticket:
        made = cls.__new__(cls)
        made.number, made.status, made._error = 0, None, None
        # The ticket is kept until the list ends, and so does not keep it.
        made._list, made._names = weakref.ref(owner), names
        made._callbacks = deque()
        made._place = next(places)
        return made

    _callbacks: deque[Done]
    _error: Error | None
    _list: weakref.ref[SubmissionSource[Any]]
    _names: Names
    _step: Step
    _place: int

    def done(self) -> bool:
        """Whether it has ended.

        >>> import iqlist
        >>> with iqlist.List() as shown:
        ...     ticket = shown.submit(iqlist.Snapshot())
        >>> ticket.done()
        True
        """
        return self.status is not None

    def exception(self, wait: float | None = 0) -> Error | None:
        """The error that it has ended with; None if it was committed. Otherwise as `result`.

        >>> import iqlist
        >>> with iqlist.List() as shown:
        ...     ticket = shown.submit(iqlist.Snapshot())
        >>> ticket.exception()
        CancelledError('IQ_ERROR_CANCELLED: ...')
        """
        if self.status is None and not self._waited(wait):
            raise TimeoutError("the submission is under way")
        return self._error

    def result(self, wait: float | None = 0) -> None:
        """Returns if it was committed, else raises the error that it has ended with: `SupersededError`,
        `CancelledError`, or that of an update. If it is under way, waits up to `wait` seconds (None: no
        limit) for another thread's poll to end it, then raises TimeoutError.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> one, two = (shown.submit(iqlist.Snapshot(), delay=9) for _ in range(2))
        >>> _ = shown.poll()
        >>> one.result()
        Traceback (most recent call last):
        iqlist.errors.SupersededError: IQ_ERROR_SUPERSEDED: ...
        """
        error = self.exception(wait)
        if error is None:
            return
        try:
            raise error
        finally:
            # Otherwise the error would refer to this frame, and the frame to the error.
            del error, self

    def add_done_callback(self, done: Done) -> None:
        """Calls `done(ticket)` when it has ended, from the poll that ends it, or from the end of its list; at
        once if it has ended. An exception of `done` is raised from that poll; at the end of a list it is
        reported as one of a destructor is.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> ticket = shown.submit(iqlist.Snapshot(), flags=iqlist.DiffFlag.HERE)
        >>> ticket.add_done_callback(lambda ticket: print(ticket.number, ticket.status))
        >>> shown.poll()
        1 0
        []
        """
        self._callbacks.append(done)
        if self.status is not None:
            self._call_back()

    def cancel(self) -> bool:
        """Cancels it, unless it was committed or has ended otherwise: then False. It ends with the next
        poll.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> ticket = shown.submit(iqlist.Snapshot(), delay=9)
        >>> ticket.cancel(), ticket.cancel()
        (True, False)
        """
        owner = self._list()
        if owner is None or self.status is not None:
            return False
        try:
            owner.cancel(self)
        except (StateError, NotFoundError):
            return False
        return True

    def __await__(self) -> Generator[Any, None, None]:
        import asyncio

        loop = asyncio.get_running_loop()
        ended = loop.create_future()

        def resolve() -> None:
            if not ended.done():
                ended.set_result(None)

        def resolve_from_any_thread(_: Ticket) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(resolve)

        self.add_done_callback(resolve_from_any_thread)
        watch = Watch(self, loop)
        try:
            yield from ended
        finally:
            watch.end()
            self._forget(resolve_from_any_thread)
        self.result()

    def __repr__(self) -> str:
        if self.status is None:
            return f"<Ticket {self.number}, under way>"
        return f"<Ticket {self.number}, {'done' if self._error is None else type(self._error).__name__}>"

    # --- the end

    def _end(self, number: int, status: int) -> None:
        """Called back by the library, once."""
        error = failure() if status else None
        if error is not None:
            show_values(error, self._names, ())
        owner = self._list()
        if owner is not None:
            owner._has_ended(self)
            if not status:
                owner._tell(self._step)
        self.number, self._error = number, error
        self.status = status
        self._call_back()

    def _call_back(self) -> None:
        # Each is called once, whichever thread takes it: it is added before the status is read, and the
        # status is set before they are taken.
        raised: BaseException | None = None
        while self._callbacks:
            try:
                done = self._callbacks.popleft()
            except IndexError:
                break
            try:
                done(self)
            except BaseException as error:
                raised = raised or error
        if raised is not None:
            raise raised

    def _forget(self, done: Done) -> None:
        with suppress(ValueError):
            self._callbacks.remove(done)

    def _waited(self, wait: float | None) -> bool:
        limit = -1 if wait is None or wait == math.inf else wait
        if limit == 0:
            return False
        ended = threading.Lock()
        ended.acquire()

        def release(_: Ticket) -> None:
            ended.release()

        self.add_done_callback(release)
        try:
            return ended.acquire(timeout=limit)
        finally:
            self._forget(release)


class Watch:
    """Looks on while a ticket is awaited, and warns if nobody polls its list."""

    __slots__ = ("_loop", "_seen", "_ticket", "_timer", "_was_idle")

    _seen: int
    """How often the list had been polled when it was looked at last."""
    _was_idle: bool
    """Whether there was something to do then."""

    def __init__(self, ticket: Ticket, loop: Any) -> None:
        self._ticket, self._loop = ticket, loop
        self._was_idle, self._seen = False, -1
        self._timer = loop.call_later(PAUSE, self._look)

    def end(self) -> None:
        self._timer.cancel()

    def _look(self) -> None:
        shown = self._ticket._list()
        if shown is None or shown._is_unpolled:
            return
        # Twice in a row there was something to do for a poll, and none in between.
        with suppress(Error):
            is_idle = is_readable(shown.fileno()) and not shown._polling.locked()
            if is_idle and self._was_idle and shown._polls == self._seen:
                shown._is_unpolled = True
                told = f"{self._ticket!r} is awaited, and nobody polls {shown!r}: let a task do that"
                warnings.warn(f"{told}, by `async for event in shown.events()`", RuntimeWarning, 2)
                return
            self._was_idle, self._seen = is_idle, shown._polls
            self._timer = self._loop.call_later(PAUSE, self._look)


PAUSE = 0.5
"""In how many seconds a list is looked at again."""


def is_readable(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


kept: dict[int, Ticket] = once("tickets", dict)
places: count[int] = once("places of tickets", count)


def _end(context: int | None, number: int, status: int) -> None:
    ticket = kept.pop(context or 0)
    # A call of a callback's would raise what another callback has raised.
    raised, current.raised = current.raised, None
    try:
        ticket._end(number, status)
    except BaseException as error:
        raised = raised or error
    current.raised = raised


def _callback() -> Any:
    fields: dict[str, Any] = {field[0]: field[1] for field in abi.iq_submit_options._fields_}
    made = fields["done"](_end)
    keep_forever(made)
    return made


end_of_submission = once("end of a submission", _callback)


class SubmissionSource(EventSource[M]):
    """The part of a list that takes submissions."""

    def _begin(self) -> None:
        super()._begin()
        self._under_way: dict[int, Ticket] = {}
        self._is_unpolled = False
        """A ticket has said that nobody polls it."""
        self._family: weakref.WeakValueDictionary[int, SubmissionSource[Any]] = weakref.WeakValueDictionary()
        """It and the lists that follow it, or that it follows, by `id`; empty if there are none."""

    def submit(
        self,
        snapshot: Snapshot[Any],
        *,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        delay: float = 0,
        done: Done | None = None,
    ) -> Ticket:
        """Submits what the snapshot describes now, from any thread; it may be changed or closed right
        afterwards. A thread of the library prepares the update, and the next `poll` commits it. The
        ticket says how it ends, as does `done`, see `Ticket.add_done_callback`.

        A submission that waits is replaced by the next one, unless it has `DiffFlag.EACH`. With `delay` it is
        prepared so many seconds later, so that a burst of them becomes one update. With `DiffFlag.HERE` it is
        prepared on the calling thread. `ScopeError` and `ArgumentError` as for `List.apply`.

        >>> import iqlist, selectors
        >>> shown = iqlist.List()
        >>> shown.set_events(iqlist.EventKind.UPDATE)
        >>> ticket = shown.submit(iqlist.Snapshot.of_items(["a", "b"]))
        >>> with selectors.DefaultSelector() as selector:
        ...     _ = selector.register(shown, selectors.EVENT_READ)
        ...     while not ticket.done():
        ...         _ = selector.select()
        ...         for event in shown.poll():
        ...             print(event.number, event.changeset)
        1 <Changeset: 1 section inserts, 2 item inserts>
        """
        pointer, wanted = self._pointer, pointer_of(snapshot, Snapshot)
        self._recipe.take(snapshot._recipe)
        return self._submitted(
            lambda options, number: abi.iq_list_submit(pointer, wanted, options, number),
            submission_options(flags, reload_threshold, splice_threshold, animation, delay),
            snapshot._names.copy(),
            done,
        )

    def _submitted(
        self,
        submit: Callable[[Any, Any], int],
        options: abi.iq_submit_options,
        names: Names,
        done: Done | None,
    ) -> Ticket:
        """The ticket of what `submit(options, number)` submits."""
        ticket = Ticket._of(self, names)
        if done is not None:
            ticket._callbacks.append(done)
        options.done, options.context = end_of_submission, ticket._place
        ticket._step = step_of(options.flags)
        number = c_uint64()
        self._names.add_from(ticket._names)
        self._under_way[ticket._place] = kept[ticket._place] = ticket
        status = submit(byref(options), byref(number))
        if status:
            del kept[ticket._place], self._under_way[ticket._place]
        else:
            ticket.number = number.value
        check(status)
        return ticket

    def cancel(self, ticket: Ticket | int | None = None) -> None:
        """Cancels a submission, by its ticket or its number; None: all that were not committed. Their
        tickets end with the next poll. From any thread. `StateError` if it was committed or has ended
        otherwise, `NotFoundError` (a KeyError) if there is no such ticket.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> ticket = shown.submit(iqlist.Snapshot(), delay=9)
        >>> shown.cancel()
        >>> _ = shown.poll()
        >>> ticket
        <Ticket 1, CancelledError>
        """
        if ticket is None:
            number = 0
        elif isinstance(ticket, Ticket):
            number = self._number(ticket)
        else:
            number = to_size(ticket)
            if number == 0:
                raise ArgumentError("tickets count from 1", status=abi.IQ_ERROR_ARGUMENT)
        check(abi.iq_list_cancel(self._pointer, number))

    def hold(self) -> None:
        """Holds the list still while the user points at it, swipes or has a menu open: until `resume` was
        called as often, polls commit no snapshot that was submitted and follow no newer version of a source.
        Expansions and filters take place all the same, on what is shown, and so do direct updates, edits and
        states. What waits does not make the descriptor readable. From any thread. `LimitError` if it is held
        65,535 times. See `held`.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b"])
        >>> shown.hold()
        >>> ticket = shown.submit(iqlist.Snapshot.of_items(["b"]), flags=iqlist.DiffFlag.HERE)
        >>> shown.poll()
        []
        >>> len(shown), ticket.done(), shown.info().holds
        (2, False, 1)
        >>> shown.resume()
        >>> shown.poll()
        []
        >>> len(shown)
        1
        """
        check(abi.iq_list_hold(self._pointer))

    def resume(self) -> None:
        """Ends one `hold`. After the last one the descriptor becomes readable if something waits.
        `StateError` if the list is not held.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.hold()
        >>> shown.resume()
        """
        check(abi.iq_list_resume(self._pointer))

    @contextmanager
    def held(self) -> Generator[None, None, None]:
        """Holds the list as long as the block runs: see `hold`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> with shown.held():
        ...     shown.info().holds
        1
        >>> shown.info().holds
        0
        """
        self.hold()
        try:
            yield
        finally:
            # Whoever has closed the list meanwhile has ended this as well.
            if not self.closed:
                self.resume()

    def _number(self, ticket: Ticket) -> int:
        if ticket._list() is not self:
            raise NotFoundError("the ticket is of another list", status=abi.IQ_ERROR_NOT_FOUND)
        return ticket.number

    def _has_ended(self, ticket: Ticket) -> None:
        self._under_way.pop(ticket._place, None)

    def _end_update(self, names: Names, flags: int) -> None:
        """Ends an update, also one in which a callback has raised something. The names were added before it,
        since others read it at once. They are added again: who dropped names meanwhile did not see their
        sections."""
        self._names.add_from(names)
        self._name_sections([])
        self._tell(step_of(flags))

    def _name_sections(self, given: list[Any]) -> None:
        self._names.add(given)
        # Lists that follow this one, or that it follows, have the same names.
        family = [self, *(each for each in self._relatives() if not (each is self or each.closed))]
        # The sections of submissions are still to come.
        coming = [key for each in family for key in each._coming_sections()]
        count = len(coming)
        for each in family:
            with suppress(ClosedError):
                count += each._counts()[0]
        self._names.drop_others(
            count, lambda: [*coming, *(key for each in family for key in each._present())]
        )

    def _relatives(self) -> list[SubmissionSource[Any]]:
        found = [reference() for reference in self._family.valuerefs()]
        return [each for each in found if each is not None]

    def _coming_sections(self) -> list[Key]:
        return [key for ticket in list(self._under_way.values()) for key in ticket._names.known()]

    def _present(self) -> list[Key]:
        """The sections that it shows, as far as they are there while another thread changes or closes it."""
        found: list[Key] = []
        with suppress(ClosedError, RangeError):
            for at in range(self._counts()[0]):
                found.append(raw_key(bytes(self._section_at(at).key)))
        return found


def submission_options(
    flags: int, reload_threshold: int, splice_threshold: int, animation: int, delay: float
) -> abi.iq_submit_options:
    return abi.iq_submit_options(
        struct_size=sizeof(abi.iq_submit_options),
        flags=to_uint32(flags),
        animation=to_uint32(animation),
        reload_threshold=to_size(reload_threshold),
        splice_threshold=to_size(splice_threshold),
        delay_milliseconds=milliseconds(delay),
    )
