"""A bar on a terminal, for files that take a while; nothing anywhere else."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from .._fitting import fit

# The bytes of both files together from which on the bar is drawn.
WORTH_SHOWING = 4 << 20


class Progress:
    """Counts up to `total` bytes, through several parts of the work. Draws over one line of standard error,
    which is empty again after `end`."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.before = 0
        self.drawn = ""
        terminal = sys.stderr is not None and sys.stderr.isatty()
        self.shows = terminal and total >= WORTH_SHOWING

    def begin(self, label: str) -> None:
        self.label = label
        self.draw(0)

    def draw(self, done: int) -> None:
        """`done`: bytes of this part."""
        if not self.shows:
            return
        share = min(1.0, (self.before + done) / self.total)
        room = columns_of(sys.stderr) - 1
        width = min(40, room // 3)
        bar = "#" * int(share * width)
        line = fit(f"[{bar:{width}}] {int(share * 100):3} %  {self.label}", room)
        if line != self.drawn:
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()
            self.drawn = line

    def finish(self, size: int) -> None:
        """The part is done, all `size` bytes of it."""
        self.draw(size)
        self.before += size

    def end(self) -> None:
        if self.drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.drawn = ""


def columns_of(terminal: TextIO) -> int:
    """The width of a terminal; 80 if it is not known."""
    try:
        return os.get_terminal_size(terminal.fileno()).columns or 80
    except OSError:
        return 80
