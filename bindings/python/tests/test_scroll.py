"""The scroll position of the adapters: beside a `View` of the same list, which has the same rule, over
thousands of random updates."""

from __future__ import annotations

import random
from typing import Any, Optional

import pytest

from iqlist import Edge, List, PageState, Snapshot
from iqlist._scroll import MOST, Scroll
from iqlist.changeset import Changeset
from iqlist.identity import NONE

SEED = 20262


class Rows:
    """Lines that are the items."""

    def __init__(self, snapshot: Snapshot[Any]) -> None:
        self.count = len(snapshot)

    def __len__(self) -> int:
        return self.count

    def place(self, line: int, changeset: Changeset, after: Rows) -> Optional[int]:
        found = changeset.map()[line]
        return None if found == NONE else found


def change(chance: random.Random, rows: list[int], new: int) -> list[int]:
    """Rows come, go, jump, and blocks of them move; seldom all are shuffled."""
    rows = [row for row in rows if chance.random() > chance.choice([0, 0.02, 0.4])]
    for _ in range(chance.choice([0, 1, 1, 5, 60])):
        first, count = chance.randrange(len(rows) + 1), chance.choice([1, 1, 1, 8])
        block = rows[first : first + count]
        del rows[first : first + count]
        at = chance.randrange(len(rows) + 1)
        rows[at:at] = block
    for number in range(chance.choice([0, 0, 1, 3, 40])):
        rows.insert(chance.choice([0, chance.randrange(len(rows) + 1)]), new + number)
    if chance.random() < 0.05:
        chance.shuffle(rows)
    return rows


@pytest.mark.parametrize("height", [1, 7, 30, MOST + 40])
@pytest.mark.parametrize("pages", [False, True], ids=["without pages", "with pages"])
def test_it_goes_where_a_view_goes(height: int, pages: bool) -> None:
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    rows = list(range(4 * height))
    shown = List.of_items(rows)
    view, scroll = shown.view(), Scroll(shown)
    new, kept, moved = 10**6, 0, 0
    for step in range(60 if height > MOST else 600):
        if len(rows) < 2 * height:
            rows = [*rows, *range(new, new + 3 * height)]
            shown.set_items(rows)
            new += 10**4
        if pages and chance.random() < 0.3:
            shown.set_page(Edge.START, chance.choice([*PageState]))
        top = chance.choice([0, chance.randrange(len(rows) - height + 1)])
        view.set_visible(top, height)
        list(shown.events())
        scroll.polled()
        assert view.visible == range(top, top + height)

        before = Rows(shown.snapshot())
        if pages and chance.random() < 0.3:
            shown.set_page(Edge.START, chance.choice([*PageState]))
        rows = change(chance, rows, new)
        new += 10**4
        changeset = shown.set_items(rows)
        list(shown.events())
        after = Rows(shown.snapshot())
        found = scroll.follow(top, height, before, changeset, after)
        if len(rows) >= height:
            assert found == view.visible.start, (step, top, rows)
        kept += found == top
        moved += found != top
    assert kept > 5 and moved > 5


@pytest.mark.parametrize("state", [*PageState])
@pytest.mark.parametrize("where", ["list", "first section", "section of the first item"])
def test_what_a_page_brings_is_out_of_sight(state: PageState, where: str) -> None:
    """Also where it was the last one, and where an empty section comes first."""
    shown: List[Any] = List.of_sections({"empty": [], "all": range(50)})
    section = {"list": None, "first section": "empty", "section of the first item": "all"}[where]
    shown.set_page(Edge.START, state, section=section)
    scroll = Scroll(shown)
    may_come = state not in (PageState.OFF, PageState.ENDED)
    before = Rows(shown.snapshot())
    shown.set_page(Edge.START, PageState.ENDED, section=section)
    changeset = shown.set({"empty": [], "all": range(-5, 50)})
    assert scroll.follow(0, 10, before, changeset, Rows(shown.snapshot())) == (5 if may_come else 0)
    before = Rows(shown.snapshot())
    changeset = shown.set({"empty": [], "all": range(-10, 50)})
    assert scroll.follow(0, 10, before, changeset, Rows(shown.snapshot())) == 0
