"""Grouped lists beside plain Python, groups in dicts and stable sorts: one property at a time, and in random
sessions."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timezone
from decimal import Decimal
from enum import Enum
from functools import partial
from random import Random
from typing import Any

import pytest
from counted import Model
from derivations import settle
from hypothesis import given, settings
from hypothesis import strategies as st

from iqlist import (
    CallbackError,
    CellClass,
    ChangeKind,
    ClosedError,
    Descending,
    Duplicates,
    ElementKind,
    EventKind,
    GroupedList,
    Key,
    List,
    ScopeError,
    State,
    StateError,
    SupersededError,
    Supplementary,
    _filters,
)
from iqlist._groups import END, STEP, Places, numbers_between
from iqlist._sort_keys import SortKey

LONG = "the same sixteen bytes, and more: "


@dataclass(frozen=True)
class Row:
    """A model: who it is, its group, and what it is sorted by."""

    name: int
    group: Any
    value: int = 0


def rows_of(groups: Iterable[Any]) -> list[Row]:
    return [Row(*pair) for pair in enumerate(groups)]


def listed(rows: Iterable[Row] = (), **options: Any) -> List[Row]:
    """A list of rows."""
    made: List[Row] = List(key="name", content=lambda row: (repr(row.group), row.value), **options)
    made.set_items(rows)
    return made


def group(_: Key, row: Row) -> Any:
    return row.group


def value(_: Key, row: Row) -> int:
    return row.value


def itself(value: Any) -> Any:
    return value


def initial(_: Key, name: str) -> str:
    return name[0]


def shown(made: List[Any]) -> list[tuple[Any, list[Any]]]:
    """The groups by their values, and the models of each."""
    return [(section.name, [row.model for row in section]) for section in made.sections]


def names(made: List[Row]) -> list[tuple[Any, list[int]]]:
    return [(value, [row.name for row in rows]) for value, rows in shown(made)]


def headers(made: List[Any]) -> list[Any]:
    return [None if section.header is None else section.header.model for section in made.sections]


def settled(
    source: List[Any],
    by: Callable[[Key, Any], Any],
    key: Callable[[Key, Any], Any] | None = None,
    *,
    batch: Callable[[list[Any]], list[Any]] | None = None,
    place: Callable[[Any], Any] | None = None,
    reverse: bool = False,
    compare: bool = False,
) -> list[tuple[Any, list[Any]]]:
    """What a grouped list of a source shows."""
    with source.grouped(by, key, batch=batch, place=place, reverse=reverse, compare=compare) as made:
        settle(made)
        return shown(made)


class Counting:
    """A function that counts what it was called with."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.calls: Counter[Any] = Counter()

    def __call__(self, *arguments: Any) -> Any:
        self.calls[arguments[-1] if isinstance(arguments[0], Key) else arguments] += 1
        return self.function(*arguments)

    def read(self) -> dict[Any, int]:
        """How often since the last time."""
        calls, self.calls = self.calls, Counter()
        return dict(calls)


# --- groups


def test_groups_are_sections_by_value_that_come_and_go_with_their_items() -> None:
    source = List.of_items(["beet", "apple", "bean"])
    made = source.grouped(initial)
    assert shown(made) == [] and made.source is source
    settle(made)
    assert shown(made) == [("a", ["apple"]), ("b", ["beet", "bean"])]
    assert made.section("b").position == 1 and "c" not in made.sections
    source.set_items(["corn", "bean"])
    settle(made)
    assert shown(made) == [("b", ["bean"]), ("c", ["corn"])]


def test_an_item_that_changes_its_group_moves_and_keeps_handle_and_states() -> None:
    source = listed(rows_of("aab"))
    made = source.grouped(group)
    settle(made)
    made.select(1)
    made.set_events(EventKind.UPDATE)
    before = made.item(1)
    source.set_items([Row(0, "a"), Row(1, "b"), Row(2, "b")])
    events = settle(made)
    assert names(made) == [("a", [0]), ("b", [1, 2])]
    assert made.item(1) == before and before.states & State.SELECTED
    assert events[0].changeset is not None
    assert {change.kind for change in events[0].changeset.steps()} >= {ChangeKind.ITEM_MOVE}


