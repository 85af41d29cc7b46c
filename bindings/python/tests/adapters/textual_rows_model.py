"""A plain model of rows of several lines in the widget for Textual: all of its lines, one below the other, of
which some are in the window, and headers that stay at the top."""

from __future__ import annotations

import random
from typing import NamedTuple, Optional

from scroll_model import near, stayed


class Row(NamedTuple):
    """A model: its key, and its text."""

    id: int
    text: str


class Line(NamedTuple):
    """A line of the content: of a row, or of the header of a section."""

    is_header: bool
    key: int
    number: int
    text: str


def wrapped(text: str, width: int) -> list[str]:
    """Word by word, at most so many letters in a line; no word is longer."""
    found: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            if line and len(line) + 1 + len(word) > width:
                found.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        found.append(line)
    return found


class Model:
    """What a widget has to show, kept by hand. `width` and `height` are those of the widget, with its scroll
    bar."""

    def __init__(self, generator: random.Random, *, wraps: bool, is_sticky: bool, has_headers: bool) -> None:
        self.generator, self.wraps = generator, wraps
        self.is_sticky, self.has_headers = is_sticky, has_headers
        self.source: dict[int, list[Row]] = {0: []}
        self.filter = ""
        self.width, self.height, self.top = 40, 12, 0
        self.cursor: Optional[int] = None
        self.selected: set[int] = set()
        self.had_bar = False
        self.known: dict[int, list[Line]] = {}
        """The lines, by width, since the last change."""
        self.next = 100

    # --- what there is

    @property
    def sections(self) -> dict[int, list[Row]]:
        """What passes the filter."""
        return {key: [row for row in rows if self.filter in row.text] for key, rows in self.source.items()}

    @property
    def ids(self) -> list[int]:
        return [row.id for rows in self.sections.values() for row in rows]

    def lines_at(self, width: int) -> list[Line]:
        if width not in self.known:
            self.known[width] = self._lines_at(width)
        return self.known[width]

    def _lines_at(self, width: int) -> list[Line]:
        found: list[Line] = []
        for key, rows in self.sections.items():
            if self.has_headers:
                found += [Line(True, key, at, text) for at, text in enumerate(header_text(key).split("\n"))]
            for row in rows:
                texts = wrapped(row.text, width) if self.wraps else row.text.split("\n")
                cut = [text if len(text) <= width else f"{text[: width - 1]}…" for text in texts]
                found += [Line(False, row.id, at, text) for at, text in enumerate(cut)]
        return found

    @property
    def has_bar(self) -> bool:
        """Whether there is a scroll bar. It stays as it is where it takes the room that makes it
        necessary."""
        is_needed = [len(self.lines_at(self.width - 1 - bar)) > self.height for bar in (0, 2)]
        return self.had_bar if is_needed == [False, True] else is_needed[0]

    @property
    def room(self) -> int:
        """So many letters a line has: without the mark of selected rows and the scroll bar."""
        return self.width - 1 - 2 * self.has_bar

    @property
    def lines(self) -> list[Line]:
        return self.lines_at(self.room)

    def start(self, key: int, is_header: bool = False) -> int:
        """The first line of a row or header."""
        return next(at for at, line in enumerate(self.lines) if line[:2] == (is_header, key))

    def span(self, key: int) -> tuple[int, int]:
        """The first line of a row, and the one behind its last one."""
        first = self.start(key)
        return first, first + sum(not line.is_header and line.key == key for line in self.lines)

    def section_of(self, at: int) -> tuple[int, int]:
        """The lines of the section that a line is of: the first, and the one behind the last."""
        starts = [at for at, line in enumerate(self.lines) if line.is_header and line.number == 0]
        return max(s for s in starts if s <= at), min([s for s in starts if s > at] or [len(self.lines)])

    # --- what is seen

    def screen(self, top: int) -> list[Line]:
        """The lines of the window."""
        lines = self.lines
        found = lines[top : top + self.height]
        if self.is_sticky and found:
            first, end = self.section_of(top)
            header = [line for line in lines[first:end] if line.is_header]
            y = min(0, end - len(header) - top) if top > first else 0
            for at, line in enumerate(header, y):
                if 0 <= at < len(found):
                    found[at] = line
        return found

    def seen(self, top: int) -> list[str]:
        return [
            ("▌" if not line.is_header and line.key in self.selected else " ") + line.text
            for line in self.screen(top)
        ]

    @property
    def cursor_lines(self) -> list[int]:
        """The lines of the window that are highlighted."""
        return [
            y
            for y, line in enumerate(self.screen(self.top))
            if not line.is_header and line.key == self.cursor
        ]

    @property
    def last_top(self) -> int:
        return max(0, len(self.lines) - self.height)

    def scroll(self, top: int) -> None:
        self.top = max(0, min(top, self.last_top))

    def stuck(self, key: int) -> int:
        """How many lines of the window the header of a row takes."""
        if not self.is_sticky:
            return 0
        first, end = self.section_of(self.start(key))
        return sum(line.is_header for line in self.lines[first:end])

    # --- what the user does

    def reveal(self, key: int, step: int = 0) -> None:
        """Scrolls as far as necessary: all of the row is in the window, with the header if it is the first
        one of its section. What is larger than the window is seen from where the cursor comes."""
        (first, end), stuck = self.span(key), self.stuck(key)
        height, upper, lower = end - first, first - stuck, end - self.height
        if height > self.height - stuck:
            if step or not any(not line.is_header and line.key == key for line in self.screen(self.top)):
                self.scroll(lower if step < 0 else upper)
            return
        if self.has_headers and not self.is_sticky:
            section, last = self.section_of(first)
            header = sum(line.is_header for line in self.lines[section:last])
            if section + header == first and header + height <= self.height:
                upper = section
        self.scroll(max(lower, min(self.top, upper)))

    def rest(self, lines: int) -> bool:
        """More of the cursor's row, if it is larger than the window."""
        assert self.cursor is not None
        (first, end), stuck = self.span(self.cursor), self.stuck(self.cursor)
        if end - first <= self.height - stuck or not self.cursor_lines:
            return False
        hidden = end - self.top - self.height if lines > 0 else self.top + stuck - first
        if hidden <= 0:
            return False
        self.scroll(self.top + (min(lines, hidden) if lines > 0 else -min(-lines, hidden)))
        return True

    def go(self, step: int) -> None:
        """A key: up or down."""
        if self.cursor is None or self.rest(step):
            return
        ids = self.ids
        at = ids.index(self.cursor) + step
        self.cursor = ids[max(0, min(at, len(ids) - 1))]
        self.reveal(self.cursor, step)

    def go_page(self, step: int) -> None:
        if self.cursor is None or self.rest(step * max(1, self.height - 1)):
            return
        self.reveal(self.cursor)
        page, ids = self.height - self.stuck(self.cursor), self.ids
        first, end = self.span(self.cursor)
        self.scroll(self.top + step * page)
        at = ids.index(self.cursor)
        behind = ids[at + 1 :] if step > 0 else ids[:at][::-1]
        # All from one to the other is in the window at once.
        near = [
            key
            for key in behind
            if (self.span(key)[1] - first if step > 0 else end - self.span(key)[0]) <= page
        ]
        self.cursor = near[-1] if near else behind[0] if behind else self.cursor
        self.reveal(self.cursor, step)

    # --- what changes

    def text(self) -> str:
        words = [
            "abcdefg"[: self.generator.randrange(1, 8)] for _ in range(self.generator.choice([1, 3, 12, 30]))
        ]
        breaks = ["\n" if self.generator.random() < 0.15 else " " for _ in words]
        text = "".join(word + end for word, end in zip(words, breaks))[:-1]
        return text.replace("a", "z", self.generator.randrange(2))

    def set_filter(self, text: str) -> None:
        self.filter = text
        self.known.clear()

    def change(self) -> None:
        """Rows come, go, change and move, and with sections these too."""
        self.known.clear()
        chance, below = self.generator.random, self.generator.randrange
        less = chance() < 0.3
        for rows in self.source.values():
            rows[:] = [row for row in rows if chance() > (0.5 if less else 0.05)]
            rows[:] = [Row(row.id, f"{row.id} {self.text()}") if chance() < 0.1 else row for row in rows]
            for _ in range(below(5)):
                self.next += 1
                rows.insert(below(len(rows) + 1), Row(self.next, f"{self.next} {self.text()}"))
        if self.has_headers and chance() < 0.2:
            self.next += 1
            found = [*self.source.items()]
            found.insert(below(len(found) + 1), (self.next, []))
            self.source = dict(found)
        if len(self.source) > 1 and chance() < 0.1:
            del self.source[self.generator.choice([*self.source])]
        if chance() < 0.2:
            rows = self.generator.choice([*self.source.values()])
            rows.insert(below(len(rows) + 1), rows.pop(below(len(rows)))) if rows else None
        if chance() < 0.03:
            self.generator.shuffle(self.generator.choice([*self.source.values()]))

    def follow(self, ids: list[int], lines: list[Line]) -> bool:
        """Cursor and window after an update from that state. Whether it is known where the window is: if most
        of what was seen does not stay, it is not, as that depends on heights that were not known."""
        self.selected &= {row.id for rows in self.source.values() for row in rows}
        if self.cursor is None:
            self.cursor = next(iter(self.ids), None)
        else:
            index, now = ids.index(self.cursor), self.ids
            self.cursor = near(self.cursor, ids, now)
            if self.cursor is None and now:
                # None is left: the cursor stays as near as possible.
                self.cursor = now[min(index, len(now) - 1)]
        top, self.top = self.top, 0
        if not top:
            return True
        seen = [*dict.fromkeys(line.key for line in lines[top : top + self.height] if not line.is_header)]
        together = stayed(ids, ids.index(seen[0]), self.ids, len(seen)) if seen else []
        if not together:
            return False
        # Its first line, or if that was above the window its last one.
        before = [at for at, line in enumerate(lines) if line[:2] == (False, together[0])]
        first, end = self.span(together[0])
        self.scroll(top + first - before[0] if before[0] >= top else top + end - 1 - before[-1])
        return True


def header_text(key: int) -> str:
    """Every other one has two lines."""
    return f"-- {key}\n--" if key % 2 else f"-- {key}"
