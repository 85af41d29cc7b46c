"""The slow model of lanes: R18. See `layout_model`.

An item has a lane or none. One that has a lane begins where the last one of the lane has ended. Those without
one stand in a grid of the rule's length that begins where the longest lane ends; what follows in a lane
begins where the grid's last row ends.

    LaneWalk       one item after the other, from the section's start
    settle         which items get lanes because a window shows them
    to_balance     which item may go to a shorter lane
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

MOST_BALANCED = 256


class LaneItem(NamedTuple):
    """An item as lanes see it: `lane` is None if it has none."""

    lane: int | None
    length: int


@dataclass
class LaneWalk:
    """The lanes in front of an item."""

    lanes: int
    lead: int
    rule: int
    ends: list[int] = field(default_factory=list)
    level: int = 0
    """Where the grid begins that goes on."""
    cells: int = 0
    """How many items of that grid there are so far."""

    def __post_init__(self) -> None:
        self.ends = [0] * self.lanes

    @property
    def shortest(self) -> int:
        return self.ends.index(min(self.ends))

    @property
    def cell(self) -> tuple[int, int]:
        """The lane and start of the next item that has none."""
        level = self.level if self.cells else max(self.ends)
        return self.cells % self.lanes, level + self.cells // self.lanes * (self.rule + self.lead)

    @property
    def earliest(self) -> int:
        """Nothing that follows begins before this."""
        return self.cell[1] if self.cells else min(self.ends)

    def add(self, item: LaneItem) -> tuple[int, int]:
        """The lane and start of an item, which is behind it then."""
        if item.lane is None:
            lane, start = self.cell
            self.level = self.level if self.cells else start
            self.cells += 1
            rows = -(-self.cells // self.lanes)
            self.ends = [self.level + rows * (self.rule + self.lead)] * self.lanes
            return lane, start
        start = self.ends[item.lane]
        self.cells = 0
        self.ends[item.lane] += item.length + self.lead
        return item.lane, start


def settle(items: list[LaneItem], walk: LaneWalk, begin: int, end: int) -> dict[int, int]:
    """The lanes that items get that are at `begin` to `end` and have none, by their position."""
    found: dict[int, int] = {}
    if walk.rule == 0:
        return found
    for at, item in enumerate(items):
        if item.lane is None and walk.earliest < end and walk.cell[1] + walk.rule > begin:
            found[at] = walk.shortest
            item = LaneItem(walk.shortest, walk.rule)
        walk.add(item)
    return found


def to_balance(items: list[LaneItem], walk: LaneWalk) -> tuple[int, int] | None:
    """Where the last item of the longest lane is, and the shortest lane, if that stays shorter with it."""
    for item in items:
        walk.add(item)
    longest, shortest = walk.ends.index(max(walk.ends)), walk.shortest
    distance = walk.ends[longest] - walk.ends[shortest]
    for at in range(len(items) - 1, max(-1, len(items) - 1 - MOST_BALANCED), -1):
        if items[at].lane is None:
            return None
        if items[at].lane == longest:
            length = items[at].length + walk.lead
            return (at, shortest) if 0 < length < distance else None
    return None
