"""What is drawn of a list, and how it follows the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Generic

from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.strip import Strip

from .._scroll import Scroll
from .._survivor import survivor
from ..changeset import Changeset
from ..event_kinds import EventKind
from ..events import Event
from ..handles import Item
from ..identity import NONE
from ..lists import List, Outline
from ..records import M
from ..sections import Section
from ..snapshot import Snapshot
from ..states import State
from .columns import MARK, Columns, Drawn
from .holding import HoldingView
from .lines import Line, Lines
from .polling import unless_gone
from .rows import LineOfRow, Rows, Seen, Window

if TYPE_CHECKING:
    from typing_extensions import Self

INDENT = 2
SIGNS = {True: "▼ ", False: "▶ "}


class ShownList(HoldingView, Generic[M], can_focus=True):
    """The part of a `ListWidget` that draws. Rows are read from a snapshot; the list is asked what is
    selected or expanded."""

    shown: List[M]
    """The list."""

    def __init__(
        self,
        shown: List[M],
        rows: Callable[[Callable[[Line], Seen], Scroll | None], Rows[M]],
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
        self._rows = rows(self._see, self._scroll)
        self._is_arranging = False
        """While the content and the window of the rows are passed on to Textual."""
        self._columns, self._render_header = columns, render_header
        self._head = int(has_headings)
        """How many lines above those of the list stay where they are."""
        self._kinds = EventKind.STATES | kinds
        self._cursor: int | None = None
        """The index of the item that it is on, over all sections; None if there are no items."""

    # --- the list

    def _on_mount(self, event: events.Mount) -> None:
        self._columns.console = self.app.console  # pyright: ignore[reportUnknownMemberType]
        first = self._join(self.shown, self._follow, self._take, self._kinds)
        if first is not None:
            self._show(first, None)
        self._set_cursor(self._lines.index_near(0, 1))
        self._set_waiting(True)

    def _polled(self) -> None:
        if self._scroll is not None:
            self._scroll.polled()

    def _take(self, event: Event[M]) -> None:
        """Called with what is no update."""
        self.refresh()

    def _follow(self, changeset: Changeset, before: Snapshot[M], after: Snapshot[M]) -> None:
        """Shows another snapshot: the cursor follows its item, the scroll position the rule of views."""
        lines = self._lines
        self._show(after, changeset)
        kept = None if self._cursor is None else self._kept(lines, self._cursor, changeset)
        if kept is None and self._lines.items:
            kept = min(self._cursor or 0, self._lines.items - 1)
        self._set_cursor(kept)
        self.refresh()

    def _show(self, snapshot: Snapshot[M], changeset: Changeset | None) -> None:
        self._hold(self._rows.show(Lines(snapshot, self._render_header is not None), changeset, self._window))

    def _kept(self, before: Lines[M], index: int, changeset: Changeset) -> int | None:
        after = changeset.map()
        if after[index] == NONE and isinstance(self.shown, Outline):
            for above in before.ancestors(index):
                if after[above] != NONE:
                    return after[above]
        return survivor(changeset, index)

    # --- cursor and scroll position

    @property
    def _lines(self) -> Lines[M]:
        """What is shown."""
        return self._rows.lines

    def _line_at(self, index: int) -> Line:
        return self._lines.read(self._lines.line_of(index), 1)[0]

    def _item(self, line: Line) -> Item[M]:
        """In the list of now; `NotFoundError` if it has gone."""
        return self.shown.item(line.key, line.section.key)

    def _set_cursor(self, index: int | None) -> None:
        for each in (self._cursor, index):
            if each is not None and each < self._lines.items:
                for y in self._rows.lines_of(each, self._window):
                    self.refresh_line(self._head + self.scroll_offset.y + y)
        self._cursor = index

    def _move_to(self, index: int | None, step: int = 0) -> None:
        """Moves the cursor, and scrolls as far as necessary to show its item; with the header above it."""
        if index is not None:
            self._set_cursor(index)
            self._hold(self._rows.reveal(index, self._window, step))

    @property
    def _window(self) -> Window:
        """What can be seen of the content below the headings."""
        region = self.scrollable_content_region
        return Window(self.scroll_offset.y, region.width, max(0, region.height - self._head))

    def _arrange(self) -> None:
        """Brings what is in the window into view."""
        window = self._window
        top = self._rows.scroll(window._replace(top=self._rows.top(window)))
        if (top, self._head + self._rows.height) != (window.top, self.virtual_size.height):
            self._hold(top)

    def _hold(self, top: int) -> None:
        """Passes on to Textual how long the content is, and what of it is seen first."""
        self._is_arranging = True
        try:
            self.virtual_size = Size(0, self._head + self._rows.height)
            self._scroll_to_line(top)
        finally:
            self._is_arranging = False

    def _scroll_to_line(self, line: int) -> None:
        self.app.animator.force_stop_animation(self, "scroll_y")  # pyright: ignore[reportUnknownMemberType]
        self.scroll_y = self.scroll_target_y = line

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if not self._is_arranging and round(old_value) != round(new_value):
            self._scrolled()

    def _scrolled(self) -> None:
        """The user or the program has scrolled. What has come into view may be higher than was assumed, so
        that all is elsewhere; an animation, which would go where it was, ends then."""
        window, last = self._window, self.max_scroll_y
        top = self._rows.scroll(window)
        if (top, self._head + self._rows.height) == (window.top, self.virtual_size.height):
            return
        animator = self.app.animator  # pyright: ignore[reportUnknownMemberType]
        if animator.is_being_animated(self, "scroll_y"):
            goal = round(self.scroll_target_y)
            if goal >= last:
                top = self._rows.scroll(window._replace(top=self._rows.height))
            elif top != window.top:
                top = self._rows.scroll(window._replace(top=goal + top - window.top if goal else 0))
        self._hold(top)

    def _size_updated(
        self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
    ) -> bool:
        """As of each widget. Where it cuts the scroll position off, nobody has scrolled."""
        self._is_arranging = True
        try:
            return super()._size_updated(size, virtual_size, container_size, layout)
        finally:
            self._is_arranging = False

    def _on_resize(self, event: events.Resize) -> None:
        self._arrange()

    # --- drawing

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """As of each widget. Without regions, what can be seen is read and rendered again."""
        if not regions and not self._is_arranging:
            self._rows.forget()
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        self._rows.restyle()
        super().notify_style_update()

    def _shown_at(self, y: int, window: Window) -> LineOfRow:
        """What is on a line below the headings. What has come into view is read."""
        if not self._rows.is_current(window):
            self._arrange()
            window = self._window
        return self._rows.at(y, window)

    def _see(self, line: Line) -> Seen:
        states, has_children = self._states(line)
        if line.index is None:
            assert self._render_header is not None
            return Seen(line, states, has_children, self._columns.header(self._render_header(line.section)))
        start = ""
        if isinstance(self.shown, Outline):
            start = " " * (INDENT * line.level)
            start += SIGNS[bool(states & State.EXPANDED)] if has_children else " " * INDENT
        return Seen(line, states, has_children, self._columns.lines(line.model, start))

    def _states(self, line: Line) -> tuple[int, bool]:
        """The states of an item, and whether it has children in an outline."""
        with unless_gone:
            if line.index is not None:
                info = self._item(line)._info()
                return info.states, bool(info.children) and isinstance(self.shown, Outline)
        return 0, False

    def render_line(self, y: int) -> Strip:
        window = self._window
        # What can be seen makes the columns wider, also for the headings.
        shown, width = self._shown_at(max(y - self._head, 0), window), window.width
        if y < self._head:
            return self._strip(Text(" ").append_text(self._columns.heading()), width, "list-widget--headings")
        if shown is None:
            return Strip.blank(width, self.rich_style)
        seen, number = shown
        has_cursor = seen.is_row and seen.line.index == self._cursor
        strip = seen.strips.get((number, width, has_cursor))
        if strip is None:
            strip = seen.strips[number, width, has_cursor] = self._seen_strip(seen, number, width, has_cursor)
        return strip

    def _seen_strip(self, seen: Seen, number: int, width: int, has_cursor: bool) -> Strip:
        is_selected = bool(seen.states & State.SELECTED)
        names = ["list-widget--row" if seen.is_row else "list-widget--header"]
        names += ["list-widget--selected"] * is_selected + ["list-widget--cursor"] * has_cursor
        cells = seen.lines[number]
        drawn = self._columns.row(cells) if seen.is_row else cells[0]
        return self._strip(Text(MARK if is_selected else " ").append_text(drawn), width, *names)

    def _strip(self, text: Text, width: int, *names: str) -> Strip:
        text.end = ""
        text.truncate(width, overflow="ellipsis", pad=True)
        console = self.app.console  # pyright: ignore[reportUnknownMemberType]
        return Strip(text.render(console), width).apply_style(self.get_component_rich_style(*names))
