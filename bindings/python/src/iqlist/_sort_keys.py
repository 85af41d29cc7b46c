"""Sort keys as bytes in order: of two keys that Python compares, a < b exactly if the bytes of a are less,
and a == b exactly if they are the same. A rank is 16 of these bytes.

    key               bytes                     in order
    None              01                        before everything else
    a number          02 or 03, the value       _sort_numbers.py
    a str             04, UTF-8, 00             by code points
    bytes             05, the bytes, 00
    a date            06, the day
    a datetime        07 or 08, microseconds    naive ones, aware ones by instant
    a tuple           09, each part, 00         a shorter one before what it begins
    another object    0A                        by its own <, see `SortKey`
    Descending(key)   all bytes inverted        begin with F5 or more: no other key does

No key's bytes begin another's, so that they can be joined, inverted, and padded with zeroes. In a str or
bytes, 00 is written as 01 01 and 01 as 01 02: the 00 at the end stays the least byte. Zeroes at the end of a
whole key are left out. No two keys differ in these alone, so Python compares the bytes as ranks are, with
zeroes behind the shorter ones. A rank of nothing but zeroes says that a key has ended: within a key, such as
2**200 + 1, a 01 stands after each 15 zeroes in a row.

Keys that Python does not compare, such as 1 and "n/a", stand apart, in the order of the table. `sorted` would
raise a TypeError; but a list that follows its source has no caller to raise it to, and one bad cell would
keep it from following at all. Spreadsheets and databases, too, put what is empty before numbers before text.
Only naive and aware datetimes together are refused: apart they would look right and be wrong.
"""

from __future__ import annotations

from collections.abc import Hashable
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Rational, Real
from struct import unpack
from typing import Any, Callable, NamedTuple

from ._checks import is_a, wrong
from ._sort_numbers import INVERTED, of_decimal, of_float, of_int, of_rational

_END, _NONE, _TEXT, _BYTES, _DATE, _NAIVE, _AWARE, _TUPLE, _OTHER = map(
    bytes, ([0], [1], [4], [5], [6], [7], [8], [9], [10])
)
_ZEROES, _PARTED = bytes(15), bytes(15) + b"\1"
_UNORDERED: Any = object
_class_of: Callable[[object], Any] = type
_BEGIN, _MICROSECOND = datetime.min, timedelta(microseconds=1)

Times = dict[tuple[int, ...], bool]
"""Whether the datetimes of an order are aware, for each place in its keys."""


class Descending:
    """A sort key, or a part of one, whose order is reversed: the largest comes first, None last.

    >>> sorted([("Ada", 31), ("Ben", 70), ("Ada", 50)], key=lambda row: (row[0], Descending(row[1])))
    [('Ada', 50), ('Ada', 31), ('Ben', 70)]
    """

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: object) -> Any:
        return other.value < self.value if isinstance(other, Descending) else NotImplemented

    def __eq__(self, other: object) -> Any:
        return self.value == other.value if isinstance(other, Descending) else NotImplemented

    def __hash__(self) -> int:
        value: Hashable = self.value
        return hash((Descending, value))

    def __repr__(self) -> str:
        return f"Descending({self.value!r})"


class SortKey(NamedTuple):
    """A key of any kind: its bytes up to the first part that has none, and what follows, by turns such a
    part and the bytes after it.

    Two keys with the same `prefix` both end there, or both have such a part there: nothing of a key that has
    bytes comes after it. So ranks of the prefixes never contradict `rest`; where they are equal, `rest` is
    compared as Python compares tuples, and decides.

    >>> SortKey.of((1, {2}, "a"))
    SortKey(prefix=b'\\t\\x03?\\xf0\\x00\\x00\\x00\\n', rest=({2}, b'\\x04a\\x00\\x00'))
    """

    prefix: bytes
    rest: tuple[Any, ...] = ()

    @classmethod
    def of(cls, key: Any) -> SortKey:
        """TypeError for an object without an order."""
        prefix, *rest = _parts(key)
        return cls(_whole(prefix), tuple(rest))


def encode(key: Any, times: Times | None = None) -> bytes | None:
    """The bytes of a key; None if a part of it has no bytes: `SortKey.of` has those up to there.

    The keys of one order share `times`, empty at first: TypeError for a datetime that is aware where one
    before was naive, or the other way round.

    >>> encode(1), encode("Ada"), encode({2}), encode(("Ada", 31))
    (b'\\x03?\\xf0', b'\\x04Ada', None, b'\\t\\x04Ada\\x00\\x03@?')
    """
    if times is not None:
        _agree(key, times)
    try:
        return _whole(_MAKERS[type(key)](key))
    except KeyError:
        prefix, rest = SortKey.of(key)
    return None if rest else prefix


