"""The picture of a scene: its window and places, the whole content as a strip, what the colours mean."""

from __future__ import annotations

from typing import Any, Callable

from ._picture_names import key_name, kind_name
from ._svg import FAINT, LINE, SIZE, Colours, Look, Sheet, cut
from .errors import HandleError
from .laid_out import LaidOutView
from .layouts import Rect
from .scenes import Place, PlaceFlag, Scene

LONG = 480
"""How long the longer side of the window is drawn, in pixels."""
GAP, STRIP = 24, 56
"""Pixels between the parts of the picture, and across the strip."""
RIM = 2
"""Pixels from the window to its line, so that it hides no edge of a place."""
MOST_SECTIONS = 400
"""With more sections than these the strip shows none."""

STUCK = Look("stuck", "stuck", Colours("#fbefff", "#8250df"), Colours("#2b1b45", "#a371f7"))
GUESS = Look("guess", "its size is a guess", Colours("#fff8c5", "#9a6700"), Colours("#332b12", "#d29922"))
NEW = Look("new", "new in this scene", Colours("#dafbe1", "#1a7f37"), Colours("#12321d", "#3fb950"))
ITEM = Look("item", "item", Colours("#ddf4ff", "#0969da"), Colours("#12263f", "#4493f8"))
ELEMENT = Look(
    "element",
    "header, footer, loader, placeholder",
    Colours("#eaeef2", "#59636e"),
    Colours("#21262d", "#9198a1"),
)
WINDOW = Look("window", "the window", Colours("none", "#cf222e"), Colours("none", "#f85149"))
CONTENT = Look("content", "the whole content", Colours("#f6f8fa", "#8c959f"), Colours("#161b22", "#6e7681"))
SECTION = Look("section", "every second section", Colours("#d1d9e0", "none"), Colours("#30363d", "none"))
OUTSIDE = ' opacity="0.5"'


