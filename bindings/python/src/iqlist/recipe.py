"""How items are made of any Python objects: a recipe makes columns of them."""

from __future__ import annotations

import dataclasses
import datetime
import reprlib
import uuid
from array import array
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from enum import Enum
from itertools import chain
from operator import attrgetter
from pathlib import PurePath
from types import FunctionType
from typing import Any, Callable, Optional, Union

from . import abi
from ._buffers import are_rows, is_buffer, widened
from ._models import addresses_of
from .bulk import Seen, record, records_of_columns
from .classes import CellClass
from .columns import FROM_KEYS, Columns, contents_of_keys, levels_column, packed
from .errors import ArgumentError
from .fields import compared, contents_of
from .frames import Frame, Values, is_frame
from .frozen import ATOMS, has_fields, which_are_frozen
from .getters import Getter, Got, compared_getter, get_each, is_value, map_by_type, only_holds
from .identity import Key
from .keys import content_bits, contents_column, joined_keys, key_bytes
from .memo import LEAST, Match, Memo
from .records import Row

ClassGetter = Union[CellClass, Callable[[Any], Optional[CellClass]]]

COMPARED: Any = object()
"""In place of a getter of contents: of each dataclass the fields that it is compared by."""
UNHASHED: frozenset[type] = frozenset([int, Key, uuid.UUID])
"""Types whose values are keys as they are."""

_brief = reprlib.Repr()
_brief.maxstring = _brief.maxother = 80


def itself(item: Any) -> Any:
    """The default model of an item: the object that was given."""
    return item


