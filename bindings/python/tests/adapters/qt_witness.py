"""What the tests of models of Qt share: rows that change at random, and a witness of a model."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from iqlist import (
    List,
    Snapshot,
)
from iqlist import _qt as adapter_binding
from iqlist.qt import Model

if TYPE_CHECKING:
    from PySide6 import QtCore as core
    from PySide6.QtCore import (
        QCoreApplication,
        QEventLoop,
        QItemSelectionModel,
        QModelIndex,
        QPersistentModelIndex,
        QPoint,
        Qt,
        QTimer,
        qInstallMessageHandler,
    )
    from PySide6.QtTest import QAbstractItemModelTester
    from PySide6.QtWidgets import QApplication, QListView, QTreeView
else:
    import importlib

    binding = adapter_binding.binding
    core = importlib.import_module(f"{binding}.QtCore")
    QCoreApplication, QItemSelectionModel = core.QCoreApplication, core.QItemSelectionModel
    QModelIndex, QPersistentModelIndex, Qt = core.QModelIndex, core.QPersistentModelIndex, core.Qt
    QPoint = core.QPoint
    QEventLoop, QTimer, qInstallMessageHandler = core.QEventLoop, core.QTimer, core.qInstallMessageHandler
    QAbstractItemModelTester = importlib.import_module(f"{binding}.QtTest").QAbstractItemModelTester
    widgets = importlib.import_module(f"{binding}.QtWidgets")
    QApplication, QListView, QTreeView = widgets.QApplication, widgets.QListView, widgets.QTreeView

__all__ = [
    "SINGLE",
    "STEPS",
    "TOGETHER",
    "QCoreApplication",
    "QEventLoop",
    "QItemSelectionModel",
    "QListView",
    "QModelIndex",
    "QPersistentModelIndex",
    "QPoint",
    "QTimer",
    "QTreeView",
    "Qt",
    "Row",
    "Rows",
    "Witness",
    "app",
    "change",
    "core",
    "drawn",
    "fatal",
    "items",
    "new_list",
    "no_complaints",
    "number",
    "plain",
    "run_loop",
    "state",
]

STEPS = 60


class Row(NamedTuple):
    id: int
    look: int = 0

    def __str__(self) -> str:
        return f"{self.id}:{self.look}"


Rows = dict[Any, list[Row]]


@pytest.fixture(scope="module")
def app() -> Any:
    return QApplication.instance() or QApplication([])


@pytest.fixture(autouse=True)
def no_complaints(app: Any) -> Iterator[None]:
    """Qt has nothing to say about what is done to it."""
    said: list[str] = []

    def say(kind: Any, context: Any, text: str | None) -> None:
        # Offscreen, popups and grabs are Qt's own.
        if not str(text).startswith("This plugin does not support"):
            said.append(str(text))

    earlier = qInstallMessageHandler(say)
    try:
        yield
    finally:
        gc.collect()
        qInstallMessageHandler(earlier)
    assert said == []


def run_loop(times: int = 3) -> None:
    for _ in range(times):
        QCoreApplication.processEvents()


def new_list(**options: Any) -> List[Any]:
    return List(key=lambda row: row.id, content=lambda row: row.look, **options)


def state(shown: List[Any] | Snapshot[Any]) -> list[tuple[str, list[str]]]:
    return [(str(section.name), [str(row.model) for row in section]) for section in shown.sections]


def drawn(random: Random, names: str) -> Rows:
    rows: Rows = {name: [] for name in random.sample(names, random.randrange(1, len(names) + 1))}
    for id in random.sample(range(50), random.randrange(40)):
        rows[random.choice([*rows])].append(Row(id, random.randrange(3)))
    return rows


def change(random: Random, shown: List[Any], names: str = "abcdef") -> set[int]:
    """Makes one change; returns what was marked."""
    kind = random.randrange(6)
    if kind == 0 or not len(shown):
        shown.set(drawn(random, names))
    elif kind in (1, 2):
        rows: Rows = {section.name: [row.model for row in section] for section in shown.sections}
        for _ in range(3):
            source, target = rows[random.choice([*rows])], rows[random.choice([*rows])]
            if source:
                row = source.pop(random.randrange(len(source)))
                target.insert(random.randrange(len(target) + 1), row._replace(look=random.randrange(3)))
        order = random.sample([*rows], len(rows)) if kind == 1 else [*rows]
        shown.set({name: rows[name] for name in order})
    elif kind in (3, 4):
        with suppress(ZeroDivisionError), shown.edit() as edit:
            models = shown.models()
            edit.insert_items([Row(random.randrange(100, 10**6))], before=random.choice(models))
            edit.move_item(random.choice(models), before=random.choice(models))
            edit.delete_items([random.choice(models)])
            if random.randrange(5) == 0:
                raise ZeroDivisionError
    else:
        wanted = shown.snapshot()
        marked = random.sample(shown.models(), min(len(shown), 3))
        wanted.reload_items(marked)
        shown.apply(wanted)
        return {row.id for row in marked}
    return set()


class Node:
    below: list[Node]

    def __init__(self, text: str, below: list[Node]) -> None:
        self.text = text
        self.below = below

    def value(self) -> Any:
        return self.text, [node.value() for node in self.below]


class Witness:
    """Keeps rows of its own by the signals of a model alone, as a view does, and checks after each of them
    that the model shows just these rows. What fails inside a signal is raised by `check`."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.rows = self.read(QModelIndex())
        self.changed: list[int] = []
        self.ranges: list[tuple[int, int]] = []
        """The first and the last item of each dataChanged."""
        self.resets = self.layouts = self.signals = 0
        self.kept: list[tuple[Any, str]] = []
        self.failure: BaseException | None = None
        slots: list[tuple[Any, Any]] = [
            (model.rowsAboutToBeInserted, self.unchanged),
            (model.rowsAboutToBeRemoved, self.unchanged),
            (model.rowsInserted, self.inserted),
            (model.rowsRemoved, self.removed),
            (model.rowsAboutToBeMoved, self.about_to_move),
            (model.rowsMoved, self.unchanged),
            (model.dataChanged, self.updated),
            (model.modelReset, self.reset),
            (model.layoutAboutToBeChanged, self.about_to_be_laid_out),
            (model.layoutChanged, self.laid_out),
        ]
        for signal, slot in slots:
            signal.connect(self.guarded(slot))

    def guarded(self, slot: Any) -> Any:
        def checked(*given: Any) -> None:
            self.signals += 1
            try:
                slot(*given)
                if slot != self.about_to_move:
                    assert self.values(self.rows) == self.values(self.read(QModelIndex()))
            except BaseException as error:
                self.failure = self.failure or error

        return checked

    def read(self, parent: Any) -> list[Node]:
        found: list[Node] = []
        for row in range(self.model.rowCount(parent)):
            index = self.model.index(row, 0, parent)
            assert index.isValid() and index.parent() == parent
            found.append(Node(index.data(), self.read(index)))
        return found

    def values(self, nodes: list[Node]) -> Any:
        return [node.value() for node in nodes]

    def at(self, parent: Any) -> list[Node]:
        if not parent.isValid():
            return self.rows
        above: list[Node] = self.at(parent.parent())
        row: int = parent.row()
        return above[row].below

    def unchanged(self, *_: Any) -> None:
        pass

    def inserted(self, parent: Any, first: int, last: int) -> None:
        indexes = [self.model.index(row, 0, parent) for row in range(first, last + 1)]
        self.at(parent)[first:first] = [Node(index.data(), self.read(index)) for index in indexes]

    def removed(self, parent: Any, first: int, last: int) -> None:
        del self.at(parent)[first : last + 1]

    def about_to_move(self, source: Any, first: int, last: int, target: Any, place: int) -> None:
        assert self.values(self.rows) == self.values(self.read(QModelIndex()))
        # `place` is counted before the removal.
        here, there = self.at(source), self.at(target)
        moved = here[first : last + 1]
        del here[first : last + 1]
        place -= len(moved) if here is there and place > last else 0
        there[place:place] = moved

    def about_to_be_laid_out(self, *_: Any) -> None:
        def keep(parent: Any) -> None:
            for row in range(self.model.rowCount(parent)):
                index = self.model.index(row, 0, parent)
                self.kept.append((QPersistentModelIndex(index), index.data()))
                keep(index)

        self.kept = []
        keep(QModelIndex())

    def laid_out(self, *_: Any) -> None:
        """Rows have changed their places, and nothing else."""
        self.layouts += 1
        self.rows = self.read(QModelIndex())
        for index, text in self.kept:
            assert index.isValid() and index.data() == text
            assert plain(index) == self.model.index(index.row(), 0, index.parent())
        places = {(index.row(), index.parent()) for index, _ in self.kept}
        assert len(places) == len(self.kept) == sum(1 + len(node.below) for node in self.rows)

    def updated(self, first: Any, last: Any, *_: Any) -> None:
        assert first.parent() == last.parent() and first.column() == 0
        if ":" in first.data():
            self.ranges.append((number(first), number(last)))
        for row in range(first.row(), last.row() + 1):
            index = self.model.index(row, 0, first.parent())
            self.at(first.parent())[row].text = index.data()
            if ":" in index.data():
                self.changed.append(int(index.data().partition(":")[0]))

    def reset(self) -> None:
        self.resets += 1
        self.rows = self.read(QModelIndex())

    def check(self, shown: List[Any]) -> None:
        if self.failure is not None:
            raise self.failure
        wanted: Any = state(shown)
        if self.model._has_sections:
            wanted = [(name, [(text, []) for text in texts]) for name, texts in wanted]
        else:
            wanted = [(text, []) for _, texts in wanted for text in texts]
        assert self.values(self.rows) == wanted


def items(model: Model, parent: Any = None) -> list[Any]:
    parent = QModelIndex() if parent is None else parent
    indexes = [model.index(row, 0, parent) for row in range(model.rowCount(parent))]
    below = [each for index in indexes for each in items(model, index)]
    return [index for index in indexes if model.row_at(index) is not None] + below


def number(index: Any) -> int:
    return int(index.data().partition(":")[0])


def plain(index: Any) -> Any:
    return QModelIndex(index)


def fatal(model: Model) -> Any:
    return QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)


SINGLE, TOGETHER = 10**6, 1
"""Thresholds: each step is reported by itself; or more than one move, and more than one update, together."""
