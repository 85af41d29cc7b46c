"""What is the same object as last time, and frozen all the way down, is not hashed again; anything else is.
Records of many values are those of each value."""

from __future__ import annotations

import datetime
import enum
import gc
import random
import uuid
import weakref
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import PurePosixPath
from typing import Any, Callable, ClassVar, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iqlist import DiffFlag, Hasher, Key, List, Snapshot, abi
from iqlist.bulk import record, records_of
from iqlist.frozen import are_frozen, which_are_frozen
from iqlist.keys import contents_column, joined_keys

MANY = 40


class Suit(enum.Enum):
    HEARTS = 1
    SPADES = 2


class Pair(NamedTuple):
    one: Any
    other: Any


class Count(int):
    pass


@dataclass(frozen=True)
class Point:
    x: Any
    y: Any
    note: Any = field(default="", compare=False)


@dataclass
class Open:
    x: Any
    y: Any


@dataclass(frozen=True)
class Told(Point):
    """Its field is a property."""

    told: ClassVar[list[int]] = [0]

    @property
    def look(self) -> int:
        return self.told[0]


class Liar(tuple[Any, ...]):
    """Iterates as it likes."""

    def __iter__(self) -> Any:
        return iter([1])


NAIVE = datetime.datetime(2026, 1, 2, 3, 4)


def values() -> Any:
    """Values that can be fields, nested, of one type or of several."""
    plain: list[Any] = [
        *(st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(), st.text()),
        *(st.binary(), st.uuids(), st.dates(), st.datetimes(), st.decimals(), st.sampled_from(Suit)),
        st.binary(min_size=16, max_size=16).map(Key.from_digest),
        st.text("\ud800a", max_size=3),
    ]

    def nested(inner: Any) -> Any:
        return st.one_of(
            st.lists(inner, max_size=3).map(tuple),
            st.tuples(inner, inner).map(lambda pair: Pair(*pair)),
            st.tuples(inner, inner).map(lambda pair: Point(*pair)),
            st.tuples(inner, inner).map(lambda pair: Open(*pair)),
            st.lists(inner, max_size=3),
            st.lists(inner, max_size=2).map(Liar),
        )

    return st.recursive(st.one_of(plain), nested, max_leaves=6)


def columns() -> Any:
    """Many values of one shape, as a column has them."""
    one = [st.text(), st.integers(-3, 2**64 - 1), st.floats(), st.booleans(), st.none(), st.binary()]
    rows = st.lists(st.sampled_from(one), min_size=1, max_size=4).flatmap(
        lambda shape: st.lists(st.tuples(*shape), min_size=1, max_size=8)
    )
    makers: list[Callable[[Any], Any]] = [row_itself, row_in_point, row_in_pair, row_in_open, first_of_row]
    return st.tuples(rows, st.sampled_from(makers)).map(made_of)


def made_of(drawn: tuple[Any, Callable[[Any], Any]]) -> list[Any]:
    return list(map(drawn[1], drawn[0]))


def row_itself(row: Any) -> Any:
    return row


def row_in_point(row: Any) -> Any:
    return Point(row, row)


def row_in_pair(row: Any) -> Any:
    return Pair(row[0], row)


def row_in_open(row: Any) -> Any:
    return Open(row, row)


def first_of_row(row: Any) -> Any:
    return row[0]


def in_tuple(value: Any) -> Any:
    return value, 1


def answer(_: Any) -> int:
    """What a function answers may change."""
    return len(Told.told)


def number_of(item: Any) -> Any:
    return item.x


@given(st.one_of(st.lists(values(), max_size=8), columns()))
def test_records_of_many_are_those_of_each(given: list[Any]) -> None:
    assert records_of(given) == list(map(record, given))
    contents = contents_column([*given, (1, "a")])
    assert list(contents) == [contents_column([value])[0] for value in [*given, (1, "a")]]


@given(st.lists(values().map(in_tuple), max_size=8))
def test_keys_of_many_are_those_of_each(given: list[Any]) -> None:
    assert joined_keys(given) == b"".join(map(Key, given))
    assert [Hasher(*value).key() for value in given] == list(map(Key, given))


def test_what_cannot_be_hashed_is_refused_as_one_by_one() -> None:
    bad: list[list[Any]] = [
        [("a", object()), ("b", 1)],
        [("a", 1), ("b", 2**64)],
        [(1, {}), (2, {"a": object()})],
    ]
    for each in bad:
        with pytest.raises((TypeError, ValueError)) as raised:
            records_of(each)
        with pytest.raises(raised.type) as alone:
            list(map(record, each))
        assert str(raised.value) == str(alone.value)


FROZEN: list[Any] = [
    *(None, True, 1, 1.5, "a", b"a", Key(1), uuid.UUID(int=1), Decimal(1), NAIVE, NAIVE.date(), NAIVE.time()),
    *(NAIVE.replace(tzinfo=datetime.timezone.utc), datetime.timedelta(1), PurePosixPath("a"), Suit.HEARTS),
    *(
        (),
        (1, ("a", None)),
        frozenset([1, (2,)]),
        Pair(1, "a"),
        Point(1, (2, Point(3, "b"))),
        Point(1, 2, []),
    ),
]


