"""Rows of several lines, and headers that stay at the top: a view that is laid out knows where they are.

    snapshot ---- keys ----> list ----> view ----> scene: which row is on which lines
                                         ^           |
                                         |           v
                                         '--- heights of the rows that were rendered for it

The view is not one of the list that the widget shows, but of a list that has the same keys and contents, and
headers; no models. So what other threads do to the list meanwhile is not between two lines of the screen, a
list that was closed stays shown, and no cells are made for classes that have some.
"""

from __future__ import annotations

from typing import Any

from .._scroll import Scroll
from ..changeset import Changeset
from ..columns import Columns as Items
from ..identity import Key, raw_key
from ..layouts import Auto, Fixed, SectionLayout, ViewOptions
from ..lists import List
from ..records import ElementKind, M, Supplementary
from ..scenes import Align, Anchor, Direction, Place, PlaceFlag, Scene
from ..sections import Section
from .columns import Columns
from .lines import Line, Lines
from .rows import LineOfRow, Rows, See, Window

NEAR = 20
"""So many lines beyond the window are rendered, so that their heights are known before they come into it."""
HEADER = [Supplementary(ElementKind.HEADER, Key("header"))]


class LaidOut(Rows[M]):
    """Rows that a laid-out view arranges. With `is_measured`, each row and header has as many lines as it is
    rendered as; else one."""

    def __init__(
        self,
        see: See,
        columns: Columns,
        scroll: Scroll | None,
        has_headers: bool,
        *,
        sticky_headers: bool,
        is_measured: bool,
        duplicates: int,
    ) -> None:
        super().__init__(see, columns, scroll, has_headers)
        self._list: List[Any] = List(model=None, duplicates=duplicates)
        # A kept height would be set within the layout, before `_hold` says which row stays where it is.
        options = ViewOptions(grain=1, overscan=NEAR if is_measured else 0, kept_sizes=1)
        self._view = self._list.laid_out_view(options)
        self._is_sticky = sticky_headers
        length = Auto(1) if is_measured else Fixed(1)
        self._view.set_layout(SectionLayout(item=length, header=length, sticky_header=sticky_headers))
        self._scene: Scene[Any] = self._view.layout()
        self._screen: list[LineOfRow] = []
        self._window: Window | None = None
        """What `_screen` is of; None: it is to be made again."""

    def forget(self) -> None:
        super().forget()
        self._window = None

    def is_current(self, window: Window) -> bool:
        return window == self._window

    def top(self, window: Window) -> int:
        return int(self._scene.offset)

    @property
    def height(self) -> int:
        return int(self._scene.content.height)

    def show(self, lines: Lines[M], changeset: Changeset | None, window: Window) -> int:
        self.lines = lines
        self.forget()
        if self._scroll is None:
            anchor = Anchor.OFFSET
        else:
            is_at_top = self._scroll.stays_at_top(0) and self._scene.offset <= 0
            anchor = Anchor.VISIBLE if is_at_top else Anchor.HOLD
        sections = map(lines.snapshot._section_at, range(lines.sections))
        header = HEADER if lines.has_headers else []
        rows, _ = lines.snapshot._columns(0, None, "keys", "contents", "levels")
        self._list.set(
            [(raw_key(bytes(info.key)), int(info.count), header) for info in sections],
            Items(rows["keys"], rows["contents"], levels=rows["levels"]),
            changeset=False,
        )
        return self._settle(window, anchor)

    def scroll(self, window: Window) -> int:
        before = self._scene
        if window.top == before.offset:
            return self._settle(window)
        self._view.scroll(window.top)
        top = self._settle(window)
        while window.top >= before.maximum and top < self._scene.maximum:
            # The end is further down, now that what is there was measured.
            self._view.scroll(self._scene.maximum)
            top = self._settle(window)
        return top

    def _settle(self, window: Window, anchor: Anchor | None = None) -> int:
        """Lays out until everything near the window is as high as it is rendered. Returns the top. What is
        seen first stays where it is, unless an anchor says otherwise."""
        self._view.set_size(max(0, window.width), window.height)
        if self._columns.set_room(window.width):
            self._seen.clear()
        if anchor is None:
            anchor = Anchor.VISIBLE if window.top <= 0 else Anchor.HOLD
        self._view.set_anchor(anchor)
        is_held = False
        while True:
            # Where rows are not measured the content is too short: nothing is cut off before all are.
            self._view.scroll(0, by=True)
            scene = self._view.layout()
            if window.width <= 0 or window.height <= 0:
                break
            self._read(scene)
            sizes = self._sizes(scene)
            if sizes and not is_held and anchor == Anchor.HOLD:
                is_held = True
                self._hold(_stays(scene, window), sizes)
            if sizes:
                self._view.set_sizes(sizes)
            elif not 0 <= scene.offset <= scene.maximum:
                self._view.scroll(max(0, min(scene.offset, scene.maximum)))
            else:
                break
        self._scene, self._window = scene, window._replace(top=int(scene.offset))
        self._screen = [None] * window.height
        # What is stuck comes last, over what is below it.
        for place in scene:
            if _number(place) not in self._seen:
                # The window has no size.
                break
            seen, top = self._seen[_number(place)], int(place.frame.y)
            for y in range(max(0, top), min(window.height, top + len(seen.lines))):
                self._screen[y] = seen, y - top
        return int(scene.offset)

    def _hold(self, stays: Place[Any] | None, sizes: list[tuple[Place[Any], int]]) -> None:
        """As long as heights become known, the same row stays where it is: its first line, but of a row that
        begins above the window the last one."""
        if stays is not None:
            self._view.set_anchor(Anchor.HOLD, stays)
            height = next((height for place, height in sizes if place is stays), stays.frame.height)
            if stays.frame.y < 0:
                self._view.scroll(height - stays.frame.height, by=True)

    def _sizes(self, scene: Scene[Any]) -> list[tuple[Place[Any], int]]:
        """The heights that are not known yet, or are others now."""
        heights = [(place, len(self._seen[_number(place)].lines)) for place in scene]
        return [
            (place, height)
            for place, height in heights
            if height != place.frame.height or PlaceFlag.MEASURE in place.flags
        ]

    def _read(self, scene: Scene[Any]) -> None:
        """Renders what has come near the window, and drops what has left."""
        places = {_number(place): place for place in scene}
        self._seen = {number: seen for number, seen in self._seen.items() if number in places}
        missing = {number: place for number, place in places.items() if number not in self._seen}
        items = [number for number in missing if number >= 0]
        first, end = (items[0], items[-1] + 1) if items else (0, 0)
        rows = Lines(self.lines.snapshot, False).read(first, end - first)
        for number, place in missing.items():
            self._seen[number] = self._see(rows[number - first] if number >= 0 else self._header(place))
        # All are fitted before any is drawn, or measured where the width of one depends on the others.
        if missing and self._columns.fit(seen.lines for seen in self._seen.values() if seen.is_row):
            self.restyle()
            if self._columns.set_room():
                self._seen.clear()
                self._read(scene)

    def _header(self, place: Place[Any]) -> Line:
        assert place.position is not None
        info = self.lines.snapshot._section_at(place.position.section)
        key = raw_key(bytes(info.key))
        return Line(Section(self.lines.snapshot, key), None, key, None, 0)

    def at(self, y: int, window: Window) -> LineOfRow:
        return self._screen[y] if 0 <= y < len(self._screen) else None

    def lines_of(self, index: int, window: Window) -> range:
        lines = [y for y, shown in enumerate(self._screen) if shown and shown[0].line.index == index]
        return range(lines[0], lines[-1] + 1) if lines else range(0)

    # --- the cursor

    def reveal(self, index: int, window: Window, step: int) -> int:
        top, before = int(self._scene.offset), None
        if not step and self._is_larger(index, window) and self.lines_of(index, window):
            return top
        while True:
            goal = self._goal(index, window, step)
            # What comes into view is measured, which may lead further.
            if goal == top or (goal, top) == before:
                return top
            before = goal, top
            self._view.scroll(goal)
            top = self._settle(window)

    def _goal(self, index: int, window: Window, step: int) -> int:
        """The top from which an item can be seen, as far as its height and those around it are known."""
        item, is_larger = self._list.item_at(index), self._is_larger(index, window)
        goal = int(self._view.offset_for(item, ENDS[step] if is_larger else Align.NEAREST))
        if self._is_sticky or not self.lines.has_headers or item.position.item:
            return goal
        header = self._view.frame(item.section, kind=ElementKind.HEADER)
        fits = self._view.frame(item).bottom - header.y <= window.height
        return min(goal, int(header.y)) if fits else goal

    def _is_larger(self, index: int, window: Window) -> bool:
        """Whether an item is larger than what can be seen at once of its section."""
        return self._view.frame(self._list.item_at(index)).height > window.height - self._stuck(index)

    def _stuck(self, index: int) -> int:
        """How many lines the header of an item takes that stays at the top."""
        if not self._is_sticky or not self.lines.has_headers:
            return 0
        section = self._list.item_at(index).section
        return int(self._view.frame(section, kind=ElementKind.HEADER).height)

    def page(self, index: int, step: int, window: Window) -> int | None:
        # What is there is measured first: a page of rows whose heights are guesses may be several.
        top = self.reveal(index, window, 0)
        self._view.scroll(top + step * (window.height - self._stuck(index)))
        self._settle(window)
        direction = Direction.PAGE_DOWN if step > 0 else Direction.PAGE_UP
        found = self._view.neighbour(self._list.item_at(index), direction)
        return index if found is None else found.index

    def rest(self, index: int, lines: int, window: Window) -> int | None:
        if not (self._is_larger(index, window) and self.lines_of(index, window)):
            return None
        frame, top = self._view.frame(self._list.item_at(index)), int(self._scene.offset)
        if lines > 0:
            hidden = int(frame.bottom) - (top + window.height)
            return top + min(lines, hidden) if hidden > 0 else None
        hidden = top + self._stuck(index) - int(frame.y)
        return top - min(-lines, hidden) if hidden > 0 else None


ENDS = {0: Align.START, 1: Align.START, -1: Align.END}
"""Which end of a row that is larger than the window is shown, by where the cursor comes from."""


def _stays(scene: Scene[Any], window: Window) -> Place[Any] | None:
    """The first item in the window that is on the same line as in the scene before."""
    for before in scene.previous:
        if before.item is not None and before.other is not None:
            now = scene[before.other]
            if now.frame.y == before.frame.y and before.frame.bottom > 0 and before.frame.y < window.height:
                return now
    return None


def _number(place: Place[Any]) -> int:
    """The number of what is at a place in the snapshot: the index of an item; headers are below 0."""
    if place.index is not None:
        return place.index
    assert place.position is not None
    return -1 - place.position.section
