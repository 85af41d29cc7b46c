"""The records of a changeset: changes and splices. All are plain tuples."""

from __future__ import annotations

from collections import namedtuple
from ctypes import byref, c_uint32
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Optional, Union, get_args

from . import abi
from ._calls import check
from ._flags import Flags
from .identity import Position


class ChangeKind(IntEnum):
    """The kind of a change: see iqlist.h, CHANGESETS."""

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


class ChangeFlag(Flags):
    """The flags of an update: a new cell or the same one bound again, and the reasons.

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
    BY_LEVEL = abi.IQ_CHANGE_BY_LEVEL
    BY_CHILDREN = abi.IQ_CHANGE_BY_CHILDREN


class Splice(NamedTuple):
    """At `position` of the flat list, `removed` items are replaced by `added`.

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


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    K = TypeVar("K", bound=ChangeKind, default=ChangeKind, covariant=True)
    # The positions that a kind has are int, the others None.
    BS = TypeVar("BS", bound=Optional[int], default=Optional[int], covariant=True)
    BI = TypeVar("BI", bound=Optional[int], default=Optional[int], covariant=True)
    AS = TypeVar("AS", bound=Optional[int], default=Optional[int], covariant=True)
    AI = TypeVar("AI", bound=Optional[int], default=Optional[int], covariant=True)

    class ChangeFields(NamedTuple, Generic[K, BS, BI, AS, AI]):
        kind: K
        flags: ChangeFlag
        before_section: BS
        before_item: BI
        after_section: AS
        after_item: AI
        final_section: int | None
        final_item: int | None
        count: int  # type: ignore[assignment]
        element_kind: int
        element_index: int
        mask: int

else:
    from typing import TypeVar

    K, BS, BI, AS, AI = map(TypeVar, ["K", "BS", "BI", "AS", "AI"])
    ChangeFields = namedtuple(
        "ChangeFields",
        "kind flags before_section before_item after_section after_item final_section final_item count "
        "element_kind element_index mask",
    )


