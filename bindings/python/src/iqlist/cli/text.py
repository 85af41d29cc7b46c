"""The changes for a person: a line for each change, grouped by section, and the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from .. import Change
from .._fitting import cells, fit
from .changes import KINDS, SectionChanges, counts
from .display import fit_both, padded, shown
from .events import ABSENT, Difference, Event, Sides
from .tables import Fields

# The colours on a terminal.
COLOURS = {"went": "31", "came": "32", "moved": "36", "changed": "33"}
BOLD = "1"
KIND_WIDTH = max(map(len, KINDS.values()))
# Keys are aligned up to this width, so many lines at once.
KEY_WIDTH = 24
CHUNK = 500


class Detail(NamedTuple):
    """The detail of an event: a text, or a field before and after."""

    label: str
    text: str
    then: str | None = None

    def line(self, width: int | None) -> str:
        if self.then is None:
            return fit(self.label + self.text, width)
        room = None if width is None else width - cells(self.label) - len(" -> ")
        before, after = fit_both(self.text, self.then, room)
        return fit(f"{self.label}{before} -> {after}", width)


class Text:
    """`width` None: lines are as long as they get."""

    def __init__(self, sides: Sides, width: int | None, coloured: bool) -> None:
        self.sides = sides
        self.width = width
        self.coloured = coloured
        # Of a narrow terminal the half.
        self.key_room = None if width is None else min(KEY_WIDTH, width // 2)
        self.counts = Counter(dict.fromkeys(KINDS.values(), 0))

    def lines(self, sections: Iterable[SectionChanges]) -> Iterator[str]:
        """Parts are set apart by empty lines."""
        part = list(self.columns_alone())
        yield from part
        for section in sections:
            if self.sides.roles.section is not None:
                if part:
                    yield ""
                yield self.painted(BOLD, fit(self.heading(section), self.width))
                part = [""]
            events = self.sides.events(section)
            while chunk := list(islice(events, CHUNK)):
                keys = [self.key(event.record) for event in chunk]
                width = max(min(cells(key), KEY_WIDTH, self.key_room or KEY_WIDTH) for key in keys)
                for event, key in zip(chunk, keys):
                    self.counts[event.kind] += 1
                    yield from self.event_lines(event, key, width)
        if any(self.counts.values()):
            yield ""
            yield total(self.counts)

    def summary(self, batch: Iterable[Change]) -> Iterator[str]:
        yield from self.columns_alone()
        yield total(counts(batch))

    def columns_alone(self) -> Iterator[str]:
        sides = (self.sides.before, self.sides.after)
        for side, names in zip(sides, self.sides.columns_alone()):
            if names:
                listed = ", ".join(map(shown, names))
                yield fit(f"Only {shown(side.table.source.name)} has: {listed}", self.width)

    def heading(self, section: SectionChanges) -> str:
        name = f"{shown(self.sides.roles.section)}: {self.value(self.sides.section(section))}"
        if section.before is None:
            return f"{name} (came)"
        if section.after is None:
            return f"{name} (went)"
        return f"{name} (moved from {section.before + 1} to {section.after + 1})" if section.moved else name

    def event_lines(self, event: Event, key: str, key_width: int) -> Iterator[str]:
        """A line; of a change, one for each field."""
        head = f"{event.kind:{KIND_WIDTH}}  {padded(fit(key, self.key_room), key_width)}  "
        room = None if self.width is None else max(0, self.width - cells(head))
        for detail in self.details(event):
            line = fit((head + detail.line(room)).rstrip(), self.width)
            yield self.painted(COLOURS[event.kind], line[:KIND_WIDTH]) + line[KIND_WIDTH:]
            head = " " * cells(head)

    def details(self, event: Event) -> Iterator[Detail]:
        if event.kind == "changed":
            yield from map(self.difference, event.differences)
        elif event.kind == "moved":
            yield Detail("", self.way(event))
        else:
            others = self.sides.others(event.record)
            fields = (f"{shown(name)}: {self.value(event.record[name])}" for name in others)
            yield Detail("", ", ".join(fields))

    def way(self, event: Event) -> str:
        before, after = event.change.before, event.change.after
        assert before is not None and after is not None
        whence = self.sides.before.sections[before.section]
        stays = whence.key == self.sides.after.sections[after.section].key
        place = f"{before.item + 1}" if stays else f"{before.item + 1} of {self.value(whence.value)}"
        way = f"from {place} to {after.item + 1}"
        if after.item == 0:
            return way
        # Others come and go around it: its number alone may be the same.
        return f"{way}, after {self.key(self.sides.after.record(after.section, after.item - 1))}"

    def difference(self, difference: Difference) -> Detail:
        label = f"{shown(difference.name)}: "
        if difference.before is ABSENT:
            return Detail(label, f"{self.value(difference.after)} (a new field)")
        if difference.after is ABSENT:
            return Detail(label, f"{self.value(difference.before)} (the field went)")
        return Detail(label, self.value(difference.before), self.value(difference.after))

    def key(self, record: Fields) -> str:
        return " ".join(map(self.value, self.sides.key(record)))

    def value(self, value: Any) -> str:
        return shown(value, self.sides.typed)

    def painted(self, colour: str, text: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self.coloured and text.strip() else text


def total(counted: Counter[str]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in counted.items())
