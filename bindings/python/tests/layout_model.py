"""A slow model of views that are laid out: every frame of the whole content, one by one, in integers.

    read_content   what the list shows: sections, items, elements (`layout_model_content`)
    lay_out        a Plan: a Spot for each of them, along the axis and across, in ticks of the grain

`layout_model_places` says what is near the window and where it is drawn, `layout_model_view` keeps what a
view keeps (sizes, offset, anchor, the last scene), `layout_model_points` finds what is at a point, and
neighbours. Nothing here is quick, and nothing is shared with the library but the values that say how things
are laid out.

Where the manual leaves something open the model chose, and the comment begins with "Open:".
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from layout_model_content import ListContent, Name, SectionContent, Thing
from layout_model_custom import custom_spots
from layout_model_lanes import LaneItem, LaneWalk

from iqlist import ElementKind
from iqlist.layouts import (
    Auto,
    Fixed,
    Insets,
    Relative,
    Room,
    SectionLayout,
    SizeRule,
    ViewOptions,
    length_of,
    rule_of,
)

LONGEST = 2**20
"""The longest length, in units."""


# --- lengths


class Window(NamedTuple):
    """The window in ticks of `grain`, along the axis and across it: R1, R2."""

    options: ViewOptions
    grain: float
    along: int
    across: int

    def tick(self, units: float) -> int:
        """R1: the nearest tick; halves go up."""
        return math.floor(units / self.grain + 0.5)

    @property
    def unit(self) -> int:
        """One unit in ticks."""
        return round(1 / self.grain)

    def sides(self, insets: Insets) -> tuple[int, int, int, int]:
        """R2: insets in ticks: at the start and end along the axis, at the start and end across."""
        top, leading, bottom, trailing = map(self.tick, insets)
        if self.options.horizontal:
            return leading, trailing, top, bottom
        return top, bottom, leading, trailing

    @property
    def room(self) -> int:
        """R2: the room across."""
        _, _, start, end = self.sides(self.options.insets)
        return max(0, self.across - start - end)

    @property
    def extent(self) -> int:
        """R2: what RELATIVE lengths are parts of."""
        start, end, _, _ = self.sides(self.options.insets)
        return max(0, self.along - start - end)


def window_of(options: ViewOptions, width: float, height: float) -> Window:
    """The window of a view."""
    grain = options.grain or 1 / 1024
    along, across = (width, height) if options.horizontal else (height, width)
    return Window(options, grain, math.floor(along / grain + 0.5), math.floor(across / grain + 0.5))


def length_by_rule(window: Window, rule: SizeRule, column: int, otherwise: float) -> int:
    """R3: how long something is along the axis by its rule; `otherwise` for an AUTO of 0."""
    length = length_of(rule.width if window.options.horizontal else rule.height)
    more = rule.additional.width if window.options.horizontal else rule.additional.height
    if isinstance(length, Auto):
        ticks = window.tick(length.value or otherwise)
    elif isinstance(length, Fixed):
        ticks = window.tick(length.value)
    elif isinstance(length, Relative):
        ticks = window.tick(length.value * window.extent * window.grain)
    else:
        ratio = length.value or 1
        units = column * window.grain
        ticks = window.tick(units * ratio if window.options.horizontal else units / ratio)
    return min(max(0, ticks + window.tick(more)), LONGEST * window.unit)


def is_auto(window: Window, rule: SizeRule, flow: bool = False) -> bool:
    """Whether a rule leaves the length along the axis to the content, or in a flow either."""
    if flow and (isinstance(length_of(rule.width), Auto) or isinstance(length_of(rule.height), Auto)):
        return True
    return isinstance(rule.width if window.options.horizontal else rule.height, Auto)


def column_of(window: Window, layout: SectionLayout) -> tuple[int, int]:
    """R4: the number of columns, and how wide one is."""
    _, _, start, end = window.sides(layout.insets)
    inner = max(0, window.room - start - end)
    columns = columns_of(window, layout, inner)
    if columns == 1:
        return 1, inner
    left = max(0, inner - (columns - 1) * window.tick(layout.item_spacing))
    return columns, left // (columns * window.unit) * window.unit


def columns_of(window: Window, layout: SectionLayout, inner: int) -> int:
    """R4, R21: how many columns or lanes there are; with `fit` as many as fit, each as wide as its rule
    says."""
    if layout.custom is not None:
        return 1
    if not layout.fit:
        return layout.columns or 1
    most = layout.columns or (32 if layout.lanes else 64)
    spacing = window.tick(layout.item_spacing)
    step = across_by_rule(window, layout, inner) + spacing
    return max(1, min(most, (inner + spacing) // step if step else most))


MOST = 64
"""Items in a line."""


class LineRoom(NamedTuple):
    """R17: what a line has for its items, in columns or ticks, and what an item takes that has no size of its
    own."""

    room: int
    gap: int
    item: int
    inner: int


def line_room(window: Window, layout: SectionLayout) -> LineRoom:
    _, _, start, end = window.sides(layout.insets)
    inner = max(0, window.room - start - end)
    if not layout.flow:
        return LineRoom(column_of(window, layout)[0], 0, 1, inner)
    return LineRoom(inner, window.tick(layout.item_spacing), across_by_rule(window, layout, inner), inner)


def across_by_rule(window: Window, layout: SectionLayout, inner: int) -> int:
    """R17: how wide an item of a flow is by its rule."""
    rule, horizontal = rule_of(layout.item), window.options.horizontal
    length = length_of(rule.height if horizontal else rule.width)
    more = rule.additional.height if horizontal else rule.additional.width
    if isinstance(length, Auto):
        ticks = window.tick(length.value or 44)
    elif isinstance(length, Fixed):
        ticks = window.tick(length.value)
    elif isinstance(length, Relative):
        ticks = window.tick(length.value * window.room * window.grain)
    else:
        units = length_by_rule(window, rule, window.tick(44), 44) * window.grain
        ratio = length.value or 1
        ticks = window.tick(units / ratio if horizontal else units * ratio)
    return min(max(0, ticks + window.tick(more)), inner)


# --- sizes of their own


class OwnSize(NamedTuple):
    """R10: a length that was set or measured, and for what. Without a tag it is a guess. `across`, and
    whether that was set in a flow: R17."""

    length: int
    tag: Any
    across: int | None = None
    of_flow: bool = False


Sizes = dict[Name, OwnSize]
Lanes = dict[Name, tuple[int, int]]
"""R18: the lanes of items, each with the handle of the section that it is of."""


def tag_of(thing: Thing, across: int, invalidations: int) -> Any:
    """R10: what a size was measured for. Open: the room across is that of its column, which text is wrapped
    to."""
    return thing.key, *thing.look(), across, invalidations


# --- the whole content


@dataclass
class Spot:
    """Where an item or element is in the content, in ticks."""

    thing: Thing
    rule: SizeRule
    section: int | None
    """The position of its section; None: of the list itself."""
    start: int
    length: int
    across: int
    breadth: int
    item: int | None = None
    """Its position in its section; None for an element."""
    index: int | None = None
    column: int = 0
    row: int = 0
    asks: bool = False
    """R10: its size is a guess, or not known."""

    @property
    def name(self) -> Name:
        return self.thing.name

    @property
    def end(self) -> int:
        return self.start + self.length

    def geometry(self) -> tuple[int, int, int, int]:
        return self.start, self.length, self.across, self.breadth


@dataclass
class Band:
    """Where a section is in the content."""

    handle: int
    layout: SectionLayout
    start: int
    end: int
    items_start: int
    """Where its first row would begin, without the insets of the section."""
    is_list: bool
    is_lanes: bool
    is_custom: bool
    items_length: int
    inset: int
    """Before the items, along."""
    columns: int
    column: int
    column_across: int
    headers: list[Spot]
    items: list[Spot]
    footers: list[Spot]


@dataclass
class Plan:
    """The whole content, laid out."""

    window: Window
    spots: list[Spot]
    bands: list[Band]
    length: int
    """R6: of the content."""
    header: Spot | None
    footer: Spot | None
    by_name: dict[Name, Spot] = field(init=False, repr=False)
    items: list[Spot] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.items = [spot for spot in self.spots if spot.item is not None]
        self.by_name = {spot.name: spot for spot in self.spots}

    @property
    def maximum(self) -> int:
        return max(0, self.length - self.window.along)

    @property
    def shift(self) -> int:
        """R6: how far GRAVITY_END moves everything."""
        return max(0, self.window.along - self.length) if self.window.options.gravity_end else 0

    def find(self, name: Name) -> Spot | None:
        return self.by_name.get(name)

    def band(self, handle: int) -> Band | None:
        return next((band for band in self.bands if band.handle == handle), None)


@dataclass
class LayOut:
    """Lays out a list's content from its start to its end: R4 to R6."""

    window: Window
    content: ListContent
    default: SectionLayout
    layouts: dict[int, SectionLayout]
    """Of sections with a layout of their own, by handle."""
    sizes: Sizes
    lanes: Lanes
    invalidations: int

    def plan(self) -> Plan:
        """R6: everything in the list's order."""
        window, content, rules = self.window, self.content, self.default
        spacing = window.tick(window.options.section_spacing)
        start, end, _, _ = window.sides(window.options.insets)
        spots: list[Spot] = []
        bands: list[Band] = []
        at = start

        def own(thing: Thing | None, rule: Any, otherwise: float) -> Spot | None:
            nonlocal at
            if thing is None:
                return None
            spot = self.element(thing, None, rule_of(rule), otherwise, at)
            spots.append(spot)
            at = spot.end
            return spot

        header = own(content.header, rules.header, 22)
        own(content.page_start, rules.page, 44)
        is_first = True
        for position, section in enumerate(content.sections):
            begin = at if is_first else at + spacing
            band, found = self.section(section, position, begin, sum(len(b.items) for b in bands))
            bands.append(band)
            spots += found
            if band.end > band.start:
                at, is_first = band.end, False
        if content.placeholder is not None:
            rest = at + sum(spot.length for spot in self.ends()) + end
            own_size = self.sizes.get(content.placeholder.name)
            length = max(0 if own_size is None else own_size.length, window.along - rest)
            _, _, side, _ = window.sides(window.options.insets)
            spots.append(Spot(content.placeholder, SizeRule(), None, at, length, side, window.room))
            at += length
        own(content.page_end, rules.page, 44)
        footer = own(content.footer, rules.footer, 22)
        return Plan(window, spots, bands, at + end, header, footer)

    def ends(self) -> Iterator[Spot]:
        """What stands behind the placeholder."""
        if self.content.page_end is not None:
            yield self.element(self.content.page_end, None, rule_of(self.default.page), 44, 0)
        if self.content.footer is not None:
            yield self.element(self.content.footer, None, rule_of(self.default.footer), 22, 0)

    def section(
        self, section: SectionContent, position: int, begin: int, first: int
    ) -> tuple[Band, list[Spot]]:
        """R4 to R6: the elements and items of a section, from `begin` on."""
        window = self.window
        layout = self.layouts.get(section.handle, self.default)
        spots: list[Spot] = []
        at = begin

        def put(thing: Thing | None, rule: Any, otherwise: float) -> None:
            nonlocal at
            if thing is not None:
                spots.append(self.element(thing, position, rule_of(rule), otherwise, at))
                at = spots[-1].end

        for header in section.headers:
            put(header, layout.header, 22)
        put(section.page_start, layout.page, 44)
        items_start = at
        before, after, side, _ = window.sides(layout.insets)
        _, _, view_side, _ = window.sides(window.options.insets)
        columns, column = column_of(window, layout)
        if layout.flow:
            column = across_by_rule(window, layout, line_room(window, layout).inner)
        length = 0
        if section.items:
            at += before
            if layout.lanes:
                items, length = self.in_lanes(section, position, layout, at, first)
                at += length + after
            elif layout.custom is not None:
                items, length = self.in_custom(section, position, layout, at, first)
                at += length + after
            else:
                items = list(self.rows(section, position, layout, at, first))
                last = items[-1].row
                length = max(spot.end for spot in items if spot.row == last) - at
                at += length + after
            spots += items
        put(section.page_end, layout.page, 44)
        for footer in section.footers:
            put(footer, layout.footer, 22)
        is_custom = layout.custom is not None
        is_list = columns == 1 and not layout.flow and not layout.lanes and not is_custom
        band = Band(
            section.handle, layout, begin, at, items_start, is_list, layout.lanes, is_custom, length, before,
            columns, column,            view_side + side,
            [s for s in spots if s.name.kind == ElementKind.HEADER],
            [s for s in spots if s.item is not None],
            [s for s in spots if s.name.kind == ElementKind.FOOTER],
        )  # fmt: skip
        return band, spots

    def rows(
        self, section: SectionContent, position: int, layout: SectionLayout, begin: int, first: int
    ) -> Iterator[Spot]:
        """R4, R17: the items of a section, line by line; R9: where they are across."""
        window, rule = self.window, rule_of(layout.item)
        room = line_room(window, layout)
        columns, column = column_of(window, layout)
        spacing = window.tick(layout.item_spacing)
        _, _, view_side, _ = window.sides(window.options.insets)
        _, _, side, _ = window.sides(layout.insets)
        by_rule = length_by_rule(window, rule, room.item if layout.flow else column, 44)
        at, number = begin, 0
        tag_across = room.inner | 1 << 40 if layout.flow else column
        owns = [self.own(thing, rule, tag_across, layout.flow) for thing in section.items]
        widths = [width_of(own, layout, room, column, spacing) for own in owns]
        lines = lines_of(widths, room)
        for row, count in enumerate(lines):
            used = sum(widths[number : number + count]) + room.gap * (count - 1)
            taken = used if layout.flow else max(0, used * (column + spacing) - spacing)
            free = max(0, room.inner - taken)
            before, longest = 0, 0
            for place in range(count):
                thing, own, width = section.items[number], owns[number], widths[number]
                length = by_rule if own is None else own.length
                across = before if layout.flow else before * (column + spacing)
                breadth = width if layout.flow else max(0, width * (column + spacing) - spacing)
                if columns > 1 or layout.flow:
                    across += free // 2 if layout.centered else 0
                    if layout.justified and row < len(lines) - 1 and count > 1:
                        across += free * place // (count - 1)
                yield Spot(
                    thing, rule, position, at, length, view_side + side + across, breadth, number,
                    first + number, place, row, self.asks(thing, rule, own, tag_across, layout.flow),
                )  # fmt: skip
                before += width + room.gap
                longest = max(longest, length)
                number += 1
            at += longest + window.tick(layout.line_spacing)

    def in_lanes(
        self, section: SectionContent, position: int, layout: SectionLayout, begin: int, first: int
    ) -> tuple[list[Spot], int]:
        """R18: the items of a section, and their length. Those with a size and no lane get one."""
        window, rule = self.window, rule_of(layout.item)
        _, column = column_of(window, layout)
        walk = lane_walk(window, layout)
        _, _, view_side, _ = window.sides(window.options.insets)
        _, _, side, _ = window.sides(layout.insets)
        step = column + window.tick(layout.item_spacing)
        spots: list[Spot] = []
        for number, thing in enumerate(section.items):
            own = self.own(thing, rule, column)
            lane = lane_of(self.lanes, thing)
            if lane is None and own is not None:
                lane = walk.shortest
                self.lanes[thing.name] = (section.handle, lane)
            length = walk.rule if own is None else own.length
            lane_now, start = walk.add(LaneItem(lane, length))
            across = view_side + side + lane_now * step
            asks = self.asks(thing, rule, own, column)
            spots.append(
                Spot(thing, rule, position, begin + start, length, across, column, number, first + number)
            )
            spots[-1].column, spots[-1].row, spots[-1].asks = lane_now, number, asks
        return spots, max(0, max(walk.ends) - walk.lead)

    def in_custom(
        self, section: SectionContent, position: int, layout: SectionLayout, begin: int, first: int
    ) -> tuple[list[Spot], int]:
        """R20: the items of a section with a layout of the host's, which are one row, and their length."""
        window, rule = self.window, rule_of(layout.item)
        _, inner = column_of(window, layout)
        _, _, view_side, _ = window.sides(window.options.insets)
        _, _, side, _ = window.sides(layout.insets)
        assert layout.custom is not None
        room = Room(section.key, len(section.items), inner * window.grain)
        found, extent = custom_spots(window, layout.custom, room, inner)
        spots: list[Spot] = []
        for number, (thing, at) in enumerate(zip(section.items, found)):
            across = view_side + side + at.across
            spots.append(Spot(thing, rule, position, begin + at.start, at.length, across, at.breadth, number))
            spots[-1].index, spots[-1].column = first + number, number
        return spots, extent

    def element(self, thing: Thing, section: int | None, rule: SizeRule, otherwise: float, at: int) -> Spot:
        """R5: a header, footer or loader, from `at` on."""
        window = self.window
        _, _, side, _ = window.sides(window.options.insets)
        own = self.own(thing, rule, window.room)
        length = length_by_rule(window, rule, window.room, otherwise) if own is None else own.length
        asks = self.asks(thing, rule, own, window.room)
        return Spot(thing, rule, section, at, length, side, window.room, asks=asks)

    def own(self, thing: Thing, rule: SizeRule, across: int, flow: bool = False) -> OwnSize | None:
        """R10: a size of 0 that is a guess counts as none, as what has no place is never measured. Open: that
        of an item is forgotten by that."""
        own = self.sizes.get(thing.name)
        if own is None or own.length > 0 or not self.asks(thing, rule, own, across, flow):
            return own
        if thing.name.item:
            del self.sizes[thing.name]
        return None

    def asks(
        self, thing: Thing, rule: SizeRule, own: OwnSize | None, across: int, flow: bool = False
    ) -> bool:
        """R10: whether an AUTO size is missing, or was measured for something else."""
        if not is_auto(self.window, rule, flow):
            return False
        return own is None or own.tag != tag_of(thing, across, self.invalidations)


