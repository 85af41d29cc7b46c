"""Texts for people: printable, and cut to a width that is counted in columns, as a terminal and a monospaced
font have them."""

from __future__ import annotations

import unicodedata

CUT = "…"


def printable(text: str) -> str:
    """A text on one line: what cannot be printed is written as in Python's source code."""
    return text if text.isprintable() else "".join(map(_written, text))


def _written(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode()


def cells(text: str) -> int:
    """How many columns a text takes."""
    return len(text) if text.isascii() else sum(map(cell, text))


def cell(character: str) -> int:
    """How many columns a character takes."""
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def fit(text: str, width: int | None) -> str:
    """The beginning of a text, cut to at most `width` columns. None: all of it."""
    if width is None or cells(text) <= width:
        return text
    kept = ""
    taken = cells(CUT)
    for character in text:
        taken += cell(character)
        if taken > width:
            break
        kept += character
    return kept + CUT if width > 0 else ""
