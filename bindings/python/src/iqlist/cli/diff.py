"""`iqlist diff`: reads two tables, compares them by the library, and writes the changes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO, cast

from .. import Change, Changeset, Columns, DuplicateError, List, Position
from . import splices
from .changes import by_section, in_any_order
from .csv_table import CsvTable
from .document import Document
from .events import Sides
from .index import Index
from .jsonl_table import JsonlTable
from .progress import Progress, columns_of
from .source import STANDARD_INPUT, Trouble, kinds_of, read
from .sqlite_table import SqliteTable
from .tables import Roles, Table, quoted
from .text import Text
from .tolerance import Tolerance


def diff(options: argparse.Namespace) -> bool:
    """Returns whether the two differ. Raises Trouble, and OSError if the output cannot be written."""
    with comparison(options) as (sides, changeset):
        changes: Sequence[Change] = changeset.batch()
        if options.no_moves:
            changes = list(in_any_order(changes, sides.before, sides.after))
        different = len(changes) > 0 or any(sides.columns_alone())
        if different:
            write(written(options, sides, changeset, changes))
    return different


@contextmanager
def comparison(options: argparse.Namespace) -> Generator[tuple[Sides, Changeset], None, None]:
    """Both tables, and the changeset from one to the other. Raises Trouble."""
    before, after = tables(options)
    roles = roles_of(before, after, options)
    progress = Progress(before.size + after.size)
    try:
        indexes = (indexed(table, roles, progress) for table in (before, after))
        sides = Sides(next(indexes), next(indexes), Tolerance.of(options.tolerance))
        with List() as shown, compared(shown, sides) as changeset:
            progress.end()
            yield sides, changeset
    finally:
        progress.end()


def tables(options: argparse.Namespace) -> tuple[Table, Table]:
    if options.before == options.after == STANDARD_INPUT:
        raise Trouble("only one side can be standard input")
    kind = options.input or ("csv" if options.separator else None)
    kinds = (options.input, options.input) if options.input else kinds_of(options.before, options.after)
    names = (options.table or [None])[0], (options.table or [None])[-1]
    before, after = (
        table(path, of or kind, name, options)
        for path, of, name in zip((options.before, options.after), kinds, names)
    )
    if (before.names is None, before.unit) != (after.names is None, after.unit):
        raise Trouble(
            f"{before.source.name} is {before.source.kind} and {after.source.name} is {after.source.kind}: "
            "records of these two cannot be compared"
        )
    return before, after


def table(path: str, kind: str | None, name: str | None, options: argparse.Namespace) -> Table:
    source = read(path, kind, options.encoding)
    if options.separator and source.kind not in ("csv", "tsv"):
        raise Trouble(f"{source.name} is {source.kind}: --separator is for CSV")
    if name is not None and source.kind != "sqlite":
        raise Trouble(f"{source.name} is {source.kind}: --table is for SQLite")
    if source.kind == "sqlite":
        return SqliteTable(source, name)
    return JsonlTable(source) if source.kind == "jsonl" else CsvTable(source, options.separator)


def roles_of(before: Table, after: Table, options: argparse.Namespace) -> Roles:
    """Trouble for options with a column that neither side has."""
    if not options.key:
        there = next((side for side in (after, before) if side.candidates), after)
        raise Trouble(
            f"give --key, a column that identifies a record; those of {there.source.name} are {there.listed}"
        )
    if before.names is not None and after.names is not None:
        both = [*before.names, *(name for name in after.names if name not in before.names)]
        named = [*options.ignore, *options.columns, *(name for name, _ in options.tolerance if name)]
        for name in named if both else []:
            if name not in both:
                raise Trouble(f'neither file has a column "{name}"; there are {quoted(both)}')
    roles = Roles(options.key, options.section, None, options.ignore, options.columns)
    return roles._replace(compared=common(before, after, roles))


def common(before: Table, after: Table, roles: Roles) -> list[str] | None:
    """The columns that are compared, in files with a line of columns: those that both have."""
    if before.names is None or after.names is None:
        return list(roles.wanted) or None
    names = [name for name in after.names or before.names if roles.wants(name)]
    return [name for name in names if name in (before.names or names)]


def indexed(table: Table, roles: Roles, progress: Progress) -> Index:
    progress.begin(table.source.name)
    index = Index(table, roles, progress.draw)
    progress.finish(table.size)
    return index


def compared(shown: List, sides: Sides) -> Changeset:
    """The changeset of a list that shows before and then after."""
    show(shown, sides.before, changeset=False)
    changeset = show(shown, sides.after)
    if sides.tolerance.forgives and sides.forgive(changeset.batch()):
        changeset.close()
        show(shown, sides.before, changeset=False)
        changeset = show(shown, sides.after)
    return changeset


def show(shown: List, side: Index, changeset: bool = True) -> Changeset:
    """Makes the list show a side. Trouble if a key occurs twice in it."""
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
    number = side.number(first.section, first.item)
    offset = side.sections[again.section].offsets[again.item]
    return side.table.trouble(offset, f"the key {key} occurs twice: first in {side.table.unit} {number}")


def written(
    options: argparse.Namespace, sides: Sides, changeset: Changeset, changes: Sequence[Change]
) -> Iterator[str]:
    if options.format == "splices":
        return splices.lines(changeset)
    writer: Document | Text
    if options.format == "json":
        writer = Document(sides)
    else:
        terminal = sys.stdout.isatty()
        width = options.width
        if width is None and terminal:
            width = columns_of(sys.stdout)
        writer = Text(sides, width or None, terminal and "NO_COLOR" not in os.environ)
    if options.summary:
        return writer.summary(changes)
    return writer.lines(by_section(changes, sides.before, sides.after))


def write(lines: Iterable[str]) -> None:
    output = cast(TextIO, sys.stdout)
    if isinstance(output, TextIOWrapper):
        output.reconfigure(errors="backslashreplace")
    for line in lines:
        output.write(f"{line}\n")
