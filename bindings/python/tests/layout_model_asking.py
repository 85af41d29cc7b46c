"""The slow model of what a layout asks about beside what has a place, and of what it holds between two
rounds. See `layout_model`."""

from __future__ import annotations

from typing import NamedTuple

from layout_model import Plan, Spot
from layout_model_content import Name
from layout_model_places import Place

MOST_AHEAD = 256


def asking_names(spots: list[Spot]) -> set[Name]:
    """What is asked about."""
    return {spot.name for spot in spots}


def ahead(plan: Plan, places: list[Place], most: int) -> list[Spot]:
    """Later rounds ask about as many more items as were asked so far: those behind the last one that has a
    place, in its section. Otherwise small things that were taken for large ones would come in a few at a
    time."""
    items = [place.spot for place in places if place.spot.item is not None and not place.is_taken]
    if not items or items[-1].section is None or items[-1].item is None:
        return []
    first = items[-1].item + 1
    return plan.bands[items[-1].section].items[first : first + min(most, MOST_AHEAD)]


def before(plan: Plan, places: list[Place], most: int) -> list[Spot]:
    """The same before the first one, where the host scrolls back."""
    items = [place.spot for place in places if place.spot.item is not None and not place.is_taken]
    if not items or items[0].section is None or items[0].item is None:
        return []
    end = items[0].item
    return plan.bands[items[0].section].items[max(0, end - min(most, MOST_AHEAD)) : end]


class Held(NamedTuple):
    """What holds the window, and whether by its end."""

    spot: Spot
    by_end: bool


def held_between_rounds(places: list[Place], held: Name | None, goes_back: bool, origin: int) -> Held | None:
    """What later rounds of a layout hold: the first thing in the window that is known, or else what the first
    round has held, or the first; where the host scrolls back, the end of the last one."""
    free = [place for place in places if not place.is_stuck and not place.is_taken]
    inside = [place.spot for place in free if not place.is_outside]
    if not inside:
        return held_in_gap([place.spot for place in free], goes_back, origin)
    if goes_back:
        return Held(inside[-1], True)
    known = [spot for spot in inside if not spot.asks]
    return Held([*known, *(spot for spot in inside if spot.name == held), *inside][0], False)


def held_in_gap(near: list[Spot], goes_back: bool, origin: int) -> Held | None:
    """Where nothing is in the window: the last thing that begins before it, or else the first one. What is
    before the window is held by its end."""
    if not near:
        return None
    spot = [*near[:1], *(spot for spot in near if spot.start <= origin)][-1]
    return Held(spot, goes_back or spot.end <= origin)
