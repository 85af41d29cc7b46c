"""Calls into the library: statuses become exceptions, C objects are owned by Python ones.

Callbacks defer two effects until the library's call has returned. An exception is stored for the thread and
raised from the call that invoked the callback. Log lines are stored and passed on then, since the library may
not be called from inside its log callback, and Python code can call it at any time: a garbage collection may
destroy a list. For the same reason, an object that is collected while a log is set is destroyed at the next
call.

An object whose end calls functions of the host, as a view's does, belongs to a thread: that of its list's
last poll. Where it is collected, or closed, on another thread it is destroyed by the next call on its own.
"""

from __future__ import annotations

import ctypes
import math
import threading
import weakref
from collections import deque
from contextlib import suppress
from ctypes import POINTER, byref, sizeof
from operator import index
from typing import Any, Callable, Optional, SupportsIndex

from . import abi
from ._checks import integer
from ._process import once
from .errors import ArgumentError, ClosedError, Error, RangeError, class_of, worded
from .identity import Position, raw_key

LogCallback = Callable[[int, str], object]


class Thread(threading.local):
    """What this thread's callbacks have deferred until its call returns."""

    # Of the class: a collection may end an object before the thread's own are made.
    raised: BaseException | None = None

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self.is_logging = False
        self.is_closing = False


class Log:
    """The receiver of log lines; None: no log is set."""

    callback: LogCallback | None = None


class Home:
    """The thread that objects belong to; None: no thread yet."""

    __slots__ = ("thread",)

    def __init__(self) -> None:
        self.thread: threading.Thread | None = None

    def move_here(self) -> None:
        self.thread = threading.current_thread()

    def is_here(self) -> bool:
        """Whether an object may be destroyed on this thread: it is theirs, or theirs has ended. This is asked
        by finalizers too, and takes no lock."""
        thread = self.thread
        if thread is None or thread.ident == threading.get_ident():
            return True
        try:
            return not thread.is_alive()
        except RuntimeError:
            # One that Python did not start, and that has ended: since Python 3.13.
            return True


Grave = tuple[Callable[[Any], None], Any, Optional[Home]]
"""An object that is to be destroyed: by what, its pointer, and where, if not anywhere."""

current: Thread = once("thread", Thread)
log: Log = once("log", Log)
graveyard: deque[Grave] = once("graveyard", deque)


def check(status: int) -> None:
    """Ends a call: raises what a callback raised, else the error of the status."""
    if status or current.raised is not None or current.lines or graveyard:
        settle(status)


def settle(status: int) -> None:
    error = failure() if status else None
    empty_graveyard()
    if not current.is_logging:
        pass_on_lines()
    raised, current.raised = current.raised, None
    try:
        if raised is not None:
            raise raised
        if error is not None:
            raise error
    finally:
        # Otherwise an exception would refer to this frame, and the frame to the exception: it would keep what
        # its callers have, until the garbage collector comes.
        del raised, error


def empty_graveyard() -> None:
    """Destroys the objects that wait for it, but for those of other threads."""
    for _ in range(len(graveyard)):
        try:
            grave = graveyard.popleft()
        except IndexError:
            break
        destroy, pointer, home = grave
        if home is None or home.is_here():
            end(destroy, pointer)
        else:
            graveyard.append(grave)


def pass_on_lines() -> None:
    """Passes on the log lines of the call that has returned. Calls made meanwhile are not logged."""
    lines, current.lines = current.lines, []
    current.is_logging = True
    try:
        for level, message in lines:
            if log.callback is not None:
                log.callback(level, message)
    except BaseException as error:
        current.raised = current.raised or error
    finally:
        current.is_logging = False


def failure() -> Error:
    """The detail of the thread's last failure, as an exception."""
    detail = abi.iq_error(struct_size=sizeof(abi.iq_error))
    abi.iq_get_last_error(byref(detail))
    flags = detail.flags
    message = detail.message.decode("utf-8", "replace")
    return class_of(detail.status, message)(
        worded(message),
        status=detail.status,
        argument=detail.argument,
        key=raw_key(bytes(detail.key)) if flags & abi.IQ_ERROR_HAS_KEY else None,
        section=raw_key(bytes(detail.section)) if flags & abi.IQ_ERROR_HAS_SECTION else None,
        position=Position.of(detail.position) if flags & abi.IQ_ERROR_HAS_POSITION else None,
        other=Position.of(detail.other) if flags & abi.IQ_ERROR_HAS_OTHER else None,
        element=detail.element if flags & abi.IQ_ERROR_HAS_ELEMENT else None,
    )


class Core:
    """Owns one object of the library, which is destroyed when this is collected, at the interpreter's exit at
    the latest: then models can still be released in order."""

    __slots__ = ("__weakref__", "pointer")

    def __init__(self, pointer: Any, destroy: Callable[[Any], None], home: Home | None = None) -> None:
        self.pointer = pointer
        weakref.finalize(self, bury, destroy, pointer, home)


