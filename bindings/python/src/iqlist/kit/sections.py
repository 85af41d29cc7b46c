"""Sections: what a driver shows."""

from __future__ import annotations

import copy
import weakref
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Callable, Generic

from ..records import M
from .events import ActionCallback, CellType, Handler, LoadPage, Part


class Section(Generic[M]):
    """A section: its id, its items, what shows them, its header and footer, and handlers of their events.

    `id` is anything that a key can be made of. `items` are models: plain ones, which `cell` shows, or view
    models, which say themselves what shows them. `header` and `footer` are a text, a `SupplementaryModel`,
    any other model that `header_cell` or `footer_cell` shows, or None. Each handler is also an attribute,
    None for none.

    A section that a driver shows is changed in place, on the thread that polls: `items`, `header` and
    `footer` can be set, and take effect at once, before updates that wait: those end as cancelled.
    `BusyError` while the user drags items. A change that fails changes nothing. After a drag, undo or redo,
    `items` are those of the list again with the next poll, or the next change. A second driver refuses
    it by a ValueError, until the first shows it no longer.

    >>> from iqlist import kit
    >>> colors = kit.Section("colors", ["Blue", "Red"], header="Colors")
    >>> driver = kit.Driver([colors])
    >>> colors.items = ["Red", "Green"]
    >>> driver.list.models()
    ['Red', 'Green']
    """

    on_select: Handler | None = None
    on_deselect: Handler | None = None
    on_highlight: Handler | None = None
    on_unhighlight: Handler | None = None
    on_focus: Handler | None = None
    on_unfocus: Handler | None = None
    on_expand: Handler | None = None
    on_collapse: Handler | None = None
    on_primary_action: Handler | None = None
    on_delete: Handler | None = None
    on_insert: Handler | None = None
    on_user_action: Handler | None = None
    modify_cell: Handler | None = None
    will_display: Handler | None = None
    did_end_display: Handler | None = None
    modify_element: Handler | None = None
    will_display_element: Handler | None = None
    did_end_display_element: Handler | None = None
    will_display_section: Handler | None = None
    did_end_display_section: Handler | None = None
    on_prefetch: Handler | None = None
    on_cancel_prefetch: Handler | None = None
    leading_swipe_actions: Handler | None = None
    trailing_swipe_actions: Handler | None = None
    context_menu: Handler | None = None
    menu_will_display: Handler | None = None
    menu_will_end: Handler | None = None
    perform_preview_action: Handler | None = None

    def __init__(
        self,
        id: Any,
        items: Iterable[M] | None = None,
        *,
        cell: CellType | None = None,
        header: Any = None,
        footer: Any = None,
        header_cell: CellType | None = None,
        footer_cell: CellType | None = None,
        **handlers: Handler | None,
    ) -> None:
        self.id, self.cell = id, cell
        self.header_cell, self.footer_cell = header_cell, footer_cell
        self._elements = {Part.HEADER: header, Part.FOOTER: footer}
        self._items: tuple[M, ...] = () if items is None else items_of(items)
        self._cells: tuple[CellType | None, ...] = (cell,) * len(self._items)
        self._ids: dict[int, Any] = {}
        self._driver: weakref.ref[Any] | None = None
        self._is_frozen = False
        self._load: LoadPage | None = None
        self._has_next, self._distance = False, 0
        self._loader: Any = None
        self.actions: dict[tuple[Part, str], ActionCallback] = {}
        for name, handler in handlers.items():
            if name not in Section.__annotations__:
                raise TypeError(f"a section has no handler {name!r}")
            setattr(self, name, handler)

    @property
    def driver(self) -> Any:
        """The `Driver` that shows it, or is about to; None if there is none."""
        return None if self._driver is None else self._driver()

    @property
    def items(self) -> list[M]:
        """The models of its items."""
        return list(self._items)

    @items.setter
    def items(self, items: Iterable[M]) -> None:
        with self._change(lambda driver: driver._items_changed(self)):
            self._items = items_of(items)
            self._cells, self._ids = (self.cell,) * len(self._items), {}

    def append(
        self, cell: CellType | None, items: Iterable[M], *, ids: Sequence[Any] | None = None
    ) -> Section[M]:
        """Appends items that `cell` shows; None: view models, or what no cell shows. `ids` are the identities
        of these items, where the models do not have them. Returns the section.

        >>> from iqlist import kit
        >>> kit.Section("names").append(None, ["Ada", "Ben"]).items
        ['Ada', 'Ben']
        """
        more = items_of(items)
        if ids is not None and len(ids) != len(more):
            raise ValueError(f"there are {len(more)} items, but {len(ids)} ids")
        with self._change(lambda driver: driver._items_changed(self)):
            self._ids = {**self._ids, **dict(enumerate(ids or (), len(self._items)))}
            self._items += more
            self._cells += (cell,) * len(more)
            if self.cell is None:
                self.cell = cell
        return self

    @property
    def header(self) -> Any:
        """The model of its header: a text, a `SupplementaryModel` or None."""
        return self._elements[Part.HEADER]

    @header.setter
    def header(self, model: Any) -> None:
        self._set_element(Part.HEADER, model)

    @property
    def footer(self) -> Any:
        """The model of its footer, likewise."""
        return self._elements[Part.FOOTER]

    @footer.setter
    def footer(self, model: Any) -> None:
        self._set_element(Part.FOOTER, model)

    def _set_element(self, part: Part, model: Any) -> None:
        with self._change(lambda driver: driver._element_changed(self)):
            self._elements = {**self._elements, part: model}

    def register_action(self, name: str, callback: ActionCallback, part: Part = Part.CELL) -> None:
        """Registers a callback for a user action in its cells, its header or its footer, whether those exist
        already or not. A cell gets what starts the action, see `Cell.register_action`; `Driver.emit` starts
        it as well.

        >>> from iqlist import kit
        >>> section = kit.Section("colors", ["Blue"])
        >>> section.register_action("filter", lambda sender: print("by", sender))
        >>> driver = kit.Driver([section])
        >>> driver.emit("filter", "Blue", sender="button")
        >>> _ = driver.poll()
        by button
        """
        with self._change(lambda driver: driver._action_added(self), is_update=False):
            self.actions = {**self.actions, (part, name): callback}

    def paging(
        self, load: LoadPage, *, has_next: bool = True, loader: Any = "Loading", distance: int = 0
    ) -> None:
        """Turns paging on: while `has_next`, `load(request)` is called once when the end of the section is at
        most `distance` items away from what is visible. It is answered by `request.finish`, or by setting
        `has_next`; until then it is not called again. If `load` raises, the page has failed, see
        `PageRequest.fail`, and `Driver.poll` raises it as it does for a handler. `loader` is the model of the
        element that stands behind the last item while there is a next page, None for none.

        >>> from iqlist import kit
        >>> def load(request):
        ...     section.items += [len(section)]
        ...     request.finish(has_next=len(section) < 3)
        >>> section = kit.Section("numbers", [0])
        >>> section.paging(load)
        >>> driver = kit.Driver([section])
        >>> driver.show(0, 10)
        >>> _ = driver.poll()
        >>> section.items, section.has_next
        ([0, 1, 2], False)
        """
        if not 0 <= distance < 1 << 32:
            raise ValueError(f"{distance} is no number of items")
        with self._change(lambda driver: driver._paging_changed(self)):
            self._load, self._has_next, self._distance = load, has_next, distance
            self._loader = loader

    @property
    def has_next(self) -> bool:
        """Whether there is a next page. Setting it answers the request under way, if there is one."""
        return self._has_next

    @has_next.setter
    def has_next(self, has_next: bool) -> None:
        with self._change(lambda driver: driver._page_changed(self), is_update=False):
            self._has_next = has_next

    def _copy(self, is_frozen: bool) -> Section[M]:
        """A copy with what it has now."""
        made = copy.copy(self)
        made._driver, made._is_frozen = None, is_frozen
        return made

    @contextmanager
    def _change(self, tell: Callable[[Any], object], is_update: bool = True) -> Generator[None, None, None]:
        """A change, reported to the driver. If that raises, the section is as it was. It returns what an `==`
        of models has raised: then the list has the change."""
        if self._is_frozen:
            raise TypeError(f"{self!r} is part of a collection, and cannot be changed: make another one")
        if is_update and self.driver is not None:
            # This may tell the section of a drag, or that it is not shown after all.
            self.driver._before_change()
        before = dict(vars(self))
        try:
            yield
            driver = self.driver
            made = None if driver is None else tell(driver)
        except BaseException:
            vars(self).update(before)
            raise
        raise_failure(made)

    def __iter__(self) -> Iterator[M]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"<Section {self.id!r} of {len(self)} items>"


def items_of(items: Iterable[M]) -> tuple[M, ...]:
    """Models as they are given. TypeError for a mapping, which does not say what of it they are."""
    name = type(items).__name__
    if isinstance(items, Mapping):
        raise TypeError(f"items are needed, not {name}: give its values(), keys() or items()")
    return tuple(items)


def raise_failure(made: object) -> None:
    """Raises what an update has returned, if it is an exception."""
    if isinstance(made, Exception):
        try:
            raise made
        finally:
            # Otherwise the exception would refer to this frame, and the frame to the exception.
            del made
