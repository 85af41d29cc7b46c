#!/usr/bin/env python3
"""A table in Textual: by iqlist.textual.TableWidget, and by what people do without it, Textual's DataTable at
its best: all rows have the height of one line, all columns a width, so that it measures nothing.

    first picture    rows are there ── app ── all rows are shown, the screen is drawn
    scroll, update   one thing happens ── all messages are handled, the screen is drawn

Each is measured in a process of its own, for the memory that it takes beside the rows. With --large also
100,000 rows of 200 columns: DataTable needs some minutes and gigabytes for them.
"""

from __future__ import annotations

import asyncio
import json
import resource
import statistics
import subprocess
import sys
from typing import Any, NamedTuple

from frames import FRAMES, seconds
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import DataTable

import iqlist
from iqlist.textual import TableColumn, TableWidget

SIZES = [(2_000, 50)] if "--quick" in sys.argv else [(10_000, 50)]
SIZES += [(100_000, 200)] if "--large" in sys.argv else []
SCREEN = (120, 40)
WIDTH = 10


POOL = [f"{number:08x}" for number in range(9973)]


class Row(NamedTuple):
    number: int
    version: int
    cells: list[str]
    """Texts that there are already: neither way of showing them makes any."""


def made(count: int, columns: int) -> list[Row]:
    pool = POOL + POOL
    return [Row(number, 1, pool[number % 9773 :][:columns]) for number in range(count)]


class Ours(App[None]):
    def __init__(self, rows: list[Row], columns: int) -> None:
        super().__init__()
        self.rows = iqlist.List.of_items(rows, key="number", content="version")
        self.view: TableWidget[Row] = TableWidget(self.rows, [self.column(each) for each in range(columns)])

    def column(self, number: int) -> TableColumn[Row]:
        key = str(number)
        return TableColumn(key, key, width=WIDTH + 2, frozen=not number, render=lambda row: row.cells[number])

    def compose(self) -> ComposeResult:
        yield self.view

    def update(self, row: Row, column: int) -> None:
        with self.rows.edit() as edit:
            edit.update_items([row])


class Theirs(App[None]):
    def __init__(self, rows: list[Row], columns: int) -> None:
        super().__init__()
        self.rows, self.columns = rows, columns
        self.view: DataTable[str] = DataTable(fixed_columns=1)

    def compose(self) -> ComposeResult:
        yield self.view

    def on_mount(self) -> None:
        for number in range(self.columns):
            self.view.add_column(str(number), width=WIDTH, key=str(number))
        for row in self.rows:
            self.view.add_row(*row.cells, key=str(row.number))

    def update(self, row: Row, column: int) -> None:
        self.view.update_cell(str(row.number), str(column), row.cells[column])


async def steps(app: Ours | Theirs, pilot: Pilot[None], rows: list[Row], columns: int) -> dict[str, float]:
    """The median seconds of each kind of step."""
    taken: dict[str, list[float]] = {"down": [], "right": [], "update": []}
    for frame in range(FRAMES):
        # Elsewhere each time: nothing of it was drawn before.
        top, left = (frame + 1) * len(rows) // (FRAMES + 2), WIDTH * columns // 2
        app.view.scroll_to(left, top, animate=False)
        await pilot.pause()
        for name, x, y in (("down", 0, 3), ("right", 4, 0)):
            begun = seconds()
            app.view.scroll_relative(x, y, animate=False)
            await pilot.pause()
            taken[name].append(seconds() - begun)
        shown = top + 10
        begun = seconds()
        cells = [*rows[shown].cells]
        cells[columns // 2 + 2] = f"new {frame}"
        app.update(Row(shown, frame + 2, cells), columns // 2 + 2)
        await pilot.pause()
        await pilot.pause()
        taken["update"].append(seconds() - begun)
    return {name: statistics.median(each) for name, each in taken.items()}


def memory() -> float:
    """The most that the process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def measure(kind: type[Ours | Theirs], count: int, columns: int) -> dict[str, float]:
    rows = made(count, columns)
    before, begun = memory(), seconds()
    app = kind(rows, columns)
    async with app.run_test(size=SCREEN) as pilot:
        await pilot.pause()
        first = seconds() - begun
        found = await steps(app, pilot, rows, columns)
    return {"first": first, **found, "memory": memory() - before}


def measured(name: str, count: int, columns: int) -> Any:
    words = [sys.executable, __file__, *sys.argv[1:], "--one", name, str(count), str(columns)]
    return json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout)


def report(count: int, columns: int) -> None:
    ours, theirs = (measured(name, count, columns) for name in ("Ours", "Theirs"))
    for what, name, unit, times in (
        ("the first picture", "first", "ms", 1000),
        ("three lines down", "down", "ms", 1000),
        ("four cells to the right", "right", "ms", 1000),
        ("an update of one cell", "update", "ms", 1000),
        ("memory beside the rows", "memory", "MB", 1),
    ):
        print(f"Textual table, {what}, {count} rows x {columns} columns: {ours[name] / theirs[name]:.4f}")
        mine, other = times * ours[name], times * theirs[name]
        print(f"  iqlist {mine:9.1f} {unit}, DataTable {other:9.1f} {unit}", flush=True)


def main() -> None:
    if "--one" in sys.argv:
        name, count, columns = sys.argv[-3:]
        kind = Ours if name == "Ours" else Theirs
        print(json.dumps(asyncio.run(measure(kind, int(count), int(columns)))))
    else:
        for size in SIZES:
            report(*size)


if __name__ == "__main__":
    main()
