"""Lists as models of Qt 6, for PySide6 and PyQt6: `Model` stands behind a QListView, QTreeView or QML view,
and follows its list by itself.

Which of the two is used is said by the environment variable `QT_API` (`pyside6` or `pyqt6`), or else by what
is imported already; otherwise PySide6 is looked for first.
"""

from __future__ import annotations

import importlib
import os
import sys
import weakref
from collections.abc import Mapping
from contextlib import suppress
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional, Union

from ._feed import Feed
from .changes import ChangeKind
from .changeset import Changeset
from .errors import ClosedError, HandleError, NotFoundError
from .event_kinds import Edge, EventKind, PageState
from .events import Event
from .identity import KeyLike
from .lists import List
from .records import ElementKind, Row, Side
from .replays import Replay
from .snapshot import Snapshot
from .summary import Reload

BINDINGS = ("PySide6", "PyQt6")


def _binding() -> str:
    asked = os.environ.get("QT_API", "").lower()
    named = [name for name in BINDINGS if name.lower() == asked]
    for name in named or [name for name in BINDINGS if name in sys.modules] or BINDINGS:
        try:
            importlib.import_module(f"{name}.QtCore")
        except ImportError:
            continue
        return name
    raise ImportError("iqlist.qt needs PySide6 or PyQt6: pip install iqlist[qt]")


if TYPE_CHECKING:
    from PySide6.QtCore import (
        QAbstractItemModel,
        QByteArray,
        QModelIndex,
        QObject,
        QPersistentModelIndex,
        QPoint,
        QSocketNotifier,
        Qt,
        QTimer,
    )
    from PySide6.QtWidgets import QAbstractItemView

    Index = Union[QModelIndex, QPersistentModelIndex]
else:
    _core = importlib.import_module(f"{_binding()}.QtCore")
    QAbstractItemModel, QModelIndex, QObject = _core.QAbstractItemModel, _core.QModelIndex, _core.QObject
    QSocketNotifier, Qt, QTimer = _core.QSocketNotifier, _core.Qt, _core.QTimer
    QByteArray, QPersistentModelIndex, QPoint = _core.QByteArray, _core.QPersistentModelIndex, _core.QPoint

__all__ = ["Field", "Model", "SectionRow"]

Field = Union[str, int, Callable[[Any], Any]]
"""What a role shows: the name of an attribute, an index, or a function."""


class SectionRow(NamedTuple):
    """A section, as its fields are made of it: its name, as `Section.name`; how many items it has at this
    moment; and the model of its header, or None."""

    name: Any
    count: int  # type: ignore[assignment] # And tuples have a method of this name.
    header: Any


class _Place:
    """Where a view is scrolled to: the rows in sight, and how many pixels of the first one are above."""

    def __init__(self, view: QAbstractItemView) -> None:
        self.view = view
        self.rows: list[Any] = []  # Persistent: the types of PySide6 know no way back to a QModelIndex.
        index = view.indexAt(QPoint(1, 1))
        self.above = view.visualRect(index).top()
        while index.isValid() and view.visualRect(index).top() < view.viewport().height():
            self.rows.append(QPersistentModelIndex(index))
            below = view.indexAt(QPoint(1, view.visualRect(index).bottom() + 2))
            index = QModelIndex() if below == index else below

    def restore(self) -> None:
        view = self.view
        for row in self.rows:
            index = QModelIndex(row)
            if index.isValid() and not view.visualRect(index).isEmpty():
                across = view.horizontalScrollBar().value()
                view.scrollTo(index, view.ScrollHint.PositionAtTop)
                if view.verticalScrollMode() == view.ScrollMode.ScrollPerPixel:
                    bar = view.verticalScrollBar()
                    bar.setValue(bar.value() - self.above)
                view.horizontalScrollBar().setValue(across)
                return