def test_sections_of_the_source_are_no_groups_and_names_are_not_shared() -> None:
    source: List[str] = List()
    source.set({"s": ["beet", "apple"], "t": ["bean"]})
    made = source.grouped(initial)
    settle(made)
    assert shown(made) == [("a", ["apple"]), ("b", ["beet", "bean"])]
    assert source.sections.keys() == [Key("s"), Key("t")] and repr(source.sections) == "['s', 't']"
    found = made.filtered(lambda _, name: name != "apple")
    settle(found)
    assert repr(found.sections) == "['a', 'b']" and repr(made.snapshot().sections) == "['a', 'b']"


VALUES = st.one_of(
    st.lists(st.integers(-(2**63), 2**63)),
    st.lists(st.floats(allow_nan=False).filter(lambda number: number != 0)),
    st.lists(st.text("ab", max_size=20).map(LONG.__add__)),
    st.lists(st.text()),
    st.lists(st.booleans()),
    st.lists(st.dates()),
    st.lists(st.datetimes()),
    st.lists(st.tuples(st.integers(0, 3), st.text("ab"), st.dates())),
)


@settings(deadline=None, max_examples=60)
@given(VALUES)
def test_groups_of_any_values_stand_as_python_sorts_them(values: list[Any]) -> None:
    with listed(rows_of(values)) as source:
        wanted = [
            (value, [row for row in source.models() if row.group == value]) for value in sorted(set(values))
        ]
        assert settled(source, group) == wanted


def test_values_of_kinds_that_python_does_not_compare_stand_apart() -> None:
    values: list[Any] = ["a", 2, None, b"x", Decimal("1.5"), (1, "a"), date(2026, 1, 1)]
    found = [value for value, _ in settled(listed(rows_of(values)), group)]
    assert found == [None, Decimal("1.5"), 2, "a", b"x", date(2026, 1, 1), (1, "a")]


class Kind(Enum):
    """A value without an order."""

    ROOT = 1
    FRUIT = 2


def test_values_without_an_order_stand_by_their_place() -> None:
    source = listed(rows_of([Kind.FRUIT, Kind.ROOT]))
    with source.grouped(group) as made, pytest.raises(TypeError, match="needs a type with an order"):
        settle(made)
    found = settled(source, group, place=lambda kind: kind.value)
    assert [kind for kind, _ in found] == [Kind.ROOT, Kind.FRUIT]


def test_places_are_any_sort_keys_and_equal_ones_stand_as_the_groups_came() -> None:
    source = listed(rows_of([3, 1, 2]))
    assert [value for value, _ in settled(source, group, place=Descending)] == [3, 2, 1]
    assert [value for value, _ in settled(source, group, place=lambda value: value == 3)] == [1, 2, 3]
    assert [value for value, _ in settled(source, group, place=lambda value: frozenset({value, 0}))]


def test_naive_and_aware_times_are_refused_together() -> None:
    values = [datetime(2026, 1, 1), datetime(2026, 1, 1, tzinfo=timezone.utc)]
    with listed(rows_of(values)).grouped(group) as made, pytest.raises(TypeError, match="time zone"):
        settle(made)


def test_a_value_of_which_no_key_can_be_made_is_refused() -> None:
    with (
        listed(rows_of([object()])).grouped(group) as made,
        pytest.raises(TypeError, match="cannot be hashed"),
    ):
        settle(made)


