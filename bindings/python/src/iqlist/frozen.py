"""Which values are frozen all the way down: what was computed of such an object holds as long as it lives.

That is a value of a type below, a tuple, a NamedTuple or a frozenset of frozen values, and a frozen dataclass
whose compared fields are. A frozen dataclass that holds a list is not. A subclass of one of these types may
have what changes, and is not frozen either, unless it is a frozen dataclass itself.
"""

from __future__ import annotations

import dataclasses
import datetime
import pathlib
import uuid
from collections.abc import Iterable, Sequence
from decimal import Decimal
from enum import EnumMeta
from itertools import chain
from operator import attrgetter
from types import MemberDescriptorType
from typing import Any, NamedTuple

from .bulk import is_plain_object, is_plain_tuple
from .fields import LAYOUT, compared
from .identity import Key

ATOMS: frozenset[type] = frozenset(
    [
        *(type(None), bool, int, float, str, bytes, Key, uuid.UUID, Decimal),
        *(datetime.date, datetime.timedelta),
        *(pathlib.PurePosixPath, pathlib.PureWindowsPath, pathlib.PosixPath, pathlib.WindowsPath),
    ]
)
CLOCKS = (datetime.datetime, datetime.time)
"""Frozen where their time zone is fixed: another one answers what it likes."""


def are_frozen(values: Sequence[Any]) -> bool:
    """Whether all values are frozen."""
    kinds = set(map(type, values))
    return kinds <= ATOMS or all(
        _are_frozen(kind, values if len(kinds) == 1 else [value for value in values if type(value) is kind])
        for kind in kinds - ATOMS
    )


def _are_frozen(kind: type, values: Sequence[Any]) -> bool:
    """The same for values of one type."""
    if kind is frozenset or (is_plain_tuple(kind) and not isinstance(kind, EnumMeta)):
        inside = set(map(type, chain.from_iterable(values)))
        return inside <= ATOMS or are_frozen(list(chain.from_iterable(values)))
    if kind in CLOCKS:
        return all(value.tzinfo is None or type(value.tzinfo) is datetime.timezone for value in values)
    if isinstance(kind, EnumMeta):
        return True
    if not is_frozen_dataclass(kind):
        return False
    names = compared(kind)
    return has_fields(kind, names) and all(are_frozen(list(map(attrgetter(name), values))) for name in names)


def which_are_frozen(values: Sequence[Any]) -> list[bool]:
    """Which of the values are frozen."""
    if are_frozen(values):
        return [True] * len(values)
    verdicts: dict[type, bool | None] = {}
    for kind in set(map(type, values)):
        if are_frozen([value for value in values if type(value) is kind]):
            verdicts[kind] = True
        else:
            # Of these types some values may be frozen.
            verdicts[kind] = None if can_be_frozen(kind) else False
    return [
        are_frozen([value]) if verdict is None else verdict
        for value, verdict in zip(values, map(verdicts.__getitem__, map(type, values)))
    ]


def can_be_frozen(kind: type) -> bool:
    """Whether it depends on the value whether it is frozen."""
    return kind is frozenset or kind in CLOCKS or is_plain_tuple(kind) or is_frozen_dataclass(kind)


def is_frozen_dataclass(kind: type) -> bool:
    """Whether a type is a frozen dataclass, and neither a number nor one of the types that are hashed in
    another way, such as a list."""
    parameters = vars(kind).get("__dataclass_params__")
    return (
        parameters is not None
        and parameters.frozen
        and "__setattr__" in vars(kind)
        and is_plain_object(kind)
        and not hasattr(kind, "__index__")
        and not any(base in LAYOUT for base in kind.__mro__)
    )


NAMED: Any = type(NamedTuple("_Named", [("field", int)]).field)  # type: ignore[attr-defined]
"""What gets a field of a NamedTuple."""


def has_fields(kind: Any, names: Iterable[str]) -> bool:
    """Whether these are attributes of a frozen dataclass or of a NamedTuple that hold what they were set to,
    and compute nothing."""
    if is_plain_tuple(kind):
        return is_plain_object(kind) and all(_is_named(_static(kind, name)) for name in names)
    if not is_frozen_dataclass(kind):
        return False
    known = {field.name for field in dataclasses.fields(kind)}
    return all(name in known and _holds(_static(kind, name)) for name in names)


def _static(kind: Any, name: str) -> Any:
    """The attribute of a class as it stands there; None if there is none."""
    found: list[Any] = [vars(base)[name] for base in kind.__mro__ if name in vars(base)]
    return found[0] if found else None


def _is_named(found: object) -> bool:
    return type(found) is NAMED


def _holds(found: object) -> bool:
    """Whether an attribute of a class lets an object have one of its own: a slot, or a default value."""
    return isinstance(found, MemberDescriptorType) or not hasattr(found.__class__, "__get__")
