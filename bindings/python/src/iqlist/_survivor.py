"""What cursors and scroll positions follow: for the adapters of toolkits."""

from __future__ import annotations

from collections.abc import Sequence
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


def anchor(places: Sequence[int | None], above: int, count: int) -> int | None:
    """What a scroll position moves with, as the range of a `View` does: the first visible row of the longest
    chain that has stayed in order and together, each row at most `count` places behind the one before it;
    None if the chain has fewer than half of the visible rows that are left. `places`: where each row is now,
    of `above` rows above the visible ones and of those; None if it has gone.

    >>> anchor([4, 5, 0, 6], 1, 3), anchor([3, 2, 1], 0, 3), anchor([1, 2, 9], 1, 1)
    (1, None, 1)
    """
    rows = [(row, place) for row, place in enumerate(places) if place is not None]
    chains: list[tuple[int, int | None]] = [(0, None)] * len(places)
    longest: int | None = None
    for number, (row, place) in enumerate(rows):
        length, previous = 0, None
        for other, before in rows[:number]:
            if before < place <= before + count and chains[other][0] > length:
                length, previous = chains[other][0], other
        chains[row] = length + 1, previous
        if longest is None or length + 1 > chains[longest][0]:
            longest = row
    chain: list[int] = []
    while longest is not None and longest >= above:
        chain.append(longest)
        longest = chains[longest][1]
    is_most = 2 * len(chain) >= sum(row >= above for row, _ in rows)
    return chain[-1] if chain and is_most else None
