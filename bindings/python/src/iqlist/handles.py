"""Handles: the lasting names of a list's items."""

from __future__ import annotations

from ctypes import byref, sizeof
from typing import TYPE_CHECKING, Any

from . import abi
from ._models import object_at, reading
from .classes import CellClass
from .keys import Key
from .records import Position
from .sections import Section

if TYPE_CHECKING:
    from .lists import List


class Handle:
    """An item of a list, wherever it moves and however it is updated, as long as its key stays in the list.
    Then every use raises `HandleError`, a LookupError. Each property asks the list: O(log n).

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> _ = shown.set_items(["a", "b", "c"])
    >>> b = shown.handle("b")
    >>> _ = shown.set_items(["b", "c"])
    >>> b.index, b.model, b == shown.handle_at(0)
    (0, 'b', True)
    """

    __slots__ = ("_struct", "list")

    list: List

    def __init__(self, owner: List, number: int) -> None:
        self.list = owner
        self._struct = abi.iq_item(number)

    def _info(self) -> abi.iq_item_info:
        info = abi.iq_item_info(struct_size=sizeof(abi.iq_item_info))
        self.list._call("item_info", self._struct, byref(info))
        return info

    @property
    def alive(self) -> bool:
        """Whether the item is still in the list."""
        position = abi.iq_position()
        status: int = abi.iq_list_item_position(self.list._pointer, self._struct, byref(position))
        return status == abi.IQ_OK

    @property
    def key(self) -> Key:
        """Its key."""
        return Key(bytes(self._info().key))

    @property
    def content(self) -> int:
        """Its content, 0 if it has none."""
        return int(self._info().content)

    @property
    def model(self) -> Any:
        """Its model: the very object that was given."""
        with reading():
            return object_at(self._info().model)

    @property
    def cell_class(self) -> CellClass | None:
        """Its cell class."""
        return CellClass._of(self._info().cell_class.id)

    @property
    def position(self) -> Position:
        """Where it is now."""
        found = abi.iq_position()
        self.list._call("item_position", self._struct, byref(found))
        return Position.of(found)

    @property
    def index(self) -> int:
        """Where it is now, counted over all sections."""
        return int(self._info().index)

    @property
    def section(self) -> Section:
        """The section that it is in."""
        info = abi.iq_section_info(struct_size=sizeof(abi.iq_section_info))
        self.list._call("section_info", self._info().section, byref(info))
        return Section(self.list, Key(bytes(info.key)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Handle):
            return NotImplemented
        return self.list is other.list and bool(self._struct.id == other._struct.id)

    def __hash__(self) -> int:
        return hash((id(self.list), self._struct.id))

    def __repr__(self) -> str:
        return f"<Handle {self._struct.id:#x} of {self.list!r}>"
