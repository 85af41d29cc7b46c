"""Keys and contents: who an item is, and what it looks like, from ordinary Python values.

The rules are the library's hasher's (iqlist.h, KEYS AND HASHING), so that every language makes the same key
of the same fields. Tuples and sets, which C does not have, go in as the key of a hasher of their own: a
tuple's of its fields in order, a set's of its members' keys, sorted.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from ctypes import byref, c_uint64
from operator import index
from typing import Any, Callable, Protocol, SupportsIndex, Union

from . import abi
from ._calls import check


class Keyed(Protocol):
    """What stands for its key: items, sections, handles."""

    @property
    def key(self) -> Key: ...


KeyLike = Union[
    bytes, bytearray, memoryview, uuid.UUID, SupportsIndex, str, float, tuple[Any, ...], frozenset[Any], Keyed
]
"""What a key can be made of: see `Key`."""


class Hasher:
    """Makes keys and contents from fields, the same in every process, language and version.

    Fields are None, bool, int (-2**63 to 2**64 - 1), float, str, bytes and other flat buffers, `Key`,
    `uuid.UUID`, and tuples, lists, sets and frozensets of fields. Each goes in with its type: 1 is not "1",
    and ("a", "bc") is not ("ab", "c"); 1 is not 1.0 either. TypeError for anything else, `ArgumentError`
    (a ValueError) for an int that is too large.

    >>> Hasher("a", 1).key() == Key(("a", 1))
    True
    >>> Hasher("a").add(1).content() == Hasher("a", 1).content()
    True
    """

    __slots__ = ("_state",)

    def __init__(self, *fields: object) -> None:
        self._state = abi.iq_hasher()
        check(abi.iq_hasher_init(byref(self._state)))
        self.add(*fields)

    def add(self, *fields: object) -> Hasher:
        """Adds fields; answers the hasher itself. If one is refused, those before it are in."""
        for field in fields:
            (_ADD.get(type(field)) or _adder(field))(self._state, field)
        return self

    def copy(self) -> Hasher:
        """A hasher that was told the same fields, and goes on by itself.

        >>> one = Hasher("a")
        >>> one.copy().add("b").key() == Hasher("a", "b").key(), one.key() == Key("a")
        (True, True)
        """
        made = Hasher.__new__(Hasher)
        made._state = abi.iq_hasher.from_buffer_copy(self._state)
        return made

    __copy__ = copy

    def key(self) -> Key:
        """The key of the fields so far. The hasher may go on."""
        made = abi.iq_key()
        check(abi.iq_hasher_key(byref(self._state), byref(made)))
        return Key(bytes(made))

    def content(self) -> int:
        """The content of the fields so far: 64 bits, never 0. The hasher may go on."""
        made = c_uint64()
        check(abi.iq_hasher_content(byref(self._state), byref(made)))
        return made.value


class Key(bytes):
    """Who an item or section is: 16 bytes, compared bit for bit.

    `Key(value)` takes 16 bytes and a `uuid.UUID` as they are, an int from 0 to 2**64 - 1 as 8 little-endian
    bytes and 8 zeros, and of everything else (str, bytes of another length, a negative int, a float, a tuple
    or set of fields) the hasher's key: see `Hasher` for what it takes. Items, sections and handles stand for
    their keys. Wherever this package takes a key, it takes what this constructor takes.

    >>> Key(258)
    Key.fromhex('02010000000000000000000000000000')
    >>> Key("ada") == Key("ada"), Key("1") == Key(1), Key(("ada",)) == Key("ada")
    (True, False, True)
    """

    __slots__ = ()

    def __new__(cls, value: KeyLike) -> Key:
        return super().__new__(cls, key_bytes(value))

    @classmethod
    def from_digest(cls, digest: bytes | bytearray | memoryview) -> Key:
        """The first 16 bytes of a digest of 16 or more, such as SHA-256. `ArgumentError` if it is shorter.

        >>> import hashlib
        >>> Key.from_digest(hashlib.sha256(b"iqlist").digest())
        Key.fromhex('...')
        """
        given, made = bytes(digest), abi.iq_key()
        check(abi.iq_key_from_digest(given, len(given), byref(made)))
        return cls(bytes(made))

    @property
    def uuid(self) -> uuid.UUID:
        """The same 16 bytes as a UUID."""
        return uuid.UUID(bytes=bytes(self))

    def __repr__(self) -> str:
        return f"Key.fromhex('{self.hex()}')"

    __str__ = __repr__


def kind_of(value: object) -> type:
    return type(value)


def key_bytes(value: Any) -> bytes:
    """The 16 bytes of a key: see `Key`."""
    make = _KEY.get(kind_of(value))
    if make is not None:
        return make(value)
    key = getattr(value, "key", None)
    if type(key) is Key:
        return key
    for kind, make in _KEY.items():
        if isinstance(value, kind):
            return make(value)
    return _from_int(index(value)) if hasattr(value, "__index__") else _hashed(value)


def content_bits(value: Any) -> int:
    """A content's 64 bits: an int (-2**63 to 2**64 - 1) as it is, 0 and None meaning that there is none; of
    a tuple the hasher's content of its fields, and of anything else that of the one field."""
    if value is None:
        return abi.IQ_CONTENT_NONE
    if isinstance(value, (bool, str, float)):
        return Hasher(value).content()
    if hasattr(value, "__index__"):
        number = index(value)
        if not -(2**63) <= number < 2**64:
            raise _too_large(number, "content")
        return number & 0xFFFFFFFFFFFFFFFF
    return Hasher(*fields_of(value)).content()


