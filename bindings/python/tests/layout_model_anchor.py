"""The slow model of the anchor: what of the last scene holds the offset. See `layout_model`."""

from __future__ import annotations

from dataclasses import dataclass

from layout_model import Plan, Spot
from layout_model_content import ListContent
from layout_model_offsets import Seen
from layout_model_places import Place, meets

from iqlist import ElementKind

MOST = 256
"""The most visible items that take part in finding the anchor."""


@dataclass
class Shown:
    """A scene, and the whole content as it was then."""

    content: ListContent
    plan: Plan
    offset: int
    correction: float
    places: list[Place]
    first: int
    visible: int
    threshold: int
    seen: Seen
    origin: int
    scrolled: bool

    @property
    def at_start(self) -> bool:
        return self.offset <= 0

    @property
    def at_end(self) -> bool:
        """Open: within the threshold."""
        return self.offset >= self.plan.maximum - self.threshold

    @property
    def measures(self) -> bool:
        return any(place.spot.asks for place in self.places)


def longest_chain(places: list[int], reach: int) -> list[int]:
    """The longest chain that rises by steps of at most `reach`, as indexes; of several the one that ends
    first."""
    best, previous = [1] * len(places), [-1] * len(places)
    for j in range(len(places)):
        for i in range(j):
            if places[i] < places[j] <= places[i] + reach and best[i] + 1 > best[j]:
                best[j], previous[j] = best[i] + 1, i
    if not places:
        return []
    at = max(range(len(places)), key=lambda j: (best[j], -j))
    chain: list[int] = []
    while at >= 0:
        chain.append(at)
        at = previous[at]
    return chain[::-1]


def stayed(old: Plan, new: Plan, first: int, count: int, places: list[Spot]) -> list[Spot] | None:
    """Rules 3 and 4: of the items from index `first` on, which were visible, those that have stayed
    together, as they were: none if they are too few. None if none is still there."""
    shown = min(count, MOST)
    above = min(first, shown)
    in_window = places[:MOST]
    candidates = old.items[first - above : first] + in_window
    now = {spot.name: spot.index for spot in new.items}
    survivors = [(at - above, spot) for at, spot in enumerate(candidates) if spot.name in now]
    visible = sum(at >= 0 for at, _ in survivors)
    if not visible:
        return None
    chain = longest_chain([now[spot.name] or 0 for _, spot in survivors], count)
    held = [survivors[at][1] for at in chain if survivors[at][0] >= 0]
    return held if 2 * len(held) >= visible else []


def chain_anchor(old: Plan, new: Plan, first: int, count: int, places: list[Spot]) -> Spot | bool | None:
    """Of those, the one that is held. None if none is still there; False if too few have stayed together."""
    held = stayed(old, new, first, count, places)
    if not held:
        return None if held is None else False
    return next((spot for spot in held if not spot.asks), held[0])


def kept(old: Plan, new: Plan, spot: Spot, offset: int) -> int:
    """Rule 4: the offset at which an item that was at `offset` is where it was; after another room across,
    with the same fraction out of the window. What was before the window is held by its end."""
    now = new.find(spot.name)
    assert now is not None
    out = offset - (spot.start + old.shift)
    if out >= spot.length:
        return now.end + new.shift + out - spot.length
    if old.window.across != new.window.across and out > 0 and spot.length:
        out = out * now.length // spot.length
    return now.start + new.shift + out


def disclosed(old: Shown, new: Plan) -> Spot | None:
    """Rule 1: the only item in the window that has another length, if it begins there and is not the last
    one. Open: what is out of the window is not looked at, but for the number of items."""
    if len(old.plan.items) != len(new.items):
        return None
    found: Spot | None = None
    for spot in items_in_window(old):
        now = new.find(spot.name)
        if now is None:
            return None
        if now.length == spot.length:
            continue
        begins = spot.start + old.plan.shift >= old.offset
        if found is not None or spot.asks or not begins or now is new.items[-1]:
            return None
        found = spot
    return found


def items_in_window(shown: Shown) -> list[Spot]:
    """The first items that the window shows."""
    places = [place.spot for place in shown.places if not place.is_outside]
    return [spot for spot in places if spot.item is not None][:MOST]


def held_element(old: Shown, plan: Plan) -> Spot | None:
    """Without items in the window: the first of its elements that is not stuck, still has a length, and is no
    loader, beside which items come in."""
    loaders = (ElementKind.PAGE_START, ElementKind.PAGE_END)
    for place in old.places:
        now = plan.find(place.spot.name)
        if place.is_outside or place.is_stuck or place.spot.name.kind in loaders:
            continue
        if now is not None and now.length > 0:
            return place.spot
    return None


def held_by_overscan(old: Shown, plan: Plan) -> Spot | None:
    """Rule 5: nothing in the window is still there. Open: the items from the first to the last one that is
    between the edges of the overscan. Of these the last one that began before the window, else the first."""
    window, offset = old.plan.window, old.offset - old.plan.shift
    overscan = window.tick(old.plan.window.options.overscan)
    near = [
        spot
        for spot in old.plan.items
        if meets(spot.start, spot.length, offset - overscan, offset + window.along + overscan)
    ]
    if not near:
        return None
    first, last = near[0].index or 0, near[-1].index or 0
    held = stayed(old.plan, plan, first, last - first + 1, near)
    return None if not held else [*held[:1], *(spot for spot in held if spot.start <= offset)][-1]
