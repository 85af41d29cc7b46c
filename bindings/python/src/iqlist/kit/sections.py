"""Sections: what a driver shows."""

from __future__ import annotations

import copy
import weakref
from collections.abc import Generator, Iterable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Callable, Generic, Protocol, Union

import iqlist
from iqlist import Edge, Key

from ..records import M
from .identity import Identities, identity_of
from .pages import Pages, Paging
from .parts import ActionCallback, CellType, Handler, LoadPage, Part, UpdateFailed, kind_of
from .tree import Below, KeyAt, Rows, pre_order


class Follower(Protocol):
    """What shows a section, and is notified of its changes: the updater of a driver."""

    def owner(self) -> Any:
        """The driver; None if it has gone."""

    def named(self, name: str) -> Any:
        """The class of cells that is registered by a name."""

    def take_events(self) -> None:
        """Before a change: takes the events that wait, which are about the list as it is now."""

    def items_changed(self, section: Section[Any]) -> object:
        """The items of a section are others. It returns what an `==` of models has raised, as do the next
        two."""

    def follow(self, section: Section[Any]) -> None:
        """The same after a change that another driver's list has made by itself. A failure is reported."""

    def elements_changed(self, section: Section[Any]) -> object:
        """Its header, its footer or its loader is another one."""

    def paging_changed(self, section: Section[Any], edge: Edge) -> object:
        """It has pages at an edge, or other ones, or none."""

    def page_changed(self, section: Section[Any], edge: Edge) -> None:
        """There is a next page there, or none."""

    def actions_changed(self, section: Section[Any]) -> None:
        """It has a user action more."""

    def set_back(self, tell: Callable[[Any], object]) -> None:
        """Takes a change back that another one has refused."""


