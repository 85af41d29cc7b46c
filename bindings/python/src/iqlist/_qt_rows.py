"""The rows of a model of Qt, and how they come from one state of the list to the next.

The steps of a changeset (iqlist.h, CHANGESETS) are reported one by one: beginRemoveRows and so on. A view
takes each signal for itself, so where a changeset has more moves than `layout_threshold`, all of them are one
layoutChanged. iqlist_qt.hpp of C++ does the same in the same order. An example, where A[1 2 3 4] B[5 6]
becomes B[6 3] C[1 7 4*] with 4 updated, by a model with sections:

    before                                         A[1 2 3 4] B[5 6]
    1  items are deleted, by ranges                A[1 3 4] B[6]
    2  new sections come: empty, last              A[1 3 4] B[6] C[]
    3  one layoutChanged to the final order;       B[6 3] C[1 4] A[]
       deleted sections are empty and last
    4  deleted sections go                         B[6 3] C[1 4]
    5  items are inserted, by ranges               B[6 3] C[1 7 4]
    6  dataChanged                                 B[6 3] C[1 7 4*]

A flat model has no sections, and so no steps 2 and 4: 1 2 3 4 5 6 becomes 1 3 4 6, then 6 3 1 4, then
6 3 1 7 4.

In 3, a persistent index is mapped from row to row by way of the changeset's map from items before to items
after. Indexes count over all sections. Of item 4:

    2 now -> 3 before      two items are deleted, and one of them (2) was before it
    3 before -> 4 after    the map
    4 after -> 3 now       one item (7) is yet to be inserted before it: row 1 of C

In between, rows are read by a replay (iqlist.h, REPLAYS), which carries out the same steps: in 3 the moves,
and the inserts and deletes of sections around them. It has no section that was appended in 2, or is left
until 4; the model finds these by itself. All that can fail is prepared before the first signal.

With more updates than the threshold, in 6 one dataChanged is emitted for each parent, from the first row that
was updated to the last one. Sections whose number of items or header has changed come behind.
"""

from __future__ import annotations

from bisect import bisect_right
from ctypes import POINTER, byref, c_void_p, cast, py_object, sizeof
from itertools import groupby
from typing import Any, Optional

from . import abi
from ._calls import check
from ._qt import Base, Index, QModelIndex, emit_layout
from ._qt_layout import SECTION_KINDS, Layout, Step, Steps, starts
from .changes import ChangeKind
from .changeset import Changeset
from .records import Side
from .replays import Replay
from .snapshot import Snapshot
from .summary import Reload

NOWHERE = QModelIndex()
ITEM_KINDS = (abi.IQ_ITEM_MOVE, abi.IQ_ITEM_DELETE, abi.IQ_ITEM_INSERT)

Place = tuple[Snapshot[Any], int, Optional[int]]
"""Where a row is read: the snapshot, the section there, and the item's index over all sections."""