class Model(QAbstractItemModel):
    """A list as a model of Qt: the items of all sections as rows, or with `sections` the sections as rows and
    their items below them.

    `fields` says what items show in a role: an attribute of their models, an index (or key) of them, or a
    function of them; without it their `str`. A role is one of `Qt.ItemDataRole`, or a name of your own, which
    QML knows it by; your roles count from UserRole on in this order. `columns` are tables of the same kind
    for the columns behind the first one. `section_fields` says the same of a `SectionRow`.

    Persistent indexes, the selection and the current index stay with their items, also while these move. In
    each signal, rows and data are those of that moment. The model has no rows of its own: it reads snapshots,
    which share the list's memory, and has a number for each section. Updates that wait are shown as one. A
    changeset that is a full reload is a reset of the model.

    The model polls the list where Qt's event loop runs, and nothing else may poll it; any thread changes it,
    and closes it. Several models of one list poll it together. Events that are no update go to `on_event`,
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

    def __init__(
        self,
        shown: List[Any],
        fields: Mapping[Any, Field] | None = None,
        *,
        columns: tuple[Mapping[Any, Field], ...] = (),
        sections: bool = False,
        section_fields: Mapping[Any, Field] | None = None,
        events: int = EventKind.PAGE,
        on_event: Callable[[Event[Any]], object] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._roles: dict[str, int] = {}
        shows_text: Mapping[Any, Field] = {Qt.ItemDataRole.DisplayRole: str}
        self._fields = [self._getters(each) for each in (shows_text if fields is None else fields, *columns)]
        shows_name: Mapping[Any, Field] = {Qt.ItemDataRole.DisplayRole: lambda row: str(row.name)}
        self._section_fields = self._getters(shows_name if section_fields is None else section_fields)
        self._has_sections = sections
        self._on_event = on_event

        self._before: Snapshot[Any] | None = None
        self._replay: Replay | None = None
        self._numbers: list[int] = []
        self._positions: dict[int, int] = {}
        self._last_number = 0
        self._touched: dict[int, None] = {}
        self._kept: list[weakref.ref[QAbstractItemView]] = []

        self._feed = Feed.of(shown)
        self._after = self._feed.join(self._show, self._take, events)
        self._number_sections()
        self._notifier = QSocketNotifier(self._feed.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._wake)
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.setInterval(10)
        self._retry.timeout.connect(self.poll)

    @property
    def shown(self) -> List[Any]:
        """The list that it shows."""
        return self._feed.list

    def poll(self) -> None:
        """Shows at once what the list has become; otherwise Qt's event loop does that. No effect inside a
        signal of a model."""
        self._retry.stop()
        if self._feed.poll():
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
        """Keeps a view of the model where it is over every update from now on: the first row in sight that is
        left becomes the first one again, so that rows which come and go above it do not move it. By itself a
        view keeps the distance from its beginning. The view is not kept alive. O(rows in sight) an update."""
        self._kept.append(weakref.ref(view))

    # --- what Qt asks

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if row < 0 or not 0 <= column < len(self._fields) or row >= self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, self._numbers[parent.row()] if parent.isValid() else 0)

    def parent(self, child: Index | None = None) -> Any:
        if child is None:
            return super().parent()
        section = self._section_of(child)
        return QModelIndex() if section is None else self.createIndex(section, 0, 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            if self._replay is not None:
                return self._replay.count()
            return self._after._counts()[0 if self._has_sections else 1]
        if not self._has_sections or parent.internalId() != 0 or parent.column() != 0:
            return 0
        return self._count(parent.row())

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self._fields)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        found = self._find(index)
        if found is None:
            return None
        snapshot, _, item = found
        if item is None:
            getter = self._section_fields.get(int(role)) if index.column() == 0 else None
            return None if getter is None else getter(self._section_row(index.row(), found))
        getter = self._fields[index.column()].get(int(role))
        if getter is None:
            return None
        (model,) = snapshot.models(item, 1)
        return None if model is None else getter(model)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Sections cannot be selected. Override it for what can be edited or dragged."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if self._has_sections and index.internalId() == 0:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def roleNames(self) -> dict[int, QByteArray]:
        names = super().roleNames()
        names.update({role: QByteArray(name.encode()) for name, role in self._roles.items()})
        return names

    def canFetchMore(self, parent: Index) -> bool:
        section = self._paged(parent)
        try:
            return section is not None and self.shown.page(Edge.END, *section).state == PageState.MORE
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

    # --- rows of this moment

    def _count(self, section: int) -> int:
        if self._replay is not None:
            return self._replay.count(section)
        return int(self._after._section_at(section).count)

    def _section_of(self, index: Index) -> Optional[int]:
        """The section that an item is below."""
        number = index.internalId() if index.isValid() else 0
        return self._position_of(number) if number else None

    def _position_of(self, number: int) -> Optional[int]:
        if not self._positions:
            self._positions = {each: at for at, each in enumerate(self._numbers)}
        return self._positions.get(number)

    def _find(self, index: Index) -> tuple[Snapshot[Any], int, Optional[int]] | None:
        """Where a row is read: the snapshot, the section there, and the item's index over all sections."""
        if not index.isValid() or index.model() is not self:
            return None
        row, snapshot = index.row(), self._after
        if not self._has_sections:
            if self._replay is not None:
                side, row = self._replay.find_index(row)
                snapshot = self._on(side)
            return snapshot, 0, row
        if index.internalId() == 0:
            if self._replay is not None:
                side, row = self._replay.find_section(row)
                snapshot = self._on(side)
            return snapshot, row, None
        section = self._section_of(index)
        if section is None:
            return None
        position: tuple[int, Optional[int]] = (section, row)
        if self._replay is not None:
            side, position = self._replay.find(section, row)
            snapshot = self._on(side)
        return snapshot, position[0], snapshot.index_of(position)

    def _on(self, side: Side) -> Snapshot[Any]:
        return self._before if side == Side.BEFORE and self._before is not None else self._after

    def _section_row(self, row: int, found: tuple[Snapshot[Any], int, Optional[int]]) -> SectionRow:
        section = found[0].sections[found[1]]
        elements = [each for each in section.supplementaries if each.kind == ElementKind.HEADER]
        return SectionRow(section.name, self._count(row), elements[0].model if elements else None)

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
        self._notifier.setEnabled(False)
        try:
            self.poll()
        finally:
            self._notifier.setEnabled(not self.shown.closed)

    def _take(self, event: Event[Any]) -> None:
        if self._on_event is not None:
            self._on_event(event)

    def _show(self, changeset: Changeset, before: Snapshot[Any], after: Snapshot[Any]) -> None:
        places: list[_Place] = []
        for each in self._kept:
            # A RuntimeError says that Qt has deleted the view.
            with suppress(RuntimeError):
                view = each()
                places += [] if view is None else [_Place(view)]
        self._show_rows(changeset, before, after)
        for place in places:
            with suppress(RuntimeError):
                place.restore()

    def _show_rows(self, changeset: Changeset, before: Snapshot[Any], after: Snapshot[Any]) -> None:
        if changeset.reload != Reload.NO:
            self.beginResetModel()
            self._after = after
            self._number_sections()
            self.endResetModel()
            return
        flat = not self._has_sections
        steps: Any = changeset.steps(flat=True) if flat else changeset.steps()
        self._before, self._after = before, after
        self._replay = Replay.of_steps(changeset, before, flat=flat)
        try:
            for step in steps:
                self._carry_out(step, self._replay)
        finally:
            self._before = self._replay = None
        self._show_sections()

    def _carry_out(self, step: Any, replay: Replay) -> None:
        kind: ChangeKind = step.kind
        count: int = step.count
        numbers, is_section = self._numbers, kind in SECTION_KINDS
        first: int
        place: int
        first, place = (
            (step.before_section, step.after_section) if is_section else (step.before_item, step.after_item)
        )
        source = QModelIndex() if is_section else self._above(step.before_section)
        target = QModelIndex() if is_section else self._above(step.after_section)
        if not is_section and kind != ChangeKind.ITEM_UPDATE:
            self._touch(step.before_section)
            self._touch(step.after_section)
        if kind in (ChangeKind.ITEM_DELETE, ChangeKind.SECTION_DELETE):
            self.beginRemoveRows(source, first, first + count - 1)
            next(replay)
            if is_section:
                self._renumber(numbers[:first] + numbers[first + count :])
            self.endRemoveRows()
        elif kind in (ChangeKind.ITEM_INSERT, ChangeKind.SECTION_INSERT):
            self.beginInsertRows(target, place, place + count - 1)
            next(replay)
            if is_section:
                self._renumber(numbers[:place] + self._new_numbers(count) + numbers[place:])
            self.endInsertRows()
        elif kind in (ChangeKind.ITEM_MOVE, ChangeKind.SECTION_MOVE):
            self.beginMoveRows(source, first, first + count - 1, target, step.destination)
            next(replay)
            if is_section:
                rest = numbers[:first] + numbers[first + count :]
                self._renumber(rest[:place] + numbers[first : first + count] + rest[place:])
            self.endMoveRows()
        elif kind == ChangeKind.ITEM_UPDATE:
            next(replay)
            last = len(self._fields) - 1
            self.dataChanged.emit(self.index(place, 0, target), self.index(place + count - 1, last, target))
        else:
            # A section that was marked, or an element of one, which may be its header.
            next(replay)
            for section in range(place, place + count) if is_section else ():
                self._touch(section)

    def _above(self, section: int | None) -> QModelIndex:
        """The parent of the rows in a section; of a flat model there is none."""
        return QModelIndex() if section is None or not self._has_sections else self.index(section, 0)

    def _touch(self, section: int | None) -> None:
        """A section of this moment shows something else in the end."""
        if self._has_sections and section is not None:
            self._touched[self._numbers[section]] = None

    def _show_sections(self) -> None:
        touched, self._touched = self._touched, {}
        for number in touched:
            row = self._position_of(number)
            if row is not None:
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(self._fields) - 1))

    def _number_sections(self) -> None:
        """Items below a section are known by the section's number, which stays while the section moves."""
        self._renumber(self._new_numbers(self._after._counts()[0]) if self._has_sections else [])

    def _renumber(self, numbers: list[int]) -> None:
        self._numbers, self._positions = numbers, {}

    def _new_numbers(self, count: int) -> list[int]:
        first, self._last_number = self._last_number + 1, self._last_number + count
        return [*range(first, first + count)]


GONE = (ClosedError, HandleError, NotFoundError)
"""The list is closed, or another thread has deleted the section."""
SECTION_KINDS = (
    *(ChangeKind.SECTION_DELETE, ChangeKind.SECTION_MOVE),
    *(ChangeKind.SECTION_INSERT, ChangeKind.SECTION_UPDATE),
)


def _getter(field: Field) -> Callable[[Any], Any]:
    if isinstance(field, str):
        return attrgetter(field)
    return itemgetter(field) if isinstance(field, int) else field
