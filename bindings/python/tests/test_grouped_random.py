"""Random sessions of a grouped list beside plain Python: groups in a dict, and stable sorts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import Any

import pytest
from derivations import settle
from groups import LONG, Oops, Row, group, headers, itself, listed, shown

from iqlist import Descending, GroupedList
from iqlist._sort_keys import SortKey

GROUPS: list[Callable[[Row], Any]] = [
    lambda row: row.group,
    lambda row: row.group % 3,
    lambda row: LONG + str(row.group),
    lambda row: (str(row.group % 4) * 9, row.group),
    lambda row: None if row.group % 5 == 0 else date(2026, 1, 1 + row.group),
]
KEYS: list[Callable[[Row], Any] | None] = [
    None,
    lambda row: row.value,
    lambda row: LONG + str(row.value % 11),
    lambda row: (Descending(row.value % 5), row.name),
]
PLACES: list[Callable[[Any], Any] | None] = [None, None, Descending, lambda value: repr(value) * 2]


class Session:
    """A source and a grouped list of it, changed at random."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.source = listed()
        self.counts = self.random.randrange(2) == 1
        self.fails = False
        self.next = 0
        self.by, self.key, self.place = GROUPS[0], KEYS[0], PLACES[0]
        self.reverse = self.frozen = False
        self.made: GroupedList[Row] = self.source.grouped(group, header=self.header, counts=self.counts)

    def new_row(self) -> Row:
        self.next += 1
        return Row(self.next, self.random.randrange(20), self.random.randrange(40))

    def fail(self) -> None:
        if self.fails and self.random.randrange(20) == 0:
            raise Oops

    def header(self, value: Any, count: int, first: Row) -> Any:
        self.fail()
        return value, count, first

    def set_all(self) -> None:
        rows = [row for row in self.source.models() if self.random.randrange(9)]
        rows += [self.new_row() for _ in range(self.random.randrange(12))]
        if self.random.randrange(2):
            self.random.shuffle(rows)
        cut = self.random.randrange(len(rows) + 1)
        self.source.set({"s": rows[:cut], "t": rows[cut:]})

    def edit(self) -> None:
        rows = self.source.models()
        if not rows:
            return
        with self.source.edit() as edit:
            for row in self.random.sample(rows, min(len(rows), 3)):
                step = self.random.randrange(4)
                if step == 0:
                    new = replace(row, group=self.random.randrange(20), value=self.random.randrange(40))
                    edit.update_item(row.name, model=new)
                elif step == 1:
                    edit.insert_items([self.new_row()], before=row.name)
                elif step == 2:
                    edit.reload_items([row.name])
                elif row != rows[0]:
                    edit.move_item(row.name, before=rows[0].name)

    def order(self) -> None:
        # What has changed while it was frozen was not asked, nor what was failing or waits.
        keeps = self.random.randrange(3) == 0 and not (self.frozen or self.fails)
        if keeps:
            settle(self.made)
        else:
            self.by, self.key = self.random.choice(GROUPS), self.random.choice(KEYS)
            self.place = self.random.choice(PLACES)
        self.reverse, self.frozen = self.random.randrange(2) == 1, self.random.randrange(6) == 0
        by, key, place = self.by, self.key, self.place

        def asked(function: Callable[[Any], Any], given: Any) -> Any:
            self.fail()
            return function(given)

        self.made.set_order(
            lambda _, row: asked(by, row),
            None if key is None else lambda _, row: asked(key, row),
            header=self.header,
            place=None if place is None else partial(asked, place),
            reverse=self.reverse,
            frozen=self.frozen,
            keep_ranks=keeps,
        )

    def turn(self) -> None:
        self.fails = self.random.randrange(3) == 0
        held = self.random.randrange(6) == 0
        if held:
            self.made.hold()
        for _ in range(self.random.randrange(1, 4)):
            self.random.choice([self.set_all, self.edit, self.edit, self.order])()
            if self.random.randrange(2):
                with suppress(Oops):
                    self.made.poll()
        if held:
            self.made.resume()
        self.fails = False
        settle(self.made)

    def wanted(self) -> list[tuple[Any, list[Row]]]:
        found: dict[Any, list[Row]] = {}
        for row in self.source.models():
            found.setdefault(self.by(row), []).append(row)
        place = self.place or itself
        values = sorted(found, key=lambda value: SortKey.of(place(value)))
        if self.key is None:
            return [(value, found[value]) for value in values]
        return [(value, sorted(found[value], key=self.key, reverse=self.reverse)) for value in values]

    def check(self, seed: int) -> None:
        found, wanted = shown(self.made), self.wanted()
        if self.frozen:
            # Where they stand follows from what was there when it was frozen.
            assert sorted(self.made.keys()) == sorted(self.source.keys()), seed
            return
        assert found == wanted, seed
        for (value, rows), header in zip(wanted, headers(self.made)):
            count = len(rows) if self.counts else header[1]
            assert header == (value, count, rows[0]), seed


@pytest.mark.parametrize("seed", range(12))
def test_random_sessions_show_what_python_groups(seed: int) -> None:
    session = Session(seed)
    for _ in range(60):
        session.turn()
        session.check(seed)
