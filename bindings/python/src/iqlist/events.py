"""Events: what happened to a list, read from one queue. Views: windows onto a list, with cells.

Both are in one module since each refers to the other: an event names its view, and a cell is bound with an
event.
"""

from __future__ import annotations

import weakref
from ctypes import addressof, byref, c_size_t, sizeof
from dataclasses import dataclass
from struct import Struct
from typing import Any, Callable, Generic, NamedTuple

from . import abi
from ._calls import Core, Home, Owner, check, create, current, text, to_size, to_uint32
from ._cells import cells, views
from ._event_memory import fields_of
from ._models import object_at
from .changeset import Changeset
from .classes import CellClass
from .errors import BY_STATUS, Error, HandleError
from .event_kinds import KINDS, EventKind, Loading, Placeholder
from .handles import Item, ItemSource
from .identity import NONE, Key, KeyLike, Position, raw_key
from .records import M
from .sections import Section

POSITION = Struct("=2I")


@dataclass(frozen=True)
class Event(Generic[M]):
    """Something that happened to a list. Fields that its kind does not use are None or 0.

    `item` is the handle of the item that it is about; `key`, `section_key`, `position` and `index` are those
    of the item, or of the section, in the list's `version`; `model` is None if the item has gone meanwhile.
    `number` is the action of an ACTION, `sender` the object that was passed to `List.emit`. `changeset` has
    the changes of an UPDATE, `animation` and `flags` what its options said; `number` is the ticket of a
    submission, or 0. Of a submission that failed there is no changeset: `status` is not 0, and `error` is the
    class of the exception that its ticket has. Of STATES, `states` has those that `count` items from `index`
    on got or lost, and `flags` are `StatesFlag`. An event keeps what it refers to.

    Of a cell `view` is its view, `cell_number` its number there, and `cell` what the `cell` of its class has
    made, or None; `model` and `states` are those that it is bound to. Of BOUND, `flags` are `CellFlag`, and
    `mask` says what differs if it was bound again. Of PREFETCH, `flags` are `Prefetch`, about `count` items
    from `index` on. What a view shows of a list beside items has an `element_kind`, see `ElementKind`, and an
    `element_index`.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> shown.set_events(EventKind.UPDATE)
    >>> _ = shown.set_items(["a"], flags=iqlist.DiffFlag.PLAIN)
    >>> (event,) = shown.poll()
    >>> event.kind, iqlist.UpdateFlag(event.flags), event.version
    (<EventKind.UPDATE: 1>, <UpdateFlag.PLAIN: 16>, 1)
    """

    kind: EventKind
    flags: int
    version: int
    item: Item[M] | None
    key: Key | None
    section_key: Key | None
    position: Position | None
    index: int | None
    count: int
    model: M | None
    cell_class: CellClass | None
    view: View[M] | None
    cell_number: int | None
    cell: Any
    mask: int
    element_kind: int
    element_index: int
    states: int
    number: int
    sender: object
    changeset: Changeset | None
    status: int
    animation: int

    @property
    def error(self) -> type[Error] | None:
        """The class of the error of a submission that failed."""
        return BY_STATUS.get(self.status, Error) if self.status else None


class ListInfo(NamedTuple):
    """The state of a list at one moment. `version` counts what readers can see change: updates that changed
    something, each call of an open edit, and its commit or abandonment.

    >>> import iqlist
    >>> shown = iqlist.List.of_items(["a"])
    >>> before = shown.info().version
    >>> _ = shown.set_items(["a"])
    >>> shown.info().version == before
    True
    """

    version: int
    sections: int
    items: int
    loading: Loading
    placeholder: Placeholder
    undo_steps: int
    redo_steps: int
    selected: int
    submissions: int
    views: int
    edit_open: bool
    holds: int
    """How often it is held by `List.hold`."""
    pending: int
    """How many items polls have still to ask a filter or a sort key about, as of the last poll: for a
    progress bar. 1 at least while something is left to ask."""