def bury(destroy: Callable[[Any], None], pointer: Any, home: Home | None) -> None:
    if log.callback is None and (home is None or home.is_here()):
        end(destroy, pointer)
    else:
        graveyard.append((destroy, pointer, home))


def end(destroy: Callable[[Any], None], pointer: Any) -> None:
    """Destroys an object. This may happen anywhere: so what its callbacks raise is not raised from the call
    that is under way, unless that closes an object, but reported as an exception of a destructor is."""
    raised, current.raised = current.raised, None
    destroy(pointer)
    unraisable, current.raised = current.raised, raised
    if unraisable is None:
        return
    if current.is_closing and raised is None:
        current.raised = unraisable
    else:
        report(unraisable)


def report(error: BaseException) -> None:
    """Passes an exception to sys.unraisablehook."""

    class Raising:
        def __del__(self) -> None:
            raise error

    Raising()


def noted(error: BaseException, note: str) -> None:
    """Says in the traceback of an exception where it comes from; before Python 3.11 only in `__notes__`."""
    with suppress(Exception):
        vars(error).setdefault("__notes__", []).append(note)


def create(
    kind: type[ctypes.Structure], function: Callable[..., int], *arguments: Any, home: Home | None = None
) -> Core:
    """Calls a function whose last argument is an output for an object of that kind."""
    pointer = POINTER(kind)()
    status = function(*arguments, byref(pointer))
    core = own(pointer, home)
    check(status)
    assert core is not None
    return core


def own(pointer: Any, home: Home | None = None) -> Core | None:
    """The owner of an object that a call has written to an output; None if it has written none."""
    return Core(pointer, DESTROY[pointer._type_], home) if pointer else None


DESTROY: dict[type[ctypes.Structure], Callable[[Any], None]] = {
    abi.iq_list: abi.iq_list_destroy,
    abi.iq_snapshot: abi.iq_snapshot_destroy,
    abi.iq_changeset: abi.iq_changeset_destroy,
    abi.iq_edit: abi.iq_edit_destroy,
    abi.iq_view: abi.iq_view_destroy,
    abi.iq_replay: abi.iq_replay_destroy,
}


class Owner:
    """The base class of lists, snapshots, changesets, edits and views: they are closed by `close`, by `with`,
    or when the last reference is dropped. Every use afterwards raises `ClosedError`."""

    _core: Core | None = None
    _why_closed = "is closed"
    _instead_of_pickle = ""
    """What a program can do instead of pickling the object."""

    def _live(self) -> Core:
        core = self._core
        if core is None:
            raise ClosedError(f"the {type(self).__name__} {self._why_closed}", status=abi.IQ_ERROR_HANDLE)
        return core

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be pickled or copied{self._instead_of_pickle}")

    @property
    def _pointer(self) -> Any:
        return self._live().pointer

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._core is None

    def close(self) -> None:
        """Frees the memory and drops the models. Closing twice does nothing. Safe from any thread and any
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


def pointer_of(owner: Any, kind: type[Owner]) -> Any:
    """The pointer of a List, Snapshot or Changeset; TypeError for anything else."""
    if not isinstance(owner, kind):
        raise TypeError(f"a {kind.__name__} is needed, not a {type(owner).__name__}")
    return owner._pointer


def to_size(value: SupportsIndex, what: str = "a position or count is") -> int:
    """A position or count as a size_t. ctypes would wrap a number that does not fit."""
    number = integer(value, what)
    if not 0 <= number < abi.IQ_END:
        raise RangeError(f"{number} is not a position or count", status=abi.IQ_ERROR_RANGE)
    return number


def position_struct(section: SupportsIndex, item: SupportsIndex | None) -> abi.iq_position:
    """A position as the library takes it; for a section alone, `item` is None."""
    return abi.iq_position(_to_position(section), abi.IQ_NONE if item is None else _to_position(item))


def _to_position(value: SupportsIndex) -> int:
    number = index(value)
    if not 0 <= number < abi.IQ_NONE:
        raise RangeError(f"{number} is not a position", status=abi.IQ_ERROR_RANGE)
    return number


def to_uint32(value: SupportsIndex, what: str = "a kind or flags is") -> int:
    """A kind or flags as a uint32_t. ctypes would wrap a number that does not fit."""
    number = integer(value, what)
    if not 0 <= number < 2**32:
        raise ArgumentError(f"{number} does not fit into 32 bits", status=abi.IQ_ERROR_ARGUMENT)
    return number


def milliseconds(wait: float | None) -> int:
    """A time in seconds as the library takes it; ArgumentError for one that is negative or not a number."""
    if wait is None or wait == math.inf:
        return WITHOUT_LIMIT
    if not wait >= 0:
        raise ArgumentError(f"{wait} is not a time to wait", status=abi.IQ_ERROR_ARGUMENT)
    return min(math.ceil(wait * 1000), WITHOUT_LIMIT - 1)


WITHOUT_LIMIT = 2**32 - 1


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


def keep_forever(callback: object) -> None:
    """The library may call a callback as long as the process lives, and threads outlive the interpreter."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(callback))
