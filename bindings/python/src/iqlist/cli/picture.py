"""`iqlist picture`: draws the records of a file as a layout places them, or the changes between two files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple, TextIO, cast

from .. import Columns, ElementKind, List, Size, SizeRule, Snapshot, Supplementary
from .. import picture as pictures
from .._fitting import cells
from .arguments import LONGEST
from .diff import comparison, indexed, table
from .display import shown
from .index import Index, Section
from .progress import Progress
from .source import Trouble, kind_of
from .tables import Fields, Roles, Table, quoted

WIDTH, HEIGHT = 320, 240
"""Of the window, unless it is given."""
ITEM_HEIGHT = 32
LETTER, PAD = 8, 16
"""How wide a letter of a label is in a flow, and what is added at its ends."""


class Record(NamedTuple):
    """The model of an item: a record, which is read when it is shown."""

    table: Table
    offset: int

    @property
    def fields(self) -> Fields:
        return self.table.record(self.offset)

    def length(self, column: str | float) -> float:
        """The length that a column has. A number is one."""
        if not isinstance(column, str):
            return column
        fields = self.fields
        if column not in fields:
            raise self.trouble(f'no column "{column}"; there are {quoted(list(fields))}')
        try:
            number = float(fields[column])
        except (TypeError, ValueError):
            number = -1
        if not 0 <= number <= LONGEST:
            value = shown(fields[column], True)
            raise self.trouble(f'the column "{column}" is {value}, and no number from 0 to {LONGEST}')
        return number

    def trouble(self, message: str) -> Trouble:
        return self.table.trouble(self.offset, message)


class Labels:
    """What stands in a picture for records, and for the names of sections."""

    def __init__(self, options: argparse.Namespace, tables: Sequence[Table]) -> None:
        """Trouble for columns that no table has."""
        self.columns: list[str] = options.label
        self.section: str | None = options.section
        names = [name for table in tables for name in table.names or ()]
        for column in self.columns:
            if names and column not in names:
                raise Trouble(f'no column "{column}"; there are {quoted(list(dict.fromkeys(names)))}')

    def __call__(self, model: Any) -> str:
        if not isinstance(model, Record):
            return str(model)
        fields = model.fields
        columns = self.columns or [name for name in fields if name != self.section]
        return "  ".join(shown(fields[name], model.table.typed) for name in columns if name in fields)


def picture(options: argparse.Namespace) -> bool:
    """Draws, and returns False. Raises Trouble, and OSError if standard output cannot be written."""
    drawn = scene(options) if options.after is None else changes(options)
    if options.output is None:
        output = cast(TextIO, sys.stdout)
        if isinstance(output, TextIOWrapper):
            output.reconfigure(encoding="utf-8")
        output.write(drawn)
        return False
    try:
        Path(options.output).write_text(drawn, "utf-8")
    except OSError as error:
        raise Trouble(f"{options.output}: {error.strerror}") from None
    return False


def changes(options: argparse.Namespace) -> str:
    """The picture of the changes between two files."""
    with comparison(options) as (sides, changeset):
        labels = Labels(options, [sides.before.table, sides.after.table])
        with arranged(sides.before) as before, arranged(sides.after) as after:
            return pictures.changes(before, after, changeset, text=labels)


def arranged(index: Index) -> Snapshot[Record]:
    """A table as a snapshot. Its models are the records, its keys are their offsets."""
    if index.roles.section is None:
        return Snapshot.of_items(columns(index, index.sections[0]))
    entries: list[tuple[str, Columns, list[Supplementary]]] = []
    for section in index.sections:
        name = shown(section.value, index.table.typed)
        header = Supplementary(ElementKind.HEADER, "header", model=name)
        entries.append((name, columns(index, section), [header]))
    return Snapshot.of_sections(entries)


def columns(index: Index, section: Section) -> Columns:
    """The records of a section."""
    return Columns(section.offsets, models=[Record(index.table, offset) for offset in section.offsets])


def scene(options: argparse.Namespace) -> str:
    """The picture of a file in a layout."""
    kind = options.input or kind_of(options.before) or ("csv" if options.separator else None)
    given = table(options.before, kind, (options.table or [None])[0], options)
    labels = Labels(options, [given])
    progress = Progress(given.size)
    try:
        index = indexed(given, Roles([], options.section, []), progress)
    finally:
        progress.end()
    with arranged(index) as records, List[Record]() as listed, listed.laid_out_view() as view:
        listed.apply(records)
        view.set_size(
            WIDTH if options.width is None else options.width,
            HEIGHT if options.height is None else options.height,
        )
        rule = SizeRule(height=ITEM_HEIGHT)
        view.set_layout(options.layout.of_section(rule, options.spacing or 0, options.sticky))
        view.set_sizes(sizes(options, index, labels))
        view.layout()
        view.scroll(options.offset or 0, clamp=True)
        view.layout()
        view.layout()  # Nothing is new in this one.
        return pictures.scene(view, text=labels)


def sizes(options: argparse.Namespace, index: Index, labels: Labels) -> Iterator[tuple[int, float | Size]]:
    """The sizes of the items that have one of their own, by their keys."""
    width, height = options.item_width, options.item_height
    if width is None and height is None and options.layout.name != "flow":
        return
    for section in index.sections:
        for offset in section.offsets:
            record = Record(index.table, offset)
            high = ITEM_HEIGHT if height is None else record.length(height)
            if width is not None:
                yield offset, Size(record.length(width), high)
            elif options.layout.name == "flow":
                yield offset, Size(cells(labels(record)) * LETTER + PAD, high)
            else:
                yield offset, high
