"""Keys and positions. Errors have both, so this file is below errors.py; making a key of a value, which may
fail, is in keys.py."""

from __future__ import annotations

import datetime
import uuid
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any, Callable, ClassVar, NamedTuple, Protocol, SupportsIndex, Union

from . import abi

NONE = abi.IQ_NONE
"""2**32 - 1: no position, in results that are not converted, such as `Changeset.map`."""


class Conversion:
    """Makes the bytes of a key: keys.py sets both functions when it is imported."""

    of_value: ClassVar[Callable[[Any], bytes]]
    of_digest: ClassVar[Callable[[Any], bytes]]


class Key(bytes):
    """The identity of an item or section: 16 bytes, compared bit for bit.

    `Key(value)` takes 16 bytes and a `uuid.UUID` as they are, an int from 0 to 2**64 - 1 as 8 little-endian
    bytes and 8 zeros, and of everything else (str, bytes of another length, a negative int, a float, a tuple
    or set of fields) the hasher's key: see `Hasher` for the types of fields. Rows, items and sections stand
    for their keys. Wherever this package takes a key, it takes what this constructor takes. `ArgumentError`
    (a ValueError) for an int that is too large and for 0 bytes, TypeError for a value that cannot be hashed.

    >>> Key(258)
    Key.fromhex('02010000000000000000000000000000')
    >>> Key("ada") == Key("ada"), Key("1") == Key(1), Key(("ada",)) == Key("ada")
    (True, False, True)
    """

    __slots__ = ()

    def __new__(cls, value: KeyLike) -> Key:
        return super().__new__(cls, Conversion.of_value(value))

    @classmethod
    def from_digest(cls, digest: bytes | bytearray | memoryview) -> Key:
        """The first 16 bytes of a digest of 16 or more, such as SHA-256. `ArgumentError` if it is shorter.

        >>> import hashlib
        >>> digest = hashlib.sha256(b"iqlist").digest()
        >>> Key.from_digest(digest) == Key(digest[:16])
        True
        """
        return super().__new__(cls, Conversion.of_digest(digest))

    @property
    def uuid(self) -> uuid.UUID:
        """The same 16 bytes as a UUID."""
        return uuid.UUID(bytes=bytes(self))

    def __repr__(self) -> str:
        return f"Key.fromhex('{self.hex()}')"

    __str__ = __repr__


class Keyed(Protocol):
    """An object that stands for its key: a row, an item, a section."""

    @property
    def key(self) -> Key: ...


KeyLike = Union[
    bytes,
    bytearray,
    memoryview,
    uuid.UUID,
    SupportsIndex,
    str,
    float,
    tuple[Any, ...],
    frozenset[Any],
    datetime.date,
    Decimal,
    PurePath,
    Enum,
    Keyed,
]
"""A value that a key can be made of: see `Key`."""


def raw_key(data: bytes) -> Key:
    """The key of 16 bytes that the library has written."""
    return bytes.__new__(Key, data)


class Position(NamedTuple):
    """The position of an item: that of its section, and its own within it, from 0. For a section alone,
    `item` is None.

    >>> section, item = Position(1, 2)
    >>> item
    2
    """

    section: int
    item: int | None = None

    def __str__(self) -> str:
        return f"{self.section}" if self.item is None else f"{self.section}:{self.item}"

    @classmethod
    def of(cls, given: Any) -> Position:
        """The position of an `abi.iq_position`.

        >>> from iqlist import abi
        >>> Position.of(abi.iq_position(1, abi.IQ_NONE))
        Position(section=1, item=None)
        """
        return cls(int(given.section), None if given.item == abi.IQ_NONE else int(given.item))
