"""Drivers: a list, one view of it, and everything that a program says about both."""

from __future__ import annotations

import selectors
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from typing import Any, Callable

import iqlist
from iqlist import DiffFlag, EventKind, Placeholder, UpdateFlag

from .building import Sections
from .cells import TextCell
from .choosing import CALL
from .classes import type_of
from .events import CellType, Event
from .showing import Showing
from .slots import drivers

EVENTS = sum(EventKind)
"""All kinds."""
OF_THE_LIST = UpdateFlag.REORDERED | UpdateFlag.UNDONE | UpdateFlag.REDONE
"""Updates that no section was changed for: the list was, by a drag, or by undo and redo."""
AT_ONCE, EVERYTHING = 64, 1 << 16
"""How many events are taken at once."""

Events = list[iqlist.Event[Any]]


class Driver(Showing):
    """Drives one list and one view of it: shows sections, makes the cells that are visible, and takes events
    to whoever handles them, see `Responder`.

    `sections` are shown at first, not animated. `coordinator` handles what nobody else has handled.
    `empty_view_provider()` is asked for an `EmptyView`, or any other model, each time the list becomes empty.
    `text_cell` shows headers that are texts. With `infer=False`, only classes that are registered can show
    items. `selection` is an `iqlist.Selection`, `duplicates` an `iqlist.Duplicates`.

    One thread polls: handlers, models and cells are called there. Updates may come from any thread. An
    exception of a handler is raised from `poll`, when the other events have been handed out. A driver is
    closed by `close` or `with`; sections and handlers that refer to it keep it alive until then.

    >>> from iqlist import kit
    >>> class ColorCell(kit.Cell[str]):
    ...     def configure(self, color):
    ...         self.label = color.upper()
    >>> with kit.Driver([kit.Section("colors", ["blue", "red"], cell=ColorCell)]) as driver:
    ...     driver.show(0, 10)
    ...     _ = driver.poll()
    ...     [cell.label for cell in driver.visible_cells()]
    ['BLUE', 'RED']
    """

    def __init__(
        self,
        sections: Sections = (),
        *,
        coordinator: Any = None,
        empty_view_provider: Callable[[], Any] | None = None,
        text_cell: CellType = TextCell,
        infer: bool = True,
        selection: int = iqlist.Selection.SINGLE,
        duplicates: int = iqlist.Duplicates.REFUSE,
    ) -> None:
        self._begin(None, duplicates=duplicates, registered_classes=None if infer else [])
        self.coordinator = coordinator
        self.empty_view_provider = empty_view_provider
        self.text_cell = text_cell
        self._infers = infer
        if not infer:
            self.register(text_cell)
        self._open(selection)
        if sections:
            self._replace(sections, DiffFlag.PLAIN)

    def _open(self, selection: int) -> None:
        self._thread: int | None = None
        self.list.set_events(EVENTS)
        self.list.set_selection(selection)
        self.view = self.list.view()
        drivers[id(self.view)] = self

    def following(self, shown: iqlist.DerivedList[Any], selection: int = iqlist.Selection.SINGLE) -> Driver:
        """Another driver, of an outline or a filter of this one's list. It shows the same sections in cells
        of its own and has the same coordinator, but is not updated by itself. Each is polled and closed by
        itself.

        >>> from iqlist import kit
        >>> names = kit.Section("names", ["Ada", "Ben"], on_select=lambda event: print(event.model))
        >>> driver = kit.Driver([names])
        >>> found = driver.following(driver.list.filtered(lambda key, name: "e" in name))
        >>> _ = found.poll()
        >>> found.tap("Ben")
        >>> _ = found.poll()
        Ben
        """
        made = Driver.__new__(Driver)
        made._begin(shown)
        made.coordinator = self.coordinator
        made.empty_view_provider = self.empty_view_provider
        made.text_cell = self.text_cell
        made._registered = self._registered
        made._open(selection)
        return made

    # --- events

    def poll(self, wait: float = 0) -> Events:
        """Does what waits to be done, calls the handlers of what has happened, and returns the list's events,
        for a program that draws what has changed. If nothing waits, waits up to `wait` seconds. One thread at
        a time polls; it is asked to by `fileno`.

        An exception of a handler is raised from here, when the handlers of the other events of the list's
        poll have been called; of several the first one, the others go to `sys.unraisablehook`. So is one of a
        cell that failed, which the next poll tries again.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> [event.changeset for event in driver.poll() if event.changeset]
        [<Changeset: 1 section inserts, 1 item inserts>]
        """
        if wait and not self._waiting:
            with selectors.DefaultSelector() as selector:
                selector.register(self, selectors.EVENT_READ)
                selector.select(wait)
        found: Events = []
        self._thread = threading.get_ident()
        self._deliver()
        while events := self._fetch(AT_ONCE):
            found += events
            self._deliver()
            if self.list.closed:
                return found
        self._deliver()
        return found

    def fileno(self) -> int:
        """A file descriptor that is readable while `poll` would find something to do: see
        `iqlist.List.fileno`.

        >>> from iqlist import kit
        >>> kit.Driver().fileno() > 0
        True
        """
        return self.list.fileno()

    def _before_change(self) -> None:
        if self._thread in (None, threading.get_ident()):
            with suppress(iqlist.BusyError):
                self._fetch(EVERYTHING)

    def _fetch(self, capacity: int) -> Events:
        """Takes events from the list, for `_deliver`. None after an exception of a cell: the next poll tries
        again what has failed, and this one would never end."""
        try:
            events = self.list.poll(capacity)
        except (iqlist.BusyError, iqlist.ClosedError):
            raise
        except Exception as error:
            self._failures.append(error)
            return []
        for event in events:
            self._guarded(partial(self._take, event))
        return events

    def _take(self, event: iqlist.Event[Any]) -> None:
        """What an event means to the driver itself, now, and to handlers, later."""
        kind = event.kind
        if kind == EventKind.UPDATE:
            self._arm_pages()
            if event.flags & OF_THE_LIST:
                self._read_back()
            for slot in list(self._slots):
                self._guarded(slot.name_it)
        self._waiting.extend(partial(self._route, name, each) for name, each in self._translate(event))
        if kind == EventKind.PAGE:
            self._waiting.append(partial(self._load_page, event))
        elif kind == EventKind.PLACEHOLDER:
            self._waiting.append(partial(self._placeholder_changed, Placeholder(event.number)))
        elif kind == EventKind.CLASS_FIRST_USED:
            cell = type_of(event.cell_class)
            if cell is not None:
                about = Event[Any](sender=self.registered(cell), event=event)
                self._waiting.append(partial(self._route, "class_first_used", about))
        elif kind == EventKind.ACTION and event.number == CALL:
            self._waiting.append(self._complete)

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

    async def __aiter__(self) -> AsyncIterator[iqlist.Event[Any]]:
        """The list's events, when their handlers have been called, until the driver is closed."""
        async for event in self.list.events():
            self._thread = threading.get_ident()
            self._guarded(partial(self._take, event))
            self._deliver()
            yield event

    # --- the end

    def close(self) -> None:
        """Closes the list and its view: cells are dropped, updates that wait are cancelled, and completions
        of swipe actions that wait are called with False. Closing twice does nothing. Raises what cells and
        completions raise, when all has been done.

        >>> from iqlist import kit
        >>> driver = kit.Driver()
        >>> driver.close()
        >>> driver.list.closed
        True
        """
        self._guarded(self.view.close)
        self._guarded(self.list.close)
        self._waiting.clear()
        self._forget()
        for completion in list(self._completions):
            completion(False)
        self._complete()
        self._raise()

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Driver:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Driver of {self.list!r}>"
