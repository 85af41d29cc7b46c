"""The slow model of layouts of the host's own, R20, and some such layouts. See `layout_model`.

What their functions say is cut to what can be: items are within the extent and the room."""

from __future__ import annotations

import functools
import random
from typing import Any, NamedTuple

from iqlist import CustomLayout, Rect, Room

LONGEST = 2**20
"""The longest length, in units."""


class CustomSpot(NamedTuple):
    """Where an item is, from the start of the section's items and from the start of the room, in ticks."""

    start: int
    length: int
    across: int
    breadth: int


def custom_spots(window: Any, custom: CustomLayout, room: Room, inner: int) -> tuple[list[CustomSpot], int]:
    """R20: where all items are, and the extent."""
    extent = min(max(window.tick(custom.extent(room)), 0), room.count * LONGEST * window.unit)
    found: list[CustomSpot] = []
    for index in range(room.count):
        x, y, width, height = map(window.tick, custom.frame(room, index))
        if window.options.horizontal:
            x, y, width, height = y, x, height, width
        start, end = within(y, height, extent)
        across, edge = within(x, width, inner)
        found.append(CustomSpot(start, min(end - start, LONGEST * window.unit), across, edge - across))
    return found, extent


def within(start: int, length: int, room: int) -> tuple[int, int]:
    """Start and end of a length, cut to a room."""
    begin = min(max(start, 0), room)
    return begin, max(begin, min(start + max(length, 0), room))


# --- layouts


def pattern(kind: str, seed: int, horizontal: bool) -> CustomLayout:
    """A layout whose functions follow from the room and a seed alone."""

    def frame(room: Room, index: int) -> Rect:
        along, across, length, breadth = SPOTS[kind](seed, room, index)
        return Rect(along, across, length, breadth) if horizontal else Rect(across, along, breadth, length)

    def extent(room: Room) -> float:
        ends = [sum(SPOTS[kind](seed, room, index)[::2]) for index in range(room.count)]
        return max(ends, default=0) + seed % 3 * 7 - (5 if kind == "scattered" else 0)

    def items(room: Room, start: float, end: float) -> range:
        """One unit more on both sides: sizes are rounded."""
        shown = [
            index
            for index in range(room.count)
            for along, _, length, _ in [SPOTS[kind](seed, room, index)]
            if along < end + 1 and along + length > start - 1
        ]
        return range(shown[0], shown[-1] + 1) if shown else range(0)

    return CustomLayout(extent, items, frame)


def honeycomb(seed: int, room: Room, index: int) -> tuple[float, float, float, float]:
    """Rows of items of one size; every other row is half an item to the side, and they overlap."""
    wide = max(1, int(room.across // 20))
    row, column = divmod(index, wide)
    return row * 15, column * 20 + row % 2 * 10, 20, 20


def timeline(seed: int, room: Room, index: int) -> tuple[float, float, float, float]:
    """Items that begin one after the other and last differently long, in three tracks."""
    length = 4 + (index * 7 + seed) % 40
    return index * 9 / 2, index % 3 * room.across / 3, length, room.across / 3


@functools.lru_cache(maxsize=4096)
def drawn(seed: int, index: int) -> tuple[float, float, float, float]:
    draw = random.Random(seed * 1000 + index)
    return (
        draw.uniform(-20, 200),
        draw.uniform(-20, 80),
        draw.choice([0, draw.uniform(0, 60)]),
        draw.uniform(0, 50),
    )


def scattered(seed: int, room: Room, index: int) -> tuple[float, float, float, float]:
    """Items anywhere, also outside of what there is; some without a length."""
    return drawn(seed, index)


SPOTS = {"honeycomb": honeycomb, "timeline": timeline, "scattered": scattered}
