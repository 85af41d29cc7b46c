"""What the tests of Tk share: a window with a Treeview, and its rows."""

from __future__ import annotations

import time
import tkinter
from collections.abc import Callable, Iterator
from tkinter import ttk
from typing import Any

import pytest

HEIGHT = 8


@pytest.fixture
def root() -> Iterator[tkinter.Tk]:
    made = tkinter.Tk()
    made.geometry("+0+0")
    failures: list[object] = []

    def report(*failure: object) -> None:
        failures.append(failure)

    made.report_callback_exception = report
    yield made
    made.destroy()
    assert failures == []


@pytest.fixture
def tree(root: tkinter.Tk) -> ttk.Treeview:
    made = ttk.Treeview(root, columns=("look",), height=HEIGHT)
    made.pack()
    root.update()
    return made


def rows_of(tree: ttk.Treeview, parent: str = "") -> list[tuple[str, Any]]:
    return [(tree.item(iid, "text"), tree.item(iid, "values")) for iid in tree.get_children(parent)]


def until(root: tkinter.Misc, is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < end
        root.update()
