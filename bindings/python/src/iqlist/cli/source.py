"""The input of one side: the bytes of a file and its name, or a database.

A file is read once, as a whole, and stays in memory: a record that changed is parsed again from its offset
when it is shown, so that records need not stay as objects.

    data.csv.gz in UTF-16   bytes   ── gunzip ──►   text in UTF-16   ── recode ──►   text in UTF-8
"""

from __future__ import annotations

import codecs
import gzip
import os
import sys
import zlib
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from itertools import accumulate
from pathlib import Path

STANDARD_INPUT = "-"
SUFFIXES = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".sqlite": "sqlite",
    ".sqlite3": "sqlite",
    ".db": "sqlite",
}
GZIP_SUFFIX = ".gz"
GZIP_MAGIC = b"\x1f\x8b"


class Trouble(Exception):
    """Ends the command with status 2. The text is for a person; it names the file, and the line if there
    is one."""


@dataclass(frozen=True)
class Source:
    """`name` is what messages call it; `kind` is csv, tsv, jsonl or sqlite. `data` is UTF-8, and empty for a
    database, which is read by `path`."""

    name: str
    kind: str
    data: bytes
    path: str = ""

    @property
    def start(self) -> int:
        """The offset of the first line: behind a byte order mark."""
        return len(codecs.BOM_UTF8) if self.data.startswith(codecs.BOM_UTF8) else 0

    @cached_property
    def line_starts(self) -> array[int]:
        return array("Q", accumulate(map(len, BytesIO(self.data)), initial=0))

    def line_at(self, offset: int) -> int:
        """The number of the line that an offset is in, counted from 1."""
        return bisect_right(self.line_starts, offset)

    def trouble(self, offset: int, message: str) -> Trouble:
        return Trouble(f"{self.name}:{self.line_at(offset)}: {message}")

    def not_text(self, offset: int, error: UnicodeDecodeError) -> Trouble:
        """`offset` is that of the line that could not be decoded."""
        byte = error.object[error.start]
        return self.trouble(
            offset, f"byte {error.start + 1} of the line is {byte:#04x}, which is no UTF-8: see --encoding"
        )


def read(path: str, kind: str | None, encoding: str | None) -> Source:
    """Reads a file, or standard input. `encoding` None: UTF-8, or UTF-16 where a byte order mark says so."""
    name = "standard input" if path == STANDARD_INPUT else path
    if kind is None:
        raise Trouble(f"{name}: its name does not end in {', '.join(SUFFIXES)}: give its kind by --input")
    if kind == "sqlite":
        if path == STANDARD_INPUT:
            raise Trouble("a database cannot be standard input")
        return Source(name, kind, b"", path)
    return Source(name, kind, recoded(name, unpacked(name, bytes_of(path, name)), encoding))


def kind_of(path: str) -> str | None:
    """The kind of a file by its suffix, in front of .gz."""
    file = Path(path.lower())
    return SUFFIXES.get((file.with_suffix("") if file.suffix == GZIP_SUFFIX else file).suffix)


def kinds_of(before: str, after: str) -> tuple[str | None, str | None]:
    """The kinds of both files by their suffixes. The null device is an empty file of the other one's kind, as
    git shows a file that is new or was deleted."""
    kinds = kind_of(before), kind_of(after)
    return (
        kinds[1] if before == os.devnull else kinds[0],
        kinds[0] if after == os.devnull else kinds[1],
    )


def bytes_of(path: str, name: str) -> bytes:
    try:
        if path != STANDARD_INPUT:
            return Path(path).read_bytes()
        if sys.stdin is None:
            raise Trouble(f"{name} is closed")
        return sys.stdin.buffer.read()
    except OSError as error:
        raise Trouble(f"{name}: {error.strerror}") from None


def unpacked(name: str, data: bytes) -> bytes:
    """Whether data is compressed by gzip, whose first bytes no text has."""
    if not data.startswith(GZIP_MAGIC):
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise Trouble(f"{name}: the compressed data is damaged: {error}") from None


def recoded(name: str, data: bytes, encoding: str | None) -> bytes:
    """Text as UTF-8. Text that is UTF-8 already is not checked here, but by its reader."""
    if encoding is None and data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    if encoding is None or codecs.lookup(encoding).name == "utf-8":
        return data
    try:
        return data.decode(encoding).encode()
    except UnicodeError as error:
        where = ""
        if isinstance(error, UnicodeDecodeError):
            # If the lines in front of it cannot be decoded either, the line number is only approximate.
            line = 1 + data[: error.start].decode(encoding, "replace").count("\n")
            where = f":{line}"
        raise Trouble(f"{name}{where}: it is not {encoding}: {error.args[-1]}") from None
