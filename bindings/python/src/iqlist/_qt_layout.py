"""What many moves lead to: where items and sections are once all are done, but nothing is inserted yet."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from ._views import CHANGES
from .changes import ChangeKind
from .changeset import Changeset
from .identity import NONE
from .records import Side

WORDS = CHANGES.fields.size // 4
SECTION_KINDS = frozenset(
    int(kind)
    for kind in (
        *(ChangeKind.SECTION_DELETE, ChangeKind.SECTION_MOVE),
        *(ChangeKind.SECTION_INSERT, ChangeKind.SECTION_UPDATE),
    )
)
PHASES: tuple[tuple[int, ...], ...] = (
    (ChangeKind.ITEM_DELETE,),
    (ChangeKind.SECTION_MOVE, ChangeKind.SECTION_INSERT, ChangeKind.ITEM_MOVE, ChangeKind.SECTION_DELETE),
    (ChangeKind.ITEM_INSERT,),
)
"""The phases of steps; all other kinds follow."""


class Step(NamedTuple):
    """The fields of an iq_change."""

    kind: int
    flags: int
    before_section: int
    before_item: int
    after_section: int
    after_item: int
    final_section: int
    final_item: int
    count: int  # type: ignore[assignment] # And tuples have a method of this name.
    element_kind: int
    element_index: int
    reserved: int
    mask: int


class Steps:
    """The steps of a changeset, by phase. A record is made when it is read."""

    def __init__(self, changeset: Changeset, flat: bool) -> None:
        self._memory = (changeset.steps(flat=True) if flat else changeset.steps()).memory
        kinds: list[int] = self._memory.cast("I")[::WORDS].tolist() if self._memory else []
        self.moves = kinds.count(ChangeKind.ITEM_MOVE) + kinds.count(ChangeKind.SECTION_MOVE)
        self.updates = kinds.count(ChangeKind.ITEM_UPDATE)
        self.changes_sections = not flat and any(kind in SECTION_KINDS for kind in kinds)
        counts = [sum(map(kinds.count, phase)) for phase in PHASES]
        self._ends = [*accumulate(counts, initial=0), len(kinds)]

    def count(self, phase: int) -> int:
        return self._ends[phase + 1] - self._ends[phase]

    @property
    def deletes(self) -> list[Step]:
        return self._part(0)

    @property
    def rearranging(self) -> list[Step]:
        """Moves, and inserts and deletes of sections around them."""
        return self._part(1)

    @property
    def inserts(self) -> list[Step]:
        return self._part(2)

    @property
    def last(self) -> list[Step]:
        """Updates, and changes of supplementary elements."""
        return self._part(3)

    def _part(self, phase: int) -> list[Step]:
        size = CHANGES.fields.size
        part = self._memory[self._ends[phase] * size : self._ends[phase + 1] * size]
        return list(map(Step._make, CHANGES.fields.iter_unpack(part))) if part else []


class Gaps:
    """Items that one state of a list has and another one has not, as ranges that ascend: an index of the one
    from an index of the other. Here a state with c, d and f, and one without:

        a b c d e f g      with_gaps(2) = 4       e
        a b     e   g      without_gaps(6) = 3    g

    >>> gaps = Gaps([(2, 2), (5, 1)])
    >>> gaps.with_gaps(2), gaps.without_gaps(6)
    (4, 3)
    """

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._firsts: list[int] = []
        self._places: list[int] = []
        """Of each range, the index without gaps at which it is left out."""
        self._totals = [0]
        for first, count in ranges:
            self._firsts.append(first)
            self._places.append(first - self._totals[-1])
            self._totals.append(self._totals[-1] + count)

    def with_gaps(self, index: int) -> int:
        return index + self._totals[bisect_right(self._places, index)]

    def without_gaps(self, index: int) -> int:
        """Of an item that both have."""
        return index - self._totals[bisect_right(self._firsts, index)]


class Layout:
    """What a layoutChanged leads to. `counts` are the items of each section, before and after; of a flat list
    the one number."""

    def __init__(
        self, changeset: Changeset, steps: Steps, before: Sequence[int], after: Sequence[int], flat: bool
    ) -> None:
        self.after = changeset.map()
        """Of each item before, its index after."""
        self.counts = [*after]
        """The items of each section after, without those that are inserted."""
        firsts, ends = starts(before), starts(after)
        deletes, inserts = steps.deletes[::-1], steps.inserts
        self.deleted = Gaps(
            (firsts[0 if flat else step.before_section] + step.before_item, step.count) for step in deletes
        )
        self.inserted = Gaps(
            (ends[0 if flat else step.final_section] + step.final_item, step.count) for step in inserts
        )
        for step in inserts:
            self.counts[0 if flat else step.final_section] -= step.count
        self.partners: list[int] = [] if flat else [*range(len(after))]
        """Of each section after, the one before, or NONE."""
        if steps.changes_sections:
            found = [changeset.map_position(Side.AFTER, section) for section in self.partners]
            self.partners = [NONE if each is None else each.section for each in found]

    def place(self, index: int) -> int:
        """The index over all sections of an item, from the one before it all: but items are deleted."""
        return self.inserted.without_gaps(self.after[self.deleted.with_gaps(index)])

    def order(self, count: int) -> tuple[list[int], list[int]]:
        """Positions of sections: of those before that are deleted, out of so many, and of those after that
        are inserted."""
        kept = {*self.partners}
        deleted = [section for section in range(count) if section not in kept]
        return deleted, [section for section, partner in enumerate(self.partners) if partner == NONE]


def starts(counts: Iterable[int]) -> list[int]:
    """The index of the first item of each section, over all sections.

    >>> starts([2, 0, 3])
    [0, 2, 2]
    """
    return [*accumulate(chain([0], counts))][:-1]
