"""The slow model of what is done step by step, to a snapshot or in an edit: each step finds its
place by looking at everything, and raises LookupError where the library is to refuse."""

from __future__ import annotations

from typing import Any, Callable

import pytest
import slow

from iqlist import Error, Key, List, Row, Snapshot

SECTIONS, ITEMS = range(8), range(31)


def anchor(number: int, after: bool) -> dict[str, Any]:
    return {"after" if after else "before": number}


def key(number: int) -> bytes:
    return bytes(Key(number))


def new_items(numbers: list[int]) -> list[Row]:
    return [Row(Key(number), number % 3, None, None) for number in numbers]


class Model:
    """The snapshot, slowly: each step finds its place by looking at everything."""

    def __init__(self, shown: slow.Shown) -> None:
        self.shown = shown

    def section(self, number: int) -> int:
        for at, (name, _) in enumerate(self.shown):
            if name == key(number):
                return at
        raise LookupError

    def item(self, number: int) -> tuple[int, int]:
        for section, (_, items) in enumerate(self.shown):
            for at, (name, _) in enumerate(items):
                if name == key(number):
                    return section, at
        raise LookupError

    def insert_sections(self, numbers: list[int], beside: int, after: bool) -> None:
        at = self.section(beside) + after
        self.fresh(numbers, [name for name, _ in self.shown])
        self.shown[at:at] = [(key(number), []) for number in numbers]

    def move_section(self, number: int, beside: int, after: bool) -> None:
        at, _ = self.section(number), self.section(beside)
        if number != beside:
            moved = self.shown.pop(at)
            self.shown.insert(self.section(beside) + after, moved)

    def delete_sections(self, numbers: list[int]) -> None:
        self.shown = [entry for entry in self.shown if entry[0] not in map(key, numbers)]

    def insert_items(self, numbers: list[int], beside: int, after: bool) -> None:
        section, at = self.item(beside)
        self.fresh(numbers, [name for name, _ in slow.flat(self.shown)])
        at += after
        self.shown[section][1][at:at] = [(key(number), number % 3) for number in numbers]

    def append_items(self, numbers: list[int], section: int) -> None:
        self.fresh(numbers, [name for name, _ in slow.flat(self.shown)])
        self.shown[self.section(section)][1].extend((key(number), number % 3) for number in numbers)

    def move_item(self, number: int, beside: int, after: bool) -> None:
        (section, at), _ = self.item(number), self.item(beside)
        if number != beside:
            moved = self.shown[section][1].pop(at)
            section, at = self.item(beside)
            self.shown[section][1].insert(at + after, moved)

    def move_to_section(self, number: int, section: int) -> None:
        (old, at), new = self.item(number), self.section(section)
        self.shown[new][1].append(self.shown[old][1].pop(at))

    def delete_items(self, numbers: list[int]) -> None:
        for _, items in self.shown:
            items[:] = [item for item in items if item[0] not in map(key, numbers)]

    def fresh(self, numbers: list[int], there: list[bytes]) -> None:
        if len(set(numbers)) < len(numbers) or any(key(number) in there for number in numbers):
            raise LookupError

    def insert_items_at(self, numbers: list[int], section: int, index: int) -> None:
        items = self.shown[self.section(section)][1]
        self.fresh(numbers, [name for name, _ in slow.flat(self.shown)])
        self.within(index, len(items))
        items[index:index] = [(key(number), number % 3) for number in numbers]

    def delete_all_of(self, numbers: list[int]) -> None:
        self.fresh(numbers, [])
        for number in numbers:
            self.item(number)
        self.delete_items(numbers)

    def delete_item_range(self, section: int, first: int, count: int) -> None:
        items = self.shown[self.section(section)][1]
        self.within(first + count, len(items))
        del items[first : first + count]

    def move_item_range(self, section: int, first: int, count: int, target: int, index: int) -> None:
        items, others = self.shown[self.section(section)][1], self.shown[self.section(target)][1]
        self.within(first + count, len(items))
        self.within(index, len(others) - (count if items is others else 0))
        moved = items[first : first + count]
        del items[first : first + count]
        others[index:index] = moved

    def update_item(self, number: int, content: int) -> None:
        section, at = self.item(number)
        self.shown[section][1][at] = (key(number), content)

    def set_section_items(self, section: int, numbers: list[int]) -> None:
        at = self.section(section)
        elsewhere = [entry for place, entry in enumerate(self.shown) if place != at]
        self.fresh(numbers, [name for name, _ in slow.flat(elsewhere)])
        self.shown[at][1][:] = [(key(number), number % 3) for number in numbers]

    def insert_sections_at(self, numbers: list[int], position: int) -> None:
        self.within(position, len(self.shown))
        self.fresh(numbers, [name for name, _ in self.shown])
        self.shown[position:position] = [(key(number), []) for number in numbers]

    def delete_these_sections(self, numbers: list[int]) -> None:
        self.fresh(numbers, [])
        for number in numbers:
            self.section(number)
        self.delete_sections(numbers)

    def delete_section_range(self, first: int, count: int) -> None:
        self.within(first + count, len(self.shown))
        del self.shown[first : first + count]

    def move_section_range(self, first: int, count: int, position: int) -> None:
        self.within(first + count, len(self.shown))
        self.within(position, len(self.shown) - count)
        moved = self.shown[first : first + count]
        del self.shown[first : first + count]
        self.shown[position:position] = moved

    def within(self, place: int, end: int) -> None:
        if place > end:
            raise LookupError


def follow(
    thing: Snapshot | List, model: Model, carry_out: Callable[[], object], name: str, given: Any
) -> None:
    """A step, of the model and then of the thing: the same is refused, and then the same is shown."""
    was = slow.copy(model.shown)
    try:
        getattr(model, name)(*given)
    except LookupError:
        model.shown = was
        with pytest.raises(Error):
            carry_out()
    else:
        carry_out()
    assert slow.shown_by(thing) == model.shown
