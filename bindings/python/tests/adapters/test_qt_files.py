"""The file manager of the examples, without a display: the mouse and the keys are those of the window
system, and the files are those of a folder that changes underneath."""

from __future__ import annotations

import importlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from qt_witness import QPoint, Qt, app, no_complaints, run_loop

if TYPE_CHECKING:
    from PySide6.QtTest import QTest
else:
    QTest = pytest.importorskip("PySide6.QtTest", reason="the example is for PySide6").QTest

__all__ = ["app", "no_complaints"]

LEFT, NO_KEYS = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
NAME, SIZE = 0, 1


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < end
        run_loop()


def pass_time(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        run_loop()


@pytest.fixture(autouse=True)
def disk(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module that reads, which looks again in no time."""
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[2] / "examples/adapters"), *sys.path])
    found = importlib.import_module("disk")
    monkeypatch.setattr(found, "PAUSE", 0.01)
    monkeypatch.setattr(found, "AGAIN", 0.1)
    return found


def write(folder: Path, sizes: dict[str, int]) -> None:
    for name, size in sizes.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"." * size)


class Shown:
    """The window, and what a user does and sees."""

    def __init__(self, folder: Path) -> None:
        self.window: Any = importlib.import_module("qt_files").Window(folder)
        self.view: Any = self.window.view
        self.window.show()
        until(lambda: self.window.model.rowCount() > 0)

    def close(self) -> None:
        self.window.reader.end()
        self.window.close()

    def rows(self) -> list[str]:
        """The rows in sight from top to bottom, each name behind a dot for each level."""
        found: dict[str, None] = {}
        for y in range(1, self.view.viewport().height(), 4):
            index = self.view.indexAt(QPoint(1, y))
            if index.isValid():
                found["." * self.window.file(index).level + index.data()] = None
        return [*found]

    def see(self, *rows: str) -> None:
        try:
            until(lambda: self.rows() == [*rows])
        except AssertionError:
            assert self.rows() == [*rows]

    def index(self, name: str) -> Any:
        model = self.window.model
        return next(
            index for index in map(model.index, range(model.rowCount()), [0] * 999) if index.data() == name
        )

    def place(self, name: str, x: int) -> QPoint:
        """In the row of a name, behind the signs of its level."""
        index = self.index(name)
        return QPoint(18 * self.window.file(index).level + x, self.view.visualRect(index).center().y())

    def fold(self, name: str) -> None:
        """Clicks the sign of a folder."""
        QTest.mouseClick(self.view.viewport(), LEFT, NO_KEYS, self.place(name, 9))

    def click(self, name: str) -> None:
        QTest.mouseClick(self.view.viewport(), LEFT, NO_KEYS, self.place(name, 50))

    def sort(self, column: int) -> None:
        header = self.view.header()
        place = QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)
        QTest.mouseClick(header.viewport(), LEFT, NO_KEYS, place)

    def type(self, text: str) -> None:
        self.window.field.clear()
        QTest.keyClicks(self.window.field, text)

    def selected(self) -> list[str]:
        return [index.data() for index in self.view.selectionModel().selectedRows(NAME)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(
        tmp_path,
        {"b.txt": 500, "a.txt": 9, "C.txt": 70, "src/main.c": 8, "docs/api.md": 7, "docs/old/v1.md": 6},
    )
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.fixture
def shown(folder: Path) -> Iterator[Shown]:
    made = Shown(folder)
    yield made
    made.close()


FOLDERS = ("docs", "empty", "src")


def test_folders_come_first_whatever_a_click_on_a_heading_sorts_by(shown: Shown) -> None:
    shown.see(*FOLDERS, "a.txt", "b.txt", "C.txt")
    shown.sort(NAME)
    shown.see(*reversed(FOLDERS), "C.txt", "b.txt", "a.txt")
    # Folders have no size: they stand by name.
    rows = {
        Qt.SortOrder.AscendingOrder: [*FOLDERS, "a.txt", "C.txt", "b.txt"],
        Qt.SortOrder.DescendingOrder: [*FOLDERS, "b.txt", "C.txt", "a.txt"],
    }
    while rows:
        shown.sort(SIZE)
        shown.see(*rows.pop(shown.view.header().sortIndicatorOrder()))


def test_rows_stay_sorted_while_files_grow(shown: Shown, folder: Path) -> None:
    shown.view.sortByColumn(SIZE, Qt.SortOrder.DescendingOrder)
    until(lambda: shown.rows()[3:] == ["b.txt", "C.txt", "a.txt"])
    shown.click("a.txt")
    write(folder, {"a.txt": 2000})
    until(lambda: shown.rows()[3:] == ["a.txt", "b.txt", "C.txt"])
    assert shown.selected() == ["a.txt"] and shown.index("a.txt").siblingAtColumn(SIZE).data() == "1.95 KiB"


def test_folders_are_read_when_they_open(shown: Shown) -> None:
    inside = shown.window.reader.inside
    assert len(inside) == 1
    shown.fold("docs")
    shown.see("docs", ".old", ".api.md", "empty", "src", "a.txt", "b.txt", "C.txt")
    shown.fold("old")
    shown.fold("empty")
    shown.see("docs", ".old", "..v1.md", ".api.md", "empty", ".Empty", "src", "a.txt", "b.txt", "C.txt")
    shown.fold("docs")
    shown.see("docs", "empty", ".Empty", "src", "a.txt", "b.txt", "C.txt")
    shown.fold("docs")
    shown.see("docs", ".old", "..v1.md", ".api.md", "empty", ".Empty", "src", "a.txt", "b.txt", "C.txt")


def test_what_happens_in_an_open_folder_is_seen_at_once(
    folder: Path, disk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for the time to look again."""
    monkeypatch.setattr(disk, "AGAIN", 60)
    shown = Shown(folder)
    try:
        shown.fold("docs")
        until(lambda: ".api.md" in shown.rows())
        write(folder, {"new.txt": 1})
        shown.see("docs", ".old", ".api.md", "empty", "src", "a.txt", "b.txt", "C.txt", "new.txt")
        (folder / "docs/api.md").unlink()
        shown.see("docs", ".old", "empty", "src", "a.txt", "b.txt", "C.txt", "new.txt")
    finally:
        shown.close()


def test_a_slow_folder_says_so_while_the_window_goes_on(
    shown: Shown, disk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan, may_go_on = os.scandir, threading.Event()

    def wait(path: str) -> Any:
        if path.endswith("docs"):
            may_go_on.wait(10)
        return scan(path)

    monkeypatch.setattr(disk.os, "scandir", wait)
    shown.fold("docs")
    shown.see("docs", ".Reading…", "empty", "src", "a.txt", "b.txt", "C.txt")
    shown.type("b.")
    shown.see("b.txt")
    shown.type("")
    shown.sort(NAME)
    shown.see("src", "empty", "docs", ".Reading…", "C.txt", "b.txt", "a.txt")
    may_go_on.set()
    shown.see("src", "empty", "docs", ".old", ".api.md", "C.txt", "b.txt", "a.txt")


def test_a_folder_that_cannot_be_read_says_why_until_it_can(
    shown: Shown, disk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan, refused = os.scandir, ["src"]

    def refuse(path: str) -> Any:
        if Path(path).name in refused:
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(disk.os, "scandir", refuse)
    shown.fold("src")
    shown.see("docs", "empty", "src", ".Permission denied", "a.txt", "b.txt", "C.txt")
    refused.clear()
    shown.see("docs", "empty", "src", ".main.c", "a.txt", "b.txt", "C.txt")


def test_what_is_found_keeps_the_folders_that_lead_to_it(shown: Shown) -> None:
    shown.fold("docs")
    shown.fold("empty")
    until(lambda: ".Empty" in shown.rows() and ".old" in shown.rows())
    shown.fold("old")
    until(lambda: "..v1.md" in shown.rows())
    shown.type("V1")
    shown.see("docs", ".old", "..v1.md")
    shown.fold("old")
    shown.see("docs", ".old")
    shown.type("m")
    shown.see("docs", ".old", ".api.md", "empty")
    shown.type("")
    shown.see("docs", ".old", ".api.md", "empty", ".Empty", "src", "a.txt", "b.txt", "C.txt")


def test_a_renamed_file_stays_selected_and_a_renamed_folder_open(shown: Shown, folder: Path) -> None:
    shown.fold("docs")
    until(lambda: ".api.md" in shown.rows())
    shown.click("api.md")
    (folder / "docs/api.md").rename(folder / "docs/zoo.md")
    (folder / "docs").rename(folder / "manual")
    shown.see("empty", "manual", ".old", ".zoo.md", "src", "a.txt", "b.txt", "C.txt")
    assert shown.selected() == ["zoo.md"]
    (folder / "manual/zoo.md").unlink()
    write(folder, {"manual/new.md": 1})
    shown.see("empty", "manual", ".old", ".new.md", "src", "a.txt", "b.txt", "C.txt")


def test_what_is_seen_and_selected_stays_while_files_change(shown: Shown, folder: Path) -> None:
    write(folder, {f"many/{number:03}": 1 for number in range(100, 300)})
    until(lambda: "many" in shown.rows())
    shown.fold("many")
    until(lambda: shown.window.model.rowCount() > 200)
    shown.view.scrollTo(shown.index("200"), shown.view.ScrollHint.PositionAtTop)
    seen = shown.rows()
    assert seen[0] == ".200"
    shown.click("203")
    write(folder, {f"many/{number:03}-b": 1 for number in range(150, 190)})
    for number in range(100, 120):
        (folder / f"many/{number}").unlink()
    (folder / "many/195").rename(folder / "many/105")
    until(lambda: shown.index("105").row() == 3 and shown.window.model.rowCount() == 7 + 200 + 20)
    assert shown.rows() == seen and shown.selected() == ["203"]
    (folder / "many/203").rename(folder / "many/203-renamed")
    until(lambda: shown.selected() == ["203-renamed"])
    assert shown.rows() == [".203-renamed" if row == ".203" else row for row in seen]


def test_nothing_moves_while_a_button_is_pressed(shown: Shown, folder: Path) -> None:
    before = shown.rows()
    window, place = (
        shown.window.windowHandle(),
        shown.view.viewport().mapTo(shown.window, shown.place("src", 50)),
    )
    QTest.mousePress(window, LEFT, NO_KEYS, place)
    write(folder, {"aaa.txt": 1})
    until(lambda: "aaa.txt" in [row.model.name for row in shown.window.found])
    pass_time(0.2)
    assert shown.rows() == before
    QTest.mouseRelease(window, LEFT, NO_KEYS, place)
    until(lambda: "aaa.txt" in shown.rows())
    assert shown.selected() == ["src"]
