"""qt_people.py - a list in a window: found by name, updated all the time, and sorted by what is unread."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QPushButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

import iqlist
from iqlist.qt import Model, SectionRow


@dataclass(frozen=True)
class Person:
    name: str
    unread: int = 0

    def __str__(self) -> str:
        return f"{self.name} ({self.unread})" if self.unread else self.name


TEAMS = {"Design": "Ada Ben Cem", "Engines": "Dot Eve Fay Gus Hal", "Support": "Ida Jon Kim Lou"}


def font(person: Person) -> QFont:
    made = QFont()
    made.setBold(person.unread > 0)
    return made


def title(team: SectionRow) -> str:
    return f"{team.name}, {team.count}"


class Window(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.everybody = iqlist.List[Person](key="name")
        self.everybody.set({team: [Person(name) for name in names.split()] for team, names in TEAMS.items()})
        # Who has most to read comes first, and of these who is found: lists that follow one another. Two
        # models show the last one.
        ordered = self.everybody.sorted(lambda name, person: person.unread, reverse=True)
        self.found = ordered.filtered(drop_empty_sections=True)
        fields: dict[Any, Any] = {Qt.ItemDataRole.DisplayRole: str, Qt.ItemDataRole.FontRole: font}
        teams: dict[Any, Any] = {Qt.ItemDataRole.DisplayRole: title}
        self.teams = Model(self.found, fields, sections=True, section_fields=teams)
        self.rows = Model(self.found, fields)

        search = QLineEdit(placeholderText="Find by name", clearButtonEnabled=True)
        read = QPushButton("Read")
        self.tree, self.flat = QTreeView(), QListView()
        self.tree.setModel(self.teams)
        self.tree.setHeaderHidden(True)
        self.tree.expandAll()
        self.flat.setModel(self.rows)
        self.flat.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        # People whom a message moves stay where they are while somebody clicks them.
        self.teams.hold_while_pressed(self.tree)
        self.rows.hold_while_pressed(self.flat)
        views, layout = QHBoxLayout(), QVBoxLayout(self)
        views.addWidget(self.tree)
        views.addWidget(self.flat)
        layout.addWidget(search)
        layout.addLayout(views)
        layout.addWidget(read)
        self.setWindowTitle("People")
        self.resize(420, 380)

        search.textChanged.connect(self.find_people)
        read.clicked.connect(self.read)
        # A team that is found again is shown with its people.
        self.teams.rowsInserted.connect(self.expand)
        self.messages = QTimer(self)
        self.messages.timeout.connect(lambda: self.receive(random.randrange(len(self.everybody))))
        self.messages.start(700)

    def find_people(self, text: str) -> None:
        self.found.set_filter(lambda key, person: text.lower() in person.name.lower())

    def expand(self, parent: QModelIndex) -> None:
        if parent.isValid():
            self.tree.expand(parent)

    def receive(self, index: int) -> None:
        """A message for somebody."""
        person = self.everybody[index].model
        self.update_person(replace(person, unread=person.unread + 1))

    def read(self) -> None:
        row = self.rows.row_at(self.flat.currentIndex())
        if row is not None:
            self.update_person(replace(row.model, unread=0))

    def update_person(self, person: Person) -> None:
        with self.everybody.edit() as edit:
            edit.update_items([person])


def main() -> int:
    application = QApplication(sys.argv)
    window = Window()
    window.show()
    if sys.argv[1:2] == ["--picture"]:
        window.flat.setCurrentIndex(window.rows.index_of("Dot"))
        for index in (7, 3, 1):
            window.receive(index)
        QTimer.singleShot(100, lambda: (window.grab().save(sys.argv[2]), application.quit()))
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
