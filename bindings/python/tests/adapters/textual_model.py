"""A plain model of what the widget for Textual shows, beside which the tests update it at random."""

from __future__ import annotations

import random
from typing import NamedTuple, Optional

from scroll_model import moved, near

HEIGHT = 10
"""The lines of the widget."""


class Row(NamedTuple):
    """A model: its key, and how it looks."""

    id: int
    look: int = 0

    def __str__(self) -> str:
        return f"{self.id}.{self.look}"


class Model:
    """What a widget has to show: sections of rows, the cursor's row and the first line, kept by hand."""

    def __init__(self, generator: random.Random, has_sections: bool) -> None:
        self.generator, self.has_sections = generator, has_sections
        self.sections: dict[int, list[Row]] = {0: []}
        self.cursor: Optional[int] = None
        self.top: Optional[tuple[bool, int]] = None
        """Whether it is a header, and its key."""
        self.selected: set[int] = set()

    @property
    def ids(self) -> list[int]:
        return [row.id for rows in self.sections.values() for row in rows]

    @property
    def lines(self) -> list[tuple[bool, int]]:
        found: list[tuple[bool, int]] = []
        for section, rows in self.sections.items():
            found += [(True, section)] * self.has_sections
            found += [(False, row.id) for row in rows]
        return found

    @property
    def texts(self) -> list[str]:
        rows = {row.id: str(row) for rows in self.sections.values() for row in rows}
        return [f"-- {key}" if is_header else rows[key] for is_header, key in self.lines]

    def change(self) -> None:
        """Sections and rows come, go, move and change."""
        chance = self.generator.random
        rows = [row for rows in self.sections.values() for row in rows if chance() > 0.1]
        if chance() < 0.02:
            rows = []
        rows = [row._replace(look=row.look + 1) if chance() < 0.1 else row for row in rows]
        for _ in range(self.generator.randrange(4)):
            if rows:
                rows.insert(
                    self.generator.randrange(len(rows)), rows.pop(self.generator.randrange(len(rows)))
                )
        known = {row.id for row in rows}
        for _ in range(self.generator.randrange(6) if len(rows) < 60 else 0):
            new = self.generator.randrange(100)
            if new not in known:
                known.add(new)
                rows.insert(self.generator.randrange(len(rows) + 1), Row(new))
        if not self.has_sections:
            self.sections = {0: rows}
            return
        keys = [key for key in self.sections if chance() > 0.1] or [0]
        if chance() < 0.3:
            self.generator.shuffle(keys)
        if chance() < 0.3:
            keys.append(next(key for key in range(20) if key not in keys))
        cuts = sorted(self.generator.randrange(len(rows) + 1) for _ in keys[1:])
        ends = zip([0, *cuts], [*cuts, len(rows)])
        self.sections = {key: rows[first:end] for key, (first, end) in zip(keys, ends)}

    def follow(self, before_ids: list[int], before_lines: list[tuple[bool, int]]) -> None:
        """Cursor and first line after updates from that state."""
        ids, lines = self.ids, self.lines
        self.selected &= {*ids}
        index = 0 if self.cursor is None else before_ids.index(self.cursor)
        self.cursor = None if self.cursor is None else near(self.cursor, before_ids, ids)
        if self.cursor is None and ids:
            # None is left: the line stays as near as possible.
            self.cursor = ids[min(index, len(ids) - 1)]
        at = 0 if self.top is None else before_lines.index(self.top)
        if at > 0:
            at = moved(before_lines, at, lines, HEIGHT)
        at = max(0, min(at, len(lines) - HEIGHT))
        self.top = lines[at] if lines else None
