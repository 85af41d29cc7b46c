"""What a driver shows: the classes of cells, the cells that are visible or taken, and the empty view."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Callable

import iqlist
from iqlist import ElementKind, Loading, Placeholder

from .actions import EmptyView
from .classes import Registered, Registration, class_of, inferred_kind
from .events import Event, Part
from .interacting import Interacting
from .models import ElementModel
from .slots import Slot


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


class Showing(Interacting):
    """The part of a driver that makes cells and elements."""

    empty_view_provider: Callable[[], Any] | None

    def _begin(self, shown: iqlist.List[Any], selection: int) -> None:
        super()._begin(shown, selection)
        self._empty_view: Any = None

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
        shows: Any = cell.cell_type() if issubclass(cell, ElementModel) else cell
        made = Registered(shows, kind or inferred_kind(shows), name or shows.__name__, tag, make or shows)
        self.list.register_class(class_of(shows))
        self._registered[shows] = self._registered[made.name] = made
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
        side: see `iqlist.View.set_visible`. Takes effect with the next `poll`. When the list changes, what is
        shown stays at the start, or moves with its items (see `iqlist.View`): call it again where the program
        has scrolled or laid out anew.

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
        >>> _ = driver.poll()
        >>> [cell.model for cell in driver.visible_cells()]
        ['Ben']
        """
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
