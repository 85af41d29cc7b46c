"""Keys and contents of ordinary Python values. Hashes are the same as in every other language: see
fields.py."""

from __future__ import annotations

import uuid
from array import array
from collections.abc import Iterable
from ctypes import byref
from itertools import chain, repeat
from operator import index
from struct import iter_unpack
from typing import Any, Callable

from . import abi
from ._buffers import spread
from ._calls import check
from .bulk import UNSEEN, Seen, record, records_of
from .errors import ArgumentError
from .fields import (
    LAYOUT,
    contents_of,
    field,
    key_field,
    key_of,
    keys_of,
    too_large,
)
from .identity import Conversion, Key


class Hasher:
    """Makes keys and contents from fields, the same in every process, language and version.

    Fields are None, bool, int (-2**63 to 2**64 - 1), float, str, bytes and other flat buffers, `Key`,
    `uuid.UUID`; tuples, lists, sets, dicts and dataclasses of fields; dates, times, `Decimal` and paths (by
    their text), and members of an `Enum` (by their name). Each is hashed with its type: 1 is not "1", and
    ("a", "bc") is not ("ab", "c"); 1 is not 1.0 either. TypeError for anything else, `ArgumentError` (a
    ValueError) for an int that is too large.

    >>> Hasher("a", 1).key() == Key(("a", 1))
    True
    >>> Hasher("a").add(1).content() == Hasher("a", 1).content()
    True
    """

    __slots__ = ("_fields",)

    def __init__(self, *fields: object) -> None:
        self._fields = bytearray()
        self.add(*fields)

    def add(self, *fields: object) -> Hasher:
        """Adds fields, and returns the hasher itself. If one is refused, those before it were added.

        >>> Hasher().add(1, 1.5, None, ["a", {"b"}]).add(object())
        Traceback (most recent call last):
        TypeError: a field of type object cannot be hashed: ...
        """
        for each in fields:
            self._fields += field(each)
        return self

    def copy(self) -> Hasher:
        """An independent hasher with the same fields.

        >>> one = Hasher("a")
        >>> one.copy().add("b").key() == Hasher("a", "b").key(), one.key() == Key("a")
        (True, True)
        """
        made = Hasher()
        made._fields += self._fields
        return made

    __copy__ = copy

    def key(self) -> Key:
        """The key of the fields so far. More fields may be added.

        >>> Hasher("ada").key() == Key("ada"), Hasher(1).key() == Key(1)  # Key takes ints as they are.
        (True, False)
        """
        return Key(key_of(bytes(self._fields)))

    def content(self) -> int:
        """The content of the fields so far, 64 bits, never 0.

        >>> hex(Hasher("a", 1).content())
        '0x45cff835d097207f'
        """
        return contents_of([bytes(self._fields)])[0]


def key_bytes(value: Any) -> bytes:
    """The 16 bytes of a key: see `Key`."""
    plain = _plain_key(value)
    return key_of(record(value)) if plain is None else plain


def _digest_bytes(digest: Any) -> bytes:
    given, made = bytes(digest), abi.iq_key()
    check(abi.iq_key_from_digest(given, len(given), byref(made)))
    return bytes(made)


def joined_keys(values: Iterable[Any], seen: Seen | None = None) -> bytes:
    """The keys of values, 16 bytes each, one after another. `seen` gets types as in `records_of`."""
    seen = set() if seen is None else seen
    given = list(values)
    try:
        joined = b"".join(given)
    except TypeError:
        joined = b""
    kinds = set(map(type, given))
    if len(joined) == 16 * len(given) and set(map(len, given)) <= {16}:
        seen |= kinds
        return joined
    words = _words(given, kinds)
    if words is not None:
        seen |= kinds
        return spread(words)
    if kinds <= HASHED:
        return keys_of(records_of(given, seen))
    seen.add(UNSEEN)
    plain = list(map(_plain_key, given))
    hashed = keys_of(records_of([value for value, key in zip(given, plain) if key is None]))
    rest = (hashed[at : at + 16] for at in range(0, len(hashed), 16))
    return b"".join([next(rest) if key is None else key for key in plain])


def content_bits(value: Any) -> int:
    """A content's 64 bits: an int (-2**63 to 2**64 - 1) as it is, 0 and None for no content; for a tuple the
    hasher's content of its fields, and for anything else that of the one field."""
    return contents_column([value])[0]


