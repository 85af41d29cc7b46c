"""Pictures of views that are laid out, for debugging: what is where, and why.

    >>> import iqlist, iqlist.picture
    >>> view = iqlist.List.of_items(["Ada", "Ben", "Cem"]).laid_out_view()
    >>> view.set_size(200, 100)
    >>> _ = view.layout()
    >>> iqlist.picture.scene(view).startswith("<svg")
    True

A picture shows the window, the places of the last scene with their models or keys, and beside it a strip of
the whole content with the window's place in it:

    +-window------+  +-strip-+
    | header      |  |       |
    | Ada         |  | ===== |  the window's place
    | Ben         |  |       |
    +-------------+  +-------+

Places that are stuck, new, or whose size is a guess have colours of their own, which the picture explains;
what is outside of the window is pale.
"""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple

from . import abi
from ._html import text_of
from .errors import HandleError, StateError
from .laid_out import LaidOutView
from .layouts import Rect
from .records import ElementKind
from .scenes import Place, PlaceFlag, Scene

LONG = 480
"""How long the longer side of the window is drawn, in pixels."""
EDGE, GAP, STRIP, LINE = 24, 24, 56, 16
"""Pixels around the picture, between its parts, across the strip, and from one line of text to the next."""
MOST_SECTIONS = 400
"""With more sections than these the strip shows none."""


class Look(NamedTuple):
    """How a place is drawn, and what that means."""

    fill: str
    stroke: str
    meaning: str


STUCK = Look("#e4d4f4", "#7a3fb0", "stuck")
GUESS = Look("#fdf0c4", "#b8860b", "its size is a guess")
NEW = Look("#d3efd6", "#2e8540", "new in this scene")
ITEM = Look("#dfe9f7", "#3a6ea5", "item")
ELEMENT = Look("#e6e6e6", "#666666", "header, footer, loader, placeholder")


def scene(view: LaidOutView[Any]) -> str:
    """The last scene of a view as an SVG. Nothing is laid out, and nothing changes. `StateError` if there is
    no scene yet, `HandleError` (a LookupError) if the list is closed.

    >>> import iqlist, iqlist.picture
    >>> shown = iqlist.List.of_items(["Ada", "Ben"])
    >>> view = shown.laid_out_view(iqlist.ViewOptions(grain=1))
    >>> view.set_size(80, 24)
    >>> view.set_layout(iqlist.SectionLayout(item=1))
    >>> _ = view.layout()
    >>> ">Ada</text>" in iqlist.picture.scene(view)
    True
    """
    last = view.scene
    if last is None:
        raise StateError("there is no scene yet: call layout()", status=abi.IQ_ERROR_STATE)
    return Picture(view, last).svg()


