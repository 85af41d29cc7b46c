"""Filters: what decides which items of its source a derived list shows, as the library takes it.

A callable is kept under a number, its context in C, from `set_filter` until the library calls `destroy`:

    kept ---> passes_batch ... passes_batch ---> destroy --- taken out, dropped

The library polls while it asks, about many items at a time. What a callable raises is raised from that poll:
the first exception of several, and those items do not pass.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from ctypes import c_uint64, memmove, sizeof, string_at
from itertools import count
from typing import Any, Callable, NamedTuple

from . import abi
from ._buffers import is_buffer, refuse_values, refused
from ._calls import current, keep_forever
from ._models import objects_at
from ._process import once
from .identity import Key
from .keys import raw_keys

CALLBACKS: dict[str, Any] = {field[0]: field[1] for field in abi.iq_filter._fields_}
DIGITS = b"0" + b"1" * 255

Asked = Callable[[bytes, list[Any]], Iterable[object]]
"""Answers for items: of their keys, 16 bytes each, and their models."""

kept: dict[int, Any] = once("filters and orders", dict)
"""What answers the library, by number: filters as they are asked, and orders."""
_numbers: count[int] = once("numbers of filters and orders", lambda: count(1))


class Functions(NamedTuple):
    """The functions of a filter that is a callable."""

    passes_batch: Any
    destroy: Any


def each(where: Callable[[Key, Any], object]) -> Asked:
    """Asks a callable about one item after the other: here a call takes a fifth of what it takes from C."""

    def asked(keys: bytes, models: list[Any]) -> list[object]:
        answers: list[object] = []
        failure: BaseException | None = None
        for key, model in zip(raw_keys(keys), models):
            try:
                answers.append(bool(where(key, model)))
            except BaseException as error:
                answers.append(False)
                failure = failure or error
        # Not sooner: a call of the library's would raise it inside the next item's.
        current.raised = failure
        return answers

    return asked


def many(batch: Callable[[list[Any]], Iterable[object]]) -> Asked:
    """Asks a callable about many models at once."""
    return lambda keys, models: batch(models)


def _passes_batch(context: int | None, count: int, keys: Any, models: Any, answers: Any) -> None:
    # A call of the callable's would raise what one before has raised.
    raised, current.raised = current.raised, None
    try:
        found = objects_at(array("Q", string_at(models, 8 * count)))
        packed = packed_bits(kept[context or 0](string_at(keys, 16 * count), found), count)
        memmove(answers, packed, sizeof(packed))
    except BaseException as error:
        raised = raised or error
    current.raised = raised or current.raised


def _destroy(context: int | None) -> None:
    # The destructor of the callable is called here, too, and may use the library.
    raised, current.raised = current.raised, None
    kept.pop(context or 0, None)
    current.raised = raised or current.raised


def _functions() -> Functions:
    made = Functions(CALLBACKS["passes_batch"](_passes_batch), CALLBACKS["destroy"](_destroy))
    keep_forever(made)
    return made


functions: Functions = once("functions of filters", _functions)


def keep(asked: object) -> int:
    """Keeps a filter or an order until the library destroys it, or `drop` is called. Returns its context."""
    number = next(_numbers)
    kept[number] = asked
    return number


def drop(number: int | None) -> None:
    """Drops one that the library has not taken."""
    kept.pop(number or 0, None)


def packed_bits(answers: Iterable[object], items: int) -> Any:
    """A bit for each of so many items, in words as the library reads them. Given are bits that are packed
    already, as a buffer of integers, or an answer for each item. `ColumnError` if there are not so many."""
    size = -(-items // 64) * 8
    if isinstance(answers, str):
        raise TypeError("a filter is needed, not a string")
    found = _bytes_of(answers)
    if found is not None:
        if not -(-items // 8) <= len(found) <= size:
            raise refused(f"there are {items} items, but {8 * len(found)} bits")
        packed = found.ljust(size, b"\0")
    else:
        each = _bools_of(answers)
        if len(each) != items:
            raise refused(f"there are {items} items, but {len(each)} answers")
        # Of digits in base 2 an int is made in linear time; the first item is the lowest bit.
        packed = int(each[::-1].translate(DIGITS) or b"0", 2).to_bytes(size, "little")
    # One word at least, so that there is an address.
    return (c_uint64 * max(size // 8, 1)).from_buffer_copy(packed.ljust(8, b"\0"))


def _bytes_of(answers: Iterable[object]) -> bytes | None:
    """Bits that are packed; None for answers one by one."""
    if not is_buffer(answers):
        return None
    with memoryview(answers) as view:  # type: ignore[arg-type]
        if view.format == "?":
            return None
        refuse_values(view.format, view.format.lstrip("@=<"), "the filter")
        return view.tobytes()


def _bools_of(answers: Iterable[object]) -> bytes:
    """A byte for each answer."""
    if not is_buffer(answers):
        return bytes(map(bool, answers))
    with memoryview(answers) as view:  # type: ignore[arg-type]
        if view.ndim != 1:
            raise refused(f"the filter has {view.ndim} dimensions; one is needed")
        return view.tobytes()
