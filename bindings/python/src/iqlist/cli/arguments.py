"""The command's arguments."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from decimal import Decimal

from .._library import VERSION
from .layouts import LAYOUTS, Layout, layout
from .source import SUFFIXES
from .tolerance import NUMBER

TOP = "Compares files of records, and draws pictures of them, by the list engine libiqlist."

DESCRIPTION = """\
Shows which records came, went, moved and changed between two files: CSV with a
first line of names, JSON lines, or tables of SQLite. A record is identified by
its key, wherever it is, and the moves are the fewest. Files compressed by gzip
are decompressed."""

EPILOG = """\
exit status:
  0  the records are equal
  1  they differ
  2  trouble: a file cannot be read, a line is malformed, a key occurs twice

examples:
  iqlist diff old.csv new.csv --key id
  iqlist diff old.jsonl new.jsonl --key host --key port --section region
  iqlist diff old.csv.gz new.csv --key id --ignore updated_at --tolerance price=0.01
  iqlist diff shop.db shop.db --table orders_before --table orders --key id --summary
  curl $URL | iqlist diff old.csv - --key id --format json
"""

PICTURE = """\
Draws a picture, as SVG: of the records of a file as a layout places them in a
window, or, with AFTER, of the changes between two files. Files are read as by
iqlist diff."""

PICTURE_EPILOG = """\
exit status:
  0  there is a picture
  2  trouble: a file cannot be read, a line is malformed, a key occurs twice

examples:
  iqlist picture photos.csv --layout grid:4 -o grid.svg
  iqlist picture tags.csv --layout flow --width 400 --label name
  iqlist picture people.csv --section team --sticky --offset 60 --item-height size
  iqlist picture old.csv new.csv --key id --section team -o changes.svg
"""

FORMATS = """\
"text", the default, is for people; positions and lines count from 1. "json" is one object, each
change on a line of its own; positions count from 0, as in the library, lines from 1. "splices" are lines of
"position removed added" for one flat list, each valid after the ones before it; positions count from 0."""


LONGEST = 1 << 20
"""The greatest length of a layout."""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="iqlist", description=TOP)
    top.add_argument("--version", action="version", version=f"iqlist {VERSION}")
    commands = top.add_subparsers(title="commands", dest="command", required=True, metavar="COMMAND")
    diff = commands.add_parser(
        "diff",
        help="what changed between two files of records",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    diff.add_argument("before", metavar="BEFORE", help="a file, or - for standard input")
    diff.add_argument("after", metavar="AFTER", help="a file, or - for standard input")
    diff.set_defaults(fail=diff.error)
    add_columns(diff)
    add_output(diff)
    add_input(diff)
    picture = commands.add_parser(
        "picture",
        help="a picture of a layout, or of the changes between two files of records",
        description=PICTURE,
        epilog=PICTURE_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    picture.add_argument("before", metavar="FILE", help="a file, or - for standard input")
    picture.add_argument("after", metavar="AFTER", nargs="?", help="the same later, for a picture of changes")
    picture.set_defaults(fail=picture.error)
    add_drawing(picture)
    add_layout(picture)
    add_columns(picture)
    add_input(picture)
    return top


def add_drawing(picture: argparse.ArgumentParser) -> None:
    group = picture.add_argument_group("drawing")
    group.add_argument(
        "-o", "--output", metavar="FILE", help="where the picture goes; by default standard output"
    )
    group.add_argument(
        "--label",
        metavar="COLUMN",
        action="append",
        default=[],
        help="the column that is shown of a record, or one of several; by default all but the section",
    )


def add_layout(picture: argparse.ArgumentParser) -> None:
    group = picture.add_argument_group("layout", "Of one file. Lengths are in units of your own.")
    group.add_argument(
        "--layout",
        metavar="LAYOUT",
        type=layout,
        help=f"one of {', '.join(LAYOUTS)}, where N is how many columns or lanes; the default is list",
    )
    for name, what in (("width", "320"), ("height", "240")):
        group.add_argument(
            f"--{name}", metavar="NUMBER", type=length, help=f"the {name} of the window; by default {what}"
        )
    group.add_argument("--offset", metavar="NUMBER", type=length, help="how far the window is scrolled")
    group.add_argument("--spacing", metavar="NUMBER", type=length, help="the space between items")
    for name, what in (("width", "in a flow that of its label"), ("height", "32")):
        group.add_argument(
            f"--item-{name}",
            metavar="NUMBER|COLUMN",
            type=length_or_column,
            help=f"the {name} of items, or the column that has it of each record; by default {what}",
        )
    group.add_argument("--sticky", action="store_true", help="headers of sections stay in view")


def add_columns(diff: argparse.ArgumentParser) -> None:
    group = diff.add_argument_group("columns", "Options with a column can be given several times.")
    group.add_argument(
        "--key",
        metavar="COLUMN",
        action="append",
        default=[],
        help="the column that identifies a record, or one of several. Without it, columns are listed",
    )
    group.add_argument("--section", metavar="COLUMN", help="the column of the section that a record is in")
    chosen = group.add_mutually_exclusive_group()
    chosen.add_argument(
        "--ignore", metavar="COLUMN", action="append", default=[], help="a column that is not compared"
    )
    chosen.add_argument(
        "--columns",
        metavar="COLUMN",
        action="append",
        default=[],
        help="a column that is compared; no others are",
    )
    group.add_argument(
        "--tolerance",
        metavar="[COLUMN=]NUMBER",
        type=tolerance,
        action="append",
        default=[],
        help="numbers (7, 1.5, 2e-3) that differ by no more are equal, in all columns or in one",
    )


def add_output(diff: argparse.ArgumentParser) -> None:
    group = diff.add_argument_group("output")
    group.add_argument("--format", choices=["text", "json", "splices"], default="text", help=FORMATS)
    group.add_argument(
        "--summary", action="store_true", help="only how many records went, came, moved, changed"
    )
    group.add_argument(
        "--no-moves",
        action="store_true",
        help="ignore the order; records in another section are still shown",
    )
    group.add_argument(
        "--width",
        type=columns,
        metavar="COLUMNS",
        help="cut lines of text to this width; 0: never. The default is the terminal's, and never elsewhere",
    )


def add_input(diff: argparse.ArgumentParser) -> None:
    group = diff.add_argument_group("input")
    group.add_argument(
        "--input",
        choices=sorted(set(SUFFIXES.values())),
        help=f"the kind of the files; by default by name: {', '.join(SUFFIXES)}; .gz may follow",
    )
    group.add_argument(
        "--separator",
        metavar="CHARACTER",
        type=separator,
        help='the separator of the fields of CSV, "tab" for a tab; the default is a comma, in .tsv a tab',
    )
    group.add_argument(
        "--encoding",
        metavar="NAME",
        type=encoding,
        help="the encoding of the files, as Python names it; by default UTF-8, or that of a byte order mark",
    )
    group.add_argument(
        "--table",
        metavar="TABLE",
        action="append",
        default=[],
        help="the table or view of a database, if it has several; given twice, those of BEFORE and AFTER",
    )


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Raises SystemExit for invalid arguments."""
    options = parser().parse_args(arguments)
    if options.command == "picture":
        check_picture(options)
    elif options.format == "splices":
        for name in ("summary", "no_moves"):
            if getattr(options, name):
                options.fail(f"{option(name)} cannot be combined with --format splices")
    if len(options.table) > 2:
        options.fail("--table is given twice at most")
    aside = {*options.key, options.section}
    for name in ("ignore", "columns"):
        for column in getattr(options, name):
            if column in aside:
                options.fail(f'--{name} "{column}": that is the key or the section, and not compared anyway')
    return options


