"""The slow model of scrolling to something: where a target is, and the offset to which it leads. See
`layout_model`."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from layout_model import Plan
from layout_model_content import ALL, Name
from layout_model_places import taken_of_window

from iqlist import ElementKind


class Align(IntEnum):
    """Where a target is to be in the window: IQ_ALIGN_*."""

    NEAREST = 0
    START = 1
    CENTER = 2
    END = 3


class Target(NamedTuple):
    """What to show, and where."""

    name: Name
    align: Align
    margin: float = 0


def find_target(plan: Plan, name: Name) -> tuple[int, int, int | None] | None:
    """Start and end of a target in the content, and the section whose sticky elements stand before it."""
    if name == ALL:
        return 0, plan.length, None
    spot = plan.find(name)
    if spot is not None:
        is_sticky = spot.name.kind in (ElementKind.HEADER, ElementKind.FOOTER)
        return spot.start, spot.end, None if is_sticky else spot.section
    band = plan.band(name.section) if name.kind == 0 else None
    return None if band is None else (band.start, band.end, None)


def offset_of_target(plan: Plan, target: Target, present: int) -> int | None:
    """R14: where a target leads; None if it is not there.

    Open: of all of the content, what is not its end is its start. A header or footer, or a section, is not
    put beside the headers that stick in its own section. Half a tick of CENTER is cut towards zero."""
    found = find_target(plan, target.name)
    if found is None:
        return None
    start, end, section = found
    window = plan.window
    top, bottom = taken_of_window(plan, section)
    margin = window.tick(target.margin)
    if target.name == ALL:
        return plan.maximum if target.align is Align.END else 0
    at_start, at_end = start - top - margin, end + bottom + margin - window.along
    if target.align is Align.START:
        wanted = at_start
    elif target.align is Align.END:
        wanted = at_end
    elif target.align is Align.CENTER:
        free = window.along - top - bottom
        wanted = start - top - int((free - (end - start)) / 2)
    else:
        wanted = nearest(at_start, at_end, present)
    return min(max(wanted, 0), plan.maximum)


def nearest(at_start: int, at_end: int, present: int) -> int:
    """R14: NEAREST. `at_start` and `at_end` are the offsets that show the target at either edge: what fits is
    wholly visible between them, and what does not fit covers the free part between them."""
    if min(at_start, at_end) <= present <= max(at_start, at_end):
        return present
    if at_start < at_end:
        return at_start
    return at_start if abs(at_start - present) <= abs(at_end - present) else at_end
