"""The sections of a list or snapshot: live views that hold only their key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, cast, overload

from . import abi
from ._calls import to_size, to_uint32
from .errors import NotFoundError, RangeError
from .identity import Key, raw_key
from .items import ItemSequence
from .records import ElementKind, M, Row, Supplementary


class Section(Generic[M]):
    """A section of a list or snapshot, as a sequence of its items. It is identified by its key, so that it
    stays the same wherever it moves; after it is deleted, every use raises `NotFoundError`, a KeyError.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> _ = shown.set({"fruit": ["apple", "pear"], "nuts": ["walnut"]})
    >>> fruit = shown.section("fruit")
    >>> len(fruit), fruit.position, fruit[0].model, "pear" in fruit, "walnut" in fruit
    (2, 0, 'apple', True, False)
    >>> [section.name for section in shown.sections]
    ['fruit', 'nuts']
    """

    __slots__ = ("key", "owner")

    owner: ItemSequence[M]
    key: Key

    def __init__(self, owner: ItemSequence[M], key: Key) -> None:
        self.owner = owner
        self.key = key

    @property
    def name(self) -> Any:
        """Its name: the object that its key was made of. The key itself if that is not known, as after
        decoding, or if it was made without a name, as the only section of a flat list."""
        return self.owner._names.find(self.key)

    @property
    def position(self) -> int:
        """Its position among the sections."""
        return int(self.owner._section_for_key(self.key).position)

    @property
    def first(self) -> int:
        """The number of items in the sections before it."""
        return int(self.owner._section_for_key(self.key).first)

    @property
    def supplementaries(self) -> list[Supplementary]:
        """Its supplementary elements, ordered by kind and index."""
        return self.owner._supplementaries(self.key)

    def supplementary(self, kind: int, index: int = 0) -> Supplementary:
        """Its supplementary element of that kind and index; `NotFoundError` (a KeyError) if there is none.

        >>> import iqlist
        >>> title = iqlist.Supplementary(iqlist.ElementKind.HEADER, "title", model="Fruit")
        >>> shown = iqlist.List()
        >>> _ = shown.set([("fruit", ["apple"], [title])])
        >>> shown.section("fruit").supplementary(iqlist.ElementKind.HEADER).model
        'Fruit'
        """
        return self.owner._supplementary(self.key, to_uint32(kind), to_uint32(index))

    @property
    def header(self) -> Supplementary | None:
        """Its header, if it has one."""
        return self._element(ElementKind.HEADER)

    @property
    def footer(self) -> Supplementary | None:
        """Its footer, if it has one."""
        return self._element(ElementKind.FOOTER)

    def _element(self, kind: int) -> Supplementary | None:
        try:
            return self.supplementary(kind)
        except NotFoundError:
            # Or the section itself was deleted.
            self.owner._section_for_key(self.key)
            return None

    def __len__(self) -> int:
        return int(self.owner._section_for_key(self.key).count)

    def __iter__(self) -> Iterator[Row[M]]:
        frozen = self.owner._frozen()
        info = frozen._section_for_key(self.key)
        return frozen._walk(info.first, info.first + info.count)

    def __reversed__(self) -> Iterator[Row[M]]:
        return iter([*self][::-1])

    @overload
    def __getitem__(self, index: int) -> Row[M]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row[M]]: ...
    def __getitem__(self, index: int | slice) -> Row[M] | list[Row[M]]:
        info = self.owner._section_for_key(self.key)
        try:
            found = range(info.first, info.first + info.count)[index]
        except IndexError:
            message = f"there is no item {index} among {info.count}"
            raise RangeError(message, status=abi.IQ_ERROR_RANGE, key=self.key, section=self.key) from None
        if isinstance(found, int):
            return self.owner._items(found, 1)[0]
        return self.owner._slice(found)

    def __contains__(self, item: object) -> bool:
        """Whether an item is in this section."""
        asked: Any = item
        try:
            return self.owner.position(asked, self.key).section == self.position
        except NotFoundError:
            return False

    def __eq__(self, other: object) -> bool:
        section = cast("Section[Any]", other)
        if not isinstance(other, Section):
            return NotImplemented
        return bool(self.owner is section.owner and self.key == section.key)

    def __hash__(self) -> int:
        return hash((id(self.owner), self.key))

    def __repr__(self) -> str:
        return f"<Section {self.name!r} of {self.owner!r}>"


class Sections(Generic[M]):
    """The sections of a list or snapshot as a live sequence, by position. `in` tests for a key. `RangeError`
    (an IndexError) beyond the end.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> sections = shown.sections
    >>> _ = shown.set({"fruit": ["apple", "pear"], "nuts": ["walnut"]})
    >>> len(sections), sections[-1][0].model, "nuts" in sections
    (2, 'walnut', True)
    >>> sections
    ['fruit', 'nuts']
    """

    __slots__ = ("_owner",)

    def __init__(self, owner: ItemSequence[M]) -> None:
        self._owner = owner

    def __len__(self) -> int:
        return self._owner._counts()[0]

    def __iter__(self) -> Iterator[Section[M]]:
        frozen = self._owner._frozen()
        for at in range(frozen._counts()[0]):
            yield Section(self._owner, raw_key(bytes(frozen._section_at(at).key)))

    def __reversed__(self) -> Iterator[Section[M]]:
        return iter([*self][::-1])

    @overload
    def __getitem__(self, index: int) -> Section[M]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Section[M]]: ...
    def __getitem__(self, index: int | slice) -> Section[M] | list[Section[M]]:
        if isinstance(index, slice):
            return [self[at] for at in range(len(self))[index]]
        try:
            info = self._owner._section_at(to_size(index + len(self) if index < 0 else index))
        except RangeError:
            message = f"there is no section {index} among {len(self)}"
            raise RangeError(message, status=abi.IQ_ERROR_RANGE) from None
        return Section(self._owner, raw_key(bytes(info.key)))

    def __contains__(self, key: Any) -> bool:
        try:
            self._owner._section_for_key(key)
        except NotFoundError:
            return False
        return True

    def keys(self) -> list[Key]:
        """The keys of all sections, in order.

        >>> import iqlist
        >>> wanted = iqlist.Snapshot.of_sections([(1, ["a"]), (2, [])])
        >>> wanted.sections.keys() == [iqlist.Key(1), iqlist.Key(2)]
        True
        """
        return [section.key for section in self]

    def __repr__(self) -> str:
        return repr([section.name for section in self])