class Cell(Generic[M]):
    """A base class for cells: the objects that a view shows items in. The `cell` of a `CellClass` makes one
    for each place on the screen, and it is bound to one item after another:

        __init__ --> bind --> (bind again) --> unbind --> ... bind --> ... unbind --> destroy

    Any other class does as well that has a `bind`; `unbind` and `destroy` are called if they are there. All
    are called on the thread that polls, in a poll, in `View.take_cell` and where a view is closed. They may
    read and change every list; polling the list, taking cells of the view and giving them back raises
    `BusyError` there. An exception of theirs is raised from the call: see `List.poll`.

    >>> import iqlist
    >>> class Label(iqlist.Cell[str]):
    ...     def bind(self, event):
    ...         self.text = event.model.title()
    >>> shown = iqlist.List(cell_class=iqlist.CellClass("docs/label", cell=Label))
    >>> _ = shown.set_items(["ada", "ben"])
    >>> shown.set_events(iqlist.EventKind.BOUND)
    >>> view = shown.view()
    >>> view.set_visible(0, 10)
    >>> [event.cell.text for event in shown.events()]
    ['Ada', 'Ben']
    """

    def bind(self, event: Event[M]) -> None:
        """Shows the event's item, or element. `event.flags` are `CellFlag`: RECONFIGURED if the cell shows
        it already, and then `event.mask` is what `changed` of the class returned. If this raises, the next
        poll tries again.

        >>> import iqlist
        >>> class Label(iqlist.Cell[str]):
        ...     def bind(self, event):
        ...         print(event.model, iqlist.CellFlag(event.flags).name, event.cell_number)
        >>> shown = iqlist.List(cell_class=iqlist.CellClass("docs/bind", cell=Label))
        >>> _ = shown.set_items(["a"])
        >>> with shown.view() as view:
        ...     view.set_visible(0, 1)
        ...     events = shown.poll()
        a NEW 0
        """
        raise NotImplementedError

    def unbind(self) -> None:
        """The cell stops showing what it was bound to, and waits in the pool of its class.

        >>> import iqlist
        >>> class Label(iqlist.Cell[str]):
        ...     def bind(self, event):
        ...         self.text = event.model
        ...     def unbind(self):
        ...         print("not", self.text)
        >>> shown = iqlist.List(cell_class=iqlist.CellClass("docs/unbind", cell=Label))
        >>> _ = shown.set_items(["a"])
        >>> with shown.view() as view:
        ...     view.set_visible(0, 1)
        ...     events = shown.poll()
        not a
        """

    def destroy(self) -> None:
        """The view drops the cell: it is called once, after the last `unbind`.

        >>> import iqlist
        >>> class Label(iqlist.Cell[str]):
        ...     def bind(self, event):
        ...         pass
        ...     def destroy(self):
        ...         print("destroyed")
        >>> shown = iqlist.List(cell_class=iqlist.CellClass("docs/destroy", cell=Label))
        >>> _ = shown.set_items(["a"])
        >>> with shown.view() as view:
        ...     view.set_visible(0, 1)
        ...     events = shown.poll()
        destroyed
        """


