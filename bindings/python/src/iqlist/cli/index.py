"""A table as columns: who each record is and what it looks like, as digests, by section.

Sections stand in the order in which they first occur, and their records in the order of the file. A record
costs 32 bytes here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import islice
from typing import Any

from ..fields import contents_of, keys_of
from .tables import Fields, Roles, Table

# How many records are read before they are hashed, and the progress is looked at.
STRIDE = 4096


class Section:
    """`value` is the section column's; `key` its digest. Of each record: its key and content, one after
    another, and its offset in the file."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.key = keys_of([repr(value).encode()])
        self.keys = bytearray()
        self.contents = array("Q")
        self.offsets = array("Q")
        self.unhashed: tuple[list[str], list[str]] = ([], [])

    def hash(self) -> None:
        """Makes keys and contents of the texts that have come since."""
        keys, contents = self.unhashed
        self.keys += keys_of([text.encode("utf-8", "surrogatepass") for text in keys])
        self.contents += contents_of([text.encode("utf-8", "surrogatepass") for text in contents])
        keys.clear()
        contents.clear()


class Index:
    """A table, its sections, and the position of each section's key."""

    def __init__(self, table: Table, roles: Roles, progress: Callable[[int], None]) -> None:
        self.table = table
        self.roles = roles
        self.sections: list[Section] = []
        known: dict[tuple[type, Any], Section] = {}
        if roles.section is None:
            # All records are in one section, which is there even if it is empty.
            known[type(None), None] = Section(None)
            self.sections.append(known[type(None), None])
        rows = table.rows(roles)
        while chunk := list(islice(rows, STRIDE)):
            changed: set[Section] = set()
            for offset, key, value, content in chunk:
                # With its type: True is no 1.
                section = known.get((value.__class__, value))
                if section is None:
                    section = known[value.__class__, value] = Section(value)
                    self.sections.append(section)
                keys, contents = section.unhashed
                keys.append(key)
                contents.append(content)
                section.offsets.append(offset)
                changed.add(section)
            for section in changed:
                section.hash()
            progress(chunk[-1][0])
        self.positions = {section.key: position for position, section in enumerate(self.sections)}

    @property
    def count(self) -> int:
        """The number of records."""
        return sum(len(section.offsets) for section in self.sections)

    def record(self, section: int, item: int) -> Fields:
        return self.table.record(self.sections[section].offsets[item])

    def line(self, section: int, item: int) -> int:
        """The line of the file that a record begins at, counted from 1."""
        return self.table.source.line_at(self.sections[section].offsets[item])
