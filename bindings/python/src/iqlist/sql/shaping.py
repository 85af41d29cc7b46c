"""What a list makes of rows: which of their columns are keys, contents and sections.

id  name  state        section    key  content          model
7   Ada   open         "open"     7    (7, Ada, open)   the row
8   Ben   closed       "closed"   8    (8, Ben, closed) the row
9   Cem   open         "open"     9    ...
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from operator import itemgetter
from typing import Any, Callable, Optional, Union

from iqlist import Columns, Snapshot

from .memo import Made, Memo
from .sources import Rows

Part = Union[str, Sequence[str], Callable[[Any], Any]]
"""Of a row: a column by its name, several of them as a tuple, or what a function makes of the row."""


class Shape:
    """How items are made of rows."""

    def __init__(
        self,
        key: Part,
        content: Optional[Part],
        section: Optional[Part],
        model: Optional[Callable[[Any], Any]],
    ) -> None:
        self._key, self._content, self._section, self._model = key, content, section, model
        self._memo = Memo(self._make)

    def has_made(self, found: Rows) -> bool:
        """Whether the last snapshot was one of equal rows."""
        return found == self._memo.found

    def snapshot(self, found: Rows) -> Snapshot[Any]:
        """The rows as a snapshot: sections in the order in which they come first, rows as they come."""
        keys = self._part("key", self._key, found)
        items = self._memo.made(keys, found)
        if self._section is None:
            return Snapshot.of_items(columns_of(keys, items))
        sections = self._part("section", self._section, found)
        counts = Counter(sections)
        # A stable order by section; most queries are ordered so already.
        first = dict(zip(counts, count()))
        order = sorted(range(len(items)), key=list(map(first.__getitem__, sections)).__getitem__)
        made: Snapshot[Any] = Snapshot()
        made.set(list(counts.items()), columns_of(picked(keys, order), picked(items, order)))
        return made

    def _make(self, found: Rows) -> tuple[Iterable[int], Iterable[Any]]:
        compared = tuple if self._content is None else self._content
        contents = hashed(self._part("content", compared, found))
        return contents, found.rows if self._model is None else map(self._model, found.rows)

    def _part(self, what: str, part: Part, found: Rows) -> list[Any]:
        if callable(part):
            return list(map(part, found.rows))
        # One name gives values, several give tuples.
        names = [part] if isinstance(part, str) else part
        return list(map(itemgetter(*places_of(what, names, found.names)), found.rows))


def places_of(what: str, names: Sequence[str], columns: Sequence[str]) -> list[int]:
    """Where the columns of these names are."""
    for name in names:
        if name not in columns:
            there = ", ".join(columns)
            raise ValueError(f"the {what} {name!r} is no column of the query, which has {there}")
    return list(map(list(columns).index, names))


def hashed(contents: list[Any]) -> Iterable[int]:
    """Contents as a list has them."""
    return Snapshot.of_items(Columns(range(len(contents)), contents)).columns().contents


def columns_of(keys: list[Any], items: list[Made]) -> Columns:
    contents, models = array("Q", map(itemgetter(1), items)), list(map(itemgetter(2), items))
    return Columns(keys, contents, models)


def picked(column: Sequence[Any], order: Sequence[int]) -> list[Any]:
    return list(map(column.__getitem__, order))
