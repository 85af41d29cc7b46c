"""The small things that come out: positions, items, changes, splices, counts. All are plain tuples."""

from __future__ import annotations

from ctypes import byref, c_uint32
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Any, NamedTuple

from . import abi
from .errors import RangeError

if TYPE_CHECKING:
    from .classes import CellClass
    from .keys import Key, KeyLike


class Duplicates(IntEnum):
    """What a key that is already there gets: iqlist.h, IQ_DUPLICATES_*.

    >>> import iqlist
    >>> rows = [("a", 1), ("b", 2), ("a", 3)]
    >>> for policy in (Duplicates.KEEP_FIRST, Duplicates.KEEP_LAST, Duplicates.NUMBER):
    ...     with iqlist.List(key=lambda row: row[0], duplicates=policy) as shown:
    ...         _ = shown.set_items(rows)
    ...         print(shown.models())
    [('a', 1), ('b', 2)]
    [('b', 2), ('a', 3)]
    [('a', 1), ('b', 2), ('a', 3)]
    """

    REFUSE = abi.IQ_DUPLICATES_REFUSE
    KEEP_FIRST = abi.IQ_DUPLICATES_KEEP_FIRST
    KEEP_LAST = abi.IQ_DUPLICATES_KEEP_LAST
    NUMBER = abi.IQ_DUPLICATES_NUMBER
    SCOPE = abi.IQ_DUPLICATES_SCOPE


class DiffFlag(IntFlag):
    """How a changeset is made: iqlist.h, IQ_DIFF_*.

    >>> import iqlist
    >>> iqlist.List().set_items(["a"], flags=DiffFlag.RELOAD | DiffFlag.PAYLOAD)
    <Changeset: reload everything>
    """

    NONE = 0
    RELOAD = abi.IQ_DIFF_RELOAD
    VERIFY = abi.IQ_DIFF_VERIFY
    KEEP_KEYS = abi.IQ_DIFF_KEEP_KEYS
    PAYLOAD = abi.IQ_DIFF_PAYLOAD


class Side(IntEnum):
    """One of a changeset's two sides."""

    BEFORE = abi.IQ_BEFORE
    AFTER = abi.IQ_AFTER


class ElementKind(IntEnum):
    """Kinds of supplementary elements. Your own are ints from HOST (16) on, any number of each.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> badges = [Supplementary(ElementKind.HOST + 1, at, index=at) for at in (0, 7)]
    >>> _ = shown.set([("s", ["a"], badges)])
    >>> [(element.kind, element.index) for element in shown.section("s").supplementaries]
    [(17, 0), (17, 7)]
    """

    HEADER = abi.IQ_KIND_HEADER
    FOOTER = abi.IQ_KIND_FOOTER
    HOST = abi.IQ_KIND_HOST


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


class Position(NamedTuple):
    """Where an item is: its section's position and its own within it, from 0. Of a section alone, `item` is
    None.

    >>> section, item = Position(1, 2)
    >>> item
    2
    """

    section: int
    item: int | None = None

    def __str__(self) -> str:
        return f"{self.section}" if self.item is None else f"{self.section}:{self.item}"

    @classmethod
    def of(cls, given: Any) -> Position:
        """Of an `abi.iq_position`.

        >>> from iqlist import abi
        >>> Position.of(abi.iq_position(1, abi.IQ_NONE))
        Position(section=1, item=None)
        """
        return cls(int(given.section), None if given.item == abi.IQ_NONE else int(given.item))

    def to_struct(self) -> abi.iq_position:
        """As `iqlist.abi` takes it. `RangeError` (an IndexError) for what is no position.

        >>> Position(0, -1).to_struct()
        Traceback (most recent call last):
        iqlist.errors.RangeError: -1 is no position
        """
        section, item = self
        return abi.iq_position(_index(section), abi.IQ_NONE if item is None else _index(item))


class Item(NamedTuple):
    """One item, as it was when it was read. It goes in again as it came out, and stands for its key.

    >>> import iqlist
    >>> shown = iqlist.List(content=len)
    >>> _ = shown.set_items(["pear", "fig"])
    >>> shown[0].content, shown[0].model, shown[0].cell_class, shown[0].key == iqlist.Key("pear")
    (4, 'pear', <CellClass 'python.object'>, True)
    >>> shown.set_items(shown[::-1])
    <Changeset: 1 item moves>
    """

    key: Key
    content: int
    """64 bits; 0 if it has none."""
    model: Any
    """The very object that was given; None if there is none."""
    cell_class: CellClass | None


class Supplementary(NamedTuple):
    """An element beside a section's items: a header, a footer, or one of your own kinds. A section has at
    most one of each (kind, index); headers and footers have index 0. The key may be given as anything that
    `Key` takes, the content as anything that an item's content may be. Another content is an update, another
    key under the same (kind, index) a reload.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> header = Supplementary(ElementKind.HEADER, "title", content=("Fruit",))
    >>> _ = shown.set([("s", ["apple"], [header])])
    >>> shown.set([("s", ["apple"], [header._replace(content=("Nuts",))])])
    <Changeset: 1 supplementary updates>
    """

    kind: int
    key: KeyLike
    content: Any = 0
    model: Any = None
    cell_class: CellClass | None = None
    index: int = 0  # type: ignore[assignment]


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
    count: int  # type: ignore[assignment]
    element_kind: int
    """Of a supplementary change, else 0."""
    element_index: int
    """Of a supplementary change, else 0."""
    mask: int
    """Of a reconfigure: what the class's `changed` said, all bits if it was not asked."""

    def __repr__(self) -> str:
        places = " -> ".join(str(place) for place in (self.before, self.after) if place is not None)
        several = f" x {self.count}" if self.count != 1 else ""
        return f"<Change {self.kind.name} {places}{several}>"

    @property
    def before(self) -> Position | None:
        """Where the first of them was."""
        return None if self.before_section is None else Position(self.before_section, self.before_item)

    @property
    def after(self) -> Position | None:
        """Where the first of them is."""
        return None if self.after_section is None else Position(self.after_section, self.after_item)

    @property
    def destination(self) -> int:
        """Of a step that is a move, Qt's `destinationChild`, which counts before the removal.
        `ArgumentError` for anything else."""
        from ._calls import check

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
    kind, bits, before_s, before_i, after_s, after_i, count, element_kind, element_index, _, mask = fields
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
        count,
        element_kind,
        element_index,
        mask,
    )


def make_splice(fields: tuple[int, ...]) -> Splice:
    return Splice._make(fields)


def _index(value: int) -> int:
    if not 0 <= value < _NONE:
        raise RangeError(f"{value} is no position", status=abi.IQ_ERROR_RANGE)
    return value
