"""packages.py - the Debian packages of this machine: an outline that is sorted, and filtered while you type.

    packages.py [--file FILE] [--script "type lib; down; expand"] [--size 80x24]

The first level are the sections of the archive, the second one their packages. Type to filter; the arrow
keys move, expand and collapse, Enter does either, Tab sorts by the next column, Escape drops the filter,
Ctrl-C ends. The packages are those that apt can install, else those that are installed, or those of a file
of that format. With a script, or without a terminal, a frame is printed for each command.

    source          all sections and packages
      ordered       sections by name, the packages of each by a column
        found       what passes the filter, and the sections above it; has and remembers the selection
          outline   what of it is not below a collapsed section: the screen
"""

from __future__ import annotations

import argparse
import os
import re
import select
import shutil
import signal
import sys
import termios
import tty
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Callable

import iqlist
from iqlist import EventKind, State

APT, DPKG = Path("/var/lib/apt/lists"), Path("/var/lib/dpkg/status")
FEW = {"editors": ["nano", "vim"], "libs": ["libc6", "libssl3", "zlib1g"], "shells": ["bash", "dash"]}
TOUR = "down; expand; sort size; type a; down; clear; collapse"
COMMANDS = {
    **{"\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "expand", "\x1b[D": "collapse"},
    **{"\x1b[5~": "up 10", "\x1b[6~": "down 10", "\x1b[H": "up 999999", "\x1b[F": "down 999999"},
    **{"\r": "enter", "\n": "enter", "\x7f": "erase", "\b": "erase", "\x1b": "clear"},
    "\t": "sort",
}
KEY = re.compile(r"\x1b\[[0-9;]*[@-~]|\x1bO.|.", re.DOTALL)
REVERSE, DIM, PLAIN = "\x1b[7m", "\x1b[2m", "\x1b[m"


@dataclass(frozen=True)
class Entry:
    """A section of the archive, or a package in it."""

    section: str
    package: str = ""
    version: str = ""
    size: int = 0
    """In KiB, when it is installed."""
    summary: str = ""

    @property
    def level(self) -> int:
        return 1 if self.package else 0


COLUMNS: dict[str, Callable[[Entry], object]] = {
    "name": lambda package: package.package,
    "size": lambda package: -package.size,
    "version": lambda package: package.version,
}
"""What packages can be sorted by: the largest come first."""


def packages(lines: Iterable[str]) -> Iterator[Entry]:
    """Those of a file of dpkg's format: fields, and an empty line behind each package."""
    fields: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.rstrip("\n").partition(": ")
        if colon and not name[0].isspace():
            fields[name] = value
        if line == "\n" and "Package" in fields:
            section, size = fields.get("Section", "unknown"), fields.get("Installed-Size", "0")
            version, summary = fields.get("Version", ""), fields.get("Description", "")
            yield Entry(section, fields["Package"], version, int(size), summary)
            fields = {}


def read(file: Path | None) -> list[Entry]:
    """All sections in order, each followed by its packages."""
    known: dict[str, Entry] = {}
    for path in [file] if file else sorted(APT.glob("*_Packages")) or [DPKG]:
        if file or path.is_file():
            with path.open(encoding="utf-8", errors="replace") as lines:
                for entry in packages([*lines, "\n"]):
                    known.setdefault(entry.package, entry)
    if not (known or file):
        # This is no Debian: a few that it could have.
        known = {name: Entry(section, name) for section, found in FEW.items() for name in found}
    sections = {Entry(entry.section) for entry in known.values()}
    return sorted([*sections, *known.values()], key=lambda entry: (entry.section, entry.package))


class Screen:
    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self.text = ""
        self.first = 0
        self.source: iqlist.List[Entry] = iqlist.List(key=("section", "package"), level="level")
        self.source.set_items(entries, changeset=False)
        self.ordered = self.source.sorted()
        self.found = self.ordered.filtered(keep_parents=True)
        self.found.set_selection(iqlist.Selection.SINGLE | iqlist.Selection.KEEPS)
        self.outline = self.found.outline()
        self.lists = self.ordered, self.found, self.outline
        self.outline.set_events(EventKind.UPDATE)
        self.all = self.count(entries)
        self.counts = self.all
        self.sort("name")

    @staticmethod
    def count(entries: Iterable[Entry]) -> Counter[str]:
        """How many packages each section has."""
        return Counter(entry.section for entry in entries if entry.package)

    def filter(self, text: str) -> None:
        """Submits another filter, by the names of packages. It supersedes one that waits."""
        self.text = text

        def passing(entries: list[Entry]) -> list[bool]:
            return [bool(entry.package) and text in entry.package for entry in entries]

        counts = self.count(compress(self.entries, passing(self.entries))) if text else self.all

        def done(ticket: iqlist.Ticket) -> None:
            if ticket.exception() is None:
                self.counts = counts

        self.found.set_filter(batch=passing if text else None, done=done)

    def sort(self, column: str) -> None:
        """Submits another order. Sections stay in the order of their names."""
        self.column, key = column, COLUMNS[column]
        self.ordered.set_order(
            lambda _, entry: (key(entry), entry.package) if entry.package else entry.section
        )

    def poll(self) -> None:
        """Lets what waits take place, each list by itself: the outline follows the filter."""
        for _ in (*self.ordered.events(), *self.found.events()):
            pass
        for event in self.outline.events():
            # A section that comes back is new to the outline; the filter remembers that it was expanded.
            if event.kind == EventKind.UPDATE:
                self.outline.expand(
                    [
                        self.outline.item(item.model)
                        for item in self.found.items_in_state(State.EXPANDED)
                        if item.model in self.outline
                    ]
                )

    def settle(self) -> None:
        """Polls until nothing waits."""
        while self.found.info().submissions or select.select(self.lists, [], [], 0)[0]:
            select.select(self.lists, [], [])
            self.poll()

    # --- the cursor: what is selected, or the section that it is hidden in

    def selected(self) -> Entry | None:
        for item in self.found.items_in_state(State.SELECTED):
            return item.model
        return None

    def cursor(self) -> int:
        entry = self.selected()
        if entry is not None:
            for shown in (entry, Entry(entry.section)):
                if shown in self.outline:
                    return self.outline.index(shown)
        return 0

    def move(self, by: int) -> None:
        if len(self.outline):
            index = max(0, min(self.cursor() + by, len(self.outline) - 1))
            self.found.select(self.outline[index].model, only=True)

    def set_expanded(self, expanded: bool) -> None:
        """Expands or collapses the section at the cursor, or the one that the package there is in."""
        if not len(self.outline):
            return
        section = Entry(self.outline[self.cursor()].model.section)
        if expanded:
            self.outline.expand(section, by_user=True)
            self.found.set_states(section, State.EXPANDED)
        else:
            self.outline.collapse(section, by_user=True)
            self.found.set_states(section, State.EXPANDED, iqlist.SetStates.OFF)
            self.found.select(section, only=True)

    def command(self, line: str) -> None:
        """What a key does, or a command of a script."""
        name, _, value = line.partition(" ")
        if name == "type":
            self.filter(self.text + value)
        elif name == "erase":
            self.filter(self.text[: -int(value or 1)])
        elif name == "clear":
            self.filter("")
        elif name == "sort":
            names = [*COLUMNS]
            self.sort(value or names[(names.index(self.column) + 1) % len(names)])
        elif name in ("up", "down"):
            self.move(int(value or 1) * (1 if name == "down" else -1))
        elif name in ("expand", "collapse"):
            self.set_expanded(name == "expand")
        elif name == "enter" and len(self.outline):
            entry = self.outline[self.cursor()].model
            self.set_expanded(not self.outline.is_expanded(Entry(entry.section)))
        elif name != "enter":
            raise ValueError(f"there is no command {name!r}")

    # --- the frame

    def frame(self, columns: int, lines: int) -> list[str]:
        """The filter, rows of the outline around the cursor, and how many there are."""
        rows = max(lines - 2, 1)
        cursor = self.cursor()
        self.first = max(0, min(self.first, cursor, len(self.outline) - rows), cursor - rows + 1)
        shown = [f"Filter: {self.text}_"]
        for index, row in enumerate(self.outline[self.first : self.first + rows], self.first):
            shown.append(("> " if index == cursor else "  ") + self.row(row.model))
        if not len(self.outline):
            shown.append("  No package has that name.")
        shown += [""] * (rows + 1 - len(shown))
        packages, sections = sum(self.counts.values()), len(self.counts)
        shown.append(
            f"{packages:,} of {sum(self.all.values()):,} packages, {sections} of {len(self.all)} sections, "
            f"by {self.column}"
        )
        return [fitting(line, columns) for line in shown]

    def row(self, entry: Entry) -> str:
        if not entry.package:
            sign = "-" if self.outline.is_expanded(entry) else "+"
            return f"{sign} {entry.section} ({self.counts[entry.section]:,})"
        return f"    {entry.package:<24} {entry.version:<16.16} {entry.size:>7,} {entry.summary}"

    def draw(self) -> None:
        columns, lines = shutil.get_terminal_size()
        frame = self.frame(columns, lines)
        for at, line in enumerate(frame):
            if line.startswith(">"):
                frame[at] = f"{REVERSE}{line:<{columns}}{PLAIN}"
        frame[-1] = f"{DIM}{frame[-1]}{PLAIN}"
        print("\x1b[H" + "\x1b[K\r\n".join(frame) + "\x1b[K\x1b[J", end="", flush=True)


def fitting(text: str, columns: int) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:columns].rstrip()


def run_script(screen: Screen, script: str, columns: int, lines: int) -> None:
    for line in [part.strip() for part in re.split(r"[;\n]", script)]:
        screen.command(line)
        screen.settle()
        print(f"[{line}]", *screen.frame(columns, lines), "", sep="\n")


def wake(_number: int, _frame: object) -> None:
    """The terminal has another size. The handler has nothing to do: the signal wakes the loop."""


def run_terminal(screen: Screen) -> None:
    """Until Ctrl-C or Ctrl-D. Sleeps while there is neither a key nor work for a poll."""
    before = termios.tcgetattr(sys.stdin)
    read_end, write_end = os.pipe2(os.O_NONBLOCK)
    signal.set_wakeup_fd(write_end)
    signal.signal(signal.SIGWINCH, wake)
    print("\x1b[?1049h\x1b[?25l", end="")
    try:
        tty.setraw(sys.stdin)
        while True:
            screen.draw()
            ready = select.select([sys.stdin, read_end, *screen.lists], [], [])[0]
            if read_end in ready:
                os.read(read_end, 64)
            if sys.stdin in ready:
                keys = os.read(sys.stdin.fileno(), 1024).decode(errors="replace")
                if not keys or {"\x03", "\x04"} & {*keys}:
                    return
                for key in KEY.findall(keys):
                    if key in COMMANDS or key.isprintable():
                        screen.command(COMMANDS.get(key) or f"type {key}")
            screen.poll()
    finally:
        signal.set_wakeup_fd(-1)
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
        print("\x1b[?25h\x1b[?1049l", end="")


def main() -> None:
    parser = argparse.ArgumentParser(
        description="The Debian packages of this machine, sorted, and filtered while you type."
    )
    parser.add_argument("--file", type=Path, help="packages in the format of dpkg's status")
    parser.add_argument(
        "--script", help="commands: type TEXT, erase, clear, sort COLUMN, up, down, expand, collapse, enter"
    )
    parser.add_argument("--size", default="72x12", help="of the frames of a script")
    given = parser.parse_args()
    if given.file and not given.file.is_file():
        parser.error(f"there is no file {given.file}")
    columns, lines = map(int, given.size.split("x"))
    screen = Screen(read(given.file))
    if given.script is None and sys.stdin.isatty() and sys.stdout.isatty():
        run_terminal(screen)
    else:
        run_script(screen, given.script or TOUR, columns, lines)


if __name__ == "__main__":
    main()
