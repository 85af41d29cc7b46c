"""A table as columns: the identity and the content of each record, as digests, by section.

Sections are in the order in which they first occur, and their records in the order of the file. A record
costs 32 bytes here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from ..fields import contents_of, keys_of
from .tables import Chunk, Fields, Roles, Table


class Section:
    """`value` is the section column's; `key` its digest. Of each record: its key and content, one after
    another, and its offset in the file."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.key = keys_of([repr(value).encode()])
        self.keys = bytearray()
        self.contents = array("Q")
        self.offsets = array("Q")

    def add(self, offsets: Sequence[int], keys: Sequence[bytes], contents: Sequence[bytes]) -> None:
        self.offsets.extend(offsets)
        self.keys += keys_of(keys)
        self.contents += contents_of(contents)


class Index:
    """A table, its sections, and the position of each section's key."""

    def __init__(self, table: Table, roles: Roles, progress: Callable[[int], None]) -> None:
        self.table = table
        self.roles = roles
        self.sections: list[Section] = []
        self.known: dict[tuple[type, Any], Section] = {}
        if roles.section is None:
            # All records are in one section, which is there even if it is empty.
            self.section(None)
        for chunk in table.chunks(roles):
            if not chunk.offsets:
                continue
            if chunk.sections is None:
                self.sections[0].add(chunk.offsets, chunk.keys, chunk.contents)
            else:
                self.divide(chunk, chunk.sections)
            progress(chunk.offsets[-1])
        self.positions = {section.key: position for position, section in enumerate(self.sections)}

    def section(self, value: Any) -> Section:
        # With its type: True is no 1.
        section = self.known.get((value.__class__, value))
        if section is None:
            section = self.known[value.__class__, value] = Section(value)
            self.sections.append(section)
        return section

    def divide(self, chunk: Chunk, values: Sequence[Any]) -> None:
        """Gives each section its records."""
        parts: dict[Section, list[int]] = {}
        for i, value in enumerate(values):
            parts.setdefault(self.section(value), []).append(i)
        for section, mine in parts.items():
            section.add(
                [chunk.offsets[i] for i in mine],
                [chunk.keys[i] for i in mine],
                [chunk.contents[i] for i in mine],
            )

    @property
    def count(self) -> int:
        """The number of records."""
        return sum(len(section.offsets) for section in self.sections)

    def record(self, section: int, item: int) -> Fields:
        return self.table.record(self.sections[section].offsets[item])

    def number(self, section: int, item: int) -> int:
        """The line of the file that a record begins at, or its row, counted from 1."""
        return self.table.number(self.sections[section].offsets[item])