class Rows(Base):
    """The rows of this moment, read from a snapshot: of items, or with sections of these and their items."""

    layout_threshold = 50
    """More moves of a changeset than this are one layoutChanged, and more updates one dataChanged for each
    parent; fewer are reported one by one. 0: always."""

    _has_sections: bool
    _width: int
    """How many columns there are."""
    _after: Snapshot[Any]
    """What is shown. While steps are carried out: what is shown in the end, with `_before` and `_replay`."""
    _before: Snapshot[Any] | None = None
    _replay: Replay | None = None
    _counts: list[int]
    """The items of each section at this moment; of a flat model one number."""
    _numbers: list[int]
    """Items below a section are known by the section's number, which stays while the section moves."""
    _positions: dict[int, int]
    """The same the other way round; empty: to be made."""
    _last_number = 0
    _appended: tuple[Side, list[int]] = (Side.AFTER, [])
    """The last rows are sections that the replay does not have: by their positions on a side."""
    _reader: ModelReader
    _touched: dict[int, None]
    """The numbers of sections that show something else in the end."""

    def _begin_rows(self, after: Snapshot[Any]) -> None:
        self._after, self._touched, self._reader = after, {}, ModelReader()
        self._counts = self._counts_in(after)
        self._renumber(self._new_numbers(len(self._counts)) if self._has_sections else [])

    def _counts_in(self, snapshot: Snapshot[Any]) -> list[int]:
        sections, items = snapshot._counts()
        if not self._has_sections:
            return [items]
        return [int(snapshot._section_at(section).count) for section in range(sections)]

    # --- rows of this moment

    def _section_of(self, index: Index) -> int | None:
        """The section that an item is below."""
        number = index.internalId() if index.isValid() else 0
        return self._position_of(number) if number else None

    def _position_of(self, number: int) -> int | None:
        if not self._positions:
            self._positions = {each: at for at, each in enumerate(self._numbers)}
        return self._positions.get(number)

    def _find(self, index: Index) -> Place | None:
        if not index.isValid() or index.model() is not self:
            return None
        row, snapshot = index.row(), self._after
        if not self._has_sections:
            if self._replay is not None:
                side, row = self._replay.find_index(row)
                snapshot = self._on(side)
            return snapshot, 0, row
        if index.internalId() == 0:
            if self._replay is not None:
                side, row = self._find_section(row, self._replay)
                snapshot = self._on(side)
            return snapshot, row, None
        section = self._section_of(index)
        if section is None:
            return None
        position: tuple[int, int | None] = (section, row)
        if self._replay is not None:
            side, position = self._replay.find(section, row)
            snapshot = self._on(side)
        return snapshot, position[0], snapshot.index_of(position)

    def _find_section(self, row: int, replay: Replay) -> tuple[Side, int]:
        side, appended = self._appended
        replayed = len(self._numbers) - len(appended)
        return replay.find_section(row) if row < replayed else (side, appended[row - replayed])

    def _on(self, side: Side) -> Snapshot[Any]:
        return self._before if side == Side.BEFORE and self._before is not None else self._after

    # --- from one state to the next

    def _show_rows(self, changeset: Changeset, before: Snapshot[Any], after: Snapshot[Any]) -> None:
        if changeset.reload != Reload.NO:
            self.beginResetModel()
            self._begin_rows(after)
            self.endResetModel()
            return
        flat = not self._has_sections
        steps = Steps(changeset, flat)
        replay, goal = Replay.of_steps(changeset, before, flat=flat), None
        if steps.moves > self.layout_threshold:
            goal = Layout(changeset, steps, self._counts, self._counts_in(after), flat)
        self._before, self._after, self._replay = before, after, replay
        try:
            for step in steps.deletes:
                self._carry_out(step, replay)
            if goal is None:
                for step in steps.rearranging:
                    self._carry_out(step, replay)
            else:
                self._rearrange(goal, steps.count(1), replay)
            for step in steps.inserts:
                self._carry_out(step, replay)
            self._report_updates(steps, replay)
        finally:
            self._before = self._replay = None
            self._reader.forget()
        self._show_sections()

    def _rearrange(self, goal: Layout, step_count: int, replay: Replay) -> None:
        """Carries out so many steps as one layoutChanged."""
        numbers, before = self._numbers, len(self._numbers)
        deleted, inserted = goal.order(before)
        if inserted:
            self.beginInsertRows(NOWHERE, before, before + len(inserted) - 1)
            numbers = numbers + self._new_numbers(len(inserted))
            self._counts += [0] * len(inserted)
            self._append(Side.AFTER, inserted, numbers)
            self.endInsertRows()

        flat = not self._has_sections
        emit_layout(self.layoutAboutToBeChanged, flat)
        old = self.persistentIndexList()
        fresh = iter(range(before, len(numbers)))
        # Rows of this moment, in their final order.
        kept = [partner if partner < before else next(fresh) for partner in goal.partners]
        order, counts = kept + deleted, goal.counts + [0] * len(deleted)
        for row, count in zip(order, counts):
            if self._counts[row] != count:
                self._touch(row)
        moved = self._mapped(old, goal, order, counts)
        replay._carry_out(step_count)
        self._counts = counts
        self._append(Side.BEFORE, deleted, [numbers[row] for row in order])
        self.changePersistentIndexList(old, moved)
        emit_layout(self.layoutChanged, flat)

        if deleted:
            left = len(kept)
            self.beginRemoveRows(NOWHERE, left, left + len(deleted) - 1)
            del self._counts[left:]
            self._append(Side.AFTER, [], self._numbers[:left])
            self.endRemoveRows()

    def _mapped(self, old: list[Any], goal: Layout, order: list[int], counts: list[int]) -> list[Any]:
        """Where indexes of this moment are after the layoutChanged."""
        starts_now, starts_then = starts(self._counts), starts(counts)
        rows = {section: row for row, section in enumerate(order)}
        moved: list[Any] = []
        for index in old:
            number = index.internalId()
            if self._has_sections and number == 0:
                moved.append(self.createIndex(rows[index.row()], index.column(), 0))
                continue
            place = goal.place(starts_now[self._position_of(number) or 0] + index.row())
            # Of sections with the same start, all but the last one are empty.
            section = bisect_right(starts_then, place) - 1
            number = self._numbers[order[section]] if order else 0
            moved.append(self.createIndex(place - starts_then[section], index.column(), number))
        return moved

    def _append(self, side: Side, sections: list[int], numbers: list[int]) -> None:
        self._appended = side, sections
        self._renumber(numbers)

    def _report_updates(self, steps: Steps, replay: Replay) -> None:
        if steps.updates <= self.layout_threshold:
            for step in steps.last:
                self._carry_out(step, replay)
            return
        for (kind, _), group in groupby(steps.last, lambda step: (step.kind, step.after_section)):
            several = [*group]
            if kind != ChangeKind.ITEM_UPDATE:
                for step in several:
                    self._carry_out(step, replay)
                continue
            replay._carry_out(len(several))
            self._change_items(several[0], several[-1])

    def _change_items(self, first: Step, last: Step) -> None:
        """Tells of the items from the first one of an update to the last one of another."""
        number = self._numbers[first.after_section] if self._has_sections else 0
        end = last.after_item + last.count - 1
        self.dataChanged.emit(
            self.createIndex(first.after_item, 0, number), self.createIndex(end, self._width - 1, number)
        )

    def _carry_out(self, step: Step, replay: Replay) -> None:
        kind = step.kind
        if kind == abi.IQ_ITEM_UPDATE:
            replay._carry_out(1)
            self._change_items(step, step)
        elif kind in ITEM_KINDS:
            self._carry_out_items(step, replay)
        elif kind in SECTION_KINDS:
            self._carry_out_sections(step, replay)
        else:
            # An element of a section, which may be its header.
            replay._carry_out(1)
            self._touch(step.before_section)
            self._touch(step.after_section)

    def _carry_out_items(self, step: Step, replay: Replay) -> None:
        kind, count, first, place = step.kind, step.count, step.before_item, step.after_item
        source, target = self._above(step.before_section), self._above(step.after_section)
        if kind == abi.IQ_ITEM_DELETE:
            self.beginRemoveRows(source, first, first + count - 1)
            replay._carry_out(1)
            self._count(step.before_section, -count)
            self.endRemoveRows()
        elif kind == abi.IQ_ITEM_INSERT:
            self.beginInsertRows(target, place, place + count - 1)
            replay._carry_out(1)
            self._count(step.after_section, count)
            self.endInsertRows()
        else:
            # Qt counts before the removal.
            is_behind = step.before_section == step.after_section and place > first
            self.beginMoveRows(source, first, first + count - 1, target, place + count * is_behind)
            replay._carry_out(1)
            self._count(step.before_section, -count)
            self._count(step.after_section, count)
            self.endMoveRows()

    def _carry_out_sections(self, step: Step, replay: Replay) -> None:
        kind, count, first, place = step.kind, step.count, step.before_section, step.after_section
        numbers = self._numbers
        if kind == abi.IQ_SECTION_DELETE:
            self.beginRemoveRows(NOWHERE, first, first + count - 1)
            replay._carry_out(1)
            del self._counts[first : first + count]
            self._renumber(numbers[:first] + numbers[first + count :])
            self.endRemoveRows()
        elif kind == abi.IQ_SECTION_INSERT:
            self.beginInsertRows(NOWHERE, place, place + count - 1)
            replay._carry_out(1)
            self._counts[place:place] = [0] * count
            self._renumber(numbers[:place] + self._new_numbers(count) + numbers[place:])
            self.endInsertRows()
        elif kind == abi.IQ_SECTION_MOVE:
            self.beginMoveRows(NOWHERE, first, first + count - 1, NOWHERE, place + count * (place > first))
            replay._carry_out(1)
            self._counts = _moved(self._counts, first, count, place)
            self._renumber(_moved(numbers, first, count, place))
            self.endMoveRows()
        else:
            # It was marked.
            replay._carry_out(1)
            for section in range(place, place + count):
                self._touch(section)

    def _count(self, section: int, change: int) -> None:
        if self._has_sections:
            self._counts[section] += change
            self._touch(section)
        else:
            self._counts[0] += change

    def _above(self, section: int) -> QModelIndex:
        """The parent of the rows in a section; of a flat model there is none."""
        return self.createIndex(section, 0, 0) if self._has_sections and section != abi.IQ_NONE else NOWHERE

    def _touch(self, section: int) -> None:
        """A section of this moment shows something else in the end."""
        if self._has_sections and section != abi.IQ_NONE:
            self._touched[self._numbers[section]] = None

    def _show_sections(self) -> None:
        touched, self._touched = self._touched, {}
        for number in touched:
            row = self._position_of(number)
            if row is not None:
                self.dataChanged.emit(self.index(row, 0), self.index(row, self._width - 1))

    def _renumber(self, numbers: list[int]) -> None:
        self._numbers, self._positions = numbers, {}

    def _new_numbers(self, count: int) -> list[int]:
        first, self._last_number = self._last_number + 1, self._last_number + count
        return [*range(first, first + count)]