def test_items_of_a_group_are_sorted() -> None:
    source = List.of_items(["bean", "apple", "beet", "avocado", "banana"])
    found = settled(source, initial, key=lambda _, name: LONG + name)
    assert found == [("a", ["apple", "avocado"]), ("b", ["banana", "bean", "beet"])]
    found = settled(source, initial, batch=lambda names: list(map(len, names)), reverse=True)
    assert found == [("a", ["avocado", "apple"]), ("b", ["banana", "bean", "beet"])]
    found = settled(source, initial, key=lambda _, name: {*range(len(name))}, compare=True)
    assert found == [("a", ["apple", "avocado"]), ("b", ["bean", "beet", "banana"])]


def test_scoped_keys_cannot_be_grouped() -> None:
    with pytest.raises(ScopeError):
        List(duplicates=Duplicates.SCOPE).grouped(initial)
    with pytest.raises(TypeError, match="not as both"):
        List.of_items(["a"]).grouped(initial, initial, batch=lambda models: models)


# --- places of groups whose first bytes are equal


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


# --- how often is asked


def test_values_sort_keys_and_places_are_asked_once() -> None:
    by, key, place = Counting(group), Counting(value), Counting(itself)
    rows = [Row(name, LONG + str(name % 5), name % 7) for name in range(300)]
    source = listed(rows)
    made = source.grouped(by, key, place=place)
    settle(made)
    assert by.read() == key.read() == dict.fromkeys(rows, 1)
    assert place.read() == {(LONG + str(number),): 1 for number in range(5)}
    rows[3] = replace(rows[3], group=LONG + "9")
    source.set_items([*rows[100:], *rows[:90], Row(1000, LONG + "1")])
    settle(made)
    assert by.read() == key.read() == {rows[3]: 1, Row(1000, LONG + "1"): 1}
    assert place.read() == {(LONG + "9",): 1}
    source.set_items(rows[4:5])
    settle(made)
    source.set_items(rows[4:6])
    settle(made)
    assert by.read() == {rows[5]: 1} and place.read() == {}


def test_a_header_is_asked_for_new_groups_and_other_first_items() -> None:
    def value_and_first(value: str, _: int, first: Row) -> tuple[str, int]:
        return value, first.name

    header = Counting(value_and_first)
    rows = rows_of("abab")
    source = listed(rows)
    made = source.grouped(group, header=header)
    settle(made)
    assert header.read() == {("a", 2, rows[0]): 1, ("b", 2, rows[1]): 1}
    assert headers(made) == [("a", 0), ("b", 1)]
    source.set_items([*rows, Row(4, "a")])
    settle(made)
    assert header.read() == {}
    source.set_items([Row(9, "b"), *rows[:3], Row(3, "c")])
    settle(made)
    assert header.read() == {("b", 2, Row(9, "b")): 1, ("c", 1, Row(3, "c")): 1}
    source.set_items([source.models()[0], Row(0, "a", 5), *source.models()[2:]])
    settle(made)
    assert header.read() == {("a", 2, Row(0, "a", 5)): 1}
    with source.edit() as edit:
        edit.reload_items([9])
    settle(made)
    assert header.read() == {("b", 2, Row(9, "b")): 1}


def test_a_count_that_changes_is_an_update_of_the_header_alone() -> None:
    source = listed(rows_of("aab"))
    made = source.grouped(group, header=lambda value, count, first: f"{value}: {count}", counts=True)
    settle(made)
    assert headers(made) == ["a: 2", "b: 1"]
    made.set_events(EventKind.UPDATE)
    source.set_items(rows_of("aabb"))
    events = settle(made)
    assert headers(made) == ["a: 2", "b: 2"]
    assert events[0].changeset is not None
    kinds = Counter(change.kind for change in events[0].changeset.steps())
    assert kinds == {ChangeKind.ITEM_INSERT: 1, ChangeKind.SUPPLEMENTARY_UPDATE: 1}


# --- headers


def test_a_header_is_a_model_an_element_or_none() -> None:
    kind = CellClass("test_grouped.header")
    element = Supplementary(ElementKind.HEADER, "own", content=7, model="Own", cell_class=kind)
    answers: dict[str, Any] = {"a": None, "b": element, "c": "C"}
    source = listed(rows_of("abc"))
    made = source.grouped(group, header=lambda value, count, first: answers[value])
    settle(made)
    assert headers(made) == [None, "Own", "C"]
    own, plain = made.section("b").header, made.section("c").header
    assert own is not None and plain is not None
    assert own == element._replace(key=Key("own")) and plain.key == Key("header") and plain.content == 0


