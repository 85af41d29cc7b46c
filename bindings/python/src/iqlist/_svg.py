"""SVG: a sheet on which shapes and texts are drawn, and which is as large as they need.

What is drawn has a look: colours on light and on dark paper, between which a browser chooses. Texts are
monospaced, so that it is known here how long they are. Equal drawings are equal text.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from html import escape
from typing import NamedTuple

from ._fitting import CUT, cells, fit, printable
from .layouts import Rect

SIZE, LINE = 12, 18
"""Pixels: how high letters are, and from one line of text to the next."""
ADVANCE = 0.61
"""How wide a letter is, as a part of its height."""
ROUNDING = 1e-6
"""By so little, as a part of a letter, a room may be too short."""
EDGE = 20
"""Pixels around all that is drawn."""


class Colours(NamedTuple):
    """The colours of areas and of lines, on one kind of paper."""

    fill: str
    stroke: str


class Look(NamedTuple):
    """How something is drawn, and what that means. `name` is its class in the SVG."""

    name: str
    meaning: str
    light: Colours
    dark: Colours


PAPER = Look("paper", "the background", Colours("#ffffff", "none"), Colours("#0d1117", "none"))
INK = Look("ink", "text", Colours("#1f2328", "none"), Colours("#e6edf3", "none"))
FAINT = Look("faint", "text about the picture", Colours("#59636e", "none"), Colours("#9198a1", "none"))


class Sheet:
    """What has been drawn so far, and the rectangle around it."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.looks: dict[str, Look] = {look.name: look for look in (PAPER, INK, FAINT)}
        self.bounds = Rect(0, 0, 0, 0)

    def cover(self, frame: Rect) -> None:
        """Makes the sheet so large that a rectangle is on it."""
        x, y = min(self.bounds.x, frame.x), min(self.bounds.y, frame.y)
        right, bottom = max(self.bounds.right, frame.right), max(self.bounds.bottom, frame.bottom)
        self.bounds = Rect(x, y, right - x, bottom - y)

    def rectangle(self, frame: Rect, look: Look, more: str = "") -> None:
        """Draws a rectangle. `more`: further attributes."""
        self.looks[look.name] = look
        self.cover(frame)
        x, y, width, height = map(number, frame)
        self.parts.append(
            f'<rect class="{look.name}" x="{x}" y="{y}" width="{width}" height="{height}"{more}/>'
        )

    def text(
        self, words: str, x: float, y: float, look: Look = INK, size: float = SIZE, anchor: str = "start"
    ) -> None:
        """Draws a text whose line is at `y`. `anchor`: which of its ends is at `x`, "start" or "end"."""
        words = printable(words)
        long = length_of(words, size)
        self.cover(Rect(x - long if anchor == "end" else x, y - size, long, size))
        more = "" if size == SIZE else f' font-size="{number(size)}"'
        more += "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.parts.append(
            f'<text class="{look.name}" x="{number(x)}" y="{number(y)}"{more}>{escape(words)}</text>'
        )

    def line(self, path: str, look: Look, more: str = "") -> None:
        """Draws a line along an SVG path, within what is covered already."""
        self.looks[look.name] = look
        self.parts.append(f'<path class="{look.name}" d="{path}"{more}/>')

    @contextmanager
    def group(self, title: str = "", more: str = "") -> Generator[None, None, None]:
        """What is drawn inside belongs together. `title`: what a browser shows when the pointer is there."""
        self.parts.append(f"<g{more}>")
        if title:
            self.parts.append(f"<title>{escape(printable(title))}</title>")
        yield
        self.parts.append("</g>")

    def svg(self, title: str, description: list[str]) -> str:
        """The whole picture. The title and the lines of the description are for those who do not see it."""
        x, y, width, height = map(number, outset(self.bounds))
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="iqlist-picture" role="img" width="{width}" '
                f'height="{height}" viewBox="{x} {y} {width} {height}" font-family="monospace" '
                f'font-size="{SIZE}" xml:space="preserve">',
                f"<title>{escape(printable(title))}</title>",
                f"<desc>{escape(chr(10).join(map(printable, description)))}</desc>",
                f"<style>\n{style(list(self.looks.values()))}\n</style>",
                f'<rect class="{PAPER.name}" x="{x}" y="{y}" width="{width}" height="{height}"/>',
                *self.parts,
                "</svg>\n",
            ]
        )


def outset(frame: Rect) -> Rect:
    """A rectangle with the edge around it."""
    return Rect(frame.x - EDGE, frame.y - EDGE, frame.width + 2 * EDGE, frame.height + 2 * EDGE)


def style(looks: list[Look]) -> str:
    """The colours of some looks. Other pictures on the same page have rules of the same names."""
    return "\n".join(
        [
            ".iqlist-picture text { white-space: pre }",
            *(rule(look, look.light) for look in looks),
            "@media (prefers-color-scheme: dark) {",
            *(f"  {rule(look, look.dark)}" for look in looks),
            "}",
        ]
    )


def rule(look: Look, colours: Colours) -> str:
    return f".iqlist-picture .{look.name} {{ fill: {colours.fill}; stroke: {colours.stroke} }}"


def length_of(words: str, size: float = SIZE) -> float:
    """How long a text is, in pixels."""
    return cells(words) * size * ADVANCE


def cut(words: str, room: float, size: float = SIZE) -> str:
    """As much of a text as there is room for, in pixels; nothing if that is not even a letter."""
    short = fit(printable(words), int(room / (size * ADVANCE) + ROUNDING))
    return "" if short == CUT else short


def number(value: float) -> str:
    """A number of pixels, as short as it can be."""
    return f"{value + 0.0:.2f}".rstrip("0").rstrip(".")
