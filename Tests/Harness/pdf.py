"""Files of PDF, read back by poppler."""

import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from machine import command, tool

WORD = re.compile(r'<word xMin="[\d.]+" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*)</word>')


@dataclass(frozen=True)
class Line:
    """Words beside each other, and the edges of their letters, in points from the upper left corner."""

    words: list[str]
    top: float
    bottom: float
    right: float


def page_count(path: Path) -> int:
    found = re.search(r"^Pages: +(\d+)$", command([tool("pdfinfo"), path]), re.M)
    assert found is not None
    return int(found[1])


def pages(path: Path) -> list[list[Line]]:
    """The lines of each page, from top to bottom."""
    read = path.with_suffix(".html")
    command([tool("pdftotext"), "-bbox", path, read])
    text = read.read_text()
    read.unlink()
    return [lines(page) for page in text.split("<page ")[1:]]


def lines(page: str) -> list[Line]:
    found: dict[tuple[float, float], Line] = {}
    for top, right, bottom, word in WORD.findall(page):
        place = float(top), float(bottom)
        words = [*(found[place].words if place in found else []), unescape(word)]
        found[place] = Line(words, *place, float(right))
    return [found[place] for place in sorted(found)]
