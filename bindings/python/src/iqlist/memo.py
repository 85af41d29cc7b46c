"""What a recipe remembers: the keys and contents of the objects that it was given last, if these are frozen
all the way down. An object that is given again is known by its address, and is not hashed again.

    given last   A  B  C  D        keys  a b c d
    given now    A  C  D  E        rows  0 2 3 4      E is new: row 4 of  a b c d | e

Rows that follow one another in both are a run, so that a list that changes a little is put together from a
few pieces.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import count, groupby
from operator import sub
from typing import Any, NamedTuple

from ._buffers import Numbers

LEAST = 16
"""Fewer objects are not remembered."""
SHARE = 4
"""Nothing is looked up for objects that are less than one of so many of those that are remembered, which cost
more to go through than to hash a few."""


class Memo(NamedTuple):
    """Objects that were given, and what was computed of them. They stay alive, so that their addresses are
    theirs."""

    objects: list[Any]
    addresses: Numbers
    """0 for one that is not frozen."""
    keys: bytes
    """16 bytes each; empty if they are not remembered."""
    contents: Numbers
    """One each, or none."""
    mode: Any
    """What contents are made of."""

    @classmethod
    def empty(cls, mode: Any) -> Memo:
        return cls([], array("Q"), b"", array("Q"), mode)

    def is_worth_it(self, number: int) -> bool:
        """Whether so many objects are looked up, and remembered in place of these."""
        return SHARE * number >= len(self.objects)


class Match:
    """Which of the objects that are given now are remembered."""

    __slots__ = ("is_all", "new", "offsets")

    def __init__(self, known: array[int], addresses: array[int]) -> None:
        self.is_all = known == addresses
        self.new: Sequence[int] = ()
        """The positions of those that are not."""
        self.offsets: list[tuple[int, int]] = []
        """Runs: the first row among the remembered and, behind them, the new ones, and how many rows."""
        if self.is_all:
            return
        if not known or set(known).isdisjoint(addresses):
            self.new = range(len(addresses))
            return
        index = dict(zip(known, count()))
        index.pop(0, None)
        rows: list[Any] = list(map(index.get, addresses))
        if None in rows:
            self.new = [at for at, row in enumerate(rows) if row is None]
            for row, at in enumerate(self.new, len(known)):
                rows[at] = row
        at = 0
        for offset, run in groupby(map(sub, rows, count())):
            length = len(list(run))
            self.offsets.append((at + offset, length))
            at += length

    def put_together(self, known: Any, new: Any) -> Any:
        """The results of all, of remembered results and those of the new objects; either bytes or an array.
        `known` has as many rows as are remembered."""
        if self.is_all:
            return known
        if not self.offsets:
            return new
        both = known + new
        width = 16 if isinstance(both, bytes) else 1
        pieces = [both[width * first : width * (first + length)] for first, length in self.offsets]
        if isinstance(both, bytes):
            return b"".join(pieces)
        made = array("Q")
        for piece in pieces:
            made.extend(piece)
        return made
