"""Lists behind GTK's list widgets: a `Gio.ListModel` over a list, for GTK 4 and PyGObject.

    model = iqlist.gtk.Model(shown)
    selection = Gtk.MultiSelection(model=model)
    model.keep_selection(selection)
    view = Gtk.ListView(model=selection, factory=factory)
    model.keep_scroll(view)

From then on the view follows the list, whatever changes it, on any thread. All objects of this module belong
to the thread that made them, which runs the main loop. `GLib` and `Gtk` are those of `gi.repository`, in
version 4.0 of GTK: from here they can be used with a type checker, which knows no types of them.
"""

from __future__ import annotations

import math
import weakref
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Optional, Union

from ._checks import expect
from ._feed import Feed
from ._gtk_hold import HoldWatch
from ._gtk_hold import check_view as check_pressed
from ._gtk_scroll import Scrolled, check_view
from ._gtk_sort import ColumnSorter, joined, sort_columns
from .changes import ChangeKind, Splice
from .changeset import Changeset
from .errors import ClosedError
from .event_kinds import EventKind
from .events import Event
from .identity import Key
from .lists import List, SortedList
from .records import Row, Side
from .snapshot import Snapshot
from .summary import Reload

if TYPE_CHECKING:
    # What is used of PyGObject, which has no types of its own.
    GLib: Any
    Gtk: Any
    GObject: Any
    readable = property

    class Object:
        __gtype__: Any

        def connect(self, name: str, handler: Callable[..., object]) -> int: ...
        def disconnect(self, handler: int) -> None: ...
        def emit(self, name: str, *arguments: object) -> None: ...
        def notify(self, name: str) -> None: ...

    class ListModel:
        def get_item(self, position: int) -> Any: ...
        def get_n_items(self) -> int: ...
        def items_changed(self, position: int, removed: int, added: int) -> None: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[Any]: ...

else:
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import Gio, GLib, GObject, Gtk

    Object, ListModel = GObject.Object, Gio.ListModel

    def readable(getter):
        return GObject.Property(getter, type=object)


RETRY_MILLISECONDS = 16
"""How long to wait before what could not be shown is tried again: while an edit is open."""
FEW = 64
"""Above so many selected items a map of all items is made."""
NEAR = 200
"""Splices with at most so many rows between them are reported as one. For each `items-changed` a list view
binds the 200 rows that it keeps around those in sight."""
MOST = 512
"""A splice of so many rows takes no more: views and selections may ask for each row of a splice."""
WIDGETS = 8
"""So many rows with items in use, one after another, are those of a view. Fewer may be those of a selection,
that holds what is selected."""
INVALID = 2**32 - 1

Field = Union[str, int, Callable[[Any], Any]]
"""What a column is sorted by: the name of an attribute, an index, or a function."""
Name = tuple[Key, Key]
"""The keys of a section and of an item: only with its section an item is identified in every list."""


class Item(Object):
    """An item of a model. A living item has one object as long as anyone holds it, over all updates and
    moves.

    Properties, for reading: `model`, the object that the list was given; `row`, its `Row`, with key and
    content; `section`, the key of its section. `notify::model` is emitted once for each update of the item,
    `notify::section` if it has moved to another section. Of an item that has gone they are the last ones.
    """

    __gtype_name__ = "IqlistItem"

    def __init__(self, row: Row[Any], section: Key, position: tuple[int, int]) -> None:
        super().__init__()
        self._set(row, section, position)

    def _set(self, row: Row[Any], section: Key, position: tuple[int, int]) -> None:
        self._row, self._section, self._position = row, section, position

    @readable
    def model(self) -> Any:
        """The object that the list was given."""
        return self._row.model

    @readable
    def row(self) -> Row[Any]:
        """Its key, content, model, class and level."""
        return self._row

    @readable
    def section(self) -> Key:
        """The key of its section."""
        return self._section


class Shown:
    """A snapshot, and where its sections begin."""

    def __init__(self, snapshot: Snapshot[Any]) -> None:
        self.snapshot, self.count = snapshot, len(snapshot)
        self.keys = [section.key for section in snapshot.sections]
        self.firsts = [section.first for section in snapshot.sections]

    def position_of(self, index: int) -> tuple[int, int]:
        section = bisect_right(self.firsts, index) - 1
        return section, index - self.firsts[section]

    def index_of(self, section: int, item: int) -> int:
        return self.firsts[section] + item

    def __len__(self) -> int:
        return self.count

    def place(self, line: int, changeset: Changeset, after: Any) -> Optional[int]:
        """The row of the same item after a changeset."""
        found = changeset.map_position(Side.BEFORE, *self.position_of(line))
        if found is None or found.item is None:
            return None
        return int(after.index_of(found.section, found.item))

    def read(self, position: tuple[int, int]) -> tuple[Row[Any], Key]:
        return self.snapshot.row_at(position), self.keys[position[0]]


