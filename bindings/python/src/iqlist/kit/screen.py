"""The methods of a driver about what its host shows: classes of cells, what is visible, and what stands in
place of items."""

from __future__ import annotations

from typing import Any, Callable

import iqlist
from iqlist import Loading

from .classes import Registered, Registration, class_of, type_of
from .describer import Describer
from .parts import Part
from .placeholders import Placeholders
from .router import Router
from .taken import Taken


class Screen:
    """What a driver shows."""

    view: iqlist.View[Any]
    _list: iqlist.List[Any]
    _describer: Describer
    _placeholders: Placeholders
    _router: Router

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
        made = self._describer.register(cell, kind, name, tag, make)
        self._list.register_class(class_of(made.cell))
        return made

    def registered(self, cell: Any) -> Registered:
        """How a class of cells was registered, or is inferred to be.

        >>> from iqlist import kit
        >>> class ColorView:
        ...     pass
        >>> kit.Driver().registered(ColorView).kind
        <Registration.VIEW: 'view'>
        """
        return self._describer.registered(cell)

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
        """The objects that show the visible items, in their order, after a `poll`. LookupError for an item
        that no class shows.

        >>> from iqlist import kit
        >>> class Label(kit.Cell[str]):
        ...     pass
        >>> driver = kit.Driver([kit.Section("names", ["Ada", "Ben"], cell=Label)])
        >>> driver.show(1, 1)
        >>> _ = driver.poll()
        >>> [cell.model for cell in driver.visible_cells()]
        ['Ben']
        """
        cells = list[Any]()
        scene = self.view.scene if isinstance(self.view, iqlist.LaidOutView) else None
        visible = self.view.visible if scene is None else scene.visible
        for item in self._list.items(visible.start, len(visible)):
            if type_of(item.cell_class) is None and item.model is not None:
                raise LookupError(
                    f"nothing shows {item.model!r}: give its section `cell=`, or items that are view models"
                )
            cell = self._router.cell_of(item)
            if cell is not None:
                cells.append(cell)
        return cells

    def visible_elements(self) -> list[Any]:
        """The objects that show headers, footers and other elements now, or are taken: by section, those of
        the list first.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"], cell=kit.TextCell, header="Names")])
        >>> driver.show(0, 10)
        >>> _ = driver.poll()
        >>> [cell.text for cell in driver.visible_elements()]
        ['Names']
        """
        return [slot.cell for slot in self._router.element_slots()]

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
        return Taken(self.view.take_cell(self._router.target(element), kind=part))

    # --- the list without items

    @property
    def empty_view(self) -> Any:
        """What the provider of what stands in place of items has returned, while it stands there; else
        None."""
        return self._placeholders.view

    def perform_empty_action(self) -> None:
        """The user has chosen the action of the `EmptyView` that is shown. If it has none, the coordinator's
        `on_empty_action` is called.

        >>> from iqlist import kit
        >>> kit.Driver().perform_empty_action()
        """
        self._placeholders.perform_action(self._router)

    @property
    def is_loading(self) -> bool:
        """Whether the items are being loaded; an update ends it. See `iqlist.List.set_loading`."""
        return self._list.info().loading == Loading.YES

    @is_loading.setter
    def is_loading(self, is_loading: bool) -> None:
        self._list.set_loading(Loading.YES if is_loading else Loading.NO)

    def set_failed(self, message: str = "") -> None:
        """The items could not be loaded: in an empty list what `failed_view_provider(message)` returns stands
        in their place from the next `poll` on, without a provider an `EmptyView` with the message. An update
        ends it, and `is_loading`.

        >>> from iqlist import kit
        >>> driver = kit.Driver()
        >>> driver.set_failed("No connection")
        >>> _ = driver.poll()
        >>> driver.empty_view.message
        'No connection'
        """
        self._placeholders.fail(message)
