"""Functions of a grouped list that fail, and how long they, headers and values live."""

from __future__ import annotations

import gc
import weakref
from functools import partial
from typing import Any

import pytest
from counted import Model
from derivations import settle
from groups import LONG, Oops, Row, group, headers, initial, listed, shown

from iqlist import List, _filters

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


@pytest.mark.parametrize("is_waiting", [False, True])
def test_a_list_is_not_kept_by_its_own_groups(is_waiting: bool) -> None:
    made = List.of_items(["beet"]).grouped(initial, header=lambda value, count, first: "B", place=len)
    if not is_waiting:
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
