"""Items on their way in: as columns, which the library reads where they stand, or as any Python objects, of
which a recipe makes columns."""

from __future__ import annotations

import dataclasses
import datetime
import operator
import uuid
from array import array
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from ctypes import string_at
from decimal import Decimal
from enum import Enum
from functools import partial
from pathlib import PurePath
from struct import Struct
from typing import Any, Callable, Optional, Union

from . import abi
from ._buffers import Lender, are_rows, is_buffer, refused, widened
from ._models import addresses_of
from .classes import CellClass, Foreign, default_class
from .fields import LAYOUT, compared
from .identity import Key
from .keys import content_bits, contents_column, joined_keys, key_bytes, listed
from .records import Item

Getter = Union[str, Sequence[str], Callable[[Any], Any]]
"""How to get a key or a content from an object: a callable; the name of an attribute (of a mapping: of a
field); or several names, for a tuple of those."""
ClassGetter = Union[CellClass, Callable[[Any], Optional[CellClass]]]


def itself(thing: Any) -> Any:
    """The default model of an item: the very object that was given."""
    return thing


FROM_KEYS: Any = object()
"""In place of contents: they are made of the keys."""


class Columns:
    """Items by columns of equal length; only `keys` is required.

    `keys`      a buffer (bytes, memoryview, array, numpy array ...) of 16-byte rows, which is not copied,
                whatever its stride: n * 16 bytes, shape (n, 16) of uint8, (n, 2) of uint64, 'V16', a field
                of a structured array. A buffer of integers becomes the keys that `Key` makes of them. Or an
                iterable of what `Key` takes.
    `contents`  a buffer of 8-byte rows, not copied either, or of narrower integers; or an iterable of what
                `List` takes for a content. None: no item has one.
    `models`    a sequence of Python objects, None among them for no model. None: no models.
    `classes`   one `CellClass` for all, or one or None for each. Items with models and without a class get
                the class "python.object".

    Buffers are read during each call that is given the columns, and are locked against resizing meanwhile.
    `ColumnError`, a BufferError, if rows are of the wrong width or columns of unequal length: some of it only
    when the columns are used.

    >>> import array, iqlist
    >>> columns = Columns(array.array("Q", [7, 8]), contents=array.array("Q", [1, 1]))
    >>> with iqlist.List() as shown:
    ...     _ = shown.set_items(columns)
    ...     shown.keys() == [iqlist.Key(7), iqlist.Key(8)]
    True
    """

    __slots__ = ("_classes", "_contents", "_given", "_keys", "_models")

    _given: list[Any] | None
    """What the keys are made of; None of a buffer. Of several columns that were joined, the columns."""

    def __init__(
        self,
        keys: Any,
        contents: Any = None,
        models: Sequence[Any] | None = None,
        classes: CellClass | Iterable[CellClass | None] | None = None,
    ) -> None:
        if isinstance(keys, str):
            raise TypeError("a column of keys is needed, not a string")
        self._given = None if is_buffer(keys) else list(keys)
        self._keys = widened(keys, 16, "keys") if self._given is None else joined_keys(self._given)
        if contents is FROM_KEYS:
            contents = contents_of_keys(packed(self._keys, 16))
        if contents is not None and not is_buffer(contents):
            contents = contents_column(contents)
        self._contents = None if contents is None else widened(contents, 8, "contents")
        self._models = None if models is None else list(models)
        self._classes = self._numbers(classes)

    def _numbers(self, classes: CellClass | Iterable[CellClass | None] | None) -> array[int] | None:
        models = self._models
        if models is None:
            if classes is None:
                return None
            if isinstance(classes, CellClass):
                return array("I", [classes._id]) * len(self)
            return array("I", [given._id if given else 0 for given in classes])
        if classes is None or isinstance(classes, CellClass):
            return class_numbers(models, classes)
        given = list(classes)
        if len(given) != len(models):
            raise refused(f"there are {len(models)} models, but {len(given)} classes")
        return array("I", [class_number(model, cell_class) for model, cell_class in zip(models, given)])

    @classmethod
    def _joined(cls, parts: list[Columns]) -> Columns:
        """Several as one: a copy."""
        made = cls(b"")
        made._given = [*parts]
        counts = [len(part) for part in parts]
        made._keys = b"".join([packed(part._keys, 16) for part in parts])
        if any(part._contents is not None for part in parts):
            made._contents = b"".join(
                [
                    packed(p._contents, 8) if p._contents is not None else bytes(8 * n)
                    for p, n in zip(parts, counts)
                ]
            )
        if any(part._models is not None for part in parts):
            made._models = [
                model
                for p, n in zip(parts, counts)
                for model in (p._models if p._models is not None else [None] * n)
            ]
        if any(part._classes is not None for part in parts):
            made._classes = array("I")
            for p, n in zip(parts, counts):
                made._classes.extend(p._classes if p._classes is not None else array("I", [0]) * n)
        return made

    def _value_of(self, key: bytes) -> Any:
        """What the key was made of; None if that is not known, or if it is not among them."""
        given = self._given
        if given is None:
            return None
        if given and isinstance(given[0], Columns):
            found = [part._value_of(key) for part in given]
            return next((value for value in found if value is not None), None)
        at = find_row(packed(self._keys, 16), key)
        return None if at is None else given[at]

    def __len__(self) -> int:
        with Lender() as lender:
            return lender.rows(self._keys, 16, "keys").rows

    def __repr__(self) -> str:
        return f"<Columns of {len(self)} items>"

    @contextmanager
    def _lent(self) -> Generator[Any, None, None]:
        """The columns as the library takes them, for a call."""
        with Lender() as lender:
            keys = lender.rows(self._keys, 16, "keys")
            fields = [COLUMNS.size, keys.rows, keys.address, keys.stride]
            others = (
                ("contents", self._contents, 8),
                ("models", None if self._models is None else addresses_of(self._models), 8),
                ("classes", self._classes, 4),
            )
            for name, column, width in others:
                if column is None:
                    fields += 0, 0
                    continue
                lent = lender.rows(column, width, name)
                if lent.rows != keys.rows:
                    raise refused(f"there are {keys.rows} keys, but {lent.rows} {name}")
                fields += lent.address, lent.stride
            yield abi.iq_columns.from_buffer_copy(COLUMNS.pack(*fields))