class ScenePicture:
    """The picture of a scene. The window's corner is at (0, 0)."""

    def __init__(self, view: LaidOutView[Any], last: Scene[Any], text: Callable[[Any], str]) -> None:
        self.view, self.last, self.text, self.size = view, last, text, view.size
        self.is_horizontal, self.is_mirrored = view.options.horizontal, view.options.rtl
        longer = max(self.size.width, self.size.height)
        self.scale = LONG / longer if longer else 1.0
        self.sheet = Sheet()
        self.window = Rect(0, 0, self.size.width * self.scale, self.size.height * self.scale)
        self.clear = self.clear_of_stuck()

    def svg(self) -> str:
        """The whole picture."""
        for place in self.last:
            self.draw_place(place)
        around = Rect(-RIM, -RIM, self.window.width + 2 * RIM, self.window.height + 2 * RIM)
        self.sheet.rectangle(around, WINDOW, ' stroke-width="2"')
        self.draw_strip()
        numbers = self.numbers()
        self.draw_words(numbers)
        shown = ", ".join(map(self.spoken, self.last)) or "nothing"
        return self.sheet.svg("A scene of a list", [*numbers, f"In their order: {shown}."])

    def draw_place(self, place: Place[Any]) -> None:
        look, frame = look_of(place), Rect(*(side * self.scale for side in place.frame))
        dashes = ' stroke-dasharray="4 3"' if place.flags & PlaceFlag.MEASURE else ""
        with self.sheet.group(title_of(place), OUTSIDE if place.flags & PlaceFlag.OUTSIDE else ""):
            self.sheet.rectangle(frame, look, dashes)
            middle, high = self.part_for_text(place, frame)
            size = min(SIZE, high * 0.8)
            words = cut(self.name_of(place), frame.width - 8, size) if size >= 4 else ""
            if words:
                x, anchor = (frame.right - 4, "end") if self.is_mirrored else (frame.x + 4, "start")
                self.sheet.text(words, x, middle + size * 0.35, size=size, anchor=anchor)

    def part_for_text(self, place: Place[Any], frame: Rect) -> tuple[float, float]:
        """The middle and the height of the part of a place where its text is: the longest of those that the
        window's edges, and what is stuck there, make."""
        if self.is_horizontal or place.flags & PlaceFlag.STUCK:
            return frame.y + frame.height / 2, frame.height
        spans = ((frame.y, 0.0), self.clear, (self.window.bottom, frame.bottom))
        parts = [(max(frame.y, start), min(frame.bottom, end)) for start, end in spans]
        start, end = max(parts, key=lambda part: part[1] - part[0])
        return (start + end) / 2, end - start

    def clear_of_stuck(self) -> tuple[float, float]:
        """Where the window begins and ends if it scrolls vertically, without what is stuck at its edges."""
        stuck = [place.frame for place in self.last if place.flags & PlaceFlag.STUCK]
        top = max((frame.bottom for frame in stuck if frame.y <= 0), default=0)
        bottom = min((frame.y for frame in stuck if frame.y > 0), default=self.size.height)
        return top * self.scale, bottom * self.scale

    def draw_strip(self) -> None:
        """The whole content as a strip: its sections, and the window's place in it."""
        content = self.last.content.width if self.is_horizontal else self.last.content.height
        along = self.size.width if self.is_horizontal else self.size.height
        if not content:
            return
        begin, offset = self.last.minimum, self.last.offset
        start, end = min(begin, offset), max(begin + content, offset + along)
        length = self.window.width if self.is_horizontal else self.window.height
        scale = length / (end - start)
        bounds = self.sheet.bounds
        at = (bounds.bottom if self.is_horizontal else bounds.right) + GAP

        def band(first: float, long: float, look: Look, more: str = "") -> None:
            first, long = (first - start) * scale, max(long * scale, 1)
            if not self.is_horizontal:
                self.sheet.rectangle(Rect(at, first, STRIP, long), look, more)
            else:
                first = length - first - long if self.is_mirrored else first
                self.sheet.rectangle(Rect(first, at, long, STRIP), look, more)

        band(begin, content, CONTENT)
        for first, long in self.sections()[1::2]:
            band(first, long, SECTION)
        band(offset, along, WINDOW, ' stroke-width="2"')

    def sections(self) -> list[tuple[float, float]]:
        """Where sections begin along the axis, and how long they are."""
        shown = self.view.list
        if len(shown.sections) > MOST_SECTIONS:
            return []
        found: list[tuple[float, float]] = []
        for section in shown.sections:
            frame = self.view.frame(section)
            if not self.is_horizontal:
                found.append((frame.y, frame.height))
            else:
                start = self.size.width - frame.right if self.is_mirrored else frame.x
                found.append((start, frame.width))
        return found

    def numbers(self) -> list[str]:
        """The numbers of the scene."""
        last = self.last
        visible = f"items {last.visible.start} to {last.visible.stop - 1}" if last.visible else "no items"
        return [
            f"window {self.size.width:g} x {self.size.height:g}, "
            f"content {last.content.width:g} x {last.content.height:g}",
            f"offset {last.offset:g} of {last.minimum:g} to {last.maximum:g}",
            f"version {last.version}, {visible} of {last.items} in the window",
        ]

    def draw_words(self, numbers: list[str]) -> None:
        """The numbers of the scene, and what its colours mean."""
        y = self.sheet.bounds.bottom + GAP
        for words in numbers:
            self.sheet.text(words, 0, y, FAINT)
            y += LINE
        used = self.sheet.looks
        for look in (ITEM, ELEMENT, NEW, GUESS, STUCK, WINDOW, CONTENT, SECTION):
            if look.name in used:
                self.sheet.rectangle(Rect(0, y - 10, 20, 12), look)
                self.sheet.text(look.meaning, 28, y)
                y += LINE

    def name_of(self, place: Place[Any]) -> str:
        """What stands in a place: its model, or else its key, or the kind of an element."""
        if place.model is not None:
            return self.text(place.model)
        if place.item is None:
            return kind_name(place.kind)
        try:
            return key_name(place.item.key)
        except HandleError:
            return "gone"

    def spoken(self, place: Place[Any]) -> str:
        """A place in words."""
        look = look_of(place)
        return self.name_of(place) + ("" if look in (ITEM, ELEMENT) else f" ({look.meaning})")


def look_of(place: Place[Any]) -> Look:
    """The look of a place: the first of them that it is."""
    for flag, look in ((PlaceFlag.STUCK, STUCK), (PlaceFlag.MEASURE, GUESS), (PlaceFlag.NEW, NEW)):
        if place.flags & flag:
            return look
    return ELEMENT if place.item is None else ITEM


def title_of(place: Place[Any]) -> str:
    """What a browser shows when the pointer is over a place."""
    frame = place.frame
    words = [
        f"x {frame.x:g} y {frame.y:g}, {frame.width:g} x {frame.height:g}",
        str(place.flags).partition(".")[2] if place.flags else "",
        "" if place.index is None else f"index {place.index}",
        "" if place.cell_number is None else f"cell {place.cell_number}",
    ]
    return ", ".join(filter(None, words))
