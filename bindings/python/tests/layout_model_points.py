"""The slow model of what is at a point of the window. See `layout_model`."""

from __future__ import annotations

from typing import NamedTuple

from layout_model import Band, Plan, Spot
from layout_model_anchor import Shown
from layout_model_places import Frame, frame_of, mirrored

from iqlist import ElementKind


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
    """Whether a point is in the half of an item that comes first: along the axis in a list, lanes or a custom
    layout, across it in a grid."""
    is_along = band.is_list or band.is_lanes or band.is_custom
    is_along_x = plan.window.options.horizontal == is_along
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
    if band.is_lanes or band.is_custom:
        return in_window(shown, beside.start if is_before else beside.end, 0, beside.across, beside.breadth)
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