class Update:
    """An update that is being shown: up to the end of the reported splices, rows are those of after,
    and behind it those of before."""

    def __init__(self, changeset: Changeset, before: Shown, after: Shown) -> None:
        self.changeset, self.before, self.after = changeset, before, after
        self.passed = self.behind = 0
        self.held: list[Item] = []
        """All that live: one that moves may be held by nobody else for a while."""
        self.gone: dict[Name, Item] = {}

    @property
    def count(self) -> int:
        return self.passed + self.before.count - self.behind

    def tell(self, row: int, removed: int, added: int) -> None:
        count = self.count + added - removed
        self.passed = row + added
        self.behind = self.before.count - (count - self.passed)

    def follow(self, position: tuple[int, int]) -> Optional[tuple[int, int]]:
        """Where the item at a position before is after."""
        found = self.changeset.map_position(Side.BEFORE, *position)
        return None if found is None or found.item is None else (found.section, found.item)


class Model(Object, ListModel):
    """The rows of a list, of type `Item`: the sections follow one another in one flat list. It is a
    `Gio.ListModel`, and keeps the list.

    `items-changed` is emitted splice by splice, and each time the rows are what the splices so far have made
    of them. Splices with at most 20 rows between them are one, with these rows; an item that stays, or moves
    within one, is the same object before and after, by which GTK keeps its widget, focus and selection. An
    item that is updated keeps its row and notifies `model`. Rows are read from a snapshot, never from a list
    that has gone on; several updates that wait are shown as one, and what an open edit does not before its
    commit. Objects are made for the rows that GTK asks for.

    `sort_keys` says what the rows of a `SortedList` are sorted by, for each `Gtk.ColumnViewColumn` that can
    be: an attribute of their models, an index (or key) of them, or a function of them. Such a column gets a
    sorter; the others have none. Then a click on a header of their `Gtk.ColumnView` sets the list's order: by
    the keys of the columns that were clicked, the last one first, and what is equal in all of them stays in
    the source's order. A view that comes to sort by no column, also because it ends, sets that order.

    Signals: `event(event)`, an event of the `kinds` that were asked for; `updated()`, an update is shown, and
    all its other signals were emitted.

    >>> import iqlist
    >>> shown = iqlist.List.of_items(["a", "b"])
    >>> model = Model(shown)
    >>> item = model.get_item(1)
    >>> _ = model.connect("items-changed", lambda model, *splice: print(splice, [row.model for row in model]))
    >>> shown.set_items(["b", "c"])
    <Changeset: 1 item deletes, 1 item inserts>
    >>> model.sync()
    (0, 1, 0) ['b']
    (1, 0, 1) ['b', 'c']
    True
    >>> model.get_item(0) is item
    True
    """

    __gtype_name__ = "IqlistModel"
    if not TYPE_CHECKING:
        __gsignals__ = {
            "event": (GObject.SignalFlags.RUN_LAST, None, (object,)),
            "updated": (GObject.SignalFlags.RUN_LAST, None, ()),
        }

    def __init__(
        self,
        shown: List[Any],
        kinds: int = EventKind.NONE,
        *,
        sort_keys: Optional[Mapping[Any, Field]] = None,
    ) -> None:
        super().__init__()
        if sort_keys is not None:
            expect(shown, SortedList, "a list with sort_keys is")
        self._kinds, self._timer = kinds, 0
        self._items: weakref.WeakValueDictionary[Name, Item] = weakref.WeakValueDictionary()
        self._selections: list[Callable[[], Any]] = []
        self._views: list[Scrolled] = []
        self._update: Optional[Update] = None
        self._feeds = Feed.chain(shown)
        self._shown = Shown(self._feeds[-1].join(self._show, self._take, kinds))
        self._sources: dict[int, tuple[Feed[Any], Any]] = {}
        """What waits for a descriptor, by that."""
        self._listen()
        self._sorters: list[Any] = []
        """Of views, that are watched."""
        for column, field in (sort_keys or {}).items():
            column.set_sorter(ColumnSorter(_getter(field)))
            column.connect("notify::column-view", partial(_call, weakref.WeakMethod(self._watch_sorter)))
            self._watch_sorter(column)
        self.sync()

    @property
    def shown(self) -> List[Any]:
        """The list."""
        return self._feeds[-1].list

    def sync(self) -> bool:
        """Shows what the list shows, without waiting for the main loop. False if that is not possible now: an
        edit is open (it is tried again by the main loop), or an update is being shown."""
        if self._update is not None:
            return False
        again = [feed.poll() for feed in self._feeds]
        for scrolled in self._views:
            scrolled.polled()
        if any(again) and not self._timer:
            try_again = weakref.WeakMethod(self._try_again)
            self._timer = GLib.timeout_add(RETRY_MILLISECONDS, partial(_call, try_again))
        return not any(again)

    def position_of(self, item: Item) -> Optional[int]:
        """The row of an item. None: it has gone, or while `items-changed` is emitted, it is in no row at this
        moment."""
        update, shown = self._update, self._shown
        if update is None:
            is_here = self._items.get((item.section, item.row.key)) is item
            return shown.index_of(*item._position) if is_here else None
        name = item.section, item.row.key
        where: Optional[Any] = item._position
        if self._items.get(name) is item:
            index = update.after.index_of(*item._position)
            if index < update.passed:
                return index
            where = update.changeset.map_position(Side.AFTER, *item._position)
        elif update.gone.get(name) is not item:
            return None
        index = -1 if where is None else update.before.index_of(*where)
        return index - update.behind + update.passed if index >= update.behind else None

    def keep_selection(self, selection: Any) -> None:
        """Keeps the selection on the same items over every update from now on: those that have moved are
        selected again when all is shown. It is a `Gtk.SingleSelection` or a `Gtk.MultiSelection` whose model
        is this one itself, not one that sorts or filters it, and is not kept alive. Notifications of its
        properties wait until an update is shown. `TypeError`, `ValueError` if it is another one."""
        if not isinstance(selection, (Gtk.SingleSelection, Gtk.MultiSelection)):
            raise TypeError(f"{selection} is neither a Gtk.SingleSelection nor a Gtk.MultiSelection")
        if selection.get_model() is not self:
            raise ValueError("the model of the selection is another one")
        self._selections.append(weakref.ref(selection))

    def keep_scroll(self, view: Any) -> None:
        """Keeps what is visible of a view over every update from now on, by the rule of a `View`: at the top
        it stays at the top, so that new first rows are seen, unless a page may come before them; elsewhere
        it goes along with the rows that have stayed in order and together. By itself GTK holds one row,
        wherever that goes, and at the top may leave new first rows blank. The view is a `Gtk.ListView` or a
        `Gtk.ColumnView`, vertical, whose selection has this model itself, and is not kept alive. Where its
        rows are not equally high it is kept at the top only, and GTK's own way is left elsewhere.
        `TypeError` if it is another widget."""
        check_view(view)
        self._views = [each for each in self._views if each.view() is not None]
        if all(each.view() is not view for each in self._views):
            self._views.append(Scrolled(self.shown, view))

    def hold_while_pressed(self, view: Any) -> None:
        """Holds the list still (`List.hold`) while a button or a finger is down in a view of the model: rows
        that move away under the pointer are the wrong rows to click. What waits is shown after the release.
        The model may stand behind others, as those that GTK has for filters. The view is not kept alive, and
        keeps neither the model nor the list. `TypeError` if it has no model."""
        check_pressed(view)
        HoldWatch(self, view)

    # --- Gio.ListModel

    def do_get_item_type(self) -> Any:
        return Item.__gtype__

    def do_get_n_items(self) -> int:
        return self._shown.count if self._update is None else self._update.count

    def do_get_item(self, row: int) -> Optional[Item]:
        return self._item(*self._where(row)) if row < self.do_get_n_items() else None

    def _where(self, row: int) -> tuple[Shown, tuple[int, int], Any]:
        """Where a row is read, and the items that have those of such rows."""
        update, shown, index = self._update, self._shown, row
        if update is not None and row < update.passed:
            shown = update.after
        elif update is not None:
            index = row - update.passed + update.behind
        position = shown.position_of(index)
        if update is None or shown is update.after:
            return shown, position, self._items
        after = update.follow(position)
        return (shown, position, update.gone) if after is None else (update.after, after, self._items)

    def _item(self, shown: Shown, position: tuple[int, int], items: Any) -> Item:
        row, section = shown.read(position)
        item = items.get((section, row.key))
        if item is None:
            item = items[section, row.key] = Item(row, section, position)
            if self._update is not None:
                self._update.held.append(item)
        return item  # type: ignore[no-any-return]

    # --- sorting

    def _watch_sorter(self, column: Any, *_: object) -> None:
        view = column.get_column_view()
        sorter = None if view is None else view.get_sorter()
        self._sorters = [each for each in self._sorters if each() is not None]
        if sorter is not None and all(each() is not sorter for each in self._sorters):
            sorter.connect("changed", partial(_call, weakref.WeakMethod(self._sort)))
            self._sorters.append(sorter.weak_ref())

    def _sort(self, sorter: Any, _: object) -> None:
        shown: Any = self.shown
        key, reverse = joined(sort_columns(sorter))
        with suppress(ClosedError):
            shown.set_order(key, reverse=reverse)

    # --- updates

    def _listen(self) -> None:
        """Waits for the lists that it does not wait for."""
        wake = weakref.WeakMethod(self._wake)
        for feed in self._feeds:
            descriptor = feed.fileno()
            if descriptor in self._sources or feed.list.closed:
                continue
            source = GLib.unix_fd_add_full(
                GLib.PRIORITY_DEFAULT, descriptor, GLib.IOCondition.IN, partial(_call, wake)
            )
            removal = weakref.finalize(self, GLib.source_remove, source)
            removal.atexit = False
            self._sources[descriptor] = feed, removal

    def _wake(self, descriptor: int, _: Any) -> bool:
        self.sync()
        feed, removal = self._sources[descriptor]
        # In a loop inside the loop the descriptor may be readable all the time: of a list that another model
        # polls, and of all while this model shows an update.
        shows = self._update is not None and self._feeds[-1].is_polling(self._listen)
        if not feed.list.closed and not shows and not feed.is_polling(self._listen):
            return True
        removal.detach()
        del self._sources[descriptor]
        return False

    def _try_again(self) -> bool:
        self._timer = 0
        self.sync()
        return False

    def _take(self, event: Event[Any]) -> None:
        if event.kind & self._kinds:
            self.emit("event", event)

    def _show(self, changeset: Changeset, before: Snapshot[Any], after: Snapshot[Any]) -> None:
        update = self._update = Update(changeset, self._shown, Shown(after))
        moved, stay = self._follow(update)
        updated = _updated(update, stay)
        kept = self._remember(update)
        for scrolled in self._views:
            scrolled.follow(self, update.before, changeset, update.after)
        try:
            if changeset.reload != Reload.NO:
                self._tell(0, update.before.count, update.after.count)
            else:
                self._tell_splices(changeset.splices(updates=False))
        finally:
            self._shown, self._update = update.after, None
            for selection, wanted in kept:
                _select_again(selection, wanted)
        for item in moved:
            item.notify("section")
        for item in updated:
            item.notify("model")
        self.emit("updated")

    def _tell(self, row: int, removed: int, added: int) -> None:
        assert self._update is not None
        self._update.tell(row, removed, added)
        if removed or added:
            self.items_changed(row, removed, added)

    def _tell_splices(self, splices: Sequence[Splice]) -> None:
        number = 0
        while number < len(splices):
            end, (row, removed, added) = _merged(splices, number)
            edge = self._edge(row, removed)
            if edge is not None:
                end, (row, removed, added) = _merged(splices, number, edge)
            while edge is not None and edge < row + removed:
                self._tell(row, edge - row, 0)
                removed -= edge - row
                edge = self._edge(row, removed)
            self._tell(row, removed, added)
            number = end

    def _edge(self, row: int, removed: int) -> Optional[int]:
        """The first row of a splice that has a widget behind one that has none. No signal reaches over it. A
        view before GTK 4.12 would take the first rows of that from where the rows without widgets begin, and
        have widgets in wrong rows from then on:

            rows             a b c D E F G     capitals have widgets
            b to E go        a F G             as two parts: b c, then D E
            in one part      E F G             a went instead of E, and row 0 shows E
        """
        if row == 0 or removed == 0 or Gtk.get_minor_version() >= 12:
            return None
        end, first, following = row + removed, row, row
        for at in self._used(row, min(end + WIDGETS, self.do_get_n_items())):
            if at != following:
                first = at
            following = at + 1
            if first > row and following - first == WIDGETS:
                return first if first < end else None
        return None

    def _used(self, row: int, end: int) -> list[int]:
        """The rows of a range whose items anybody beside Python has: a view has those of its widgets."""
        held = self._update.held if self._update is not None else []
        if end - row < len(held):
            return [each for each in range(row, end) if self._is_row_used(each)]
        rows = [self.position_of(item) for item in held if _is_used(item)]
        return sorted(each for each in rows if each is not None and row <= each < end)

    def _is_row_used(self, row: int) -> bool:
        shown, position, items = self._where(row)
        found, section = shown.read(position)
        item = items.get((section, found.key))
        return item is not None and _is_used(item)

    def _follow(self, update: Update) -> tuple[list[Item], dict[int, Item]]:
        """Gives the objects that live the values of after. Returns those that are in another section, and
        those that stay by their index after."""
        moved: list[Item] = []
        stay: dict[int, Item] = {}
        update.held = list(self._items.values())
        self._items = weakref.WeakValueDictionary()
        for item in update.held:
            position = update.follow(item._position)
            if position is None:
                update.gone[item.section, item.row.key] = item
                continue
            row, section = update.after.read(position)
            if section != item.section:
                moved.append(item)
            item._set(row, section, position)
            self._items[section, row.key] = item
            stay[update.after.index_of(*position)] = item
        return moved, stay

    def _remember(self, update: Update) -> list[tuple[Any, list[int]]]:
        """The selections that are kept, and what is to be selected after."""
        self._selections = [each for each in self._selections if each() is not None]
        found = [each() for each in self._selections]
        kept = [
            (each, _mapped(update, each)) for each in found if each is not None and each.get_model() is self
        ]
        for selection, _ in kept:
            selection.freeze_notify()
        return kept


