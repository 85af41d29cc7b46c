"""Getters: how keys, contents and levels are got from objects, and what they hold for good."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Callable, Union

from .fields import LAYOUT, compared
from .frozen import ATOMS, has_fields, is_frozen_dataclass

Getter = Union[str, Sequence[str], Callable[[Any], Any]]
"""Gets a key or a content from an object: a callable; the name of an attribute (of a mapping: of a field); or
several names, for a tuple of those."""


def get_each(getter: Getter, items: list[Any]) -> Iterable[Any]:
    """The result of a getter for each item."""
    if callable(getter):
        return map(getter, items)
    return map_by_type(partial(attribute_getter, getter), items)


def map_by_type(make: Callable[[type], Callable[[Any], Any]], items: list[Any]) -> Iterable[Any]:
    """The result for each item of the function that `make` returns for its type."""
    made = {kind: make(kind) for kind in set(map(type, items))}
    if len(made) == 1:
        (only,) = made.values()
        return map(only, items)
    return [made[type(item)](item) for item in items]


def attribute_getter(names: str | Sequence[str], kind: type) -> Callable[[Any], Any]:
    """A function that gets the attributes of these names from an object of that type, the fields from a
    mapping: for one name its value, for a sequence of names a tuple."""
    get: Any = operator.itemgetter if issubclass(kind, Mapping) else operator.attrgetter
    if isinstance(names, str) or len(names) > 1:
        found: Callable[[Any], Any] = get(names) if isinstance(names, str) else get(*names)
        return found
    few = [get(name) for name in names]
    return lambda item: tuple([get(item) for get in few])


def compared_getter(kind: type) -> Callable[[Any], Any]:
    """A function that gets the fields that a dataclass is compared by; for another type it returns None."""
    if not dataclasses.is_dataclass(kind):
        return lambda _: None
    return attribute_getter(compared(kind), kind)


def is_value(kind: Any) -> bool:
    """Whether two objects of a type with equal keys are equal, since the key is made of all that they are
    compared by. Not for a type with an attribute `key`, which may be its key."""
    if hasattr(kind, "key") or hasattr(kind, "__index__"):
        return kind is int or kind is bool
    parameters = getattr(kind, "__dataclass_params__", None)
    if parameters is not None:
        return bool(parameters.eq) and "key" not in compared(kind)
    equal = kind.__eq__
    return any(issubclass(kind, base) and equal is base.__eq__ for base in LAYOUT)


def only_holds(getter: Getter | None, kind: Any) -> bool:
    """Whether a getter gets what an object of a type holds for good: a field of a frozen dataclass or of a
    NamedTuple, or, with None, the object itself."""
    if getter is None:
        return is_its_key(kind)
    if callable(getter) or issubclass(kind, Mapping):
        return False
    return has_fields(kind, [getter] if isinstance(getter, str) else getter)


def is_its_key(kind: type) -> bool:
    """Whether the key of an object of a type is made of nothing but what it is compared by."""
    if kind in ATOMS:
        return True
    if hasattr(kind, "key") or hasattr(kind, "__index__"):
        return False
    if is_frozen_dataclass(kind):
        return all(field.name != "key" for field in dataclasses.fields(kind))
    return issubclass(kind, (tuple, frozenset))


class Got(Sequence[Any]):
    """What a getter gets from each object, got when it is asked for."""

    __slots__ = ("_getter", "_objects")

    def __init__(self, getter: Getter, objects: list[Any]) -> None:
        self._getter, self._objects = getter, objects

    def __len__(self) -> int:
        return len(self._objects)

    def __getitem__(self, at: Any) -> Any:
        return next(iter(get_each(self._getter, [self._objects[at]])))
