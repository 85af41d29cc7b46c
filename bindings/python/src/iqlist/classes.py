"""Cell classes: what items of one appearance have in common, how their models are compared, and what their
cells are."""

from __future__ import annotations

import operator
import threading
from ctypes import byref, c_char_p, sizeof
from typing import Any, Callable, ClassVar, NamedTuple

from . import abi
from ._calls import check, current, keep_forever, to_uint32
from ._cells import NewCell, add_factory, functions
from ._flags import Flags
from ._models import CALLBACKS, object_at, release, retain
from ._process import once
from .errors import NotFoundError

Equal = Callable[[Any, Any], object]
Changed = Callable[[Any, Any], int]
TraitsOf = Callable[[Any], int]

_ALL = 0xFFFFFFFFFFFFFFFF


class Trait(Flags):
    """What the user may do with an item. Without any, it can be selected, deselected, highlighted, focused
    and activated, and not be moved, deleted or inserted beside."""

    NONE = 0
    NOT_SELECTABLE = abi.IQ_TRAIT_NOT_SELECTABLE
    NOT_DESELECTABLE = abi.IQ_TRAIT_NOT_DESELECTABLE
    NOT_HIGHLIGHTABLE = abi.IQ_TRAIT_NOT_HIGHLIGHTABLE
    NOT_ACTIVATABLE = abi.IQ_TRAIT_NOT_ACTIVATABLE
    NOT_FOCUSABLE = abi.IQ_TRAIT_NOT_FOCUSABLE
    MOVABLE = abi.IQ_TRAIT_MOVABLE
    DELETABLE = abi.IQ_TRAIT_DELETABLE
    INSERTABLE = abi.IQ_TRAIT_INSERTABLE
    HAS_CHILDREN = abi.IQ_TRAIT_HAS_CHILDREN


class Registered(NamedTuple):
    """What a class was registered with."""

    equal: Equal | None = None
    changed: Changed | None = None
    traits: Trait = Trait.NONE
    traits_of: TraitsOf | None = None
    cell: NewCell | None = None
    pool: int = 0


