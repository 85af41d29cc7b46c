#!/usr/bin/env python3
"""A frame of a table in Textual that is sorted by a number, where one row in a hundred gets another number:
by iqlist.textual.TableWidget of a sorted list, and by Textual's DataTable, all of whose columns have a width,
so that it measures nothing:

    sort      update_cell of each row that has changed, and DataTable.sort
    refill    DataTable.clear, and add_row of all, which the program has sorted

    frame     numbers change ── update ── all messages are handled, the screen is drawn
                               └──────────────── processor time ─────────────────────┘
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from operator import attrgetter
from typing import Any, Callable

from frames import COUNTS, FRAMES, Outcome, Row, Rows, report, seconds
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import DataTable

import iqlist
from iqlist.textual import TableColumn, TableWidget

SCREEN = (80, 40)
WIDTHS = {"number": 10, "version": 20, "text": 30}


def cells(row: Row) -> tuple[int, int, str]:
    return row.number, row.version, f"Row {row.number:08x}"


class Shown(App[None]):
    """Rows in a table that is sorted by their versions."""

    view: Any

    def compose(self) -> ComposeResult:
        yield self.view

    @abstractmethod
    def update(self, rows: Rows, changed: list[Row]) -> None: ...

    @abstractmethod
    def number_at(self, index: int) -> int:
        """Of a row of the table."""

    @abstractmethod
    def move_cursor(self, index: int) -> None: ...

    @abstractmethod
    def cursor(self) -> int:
        """The number of the row with the cursor."""

    def first(self) -> int:
        """The number of the first row in sight."""
        return self.number_at(round(self.view.scroll_offset.y))


class Ours(Shown):
    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.source = iqlist.List.of_items(rows, key=lambda row: row.number, content=lambda row: row.version)
        self.sorted = self.source.sorted()
        is_done: list[bool] = []
        self.sorted.set_order(
            batch=lambda rows: [row.version for row in rows], done=lambda ticket: is_done.append(True)
        )
        while not is_done:
            self.sorted.poll()
        self.view = TableWidget(self.sorted, [self.column(at, key) for at, key in enumerate(WIDTHS)])

    @staticmethod
    def column(at: int, key: str) -> TableColumn[Row]:
        return TableColumn(key, key, width=WIDTHS[key] + 2, render=lambda row: str(cells(row)[at]))

    def update(self, rows: Rows, changed: list[Row]) -> None:
        with self.source.edit() as edit:
            edit.update_items(changed)

    def number_at(self, index: int) -> int:
        return self.sorted.models()[index].number

    def move_cursor(self, index: int) -> None:
        self.view.move_cursor(self.sorted.item_at(index))

    def cursor(self) -> int:
        return int(self.view.cursor[0].model.number)


class Theirs(Shown):
    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.rows = rows
        self.view = DataTable(cursor_type="row")

    def on_mount(self) -> None:
        for key, width in WIDTHS.items():
            self.view.add_column(key, width=width, key=key)
        self.fill(self.rows)

    def fill(self, rows: Rows) -> None:
        for row in sorted(rows, key=attrgetter("version")):
            self.view.add_row(*cells(row), key=str(row.number))

    def number_at(self, index: int) -> int:
        return int(self.view.get_row_at(index)[0])

    def move_cursor(self, index: int) -> None:
        self.view.move_cursor(row=index, scroll=False)

    def cursor(self) -> int:
        return self.number_at(self.view.cursor_row)


class Sorted(Theirs):
    def update(self, rows: Rows, changed: list[Row]) -> None:
        for row in changed:
            self.view.update_cell(str(row.number), "version", row.version)
        self.view.sort("version")


class Refilled(Theirs):
    def update(self, rows: Rows, changed: list[Row]) -> None:
        self.view.clear()
        self.fill(rows)


async def frame(app: Shown, pilot: Pilot[None], rows: Rows, outcome: Outcome) -> None:
    middle = len(rows) // 2
    app.move_cursor(middle)
    await pilot.pause()
    app.view.scroll_to(y=middle - 5, animate=False)
    await pilot.pause()
    by_number = {row.number: row for row in rows}
    before = by_number[app.cursor()], by_number[app.first()]
    changed = rows.rank_some()
    begun = seconds()
    app.update(rows, changed)
    await pilot.pause()
    await pilot.pause()
    taken = seconds() - begun
    numbers = {row.number for row in changed}
    after = [by_number[app.cursor()], by_number[app.first()]]
    if before[1].number in numbers:  # Nobody could keep it.
        after[1] = before[1]
    outcome.add(rows, taken, (before[0], after[0]), (before[1], after[1]))


async def measured(kind: Callable[[Rows], Shown], count: int, frames: int = FRAMES) -> Outcome:
    rows, outcome = Rows(count), Outcome()
    rows.rank()
    app = kind(rows)
    async with app.run_test(size=SCREEN) as pilot:
        await pilot.pause()
        for _ in range(frames):
            await frame(app, pilot, rows, outcome)
        numbers = [row.number for row in sorted(rows, key=attrgetter("version"))]
        assert [app.number_at(at) for at in range(0, count, count // 100)] == numbers[:: count // 100]
    return outcome


def main() -> None:
    for count in COUNTS:
        ours = asyncio.run(measured(Ours, count))
        theirs = asyncio.run(measured(Sorted, count))
        report("Textual table, sorted", count, "update_cell, sort", ours, theirs)
        # A frame of this one takes seconds.
        theirs = asyncio.run(measured(Refilled, count, 2))
        report("Textual table, sorted", count, "clear, add_row", ours, theirs)


if __name__ == "__main__":
    main()
