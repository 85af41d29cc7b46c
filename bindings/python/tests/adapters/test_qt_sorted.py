"""Models of Qt over sorted lists: clicks on headers sort what views show, without a display."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from qt_witness import QItemSelectionModel, QPoint, Qt, QTreeView, app, no_complaints, run_loop

from iqlist import List, SortedList
from iqlist import _qt as adapter_binding
from iqlist.qt import Model

if TYPE_CHECKING:
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QTableView
else:
    QTest = importlib.import_module(f"{adapter_binding.binding}.QtTest").QTest
    QTableView = importlib.import_module(f"{adapter_binding.binding}.QtWidgets").QTableView

__all__ = ["app", "no_complaints"]

Person = tuple[str, int]
DISPLAY = Qt.ItemDataRole.DisplayRole
PEOPLE: list[Person] = [("Cem", 20), ("Ada", 36), ("Eve", 20), ("Ben", 7)]


def new_model(ordered: SortedList[Person], **options: Any) -> Model:
    """A model of names and ages; it can be sorted by both, but not by the third column."""
    columns: Any = ({DISPLAY: 1}, {DISPLAY: str})
    return Model(ordered, {DISPLAY: 0}, columns=columns, sort_keys={0: 0, 1: lambda row: row[1]}, **options)


def new_source() -> List[Person]:
    source: List[Person] = List(key=lambda person: person[0])
    source.set_items(PEOPLE)
    return source


def names_in(view: Any) -> list[str]:
    """The names in a view, from top to bottom, by where its rows are drawn."""
    model = view.model()
    drawn = [(view.visualRect(model.index(row, 0)).top(), row) for row in range(model.rowCount())]
    return [model.index(row, 0).data() for _, row in sorted(drawn)]


def click(header: Any, column: int) -> None:
    place = QPoint(header.sectionViewportPosition(column) + 8, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    run_loop()


@pytest.mark.parametrize("kind", [QTreeView, QTableView])
def test_clicks_on_a_header_sort_and_the_selection_stays_with_its_row(kind: Any) -> None:
    source = new_source()
    model = new_model(source.sorted())
    view = kind()
    view.setModel(model)
    header = view.header() if kind is QTreeView else view.horizontalHeader()
    header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    view.setSortingEnabled(True)
    view.resize(400, 200)
    view.show()
    run_loop()
    assert names_in(view) == ["Cem", "Ada", "Eve", "Ben"]
    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    view.selectionModel().select(model.index_of(PEOPLE[1]), flags)
    click(header, 0)
    first = names_in(view)
    click(header, 0)
    assert [first, names_in(view)] in (
        [["Ada", "Ben", "Cem", "Eve"], ["Eve", "Cem", "Ben", "Ada"]],
        [["Eve", "Cem", "Ben", "Ada"], ["Ada", "Ben", "Cem", "Eve"]],
    )
    view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    run_loop()
    assert names_in(view) == ["Ada", "Cem", "Eve", "Ben"]
    assert [index.data() for index in view.selectionModel().selectedRows(0)] == ["Ada"]
    source.set_items([("Ben", 90), *PEOPLE[:3]])
    run_loop()
    assert names_in(view) == ["Ben", "Ada", "Cem", "Eve"]
    view.sortByColumn(2, Qt.SortOrder.DescendingOrder)
    run_loop()
    assert names_in(view) == ["Ben", "Ada", "Cem", "Eve"]
    view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    run_loop()
    assert names_in(view) == ["Ben", "Cem", "Ada", "Eve"]


def test_items_of_sections_are_sorted_each_by_itself() -> None:
    source: List[Person] = List(key=lambda person: person[0])
    source.set({"s": PEOPLE[:2], "t": PEOPLE[2:]})
    model = new_model(source.sorted(), sections=True)
    model.sort(0)
    run_loop()
    sections = [model.index(row, 0) for row in range(2)]
    assert [[model.index(row, 0, each).data() for row in range(2)] for each in sections] == [
        ["Ada", "Cem"],
        ["Ben", "Eve"],
    ]


def test_the_example_has_those_on_top_who_have_most_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("PySide6", reason="the example is for PySide6")
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[2] / "examples/adapters"), *sys.path])
    window = importlib.import_module("qt_people").Window()
    window.messages.stop()
    window.show()
    run_loop()
    window.flat.setCurrentIndex(window.rows.index_of("Fay"))
    for person in (4, 7, 7, 5):
        window.receive(person)
        run_loop()
    engines = ["Hal (2)", "Eve (1)", "Fay (1)", "Dot", "Gus"]
    assert names_in(window.flat)[3:8] == engines
    window.read()
    run_loop()
    assert names_in(window.flat)[3:8] == ["Hal (2)", "Eve (1)", "Dot", "Fay", "Gus"]
    assert window.flat.currentIndex().data() == "Fay"


def test_sort_keys_need_a_sorted_list() -> None:
    wrong: Any = new_source()
    with pytest.raises(TypeError, match="SortedList"):
        new_model(wrong)
    model = Model(wrong, {DISPLAY: 0})
    model.sort(0)
    run_loop()
    assert [model.index(row, 0).data() for row in range(4)] == ["Cem", "Ada", "Eve", "Ben"]