def contents_of_keys(keys: bytes) -> array[int]:
    """A content for each key, which no key of another value has but by chance; never 0, which is none."""
    words = array("Q", keys)
    contents = words[::2]
    if contents.tobytes().find(bytes(8)) >= 0:
        return array("Q", [head or tail or 1 for head, tail in zip(contents, words[1::2])])
    return contents


def find_row(keys: bytes, key: bytes) -> int | None:
    """Which of the keys, 16 bytes each, is this one."""
    at = keys.find(key)
    while at > 0 and at % 16:
        at = keys.find(key, at + 1)
    return None if at < 0 else at // 16


# An iq_columns: its size, the count, then each column and its stride.
COLUMNS = Struct("@10N")


def packed(column: Any, width: int) -> bytes:
    """A column's rows one after another."""
    with Lender() as lender:
        rows = lender.rows(column, width, "a column")
        if rows.stride == width:
            return string_at(rows.address, rows.rows * width)
        return b"".join([string_at(rows.address + n * rows.stride, width) for n in range(rows.rows)])


def class_number(model: Any, cell_class: CellClass | None) -> int:
    """The class that an item gets, as the library's number; TypeError if it cannot have such a model."""
    if cell_class is None:
        return 0 if model is None else default_class()._id
    if model is not None and isinstance(cell_class, Foreign):
        raise TypeError(
            f"{cell_class!r} was not made in Python: its items cannot have Python objects as models"
        )
    return cell_class._id


def class_numbers(models: list[Any], cell_class: CellClass | None) -> array[int]:
    """The same of many items that are given one class."""
    are_there = [model is not None for model in models]
    numbers = {is_there: class_number(is_there or None, cell_class) for is_there in set(are_there)}
    return array("I", map(numbers.__getitem__, are_there))


