"""The command's arguments."""

from __future__ import annotations

import argparse

from .._library import VERSION
from .source import SUFFIXES

DESCRIPTION = """\
Says what came, went, moved and changed between two files of records: CSV with a
first line of names, or JSON lines. A record is recognised by its key, wherever
it stands, and the fewest moves are told."""

EPILOG = """\
exit status:
  0  the files say the same
  1  they differ
  2  trouble: a file cannot be read, a line is malformed, a key stands twice

examples:
  iqlist diff old.csv new.csv --key id
  iqlist diff old.jsonl new.jsonl --key host --key port --section region
  zcat old.csv.gz | iqlist diff - new.csv --input csv --key id --format json
"""

FORMATS = """\
text: for people. json: one object, each change on a line of its own; positions count from 0, lines from 1.
splices: lines of `position removed added` for one flat list, each valid after the ones before it."""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="iqlist", description="A headless list engine, on the command line.")
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
    diff.add_argument(
        "--key",
        metavar="COLUMN",
        required=True,
        action="append",
        help="the column that says who a record is; given several times, all of them together",
    )
    diff.add_argument("--section", metavar="COLUMN", help="the column that says which section it is in")
    diff.add_argument("--format", choices=["text", "json", "splices"], default="text", help=FORMATS)
    diff.add_argument(
        "--input",
        choices=sorted(set(SUFFIXES.values())),
        help=f"what both files are; if not given, their names say it ({', '.join(SUFFIXES)})",
    )
    diff.add_argument(
        "--width",
        type=columns,
        metavar="COLUMNS",
        help="cut lines of text to this width; 0: never. If not given, the terminal's, and never elsewhere",
    )
    return top


def columns(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number
