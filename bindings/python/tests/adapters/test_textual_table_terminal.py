"""The table for Textual on a terminal: what tmux has on its screen, beside a plain model."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import textual_table_app
from textual_table_model import TextualTableModel

TMUX = shutil.which("tmux")
PATIENCE = 20
"""Seconds."""
WIDTH, HEIGHT = 60, 14

pytestmark = pytest.mark.skipif(TMUX is None, reason="tmux is not installed")


class Terminal:
    """A program in tmux, with a server of its own."""

    def __init__(self, folder: Path, words: list[str], width: int, height: int) -> None:
        self.socket = str(folder / "tmux")
        # Whatever terminal the tests themselves run on.
        inherited = {name: text for name, text in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self.environment = {**inherited, "PYTHONPATH": os.pathsep.join(sys.path), "LC_ALL": "C.UTF-8"}
        self("-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height), *words)

    def __call__(self, *words: str) -> str:
        command = [str(TMUX), "-S", self.socket, *words]
        return subprocess.run(
            command, env=self.environment, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def keys(self, *names: str) -> None:
        self("send-keys", *names)

    def mouse(self, *events: str) -> None:
        """Events as a terminal reports them: button, column and line from 1 on, M or m."""
        for event in events:
            self("send-keys", "-l", f"\x1b[<{event}")

    def lines(self, width: int) -> list[str]:
        """The screen up to a column of it, as far as something stands there."""
        return [cut(line, width).rstrip() for line in self("capture-pane", "-p").split("\n")]


def cut(line: str, width: int) -> str:
    """So much of a line; a letter of two cells of the terminal counts as two."""
    found = ""
    for letter in line:
        width -= 1 + (ord(letter) > 0x3000)
        if width < 0:
            return found
        found += letter
    return found


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    started = Terminal(tmp_path, [sys.executable, textual_table_app.__file__], WIDTH, HEIGHT)
    yield started
    started("kill-server")


def test_the_screen_of_a_terminal_shows_what_a_plain_model_does(terminal: Terminal) -> None:
    model = TextualTableModel([*textual_table_app.columns()])
    model.rows = textual_table_app.rows()
    model.cursor = 0

    def check() -> None:
        """Both scroll bars are there: two columns, and a line."""
        expected = model.lines()
        end = time.monotonic() + PATIENCE
        while (seen := terminal.lines(int(model.width))[: len(expected)]) != expected:
            assert time.monotonic() < end, (seen, expected)
            time.sleep(0.05)

    def go(*names: str) -> None:
        terminal.keys(*names)
        for name in names:
            assert model.cursor is not None and model.column is not None
            beside = model.beside(model.cursor, model.column, name.upper())
            model.set_cursor(*(beside or (model.cursor, model.column)))
        check()

    model.width, model.height = WIDTH - 2, HEIGHT - 1
    check()
    go(*["Down"] * 15)
    go(*["Right"] * 9)
    terminal.keys("C-End")
    model.set_cursor(299, model.column or "")
    check()
    terminal.keys("Home")
    model.set_cursor(299, "b")
    check()

    # The wheel, and with shift from side to side.
    terminal.mouse("64;5;5M", "64;5;5M", "69;5;5M", "69;5;5M")
    model.scroll(model.x + 8, model.y - 4)
    check()

    # Two clicks on the heading of the first column that scrolls: rows in their order, then in reverse.
    column, left, _, _ = next(each for each in model.columns_at() if each[1] >= model.split)
    for descending in (False, True):
        terminal.mouse(f"0;{int(left) + 2};1M", f"0;{int(left) + 2};1m")
        ids = [row.id for row in model.shown]
        model.order = column.key, descending
        model.rows = sorted(textual_table_app.rows(), reverse=descending)
        model.follow_rows(ids)
        check()

    # A drag of the end of the first column, five cells to the right.
    column, _, right, _ = model.columns_at()[0]
    terminal.mouse(f"0;{int(right)};1M", f"32;{int(right) + 3};1M", f"0;{int(right) + 5};1m")
    model.update_column(column.key, width=int(column.width) + 5)
    model.scroll(model.x, model.y)
    check()

    terminal("resize-window", "-x", "44", "-y", "9")
    model.width, model.height = 42, 8
    model.scroll(model.x, model.y)
    check()
    go("Up", "Left")
