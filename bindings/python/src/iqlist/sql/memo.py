"""What was made of the rows that were read last. A row that is equal to the last one of its key is that one
again: its content is not hashed again, and its model is not made again.

    read last    7 ── row a      read now    7 ── row a, an equal one     7 ── a
                 8 ── row b                  9 ── row d, another one      9 ── d, new
                 9 ── row c                 10 ── row e                  10 ── e, new
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, count, repeat
from operator import itemgetter, ne
from typing import Any, Callable

from .sources import Rows

Made = tuple[Any, int, Any]
"""A row, its content and its model."""
UNKNOWN: Made = (None, 0, None)


class Memo:
    """By key, what was made of the row. `make` makes the contents and models of rows."""

    def __init__(self, make: Callable[[Rows], tuple[Iterable[int], Iterable[Any]]]) -> None:
        self._make = make
        self._made: dict[Any, Made] = {}
        self.found = Rows([], [])
        """The rows that were read last."""

    def made(self, keys: Sequence[Any], found: Rows) -> list[Made]:
        """What is made of rows that have these keys."""
        names, rows = found
        # Contents are named by columns, which may have other names now.
        known = self._made if names == self.found.names else {}
        try:
            made = list(map(known.get, keys, repeat(UNKNOWN)))
        except TypeError:
            made = [UNKNOWN] * len(rows)
        new = list(compress(count(), map(ne, map(itemgetter(0), made), rows)))
        come = Rows(names, [rows[at] for at in new])
        for at, one in zip(new, zip(come.rows, *self._make(come))):
            made[at] = one
        self._made = keyed(keys, made)
        self.found = Rows(names, list(map(itemgetter(0), made)))
        return made


def keyed(keys: Iterable[Any], made: Iterable[Made]) -> dict[Any, Made]:
    """By key. What Python cannot hash as a key is not found again."""
    try:
        return dict(zip(keys, made))
    except TypeError:
        return {}