class Section(Generic[M]):
    """A section: its id, its items, what shows them, its header and footer, and handlers of their events.

    `id` is anything that a key can be made of. `items` are models: plain ones, which `cell` shows, or view
    models, which say themselves what shows them. `header` and `footer` are a text, a `SupplementaryModel`,
    any other model that `header_cell` or `footer_cell` shows, or None. `title` is for the host, `index_title`
    what stands for the section in `Driver.index_titles`. Each handler is also an attribute, None for none.

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
        **handlers: Handler | UpdateFailed | None,
    ) -> None:
        self.id, self.cell = id, cell
        self.header_cell, self.footer_cell = header_cell, footer_cell
        self.title, self.index_title = title, index_title
        given = {(int(Part.HEADER), 0): header, (int(Part.FOOTER), 0): footer}
        self._elements = {place: model for place, model in given.items() if model is not None}
        """By kind and index."""
        self._rows: Rows[M] = Rows.of(() if items is None else items, cell)
        self._below: Below[M] = {}
        self._index: tuple[Identities, frozenset[Key]] | None = None
        """What identifies its models, and the keys of its items, until that changes."""
        self._shown_by: tuple[weakref.ref[Follower], ...] = ()
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
        owners = [updater.owner() for updater in self._updaters()]
        return [owner for owner in owners if owner is not None]

    def _updaters(self) -> list[Follower]:
        found = [shown_by() for shown_by in self._shown_by]
        return [updater for updater in found if updater is not None]

    # --- items

    @property
    def items(self) -> list[M]:
        """The models of its items, without those that are below them."""
        return list(self._rows.models)

    @items.setter
    def items(self, items: Iterable[M]) -> None:
        with self._change(lambda updater: updater.items_changed(self)):
            self._set_rows(Rows.of(items, self.cell), self._below)
            self._drop_orphans()

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

    def _set_children(self, parent: Key, children: Rows[M]) -> None:
        with self._change(lambda updater: updater.items_changed(self)):
            others = {key: rows for key, rows in self._below.items() if key != parent}
            self._set_rows(self._rows, {**others, parent: children} if children.models else others)
            self._drop_orphans()

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
            if key is None:
                self._set_rows(self._rows.and_more(items, cell, ids), self._below)
            else:
                more = self._below.get(key, Rows[M]()).and_more(items, cell, ids)
                self._set_rows(self._rows, {**self._below, key: more})
            if self.cell is None:
                self.cell = cell
        return self

    def _set_rows(self, rows: Rows[M], below: Below[M]) -> None:
        self._rows, self._below, self._index = rows, below, None

    def _drop_orphans(self) -> None:
        """What is below no item goes."""
        if self._below:
            keys = self._indexed()[1]
            self._below = {parent: rows for parent, rows in self._below.items() if parent in keys}

    def _indexed(self) -> tuple[Identities, frozenset[Key]]:
        if self._index is None:
            identities: Identities = {}
            for rows in (self._rows, *self._below.values()):
                for cell, kind in {(cell, model.__class__) for cell, model in zip(rows.cells, rows.models)}:
                    identities[kind] = self._identity(cell)
            self._index = identities, frozenset(key for _, _, _, key in self._walk())
        return self._index

    def _identity(self, cell: CellType | None) -> Any:
        """What identifies the models that a class of cells shows; of a name, the drivers know the class."""
        if isinstance(cell, str):
            for updater in self._updaters():
                cell = updater.named(cell)
                break
        return getattr(cell, "identity", None)

    def _key_at(self, rows: Rows[M], at: int) -> Key:
        if at in rows.ids:
            return Key(rows.ids[at])
        return Key(identity_of(rows.models[at], self._identity(rows.cells[at])))

    def _key_of(self, item: Any) -> Key:
        """The key of an item that is given by its model or its key."""
        if isinstance(item, Key):
            return item
        identities, _ = self._indexed()
        if item.__class__ in identities:
            return Key(identity_of(item, identities[item.__class__]))
        return Key(item)

    def _walk(self, key_at: KeyAt | None = None) -> Iterator[tuple[int, Rows[M], int, Key]]:
        """Its items, with those below them: see `pre_order`."""
        return pre_order(self._rows, self._below, key_at or self._key_at)

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
        made._shown_by, made._is_frozen = (), is_frozen
        return made

    def _take_events(self) -> None:
        """Before a change: this may tell the section of a drag, or that it is not shown after all."""
        for updater in self._updaters():
            updater.take_events()

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
        updaters, failure = self._updaters(), None
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
        return iter(self._rows.models)

    def __len__(self) -> int:
        return len(self._rows.models)

    def __repr__(self) -> str:
        return f"<Section {self.id!r} of {len(self)} items>"


class Children(MutableMapping[Any, "list[M]"]):
    """The children of the items of a section, by item: each is given by its model, its key or its handle, and
    may itself be a child. Setting them changes the section as setting its `items` does; `in`, iteration and
    `len` are about the items that have children, by their keys. `NotFoundError`, a KeyError, for what is no
    item of the section.

    >>> from iqlist import kit
    >>> section = kit.Section("letters", ["a", "b"])
    >>> section.children["a"] = ["a1", "a2"]
    >>> section.children["a1"] = ["a11"]
    >>> section.items = ["b", "a"]
    >>> [(row.level, row.model) for row in kit.Driver([section]).list]
    [(0, 'b'), (0, 'a'), (1, 'a1'), (2, 'a11'), (1, 'a2')]
    >>> del section.children["a"]
    >>> len(section.children)
    0
    """

    def __init__(self, section: Section[M]) -> None:
        self._section = section

    def _key(self, item: Any) -> Key:
        key = item.key if isinstance(item, iqlist.Item) else self._section._key_of(item)
        if not any(key == found for _, _, _, found in self._section._walk()):
            raise iqlist.NotFoundError(f"{item!r} is no item of {self._section!r}")
        return key

    def __getitem__(self, item: Any) -> list[M]:
        return list(self._section._below.get(self._key(item), Rows[M]()).models)

    def __setitem__(self, item: Any, children: Iterable[M]) -> None:
        self._section._take_events()
        self._section._set_children(self._key(item), Rows.of(children, self._section.cell))

    def __delitem__(self, item: Any) -> None:
        self[item] = []

    def __contains__(self, item: Any) -> bool:
        key = item.key if isinstance(item, iqlist.Item) else self._section._key_of(item)
        return key in self._section._below

    def __iter__(self) -> Iterator[Key]:
        return iter(self._section._below)

    def __len__(self) -> int:
        return len(self._section._below)

    def __repr__(self) -> str:
        return f"<Children of {len(self)} items of {self._section!r}>"


Element = Union[int, str, tuple[Union[int, str], int]]


class Elements(MutableMapping[Element, Any]):
    """The models of the elements of a section by their kinds: header and footer, and any others of yours. A
    kind is a `Part`, a name, or a number from `Part.HOST` on; there may be several of a name or a number,
    which are given as pairs of it and an index. Setting one changes the section as setting its `header`
    does; None removes it. A text is shown by the driver's `text_cell`, other models by what their class says.

    >>> from iqlist import kit
    >>> section = kit.Section("names", ["Ada"], header="Names")
    >>> section.elements["badge", 1] = "new"
    >>> section.elements["badge", 1], section.elements[kit.Part.HEADER], len(section.elements)
    ('new', 'Names', 2)
    >>> del section.elements["badge", 1]
    >>> section.elements.get(("badge", 1)) is None
    True
    """

    def __init__(self, section: Section[Any]) -> None:
        self._section = section

    def __getitem__(self, element: Element) -> Any:
        try:
            return self._section._elements[place_of(element)]
        except KeyError:
            raise iqlist.NotFoundError(f"{self._section!r} has no element {element!r}") from None

    def __setitem__(self, element: Element, model: Any) -> None:
        self._section._set_element(place_of(element), model)

    def __delitem__(self, element: Element) -> None:
        _ = self[element]
        self[element] = None

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._section._elements)

    def __len__(self) -> int:
        return len(self._section._elements)


def place_of(element: Element) -> tuple[int, int]:
    """The kind and the index of an element."""
    kind, index = element if isinstance(element, tuple) else (element, 0)
    return kind_of(kind), index


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