def check_picture(options: argparse.Namespace) -> None:
    """Refuses what only the other kind of picture has."""
    of_layouts = ("layout", "width", "height", "offset", "spacing", "item_width", "item_height", "sticky")
    of_changes = ("key", "ignore", "columns", "tolerance")
    names, why = (
        (of_changes, "needs AFTER, a second file")
        if options.after is None
        else (of_layouts, "is for the picture of one file")
    )
    for name in names:
        given = getattr(options, name)
        if given is not None and given is not False and given != []:
            options.fail(f"{option(name)} {why}")
    if options.sticky and options.section is None:
        options.fail("--sticky needs --section")
    options.layout = options.layout or Layout("list")
    if options.item_width is not None and options.layout.name not in ("grid", "flow"):
        options.fail("--item-width is for grids and flows: elsewhere the layout says how wide items are")


def option(name: str) -> str:
    """The option that sets an attribute."""
    return f"--{name.replace('_', '-')}"


def length(text: str) -> float:
    number = float(text)
    if not 0 <= number <= LONGEST:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 to {LONGEST}")
    return number


def columns(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def length_or_column(text: str) -> float | str:
    try:
        return length(text)
    except ValueError:
        return text


def tolerance(text: str) -> tuple[str | None, Decimal]:
    name, equals, number = text.rpartition("=")
    if not NUMBER.fullmatch(number) or number.startswith("-"):
        raise argparse.ArgumentTypeError(f'"{number}" is not a number from 0 on')
    return name if equals else None, Decimal(number)


def separator(text: str) -> str:
    if text in ("tab", "\\t"):
        return "\t"
    if len(text) != 1 or text in '"\r\n':
        raise argparse.ArgumentTypeError(f"{text!r} is neither one character nor tab")
    return text


def encoding(text: str) -> str:
    try:
        b"x".decode(text)
    except UnicodeError:
        # In UTF-16 it is half a character.
        pass
    except LookupError:
        raise argparse.ArgumentTypeError(f'Python has no text encoding "{text}"') from None
    return text
