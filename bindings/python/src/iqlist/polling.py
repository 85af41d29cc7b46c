"""Polling: what happened to a list, handed out in a loop of the host's, of any kind."""

from __future__ import annotations

import os
import threading
import weakref
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from ctypes import byref, c_int, c_size_t, c_uint32, sizeof
from itertools import count as count_from
from typing import Any, Callable, Generic

from . import abi
from ._calls import Core, Owner, check, empty_graveyard, to_size, to_uint32
from ._cells import view_at
from .commits import Step
from .errors import ArgumentError, BusyError, ClosedError
from .event_kinds import EventKind, Loading, Placeholder
from .events import Event, ListInfo, View
from .handles import Item
from .identity import KeyLike
from .laid_out import LaidOutSource
from .records import M
from .sections import Section

AT_ONCE = 64
"""How many events are taken by one poll, and handed out before other tasks of a loop have their turn."""


class Events(Generic[M]):
    """The events of a list, from `List.events`.

    `for event in shown.events()` polls until there are none. `async for event in shown.events()` also waits
    for more, on any loop of asyncio that has `add_reader`, without a thread; it ends when the list is closed.
    Only one waits at a time: `BusyError` for a second one until the first has ended, is dropped, or has
    raised what ended its task. An event that was not taken is handed out by the next poll.

    >>> import asyncio, iqlist
    >>> async def follow(shown):
    ...     async for event in shown.events():
    ...         print(event.changeset)
    ...         if len(shown) == 2:
    ...             shown.close()
    >>> async def main():
    ...     shown = iqlist.List()
    ...     shown.set_events(iqlist.EventKind.UPDATE)
    ...     following = asyncio.ensure_future(follow(shown))
    ...     for items in (["a"], ["a", "b"]):
    ...         await shown.submit(iqlist.Snapshot.of_items(items))
    ...     await following
    >>> asyncio.run(main())
    <Changeset: 1 section inserts, 1 item inserts>
    <Changeset: 1 item inserts>
    """

    def __init__(self, owner: EventSource[M]) -> None:
        self._list = owner
        self._descriptor: int | None = None
        self._left = AT_ONCE
        self._has_ended = False

    def __iter__(self) -> Iterator[Event[M]]:
        while True:
            self._list._check_alone()
            found = self._list._poll(1, AT_ONCE)
            if not found:
                return
            yield found[0]

    def __aiter__(self) -> Events[M]:
        return self

    async def __anext__(self) -> Event[M]:
        if not self._has_ended:
            self._claim()
        try:
            return await self._next()
        except BaseException:
            # A task that was cancelled: its exception may keep this, and another one may wait.
            self._disclaim()
            raise

    async def _next(self) -> Event[M]:
        import asyncio

        while not self._has_ended:
            if self._left == 0:
                self._left = AT_ONCE
                await asyncio.sleep(0)
            self._list._check_alone()
            try:
                found = self._list._poll(1, AT_ONCE)
                if found:
                    self._left -= 1
                    return found[0]
                await self._wait(asyncio.get_running_loop())
            except ClosedError:
                if not self._list.closed:
                    raise
                break
        self._end()
        raise StopAsyncIteration

    async def aclose(self) -> None:
        """Ends it: another one may wait.

        >>> import asyncio, iqlist
        >>> asyncio.run(iqlist.List().events().aclose())
        """
        self._end()

    def _claim(self) -> None:
        found = self._list._iterated
        other = None if found is None else found()
        if other is None or other._has_ended:
            self._list._iterated = weakref.ref(self)
        elif other is not self:
            raise BusyError("another one waits for the events of the list", status=abi.IQ_ERROR_BUSY)

    def _disclaim(self) -> None:
        if self._list._iterated is not None and self._list._iterated() is self:
            self._list._iterated = None

    async def _wait(self, loop: Any) -> None:
        """Until the list's descriptor is readable, or the list is closed."""
        if self._descriptor is None:
            # One of its own: the list may be closed, and its descriptor with it, while the loop has it.
            self._descriptor = os.dup(self._list.fileno())
        woken = loop.create_future()

        def wake() -> None:
            if not woken.done():
                woken.set_result(None)

        def wake_from_any_thread() -> None:
            with suppress(RuntimeError):  # The loop is closed.
                loop.call_soon_threadsafe(wake)

        self._list._waiter = wake_from_any_thread
        loop.add_reader(self._descriptor, wake)
        try:
            if not self._list.closed:
                await woken
        finally:
            self._list._waiter = None
            if not loop.is_closed():
                loop.remove_reader(self._descriptor)
        self._left = AT_ONCE

    def _end(self) -> None:
        self._has_ended = True
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def __del__(self) -> None:
        self._end()


