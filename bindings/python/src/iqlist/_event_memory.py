"""Events as they lie in the library's memory: read in one go, where ctypes reads field by field."""

from __future__ import annotations

from collections import namedtuple
from ctypes import Structure, sizeof
from struct import Struct
from typing import Any

from . import abi

NESTED: dict[Any, str] = {abi.iq_key: "16s", abi.iq_position: "8s"}
"""Structures that are read as bytes. Those that hold one number, as handles do, are read as that number."""


def layout_of(kind: type[Structure]) -> Struct:
    """How a structure lies in memory: numbers, pointers and structures that hold one number as ints."""
    form, at = "=", 0
    for name, field in kind._fields_:  # type: ignore[misc]
        size = sizeof(field)
        offset = getattr(kind, name).offset
        form += "x" * (offset - at) + (NESTED.get(field) or {1: "B", 2: "H", 4: "I", 8: "Q"}[size])
        at = offset + size
    return Struct(form + "x" * (sizeof(kind) - at))


_EVENT = layout_of(abi.iq_event)
_NAMES = [name for name, *_ in abi.iq_event._fields_]
_Fields: Any = namedtuple("_Fields", _NAMES)  # type: ignore[misc]


def fields_of(raw: Any) -> Any:
    """The fields of an `abi.iq_event`, by their names. A pointer is its address, a key and a position are
    bytes, a handle and a class their number."""
    return _Fields._make(_EVENT.unpack_from(raw))
