"""Lists as models of Qt 6, for PySide6 and PyQt6: `Model` stands behind a QListView, QTreeView or QML view,
and follows its list by itself.

Which of the two is used is said by the environment variable `QT_API` (`pyside6` or `pyqt6`), or else by what
is imported already; otherwise PySide6 is looked for first.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from contextlib import suppress
from ctypes import byref, sizeof
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Union

from . import abi
from ._calls import check
from ._checks import expect
from ._feed import Feed
from ._qt import (
    Index,
    QAbstractItemModel,
    QAbstractItemView,
    QAbstractListModel,
    QAbstractTableModel,
    QByteArray,
    QModelIndex,
    QObject,
    QSocketNotifier,
    Qt,
    QTimer,
)
from ._qt_hold import HoldFilter
from ._qt_kinds import kind_of
from ._qt_rows import Place, Rows
from ._qt_scroll import ScrollPosition
from .changeset import Changeset
from .errors import ClosedError, HandleError, NotFoundError
from .event_kinds import Edge, EventKind, PageState
from .events import Event
from .identity import KeyLike
from .lists import List, SortedList
from .records import ElementKind, Row
from .snapshot import Snapshot

__all__ = ["Field", "Model", "SectionRow"]

Field = Union[str, int, Callable[[Any], Any]]
"""What a role shows: the name of an attribute, an index, or a function."""


class SectionRow(NamedTuple):
    """A section, as its fields are made of it: its name, as `Section.name`; how many items it has at this
    moment; and the model of its header, or None."""

    name: Any
    count: int  # type: ignore[assignment] # And tuples have a method of this name.
    header: Any


class Model(Rows):
    """A list as a model of Qt: the items of all sections as rows, or with `sections` the sections as rows and
    their items below them.

    `fields` says what items show in a role: an attribute of their models, an index (or key) of them, or a
    function of them; without it their `str`. A role is one of `Qt.ItemDataRole`, or a name of your own, which
    QML knows it by; your roles count from UserRole on in this order. `columns` are tables of the same kind
    for the columns behind the first one. `section_fields` says the same of a `SectionRow`.

    Persistent indexes, the selection and the current index stay with their items, also while these move. In
    each signal, rows and data are those of that moment. The model has no rows of its own: it reads snapshots,
    which share the list's memory, and has a number and a count for each section. Updates that wait are shown
    as one. A changeset with more moves than `layout_threshold` (50) is one layoutChanged instead of a signal
    a move; one that is a full reload is a reset of the model.

    A flat model is a QAbstractListModel, or with `columns` a QAbstractTableModel; with `sections` it is a
    QAbstractItemModel, which views ask more of. A subclass with an `__init__` of its own is the latter,
    unless it names one of the others behind Model: `class Mine(Model, QAbstractListModel)`.

    `sort_keys` says what the rows of a `SortedList` are sorted by, for each column that can be: as `fields`
    do, of the model. Then a click on a header of a view with `setSortingEnabled(True)` sets the list's order,
    see `sort`.

    The model polls the list where Qt's event loop runs, behind the lists that it follows, if it is derived;
    nothing else may poll it. Any thread changes it, submits to it or to its first source, and closes it.
    Several models of one list poll it together. Events that are no update go to `on_event`,
    after the models show what the list has become; `events` are the `EventKind`s that are made of them.
    `fetchMore` asks for the page at the end of the list, or of a section: it is a PAGE event.

    >>> import iqlist
    >>> from iqlist.qt import Model
    >>> people = iqlist.List.of_items([("Ada", 36), ("Ben", 7)], key=lambda person: person[0])
    >>> model = Model(people, {Qt.ItemDataRole.DisplayRole: 0, "age": 1})
    >>> model.rowCount(), model.index(1, 0).data(), bytes(model.roleNames()[256])
    (2, 'Ben', b'age')
    >>> _ = people.set_items([("Cem", 20)])
    >>> model.poll()
    >>> model.rowCount(), model.index(0, 0).data()
    (1, 'Cem')
    """

    if not TYPE_CHECKING:

        def __new__(cls, *_: Any, sections: bool = False, columns: Any = (), **__: Any) -> Any:
            # The arguments of another __init__ do not say what is shown.
            kind = kind_of(cls, sections or cls.__init__ is not Model.__init__, bool(columns))
            return super(Model, kind).__new__(kind)

    def __init__(
        self,
        shown: List[Any],
        fields: Mapping[Any, Field] | None = None,
        *,
        columns: tuple[Mapping[Any, Field], ...] = (),
        sections: bool = False,
        section_fields: Mapping[Any, Field] | None = None,
        sort_keys: Mapping[int, Field] | None = None,
        events: int = EventKind.PAGE,
        on_event: Callable[[Event[Any]], object] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        if sort_keys is not None:
            expect(shown, SortedList, "a list with sort_keys is")
        self._sort_keys = {column: _getter(field) for column, field in (sort_keys or {}).items()}
        self._roles: dict[str, int] = {}
        shows_text: Mapping[Any, Field] = {Qt.ItemDataRole.DisplayRole: str}
        self._fields = [self._getters(each) for each in (shows_text if fields is None else fields, *columns)]
        shows_name: Mapping[Any, Field] = {Qt.ItemDataRole.DisplayRole: lambda row: str(row.name)}
        self._section_fields = self._getters(shows_name if section_fields is None else section_fields)
        self._shown_roles = {*self._section_fields}.union(*self._fields)
        """Of anything: a view asks for many roles, most of which show nothing."""
        self._has_sections, self._width = sections, len(self._fields)
        self._on_event = on_event
        self._check_kind()

        self._page = abi.iq_page(struct_size=sizeof(abi.iq_page))
        self._kept: list[weakref.ref[QAbstractItemView]] = []
        self._feeds = Feed.chain(shown)
        self._begin_rows(self._feeds[-1].join(self._show, self._take, events))
        self._notifiers: list[QSocketNotifier] = []
        for feed in self._feeds:
            notifier = QSocketNotifier(feed.fileno(), QSocketNotifier.Type.Read, self)
            notifier.activated.connect(self._wake)
            self._notifiers.append(notifier)
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.setInterval(10)
        self._retry.timeout.connect(self.poll)

    @property
    def shown(self) -> List[Any]:
        """The list that it shows."""
        return self._feeds[-1].list

    def poll(self) -> None:
        """Shows at once what the list has become; otherwise Qt's event loop does that. No effect inside a
        signal of a model."""
        if self._retry.isActive():
            self._retry.stop()
        again = [feed.poll() for feed in self._feeds]
        if any(again):
            self._retry.start()

    def row_at(self, index: Index) -> Row[Any] | None:
        """The item at an index: key, content, model and class. None for a section, and for no index.

        >>> import iqlist
        >>> model = Model(iqlist.List.of_items(["a", "b"]))
        >>> model.row_at(model.index(1, 0)).model
        'b'
        """
        found = self._find(index)
        return None if found is None or found[2] is None else found[0][found[2]]

    def section_at(self, index: Index) -> SectionRow | None:
        """The section at an index; None for an item.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"fruit": ["apple", "pear"]})
        >>> model = Model(shown, sections=True)
        >>> model.section_at(model.index(0, 0)).count
        2
        """
        found = self._find(index)
        return None if found is None or found[2] is not None else self._section_row(index.row(), found)

    def index_of(self, item: KeyLike | Any, section: KeyLike | None = None) -> QModelIndex:
        """The index of an item, given by its key or the object; not valid if there is none, and inside a
        signal. The first time after an update O(n).

        >>> import iqlist
        >>> Model(iqlist.List.of_items(["a", "b"])).index_of("b").row()
        1
        """
        try:
            position = self._after.position(item, section)
        except NotFoundError:
            return QModelIndex()
        if self._replay is not None or position.item is None:
            return QModelIndex()
        if self._has_sections:
            return self.index(position.item, 0, self.index(position.section, 0))
        return self.index(self._after.index_of(position), 0)

    def keep_scroll(self, view: QAbstractItemView) -> None:
        """Lets a view of the model scroll along with its rows, over every update from now on, as `View` does
        (iqlist.h, VIEWS): at the top it stays at the top, so that new first rows are seen. Elsewhere the
        first row in sight of those that stay in order and together remains where it is, so that rows which
        come and go above do not move it. Without this, a view keeps the distance from its beginning. The view
        is not kept alive. O(rows in sight) an update, squared at most."""
        self._kept.append(weakref.ref(view))

    def hold_while_pressed(self, view: QAbstractItemView) -> None:
        """Holds the list still (`List.hold`) while a mouse button is pressed in a view of the model, and
        while a context menu of the view is open: rows that move away under the pointer are the wrong rows to
        click. What waits is shown after the release. The model may stand behind proxies. The view is not
        kept alive, and keeps neither the model nor the list."""
        HoldFilter(self, view)

    # --- what Qt asks

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sets the order of the list by the sort key of a column, as a click on its header does: the next
        poll shows it, and rows that are equal stay in the source's order. -1: the source's order. No effect
        for a column without a sort key.

        >>> import iqlist
        >>> people = iqlist.List.of_items([("Ben", 7), ("Ada", 36)])
        >>> model = Model(people.sorted(), {Qt.ItemDataRole.DisplayRole: 0}, sort_keys={0: 0})
        >>> model.sort(0)
        >>> model.poll()
        >>> model.index(0, 0).data()
        'Ada'
        """
        if column in self._sort_keys or (column < 0 and self._sort_keys):
            shown: Any = self.shown
            key = self._sort_keys.get(column)
            reverse = order == Qt.SortOrder.DescendingOrder
            shown.set_order(None if key is None else _of_model(key), reverse=reverse)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in self._shown_roles:
            return None
        is_section = self._has_sections and index.internalId() == 0
        if is_section and index.column() != 0:
            return None
        getter = (self._section_fields if is_section else self._fields[index.column()]).get(role)
        found = None if getter is None else self._find(index)
        if getter is None or found is None:
            return None
        if found[2] is None:
            return getter(self._section_row(index.row(), found))
        model = self._reader.read(found[0], found[2])
        return None if model is None else getter(model)

    def roleNames(self) -> dict[int, QByteArray]:
        names = super().roleNames()
        names.update({role: QByteArray(name.encode()) for name, role in self._roles.items()})
        return names

    def canFetchMore(self, parent: Index) -> bool:
        section = self._paged(parent)
        try:
            return section is not None and self._page_state(Edge.END, *section) == PageState.MORE
        except GONE:
            return False

    def fetchMore(self, parent: Index) -> None:
        section = self._paged(parent)
        if section is not None:
            with suppress(*GONE):
                self.shown.reach_edge(Edge.END, *section)

    # --- fields

    def _getters(self, fields: Mapping[Any, Field]) -> dict[int, Callable[[Any], Any]]:
        return {self._role(role): _getter(field) for role, field in fields.items()}

    def _role(self, role: int | str) -> int:
        if isinstance(role, str):
            return self._roles.setdefault(role, int(Qt.ItemDataRole.UserRole) + len(self._roles))
        return int(role)

    def _section_row(self, row: int, found: Place) -> SectionRow:
        section = found[0].sections[found[1]]
        elements = [each for each in section.supplementaries if each.kind == ElementKind.HEADER]
        return SectionRow(section.name, self._counts[row], elements[0].model if elements else None)

    def _paged(self, parent: Index) -> tuple[Any, ...] | None:
        """What has a page, as arguments: none for the list itself, or the key of a section."""
        if not parent.isValid():
            return ()
        found = self._find(parent)
        if found is None or found[2] is not None or parent.column() != 0:
            return None
        return (found[0].sections[found[1]].key,)

    # --- from one state to the next

    def _wake(self) -> None:
        # In an event loop inside a signal the descriptor would be readable all the time.
        for notifier in self._notifiers:
            notifier.setEnabled(False)
        try:
            self.poll()
        finally:
            self._listen()

    def _listen(self) -> None:
        """Waits for the lists, but for one that another model polls: again when that has ended."""
        # A RuntimeError says that Qt has deleted the model meanwhile.
        with suppress(RuntimeError):
            for notifier, feed in zip(self._notifiers, self._feeds):
                notifier.setEnabled(not feed.list.closed and not feed.is_polling(self._listen))

    def _take(self, event: Event[Any]) -> None:
        if self._on_event is not None:
            self._on_event(event)

    def _show(self, changeset: Changeset, before: Snapshot[Any], after: Snapshot[Any]) -> None:
        positions: list[ScrollPosition] = []
        for each in self._kept:
            # A RuntimeError says that Qt has deleted the view.
            with suppress(RuntimeError):
                view = each()
                if view is not None:
                    positions.append(ScrollPosition(view, not self._has_sections, self._may_grow_at_start()))
        self._show_rows(changeset, before, after)
        for position in positions:
            with suppress(RuntimeError):
                position.restore()

    def _may_grow_at_start(self) -> bool:
        """Whether a page may come before the first item, of the list or of a section that begins there."""
        with suppress(*GONE):
            if self._has_page():
                return True
            for section in self._after.sections:
                if self._has_page(section.key):
                    return True
                if len(section):
                    break
        return False

    def _has_page(self, *section: Any) -> bool:
        return self._page_state(Edge.START, *section) not in (PageState.OFF, PageState.ENDED)

    def _page_state(self, edge: int, *section: Any) -> int:
        if section:
            return self.shown.page(edge, *section).state
        # Views ask for that of the list with each layout.
        page = self._page
        check(abi.iq_list_get_page(self.shown._pointer, NO_SECTION, edge, byref(page)))
        return int(page.state)

    def _check_kind(self) -> None:
        """A base class that a subclass names suits what is shown."""
        needed = QAbstractItemModel if self._has_sections else QAbstractTableModel
        other: Any = (QAbstractListModel, QAbstractTableModel) if self._has_sections else QAbstractListModel
        if (self._has_sections or self._width > 1) and isinstance(self, other):
            raise TypeError(f"{type(self).__name__} needs to be a {needed.__name__} for what it shows")


NO_SECTION = abi.iq_section()
GONE = (ClosedError, HandleError, NotFoundError)
"""The list is closed, or another thread has deleted the section."""


def _getter(field: Field) -> Callable[[Any], Any]:
    if isinstance(field, str):
        return attrgetter(field)
    return itemgetter(field) if isinstance(field, int) else field


def _of_model(key: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    """A key function of a list that asks one of models."""
    return lambda _, model: key(model)
