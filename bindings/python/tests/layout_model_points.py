"""The slow model of geometry: what is at a point of the window, and to which item a key leads. See
`layout_model`."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from layout_model import Band, Name, Plan, Spot
from layout_model_places import Frame, frame_of, mirrored, taken_of_window
from layout_model_view import Shown

from iqlist import ElementKind


class Direction(IntEnum):
    """IQ_DIRECTION_*."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3
    PAGE_UP = 4
    PAGE_DOWN = 5


class Hit(NamedTuple):
    """What is at a point. `mark` is None where the manual does not say where it is."""

    place: int
    insertion: tuple[int, int]
    mark: Frame | None


# --- points


def frames_of(shown: Shown) -> list[Frame]:
    """The frames of all places in the window."""
    plan = shown.plan
    return [frame_of(plan, place.spot, place.start + plan.shift - shown.offset) for place in shown.places]


def place_at(shown: Shown, x: float, y: float, is_nearest: bool, *, is_free_only: bool = False) -> int | None:
    """R15: the last place that has the point in it, or else the nearest one: along the axis, then across, and
    of several the first. `x` and `y` are in ticks. With `is_free_only`, of those that are not stuck."""
    frames = frames_of(shown)
    numbers = [at for at, place in enumerate(shown.places) if not (is_free_only and place.is_stuck)]
    for at in reversed(numbers):
        frame = frames[at]
        if frame.x <= x < frame.x + frame.width and frame.y <= y < frame.y + frame.height:
            return at
    if not is_nearest or not numbers:
        return None
    is_horizontal = shown.plan.window.options.horizontal
    return min(numbers, key=lambda at: (*distances(frames[at], x, y, is_horizontal), at))


def distances(frame: Frame, x: float, y: float, is_horizontal: bool) -> tuple[float, float]:
    """Those of a point from a frame, along and across."""
    right, down = (
        max(frame.x - x, 0, x - (frame.x + frame.width)),
        max(frame.y - y, 0, y - (frame.y + frame.height)),
    )
    return (right, down) if is_horizontal else (down, right)


def hit(shown: Shown, x: float, y: float, is_nearest: bool = False) -> Hit | None:
    """R15: what is at a point, and where items would go that are dropped there: of what is stuck, where those
    would that are dropped on what it covers."""
    found = place_at(shown, x, y, is_nearest)
    if found is None:
        return None
    below = place_at(shown, x, y, True, is_free_only=True) if shown.places[found].is_stuck else None
    at = found if below is None else below
    plan, spot = shown.plan, shown.places[at].spot
    if spot.item is not None and spot.section is not None:
        band = plan.bands[spot.section]
        is_before = is_in_first_half(plan, band, frames_of(shown)[at], x, y)
        into = spot.item if is_before else spot.item + 1
        return Hit(found, (spot.section, into), mark(shown, band, into, spot, is_before))
    section, is_start = where_of_element(plan, spot)
    if section is None:
        return Hit(found, (0, 0), None)
    band = plan.bands[section]
    into = 0 if is_start else len(band.items)
    beside = band.items[0 if is_start else -1] if band.items else None
    return Hit(found, (section, into), mark(shown, band, into, beside, is_start))


def is_in_first_half(plan: Plan, band: Band, frame: Frame, x: float, y: float) -> bool:
    """Whether a point is in the half of an item that comes first: along the axis in a list, across it in a
    grid."""
    is_along_x = plan.window.options.horizontal == band.is_list
    if not is_along_x:
        return 2 * (y - frame.y) < frame.height
    if plan.window.options.rtl:
        return 2 * (frame.x + frame.width - x) <= frame.width
    return 2 * (x - frame.x) < frame.width


def where_of_element(plan: Plan, spot: Spot) -> tuple[int | None, bool]:
    """R15: into which section something goes that is dropped on an element, and whether to its start. Open:
    the loader at the list's start counts as its header does."""
    is_start = spot.name.kind in (ElementKind.HEADER, ElementKind.PAGE_START)
    if spot.section is not None:
        return spot.section, is_start
    if not plan.bands:
        return None, is_start
    return (0 if is_start else len(plan.bands) - 1), is_start


