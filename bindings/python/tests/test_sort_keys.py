"""Sort keys as bytes stand in the order in which Python compares the keys."""

from __future__ import annotations

import enum
import math
import re
import sys
import tracemalloc
from datetime import date, datetime, timedelta, timezone, tzinfo
from decimal import Context, Decimal, FloatOperation, localcontext
from fractions import Fraction
from functools import cmp_to_key
from itertools import chain, combinations, count, product, takewhile, zip_longest
from numbers import Rational, Real
from typing import Any, Callable, NamedTuple, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iqlist._checks import is_a
from iqlist._sort_keys import Descending, SortKey, Times, compare, encode, rank

LARGEST, LEAST = sys.float_info.max, math.ulp(0.0)
THIRD = Fraction(1, 3)

EDGES: list[Any] = [
    *(0, -0.0, False, True, Decimal("-0"), Decimal("0E+10000"), Fraction(0)),
    *(math.inf, -math.inf, math.nan, Decimal("Infinity"), Decimal("-Infinity")),
    *(Decimal("NaN"), Decimal("-NaN7"), Decimal("sNaN"), -math.nan, math.copysign(math.nan, -1)),
    *(LEAST, sys.float_info.min, math.nextafter(sys.float_info.min, 0), Decimal(LEAST), Fraction(LEAST)),
    *(LARGEST, int(LARGEST), int(LARGEST) + 1, int(LARGEST) - 1, Fraction(LARGEST) + THIRD, 2**1024),
    *(2**53, 2**53 - 1, 2**53 + 1, 2**53 + 2, float(2**53), 2**63, 2**64 - 1, 2**64, 2**64 + 1),
    *(10**400, 10**400 + 1, -(10**400), Fraction(10**400), Fraction(10**400) + THIRD, 10**399, 7 * 10**400),
    *(Decimal("1E+400"), Decimal("10E+399"), Decimal("1E+399"), Decimal("-1E+400"), Decimal("7E+400")),
    *(Decimal("1E+4000"), 10**4000, 10**4000 - 1, Decimal("9.99E+3999"), Decimal("-1E+4000")),
    *(Decimal("1E-4000"), Decimal("-1E-4000"), Fraction(1, 10**4000), Fraction(2, 10**4000)),
    *(Decimal("1E-400"), Fraction(1, 10**400), Fraction(1, 3 * 10**400), Decimal("1E-399")),
    *(0.1, Decimal("0.1"), Fraction(1, 10), Decimal.from_float(0.1), Decimal("0.10"), Fraction(LEAST) / 2),
    *(Decimal("19.99"), 19.99, Decimal("1E+10000"), Decimal("-1E-10000"), Decimal("9.9E+9999")),
    *(THIRD, 1 / 3, -THIRD, Fraction(2, 3), 1, 1.0, Decimal(1), 1 + Fraction(1, 10**1000), 256, 255),
]

WHOLE = st.one_of(st.integers(), st.integers(-300, 300), st.integers(-(2**70), 2**70))
FRACTIONS = st.builds(Fraction, WHOLE, st.integers(1, 2**70))


def around(value: float) -> st.SearchStrategy[Any]:
    """A double, others of its value, and its nearest neighbours of other types."""
    exact, tiny = Fraction(value), Fraction(1, 10**30)
    return st.sampled_from(
        [
            *(value, exact, Decimal(value), math.nextafter(value, math.inf), int(value), int(value) + 1),
            *(exact * (1 + tiny), exact * (1 - tiny), exact + tiny, exact * (1 + tiny / 3)),
        ]
    )


FINITE = st.floats(allow_nan=False, allow_infinity=False)
NEAR = st.one_of(FINITE, st.floats(-2, 2), st.sampled_from([LARGEST, -LARGEST, LEAST])).flatmap(around)
NUMBERS = st.one_of(WHOLE, st.floats(), st.decimals(), FRACTIONS, NEAR, st.sampled_from(EDGES))

