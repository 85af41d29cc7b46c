"""Objects that are their own keys need no comparing: who has the same key looks the same."""

from __future__ import annotations

import datetime
import enum
import uuid
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from iqlist import CellClass, Key, List


class Suit(enum.Enum):
    HEARTS = 1
    SPADES = 2


class Pair(NamedTuple):
    one: int
    other: str


@dataclass(frozen=True)
class Point:
    x: int
    y: int
    note: str = field(default="", compare=False)


def fresh() -> list[Any]:
    """Values that are equal from call to call, most of them new objects."""
    number = int("123456789012")
    return [
        *("".join(["te", "xt"]), b"".join([b"by", b"tes"]), number, -number, number / 7, (number, "a")),
        *(uuid.UUID(int=number), frozenset([number]), Decimal(number), Path("a", "b"), Suit.HEARTS),
        *(datetime.date(2026, 1, 2), datetime.datetime(2026, 1, 2, 3), Pair(1, "a"), Point(1, 2), None, True),
    ]


def ask(before: Any, after: Any) -> bool:
    ASKED.append((before, after))
    return bool(before == after)


ASKED: list[Any] = []
CLASS = CellClass("tests/asked", equal=ask)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the default class is asked to compare: one like it stands in for it."""
    monkeypatch.setattr("iqlist.columns.default_class", lambda: CLASS)
    ASKED.clear()
    return ASKED


def test_equal_values_are_not_compared(asked: list[Any]) -> None:
    shown = List()
    shown.set_items(fresh())
    for _ in range(2):
        assert not shown.set_items(fresh()).summary().item_reconfigures
        assert not shown.set_items(fresh()[::-1]).summary().item_reconfigures
    assert asked == []


def test_what_has_a_key_beside_its_value_is_compared(asked: list[Any]) -> None:
    class Keyed:
        def __init__(self, look: int) -> None:
            self.key, self.look = Key(1), look

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Keyed) and self.look == other.look

        __hash__ = None  # type: ignore[assignment]

    shown = List()
    shown.set_items([Keyed(1), "a"])
    assert not shown.set_items([Keyed(1), "a"]) and asked
    assert shown.set_items([Keyed(2), "a"]).summary().item_reconfigures == 1
    named = List(key=lambda text: text.lower())
    named.set_items(["ADA"])
    assert named.set_items(["Ada"]).summary().item_reconfigures == 1, "the key is not all that it is"


def test_another_value_under_a_key_is_an_update() -> None:
    shown = List()
    shown.set_items(["a", "b", 1])
    with shown.edit() as edit:
        edit.update_item("a", model="A")
        edit.update_item(1, model=2)
        edit.update_item("b", model="".join(["b"]))
    assert edit.changeset.summary().item_reconfigures == 2 and shown.models() == ["A", "b", 2]


def test_a_class_of_the_caller_s_own_is_asked() -> None:
    class Text(str):
        __slots__ = ()

    asked: list[Any] = []

    def equal(before: Any, _: Any) -> bool:
        asked.append(before)
        return True

    cell = CellClass("tests/own", equal=equal)
    shown = List(cell_class=cell)
    shown.set_items([Text("a")])
    assert not shown.set_items([Text("a")]) and asked == ["a"]
