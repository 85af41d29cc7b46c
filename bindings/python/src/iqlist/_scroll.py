"""Where what is visible of a list is after an update: the rule of views, for the adapters of toolkits.

At the top it stays at the top, so that new first lines are seen. Elsewhere it goes along with the lines that
have stayed in order and together:

    before     10 11 [12 13 14 15]                     four are visible, as many above them take part
    after      14 10 11 20 [12 13 15 16]               14 went to the top, 20 is new
    places     1  2   4  5  0  6                       chain 10 11 12 13 15: 12 is the anchor

A `View` does so with a range of items at each poll of its list. The adapters do not use one: they show a
snapshot, which another thread's update may have made older than the list; they count lines, of which some are
headers; and a list has eight views at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

from .changeset import Changeset
from .errors import BusyError, ClosedError, HandleError, NotFoundError, RangeError
from .event_kinds import Edge, PageState
from .lists import List

MOST = 256
"""So many visible lines take part at most, and as many above them."""


class Lines(Protocol):
    """The lines of a snapshot, as an adapter counts them."""

    def __len__(self) -> int: ...

    def place(self, line: int, changeset: Changeset, after: Any) -> int | None:
        """The line of the same item or header after a changeset; None if it is not there."""


class Scroll:
    """What is visible of one list in one widget, over its updates.

    >>> import iqlist
    >>> shown = iqlist.List.of_items([*"abcdef"])
    >>> scroll = Scroll(shown)
    >>> class Letters(str):
    ...     def place(self, line, changeset, after):
    ...         return after.index(self[line]) if self[line] in after else None
    >>> before, after, changeset = Letters("abcdef"), Letters("fxabcde"), shown.set_items([*"fxabcde"])
    >>> [scroll.follow(top, 2, before, changeset, after) for top in range(5)]
    [0, 3, 4, 5, 5]
    """

    def __init__(self, shown: List[Any]) -> None:
        self._list = shown
        self._may_grow = False
        self.polled()

    def polled(self) -> None:
        """Is called after each poll: while a page may come before the first line, or might at the last poll,
        the top is no other place than all others. What the page brings is out of sight."""
        self._may_grow = may_grow(self._list)

    def follow(self, top: int, count: int, before: Lines, changeset: Changeset, after: Lines) -> int:
        """The first of `count` visible lines after a changeset. It keeps its number if fewer than half of the
        visible lines that are left have stayed together; the last lines stay in sight at the end."""
        if not self.stays_at_top(top):
            top = moved_top(top, count, before, changeset, after)
        return max(0, min(top, len(after) - count))

    def stays_at_top(self, top: int, offset: float = 0) -> bool:
        """Is called once for each update, unless `follow` is. `offset` is how much of the first visible line
        is out of sight."""
        might_grow, self._may_grow = self._may_grow, may_grow(self._list)
        return not (top > 0 or offset >= 1 or might_grow or self._may_grow)


def moved_top(top: int, count: int, before: Lines, changeset: Changeset, after: Lines) -> int:
    """Where the first of `count` visible lines goes with those that have stayed together."""
    first = max(0, top - min(count, MOST))
    lines = range(first, min(top + min(count, MOST), len(before)))
    places = [before.place(line, changeset, after) for line in lines]
    row = anchor(places, top - first, count)
    place = None if row is None else places[row]
    return top if row is None or place is None else place - (first + row - top)


def may_grow(shown: List[Any]) -> bool:
    """Whether a page may come before the first item: of the list, of its first section or of that of the
    first item."""
    with suppress(BusyError, ClosedError, HandleError, NotFoundError, RangeError):
        sections: list[Any] = [None, *shown.sections[:1]]
        if len(shown):
            sections.append(shown.item_at(0).section)
        states = [shown.page(Edge.START, section).state for section in sections]
        return any(state not in (PageState.OFF, PageState.ENDED) for state in states)
    return False


def anchor(places: Sequence[int | None], above: int, count: int) -> int | None:
    """What a scroll position moves with, as the range of a `View` does: the first visible row of the longest
    chain that has stayed in order and together, each row at most `count` places behind the one before it;
    None if the chain has fewer than half of the visible rows that are left. `places`: where each row is now,
    of `above` rows above the visible ones and of those; None if it has gone.

    >>> anchor([4, 5, 0, 6], 1, 3), anchor([3, 2, 1], 0, 3), anchor([1, 2, 9], 1, 1)
    (1, None, 1)
    """
    rows = [(row, place) for row, place in enumerate(places) if place is not None]
    if len(places) > above and all(place == number for number, place in enumerate(places, places[0] or 0)):
        # The usual case: all follow one another.
        return above
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