class EventSource(LaidOutSource[M]):
    """The part of a list that is polled."""

    _waiter: Callable[[], object] | None = None
    """Wakes the task that waits for events."""

    def _begin(self) -> None:
        super()._begin()
        self._polling = threading.Lock()
        self._fetched: deque[Any] = deque()
        """Structs of events that the library has handed out."""
        self._waiting: deque[Event[M]] = deque()
        """Events that they were converted to."""
        self._failure: Exception | None = None
        """What a callback has raised in the poll that they are from."""
        self._numbers = count_from(1)
        self._sent: list[int] = []
        self._unfound: list[int] = []
        self._iterated: weakref.ref[Events[M]] | None = None
        self._feed: weakref.ref[Any] | None = None
        """What polls it for the widgets that show it."""
        self._polls = 0
        """How often it was polled."""

    def set_events(self, kinds: int) -> None:
        """Sets which kinds of event are made from now on, see `EventKind`; at first none. With UPDATE every
        update makes its changeset, also with `changeset=False`. Events that wait stay.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_events(iqlist.EventKind.UPDATE)
        >>> _ = shown.set_items(["a", "b"])
        >>> [event.changeset for event in shown.poll()]
        [<Changeset: 1 section inserts, 2 item inserts>]
        """
        check(abi.iq_list_set_events(self._pointer, to_uint32(kinds)))

    @property
    def event_kinds(self) -> EventKind:
        """Which kinds of event are made: see `set_events`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_events(iqlist.EventKind.UPDATE)
        >>> shown.event_kinds == iqlist.EventKind.UPDATE
        True
        """
        kinds = c_uint32()
        check(abi.iq_list_get_events(self._pointer, byref(kinds)))
        return EventKind(kinds.value)

    def poll(self, capacity: int = 64) -> list[Event[M]]:
        """Hands out at most `capacity` events, oldest first; an empty list: there is none now. What waits to
        be done is done here: the next submission is committed, and tickets end. One thread at a time:
        `BusyError` if another poll of the list is under way, or if a widget shows the list, which polls it.

        An exception of a callback (`equal` or a cell of a class, `done` of a submission) is raised from here,
        after the events of the same poll were handed out: by the next call then. If a cell failed, by an
        exception of its `__init__` or `bind`, all others are bound nevertheless, and the poll after that
        tries it again, for which the descriptor does not become readable. If several functions of cells
        raise, the first exception is raised, and the others go to `sys.unraisablehook`.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b"])
        >>> shown.set_events(iqlist.EventKind.ACTION)
        >>> shown.emit("b", iqlist.Action.PRIMARY)
        >>> [(event.number, event.model, event.index) for event in shown.poll()]
        [(1, 'b', 1)]
        >>> shown.poll()
        []
        """
        self._check_alone()
        return self._poll(to_size(capacity), to_size(capacity))

    def _check_alone(self) -> None:
        """`BusyError` while an adapter polls the list: it would miss the events that were taken here."""
        feed = None if self._feed is None else self._feed()
        if feed is not None and feed.is_followed():
            message = "a widget or model shows the list, and polls it: another poll would take its events"
            raise BusyError(message, status=abi.IQ_ERROR_BUSY)

    def _poll(self, capacity: int, taken: int, without: int = 0) -> list[Event[M]]:
        """Hands out events; if none are left, the library's poll is asked for `taken` of them. Events of the
        kinds `without` are dropped; with them, the library's poll is asked once."""
        # Until all is converted: what events point to goes with the list.
        core = self._live()
        self._polls += 1
        if not self._polling.acquire(blocking=False):
            raise BusyError("another poll of the list is under way", status=abi.IQ_ERROR_BUSY)
        try:
            found: list[Event[M]] = []
            while not found:
                if not (self._waiting or self._fetched) and not self._fetch(core, taken):
                    break
                self._convert(without)
                while self._waiting and len(found) < capacity:
                    event = self._waiting.popleft()
                    # A view that was closed meanwhile takes its events with it.
                    if event.view is None or not event.view.closed:
                        found.append(event)
                if self._waiting or without:
                    break
            return found
        finally:
            self._polling.release()

    def _convert(self, without: int = 0) -> None:
        while self._fetched:
            raw = self._fetched[0]
            view: View[M] | None = view_at(raw.view)
            if (view is not None or not raw.view) and not raw.kind & without:
                self._waiting.append(self._event(raw, view))
            self._senders.pop(raw.sender or 0, None)
            self._fetched.popleft()

    def _fetch(self, core: Core, capacity: int) -> int:
        """Takes events from the library, and returns their number. They stay valid until this is called
        again."""
        failure, self._failure = self._failure, None
        if failure is not None:
            try:
                raise failure
            finally:
                # Otherwise the exception would refer to this frame, and the frame to the exception.
                del failure
        # From now on views end on this thread, and those that have waited for it end before they are polled.
        self._home.move_here()
        empty_graveyard()
        count = c_size_t()
        events = (abi.iq_event * max(capacity, 1))()
        events[0].struct_size = sizeof(abi.iq_event)
        status = abi.iq_list_poll(core.pointer, events, capacity, byref(count))
        # A submission says by its ticket what it is for undo; others are not undone.
        self._tell(Step.NO_STEP)
        self._fetched.extend(events[: count.value])
        if capacity and not count.value:
            # What was sent before the last poll that found nothing was not found by this one either: it was
            # dropped, as its item has gone.
            for number in self._unfound:
                self._senders.pop(number, None)
            self._unfound, self._sent = self._sent, []
        try:
            check(status)
        except Exception as error:
            if not self._fetched:
                raise
            self._failure = error
        for reference in self._taken.valuerefs():
            taken = reference()
            if taken is not None:
                taken._follow()
        return count.value

    def fileno(self) -> int:
        """The number of a file descriptor that is readable while `poll` would find something to do: for
        `selectors`, `asyncio`, GLib, Qt. So a list can be given wherever a file is waited for. It belongs to
        the list, and is neither read nor closed by others. A loop that waits for edges (`EPOLLET`) polls at
        least once after each: a poll that leaves something to do makes another. `LimitError` if the process
        has none left.

        >>> import iqlist, selectors
        >>> shown = iqlist.List()
        >>> shown.set_events(iqlist.EventKind.ACTION)
        >>> shown.emit(None, iqlist.Action.PRIMARY)
        >>> with selectors.DefaultSelector() as selector:
        ...     key = selector.register(shown, selectors.EVENT_READ)
        ...     len(selector.select(0)), len(shown.poll()), len(selector.select(0))
        (1, 1, 0)
        """
        descriptor = c_int()
        check(abi.iq_list_get_wakeup(self._pointer, byref(descriptor)))
        return descriptor.value

    def events(self) -> Events[M]:
        """The events, one after another. `for` takes those that there are now, `async for` waits for more,
        until the list is closed: see `Events`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_events(iqlist.EventKind.UPDATE)
        >>> for item in "ab":
        ...     _ = shown.set_items([item])
        >>> for event in shown.events():
        ...     print(event.version, event.changeset)
        1 <Changeset: 1 section inserts, 1 item inserts>
        2 <Changeset: 1 item deletes, 1 item inserts>
        """
        self._live()
        return Events(self)

    def close(self) -> None:
        super().close()
        waiter = self._waiter
        if waiter is not None:
            waiter()

    close.__doc__ = Owner.close.__doc__

    def emit(
        self,
        element: Item[M] | Section[M] | KeyLike | M | None,
        action: int,
        sender: object = None,
        *,
        kind: int = 0,
        index: int = 0,
    ) -> None:
        """Puts an ACTION into the queue: a button was pressed, a menu entry chosen. It is about an item, by
        its handle or key, about a section, or with None about the list itself; with `kind` and `index` about
        a supplementary element of the section or the list. From any thread.

        `HandleError` if the item has gone, `NotFoundError` if there is no such key; `ArgumentError` for an
        action that is neither one of `Action` nor your own; `RefusedError` if the item's traits forbid it.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a"])
        >>> shown.set_events(iqlist.EventKind.ACTION)
        >>> shown.emit(None, iqlist.Action.HOST + 4, sender="menu")
        >>> [(event.number, event.item, event.sender) for event in shown.poll()]
        [(260, None, 'menu')]
        """
        about = self._element(element, kind, index)
        if not 0 < action < 2**64:
            raise ArgumentError(f"{action} is not an action", status=abi.IQ_ERROR_ARGUMENT)
        number = None
        if sender is not None:
            number = next(self._numbers)
            self._senders[number] = sender
        try:
            check(abi.iq_list_emit(self._pointer, byref(about), action, number))
        except BaseException:
            self._senders.pop(number or 0, None)
            raise
        if number is not None:
            self._sent.append(number)

    def info(self) -> ListInfo:
        """The state of the list at this moment.

        >>> import iqlist
        >>> iqlist.List.of_items(["a", "b"]).info()[:3]
        (1, 1, 2)
        """
        found = abi.iq_list_info(struct_size=sizeof(abi.iq_list_info))
        check(abi.iq_list_get_info(self._pointer, byref(found)))
        return ListInfo(
            version=found.version,
            sections=found.sections,
            items=found.items,
            loading=Loading(found.loading),
            placeholder=Placeholder(found.placeholder),
            undo_steps=found.undo_steps,
            redo_steps=found.redo_steps,
            selected=found.selected,
            submissions=found.submissions,
            views=found.views,
            edit_open=bool(found.edit_open),
            holds=found.holds,
            pending=found.pending,
        )