class Picture:
    """The picture of a scene. The window's corner is at (0, 0) until all is moved into view."""

    def __init__(self, view: LaidOutView[Any], last: Scene[Any]) -> None:
        self.view, self.last, self.size = view, last, view.size
        self.is_horizontal, self.is_mirrored = view.options.horizontal, view.options.rtl
        longer = max(self.size.width, self.size.height)
        self.scale = LONG / longer if longer else 1.0
        self.parts: list[str] = []
        self.window = Rect(0, 0, self.size.width * self.scale, self.size.height * self.scale)
        self.bounds = self.window

    def svg(self) -> str:
        """The whole picture."""
        for place in self.last:
            self.draw_place(place)
        self.draw(self.window, 'fill="none" stroke="#c0392b" stroke-width="2"')
        self.draw_strip()
        self.draw_words()
        x, y = self.bounds.x - EDGE, self.bounds.y - EDGE
        width, height = self.bounds.width + 2 * EDGE, self.bounds.height + 2 * EDGE
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(height)}" '
            f'viewBox="{number(x)} {number(y)} {number(width)} {number(height)}" '
            'font-family="sans-serif" font-size="12">'
        )
        paper = f'<rect x="{number(x)}" y="{number(y)}" width="100%" height="100%" fill="white"/>'
        return "\n".join([head, paper, *self.parts, "</svg>", ""])

    # --- its parts

    def draw_place(self, place: Place[Any]) -> None:
        look = look_of(place)
        frame = self.scaled(place.frame)
        pale = ' opacity="0.45"' if place.flags & PlaceFlag.OUTSIDE else ""
        dashes = ' stroke-dasharray="4 3"' if place.flags & PlaceFlag.MEASURE else ""
        self.parts.append(f"<g{pale}>")
        self.parts.append(f"<title>{escape(title_of(place))}</title>")
        self.draw(frame, f'fill="{look.fill}" stroke="{look.stroke}"{dashes}')
        self.draw_text(self.name_of(place), frame, look.stroke)
        self.parts.append("</g>")

    def draw(self, frame: Rect, style: str) -> None:
        """A rectangle, which has to be in view."""
        self.parts.append(
            f'<rect x="{number(frame.x)}" y="{number(frame.y)}" width="{number(frame.width)}" '
            f'height="{number(frame.height)}" {style}/>'
        )
        x, y = min(self.bounds.x, frame.x), min(self.bounds.y, frame.y)
        right, bottom = max(self.bounds.right, frame.right), max(self.bounds.bottom, frame.bottom)
        self.bounds = Rect(x, y, right - x, bottom - y)

    def draw_text(self, words: str, frame: Rect, colour: str) -> None:
        """A text in the middle of a frame, as much of it as there is room for."""
        size = min(12.0, frame.height * 0.8)
        most = int((frame.width - 6) / (size * 0.6)) if size >= 4 else 0
        if most < 1:
            return
        if len(words) > most:
            words = words[: most - 1] + "…"
        x = frame.right - 4 if self.is_mirrored else frame.x + 4
        anchor = ' text-anchor="end"' if self.is_mirrored else ""
        y = frame.y + frame.height / 2 + size * 0.35
        self.parts.append(
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{colour}"{anchor}>'
            f"{escape(words)}</text>"
        )

    def draw_strip(self) -> None:
        """The whole content as a strip: its sections, and the window's place in it."""
        content = self.last.content.width if self.is_horizontal else self.last.content.height
        along = self.size.width if self.is_horizontal else self.size.height
        if not content:
            return
        start, end = min(0.0, self.last.offset), max(content, self.last.offset + along)
        length = self.window.width if self.is_horizontal else self.window.height
        scale = length / (end - start)
        at = (self.bounds.bottom if self.is_horizontal else self.bounds.right) + GAP

        def band(first: float, long: float, style: str) -> None:
            first, long = (first - start) * scale, max(long * scale, 1)
            if not self.is_horizontal:
                self.draw(Rect(at, first, STRIP, long), style)
            else:
                first = length - first - long if self.is_mirrored else first
                self.draw(Rect(first, at, long, STRIP), style)

        band(0, content, 'fill="#f6f6f6" stroke="#999999"')
        for turn, (first, long) in enumerate(self.sections()):
            band(first, long, f'fill="{("#dfe9f7", "#c9daf0")[turn % 2]}"')
        band(self.last.offset, along, 'fill="#c0392b" fill-opacity="0.15" stroke="#c0392b" stroke-width="2"')

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

    def draw_words(self) -> None:
        """What the colours mean, and the numbers of the scene."""
        last, x, y = self.last, self.bounds.x, self.bounds.bottom + GAP
        numbers = (
            f"offset {last.offset:g} of {last.minimum:g} to {last.maximum:g}, "
            f"content {last.content.width:g} x {last.content.height:g}, "
            f"window {self.size.width:g} x {self.size.height:g}"
        )
        visible = f"items {last.visible.start} to {last.visible.stop - 1}" if last.visible else "no items"
        lines: list[tuple[str, Look | None]] = [
            (numbers, None),
            (f"version {last.version}, {visible} of {last.items} in the window", None),
            *((look.meaning, look) for look in (ITEM, ELEMENT, NEW, GUESS, STUCK)),
        ]
        for words, look in lines:
            left = x
            if look is not None:
                self.draw(Rect(x, y - 10, 20, 11), f'fill="{look.fill}" stroke="{look.stroke}"')
                left = x + 28
            self.parts.append(f'<text x="{number(left)}" y="{number(y)}">{escape(words)}</text>')
            y += LINE
        self.bounds = Rect(
            self.bounds.x,
            self.bounds.y,
            max(self.bounds.width, len(numbers) * 6.5),
            max(self.bounds.height, y - LINE - self.bounds.y),
        )

    # --- what it shows

    def scaled(self, frame: Rect) -> Rect:
        """A frame in pixels."""
        return Rect(*(side * self.scale for side in frame))

    def name_of(self, place: Place[Any]) -> str:
        """What stands in a place: its model, or else its key, or the kind of an element."""
        if place.model is not None:
            return text_of(place.model)
        if place.item is None:
            return kind_name(place.kind)
        try:
            key = place.item.key
        except HandleError:
            return "gone"
        return str(int.from_bytes(key[:8], "little")) if key[8:] == bytes(8) else key.hex()[:12]


def look_of(place: Place[Any]) -> Look:
    """The colours of a place: the first of them that it is."""
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


def kind_name(kind: int) -> str:
    """The name of a kind of elements, in small letters."""
    try:
        return ElementKind(kind).name.lower().replace("_", " ")
    except ValueError:
        return f"element {kind}"


def number(value: float) -> str:
    """A number as short as it can be, of pixels."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"