class Zone(datetime.tzinfo):
    def utcoffset(self, when: Any) -> Any:
        return None

    dst = utcoffset

    def tzname(self, when: Any) -> str:
        return "nowhere"


@dataclass(frozen=True)
class Index:
    x: Any = 1

    def __index__(self) -> int:
        return 1


@dataclass(frozen=True)
class Made:
    x: Any = 1

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


class Below(Point):
    """No dataclass itself: it may have anything."""


OPEN: list[Any] = [
    *([], {}, {1}, bytearray(b"a"), object(), Count(1), Open(1, 2), Below(1, 2), Liar([1]), Index(), Made()),
    *(([],), (1, (2, [])), Pair(1, []), Point(1, []), Point(Open(1, 2), 1), (Point(1, Point(2, [])),)),
    *(NAIVE.replace(tzinfo=Zone()), (Count(1),)),
]


def test_frozen_is_what_is_so_all_the_way_down() -> None:
    assert [value for value in FROZEN if not are_frozen([value])] == []
    assert [value for value in OPEN if are_frozen([value])] == []


def test_which_are_frozen_is_known_of_each_among_others() -> None:
    for seed in range(50):
        mixed = [(value, True) for value in FROZEN] + [(value, False) for value in OPEN]
        random.Random(seed).shuffle(mixed)
        assert which_are_frozen([value for value, _ in mixed]) == [verdict for _, verdict in mixed], seed


