"""What is drawn of a list, and how it follows the list."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Callable, Generic, NamedTuple

from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from .._feed import Feed
from .._scroll import Scroll
from .._survivor import survivor
from ..changeset import Changeset
from ..errors import ClosedError, HandleError, NotFoundError, RefusedError
from ..event_kinds import EventKind
from ..events import Event
from ..handles import Item
from ..identity import NONE
from ..lists import DerivedList, List, Outline
from ..records import M
from ..sections import Section
from ..snapshot import Snapshot
from ..states import State
from .columns import Columns, Drawn, one_line
from .lines import Line, Lines

if TYPE_CHECKING:
    from typing_extensions import Self

AGAIN = 0.01
"""In how many seconds a list is polled again that another thread edits."""
MARK, INDENT = "▌", 2
SIGNS = {True: "▼ ", False: "▶ "}

unless_gone = suppress(ClosedError, HandleError, NotFoundError, RefusedError)
"""What the user asks for is not done where the list has gone on without the item, or refuses it."""


class Seen(NamedTuple):
    """A line that can be seen. States belong to the list, and so may be newer than the line."""

    line: Line
    states: int
    has_children: bool
    cells: list[Text]
    """What it is drawn as."""

    @property
    def is_row(self) -> bool:
        """Whether it is of an item, and not the header of a section."""
        return self.line.index is not None


class ShownList(ScrollView, Generic[M], can_focus=True):
    """The part of a `ListWidget` that draws. Lines are read from a snapshot; the list is asked what is
    selected or expanded."""

    shown: List[M]
    """The list."""

    def __init__(
        self,
        shown: List[M],
        columns: Columns,
        has_headings: bool,
        render_header: Callable[[Section[M]], Drawn] | None,
        kinds: int,
        keep_scroll: bool,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.shown = shown
        self._scroll = Scroll(shown) if keep_scroll else None
        self._columns, self._render_header = columns, render_header
        self._head = int(has_headings)
        """How many lines above those of the list stay where they are."""
        self._kinds = EventKind.STATES | kinds
        self._feeds: list[Feed[Any]] = []
        """While it is mounted: of the list, behind those of the lists that it follows."""
        self._descriptors: list[int] = []
        self._lines: Lines[M] = Lines(Snapshot(), self._has_headers)
        self._cursor: int | None = None
        """The index of the item that it is on, over all sections; None if there are no items."""
        self._seen: dict[int, Seen] = {}
        """What was read of the lines that can be seen, by line. What is not there is to be read."""
        self._strips: dict[tuple[int, int, bool], Strip] = {}
        """What they were drawn as, by line, width, and whether the cursor is on it."""

    # --- the list

    def _on_mount(self, event: events.Mount) -> None:
        if not self.shown.closed:
            polled: list[List[Any]] = [self.shown]
            while isinstance(polled[0], DerivedList):
                polled.insert(0, polled[0].source)
            self._feeds = [Feed.of(each) for each in polled if not each.closed]
            self._lines = Lines(
                self._feeds[-1].join(self._follow, self._take, self._kinds), self._has_headers
            )
            # Of its own: another widget may wait for the same feed.
            self._descriptors = [os.dup(feed.fileno()) for feed in self._feeds]
        self.virtual_size = Size(0, self._head + len(self._lines))
        self._set_cursor(self._lines.index_near(0, 1))
        self._set_waiting(True)

    def _on_unmount(self) -> None:
        self._set_waiting(False)
        for feed in self._feeds[-1:]:
            feed.leave(self._follow)
        for descriptor in self._descriptors:
            os.close(descriptor)
        self._feeds, self._descriptors = [], []

    def _set_waiting(self, waits: bool) -> None:
        loop = asyncio.get_running_loop()
        for descriptor in self._descriptors:
            if waits:
                loop.add_reader(descriptor, self._wake)
            else:
                loop.remove_reader(descriptor)

    def _wake(self) -> None:
        """The poll takes place as a message of the widget does: an exception of it ends the app."""
        self._set_waiting(False)
        self.call_next(self._poll)

    def _poll(self) -> None:
        """Polls the list, and those that it follows before it: their submissions are committed in their
        polls."""
        try:
            again = [feed.poll() for feed in self._feeds]
            if any(again):
                self.set_timer(AGAIN, self._poll)
            if self._scroll is not None:
                self._scroll.polled()
        finally:
            self._set_waiting(True)

    def _take(self, event: Event[M]) -> None:
        """Called with what is no update."""
        self.refresh()

    def _follow(self, changeset: Changeset, before: Snapshot[M], after: Snapshot[M]) -> None:
        """Shows another snapshot: the cursor follows its item, the scroll position the rule of views."""
        lines, self._lines = self._lines, Lines(after, self._has_headers)
        top = self.scroll_offset.y
        if self._scroll is not None:
            top = self._scroll.follow(top, self._height, lines, changeset, self._lines)
        kept = None if self._cursor is None else self._kept(lines, self._cursor, changeset)
        if kept is None and self._lines.items:
            kept = min(self._cursor or 0, self._lines.items - 1)
        self.virtual_size = Size(0, self._head + len(self._lines))
        self._scroll_to_line(max(0, min(top, len(self._lines) - self._height)))
        self._set_cursor(kept)
        self.refresh()

    def _kept(self, before: Lines[M], index: int, changeset: Changeset) -> int | None:
        after = changeset.map()
        if after[index] == NONE and isinstance(self.shown, Outline):
            for above in before.ancestors(index):
                if after[above] != NONE:
                    return after[above]
        return survivor(changeset, index)

    # --- cursor and scroll position

    @property
    def _has_headers(self) -> bool:
        return self._render_header is not None

    def _line_at(self, index: int) -> Line:
        return self._lines.read(self._lines.line_of(index), 1)[0]

    def _item(self, line: Line) -> Item[M]:
        """In the list of now; `NotFoundError` if it has gone."""
        return self.shown.item(line.key, line.section.key)

    def _set_cursor(self, index: int | None) -> None:
        for each in (self._cursor, index):
            line = -1 if each is None else self._lines.line_of(each)
            if 0 <= line - self.scroll_offset.y < self._height:
                self.refresh_line(self._head + line)
        self._cursor = index

    def _move_to(self, index: int | None) -> None:
        if index is not None:
            self._set_cursor(index)
            self._reveal(self._lines.line_of(index))

    def _reveal(self, line: int) -> None:
        """Scrolls as far as necessary to show a line; with the header above it."""
        height = max(1, self._height)
        first = line - (height > 1 and line > 0 and self._lines.index_at(line - 1) is None)
        self._scroll_to_line(max(min(self.scroll_offset.y, first), line - height + 1))

    @property
    def _height(self) -> int:
        """How many lines of the list can be seen."""
        return max(0, self.scrollable_content_region.height - self._head)

    def _scroll_to_line(self, line: int) -> None:
        self.app.animator.force_stop_animation(self, "scroll_y")  # pyright: ignore[reportUnknownMemberType]
        self.scroll_y = self.scroll_target_y = line

    # --- drawing

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """As of each widget. Without regions, what can be seen is read and rendered again."""
        if not regions:
            self._seen.clear()
            self._strips.clear()
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        self._strips.clear()
        super().notify_style_update()

    def _seen_on(self, line: int) -> Seen | None:
        """What is on a line that can be seen; None: it is behind the last one. A scrolled widget reads what
        has come into view."""
        if line not in self._seen and line < len(self._lines):
            top = self.scroll_offset.y
            visible = range(top, min(max(top + self._height, line + 1), len(self._lines)))
            missing = [each for each in visible if each not in self._seen]
            read = self._lines.read(missing[0], missing[-1] - missing[0] + 1)
            kept = {each: seen for each, seen in self._seen.items() if each in visible}
            self._seen = {**kept, **dict(enumerate(map(self._see, read), missing[0]))}
            # All are fitted before any is drawn.
            is_wider = self._columns.fit(each.cells for each in self._seen.values() if each.is_row)
            strips = {} if is_wider else self._strips
            self._strips = {at: strip for at, strip in strips.items() if at[0] in visible}
        return self._seen.get(line)

    def _see(self, line: Line) -> Seen:
        states, has_children = self._states(line)
        if line.index is None:
            assert self._render_header is not None
            return Seen(line, states, has_children, [one_line(self._render_header(line.section))])
        start = ""
        if isinstance(self.shown, Outline):
            start = " " * (INDENT * line.level)
            start += SIGNS[bool(states & State.EXPANDED)] if has_children else " " * INDENT
        return Seen(line, states, has_children, self._columns.cells(line.model, start))

    def _states(self, line: Line) -> tuple[int, bool]:
        """The states of an item, and whether it has children in an outline."""
        with unless_gone:
            if line.index is not None:
                info = self._item(line)._info()
                return info.states, bool(info.children) and isinstance(self.shown, Outline)
        return 0, False

    def render_line(self, y: int) -> Strip:
        line, width = self.scroll_offset.y + y - self._head, self.scrollable_content_region.width
        # What can be seen makes the columns wider, also for the headings.
        seen = self._seen_on(max(line, self.scroll_offset.y))
        if y < self._head:
            return self._strip(Text(" ").append_text(self._columns.heading()), width, "list-widget--headings")
        if seen is None:
            return Strip.blank(width, self.rich_style)
        has_cursor = seen.is_row and seen.line.index == self._cursor
        strip = self._strips.get((line, width, has_cursor))
        if strip is None:
            strip = self._strips[line, width, has_cursor] = self._seen_strip(seen, width, has_cursor)
        return strip

    def _seen_strip(self, seen: Seen, width: int, has_cursor: bool) -> Strip:
        is_selected = bool(seen.states & State.SELECTED)
        names = ["list-widget--row" if seen.is_row else "list-widget--header"]
        names += ["list-widget--selected"] * is_selected + ["list-widget--cursor"] * has_cursor
        drawn = self._columns.row(seen.cells) if seen.is_row else seen.cells[0]
        return self._strip(Text(MARK if is_selected else " ").append_text(drawn), width, *names)

    def _strip(self, text: Text, width: int, *names: str) -> Strip:
        text.end = ""
        text.truncate(width, overflow="ellipsis", pad=True)
        console = self.app.console  # pyright: ignore[reportUnknownMemberType]
        return Strip(text.render(console), width).apply_style(self.get_component_rich_style(*names))