def mark(shown: Shown, band: Band, into: int, beside: Spot | None, is_before: bool) -> Frame | None:
    """R15: the gap where items go in, in the window. Open: in a section without items, a line where the first
    row would be; in a grid, between two items of different rows, the edge of the one that was hit."""
    items = band.items
    if beside is None:
        return in_window(shown, band.items_start, 0, band.column_across, band.column)
    before = items[into - 1] if into > 0 else None
    after = items[into] if into < len(items) else None
    if band.is_list:
        start = before.end if before is not None else beside.start
        end = after.start if after is not None else beside.end
        return in_window(shown, start, end - start, beside.across, beside.breadth)
    if before is not None and after is not None and before.row == after.row:
        edge = before.across + before.breadth
        return in_window(shown, beside.start, beside.length, edge, after.across - edge)
    edge = beside.across if is_before else beside.across + beside.breadth
    return in_window(shown, beside.start, beside.length, edge, 0)


def in_window(shown: Shown, start: int, length: int, across: int, breadth: int) -> Frame:
    """A rectangle of the content in the window, mirrored for RTL."""
    start += shown.plan.shift - shown.offset
    if shown.plan.window.options.horizontal:
        return mirrored(shown.plan.window, Frame(start, across, length, breadth))
    return mirrored(shown.plan.window, Frame(across, start, breadth, length))


# --- neighbours


def neighbour(plan: Plan, name: Name, direction: Direction) -> Spot | None:
    """R16: the item to which a key leads."""
    spot = plan.find(name)
    if spot is None or spot.section is None:
        return None
    if direction in (Direction.PAGE_UP, Direction.PAGE_DOWN):
        return page(plan, spot, 1 if direction is Direction.PAGE_DOWN else -1)
    options = plan.window.options
    is_vertical = direction in (Direction.UP, Direction.DOWN)
    step = 1 if direction in (Direction.DOWN, Direction.RIGHT) else -1
    if not is_vertical and options.rtl:
        step = -step
    if is_vertical == options.horizontal:
        return beside(plan, spot, step)
    rows = rows_beyond(plan, spot, step)
    return in_row(spot, rows[0]) if rows else None


def beside(plan: Plan, spot: Spot, step: int) -> Spot | None:
    """R16: across, the item before or after in the row."""
    return next(
        (
            other
            for other in plan.items
            if (other.section, other.row) == (spot.section, spot.row) and other.column == spot.column + step
        ),
        None,
    )


def rows_beyond(plan: Plan, spot: Spot, step: int) -> list[list[Spot]]:
    """The rows of all sections behind that of an item, or before it, the nearest first."""
    rows: dict[tuple[int, int], list[Spot]] = {}
    for other in plan.items:
        rows.setdefault((other.section or 0, other.row), []).append(other)
    here = (spot.section or 0, spot.row)
    return [rows[at] for at in sorted(rows, reverse=step < 0) if (at > here) == (step > 0) and at != here]


def in_row(spot: Spot, row: list[Spot]) -> Spot:
    """R16: the item whose middle is nearest: in the same section the same column, or the last one. Open: in
    columns without a width the first one."""
    middle = 2 * spot.across + spot.breadth
    return min(row, key=lambda other: (abs(2 * other.across + other.breadth - middle), other.column))


def page(plan: Plan, spot: Spot, step: int) -> Spot | None:
    """R16: a page further: in the last row that ends within a page of the item's start, at least in the next
    one."""
    top, bottom = taken_of_window(plan, spot.section)
    free = max(0, plan.window.along - top - bottom)
    rows = rows_beyond(plan, spot, step)
    if not rows:
        return None
    here = [other for other in plan.items if (other.section, other.row) == (spot.section, spot.row)]
    if step > 0:
        near = [row for row in rows if end_of(row) <= spot.start + free]
    else:
        near = [row for row in rows if row[0].start >= end_of(here) - free]
    return in_row(spot, near[-1] if near else rows[0])


def end_of(row: list[Spot]) -> int:
    """A row is as long as its longest item."""
    return max(spot.end for spot in row)
