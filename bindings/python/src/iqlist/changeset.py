"""Changesets: how one arrangement becomes another, in three dialects."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import POINTER, Structure, byref, c_size_t, c_uint32, c_void_p, cast, sizeof
from typing import Any, Literal, overload

from . import abi
from ._calls import (
    Core,
    Owner,
    check,
    create,
    encoding,
    pointer_of,
    position_struct,
    text,
    to_size,
    to_uint32,
)
from ._html import ends, table
from ._views import CHANGES, SPLICES, Records, memory_at
from .arrangement import Arrangement, optional_key
from .changes import BatchChange, FlatChange, Splice, StepChange, make_change, make_flat_change, make_splice
from .classes import default_class
from .errors import NoPayloadError, NotFoundError
from .identity import KeyLike, Position
from .keys import key_struct
from .names import check_given, showing_values
from .records import DiffFlag, Side
from .snapshot import Snapshot
from .summary import Reload, Summary


def diff_options(flags: int, reload_threshold: int, splice_threshold: int) -> Any:
    """Options of a diff, as the library takes them."""
    if not (flags or reload_threshold or splice_threshold):
        return None
    return byref(
        abi.iq_diff_options(
            struct_size=sizeof(abi.iq_diff_options),
            flags=to_uint32(flags),
            reload_threshold=to_size(reload_threshold),
            splice_threshold=to_size(splice_threshold),
        )
    )


def update_options(flags: int, reload_threshold: int, splice_threshold: int, animation: int) -> Any:
    """Options of an update of a list, as the library takes them."""
    if not (flags or reload_threshold or splice_threshold or animation):
        return None
    return byref(
        abi.iq_update_options(
            struct_size=sizeof(abi.iq_update_options),
            flags=to_uint32(flags),
            reload_threshold=to_size(reload_threshold),
            splice_threshold=to_size(splice_threshold),
            animation=to_uint32(animation),
        )
    )


class Changeset(Owner):
    """The changes that turn one arrangement into another, with the fewest moves. Made by `diff` and by the
    updates of a list.

    `len` and iteration are those of its batch. It can be pickled if it was made with `DiffFlag.PAYLOAD`, else
    TypeError. Immutable, free to share between threads; true if anything changes, also if it is a full
    reload, which has no batch. Two changesets are equal if they describe the same changes. The records of the
    dialects are views of its memory, which lives as long as any view, also after `close`.

    >>> import iqlist
    >>> before, after = iqlist.Snapshot.of_items([*"abcd"]), iqlist.Snapshot.of_items([*"xcab"])
    >>> changeset = iqlist.diff(before, after)
    >>> len(changeset)
    4
    >>> for change in changeset:
    ...     print(change.kind.name, change.before_item, change.after_item, change.count)
    ITEM_MOVE_OUT 2 1 1
    ITEM_DELETE 3 None 1
    ITEM_INSERT None 0 1
    ITEM_MOVE_IN 2 1 1
    >>> list(changeset.splices())
    [Splice(position=0, removed=0, added=2), Splice(position=4, removed=2, added=0)]
    """

    def __init__(self) -> None:
        raise TypeError("changesets are made by diff, by the updates of a list, and by Changeset.decode")

    @classmethod
    def _of(cls, core: Core | None) -> Changeset:
        made = cls.__new__(cls)
        made._core = core
        if core is None:
            made._why_closed = "was not requested (changeset=False)"
        return made

    def __reduce_ex__(self, protocol: Any) -> Any:
        try:
            return Changeset.decode, (self.encode(),)
        except NoPayloadError as error:
            message = (
                "a Changeset without DiffFlag.PAYLOAD cannot be pickled or copied: make it with this flag"
            )
            raise TypeError(message) from error

    def _repr_html_(self) -> str:
        """What a notebook shows: the first and the last changes of its batch."""
        if self.closed or self.reload != Reload.NO:
            return table(repr(self), [], [], [])
        batch = self.batch()
        first, last = ([_cells(batch[at]) for at in part] for part in ends(len(batch)))
        return table(repr(self), ["change", "before", "after", "count"], first, last)

    def __enter__(self) -> Changeset:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- reading

    def summary(self) -> Summary:
        """The number of changes, in sections, items and elements (not ranges). O(1).

        >>> import iqlist
        >>> iqlist.List().set_items(["a", "b"]).summary().item_inserts
        2
        """
        return Summary.of(self._summary())

    def _summary(self) -> abi.iq_summary:
        summary = abi.iq_summary(struct_size=sizeof(abi.iq_summary))
        check(abi.iq_changeset_get_summary(self._pointer, byref(summary)))
        return summary

    @property
    def reload(self) -> Reload:
        """Whether, and why, it is a full reload: it has no changes then, but still maps positions."""
        return Reload(self._summary().reload)

    def __bool__(self) -> bool:
        summary = self.summary()
        return summary.reload != Reload.NO or any(summary[FIRST_COUNT:-2])

    def __iter__(self) -> Iterator[BatchChange]:
        return iter(self.batch())

    def __len__(self) -> int:
        return len(self.batch())

    def batch(self) -> Records[BatchChange]:
        """The changes as a batch, to be applied all at once, with positions before and after. For the phases
        and their order see iqlist.h, iq_changeset_get_batch. O(k log k) for k changes, once.

        >>> import iqlist
        >>> for change in iqlist.List().set({"s": ["a", "b"]}).batch():
        ...     print(change.kind.name, change.after, change.count)
        SECTION_INSERT 0 1
        ITEM_INSERT 0:0 2
        """
        return Records(self._records(abi.iq_changeset_get_batch, abi.iq_change), CHANGES, make_change)

    @overload
    def steps(self, *, flat: Literal[False] = False, single: bool = False) -> Records[StepChange]: ...
    @overload
    def steps(self, *, flat: Literal[True], single: bool = False) -> Records[FlatChange]: ...
    def steps(self, *, flat: bool = False, single: bool = False) -> Any:
        """The changes as steps, to be applied one after another: each position is as of that moment.
        O(k log k), once. `flat`: the steps of one flat list, the sections one after another; they have item
        positions only. `single`: one item or section a step, so that `count` is 1.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["a", "b", "c"])
        >>> for step in shown.set_items(["c", "a", "x"]).steps():
        ...     print(step.kind.name, step.before_item, step.after_item)
        ITEM_DELETE 1 None
        ITEM_MOVE 0 1
        ITEM_INSERT None 2
        >>> _ = shown.set({"A": [1, 2], "B": [3]})
        >>> shown.set({"A": [1], "B": [2, 3, 4, 5]}).steps(flat=True)
        [<Change ITEM_INSERT 3 x 2>]
        """
        flags = abi.IQ_STEPS_FLAT * flat | abi.IQ_STEPS_SINGLE * single
        make = make_flat_change if flat else make_change
        return Records(self._records(abi.iq_changeset_get_steps, abi.iq_change, flags), CHANGES, make)

    def splices(self, updates: bool = True) -> Records[Splice]:
        """The changes as splices of one flat list, the sections one after another. Each splice is valid after
        the ones before it. An update is a splice that removes and adds the same number of items; with
        `updates=False` updates are left out.

        >>> import iqlist
        >>> shown = iqlist.List(key=lambda row: row[0], content=lambda row: row[1])
        >>> _ = shown.set_items([("a", 1), ("b", 1)])
        >>> changeset = shown.set_items([("a", 2), ("b", 1), ("c", 1)])
        >>> changeset.splices()
        [Splice(position=0, removed=1, added=1), Splice(position=2, removed=0, added=1)]
        >>> changeset.splices(updates=False)
        [Splice(position=2, removed=0, added=1)]
        """
        flags = 0 if updates else abi.IQ_SPLICES_WITHOUT_UPDATES
        return Records(
            self._records(abi.iq_changeset_get_splices, abi.iq_splice, flags), SPLICES, make_splice
        )

    def _records(self, function: Any, kind: Any, *arguments: Any) -> memoryview:
        core = self._live()
        found, count = pointer_to(kind), c_size_t()
        check(function(core.pointer, *arguments, byref(found), byref(count)))
        return _memory(core, found, count.value * sizeof(kind))

    def map(self, side: Side = Side.BEFORE) -> memoryview:
        """The index on the other side of each item of a side, counted over all sections: format "I",
        read-only, `NONE` (2**32 - 1) for an item that the other side does not have. Not copied. O(n), once.

        >>> import iqlist
        >>> before, after = iqlist.Snapshot.of_items([1, 2, 3]), iqlist.Snapshot.of_items([3, 1])
        >>> list(iqlist.diff(before, after).map()) == [1, iqlist.NONE, 0]
        True
        """
        core = self._live()
        found, count = pointer_to(c_uint32), c_size_t()
        check(abi.iq_changeset_get_map(core.pointer, to_uint32(side), byref(found), byref(count)))
        return _memory(core, found, count.value * 4).cast("I")

    def map_position(self, side: Side, section: int, item: int | None = None) -> Position | None:
        """The position on the other side of the item (or, with `item` None, the section) at a position of a
        side; None if it was deleted, or is new. `RangeError` (an IndexError) if there is no such position.

        >>> import iqlist
        >>> before, after = iqlist.Snapshot.of_items([1, 2, 3]), iqlist.Snapshot.of_items([3, 1])
        >>> iqlist.diff(before, after).map_position(iqlist.Side.BEFORE, 0, 2)
        Position(section=0, item=0)
        """
        other = abi.iq_position()
        given = position_struct(section, item)
        try:
            check(abi.iq_changeset_map_position(self._pointer, to_uint32(side), given, byref(other)))
        except NotFoundError:
            return None
        return Position.of(other)

    def find(self, key: KeyLike, section: KeyLike | None = None) -> tuple[Position | None, Position | None]:
        """The positions of a key before and after; None on a side that does not have it. `NoKeysError` if the
        changeset was made without `DiffFlag.KEEP_KEYS`; `ScopeError` if keys are scoped and no section is
        given.

        >>> import iqlist
        >>> keep_keys = iqlist.DiffFlag.KEEP_KEYS
        >>> iqlist.List().set_items(["a", "b"], flags=keep_keys).find("b")
        (None, Position(section=0, item=1))
        """
        found = abi.iq_position(), abi.iq_position()
        where, given = optional_key(section), key_struct(key)
        status = abi.iq_changeset_find_key(self._pointer, where, given, byref(found[0]), byref(found[1]))
        check_given(status, key, section)
        before, after = (None if each.section == abi.IQ_NONE else Position.of(each) for each in found)
        return before, after

    def explain(self, side: Side, section: int, item: int) -> str:
        """The reason why an item changed, or did not: "moved 1:0 -> 0:1; reconfigured: content differs".
        `RangeError` (an IndexError) if there is no such item.

        >>> import iqlist
        >>> iqlist.List().set_items(["a"]).explain(iqlist.Side.AFTER, 0, 0)
        'inserted at 0:0'
        """
        return text(abi.iq_changeset_explain, self._pointer, to_uint32(side), position_struct(section, item))

    def dump(self) -> str:
        """The summary, then the batch, as text.

        >>> import iqlist
        >>> print(iqlist.List().set_items(["a", "b"]).dump())
        changeset: sections 0 -> 1, items 0 -> 2, reload no
        ...
        section insert  0
        item insert     0:0 x2
        <BLANKLINE>
        """
        return text(abi.iq_changeset_dump, self._pointer)

    # --- with DiffFlag.PAYLOAD only, else NoPayloadError

    def apply(
        self,
        to: Arrangement[Any],
        *,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        changeset: bool = True,
    ) -> Changeset:
        """Applies it to a snapshot or list that shows the state before, all or nothing.

        New items have no models; those that stay keep theirs. Returns, for a list, the changeset of this
        update, made with the options of `List.apply`; for a snapshot, this changeset
        itself. `MismatchError` if `to` does not show the state before: its key and position are those of the
        first difference. `NoPayloadError` without `DiffFlag.PAYLOAD`.

        >>> import iqlist
        >>> before, after = iqlist.Snapshot.of_items([1, 2]), iqlist.Snapshot.of_items([2, 3])
        >>> changeset = iqlist.diff(before, after, flags=iqlist.DiffFlag.PAYLOAD)
        >>> shown = iqlist.List()
        >>> _ = shown.apply(before)
        >>> changeset.apply(shown)
        <Changeset: 1 item deletes, 1 item inserts>
        >>> shown.keys() == after.keys()
        True
        """
        given: Any = to
        if not isinstance(given, Arrangement):
            raise TypeError(f"a Snapshot or a List is needed, not a {type(given).__name__}")
        options = update_options(flags, reload_threshold, splice_threshold, animation)
        with given._showing_values(given):
            made: Changeset | None = given._take(self._pointer, options, flags, changeset)
        return self if made is None else made

    def invert(self) -> Changeset:
        """The changeset that turns the state after into the state before; `NoPayloadError` without
        `DiffFlag.PAYLOAD`. O(k log k + s).

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> there = shown.set_items(["a", "b"], flags=iqlist.DiffFlag.PAYLOAD)
        >>> there.invert()
        <Changeset: 1 section deletes, 2 item deletes>
        >>> ~~there == there
        True
        """
        return changeset_of(True, abi.iq_changeset_invert, self._pointer)

    __invert__ = invert

    def compose(self, second: Changeset) -> Changeset:
        """This changeset and then `second` as one, again with the fewest moves. `MismatchError` if `second`
        does not start where this one ends, `NoPayloadError` unless both have `DiffFlag.PAYLOAD`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> one = shown.set_items(["a", "b"], flags=iqlist.DiffFlag.PAYLOAD)
        >>> one.compose(shown.set_items(["b", "c"], flags=iqlist.DiffFlag.PAYLOAD))
        <Changeset: 1 section inserts, 2 item inserts>
        """
        return changeset_of(True, abi.iq_changeset_compose, self._pointer, pointer_of(second, Changeset))

    def encode(self) -> bytes:
        """Encodes it as bytes, the same on every machine. `NoPayloadError` without `DiffFlag.PAYLOAD`.
        O(k + s).

        >>> import iqlist
        >>> iqlist.List().set_items(["a"]).encode()
        Traceback (most recent call last):
        iqlist.errors.NoPayloadError: IQ_ERROR_NO_PAYLOAD: ...
        """
        return encoding(abi.iq_changeset_encode, self._pointer)

    @classmethod
    def decode(
        cls, data: bytes | bytearray | memoryview, *, max_items: int = 0, max_sections: int = 0
    ) -> Changeset:
        """Decodes bytes, whoever wrote them. `FormatError` (a ValueError) if they are no encoding or damaged,
        `NotFoundError` (a KeyError) if a cell class is not registered in this process, `LimitError` if there
        are more than `max_items` items or `max_sections` sections on either side (0: as many as a list can
        hold). A few bytes may describe two billion items that stay, and `map` allocates for them all: set a
        limit if the bytes are not your own.

        >>> import iqlist
        >>> there = iqlist.List().set_items(["a", "b"], flags=iqlist.DiffFlag.PAYLOAD)
        >>> Changeset.decode(there.encode()) == there
        True
        >>> Changeset.decode(b"not ours")
        Traceback (most recent call last):
        iqlist.errors.FormatError: IQ_ERROR_FORMAT: ...
        >>> Changeset.decode(there.encode(), max_items=1)
        Traceback (most recent call last):
        iqlist.errors.LimitError: IQ_ERROR_LIMIT: ...
        """
        default_class()
        given = bytes(data)
        options = abi.iq_decode_options(
            struct_size=sizeof(abi.iq_decode_options),
            max_items=to_size(max_items),
            max_sections=to_size(max_sections),
        )
        return changeset_of(True, abi.iq_changeset_decode, given, len(given), byref(options))

    def _has_payload(self) -> bool:
        status: int = abi.iq_changeset_encode(self._pointer, None, 0, byref(c_size_t()))
        return status == abi.IQ_OK

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Changeset):
            return NotImplemented
        if self is other:
            return True
        if self._has_payload() and other._has_payload():
            return self.encode() == other.encode()
        return (
            self.summary() == other.summary()
            and self.batch() == other.batch()
            and self.map(Side.AFTER) == other.map(Side.AFTER)
        )

    def __hash__(self) -> int:
        return hash(self.summary()[:5])

    def __repr__(self) -> str:
        if self.closed:
            return "<Changeset, closed>"
        summary = self.summary()
        if summary.reload != Reload.NO:
            return "<Changeset: reload everything>"
        names = [name.replace("_", " ") for name in summary._fields[FIRST_COUNT:]]
        counts = [f"{count} {name}" for name, count in zip(names, summary[FIRST_COUNT:]) if count]
        return f"<Changeset: {', '.join(counts) or 'nothing'}>"


FIRST_COUNT = Summary._fields.index("section_deletes")
"""The first field of a summary that counts changes."""


def _cells(change: BatchChange) -> list[Any]:
    """A change as a row of a table."""
    places = (change.before, change.after)
    return [
        change.kind.name.replace("_", " ").lower(),
        *("" if place is None else place for place in places),
        change.count,
    ]


def changeset_of(wanted: bool, function: Any, *arguments: Any) -> Changeset:
    """Calls a function whose last argument is an output for a changeset, and returns that if it is wanted."""
    if wanted:
        return Changeset._of(create(abi.iq_changeset, function, *arguments))
    check(function(*arguments, None))
    return Changeset._of(None)


def pointer_to(kind: type[Structure] | type[c_uint32]) -> Any:
    """An output for a pointer of the library."""
    return POINTER(kind)()


def _memory(core: Core, found: Any, size: int) -> memoryview:
    return memory_at(core, cast(found, c_void_p).value or 0, size)


def diff(
    before: Snapshot[Any],
    after: Snapshot[Any],
    *,
    flags: int = DiffFlag.NONE,
    reload_threshold: int = 0,
    splice_threshold: int = 0,
) -> Changeset:
    """Computes the changes that turn one snapshot into another, with the fewest moves.

    `flags` are `DiffFlag`s; with more than `reload_threshold` changed items, or more than `splice_threshold`
    splices (0: any number), the changeset is a full reload. O(n) for what the two do not share.
    `DuplicateError` if a key occurs twice where that is refused, `ScopeError` if one is scoped and the other
    is not.

    >>> import iqlist
    >>> iqlist.diff(iqlist.Snapshot.of_items([1, 2, 3]), iqlist.Snapshot.of_items([3, 1, 2]))
    <Changeset: 1 item moves>
    """
    sides = pointer_of(before, Snapshot), pointer_of(after, Snapshot)
    with showing_values(None, before, after):
        return changeset_of(
            True, abi.iq_diff, *sides, diff_options(flags, reload_threshold, splice_threshold)
        )