Hashed = tuple[Sequence[Any], bytes, Any]
"""What objects have become: what their keys are made of, the keys, 16 bytes each, and contents."""


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
    memo: Memo | None = dataclasses.field(default=None, compare=False, repr=False)
    """What it remembers of the objects that it was given last. Set as a whole: threads share a recipe."""

    def parts(self) -> tuple[Any, ...]:
        """What it was made of."""
        return self.key, self.content, self.model, self.cell_class, self.level

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
        """The columns of items."""
        given = self._listed(items)
        return given if isinstance(given, Columns) else self._columns(given)

    def columns_of_children(self, items: Columns | Iterable[Any]) -> Columns:
        """The columns of items that go below another one: levels count from that. Those that the recipe makes
        may count from the root, as that of a path does: the least of them becomes 0."""
        listed = self._listed(items)
        made = listed if isinstance(listed, Columns) else self._columns(listed)
        is_own = made is not items and not (isinstance(listed, list) and are_read(listed))
        if is_own and self.level is not None and len(made):
            levels = array("H", packed(made._levels, 2))
            least = min(levels)
            made._levels = array("H", [level - least for level in levels])
        return made

    def joined_columns(self, parts: Sequence[Columns | Iterable[Any]]) -> tuple[Columns, list[int]]:
        """The columns of the items of several sections, and how many each has."""
        given = [self._listed(items) for items in parts]
        counts = list(map(len, given))
        lists = [part for part in given if not isinstance(part, Columns)]
        every = list(chain.from_iterable(lists)) if len(lists) == len(given) else []
        # What items of several types become may follow from the others of their section.
        if len(set(map(type, every))) == 1:
            return self._columns(every), counts
        columns = [part if isinstance(part, Columns) else self._columns(part) for part in given]
        return columns[0] if len(columns) == 1 else Columns._joined(columns), counts

    def _listed(self, items: Columns | Iterable[Any]) -> Columns | list[Any]:
        """Items as a list, unless they are columns. TypeError for what is neither."""
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
        if is_frame(items):
            return self._columns_of_frame(Frame(items))
        return list(items)

    def _columns(self, given: list[Any]) -> Columns:
        if are_read(given):
            return _columns_of(given)
        try:
            made = self._made_of(given)
        except (AttributeError, KeyError) as error:
            self._explain(given, error)
            raise
        self.used = self.used or bool(given)
        return made

    def _columns_of_frame(self, frame: Frame) -> Columns:
        """The columns of the rows of a data frame. Rows become objects only where something asks for objects:
        models, and functions of this recipe."""
        key, content, names = self.key, self.content, [*frame.names]
        for getter, parameter in ((key, "key"), (content, "content"), (self.level, "level")):
            frame.check(getter, parameter)
        asked = (key, content, self.level, self.cell_class, self.model)
        is_asked = any(map(callable, asked)) or key is None
        rows = frame.rows() if is_asked else []
        given: Sequence[Any]
        memory = frame.integers(key) if isinstance(key, str) else None
        if memory is not None:
            given, keys = Values(frame, key), widened(memory, 16, "keys")
        else:
            given = rows if key is None else frame_values(frame, rows, key)
            keys = joined_keys(given)
        contents: Any = self._mode(rows) if key is None and content is None else None
        if isinstance(content, str):
            contents = frame.integers(content)
        if content is not None and contents is None:
            contents = contents_column(frame_values(frame, rows, content))
        elif content is None and key is not None:
            records = records_of_columns(frame.columns(names), set())
            # Value by value, this raises the error of the first that cannot be hashed.
            if records is None:
                records = list(map(record, frame_values(frame, rows, names)))
            contents = contents_of(records)
        made = Columns(keys, contents)
        made._given = given
        classes: Any = self.cell_class
        models = None if self.model is None else rows if self.holds_objects else list(map(self.model, rows))
        if callable(classes):
            classes = list(map(classes, rows))
        made._hold(models, None if models is None else addresses_of(models), classes)
        if self.level is not None:
            made._levels = levels_column(frame_values(frame, rows, self.level), made)
        self.used = self.used or len(given) > 0
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
        if callable(classes):
            classes = list(map(classes, given))
        addresses, mode = addresses_of(given), self._mode(given)
        try:
            hashed = self._remembered(given, addresses, mode) or self._hashed(mode, given)
            made = Columns(hashed[1], hashed[2])
        except TypeError as error:
            if self.key is not None or "cannot be hashed" not in str(error):
                raise
            raise TypeError(f"{error}; or give key=, which identifies items") from None
        made._given = hashed[0]
        if self.holds_objects:
            made._hold(given, addresses, classes)
        else:
            models = None if self.model is None else list(map(self.model, given))
            made._hold(models, None if models is None else addresses_of(models), classes)
        levels = self._levels(given)
        made._levels = None if levels is None else levels_column(levels, made)
        return made

    def _hashed(self, mode: Any, given: list[Any]) -> Hashed:
        names = self._names(given)
        return names, joined_keys(names), self._contents(mode, given)

    def _names(self, given: list[Any]) -> list[Any]:
        """What the keys are made of."""
        return given if self.key is None else list(get_each(self.key, given))

    # --- what is not hashed again

    def _remembered(self, given: list[Any], addresses: array[int], mode: Any) -> Hashed | None:
        """What objects become, and those that were given last time are not hashed again; None if that is
        no help. Callables are called for each."""
        memo = self.memo
        if len(given) < LEAST or not self.holds_objects or (memo and not memo.is_worth_it(len(given))):
            return None
        has_keys, has_contents = not callable(self.key), mode is COMPARED or is_named(mode)
        kinds = set(map(type, given))
        is_hashed = has_contents or (has_keys and not (self.key is None and kinds <= UNHASHED))
        holds = {kind: self._holds(kind, has_keys, mode if has_contents else None) for kind in kinds}
        if not (is_hashed and any(holds.values())):
            self.memo = None
            return None
        known = memo if memo and memo.mode is mode else Memo.empty(mode)
        match = Match(known.addresses, addresses)
        new = given if len(match.new) == len(given) else [given[at] for at in match.new]
        seen: Seen = set()
        if has_keys:
            keys = match.put_together(known.keys, joined_keys(self._names(new), seen))
            names: Sequence[Any] = given if self.key is None else Got(self.key, given)
        else:
            names = self._names(given)
            keys = joined_keys(names)
        if has_contents:
            contents = match.put_together(known.contents, self._hashed_contents(mode, new, seen))
        else:
            contents = self._contents(mode, given)
        if not match.is_all:
            objects = given
            if not (all(holds.values()) and seen <= ATOMS):
                columns = [which_are_frozen(self._names(new))] if has_keys else []
                if has_contents:
                    columns.append(which_are_frozen(list(self._contents(mode, new))))
                columns.append([holds[type(item)] for item in new])
                if not all(map(all, columns)):
                    # No object has the address 0: it stands for those that are not remembered.
                    objects, addresses = given[:], addresses[:]
                    for at, verdicts in zip(match.new, zip(*columns)):
                        if not all(verdicts):
                            objects[at], addresses[at] = None, 0
            self.memo = Memo(objects, addresses, keys, contents if has_contents else array("Q"), mode)
        return names, keys, contents

    def _hashed_contents(self, mode: Any, given: list[Any], seen: Seen) -> array[int]:
        """Contents that are made of attributes by their names. Objects of one type are read attribute by
        attribute, not object by object."""
        names = self._names_of_fields(mode, given)
        if names:
            records = records_of_columns([list(map(attrgetter(name), given)) for name in names], seen)
            if records is not None:
                return contents_of(records)
        return contents_column(self._contents(mode, given), seen)

    def _names_of_fields(self, mode: Any, given: list[Any]) -> Sequence[str]:
        """The names of the attributes that contents are made of; none if these are not the same for all, or
        if not all objects have attributes."""
        kinds = set(map(type, given))
        if len(kinds) != 1 or isinstance(given[0], Mapping):
            return ()
        if mode is COMPARED:
            return compared(kinds.pop()) if dataclasses.is_dataclass(given[0]) else ()
        return () if isinstance(mode, str) else tuple(mode)

    def _holds(self, kind: type, has_keys: bool, mode: Any) -> bool:
        """Whether what is remembered of objects of a type changes only where what they hold does."""
        if has_keys and not only_holds(self.key, kind):
            return False
        if mode is COMPARED:
            return not dataclasses.is_dataclass(kind) or has_fields(kind, compared(kind))
        return mode is None or only_holds(mode, kind)

    @property
    def holds_objects(self) -> bool:
        """Whether the models are the objects from which contents and classes are made."""
        return self.model == itself

    def appearance(self, model: Any) -> tuple[int, CellClass | None]:
        """The content and the class of an item that has a new model."""
        contents = self._contents(self._mode([model]), [model])
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

    def _mode(self, given: list[Any]) -> Any:
        """What the contents of objects are made of: a getter, `COMPARED`, `FROM_KEYS`, or None for no
        contents."""
        if self.content is not None:
            return self.content
        if self.key is not None and given and dataclasses.is_dataclass(given[0]):
            return COMPARED
        if self.key is None and self.holds_objects and self.cell_class is None:
            return FROM_KEYS if all(map(is_value, set(map(type, given)))) else None
        return None

    def _contents(self, mode: Any, given: list[Any]) -> Any:
        if mode is COMPARED:
            return map_by_type(compared_getter, given)
        return mode if mode is None or mode is FROM_KEYS else get_each(mode, given)


def is_named(mode: Any) -> bool:
    """Whether contents are made of attributes, by their names."""
    return not (mode is None or mode is FROM_KEYS or mode is COMPARED or callable(mode))


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


def frame_values(frame: Frame, rows: list[Any], getter: Getter) -> list[Any]:
    """What a getter gets from each row of a data frame: a column, tuples of several, or what a function
    answers."""
    if callable(getter):
        return list(map(getter, rows))
    if isinstance(getter, str):
        return frame.column(getter)
    return list(zip(*frame.columns(getter)))


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


def are_read(items: list[Any]) -> bool:
    """Whether items are rows, which have their levels."""
    return bool(items) and all(type(item) is Row for item in items)


def _columns_of(rows: list[Row]) -> Columns:
    """Rows as they were read."""
    return Columns(
        b"".join([row.key for row in rows]),
        array("Q", [row.content for row in rows]),
        [row.model for row in rows],
        [row.cell_class for row in rows],
        array("H", [row.level for row in rows]),
    )
