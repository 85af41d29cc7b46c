"""What a changeset is made of: changes, and splices. All are plain tuples."""

from __future__ import annotations

from ctypes import byref, c_uint32
from enum import IntEnum, IntFlag
from typing import NamedTuple

from . import abi
from ._calls import check
from .identity import Position


class ChangeKind(IntEnum):
    """What a change is: iqlist.h, CHANGESETS."""

    ITEM_DELETE = abi.IQ_ITEM_DELETE
    ITEM_MOVE_OUT = abi.IQ_ITEM_MOVE_OUT
    ITEM_MOVE_IN = abi.IQ_ITEM_MOVE_IN
    ITEM_MOVE = abi.IQ_ITEM_MOVE
    ITEM_INSERT = abi.IQ_ITEM_INSERT
    ITEM_UPDATE = abi.IQ_ITEM_UPDATE
    SECTION_DELETE = abi.IQ_SECTION_DELETE
    SECTION_MOVE = abi.IQ_SECTION_MOVE
    SECTION_INSERT = abi.IQ_SECTION_INSERT
    SECTION_UPDATE = abi.IQ_SECTION_UPDATE
    SUPPLEMENTARY_DELETE = abi.IQ_SUPPLEMENTARY_DELETE
    SUPPLEMENTARY_INSERT = abi.IQ_SUPPLEMENTARY_INSERT
    SUPPLEMENTARY_UPDATE = abi.IQ_SUPPLEMENTARY_UPDATE


class ChangeFlag(IntFlag):
    """Of an update: a new cell or the same one bound again, and why.

    >>> import iqlist
    >>> shown = iqlist.List(key="id", content="votes")
    >>> _ = shown.set_items([{"id": 1, "votes": 7}])
    >>> (update,) = shown.set_items([{"id": 1, "votes": 8}]).batch()
    >>> update.flags == ChangeFlag.RECONFIGURE | ChangeFlag.BY_CONTENT
    True
    """

    NONE = 0
    RELOAD = abi.IQ_CHANGE_RELOAD
    RECONFIGURE = abi.IQ_CHANGE_RECONFIGURE
    BY_CONTENT = abi.IQ_CHANGE_BY_CONTENT
    BY_CLASS = abi.IQ_CHANGE_BY_CLASS
    BY_EQUAL = abi.IQ_CHANGE_BY_EQUAL
    BY_MARK = abi.IQ_CHANGE_BY_MARK
    BY_KEY = abi.IQ_CHANGE_BY_KEY


class Splice(NamedTuple):
    """At `position` of the flat list, `removed` items go and `added` come.

    >>> import iqlist
    >>> flat = ["a", "b", "c"]
    >>> before, after = iqlist.Snapshot.of_items(flat), iqlist.Snapshot.of_items(["x", "b"])
    >>> for at, removed, added in iqlist.diff(before, after).splices():
    ...     flat[at : at + removed] = after.models(at, added)
    >>> flat
    ['x', 'b']
    """

    position: int
    removed: int
    added: int


class Change(NamedTuple):
    """`count` neighbours (items, or sections) that fared alike; they never cross a section. Positions count
    from 0; those that a kind does not have are None.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> _ = shown.set_items(["a", "b", "c"])
    >>> (move,) = shown.set_items(["b", "c", "a"]).steps()
    >>> move.kind.name, move.before, move.after.item, move.destination
    ('ITEM_MOVE', Position(section=0, item=0), 2, 3)
    """

    kind: ChangeKind
    flags: ChangeFlag
    before_section: int | None
    before_item: int | None
    after_section: int | None
    after_item: int | None
    final_section: int | None
    final_item: int | None
    count: int  # type: ignore[assignment]
    element_kind: int
    """Of a supplementary change, else 0."""
    element_index: int
    """Of a supplementary change, else 0."""
    mask: int
    """Of a reconfigure: what the class's `changed` said, all bits if it was not asked."""

    def __repr__(self) -> str:
        ends = (self.before, self.after) if self.is_sectioned else (self.before_item, self.after_item)
        places = " -> ".join(str(place) for place in ends if place is not None)
        several = f" x {self.count}" if self.count != 1 else ""
        return f"<Change {self.kind.name} {places}{several}>"

    @property
    def is_sectioned(self) -> bool:
        """Whether it names sections: all changes do but flat steps, which have item positions only."""
        return self.before_section is not None or self.after_section is not None

    @property
    def before(self) -> Position | None:
        """Where the first of them was. None of flat steps: see `before_item`."""
        return None if self.before_section is None else Position(self.before_section, self.before_item)

    @property
    def after(self) -> Position | None:
        """Where the first of them is. None of flat steps: see `after_item`."""
        return None if self.after_section is None else Position(self.after_section, self.after_item)

    @property
    def final(self) -> Position | None:
        """Of a step that moves or inserts: where the first of them is when all steps are done.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"A": [1, 2]})
        >>> for step in shown.set({"B": [1, 9]}).steps():
        ...     print(step.kind.name, step.after, step.final)
        ITEM_DELETE None None
        SECTION_INSERT 1 0
        ITEM_MOVE 1:0 0:0
        SECTION_DELETE None None
        ITEM_INSERT 0:1 0:1
        """
        return None if self.final_section is None else Position(self.final_section, self.final_item)

    @property
    def destination(self) -> int:
        """Of a step that is a move, Qt's `destinationChild`, which counts before the removal.
        `ArgumentError` for anything else."""
        move, found = abi.iq_change(self.kind), c_uint32()
        for name in ("before_section", "before_item", "after_section", "after_item"):
            place = getattr(self, name)
            setattr(move, name, abi.IQ_NONE if place is None else place)
        move.count = self.count
        check(abi.iq_change_destination(byref(move), byref(found)))
        return found.value


_KINDS = {int(kind): kind for kind in ChangeKind}
_FLAGS: dict[int, ChangeFlag] = {}
_NONE = abi.IQ_NONE


def make_change(fields: tuple[int, ...]) -> Change:
    kind, bits, before_s, before_i, after_s, after_i, final_s, final_i, *rest = fields
    count, element_kind, element_index, _, mask = rest
    flags = _FLAGS.get(bits)
    if flags is None:
        flags = _FLAGS[bits] = ChangeFlag(bits)
    return Change(
        _KINDS[kind],
        flags,
        None if before_s == _NONE else before_s,
        None if before_i == _NONE else before_i,
        None if after_s == _NONE else after_s,
        None if after_i == _NONE else after_i,
        None if final_s == _NONE else final_s,
        None if final_i == _NONE else final_i,
        count,
        element_kind,
        element_index,
        mask,
    )


def make_splice(fields: tuple[int, ...]) -> Splice:
    return Splice._make(fields)