def _moved(all_of_them: list[int], first: int, count: int, place: int) -> list[int]:
    """With `count` of them from `first` on at `place`, which is counted without them."""
    rest = all_of_them[:first] + all_of_them[first + count :]
    return rest[:place] + all_of_them[first : first + count] + rest[place:]


class ModelReader:
    """Reads the models of items, some neighbours at once: a view asks for one row after another. The snapshot
    is one that nobody closes or edits, so a model lives on while it is made an object."""

    COUNT = 32

    def __init__(self) -> None:
        self._addresses = (c_void_p * self.COUNT)()
        self._objects = (py_object * self.COUNT).from_buffer(self._addresses)
        buffers = abi.iq_item_buffers(struct_size=sizeof(abi.iq_item_buffers))
        buffers.models = cast(self._addresses, POINTER(c_void_p))
        self._buffers = byref(buffers)
        self.forget()

    def forget(self) -> None:
        """Holds nothing from now on."""
        self._snapshot: Snapshot[Any] | None = None
        self._first = 0
        self._models: list[Any] = []

    def read(self, snapshot: Snapshot[Any], index: int) -> Any:
        """None if there is none."""
        at = index - self._first
        if snapshot is not self._snapshot or not 0 <= at < len(self._models):
            self._fill(snapshot, index - index % self.COUNT)
            at = index - self._first
        return self._models[at]

    def _fill(self, snapshot: Snapshot[Any], first: int) -> None:
        count = min(self.COUNT, snapshot._counts()[1] - first)
        check(abi.iq_snapshot_get_items(snapshot._pointer, first, count, self._buffers))
        given, objects = self._addresses[:count], self._objects
        self._models = (
            objects[:count] if all(given) else [objects[at] if given[at] else None for at in range(count)]
        )
        self._snapshot, self._first = snapshot, first
