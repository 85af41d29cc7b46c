"""A plain model of a table in Textual: the lines of its part of the screen, painted cell by cell."""

from __future__ import annotations

from typing import Any, Optional

from scroll_model import moved, near
from table_model import Row, TableModel

from iqlist.table import Column
from iqlist.textual import TableColumn


def text_of(row: Row, key: str) -> str:
    """What is in a cell."""
    if key == "c":
        # Two cells of the terminal for each letter.
        return "件数" * (1 + row.id % 3)
    return f"{key}{row.id}.{row.look}"


def padded(text: str, width: int, align: str) -> str:
    """A text in its cell, with blanks at both sides. A letter that takes two cells of the terminal is
    followed by one that stands for its second half."""
    letters: list[str] = []
    for letter in text:
        letters += [letter, "\0"] if ord(letter) > 0x3000 else [letter]
    edge = min(1, width // 2)
    room = width - 2 * edge
    if len(letters) > room:
        letters = [*letters[: max(0, room - 1)], *["…"] * (room > 0)]
        if len(letters) > 1 and letters[-2] != "\0" and ord(letters[-2]) > 0x3000:
            # Half of a letter does not fit.
            letters[-2] = " "
    missing = room - len(letters)
    before = {"left": 0, "center": missing // 2, "right": missing}[align]
    whole = [" "] * (edge + before) + letters + [" "] * (missing - before + edge)
    return "".join(whole)


class TextualTableModel(TableModel):
    """What a widget has to show."""

    def __init__(self, columns: list[Column]) -> None:
        super().__init__(columns, header=1, row_height=1)
        self.cursor: Optional[int] = None
        self.column: Optional[str] = self.visible[0].key
        self.selected: set[int] = set()
        self.order: Optional[tuple[str, bool]] = None

    def set_cursor(self, id: int, key: str) -> None:
        self.x, self.y = self.nearest(id, key)
        self.cursor, self.column = id, key

    def follow_rows(self, before: list[int]) -> None:
        """Where the cursor and the first row are after an update from rows with these keys."""
        after = [row.id for row in self.shown]
        self.selected &= {row.id for row in self.rows}
        index = 0 if self.cursor is None else before.index(self.cursor)
        self.cursor = None if self.cursor is None else near(self.cursor, before, after)
        if self.cursor is None and after:
            self.cursor = after[min(index, len(after) - 1)]
        if self.y > 0:
            self.y = moved(before, int(self.y), after, int(self.body))

    def follow_columns(self, before: list[str]) -> None:
        """The column of the cursor after an update from columns with these keys."""
        after = [column.key for column in self.visible]
        if self.column not in after:
            at = before.index(self.column) if self.column in before else 0
            left = [key for key in [*before[at:], *before[:at][::-1], *after] if key in after]
            self.column = left[0] if left else None

    def heading(self, column: TableColumn[Row], width: int) -> str:
        sign = ""
        if self.order is not None and self.order[0] == column.key:
            sign = " ▼" if self.order[1] else " ▲"
        sign = sign if len(sign) <= width - 2 else ""
        room = max(0, width - 2 - len(sign))
        text = column.heading
        if len(text) > room:
            text = text[: max(0, room - 1)] + "…" * (room > 0)
        whole = padded(text + sign, width, column.align)
        return (whole[:-1] + "│")[-width:]

    def lines(self) -> list[str]:
        """The lines of the window."""
        screen = [[" "] * int(self.width) for _ in range(int(self.height))]
        rows = {row.id: row for row in self.shown}
        columns: dict[str, Any] = {column.key: column for column in self.visible}
        for (id, key), (frame, clip) in self.cells().items():
            column, width = columns[key], int(frame.right - frame.left)
            text = (
                self.heading(column, width)
                if id is None
                else padded(text_of(rows[id], key), width, column.align)
            )
            for x in range(int(clip.left), int(clip.right)):
                letter = text[int(x - frame.left)]
                is_half = (letter == "\0" and x == clip.left) or (
                    x + 1 == clip.right and text[int(x - frame.left) + 1 :][:1] == "\0"
                )
                screen[int(clip.top)][x] = " " if is_half else letter
        return ["".join(line).replace("\0", "").rstrip() for line in screen]

    def cursor_cells(self) -> Optional[tuple[int, int, int]]:
        """Where the cursor is on the screen: its line, and where it begins and ends; None: nowhere."""
        found = self.cells().get((self.cursor, self.column or ""))
        if found is None or self.cursor is None:
            return None
        clip = found[1]
        return int(clip.top), int(clip.left), int(clip.right)


def table_columns(generator: Any) -> list[TableColumn[Row]]:
    def made(key: str) -> TableColumn[Row]:
        return TableColumn(
            key,
            f"<{key}>",
            width=generator.randrange(3, 14),
            frozen=key in "bd",
            align=generator.choice(["left", "center", "right"]),
            render=lambda row: text_of(row, key),
        )

    return [made(key) for key in "abcdefghijkl"]