def _is_used(item: Any) -> bool:
    return bool(item.__grefcount__ > 1)


def _merged(splices: Sequence[Splice], number: int, edge: float = math.inf) -> tuple[int, Splice]:
    """A splice with those behind it that are near and before an edge, and with the rows in between. Returns
    the number of the next one, too. A splice that removes the first row stays alone: GTK's views would follow
    that row to where it comes back, away from the top."""
    row, removed, added = splices[number]
    number += 1
    if row == 0 and removed > 0:
        return number, Splice(row, removed, added)
    while number < len(splices) and max(removed, added) < MOST:
        splice = splices[number]
        between = splice.position - (row + added)
        if between > NEAR or row + removed + between + splice.removed > edge:
            break
        removed, added = removed + between + splice.removed, added + between + splice.added
        number += 1
    return number, Splice(row, removed, added)


def _updated(update: Update, stay: dict[int, Item]) -> list[Item]:
    """Those of the items that were updated. A full reload says nothing of single items: all may look
    different."""
    if update.changeset.reload != Reload.NO:
        return list(stay.values())
    updated: list[Item] = []
    for change in update.changeset.batch():
        if change.kind == ChangeKind.ITEM_UPDATE:
            first = update.after.index_of(change.after_section, change.after_item)
            updated += [stay[index] for index in range(first, first + change.count) if index in stay]
    return updated


def _mapped(update: Update, selection: Any) -> list[int]:
    """The rows after of those that are selected before."""
    selected = selection.get_selection()
    rows = [selected.get_nth(number) for number in range(selected.get_size())]
    if len(rows) > FEW:
        mapped = update.changeset.map(Side.BEFORE)
        return [mapped[row] for row in rows if mapped[row] != INVALID]
    positions = [update.follow(update.before.position_of(row)) for row in rows]
    return [update.after.index_of(*position) for position in positions if position is not None]


def _select_again(selection: Any, wanted: list[int]) -> None:
    if isinstance(selection, Gtk.SingleSelection):
        if wanted:
            selection.set_selected(wanted[0])
    else:
        rows = Gtk.Bitset.new_empty()
        for row in wanted:
            rows.add(row)
        rows.subtract(selection.get_selection())
        if not rows.is_empty():
            selection.set_selection(rows, rows)
    selection.thaw_notify()


def _call(reference: Callable[[], Optional[Callable[..., object]]], *given: object) -> object:
    function = reference()
    return function is not None and function(*given)


def _getter(field: Field) -> Callable[[Any], Any]:
    if isinstance(field, str):
        return attrgetter(field)
    return itemgetter(field) if isinstance(field, int) else field
