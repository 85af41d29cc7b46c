"""The example inbox while it runs, and what its list and its steps have to be: an oracle that reads the
database by a connection of its own."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from machine import PATIENCE
from outcomes import fail

TABLE = """CREATE TABLE letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT, sent INTEGER NOT NULL, sender TEXT NOT NULL, subject TEXT NOT NULL,
    is_read INTEGER NOT NULL DEFAULT 0{unique}
) STRICT"""
UNIQUE = ", UNIQUE (sender, subject)"
STATE = re.compile(r"(\d+) letters, (\d+) to undo, (\d+) to redo(, in a transaction)?")
LETTER = re.compile(r"  (?:([-+~>]) )?\d+  (?:from \d+: )?#(-?\d+)  (-?\d+) ([ *]) (.*): (.*)")
REFUSED = "  refused: "
CONFLICT = f"{REFUSED}somebody else has changed these letters"
LOCKED = f"{REFUSED}database is locked"
NOTHING = f"{REFUSED}there is nothing"
STEPS = 100


class Letter(NamedTuple):
    id: int
    sent: int
    sender: str
    subject: str
    is_read: int


Rows = dict[int, Letter]


def changes(printed: list[str]) -> list[tuple[str, Letter]]:
    """Of the lines that name a letter: its mark, which is empty in a list of all, and the letter."""
    found = filter(None, map(LETTER.fullmatch, printed))
    return [
        (each[1] or "", Letter(int(each[2]), int(each[3]), each[5], each[6], int(each[4] == " ")))
        for each in found
    ]


class Step(NamedTuple):
    """The rows that differ."""

    before: Rows
    after: Rows

    @classmethod
    def of(cls, before: Rows, after: Rows) -> Step:
        differ = [id for id in {*before, *after} if before.get(id) != after.get(id)]
        return cls(*({id: rows[id] for id in differ if id in rows} for rows in (before, after)))

    def ids(self) -> set[int]:
        return {*self.before, *self.after}


class Inbox:
    """The running program. `turn` gives it a line and returns what it prints for that."""

    def __init__(self, words: Sequence[str | Path], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [str(word) for word in words],
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.timer = threading.Timer(PATIENCE, self.process.kill)
        self.timer.start()
        self.undo = self.redo = 0
        self.in_transaction = False
        self._read()

    def turn(self, line: str) -> list[str]:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        first, *printed = self._read()
        assert first == f"> {line}"
        return printed

    def end(self) -> None:
        """By the end of its input; it has to end well."""
        printed, _ = self.process.communicate()
        if printed or self.process.returncode != 0:
            fail(f"inbox ended with {self.process.returncode}\n{printed}")

    def close(self) -> None:
        self.timer.cancel()
        self.process.kill()
        self.process.wait()

    def _read(self) -> list[str]:
        """Up to the line that ends what is printed for a turn."""
        assert self.process.stdout is not None
        printed: list[str] = []
        for line in self.process.stdout:
            found = STATE.fullmatch(line.rstrip("\n"))
            if found is not None:
                self.undo, self.redo = int(found[2]), int(found[3])
                self.in_transaction = found[4] is not None
                return printed
            printed.append(line.rstrip("\n"))
        fail("inbox has ended:\n" + "\n".join(printed))


@contextmanager
def running(words: Sequence[str | Path], environment: dict[str, str] | None = None) -> Iterator[Inbox]:
    inbox = Inbox(words, environment or {})
    try:
        yield inbox
        inbox.end()
    finally:
        inbox.close()


@contextmanager
def connected(path: Path, mode: str, unique: bool) -> Iterator[sqlite3.Connection]:
    """Another connection than the program's, to a new database, in which each statement is a transaction
    unless it says otherwise."""
    other = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        other.execute(f"PRAGMA journal_mode = {mode}")
        other.execute(TABLE.format(unique=UNIQUE if unique else ""))
        yield other
    finally:
        other.close()


def truth(other: sqlite3.Connection) -> list[Letter]:
    query = "SELECT id, sent, sender, subject, is_read FROM letters ORDER BY sent DESC, id DESC"
    return [Letter(*row) for row in other.execute(query)]
