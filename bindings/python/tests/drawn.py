"""Reads pictures back: what is drawn where, for tests that compare it with what there is to be drawn."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple
from xml.etree import ElementTree

from iqlist._fitting import cells
from iqlist._svg import ADVANCE, SIZE
from iqlist.layouts import Rect

NAMESPACE = "{http://www.w3.org/2000/svg}"
LEFT_OUT = re.compile(r"… (?:([\d,]+) sections?)?(?:, )?(?:([\d,]+) items?)?(, with changes)?$")
"""What stands for sections and items that are left out."""
LEGEND = ("deleted: ", "inserted: ", "moved: ", "updated: ")


class Text(NamedTuple):
    """A text, its class, and where it is."""

    words: str
    look: str
    frame: Rect


class Box(NamedTuple):
    """A rectangle and its class."""

    look: str
    frame: Rect


class Drawn:
    """A picture. Raises what the parser of XML raises if it is none."""

    def __init__(self, svg: str) -> None:
        root = ElementTree.fromstring(svg)
        self.title = root.findtext(f"{NAMESPACE}title", "")
        self.description = root.findtext(f"{NAMESPACE}desc", "")
        self.style = root.findtext(f"{NAMESPACE}style", "")
        self.paper = Rect(*map(float, root.attrib["viewBox"].split()))
        self.texts = [text_of(element) for element in root.iter(f"{NAMESPACE}text")]
        self.boxes = [box_of(element) for element in root.iter(f"{NAMESPACE}rect")]
        self.paths = [(each.attrib["class"], each.attrib["d"]) for each in root.iter(f"{NAMESPACE}path")]
        self.titles = [element.findtext(f"{NAMESPACE}title", "") for element in root.iter(f"{NAMESPACE}g")]

    @property
    def words(self) -> list[str]:
        return [text.words for text in self.texts]

    @property
    def frames(self) -> list[Rect]:
        """Those of all texts and rectangles."""
        return [text.frame for text in self.texts] + [box.frame for box in self.boxes]

    @property
    def looks(self) -> set[str]:
        """The classes of all that is drawn."""
        return {part[0] for part in (*self.boxes, *self.paths)} | {text.look for text in self.texts}

    @property
    def rows(self) -> list[Box]:
        """The boxes of rows: those of the legend are smaller."""
        return [box for box in self.boxes if box.frame.height == 20 and box.look != "moved"]

    @property
    def lane(self) -> float:
        """Where after begins."""
        return next(text.frame.x for text in self.texts if text.words == "after" and text.frame.bottom == 12)

    def counts(self, after: bool) -> Counter[str]:
        """How many rows of each class one side has."""
        return Counter(box.look for box in self.rows if (box.frame.x >= self.lane) == after)

    def side(self, after: bool) -> list[str]:
        """The texts of one side."""
        return [text.words for text in self.texts if (text.frame.x >= self.lane) == after]

    @property
    def arrows(self) -> int:
        """How many there are between the sides."""
        return sum(look == "halo" for look, _ in self.paths)

    def left_out(self, after: bool) -> tuple[int, int]:
        """How many sections and items one side says are left out."""
        sections = items = 0
        for words in self.side(after):
            found = LEFT_OUT.match(words)
            if found is not None:
                sections += int((found[1] or "0").replace(",", ""))
                items += int((found[2] or "0").replace(",", ""))
        return sections, items


def text_of(element: ElementTree.Element) -> Text:
    words, size = element.text or "", float(element.get("font-size", SIZE))
    x, long = float(element.attrib["x"]), cells(words) * size * ADVANCE
    left = x - long if element.get("text-anchor") == "end" else x
    frame = Rect(left, float(element.attrib["y"]) - size * 0.7, long, size * 0.7)
    return Text(words, element.attrib["class"], frame)


def box_of(element: ElementTree.Element) -> Box:
    frame = Rect(*(float(element.attrib[name]) for name in ("x", "y", "width", "height")))
    return Box(element.attrib["class"], frame)


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two rectangles have an area in common, but for what rounding makes."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across > 0.02 and down > 0.02


def is_within(one: Rect, other: Rect) -> bool:
    """Whether one rectangle is inside of another, but for what rounding makes."""
    return (
        one.x >= other.x - 0.02
        and one.y >= other.y - 0.02
        and one.right <= other.right + 0.02
        and one.bottom <= other.bottom + 0.02
    )