class TakenCell(Generic[M]):
    """A cell that the program has, from `View.take_cell`, until it gives it back: by `give`, or by `with`. A
    reload of its item puts another cell into its place: `cell` and `number` are then those.

    >>> import iqlist
    >>> shown = iqlist.List.of_items(["a", "b"])
    >>> with shown.view() as view, view.take_cell("b") as taken:
    ...     taken.event.model, taken.number
    ('b', 0)
    """

    __slots__ = ("__weakref__", "_element", "_is_given", "cell", "event", "number", "view")

    view: View[M]
    event: Event[M]
    """As BOUND, with `CellFlag.BY_HAND`: when it was taken."""
    cell: Any
    number: int

    _element: abi.iq_element
    _is_given: bool

    def __init__(self) -> None:
        raise TypeError("cells are taken by View.take_cell")

    @classmethod
    def _of(cls, view: View[M], element: abi.iq_element, raw: abi.iq_event) -> TakenCell[M]:
        made = cls.__new__(cls)
        made.view, made._element, made._is_given = view, element, False
        made.event = view._event(raw)
        made.cell, made.number = made.event.cell, int(raw.cell)
        view.list._taken[id(made)] = made
        return made

    def _follow(self) -> None:
        """After a poll: its element may have another cell. One that has gone has the same one."""
        core = self.view._core
        if core is None or self._is_given:
            return
        raw = abi.iq_event(struct_size=sizeof(abi.iq_event))
        if abi.iq_view_find_cell(core.pointer, abi.IQ_NONE, byref(self._element), byref(raw)) == abi.IQ_OK:
            self.cell, self.number = cells.get(raw.object or 0), raw.cell

    def give(self) -> None:
        """Gives it back: if it is not visible, the next poll unbinds it. Giving it twice does nothing, and
        nothing is left to give when the view or the list is closed. `BusyError` inside a function of a cell.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a"])
        >>> view = shown.view()
        >>> taken = view.take_cell("a")
        >>> taken.give()
        """
        if self._is_given or self.view.closed:
            return
        try:
            self.view._call(abi.iq_view_give_cell, self.number)
        except HandleError:
            if not self.view.list.closed:
                raise
        self._is_given = True
        self.view.list._taken.pop(id(self), None)

    def __enter__(self) -> TakenCell[M]:
        return self

    def __exit__(self, *_: object) -> None:
        self.give()

    def __repr__(self) -> str:
        return f"<TakenCell {self.number}{', given' if self._is_given else ''} of {self.view!r}>"


