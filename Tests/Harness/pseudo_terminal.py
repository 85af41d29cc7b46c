"""A program on a terminal that draws into memory: as much of one as the examples use."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

from machine import PATIENCE
from outcomes import fail

# An escape sequence, or a character.
PIECE = re.compile(r"\x1b\[([?]?)([\d;]*)([A-Za-z])|(.)", re.DOTALL)
# Modes that a program has to reset: lines that wrap and the cursor are on at first.
AT_FIRST = {"7": True, "25": True, "1000": False, "1006": False, "1049": False}


class PseudoTerminal:
    """`lines()` are those of the screen that the program draws, `modes` the private modes that it has set."""

    def __init__(self, words: list[str | Path], columns: int, lines: int) -> None:
        self.columns, self.height = columns, lines
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.rows: list[list[str]] = []
        self.row = self.column = 0
        self.modes = dict(AT_FIRST)
        self.waiting = b""
        self.received = b""
        self._size()
        self.process = subprocess.Popen(
            words,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8"},
            start_new_session=True,
            preexec_fn=self._control,
        )

    def _control(self) -> None:
        """In the child: what Ctrl-C is for, and a hangup."""
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

    def _size(self) -> None:
        self.rows = [[" "] * self.columns for _ in range(self.height)]
        size = struct.pack("HHHH", self.height, self.columns, 0, 0)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, size)

    def resize(self, columns: int, lines: int) -> None:
        """As a window that is drawn larger: what it showed is gone, and the program has a SIGWINCH."""
        self.columns, self.height = columns, lines
        self._size()

    def send(self, text: str) -> None:
        os.write(self.master, text.encode())

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]

    def wait(self, what: str, is_so: Callable[[list[str]], bool]) -> list[str]:
        """Until the lines are so."""
        end = time.monotonic() + PATIENCE / 60
        while not is_so(self.lines()):
            self._read(0.1)
            if time.monotonic() > end or self.process.poll() is not None:
                self._read(0)
                if not is_so(self.lines()):
                    fail(f"{what}: not so\n" + "\n".join(self.lines()) + f"\n{self.received!r}"[:2000])
        return self.lines()

    def end(self) -> int:
        """Waits for the program's end; its status."""
        end = time.monotonic() + PATIENCE / 60
        while self.process.poll() is None:
            self._read(0.05)
            if time.monotonic() > end:
                self.process.kill()
                fail("it does not end")
        self._read(0)
        return self.process.returncode

    def is_restored(self) -> bool:
        return self.modes == AT_FIRST and termios.tcgetattr(self.slave) == self.before

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def _read(self, seconds: float) -> None:
        while select.select([self.master], [], [], seconds)[0]:
            seconds = 0
            data = os.read(self.master, 65536)
            self.received += data
            self.waiting += data
            text = self.waiting.decode(errors="surrogateescape")
            # What is not complete waits for the rest.
            tail = re.search(r"(\x1b(\[[?]?[\d;]*)?|[\udc80-\udcff]+)\Z", text)
            self.waiting = text[tail.start() :].encode(errors="surrogateescape") if tail else b""
            self._take(text[: tail.start()] if tail else text)

    def _take(self, text: str) -> None:
        for private, numbers, letter, character in PIECE.findall(text):
            values = [int(number or 1) for number in numbers.split(";")]
            if private:
                self.modes[numbers] = letter == "h"
            elif letter == "H":
                self.row, self.column = values[0] - 1, [*values, 1][1] - 1
            elif letter == "K":
                # Behind the last column the cursor still stands in it.
                column = min(self.column, self.columns - 1)
                self.rows[self.row][column:] = " " * (self.columns - column)
            elif letter == "" and character >= " ":
                self._put(character)

    def _put(self, character: str) -> None:
        if self.row >= self.height:
            return
        row = self.rows[self.row]
        if unicodedata.combining(character):
            row[self.column - 1] += character
            return
        wide = unicodedata.east_asian_width(character) in "WF"
        if self.column + wide < self.columns:
            row[self.column] = character
            if wide:
                row[self.column + 1] = ""
        self.column += 1 + wide
