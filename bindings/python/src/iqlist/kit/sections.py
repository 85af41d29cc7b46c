"""Sections: what a driver shows."""

from __future__ import annotations

import copy
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Callable, Generic

import iqlist
from iqlist import Edge, Key

from ..records import M
from .followers import Follower, Followers
from .layouts import Layout, check_layout
from .mappings import Children, Elements
from .pages import Pages, Paging
from .parts import ActionCallback, CellType, Handler, LoadPage, Part, UpdateFailed
from .tree import Rows, Tree


class Section(Generic[M]):
    """A section: its id, its items, what shows them, its header and footer, and handlers of their events.

    `id` is anything that a key can be made of. `items` are models: plain ones, which `cell` shows, or view
    models, which say themselves what shows them. `header` and `footer` are a text, a `SupplementaryModel`,
    any other model that `header_cell` or `footer_cell` shows, or None. `title` is for the host, `index_title`
    what stands for the section in `Driver.index_titles`. `layout` is how a driver with a layout shows it:
    what it leaves out is as the driver's. Each handler is also an attribute, None for none.

    `items` are the roots of a tree: `children` has what is below them.

    A section that drivers show is changed in place: `items`, `children`, `header` and `footer` can be set on
    the thread that polls, and take effect at once, before updates that wait: those end as cancelled. In a
    driver whose handler sets them, or whose user drags items, they take effect afterwards; then a failure is
    reported to `update_failed`. Any other failure is raised, and nothing has changed: of several drivers
    those before are set back. After a drag, undo, redo or an edit of the list the section has what the list
    has, with the next poll or the next change, and so have its other drivers.

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
    on_children_needed: Handler | None = None
    on_visibility: Handler | None = None
    on_visible_fraction: Handler | None = None
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
    on_swipe: Handler | None = None
    context_menu: Handler | None = None
    menu_will_display: Handler | None = None
    menu_will_end: Handler | None = None
    perform_preview_action: Handler | None = None
    update_failed: UpdateFailed | None = None

    layout_changes = 0
    """How often the layout of any section was set: drivers look at the layouts again then."""

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
        title: str | None = None,
        index_title: str | None = None,
        layout: Layout | None = None,
        **handlers: Handler | UpdateFailed | None,
    ) -> None:
        self.id, self.cell = id, cell
        self.header_cell, self.footer_cell = header_cell, footer_cell
        check_layout(layout, "a section's")
        self.title, self.index_title, self._layout = title, index_title, layout
        given = {(int(Part.HEADER), 0): header, (int(Part.FOOTER), 0): footer}
        self._elements = {place: model for place, model in given.items() if model is not None}
        """By kind and index."""
        self._followers = Followers()
        self._tree: Tree[M] = Tree(Rows.of(() if items is None else items, cell), {}, self._followers.named)
        self._is_frozen = False
        self._pages: Pages = {}
        self.actions: dict[tuple[Part, str], ActionCallback] = {}
        for name, handler in handlers.items():
            if name not in Section.__annotations__:
                raise TypeError(f"a section has no handler {name!r}")
            setattr(self, name, handler)

    @property
    def drivers(self) -> list[Any]:
        """Each `Driver` that shows it, or is about to."""
        owners = [follower.owner() for follower in self._followers]
        return [owner for owner in owners if owner is not None]

    # --- items

    @property
    def items(self) -> list[M]:
        """The models of its items, without those that are below them."""
        return list(self._tree.rows.models)

    @items.setter
    def items(self, items: Iterable[M]) -> None:
        with self._change(lambda updater: updater.items_changed(self)):
            self._tree = self._tree.with_items(Rows.of(items, self.cell))

    @property
    def children(self) -> Children[M]:
        """What is below its items: see `Children`. It goes with the item, and stays with one that stays.

        >>> from iqlist import kit
        >>> section = kit.Section("letters", ["a", "b"])
        >>> section.children["a"] = ["a1", "a2"]
        >>> section.children["a"] += ["a3"]
        >>> section.children["a"], section.children["b"], section.items
        (['a1', 'a2', 'a3'], [], ['a', 'b'])
        """
        return Children(self)

    def _set_children(self, parent: Key, rows: Rows[M]) -> None:
        with self._change(lambda updater: updater.items_changed(self)):
            self._tree = self._tree.with_children(parent, rows)

    def append(
        self,
        cell: CellType | None,
        items: Iterable[M],
        *,
        ids: Sequence[Any] | None = None,
        parent: Any = None,
    ) -> Section[M]:
        """Appends items that `cell` shows; None: view models, or what no cell shows. `ids` are the identities
        of these items, where the models do not have them. They become roots, or children of `parent`.
        Returns the section.

        >>> from iqlist import kit
        >>> kit.Section("names").append(None, ["Ada", "Ben"]).items
        ['Ada', 'Ben']
        """
        self._take_events()
        key = None if parent is None else self.children._key(parent)
        with self._change(lambda updater: updater.items_changed(self)):
            tree = self._tree
            if key is None:
                self._tree = tree.with_items(tree.rows.and_more(items, cell, ids))
            else:
                self._tree = tree.with_children(
                    key, tree.below.get(key, Rows[M]()).and_more(items, cell, ids)
                )
            if self.cell is None:
                self.cell = cell
        return self

    # --- elements

    @property
    def elements(self) -> Elements:
        """The models of all its elements: see `Elements`.

        >>> from iqlist import kit
        >>> section = kit.Section("names", ["Ada"], header="Names")
        >>> section.elements["badge"] = "new"
        >>> [element.model for element in kit.Driver([section]).list.section("names").supplementaries]
        ['Names', <Section 'names' of 1 items>, 'new']
        """
        return Elements(self)

    @property
    def header(self) -> Any:
        """The model of its header: a text, a `SupplementaryModel` or None."""
        return self._elements.get((Part.HEADER, 0))

    @header.setter
    def header(self, model: Any) -> None:
        self._set_element((Part.HEADER, 0), model)

    @property
    def footer(self) -> Any:
        """The model of its footer, likewise."""
        return self._elements.get((Part.FOOTER, 0))

    @footer.setter
    def footer(self, model: Any) -> None:
        self._set_element((Part.FOOTER, 0), model)

    def _set_element(self, place: tuple[int, int], model: Any) -> None:
        others = {of: other for of, other in self._elements.items() if of != place}
        with self._change(lambda updater: updater.elements_changed(self)):
            self._elements = others if model is None else {**others, place: model}

    @property
    def layout(self) -> Layout | None:
        """How drivers with a layout show it: see `Layout`. It can be set, for the next `Driver.layout`."""
        return self._layout

    @layout.setter
    def layout(self, layout: Layout | None) -> None:
        with self._change(lambda _: None, is_update=False):
            check_layout(layout, "a section's")
            self._layout = layout
        Section.layout_changes += 1

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
        with self._change(lambda updater: updater.actions_changed(self), is_update=False):
            self.actions = {**self.actions, (part, name): callback}

    def paging(
        self,
        load: LoadPage | None,
        *,
        edge: Edge = Edge.END,
        has_next: bool = True,
        loader: Any = "Loading",
        distance: int = 0,
        only_while_loading: bool = False,
    ) -> None:
        """Turns paging on: while `has_next`, `load(request)` is called once when the end of the section is at
        most `distance` items away from what is visible; with `iqlist.Edge.START` its start. It is answered by
        `request.finish`, or by setting `has_next`; until then it is not called again. If `load` raises, the
        page has failed, see `PageRequest.fail`, and `Driver.poll` raises it as it does for a handler.
        `loader` is the model of the element that stands behind the last item, or before the first, while
        there is a next page, or with `only_while_loading` while it is being loaded; None for none. `load`
        None turns paging off.

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
        paging = None if load is None else Paging(load, has_next, loader, distance, only_while_loading)
        with self._change(lambda updater: updater.paging_changed(self, edge)):
            others = {of: other for of, other in self._pages.items() if of != edge}
            self._pages = others if paging is None else {**others, edge: paging}

    @property
    def has_next(self) -> bool:
        """Whether there is a next page. Setting it answers the request under way, if there is one, and asks
        again for a page that could not be loaded. `StateError` if the section has no paging."""
        return self._has_page(Edge.END)

    @has_next.setter
    def has_next(self, has_next: bool) -> None:
        self._set_has_page(Edge.END, has_next)

    @property
    def has_previous(self) -> bool:
        """The same of the page before the first item."""
        return self._has_page(Edge.START)

    @has_previous.setter
    def has_previous(self, has_previous: bool) -> None:
        self._set_has_page(Edge.START, has_previous)

    def _has_page(self, edge: Edge) -> bool:
        return edge in self._pages and self._pages[edge].has_next

    def _set_has_page(self, edge: Edge, has_next: bool) -> None:
        if edge not in self._pages:
            raise iqlist.StateError(f"{self!r} has no pages there: call `paging` first")
        with self._change(lambda updater: updater.page_changed(self, edge), is_update=False):
            self._pages = {**self._pages, edge: replace(self._pages[edge], has_next=has_next)}

    def _copy(self, is_frozen: bool) -> Section[M]:
        """A copy with what it has now."""
        made = copy.copy(self)
        made._followers, made._is_frozen = Followers(), is_frozen
        made._tree = replace(self._tree, named=made._followers.named)
        return made

    def _take_events(self) -> None:
        """Before a change: this may tell the section of a drag, or that it is not shown after all."""
        for follower in self._followers:
            follower.take_events()

    @contextmanager
    def _change(
        self, tell: Callable[[Follower], object], is_update: bool = True
    ) -> Generator[None, None, None]:
        """A change, reported to each driver. If one refuses it, those before are set back, and the section is
        as it was. A driver returns what an `==` of models has raised: then its list has the change."""
        if self._is_frozen:
            raise TypeError(f"{self!r} is part of a collection, and cannot be changed: make another one")
        if is_update:
            self._take_events()
        before = dict(vars(self))
        try:
            yield
        except BaseException:
            vars(self).update(before)
            raise
        updaters, failure = [*self._followers], None
        for at, updater in enumerate(updaters):
            try:
                failure = tell(updater) or failure
            except BaseException as error:
                vars(self).update(before)
                for changed in updaters[:at]:
                    changed.set_back(tell)
                if len(updaters) > 1:
                    name_driver(error, updater.owner())
                raise
        raise_failure(failure)

    def __iter__(self) -> Iterator[M]:
        return iter(self._tree.rows.models)

    def __len__(self) -> int:
        return len(self._tree.rows.models)

    def __repr__(self) -> str:
        return f"<Section {self.id!r} of {len(self)} items>"


def name_driver(error: BaseException, driver: object) -> None:
    """Says in the message of an exception which of several drivers has refused a change."""
    error.args = (f"{driver!r}: {error}", *error.args[1:])


def raise_failure(made: object) -> None:
    """Raises what an update has returned, if it is an exception."""
    if isinstance(made, Exception):
        try:
            raise made
        finally:
            # Otherwise the exception would refer to this frame, and the frame to the exception.
            del made