class View(Owner, Generic[M]):
    """A window onto a list, from `List.view`: the range of items that the user sees, and the cells that stand
    there. It is for programs that draw for themselves; for others it makes display events, prefetching and
    paging. A list has up to 8, and each has cells of its own.

    `set_visible` stores the range, and the next poll creates cells, binds them and makes the events that
    `List.set_events` asks for. What has left is unbound by the next poll that finds no events; at once if
    DID_END_DISPLAY is not asked for. When the list changes, a range that begins at 0 stays there, unless a
    page may come before it; any other moves with its items, as far as they stay in order and together.

    It is closed by `close`, by `with`, or when the last reference is dropped: that unbinds and destroys its
    cells, without events, and always on the thread that polled the list last. Where another thread closes or
    drops it, that is done by the next call of this package there, or by the next poll of the list. A view
    refers to its list. If that is closed first, the view keeps its cells until it is closed itself; all else
    raises `HandleError` then. A cell that refers to its view keeps it alive until `close`.

    >>> import iqlist
    >>> shown = iqlist.List.of_items(["a", "b", "c"])
    >>> shown.set_events(EventKind.BOUND | EventKind.DID_END_DISPLAY)
    >>> with shown.view() as view:
    ...     for first in (0, 1):
    ...         view.set_visible(first, 2)
    ...         print([(event.kind.name, event.model, event.cell_number) for event in shown.events()])
    [('BOUND', 'a', 0), ('BOUND', 'b', 1)]
    [('DID_END_DISPLAY', 'a', 0), ('BOUND', 'c', 2)]
    """

    list: ViewSource[M]

    def __init__(self) -> None:
        raise TypeError("views are made by List.view")

    @classmethod
    def _of(cls, owner: ViewSource[M], core: Core) -> View[M]:
        made = cls.__new__(cls)
        made.list, made._core = owner, core
        views[addressof(core.pointer.contents)] = made
        return made

    def _event(self, raw: Any) -> Event[M]:
        return self.list._event(raw, self)

    def _call(self, function: Callable[..., int], *arguments: Any) -> None:
        """A call on the view, which is not destroyed meanwhile. An exception does not keep it either."""
        core = self._live()
        try:
            status = function(core.pointer, *arguments)
        finally:
            del core
        check(status)

    def set_visible(self, first: int, count: int, ahead: int = 0) -> None:
        """Sets what is visible: `count` items from index `first` on, over all sections; `ahead` more on
        either side are prefetched. May be beyond what exists. From any thread, and from every callback; takes
        effect with the next poll. `HandleError` if the list is closed.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(range(100))
        >>> shown.set_events(EventKind.PREFETCH)
        >>> view = shown.view()
        >>> view.set_visible(10, 5, ahead=3)
        >>> [(event.index, event.count) for event in shown.events()]
        [(7, 3), (15, 3)]
        """
        self._call(
            abi.iq_view_set_visible,
            to_size(first, "first is"),
            to_size(count, "count is"),
            to_size(ahead, "ahead is"),
        )

    @property
    def visible(self) -> range:
        """The indices of the items that were visible at the last poll."""
        first, count = c_size_t(), c_size_t()
        self._call(abi.iq_view_get_visible, byref(first), byref(count))
        return range(first.value, first.value + count.value)

    def take_cell(
        self, element: Item[M] | Section[M] | KeyLike | M | None, *, kind: int = 0, index: int = 0
    ) -> TakenCell[M]:
        """A cell of an item, bound: the one that it has, or another one. The program has it until it gives it
        back: so long it stays bound, whether it is visible or not, and also if its item goes. The element is
        given as for `List.emit`: an item, or with `kind` and `index` a supplementary element of a section or
        of the list.

        `NotFoundError` if there is no such key or element, `HandleError` if the item has gone; `BusyError`
        inside a function of a cell, or while another thread polls. Raises what the functions of the cell
        raise.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b"])
        >>> title = iqlist.Supplementary(iqlist.ElementKind.HOST, "title", model="Letters")
        >>> shown.set_supplementary(title)
        >>> with shown.view() as view, view.take_cell(None, kind=iqlist.ElementKind.HOST) as taken:
        ...     taken.event.model
        'Letters'
        """
        self._live()
        about = self.list._element(element, kind, index)
        raw = abi.iq_event(struct_size=sizeof(abi.iq_event))
        self._call(abi.iq_view_take_cell, byref(about), byref(raw))
        return TakenCell._of(self, about, raw)

    def find_cell(
        self,
        element: Item[M] | Section[M] | KeyLike | M | None = None,
        *,
        kind: int = 0,
        index: int = 0,
        number: int | None = None,
    ) -> Event[M]:
        """What a cell is bound to, as BOUND without flags and position: the cell of an element, which is
        given as for `take_cell`, or the cell of that number. `NotFoundError` if the element has no cell, or
        the number is that of none that is bound. Also from functions of the view's cells.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b"])
        >>> view = shown.view()
        >>> view.set_visible(0, 2)
        >>> _ = shown.poll()
        >>> view.find_cell("b").cell_number, view.find_cell(number=0).model
        (1, 'a')
        """
        self._live()
        about = None
        if element is not None or kind or number is None:
            about = byref(self.list._element(element, kind, index))
        raw = abi.iq_event(struct_size=sizeof(abi.iq_event))
        given = abi.IQ_NONE if number is None else to_uint32(number)
        self._call(abi.iq_view_find_cell, given, about, byref(raw))
        return self._event(raw)

    def dump(self) -> str:
        """A description of the view for people, one fact a line: the visible items; of a view that is laid
        out its window, offset, the length of its content and its places; then the cells that are bound.
        `BusyError` while a thread is inside the view.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b"])
        >>> with shown.laid_out_view() as view:
        ...     view.set_size(80, 24)
        ...     view.set_layout(iqlist.SectionLayout(item=20))
        ...     _ = view.layout()
        ...     print(view.dump(), end="")
        view: laid out, window 80 x 24, offset 0, content 40, items 2
        place 0: item 0:0, cell 0, 0 0 80 20
        place 1: item 0:1, cell 1, 0 20 80 20
        cell 0: displayed
        cell 1: displayed
        """
        core = self._live()
        return text(abi.iq_view_dump, core.pointer)

    def close(self) -> None:
        """Unbinds and destroys its cells, here or on the thread that polls: see `View`. Closing twice does
        nothing. Raises what the functions of the cells raise, when all have been called. Safe from any
        callback: inside a poll the view is closed when that ends.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> view = shown.view()
        >>> view.close()
        >>> view.closed, shown.info().views
        (True, 0)
        """
        core, self._core = self._core, None
        was_closing, current.is_closing = current.is_closing, True
        try:
            if core is not None:
                views.pop(addressof(core.pointer.contents), None)
            # Destroyed here, unless another thread is inside a call of it.
            del core
            check(abi.IQ_OK)
        finally:
            current.is_closing = was_closing

    def __enter__(self) -> View[M]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return "<View, closed>" if self.closed else f"<View of {self.list!r}>"


