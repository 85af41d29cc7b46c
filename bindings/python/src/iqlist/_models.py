"""Python objects inside the library: counted while a list or snapshot holds them, alive when they come back.

The library keeps an object's address, and says in batches what it retains and releases; these count the
object's references, under the interpreter lock, which ctypes takes for callbacks.

Coming back is the delicate part. The library writes addresses into a buffer, without the lock; until they
have become references, another thread may change the list and the object may be released. So whoever reads
stands in `readers` from before the call until it holds references, and what is released meanwhile waits in
`limbo` for all the readers who stood there then:

    reader   enter ---- library writes addresses ---- references ---- leave
    other              commit, release: into limbo ..................... let go

Who enters after a release cannot find what was released: nothing leads there any more.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable
from ctypes import PYFUNCTYPE, c_void_p, py_object, pythonapi
from typing import Any, Optional

from . import abi
from ._calls import keep_forever
from ._process import once

_incref = PYFUNCTYPE(None, c_void_p)(("Py_IncRef", pythonapi))
_decref = PYFUNCTYPE(None, c_void_p)(("Py_DecRef", pythonapi))
_NONE = id(None)

Addresses = list[Optional[int]]
readers: dict[object, None] = once("readers", dict)
limbo: deque[tuple[frozenset[object], Addresses]] = once("limbo", deque)

CALLBACKS: dict[str, Any] = {field[0]: field[1] for field in abi.iq_class_options._fields_}


def _retain(_context: int | None, models: Any, count: int) -> None:
    deque(map(_incref, models[:count]), maxlen=0)


def _release(_context: int | None, models: Any, count: int) -> None:
    addresses: Addresses = models[:count]
    if readers:
        limbo.append((frozenset(readers), addresses))
        let_go()
    else:
        drop(addresses)


def _callbacks() -> tuple[Any, Any]:
    made = CALLBACKS["retain"](_retain), CALLBACKS["release"](_release)
    keep_forever(made)
    return made


retain, release = once("retain and release", _callbacks)


def drop(addresses: Addresses) -> None:
    """Gives references back. Destructors run here; what they raise Python reports and goes on."""
    deque(map(_decref, addresses), maxlen=0)


def let_go() -> None:
    """Drops what is in limbo and has no reader any more."""
    while limbo:
        try:
            entry = limbo.popleft()
        except IndexError:
            return
        waits_for, addresses = entry
        if waits_for.isdisjoint(readers):
            drop(addresses)
            continue
        limbo.appendleft(entry)
        # A reader that has left just now saw an empty limbo.
        if not waits_for.isdisjoint(readers):
            return


class reading:
    """Around a call that answers addresses and what makes references of them."""

    __slots__ = ()

    def __enter__(self) -> None:
        readers[self] = None

    def __exit__(self, *_: object) -> None:
        del readers[self]
        if limbo:
            let_go()


def addresses_of(models: Iterable[object]) -> array[int]:
    """Where models are; whoever calls keeps them alive. None is NULL: no model."""
    found = array("Q", map(id, models))
    if _NONE in found:
        return array("Q", [0 if address == _NONE else address for address in found])
    return found


def objects_at(addresses: array[int]) -> list[Any]:
    """The models at addresses that the library has written: inside `reading` only."""
    if not addresses:
        return []
    if 0 in addresses:
        addresses = array("Q", [address or _NONE for address in addresses])
    return list((py_object * len(addresses)).from_buffer(addresses))


def object_at(address: int | None) -> Any:
    """The model at one address: inside `reading`, or where the library holds it for a callback."""
    return objects_at(array("Q", [address]))[0] if address else None
