"""The adapter for Tk's Treeview over sorted lists, on a real display: clicks on headings sort its rows."""

from __future__ import annotations

import time
import tkinter
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import Any, NamedTuple

import pytest
from tk_witness import root, rows_of, tree, until

from iqlist import List
from iqlist.tk import TreeviewAdapter

__all__ = ["root", "tree"]


class Row(NamedTuple):
    name: str
    look: int


ROWS = [Row("Cem", 3), Row("Ada", 1), Row("Eve", 3), Row("Ben", 2)]


def options(row: Row) -> dict[str, Any]:
    return {"text": row.name, "values": (row.look,)}


def names(tree: ttk.Treeview) -> str:
    return " ".join(text for text, _ in rows_of(tree))


def shows(tree: ttk.Treeview, wanted: str) -> bool:
    return names(tree) == wanted


def click(tree: ttk.Treeview, column: int) -> None:
    """On the heading of a column, as a user does."""
    x = 20 + column * int(tree.column("#0", "width"))
    tree.update()
    assert tree.identify_region(x, 8) == "heading"
    for event in ("<Motion>", "<ButtonPress-1>", "<ButtonRelease-1>"):
        tree.event_generate(event, x=x, y=8)
    tree.update()


def test_clicks_on_headings_sort_and_say_it(root: tkinter.Tk, tree: ttk.Treeview) -> None:
    source = List.of_items(ROWS, key="name", content="look")
    tree.heading("#0", text="Name")
    tree.heading("look", text="Look")
    keys: dict[str, Callable[[Row], object]] = {"#0": lambda row: row.name, "look": lambda row: row.look}
    adapter = TreeviewAdapter(tree, source.sorted(), options, sort_keys=keys)
    tree.selection_set(adapter.iid("Ada"))
    assert names(tree) == "Cem Ada Eve Ben"
    for column, wanted, headings in (
        (0, "Ada Ben Cem Eve", ("Name ▲", "Look")),
        (0, "Eve Cem Ben Ada", ("Name ▼", "Look")),
        (1, "Ada Ben Cem Eve", ("Name", "Look ▲")),
        (1, "Cem Eve Ben Ada", ("Name", "Look ▼")),
    ):
        click(tree, column)
        until(root, partial(shows, tree, wanted))
        assert (tree.heading("#0", "text"), tree.heading("look", "text")) == headings
    assert adapter.selected() == [Row("Ada", 1)]
    source.set_items([*ROWS[:3], Row("Ben", 9)])
    until(root, lambda: names(tree) == "Ben Cem Eve Ada")
    adapter.close()
    click(tree, 0)
    time.sleep(0.1)
    root.update()
    assert names(tree) == "Ben Cem Eve Ada"


def test_sort_keys_need_a_sorted_list(tree: ttk.Treeview) -> None:
    with pytest.raises(TypeError, match="SortedList"):
        TreeviewAdapter(tree, List.of_items(ROWS), options, sort_keys={"#0": str})
