#!/usr/bin/env python3
"""A frame of views of PySide6 where one row in a hundred moves: by iqlist.qt, and beside layoutChanged, for
which a model of one's own says where each persistent index has gone.

    change ── the list is set ── frame    update ── layout ── paint
                                          └── processor time ──┘
"""

from __future__ import annotations

from typing import Any

from frames import COUNTS, FRAMES, Outcome, Row, Rows, report, seconds
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, Qt
from PySide6.QtWidgets import QApplication, QListView, QTreeView

import iqlist
from iqlist.qt import Model

TEXT = Qt.ItemDataRole.DisplayRole


class Theirs(QAbstractListModel):
    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.rows = list(rows)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = TEXT) -> Any:
        return str(self.rows[index.row()]) if role == TEXT else None

    def show_rows(self, rows: Rows) -> None:
        self.layoutAboutToBeChanged.emit()
        old = self.persistentIndexList()
        places = {row.number: place for place, row in enumerate(rows)}
        moved = [self.index(places[self.rows[index.row()].number]) for index in old]
        self.rows = list(rows)
        self.changePersistentIndexList(old, moved)
        self.layoutChanged.emit()


def measure(kind: type[QListView] | type[QTreeView], count: int, is_ours: bool) -> Outcome:
    rows, outcome = Rows(count), Outcome()
    shown = iqlist.List.of_items(rows, key=lambda row: row.number, content=lambda row: row.version)
    ours, theirs = Model(shown, {TEXT: str}), Theirs(rows)
    model = ours if is_ours else theirs
    view = kind()
    if isinstance(view, QListView):
        view.setUniformItemSizes(True)
    else:
        view.setUniformRowHeights(True)
    view.setModel(model)
    view.resize(400, 600)
    view.show()
    for _ in range(FRAMES):
        middle = count // 2
        view.setCurrentIndex(model.index(middle, 0))
        view.scrollTo(model.index(middle - 5, 0), view.ScrollHint.PositionAtTop)
        QApplication.processEvents()
        selected, first = rows[middle], rows[view.indexAt(QPoint(5, 5)).row()]
        rows.move()
        if is_ours:
            shown.set_items(rows)
        begun = seconds()
        if is_ours:
            ours.poll()
        else:
            theirs.show_rows(rows)
        QApplication.processEvents()
        view.viewport().repaint()
        took = seconds() - begun
        now: Row = rows[view.currentIndex().row()]
        outcome.add(rows, took, (selected, now), (first, rows[view.indexAt(QPoint(5, 5)).row()]))
    return outcome


def main() -> None:
    application = QApplication([])
    for count in COUNTS:
        for kind in (QListView, QTreeView):
            theirs, ours = measure(kind, count, False), measure(kind, count, True)
            what = f"PySide6 {kind.__name__} sorted anew, beside layoutChanged"
            report(what, count, "layoutChanged", ours, theirs)
    application.quit()


if __name__ == "__main__":
    main()
