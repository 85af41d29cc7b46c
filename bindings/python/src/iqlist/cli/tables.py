"""The interface of all kinds of tables: records that are read in chunks, in order, or at an offset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from .source import Source, Trouble

Fields = dict[str, Any]
"""A record as it is shown: strings of CSV, values of JSON, values of a database."""

STRIDE = 4096
"""Records of a chunk: after each, records are hashed, and the progress is drawn."""


class Roles(NamedTuple):
    """The columns of the key, of the section, and those that are compared. `compared` None: all others,
    except those that are ignored. `wanted`: if not empty, only these are compared."""

    key: Sequence[str]
    section: str | None
    compared: Sequence[str] | None = None
    ignored: Sequence[str] = ()
    wanted: Sequence[str] = ()

    def wants(self, name: str) -> bool:
        return name in self.wanted if self.wanted else name not in self.aside

    @property
    def aside(self) -> set[str | None]:
        """The columns that are not compared."""
        return {*self.key, self.section, *self.ignored}


class Chunk(NamedTuple):
    """Records as they are indexed, a column for each: offsets, keys, the section's values (None: there are no
    sections), contents. Equal bytes are equal values."""

    offsets: Sequence[int]
    keys: Sequence[bytes]
    sections: Sequence[Any] | None
    contents: Sequence[bytes]


class Table(Protocol):
    source: Source
    unit: str
    """What `number` counts: lines or rows."""
    typed: bool
    """Values of JSON and of databases have types, those of CSV are text."""

    @property
    def names(self) -> list[str] | None:
        """The columns, if the file has them once for all records."""
        ...

    @property
    def candidates(self) -> list[str]:
        """The columns that a key can be made of: those of the first record, where each has its own."""
        ...

    @property
    def listed(self) -> str:
        """These columns, as a message lists them."""
        ...

    @property
    def size(self) -> int:
        """What offsets go up to."""
        ...

    def chunks(self, roles: Roles) -> Iterator[Chunk]:
        """All records. Raises Trouble for one that cannot be read or lacks a column."""
        ...

    def record(self, offset: int) -> Fields:
        """The record that begins at an offset of a chunk."""
        ...

    def number(self, offset: int) -> int:
        """Where that is for a person: counted from 1, in `unit`."""
        ...

    def trouble(self, offset: int, message: str) -> Trouble: ...


def quoted(names: Sequence[str]) -> str:
    """Names, as a message lists them."""
    return ", ".join(f'"{name}"' for name in names) or "none"
