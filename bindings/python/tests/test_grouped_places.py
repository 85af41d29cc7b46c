"""Where groups of a grouped list stand whose values begin with the same bytes."""

from __future__ import annotations

from random import Random

import pytest
from derivations import settle
from groups import LONG, group, listed, rows_of, shown
from hypothesis import given, settings
from hypothesis import strategies as st

from iqlist import Key
from iqlist._groups import END, STEP, Places, numbers_between
from iqlist._sort_keys import SortKey


@pytest.mark.parametrize("start", ["", LONG], ids=["short", "long"])
@pytest.mark.parametrize("step", [1, 7], ids=["one", "some"])
def test_groups_that_come_later_stand_in_their_place(start: str, step: int) -> None:
    values = [f"{start}{number:03}" for number in range(200)]
    Random(step).shuffle(values)
    source = listed()
    made = source.grouped(group)
    for count in range(step, len(values), step):
        source.set_items(rows_of(values[:count]))
        settle(made)
        assert [value for value, _ in shown(made)] == sorted(values[:count])


@pytest.mark.parametrize("reverse", [False, True])
def test_groups_that_come_in_order_have_room(reverse: bool) -> None:
    values = sorted((f"{LONG}{number:04}" for number in range(600)), reverse=reverse)
    source = listed()
    made = source.grouped(group)
    for count in range(1, 601, 3):
        source.set_items(rows_of(values[:count]))
        settle(made)
    assert [value for value, _ in shown(made)] == sorted(values[:598])


def test_values_between_the_last_two_find_room_nearly_fifty_times() -> None:
    places = Places()
    low, high = 0.0, 1.0
    places.add({Key(0): text(low), Key(1): text(high)})
    for number in range(2, 48):
        middle = (low + high) / 2
        places.add({Key(number): text(middle)})
        low, high = (middle, high) if number % 2 else (low, middle)
    assert len({places.rank(Key(number)) for number in range(48)}) == 48


def text(number: float) -> SortKey:
    """Texts with the same first bytes, in the order of numbers."""
    return SortKey(b"12345678" + f"{number:.60f}".encode())


@settings(max_examples=200)
@given(st.lists(st.lists(st.integers(0, 400), max_size=9), max_size=9), st.randoms(use_true_random=False))
def test_numbers_stand_in_the_order_of_sort_keys(batches: list[list[int]], random: Random) -> None:
    places, known = Places(), dict[Key, SortKey]()
    for batch in batches:
        new = {Key(number): text(number) for number in batch}
        before = {group: places.rank(group) for group in known}
        places.add({group: key for group, key in new.items() if group not in places})
        known.update(new)
        assert all(places.rank(group) == rank for group, rank in before.items()), "they stay"
        assert sorted(known, key=places.rank) == sorted(known, key=lambda group: known[group])
        kept = [group for group in known if random.randrange(4)]
        ranks = {group: places.rank(group) for group in kept}
        places.keep(kept)
        known = {group: known[group] for group in kept}
        assert {group: places.rank(group) for group in known} == ranks and len(places) == len(known)


@given(st.none() | st.integers(0, END - 1), st.none() | st.integers(1, END - 1), st.integers(1, 9))
def test_numbers_are_between_their_neighbours(below: int | None, above: int | None, count: int) -> None:
    if below is not None and above is not None and below > above:
        below, above = above, below
    numbers = numbers_between(below, above, count)
    least, most = -1 if below is None else below, END if above is None else above
    assert numbers == sorted(numbers) and len(numbers) == count
    assert least <= numbers[0] and numbers[-1] <= most - (above is None)
    if most - least > 20 * STEP:
        assert least < numbers[0] and numbers[-1] < most and len(set(numbers)) == count