# --- what is hashed


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many records the library was asked to hash, call by call."""
    asked: list[int] = []
    real = abi.iq_hash_records

    def count(fields: Any, length: Any, ends: Any, number: int, *others: Any) -> int:
        asked.append(number)
        return int(real(fields, length, ends, number, *others))

    monkeypatch.setattr(abi, "iq_hash_records", count)
    return asked


def points(number: int = MANY, look: Any = 0) -> list[Point]:
    return [Point(at, f"{at} {look}") for at in range(number)]


NEW: list[Callable[[int], Any]] = [
    lambda at: Point(at, f"{at}"),
    lambda at: Pair(at, (f"{at}", None)),
    lambda at: (f"{at}", (at, at)),
    lambda at: f"name {at}",
]
OPTIONS: list[dict[str, Any]] = [{"key": "x"}, {"key": "one", "content": ("other",)}, {}, {}]


@pytest.mark.parametrize("kind", range(len(NEW)))
def test_the_same_frozen_objects_are_not_hashed_again(hashed: list[int], kind: int) -> None:
    new, shown = NEW[kind], List(**OPTIONS[kind])
    given = [new(at) for at in range(MANY)]
    shown.set_items(given)
    assert sum(hashed) >= MANY
    hashed.clear()
    assert not shown.set_items(given) and shown.set_items(given[::-1]) is not None
    assert hashed == []
    some = given[:5] + given[9:20] + [new(MANY), new(MANY + 1)] + given[20:]
    shown.set_items(some)
    assert 2 <= sum(hashed) <= 2 * 3, "those that are new"
    assert shown.models() == some and shown.keys() == List.of_items(some, **OPTIONS[kind]).keys()


def test_equal_objects_that_are_new_are_hashed(hashed: list[int]) -> None:
    shown = List(key="x")
    shown.set_items(points())
    hashed.clear()
    assert not shown.set_items(points()) and sum(hashed) == MANY


def change_x(item: Any) -> None:
    item.y.x = 3


CHANGING: list[tuple[dict[str, Any], Callable[[int], Any], Callable[[Any], None]]] = [
    ({"key": "x"}, lambda at: Point(at, [0]), lambda item: item.y.append(1)),
    ({"key": "x"}, lambda at: Open(at, 0), lambda item: setattr(item, "y", 1)),
    ({"key": "x"}, lambda at: Point(at, Open(1, 2)), lambda item: setattr(item.y, "x", 2)),
    ({"key": "x", "content": ("y",)}, lambda at: Point(at, {}), lambda item: item.y.update(a=1)),
    ({"key": "x", "content": ("look",)}, lambda at: Told(at, 0), lambda item: Told.told.__setitem__(0, 7)),
    (
        {"key": "x", "content": answer},
        lambda at: Told(at, 0),
        lambda item: Told.told.append(0),
    ),
    ({"key": "one", "content": ("other",)}, lambda at: Pair(at, [0]), lambda item: item.other.append(1)),
    (
        {"key": "x", "content": ("y.x",)},
        lambda at: Point(at, Open(1, 2)),
        change_x,
    ),
    ({"key": "x", "content": ("y",)}, lambda at: Below(at, [0]), lambda item: item.y.append(1)),
]


@pytest.mark.parametrize("case", range(len(CHANGING)))
def test_what_is_not_frozen_is_hashed_again(case: int) -> None:
    """A frozen dataclass that holds a list is not frozen; nor is what a property or a function answers."""
    options, new, change = CHANGING[case]
    Told.told[:] = [0]
    shown = List(**options)
    given = [new(at) for at in range(MANY)]
    shown.set_items(given)
    for _ in range(2):
        assert not shown.set_items(given)
    change(given[7])
    fresh = List.of_items(given, **options)
    shown.set_items(given)
    assert list(shown.columns().contents) == list(fresh.columns().contents)


def test_one_that_is_not_frozen_leaves_the_others_remembered(hashed: list[int]) -> None:
    shown = List(key="x")
    given = points()
    given[3] = Point(3, [1])
    shown.set_items(given)
    hashed.clear()
    changed: Any = given[3]
    changed.y.append(2)
    assert shown.set_items(given).summary().item_reconfigures == 1
    assert 1 <= sum(hashed) <= 2


def test_an_address_that_is_used_again_is_another_object() -> None:
    """What is remembered keeps its objects: no other can have their address."""
    shown, seen = List(key="x"), set[int]()
    for turn in range(60):
        given = points(MANY, turn)
        seen |= set(map(id, given))
        shown.set_items(given)
        fresh = List.of_items(given, key=number_of)
        assert list(shown.columns().contents) == list(fresh.columns().contents), turn
        shown.set_items([], changeset=False)
        del given, fresh
    assert len(seen) < 60 * MANY, "addresses were used again"


def test_sections_are_remembered_too(hashed: list[int]) -> None:
    shown = List(key="x")
    given = points()
    shown.set({"a": given[:20], "b": given[20:]})
    hashed.clear()
    assert not shown.set({"a": given[:20], "b": given[20:]})
    assert sum(hashed) <= 4, "the names of the sections"
    moved = shown.set({"a": given[:25], "b": given[25:]})
    assert moved.summary().item_moves == 5 and sum(hashed) <= 8
    wanted = shown.new_snapshot()
    hashed.clear()
    wanted.set({"b": given[10:], "a": given[:10]})
    assert sum(hashed) <= 4


def test_few_items_neither_look_up_nor_replace_what_is_remembered(hashed: list[int]) -> None:
    shown = List(key="x")
    given = points(400)
    shown.set_items(given)
    hashed.clear()
    with shown.edit() as edit:
        edit.insert_items([Point(1000 + at, "") for at in range(30)])
    assert sum(hashed) == 30
    hashed.clear()
    shown.set_items(given)
    assert hashed == []


def test_a_closed_list_remembers_nothing() -> None:
    shown, given = List(key="x"), points()
    refs = list(map(weakref.ref, given))
    shown.set_items(given)
    del given
    shown.set_items([Point("else", 1)] * 1 + points())
    gc.collect()
    assert [ref() for ref in refs] == [None] * MANY, "others were given"
    held = list(map(weakref.ref, shown.models()))
    shown.close()
    gc.collect()
    assert [ref() for ref in held] == [None] * (MANY + 1)


def test_a_closed_snapshot_remembers_nothing_and_leaves_what_its_list_does(hashed: list[int]) -> None:
    wanted = Snapshot[Any].of_items(points(), key="x")
    ref = weakref.ref(wanted.models()[0])
    wanted.close()
    gc.collect()
    assert ref() is None
    shown, given = List(key="x"), points()
    shown.set_items(given)
    for other in (shown.snapshot(), shown.new_snapshot(), shown.outline()):
        other.close()
    hashed.clear()
    assert not shown.set_items(given) and hashed == []


def test_objects_that_are_not_frozen_are_not_kept() -> None:
    shown = List(key="x")
    given = [Point(at, [at]) for at in range(MANY)]
    ref = weakref.ref(given[0])
    shown.set_items(given)
    with shown.edit() as edit:
        edit.delete_items([0])
    del given
    gc.collect()
    assert ref() is None


@given(st.integers(0, 2**32))
def test_a_list_that_remembers_is_told_the_same_as_one_that_does_not(seed: int) -> None:
    """At random: new objects, old ones in another order, some that are not frozen, changed in place."""
    chance = random.Random(seed)
    shown = List(key="x", content=("x", "y"))
    pool: list[Any] = [Point(at, f"{at}") for at in range(30)]
    pool += [Point(at, [at]) for at in range(30, 45)] + [Told(at, at) for at in range(45, 60)]
    for _ in range(6):
        for at in chance.sample(range(60), 5):
            pool[at] = chance.choice([Point, Told])(at, chance.choice(["new", 1, [2], (3, "a"), None]))
        for item in pool:
            held: Any = item.y
            if held.__class__ is list and chance.random() < 0.3:
                held.append(chance.random())
        given = chance.sample(pool, chance.randrange(10, 60))
        plain = List(key=lambda item: item.x, content=lambda item: (item.x, item.y))
        plain.set_items(given)
        shown.set_items(given, flags=DiffFlag.VERIFY)
        assert shown.keys() == plain.keys(), seed
        assert list(shown.columns().contents) == list(plain.columns().contents), seed
