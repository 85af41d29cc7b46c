"""The size of a changeset, in numbers."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

from . import abi


class Reload(IntEnum):
    """Why a changeset is a full reload.

    >>> import iqlist
    >>> iqlist.List(reload_threshold=2).set_items(["a", "b", "c"]).reload
    <Reload.THRESHOLD: 2>
    """

    NO = abi.IQ_RELOAD_NO
    ASKED = abi.IQ_RELOAD_ASKED
    THRESHOLD = abi.IQ_RELOAD_THRESHOLD


class Summary(NamedTuple):
    """The numbers of sections, items and supplementary elements that are inserted, deleted, moved and
    updated.

    >>> import iqlist
    >>> shown = iqlist.List(duplicates=iqlist.Duplicates.KEEP_FIRST)
    >>> summary = shown.set_items(["a", "b", "a"]).summary()
    >>> summary.items_before, summary.items_after, summary.item_inserts, summary.duplicates_dropped
    (0, 2, 2, 1)
    """

    reload: Reload
    sections_before: int
    sections_after: int
    items_before: int
    items_after: int
    section_deletes: int
    section_inserts: int
    section_moves: int | None
    """None in a list's statistics if no changeset was requested: moves are not computed then."""
    section_updates: int
    item_deletes: int
    item_inserts: int
    item_moves: int | None
    """None as above."""
    item_reloads: int
    item_reconfigures: int
    supplementary_deletes: int
    supplementary_inserts: int
    supplementary_updates: int
    duplicates_dropped: int
    duplicates_numbered: int

    @classmethod
    def of(cls, given: Any) -> Summary:
        """The summary of an `abi.iq_summary`.

        >>> from iqlist import abi
        >>> Summary.of(abi.iq_summary(item_inserts=2, item_moves=abi.IQ_UNCOUNTED))[10:12]
        (2, None)
        """
        values = {name: int(getattr(given, name)) for name in cls._fields}
        counted: dict[str, Any] = {n: None if v == abi.IQ_UNCOUNTED else v for n, v in values.items()}
        return cls(**{**counted, "reload": Reload(values["reload"])})
