"""How fields are hashed: each is laid out as bytes, by the header's table, and the library hashes many
records of fields in one call.

    ("a", 1)    05 01 00 00 00 00 00 00 00 61    01 01 00 00 00 00 00 00 00
                └type └length              └a    └type └value

A value whose type C does not have is a field of a key, that of a record of its own: for a tuple and a
dataclass the fields in order; for a set the keys of its members, sorted; for a dict "dict" and the set of its
pairs; for a date, a path and so on the type's name and the text; for a member of an enumeration both names.
"""

from __future__ import annotations

import dataclasses
import datetime
import enum
import pathlib
import struct
import uuid
from array import array
from collections.abc import Iterable, Sequence
from ctypes import POINTER, byref, c_size_t, c_uint64, cast
from decimal import Decimal
from itertools import accumulate
from operator import index
from typing import Any, Callable

from . import abi
from ._calls import check
from .errors import ArgumentError

Record = bytes
"""Fields, laid out one after another."""

UNSIGNED = struct.Struct("<BQ")
SIGNED = struct.Struct("<Bq")
DOUBLE = struct.Struct("<Bd")
_NAN = UNSIGNED.pack(3, 0x7FF8000000000000)


def laid_out(fields: Iterable[object]) -> Record:
    """The record of these fields. TypeError and `ArgumentError` for a value that cannot be a field."""
    return b"".join([field(value) for value in fields])


def field(value: object) -> Record:
    """One field, laid out."""
    return (LAYOUT.get(type(value)) or layout_of(value))(value)


def keys_of(records: Sequence[Record]) -> bytes:
    """The keys of records, 16 bytes each, one after another."""
    made = bytearray(16 * len(records))
    if made:
        keys = (abi.iq_key * len(records)).from_buffer(made)
        _hash(records, keys, None)
    return bytes(made)


def contents_of(records: Sequence[Record]) -> array[int]:
    """The contents of records."""
    made = array("Q", bytes(8 * len(records)))
    if records:
        _hash(records, None, (c_uint64 * len(records)).from_buffer(made))
    return made


def _hash(records: Sequence[Record], keys: Any, contents: Any) -> None:
    ends = array("Q", accumulate(map(len, records)))
    found = cast(ends.buffer_info()[0], POINTER(c_size_t))
    check(abi.iq_hash_records(b"".join(records), ends[-1], found, len(records), keys, contents))


def key_of(record: Record) -> bytes:
    """The key of one record."""
    made = abi.iq_key()
    check(abi.iq_hash_records(record, len(record), byref(c_size_t(len(record))), 1, byref(made), None))
    return bytes(made)


def too_large(value: int, what: str) -> Exception:
    """The error for an int that cannot be a key, a content or a field."""
    return ArgumentError(
        f"{value} has more than 64 bits and cannot be a {what}", status=abi.IQ_ERROR_ARGUMENT
    )


def _int(value: int) -> Record:
    try:
        return UNSIGNED.pack(1, value) if value >= 0 else SIGNED.pack(2, value)
    except struct.error:
        raise too_large(value, "field") from None


def _float(value: float) -> Record:
    # All NaNs are one, and -0.0 is 0.0.
    return DOUBLE.pack(3, value + 0.0) if value == value else _NAN


def _str(value: str) -> Record:
    # Names of files may have lone surrogates. They are hashed as they are, so that no two strings are equal.
    text = value.encode("utf-8", "surrogatepass")
    return UNSIGNED.pack(5, len(text)) + text


def _bytes(value: bytes | bytearray | memoryview) -> Record:
    given = bytes(value)
    return UNSIGNED.pack(4, len(given)) + given


def key_field(value: bytes) -> Record:
    """A key, laid out."""
    return b"\x06" + value


def _tuple(value: Iterable[object]) -> Record:
    return key_field(key_of(laid_out(value)))


def _set(value: Iterable[object]) -> Record:
    keys = keys_of([field(member) for member in value])
    members = sorted(keys[at : at + 16] for at in range(0, len(keys), 16))
    return key_field(key_of(b"".join(map(key_field, members))))


def _dict(value: dict[object, object]) -> Record:
    return key_field(key_of(_str("dict") + _set(value.items())))


def _enum(value: enum.Enum) -> Record:
    return _tuple((type(value).__name__, value.name))


def _text(kind: type) -> Callable[[object], Record]:
    return lambda value: _tuple((kind.__name__, str(value)))


def of_dataclass(value: object) -> Record:
    return _tuple([getattr(value, name) for name in compared(type(value))])


def compared(kind: type) -> list[str]:
    """The fields that a dataclass is compared by."""
    return [field.name for field in dataclasses.fields(kind) if field.compare]


def layout_of(value: object) -> Callable[[Any], Record]:
    """The layout of a field whose type is not below, but may be a subclass of one that is."""
    for kind in reversed(LAYOUT):
        if isinstance(value, kind):
            return LAYOUT[kind]
    if hasattr(value, "__index__"):
        return lambda value: _int(index(value))
    if dataclasses.is_dataclass(type(value)):
        return of_dataclass
    raise TypeError(
        f"a field of type {type(value).__name__} cannot be hashed: "
        "make it None, bool, int, float, str, bytes, UUID, Key, or a tuple, set or dict of those"
    )


TEXTS = (
    *(datetime.date, datetime.datetime, datetime.time, datetime.timedelta),
    *(Decimal, pathlib.PurePath),
)
"""Types whose values are hashed by their text."""

# The last that fits counts, for a value of several of these types: a bool is an int, and a Key, which keys.py
# adds, is bytes.
LAYOUT: dict[type, Callable[[Any], Record]] = {
    enum.Enum: _enum,
    **{kind: _text(kind) for kind in TEXTS},
    dict: _dict,
    frozenset: _set,
    set: _set,
    list: _tuple,
    tuple: _tuple,
    uuid.UUID: lambda value: key_field(value.bytes),
    memoryview: _bytes,
    bytearray: _bytes,
    bytes: _bytes,
    str: _str,
    float: _float,
    int: _int,
    bool: lambda value: b"\x07\x01" if value else b"\x07\x00",
    type(None): lambda _: b"\x08",
}
