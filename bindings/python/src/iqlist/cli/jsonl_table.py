"""Records of JSON lines: an object on each line. Empty lines are skipped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import islice
from typing import Any, cast

from .source import Source, Trouble
from .tables import STRIDE, Chunk, Fields, Roles, quoted

SCALARS = (str, int, float, bool)
SIMPLE = {*SCALARS, type(None)}
LINE_ENDS = {"", "\n", "\r\n"}


def refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


class JsonlTable:
    """Fields may be other ones in each record; one that is not there is not null."""

    names: None = None
    unit = "line"
    typed = True

    def __init__(self, source: Source) -> None:
        self.source = source
        self.decoder = json.JSONDecoder(parse_constant=refuse)
        # One text for each value, whatever the order of its members.
        self.encode = json.JSONEncoder(sort_keys=True, allow_nan=False).encode

    @property
    def candidates(self) -> list[str]:
        for _, record in self.records():
            return list(record)
        return []

    @property
    def listed(self) -> str:
        return quoted(self.candidates)

    @property
    def size(self) -> int:
        return len(self.source.data)

    def chunks(self, roles: Roles) -> Iterator[Chunk]:
        rows = self.rows(roles)
        while chunk := list(islice(rows, STRIDE)):
            offsets, keys, sections, contents = zip(*chunk)
            yield Chunk(
                offsets, encoded(keys), None if roles.section is None else sections, encoded(contents)
            )

    def rows(self, roles: Roles) -> Iterator[tuple[int, str, Any, str]]:
        """Of each record its offset, key, section's value and content."""
        single = roles.key[0] if len(roles.key) == 1 else None
        left_out = roles.aside - {None}
        for offset, record in self.records():
            key: Any = (
                self.field(record, single, offset)
                if single is not None
                else tuple([self.field(record, name, offset) for name in roles.key])
            )
            section = None if roles.section is None else self.field(record, roles.section, offset)
            if roles.compared is not None:
                record = {name: record[name] for name in roles.compared if name in record}
            else:
                for name in left_out:
                    record.pop(cast(str, name), None)
            yield offset, repr(key), section, self.text(record, offset)

    def records(self) -> Iterator[tuple[int, Fields]]:
        """All records, with their offsets."""
        offset = self.source.start
        stream = BytesIO(self.source.data)
        stream.seek(offset)
        for line in stream:
            if not line.isspace():
                yield offset, self.parsed(line, offset)
            offset += len(line)

    def record(self, offset: int) -> Fields:
        end = self.source.data.find(b"\n", offset)
        return self.parsed(self.source.data[offset : end if end >= 0 else None], offset)

    def number(self, offset: int) -> int:
        return self.source.line_at(offset)

    def trouble(self, offset: int, message: str) -> Trouble:
        return self.source.trouble(offset, message)

    def parsed(self, line: bytes, offset: int) -> Fields:
        try:
            record = self.decoded(line.decode())
        except UnicodeDecodeError as error:
            raise self.source.not_text(offset, error) from None
        except json.JSONDecodeError as error:
            raise self.source.trouble(offset, f"column {error.colno}: {error.msg}") from None
        except (ValueError, RecursionError) as error:
            message = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise self.source.trouble(offset, message) from None
        if not isinstance(record, dict):
            raise self.source.trouble(offset, f"a record is an object, and this is {described(record)}")
        return cast(Fields, record)

    def decoded(self, line: str) -> Any:
        try:
            record, end = self.decoder.raw_decode(line)
            if line[end:] in LINE_ENDS:
                return record
        except ValueError:
            pass
        # There is white space around it, or it is malformed, for which this has the better message.
        return self.decoder.decode(line)

    def text(self, record: Fields, offset: int) -> str:
        """What is left of a record, as it is compared. Python writes a flat one as distinctly as JSON, and
        faster; infinity, which no JSON is, may hide in both."""
        if SIMPLE.issuperset(map(type, record.values())):
            text = repr(sorted(record.items()))
            if "inf" not in text:
                return text
        try:
            return self.encode(record)
        except (ValueError, RecursionError):
            raise self.source.trouble(offset, "a number is too large, or it is nested too deeply") from None

    def field(self, record: Fields, name: str, offset: int) -> Any:
        """A field of the key, or that of the section."""
        try:
            value = record[name]
        except KeyError:
            raise self.source.trouble(
                offset, f'no field "{name}"; there are {quoted(list(record))}'
            ) from None
        if not isinstance(value, SCALARS):
            raise self.source.trouble(
                offset, f'the field "{name}" is {described(value)}; it has to be a string, number or boolean'
            )
        return value


def encoded(texts: Iterable[str]) -> list[bytes]:
    """JSON may have lone surrogates, by escapes."""
    return [text.encode("utf-8", "surrogatepass") for text in texts]


def described(value: Any) -> str:
    if value is None:
        return "null"
    names = {dict: "an object", list: "an array", str: "a string", bool: "a boolean"}
    return names.get(value.__class__, "a number")
