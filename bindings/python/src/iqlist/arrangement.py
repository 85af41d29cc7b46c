"""What lists and snapshots have in common: sections of items in order, which can be read."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from ctypes import byref, c_size_t, sizeof
from struct import Struct
from typing import Any, Callable, NamedTuple, overload

from . import abi
from ._calls import Owner, check, place, text, word
from ._models import addresses_of, object_at, objects_at, reading
from .classes import CellClass
from .columns import class_number
from .errors import NotFoundError, RangeError
from .keys import Key, KeyLike, content_bits, key_struct, raw_keys
from .records import Item, Position, Supplementary
from .sections import Section, Sections

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


class Arrangement(Owner):
    """Sections of items in order: what `List` and `Snapshot` share.

    As a sequence it is that of its items, over all sections: `len`, iteration, indexing and slices answer
    `Item` records. `in` asks for a key. Iteration goes over a copy, which costs nothing per item, so that
    changes meanwhile do not show in it.

    >>> import iqlist
    >>> wanted = iqlist.Snapshot.of_sections({"s": ["a", "b"], "t": ["c"]})
    >>> len(wanted), wanted[-1].model, [item.model for item in wanted[1:]], "a" in wanted
    (3, 'c', ['b', 'c'], True)
    """

    _prefix: str

    def _call(self, name: str, *arguments: Any) -> None:
        """Calls the library's function of that name for this kind of object."""
        check(getattr(abi, self._prefix + name)(self._pointer, *arguments))

    def _frozen(self) -> Arrangement:
        raise NotImplementedError

    # --- items

    def _counts(self) -> tuple[int, int]:
        sections, items = c_size_t(), c_size_t()
        self._call("count", byref(sections), byref(items))
        return sections.value, items.value

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
        self._call("read_items", first, count, byref(buffers))
        return made

    # --- sections

    @property
    def sections(self) -> Sections:
        """The sections in order, as a live sequence."""
        return Sections(self)

    def section(self, key: KeyLike) -> Section:
        """The section of that key; `NotFoundError` (a KeyError) if there is none.

        >>> import iqlist
        >>> wanted = iqlist.Snapshot.of_sections({"a": ["x"], "b": ["y", "z"]})
        >>> [item.model for item in wanted.section("b")], [len(each) for each in wanted.sections]
        (['y', 'z'], [1, 2])
        """
        return Section(self, Key(bytes(self._section_for_key(Key(key)).key)))

    def _section_info(self, name: str, *arguments: Any) -> abi.iq_section_info:
        info = abi.iq_section_info(struct_size=sizeof(abi.iq_section_info))
        self._call(name, *arguments, byref(info))
        return info

    def _section_at(self, position: int) -> abi.iq_section_info:
        return self._section_info("section_at", position)

    def _section_for_key(self, key: Key) -> abi.iq_section_info:
        return self._section_info("section_for_key", key_struct(key))

    def _supplementaries(self, key: Key) -> list[Supplementary]:
        raise NotImplementedError

    # --- text

    def dump(self) -> str:
        """All of it as text for people and tests, one thing a line: keys, contents, models' addresses.

        >>> import iqlist
        >>> print(iqlist.Snapshot.of_items([1], content=lambda _: 255, model=None).dump(), end="")
        snapshot: sections 1, items 1, duplicates refused
        section 0: key 00000000000000000000000000000000, items 1
          item 0:0: key 01000000000000000000000000000000, content 00000000000000ff
        """
        return text(getattr(abi, self._prefix + "dump"), self._pointer)

    def __repr__(self) -> str:
        name = type(self).__name__
        if self.closed:
            return f"<{name}, closed>"
        sections, items = self._counts()
        return f"<{name} of {items} item{'s' * (items != 1)} in {sections} section{'s' * (sections != 1)}>"


# The columns of iq_item_buffers in its order: their arrays' type, and how wide a row is.
COLUMNS = {"keys": "B", "contents": "Q", "models": "Q", "classes": "I", "items": "Q"}
WIDTHS = {"keys": 16, "contents": 8, "models": 8, "classes": 4, "items": 8}
BUFFERS = Struct("@N5P")


def classes_of(numbers: array[int]) -> list[CellClass | None]:
    """The classes that the library knows by these numbers, of which there are few."""
    known = {number: CellClass._of(number) for number in set(numbers)}
    return [known[number] for number in numbers]


def optional_key(key: KeyLike | None) -> Any:
    """A key that may be missing, as the library takes it."""
    return None if key is None else byref(key_struct(key))


def supplementary_struct(element: Supplementary) -> abi.iq_supplementary:
    """An element as the library takes it; whoever calls keeps `element` alive."""
    kind, key, content, model, cell_class, index = element
    return abi.iq_supplementary(
        struct_size=sizeof(abi.iq_supplementary),
        kind=word(kind),
        index=word(index),
        key=key_struct(key),
        content=content_bits(content),
        model=(addresses_of([model])[0] or None),
        cell_class=abi.iq_class(class_number(model, cell_class)),
    )


def read_supplementaries(function: Callable[..., int], *arguments: Any) -> list[Supplementary]:
    """A section's elements. Between the two calls another thread may add some: then once more."""
    capacity, count = 0, c_size_t(4)
    found: list[Any] = []
    models: list[Any] = []
    while capacity < count.value:
        capacity = count.value
        elements = (abi.iq_supplementary * capacity)()
        elements[0].struct_size = sizeof(abi.iq_supplementary)
        with reading():
            check(function(*arguments, elements, capacity, byref(count)))
            found = elements[: min(capacity, count.value)]
            models = [object_at(element.model) for element in found]
    return [
        Supplementary(
            element.kind,
            Key(bytes(element.key)),
            element.content,
            model,
            CellClass._of(element.cell_class.id),
            element.index,
        )
        for element, model in zip(found, models)
    ]


def beside(before: Any, after: Any) -> tuple[str, Any]:
    """Which of the two was said, and the anchor."""
    if (before is None) == (after is None):
        raise TypeError("say one of before and after")
    return ("before", before) if before is not None else ("after", after)
