"""The changes of records, with their fields: the input of all output formats that show records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .. import Change as Range
from .. import ChangeKind
from .changes import Change, SectionChanges, singly
from .index import Index
from .tables import Fields
from .tolerance import Tolerance


class Absent:
    """A field that a record does not have."""


ABSENT = Absent()


class Difference(NamedTuple):
    """A field that has changed. ABSENT on a side that does not have it."""

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

    def __init__(self, before: Index, after: Index, tolerance: Tolerance) -> None:
        self.before = before
        self.after = after
        self.tolerance = tolerance
        self.roles = after.roles
        self.typed = after.table.typed

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
        names = self.others({**before, **after})
        pairs = ((name, before.get(name, ABSENT), after.get(name, ABSENT)) for name in names)
        return [
            Difference(*pair) for pair in pairs if not same(*pair[1:]) and not self.tolerance.holds(*pair)
        ]

    def forgive(self, batch: Iterable[Range]) -> bool:
        """Makes the contents of records that differ by no more than is tolerated those of before. Answers
        whether there was one."""
        forgiven = False
        for change in singly([change for change in batch if change.kind == ChangeKind.ITEM_UPDATE]):
            old, new = change.before, change.after
            assert old is not None and new is not None
            if not self.differences(self.before.record(*old), self.after.record(*new)):
                content = self.before.sections[old.section].contents[old.item]
                self.after.sections[new.section].contents[new.item] = content
                forgiven = True
        return forgiven

    def others(self, record: Fields) -> list[str]:
        """The fields of a record that are compared."""
        if self.roles.compared is not None:
            return [name for name in self.roles.compared if name in record]
        return [name for name in record if name not in self.roles.aside]

    def key(self, record: Fields) -> list[Any]:
        return [record[name] for name in self.roles.key]

    def section(self, section: SectionChanges) -> Any:
        """The value of the section column."""
        if section.after is not None:
            return self.after.sections[section.after].value
        assert section.before is not None
        return self.before.sections[section.before].value

    def columns_alone(self) -> tuple[list[str], list[str]]:
        """The columns that only one file has, of those that are wanted, in files with a line of columns."""
        before, after = self.before.table.names or [], self.after.table.names or []
        if not before or not after:
            return [], []
        left = [name for name in before if name not in after and self.roles.wants(name)]
        return left, [name for name in after if name not in before and self.roles.wants(name)]


def same(before: Any, after: Any) -> bool:
    """As the contents are compared: 1 is neither 1.0 nor true."""
    if before is ABSENT or after is ABSENT:
        return False
    return json.dumps(before, sort_keys=True) == json.dumps(after, sort_keys=True)
