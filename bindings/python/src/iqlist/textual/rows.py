"""What a widget draws of its rows, and how they stand: one line for each, one below the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Callable, Generic, NamedTuple, Optional

from rich.text import Text
from textual.strip import Strip

from .._scroll import Scroll
from ..changeset import Changeset
from ..records import M
from ..snapshot import Snapshot
from .columns import Columns
from .lines import Line, Lines


class Window(NamedTuple):
    """What can be seen: the first line of the content in it, and its size, in terminal cells."""

    top: int
    width: int
    height: int


@dataclass
class Seen:
    """A row or a header that can be seen. States belong to the list, and so may be newer than the row."""

    line: Line
    states: int
    has_children: bool
    lines: list[list[Text]]
    """What it is drawn as: the cells of each line."""
    strips: dict[tuple[int, int, bool], Strip] = field(default_factory=dict)
    """What it was drawn as, by line, width, and whether the cursor is on it."""

    @property
    def is_row(self) -> bool:
        """Whether it is of an item, and not the header of a section."""
        return self.line.index is not None


See = Callable[[Line], Seen]
"""Renders a row."""
LineOfRow = Optional["tuple[Seen, int]"]
"""What is on a line of the screen: a row, and which of its lines; None: it is behind the last one."""


class Rows(ABC, Generic[M]):
    """The rows of a snapshot, where they are, and what was rendered of those that can be seen."""

    def __init__(self, see: See, columns: Columns, scroll: Scroll | None, has_headers: bool) -> None:
        self._see, self._columns, self._scroll = see, columns, scroll
        self.lines: Lines[M] = Lines(Snapshot(), has_headers)
        self._seen: dict[int, Seen] = {}

    def forget(self) -> None:
        """What can be seen is to be rendered again."""
        self._seen.clear()

    def restyle(self) -> None:
        """What can be seen is to be drawn again, from what was rendered."""
        for seen in self._seen.values():
            seen.strips.clear()

    def is_current(self, window: Window) -> bool:
        """Whether `at` is about this window."""
        return True

    def top(self, window: Window) -> int:
        """The top of the window, as the rows are arranged: a window of another size may not have it yet."""
        return window.top

    @property
    @abstractmethod
    def height(self) -> int:
        """Of the content, in lines."""

    @abstractmethod
    def show(self, lines: Lines[M], changeset: Changeset | None, window: Window) -> int:
        """Shows another snapshot, which the changeset leads to; None: the first one. Returns the top of the
        window."""

    @abstractmethod
    def scroll(self, window: Window) -> int:
        """Brings what is in the window into view. Returns the top that it has then."""

    @abstractmethod
    def at(self, y: int, window: Window) -> LineOfRow:
        """What is on a line of the window."""

    @abstractmethod
    def lines_of(self, index: int, window: Window) -> range:
        """The lines of the window that an item is on."""

    @abstractmethod
    def reveal(self, index: int, window: Window, step: int) -> int:
        """The top from which an item can be seen, with the header above it, as near as possible. `step` is
        where the cursor comes from: 1 from above, -1 from below, 0 from anywhere."""

    @abstractmethod
    def page(self, index: int, step: int, window: Window) -> int | None:
        """The index of the item a page below or above another one."""

    def rest(self, index: int, lines: int, window: Window) -> int | None:
        """The top that shows so many more lines of an item that is larger than the window, below (or with a
        negative number above) what can be seen of it; None if there are none."""
        return None


class SingleLines(Rows[M]):
    """Rows of one line each, and headers that scroll with them."""

    @property
    def height(self) -> int:
        return len(self.lines)

    def show(self, lines: Lines[M], changeset: Changeset | None, window: Window) -> int:
        before, self.lines = self.lines, lines
        self.forget()
        if self._scroll is None or changeset is None:
            top = window.top
        else:
            top = self._scroll.follow(window.top, window.height, before, changeset, lines)
        return max(0, min(top, len(lines) - window.height))

    def scroll(self, window: Window) -> int:
        return window.top

    def at(self, y: int, window: Window) -> LineOfRow:
        line = window.top + y
        if line not in self._seen:
            if line >= len(self.lines):
                return None
            self._read(range(window.top, min(max(window.top + window.height, line + 1), len(self.lines))))
        return self._seen[line], 0

    def _read(self, visible: range) -> None:
        """Renders what has come into view, and drops what has left."""
        missing = [each for each in visible if each not in self._seen]
        read = self.lines.read(missing[0], missing[-1] - missing[0] + 1)
        kept = {each: seen for each, seen in self._seen.items() if each in visible}
        self._seen = {**kept, **dict(enumerate(map(self._see, read), missing[0]))}
        # All are fitted before any is drawn.
        if self._columns.fit(seen.lines for seen in self._seen.values() if seen.is_row):
            self.restyle()

    def lines_of(self, index: int, window: Window) -> range:
        line = self.lines.line_of(index) - window.top
        return range(line, line + (0 <= line < window.height))

    def reveal(self, index: int, window: Window, step: int) -> int:
        line, height = self.lines.line_of(index), max(1, window.height)
        first = line - (height > 1 and line > 0 and self.lines.index_at(line - 1) is None)
        return max(min(window.top, first), line - height + 1)

    def page(self, index: int, step: int, window: Window) -> int | None:
        lines = step * max(1, window.height - 1)
        return self.lines.index_near(self.lines.line_of(index) + lines, step)
