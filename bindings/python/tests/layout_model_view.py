"""The slow model of what a view keeps: sizes, the offset, the anchor, what it scrolls to, and the last scene.
See `layout_model`."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple

from layout_model import (
    LONGEST,
    Band,
    Lanes,
    LayOut,
    OwnSize,
    Plan,
    Sizes,
    Spot,
    Window,
    column_of,
    is_auto,
    lane_of,
    lane_walk,
    line_room,
    tag_of,
    window_of,
)
from layout_model_anchor import (
    Shown,
    chain_anchor,
    disclosed,
    held_by_overscan,
    held_element,
    items_in_window,
    kept,
)
from layout_model_asking import Held, ahead, asking_names, before, held_between_rounds
from layout_model_content import ListContent, Name, Thing
from layout_model_lanes import LaneItem, settle, to_balance
from layout_model_offsets import Bar, Request, Seen
from layout_model_offsets import held as bar_of
from layout_model_places import Place, places_of, visible_of
from layout_model_targets import Target, find_target, offset_of_target

from iqlist.layouts import Measured, SectionLayout, Size, ViewOptions, rule_of

KEPT = 4096
"""How many sizes are kept by key where the options say 0."""
ROUNDS = 16
PASSES = 256


class Hold(IntEnum):
    """What stays when the list changes: IQ_ANCHOR_*."""

    VISIBLE = 0
    HOLD = 1
    END = 2
    NONE = 3


class Saved(NamedTuple):
    """A scroll position. `within` is in ticks."""

    section: Any
    item: Any
    within: int
    at_start: bool
    at_end: bool


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
    left_open: dict[Name, tuple[Any, Any]] = field(default_factory=dict)
    """What a function that measures did not know: the tag that it was asked for, and the function."""
    kept: dict[Any, OwnSize | None] = field(default_factory=dict)
    """R19: what AUTO items were measured as, by key and what they were measured for: the last ones."""
    lanes: Lanes = field(default_factory=dict)
    fresh: list[Name] = field(default_factory=list)
    """What got a lane in the layout that is under way, and not by its size."""
    invalidations: int = 0
    units: float = 0
    """The offset as it was asked for: parts of a tick add up."""
    wanted: float = 0
    """Of a layout that is under way: the same before it is cut, as far as the host has scrolled."""
    request: Request = field(default_factory=Request)
    is_held: bool = False
    origin: int = 0
    """R22: where the host's content begins."""
    bar: Bar | None = None
    next_bar: Bar | None = None
    is_bar_held: bool = False
    expected: float = 0
    """Of a layout that is under way: the offset that the host expects."""
    is_wanted: bool = False
    """Whether the offset is that of a target or position."""
    stays_at_end: bool = False
    """Of a layout that is under way."""
    grows_at_start: bool = False
    held_name: Name | None = None
    """What its first round holds."""
    anchor: Hold = Hold.VISIBLE
    anchor_item: int = 0
    target: Target | None = None
    target_start: int | None = None
    """Where the target began in the last scene."""
    saved: Saved | None = None
    taken: set[Name] = field(default_factory=set)
    last: Shown | None = None
    is_told: bool = True
    """Whether something was set, or came, since the last layout."""

    @property
    def window(self) -> Window:
        return window_of(self.options, self.width, self.height)

    def plan(self, content: ListContent) -> Plan:
        """Where everything is. Sizes are only forgotten by a layout, and lanes chosen."""
        return self.lay_out(content, dict(self.sizes), dict(self.lanes))

    def lay_out(self, content: ListContent, sizes: Sizes, lanes: Lanes) -> Plan:
        return LayOut(
            self.window, content, self.default, self.layouts, sizes, lanes, self.invalidations
        ).plan()

    # --- lanes

    def forget_lanes(self, section: int | None) -> None:
        """R18: the layout of a section was set, or that of all without one of their own: lanes are chosen
        anew."""
        for name, (of, _) in list(self.lanes.items()):
            if of == section or (section is None and of not in self.layouts):
                del self.lanes[name]

    def lanes_of_layouts(self) -> dict[int | None, int]:
        """R21: how many columns or lanes sections have, by handle; None: those without their own layout."""
        every: list[tuple[int | None, SectionLayout]] = [(None, self.default), *self.layouts.items()]
        return {section: column_of(self.window, layout)[0] for section, layout in every}

    def forget_other_lanes(self, before: dict[int | None, int]) -> None:
        """R18: after another number of lanes they are chosen anew."""
        for section, lanes in self.lanes_of_layouts().items():
            if before[section] != lanes:
                self.forget_lanes(section)

    def settle(self, plan: Plan, units: float) -> bool:
        """R18: gives lanes to what the window shows, in the first section that has something without one; or
        levels the end of one. Whether anything is elsewhere now."""
        window = self.window
        origin = window.tick(units) - plan.shift
        begin = origin - window.tick(self.options.overscan) - (window.along if self.goes_back else 0)
        end = origin + window.along + window.tick(self.options.overscan)
        for band in plan.bands:
            is_near = begin < end and band.end > begin and band.start < end and band.end > band.start
            if is_near and band.is_lanes and band.items and self.settle_band(band, begin, end):
                return True
        return False

    def settle_band(self, band: Band, begin: int, end: int) -> bool:
        first = band.items_start + self.window.sides(band.layout.insets)[0]
        items = [LaneItem(lane_of(self.lanes, spot.thing), spot.length) for spot in band.items]
        found = settle(items, lane_walk(self.window, band.layout), begin - first, end - first)
        for at, lane in found.items():
            self.lanes[band.items[at].name] = (band.handle, lane)
            self.fresh.append(band.items[at].name)
        if found:
            return True
        balanced = to_balance(items, lane_walk(self.window, band.layout))
        if balanced is None:
            return False
        at, lane = balanced
        places = [] if self.last is None else self.last.places
        section = band.handle
        drawn = [place.spot for place in places if not place.is_taken]
        names = {spot.name for spot in drawn if spot.thing.section == section}
        if any(spot.name in names for spot in band.items[at:]):
            return False
        self.lanes[band.items[at].name] = (band.handle, lane)
        return True

    # --- sizes

    def set_length(self, thing: Thing, size: Any, keeps_across: bool = False) -> None:
        """R10: the length of something along the axis; None or NaN forgets it. What is too long is cut. Of a
        `Size` the width counts in a flow, and in a grid if it is set there and beyond the column: R17."""
        units: float | None = None if isinstance(size, tuple) else size
        width: float | None = None
        if isinstance(size, tuple):
            both = Size(*size)
            units, width = both if self.options.horizontal else (both.height, both.width)
        self.left_open.pop(thing.name, None)
        tag = tag_of(thing, self.across_of(thing), self.invalidations)
        if units is None or math.isnan(units):
            self.sizes.pop(thing.name, None)
            self.forget_kept(thing)
            return
        window = self.window
        length = min(max(window.tick(units), 0), LONGEST * window.unit)
        layout = self.layouts.get(thing.section, self.default)
        columns, column = column_of(window, layout)
        across = None if width is None or math.isnan(width) else window.tick(min(max(width, 0), LONGEST))
        is_wider = across is not None and across > column and columns > 1 and not layout.lanes
        if not thing.name.item or not (layout.flow or is_wider):
            across = None
        before = self.sizes.get(thing.name)
        of_flow = layout.flow
        if keeps_across:
            across, of_flow = (None, False) if before is None else before[2:]
        is_same = before is None or before.tag != tag or (before.length, before.across) == (length, across)
        if not is_same and not keeps_across:
            self.forget_kept(thing)  # It has changed by itself.
        self.sizes[thing.name] = OwnSize(length, tag, across, of_flow)
        rule = rule_of(layout.item)
        if thing.content and thing.name.item and not keeps_across and is_auto(window, rule, layout.flow):
            self.keep(tag, self.sizes[thing.name])

    def forget_kept(self, thing: Thing) -> None:
        """R19: all sizes of a key; their places among those that are kept stay taken."""
        for tag in self.kept if thing.name.item and thing.content else ():
            if tag[0] == thing.key:
                self.kept[tag] = None

    def keep(self, tag: Any, size: OwnSize) -> None:
        """R19: the oldest one goes."""
        if tag not in self.kept and len(self.kept) == (self.options.kept_sizes or KEPT):
            del self.kept[next(iter(self.kept))]
        self.kept[tag] = size

    def take_kept(self, spots: list[Spot]) -> set[Name]:
        """R19: what asks for its size and was measured before has that again. Which these are."""
        found: set[Name] = set()
        for spot in spots:
            tag = tag_of(spot.thing, self.across_of(spot.thing), self.invalidations)
            kept_size = self.kept.get(tag)
            if spot.asks and spot.item is not None and kept_size is not None:
                self.sizes[spot.name] = kept_size
                self.left_open.pop(spot.name, None)
                found.add(spot.name)
        return found

    def across_of(self, thing: Thing) -> int:
        """How wide an item is, or an element, for its tag."""
        if not thing.name.item:
            return self.window.room
        layout = self.layouts.get(thing.section, self.default)
        if layout.flow:
            return line_room(self.window, layout).inner | 1 << 40
        return column_of(self.window, layout)[1]

    def invalidate(self, things: list[Thing] | None = None) -> None:
        """R10: the sizes of these, or of everything, are guesses."""
        if things is None:
            self.invalidations += 1
        for thing in things or ():
            self.left_open.pop(thing.name, None)
            own = self.sizes.get(thing.name)
            self.forget_kept(thing)
            if own is not None:
                self.sizes[thing.name] = own._replace(tag=None)

    # --- scrolling

    def scroll(
        self, units: float, by: bool = False, clamp: bool = False, held: bool = False, bar: bool = False
    ) -> None:
        """Requests add up until the next layout."""
        self.request = self.request.add(units, by, clamp, bar)
        self.is_held, self.is_bar_held = held, bar
        if units or not by:
            self.target = self.saved = None

    def scroll_to(self, target: Target) -> None:
        """What was scrolled before is done with."""
        self.target, self.saved = target, None
        self.target_start = None
        self.request, self.is_bar_held = Request(), False

    def restore(self, saved: Saved) -> None:
        self.target, self.saved = None, saved
        self.request, self.is_bar_held = Request(), False

    def save(self) -> Saved | None:
        """The scroll position of the last scene: by the first item in the window."""
        last = self.last
        if last is None or not last.visible:
            return None
        spot = last.plan.items[last.first]
        within = last.offset - spot.start
        return Saved(spot.section, spot.thing.key, within, last.at_start, last.at_end)

    # --- a layout

    def layout(self, content: ListContent) -> Shown:
        """A scene. What asks to be measured is measured, until nothing new asks. Open: where nothing has
        changed, the offset stays, so that one that is near the end is not drawn to it."""
        same = self.last is not None and self.last.content == content
        if self.last is not None and same and not self.is_told and not self.request.is_made:
            self.last = replace(self.last, correction=0.0, scrolled=False)
            return self.last
        self.grows_at_start = content.grows_at_start
        given = self.request
        self.translate()
        asked: set[Name] = set()
        window = self.window
        places: list[Place] = []
        plan, units = self.arranged(content, None, True)
        for round in range(ROUNDS):
            places = places_of(plan, window.tick(units), frozenset(self.taken))
            asking, known = self.ask_about(plan, places, asked)
            asked |= asking_names(asking) | known
            has_measured = any(list(map(partial(self.measure, plan), asking))) or known
            if not has_measured or round == ROUNDS - 1:
                break
            origin = window.tick(units) - plan.shift
            held = held_between_rounds(places, self.held_name, self.goes_back, origin)
            plan, units = self.arranged(content, held, False)
        self.fresh.clear()
        offset = window.tick(units)
        first, visible = visible_of(plan, offset)
        threshold = window.tick(self.options.end_threshold) or window.tick(1) - 1
        seen, origin = self.seen(plan, offset), self.origin
        correction, scrolled = 0.0, False
        if self.last is not None:
            before = self.last
            if not given.is_set and not given.is_bar_set and self.bar is None:
                correction = seen.offset - before.seen.offset - given.units
            scrolled = seen.offset != before.seen.offset or offset + origin != before.offset + before.origin
        self.last = Shown(
            content, plan, offset, correction, places, first, visible, threshold, seen, origin, scrolled
        )
        found = None if self.target is None else find_target(plan, self.target.name)
        self.target_start = None if found is None else found[0]
        self.units, self.request, self.is_told = units, Request(), False
        return self.last

    # --- what the host sees of offsets

    def translate(self) -> None:
        """R22: what the host has asked for, in offsets of the content."""
        given, grain = self.request, self.window.grain
        self.next_bar, moved, is_set = None, given.bar, given.is_set
        if self.last is None:
            is_set = given.is_set or given.is_bar_set
        elif self.is_bar_held or given.is_bar_set or given.bar:
            bar = self.bar or bar_of(self.last.seen)
            to = given.bar if given.is_bar_set else bar.seen.offset + given.bar
            self.next_bar, moved = bar.moved(to, self.units, self.last.plan.maximum * grain)
        seen = self.units + self.origin * grain if self.bar is None else self.bar.seen.offset
        former = seen if self.next_bar is None else self.next_bar.seen.offset
        former = given.bar if self.last is None else former
        self.expected = given.units if given.is_set else former + given.units
        if not self.is_bar_held:
            self.next_bar = None
        if given.is_set and self.options.free_origin and self.last is not None:
            # A toolkit sets the offset to scroll by a distance.
            self.request = given._replace(units=given.units - seen, is_set=False)
            return
        more = moved - self.origin * grain if given.is_set else moved
        self.request = given._replace(units=given.units + more, is_set=is_set)

    def seen(self, plan: Plan, offset: int) -> Seen:
        """R22: what the host sees of the offset."""
        if not self.options.free_origin:
            self.origin = 0
        elif (self.last or self.moves) and not self.is_wanted and self.next_bar is None:
            self.origin = self.window.tick(self.expected - self.wanted)
        self.bar, grain = self.next_bar, self.window.grain
        if self.bar is not None:
            return self.bar.seen
        start = self.origin * grain
        return Seen(
            (offset + self.origin) * grain, start, (plan.maximum + self.origin) * grain, plan.length * grain
        )

    def arranged(self, content: ListContent, held: Held | None, is_first: bool) -> tuple[Plan, float]:
        """A round: where everything is, and the offset, until all that the window shows has its lane. What
        got one in the round before, and not by its size, has none again."""
        for name in self.fresh:
            self.lanes.pop(name, None)
        self.fresh.clear()
        wanted = self.wanted
        passes = 0
        while True:
            passes += 1
            plan = self.lay_out(content, self.sizes, self.lanes)
            self.wanted = wanted
            units = self.first_offset(plan) if is_first else self.next_offset(plan, held)
            if passes == PASSES or not self.settle(plan, units):
                return plan, units

    def ask_about(self, plan: Plan, places: list[Place], asked: set[Name]) -> tuple[list[Spot], set[Name]]:
        """What a round asks about: what has a place, what got a lane, and then what comes next; and what of
        that was measured before, which counts as asked."""
        known: set[Name] = set()
        asking: list[Spot] = []

        def ask(spots: list[Spot]) -> None:
            done = {*asked, *known, *asking_names(asking)}
            known.update(self.take_kept([spot for spot in spots if spot.name not in done]))
            asking.extend(self.asking(spots, plan, done | known))

        ask([place.spot for place in places])
        ask([spot for spot in map(plan.find, self.fresh) if spot])
        if asked and (asking or known):
            more = before if self.goes_back else ahead
            ask(more(plan, places, len(asked)))
        return asking, known

    def asking(self, spots: list[Spot], plan: Plan, asked: set[Name]) -> list[Spot]:
        """Those that can be measured, are to be, were not asked about in this layout, and are not what the
        same function has left open."""
        found: list[Spot] = []
        for spot in spots:
            measure = self.layout_of(plan, spot).measure
            if not spot.asks or spot.name in asked or measure is None:
                continue
            if self.left_open.get(spot.name) != (
                tag_of(spot.thing, self.across_of(spot.thing), self.invalidations),
                measure,
            ):
                found.append(spot)
        return found

    def layout_of(self, plan: Plan, spot: Spot) -> SectionLayout:
        return self.default if spot.section is None else plan.bands[spot.section].layout

    def measure(self, plan: Plan, spot: Spot) -> bool:
        """Asks the layout's function about one thing. Whether it knows it."""
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
        along_answer: Any = answer
        if isinstance(answer, tuple):
            along_answer = answer[0] if self.options.horizontal else answer[1]
        if along_answer is None or math.isnan(along_answer):
            tag = tag_of(thing, self.across_of(thing), self.invalidations)
            self.left_open[thing.name] = (tag, measure)
            if thing.name in self.sizes:
                self.sizes[thing.name] = self.sizes[thing.name]._replace(tag=None)
            return False
        self.set_length(thing, answer)
        return True

    # --- the offset

    def first_offset(self, plan: Plan) -> float:
        """What the last scene showed is held, then what the host has scrolled is added or set."""
        request, last, grain = self.request, self.last, self.window.grain
        ticks = self.corrected(plan)
        units = self.units if last is not None and ticks == last.offset else ticks * grain
        self.wanted = request.units if request.is_set else units + request.units
        return self.cut(plan, not self.has_target)

    def next_offset(self, plan: Plan, held: Held | None) -> float:
        """Of a later round: what was first in the window stays, for sizes have become known. Where the host
        scrolls back, the end of what was last stays. What it scrolled by is not lost by a cut of before."""
        last, grain = self.last, self.window.grain
        wanted = self.wanted_by_host(plan)
        now = None if held is None else plan.find(held.spot.name)
        self.is_wanted = wanted is not None
        if wanted is not None:
            self.wanted = wanted * grain
        elif self.stays_at_end:
            self.wanted = plan.maximum * grain
        elif (self.next_bar is not None and self.next_bar.is_at_start) or (
            self.anchor is Hold.VISIBLE
            and not self.moves
            and (last is None or (last.at_start and not self.grows_at_start))
        ):
            pass
        elif held is not None and now is not None:
            was = held.spot
            self.wanted += (now.end - was.end if held.by_end else now.start - was.start) * grain
        return self.cut(plan, True)

    def cut(self, plan: Plan, may_be_over: bool) -> float:
        """The offset that is wanted, within the content unless the host went beyond it."""
        last, request = self.last, self.request
        has_overshot = last is not None and not 0 <= last.offset <= last.plan.maximum
        is_free = not request.is_clamped if request.is_made else has_overshot and may_be_over
        units = self.wanted if is_free else min(max(self.wanted, 0), plan.maximum * self.window.grain)
        if not self.moves:
            self.wanted = units
        return units

    @property
    def moves(self) -> bool:
        """Whether the host has scrolled."""
        return self.request.moves

    @property
    def goes_back(self) -> bool:
        return not self.request.is_set and self.request.units < 0

    def was_at_start(self, old: Shown) -> bool:
        """Whether it was, and what the host has scrolled by since has not left it."""
        request = self.request
        stays = request.is_set or request.units <= 0
        return old.at_start and (stays or self.window.tick(self.units + request.units) <= 0)

    def was_at_end(self, old: Shown) -> bool:
        """Likewise. Open: it has not where it would still count as being at the end."""
        after = self.window.tick(self.units + self.request.units)
        threshold = self.window.tick(self.options.end_threshold) or self.window.tick(1) - 1
        return old.at_end and (not self.goes_back or after >= old.plan.maximum - threshold)

    @property
    def has_target(self) -> bool:
        return self.target is not None or self.saved is not None

    def wanted_by_host(self, plan: Plan) -> int | None:
        """Rule 1: what a target or a saved position leads to, as long as that is there."""
        if self.target is not None:
            present = 0 if self.last is None else self.last.offset
            found = find_target(plan, self.target.name)
            if found is not None and self.target_start is not None:
                # Once it was shown it stays where it was in the window.
                present += found[0] - self.target_start
            return offset_of_target(plan, self.target, present)
        spot = None
        if self.saved is not None:
            item = self.saved.item
            spot = next((spot for spot in plan.items if spot.thing.key == item), None)
        if spot is None or self.saved is None:
            return None
        if self.saved.at_start:
            return 0
        return (
            plan.maximum if self.saved.at_end else min(max(spot.start + self.saved.within, 0), plan.maximum)
        )

    # --- the anchor: LAYOUT.md

    def corrected(self, plan: Plan) -> int:
        """Rules 1 to 5: the offset that holds what the last scene has shown, before what the host has
        scrolled."""
        wanted, old = self.wanted_by_host(plan), self.last
        self.stays_at_end, self.held_name = False, None
        self.is_wanted = wanted is not None
        if wanted is not None:
            return wanted
        if self.next_bar is not None and self.next_bar.is_at_start:
            return 0
        if self.next_bar is not None and self.next_bar.is_at_end:
            self.stays_at_end = True
            return plan.maximum
        if self.anchor is Hold.END and not self.is_held and (old is None or self.was_at_end(old)):
            spot = None if old is None else disclosed(old, plan)
            if spot is not None and old is not None:
                return kept(old.plan, plan, spot, old.offset)
            self.stays_at_end = not self.moves
            return plan.maximum
        if old is None:
            return 0
        if self.anchor is Hold.NONE:
            return old.offset
        if self.anchor is Hold.VISIBLE and self.was_at_start(old) and not self.grows_at_start:
            return min(old.offset, 0)
        was = [place.spot for place in old.places if not place.is_outside]
        item = next((spot for spot in was if spot.name.item and spot.name.item == self.anchor_item), None)
        if item is not None and plan.find(item.name) is not None:
            self.held_name = item.name
            return kept(old.plan, plan, item, old.offset)
        found = (
            chain_anchor(old.plan, plan, old.first, old.visible, items_in_window(old))
            if old.visible
            else held_element(old, plan)
        )
        if found is None:
            found = held_by_overscan(old, plan)
        if not isinstance(found, Spot):
            return old.offset
        self.held_name = found.name
        return kept(old.plan, plan, found, old.offset)
