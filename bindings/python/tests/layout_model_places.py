"""The slow model of what is drawn: what is stuck, what has a place, and frames. See `layout_model`.

places_of   what is near the window in the list's order, then what is stuck
frame_of    a spot as a rectangle in the window, mirrored for RTL
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from layout_model import Plan, Spot, Window
from layout_model_content import ALL, Name

# --- what sticks


class Stuck(NamedTuple):
    """R8: something sticky, and where it is now along the axis."""

    spot: Spot
    start: int


def stuck_of(plan: Plan, offset: int) -> list[Stuck]:
    """R8: what is stuck at an offset, in the order of drawing: that of sections, the list's footer, its
    header. `offset` is without the shift of gravity."""
    window = plan.window
    found: list[Stuck] = []
    top, bottom = stuck_of_list(plan)
    for band in plan.bands:
        if band.layout.sticky_header and band.headers:
            natural, height = band.headers[0].start, sum(spot.length for spot in band.headers)
            start = max(natural, min(offset + top, band.end - height))
            found += [Stuck(spot, spot.start + start - natural) for spot in band.headers if start != natural]
        if band.layout.sticky_footer and band.footers:
            natural, height = band.footers[0].start, sum(spot.length for spot in band.footers)
            start = min(natural, max(offset + window.along - bottom - height, band.start))
            found += [Stuck(spot, spot.start + start - natural) for spot in band.footers if start != natural]
    begin, end, _, _ = window.sides(window.options.insets)
    if window.options.sticky_footer and plan.footer is not None:
        start = min(plan.footer.start, offset + window.along - end - plan.footer.length)
        found += [Stuck(plan.footer, start)] * (start != plan.footer.start)
    if window.options.sticky_header and plan.header is not None:
        start = max(plan.header.start, offset + begin)
        found += [Stuck(plan.header, start)] * (start != plan.header.start)
    return found


def stuck_of_list(plan: Plan) -> tuple[int, int]:
    """R8: how much of the window's start and end the list takes: its insets, and its own sticky elements."""
    options = plan.window.options
    top, bottom, _, _ = plan.window.sides(options.insets)
    if options.sticky_header and plan.header is not None:
        top += plan.header.length
    if options.sticky_footer and plan.footer is not None:
        bottom += plan.footer.length
    return top, bottom


def taken_of_window(plan: Plan, section: int | None) -> tuple[int, int]:
    """R14: how much of the window's start and end is not free for a target in a section."""
    top, bottom = stuck_of_list(plan)
    if section is not None:
        band = plan.bands[section]
        if band.layout.sticky_header:
            top += sum(spot.length for spot in band.headers)
        if band.layout.sticky_footer:
            bottom += sum(spot.length for spot in band.footers)
    return top, bottom


# --- places


@dataclass
class Place:
    """R7: something that is drawn: `start` is where it is along the axis now, without the shift of
    gravity."""

    spot: Spot
    start: int
    is_stuck: bool
    is_outside: bool
    is_taken: bool = False
    """Only the cell that the host has taken gives it a place."""


def meets(start: int, length: int, begin: int, end: int) -> bool:
    """R7: whether something that has a length is between two edges, half open. Between edges without a
    distance there is nothing."""
    return length > 0 and begin < end and start < end and start + length > begin


def places_of(plan: Plan, scroll: int, taken: frozenset[Name]) -> list[Place]:
    """R7: what is near the window in the list's order, then what is stuck. What the host has taken has a
    place wherever it is."""
    window = plan.window
    offset = scroll - plan.shift
    overscan = window.tick(window.options.overscan)
    stuck = stuck_of(plan, offset)
    names = {each.spot.name for each in stuck}
    found: list[Place] = []
    for spot, start, is_stuck in [
        *((spot, spot.start, False) for spot in plan.spots if spot.name not in names),
        *((each.spot, each.start, True) for each in stuck),
    ]:
        is_outside = not meets(start, spot.length, offset, offset + window.along)
        if meets(start, spot.length, offset - overscan, offset + window.along + overscan):
            found.append(Place(spot, start, is_stuck, is_outside))
    near = {place.spot.name for place in found}
    elsewhere = [spot for spot in plan.spots if spot.name in taken - near and spot.length > 0]
    return found + [Place(spot, spot.start, False, True, True) for spot in elsewhere]


class Frame(NamedTuple):
    """A rectangle in ticks."""

    x: int
    y: int
    width: int
    height: int


def cut(length: int, before: int, after: int) -> tuple[int, int]:
    """R9: what is cut off at both sides of a length, which stays at least 0."""
    first = min(before, length)
    return first, min(after, length - first)


def frame_of(plan: Plan, spot: Spot, start: int) -> Frame:
    """R9: the frame of a spot that begins at `start` in the window (or in the content), without insets and
    indent."""
    window = plan.window
    if window.options.horizontal:
        whole = Frame(start, spot.across, spot.length, spot.breadth)
    else:
        whole = Frame(spot.across, start, spot.breadth, spot.length)
    top, leading, bottom, trailing = map(window.tick, spot.rule.insets)
    leading += window.tick(spot.rule.indent) + spot.thing.level * window.tick(spot.rule.level_indent)
    left, right = cut(whole.width, leading, trailing)
    above, below = cut(whole.height, top, bottom)
    return mirrored(
        window,
        Frame(whole.x + left, whole.y + above, whole.width - left - right, whole.height - above - below),
    )


def mirrored(window: Window, frame: Frame) -> Frame:
    """R9: a frame as the host sees it."""
    if not window.options.rtl:
        return frame
    width = window.along if window.options.horizontal else window.across
    return frame._replace(x=width - frame.x - frame.width)


def frame_in_content(plan: Plan, name: Name, origin: int) -> Frame | None:
    """Where an item, element, section or all of the content is, not stuck, in the host's coordinates: R22."""
    window = plan.window
    spot = plan.find(name)
    if spot is not None:
        return frame_of(plan, spot, spot.start + origin)
    _, _, side, _ = window.sides(window.options.insets)
    if name == ALL:
        start, length, across, breadth = 0, plan.length, 0, window.across
    elif name.kind == 0 and (band := plan.band(name.section)) is not None:
        start, length, across, breadth = band.start, band.end - band.start, side, window.room
    else:
        return None
    start += origin
    if window.options.horizontal:
        return mirrored(window, Frame(start, across, length, breadth))
    return mirrored(window, Frame(across, start, breadth, length))


def visible_of(plan: Plan, scroll: int) -> tuple[int, int]:
    """R11: the first item in the window, and how many there are up to the last one; 0 and 0 without any."""
    offset = scroll - plan.shift
    inside = [
        spot.index
        for spot in plan.items
        if spot.index is not None and meets(spot.start, spot.length, offset, offset + plan.window.along)
    ]
    return (inside[0], inside[-1] - inside[0] + 1) if inside else (0, 0)


def natural_of(plan: Plan, spot: Spot, offset: int) -> int:
    """R9: where a spot would be along the axis in the window, not stuck. Open: mirrored as frames are."""
    start = spot.start + plan.shift - offset
    window = plan.window
    if window.options.horizontal and window.options.rtl:
        return window.along - start - spot.length
    return start
