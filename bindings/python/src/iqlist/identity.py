"""Keys and positions: who an item is, and where. Errors name both, so they stand below the errors; how a key
is made of a value, which may fail, stands in keys.py."""

from __future__ import annotations

import datetime
import uuid
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any, Callable, ClassVar, NamedTuple, Protocol, SupportsIndex, Union

from . import abi

NONE = abi.IQ_NONE
"""2**32 - 1: in numbers that are handed out as they are, such as `Changeset.map`, no position."""


class Conversion:
    """How the bytes of a key are made: keys.py sets both functions when it is imported."""

    of_value: ClassVar[Callable[[Any], bytes]]
    of_digest: ClassVar[Callable[[Any], bytes]]


class Key(bytes):
    """Who an item or section is: 16 bytes, compared bit for bit.

    `Key(value)` takes 16 bytes and a `uuid.UUID` as they are, an int from 0 to 2**64 - 1 as 8 little-endian
    bytes and 8 zeros, and of everything else (str, bytes of another length, a negative int, a float, a tuple
    or set of fields) the hasher's key: see `Hasher` for what it takes. Items, sections and handles stand for
    their keys. Wherever this package takes a key, it takes what this constructor takes. `ArgumentError` (a
    ValueError) for an int that is too large and for no bytes at all, TypeError for what cannot be hashed.

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
    """What stands for its key: items, sections, handles."""

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
"""What a key can be made of: see `Key`."""


def raw_key(data: bytes) -> Key:
    """The key of these 16 bytes, which the library has written."""
    return bytes.__new__(Key, data)


class Position(NamedTuple):
    """Where an item is: its section's position and its own within it, from 0. Of a section alone, `item` is
    None.

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
        """Of an `abi.iq_position`.

        >>> from iqlist import abi
        >>> Position.of(abi.iq_position(1, abi.IQ_NONE))
        Position(section=1, item=None)
        """
        return cls(int(given.section), None if given.item == abi.IQ_NONE else int(given.item))
