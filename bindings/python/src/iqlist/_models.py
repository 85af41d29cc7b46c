"""Python objects as models: each has a reference while a list or snapshot holds it, and is alive when it is
read.

The library stores an object's address, and retains and releases models in batches; the callbacks count the
object's references, under the interpreter lock, which ctypes takes for them.

Reading: the library writes addresses into a buffer, and retains each model for the reader before another
release of it can be the last (IQ_READ_RETAIN). The reader makes references of the addresses and then drops
those that were retained for it, whatever happens in between:

    read ---- retained ---- references made ---- retained ones dropped
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable
from ctypes import PYFUNCTYPE, addressof, c_ssize_t, c_void_p, memmove, memset, py_object, pythonapi, sizeof
from typing import Any

from . import abi
from ._calls import keep_forever
from ._process import once

_decref = PYFUNCTYPE(None, c_void_p)(("Py_DecRef", pythonapi))
_NONE = id(None)
_new_tuple = PYFUNCTYPE(py_object, c_ssize_t)(("PyTuple_New", pythonapi))
_NONE_BYTES = array("Q", [_NONE]).tobytes()

CALLBACKS: dict[str, Any] = {field[0]: field[1] for field in abi.iq_class_options._fields_}


def _objects(models: Any, count: int) -> list[Any]:
    found: list[Any] = (py_object * count).from_address(addressof(models.contents))[:]
    return found


def _retain(_context: int | None, models: Any, count: int) -> None:
    # A tuple has a reference to each, and forgets them before it ends: a seventh of the time of single calls.
    kept = tuple(_objects(models, count))
    memset(id(kept) + tuple.__basicsize__, 0, len(kept) * sizeof(c_void_p))


def _release(_context: int | None, models: Any, count: int) -> None:
    # A tuple takes the references over, and drops them as it ends.
    dropped = _new_tuple(count)
    memmove(id(dropped) + tuple.__basicsize__, models, count * sizeof(c_void_p))


def _callbacks() -> tuple[Any, Any]:
    made = CALLBACKS["retain"](_retain), CALLBACKS["release"](_release)
    keep_forever(made)
    return made


retain, release = once("retain and release", _callbacks)


def drop_references(addresses: Iterable[int | None]) -> None:
    """Drops references; NULL has none. Destructors run here; Python prints what they raise."""
    deque(map(_decref, addresses), maxlen=0)


def addresses_of(models: Iterable[object]) -> array[int]:
    """The addresses of models; the caller keeps them alive. None is NULL: no model."""
    found = array("Q", map(id, models))
    if found.tobytes().find(_NONE_BYTES) >= 0:
        return array("Q", [0 if address == _NONE else address for address in found])
    return found


def objects_at(addresses: array[int]) -> list[Any]:
    """The models at addresses that the library has written, and retained for the caller."""
    if not addresses:
        return []
    if has_zero(addresses):
        addresses = array("Q", [address or _NONE for address in addresses])
    found: list[Any] = (py_object * len(addresses)).from_buffer(addresses)[:]
    return found


def has_zero(addresses: array[int]) -> bool:
    """Whether one of the addresses is NULL. Eight zeros in a row may also be the end of one and the beginning
    of the next."""
    return addresses.tobytes().find(bytes(8)) >= 0 and 0 in addresses


def object_at(address: int | None) -> Any:
    """The model at one address, which was retained, or which the library holds during a callback."""
    return py_object.from_buffer(c_void_p(address)).value if address else None
