"""How a driver takes the events of its list to their handlers."""

from __future__ import annotations

import selectors
import threading
from contextlib import suppress
from functools import partial
from typing import Any

import iqlist
from iqlist import EventKind, Placeholder, UpdateFlag

from .classes import type_of
from .delivering import CALL
from .events import Event
from .sections import Section
from .showing import Showing

OF_THE_LIST = UpdateFlag.REORDERED | UpdateFlag.UNDONE | UpdateFlag.REDONE
"""Updates that no section was changed for: the list was, by a drag, or by undo and redo."""
AT_ONCE = 64
"""How many events are taken at once."""


class Polling(Showing):
    """The part of a driver that is polled."""

    def _begin(self, shown: iqlist.List[Any], selection: int) -> None:
        super()._begin(shown, selection)
        self._thread = threading.get_ident()
        """That which has polled last, or made the driver."""

    def poll(self, wait: float = 0) -> list[iqlist.Event[Any]]:
        """Does what waits to be done, calls the handlers of what has happened, and returns the list's events
        that no poll has returned before, oldest first: for a program that draws what has changed. Each change
        is an UPDATE of its own, with its changeset, also if several are made between two polls; the list is
        read as it is after the last. If nothing waits, waits up to `wait` seconds. One thread at a time
        polls; it is asked to by `fileno`.

        An exception of a handler is raised from here, when the handlers of the other events of the list's
        poll have been called; of several the first one, the others go to `sys.unraisablehook`. So is one of a
        cell that failed, which the next poll tries again. No event is lost: the next poll returns those of
        the one that has raised, before later ones. What fails meanwhile is raised by the poll after that.

        >>> from iqlist import kit
        >>> names = kit.Section("names", ["Ada"])
        >>> driver = kit.Driver([names])
        >>> names.items = ["Ada", "Ben"]
        >>> for event in driver.poll():
        ...     if event.changeset:
        ...         print(event.changeset)
        <Changeset: 1 section inserts, 1 item inserts>
        <Changeset: 1 item inserts>
        """
        if wait:
            with selectors.DefaultSelector() as selector:
                selector.register(self, selectors.EVENT_READ)
                selector.select(wait)
        try:
            was_closed = self.list.closed
            while self._left.deliver():
                # A handler may close it.
                if self.list.closed is not was_closed or not self._fetch():
                    break
            return self._left.events()
        finally:
            self._left.wake()

    def fileno(self) -> int:
        """A file descriptor that is readable while `poll` would find something to do: see
        `iqlist.List.fileno`.

        >>> from iqlist import kit
        >>> kit.Driver().fileno() > 0
        True
        """
        return self.list.fileno()

    def _before_change(self) -> None:
        if self._thread == threading.get_ident():
            with suppress(iqlist.BusyError):
                while self._fetch() == AT_ONCE:
                    pass
                self._left.wake()

    def _fetch(self) -> int:
        """Takes events from the list, and returns their number. None after an exception of a cell: the next
        poll tries again what has failed, and this one would never end."""
        try:
            events = self.list.poll(AT_ONCE)
        except (iqlist.BusyError, iqlist.ClosedError):
            raise
        except Exception as error:
            self._left.failed(error)
            events = []
        self._thread = threading.get_ident()
        self._known = {}
        for event in events:
            self._left.guarded(partial(self._take, event))
        # Also for a loop around this one: what has called this is about to change the list.
        self._known = None
        return len(events)

    def _take(self, event: iqlist.Event[Any]) -> None:
        """What an event means to the driver itself, now, and to handlers, later."""
        kind = event.kind
        if kind == EventKind.ACTION and event.number == CALL:
            return
        self._left.add(event)
        if kind == EventKind.UPDATE:
            if event.flags & OF_THE_LIST:
                self._read_back()
            self._left.guarded(self._follow_pages)
            for slot in list(self._slots):
                self._left.guarded(slot.name_it)
        calls = self._left.calls
        calls.extend(partial(self._route, name, each) for name, each in self._translate(event))
        if kind == EventKind.PAGE:
            calls.append(partial(self._load_page, event))
        elif kind == EventKind.PLACEHOLDER:
            calls.append(partial(self._placeholder_changed, Placeholder(event.number)))
        elif kind == EventKind.CLASS_FIRST_USED:
            cell = type_of(event.cell_class)
            if cell not in (None, Section):
                about = Event[Any](sender=self.registered(cell), event=event)
                calls.append(partial(self._route, "class_first_used", about))

    async def run(self) -> None:
        """Polls whenever there is something to do, until the driver is closed, or a handler raises something.
        A task of its own, so that updates can be awaited.

        >>> import asyncio
        >>> from iqlist import kit
        >>> async def main():
        ...     async with kit.Driver() as driver:
        ...         running = asyncio.create_task(driver.run())
        ...         await driver.perform_updates([kit.Section("names", ["Ada"])])
        ...         print(driver.list.models())
        ...     await running
        >>> asyncio.run(main())
        ['Ada']
        """
        async for _ in self:
            pass

    def __aiter__(self) -> Iteration:
        """The list's events, when their handlers have been called, until the driver is closed. Exceptions of
        handlers end it, as they end a `poll`: whoever iterates again gets the events."""
        return Iteration(self)


class Iteration:
    """Iterates over the events of a driver. Dropping it ends it at once, where the loop would end a generator
    later; what it has not returned is for the next one."""

    def __init__(self, driver: Polling) -> None:
        self._driver, self._events = driver, driver.list.events()

    def __aiter__(self) -> Iteration:
        return self

    async def __anext__(self) -> iqlist.Event[Any]:
        left = self._driver._left
        try:
            while not (found := left.events(1)):
                event = await self._events.__anext__()
                self._driver._thread = threading.get_ident()
                left.guarded(partial(self._driver._take, event))
                left.deliver()
            return found[0]
        except BaseException:
            # An exception may keep this, and another one may begin.
            await self._events.aclose()
            raise
        finally:
            left.wake()
