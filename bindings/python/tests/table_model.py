"""A plain model of a table: all rows, one below the other, and all columns, side by side, of which some are
in the window. Tests drive it with the same operations as a `Table`."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple, Optional

from iqlist.table import Column


class Row(NamedTuple):
    """A model of a row: its key, and how it looks."""

    id: int
    look: int = 0


class Box(NamedTuple):
    """A rectangle, as left, top, right and bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def cut(self, other: Box) -> Optional[Box]:
        """What both have in common; None: nothing."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, right, bottom) if left < right and top < bottom else None

    def contains(self, x: float, y: float) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom


class Steps:
    """States that are undone and redone."""

    def __init__(self, now: list[Column]) -> None:
        self.states, self.at = [now], 0

    @property
    def now(self) -> list[Column]:
        return self.states[self.at]

    def set(self, after: list[Column]) -> None:
        if after != self.now:
            self.states[self.at + 1 :] = [after]
            self.at += 1

    def go(self, step: int) -> bool:
        """Undoes with -1, redoes with 1. Whether there was a step."""
        is_there = 0 <= self.at + step < len(self.states)
        self.at += step * is_there
        return is_there


class TableModel:
    """What a table shows, kept by hand. Rows are `row_height` high."""

    def __init__(self, columns: list[Column], header: int, row_height: int) -> None:
        self.steps = Steps(columns)
        self.rows: list[Row] = []
        self.filter: Optional[int] = None
        """Of rows, those pass whose number has this remainder by 3."""
        self.dragged: dict[str, int] = {}
        self.header, self.row_height = header, row_height
        self.width, self.height = 40, 20
        self.x = self.y = 0.0

    # --- what there is

    @property
    def shown(self) -> list[Row]:
        return [row for row in self.rows if self.filter in (None, row.id % 3)]

    def pane(self, is_frozen: bool) -> list[Column]:
        return [each for each in self.steps.now if not each.hidden and each.frozen == is_frozen]

    @property
    def visible(self) -> list[Column]:
        """The columns from left to right."""
        return self.pane(True) + self.pane(False)

    def width_of(self, column: Column) -> float:
        return self.dragged.get(column.key, column.width)

    def total(self, is_frozen: bool) -> float:
        return sum(map(self.width_of, self.pane(is_frozen)))

    @property
    def split(self) -> float:
        return min(self.total(True), self.width)

    @property
    def last(self) -> tuple[float, float]:
        """The largest offsets."""
        x = self.total(False) - (self.width - self.split)
        return max(0, x), max(0, len(self.shown) * self.row_height - self.body)

    @property
    def body(self) -> float:
        """How much of the height the rows have."""
        return max(0, self.height - self.header)

    def scroll(self, x: float, y: float) -> None:
        self.x, self.y = max(0, min(x, self.last[0])), max(0, min(y, self.last[1]))

    # --- where it is in the window

    def columns_at(self) -> list[tuple[Column, float, float, Box]]:
        """Each column, where it begins and ends, and where it may be drawn."""
        found: list[tuple[Column, float, float, Box]] = []
        for is_frozen, start in ((True, 0.0), (False, self.split - self.x)):
            room = Box(
                0 if is_frozen else self.split, 0, self.split if is_frozen else self.width, self.height
            )
            for column in self.pane(is_frozen):
                found.append((column, start, start + self.width_of(column), room))
                start += self.width_of(column)
        return found

    def cells(self) -> dict[tuple[Optional[int], str], tuple[Box, Box]]:
        """The cells that can be seen, by row (None: the header) and column: all of each, and what may be
        drawn of it."""
        found: dict[tuple[Optional[int], str], tuple[Box, Box]] = {}
        top = min(self.header, self.height)
        lines: list[tuple[Optional[int], float, float, Box]] = [
            (None, 0, top, Box(0, 0, self.width, top)),
        ]
        for number, row in enumerate(self.shown):
            y = self.header + number * self.row_height - self.y
            lines.append((row.id, y, y + self.row_height, Box(0, top, self.width, self.height)))
        for id, upper, lower, below in lines:
            for column, left, right, beside in self.columns_at():
                frame = Box(left, upper, right, lower)
                clip = (frame.cut(below) or Box(0, 0, 0, 0)).cut(beside)
                if clip is not None:
                    found[id, column.key] = frame, clip
        return found

    def at(self, x: float, y: float) -> Optional[tuple[Optional[int], str]]:
        """The cell at a point."""
        return next((key for key, (_, clip) in self.cells().items() if clip.contains(x, y)), None)

    def beside(self, id: int, key: str, direction: str) -> Optional[tuple[int, str]]:
        """The cell to which an arrow leads."""
        ids, keys = [row.id for row in self.shown], [column.key for column in self.visible]
        row, column = ids.index(id), keys.index(key)
        row += {"UP": -1, "DOWN": 1}.get(direction, 0)
        column += {"LEFT": -1, "RIGHT": 1}.get(direction, 0)
        is_there = 0 <= row < len(ids) and 0 <= column < len(keys)
        return (ids[row], keys[column]) if is_there else None

    def nearest(self, id: int, key: str) -> tuple[float, float]:
        """The offsets from which a cell can be seen, as near as possible."""
        x, room = self.x, self.width - self.split
        for column, left, right, _ in self.columns_at():
            if column.key == key and not column.frozen:
                x = near(self.x, left - self.split + self.x, right - self.split + self.x, room)
        top = [row.id for row in self.shown].index(id) * self.row_height
        return x, near(self.y, top, top + self.row_height, self.body)

    # --- what changes

    def changed_rows(self, generator: random.Random) -> list[Row]:
        """Rows of which some have gone, moved, changed and come."""
        rows = [row for row in self.rows if generator.random() > 0.1]
        rows = [row._replace(look=row.look + (generator.random() < 0.1)) for row in rows]
        if rows and generator.random() < 0.5:
            rows.insert(generator.randrange(len(rows)), rows.pop(generator.randrange(len(rows))))
        known = {row.id for row in rows}
        for new in generator.sample(range(100), generator.randrange(12)):
            if new not in known:
                rows.insert(generator.randrange(len(rows) + 1), Row(new))
        return rows

    def update_column(self, key: str, **fields: object) -> None:
        self.dragged.pop(key, None)
        changed = [replace(each, **fields) if each.key == key else each for each in self.steps.now]  # type: ignore[arg-type]
        self.steps.set(changed)

    def move_column(self, key: str, before: str) -> None:
        columns = [each for each in self.steps.now if each.key != key]
        moved = next(each for each in self.steps.now if each.key == key)
        if key != before:
            columns.insert([each.key for each in columns].index(before), moved)
            self.steps.set(columns)


def near(offset: float, start: float, end: float, room: float) -> float:
    """The offset that shows what is from start to end, as near as possible to the present one. What is larger
    than the room is shown from its start, unless it takes all of the room already."""
    last = end - room
    if last > start:
        return offset if start <= offset <= last else start
    return min(max(offset, last), start)
