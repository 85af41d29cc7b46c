"""What the tests of derived lists share: rows with levels, and polls until all is taken in."""

from __future__ import annotations

import select
from dataclasses import dataclass
from typing import Any

from iqlist import Event, Key, List


@dataclass(frozen=True)
class Row:
    """A model: who it is, how deep it is, how it looks."""

    name: str
    level: int = 0
    look: int = 1


def new_list(**options: Any) -> List[Row]:
    """A list of rows."""
    return List(key="name", content="look", level="level", **options)


def tree(text: str) -> list[Row]:
    """Rows of a word each, as "A0 B1 C2": a name and a level."""
    return [
        Row(word.rstrip("0123456789"), int(word.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")))
        for word in text.split()
    ]


def listed(text: str, **options: Any) -> List[Row]:
    """A list of the rows of a tree."""
    shown = new_list(**options)
    shown.set_items(tree(text))
    return shown


def odd(_: Key, number: int) -> bool:
    """A filter of numbers."""
    return number % 2 == 1


def names(shown: List[Any]) -> str:
    return " ".join(row.name for row in shown.models())


def content(shown: List[Row]) -> list[tuple[str, list[Row]]]:
    """What a list shows: sections, each with its rows."""
    return [(section.name, [row.model for row in section]) for section in shown.sections]


def settle(shown: List[Any]) -> list[Event[Any]]:
    """Polls until the list has taken in all that has happened, and returns the events."""
    found: list[Event[Any]] = []
    while True:
        events = shown.poll(10_000)
        found += events
        waits = shown.info().submissions > 0
        readable = bool(select.select([shown], [], [], 0)[0])
        if not (events or waits or readable):
            return found
        if not events and not readable:
            assert select.select([shown], [], [], 20)[0], "the list never takes its submission in"