BORDERS = st.sampled_from("\0\1\2ab\x7f\x80\ud7ff\ud800\udfff\ue000\uffff\U00010000")
TEXT = st.one_of(st.text(), st.text(BORDERS))


def run(length: int, last: bytes) -> bytes:
    """Zeroes where it is descending."""
    return b"\xff" * length + last


RUNS = st.builds(run, st.integers(10, 40), st.binary(max_size=2))
BYTES = st.one_of(st.binary(), st.lists(st.sampled_from([0, 1, 2, 254, 255])).map(bytes), RUNS)
ZONES = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.sampled_from([datetime.min, datetime.max, datetime(2026, 3, 29, 2, 30)])


def zoned(at: datetime, zone: timezone) -> datetime:
    return at.replace(tzinfo=zone)


AWARE = st.builds(zoned, st.one_of(st.datetimes(), MOMENTS), ZONES)
LEAVES: list[st.SearchStrategy[Any]] = [
    NUMBERS,
    TEXT,
    BYTES,
    st.dates(),
    st.one_of(st.datetimes(), MOMENTS),
    AWARE,
]


def rows(parts: list[st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """Tuples of these parts, or of the first of them."""
    return st.integers(0, len(parts)).flatmap(lambda count: st.tuples(*parts[:count]))


def descending(part: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return part.map(Descending)


SHAPES = st.recursive(
    st.sampled_from([st.one_of(leaf, st.none()) for leaf in LEAVES]),
    lambda inner: st.one_of(inner.map(descending), st.lists(inner, max_size=3).map(rows)),
    max_leaves=5,
)
COMPARABLE = SHAPES.flatmap(lambda shape: st.lists(shape, min_size=2, max_size=6))


def is_nan(value: Any) -> bool:
    return value.is_nan() if isinstance(value, Decimal) else value != value


def rational(value: Any) -> Any:
    """A number that Python compares with a Fraction."""
    if isinstance(value, Decimal):
        return float(value) if value.is_infinite() else Fraction(value)
    return value


def order(a: Any, b: Any) -> int:
    """Below, at or above 0: as Python compares; None is first, NaN last, Decimal and Fraction by value."""
    if isinstance(a, Descending):
        return order(b.value, a.value)
    if is_a(a, tuple):
        parts = (order(each, other) for each, other in zip(a, b))
        return next(filter(None, parts), (len(a) > len(b)) - (len(a) < len(b)))
    if a is None or b is None:
        return (a is not None) - (b is not None)
    if is_nan(a) or is_nan(b):
        return is_nan(a) - is_nan(b)
    if isinstance(a, Fraction) or isinstance(b, Fraction):
        a, b = rational(a), rational(b)
    return int(a > b) - int(a < b)


def encoded(key: Any) -> bytes:
    data = encode(key)
    assert data is not None
    return data


def ranks(data: bytes) -> list[tuple[int, int]]:
    """All that a sorted list would ask for: zeroes say that there are no more."""
    return list(takewhile(any, (rank(data, depth) for depth in count())))


def ranked(a: bytes, b: bytes) -> int:
    """As a sorted list compares: 16 bytes after the other."""
    pairs = zip_longest(ranks(a), ranks(b), fillvalue=(0, 0))
    return next(((x > y) - (x < y) for x, y in pairs if x != y), 0)


def agree(keys: list[Any]) -> None:
    """All pairs are in the order of their bytes, and of their ranks."""
    data = [encoded(key) for key in keys]
    for (a, bytes_of_a), (b, bytes_of_b) in combinations(zip(keys, data), 2):
        expected = order(a, b)
        assert (bytes_of_a > bytes_of_b) - (bytes_of_a < bytes_of_b) == expected, (a, b)
        assert ranked(bytes_of_a, bytes_of_b) == expected, (a, b)


@given(COMPARABLE)
def test_bytes_and_ranks_stand_in_the_order_of_the_keys(keys: list[Any]) -> None:
    agree(keys)


@given(st.lists(NUMBERS, min_size=2, max_size=8))
def test_numbers_of_all_types_stand_in_the_order_of_their_exact_values(numbers: list[Any]) -> None:
    agree(numbers)


def test_each_edge_of_numbers_stands_in_order_with_each_other() -> None:
    agree(EDGES)
    agree([Descending(edge) for edge in EDGES])
    agree([(edge, last) for edge, last in product(EDGES[::3], (0, 1))])


@given(st.lists(TEXT, min_size=2), st.lists(BYTES, min_size=2))
def test_text_and_bytes_with_zeroes_and_surrogates_stand_in_order(text: list[str], data: list[bytes]) -> None:
    agree(text)
    agree(data)
    agree([(one, other) for one in text[:4] for other in text[-4:]])
    agree([*text[:4], *(one + ending for one in text[:4] for ending in ("\0", "\1", "\1\1", "\0\1"))])
    assert [encode(each) for each in data] == [encode(bytearray(each)) for each in data]


def nested(depth: int) -> Any:
    return (nested(depth - 1),) if depth else 1


def test_zeroes_within_a_key_do_not_end_it() -> None:
    agree([(sign * 2**power, last) for sign in (1, -1) for power in (200, 201, 400) for last in (1, 2)])
    agree([sign * (2**400 + added) for sign in (1, -1) for added in range(3)])
    endings = [run(length, last) for length in range(10, 50) for last in (b"", b"\xfe", b"\0", b"a")]
    agree([Descending(ending) for ending in endings])
    for at in range(16):
        agree([("a" * at, Descending(run(20, bytes([last])))) for last in range(3)])
    agree([(nested(40), last) for last in (1, 2)])
    agree([(0.0, 0, datetime.min, 0, 0.0, last) for last in (0, 1)])


@given(COMPARABLE)
def test_a_rest_is_empty_where_every_part_has_bytes(keys: list[Any]) -> None:
    assert [SortKey.of(key) for key in keys] == [SortKey(encoded(key)) for key in keys]


@given(COMPARABLE)
def test_descending_sorts_as_python_reversed(keys: list[Any]) -> None:
    backwards = sorted(keys, key=cmp_to_key(lambda a, b: order(b, a)))
    assert list(map(encode, sorted(keys, key=lambda key: encoded(Descending(key))))) == list(
        map(encode, backwards)
    )
    assert [encode(Descending(Descending(key))) for key in keys] == list(map(encode, keys))


def test_descending_compares_as_a_key_of_sorted_too() -> None:
    assert sorted([1, 3, 2], key=Descending) == [3, 2, 1]
    assert Descending(1) == Descending(1.0) != 1 and hash(Descending(1)) == hash(Descending(1.0))
    assert repr(Descending((1, "a"))) == "Descending((1, 'a'))"
    mixed: Any = 1
    with pytest.raises(TypeError, match="'<' not supported"):
        _ = Descending(1) < mixed


def test_the_first_16_bytes_decide_between_most_keys() -> None:
    small, most = range(-31, 32), range(-(2**21), 2**21, 333)
    assert max(len(encoded(number)) for number in small if number >= 0) == 3
    assert max(len(encoded(number)) for number in most if number >= 0) == 5
    assert max(len(encoded(number)) for number in most) == 6
    assert len(encoded(0.1)) == 10 and len(encoded(-0.1)) == 11
    assert encode("a" * 15) == b"\x04" + b"a" * 15
    assert encoded((2**21 - 1, "a" * 8))[8:] == b"a" * 8
    assert encoded(("a" * 9, 31)).startswith(b"\x09\x04" + b"a" * 9 + b"\0" + encoded(31))


def test_a_large_decimal_takes_no_memory_for_its_digits() -> None:
    exponents = ("+10000", "-10000", "+99999999999999999", "-99999999999999999")
    keys = [Decimal(f"{sign}1.25E{exponent}") for sign in ("", "-") for exponent in exponents]
    tracemalloc.start()
    lengths = [len(encoded(key)) for key in keys]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert max(lengths) < 32 and most < 10_000


def test_the_context_of_decimals_does_not_matter() -> None:
    keys = [Decimal("12345.678"), Decimal("1.23456789E+10000"), Decimal("NaN"), Decimal("-1.23456E-500")]
    expected = list(map(encode, keys))
    with localcontext(Context(prec=2, Emax=5, Emin=-5, traps=[FloatOperation])):
        assert list(map(encode, keys)) == expected


def test_columns_of_mixed_values_are_ordered_by_kind() -> None:
    """As the module says: a list that follows its source could tell nobody of the one bad cell."""
    at = datetime(2026, 1, 1)
    ordered: list[Any] = [
        *(None, -1, Decimal("0.5"), 2, math.nan, "2", "n/a", b"\0", date(2026, 1, 1)),
        *(at, at.replace(tzinfo=timezone.utc), (), ("a",), Descending("b"), Descending("a"), Descending(1)),
        Descending(None),
    ]
    data = list(map(encoded, ordered))
    assert data == sorted(set(data))


WRAPPED: list[Callable[[datetime], Any]] = [
    lambda at: at,
    lambda at: Descending(at),
    lambda at: (1, at),
    lambda at: (1, ("a", Descending(at))),
]


@pytest.mark.parametrize("wrapped", WRAPPED)
def test_naive_and_aware_datetimes_at_one_place_are_refused(wrapped: Callable[[datetime], Any]) -> None:
    naive, aware = datetime(2026, 1, 1), datetime(2026, 1, 1, tzinfo=timezone.utc)
    times: Times = {}
    first = encode(wrapped(naive), times)
    with pytest.raises(TypeError, match=re.escape(f"{aware!r}, has a time zone, and one before had none")):
        encode(wrapped(aware), times)
    assert encode(wrapped(naive), times) == first, "as before the refusal"
    times.clear()
    encode(wrapped(aware), times)
    with pytest.raises(TypeError, match=re.escape(f"{naive!r}, has no time zone, and one before had one")):
        encode(wrapped(naive), times)


def test_naive_and_aware_datetimes_at_different_places_are_not_compared() -> None:
    naive, aware = datetime(2026, 1, 1), datetime(2026, 1, 1, tzinfo=timezone.utc)
    times: Times = {}
    assert encode((naive, aware), times) and encode((naive, Descending(aware)), times) and encode(1, times)


class Autumn(tzinfo):
    """Whose clocks are put back by an hour."""

    def utcoffset(self, at: Optional[datetime], /) -> timedelta:
        return timedelta(hours=1 if at is None or at.fold else 2)

    def dst(self, at: Optional[datetime], /) -> timedelta:
        return self.utcoffset(at) - timedelta(hours=1)

    def tzname(self, at: Optional[datetime], /) -> str:
        return "summer" if self.dst(at) else "winter"


def test_aware_datetimes_stand_in_the_order_of_instants_also_where_clocks_are_put_back() -> None:
    """Python compares those of one zone by what the clock shows."""
    before = datetime(2026, 10, 25, 2, 30, tzinfo=Autumn())
    after = before.replace(fold=1)
    assert before == after and encoded(before) < encoded(after)
    assert encode(after) == encode(datetime(2026, 10, 25, 1, 30, tzinfo=timezone.utc))


class Version:
    """Has only `<`, and no bytes."""

    def __init__(self, text: str) -> None:
        self.numbers = [int(part) for part in text.split(".")]

    def __lt__(self, other: Version) -> bool:
        return self.numbers < other.numbers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and self.numbers == other.numbers

    def __hash__(self) -> int:
        return hash(tuple(self.numbers))


class Greater:
    """Has only `>`, which Python asks too."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __gt__(self, other: Greater) -> bool:
        return self.value > other.value


VERSIONS = st.sampled_from(["1.9", "1.10", "1.10.1", "2"]).map(Version)
SMALL = st.integers(0, 2)


@given(
    st.sampled_from(
        [
            VERSIONS,
            st.tuples(SMALL, VERSIONS, SMALL),
            st.tuples(SMALL, st.tuples(VERSIONS, SMALL), VERSIONS, st.sampled_from(["", "a"])),
            st.tuples(SMALL, VERSIONS.map(Descending), SMALL.map(Descending)),
            st.tuples(VERSIONS, SMALL).map(Descending),
            st.tuples(SMALL, VERSIONS.map(Descending)).map(Descending),
        ]
    ).flatmap(lambda keys: st.lists(keys, min_size=2, max_size=6))
)
def test_what_has_no_bytes_is_compared_where_the_bytes_before_it_are_equal(keys: list[Any]) -> None:
    assert set(map(encode, keys)) == {None}
    for a, b in combinations(keys, 2):
        left, right = SortKey.of(a), SortKey.of(b)
        expected = (b < a) - (a < b)
        assert compare(left, right) == -compare(right, left) == expected
        first = ranked(left.prefix, right.prefix)
        assert first in (0, expected), "ranks do not contradict what decides in the end"
        assert first or (left.rest > right.rest) - (left.rest < right.rest) == expected


def test_an_order_by_greater_alone_is_enough() -> None:
    low, high = SortKey.of((1, Greater(2))), SortKey.of((1, Greater(3)))
    assert compare(low, high) == -1 and compare(high, low) == 1


def test_descending_twice_is_the_order_of_the_object_itself() -> None:
    version = Version("1.2")
    assert SortKey.of(Descending(Descending((version, 1)))) == SortKey.of((version, 1))


@given(st.lists(st.one_of(SMALL, TEXT, st.none(), VERSIONS, st.just(())), min_size=2, max_size=8))
def test_what_has_no_bytes_stands_behind_what_has_some(parts: list[Any]) -> None:
    keys = sorted([(0, part, 0) for part in parts], key=SortKey.of)
    without = [isinstance(part, Version) for _, part, _ in keys]
    assert without == sorted(without)


@pytest.mark.parametrize("key", [object(), (1, object()), Descending(enum.Enum("Colour", "RED")), enum.Enum])
def test_what_has_no_order_is_refused(key: Any) -> None:
    with pytest.raises(TypeError, match="a sort key needs a type with an order, not ") as refusal:
        encode(key)
    assert refusal.value.__suppress_context__, "how it was found is of no interest"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Colour(str, enum.Enum):
    RED = "red"


class Point(NamedTuple):
    x: int
    name: str


class Reversed(str):
    """Has an order of its own."""

    __slots__ = ()

    def __lt__(self, other: str) -> bool:
        return str(self) > str(other)


class Half:
    """A number of another package."""

    numerator, denominator = 1, 2

    def __float__(self) -> float:
        return 0.5


class Quarter:
    """One that is no ratio."""

    def __float__(self) -> float:
        return 0.25


Rational.register(Half)
Real.register(Quarter)


def test_subclasses_and_numbers_of_other_packages_are_ordered_as_what_they_are() -> None:
    pairs: list[tuple[Any, Any]] = [
        *((Level.HIGH, 2), (Colour.RED, "red"), (Point(1, "a"), (1, "a"))),
        *((Half(), 0.5), (Quarter(), 0.25), (Point(Level.LOW, Colour.RED), (1, "red"))),
    ]
    for given_, plain in chain(pairs, [(Descending(a), Descending(b)) for a, b in pairs]):
        assert encode(given_) == encode(plain), given_
    assert encode(Reversed("a")) is None
    assert sorted([Reversed("a"), Reversed("b")], key=SortKey.of) == ["b", "a"]


@given(st.binary(max_size=40), st.integers(0, 4))
def test_a_rank_is_16_of_the_bytes_padded_with_zeroes(data: bytes, depth: int) -> None:
    high, low = rank(data, depth)
    assert high.to_bytes(8, "big") + low.to_bytes(8, "big") == (data + bytes(96))[16 * depth :][:16]
