"""Drivers: a list, one view of it, and everything that a program says about both."""

from __future__ import annotations

import select
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Callable

import iqlist
from iqlist import DiffFlag, ElementKind, EventKind, Loading, Placeholder

from .actions import EmptyView
from .cells import Slot, TextCell, drivers
from .classes import Registered, Registration, class_of, inferred_kind, type_of
from .interacting import CALL, Interacting
from .models import ElementModel
from .sections import CellType, Event, Part
from .updating import Sections

EVENTS = (
    *(EventKind.UPDATE, EventKind.WILL_UPDATE, EventKind.CLASS_FIRST_USED, EventKind.BOUND),
    *(EventKind.WILL_DISPLAY, EventKind.DID_END_DISPLAY, EventKind.STATES, EventKind.ACTION),
    *(EventKind.PLACEHOLDER, EventKind.PAGE, EventKind.PREFETCH, EventKind.REORDER),
)


class Driver(Interacting):
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
        self._registered: dict[Any, Registered] = {}
        self._begin(duplicates=duplicates, registered_classes=None if infer else [])
        self.coordinator, self.empty_view_provider, self.text_cell = (
            coordinator,
            empty_view_provider,
            text_cell,
        )
        self._empty_view: Any = None
        if not infer:
            self.register(text_cell)
        self.list.set_events(sum(EVENTS))
        self.list.set_selection(selection)
        self.view = self.list.view()
        drivers[id(self.view)] = self
        given = tuple(sections)
        if given:
            self._apply(given, DiffFlag.PLAIN)

    # --- classes of cells

    def register(
        self,
        cell: Any,
        kind: Registration | None = None,
        name: str | None = None,
        tag: Any = None,
        make: Callable[[], Any] | None = None,
    ) -> Registered:
        """Registers a class of cells, or that of a view model's class. `name`, without one the name of the
        class, stands for it wherever a cell is asked for; `kind` and `tag` are told to the coordinator before
        it is used. `make()` makes the cells, without it the class. Without `kind` it is that of the class's
        attribute `nib_name` or `storyboard_name`, else CLASS for a `Cell`, and VIEW for others.

        >>> from iqlist import kit
        >>> class ColorCell(kit.Cell[str]):
        ...     pass
        >>> driver = kit.Driver()
        >>> driver.register(ColorCell, name="color").kind
        <Registration.CLASS: 'class'>
        >>> driver.data = [kit.Section("colors", ["blue"], cell="color")]
        """
        cell = cell.cell_type() if isinstance(cell, type) and issubclass(cell, ElementModel) else cell
        name = cell.__name__ if name is None else name
        made = Registered(cell, kind or inferred_kind(cell), name, tag, make or cell)
        self._registered[cell], self._cell_names[name] = made, cell
        self.list.register_class(class_of(cell))
        return made

    def registered(self, cell: Any) -> Registered:
        """How a class of cells was registered, or is inferred to be.

        >>> from iqlist import kit
        >>> class ColorView:
        ...     pass
        >>> kit.Driver().registered(ColorView).kind
        <Registration.VIEW: 'view'>
        """
        return self._registered.get(cell) or Registered(cell, inferred_kind(cell), cell.__name__, None, cell)

    def _make(self, cell: Any) -> Any:
        return self.registered(cell).make()

    # --- what is visible

    def show(self, first: int, count: int, ahead: int = 0) -> None:
        """Shows `count` items from index `first` on, over all sections, and prefetches `ahead` on either
        side: see `iqlist.View.set_visible`. Takes effect with the next `poll`.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada", "Ben"])])
        >>> driver.show(1, 1)
        >>> _ = driver.poll()
        >>> driver.view.visible
        range(1, 2)
        """
        self.view.set_visible(first, count, ahead)

    def visible_cells(self) -> list[Any]:
        """The objects that show the visible items, in their order, after a `poll`. Items that nothing shows
        are left out.

        >>> from iqlist import kit
        >>> class Label(kit.Cell[str]):
        ...     pass
        >>> driver = kit.Driver([kit.Section("names", ["Ada", "Ben"], cell=Label)])
        >>> driver.show(1, 1)
        >>> [cell.model for cell in driver.visible_cells()]
        ['Ben']
        """
        self.poll()
        visible = self.view.visible
        cells = [self._cell_of(item) for item in self.list.items(visible.start, len(visible))]
        return [cell for cell in cells if cell is not None]

    def take_cell(self, element: Any, part: Part = Part.CELL) -> Taken:
        """A cell that shows an item, or with a section and `part` its header or footer, whether it is visible
        or not: for a program that makes no use of `show`. It is the program's until it gives it back. See
        `iqlist.View.take_cell`.

        >>> from iqlist import kit
        >>> class Label(kit.Cell[str]):
        ...     pass
        >>> driver = kit.Driver([kit.Section("names", ["Ada", "Ben"], cell=Label)])
        >>> with driver.take_cell("Ben") as taken:
        ...     taken.cell.model
        'Ben'
        """
        return Taken(self.view.take_cell(self._target(element), kind=part))

    # --- the empty list

    @property
    def empty_view(self) -> Any:
        """What `empty_view_provider` has returned, while the list is empty; else None."""
        return self._empty_view

    def perform_empty_action(self) -> None:
        """The user has chosen the action of the `EmptyView` that is shown.

        >>> from iqlist import kit
        >>> kit.Driver().perform_empty_action()
        """
        view = self._empty_view
        if isinstance(view, EmptyView) and view.action is not None:
            view.action.handler(Event(model=view, sender=view.action, part=Part.EMPTY))

    @property
    def is_loading(self) -> bool:
        """Whether the items are being loaded; an update ends it. See `iqlist.List.set_loading`."""
        return self.list.info().loading == Loading.YES

    @is_loading.setter
    def is_loading(self, is_loading: bool) -> None:
        self.list.set_loading(Loading.YES if is_loading else Loading.NO)

    def _placeholder_changed(self, placeholder: Placeholder) -> None:
        self._empty_view = None
        if placeholder == Placeholder.EMPTY and self.empty_view_provider is not None:
            self._empty_view = self.empty_view_provider()
        if self._empty_view is None:
            with suppress(LookupError):
                self.list.remove_supplementary(ElementKind.EMPTY)
        else:
            self.list.set_supplementary(self._element(Part.EMPTY, self._empty_view))

    # --- events

    def poll(self, wait: float = 0) -> list[iqlist.Event[Any]]:
        """Does what waits to be done, calls the handlers of what has happened, and returns the list's events,
        for a program that draws what has changed. If nothing waits, waits up to `wait` seconds. From a loop,
        whenever `fileno` is readable; one thread at a time.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> [event.changeset for event in driver.poll() if event.changeset]
        [<Changeset: 1 section inserts, 1 item inserts>]
        """
        if wait:
            select.select([self], [], [], wait)
        found: list[iqlist.Event[Any]] = []
        while events := self._fetch():
            found += events
            self._deliver()
        self._deliver()
        return found

    def fileno(self) -> int:
        """The descriptor of the list, see `iqlist.List.fileno`.

        >>> from iqlist import kit
        >>> kit.Driver().fileno() > 0
        True
        """
        return self.list.fileno()

    def _before_change(self) -> None:
        with suppress(iqlist.BusyError):
            while self._fetch():
                pass

    def _fetch(self) -> list[iqlist.Event[Any]]:
        """Takes events from the list."""
        try:
            events = self.list.poll()
        except iqlist.BusyError:
            raise
        except Exception as error:
            self._failures.append(error)
            return self._fetch()
        for event in events:
            self._guarded(self._take, event)
        return events

    def _take(self, event: iqlist.Event[Any]) -> None:
        """What an event means to the driver itself, and to handlers later."""
        kind = event.kind
        self._waiting.extend(self._translate(event))
        if kind == EventKind.UPDATE:
            self._arm_pages()
            for slot in list(self._slots):
                slot.place()
        elif kind == EventKind.PAGE:
            self._load_page(event)
        elif kind == EventKind.PLACEHOLDER:
            self._placeholder_changed(Placeholder(event.number))
        elif kind == EventKind.CLASS_FIRST_USED:
            cell = type_of(event.cell_class)
            if cell is not None:
                self._waiting.append(("class_first_used", Event(sender=self.registered(cell), event=event)))
        elif kind == EventKind.ACTION and event.number == CALL:
            call: Any = event.sender
            call()

    def __aiter__(self) -> AsyncIterator[iqlist.Event[Any]]:
        return self._events()

    async def _events(self) -> AsyncIterator[iqlist.Event[Any]]:
        async for event in self.list.events():
            self._guarded(self._take, event)
            self._deliver()
            yield event

    # --- the end

    def close(self) -> None:
        """Closes the list and its view: cells are dropped, updates that wait are cancelled, and completions
        of swipe actions are called with False. Closing twice does nothing.

        >>> from iqlist import kit
        >>> driver = kit.Driver()
        >>> driver.close()
        >>> driver.list.closed
        True
        """
        self.view.close()
        self.list.close()
        for completion in list(self._completions):
            completion(False)

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


class Taken:
    """A cell that the program has, from `Driver.take_cell`, until `give` or the end of `with`.

    >>> from iqlist import kit
    >>> driver = kit.Driver([kit.Section("names", ["Ada"], cell=kit.TextCell)])
    >>> taken = driver.take_cell("Ada")
    >>> taken.cell.text
    'Ada'
    >>> taken.give()
    """

    def __init__(self, taken: iqlist.TakenCell[Any]) -> None:
        self._taken = taken

    @property
    def cell(self) -> Any:
        """The object that shows the item."""
        slot = self._taken.cell
        return slot.cell if isinstance(slot, Slot) else None

    def give(self) -> None:
        """Gives it back; see `iqlist.TakenCell.give`.

        >>> from iqlist import kit
        >>> with kit.Driver([kit.Section("names", ["Ada"])]) as driver:
        ...     driver.take_cell("Ada").give()
        """
        self._taken.give()

    def __enter__(self) -> Taken:
        return self

    def __exit__(self, *_: object) -> None:
        self.give()
