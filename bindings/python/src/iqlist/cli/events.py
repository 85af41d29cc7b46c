"""What happened to records, with their fields: what all formats that show records are written from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from .changes import Change, SectionChanges
from .index import Index
from .tables import Fields

KINDS = ("went", "came", "moved", "changed")


class Absent:
    """A field that a record does not have."""


ABSENT = Absent()


class Difference(NamedTuple):
    """A field that is not as it was. ABSENT where there was or is none."""

    name: str
    before: Any
    after: Any


class Event(NamedTuple):
    """One thing that happened to one record. `record` is the record as it is, or was; `differences` are
    there if it changed. A record that moved and changed has two events."""

    kind: str
    change: Change
    record: Fields
    differences: list[Difference]


class Sides:
    """Both tables, indexed."""

    def __init__(self, before: Index, after: Index) -> None:
        self.before = before
        self.after = after
        self.roles = after.roles
        # Values of JSON have types, those of CSV are text.
        self.typed = after.table.names is None

    def events(self, section: SectionChanges) -> Iterator[Event]:
        for change in section.records:
            if change.after is None:
                assert change.before is not None
                yield Event("went", change, self.before.record(*change.before), [])
                continue
            record = self.after.record(*change.after)
            if change.before is None:
                yield Event("came", change, record, [])
                continue
            if change.moved:
                yield Event("moved", change, record, [])
            if change.changed:
                before = self.before.record(*change.before)
                yield Event("changed", change, record, self.differences(before, record))

    def differences(self, before: Fields, after: Fields) -> list[Difference]:
        pairs = ((n, before.get(n, ABSENT), after.get(n, ABSENT)) for n in self.others({**before, **after}))
        return [Difference(*pair) for pair in pairs if not same(*pair[1:])]

    def others(self, record: Fields) -> list[str]:
        """The fields that are compared: not those that say who the record is and where."""
        if self.roles.compared is not None:
            return list(self.roles.compared)
        return [name for name in record if name not in self.roles.key and name != self.roles.section]

    def key(self, record: Fields) -> list[Any]:
        return [record[name] for name in self.roles.key]

    def section(self, section: SectionChanges) -> Any:
        """The value of the section column."""
        if section.after is not None:
            return self.after.sections[section.after].value
        assert section.before is not None
        return self.before.sections[section.before].value

    def columns_alone(self) -> tuple[list[str], list[str]]:
        """The columns that one file alone has, where files say their columns once."""
        before, after = self.before.table.names or [], self.after.table.names or []
        if not before or not after:
            return [], []
        return [n for n in before if n not in after], [n for n in after if n not in before]


def same(before: Any, after: Any) -> bool:
    """As the contents are compared: 1 is neither 1.0 nor true."""
    if before is ABSENT or after is ABSENT:
        return False
    return json.dumps(before, sort_keys=True) == json.dumps(after, sort_keys=True)
