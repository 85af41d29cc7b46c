"""The handles of a list's items."""

from __future__ import annotations

from ctypes import byref, sizeof
from typing import Any, Generic, cast

from . import abi
from ._calls import check, to_size
from .arrangement import Arrangement, optional_key, section_info
from .classes import CellClass
from .commits import Watched
from .errors import RangeError
from .identity import Key, KeyLike, Position, raw_key
from .items import read_row
from .keys import key_struct
from .records import M
from .sections import Section


class Item(Generic[M]):
    """The handle of an item of a list. It stays valid wherever the item moves and however it is updated, as
    long as its key stays in the list; after that every use raises `HandleError`, a LookupError. Each property
    reads the list: O(log n).

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> _ = shown.set_items(["a", "b", "c"])
    >>> b = shown.item("b")
    >>> _ = shown.set_items(["b", "c"])
    >>> b.index, b.model, b == shown.item_at(0)
    (0, 'b', True)
    """

    __slots__ = ("_struct", "list")

    list: ItemSource[M]

    _struct: abi.iq_item

    def __init__(self) -> None:
        raise TypeError("items are made by List.item, List.item_at and List.items")

    @classmethod
    def _of(cls, owner: ItemSource[M], number: int) -> Item[M]:
        made = cls.__new__(cls)
        made.list = owner
        made._struct = abi.iq_item(number)
        return made

    def _info(self) -> abi.iq_item_info:
        """Without its model, which is not retained here."""
        info = abi.iq_item_info(struct_size=sizeof(abi.iq_item_info))
        check(abi.iq_list_get_item_info(self.list._pointer, self._struct, 0, byref(info)))
        return info

    @property
    def alive(self) -> bool:
        """Whether the item is still in the list."""
        position = abi.iq_position()
        status: int = abi.iq_list_find_position(self.list._pointer, self._struct, byref(position))
        return status == abi.IQ_OK

    @property
    def key(self) -> Key:
        """Its key."""
        return raw_key(bytes(self._info().key))

    @property
    def content(self) -> int:
        """Its content, 0 if it has none."""
        return int(self._info().content)

    @property
    def model(self) -> M:
        """Its model: the object that was given itself."""
        model: M = read_row(abi.iq_list_get_item_info, self.list._pointer, self._struct).model
        return model

    @property
    def cell_class(self) -> CellClass | None:
        """Its cell class."""
        return CellClass._of(self._info().cell_class.id)

    @property
    def level(self) -> int:
        """Its level, see `Columns`."""
        return int(self._info().level)

    @property
    def has_children(self) -> bool:
        """Of a derived list: whether its source has items below it, or its class has
        `Trait.HAS_CHILDREN`."""
        return bool(self._info().children)

    @property
    def position(self) -> Position:
        """Its current position."""
        found = abi.iq_position()
        check(abi.iq_list_find_position(self.list._pointer, self._struct, byref(found)))
        return Position.of(found)

    @property
    def parent(self) -> Item[M] | None:
        """Its parent in the list as it is: the nearest item before it in its section with a lower level; None
        if it has none. O(log n), and the items between them."""
        found = abi.iq_item()
        status = abi.iq_list_find_parent(self.list._pointer, self._struct, byref(found))
        if status == abi.IQ_ERROR_NOT_FOUND:
            return None
        check(status)
        return Item._of(self.list, found.id)

    @property
    def index(self) -> int:
        """Its current index, counted over all sections."""
        return int(self._info().index)

    @property
    def states(self) -> int:
        """Its states, see `State`."""
        return int(self._info().states)

    @property
    def section(self) -> Section[M]:
        """Its section."""
        info = section_info(abi.iq_list_get_section_info, self.list._pointer, self._info().section)
        return Section(self.list, raw_key(bytes(info.key)))

    def __eq__(self, other: object) -> bool:
        item = cast("Item[Any]", other)
        if not isinstance(other, Item):
            return NotImplemented
        return bool(self.list is item.list and self._struct.id == item._struct.id)

    def __hash__(self) -> int:
        return hash((id(self.list), self._struct.id))

    def __repr__(self) -> str:
        return f"<Item {self._struct.id:#x} of {self.list!r}>"


class ItemSource(Watched, Arrangement[M]):
    """The part of a list that edits and items need: its items and sections by handle."""

    def position(self, item: KeyLike | M, section: KeyLike | None = None) -> Position:
        return self.item(item, section).position

    position.__doc__ = Arrangement.position.__doc__

    def index(self, item: KeyLike | M, section: KeyLike | None = None) -> int:
        return self.item(item, section).index

    index.__doc__ = Arrangement.index.__doc__

    def item(self, item: KeyLike | M, section: KeyLike | None = None) -> Item[M]:
        """The item of a key, as its handle; errors as for `position`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["a", "b"])
        >>> b = shown.item("b")
        >>> _ = shown.set_items(["b"])
        >>> b.position
        Position(section=0, item=0)
        """
        found, name = abi.iq_item(), self._key_value(item, section)
        self._check(
            abi.iq_list_find_item(self._pointer, optional_key(section), key_struct(name), byref(found)),
            name,
            section,
        )
        return Item._of(self, found.id)

    def item_at(self, index: int) -> Item[M]:
        """The item at an index over all sections, as its handle; negative ones count from the end.
        `RangeError` (an IndexError) if there is none.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"s": ["a"], "t": ["b"]})
        >>> shown.item_at(-1) == shown.item("b")
        True
        """
        found, at = abi.iq_item(), index + len(self) if index < 0 else index
        try:
            check(abi.iq_list_find_item_at(self._pointer, to_size(at), byref(found)))
        except RangeError:
            message = f"there is no item {index} among {len(self)}"
            raise RangeError(message, status=abi.IQ_ERROR_RANGE) from None
        return Item._of(self, found.id)

    def items(self, first: int = 0, count: int | None = None) -> list[Item[M]]:
        """`count` items (None: all that follow) from index `first` on, as their handles. `RangeError` (an
        IndexError) beyond the end.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["a", "b", "c"])
        >>> [item.model for item in shown.items(1)]
        ['b', 'c']
        """
        return [Item._of(self, number) for number in self._columns(first, count, "items")[0]["items"]]

    def _has(self, key: KeyLike, section: KeyLike | None) -> bool:
        where, name, found = optional_key(section), key_struct(key), abi.iq_item()
        status: int = abi.iq_list_find_item(self._pointer, where, name, byref(found))
        return status == abi.IQ_OK

    def _section_handle(self, key: KeyLike) -> abi.iq_section:
        found = abi.iq_section()
        self._check(abi.iq_list_find_section(self._pointer, key_struct(key), byref(found)), key)
        return found
