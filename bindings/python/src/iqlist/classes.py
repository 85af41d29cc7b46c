"""Cell classes: what items of one look have in common, and how their models are compared."""

from __future__ import annotations

import operator
import threading
from ctypes import byref, c_char_p, sizeof
from typing import Any, Callable, ClassVar

from . import abi
from ._calls import check, current, keep_forever
from ._models import CALLBACKS, object_at, release, retain
from ._process import once
from .errors import NotFoundError

Equal = Callable[[Any, Any], object]
Changed = Callable[[Any, Any], int]

_ALL = 0xFFFFFFFFFFFFFFFF


class CellClass:
    """A kind of item, known by name in the whole process, for good.

    `name` is 1 to 255 bytes of UTF-8, else `ArgumentError` (a ValueError); `DuplicateError` if it is taken,
    `LimitError` beyond 65,535 classes. It is what travels in encoded snapshots and changesets: whoever
    decodes them must have a class of that name.

    `equal(before, after)`: do two models of one key look the same? Asked only where neither item has a
    content and the two are not one object. Without it, they do.
    `changed(before, after)`: what differs, as an int of 64 bits of your own, which the update carries as
    `Change.mask`. Without it, all bits are set. A missing model is None.

    Both are called on the thread that makes the update, while it is under way: to read the list is allowed,
    to change it raises `BusyError`. What they raise comes out of the call that asked; the update is done
    nevertheless, as if the two had differed, and its changeset is lost.

    Immutable, free to share between threads; equal if they are the same class.

    >>> import iqlist
    >>> row = iqlist.CellClass("docs/row", equal=lambda before, after: before["text"] == after["text"])
    >>> row.name, row == iqlist.CellClass.find("docs/row")
    ('docs/row', True)
    """

    __slots__ = ("_id", "changed", "equal", "name")

    _known: ClassVar[dict[int, CellClass]] = {}
    _lock: ClassVar[threading.RLock] = threading.RLock()

    name: str
    equal: Equal | None
    changed: Changed | None

    def __init__(self, name: str, *, equal: Equal | None = None, changed: Changed | None = None) -> None:
        made = abi.iq_class()
        options = abi.iq_class_options(
            struct_size=sizeof(abi.iq_class_options), name=_encoded(name), retain=retain, release=release
        )
        callbacks: list[Any] = []
        if equal is not None:
            callbacks.append(CALLBACKS["equal"](_asks(equal, bool, 0)))
            options.equal = callbacks[-1]
        if changed is not None:
            callbacks.append(CALLBACKS["changed"](_asks(changed, _mask, _ALL)))
            options.changed = callbacks[-1]
        with self._lock:
            check(abi.iq_class_create(byref(options), byref(made)))
            keep_forever(callbacks)
            self.name, self.equal, self.changed, self._id = name, equal, changed, int(made.id)
            self._known[self._id] = self
            _registered[self._id] = equal, changed

    @classmethod
    def find(cls, name: str) -> CellClass:
        """The class of that name, whichever language has registered it; `NotFoundError` (a KeyError) if there
        is none.

        >>> CellClass.find("docs/none")
        Traceback (most recent call last):
        iqlist.errors.NotFoundError: IQ_ERROR_NOT_FOUND: ...
        """
        found = abi.iq_class()
        try:
            check(abi.iq_class_find(_encoded(name), byref(found)))
        except NotFoundError as error:
            error._blame(name, "is no cell class that is registered here")
            raise
        known = cls._of(found.id)
        assert known is not None
        return known

    @classmethod
    def _of(cls, number: int) -> CellClass | None:
        """The class that the library knows by that number. One that was not made in Python (another
        binding in the process may) has no models of ours."""
        if number == 0:
            return None
        known = cls._known.get(number)
        return known or cls._made_elsewhere(number)

    @classmethod
    def _made_elsewhere(cls, number: int) -> CellClass:
        name = c_char_p()
        check(abi.iq_class_name(abi.iq_class(number), byref(name)))
        made = CellClass.__new__(CellClass if number in _registered else Foreign)
        made.equal, made.changed = _registered.get(number, (None, None))
        made.name, made._id = (name.value or b"").decode(), number
        return cls._known.setdefault(number, made)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"

    def __eq__(self, other: object) -> bool:
        return self._id == other._id if isinstance(other, CellClass) else NotImplemented

    def __hash__(self) -> int:
        return hash(("iqlist", self._id))

    def __reduce__(self) -> Any:
        return CellClass.find, (self.name,)


class Foreign(CellClass):
    """A class that something else in this process has made. Its items can have no Python models."""

    __slots__ = ()


_registered: dict[int, tuple[Equal | None, Changed | None]] = once("classes", dict)


def default_class() -> CellClass:
    """What items with models get that are given no other class: "python.object", whose models are compared
    with == where there are no contents."""
    with CellClass._lock:
        number = once("default class", lambda: CellClass("python.object", equal=operator.eq)._id)
        known = CellClass._of(number)
        assert known is not None
        return known


def _encoded(name: str) -> bytes:
    data = name.encode()
    if b"\0" in data:
        raise ValueError("a class's name cannot have a NUL in it")
    return data


def _asks(question: Callable[[Any, Any], Any], answer: Callable[[Any], int], unknown: int) -> Any:
    """The callback that asks. After the first exception of a call nothing more is asked."""

    def ask(_context: int | None, before: int | None, after: int | None) -> int:
        if current.raised is not None:
            return unknown
        try:
            return int(answer(question(object_at(before), object_at(after))))
        except BaseException as error:
            current.raised = error
            return unknown

    return ask


def _mask(value: Any) -> int:
    return operator.index(value) & _ALL
