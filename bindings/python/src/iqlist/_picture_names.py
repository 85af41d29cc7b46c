"""What stands in pictures for keys and elements."""

from __future__ import annotations

from .identity import Key
from .records import ElementKind


def key_name(key: Key) -> str:
    """A key, in short: the number that it was made of, or its first bytes."""
    return str(int.from_bytes(key[:8], "little")) if key[8:] == bytes(8) else key.hex()[:12]


def kind_name(kind: int) -> str:
    """The name of a kind of elements, in small letters."""
    try:
        return ElementKind(kind).name.lower().replace("_", " ")
    except ValueError:
        return f"element {kind}"
