"""What a changeset is made of: changes, and splices. All are plain tuples."""

from __future__ import annotations

from collections import namedtuple
from ctypes import byref, c_uint32
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Optional, Union

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


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    K = TypeVar("K", bound=ChangeKind, default=ChangeKind, covariant=True)
    # The positions that a kind has are int, those that it has not None.
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
    """`count` neighbours (items, or sections) that fared alike; they never cross a section. Positions count
    from 0; those that a kind does not have are None.

    Each kind has a class of its own (`ItemDelete`, `SectionMove` ...), which says to type checkers what the
    kind has: `isinstance(change, ItemDelete)`, `change.kind == ChangeKind.ITEM_DELETE` or a `match` tells.

    `element_kind` and `element_index` are those of a supplementary change, else 0. `mask` is what the class's
    `changed` said of a reconfigure, all bits if it was not asked.

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


class HasBefore:
    """A change of what was there."""

    __slots__ = ()

    @property
    def before(self: Any) -> Position:
        """Where the first of them was."""
        return Position(self.before_section, self.before_item)


class HasAfter:
    """A change of what is there."""

    __slots__ = ()

    @property
    def after(self: Any) -> Position:
        """Where the first of them is."""
        return Position(self.after_section, self.after_item)


class ItemDelete(HasBefore, Change[Literal[ChangeKind.ITEM_DELETE], int, int, None, None]):
    """`count` items go."""

    __slots__ = ()


class ItemMoveOut(HasBefore, HasAfter, Change[Literal[ChangeKind.ITEM_MOVE_OUT], int, int, int, int]):
    """Of a batch: items are taken out, to be put in elsewhere."""

    __slots__ = ()


class ItemMoveIn(HasBefore, HasAfter, Change[Literal[ChangeKind.ITEM_MOVE_IN], int, int, int, int]):
    """Of a batch: items that were taken out are put in."""

    __slots__ = ()


class ItemMove(HasBefore, HasAfter, Change[Literal[ChangeKind.ITEM_MOVE], int, int, int, int]):
    """Of steps: items are taken out and put in at once."""

    __slots__ = ()


class ItemInsert(HasAfter, Change[Literal[ChangeKind.ITEM_INSERT], None, None, int, int]):
    """`count` items come."""

    __slots__ = ()


class ItemUpdate(HasBefore, HasAfter, Change[Literal[ChangeKind.ITEM_UPDATE], int, int, int, int]):
    """Items look different: `flags` say why."""

    __slots__ = ()


class SectionDelete(HasBefore, Change[Literal[ChangeKind.SECTION_DELETE], int, None, None, None]):
    """Sections go."""

    __slots__ = ()


class SectionMove(HasBefore, HasAfter, Change[Literal[ChangeKind.SECTION_MOVE], int, None, int, None]):
    """Sections move, and their items with them."""

    __slots__ = ()


class SectionInsert(HasAfter, Change[Literal[ChangeKind.SECTION_INSERT], None, None, int, None]):
    """Sections come, empty at first."""

    __slots__ = ()


class SectionUpdate(HasBefore, HasAfter, Change[Literal[ChangeKind.SECTION_UPDATE], int, None, int, None]):
    """Sections were marked for reload."""

    __slots__ = ()


class SupplementaryDelete(HasBefore, Change[Literal[ChangeKind.SUPPLEMENTARY_DELETE], int, None, None, None]):
    """An element beside a section's items goes."""

    __slots__ = ()


class SupplementaryInsert(HasAfter, Change[Literal[ChangeKind.SUPPLEMENTARY_INSERT], None, None, int, None]):
    """An element beside a section's items comes."""

    __slots__ = ()


class SupplementaryUpdate(
    HasBefore, HasAfter, Change[Literal[ChangeKind.SUPPLEMENTARY_UPDATE], int, None, int, None]
):
    """An element beside a section's items looks different."""

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

_KINDS: dict[int, tuple[ChangeKind, Any]] = {
    abi.IQ_ITEM_DELETE: (ChangeKind.ITEM_DELETE, ItemDelete),
    abi.IQ_ITEM_MOVE_OUT: (ChangeKind.ITEM_MOVE_OUT, ItemMoveOut),
    abi.IQ_ITEM_MOVE_IN: (ChangeKind.ITEM_MOVE_IN, ItemMoveIn),
    abi.IQ_ITEM_MOVE: (ChangeKind.ITEM_MOVE, ItemMove),
    abi.IQ_ITEM_INSERT: (ChangeKind.ITEM_INSERT, ItemInsert),
    abi.IQ_ITEM_UPDATE: (ChangeKind.ITEM_UPDATE, ItemUpdate),
    abi.IQ_SECTION_DELETE: (ChangeKind.SECTION_DELETE, SectionDelete),
    abi.IQ_SECTION_MOVE: (ChangeKind.SECTION_MOVE, SectionMove),
    abi.IQ_SECTION_INSERT: (ChangeKind.SECTION_INSERT, SectionInsert),
    abi.IQ_SECTION_UPDATE: (ChangeKind.SECTION_UPDATE, SectionUpdate),
    abi.IQ_SUPPLEMENTARY_DELETE: (ChangeKind.SUPPLEMENTARY_DELETE, SupplementaryDelete),
    abi.IQ_SUPPLEMENTARY_INSERT: (ChangeKind.SUPPLEMENTARY_INSERT, SupplementaryInsert),
    abi.IQ_SUPPLEMENTARY_UPDATE: (ChangeKind.SUPPLEMENTARY_UPDATE, SupplementaryUpdate),
}
_FLAGS: dict[int, ChangeFlag] = {}
_NONE = abi.IQ_NONE


def make_change(fields: tuple[int, ...]) -> Any:
    """The change of these fields of an `iq_change`, of its kind's class."""
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
    """The same of the flat list: its kind's class would say that there are sections."""
    return Change._make(make_change(fields))


def make_splice(fields: tuple[int, ...]) -> Splice:
    return Splice._make(fields)
