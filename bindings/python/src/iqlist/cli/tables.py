"""What the two kinds of files have in common: records that are read one after another, or at an offset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from .source import Source

Fields = dict[str, Any]
"""A record as it is shown: strings from CSV, whatever JSON can say from JSON lines."""


class Roles(NamedTuple):
    """Which columns say who a record is, which section it is in, and what is compared. `compared` None:
    all others."""

    key: Sequence[str]
    section: str | None
    compared: Sequence[str] | None = None


Row = tuple[int, str, Any, str]
"""A record as it is indexed: its offset, its key, its section's value, its content. Equal texts are equal
values."""


class Table(Protocol):
    @property
    def source(self) -> Source: ...
    @property
    def names(self) -> list[str] | None:
        """The columns, where the file says them once for all records."""
        ...

    def rows(self, roles: Roles) -> Iterator[Row]:
        """All records. Raises Trouble for one that cannot be read or lacks a column."""
        ...

    def record(self, offset: int) -> Fields:
        """The record that begins at an offset which `rows` has told."""
        ...
