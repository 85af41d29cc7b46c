"""One side of a picture of changes: which of its sections and items are shown, and as which rows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from enum import Enum
from heapq import merge
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple

from .changes import BatchChange, ChangeKind
from .changeset import Changeset
from .identity import NONE, Key
from .records import Side
from .snapshot import Snapshot
from .summary import Reload

CONTEXT = 2
"""How many rows are shown on either side of what changes."""
DELETES = (ChangeKind.ITEM_DELETE, ChangeKind.SECTION_DELETE, ChangeKind.SUPPLEMENTARY_DELETE)
INSERTS = (ChangeKind.ITEM_INSERT, ChangeKind.SECTION_INSERT, ChangeKind.SUPPLEMENTARY_INSERT)
ELEMENTS = (ChangeKind.SUPPLEMENTARY_DELETE, ChangeKind.SUPPLEMENTARY_INSERT, ChangeKind.SUPPLEMENTARY_UPDATE)
MOVES = (ChangeKind.ITEM_MOVE_OUT, ChangeKind.ITEM_MOVE_IN, ChangeKind.SECTION_MOVE)
UPDATES = (ChangeKind.ITEM_UPDATE, ChangeKind.SECTION_UPDATE, ChangeKind.SUPPLEMENTARY_UPDATE)


class RowKind(Enum):
    """What a row stands for. GAP: what is left out."""

    SECTION = "section"
    ELEMENT = "element"
    ITEM = "item"
    GAP = "gap"


class Row(NamedTuple):
    """A row of one side. `first` is the index of its item over all sections, of a gap that of the first one.
    `changes`: what happens to it. `items` and `sections`: how many a gap has."""

    kind: RowKind
    section: int
    first: int = 0
    changes: tuple[BatchChange, ...] = ()
    items: int = 0
    sections: int = 0
    element: tuple[int, int] = (0, 0)
    """The kind and index of an element."""
    has_changes: bool = False
    """Whether something changes in a gap."""

    @property
    def is_of_section(self) -> bool:
        """Whether it stands for a section, a part of it, or for several that are left out."""
        return self.kind in (RowKind.SECTION, RowKind.ELEMENT) or self.sections > 0

    @property
    def is_moved(self) -> bool:
        """Whether it is moved on its own."""
        return any(change.kind in MOVES for change in self.changes)

    @property
    def update(self) -> BatchChange | None:
        """Its update, if it has one."""
        return next((change for change in self.changes if change.kind in UPDATES), None)


class Ranges:
    """Changes of items of one side, each with the index of its first item. They do not overlap."""

    def __init__(self, changes: list[tuple[int, BatchChange]]) -> None:
        self.changes = sorted(changes, key=itemgetter(0))
        self.firsts = [first for first, _ in self.changes]

    def indexes(self) -> Iterator[int]:
        """Those of all items."""
        for first, change in self.changes:
            yield from range(first, first + change.count)

    def last_before(self, index: int) -> tuple[int, BatchChange] | None:
        """The last one that begins before an index."""
        found = bisect_left(self.firsts, index) - 1
        return self.changes[found] if found >= 0 else None

    def at(self, index: int) -> BatchChange | None:
        """What happens to an item."""
        last = self.last_before(index + 1)
        return last[1] if last is not None and index < last[0] + last[1].count else None

    def has_any(self, indexes: range) -> bool:
        """Whether one of some items is changed."""
        last = self.last_before(indexes.stop)
        return last is not None and indexes.start < last[0] + last[1].count


class SideRows:
    """One side of a changeset: its sections, what changes there, and what is shown of it."""

    def __init__(self, side: Side, snapshot: Snapshot[Any], changeset: Changeset) -> None:
        self.side, self.snapshot, self.changeset = side, snapshot, changeset
        sections, items = snapshot._counts()
        self.starts = [*(int(snapshot._section_at(at).first) for at in range(sections)), items]
        self.partners = changeset.map(side)
        self.section_changes: dict[int, list[BatchChange]] = {}
        self.elements: dict[int, list[BatchChange]] = {}
        self.shown: set[int] = set()
        self.sections: set[int] = set()
        self.placed, self.updated = Ranges([]), Ranges([])
        if changeset.reload == Reload.NO:
            self.read_changes()

    def read_changes(self) -> None:
        """Takes from the batch what happens on this side."""
        placed: list[tuple[int, BatchChange]] = []
        updated: list[tuple[int, BatchChange]] = []
        is_before = self.side == Side.BEFORE
        other_end = ChangeKind.ITEM_MOVE_IN if is_before else ChangeKind.ITEM_MOVE_OUT
        for change in self.changeset.batch():
            at = change.before if is_before else change.after
            if at is None or change.kind == other_end:
                continue
            if change.kind in ELEMENTS:
                self.elements.setdefault(at.section, []).append(change)
            elif at.item is None:
                for section in range(at.section, at.section + change.count):
                    self.section_changes.setdefault(section, []).append(change)
            else:
                ranges = updated if change.kind == ChangeKind.ITEM_UPDATE else placed
                ranges.append((self.starts[at.section] + at.item, change))
        self.placed, self.updated = Ranges(placed), Ranges(updated)

    def name(self, section: int) -> Any:
        """The name of a section, or its key."""
        return self.snapshot.sections[section].name

    @property
    def has_names(self) -> bool:
        """Whether it has more than the section of a flat list."""
        count = len(self.starts) - 1
        return count > 1 or (count == 1 and not isinstance(self.name(0), Key))

    # --- what is shown

    def changed(self) -> Iterator[int]:
        """The indexes of the items that change."""
        return merge(self.placed.indexes(), self.updated.indexes())

    def section_of(self, index: int) -> int:
        """The section of an item. Empty ones begin where the next one does."""
        return bisect_right(self.starts, index) - 1

    def items_of(self, section: int) -> range:
        """The indexes of the items of a section."""
        return range(self.starts[section], self.starts[section + 1])

    def stays(self, index: int) -> bool:
        """Whether nothing happens to an item."""
        return self.placed.at(index) is None and self.updated.at(index) is None

    def show_around(self) -> None:
        """Shows what stays near to what is shown."""
        for index in tuple(self.shown):
            items = self.items_of(self.section_of(index))
            near = range(max(items.start, index - CONTEXT), min(items.stop, index + CONTEXT + 1))
            self.shown.update(filter(self.stays, near))

    def show_lone(self) -> None:
        """Shows what would be left out alone: to say so takes a row, too."""
        for index in tuple(self.shown):
            items = self.items_of(self.section_of(index))
            for other, beyond in ((index - 1, index - 2), (index + 1, index + 2)):
                is_lone = other in items and (beyond in self.shown or beyond not in items)
                if is_lone and self.stays(other):
                    self.shown.add(other)

    def show_partners(self, other: SideRows) -> None:
        """Shows the counterparts of the items that the other side shows."""
        self.shown.update(partner for index in other.shown if (partner := other.partners[index]) != NONE)

    def partner_section(self, section: int) -> int | None:
        """Where the other side has a section."""
        found = self.changeset.map_position(self.side, section)
        return None if found is None else found.section

    def show_sections(self, limit: int) -> None:
        """Shows the sections of the items that are shown, and those that change."""
        self.sections.update(map(self.section_of, self.shown))
        self.sections.update(islice(sorted({*self.section_changes, *self.elements}), limit))

    def show_partner_sections(self, other: SideRows) -> None:
        """Shows the counterparts of the sections that the other side shows."""
        found = map(other.partner_section, other.sections)
        self.sections.update(section for section in found if section is not None)

    # --- its rows

    def rows(self, has_titles: bool) -> list[Row]:
        """The rows of the side, from the top."""
        made: list[Row] = []
        expected, end = 0, len(self.starts) - 1
        for section in [*sorted(self.sections), end]:
            if section > expected and has_titles:
                first, last = self.starts[expected], self.starts[section]
                made.append(self.gap(expected, first, last, section - expected))
            if section == end:
                break
            if has_titles:
                changes = tuple(self.section_changes.get(section, ()))
                made.append(Row(RowKind.SECTION, section, changes=changes))
            for change in self.elements.get(section, ()):
                element = (change.element_kind, change.element_index)
                made.append(Row(RowKind.ELEMENT, section, changes=(change,), element=element))
            made += self.item_rows(section)
            expected = section + 1
        return made

    def item_rows(self, section: int) -> Iterator[Row]:
        """The rows of the items of a section."""
        items = self.items_of(section)
        expected = items.start
        for index in [*filter(items.__contains__, sorted(self.shown)), items.stop]:
            if index > expected:
                yield self.gap(section, expected, index, 0)
            if index < items.stop:
                found = (self.placed.at(index), self.updated.at(index))
                changes = tuple(change for change in found if change is not None)
                yield Row(RowKind.ITEM, section, index, changes)
            expected = index + 1

    def gap(self, section: int, first: int, end: int, sections: int) -> Row:
        """A row for the items from `first` to `end`, and for so many sections."""
        left_out = range(first, end)
        is_changed = self.placed.has_any(left_out) or self.updated.has_any(left_out)
        if not is_changed and sections:
            left_sections = range(section, section + sections)
            is_changed = any(at in left_sections for at in (*self.section_changes, *self.elements))
        return Row(RowKind.GAP, section, first, (), end - first, sections, has_changes=is_changed)