def compare(a: SortKey, b: SortKey) -> int:
    """Below, at or above 0.

    >>> compare(SortKey.of((1, {2})), SortKey.of((1, {2, 3})))
    -1
    """
    return (a > b) - (a < b)


def rank(data: bytes, depth: int = 0) -> tuple[int, int]:
    """The 16 bytes from 16 * `depth` on as two numbers of 64 bits, high and low; zeroes where there are none.

    >>> rank(b"\\0\\0\\0\\0\\0\\0\\0\\1\\2"), rank(b"Ada", 1)
    ((1, 144115188075855872), (0, 0))
    """
    high, low = unpack(">QQ", data[16 * depth : 16 * depth + 16].ljust(16, _END))
    return high, low


def _whole(data: bytes) -> bytes:
    """Not only of long keys: their beginnings must be the same as those of short ones."""
    return data.rstrip(_END).replace(_ZEROES, _PARTED)


def _of_none(_: None) -> bytes:
    return _NONE


def _of_text(key: str) -> bytes:
    return _TEXT + _ended(key.encode("utf-8", "surrogatepass"))


def _of_bytes(key: bytes | bytearray) -> bytes:
    return _BYTES + _ended(bytes(key))


def _ended(data: bytes) -> bytes:
    if b"\1" in data or b"\0" in data:
        data = data.replace(b"\1", b"\1\2").replace(b"\0", b"\1\1")
    return data + _END


def _of_date(key: date) -> bytes:
    return _DATE + key.toordinal().to_bytes(3, "big")


def _of_datetime(key: datetime) -> bytes:
    offset = key.utcoffset()
    since = key.replace(tzinfo=None) - _BEGIN
    if offset is None:
        return _NAIVE + (since // _MICROSECOND).to_bytes(8, "big")
    # A day more, so that no instant of the year 1 is negative.
    return _AWARE + ((since - offset + timedelta(1)) // _MICROSECOND).to_bytes(8, "big")


def _of_real(key: Real) -> bytes:
    return of_float(float(key))


def _of_tuple(key: tuple[Any, ...]) -> bytes:
    return _TUPLE + b"".join([_MAKERS[type(part)](part) for part in key]) + _END


def _of_descending(key: Descending) -> bytes:
    return _MAKERS[type(key.value)](key.value).translate(INVERTED)


# KeyError from a tuple or Descending: a part is of another type.
_MAKERS: dict[type, Callable[[Any], bytes]] = {
    type(None): _of_none,
    bool: of_int,
    int: of_int,
    float: of_float,
    Decimal: of_decimal,
    Fraction: of_rational,
    str: _of_text,
    bytes: _of_bytes,
    bytearray: _of_bytes,
    datetime: _of_datetime,
    date: _of_date,
    tuple: _of_tuple,
    Descending: _of_descending,
    Rational: of_rational,
    Real: _of_real,
}


@lru_cache
def _kind(given: Any) -> Any:
    """The type in the table that a class is ordered as: a subclass that keeps the order of its base, and
    numbers of other packages. None for any other."""
    kind: Any
    for kind in _MAKERS:
        if issubclass(given, kind) and (kind in (Rational, Real) or given.__lt__ is kind.__lt__):
            return kind
    return None


def _parts(key: Any) -> list[Any]:
    """The bytes of any key; where an object has none, they end, the object follows, and they begin anew."""
    given = _class_of(key)
    kind = _kind(given)
    if kind is tuple:
        joined: list[Any] = [_TUPLE]
        for part in key:
            first, *rest = _parts(part)
            joined[-1] += first
            joined += rest
        joined[-1] += _END
        return joined
    if kind is Descending:
        return list(map(_reversed, _parts(key.value)))
    if kind is not None:
        return [_MAKERS[kind](key)]
    if given.__lt__ is _UNORDERED.__lt__ and given.__gt__ is _UNORDERED.__gt__:
        raise wrong("a sort key needs", "a type with an order", key) from None
    return [_OTHER, key, b""]


def _reversed(part: Any) -> Any:
    if type(part) is bytes:
        return part.translate(INVERTED)
    return part.value if type(part) is Descending else Descending(part)


def _agree(key: Any, times: Times, place: tuple[int, ...] = ()) -> None:
    """Refuses datetimes that are naive in one key and aware in another."""
    if isinstance(key, Descending):
        _agree(key.value, times, place)
    elif is_a(key, tuple):
        for at, part in enumerate(key):
            if isinstance(part, (datetime, tuple, Descending)):
                _agree(part, times, (*place, at))
    elif isinstance(key, datetime):
        aware = key.utcoffset() is not None
        if times.setdefault(place, aware) is not aware:
            has, had = ("a", "none") if aware else ("no", "one")
            raise TypeError(f"a sort key, {key!r}, has {has} time zone, and one before had {had}")
