"""The slow model of what a view keeps: sizes, the offset, the anchor, what it scrolls to, and the last scene.
See `layout_model`."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from layout_model import (
    ALL,
    LONGEST,
    LayOut,
    ListContent,
    Name,
    OwnSize,
    Plan,
    Sizes,
    Spot,
    Thing,
    Window,
    tag_of,
    window_of,
)
from layout_model_places import Place, meets, places_of, taken_of_window, visible_of

from iqlist.layouts import Measured, SectionLayout, Size, ViewOptions

MOST = 256
"""The most visible items that take part in finding the anchor."""
ROUNDS = 16


class Hold(IntEnum):
    """What stays when the list changes: IQ_ANCHOR_*."""

    VISIBLE = 0
    HOLD = 1
    END = 2
    NONE = 3


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


class Saved(NamedTuple):
    """A scroll position. `within` is in ticks."""

    section: Any
    item: Any
    within: int
    at_start: bool
    at_end: bool


@dataclass
class Shown:
    """A scene, and the whole content as it was then."""

    content: ListContent
    plan: Plan
    offset: int
    correction: int
    places: list[Place]
    first: int
    visible: int
    threshold: int

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


# --- scrolling to a target


def find_target(plan: Plan, name: Name) -> tuple[int, int, int | None] | None:
    """Start and end of a target in the content, and the section whose sticky elements stand before it."""
    if name == ALL:
        return 0, plan.length, None
    spot = plan.find(name)
    if spot is not None:
        return spot.start, spot.end, spot.section
    band = plan.band(name.section) if name.kind == 0 else None
    return None if band is None else (band.start, band.end, None)


def offset_of_target(plan: Plan, target: Target, present: int) -> int | None:
    """R14: where a target leads; None if it is not there.

    Open: a header is an element of its section, and so it is put below the place that it takes itself when it
    sticks. The middle of the free part is rounded down."""
    found = find_target(plan, target.name)
    if found is None:
        return None
    start, end, section = found
    window = plan.window
    top, bottom = taken_of_window(plan, section)
    margin = window.tick(target.margin)
    if target.name == ALL and target.align in (Align.START, Align.END):
        return 0 if target.align is Align.START else plan.maximum
    at_start, at_end = start - top, end + bottom - window.along
    if target.align is Align.START:
        wanted = at_start - margin
    elif target.align is Align.END:
        wanted = at_end + margin
    elif target.align is Align.CENTER:
        wanted = (start + end - (window.along + top - bottom)) // 2
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


# --- the anchor


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


def chain_anchor(old: Plan, new: Plan, first: int, count: int) -> Spot | bool | None:
    """Rules 3 and 4: of the items from index `first` on, which were visible, the one that is held, as it was.
    None if none is still there; False if too few have stayed together."""
    shown = min(count, MOST)
    above = min(first, shown)
    candidates = old.items[first - above : first + shown]
    now = {spot.name: spot.index for spot in new.items}
    survivors = [(at - above, spot) for at, spot in enumerate(candidates) if spot.name in now]
    visible = sum(at >= 0 for at, _ in survivors)
    if not visible:
        return None
    chain = longest_chain([now[spot.name] or 0 for _, spot in survivors], count)
    held = [survivors[at][1] for at in chain if survivors[at][0] >= 0]
    if not held or 2 * len(held) < visible:
        return False
    return next((spot for spot in held if spot.is_sized), held[0])


def kept(old: Plan, new: Plan, spot: Spot, offset: int) -> int:
    """Rule 4: the offset at which an item that was at `offset` is where it was; after another room across,
    with the same fraction out of the window."""
    now = new.find(spot.name)
    assert now is not None
    out = offset - (spot.start + old.shift)
    if old.window.room != new.window.room and out > 0 and spot.length:
        out = out * now.length // spot.length
    return now.start + new.shift + out


def disclosed(old: Plan, new: Plan, offset: int) -> Spot | None:
    """Rule 1: the only item that has another length, if it begins in the window and is not the last one."""
    if [spot.name for spot in old.spots] != [spot.name for spot in new.spots]:
        return None
    other = [spot for spot, now in zip(old.spots, new.spots) if spot.length != now.length]
    if len(other) != 1 or other[0].item is None or other[0].name == old.items[-1].name:
        return None
    start = other[0].start + old.shift - offset
    return other[0] if 0 <= start < old.window.along else None


# --- a view


@dataclass
class LayoutModel:
    """What a view keeps. Its functions take the list's content, as it is then."""

    options: ViewOptions = field(default_factory=ViewOptions)
    width: float = 0
    height: float = 0
    default: SectionLayout = field(default_factory=SectionLayout)
    layouts: dict[int, SectionLayout] = field(default_factory=dict)
    sizes: Sizes = field(default_factory=dict)
    invalidations: int = 0
    offset: int = 0
    is_clamped: bool = False
    is_held: bool = False
    anchor: Hold = Hold.VISIBLE
    anchor_item: int = 0
    target: Target | None = None
    saved: Saved | None = None
    taken: set[Name] = field(default_factory=set)
    last: Shown | None = None

    @property
    def window(self) -> Window:
        return window_of(self.options, self.width, self.height)

    def plan(self, content: ListContent) -> Plan:
        return LayOut(self.window, content, self.default, self.layouts, self.sizes, self.invalidations).plan()

    # --- sizes

    def set_length(self, thing: Thing, units: float | None) -> None:
        """R10: the length of something along the axis; None or NaN forgets it. What is too long is cut."""
        if units is None or math.isnan(units):
            self.sizes.pop(thing.name, None)
            return
        window = self.window
        length = min(max(window.tick(units), 0), LONGEST * window.unit)
        self.sizes[thing.name] = OwnSize(length, tag_of(thing, window, self.invalidations))

    def invalidate(self, things: list[Thing] | None = None) -> None:
        """R10: the sizes of these, or of everything, are guesses."""
        if things is None:
            self.invalidations += 1
        for thing in things or ():
            own = self.sizes.get(thing.name)
            if own is not None:
                self.sizes[thing.name] = own._replace(tag=None)

    # --- scrolling

    def scroll(self, units: float, by: bool = False, clamp: bool = False, held: bool = False) -> None:
        ticks = self.window.tick(units)
        self.offset = self.offset + ticks if by else ticks
        self.is_clamped, self.is_held = clamp, held
        if ticks or not by:
            self.target = self.saved = None

    def scroll_to(self, target: Target) -> None:
        self.target, self.saved = target, None

    def restore(self, saved: Saved) -> None:
        self.target, self.saved = None, saved

    def save(self) -> Saved | None:
        """The scroll position of the last scene: by the first item in the window."""
        last = self.last
        if last is None or not last.visible:
            return None
        spot = last.plan.items[last.first]
        within = last.offset - (spot.start + last.plan.shift)
        return Saved(spot.section, spot.thing.key, within, last.at_start, last.at_end)

    # --- a layout

    def layout(self, content: ListContent) -> Shown:
        """A scene. What asks to be measured is measured, until nothing new asks."""
        asked: set[Name] = set()
        window = self.window
        for _ in range(ROUNDS):
            plan = self.plan(content)
            offset = self.corrected(plan)
            places = places_of(plan, offset, frozenset(self.taken))
            asking = [place.spot for place in places if place.spot.asks and place.spot.name not in asked]
            asking = [spot for spot in asking if self.layout_of(plan, spot).measure is not None]
            if not asking:
                break
            for spot in asking:
                asked.add(spot.name)
                self.measure(plan, spot)
        first, visible = visible_of(plan, offset)
        threshold = window.tick(self.options.end_threshold or 1)
        shown = Shown(content, plan, offset, offset - self.offset, places, first, visible, threshold)
        self.last, self.offset = shown, offset
        if self.saved is not None and any(spot.thing.key == self.saved.item for spot in plan.items):
            pass  # It is kept, as a target is.
        return shown

    def layout_of(self, plan: Plan, spot: Spot) -> SectionLayout:
        return self.default if spot.section is None else plan.bands[spot.section].layout

    def measure(self, plan: Plan, spot: Spot) -> None:
        """Asks the layout's function about one thing."""
        measure = self.layout_of(plan, spot).measure
        assert measure is not None
        grain, thing = plan.window.grain, spot.thing
        along, across = spot.length * grain, spot.breadth * grain
        size = Size(along, across) if self.options.horizontal else Size(across, along)
        [answer] = measure(
            [
                Measured(
                    None, thing.name.kind, thing.name.number, thing.key, thing.content, thing.model, None,
                    thing.level, size,
                )
            ]
        )  # fmt: skip
        if isinstance(answer, tuple):
            answer = answer[0] if self.options.horizontal else answer[1]
        if answer is not None and not math.isnan(answer):
            self.set_length(thing, answer)

    # --- the anchor: LAYOUT.md

    def corrected(self, plan: Plan) -> int:
        """The offset of a layout."""
        wanted = self.wanted_by_host(plan)
        if wanted is not None:
            return wanted
        old, maximum = self.last, plan.maximum
        old_maximum = 0 if old is None else old.plan.maximum
        has_overshot = not self.is_clamped and (old is None or self.offset < 0 or self.offset > old_maximum)
        threshold = self.window.tick(self.options.end_threshold or 1)
        if self.anchor is Hold.END and not self.is_held and self.offset >= old_maximum - threshold:
            spot = None if old is None else disclosed(old.plan, plan, old.offset)
            if spot is None or old is None:
                return maximum
            offset = kept(old.plan, plan, spot, self.offset)
        else:
            offset = self.held(plan)
        return offset if has_overshot else min(max(offset, 0), maximum)

    def wanted_by_host(self, plan: Plan) -> int | None:
        """Rule 1: what a target or a saved position leads to, as long as that is there."""
        if self.target is not None:
            return offset_of_target(plan, self.target, self.offset)
        if self.saved is not None:
            saved = self.saved
            spot = next((spot for spot in plan.items if spot.thing.key == saved.item), None)
            if spot is not None:
                return min(max(spot.start + plan.shift + saved.within, 0), plan.maximum)
        return None

    def held(self, plan: Plan) -> int:
        """Rules 1 to 5, without the end."""
        old = self.last
        if old is None or self.anchor is Hold.NONE:
            return self.offset
        if self.anchor is Hold.VISIBLE and self.offset <= 0:
            return self.offset
        was = [place.spot for place in old.places if not place.is_outside]
        item = next(
            (spot for spot in was if spot.item is not None and spot.name.item == self.anchor_item), None
        )
        if item is not None and plan.find(item.name) is not None:
            return kept(old.plan, plan, item, self.offset)
        if not old.visible:
            found: Spot | bool | None = next(
                (
                    place.spot
                    for place in old.places
                    if not place.is_outside and not place.is_stuck and plan.find(place.spot.name) is not None
                ),
                None,
            )
        else:
            found = chain_anchor(old.plan, plan, old.first, old.visible)
        if found is None:
            found = self.held_by_overscan(old, plan)
        return kept(old.plan, plan, found, self.offset) if isinstance(found, Spot) else self.offset

    def held_by_overscan(self, old: Shown, plan: Plan) -> Spot | bool | None:
        """Rule 5: nothing in the window is still there. Open: the items from the first to the last one that
        is between the edges of the overscan."""
        window, offset = old.plan.window, old.offset - old.plan.shift
        overscan = window.tick(old.plan.window.options.overscan)
        near = [
            spot.index
            for spot in old.plan.items
            if spot.index is not None
            and meets(spot.start, spot.length, offset - overscan, offset + window.along + overscan)
        ]
        return chain_anchor(old.plan, plan, near[0], near[-1] - near[0] + 1) if near else None