@dataclasses.dataclass(frozen=True)
class Recipe:
    """How items are made of objects: see `List`."""

    key: Getter | None = None
    content: Getter | None = None
    model: Callable[[Any], Any] | None = itself
    cell_class: ClassGetter | None = None

    def name(self, item: Any) -> Any:
        """What an item's key is made of, where it is named by its key or by the object that it is made of."""
        if self.key is None or names_itself(item):
            return item
        return next(iter(gotten(self.key, [item])))

    def names(self, items: Iterable[Any]) -> list[Any]:
        """The same of several."""
        return list(map(self.name, listed(items)))

    def columns(self, items: Columns | Iterable[Any]) -> Columns:
        if isinstance(items, Columns):
            return items
        if isinstance(items, (str, bytes, bytearray)):
            raise TypeError(
                f"an iterable of items is needed, not {type(items).__name__}: put a single item into a list"
            )
        if is_buffer(items) and are_rows(items):
            raise TypeError(
                f"the rows of a bare {type(items).__name__} are no items: say Columns(keys), or give a list"
            )
        given = list(items)
        if given and all(type(item) is Item for item in given):
            return _again(given)
        classes: Any = self.cell_class
        model = self.model
        models = None if model is None else given if self.makes_looks_of_models else list(map(model, given))
        if callable(classes):
            classes = list(map(classes, given))
        if self.key is not None:
            return Columns(gotten(self.key, given), self._contents(given), models, classes)
        try:
            return Columns(given, self._contents(given), models, classes)
        except TypeError as error:
            if "cannot be hashed" not in str(error):
                raise
            raise TypeError(f"{error}; or say by key= what items are known by") from None

    @property
    def makes_looks_of_models(self) -> bool:
        """Whether contents and classes are made of what is held as models: of the objects themselves."""
        return self.model == itself

    def look(self, model: Any) -> tuple[int, CellClass | None]:
        """The content and the class of an item that shows another object than before."""
        contents = self._contents([model])
        if contents is FROM_KEYS:
            contents = contents_of_keys(key_bytes(model))
        content = 0 if contents is None else content_bits(next(iter(contents)))
        return content, self.cell_class(model) if callable(self.cell_class) else self.cell_class

    def _contents(self, given: list[Any]) -> Any:
        if self.content is not None:
            return gotten(self.content, given)
        if self.key is not None and given and dataclasses.is_dataclass(given[0]):
            return each(look_of, given)
        if self.key is None and self.makes_looks_of_models and self.cell_class is None:
            return FROM_KEYS if all(map(is_value, set(map(type, given)))) else None
        return None


def names_itself(thing: Any) -> bool:
    """Whether a thing is taken for a key, or stands for one, and not for an object that has one."""
    kind: Any = thing.__class__
    return (
        kind in NAMES
        or (issubclass(kind, NAMES) and not issubclass(kind, tuple))
        or hasattr(thing, "__index__")
        or type(getattr(thing, "key", None)) is Key
    )


NAMES = (
    *(str, bytes, bytearray, memoryview, int, float, uuid.UUID, tuple, frozenset, type(None)),
    *(datetime.date, datetime.time, datetime.timedelta, Decimal, PurePath, Enum),
)


def is_value(kind: Any) -> bool:
    """Whether two things of a type that have one key are equal, as the key is made of what they are compared
    by. One whose attribute `key` may be its key is not."""
    if hasattr(kind, "key") or hasattr(kind, "__index__"):
        return kind is int or kind is bool
    parameters = getattr(kind, "__dataclass_params__", None)
    if parameters is not None:
        return bool(parameters.eq) and "key" not in compared(kind)
    equal = kind.__eq__
    return any(issubclass(kind, base) and equal is base.__eq__ for base in LAYOUT)


def _again(items: list[Item]) -> Columns:
    """Items that were read from somewhere, as they were."""
    return Columns(
        b"".join([item.key for item in items]),
        array("Q", [item.content for item in items]),
        [item.model for item in items],
        [item.cell_class for item in items],
    )


def gotten(getter: Getter, items: list[Any]) -> Iterable[Any]:
    """What a getter gets from each."""
    if callable(getter):
        return map(getter, items)
    return each(partial(named, getter), items)


def each(make: Callable[[type], Callable[[Any], Any]], items: list[Any]) -> Iterable[Any]:
    """What the function that is made for its type gives of each."""
    made = {kind: make(kind) for kind in set(map(type, items))}
    if len(made) == 1:
        (only,) = made.values()
        return map(only, items)
    return [made[type(item)](item) for item in items]


def named(names: str | Sequence[str], kind: type) -> Callable[[Any], Any]:
    """What gets the attributes of these names from an object of that type, the fields from a mapping: the
    only one, or, of a sequence of names, a tuple."""
    get: Any = operator.itemgetter if issubclass(kind, Mapping) else operator.attrgetter
    if isinstance(names, str) or len(names) > 1:
        found: Callable[[Any], Any] = get(names) if isinstance(names, str) else get(*names)
        return found
    few = [get(name) for name in names]
    return lambda thing: tuple([get(thing) for get in few])


def look_of(kind: type) -> Callable[[Any], Any]:
    """What gets the fields that a dataclass is compared by; of another type, nothing."""
    if not dataclasses.is_dataclass(kind):
        return lambda _: None
    return named(compared(kind), kind)
