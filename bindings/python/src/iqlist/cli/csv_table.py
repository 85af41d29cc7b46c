"""Records of CSV (RFC 4180) and of formats like it with other separators: a line of names, then a row each.

Rows are read in bulk. In most chunks each row is a line, without quotes: such lines are split, and their
fields stay bytes. The others are read by Python's reader; and row by row if a row has several lines, or is
malformed.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from .source import Source, Trouble
from .tables import STRIDE, Chunk, Fields, Roles, quoted

SEPARATORS = {"csv": ",", "tsv": "\t"}
# Between joined fields: fields rarely contain it.
JOINT = "\x1f"

# Plain words for the messages of Python's reader.
PLAIN = {
    "unexpected end of data": "a quoted field has no end",
    "new-line character": "a carriage return is in a field without quotes",
}

# With these, fields may differ from the text between separators: quotes, other ends of lines, empty lines,
# joints.
UNCLEAR = (b'"', b"\r", b"\n\n", JOINT.encode())

Text = TypeVar("Text", str, bytes)
Columns = Callable[[Sequence[Any]], Any]


class Taken(NamedTuple):
    """What takes key, section and content out of a row, and how many columns the first and last are."""

    key: Columns
    keys: int
    section: Columns | None
    content: Columns
    contents: int


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

    unit = "line"
    typed = False

    def __init__(self, source: Source, separator: str | None = None) -> None:
        self.source = source
        self.separator = separator or SEPARATORS[source.kind]
        nothing_there: tuple[int, int, list[str]] = (0, len(source.data), [])
        heading = (row for row in self.parsed(source.start) if row[2])
        self.heading, self.first, self.names = next(heading, nothing_there)
        twice = [name for name in self.names if self.names.count(name) > 1]
        if twice:
            raise source.trouble(self.heading, f'the column "{twice[0]}" occurs twice')

    @property
    def candidates(self) -> list[str]:
        return self.names

    @property
    def listed(self) -> str:
        # Names that hold another separator may be several.
        is_one = len(self.names) == 1 and any(sign in self.names[0] for sign in ",;|\t")
        return quoted(self.names) + (": see --separator" if is_one else "")

    @property
    def size(self) -> int:
        return len(self.source.data)

    def chunks(self, roles: Roles) -> Iterator[Chunk]:
        compared = roles.compared
        if compared is None:
            compared = [name for name in self.names if name not in roles.aside]
        taken = Taken(
            self.getter(roles.key),
            len(roles.key),
            None if roles.section is None else self.getter([roles.section]),
            self.getter(compared),
            len(compared),
        )
        offset = self.first
        while offset < len(self.source.data):
            chunk, offset = self.plain(offset, taken) or self.any_rows(offset, taken)
            yield chunk

    def plain(self, offset: int, taken: Taken) -> tuple[Chunk, int] | None:
        """The next rows and their end. None if one of them is not a line with its fields as text, or is
        malformed."""
        starts, line = self.source.line_starts, self.source.line_at(offset) - 1
        last = min(line + STRIDE, len(starts) - 1)
        block = self.source.data[offset : starts[last]]
        if any(sign in block for sign in UNCLEAR) or block.startswith(b"\n"):
            return None
        separator = self.separator.encode()
        rows = [line.split(separator) for line in block[: -1 if block.endswith(b"\n") else None].split(b"\n")]
        if set(map(len, rows)) != {len(self.names)}:
            return None
        try:
            block.decode()
        except UnicodeDecodeError:
            return None
        joint = JOINT.encode()
        return (
            Chunk(
                starts[line:last],
                list(texts(rows, taken.key, taken.keys, joint.join, b"")),
                None if taken.section is None else [taken.section(row).decode() for row in rows],
                list(texts(rows, taken.content, taken.contents, joint.join, b"")),
            ),
            starts[last],
        )

    def any_rows(self, offset: int, taken: Taken) -> tuple[Chunk, int]:
        """The same for rows of any form."""
        offsets, rows, end = self.in_bulk(offset) or self.one_by_one(offset)
        width = len(self.names)
        if set(map(len, rows)) - {width}:
            # Empty lines are not records.
            for at, row in zip(offsets, rows):
                if row and len(row) != width:
                    fields = f"{len(row)} field{'s' * (len(row) != 1)}"
                    raise self.source.trouble(at, f"{fields}, where the first line has {width}")
            offsets = [at for at, row in zip(offsets, rows) if row]
            rows = [row for row in rows if row]
        join = joined if JOINT.encode() in self.source.data[offset:end] else JOINT.join
        keys = texts(rows, taken.key, taken.keys, join, "")
        contents = texts(rows, taken.content, taken.contents, join, "")
        sections = None if taken.section is None else list(map(taken.section, rows))
        return Chunk(offsets, list(map(str.encode, keys)), sections, list(map(str.encode, contents))), end

    def in_bulk(self, offset: int) -> tuple[Sequence[int], list[list[str]], int] | None:
        """The next rows, their offsets and where they end; None if they are not a line each."""
        stream = BytesIO(self.source.data)
        stream.seek(offset)
        reader = csv.reader(map(bytes.decode, stream), delimiter=self.separator, strict=True)
        try:
            rows = list(islice(reader, STRIDE))
        except (csv.Error, UnicodeDecodeError):
            return None
        if reader.line_num != len(rows):
            return None
        line = self.source.line_at(offset) - 1
        return self.source.line_starts[line : line + len(rows)], rows, stream.tell()

    def one_by_one(self, offset: int) -> tuple[Sequence[int], list[list[str]], int]:
        parsed = list(islice(self.parsed(offset), STRIDE))
        return [start for start, _, _ in parsed], [row for _, _, row in parsed], parsed[-1][1]

    def record(self, offset: int) -> Fields:
        _, _, row = next(self.parsed(offset))
        return dict(zip(self.names, row))

    def number(self, offset: int) -> int:
        return self.source.line_at(offset)

    def trouble(self, offset: int, message: str) -> Trouble:
        return self.source.trouble(offset, message)

    def getter(self, names: Sequence[str]) -> Columns:
        """A function that gets the named columns of a row. An empty table has no rows."""
        if not names or not self.names:
            return nothing
        for name in names:
            if name not in self.names:
                raise self.source.trouble(self.heading, f'no column "{name}"; there are {self.listed}')
        return itemgetter(*(self.names.index(name) for name in names))

    def parsed(self, offset: int) -> Iterator[tuple[int, int, list[str]]]:
        """The rows from an offset on, with the offsets of their beginning and end; empty lines are empty
        rows. The reader reads no line before it needs it: so the stream is at the row's end."""
        stream = BytesIO(self.source.data)
        stream.seek(offset)
        reader = csv.reader(map(bytes.decode, stream), delimiter=self.separator, strict=True)
        try:
            for row in reader:
                end = stream.tell()
                yield offset, end, row
                offset = end
        except csv.Error as error:
            found = (plain for words, plain in PLAIN.items() if words in str(error))
            raise self.source.trouble(offset, next(found, str(error))) from None
        except UnicodeDecodeError as error:
            raise self.source.not_text(stream.tell() - len(error.object), error) from None


def texts(
    rows: Sequence[Sequence[Text]],
    columns: Columns,
    count: int,
    join: Callable[[Sequence[Text]], Text],
    empty: Text,
) -> Iterator[Text]:
    """Of each row its `count` columns as one text, which is another for other fields."""
    if count < 2:
        return map(columns, rows) if count else (empty for _ in rows)
    return map(join, map(columns, rows))


def joined(fields: Sequence[str]) -> str:
    """Joined fields that hold no joint have one less than there are fields; others get more."""
    text = JOINT.join(fields)
    return text if text.count(JOINT) < len(fields) else JOINT * len(fields) + repr(fields)


def nothing(row: Sequence[Any]) -> None:
    return None
