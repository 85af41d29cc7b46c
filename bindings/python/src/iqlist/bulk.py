"""Records of many values: the fields of all are laid out a column at a time, in loops of the interpreter's
own, where fields.py lays out one field after another. The bytes are the same.

    ("a", 1)                  5, length, "a"   1, 1           05 01 00 ... 61 01 01 00 ...
    ("b", 2)    columns:      5, length, "b"   1, 2           05 01 00 ... 62 01 02 00 ...
                              packed    raw    packed

Columns whose values have several types, or a type that is not known here, are laid out value by value.
"""

from __future__ import annotations

import enum
import struct
import uuid
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain, repeat
from operator import add, attrgetter, ne
from typing import Any, Callable, NamedTuple, Union

from . import fields
from .fields import LAYOUT, TEXTS, Record, compared, field, keys_of, laid_out
from .identity import Key

Seen = set[Any]
"""The types of fields that were laid out."""
UNSEEN: Any = object
"""In place of types that were not looked at, and of what has to be asked whether it is frozen."""
REFUSED = (TypeError, ValueError, struct.error)
"""What is raised for values that cannot be fields."""


class Packed(NamedTuple):
    """Numbers that are packed by a format of `struct`: for each value one of each column."""

    format: str
    columns: list[Iterable[Any]]


Streams = list[Union[Packed, Iterable[Record]]]
"""For each value a piece of its fields from each."""


def record(value: Any) -> Record:
    """The fields to hash for a value: those of a tuple, or the value as one field."""
    given: Any = value
    return laid_out(given) if isinstance(value, tuple) else field(given)


def records_of(values: Sequence[Any], seen: Seen | None = None) -> list[Record]:
    """The same for many values. `seen` gets the types of all fields, also of those of tuples and dataclasses;
    and `UNSEEN` where that is not known."""
    seen = set() if seen is None else seen
    try:
        kinds = set(map(type, values))
        kind: Any = kinds.pop() if len(kinds) == 1 else None
        if kind is not None:
            if is_plain_tuple(kind):
                return _rows(values, seen)
            if not issubclass(kind, tuple):
                return joined(_streams(values, seen))
    except REFUSED:
        # Value by value, this raises the error of the first one.
        pass
    seen.add(UNSEEN)
    return list(map(record, values))


def records_of_columns(columns: Sequence[Sequence[Any]], seen: Seen) -> list[Record] | None:
    """The records of the fields in these columns, one at least; None if some of them cannot be hashed."""
    try:
        return joined(list(chain.from_iterable([_streams(column, seen) for column in columns])))
    except REFUSED:
        return None


_TUPLE: Any = tuple
ITERATE: Any = _TUPLE.__iter__


def is_plain_tuple(kind: Any) -> bool:
    """Whether objects of a type iterate as tuples do."""
    return kind.__iter__ is ITERATE if issubclass(kind, tuple) else False  # pyright: ignore[reportUnknownMemberType]


def joined(streams: Streams) -> list[Record]:
    """The fields of each value, of one stream at least. What is packed side by side is packed in one go."""
    pieces: list[Iterable[Record]] = []
    packed: list[Packed] = []
    for stream in [*streams, None]:
        if isinstance(stream, Packed):
            packed.append(stream)
            continue
        if packed:
            pack = struct.Struct("<" + "".join([each.format for each in packed])).pack
            pieces.append(map(pack, *chain.from_iterable([each.columns for each in packed])))
            packed = []
        if stream is not None:
            pieces.append(stream)
    return list(pieces[0] if len(pieces) == 1 else map(b"".join, zip(*pieces)))


def _rows(values: Sequence[Sequence[Any]], seen: Seen) -> list[Record]:
    """The records of tuples."""
    if len(set(map(len, values))) != 1 or not len(values[0]):
        seen.add(UNSEEN)
        return list(map(laid_out, values))
    return joined(list(chain.from_iterable([_streams(column, seen) for column in zip(*values)])))