class Change(ChangeFields[K, BS, BI, AS, AI]):
    """One change: a range of `count` consecutive items (or sections) that never crosses a section. Positions
    count from 0; those that a kind does not have are None.

    Each kind has a class of its own (`ItemDelete`, `SectionMove` ...), from which type checkers know its
    positions: test `isinstance(change, ItemDelete)` or `change.kind == ChangeKind.ITEM_DELETE`, or use
    `match`.

    `element_kind` and `element_index` are those of a supplementary change, else 0. `mask` is the result of
    the class's `changed` for a reconfigure; all bits if the class has none.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> _ = shown.set_items(["a", "b", "c"])
    >>> (move,) = shown.set_items(["b", "c", "a"]).steps()
    >>> move.kind.name, move.before, move.after.item, move.destination
    ('ITEM_MOVE', Position(section=0, item=0), 2, 3)
    """

    __slots__ = ()

    def __repr__(self) -> str:
        ends = (self.before, self.after) if self.is_sectioned else (self.before_item, self.after_item)
        positions = " -> ".join(str(end) for end in ends if end is not None)
        several = f" x {self.count}" if self.count != 1 else ""
        return f"<Change {self.kind.name} {positions}{several}>"

    @property
    def is_sectioned(self) -> bool:
        """Whether it has section positions: all changes except flat steps, which have item positions only."""
        return self.before_section is not None or self.after_section is not None

    @property
    def before(self) -> Position | None:
        """The position before of the first of them. None for flat steps: see `before_item`."""
        return None if self.before_section is None else Position(self.before_section, self.before_item)

    @property
    def after(self) -> Position | None:
        """The position after of the first of them. None for flat steps: see `after_item`."""
        return None if self.after_section is None else Position(self.after_section, self.after_item)

    @property
    def final(self) -> Position | None:
        """For a step that moves or inserts: the position of the first of them when all steps are done.

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
        """For a step that is a move: Qt's `destinationChild`, which counts before the removal.
        `ArgumentError` for anything else."""
        move, found = abi.iq_change(self.kind), c_uint32()
        for name in ("before_section", "before_item", "after_section", "after_item"):
            position = getattr(self, name)
            setattr(move, name, abi.IQ_NONE if position is None else position)
        move.count = self.count
        check(abi.iq_change_get_destination(byref(move), byref(found)))
        return found.value


class DeleteChange(Change[K, int, BI, None, None]):
    """A change that has a before only. `BI` is None for sections and supplementary elements."""

    __slots__ = ()

    @property
    def before(self) -> Position:
        """The position before of the first of them."""
        return Position(self.before_section, self.before_item)


class InsertChange(Change[K, None, None, int, AI]):
    """A change that has an after only."""

    __slots__ = ()

    @property
    def after(self) -> Position:
        """The position after of the first of them."""
        return Position(self.after_section, self.after_item)


class MatchedChange(Change[K, int, BI, int, BI]):
    """A change of what exists on both sides."""

    __slots__ = ()

    @property
    def before(self) -> Position:
        """The position before of the first of them."""
        return Position(self.before_section, self.before_item)

    @property
    def after(self) -> Position:
        """The position after of the first of them."""
        return Position(self.after_section, self.after_item)


class ItemDelete(DeleteChange[Literal[ChangeKind.ITEM_DELETE], int]):
    """Items are deleted."""

    __slots__ = ()


class ItemMoveOut(MatchedChange[Literal[ChangeKind.ITEM_MOVE_OUT], int]):
    """In a batch: items are taken out, to be put in elsewhere."""

    __slots__ = ()


class ItemMoveIn(MatchedChange[Literal[ChangeKind.ITEM_MOVE_IN], int]):
    """In a batch: items that were taken out are put in."""

    __slots__ = ()


class ItemMove(MatchedChange[Literal[ChangeKind.ITEM_MOVE], int]):
    """In steps: items are taken out and put in at once."""

    __slots__ = ()


class ItemInsert(InsertChange[Literal[ChangeKind.ITEM_INSERT], int]):
    """Items are inserted."""

    __slots__ = ()


class ItemUpdate(MatchedChange[Literal[ChangeKind.ITEM_UPDATE], int]):
    """Items change in place: `flags` has the reasons."""

    __slots__ = ()


class SectionDelete(DeleteChange[Literal[ChangeKind.SECTION_DELETE], None]):
    """Sections are deleted."""

    __slots__ = ()


class SectionMove(MatchedChange[Literal[ChangeKind.SECTION_MOVE], None]):
    """Sections move, and their items with them."""

    __slots__ = ()


class SectionInsert(InsertChange[Literal[ChangeKind.SECTION_INSERT], None]):
    """Sections are inserted, empty at first."""

    __slots__ = ()


class SectionUpdate(MatchedChange[Literal[ChangeKind.SECTION_UPDATE], None]):
    """Sections were marked for reload."""

    __slots__ = ()


class SupplementaryDelete(DeleteChange[Literal[ChangeKind.SUPPLEMENTARY_DELETE], None]):
    """A supplementary element is deleted."""

    __slots__ = ()


class SupplementaryInsert(InsertChange[Literal[ChangeKind.SUPPLEMENTARY_INSERT], None]):
    """A supplementary element is inserted."""

    __slots__ = ()


class SupplementaryUpdate(MatchedChange[Literal[ChangeKind.SUPPLEMENTARY_UPDATE], None]):
    """A supplementary element changes."""

    __slots__ = ()


BatchChange = Union[
    ItemDelete,
    ItemMoveOut,
    ItemMoveIn,
    ItemInsert,
    ItemUpdate,
    SectionDelete,
    SectionMove,
    SectionInsert,
    SectionUpdate,
    SupplementaryDelete,
    SupplementaryInsert,
    SupplementaryUpdate,
]
StepChange = Union[
    ItemDelete,
    ItemMove,
    ItemInsert,
    ItemUpdate,
    SectionDelete,
    SectionMove,
    SectionInsert,
    SectionUpdate,
    SupplementaryDelete,
    SupplementaryInsert,
    SupplementaryUpdate,
]


FlatChange = Union[
    "Change[Literal[ChangeKind.ITEM_DELETE], None, int, None, None]",
    "Change[Literal[ChangeKind.ITEM_MOVE], None, int, None, int]",
    "Change[Literal[ChangeKind.ITEM_INSERT], None, None, None, int]",
    "Change[Literal[ChangeKind.ITEM_UPDATE], None, int, None, int]",
]
"""A step of the flat list, which has no sections."""

# The class of a kind has its name: ITEM_MOVE_OUT is ItemMoveOut.
_CLASSES = {made.__name__.upper(): made for made in (*get_args(BatchChange), ItemMove)}
_KINDS: dict[int, tuple[ChangeKind, Any]] = {
    int(kind): (kind, _CLASSES[kind.name.replace("_", "")]) for kind in ChangeKind
}
_FLAGS: dict[int, ChangeFlag] = {}
_NONE = abi.IQ_NONE


def make_change(fields: tuple[int, ...]) -> Any:
    """Makes a change of the fields of an `iq_change`, of its kind's class."""
    number, bits, before_s, before_i, after_s, after_i, final_s, final_i, *rest = fields
    count, element_kind, element_index, _, mask = rest
    kind, made = _KINDS[number]
    flags = _FLAGS.get(bits)
    if flags is None:
        flags = _FLAGS[bits] = ChangeFlag(bits)
    return made(
        kind,
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


def make_flat_change(fields: tuple[int, ...]) -> Any:
    """Makes a change of the flat list. It has no sections, which its kind's class would have."""
    return Change._make(make_change(fields))


def make_splice(fields: tuple[int, ...]) -> Splice:
    return Splice._make(fields)
