"""Reading items, over all sections, by position and by key."""

from __future__ import annotations

from array import array
from collections import namedtuple
from collections.abc import Iterator
from ctypes import byref, c_size_t, sizeof
from itertools import repeat
from struct import Struct
from typing import TYPE_CHECKING, Any, Callable, Generic, NamedTuple, overload

from . import abi
from ._calls import Owner, check, position_struct, to_size
from ._models import drop_references, object_at, objects_at
from .classes import CellClass
from .columns import find_row
from .errors import NotFoundError, RangeError
from .identity import Key, KeyLike, Position, raw_key
from .keys import raw_keys
from .names import Names, check_given, showing_values
from .recipe import Recipe
from .records import M, Row, Supplementary

CHUNK = 1024
"""How many items a walk reads at a time; fewer at first, since it may end soon."""
_TUPLE: Any = tuple
MANY = 64
"""As many models are not retained one by one to be read."""


if TYPE_CHECKING:

    class ColumnFields(NamedTuple, Generic[M]):
        keys: memoryview
        contents: memoryview
        models: list[M]
        classes: list[CellClass | None]
        levels: memoryview

else:
    ColumnFields = namedtuple("ColumnFields", ["keys", "contents", "models", "classes", "levels"])


class ItemColumns(ColumnFields[M]):
    """Items copied as columns. The views are of the copy and writable; numpy accepts them:
    `numpy.asarray(columns.contents)`, `numpy.asarray(columns.keys).reshape(-1, 16)`.

    `keys` has 16 bytes each, one after another: format "B", shape (16 * n,). `contents` has format "Q" and
    shape (n,), `levels` format "H"; `models` and `classes` are lists.

    >>> import iqlist
    >>> out = iqlist.Snapshot.of_items([1, 2]).columns()
    >>> bytes(out.keys[16:32]) == iqlist.Key(2), out.keys.shape, out.contents.format
    (True, (32,), 'Q')
    """

    __slots__ = ()