class ViewSource(ItemSource[M]):
    """The part of a list that events and views are about."""

    def _begin(self) -> None:
        """Of a list that is being made."""
        self._home = Home()
        self._senders: dict[int, object] = {}
        self._taken: weakref.WeakValueDictionary[int, TakenCell[M]] = weakref.WeakValueDictionary()

    def view(self, *, bind_edges: bool = False) -> View[M]:
        """Makes a view of the list: see `View`. It shows nothing before `View.set_visible`. With `bind_edges`
        a cell is bound again when its item becomes, or is no longer, the first or last one of its section,
        which `CellFlag.FIRST` and `LAST` say: for separators and rounded groups. `LimitError` if the list
        has 8.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b", "c"])
        >>> view = shown.view()
        >>> view.set_visible(1, 5)
        >>> _ = shown.poll()
        >>> view.visible
        range(1, 3)
        """
        pointer = self._pointer
        if self._home.thread is None:
            self._home.move_here()
        options = abi.iq_view_options(
            struct_size=sizeof(abi.iq_view_options), flags=abi.IQ_VIEW_BIND_EDGES * bool(bind_edges)
        )
        return View._of(
            self, create(abi.iq_view, abi.iq_view_create, pointer, byref(options), home=self._home)
        )

    def _element(
        self, element: Item[M] | Section[M] | KeyLike | M | None, kind: int, index: int
    ) -> abi.iq_element:
        """An element as the library takes it."""
        about = abi.iq_element(
            struct_size=sizeof(abi.iq_element),
            kind=to_uint32(kind, "kind is"),
            index=to_uint32(index, "index is"),
        )
        if isinstance(element, Section):
            about.section = self._section_handle(element.key)
        elif element is not None:
            about.item = (element if isinstance(element, Item) else self.item(element))._struct
        return about

    def _event(self, raw: Any, view: View[M] | None) -> Event[M]:
        """An event of the library's, while what it points to is alive."""
        fields = fields_of(raw)
        changeset = None
        if fields.changeset:
            changeset = Changeset._of(create(abi.iq_changeset, abi.iq_changeset_copy, raw.changeset))
        has_section = fields.section != 0
        section, item = POSITION.unpack(fields.position)
        made: Event[M] = object.__new__(Event)
        # As the constructor of a frozen dataclass does, which sets one field after another.
        vars(made).update(
            kind=KINDS.get(fields.kind) or EventKind(fields.kind),
            flags=fields.flags,
            version=fields.version,
            item=Item._of(self, fields.item) if fields.item else None,
            key=raw_key(fields.key) if has_section else None,
            section_key=raw_key(fields.section_key) if has_section else None,
            position=None if section == NONE else Position(section, None if item == NONE else item),
            index=None if fields.index == NONE else fields.index,
            count=fields.count,
            model=object_at(fields.model),
            cell_class=CellClass._of(fields.cell_class),
            view=view,
            cell_number=None if fields.cell == NONE else fields.cell,
            cell=cells.get(fields.object),
            mask=fields.mask,
            element_kind=fields.element_kind,
            element_index=fields.element_index,
            states=fields.states,
            number=fields.number,
            sender=self._senders.get(fields.sender),
            changeset=changeset,
            status=fields.status,
            animation=fields.animation,
        )
        return made
