"""Grouped lists beside plain Python: groups and headers, how often is asked, orders as submissions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timezone
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest
from derivations import settle
from groups import LONG, Row, group, headers, initial, itself, listed, names, rows_of, settled, shown, value
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
    Key,
    List,
    ScopeError,
    State,
    StateError,
    SupersededError,
    Supplementary,
)

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


def test_groups_of_what_passes_fold_in_an_outline() -> None:
    source = List.of_items(["beet", "apple", "bean", "corn"])
    found = source.filtered(lambda _, name: name != "corn")
    made = found.grouped(initial)
    outline = made.outline(sections=True)
    for each in (found, made, outline):
        settle(each)
    assert repr(outline.sections) == "['a', 'b']" and outline.models() == []
    outline.expand(outline.section("b"))
    settle(outline)
    assert shown(outline) == [("a", []), ("b", ["beet", "bean"])]


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


# --- how often is asked


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
