"""The slow, obvious model: what a list shows as Python lists, and the three dialects carried out on it.

shown = [(section key, [(item key, content), ...]), ...]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from iqlist import Change, ChangeKind, Changeset, Key, List, Position, Snapshot

Row = tuple[bytes, int]
Shown = list[tuple[bytes, list[Row]]]


def shown_by(arrangement: List | Snapshot) -> Shown:
    """What a list or snapshot shows, read section by section."""
    return [
        (bytes(section.key), [(bytes(item.key), item.content) for item in section])
        for section in arrangement.sections
    ]


def given(plan: Iterable[tuple[int, Iterable[tuple[int, int]]]]) -> Shown:
    """A plan of numbers as what a list shows that is told it."""
    return [(bytes(Key(key)), [(bytes(Key(item)), content) for item, content in rows]) for key, rows in plan]


def flat(shown: Shown) -> list[Row]:
    return [row for _, rows in shown for row in rows]


def copy(shown: Shown) -> Shown:
    return [(key, list(rows)) for key, rows in shown]


def number(place: int | None) -> int:
    assert place is not None
    return place


def batch(changes: Sequence[Change], before: Shown, after: Shown) -> Shown:
    """Carries out the batch: what is taken out and put in, at positions of before and of after at once."""
    kinds = ChangeKind
    gone = {
        number(c.before_section) + i
        for c in changes
        for i in range(c.count)
        if c.kind == kinds.SECTION_DELETE
    }
    leaving: dict[int, set[int]] = {}
    for c in changes:
        if c.kind in (kinds.ITEM_DELETE, kinds.ITEM_MOVE_OUT):
            first = number(c.before_item)
            leaving.setdefault(number(c.before_section), set()).update(range(first, first + c.count))
    left = {
        s: (key, [row for i, row in enumerate(rows) if i not in leaving.get(s, ())])
        for s, (key, rows) in enumerate(before)
    }
    for s in gone:
        assert not left[s][1], "a section was deleted with items that stay"
    placed: dict[int, tuple[bytes, list[Row]]] = {}
    for c in changes:
        if c.kind == kinds.SECTION_MOVE:
            for i in range(c.count):
                placed[number(c.after_section) + i] = left.pop(number(c.before_section) + i)
        if c.kind == kinds.SECTION_INSERT:
            for i in range(number(c.after_section), number(c.after_section) + c.count):
                placed[i] = (after[i][0], [])
    staying = iter([left[s] for s in sorted(left) if s not in gone])
    made: Shown = []
    while len(made) < len(after):
        made.append(placed[len(made)] if len(made) in placed else next(staying))
    assert next(staying, None) is None
    for c in changes:
        if c.kind in (kinds.ITEM_INSERT, kinds.ITEM_MOVE_IN):
            section, first = number(c.after_section), number(c.after_item)
            for i in range(first, first + c.count):
                if c.kind == kinds.ITEM_INSERT:
                    row = after[section][1][i]
                else:
                    row = before[number(c.before_section)][1][number(c.before_item) + i - first]
                made[section][1].insert(i, row)
    return updated(changes, made, after)


def steps(changes: Sequence[Change], before: Shown, after: Shown) -> Shown:
    """Carries out the steps, one after another."""
    kinds = ChangeKind
    made = copy(before)
    finals: list[tuple[Position, list[bytes]]] = []

    def put_in(c: Change, into: list[Any], at: int, things: list[Any]) -> None:
        assert c.final is not None
        finals.append((c.final, [thing[0] for thing in things]))
        into[at:at] = things

    for c in changes:
        if c.kind == kinds.ITEM_DELETE:
            first = number(c.before_item)
            del made[number(c.before_section)][1][first : first + c.count]
        if c.kind == kinds.ITEM_MOVE:
            source, first = made[number(c.before_section)][1], number(c.before_item)
            moved = source[first : first + c.count]
            del source[first : first + c.count]
            put_in(c, made[number(c.after_section)][1], number(c.after_item), moved)
        if c.kind == kinds.ITEM_INSERT:
            rows, at = made[number(c.after_section)][1], number(c.after_item)
            put_in(c, rows, at, after[number(c.after_section)][1][at : at + c.count])
        if c.kind == kinds.SECTION_DELETE:
            first = number(c.before_section)
            assert not any(rows for _, rows in made[first : first + c.count])
            del made[first : first + c.count]
        if c.kind == kinds.SECTION_MOVE:
            first = number(c.before_section)
            sections = made[first : first + c.count]
            del made[first : first + c.count]
            put_in(c, made, number(c.after_section), sections)
        if c.kind == kinds.SECTION_INSERT:
            last = number(c.final_section)
            empty: Shown = [(key, []) for key, _ in after[last : last + c.count]]
            put_in(c, made, number(c.after_section), empty)
    for (section, item), keys in finals:
        there = made if item is None else made[section][1]
        first = section if item is None else item
        assert [thing[0] for thing in there[first : first + len(keys)]] == keys, "its final position"
    return updated(changes, made, after)


def flat_steps(changes: Sequence[Change], before: Shown, after: Shown) -> list[Row]:
    """Carries out the flat steps, one after another."""
    made, wanted = flat(before), flat(after)
    for c in changes:
        assert not c.is_sectioned
        if c.kind == ChangeKind.ITEM_DELETE:
            del made[number(c.before_item) : number(c.before_item) + c.count]
        elif c.kind == ChangeKind.ITEM_MOVE:
            first, at = number(c.before_item), number(c.after_item)
            moved = made[first : first + c.count]
            del made[first : first + c.count]
            made[at:at] = moved
        elif c.kind == ChangeKind.ITEM_INSERT:
            at = number(c.final_item)
            made[at:at] = wanted[at : at + c.count]
        else:
            assert c.kind == ChangeKind.ITEM_UPDATE
            at = number(c.after_item)
            made[at : at + c.count] = wanted[at : at + c.count]
    return made


def updated(changes: Sequence[Change], made: Shown, after: Shown) -> Shown:
    """The updates, which come last: the new look is that of after."""
    for c in changes:
        if c.kind == ChangeKind.ITEM_UPDATE:
            section, first = number(c.after_section), number(c.after_item)
            made[section][1][first : first + c.count] = after[section][1][first : first + c.count]
    return made


def splices(changeset: Changeset, before: Shown, after: Shown) -> list[Row]:
    """Carries out the splices on the flat list."""
    made, wanted = flat(before), flat(after)
    for position, removed, added in changeset.splices():
        made[position : position + removed] = wanted[position : position + added]
    return made


def check(changeset: Changeset, before: Shown, after: Shown) -> None:
    """All three dialects lead from before to after."""
    assert batch(changeset.batch(), before, after) == after
    for single in (False, True):
        assert steps(changeset.steps(single=single), before, after) == after
        assert flat_steps(changeset.steps(flat=True, single=single), before, after) == flat(after)
    assert all(step.count == 1 for step in changeset.steps(single=True))
    assert splices(changeset, before, after) == flat(after)
