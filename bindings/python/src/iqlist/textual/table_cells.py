"""What the cells of a table are drawn as."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Generic

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.segment import Segment
from rich.text import Text

from ..records import M
from ..table import Column
from .columns import ALIGNMENTS, Align, Drawn, one_line

PADDING = 1
"""Cells of the terminal that are free at both sides of a text."""
SIGNS = {False: " ▲", True: " ▼"}
"""Behind the heading of the column that the rows are sorted by; True: descending."""


@dataclass(frozen=True)
class TableColumn(Column, Generic[M]):
    """A column of a `TableWidget`: in `width` cells of the terminal stand the text that `render` returns for
    a model, and a blank at both sides of it. What does not fit is cut off. The rest is as for every `Column`;
    another `render` alone is no other column.

    >>> TableColumn("size", "Bytes", width=8, render=lambda file: str(file.size), align="right").frozen
    False
    """

    render: Callable[[M], Drawn] = field(default=str, compare=False)
    """The text of a cell, as a str or a `rich.text.Text`: its first line is shown."""
    align: Align = "left"
    sort_key: Callable[[M], object] | None = field(default=None, compare=False)
    """What rows are sorted by when the user asks for the order of this column, if the widget shows a
    `SortedList`: see `List.sorted`. None: the program sorts."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.align not in ALIGNMENTS:
            raise ValueError(f"align is {self.align!r}; it is one of {', '.join(ALIGNMENTS)}")


def cell(drawn: Drawn, width: int, align: Align, console: Console) -> list[Segment]:
    """The text of a cell that is so wide."""
    padding = " " * min(PADDING, width // 2)
    room = width - 2 * len(padding)
    if isinstance(drawn, str) and drawn.isprintable():
        return [Segment(f"{padding}{fitted(drawn, room, align)}{padding}")]
    text = one_line(drawn)
    text.truncate(room, overflow="ellipsis")
    text.align(align, room)
    # The style of a text as a whole is one of its parts only in another text.
    return [*Text(padding, end="").append_text(text).append(padding).render(console)]


def fitted(text: str, room: int, align: Align) -> str:
    """A text that takes exactly so many cells of the terminal."""
    missing = room - cell_len(text)
    if missing < 0:
        return set_cell_size(text, room - 1) + "…" if room > 0 else ""
    left = {"left": 0, "center": missing // 2, "right": missing}[align]
    return " " * left + text + " " * (missing - left)


def heading(column: TableColumn[Any], width: int, sign: str) -> str:
    """The heading of a column. Its last cell is the edge, by which it is resized."""
    room = max(0, width - 2)
    text = one_line(column.heading).plain
    if cell_len(sign) > room:
        sign = ""
    text = fitted(text, min(cell_len(text), room - cell_len(sign)), "left") + sign
    return f" {fitted(text, room, column.align)}│"[-width:] if width > 0 else ""
