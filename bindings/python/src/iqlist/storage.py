"""What a list holds: figures of it, and memory that it keeps."""

from __future__ import annotations

from ctypes import byref, sizeof
from typing import NamedTuple

from . import abi
from ._calls import check
from .editing import EditSource
from .records import M
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
    """The part of a list that knows its memory."""

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