def fields_of(value: Any) -> Any:
    """The fields that a content is made of: a tuple's, or the one that it is."""
    is_tuple = issubclass(kind_of(value), tuple)
    return value if is_tuple else (value,)


def raw_keys(joined: bytes) -> list[Key]:
    """The keys whose bytes stand one after another."""
    make = bytes.__new__
    return [make(Key, joined[at : at + 16]) for at in range(0, len(joined), 16)]


def keys_struct(keys: Iterable[KeyLike]) -> Any:
    """Keys as an array for the library, and TypeError for one string, which is no iterable of keys."""
    if isinstance(keys, (str, bytes, bytearray)):
        raise TypeError(
            f"an iterable of keys is needed, not {type(keys).__name__}: put a single key into a list"
        )
    joined = b"".join([key_bytes(key) for key in keys])
    return (abi.iq_key * (len(joined) // 16)).from_buffer_copy(joined)


def key_struct(key: Any) -> abi.iq_key:
    return abi.iq_key.from_buffer_copy(key_bytes(key))


def _from_int(value: int) -> bytes:
    if value >= 2**64:
        raise _too_large(value, "key")
    return value.to_bytes(16, "little") if value >= 0 else _hashed(value)


def _from_bytes(given: bytes | bytearray | memoryview) -> bytes:
    value = bytes(given)
    if len(value) == 16:
        return value
    made = abi.iq_key()
    check(abi.iq_key_from_bytes(value, len(value), byref(made)))
    return bytes(made)


def _hashed(value: Any) -> bytes:
    return Hasher(value).key()


def _hashed_tuple(value: tuple[Any, ...]) -> bytes:
    return Hasher(*value).key()


def _too_large(value: int, what: str) -> Exception:
    from .errors import ArgumentError

    return ArgumentError(
        f"{value} has more than 64 bits and cannot be a {what}", status=abi.IQ_ERROR_ARGUMENT
    )


# In this order where a value is of a kind of one of these types: a Key is bytes, a bool is an int.
_KEY: dict[type, Callable[[Any], bytes]] = {
    Key: bytes,
    uuid.UUID: lambda value: bytes(value.bytes),
    bool: _hashed,
    int: _from_int,
    bytes: _from_bytes,
    bytearray: _from_bytes,
    memoryview: _from_bytes,
    str: _hashed,
    float: _hashed,
    tuple: _hashed_tuple,
}


def _add_int(state: abi.iq_hasher, value: int) -> None:
    if value >= 2**64 or value < -(2**63):
        raise _too_large(value, "field")
    check((abi.iq_hasher_add_unsigned if value >= 0 else abi.iq_hasher_add_signed)(byref(state), value))


def _add_str(state: abi.iq_hasher, value: str) -> None:
    # Names of files may hold lone surrogates. They go in as they are, so that no two strings are one.
    text = value.encode("utf-8", "surrogatepass")
    check(abi.iq_hasher_add_string(byref(state), text, len(text)))


def _add_bytes(state: abi.iq_hasher, value: bytes | bytearray | memoryview) -> None:
    given = bytes(value)
    check(abi.iq_hasher_add_bytes(byref(state), given, len(given)))


def _add_key(state: abi.iq_hasher, value: bytes) -> None:
    check(abi.iq_hasher_add_key(byref(state), abi.iq_key.from_buffer_copy(value)))


def _add_set(state: abi.iq_hasher, value: Iterable[object]) -> None:
    _add_key(state, Hasher(*sorted(Hasher(member).key() for member in value)).key())


_ADD: dict[type, Callable[[abi.iq_hasher, Any], None]] = {
    type(None): lambda state, _: check(abi.iq_hasher_add_nothing(byref(state))),
    bool: lambda state, value: check(abi.iq_hasher_add_bool(byref(state), value)),
    int: _add_int,
    float: lambda state, value: check(abi.iq_hasher_add_double(byref(state), value)),
    str: _add_str,
    Key: _add_key,
    bytes: _add_bytes,
    bytearray: _add_bytes,
    memoryview: _add_bytes,
    uuid.UUID: lambda state, value: _add_key(state, value.bytes),
    tuple: lambda state, value: _add_key(state, Hasher(*value).key()),
    list: lambda state, value: _add_key(state, Hasher(*value).key()),
    set: _add_set,
    frozenset: _add_set,
}


def _adder(field: object) -> Callable[[abi.iq_hasher, Any], None]:
    """Of a field whose type is not one of those above, but may be a kind of one."""
    for kind, add in _ADD.items():
        if isinstance(field, kind):
            return add
    if hasattr(field, "__index__"):
        return lambda state, value: _add_int(state, index(value))
    raise TypeError(
        f"a field of type {type(field).__name__} cannot be hashed: "
        "make it None, bool, int, float, str, bytes, UUID, Key, or a tuple or set of those"
    )
