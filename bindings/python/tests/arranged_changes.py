"""What a changeset has to say of two states that arranged.py describes: where all went, and what looks
different and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import slow
from arranged import Section, scope

from iqlist import Change, ChangeFlag, ChangeKind, Changeset, Duplicates, Row, Supplementary


class Marks(NamedTuple):
    """What was asked for: of places afterwards, whether to reload; and sections to reload."""

    items: dict[tuple[int, int], bool]
    sections: set[int]


UNMARKED = Marks({}, set())


def check(
    changeset: Changeset,
    before: list[Section],
    after: list[Section],
    policy: Duplicates,
    marks: Marks = UNMARKED,
) -> None:
    """The changeset leads from one to the other in every dialect, and tells each update and why."""
    slow.check(changeset, rows(before), rows(after))
    changes = changeset.batch()
    there = {(scope(section, policy), each.key): each for section in before for each in section.items}
    wanted: dict[tuple[int, int], ChangeFlag] = {}
    for s, section in enumerate(after):
        for i, each in enumerate(section.items):
            old = there.get((scope(section, policy), each.key))
            marked = True if s in marks.sections else marks.items.get((s, i))
            if old is not None and (old != each or marked is not None):
                wanted[s, i] = why(old, each, marked)
    updates = [c for c in changes if c.kind == ChangeKind.ITEM_UPDATE]
    assert {
        (slow.number(c.after_section), slow.number(c.after_item) + i): c.flags
        for c in updates
        for i in range(c.count)
    } == wanted
    keys = [section.key for section in before]
    stayed = {s for s in marks.sections if after[s].key in keys}
    updated = [c for c in changes if c.kind == ChangeKind.SECTION_UPDATE]
    assert {slow.number(c.after_section) + i for c in updated for i in range(c.count)} == stayed
    assert beside(changes) == elements(before, after, stayed)


def rows(sections: list[Section]) -> Any:
    return [(bytes(section.key), list(section.items)) for section in sections]


def why(old: Row | Supplementary, new: Row | Supplementary, marked: bool | None) -> ChangeFlag:
    """The flags of an update. Classes are asked about two models of one key, where no content decides."""
    flags = ChangeFlag.NONE
    if old.cell_class != new.cell_class:
        flags |= ChangeFlag.BY_CLASS
    if old.key != new.key:
        flags |= ChangeFlag.BY_KEY
    if old.content != new.content:
        flags |= ChangeFlag.BY_CONTENT
    elif not flags and old.content == 0 and old.model != new.model:
        flags |= ChangeFlag.BY_EQUAL
    reloads = flags & (ChangeFlag.BY_CLASS | ChangeFlag.BY_KEY) or marked
    if marked is not None:
        flags |= ChangeFlag.BY_MARK
    return flags | (ChangeFlag.RELOAD if reloads else ChangeFlag.RECONFIGURE)


Beside = dict[tuple[ChangeKind, int, int, int], ChangeFlag]


def beside(changes: Sequence[Change]) -> Beside:
    kinds = ChangeKind.SUPPLEMENTARY_DELETE, ChangeKind.SUPPLEMENTARY_INSERT, ChangeKind.SUPPLEMENTARY_UPDATE
    return {
        (
            c.kind,
            slow.number(c.before_section if c.kind == kinds[0] else c.after_section),
            c.element_kind,
            c.element_index,
        ): c.flags
        for c in changes
        if c.kind in kinds
    }


def elements(before: list[Section], after: list[Section], reloaded: set[int]) -> Beside:
    """What happens to elements of sections that are on both sides."""
    told: Beside = {}
    places = {section.key: place for place, section in enumerate(before)}
    for s, section in enumerate(after):
        if section.key not in places:
            continue
        old, new = before[places[section.key]].elements, section.elements
        for name in {*old, *new}:
            if name not in new:
                told[(ChangeKind.SUPPLEMENTARY_DELETE, places[section.key], *name)] = ChangeFlag.NONE
            elif name not in old:
                told[(ChangeKind.SUPPLEMENTARY_INSERT, s, *name)] = ChangeFlag.NONE
            elif old[name] != new[name] or s in reloaded:
                marked = True if s in reloaded else None
                told[(ChangeKind.SUPPLEMENTARY_UPDATE, s, *name)] = why(old[name], new[name], marked)
    return told
