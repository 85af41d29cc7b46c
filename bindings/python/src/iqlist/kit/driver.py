"""Drivers: a list, one view of it, and everything that a program says about both."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import Any, Callable

import iqlist
from iqlist import DiffFlag, EventKind

from .building import Sections, sections_of
from .cells import TextCell
from .classes import class_of
from .describing import key_of
from .events import CellType
from .polling import Polling
from .responding import check_coordinator
from .sections import Section
from .slots import drivers

EVENTS = sum(EventKind)
"""All kinds."""


class Driver(Polling):
    """Drives one list and one view of it: shows sections, makes the cells that are visible, and takes events
    to whoever handles them, see `Responder`.

    `sections` are shown at first, not animated. `coordinator` handles what nobody else has handled.
    `empty_view_provider()` is asked for an `EmptyView`, or any other model, each time the list becomes empty.
    `text_cell` shows headers that are texts. With `infer=False`, only classes that are registered can show
    items and elements. `selection` is an `iqlist.Selection`, `duplicates` an `iqlist.Duplicates`.

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
        check_coordinator(coordinator)
        self.coordinator = coordinator
        self.empty_view_provider = empty_view_provider
        self.text_cell = text_cell
        self._infers = infer
        self._identities, self._registered = {}, {}
        key = partial(key_of, self._identities)
        classes: list[iqlist.CellClass] | None = None if infer else []
        self._begin(iqlist.List(key=key, duplicates=duplicates, registered_classes=classes), selection)
        if not infer:
            # Of the element that describes a section.
            self.list.register_class(class_of(Section))
            self.register(text_cell)
        if sections:
            self._replace(sections_of(sections), DiffFlag.PLAIN)

    def _begin(self, shown: iqlist.List[Any], selection: int) -> None:
        super()._begin(shown, selection)
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
        made = copy(self)
        made._begin(shown, selection)
        return made

    def close(self) -> None:
        """Closes the list and its view: cells are dropped, updates that wait are cancelled, and completions
        of swipe actions that wait are called, with False if they are not done. Closing twice does nothing.
        Raises what cells and completions raise, when all has been done.

        >>> from iqlist import kit
        >>> driver = kit.Driver()
        >>> driver.close()
        >>> driver.list.closed
        True
        """
        self._left.guarded(self.view.close)
        self._left.guarded(self.list.close)
        self._forget()
        self._left.end()

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
