"""Items as input: columns, which the library reads in place."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from ctypes import string_at
from struct import Struct
from typing import Any, Callable

from . import abi
from ._buffers import INTEGERS, Lender, Numbers, is_buffer, refused, widened
from ._models import addresses_of, has_zero
from .classes import CellClass, Foreign, default_class
from .errors import ArgumentError
from .keys import contents_column, joined_keys

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

    __slots__ = ("_addresses", "_classes", "_contents", "_given", "_keys", "_levels", "_models")

    _given: Sequence[Any] | None
    """What the keys are made of; None for a buffer. For joined columns, those columns."""
    _addresses: Numbers | None
    """Those of the models."""

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
        held = None if models is None else list(models)
        self._hold(held, None if held is None else addresses_of(held), classes)
        self._levels = None if levels is None else levels_column(levels, self)

    def _hold(
        self,
        models: list[Any] | None,
        addresses: array[int] | None,
        classes: CellClass | Iterable[CellClass | None] | None,
    ) -> None:
        """Takes models, their addresses and their classes."""
        self._models, self._addresses = models, addresses
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
            return class_numbers(self._addresses or array("Q"), classes)
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
            made._addresses = addresses_of(made._models)
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
                ("models", self._addresses, 8),
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


def class_numbers(addresses: array[int], cell_class: CellClass | None) -> array[int]:
    """The same for many items that are given one class, by the addresses of their models; 0: no model."""
    if addresses and not has_zero(addresses):
        return array("I", [class_number(True, cell_class)]) * len(addresses)
    have_models = [address != 0 for address in addresses]
    numbers = {has_model: class_number(has_model or None, cell_class) for has_model in set(have_models)}
    return array("I", map(numbers.__getitem__, have_models))
