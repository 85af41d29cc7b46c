"""The bytes of one side, and where they came from.

A file is read once, as a whole, and kept: a record that changed is read again from its offset when it is
shown, so that none has to be kept as an object of its own.
"""

from __future__ import annotations

import codecs
import sys
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from itertools import accumulate
from pathlib import Path

STANDARD_INPUT = "-"
SUFFIXES = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl"}


class Trouble(Exception):
    """Ends the command with status 2. The text is for a person; it names the file, and the line if there
    is one."""


@dataclass(frozen=True)
class Source:
    """`name` is what messages call it; `kind` is csv, tsv or jsonl."""

    name: str
    kind: str
    data: bytes

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
        return self.trouble(offset, f"byte {error.start + 1} of the line is {byte:#04x}, which is no UTF-8")


def read(path: str, kind: str | None) -> Source:
    """Reads a file, or standard input. `kind` None: what the file's suffix says."""
    name = "standard input" if path == STANDARD_INPUT else path
    kind = kind or SUFFIXES.get(Path(path).suffix.lower())
    if kind is None:
        raise Trouble(f"{name}: its name does not end in {', '.join(SUFFIXES)}: say what it is by --input")
    try:
        if path != STANDARD_INPUT:
            data = Path(path).read_bytes()
        elif sys.stdin is None:
            raise Trouble(f"{name} is closed")
        else:
            data = sys.stdin.buffer.read()
    except OSError as error:
        raise Trouble(f"{name}: {error.strerror}") from None
    return Source(name, kind, data)
