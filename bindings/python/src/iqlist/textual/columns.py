"""What a row is drawn as: its columns, and how wide they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Generic, Union

from rich.text import Text

from ..records import M

if TYPE_CHECKING:
    from typing_extensions import Literal, TypeAlias

    Align: TypeAlias = "Literal['left', 'center', 'right']"
else:
    Align = str

Drawn = Union[str, Text]
"""What a cell is drawn as; its first line is shown."""
ALIGNMENTS = ("left", "center", "right")
GAP = "  "


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
    """The columns of a widget, with their widths of now."""

    def __init__(self, columns: Sequence[Column[Any]]) -> None:
        if not columns:
            raise ValueError("a list has at least one column")
        self._columns = tuple(columns)
        self._headings = [one_line(column.heading) for column in self._columns]
        self._widths = [column.width or 0 for column in self._columns]
        self.fit([self._headings])

    def cells(self, model: Any, start: str) -> list[Text]:
        """The cells of a row. The first one begins with `start`."""
        first, *others = [one_line(column.render(model)) for column in self._columns]
        return [Text(start).append_text(first), *others]

    def fit(self, rows: Iterable[list[Text]]) -> bool:
        """Makes room for the cells of rows. Whether a column is wider now."""
        before = self._widths
        for cells in rows:
            self._widths = [
                max(width, cell.cell_len) if column.width is None else width
                for column, width, cell in zip(self._columns, self._widths, cells)
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
        text = text.split("\n", allow_blank=True)[0]
        text.plain = "".join(letter if letter.isprintable() else "?" for letter in text.plain)
    text.end = ""
    return text
