#!/usr/bin/env python3
"""A frame of a Treeview of Tk of which one row in a hundred changes: by iqlist.tk, and by what people do
without it, all rows deleted and inserted again.

    frame    change ── set, or delete and insert ── the window is drawn
             └────────────────── processor time ──────────────────────┘
"""

from __future__ import annotations

import tkinter
from tkinter import ttk

from frames import COUNTS, FRAMES, Outcome, Row, Rows, report, seconds

import iqlist
from iqlist.tk import TreeviewAdapter


class Theirs:
    """Rows by their position, as people number them."""

    def __init__(self, tree: ttk.Treeview, rows: Rows) -> None:
        self.tree, self.rows = tree, rows

    def show(self) -> None:
        self.tree.delete(*self.tree.get_children())
        for row in self.rows:
            self.tree.insert("", "end", text=str(row))

    def select(self, index: int) -> None:
        self.tree.selection_set(self.tree.get_children()[index])

    def selected(self) -> Row | None:
        chosen = self.tree.selection()
        return self.rows[self.tree.index(chosen[0])] if chosen else None


class Ours(Theirs):
    def __init__(self, tree: ttk.Treeview, rows: Rows) -> None:
        super().__init__(tree, rows)
        self.list = iqlist.List.of_items(rows, key=lambda row: row.number, content=lambda row: row.version)
        self.adapter = TreeviewAdapter(tree, self.list, lambda row: {"text": str(row)})

    def show(self) -> None:
        self.list.set_items(self.rows)
        self.adapter.poll()


def first(way: Theirs) -> Row:
    return way.rows[round(way.tree.yview()[0] * len(way.rows))]


def frame(root: tkinter.Tk, way: Theirs, outcome: Outcome) -> None:
    rows = way.rows
    middle = len(rows) // 2
    way.select(middle)
    way.tree.yview_moveto((middle - 5) / len(rows))
    root.update()
    selected, before = rows[middle], first(way)
    rows.change()
    begun = seconds()
    way.show()
    root.update()
    taken = seconds() - begun
    outcome.add(rows, taken, (selected, way.selected()), (before, first(way)))


def measure(make: type[Theirs], count: int) -> Outcome:
    root = tkinter.Tk()
    tree = ttk.Treeview(root, show="tree", height=24)
    tree.pack()
    way, outcome = make(tree, Rows(count)), Outcome()
    way.show()
    root.update()
    for _ in range(FRAMES):
        frame(root, way, outcome)
    root.destroy()
    return outcome


for count in COUNTS:
    theirs = measure(Theirs, count)
    ours = measure(Ours, count)
    report("Treeview", count, "all deleted and inserted", ours, theirs)
