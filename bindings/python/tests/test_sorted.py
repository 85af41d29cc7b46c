"""Sorted lists beside Python's own `sorted`: one property at a time, and in random sessions."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from functools import cmp_to_key, partial
from random import Random
from typing import Any

import pytest
from derivations import settle
from hypothesis import given, settings
from hypothesis import strategies as st

from iqlist import (
    ClosedError,
    ColumnError,
    Descending,
    Duplicates,
    EventKind,
    Key,
    List,
    OrderState,
    State,
    SupersededError,
    Ticket,
    _filters,
    _orders,
)

LONG = "the same sixteen bytes, and more: "


@dataclass(frozen=True)
class Row:
    """A model: who it is, and what it is sorted by."""

    name: int
    value: Any


def new_list(**options: Any) -> List[Row]:
    """A list of rows."""
    return List(key="name", content=lambda row: (repr(row.value),), **options)


def shown(made: List[Any]) -> list[list[Any]]:
    """The models of each section."""
    return [[row.model for row in section] for section in made.sections]


def value(_: Key, row: Row) -> Any:
    return row.value


def name(row: Row) -> int:
    return row.name


def values(rows: list[Row]) -> list[Any]:
    return [row.value for row in rows]


def negative(_: Key, number: int) -> int:
    return -number


def identity(_: Key, model: Any) -> Any:
    return model


class Counting:
    """A key function that counts the names that it was asked about."""

    def __init__(self, key: Callable[[Row], Any] = lambda row: row.value) -> None:
        self.key = key
        self.asked: Counter[int] = Counter()

    def __call__(self, _: Key, row: Row) -> Any:
        self.asked[row.name] += 1
        return self.key(row)

    def read(self) -> dict[int, int]:
        """How often since the last time."""
        asked, self.asked = self.asked, Counter()
        return dict(asked)


def settled(source: List[Any], **options: Any) -> list[Any]:
    """What a sorted list of a source shows."""
    with source.sorted(**options) as made:
        settle(made)
        return made.models()


# --- keys


def test_a_sorted_list_follows_its_source() -> None:
    source = List.of_items(["Cem", "Ada", "Ben"])
    made = source.sorted(identity)
    assert made.models() == ["Cem", "Ada", "Ben"] and made.source is source
    settle(made)
    assert made.models() == ["Ada", "Ben", "Cem"]
    source.set_items(["Cem", "Alan", "Ben"])
    settle(made)
    assert made.models() == ["Alan", "Ben", "Cem"]


def test_the_order_in_effect_and_the_one_that_waits_can_be_read() -> None:
    made = List.of_items(["Cem", "Ada", "Ben"]).sorted()
    assert made.order == OrderState(reverse=False, frozen=False, ticket=0, waiting=0)
    made.set_order(identity, reverse=True)
    assert made.order == OrderState(reverse=False, frozen=False, ticket=0, waiting=1)
    settle(made)
    assert made.order == OrderState(reverse=True, frozen=False, ticket=1, waiting=0)
    made.set_order(identity, frozen=True, keep_ranks=True)
    settle(made)
    assert made.order == OrderState(reverse=False, frozen=True, ticket=2, waiting=0)


FLOATS = st.floats(allow_nan=False)
ORDERED = st.one_of(
    st.lists(st.one_of(st.integers(), st.integers(0, 3), FLOATS, st.decimals(-9, 9, places=2))),
    st.lists(st.text()),
    st.lists(st.text("ab", max_size=20).map(LONG.__add__)),
    st.lists(st.binary()),
    st.lists(st.tuples(st.integers(0, 3), st.text("ab"), FLOATS.map(Descending))),
    st.lists(st.booleans()),
    st.lists(st.dates()),
    st.lists(st.datetimes()),
)


@settings(deadline=None, max_examples=60)
@given(ORDERED, st.booleans())
def test_any_keys_stand_as_python_sorts_them(keys: list[Any], reverse: bool) -> None:
    with new_list() as source:
        source.set_items([Row(*pair) for pair in enumerate(keys)])
        wanted = sorted(source.models(), key=lambda row: row.value, reverse=reverse)
        assert settled(source, key=value, reverse=reverse) == wanted
        assert settled(source, batch=values, reverse=reverse) == wanted


def test_keys_of_kinds_that_python_does_not_compare_stand_apart() -> None:
    rows = [Row(*pair) for pair in enumerate(["a", 2, None, b"x", 1.5])]
    source = new_list()
    source.set_items(rows)
    assert [row.value for row in settled(source, key=value)] == [None, 1.5, 2, "a", b"x"]


def test_keys_without_bytes_are_compared_if_that_is_asked_for() -> None:
    source = new_list()
    sets = [{1, 2, 3}, {1}, {1, 2}, set[int]()]
    source.set_items([Row(number, (number % 2, frozenset(each))) for number, each in enumerate(sets)])
    wanted = sorted(source.models(), key=lambda row: row.value)
    assert settled(source, key=value, compare=True) == wanted
    with source.sorted(value) as made, pytest.raises(TypeError, match="compare=True"):
        settle(made)


def test_compared_keys_are_ordered_by_any_function() -> None:
    source: List[int] = List.of_items(range(100))

    def by_last_digit(a: int, b: int) -> int:
        return a % 10 - b % 10

    by_digit: Callable[[int], Any] = cmp_to_key(by_last_digit)

    def key(_: Key, number: int) -> Any:
        return by_digit(number)

    for reverse in (False, True):
        wanted = sorted(range(100), key=by_digit, reverse=reverse)
        made = settled(source, key=key, compare=True, reverse=reverse)
        assert made == wanted


def test_arrays_are_sort_keys_of_many() -> None:
    numpy = pytest.importorskip("numpy")
    source = List.of_items(range(3000))

    def negated(numbers: list[int]) -> Any:
        return -numpy.array(numbers)

    assert settled(source, batch=negated) == list(range(2999, -1, -1))


def test_as_many_sort_keys_as_items_are_needed() -> None:
    made = List.of_items(range(3)).sorted(batch=lambda numbers: numbers[1:])
    with pytest.raises(ColumnError, match="3 items, but 2 sort keys"):
        settle(made)
    with pytest.raises(TypeError, match="not as both"):
        made.set_order(identity, batch=lambda numbers: numbers)


def test_naive_and_aware_times_are_refused_together() -> None:
    source = new_list()
    source.set_items([Row(0, datetime(2026, 1, 1)), Row(1, datetime(2026, 1, 1, tzinfo=timezone.utc))])
    with source.sorted(value) as made, pytest.raises(TypeError, match="time zone"):
        settle(made)


def test_sections_are_sorted_each_by_itself_and_keys_may_be_scoped() -> None:
    texts = {"s": ["b", "a"], "t": ["a", "c", "b"]}
    source: List[str] = List(duplicates=Duplicates.SCOPE)
    source.set(texts)
    made = source.sorted(lambda _, name: LONG + name)
    settle(made)
    assert shown(made) == [["a", "b"], ["a", "b", "c"]]
    source.set({"s": ["b", "c"], "t": ["d", "c", "b", "a"]})
    settle(made)
    assert shown(made) == [["b", "c"], ["a", "b", "c", "d"]]


# --- how often is asked


@pytest.mark.parametrize("start", ["", LONG], ids=["short", "long"])
def test_a_key_is_computed_once_for_each_new_or_changed_item(start: str) -> None:
    def text(number: int) -> str:
        return start + str(number)

    key = Counting()
    source = new_list()
    source.set_items([Row(name, text(name % 7)) for name in range(500)])
    made = source.sorted(key)
    settle(made)
    assert key.read() == dict.fromkeys(range(500), 1)
    rows = source.models()
    rows[3] = replace(rows[3], value=text(5))
    source.set_items([*rows[100:], *rows[:90], Row(1000, text(6))])
    settle(made)
    assert key.read() == {3: 1, 1000: 1}
    assert made.models() == sorted(source.models(), key=lambda row: row.value)
    with source.edit() as edit:
        edit.reload_items([7, 8])
    settle(made)
    assert key.read() == {7: 1, 8: 1}


def test_long_keys_that_are_not_kept_are_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_orders, "LONG_KEYS", 10)
    source = new_list()
    source.set_items([Row(name, LONG + str(name % 7)) for name in range(300)])
    for compare in (False, True):
        key = Counting()
        wanted = sorted(source.models(), key=lambda row: row.value, reverse=True)
        assert settled(source, key=key, reverse=True, compare=compare) == wanted
        assert max(key.read().values()) > 1


def test_the_info_counts_what_is_still_to_be_asked() -> None:
    source = List.of_items(range(10_000))
    with source.sorted(negative) as made:
        assert made.info().pending == 0
        made.poll()
        assert made.info().pending == 10_000 - 8_192
        settle(made)
        assert made.info().pending == 0 and made.models()[0] == 9_999


def test_another_direction_asks_nobody() -> None:
    key = Counting()
    source = new_list()
    source.set_items([Row(name, -name) for name in range(100)])
    made = source.sorted(key)
    settle(made)
    key.read()
    made.set_order(key, reverse=True, keep_ranks=True)
    settle(made)
    assert [row.name for row in made.models()] == list(range(100)) and key.read() == {}
    source.set_items([*source.models(), Row(100, -100)])
    settle(made)
    assert key.read() == {100: 1}


def test_what_is_equal_is_sorted_after_the_ranks_were_kept() -> None:
    source = new_list()
    source.set_items([Row(name, LONG + str(name % 5) if name % 2 else str(name % 3)) for name in range(60)])
    made = source.sorted(value)
    settle(made)
    for reverse in (True, False):
        made.set_order(value, reverse=reverse, keep_ranks=True)
        settle(made)
        assert made.models() == sorted(source.models(), key=lambda row: row.value, reverse=reverse)


# --- orders as submissions


def test_what_is_moved_keeps_handle_and_states() -> None:
    source = List.of_items(range(20))
    made = source.sorted()
    made.select(7)
    before = made.item(7)
    made.set_order(negative)
    settle(made)
    assert made.models() == list(range(19, -1, -1))
    assert made.item(7) == before and before.states & State.SELECTED


def test_orders_supersede_one_another_and_none_is_the_source_s() -> None:
    source = List.of_items([3, 1, 2])
    made = source.sorted()
    first = made.set_order(identity)
    last = made.set_order(identity, reverse=True)
    settle(made)
    assert isinstance(first.exception(), SupersededError) and last.exception() is None
    assert made.models() == [3, 2, 1]
    made.set_order(None)
    settle(made)
    assert made.models() == [3, 1, 2]


def test_what_is_frozen_stays_until_the_order_is_set_again() -> None:
    key = Counting()
    source = new_list()
    source.set_items([Row(name, name) for name in range(5)])
    made = source.sorted(key, frozen=True)
    settle(made)
    key.read()
    source.set_items([Row(0, 9), Row(1, 8), Row(2, 2), Row(3, 3), Row(4, 4), Row(5, 2.5)])
    settle(made)
    assert [row.name for row in made.models()] == [0, 1, 2, 5, 3, 4] and key.read() == {5: 1}
    made.set_order(key)
    settle(made)
    assert [row.name for row in made.models()] == [2, 5, 3, 4, 1, 0]


def test_a_held_list_stays_and_takes_an_order() -> None:
    source = List.of_items([3, 1, 2])
    made = source.sorted(identity)
    settle(made)
    with made.held():
        source.set_items([0, 4])
        made.set_order(identity, reverse=True)
        made.poll()
        assert made.models() == [3, 2, 1]
    settle(made)
    assert made.models() == [4, 0]


def test_a_sorted_list_goes_on_without_its_source() -> None:
    source = List.of_items([3, 1, 2])
    made = source.sorted()
    source.close()
    made.set_order(identity)
    settle(made)
    assert made.models() == [1, 2, 3]
    made.close()
    with pytest.raises(ClosedError):
        made.set_order(identity)


def test_chains_of_filters_and_orders_agree() -> None:
    source = List.of_items(range(30))

    def key(_: Key | None, number: int) -> tuple[int, int]:
        return number % 4, number

    odd = source.filtered(lambda _, number: number % 2 == 1)
    sorted_odd, odd_sorted = odd.sorted(key), source.sorted(key).filtered(lambda _, number: number % 2 == 1)
    for derived in (odd, sorted_odd, odd_sorted.source, odd_sorted):
        settle(derived)
    assert sorted_odd.models() == odd_sorted.models() == sorted(range(1, 30, 2), key=partial(key, None))


# --- failures and lifetimes


class Oops(Exception):
    """What key functions raise."""


def test_an_exception_is_raised_from_the_poll_and_the_next_poll_asks_again() -> None:
    failing = [True]

    def key(_: Key, number: int) -> int:
        if failing[0] and number == 4:
            raise Oops(number)
        return -number

    source = List.of_items(range(6))
    made = source.sorted()
    made.set_events(EventKind.UPDATE)
    ticket = made.set_order(key)
    for _ in range(3):
        with pytest.raises(Oops, match="4"):
            settle(made)
        assert made.models() == list(range(6)) and not ticket.done()
    failing[0] = False
    settle(made)
    ticket.result()
    assert made.models() == list(range(5, -1, -1))


def test_an_exception_of_a_comparison_is_raised_from_the_poll() -> None:
    class Odd:
        def __lt__(self, other: object) -> bool:
            raise Oops("<")

    made = List.of_items(range(3)).sorted(lambda _, number: Odd(), compare=True)
    with pytest.raises(Oops, match="<"):
        settle(made)
    made.set_order(negative)
    settle(made)
    assert made.models() == [2, 1, 0]


def test_a_key_function_lives_until_it_will_not_be_asked_again() -> None:
    gc.collect()
    made = List.of_items(range(4)).sorted()
    before = len(_filters.kept)

    def submit(**options: Any) -> tuple[weakref.ref[Any], Ticket]:
        key = partial(negative)
        return weakref.ref(key), made.set_order(key, **options)

    first, _ = submit()
    settle(made)
    waiting, _ = submit(delay=9)
    assert first() is not None and waiting() is not None
    last, _ = submit()
    settle(made)
    assert first() is None and waiting() is None and last() is not None
    with pytest.raises(ValueError):
        made.set_order(identity, flags=1 << 31)
    made.close()
    assert last() is None and len(_filters.kept) == before


# --- random sessions


KEYS: list[Callable[[Row], Any]] = [
    lambda row: row.value,
    lambda row: row.value % 3,
    lambda row: LONG + str(row.value % 11),
    lambda row: (Descending(row.value % 5), str(row.value) * 9),
    lambda row: row.value / 7,
]


class Session:
    """A source and a sorted list of it, changed at random."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.source = new_list()
        self.made = self.source.sorted()
        self.key: Callable[[Row], Any] = lambda row: 0
        self.reverse = self.frozen = self.fails = False
        self.next = 0

    def new_row(self) -> Row:
        self.next += 1
        return Row(self.next, self.random.randrange(40))

    def asked(self, key: Callable[[Row], Any], _: Key, row: Row) -> Any:
        if self.fails and self.random.randrange(20) == 0:
            raise Oops
        return key(row)

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
                    new = replace(row, value=self.random.randrange(40))
                    edit.update_item(row.name, model=new)
                elif step == 1:
                    edit.insert_items([self.new_row()], before=row.name)
                elif step == 2:
                    edit.reload_items([row.name])
                elif row != rows[0]:
                    edit.move_item(row.name, before=rows[0].name)

    def order(self) -> None:
        self.key, self.reverse = self.random.choice(KEYS), self.random.randrange(2) == 1
        self.frozen = self.random.randrange(6) == 0
        key = partial(self.asked, self.key)
        compare = self.random.randrange(3) == 0
        self.made.set_order(key, reverse=self.reverse, frozen=self.frozen, compare=compare)

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

    def wanted(self) -> list[list[Row]]:
        return [sorted(rows, key=self.key, reverse=self.reverse) for rows in shown(self.source)]


@pytest.mark.parametrize("seed", range(12))
def test_random_sessions_show_what_python_sorts(seed: int) -> None:
    session = Session(seed)
    for _ in range(60):
        session.turn()
        found, wanted = shown(session.made), session.wanted()
        if session.frozen:
            # Where they stand follows from what was there when it was frozen.
            found, wanted = ([sorted(rows, key=name) for rows in each] for each in (found, wanted))
        assert found == wanted, seed
