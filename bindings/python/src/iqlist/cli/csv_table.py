"""Records of CSV (RFC 4180) and of its kin with tabs: a line of names, then a row for each record."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from operator import itemgetter
from typing import Any

from .source import Source
from .tables import Fields, Roles, Row

DELIMITERS = {"csv": ",", "tsv": "\t"}

# What Python's reader says in words of its own.
PLAIN = {
    "unexpected end of data": "a quoted field has no end",
    "new-line character": "a carriage return stands in a field without quotes",
}


@contextmanager
def fields_of_any_size() -> Generator[None, None, None]:
    """Python's limit is 128 KiB, and belongs to the process."""
    limit = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(limit)


class CsvTable:
    """An empty file is a table without columns and rows."""

    def __init__(self, source: Source) -> None:
        self.source = source
        nothing_there: tuple[int, int, list[str]] = (0, len(source.data), [])
        heading = (row for row in self.parsed(source.start) if row[2])
        self.heading, self.first, self.names = next(heading, nothing_there)
        twice = [name for name in self.names if self.names.count(name) > 1]
        if twice:
            raise source.trouble(self.heading, f'the column "{twice[0]}" stands twice')

    def rows(self, roles: Roles) -> Iterator[Row]:
        compared = roles.compared
        if compared is None:
            compared = [name for name in self.names if name not in (*roles.key, roles.section)]
        # One column's text is as good as its representation.
        key_of = self.getter(roles.key)
        said = str if len(roles.key) == 1 else repr
        section_of = self.getter([roles.section]) if roles.section is not None else nothing
        content_of = self.getter(compared)
        width = len(self.names)
        for offset, _, row in self.parsed(self.first):
            if len(row) == width:
                yield offset, said(key_of(row)), section_of(row), repr(content_of(row))
            elif row:
                raise self.source.trouble(
                    offset, f"{len(row)} field{'s' * (len(row) != 1)}, where the first line has {width}"
                )

    def record(self, offset: int) -> Fields:
        _, _, row = next(self.parsed(offset))
        return dict(zip(self.names, row))

    def getter(self, names: Sequence[str]) -> Callable[[Sequence[str]], Any]:
        """What takes the named columns out of a row. A table that is empty has no rows to take them from."""
        if not names or not self.names:
            return nothing
        for name in names:
            if name not in self.names:
                there = ", ".join(f'"{other}"' for other in self.names)
                raise self.source.trouble(self.heading, f'no column "{name}"; there are {there}')
        return itemgetter(*(self.names.index(name) for name in names))

    def parsed(self, offset: int) -> Iterator[tuple[int, int, list[str]]]:
        """The rows from an offset on, with the offsets of their beginning and end; empty lines are empty
        rows. The reader asks for no line before it needs it: so the stream stands at the row's end."""
        stream = BytesIO(self.source.data)
        stream.seek(offset)
        reader = csv.reader(map(bytes.decode, stream), delimiter=DELIMITERS[self.source.kind], strict=True)
        try:
            for row in reader:
                end = stream.tell()
                yield offset, end, row
                offset = end
        except csv.Error as error:
            told = (plain for words, plain in PLAIN.items() if words in str(error))
            raise self.source.trouble(offset, next(told, str(error))) from None
        except UnicodeDecodeError as error:
            raise self.source.not_text(stream.tell() - len(error.object), error) from None


def nothing(row: Sequence[str]) -> None:
    return None