def test_an_element_that_is_no_header_is_refused() -> None:
    made = listed(rows_of("a")).grouped(
        group, header=lambda value, count, first: Supplementary(ElementKind.FOOTER, "f", model=value)
    )
    for _ in range(2):
        with pytest.raises(CallbackError, match="header of another kind"):
            settle(made)
    made.set_order(group)
    settle(made)
    assert headers(made) == [None]


def test_an_equal_header_is_no_change() -> None:
    source = listed(rows_of("aa"))
    made = source.grouped(group, header=lambda value, count, first: value.upper(), counts=True)
    settle(made)
    made.set_events(EventKind.UPDATE)
    source.set_items(rows_of("aaa"))
    changes = settle(made)[0].changeset
    assert changes is not None and [change.kind for change in changes.steps()] == [ChangeKind.ITEM_INSERT]


# --- orders as submissions


def test_another_order_has_other_groups_keys_and_headers() -> None:
    source = listed([Row(name, name % 2, name % 3) for name in range(6)])
    made = source.grouped(group)
    settle(made)
    assert names(made) == [(0, [0, 2, 4]), (1, [1, 3, 5])]
    first = made.set_order(value)
    last = made.set_order(
        value, lambda _, row: row.name, header=lambda value, count, first: -value, reverse=True
    )
    settle(made)
    assert isinstance(first.exception(), SupersededError) and last.exception() is None
    assert names(made) == [(0, [3, 0]), (1, [4, 1]), (2, [5, 2])] and headers(made) == [0, -1, -2]


def test_with_the_ranks_kept_only_what_is_new_is_asked() -> None:
    by, key, place = Counting(group), Counting(value), Counting(itself)
    rows = [Row(name, LONG + str(name % 3), name) for name in range(12)]
    source = listed(rows)
    made = source.grouped(by, key, place=place)
    settle(made)
    for counting in (by, key, place):
        counting.read()
    made.set_order(by, key, place=place, reverse=True, keep_ranks=True)
    settle(made)
    wanted = [(LONG + str(number), list(range(9 + number, -1, -3))) for number in range(3)]
    assert names(made) == wanted and by.read() == key.read() == place.read() == {}
    source.set_items([*rows, Row(12, LONG + "15"), Row(13, LONG + "2", 13)])
    settle(made)
    assert [value for value, _ in names(made)] == [LONG + end for end in ("0", "1", "15", "2")]
    assert names(made)[3][1] == [13, 11, 8, 5, 2] and place.read() == {(LONG + "15",): 1}


def test_what_is_frozen_stays_in_its_group() -> None:
    source = listed(rows_of("aab"))
    made = source.grouped(group, frozen=True)
    settle(made)
    source.set_items([*rows_of("bab"), Row(3, "a")])
    settle(made)
    assert names(made) == [("a", [0, 1, 3]), ("b", [2])]
    made.set_order(group)
    settle(made)
    assert names(made) == [("a", [1, 3]), ("b", [0, 2])]


def test_a_grouped_list_goes_on_without_its_source_and_is_not_set() -> None:
    source = List.of_items(["beet", "apple"])
    made = source.grouped(initial)
    source.close()
    settle(made)
    assert shown(made) == [("a", ["apple"]), ("b", ["beet"])]
    made.set_order(lambda _, name: name[-1])
    settle(made)
    assert shown(made) == [("e", ["apple"]), ("t", ["beet"])]
    with pytest.raises(StateError):
        made.set_items(["corn"])
    made.close()
    with pytest.raises(ClosedError):
        made.set_order(initial)


# --- failures and lifetimes


class Oops(Exception):
    """What functions raise."""


