"""The picture of changes: before on the left, after on the right, between them what stays and what moves."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

from ._picture_names import key_name, kind_name
from ._picture_sides import DELETES, INSERTS, UPDATES, Row, RowKind, SideRows
from ._picture_table import Table, table
from ._svg import FAINT, LINE, SIZE, Colours, Look, Sheet, cut, length_of, number
from .changes import ChangeFlag
from .changeset import Changeset
from .identity import Key
from .layouts import Rect
from .records import Side
from .snapshot import Snapshot
from .summary import Reload, Summary

PITCH, HIGH = 24, 20
"""Pixels from one row to the next, and how high a row is."""
NARROW, WIDE = 120, 320
"""Pixels: the least and the greatest width of a side."""
LANE, MORE_LANE, MOST_LANE = 72, 8, 168
"""Pixels between the sides: without moves, more for each of them, and at most."""
PAD, SIGN = 6, 16
"""Pixels at the sides of a row, and for the sign of a change."""
HEAD = 12
"""How long the head of an arrow is, in pixels."""

DELETED = Look("deleted", "deleted", Colours("#ffebe9", "#cf222e"), Colours("#40171a", "#f85149"))
INSERTED = Look("inserted", "inserted", Colours("#dafbe1", "#1a7f37"), Colours("#12321d", "#3fb950"))
UPDATED = Look("updated", "updated", Colours("#fff8c5", "#9a6700"), Colours("#332b12", "#d29922"))
MOVED = Look("moved", "moved", Colours("none", "#8250df"), Colours("none", "#a371f7"))
HEADS = Look("head", "where to", Colours("#8250df", "none"), Colours("#a371f7", "none"))
HALO = Look("halo", "keeps arrows apart", Colours("none", "#ffffff"), Colours("none", "#0d1117"))
SAME = Look("same", "stays", Colours("#f6f8fa", "#c4ccd4"), Colours("#161b22", "#3d444d"))
STAYS = Look("stays", "the same item", Colours("none", "#c4ccd4"), Colours("none", "#3d444d"))
TITLE = Look("title", "a section", Colours("#dce2e8", "#8c959f"), Colours("#2a313a", "#6e7681"))

LOOKS = {
    **dict.fromkeys(DELETES, DELETED),
    **dict.fromkeys(INSERTS, INSERTED),
    **dict.fromkeys(UPDATES, UPDATED),
}
"""How rows that change are drawn."""
SIGNS = {DELETED.name: "\N{MINUS SIGN}", INSERTED.name: "+", UPDATED.name: "~"}
"""What says the same without a colour."""
REASONS = {
    ChangeFlag.BY_CONTENT: "content",
    ChangeFlag.BY_CLASS: "class",
    ChangeFlag.BY_EQUAL: "equal",
    ChangeFlag.BY_MARK: "mark",
    ChangeFlag.BY_KEY: "key",
    ChangeFlag.BY_LEVEL: "level",
    ChangeFlag.BY_CHILDREN: "children",
}
"""What an update says of itself, in the words that stand beside it."""


class Column(NamedTuple):
    """One side in the picture: its rows, their lines and texts, and where it is."""

    side: SideRows
    name: str
    counts: str
    rows: list[Row]
    lines: list[int]
    texts: list[str]
    x: float
    width: float
    digits: float
    """How wide indexes are."""

    def frame(self, row: int) -> Rect:
        """Where a row is."""
        return Rect(self.x, PITCH + self.lines[row] * PITCH, self.width, HIGH)


class ChangesPicture:
    """The picture of the changes from one snapshot to another."""

    def __init__(
        self,
        before: Snapshot[Any],
        after: Snapshot[Any],
        changeset: Changeset,
        text: Callable[[Any], str],
        limit: int,
    ) -> None:
        self.changeset, self.text = changeset, text
        self.summary: Summary = changeset.summary()
        self.sheet = Sheet()
        sides = SideRows(Side.BEFORE, before, changeset), SideRows(Side.AFTER, after, changeset)
        self.table: Table = table(*sides, limit)
        moves = sum(self.table.before[link.before].is_moved for link in self.table.links)
        self.before = self.column(sides[0], "before", self.table.before, self.table.before_lines, 0)
        at = self.before.width + min(LANE + MORE_LANE * moves, MOST_LANE)
        self.after = self.column(sides[1], "after", self.table.after, self.table.after_lines, at)

    def column(self, side: SideRows, name: str, rows: list[Row], lines: list[int], x: float) -> Column:
        """A side, as wide as its texts."""
        sections, items = len(side.starts) - 1, side.starts[-1]
        counts = counted(items, "item") + (f" in {counted(sections, 'section')}" if side.has_names else "")
        texts = [self.text_of(side, row) for row in rows]
        digits = length_of(str(max((row.first for row in rows), default=0))) + PAD
        widest = max(map(length_of, texts), default=0) + digits + SIGN + 2 * PAD
        heading = length_of(f"{name}  {counts}")
        width = max(min(widest, WIDE), heading, NARROW)
        return Column(side, name, counts, rows, lines, texts, x, width, digits)

    def svg(self) -> str:
        """The whole picture."""
        self.draw_links()
        spoken: list[str] = []
        for column in (self.before, self.after):
            self.sheet.text(column.name, column.x, SIZE)
            self.sheet.text(column.counts, column.x + length_of(f"{column.name}  "), SIZE, FAINT)
            for at, row in enumerate(column.rows):
                title = self.draw_row(column, at, row)
                if row.changes and (column is self.after or row.changes[0].after is None):
                    spoken.append(title)
        said = self.sentences()
        self.draw_words(said)
        return self.sheet.svg("Changes of a list", [*(words for _, words in said), *spoken])

    # --- its parts

    def draw_row(self, column: Column, at: int, row: Row) -> str:
        """Draws the row of that number. Returns what is said of it."""
        frame, words = column.frame(at), column.texts[at]
        y = frame.y + frame.height / 2 + SIZE * 0.35
        title = self.title_of(column.side, row, words)
        with self.sheet.group(title):
            if row.kind == RowKind.GAP:
                self.sheet.cover(frame)
                self.sheet.text(words, frame.x + column.digits + PAD, y, FAINT)
                return title
            look = TITLE if row.kind == RowKind.SECTION else SAME
            for change in row.changes:
                look = LOOKS.get(change.kind, look)
            sign = SIGNS.get(look.name, "")
            self.sheet.rectangle(frame, look, ' rx="3"')
            if row.is_moved:
                self.sheet.rectangle(frame, MOVED, ' rx="3" stroke-width="2"')
            left = frame.x + PAD + (SIGN if column is self.after else 0)
            if row.kind == RowKind.ITEM:
                self.sheet.text(str(row.first), left + column.digits - PAD, y, FAINT, anchor="end")
            left += 0 if row.kind == RowKind.SECTION else column.digits
            room = frame.right - PAD - (SIGN if column is self.before else 0) - left
            self.sheet.text(cut(words, room), left, y)
            if sign:
                x = frame.x + PAD if column is self.after else frame.right - PAD - length_of(sign)
                self.sheet.text(sign, x, y)
            if row.update is not None and column is self.after:
                self.sheet.text(reasons(row.update.flags), frame.right + PAD, y, FAINT)
        return title

    def draw_links(self) -> None:
        """Draws what stays as thin lines, and above them what moves as arrows."""
        arrows: list[tuple[str, Rect, Rect]] = []
        for link in self.table.links:
            row = self.table.before[link.before]
            start, end = self.before.frame(link.before), self.after.frame(link.after)
            if row.is_moved:
                title = self.title_of(self.before.side, row, self.before.texts[link.before])
                arrows.append((title, start, end))
            else:
                dots = ' stroke-dasharray="2 3"' if row.kind == RowKind.GAP else ""
                self.sheet.line(line(start, end), STAYS, dots)
        for title, start, end in arrows:
            with self.sheet.group(title):
                self.sheet.line(curve(start, end), HALO, ' stroke-width="5"')
                self.sheet.line(curve(start, end), MOVED, ' stroke-width="1.5"')
                self.sheet.line(head(end), HEADS)

    def draw_words(self, said: list[tuple[Look | None, str]]) -> None:
        """Says how much changes, and what the looks mean."""
        y = self.sheet.bounds.bottom + PITCH
        for look, words in said:
            if look is MOVED:
                start = Rect(-10, y - 14, 10, HIGH)
                self.sheet.line(curve(start, start._replace(x=24)), MOVED, ' stroke-width="1.5"')
                self.sheet.line(head(start._replace(x=24)), HEADS)
            elif look is not None:
                self.sheet.rectangle(Rect(0, y - 11, 24, 14), look, ' rx="3"')
                self.sheet.text(SIGNS[look.name], 8, y)
            self.sheet.text(words, 32 if look is not None else 0, y)
            y += LINE

    # --- what it says

    def sentences(self) -> list[tuple[Look | None, str]]:
        """How much is deleted, inserted, moved and updated, each with its look."""
        if self.changeset.reload != Reload.NO:
            reason = self.changeset.reload.name.lower().replace("_", " ")
            return [(None, f"everything is to be reloaded ({reason})")]
        told = self.summary
        counts = [
            (DELETED, told.item_deletes, told.section_deletes, told.supplementary_deletes),
            (INSERTED, told.item_inserts, told.section_inserts, told.supplementary_inserts),
            (MOVED, told.item_moves, told.section_moves, 0),
            (
                UPDATED,
                told.item_reloads + told.item_reconfigures,
                told.section_updates,
                told.supplementary_updates,
            ),
        ]
        names = ("item", "section", "element")
        found: list[tuple[Look | None, str]] = []
        for look, *numbers in counts:
            parts = [counted(count, name) for count, name in zip(numbers, names) if count]
            if parts:
                found.append((look, f"{look.meaning}: {', '.join(parts)}"))
        if not found:
            return [(None, "nothing changes")]
        gaps = any(row.kind == RowKind.GAP for row in self.table.before + self.table.after)
        return [*found, *([(None, "… left out")] if gaps else [])]

    def text_of(self, side: SideRows, row: Row) -> str:
        """What stands in a row."""
        if row.kind == RowKind.GAP:
            counts = [(row.sections, "section"), (row.items, "item")]
            words = [counted(count, noun) for count, noun in counts if count]
            return f"… {', '.join(words)}{', with changes' if row.has_changes else ''}"
        if row.kind == RowKind.SECTION:
            name = side.name(row.section)
            return key_name(name) if isinstance(name, Key) else self.text(name)
        if row.kind == RowKind.ELEMENT:
            return self.element_text(side, row)
        item = side.snapshot[row.first]
        return "  " * item.level + (key_name(item.key) if item.model is None else self.text(item.model))

    def element_text(self, side: SideRows, row: Row) -> str:
        """What stands in the row of a header, footer or the like."""
        elements = side.snapshot.sections[row.section].supplementaries
        found = next((each for each in elements if (each.kind, each.index) == row.element), None)
        name = kind_name(row.element[0])
        return name if found is None or found.model is None else f"{name}: {self.text(found.model)}"

    def title_of(self, side: SideRows, row: Row, words: str) -> str:
        """What a browser shows when the pointer is over a row: all of its text, and why it changes."""
        if row.kind == RowKind.ITEM:
            within = row.first - side.starts[row.section]
            return f"{words.strip()}: {self.changeset.explain(side.side, row.section, within)}"
        if row.kind == RowKind.GAP:
            return f"{words.strip()}, left out"
        said = [change.kind.name.lower().replace("_", " ") for change in row.changes]
        return f"{words}: {', '.join(said) or 'section stays'}"


def counted(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def reasons(flags: ChangeFlag) -> str:
    """Why something is updated."""
    found = ", ".join(name for flag, name in REASONS.items() if flags & flag)
    return f"reload: {found}" if flags & ChangeFlag.RELOAD else found


def line(start: Rect, end: Rect) -> str:
    """The path from one row to another, straight."""
    return path("M", start.right, start.y + HIGH / 2, "L", end.x, end.y + HIGH / 2)


def curve(start: Rect, end: Rect) -> str:
    """The path from one row to the head of an arrow at another."""
    left, right = start.right + 1, end.x - HEAD
    from_y, to_y = start.y + HIGH / 2, end.y + HIGH / 2
    middle = (left + right) / 2
    return path("M", left, from_y, "C", middle, from_y, middle, to_y, right, to_y)


def head(end: Rect) -> str:
    """The path of the head of an arrow at a row."""
    x, y = end.x - 1, end.y + HIGH / 2
    return path("M", x, y, "L", x - HEAD, y - 4, x - HEAD, y + 4, "Z")


def path(*parts: float | str) -> str:
    """A path of commands and numbers."""
    return " ".join(part if isinstance(part, str) else number(part) for part in parts)