def contents_column(values: Iterable[Any], seen: Seen | None = None) -> array[int]:
    """The contents of values: see `content_bits`. `seen` gets types as in `records_of`."""
    seen = set() if seen is None else seen
    given = list(values)
    kinds = set(map(type, given))
    words = _words(given, kinds)
    if words is not None:
        seen |= kinds
        return words
    if kinds <= HASHED:
        return contents_of(records_of(given, seen))
    seen.add(UNSEEN)
    plain = list(map(_plain_content, given))
    hashed = iter(contents_of(records_of([value for value, bits in zip(given, plain) if bits is None])))
    return array("Q", [next(hashed) if bits is None else bits for bits in plain])


def _words(values: list[Any], kinds: set[type]) -> array[int] | None:
    """Integers of 64 bits as they are; None if a value is anything else."""
    if kinds != {int}:
        return None
    try:
        return array("Q", values)
    except OverflowError:
        return None


def raw_keys(joined: bytes) -> list[Key]:
    """The keys of bytes that are joined."""
    return list(map(bytes.__new__, repeat(Key), chain.from_iterable(iter_unpack("16s", joined))))


def listed(keys: Iterable[Any]) -> list[Any]:
    """Keys as a list; TypeError for a single string, which is not an iterable of keys."""
    if isinstance(keys, (str, bytes, bytearray)):
        raise TypeError(
            f"an iterable of keys is needed, not {type(keys).__name__}: put a single key into a list"
        )
    return list(keys)


def keys_struct(keys: list[Any]) -> Any:
    """Keys as an array for the library."""
    joined = joined_keys(keys)
    return (abi.iq_key * (len(joined) // 16)).from_buffer_copy(joined)


def key_struct(key: Any) -> abi.iq_key:
    return abi.iq_key.from_buffer_copy(key_bytes(key))


def _plain_content(value: Any) -> int | None:
    """The content of a value that is taken as it is; None if it is hashed."""
    if value is None:
        return abi.IQ_CONTENT_NONE
    if isinstance(value, (tuple, bool, str, float)) or not hasattr(value, "__index__"):
        return None
    number = _int_of(value, "content")
    if not -(2**63) <= number < 2**64:
        raise too_large(number, "content")
    return number & 0xFFFFFFFFFFFFFFFF


def _plain_key(value: Any) -> bytes | None:
    """The key of a value that is taken as it is; None if it is hashed."""
    make = _PLAIN.get(value.__class__)
    if make is not None:
        return make(value)
    key = getattr(value, "key", None)
    if type(key) is Key:
        return key
    for kind, make in _PLAIN.items():
        if isinstance(value, kind):
            return make(value)
    return _plain_int(_int_of(value, "key")) if hasattr(value, "__index__") else None


def _int_of(value: Any, what: str) -> int:
    """An integer of any type. An array has `__index__` as well."""
    try:
        return index(value)
    except TypeError:
        raise TypeError(
            f"a {what} cannot be made of {type(value).__name__}: give an int, a tuple or bytes"
        ) from None


def _plain_int(value: int) -> bytes | None:
    if value >= 2**64:
        raise too_large(value, "key")
    return value.to_bytes(16, "little") if value >= 0 else None


def _plain_bytes(value: bytes | bytearray | memoryview) -> bytes | None:
    given = bytes(value)
    if not given:
        raise ArgumentError("a key cannot be made of 0 bytes", status=abi.IQ_ERROR_ARGUMENT)
    return given if len(given) == 16 else None


def _hashed(_: object) -> None:
    return None


HASHED: frozenset[type] = frozenset([str, float, bool, tuple])
"""Types whose values are never taken as they are, neither as keys nor as contents."""

# The first that fits counts, for a value of a subclass of these types: a Key is bytes, a bool is an int.
_PLAIN: dict[type, Callable[[Any], bytes | None]] = {
    Key: bytes,
    uuid.UUID: lambda value: bytes(value.bytes),
    bool: _hashed,
    int: _plain_int,
    bytes: _plain_bytes,
    bytearray: _plain_bytes,
    memoryview: _plain_bytes,
    str: _hashed,
    float: _hashed,
    tuple: _hashed,
}

# A Key is bytes, but is hashed as a key.
LAYOUT[Key] = key_field

Conversion.of_value = key_bytes
Conversion.of_digest = _digest_bytes
