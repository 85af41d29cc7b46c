"""Writes the manual pages of the command `iqlist` into a folder: argparse-manpage makes them of the parsers
of the arguments. It runs in an environment that has that package, with `iqlist` on PYTHONPATH.

    python write_man_pages.py FOLDER
"""

import argparse
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

TITLE = "User Commands"
PROGRAM = "iqlist"
SHORT = "changes between two files of records, and pictures of them"


def parsers() -> Iterator[tuple[argparse.ArgumentParser, str]]:
    """Those of the words which follow the command, then its own, without them; with what stands behind the
    name."""
    top: argparse.ArgumentParser = importlib.import_module("iqlist.cli.arguments").parser()
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                yield action.choices.pop(choice.dest), str(choice.help)
    yield top, SHORT


def name_of(parser: argparse.ArgumentParser) -> str:
    """Of its page, as git has it of its commands."""
    return parser.prog.replace(" ", "-")


def sections(epilog: str) -> Iterator[tuple[str, list[str]]]:
    """The parts of what stands at the end of a help: each has a title in a line of its own."""
    for part in epilog.strip().split("\n\n"):
        title, *lines = part.splitlines()
        yield title.removesuffix(":"), [line.strip() for line in lines]


def escaped(line: str) -> str:
    """A line that is shown as it is."""
    text = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def shown(title: str, lines: list[str]) -> str:
    """A list of values and their meanings, or lines as they would be typed."""
    if title == "exit status":
        pairs = [line.split("  ", 1) for line in lines]
        return "\n".join(f".TP\n.B {value}\n{escaped(meaning)}" for value, meaning in pairs)
    return "\n".join([".nf", *map(escaped, lines), ".fi"])


def page(parser: argparse.ArgumentParser, short: str, version: str, others: list[str]) -> str:
    """Without a date, which would have to change."""
    epilog, parser.epilog = parser.epilog or "", None
    made = importlib.import_module("argparse_manpage.manpage").Manpage(parser)
    made.prog = name_of(parser)
    made.description, made.source, made.manual, made.date = short, f"{PROGRAM} {version}", TITLE, ""
    _, *usage = parser.format_usage().split(parser.prog, 1)
    made.synopsis = [parser.prog, *escaped(" ".join(usage)).split()]
    for title, lines in sections(epilog) if epilog else ():
        made.add_section(title, "=", shown(title, lines))
    references = [f".BR {escaped(name)} (1)" for name in sorted(others) if name != made.prog]
    made.add_section("see also", "=", " ,\n".join(references))
    # A title in a line of its own would be none, and an empty line is a paragraph where one begins anyway.
    return str(made).replace(".SH\n", ".SH ").replace("\n\n.", "\n.")


def main(folder: Path) -> None:
    # No line is broken, wherever this runs: one that begins with a dot would be lost.
    os.environ["COLUMNS"] = "10000"
    version: str = importlib.import_module("iqlist._library").VERSION
    found = list(parsers())
    names = [name_of(parser) for parser, _ in found]
    for parser, short in found:
        (folder / f"{name_of(parser)}.1").write_text(page(parser, short, version, names))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
