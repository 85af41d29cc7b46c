"""What a list holds: its sections and items as they are read and copied, classes that it accepts, figures and
memory."""

from __future__ import annotations

from ctypes import POINTER, byref, sizeof
from typing import Any, NamedTuple

from . import abi
from ._calls import Core, check, create, own, pointer_of, text
from .arrangement import counts, read_supplementaries, read_supplementary, section_info
from .changeset import Changeset, diff_options
from .classes import CellClass
from .editing import EditSource
from .identity import Key, KeyLike
from .items import read_row
from .records import DiffFlag, M, Row, Supplementary
from .snapshot import Snapshot
from .summary import Summary


class Statistics(NamedTuple):
    """Figures of a list's last update that succeeded, and of what the list holds: see iqlist.h,
    iq_statistics.

    Times are in nanoseconds, `*_bytes` are what the list holds now. `lookups` counts keys that were looked
    up; a leaf has up to 256 items. `scratch_bytes` are kept for the next update, until `List.trim`: 0 or
    more than 1 MB.

    >>> import iqlist
    >>> shown = iqlist.List()
    >>> _ = shown.set_items(range(10000), changeset=False)
    >>> figures = shown.statistics()
    >>> figures.tree_bytes > 10000 * 16, figures.match_nanoseconds > 0, figures.changes.item_moves
    (True, True, None)
    """

    changes: Summary
    match_nanoseconds: int
    solve_nanoseconds: int
    prepare_nanoseconds: int
    commit_nanoseconds: int
    lookups: int
    leaves_compared: int
    leaves_kept: int
    leaves_written: int
    tree_bytes: int
    index_bytes: int
    slot_bytes: int
    scratch_bytes: int


