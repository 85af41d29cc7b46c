"""The way into the library and back: statuses become exceptions, C objects go with their Python ones.

Two things wait in the library's callbacks until its call is over and Python is itself again. What a callback
raises is kept for the thread and comes out of the call that caused it. Lines of the log are kept and told
then, since the library may not be called from inside its log, and Python code never knows what it calls: a
garbage collection may destroy a list. For the same reason objects that die while a log is set wait for the
next call.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections import deque
from ctypes import POINTER, byref, sizeof
from operator import index
from typing import Any, Callable, SupportsIndex

from . import abi
from ._process import once
from .errors import BY_STATUS, ArgumentError, ClosedError, Error, RangeError, worded
from .identity import Position, raw_key

Told = Callable[[int, str], object]


class Thread(threading.local):
    """What this thread keeps until its call is over."""

    def __init__(self) -> None:
        self.raised: BaseException | None = None
        self.lines: list[tuple[int, str]] = []
        self.is_telling = False


class Log:
    """Who is told the log's lines; None if nobody."""

    told: Told | None = None


current: Thread = once("thread", Thread)
log: Log = once("log", Log)
graveyard: deque[tuple[Callable[[Any], None], Any]] = once("graveyard", deque)


def check(status: int) -> None:
    """Ends a call: raises what a callback raised, else what the status says."""
    if status or current.raised is not None or current.lines or graveyard:
        settle(status)


def settle(status: int) -> None:
    error = failure() if status else None
    while graveyard:
        try:
            destroy, pointer = graveyard.popleft()
        except IndexError:
            break
        destroy(pointer)
    if not current.is_telling:
        tell()
    raised, current.raised = current.raised, None
    if raised is not None:
        raise raised
    if error is not None:
        raise error


def tell() -> None:
    """Tells the lines of the call that is over. What is called meanwhile is not logged."""
    lines, current.lines = current.lines, []
    current.is_telling = True
    try:
        for level, message in lines:
            if log.told is not None:
                log.told(level, message)
    except BaseException as error:
        current.raised = current.raised or error
    finally:
        current.is_telling = False


def failure() -> Error:
    """The detail of the thread's last failure, as an exception."""
    told = abi.iq_error(struct_size=sizeof(abi.iq_error))
    abi.iq_last_error(byref(told))
    flags = told.flags
    return BY_STATUS.get(told.status, Error)(
        worded(told.message.decode("utf-8", "replace"), told.status),
        status=told.status,
        argument=told.argument,
        key=raw_key(bytes(told.key)) if flags & abi.IQ_ERROR_HAS_KEY else None,
        section=raw_key(bytes(told.section)) if flags & abi.IQ_ERROR_HAS_SECTION else None,
        position=Position.of(told.position) if flags & abi.IQ_ERROR_HAS_POSITION else None,
        other=Position.of(told.other) if flags & abi.IQ_ERROR_HAS_OTHER else None,
    )


class Core:
    """Owns one object of the library, which is destroyed when this goes, at the interpreter's exit at the
    latest: then models can still be let go in order."""

    __slots__ = ("__weakref__", "pointer")

    def __init__(self, pointer: Any, destroy: Callable[[Any], None]) -> None:
        self.pointer = pointer
        weakref.finalize(self, bury, destroy, pointer)


def bury(destroy: Callable[[Any], None], pointer: Any) -> None:
    if log.told is None:
        destroy(pointer)
    else:
        graveyard.append((destroy, pointer))


def create(kind: type[ctypes.Structure], function: Callable[..., int], *arguments: Any) -> Core:
    """Calls what hands out an object of that kind as its last argument."""
    pointer = POINTER(kind)()
    status = function(*arguments, byref(pointer))
    core = Core(pointer, DESTROY[kind]) if pointer else None
    check(status)
    assert core is not None
    return core


DESTROY: dict[type[ctypes.Structure], Callable[[Any], None]] = {
    abi.iq_list: abi.iq_list_destroy,
    abi.iq_snapshot: abi.iq_snapshot_destroy,
    abi.iq_changeset: abi.iq_changeset_destroy,
    abi.iq_edit: abi.iq_edit_destroy,
}


class Owner:
    """What lists, snapshots and changesets have in common: they are closed, by hand, by `with`, or when the
    last reference goes. Every use afterwards raises `ClosedError`."""

    _core: Core | None = None
    _why_closed = "is closed"

    def _live(self) -> Core:
        core = self._core
        if core is None:
            raise ClosedError(f"the {type(self).__name__} {self._why_closed}", status=abi.IQ_ERROR_HANDLE)
        return core

    @property
    def _pointer(self) -> Any:
        return self._live().pointer

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._core is None

    def close(self) -> None:
        """Gives the memory back, and the models. To close twice is nothing. Safe from any thread and any
        callback.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.close()
        >>> len(shown)
        Traceback (most recent call last):
        iqlist.errors.ClosedError: the List is closed
        """
        self._core = None
        check(abi.IQ_OK)


def pointer_of(thing: Any, kind: type[Owner]) -> Any:
    """The object behind a List, Snapshot or Changeset, and TypeError for anything else."""
    if not isinstance(thing, kind):
        raise TypeError(f"a {kind.__name__} is needed, not a {type(thing).__name__}")
    return thing._pointer


def place(value: SupportsIndex) -> int:
    """A position or count for the library, where numbers that are none would become others."""
    number = index(value)
    if not 0 <= number < abi.IQ_END:
        raise RangeError(f"{number} is no position or count", status=abi.IQ_ERROR_RANGE)
    return number


def position_struct(section: SupportsIndex, item: SupportsIndex | None) -> abi.iq_position:
    """A position as the library takes it; of a section alone, `item` is None."""
    return abi.iq_position(_record_place(section), abi.IQ_NONE if item is None else _record_place(item))


def _record_place(value: SupportsIndex) -> int:
    number = index(value)
    if not 0 <= number < abi.IQ_NONE:
        raise RangeError(f"{number} is no position", status=abi.IQ_ERROR_RANGE)
    return number


def word(value: SupportsIndex) -> int:
    """A number of 32 bits: a kind, or flags."""
    number = index(value)
    if not 0 <= number < 2**32:
        raise ArgumentError(f"{number} is no number of 32 bits", status=abi.IQ_ERROR_ARGUMENT)
    return number


def text(function: Callable[..., int], *arguments: Any) -> str:
    """The text that a dump writes."""
    length = ctypes.c_size_t()
    check(function(*arguments, None, 0, byref(length)))
    while True:
        capacity = length.value + 1
        buffer = ctypes.create_string_buffer(capacity)
        check(function(*arguments, buffer, capacity, byref(length)))
        if length.value < capacity:
            return buffer.raw[: length.value].decode("utf-8", "replace")


def encoding(function: Callable[..., int], pointer: Any) -> bytes:
    """The bytes that an encoder writes."""
    length = ctypes.c_size_t()
    check(function(pointer, None, 0, byref(length)))
    while True:
        capacity = length.value
        buffer = ctypes.create_string_buffer(capacity)
        check(function(pointer, buffer, capacity, byref(length)))
        if length.value <= capacity:
            return buffer.raw[: length.value]


def keep_forever(thing: object) -> None:
    """The library may call a callback as long as the process lives, and threads outlive the interpreter."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))