def lane_of(lanes: Lanes, thing: Thing) -> int | None:
    """R18: the lane of an item. That of another section counts no more."""
    section, lane = lanes.get(thing.name, (0, 0))
    return lane if section == thing.section else None


def lane_walk(window: Window, layout: SectionLayout) -> LaneWalk:
    """R18: lanes without items."""
    columns, column = column_of(window, layout)
    rule = length_by_rule(window, rule_of(layout.item), column, 44)
    return LaneWalk(columns, window.tick(layout.line_spacing), rule)


def width_of(own: OwnSize | None, layout: SectionLayout, room: LineRoom, column: int, spacing: int) -> int:
    """R17: what an item takes of its line."""
    if own is None or own.across is None:
        return room.item
    if layout.flow:
        return min(own.across, room.inner)
    if own.of_flow or own.across <= column or column + spacing == 0:
        return 1
    return min(room.room, -(-(own.across + spacing) // (column + spacing)))


def lines_of(widths: list[int], room: LineRoom) -> list[int]:
    """R17: how many items are in each line: as many as fit, one at least."""
    lines: list[int] = []
    used = 0
    for width in widths:
        if lines and lines[-1] < MOST and used + room.gap + width <= room.room:
            lines[-1] += 1
            used += room.gap + width
        else:
            lines.append(1)
            used = width
    return lines