class CellClass:
    """A kind of item, registered by name for the whole process, permanently.

    `name` is 1 to 255 bytes of UTF-8, else `ArgumentError` (a ValueError); `DuplicateError` if a class of
    this name exists, `LimitError` beyond 65,535 classes. Snapshots and changesets are encoded with the name:
    the process that decodes them must have a class of that name.

    `equal(before, after)`: whether two models of one key have the same appearance. Called only where neither
    item has a content and the two are not the same object. Without it, they are equal.
    `changed(before, after)`: what differs, as an int of 64 bits of your own, which becomes `Change.mask` of
    the update. Without it, all bits are set. A missing model is None.

    `traits`: what the user may do with items of this class. `traits_of(model)`: the same for one item,
    instead of `traits`; called when the user is about to do something with it. An exception of its is raised
    from the call that asks, and the item then has `traits`.

    `cell`: what makes the cells of views, see `View`: a class, or a function, that is called without
    arguments and returns an object with a method `bind(event)`, and `unbind()` and `destroy()` if it needs
    them: see `Cell`. Without it a cell is only a number. `pool`: how many unused cells of this class a view
    keeps at most; 0: 8, or as many as it has shown at once, if these are more.

    `equal` and `changed` are called on the thread that makes the update, while it is under way: reading the
    list is allowed, changing it raises `BusyError`. An exception of theirs is raised from the call that makes
    the update; the update is made nevertheless, as if the two differed, and its changeset is lost.

    Immutable, free to share between threads; equal if they are the same class.

    >>> import iqlist
    >>> row = iqlist.CellClass("docs/row", equal=lambda before, after: before["text"] == after["text"])
    >>> row.name, row == iqlist.CellClass.find("docs/row")
    ('docs/row', True)
    """

    __slots__ = ("_id", "cell", "changed", "equal", "name", "pool", "traits", "traits_of")

    _known: ClassVar[dict[int, CellClass]] = {}
    _lock: ClassVar[threading.RLock] = threading.RLock()

    name: str
    equal: Equal | None
    changed: Changed | None
    traits: Trait
    traits_of: TraitsOf | None
    cell: NewCell | None
    pool: int

    def __init__(
        self,
        name: str,
        *,
        equal: Equal | None = None,
        changed: Changed | None = None,
        traits: int = Trait.NONE,
        traits_of: TraitsOf | None = None,
        cell: NewCell | None = None,
        pool: int = 0,
    ) -> None:
        made = abi.iq_class()
        options = abi.iq_class_options(
            struct_size=sizeof(abi.iq_class_options),
            name=_encoded(name),
            retain=retain,
            release=release,
            traits=traits,
            pool=to_uint32(pool),
        )
        callbacks: list[Any] = []
        if equal is not None:
            callbacks.append(CALLBACKS["equal"](_comparing(equal, bool, 0)))
            options.equal = callbacks[-1]
        if changed is not None:
            callbacks.append(CALLBACKS["changed"](_comparing(changed, _mask, _ALL)))
            options.changed = callbacks[-1]
        if traits_of is not None:
            callbacks.append(CALLBACKS["traits_of"](_asking(traits_of, int(traits))))
            options.traits_of = callbacks[-1]
        if cell is not None:
            if not callable(cell):
                raise TypeError(f"{cell!r} makes no cells: it cannot be called")
            options.context = add_factory(cell)
            for field, function in functions._asdict().items():
                setattr(options, field, function)
        with self._lock:
            check(abi.iq_class_create(byref(options), byref(made)))
            keep_forever(callbacks)
            self.name, self._id = name, int(made.id)
            _registered[self._id] = Registered(equal, changed, Trait(traits), traits_of, cell, options.pool)
            self._set(_registered[self._id])
            self._known[self._id] = self

    def _set(self, registered: Registered) -> None:
        self.equal, self.changed, self.traits, self.traits_of, self.cell, self.pool = registered

    @classmethod
    def find(cls, name: str) -> CellClass:
        """Finds the class of that name, whichever language has registered it; `NotFoundError` (a KeyError) if
        there is none.

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
        """The class with that number in the library. One that was not created in Python (another binding in
        the process may create some) has no Python models."""
        if number == 0:
            return None
        known = cls._known.get(number)
        return known or cls._made_elsewhere(number)

    @classmethod
    def _made_elsewhere(cls, number: int) -> CellClass:
        name = c_char_p()
        check(abi.iq_class_get_name(abi.iq_class(number), byref(name)))
        registered = _registered.get(number)
        made = CellClass.__new__(Foreign if registered is None else CellClass)
        made.name, made._id = (name.value or b"").decode(), number
        made._set(registered or Registered())
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
    """A class that another binding in this process has created. Its items cannot have Python models."""

    __slots__ = ()


_registered: dict[int, Registered] = once("classes", dict)


def default_class() -> CellClass:
    """The class of items with models that are given none: "python.object", whose models are compared with ==
    where there are no contents."""
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


def _comparing(function: Callable[[Any, Any], Any], convert: Callable[[Any], int], otherwise: int) -> Any:
    """A callback that compares two models. After an exception the rest of the call gets `otherwise`."""

    def compare(_context: int | None, before: int | None, after: int | None) -> int:
        if current.raised is not None:
            return otherwise
        try:
            return int(convert(function(object_at(before), object_at(after))))
        except BaseException as error:
            current.raised = error
            return otherwise

    return compare


def _asking(function: TraitsOf, otherwise: int) -> Any:
    """A callback that returns the traits of an item. After an exception the rest of the call gets
    `otherwise`."""

    def ask(_context: int | None, model: int | None) -> int:
        if current.raised is not None:
            return otherwise
        try:
            return operator.index(function(object_at(model))) & 0xFFFFFFFF
        except BaseException as error:
            current.raised = error
            return otherwise

    return ask


def _mask(value: Any) -> int:
    return operator.index(value) & _ALL
