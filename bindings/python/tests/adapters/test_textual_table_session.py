"""The table for Textual: what is on the screen in random sessions, beside a plain model of it."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from table_model import Row
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot
from textual_app import loop
from textual_table_model import TextualTableModel, table_columns
from textual_table_shows import Shows, run

from iqlist import List, NotFoundError, Selection, State
from iqlist.textual import TableColumn, TableWidget

SEED = 2026

__all__ = ["loop"]


class Session:
    """A widget and its model, which the same is done to."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        columns = table_columns(self.random)
        self.model = TextualTableModel([*columns])
        self.source: List[Row] = List(key="id", content="look")
        self.source.set_undo(1_000_000)
        self.found = self.source.filtered()
        self.columns: List[TableColumn[Row]] = List.of_items(columns, key="key")
        self.columns.set_undo(1_000_000)
        mode = Selection.MULTIPLE | Selection.KEEPS
        self.app = Shows(self.found, self.columns, selection=mode)
        self.widget = self.app.widget

    @property
    def ids(self) -> list[int]:
        return [row.id for row in self.model.shown]

    @property
    def keys(self) -> list[str]:
        return [column.key for column in self.model.visible]

    async def act(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        """Something happens. Whether it is known where it scrolls to, from side to side, and up and down."""
        ids, keys = self.ids, self.keys
        act = self.random.choice(
            [self.rows, self.filter, self.column, self.resize, self.wheel, self.wheel, self.click, self.drag]
            + [self.key] * 6
        )
        known = await act(pilot)
        if act in (self.rows, self.filter):
            self.model.follow_rows(ids)
        self.model.follow_columns(keys)
        return known

    async def rows(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        if self.random.random() < 0.2:
            with suppress(NotFoundError):
                self.source.undo()
            self.model.rows = self.source.models()
        else:
            self.model.rows = self.model.changed_rows(self.random)
            self.source.set_items(self.model.rows)
        self.source.trim()
        return True, True

    async def filter(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        self.model.filter = self.random.choice([None, None, 0, 1])
        self.found.set_filter(lambda key, row: self.model.filter in (None, row.id % 3))
        return True, True

    async def column(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        key, table = self.random.choice("abcdefghijkl"), self.widget.table
        before, chance = table.column(key), self.random.random()
        if chance < 0.2:
            step = self.random.choice([-1, 1])
            if self.model.steps.go(step):
                self.columns.undo() if step < 0 else self.columns.redo()
        elif chance < 0.5:
            other = self.random.choice("abcdefghijkl")
            table.move_column(key, before=other)
            self.model.move_column(key, other)
        else:
            fields: dict[str, Any] = self.random.choice(
                [{"hidden": not before.hidden}, {"frozen": not before.frozen}]
            )
            table.update_column(key, **fields)
            self.model.update_column(key, **fields)
        return False, True

    async def resize(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        await pilot.resize_terminal(self.random.randrange(20, 70), self.random.randrange(5, 20))
        return False, False

    async def wheel(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        event, step = self.random.choice([(MouseScrollDown, 1), (MouseScrollUp, -1)])
        # With shift from side to side, four cells of the terminal, else two lines.
        shift = self.random.random() < 0.5
        x, y = (4 * step, 0) if shift else (0, 2 * step)
        for _ in range(self.random.randrange(1, 5)):
            await pilot._post_mouse_events([event], TableWidget, offset=(2, 2), button=0, shift=shift)
            self.model.scroll(self.model.x + x, self.model.y + y)
        return True, True

    async def click(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        x, y = self.random.randrange(int(self.model.width)), self.random.randrange(int(self.model.height))
        at = self.model.at(x, y)
        frame = None if at is None else self.model.cells()[at][0]
        await pilot.click(TableWidget, (x, y))
        if at is None or frame is None:
            return True, True
        id, key = at
        if id is not None:
            self.model.set_cursor(id, key)
            self.model.selected = {id}
        elif x + 1 < frame.right:
            self.model.order = key, self.model.order == (key, False)
        return True, True

    async def drag(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        edges = {
            key: int(frame.right) - 1
            for (id, key), (frame, clip) in self.model.cells().items()
            if id is None and clip.right == frame.right
        }
        if not edges:
            return True, True
        key = self.random.choice([*edges])
        start = edges[key]
        end = self.random.randrange(int(self.model.width))
        await pilot.mouse_down(TableWidget, (start, 0))
        await pilot.hover(TableWidget, ((start + end) // 2, 0))
        await pilot.hover(TableWidget, (end, 3))
        await pilot.mouse_up(TableWidget, (end, 3))
        column = next(each for each in self.model.visible if each.key == key)
        self.model.update_column(key, width=max(1, int(column.width) + end - start))
        return False, True

    async def key(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        model = self.model
        key = self.random.choice(
            ["up", "down", "left", "right"] * 2
            + [
                "home",
                "end",
                "ctrl+home",
                "ctrl+end",
                "space",
                "shift+left",
                "shift+right",
                "ctrl+right",
                "s",
            ]
        )
        await pilot.press(key)
        ids, keys = self.ids, self.keys
        if model.column is None:
            return True, True
        if key == "s":
            model.order = model.column, model.order == (model.column, False)
        elif key in ("shift+left", "shift+right"):
            width = int(next(each for each in model.visible if each.key == model.column).width)
            model.update_column(model.column, width=max(1, width + (1 if key == "shift+right" else -1)))
            return False, True
        elif key == "ctrl+right":
            for is_frozen in (True, False):
                pane = [each.key for each in model.pane(is_frozen)]
                if model.column in pane[:-1]:
                    # After its neighbour is before itself, with that one moved.
                    self.move_after(model.column, pane[pane.index(model.column) + 1])
            return False, True
        if model.cursor is None:
            return True, True
        row, column = ids.index(model.cursor), keys.index(model.column)
        if key == "space":
            model.selected ^= {model.cursor}
        elif key in ("up", "down", "left", "right"):
            beside = model.beside(model.cursor, model.column, key.upper())
            model.set_cursor(*(beside or (model.cursor, model.column)))
        elif key in ("home", "end", "ctrl+home", "ctrl+end"):
            row = {"ctrl+home": 0, "ctrl+end": -1}.get(key, row)
            column = {"home": 0, "end": -1}.get(key, column)
            model.set_cursor(ids[row], keys[column])
        return True, True

    def move_after(self, key: str, other: str) -> None:
        columns = [each for each in self.model.steps.now if each.key != key]
        moved = next(each for each in self.model.steps.now if each.key == key)
        columns.insert([each.key for each in columns].index(other) + 1, moved)
        self.model.steps.set(columns)

    def check(self, known: tuple[bool, bool]) -> None:
        model, widget = self.model, self.widget
        region = widget.scrollable_content_region
        model.width, model.height = region.width, region.height
        x, y = widget.scroll_offset
        model.scroll(model.x, model.y)
        if known[0]:
            assert model.x == x
        if known[1]:
            assert model.y == y
        model.x, model.y = x, y
        assert 0 <= x <= model.last[0] and 0 <= y <= model.last[1]
        assert self.app.lines == model.lines()
        cursor = widget.cursor
        is_there = model.cursor is not None and model.column is not None
        assert cursor is None if not is_there else cursor is not None
        if cursor is not None:
            assert (cursor[0].model.id, cursor[1].key) == (model.cursor, model.column)
        assert self.app.styled("table-widget--cursor") == model.cursor_cells()
        selected = {item.model.id for item in self.found.items_in_state(State.SELECTED)}
        assert selected == model.selected & {*self.ids}
        assert widget.order == model.order


@pytest.mark.parametrize("seed", range(SEED, SEED + 3))
def test_the_screen_shows_what_a_plain_model_does(seed: int) -> None:
    print(f"seed {seed}")
    session = Session(seed)

    async def test(pilot: Pilot[None]) -> None:
        session.model.rows = session.model.changed_rows(session.random)
        session.source.set_items(session.model.rows)
        session.model.follow_rows([])
        await pilot.pause()
        await pilot.pause()
        session.check((True, True))
        for _ in range(100):
            known = await session.act(pilot)
            await pilot.pause()
            await pilot.pause()
            session.check(known)

    run(session.app, test)
