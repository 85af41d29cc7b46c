"""The slow model of an edit: what arranged.py describes, changed in place. Everything is named by where it
stands; what is not there, and what the policy refuses, raises LookupError."""

from __future__ import annotations

from collections.abc import Sequence

import arranged
from arranged import Section, free
from arranged_changes import UNMARKED, Marks

from iqlist import Duplicates, Key, Row

Place = tuple[int, int]
Looks = Sequence[tuple[int, int]]


class Edited:
    def __init__(self, sections: list[Section], policy: Duplicates, marks: Marks = UNMARKED) -> None:
        """A copy of all that is given."""
        self.sections = [Section(key, list(items), dict(elements)) for key, items, elements in sections]
        self.policy = policy
        self.marks = Marks(dict(marks.items), set(marks.sections))

    # --- items

    def insert_items(self, s: int, index: int, rows: Looks) -> None:
        items = self.sections[s].items
        within(index, len(items))
        self.put(s, items[:index], [arranged.item(*row) for row in rows], items[index:])

    def set_section_items(self, s: int, rows: Looks) -> None:
        self.put(s, [], [arranged.item(*row) for row in rows], [])

    def put(self, s: int, front: list[Row], given: list[Row], back: list[Row]) -> None:
        others = [section for n, section in enumerate(self.sections) if n != s]
        if self.policy == Duplicates.SCOPE:
            others = []
        elsewhere = [each for section in others for each in section.items]
        if self.policy == Duplicates.KEEP_LAST:
            given = [each for n, each in enumerate(given) if each.key not in keys(given[n + 1 :])]
            for items in (front, back, *(section.items for section in others)):
                items[:] = [each for each in items if each.key not in keys(given)]
        else:
            fresh: list[Row] = []
            for each in given:
                taken = keys([*front, *back, *elsewhere, *fresh])
                if each.key not in taken:
                    fresh.append(each)
                elif self.policy == Duplicates.NUMBER:
                    fresh.append(each._replace(key=free(each.key, taken)))
                elif self.policy != Duplicates.KEEP_FIRST:
                    raise LookupError
            given = fresh
        self.sections[s].items[:] = [*front, *given, *back]

    def delete_items(self, places: Sequence[Place]) -> None:
        once(places)
        for s, i in places:
            self.sections[s].items[i]
        for s, i in sorted(places, reverse=True):
            del self.sections[s].items[i]

    def move_item_range(self, s: int, first: int, count: int, target: int, index: int) -> None:
        source, there = self.sections[s].items, self.sections[target].items
        within(first + count, len(source))
        if s != target and self.policy == Duplicates.SCOPE:
            raise LookupError
        moved = source[first : first + count]
        within(index, len(there) - (count if s == target else 0))
        del source[first : first + count]
        there[index:index] = moved

    def update_item(self, s: int, i: int, look: int) -> None:
        items = self.sections[s].items
        items[i] = Row(items[i].key, *arranged.LOOKS[look])

    # --- sections

    def insert_sections(self, position: int, numbers: Sequence[int]) -> None:
        within(position, len(self.sections))
        # The section that the next one comes after.
        last = self.sections[position - 1] if position else None
        for key in map(Key, numbers):
            there = [section.key for section in self.sections]
            section = Section(key, [], {})
            if key in there:
                if self.policy in (Duplicates.REFUSE, Duplicates.SCOPE):
                    raise LookupError
                if self.policy == Duplicates.NUMBER:
                    section = Section(free(key, there), [], {})
                elif self.policy == Duplicates.KEEP_FIRST or (last is not None and last.key == key):
                    continue
                else:
                    section = self.sections.pop(there.index(key))
            at = 0 if last is None else [each.key for each in self.sections].index(last.key) + 1
            self.sections.insert(at, section)
            last = section

    def delete_sections(self, places: Sequence[int]) -> None:
        once(places)
        going = [self.sections[s].key for s in places]
        self.sections[:] = [section for section in self.sections if section.key not in going]

    def move_section_range(self, first: int, count: int, position: int) -> None:
        within(first + count, len(self.sections))
        within(position, len(self.sections) - count)
        moved = self.sections[first : first + count]
        del self.sections[first : first + count]
        self.sections[position:position] = moved

    def set_supplementary(self, s: int, which: int, look: int) -> None:
        self.sections[s].elements[arranged.PLACES[which]] = arranged.element(which, look)

    def remove_supplementary(self, s: int, which: int) -> None:
        del self.sections[s].elements[arranged.PLACES[which]]

    # --- marks: of where things stand at the end

    def reload_items(self, places: Sequence[Place]) -> None:
        for s, i in places:
            self.sections[s].items[i]
        self.marks.items.update(dict.fromkeys(places, True))

    def reconfigure_items(self, places: Sequence[Place]) -> None:
        for s, i in places:
            self.sections[s].items[i]
        for place in places:
            self.marks.items.setdefault(place, False)

    def reload_sections(self, places: Sequence[int]) -> None:
        for s in places:
            self.sections[s]
        self.marks.sections.update(places)


def keys(items: Sequence[Row]) -> list[Key]:
    return [each.key for each in items]


def once(places: Sequence[object]) -> None:
    if len(set(places)) < len(places):
        raise LookupError


def within(place: int, end: int) -> None:
    if place > end:
        raise LookupError
