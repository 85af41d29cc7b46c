"""A table as columns: who each record is and what it looks like, as digests, by section.

Sections stand in the order in which they first occur, and their records in the order of the file. A record
costs 32 bytes here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from .tables import Fields, Roles, Table

KEY_BYTES = 16
CONTENT_BYTES = 8
# Content 0 would say that there is none.
NO_CONTENT = bytes(CONTENT_BYTES)
SOME_CONTENT = b"\1" + bytes(CONTENT_BYTES - 1)

# How many records are read between two looks at the progress.
STRIDE = 4096


class Section:
    """`value` is the section column's; `key` its digest. Of each record: its key and content, one after
    another, and its offset in the file."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.key = blake2b(repr(value).encode(), digest_size=KEY_BYTES).digest()
        self.keys = bytearray()
        self.contents = bytearray()
        self.offsets = array("Q")


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
        for count, (offset, key, value, content) in enumerate(table.rows(roles)):
            # With its type: True is no 1.
            section = known.get((value.__class__, value))
            if section is None:
                section = known[value.__class__, value] = Section(value)
                self.sections.append(section)
            section.keys += blake2b(key.encode(), digest_size=KEY_BYTES).digest()
            look = blake2b(content.encode(), digest_size=CONTENT_BYTES).digest()
            section.contents += look if look != NO_CONTENT else SOME_CONTENT
            section.offsets.append(offset)
            if count % STRIDE == 0:
                progress(offset)
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
