"""The command `iqlist` (or `python -m iqlist`): the changes between two files of records, and pictures.

    iqlist diff before.csv after.csv --key id --section group
    iqlist picture before.csv after.csv --key id -o changes.svg
    iqlist picture photos.csv --layout grid:4 -o grid.svg

A file goes through it as `source` (bytes) -> `csv_table`, `jsonl_table`, `sqlite_table` (records) -> `index`
(columns of digests, by section); `diff` compares the two by the library; `tolerance` accepts small
differences; `changes` and `events` are the result, sorted and with the records' fields; `text`, `document`
and `splices` write it. `picture` draws the same changes, or a file in one of the `layouts`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn, TextIO, cast

from .arguments import parsed
from .csv_table import fields_of_any_size
from .diff import diff
from .picture import picture
from .source import Trouble

SAME, DIFFERENT, TROUBLE = 0, 1, 2
INTERRUPTED = 130
COMMANDS = {"diff": diff, "picture": picture}
"""What each command does. It returns whether there is a difference, of which a picture knows nothing."""


def program() -> NoReturn:
    """Runs the command, and ends the process with its status."""
    try:
        status = main()
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command with these arguments, or the process's own. Returns the exit status: 0 if the
    records are equal or drawn, 1 if they differ, 2 if there was trouble, which is reported on standard error.
    Raises SystemExit for invalid arguments (2), and for --help and --version (0)."""
    options = parsed(arguments)
    output = cast("TextIO | None", sys.stdout)
    try:
        if output is None:
            raise Trouble("standard output is closed")
        with fields_of_any_size():
            different = COMMANDS[options.command](options)
        output.flush()
    except Trouble as trouble:
        print(f"iqlist: {trouble}", file=sys.stderr)
        return TROUBLE
    except BrokenPipeError:
        assert output is not None
        # Who reads has had enough. Nothing more is written, by the interpreter's last flush neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
        return DIFFERENT if options.command == "diff" else SAME
    except OSError as error:
        print(f"iqlist: standard output: {error.strerror}", file=sys.stderr)
        return TROUBLE
    except MemoryError:
        print("iqlist: out of memory", file=sys.stderr)
        return TROUBLE
    return DIFFERENT if different else SAME
