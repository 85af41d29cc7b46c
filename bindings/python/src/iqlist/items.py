"""Items in order, which can be read: over all sections, by position and by key."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from ctypes import byref
from struct import Struct
from typing import Any, NamedTuple, overload

from . import abi
from ._calls import Owner, place
from ._models import objects_at, reading
from .classes import CellClass
from .columns import Recipe
from .errors import NotFoundError, RangeError
from .identity import Key, KeyLike, Position
from .keys import raw_keys
from .records import Item, Supplementary

CHUNK = 256


class ItemColumns(NamedTuple):
    """Items copied out as columns. The views are of the copy and writable; numpy takes them as they are:
    `numpy.asarray(columns.contents)`, `numpy.asarray(columns.keys).reshape(-1, 16)`.

    >>> import iqlist
    >>> out = iqlist.Snapshot.of_items([1, 2]).columns()
    >>> bytes(out.keys[16:32]) == iqlist.Key(2), out.keys.shape, out.contents.format
    (True, (32,), 'Q')
    """

    keys: memoryview
    """16 bytes each, one after another: format "B", shape (16 * n,)."""
    contents: memoryview
    """Format "Q", shape (n,)."""
    models: list[Any]
    classes: list[CellClass | None]


class ItemSequence(Owner):
    """The items of a list or snapshot, over all sections. What is asked of the library itself the two say."""

    _recipe: Recipe

    def _frozen(self) -> ItemSequence:
        """A copy that stands still."""
        raise NotImplementedError

    def _counts(self) -> tuple[int, int]:
        """How many sections there are, and how many items."""
        raise NotImplementedError

    def _read_items(self, first: int, count: int, buffers: Any) -> None:
        raise NotImplementedError

    def _section_at(self, position: int) -> abi.iq_section_info:
        raise NotImplementedError

    def _section_for_key(self, key: Key) -> abi.iq_section_info:
        raise NotImplementedError

    def _supplementaries(self, key: Key) -> list[Supplementary]:
        raise NotImplementedError

    def __len__(self) -> int:
        return self._counts()[1]

    def __iter__(self) -> Iterator[Item]:
        frozen = self._frozen()
        return frozen._walk(0, len(frozen))

    def __reversed__(self) -> Iterator[Item]:
        frozen = self._frozen()
        for end in range(len(frozen), 0, -CHUNK):
            first = max(0, end - CHUNK)
            yield from reversed(frozen._items(first, end - first))

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            return self._slice(range(len(self))[index])
        try:
            return self._items(place(index + len(self) if index < 0 else index), 1)[0]
        except RangeError:
            message = f"there is no item {index} among {len(self)}"
            raise RangeError(message, status=abi.IQ_ERROR_RANGE) from None

    def __contains__(self, key: object) -> bool:
        """Whether an item has that key. Where keys are scoped, ask the section."""
        asked: Any = key
        try:
            self.position(asked)
        except NotFoundError:
            return False
        return True

    def position(self, key: KeyLike, section: KeyLike | None = None) -> Position:
        """Where the item of that key is; `NotFoundError` (a KeyError) if there is none. Its section's key
        must come with it where keys are scoped. O(log n).

        >>> import iqlist
        >>> wanted = iqlist.Snapshot.of_sections({"a": ["x"], "b": ["y", "z"]})
        >>> wanted.position("z")
        Position(section=1, item=1)
        >>> wanted.position("w")
        Traceback (most recent call last):
        iqlist.errors.NotFoundError: IQ_ERROR_NOT_FOUND: ...
        """
        raise NotImplementedError

    def index(self, key: KeyLike, section: KeyLike | None = None) -> int:
        """The same, counted over all sections.

        >>> import iqlist
        >>> iqlist.Snapshot.of_sections({"a": ["x"], "b": ["y", "z"]}).index("z")
        2
        """
        at, item = self.position(key, section)
        assert item is not None
        return int(self._section_at(at).first) + item

    def item(self, key: KeyLike, section: KeyLike | None = None) -> Item:
        """The item of that key; errors as for `position`.

        >>> import iqlist
        >>> iqlist.Snapshot.of_items([("a", 1)], key=lambda row: row[0]).item("a").model
        ('a', 1)
        """
        return self._items(self.index(key, section), 1)[0]

    def keys(self, first: int = 0, count: int | None = None) -> list[Key]:
        """The keys of `count` items (None: of all that follow) from `first` on, over all sections.
        `RangeError` (an IndexError) beyond the end.

        >>> import iqlist
        >>> iqlist.Snapshot.of_items(["a", "b", "c"]).keys(1) == [iqlist.Key("b"), iqlist.Key("c")]
        True
        """
        columns = self._columns(first, count, "keys")
        return raw_keys(columns["keys"].tobytes())

    def models(self, first: int = 0, count: int | None = None) -> list[Any]:
        """The models, likewise: the very objects that were given, None where there is none.

        >>> import iqlist
        >>> iqlist.Snapshot.of_items(["a", "b", "c"]).models(0, 2)
        ['a', 'b']
        """
        with reading():
            return objects_at(self._columns(first, count, "models")["models"])

    def columns(self, first: int = 0, count: int | None = None) -> ItemColumns:
        """`count` items (None: all that follow) from `first` on, copied out as columns. `RangeError` (an
        IndexError) beyond the end.

        >>> import iqlist
        >>> out = iqlist.Snapshot.of_items([1, 2], content=lambda number: 10 * number).columns()
        >>> len(out.keys), list(out.contents), out.models
        (32, [10, 20], [1, 2])
        """
        with reading():
            columns = self._columns(first, count, "keys", "contents", "models", "classes")
            models = objects_at(columns["models"])
        return ItemColumns(
            memoryview(columns["keys"]).cast("B"),
            memoryview(columns["contents"]),
            models,
            classes_of(columns["classes"]),
        )

    def _walk(self, first: int, end: int) -> Iterator[Item]:
        """These items, read some at a time."""
        for at in range(first, end, CHUNK):
            yield from self._items(at, min(CHUNK, end - at))

    def _slice(self, places: range) -> list[Item]:
        if not places:
            return []
        first, last = min(places[0], places[-1]), max(places[0], places[-1])
        return self._items(first, last - first + 1)[:: places.step]

    def _items(self, first: int, count: int) -> list[Item]:
        with reading():
            columns = self._columns(first, count, "keys", "contents", "models", "classes")
            models = objects_at(columns["models"])
        keys = raw_keys(columns["keys"].tobytes())
        return list(map(Item, keys, columns["contents"], models, classes_of(columns["classes"])))

    def _columns(self, first: int, count: int | None, *wanted: str) -> dict[str, array[int]]:
        first = place(first)
        count = max(0, len(self) - first) if count is None else place(count)
        made = {name: array(COLUMNS[name], bytes(WIDTHS[name] * count)) for name in wanted}
        # An array is created with all of its elements, and so stays where it is.
        addresses = [made[name].buffer_info()[0] if name in made else 0 for name in COLUMNS]
        buffers = abi.iq_item_buffers.from_buffer_copy(BUFFERS.pack(BUFFERS.size, *addresses))
        self._read_items(first, count, byref(buffers))
        return made


# The columns of iq_item_buffers in its order: their arrays' type, and how wide a row is.
COLUMNS = {"keys": "B", "contents": "Q", "models": "Q", "classes": "I", "items": "Q"}
WIDTHS = {"keys": 16, "contents": 8, "models": 8, "classes": 4, "items": 8}
BUFFERS = Struct("@N5P")


def classes_of(numbers: array[int]) -> list[CellClass | None]:
    """The classes that the library knows by these numbers, of which there are few."""
    known = {number: CellClass._of(number) for number in set(numbers)}
    return [known[number] for number in numbers]
