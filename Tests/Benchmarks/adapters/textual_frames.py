#!/usr/bin/env python3
"""A frame of a list in Textual of which one row in a hundred changes: by iqlist.textual, and by what people
do without it, an OptionList that is cleared and filled. Then a key that moves the cursor, and a letter that
is typed into a filter.

    frame    change ── set, or clear and fill ── all messages are handled, the screen is drawn
             └────────────────────────── processor time ──────────────────────────────────┘
"""

from __future__ import annotations

import asyncio

from frames import COUNTS, FRAMES, Outcome, Row, Rows, report, seconds
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import OptionList
from textual.widgets.option_list import Option

import iqlist
from iqlist.textual import ListWidget

SIZE = (80, 24)


class Ours(App[None]):
    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.rows = rows
        self.list = iqlist.List.of_items(rows, key=lambda row: row.number, content=lambda row: row.version)
        self.found = self.list.filtered()
        self.view: ListWidget[Row] = ListWidget(self.found, str)

    def compose(self) -> ComposeResult:
        yield self.view

    def show(self) -> None:
        self.list.set_items(self.rows)

    def filter(self, text: str) -> None:
        self.found.set_filter(lambda _, row: text in str(row))

    def select(self, index: int) -> None:
        self.view.move_cursor(self.rows[index])

    @property
    def selected(self) -> Row | None:
        cursor = self.view.cursor
        return None if cursor is None else cursor.model


class Theirs(App[None]):
    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.rows = rows
        self.view = OptionList(*self.options())

    def options(self) -> list[Option]:
        return [Option(str(row), id=str(row.number)) for row in self.rows]

    def compose(self) -> ComposeResult:
        yield self.view

    def show(self) -> None:
        self.view.clear_options()
        self.view.add_options(self.options())

    def filter(self, text: str) -> None:
        self.view.clear_options()
        self.view.add_options([option for option in self.options() if text in str(option.prompt)])

    def select(self, index: int) -> None:
        self.view.highlighted = index

    @property
    def selected(self) -> Row | None:
        index = self.view.highlighted
        return None if index is None else self.rows[index]


async def frame(app: Ours | Theirs, pilot: Pilot[None], outcome: Outcome) -> None:
    rows = app.rows
    app.select(len(rows) // 2)
    await pilot.pause()
    app.view.scroll_to(y=len(rows) // 2 - 5, animate=False)
    await pilot.pause()
    selected, first = rows[len(rows) // 2], rows[round(app.view.scroll_offset.y)]
    rows.change()
    begun = seconds()
    app.show()
    await pilot.pause()
    taken = seconds() - begun
    outcome.add(rows, taken, (selected, app.selected), (first, rows[round(app.view.scroll_offset.y)]))


async def keys(app: Ours | Theirs) -> tuple[float, float]:
    """The least seconds of a cursor key that does not scroll, and of a letter of a filter."""
    moves: list[float] = []
    letters: list[float] = []
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("down")
        for text in [*["1", "1f", "1", ""] * FRAMES][:FRAMES]:
            begun = seconds()
            await pilot.press(*["down", "up"] * 5)
            moves.append((seconds() - begun) / 10)
            begun = seconds()
            app.filter(text)
            await pilot.pause()
            letters.append(seconds() - begun)
    return min(moves), min(letters)


async def measure(app: Ours | Theirs) -> Outcome:
    outcome = Outcome()
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(FRAMES):
            await frame(app, pilot, outcome)
    return outcome


for count in COUNTS:
    theirs = asyncio.run(measure(Theirs(Rows(count))))
    ours = asyncio.run(measure(Ours(Rows(count))))
    report("Textual", count, "OptionList cleared, filled", ours, theirs)
    pairs = zip(asyncio.run(keys(Ours(Rows(count)))), asyncio.run(keys(Theirs(Rows(count)))))
    for what, (mine, other) in zip(("a cursor key", "a letter of a filter"), pairs):
        print(f"Textual, {what}, {count} rows: ratio {mine / other:.3f}")
        print(f"  iqlist {1000 * mine:9.3f} ms, OptionList {1000 * other:9.3f} ms", flush=True)
