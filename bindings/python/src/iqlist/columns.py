"""Items as input: columns, which the library reads in place, or any Python objects, from which a recipe makes
columns."""

from __future__ import annotations

import dataclasses
import datetime
import operator
import reprlib
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
from types import FunctionType
from typing import Any, Callable, Optional, Union

from . import abi
from ._buffers import INTEGERS, Lender, are_rows, is_buffer, refused, widened
from ._models import addresses_of
from .classes import CellClass, Foreign, default_class
from .errors import ArgumentError
from .fields import LAYOUT, compared
from .identity import Key
from .keys import content_bits, contents_column, joined_keys, key_bytes
from .records import Row

Getter = Union[str, Sequence[str], Callable[[Any], Any]]
"""Gets a key or a content from an object: a callable; the name of an attribute (of a mapping: of a field); or
several names, for a tuple of those."""
ClassGetter = Union[CellClass, Callable[[Any], Optional[CellClass]]]


_brief = reprlib.Repr()
_brief.maxstring = _brief.maxother = 80


def itself(item: Any) -> Any:
    """The default model of an item: the object that was given."""
    return item


FROM_KEYS: Any = object()
"""In place of contents: they are computed from the keys."""


class Columns:
    """Items as columns of equal length; only `keys` is required.

    `keys`      a buffer (bytes, memoryview, array, numpy array ...) of 16-byte rows, which is not copied,
                whatever its stride: n * 16 bytes, shape (n, 16) of uint8, (n, 2) of uint64, 'V16', a field
                of a structured array. A buffer of integers becomes the keys that `Key` makes of them. Or an
                iterable of what `Key` takes.
    `contents`  a buffer of 8-byte rows, not copied either, or of narrower integers; or an iterable of what
                `List` takes for a content. None: no item has a content.
    `models`    a sequence of Python objects, None for an item without a model. None: no models.
    `classes`   one `CellClass` for all, or one or None for each. Items with models and without a class get
                the class "python.object".
    `levels`    a buffer of 2-byte rows, not copied either, or of wider integers; or an iterable of
                ints from 0 to 65,535; or one int for all. None: 0 for all. The items of a section are a tree
                in pre-order: those that follow an item with a higher level, up to the next one without, are
                below it.

    Buffers are read during each call that takes the columns, and are locked against resizing meanwhile.
    `ColumnError`, a BufferError, if rows have the wrong width or columns unequal lengths; partly checked only
    when the columns are used.

    >>> import array, iqlist
    >>> columns = Columns(array.array("Q", [7, 8]), contents=array.array("Q", [1, 1]))
    >>> with iqlist.List() as shown:
    ...     _ = shown.set_items(columns)
    ...     shown.keys() == [iqlist.Key(7), iqlist.Key(8)]
    True
    """

    __slots__ = ("_classes", "_contents", "_given", "_keys", "_levels", "_models")

    _given: list[Any] | None
    """What the keys are made of; None for a buffer. For joined columns, those columns."""

    def __init__(
        self,
        keys: Any,
        contents: Any = None,
        models: Sequence[Any] | None = None,
        classes: CellClass | Iterable[CellClass | None] | None = None,
        levels: Any = None,
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
        self._levels = None if levels is None else levels_column(levels, self)

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
        """Joins several into one: a copy."""
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
        if any(part._levels is not None for part in parts):
            made._levels = b"".join(
                [
                    packed(p._levels, 2) if p._levels is not None else bytes(2 * n)
                    for p, n in zip(parts, counts)
                ]
            )
        return made

    def _value_of(self, key: bytes, otherwise: Any = None) -> Any:
        """What the key was made of; `otherwise` if that is not known, or the columns do not have it."""
        given = self._given
        if given is None:
            return otherwise
        if given and isinstance(given[0], Columns):
            found = (part._value_of(key, self) for part in given)
            return next((value for value in found if value is not self), otherwise)
        at = find_row(packed(self._keys, 16), key)
        return otherwise if at is None else given[at]

    def _fields(self) -> int:
        """Which fields an update by these columns changes, as IQ_COLUMN_*."""
        flags = 0 if self._contents is None else abi.IQ_COLUMN_CONTENT
        if self._models is not None:
            flags |= abi.IQ_COLUMN_MODEL | abi.IQ_COLUMN_CLASS
        elif self._classes is not None:
            raise TypeError("classes require models: an item that keeps its model keeps its class")
        return flags if self._levels is None else flags | abi.IQ_COLUMN_LEVEL

    @contextmanager
    def _blaming_repeated(self, key_of: Callable[[int], bytes]) -> Generator[None, None, None]:
        """For an update by these columns: an error shows the item that is given twice."""
        try:
            yield
        except ArgumentError as error:
            if error.element is not None:
                error._blame(self._value_of(key_of(error.element)), "is given twice")
            raise

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
                ("levels", self._levels, 2),
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
    """A content for each key, which differs for different values except by chance; never 0, which means no
    content."""
    words = array("Q", keys)
    contents = words[::2]
    if contents.tobytes().find(bytes(8)) >= 0:
        return array("Q", [head or tail or 1 for head, tail in zip(contents, words[1::2])])
    return contents


def find_row(keys: bytes, key: bytes) -> int | None:
    """The row of a key among keys of 16 bytes each."""
    at = keys.find(key)
    while at > 0 and at % 16:
        at = keys.find(key, at + 1)
    return None if at < 0 else at // 16


# An iq_columns: its size, the count, then each column and its stride.
COLUMNS = Struct("@12N")


def levels_column(levels: Any, columns: Columns) -> Any:
    """Levels as rows of 2 bytes each."""
    if isinstance(levels, int):
        return array("H", [level_number(levels)]) * len(columns)
    if is_buffer(levels):
        with memoryview(levels) as view:
            if view.ndim != 1 or view.itemsize in (1, 2) or view.format.lstrip("@=<") not in INTEGERS:
                return widened(levels, 2, "levels")
            levels = view.tolist()
    return array("H", map(level_number, levels))


def level_number(level: Any) -> int:
    """A level; `ColumnError` if it is none."""
    number = operator.index(level)
    if not 0 <= number <= MOST_LEVEL:
        raise refused(f"a level is from 0 to {MOST_LEVEL}, not {number}")
    return number


MOST_LEVEL = 65535


def packed(column: Any, width: int) -> bytes:
    """A column's rows, tightly packed."""
    with Lender() as lender:
        rows = lender.rows(column, width, "a column")
        if rows.stride == width:
            return string_at(rows.address, rows.rows * width)
        return b"".join([string_at(rows.address + n * rows.stride, width) for n in range(rows.rows)])


def class_number(model: Any, cell_class: CellClass | None) -> int:
    """The class of an item, as the library's number; TypeError if it cannot have such a model."""
    if cell_class is None:
        return 0 if model is None else default_class()._id
    if model is not None and isinstance(cell_class, Foreign):
        raise TypeError(
            f"{cell_class!r} was not created in Python: its items cannot have Python objects as models"
        )
    return cell_class._id


def class_numbers(models: list[Any], cell_class: CellClass | None) -> array[int]:
    """The same for many items that are given one class."""
    have_models = [model is not None for model in models]
    numbers = {has_model: class_number(has_model or None, cell_class) for has_model in set(have_models)}
    return array("I", map(numbers.__getitem__, have_models))


@dataclasses.dataclass
class Recipe:
    """How items are made of objects: see `List`. A list and its snapshots share one."""

    key: Getter | None = None
    content: Getter | None = None
    model: Callable[[Any], Any] | None = itself
    cell_class: ClassGetter | None = None
    level: Getter | None = None
    used: bool = dataclasses.field(default=False, compare=False)
    """Whether it has made items."""

    def take(self, other: Recipe) -> None:
        """A list with this recipe takes a snapshot with the other one: `ArgumentError` if both have made
        items, and differ: then the same object would be two items."""
        if other is self or not other.used:
            return
        names = [field.name for field in dataclasses.fields(self) if field.compare]
        pairs = [(name, getattr(self, name), getattr(other, name)) for name in names]
        differing = [pair for pair in pairs if not is_same(*pair[1:])]
        if not differing:
            self.used = True
        elif self.used:
            mine = ", ".join(f"{name}={value!r}" for name, value, _ in differing)
            theirs = ", ".join(f"{name}={value!r}" for name, _, value in differing)
            raise ArgumentError(
                f"the list makes items with {mine}, the snapshot made its items with {theirs}: "
                "begin it with List.new_snapshot, which has the list's recipe",
                status=abi.IQ_ERROR_ARGUMENT,
            )

    def key_value(self, item: Any, has: Callable[[Any], bool]) -> Any:
        """The value that an item's key is made of. The item is given by its key or by its object. What can be
        either is a key first; but if `has` answers that there is no item of that key, and one of the object's
        key, it is the object."""
        if self.key is None or stands_for_key(item):
            return item
        if not is_key_value(item):
            return self.key_of_object(item)
        try:
            made = self.key_of_object(item)
            is_other = key_bytes(made) != key_bytes(item)
        except Exception:
            # It is no object of the kind that the function takes.
            return item
        return made if is_other and not has(item) and has(made) else item

    def key_of_object(self, item: Any) -> Any:
        """What the key of the item that is made of an object is made of."""
        return item if self.key is None else next(iter(get_each(self.key, [item])))

    def columns(self, items: Columns | Iterable[Any]) -> Columns:
        if isinstance(items, Columns):
            return items
        kind = type(items).__name__
        if isinstance(items, Mapping):
            raise TypeError(
                f"an iterable of items is needed, not {kind}: give its values(), keys() or items(); "
                "sections with their items are given to `set`"
            )
        if isinstance(items, (str, bytes, bytearray)):
            raise TypeError(
                f"an iterable of items is needed, not {type(items).__name__}: put a single item into a list"
            )
        if is_buffer(items) and are_rows(items):
            raise TypeError(
                f"the rows of a bare {type(items).__name__} are not items: give Columns(keys), or a list"
            )
        if is_table(items):
            kind = type(items).__name__
            raise TypeError(
                f"a {kind} iterates over its columns, not over rows: give {kind.lower()}.to_dict('records') "
                "or .to_dicts(), or Columns"
            )
        given = list(items)
        if given and all(type(item) is Row for item in given):
            return _columns_of(given)
        try:
            made = self._made_of(given)
        except (AttributeError, KeyError) as error:
            self._explain(given, error)
            raise
        self.used = self.used or bool(given)
        return made

    def _explain(self, given: list[Any], error: Exception) -> None:
        """Raises an error that says which item lacks what a name stands for."""
        for parameter in ("key", "content", "level"):
            getter = getattr(self, parameter)
            if getter is None or callable(getter):
                continue
            for at, item in enumerate(given):
                try:
                    list(get_each(getter, [item]))
                except type(error) as found:
                    name = found.args[0] if isinstance(found, KeyError) else getattr(found, "name", getter)
                    said = (
                        f"item {at}, {_brief.repr(item)}, has no {name!r}, which is the list's {parameter}="
                    )
                    raise type(error)(said) from None

    def _made_of(self, given: list[Any]) -> Columns:
        classes: Any = self.cell_class
        model = self.model
        models = None if model is None else given if self.holds_objects else list(map(model, given))
        if callable(classes):
            classes = list(map(classes, given))
        if self.key is not None:
            return Columns(
                get_each(self.key, given), self._contents(given), models, classes, self._levels(given)
            )
        try:
            return Columns(given, self._contents(given), models, classes, self._levels(given))
        except TypeError as error:
            if "cannot be hashed" not in str(error):
                raise
            raise TypeError(f"{error}; or give key=, which identifies items") from None

    @property
    def holds_objects(self) -> bool:
        """Whether the models are the objects from which contents and classes are made."""
        return self.model == itself

    def appearance(self, model: Any) -> tuple[int, CellClass | None]:
        """The content and the class of an item that has a new model."""
        contents = self._contents([model])
        if contents is FROM_KEYS:
            contents = contents_of_keys(key_bytes(model))
        content = 0 if contents is None else content_bits(next(iter(contents)))
        return content, self.cell_class(model) if callable(self.cell_class) else self.cell_class

    def level_of(self, model: Any) -> int | None:
        """The level of an item that has a new model; None: it stays."""
        levels = self._levels([model])
        return None if levels is None else next(iter(levels))

    def _levels(self, given: list[Any]) -> Any:
        return None if self.level is None else get_each(self.level, given)

    def _contents(self, given: list[Any]) -> Any:
        if self.content is not None:
            return get_each(self.content, given)
        if self.key is not None and given and dataclasses.is_dataclass(given[0]):
            return map_by_type(compared_getter, given)
        if self.key is None and self.holds_objects and self.cell_class is None:
            return FROM_KEYS if all(map(is_value, set(map(type, given)))) else None
        return None


def is_same(one: Any, other: Any) -> bool:
    """Whether two parameters of recipes are the same. Functions are if they do the same by their code, as two
    lambdas of one text."""
    if isinstance(one, FunctionType) and isinstance(other, FunctionType):
        return done_by(one) == done_by(other)
    return bool(one is other or one == other)


def done_by(function: FunctionType) -> tuple[Any, ...]:
    """What a function does, as far as that can be compared."""
    code = function.__code__
    return code.co_code, code.co_names, code.co_consts, function.__closure__, function.__defaults__


def stands_for_key(value: Any) -> bool:
    """Whether a value is a key itself, or has one, as a row, an item and a section have."""
    return value.__class__ is Key or type(getattr(value, "key", None)) is Key


def is_table(items: Any) -> bool:
    """Whether this is a data frame of pandas or polars."""
    return hasattr(items, "columns") and (hasattr(items, "itertuples") or hasattr(items, "to_dicts"))


def is_key_value(value: Any) -> bool:
    """Whether a key can be made of a value, so that it is no object alone."""
    kind: Any = value.__class__
    return (
        kind in KEY_TYPES
        or (issubclass(kind, KEY_TYPES) and not issubclass(kind, tuple))
        or hasattr(value, "__index__")
    )


KEY_TYPES = (
    *(str, bytes, bytearray, memoryview, int, float, uuid.UUID, tuple, frozenset, type(None)),
    *(datetime.date, datetime.time, datetime.timedelta, Decimal, PurePath, Enum),
)


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


def _columns_of(rows: list[Row]) -> Columns:
    """Rows as they were read."""
    return Columns(
        b"".join([row.key for row in rows]),
        array("Q", [row.content for row in rows]),
        [row.model for row in rows],
        [row.cell_class for row in rows],
        array("H", [row.level for row in rows]),
    )


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
