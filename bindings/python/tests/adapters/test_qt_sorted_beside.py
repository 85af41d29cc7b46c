"""Random sessions of sorted and filtered lists beside QSortFilterProxyModel: without equal sort keys, both
show the same rows in the same order."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from derivations import settle
from qt_witness import QModelIndex, Qt, app, core, no_complaints

from iqlist import FilteredList, List, SortedList
from iqlist.qt import Model

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractTableModel, QSortFilterProxyModel
else:
    QAbstractTableModel, QSortFilterProxyModel = core.QAbstractTableModel, core.QSortFilterProxyModel

__all__ = ["app", "no_complaints"]

SESSIONS = 6
STEPS = 40
DISPLAY = Qt.ItemDataRole.DisplayRole


class Row(NamedTuple):
    number: int
    name: str
    value: float


class Theirs(QAbstractTableModel):
    """The rows, for the proxy."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []

    def rowCount(self, parent: Any = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Any = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Row._fields)

    def data(self, index: Any, role: int = DISPLAY) -> Any:
        row: int = index.row()
        column: int = index.column()
        return self.rows[row][column] if role == DISPLAY else None


class Session:
    """The same rows in both, changed at random."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.next = 0
        self.theirs, self.proxy = Theirs(), QSortFilterProxyModel()
        self.proxy.setSourceModel(self.theirs)
        self.proxy.setFilterKeyColumn(1)
        self.proxy.sort(0)
        self.source: List[Row] = List(key=lambda row: row.number)
        filters_first = self.random.randrange(2) == 1
        self.filtered: FilteredList[Row]
        self.sorted: SortedList[Row]
        if filters_first:
            self.filtered = self.source.filtered()
            self.sorted = self.filtered.sorted()
        else:
            self.sorted = self.source.sorted()
            self.filtered = self.sorted.filtered()
        self.chain: list[List[Row]] = [self.sorted, self.filtered]
        if filters_first:
            self.chain.reverse()
        self.sorted.set_order(lambda key, row: row[0])
        self.shown = Model(self.chain[-1], {DISPLAY: 0}, columns=({DISPLAY: 1}, {DISPLAY: 2}))

    def new_row(self, number: int | None = None) -> Row:
        """Names and values are random, so that none are equal."""
        if number is None:
            number = self.next = self.next + 1
        return Row(number, f"{self.random.getrandbits(64):016x}", self.random.random() * 1000 - 500)

    def set_all(self) -> None:
        kept = [row for row in self.theirs.rows if self.random.random() < 0.8]
        rows = kept + [self.new_row() for _ in range(self.random.randrange(30))]
        self.random.shuffle(rows)
        rows = [self.new_row(row.number) if self.random.random() < 0.1 else row for row in rows]
        self.theirs.beginResetModel()
        self.theirs.rows = rows
        self.theirs.endResetModel()
        self.source.set_items(rows)

    def edit(self) -> None:
        rows = self.theirs.rows
        with self.source.edit() as edit:
            for _ in range(min(len(rows), self.random.randrange(6))):
                at = self.random.randrange(len(rows))
                rows[at] = self.new_row(rows[at].number)
                self.theirs.dataChanged.emit(self.theirs.index(at, 0), self.theirs.index(at, 2))
                edit.update_items([rows[at]])

    def order(self) -> None:
        column, reverse = self.random.randrange(3), self.random.randrange(2) == 1
        order = Qt.SortOrder.DescendingOrder if reverse else Qt.SortOrder.AscendingOrder
        self.proxy.sort(column, order)
        self.sorted.set_order(lambda key, row: row[column], reverse=reverse)

    def filter(self) -> None:
        text = self.random.choice(["", "a", "12", "f0"])
        self.proxy.setFilterFixedString(text)
        self.filtered.set_filter(lambda key, row: text in row.name)

    def check(self) -> None:
        first, last = self.chain
        settle(first)
        self.shown.poll()
        while last.info().submissions > 0:
            self.shown.poll()
        expected = read(self.proxy)
        assert read(self.shown) == expected
        assert [tuple(row) for row in last.models()] == expected


def read(model: Any) -> list[tuple[Any, ...]]:
    """What the cells of a model of Qt show."""
    columns = range(len(Row._fields))
    return [tuple(model.index(row, column).data() for column in columns) for row in range(model.rowCount())]


@pytest.mark.parametrize("seed", range(SESSIONS))
def test_rows_stand_as_in_a_proxy_that_sorts_and_filters(seed: int) -> None:
    session = Session(seed)
    session.set_all()
    seen = 0
    for _ in range(STEPS):
        session.random.choice([session.set_all, session.edit, session.edit, session.order, session.filter])()
        session.check()
        seen += session.proxy.rowCount()
    assert seen > STEPS
