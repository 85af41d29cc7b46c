"""What a row is drawn as: its columns, and how wide they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Callable, Generic, Union

from rich.console import Console
from rich.text import Text

from ..records import M

if TYPE_CHECKING:
    from typing_extensions import Literal, TypeAlias

    Align: TypeAlias = "Literal['left', 'center', 'right']"
else:
    Align = str

Drawn = Union[str, Text]
"""What a cell is drawn as; unless rows have several lines, its first line is shown."""
ALIGNMENTS = ("left", "center", "right")
GAP = "  "
MARK = "▌"
"""In the first column of the screen, where a row is selected."""
NOTHING = Text("")


@dataclass(frozen=True)
class Column(Generic[M]):
    """A column of a `ListWidget`: its heading, and what is in it for a model.

    >>> Column("Size", lambda file: str(len(file)), width=6, align="right").heading
    'Size'
    """

    heading: str
    render: Callable[[M], Drawn]
    """The text of a cell, as a str or a `rich.text.Text`."""
    width: int | None = None
    """In terminal cells; what does not fit is cut off. None: as wide as the heading and what was seen of the
    column so far, so that it grows while the user scrolls, and never shrinks."""
    align: Align = "left"

    def __post_init__(self) -> None:
        if self.width is not None and self.width < 1:
            raise ValueError(f"a column is {self.width} cells wide; at least 1 is needed")
        if self.align not in ALIGNMENTS:
            raise ValueError(f"align is {self.align!r}; it is one of {', '.join(ALIGNMENTS)}")


class Columns:
    """The columns of a widget, with their widths of now. With `is_multiline` a line break begins another line
    of the row. With `wraps` so does what is too wide: for a column with a width, and for the last one, which
    has what is left of the widget."""

    def __init__(
        self, columns: Sequence[Column[Any]], is_multiline: bool = False, wraps: bool = False
    ) -> None:
        if not columns:
            raise ValueError("a list has at least one column")
        self._columns = tuple(columns)
        self._is_multiline, self._wraps = is_multiline, wraps
        self.console: Console | None = None
        """That of the app, once it runs; rows wrap in it."""
        self._headings = [one_line(column.heading) for column in self._columns]
        self._widths = [column.width or 0 for column in self._columns]
        self._room = 0
        self._grows = [column.width is None for column in self._columns]
        self.fit([[self._headings]])
        if wraps:
            self._grows[-1] = False

    def set_room(self, width: int | None = None) -> bool:
        """Sets how many cells a line of the screen has; None: as many as before, while columns have grown.
        Whether rows wrap differently now."""
        *others, last = self._widths
        room = self._room if width is None else width - len(MARK)
        if self._columns[-1].width is None and self._wraps:
            last = max(1, room - sum(others) - len(GAP) * len(others))
        is_other = self._wraps and (room, last) != (self._room, self._widths[-1])
        self._room, self._widths = room, [*others, last]
        return is_other

    def lines(self, model: Any, start: str) -> list[list[Text]]:
        """The lines of a row, each with its cells. The first one begins with `start`."""
        drawn = [column.render(model) for column in self._columns]
        if not self._is_multiline:
            first, *others = map(one_line, drawn)
            return [[Text(start).append_text(first), *others]]
        indents = [len(start), *[0] * (len(drawn) - 1)]
        parts = [
            self._wrapped(text_lines(each), None if grows else width - indent)
            for each, width, grows, indent in zip(drawn, self._widths, self._grows, indents)
        ]
        starts = [start, *[" " * len(start)] * (len(parts[0]) - 1)]
        parts[0] = [Text(begin).append_text(line) for begin, line in zip(starts, parts[0])]
        return [list(cells) for cells in zip_longest(*parts, fillvalue=NOTHING)]

    def header(self, drawn: Drawn) -> list[list[Text]]:
        """The lines of a header, which is as wide as the widget."""
        if not self._is_multiline:
            return [[one_line(drawn)]]
        return [[line] for line in self._wrapped(text_lines(drawn), self._room)]

    def _wrapped(self, lines: list[Text], width: int | None) -> list[Text]:
        if not self._wraps or self.console is None or width is None:
            return lines
        return [part for line in lines for part in line.wrap(self.console, max(1, width))]

    def fit(self, rows: Iterable[list[list[Text]]]) -> bool:
        """Makes room for the cells of rows. Whether a column is wider now."""
        before = self._widths
        for lines in rows:
            for cells in lines:
                self._widths = [
                    max(width, cell.cell_len) if grows else width
                    for grows, width, cell in zip(self._grows, self._widths, cells)
                ]
        return self._widths != before

    def row(self, cells: list[Text]) -> Text:
        """The text of a row. Behind the last column it is not padded."""
        placed: list[Text] = []
        for column, width, cell in zip(self._columns, self._widths, cells):
            cell = cell.copy()
            cell.truncate(width, overflow="ellipsis")
            if column.align != "left" or len(placed) + 1 < len(cells):
                cell.align(column.align, width)
            placed.append(cell)
        row = Text(GAP, end="").join(placed)
        row.end = ""
        return row

    def heading(self) -> Text:
        return self.row(self._headings)


def one_line(drawn: Drawn) -> Text:
    """A copy of the first line, without what would move the terminal's cursor."""
    text = drawn.copy() if isinstance(drawn, Text) else Text(drawn)
    if not text.plain.isprintable():
        text.expand_tabs(8)
        text = printable(text.split("\n", allow_blank=True)[0])
    text.end = ""
    return text


def text_lines(drawn: Drawn) -> list[Text]:
    """A copy of all lines, likewise."""
    text = drawn.copy() if isinstance(drawn, Text) else Text(drawn)
    text.expand_tabs(8)
    lines = [printable(line) for line in text.split("\n", allow_blank=True)]
    for line in lines:
        line.end = ""
    return lines


def printable(line: Text) -> Text:
    """A line, with question marks for what is none of its text."""
    line.plain = "".join(letter if letter.isprintable() else "?" for letter in line.plain)
    return line