def _streams(values: Sequence[Any], seen: Seen) -> Streams:
    """The fields of values, one of each."""
    kinds = set(map(type, values))
    if len(kinds) == 1:
        kind: Any = kinds.pop()
        make = _COLUMNS.get(kind)
        if make is not None:
            seen.add(kind)
            return make(values)
        more = _column_of(kind, values[0])
        if more is not None:
            return more(values, seen)
    seen.add(UNSEEN)
    return [list(map(field, values))]


def _column_of(kind: Any, first: Any) -> Callable[[Sequence[Any], Seen], Streams] | None:
    """How fields of a type are laid out that has a type of fields.py as its base, or is a dataclass."""
    layout: Any = fields.layout_of(first)
    if layout is LAYOUT[tuple] and is_plain_tuple(kind):
        return _tuples
    if layout is fields.of_dataclass and is_plain_object(kind):
        return partial(_dataclasses, kind)
    return _members if layout is LAYOUT[enum.Enum] else None


def is_plain_object(kind: type) -> bool:
    """Whether attributes of objects of a type are what they have, and nothing that the type makes up."""
    plain: tuple[Any, ...] = (object.__getattribute__, _TUPLE.__getattribute__)
    return kind.__getattribute__ in plain and not hasattr(kind, "__getattr__")


def _keys(records: list[Record]) -> Streams:
    """Fields that are keys of records of their own."""
    return [Packed("B16s", [repeat(6), chain.from_iterable(struct.iter_unpack("16s", keys_of(records)))])]


def _tuples(values: Sequence[Sequence[Any]], seen: Seen) -> Streams:
    return _keys(_rows(values, seen))


def _dataclasses(kind: type, values: Sequence[Any], seen: Seen) -> Streams:
    seen.add(UNSEEN)
    names = compared(kind)
    if not names:
        return _keys([b""] * len(values))
    columns = [list(map(attrgetter(name), values)) for name in names]
    return _keys(joined(list(chain.from_iterable([_streams(column, seen) for column in columns]))))


def _members(values: Sequence[enum.Enum], seen: Seen) -> Streams:
    """Few members differ."""
    seen.add(UNSEEN)
    made = {id(member): field(member) for member in {id(value): value for value in values}.values()}
    return [list(map(made.__getitem__, map(id, values)))]


def _texts(name: str, values: Sequence[Any]) -> Streams:
    return _keys(joined([repeat(field(name), len(values)), *_strs(list(map(str, values)))]))


def _ints(values: Sequence[int]) -> Streams:
    # One that is too large makes an error.
    return [list(map(field, values)) if min(values) < 0 else Packed("BQ", [repeat(1), values])]


def _floats(values: Sequence[float]) -> Streams:
    if any(map(ne, values, values)):
        return [list(map(field, values))]
    return [Packed("Bd", [repeat(3), map(add, values, repeat(0.0))])]


def _bools(values: Sequence[bool]) -> Streams:
    return [Packed("BB", [repeat(7), values])]


def _nothings(values: Sequence[None]) -> Streams:
    return [repeat(field(None), len(values))]


def _strs(values: Sequence[str]) -> Streams:
    texts = list(map(str.encode, values, repeat("utf-8"), repeat("surrogatepass")))
    return [Packed("BQ", [repeat(5), map(len, texts)]), texts]


def _bytes(values: Sequence[bytes]) -> Streams:
    return [Packed("BQ", [repeat(4), map(len, values)]), values]


def _raw_keys(values: Sequence[bytes]) -> Streams:
    return [Packed("B16s", [repeat(6), values])]


def _uuids(values: Sequence[uuid.UUID]) -> Streams:
    return _raw_keys([value.bytes for value in values])


_COLUMNS: dict[type, Callable[[Sequence[Any]], Streams]] = {
    **{kind: partial(_texts, kind.__name__) for kind in TEXTS},
    uuid.UUID: _uuids,
    bytes: _bytes,
    str: _strs,
    float: _floats,
    int: _ints,
    bool: _bools,
    type(None): _nothings,
    Key: _raw_keys,
}