class ItemSequence(Owner, Generic[M]):
    """The items of a list or snapshot, over all sections. The two implement the calls into the library."""

    _recipe: Recipe
    _names: Names
    _owns_recipe = False
    """Whether nobody before this one has used the recipe: what it remembers goes with this one."""

    def _check(self, status: int, *given: Any) -> None:
        """Ends a call: an error shows keys as the caller gave them."""
        check_given(status, *given, names=self._names)

    def close(self) -> None:
        if self._owns_recipe:
            self._recipe.memo = None
        super().close()

    close.__doc__ = Owner.close.__doc__

    def _name_sections(self, given: list[Any]) -> None:
        """Stores the objects that sections were named by."""
        self._names.add(given)
        self._names.drop_others(self._counts()[0], self._section_keys)

    def _section_keys(self) -> list[Key]:
        return [raw_key(bytes(self._section_at(at).key)) for at in range(self._counts()[0])]

    def _showing_values(self, *given: Any) -> showing_values:
        """The same for the calls of a block."""
        return showing_values(self._names, *given)

    def _frozen(self) -> ItemSequence[M]:
        """A copy that nobody changes."""
        raise NotImplementedError

    def _counts(self) -> tuple[int, int]:
        """The numbers of sections and items."""
        raise NotImplementedError

    def _read_items(self, first: int, count: int, buffers: Any) -> None:
        raise NotImplementedError

    def _index_of(self, position: Any, index: Any) -> None:
        raise NotImplementedError

    def _has(self, key: KeyLike, section: KeyLike | None) -> bool:
        """Whether there is an item of this key."""
        raise NotImplementedError

    def _row_at(self, position: Any) -> Row[M]:
        raise NotImplementedError

    def _section_at(self, position: int) -> abi.iq_section_info:
        raise NotImplementedError

    def _section_for_key(self, key: KeyLike) -> abi.iq_section_info:
        raise NotImplementedError

    def _supplementaries(self, key: Key) -> list[Supplementary]:
        raise NotImplementedError

    def _supplementary(self, key: Key, kind: int, index: int) -> Supplementary:
        raise NotImplementedError

    def __len__(self) -> int:
        return self._counts()[1]

    def __iter__(self) -> Iterator[Row[M]]:
        frozen = self._frozen()
        return frozen._walk(0, len(frozen))

    def __reversed__(self) -> Iterator[Row[M]]:
        frozen = self._frozen()
        for end in range(len(frozen), 0, -CHUNK):
            first = max(0, end - CHUNK)
            yield from reversed(frozen._items(first, end - first, retained=False))

    @overload
    def __getitem__(self, index: int) -> Row[M]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row[M]]: ...
    def __getitem__(self, index: int | slice) -> Row[M] | list[Row[M]]:
        if isinstance(index, slice):
            return self._slice(range(len(self))[index])
        try:
            return self._items(to_size(index + len(self) if index < 0 else index), 1)[0]
        except RangeError:
            message = f"there is no item {index} among {len(self)}"
            raise RangeError(message, status=abi.IQ_ERROR_RANGE) from None

    def __contains__(self, item: object) -> bool:
        """Whether it is there, by its key. Where keys are scoped, ask the section."""
        asked: Any = item
        try:
            self.position(asked)
        except NotFoundError:
            return False
        return True

    def position(self, item: KeyLike | M, section: KeyLike | None = None) -> Position:
        """The position of an item, given by its key or by the object that it is made of (see `key_of`);
        `NotFoundError` (a KeyError) if there is none. `section` is required where keys are scoped. O(log n).

        >>> import iqlist
        >>> wanted = iqlist.Snapshot.of_sections({"a": ["x"], "b": ["y", "z"]})
        >>> wanted.position("z")
        Position(section=1, item=1)
        >>> wanted.position("w")
        Traceback (most recent call last):
        iqlist.errors.NotFoundError: IQ_ERROR_NOT_FOUND: key 'w' was not found
        """
        raise NotImplementedError

    def index(self, item: KeyLike | M, section: KeyLike | None = None) -> int:
        """The index of an item, counted over all sections; errors as for `position`.

        >>> import iqlist
        >>> iqlist.Snapshot.of_sections({"a": ["x"], "b": ["y", "z"]}).index("z")
        2
        """
        return self.index_of(self.position(item, section))

    def index_of(self, position: tuple[int, int | None]) -> int:
        """The index of the item at a position, counted over all sections. `RangeError` (an IndexError) if
        there is none.

        >>> import iqlist
        >>> iqlist.Snapshot.of_sections({"a": ["x"], "b": ["y", "z"]}).index_of((1, 1))
        2
        """
        found = c_size_t()
        self._index_of(position_struct(*position), byref(found))
        return found.value

    def row_at(self, position: tuple[int, int]) -> Row[M]:
        """The item at a position, (section, item). `RangeError` (an IndexError) if there is none.

        >>> import iqlist
        >>> iqlist.Snapshot.of_sections({"a": ["x"], "b": ["y", "z"]}).row_at((1, 1)).model
        'z'
        """
        return self._row_at(position_struct(*position))

    def row(self, item: KeyLike | M, section: KeyLike | None = None) -> Row[M]:
        """Reads an item; errors as for `position`.

        >>> import iqlist
        >>> iqlist.Snapshot.of_items([("a", 1)], key=lambda row: row[0]).row("a").model
        ('a', 1)
        """
        return self._items(self.index(item, section), 1)[0]

    def key_of(self, item: KeyLike | M) -> Key:
        """The key of an item, given by its key or by the object that it is made of, here and wherever an item
        is given. Values that can be keys are keys first: str, bytes, numbers, UUIDs, dates, paths,
        enumerations, plain tuples and frozensets. If there is no item of such a key, but one of the key that
        `key=` makes of the value, it is the object. Any other value is the object; rows, items and sections
        stand for their own key.

        >>> import iqlist
        >>> wanted = iqlist.Snapshot(key="id")
        >>> wanted.key_of({"id": 7}) == wanted.key_of(7) == iqlist.Key(7)
        True
        >>> ages = iqlist.List.of_items([("Ada", 36), ("Ben", 7)], key=lambda row: row[0])
        >>> ages.index("Ben"), ages.index(("Ben", 7)), ("Cem", 7) in ages
        (1, 1, False)
        """
        return Key(self._key_value(item))

    def keys(self, first: int = 0, count: int | None = None) -> list[Key]:
        """The keys of `count` items (None: all that follow) from index `first` on. `RangeError` (an
        IndexError) beyond the end.

        >>> import iqlist
        >>> iqlist.Snapshot.of_items(["a", "b", "c"]).keys(1) == [iqlist.Key("b"), iqlist.Key("c")]
        True
        """
        columns, _ = self._columns(first, count, "keys")
        return raw_keys(columns["keys"].tobytes())

    def models(self, first: int = 0, count: int | None = None) -> list[M]:
        """The models, likewise: the objects that were given themselves, None where there is none.

        >>> import iqlist
        >>> iqlist.Snapshot.of_items(["a", "b", "c"]).models(0, 2)
        ['a', 'b']
        """
        return self._columns(first, count, "models")[1]

    def columns(self, first: int = 0, count: int | None = None) -> ItemColumns[M]:
        """`count` items (None: all that follow) from index `first` on, copied as columns. `RangeError` (an
        IndexError) beyond the end.

        >>> import iqlist
        >>> out = iqlist.Snapshot.of_items([1, 2], content=lambda number: 10 * number).columns()
        >>> len(out.keys), list(out.contents), out.models
        (32, [10, 20], [1, 2])
        """
        columns, models = self._columns(first, count, *ALL)
        return ItemColumns(
            memoryview(columns["keys"]).cast("B"),
            memoryview(columns["contents"]),
            models,
            classes_of(columns["classes"]),
            memoryview(columns["levels"]),
        )

    def _value_of(self, key: bytes, otherwise: Any) -> Any:
        """What the key of an item was made of; `otherwise` if its model does not have it."""
        if not self._recipe.holds_objects:
            return otherwise
        columns, models = self._columns(0, None, "keys", "models")
        at = find_row(columns["keys"].tobytes(), key)
        return otherwise if at is None or models[at] is None else self._recipe.key_of_object(models[at])

    def _key_value(self, item: Any, section: KeyLike | None = None) -> Any:
        """The value that an item's key is made of, the item given by its key or by its object."""
        return self._recipe.key_value(item, lambda key: self._has(key, section))

    def _walk(self, first: int, end: int) -> Iterator[Row[M]]:
        """These items of a copy that nobody changes, read some at a time."""
        size = CHUNK // 8
        while first < end:
            yield from self._items(first, min(size, end - first), retained=False)
            first += size
            size = min(CHUNK, 2 * size)

    def _slice(self, indices: range) -> list[Row[M]]:
        if not indices:
            return []
        first, last = min(indices[0], indices[-1]), max(indices[0], indices[-1])
        return self._items(first, last - first + 1)[:: indices.step]

    def _items(self, first: int, count: int, *, retained: bool = True) -> list[Row[M]]:
        columns, models = self._columns(first, count, *ALL, retained=retained)
        keys = raw_keys(columns["keys"].tobytes())
        classes = classes_of(columns["classes"])
        fields = zip(keys, columns["contents"], models, classes, columns["levels"])
        # As Row(...) does, without a call in Python for each.
        return list(map(_TUPLE.__new__, repeat(Row), fields))

    def _columns(
        self, first: int, count: int | None, *wanted: str, retained: bool = True
    ) -> tuple[dict[str, array[int]], list[Any]]:
        """Reads the columns that are wanted, and makes objects of the models, if they are among them.

        Many models are read of a copy that nobody else knows, which keeps them alive meanwhile: so they need
        not be retained one by one. With `retained` false this is such a copy."""
        first = to_size(first)
        number = max(0, len(self) - first) if count is None else to_size(count)
        if retained and number >= MANY and "models" in wanted:
            copy = self._frozen()
            try:
                return copy._columns(first, count, *wanted, retained=False)
            finally:
                # An exception does not keep it.
                copy.close()
        count = number
        made = {name: array(COLUMNS[name], bytes(WIDTHS[name] * count)) for name in wanted}
        # An array is created with all of its elements, and so stays where it is.
        addresses = [made[name].buffer_info()[0] if name in made else 0 for name in COLUMNS]
        held = made.get("models", array("Q"))
        flags = abi.IQ_READ_RETAIN if retained else 0
        buffers = BUFFERS.pack(BUFFERS.size, flags, 0, *addresses)
        try:
            self._read_items(first, count, byref(abi.iq_item_buffers.from_buffer_copy(buffers)))
            return made, objects_at(held)
        finally:
            if retained:
                drop_references(held)


