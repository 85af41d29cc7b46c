"""The changes for a program: one JSON object, with each change on a line of its own.

    {"before": {"name": "a.csv", "records": 4, "columns_alone": []},
     "after": {...},
     "changes": [{"kind": "changed", "key": ["7"], "section": "x", "before": {...}, "after": {...},
                  "fields": {"size": {"before": "1", "after": "2"}}}, ...],
     "sections": [{"section": "x", "before": 0, "after": null, "moved": false}, ...],
     "counts": {"went": 0, "came": 0, "moved": 0, "changed": 1}}

`sections` are those that came, went or moved. A place is {"section", "item", "line"}: positions counted from
0, and the line of the file, counted from 1; in a database "row" in place of "line". A record that came or
went has "record" in place of "fields". A field that one side does not have has no "before" or no "after".
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from .. import Change
from .changes import KINDS, Place, SectionChanges, counts
from .events import ABSENT, Event, Sides
from .index import Index

write = json.JSONEncoder().encode


class Document:
    def __init__(self, sides: Sides) -> None:
        self.sides = sides

    def summary(self, batch: Iterable[Change]) -> Iterator[str]:
        """Without "changes" and "sections"."""
        yield from self.head()
        yield f'"counts": {write(counts(batch))}}}'

    def head(self) -> Iterator[str]:
        alone = self.sides.columns_alone()
        yield f'{{"before": {write(described(self.sides.before, alone[0]))},'
        yield f'"after": {write(described(self.sides.after, alone[1]))},'

    def lines(self, sections: Iterable[SectionChanges]) -> Iterator[str]:
        sides = self.sides
        counted = Counter(dict.fromkeys(KINDS.values(), 0))
        resettled: list[dict[str, Any]] = []
        yield from self.head()
        yield '"changes": ['
        last = ""
        for section in sections:
            value = sides.section(section)
            if section.before is None or section.after is None or section.moved:
                places = {"before": section.before, "after": section.after, "moved": section.moved}
                resettled.append({"section": value, **places})
            for event in sides.events(section):
                counted[event.kind] += 1
                if last:
                    yield f"{last},"
                last = write(self.change(event, value))
        if last:
            yield last
        yield "],"
        yield f'"sections": {write(resettled)},'
        yield f'"counts": {write(counted)}}}'

    def change(self, event: Event, section: Any) -> dict[str, Any]:
        made: dict[str, Any] = {"kind": event.kind, "key": self.sides.key(event.record), "section": section}
        made["before"] = place(self.sides.before, event.change.before)
        made["after"] = place(self.sides.after, event.change.after)
        if event.kind == "changed":
            made["fields"] = {
                name: {
                    side: value
                    for side, value in (("before", before), ("after", after))
                    if value is not ABSENT
                }
                for name, before, after in event.differences
            }
        elif event.kind != "moved":
            made["record"] = event.record
        return made


def described(side: Index, alone: list[str]) -> dict[str, Any]:
    return {"name": side.table.source.name, "records": side.count, "columns_alone": alone}


def place(side: Index, place: Place | None) -> dict[str, int] | None:
    return place and {**place._asdict(), side.table.unit: side.number(*place)}
