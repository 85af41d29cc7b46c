"""What cursors follow: for the adapters of toolkits."""

from __future__ import annotations

from itertools import chain

from .changeset import Changeset
from .identity import NONE


def survivor(changeset: Changeset, index: int) -> int | None:
    """Where an item is after a changeset, by its index before: its own index, else that of the next one that
    is left, else of the one before; None if none is left. Indices count over all sections.

    >>> import iqlist
    >>> before, after = iqlist.Snapshot.of_items([*"abcd"]), iqlist.Snapshot.of_items([*"dxa"])
    >>> [survivor(iqlist.diff(before, after), index) for index in range(4)]
    [2, 0, 0, 0]
    """
    after = changeset.map()
    for at in chain(range(index, len(after)), range(min(index, len(after)) - 1, -1, -1)):
        if after[at] != NONE:
            return after[at]
    return None
