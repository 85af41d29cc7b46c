"""qt_files.py - a file manager: folders that fold, files that are sorted by a column and found by name.

    qt_files.py [FOLDER] [--picture FILE]

Click a heading to sort, type to filter, click a sign to fold. What is selected, and what you look at, stay
where they are while files come, go, grow and are renamed; while a button is pressed, nothing moves.

    Reader        disk.py, a thread: reads folders when they open, and when something happens in them
      files       all that it has read, in pre-order; submitted as a whole: the list finds what has changed
        ordered   siblings by the column of the heading, folders first
          found   what passes the filter, and the folders above it
            shown what is not in a closed folder: the rows of the view
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Any, Callable, NamedTuple

from disk import File, Reader
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QStyle

import iqlist
from iqlist.qt import Field, Model

Role, State = Qt.ItemDataRole, QStyle.StateFlag
KINDS = QtCore.QMimeDatabase()


class Column(NamedTuple):
    heading: str
    width: int
    sort_key: Callable[[File], Any]
    fields: Mapping[Any, Field]


def folded_name(file: File) -> str:
    return file.name.casefold()


def icon(file: File) -> QtGui.QIcon | None:
    picture = QStyle.StandardPixmap.SP_DirIcon if file.is_folder else QStyle.StandardPixmap.SP_FileIcon
    return None if file.is_note else QApplication.style().standardIcon(picture)


def size(file: File) -> str:
    return "" if file.is_note or file.is_folder else QtCore.QLocale().formattedDataSize(file.size)


def kind(file: File) -> str:
    if file.is_note or file.is_folder:
        return "folder" if file.is_folder else ""
    return KINDS.mimeTypeForFile(file.name, KINDS.MatchMode.MatchExtension).comment()


def modified(file: File) -> str:
    return "" if file.is_note else f"{datetime.fromtimestamp(file.modified):%Y-%m-%d %H:%M}"


def to_the_right(_: File) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


COLUMNS = [
    Column("Name", 200, folded_name, {Role.DisplayRole: "name", Role.DecorationRole: icon}),
    Column("Size", 80, attrgetter("size"), {Role.DisplayRole: size, Role.TextAlignmentRole: to_the_right}),
    Column("Kind", 140, kind, {Role.DisplayRole: kind}),
    Column("Modified", 120, attrgetter("modified"), {Role.DisplayRole: modified}),
]


STEP = 18
"""How large the sign of a folder is, and how far each level is indented."""


class Files(Model):
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        return COLUMNS[section].heading if role == Role.DisplayRole else None


class Names(QtWidgets.QStyledItemDelegate):
    """Draws names at their depth, behind the signs of folders, a click on which folds them."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window

    def sign(self, option: Any, file: File) -> QtCore.QRect:
        return QtCore.QRect(
            option.rect.topLeft() + QtCore.QPoint(STEP * file.level, 0), QtCore.QSize(STEP, STEP)
        )

    def paint(self, painter: QtGui.QPainter, option: Any, index: Any) -> None:
        file, drawn = self.window.file(index), QtWidgets.QStyleOptionViewItem(option)
        drawn.rect = self.sign(option, file)
        if file.is_folder:
            is_open = self.window.shown.is_expanded(file)
            drawn.state = State.State_Children | (State.State_Open if is_open else State.State_None)
            self.window.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorBranch, drawn, painter)
        drawn.state, drawn.rect = option.state, option.rect.adjusted(STEP * (file.level + 1), 0, 0, 0)
        super().paint(painter, drawn, index)

    def editorEvent(self, event: Any, model: Any, option: Any, index: Any) -> bool:
        is_press = event.type() == QtCore.QEvent.Type.MouseButtonPress
        if is_press and self.sign(option, self.window.file(index)).contains(event.position().toPoint()):
            self.window.fold(index)
        return super().editorEvent(event, model, option, index)


class Window(QtWidgets.QWidget):
    were_read = QtCore.Signal(list)
    """Folders, which are to be watched."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.reader = Reader(str(folder), self.were_read.emit)
        self.ordered = self.reader.files.sorted()
        self.found = self.ordered.filtered(keep_parents=True)
        self.shown = self.found.outline()
        self.watcher = QtCore.QFileSystemWatcher(self)
        self.watcher.directoryChanged.connect(self.reader.look)
        self.were_read.connect(self.watcher.addPaths)

        first, *rest = (column.fields for column in COLUMNS)
        self.model = Files(
            self.shown,
            first,
            columns=tuple(rest),
            events=iqlist.EventKind.CHILDREN,
            on_event=lambda event: self.reader.wanted.put(event.model),
        )
        self.field = QtWidgets.QLineEdit(placeholderText="Find by name", clearButtonEnabled=True)
        self.view = QtWidgets.QTreeView(rootIsDecorated=False, uniformRowHeights=True)
        self.view.setModel(self.model)
        self.view.setItemDelegateForColumn(0, Names(self))
        self.view.setSelectionMode(QtWidgets.QTreeView.SelectionMode.ExtendedSelection)
        self.view.header().sortIndicatorChanged.connect(self.sort)
        self.view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.view.setSortingEnabled(True)
        for at, column in enumerate(COLUMNS):
            self.view.setColumnWidth(at, column.width)
        self.model.keep_scroll(self.view)
        self.model.hold_while_pressed(self.view)
        layout = QtWidgets.QVBoxLayout(self)
        layout.addWidget(self.field)
        layout.addWidget(self.view)
        self.setWindowTitle(str(folder))
        self.resize(640, 400)
        self.field.textChanged.connect(self.search)
        self.view.activated.connect(self.open)
        self.reader.start()

    def file(self, index: Any) -> File:
        row: iqlist.Row[File] | None = self.model.row_at(index)
        assert row is not None
        return row.model

    def sort(self, column: int, direction: Qt.SortOrder) -> None:
        by, is_down = COLUMNS[column].sort_key, direction == Qt.SortOrder.DescendingOrder

        def key(_: object, file: File) -> tuple[Any, ...]:
            value = by(file)
            return not file.is_folder, iqlist.Descending(value) if is_down else value, file.name

        self.ordered.set_order(key)

    def search(self, text: str) -> None:
        part = text.casefold()
        self.found.set_filter(
            (lambda _, file: not file.is_note and part in folded_name(file)) if part else None
        )

    def fold(self, index: Any) -> None:
        file = self.file(index)
        if file.is_folder:
            change = self.shown.collapse if self.shown.is_expanded(file) else self.shown.expand
            change(file, by_user=True)

    def open(self, index: Any) -> None:
        file = self.file(index)
        if not (file.is_note or file.is_folder):
            QtGui.QDesktopServices.openUrl(QtCore.QUrl.fromLocalFile(file.path))
        self.fold(index)


def main() -> int:
    parser = argparse.ArgumentParser(description="A file manager.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path())
    parser.add_argument("--picture", metavar="FILE", help="opens the first row, draws the window and ends")
    given = parser.parse_args()
    application = QApplication(sys.argv[:1])
    window = Window(given.folder.resolve())
    window.show()
    if given.picture:
        QtCore.QTimer.singleShot(500, lambda: window.fold(window.model.index(0, 0)))
        QtCore.QTimer.singleShot(1000, lambda: (window.grab().save(given.picture), application.quit()))
    try:
        return application.exec()
    finally:
        window.reader.end()


if __name__ == "__main__":
    sys.exit(main())
