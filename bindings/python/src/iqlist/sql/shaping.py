"""What a list makes of rows: which of their columns are keys, contents and sections.

id  name  state        section    key  content          model
7   Ada   open         "open"     7    (7, Ada, open)   the row
8   Ben   closed       "closed"   8    (8, Ben, closed) the row
9   Cem   open         "open"     9    ...
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Callable, Optional, Union

from iqlist import Columns, Snapshot

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

    def snapshot(self, found: Rows) -> Snapshot[Any]:
        """The rows as a snapshot: sections in the order in which they come first, rows as they come."""
        rows = found.rows
        keys = self._part("key", self._key, found)
        compared = tuple if self._content is None else self._content
        contents = self._part("content", compared, found)
        models = rows if self._model is None else list(map(self._model, rows))
        if self._section is None:
            return Snapshot.of_items(Columns(keys, contents, models))
        sections = self._part("section", self._section, found)
        # A stable order by section; most queries are ordered so already.
        first: dict[Any, int] = {}
        for section in sections:
            first.setdefault(section, len(first))
        order = sorted(range(len(rows)), key=lambda at: first[sections[at]])
        counts = [0] * len(first)
        for section in sections:
            counts[first[section]] += 1
        columns = Columns(picked(keys, order), picked(contents, order), picked(models, order))
        made: Snapshot[Any] = Snapshot()
        made.set(list(zip(first, counts)), columns)
        return made

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


def picked(column: list[Any], order: list[int]) -> list[Any]:
    return [column[at] for at in order]
