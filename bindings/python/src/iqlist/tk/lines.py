"""The rows of a Treeview as they stand one below another."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Generic

from ..changeset import Changeset
from ..identity import NONE
from ..records import M, Side
from .rows import Rows


class Lines(Generic[M]):
    """A line for each item of a section that is open, and one for the section; without rows of sections one
    for each item."""

    def __init__(self, rows: Rows[M], opens: Sequence[bool] | None) -> None:
        """`opens`: whether each section is open; None: sections have no rows. O(sections)."""
        self._rows, self._opens = rows, opens
        self._starts = [0]
        """The lines of the sections, and the number of all lines."""
        for position, is_open in enumerate(opens or ()):
            count = rows.snapshot._section_at(position).count if is_open else 0
            self._starts.append(self._starts[-1] + 1 + int(count))

    def __len__(self) -> int:
        return self._rows.items if self._opens is None else self._starts[-1]

    def iid(self, line: int) -> str:
        """The row on a line."""
        if self._opens is None:
            return self._item(line)
        section, item = self._at(line)
        if item is None:
            return self._rows.section_iid(section)
        return self._item(int(self._rows.snapshot._section_at(section).first) + item)

    def place(self, line: int, changeset: Changeset, after: Lines[M]) -> int | None:
        """The line of the same row after a changeset; None if it is not there, or in a section that is
        closed."""
        if self._opens is None:
            index = changeset.map()[line]
            return None if index == NONE else index
        found = changeset.map_position(Side.BEFORE, *self._at(line))
        if found is None:
            return None
        if found.item is None:
            return after._starts[found.section]
        is_open = after._opens is not None and after._opens[found.section]
        return after._starts[found.section] + 1 + found.item if is_open else None

    def _item(self, index: int) -> str:
        return next(self._rows.read(index, 1))[0]

    def _at(self, line: int) -> tuple[int, int | None]:
        """The section on a line, and its item there; None: the section itself."""
        section = bisect_right(self._starts, line) - 1
        item = line - self._starts[section] - 1
        return section, None if item < 0 else item
