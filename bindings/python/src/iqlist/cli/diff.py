"""`iqlist diff`: reads two tables, has the library compare them, and writes what it says."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from typing import TextIO, cast

from .. import Changeset, Columns, DuplicateError, List, Position
from . import splices
from .changes import by_section
from .csv_table import CsvTable
from .document import Document
from .events import Sides
from .index import Index
from .jsonl_table import JsonlTable
from .progress import Progress, columns_of
from .source import STANDARD_INPUT, Source, Trouble, read
from .tables import Roles, Table
from .text import Text


def diff(options: argparse.Namespace) -> bool:
    """Answers whether the two differ. Raises Trouble, and OSError if the answer cannot be written."""
    before, after = tables(options)
    roles = Roles(options.key, options.section, common(before, after, options))
    progress = Progress(len(before.source.data) + len(after.source.data))
    try:
        sides = Sides(*(indexed(table, roles, progress) for table in (before, after)))
        with List() as shown:
            show(shown, sides.before, changeset=False)
            with show(shown, sides.after) as changeset:
                progress.end()
                different = bool(changeset) or any(sides.columns_alone())
                if different:
                    write(written(options, sides, changeset))
    finally:
        progress.end()
    return different


def tables(options: argparse.Namespace) -> tuple[Table, Table]:
    if options.before == options.after == STANDARD_INPUT:
        raise Trouble("one side only can be standard input")
    before, after = (table(read(path, options.input)) for path in (options.before, options.after))
    if (before.names is None) != (after.names is None):
        raise Trouble(
            f"{before.source.name} is {before.source.kind} and {after.source.name} is {after.source.kind}: "
            "records of these two cannot be compared"
        )
    return before, after


def table(source: Source) -> Table:
    return JsonlTable(source) if source.kind == "jsonl" else CsvTable(source)


def common(before: Table, after: Table, options: argparse.Namespace) -> list[str] | None:
    """The columns that are compared, where files say their columns once: those that both have."""
    if before.names is None or after.names is None:
        return None
    left_out = {*options.key, options.section}
    names = [name for name in after.names or before.names if name not in left_out]
    return [name for name in names if name in (before.names or names)]


def indexed(table: Table, roles: Roles, progress: Progress) -> Index:
    progress.begin(table.source.name)
    index = Index(table, roles, progress.draw)
    progress.finish(len(table.source.data))
    return index


def show(shown: List, side: Index, changeset: bool = True) -> Changeset:
    """Makes the list show a side. Trouble if a key stands twice there."""
    sections = {section.key: Columns(section.keys, section.contents) for section in side.sections}
    try:
        return shown.set(sections, changeset=changeset)
    except DuplicateError as error:
        assert error.position is not None and error.other is not None
        raise duplicate(side, error.position, error.other) from None


def duplicate(side: Index, again: Position, first: Position) -> Trouble:
    assert again.item is not None and first.item is not None
    record = side.record(again.section, again.item)
    key = ", ".join(f'"{record[name]}"' for name in side.roles.key)
    line = side.line(first.section, first.item)
    offset = side.sections[again.section].offsets[again.item]
    return side.table.source.trouble(offset, f"the key {key} stands twice: first in line {line}")


def written(options: argparse.Namespace, sides: Sides, changeset: Changeset) -> Iterator[str]:
    if options.format == "splices":
        return splices.lines(changeset)
    sections = by_section(changeset.batch(), sides.before, sides.after)
    if options.format == "json":
        return Document(sides).lines(sections)
    terminal = sys.stdout.isatty()
    width = options.width
    if width is None and terminal:
        width = columns_of(sys.stdout)
    return Text(sides, width or None, terminal and "NO_COLOR" not in os.environ).lines(sections)


def write(lines: Iterable[str]) -> None:
    output = cast(TextIO, sys.stdout)
    if isinstance(output, TextIOWrapper):
        output.reconfigure(errors="backslashreplace")
    for line in lines:
        output.write(f"{line}\n")