FUNCTIONS = ["by", "key", "header", "place"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_exception_is_raised_from_the_poll_and_the_next_poll_asks_again(name: str) -> None:
    failing = [True]

    def fails(*arguments: Any) -> Any:
        if failing[0] and name != "header" and arguments[-1] in ("apple", "a"):
            raise Oops(name)
        if failing[0] and name == "header":
            raise Oops(name)
        return arguments[-1][0] if name in ("by", "place") else arguments[-1]

    options: dict[str, Any] = {"by": initial, name: fails}
    source = List.of_items(["beet", "apple"])
    made = source.grouped(initial)
    settle(made)
    ticket = made.set_order(options.pop("by"), **options)
    for _ in range(3):
        with pytest.raises(Oops, match=name):
            settle(made)
        assert shown(made) == [("a", ["apple"]), ("b", ["beet"])] and not ticket.done()
    failing[0] = False
    settle(made)
    ticket.result()
    assert shown(made) == [("a", ["apple"]), ("b", ["beet"])]
    assert headers(made) == (["apple", "beet"] if name == "header" else [None, None])


def test_a_header_lives_while_it_is_shown() -> None:
    references: list[weakref.ref[Model]] = []

    def header(value: str, count: int, first: str) -> Model:
        made = Model(count, look=count)
        references.append(weakref.ref(made))
        return made

    def alive() -> list[int]:
        gc.collect()
        return [model.key_number for reference in references if (model := reference()) is not None]

    source = List.of_items(["beet", "apple", "bean"])
    made = source.grouped(initial, header=header, counts=True)
    settle(made)
    assert sorted(alive()) == [1, 2]
    source.set_items(["beet", "apple", "bean", "broccoli"])
    settle(made)
    assert sorted(alive()) == [1, 3]
    source.set_items(["apple"])
    settle(made)
    assert alive() == [1]
    made.close()
    assert alive() == []


def test_a_header_of_a_poll_that_failed_is_dropped() -> None:
    references: list[weakref.ref[Model]] = []

    def header(value: str, count: int, first: str) -> Model:
        if value == "a":
            raise Oops
        made = Model(count)
        references.append(weakref.ref(made))
        return made

    made = List.of_items(["beet", "apple"]).grouped(initial, header=header)
    for _ in range(2):
        with pytest.raises(Oops):
            settle(made)
    gc.collect()
    assert [reference() for reference in references] == [None, None]


def test_the_functions_of_an_order_live_until_it_is_replaced() -> None:
    gc.collect()
    made = List.of_items(["beet"]).grouped(initial)
    settle(made)
    before = len(_filters.kept)

    def submit(**options: Any) -> weakref.ref[Any]:
        by = partial(initial)
        made.set_order(by, **options)
        return weakref.ref(by)

    first = submit()
    settle(made)
    waiting = submit(delay=9)
    assert first() is not None and waiting() is not None
    last = submit()
    settle(made)
    assert first() is None and waiting() is None and last() is not None
    with pytest.raises(ValueError):
        made.set_order(initial, flags=1 << 31)
    assert len(_filters.kept) == before
    made.close()
    assert last() is None


def test_a_list_is_not_kept_by_its_own_groups() -> None:
    made = List.of_items(["beet"]).grouped(initial, header=lambda value, count, first: "B", place=len)
    settle(made)
    reference = weakref.ref(made)
    del made
    assert reference() is None


def test_values_of_groups_that_have_gone_are_forgotten() -> None:
    source = listed()
    made = source.grouped(group, header=lambda value, count, first: value)
    for number in range(0, 3000, 10):
        source.set_items([Row(name, f"{LONG}{name:06}") for name in range(number, number + 30)])
        settle(made)
        wanted = [f"{LONG}{name:06}" for name in range(number, number + 30)]
        assert [value for value, _ in shown(made)] == headers(made) == wanted
    assert len(made._names.known()) < 200 and len(made._places) < 200


# --- random sessions


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
