"""Values as a person reads them: on one line, without surprises for the terminal, and cut to its width."""

from __future__ import annotations

import json
from typing import Any

from .._fitting import CUT, cells, fit

# What values begin with that are no strings.
NO_STRING = frozenset("-0123456789[{tfnNI")

as_json = json.JSONEncoder(ensure_ascii=False).encode


def shown(value: Any, typed: bool = False) -> str:
    """A string as it is where that is clear; in quotes where it is empty, begins or ends with a space, holds
    what cannot be printed, or, of `typed` values, reads like one that is no string. Others as JSON."""
    is_clear = isinstance(value, str) and value == value.strip(' "') != "" and value.isprintable()
    if is_clear and not (typed and is_no_string(value)):
        return str(value)
    text = as_json(value)
    return text if text.isprintable() else "".join(map(escaped, text))


def escaped(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def is_no_string(text: str) -> bool:
    """Would JSON read it as a number, an object and so on?"""
    if text[0] not in NO_STRING:
        return False
    try:
        return not isinstance(json.loads(text), str)
    except (ValueError, RecursionError):
        return False


def padded(text: str, width: int) -> str:
    return text + " " * (width - cells(text))


def fit_both(before: str, after: str, width: int | None) -> tuple[str, str]:
    """Two texts cut to at most `width` columns together, such that their first difference is visible."""
    if width is None or cells(before) + cells(after) <= width:
        return before, after
    half = width // 2
    # A text that needs less than half leaves the rest to the other.
    room = max(half, width - cells(after)), max(half, width - cells(before))
    skipped = max(0, common_prefix(before, after) - half // 4)
    return window(before, skipped, room[0]), window(after, skipped, room[1])


def common_prefix(before: str, after: str) -> int:
    """The length of what both begin with, found by halving: fields may be huge."""
    low, high = 0, min(len(before), len(after))
    while low < high:
        middle = (low + high + 1) // 2
        if before[low:middle] == after[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def window(text: str, skipped: int, width: int) -> str:
    if skipped <= 1 or cells(text) <= width:
        return fit(text, width)
    return fit(CUT + text[skipped:], width)
