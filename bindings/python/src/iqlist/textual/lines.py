"""The lines of a snapshot: one for each item, and one for the header of each section, if it has headers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic

from ..changeset import Changeset
from ..identity import NONE, Key, raw_key
from ..keys import raw_keys
from ..records import M, Side
from ..sections import Section
from ..snapshot import Snapshot


@dataclass(frozen=True)
class Line:
    """What a line is drawn from."""

    section: Section[Any]
    index: int | None
    """Of its item, over all sections; None: it is the section's header."""
    key: Key
    """Of its item, or of the section."""
    model: Any
    level: int


class Lines(Generic[M]):
    """The lines of a snapshot. Nothing is read before it is asked for."""

    def __init__(self, snapshot: Snapshot[M], has_headers: bool) -> None:
        self.snapshot, self.has_headers = snapshot, has_headers
        self.sections, self.items = snapshot._counts()

    def __len__(self) -> int:
        return self.items + self.sections * self.has_headers

    def _section_on(self, number: int, headers: bool) -> int:
        """The last section that begins at or before a number: of a line, or without `headers` of an item."""
        low, high = 0, self.sections
        while high - low > 1:
            middle = (low + high) // 2
            if self.snapshot._section_at(middle).first + middle * headers <= number:
                low = middle
            else:
                high = middle
        return low

    def index_at(self, line: int) -> int | None:
        """The index of the item on a line; None: the line is a header."""
        if not self.has_headers:
            return line
        section = self._section_on(line, True)
        start = self.snapshot._section_at(section).first + section
        return None if line == start else line - section - 1

    def line_of(self, index: int) -> int:
        """The line of the item at an index."""
        return index + self._section_on(index, False) + 1 if self.has_headers else index

    def index_near(self, line: int, step: int) -> int | None:
        """The index of the item on a line; on that of a header of the one behind it, or with a negative
        `step` of the one before it. None if there are no items."""
        if not self.items:
            return None
        line = max(0, min(line, len(self) - 1))
        index = self.index_at(line)
        if index is None:
            # As many items as are in the sections before the header.
            index = line - self._section_on(line, True) - (step < 0)
        return max(0, min(index, self.items - 1))

    def read(self, first: int, count: int) -> list[Line]:
        """The lines that there are of `count` from `first` on."""
        end, headers = min(first + count, len(self)), self.has_headers
        if first >= end:
            return []
        places: list[tuple[Section[M], int | None]] = []
        for position in range(self._section_on(first, headers), self.sections):
            info = self.snapshot._section_at(position)
            # Between a line and the index of its item are the headers up to here.
            above = (position + 1) * headers
            if info.first + position * headers >= end:
                break
            section = Section(self.snapshot, raw_key(bytes(info.key)))
            if headers and info.first + position >= first:
                places.append((section, None))
            indices = range(max(info.first, first - above), min(info.first + info.count, end - above))
            places += [(section, index) for index in indices]
        rows = [index for _, index in places if index is not None]
        columns, models = self.snapshot._columns(
            rows[0] if rows else 0, len(rows), "keys", "models", "levels"
        )
        read = zip(raw_keys(columns["keys"].tobytes()), models, columns["levels"])
        return [
            Line(section, index, *((section.key, None, 0) if index is None else next(read)))
            for section, index in places
        ]

    def ancestors(self, index: int) -> Iterator[int]:
        """The indices of the items that an item is below, by their levels, the nearest first."""
        first = self.snapshot._section_at(self._section_on(index, False)).first
        columns, _ = self.snapshot._columns(first, index - first + 1, "levels")
        *levels, level = columns["levels"]
        for at in range(len(levels) - 1, -1, -1):
            if levels[at] < level:
                level = levels[at]
                yield int(first + at)

    def place(self, line: int, changeset: Changeset, after: Lines[M]) -> int | None:
        """The line of the same item or header after a changeset; None if it has gone."""
        index = self.index_at(line)
        if index is not None:
            found = changeset.map()[index]
            return None if found == NONE else after.line_of(found)
        section = changeset.map_position(Side.BEFORE, self._section_on(line, True))
        if section is None:
            return None
        return int(after.snapshot._section_at(section.section).first) + section.section
