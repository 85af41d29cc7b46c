"""Replays: a changeset carried out element by element, and where each row is found in between."""

from __future__ import annotations

from ctypes import byref, c_size_t
from typing import Any

from . import abi
from ._calls import Owner, check, create, pointer_of, position_struct
from .changeset import Changeset
from .errors import StateError
from .identity import Position
from .records import Side
from .snapshot import Snapshot


class Replay(Owner):
    """The steps or splices of a changeset, carried out one by one: for a toolkit that is told them one by
    one, and reads rows in between, when the list is neither the one before nor the one after.

    `before` is the snapshot that the changeset starts from: `MismatchError` if its counts are others,
    `StateError` if the changeset is a full reload. `replay` is an iterator: `next(replay)` carries out the
    next element and returns how many are carried out now; an iteration ends with the last one. It holds the
    changeset and the models of `before`. One thread at a time uses it: `BusyError` for another one.

    Rows are read from two snapshots, `before` and one of the list taken with the update:

    >>> import iqlist
    >>> shown = iqlist.List(key=lambda row: row[0], content=lambda row: row[1])
    >>> _ = shown.set_items([("a", 1), ("b", 1), ("c", 1)])
    >>> before = shown.snapshot()
    >>> changeset = shown.set_items([("c", 1), ("a", 2)])
    >>> after = shown.snapshot()
    >>> sides = {iqlist.Side.BEFORE: before.models(), iqlist.Side.AFTER: after.models()}
    >>> replay = iqlist.Replay.of_steps(changeset, before, flat=True)
    >>> for step in changeset.steps(flat=True):
    ...     _ = next(replay)
    ...     found = [replay.find_index(row) for row in range(replay.count())]
    ...     print(step.kind.name, [sides[side][index] for side, index in found])
    ITEM_DELETE [('a', 1), ('c', 1)]
    ITEM_MOVE [('c', 1), ('a', 1)]
    ITEM_UPDATE [('c', 1), ('a', 2)]
    """

    _carried_out = 0

    def __init__(self) -> None:
        raise TypeError("replays are made by Replay.of_steps and Replay.of_splices")

    @classmethod
    def of_steps(
        cls, changeset: Changeset, before: Snapshot[Any], *, flat: bool = False, single: bool = False
    ) -> Replay:
        """A replay of `Changeset.steps` with the same arguments. O(k log k + s) for k changes and s sections.

        >>> import iqlist
        >>> before, after = iqlist.Snapshot.of_items([1, 2]), iqlist.Snapshot.of_items([2])
        >>> replay = iqlist.Replay.of_steps(iqlist.diff(before, after), before)
        >>> list(replay), replay.count(0)
        ([1], 1)
        """
        flags = abi.IQ_STEPS_FLAT * flat | abi.IQ_STEPS_SINGLE * single
        return cls._make(changeset, before, abi.IQ_REPLAY_STEPS, flags)

    @classmethod
    def of_splices(cls, changeset: Changeset, before: Snapshot[Any], *, updates: bool = True) -> Replay:
        """A replay of `Changeset.splices` with the same arguments.

        >>> import iqlist
        >>> before, after = iqlist.Snapshot.of_items([1, 2]), iqlist.Snapshot.of_items([2])
        >>> replay = iqlist.Replay.of_splices(iqlist.diff(before, after), before)
        >>> replay.find_index(0), next(replay), replay.find_index(0)
        ((<Side.BEFORE: 0>, 0), 1, (<Side.AFTER: 1>, 0))
        """
        flags = 0 if updates else abi.IQ_SPLICES_WITHOUT_UPDATES
        return cls._make(changeset, before, abi.IQ_REPLAY_SPLICES, flags)

    @classmethod
    def _make(cls, changeset: Changeset, before: Snapshot[Any], dialect: int, flags: int) -> Replay:
        made = cls.__new__(cls)
        given = pointer_of(changeset, Changeset), pointer_of(before, Snapshot)
        made._core = create(abi.iq_replay, abi.iq_replay_create, *given, dialect, flags)
        return made

    def __enter__(self) -> Replay:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Replay:
        return self

    def __next__(self) -> int:
        try:
            check(abi.iq_replay_next(self._pointer))
        except StateError:
            raise StopIteration from None
        self._carried_out += 1
        return self._carried_out

    def _carry_out(self, count: int) -> None:
        """Carries out the next elements, so many."""
        pointer = self._pointer
        for _ in range(count):
            check(abi.iq_replay_next(pointer))
        self._carried_out += count

    def count(self, section: int | None = None) -> int:
        """The items of a section at this moment; without one the sections, or of a flat list (flat steps,
        splices) the items. `RangeError` (an IndexError) if there is no such section.

        >>> import iqlist
        >>> before = iqlist.Snapshot.of_items([1, 2])
        >>> replay = iqlist.Replay.of_steps(iqlist.diff(before, before), before)
        >>> replay.count(), replay.count(0)
        (1, 2)
        """
        count = c_size_t()
        given = abi.IQ_NONE if section is None else position_struct(section, None).section
        check(abi.iq_replay_get_count(self._pointer, given, byref(count)))
        return count.value

    def find(self, section: int, item: int) -> tuple[Side, Position]:
        """The side on which the item at a position of this moment is found, and its position there: before
        if it is deleted or updated later on, else after. `RangeError` (an IndexError) if there is none.
        O(log k).

        >>> import iqlist
        >>> before, after = iqlist.Snapshot.of_items([1, 2]), iqlist.Snapshot.of_items([2])
        >>> iqlist.Replay.of_steps(iqlist.diff(before, after), before).find(0, 1)
        (<Side.AFTER: 1>, Position(section=0, item=0))
        """
        side, where = self._find(position_struct(section, item))
        return side, Position.of(where)

    def find_section(self, section: int) -> tuple[Side, int]:
        """The same for a section: its position there.

        >>> import iqlist
        >>> before = iqlist.Snapshot.of_items([1, 2])
        >>> iqlist.Replay.of_steps(iqlist.diff(before, iqlist.Snapshot()), before).find_section(0)
        (<Side.BEFORE: 0>, 0)
        """
        side, where = self._find(position_struct(section, None))
        return side, int(where.section)

    def find_index(self, index: int) -> tuple[Side, int]:
        """The same for the item at an index of a flat list: its index over all sections there.

        >>> import iqlist
        >>> before, after = iqlist.Snapshot.of_items([1, 2]), iqlist.Snapshot.of_items([2])
        >>> iqlist.Replay.of_steps(iqlist.diff(before, after), before, flat=True).find_index(1)
        (<Side.AFTER: 1>, 0)
        """
        given = position_struct(index, None)
        side, where = self._find(abi.iq_position(abi.IQ_NONE, given.section))
        return side, int(where.item)

    def _find(self, position: abi.iq_position) -> tuple[Side, abi.iq_position]:
        side, where = abi.iq_side(), abi.iq_position()
        check(abi.iq_replay_find(self._pointer, position, byref(side), byref(where)))
        return Side(side.value), where

    def __repr__(self) -> str:
        return f"<Replay, {'closed' if self.closed else f'{self._carried_out} carried out'}>"