# The columns of iq_item_buffers in its order: their arrays' type, and how wide a row is.
COLUMNS = {
    **{"keys": "B", "contents": "Q", "models": "Q", "classes": "I", "items": "Q", "states": "I"},
    **{"levels": "H", "children": "B"},
}
WIDTHS = {
    **{"keys": 16, "contents": 8, "models": 8, "classes": 4, "items": 8, "states": 4},
    **{"levels": 2, "children": 1},
}
BUFFERS = Struct("@N2I8P")
# The columns of a row.
ALL = ("keys", "contents", "models", "classes", "levels")


def read_row(function: Callable[..., int], *arguments: Any) -> Row[Any]:
    """Reads one item."""
    info = abi.iq_item_info(struct_size=sizeof(abi.iq_item_info))
    try:
        check(function(*arguments, abi.IQ_READ_RETAIN, byref(info)))
        model = object_at(info.model)
        cell_class = CellClass._of(info.cell_class.id)
        return Row(raw_key(bytes(info.key)), info.content, model, cell_class, info.level)
    finally:
        drop_references([info.model])


def classes_of(numbers: array[int]) -> list[CellClass | None]:
    """The classes with these numbers in the library. Few differ."""
    known = {number: CellClass._of(number) for number in set(numbers)}
    return [known[number] for number in numbers]