class StorageSource(EditSource[M]):
    """The part of a list that knows what it holds."""

    _duplicates: int
    _drops_empty_sections: bool

    def statistics(self) -> Statistics:
        """Figures of the last update, and the bytes that the list holds.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["a", "b"])
        >>> shown.statistics().changes.item_inserts
        2
        """
        figures = abi.iq_statistics(struct_size=sizeof(abi.iq_statistics))
        check(abi.iq_list_get_statistics(self._pointer, byref(figures)))
        numbers = [int(getattr(figures, name)) for name in Statistics._fields[1:]]
        return Statistics(Summary.of(figures.changes), *numbers)

    def trim(self) -> None:
        """Frees the scratch memory that a large list keeps for its next update, and what it still holds from
        a time when it was larger. Handles stay valid. After a `NoMemoryError` nothing has changed. O(n).

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(range(1000))
        >>> shown.trim()
        >>> shown.statistics().scratch_bytes
        0
        """
        check(abi.iq_list_trim(self._pointer))

    def reserve(self, items: int) -> None:
        """Reserves memory for `items` items in all: the list's tables do not grow until it has so many.
        Changes nothing that can be read but the byte counts of `statistics`; less than the list holds has
        no effect. `trim` frees what is reserved, and so may an update that replaces all items by others.
        Without it a list grows in steps. O(n + items).

        Raises `LimitError` if the list's options do not allow so many, `BusyError` while an edit is open, and
        `NoMemoryError`, after which a part may be reserved.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.reserve(1_000_000)
        >>> len(shown), shown.statistics().index_bytes > 8_000_000
        (0, True)
        """
        check(abi.iq_list_reserve(self._pointer, items))

    def register_class(self, cell_class: CellClass) -> None:
        """Registers a class with a list that was made with `registered_classes`. There, an update or an edit
        that would bring in an item or element with another class, or give it one, is refused as a whole with
        `NotFoundError`, which has its key; so is such an element of the list itself. In other lists this has
        no effect. O(1).

        >>> import iqlist
        >>> red, blue = map(iqlist.CellClass, ["register_class.red", "register_class.blue"])
        >>> shown = iqlist.List(
        ...     cell_class=lambda name: red if name < "m" else blue, registered_classes=[red]
        ... )
        >>> shown.set_items(["ann", "zoe"])
        Traceback (most recent call last):
        iqlist.errors.NotFoundError: IQ_ERROR_NOT_FOUND: key 'zoe' has a class that the list does not ...
        >>> shown.register_class(blue)
        >>> len(shown.set_items(["ann", "zoe"]))
        2
        """
        check(abi.iq_list_register_class(self._pointer, abi.iq_class(cell_class._id)))

    def snapshot(self) -> Snapshot[M]:
        """A snapshot of what is shown, as a start for the next one; it has this list's policies and recipe.
        No work per item.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set_items(["a", "b", "c"])
        >>> wanted = shown.snapshot()
        >>> wanted.move_item("c", before="a")
        >>> shown.apply(wanted)
        <Changeset: 1 item moves>
        """
        return self._snapshot_of(create(abi.iq_snapshot, abi.iq_list_snapshot, self._pointer))

    def _snapshot_of(self, core: Core) -> Snapshot[M]:
        policies = self._duplicates, self._drops_empty_sections
        made: Snapshot[M] = Snapshot._of(core, self._recipe, self._names.copy(), policies)
        return made

    _frozen = snapshot

    def changes_since(
        self,
        before: Snapshot[M] | None,
        *,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
    ) -> tuple[Changeset, Snapshot[M]] | None:
        """What has changed since a snapshot that was taken of this list, or, with None, since it was empty:
        the changeset that leads from it to the present state, and a snapshot of that; None if nothing was
        committed since. The changeset may be empty, as where only models differ. It has what `diff` finds
        between the two, and what the commits between them have marked.

        It only reads: it polls nothing, and sees no submission that waits. Arguments are those of `diff`.
        `BusyError` while an edit is open; `MismatchError` if `before` is of another list, was edited, or was
        taken while an edit was open.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b"])
        >>> before = shown.snapshot()
        >>> _ = shown.set_items(["b"]), shown.set_items(["b", "c"])
        >>> changes, after = shown.changes_since(before)
        >>> changes, after.models()
        (<Changeset: 1 item deletes, 1 item inserts>, ['b', 'c'])
        >>> shown.changes_since(after) is None
        True
        """
        changes, after = POINTER(abi.iq_changeset)(), POINTER(abi.iq_snapshot)()
        since = None if before is None else pointer_of(before, Snapshot)
        options = diff_options(flags, reload_threshold, splice_threshold)
        status = abi.iq_list_changes_since(self._pointer, since, options, byref(changes), byref(after))
        cores = own(changes), own(after)
        check(status)
        if cores[0] is None or cores[1] is None:
            return None
        return Changeset._of(cores[0]), self._snapshot_of(cores[1])

    def new_snapshot(self) -> Snapshot[M]:
        """An empty snapshot with this list's policies and recipe, to describe from scratch what it should
        show. From any thread.

        >>> import iqlist
        >>> ages = iqlist.List(key="name", content=("age",))
        >>> wanted = ages.new_snapshot()
        >>> wanted.set({"people": [{"name": "Ada", "age": 36}]})
        >>> _ = ages.apply(wanted)
        >>> "Ada" in ages
        True
        """
        made: Snapshot[M] = Snapshot(
            duplicates=self._duplicates, drop_empty_sections=self._drops_empty_sections
        )
        made._recipe, made._owns_recipe = self._recipe, False
        return made

    # --- reading, for ItemSequence and Section

    def _counts(self) -> tuple[int, int]:
        return counts(abi.iq_list_get_count, self._pointer)

    def _read_items(self, first: int, count: int, buffers: Any) -> None:
        check(abi.iq_list_get_items(self._pointer, first, count, buffers))

    def _row_at(self, position: Any) -> Row[M]:
        section, item = abi.iq_section(), abi.iq_item()
        check(abi.iq_list_find_section_at(self._pointer, position.section, byref(section)))
        check(abi.iq_list_find_item_in_section(self._pointer, section, position.item, byref(item)))
        return read_row(abi.iq_list_get_item_info, self._pointer, item)

    def _index_of(self, position: Any, index: Any) -> None:
        check(abi.iq_list_find_index(self._pointer, position, index))

    def _section_at(self, position: int) -> abi.iq_section_info:
        found = abi.iq_section()
        check(abi.iq_list_find_section_at(self._pointer, position, byref(found)))
        return section_info(abi.iq_list_get_section_info, self._pointer, found)

    def _section_for_key(self, key: KeyLike) -> abi.iq_section_info:
        return section_info(abi.iq_list_get_section_info, self._pointer, self._section_handle(key))

    def _supplementaries(self, key: Key) -> list[Supplementary]:
        return read_supplementaries(abi.iq_list_get_supplementaries, self._pointer, self._section_handle(key))

    def _supplementary(self, key: Key, kind: int, index: int) -> Supplementary:
        section = self._section_handle(key)
        return read_supplementary(abi.iq_list_get_supplementary, self._pointer, section, kind, index)

    def _dump(self) -> str:
        return text(abi.iq_list_dump, self._pointer)
