"""The changes of records, section by section, in the order of the output.

Sections that went are first, then those that exist after, in their order. For each section: its records that
went, in their order before; then those that came, moved or changed, in their order after.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import chain
from typing import NamedTuple

from .. import Change as Range
from .. import ChangeKind
from .index import Index

# The kinds of changes of records, in the order of the output.
KINDS = {
    ChangeKind.ITEM_DELETE: "went",
    ChangeKind.ITEM_INSERT: "came",
    ChangeKind.ITEM_MOVE_IN: "moved",
    ChangeKind.ITEM_UPDATE: "changed",
}


class Place(NamedTuple):
    """The position of a record, counted from 0: that of its section, and its own within it."""

    section: int
    item: int


class Change(NamedTuple):
    """The change of a record. `before` None: it came. `after` None: it went. Else it moved, changed, or
    both."""

    before: Place | None
    after: Place | None
    moved: bool = False
    changed: bool = False


class SectionChanges(NamedTuple):
    """The changes of a section: its position before and after, None on a side that does not have it; whether
    it moved among those that are on both sides; and the changes of its records."""

    before: int | None
    after: int | None
    moved: bool
    records: Iterator[Change]


def in_any_order(batch: Iterable[Range], before: Index, after: Index) -> Iterator[Range]:
    """The changes without moves within a section."""
    for change in batch:
        if change.kind in (ChangeKind.ITEM_MOVE_IN, ChangeKind.ITEM_MOVE_OUT):
            here, there = change.before_section, change.after_section
            assert here is not None and there is not None
            if before.sections[here].key == after.sections[there].key:
                continue
        if change.kind != ChangeKind.SECTION_MOVE:
            yield change


def counts(batch: Iterable[Range]) -> Counter[str]:
    """The number of records that went, came, moved and changed."""
    counted = Counter(dict.fromkeys(KINDS.values(), 0))
    for change in batch:
        if change.kind in KINDS:
            counted[KINDS[change.kind]] += change.count
    return counted


def by_section(batch: Iterable[Range], before: Index, after: Index) -> Iterator[SectionChanges]:
    """Ranges become single records only when they are read: a million of them take no memory."""
    went: defaultdict[int | None, list[Range]] = defaultdict(list)
    arrived: defaultdict[int | None, list[Range]] = defaultdict(list)
    updated: defaultdict[int | None, list[Range]] = defaultdict(list)
    moved: set[int | None] = set()
    for change in batch:
        if change.kind == ChangeKind.ITEM_DELETE:
            went[change.before_section].append(change)
        elif change.kind in (ChangeKind.ITEM_INSERT, ChangeKind.ITEM_MOVE_IN):
            arrived[change.after_section].append(change)
        elif change.kind == ChangeKind.ITEM_UPDATE:
            updated[change.after_section].append(change)
        elif change.kind == ChangeKind.SECTION_MOVE and change.after_section is not None:
            moved.update(range(change.after_section, change.after_section + change.count))
    for position, section in enumerate(before.sections):
        if section.key not in after.positions:
            yield SectionChanges(position, None, False, singly(went[position]))
    for position, section in enumerate(after.sections):
        origin = before.positions.get(section.key)
        gone = [] if origin is None else went[origin]
        here = (gone, arrived[position], updated[position])
        if origin is None or position in moved or any(here):
            records = chain(singly(gone), together(singly(here[1]), singly(here[2])))
            yield SectionChanges(origin, position, position in moved, records)


def singly(ranges: list[Range]) -> Iterator[Change]:
    for change in ranges:
        moved = change.kind == ChangeKind.ITEM_MOVE_IN
        changed = change.kind == ChangeKind.ITEM_UPDATE
        for i in range(change.count):
            before = place(change.before_section, change.before_item, i)
            yield Change(before, place(change.after_section, change.after_item, i), moved, changed)


def place(section: int | None, item: int | None, further: int) -> Place | None:
    return None if section is None or item is None else Place(section, item + further)


def place_after(change: Change) -> Place:
    """The position of a record that exists after."""
    assert change.after is not None
    return change.after


def together(arrived: Iterator[Change], updated: Iterator[Change]) -> Iterator[Change]:
    """Joins the two changes of a record that moved and changed."""
    last: Change | None = None
    for change in merge(arrived, updated, key=place_after):
        if last is not None and last.after == change.after:
            last = last._replace(moved=True, changed=True)
            continue
        if last is not None:
            yield last
        last = change
    if last is not None:
        yield last
