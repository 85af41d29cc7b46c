"""The slow model of what a layout asks about beside what has a place, and of what it holds between two
rounds. See `layout_model`."""

from __future__ import annotations

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


def last_of(places: list[Place]) -> Spot | None:
    """The last thing in the window."""
    inside = [place.spot for place in places if not place.is_outside and not place.is_stuck]
    return inside[-1] if inside else None


def first_of(places: list[Place], held: Name | None) -> Spot | None:
    """What later rounds of a layout hold: the first thing in the window that is known, or else what the first
    round has held, or the first."""
    inside = [place.spot for place in places if not place.is_outside and not place.is_stuck]
    known = [spot for spot in inside if not spot.asks]
    return next(iter([*known, *(spot for spot in inside if spot.name == held), *inside]), None)
