"""A view that is laid out, and the slow model beside it: told the same, compared after every operation."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from layout_model_anchor import Shown
from layout_model_content import ALL, ListContent, Name, Thing, read_content
from layout_model_neighbours import Direction, neighbour
from layout_model_places import Frame, frame_in_content, frame_of, natural_of
from layout_model_points import Hit, hit
from layout_model_targets import Align, Target, offset_of_target
from layout_model_view import Hold, LayoutModel, Saved

from iqlist import (
    Item,
    LaidOutView,
    List,
    Measured,
    PlaceFlag,
    Scene,
    SceneFlag,
    ScrollPosition,
    SectionLayout,
    Size,
    TakenCell,
    ViewOptions,
)
from iqlist.picture import scene as draw_scene

PLAIN = PlaceFlag.MEASURE | PlaceFlag.STUCK | PlaceFlag.OUTSIDE | PlaceFlag.FIRST | PlaceFlag.LAST
"""What the model says of a place by itself; the others compare it with the last scene."""


class Beside:
    """A view and its model."""

    def __init__(self, shown: List[Any], options: ViewOptions, random: random.Random) -> None:
        self.list, self.random = shown, random
        self.view: LaidOutView[Any] = shown.laid_out_view(options)
        self.model = LayoutModel(options)
        self.scene: Scene[Any] | None = None
        self.taken: list[tuple[Name, TakenCell[Any]]] = []

    @property
    def grain(self) -> float:
        return self.model.window.grain

    def content(self) -> ListContent:
        return read_content(self.list)

    def things(self) -> list[Thing]:
        """All items and elements that have a place in the content."""
        return [spot.thing for spot in self.model.plan(self.content()).spots]

    def argument(self, name: Name) -> tuple[Any, int, int]:
        """What a name is in Python: an item, section or None, a kind and an index."""
        if name.item:
            return Item._of(self.list, name.item), 0, 0
        if not name.section:
            return None, name.kind, name.number
        found = next(s for s in self.list.sections if self.list._section_handle(s.key).id == name.section)
        return found, name.kind, name.number

    # --- telling both

    def tell(self) -> None:
        """Something is different, and the next layout has to look."""
        self.model.is_told = True

    def set_options(self, options: ViewOptions) -> None:
        self.tell()
        self.view.set_options(options)
        if options.kept_sizes != self.model.options.kept_sizes:
            self.model.kept.clear()
        lanes = self.model.lanes_of_layouts()
        self.model.options = options
        self.model.forget_other_lanes(lanes)
        if not options.free_origin:
            self.model.origin = 0

    def set_size(self, width: float, height: float) -> None:
        if (width, height) != (self.model.width, self.model.height):
            self.tell()
        self.view.set_size(width, height)
        lanes = self.model.lanes_of_layouts()
        self.model.width, self.model.height = width, height
        self.model.forget_other_lanes(lanes)

    def set_layout(self, layout: SectionLayout | None, at: int | None = None) -> None:
        self.tell()
        section = None if at is None else self.list.sections[at]
        self.view.set_layout(layout, section)
        if section is None:
            self.model.default = layout or SectionLayout()
            self.model.forget_lanes(None)
            return
        handle = int(self.list._section_handle(section.key).id)
        self.model.forget_lanes(handle)
        if layout is None:
            self.model.layouts.pop(handle, None)
        else:
            self.model.layouts[handle] = layout

    def set_sizes(self, sizes: list[tuple[Thing, Any]]) -> None:
        """Those of items in one call, those of elements each by itself."""
        if sizes:
            self.tell()
        items = [(Item._of(self.list, thing.name.item), size) for thing, size in sizes if thing.name.item]
        self.view.set_sizes(items)
        for thing, size in sizes:
            if not thing.name.item:
                element, kind, index = self.argument(thing.name)
                self.view.set_size_of(element, size, kind=kind, index=index)
            self.model.set_length(thing, size)

    def set_lengths(self, lengths: Any, first: int, count: int) -> None:
        self.tell()
        self.view.set_lengths(lengths, first, count)
        items = self.all_items()[first : first + count]
        for at, thing in enumerate(items):
            self.model.set_length(thing, lengths if isinstance(lengths, float) else lengths[at], True)

    def all_items(self) -> list[Thing]:
        return [thing for section in self.content().sections for thing in section.items]

    def invalidate(self, first: int = 0, count: int | None = None) -> None:
        self.tell()
        self.view.invalidate(first, count)
        if first == 0 and count is None:
            self.model.invalidate()
        else:
            self.model.invalidate(self.all_items()[first:][:count])

    def scroll(
        self, offset: float, by: bool = False, clamp: bool = False, held: bool = False, bar: bool = False
    ) -> None:
        self.view.scroll(offset, by=by, clamp=clamp, held=held, bar=bar)
        self.model.scroll(offset, by, clamp, held, bar)

    def scroll_to(self, target: Target) -> None:
        self.tell()
        element, kind, index = self.argument(target.name)
        self.view.scroll_to(element, int(target.align), kind=kind, index=index, margin=target.margin)
        self.model.scroll_to(target)

    def set_anchor(self, anchor: Hold, item: Thing | None = None) -> None:
        handle = None if item is None else Item._of(self.list, item.name.item)
        self.view.set_anchor(int(anchor), handle)
        self.model.anchor, self.model.anchor_item = anchor, 0 if item is None else item.name.item

    def restore(self, saved: Saved) -> None:
        self.tell()
        within = saved.within * self.grain
        self.view.set_scroll_position(
            ScrollPosition(saved.section, saved.item, within, saved.at_start, saved.at_end)
        )
        self.model.restore(saved)

    def take(self, thing: Thing) -> None:
        self.tell()
        element, kind, index = self.argument(thing.name)
        self.taken.append((thing.name, self.view.take_cell(element, kind=kind, index=index)))
        self.model.taken.add(thing.name)

    def give(self) -> None:
        self.tell()
        for _, taken in self.taken:
            taken.give()
        self.taken.clear()
        self.model.taken.clear()

    # --- comparing

    def check(self) -> None:
        """Lays out, and compares all that there is to see."""
        content = self.content()
        before, self.scene = self.scene, self.view.layout()
        old = self.model.last
        shown = self.model.layout(content)
        try:
            self.check_scene(shown, before)
            self.check_moved(shown, old)
            self.check_ranges(shown)
            self.check_again()
            self.check_points(shown)
            self.check_geometry(shown)
        except AssertionError as error:
            raise AssertionError(f"{error}\npicture: {self.draw()}\n{self.view.dump()}") from error

    def draw(self) -> Path:
        with tempfile.NamedTemporaryFile("w", suffix=".svg", delete=False) as file:
            file.write(draw_scene(self.view))
        return Path(file.name)

    def check_scene(self, shown: Shown, before: Scene[Any] | None) -> None:
        scene, grain, plan = self.scene, self.grain, shown.plan
        assert scene is not None
        seen = [describe(place, grain) for place in scene]
        wanted = [self.wanted(shown, at) for at in range(len(shown.places))]
        assert seen == wanted, difference(seen, wanted)
        flags = SceneFlag.MEASURE * shown.measures
        flags |= SceneFlag.AT_START * shown.at_start | SceneFlag.AT_END * shown.at_end
        flags |= SceneFlag.SCROLLED * shown.scrolled
        mask = SceneFlag.MEASURE | SceneFlag.AT_START | SceneFlag.AT_END | SceneFlag.SCROLLED
        told = {
            "version": scene.version,
            "offset": scene.offset,
            "correction": scene.correction,
            "minimum": scene.minimum,
            "maximum": scene.maximum,
            "visible": (scene.visible.start, len(scene.visible)),
            "items": scene.items,
            "flags": int(scene.flags & mask),
        }
        right = {
            "version": shown.content.version,
            "offset": shown.seen.offset,
            "correction": shown.correction,
            "minimum": shown.seen.minimum,
            "maximum": shown.seen.maximum,
            "visible": (shown.first, shown.visible),
            "items": len(plan.items),
            "flags": int(flags),
        }
        assert told == right, difference(list(told.items()), list(right.items()))
        along, across = shown.seen.length, plan.window.across * grain
        size = (along, across) if self.model.options.horizontal else (across, along)
        assert (scene.content.width, scene.content.height) == size
        numbers = [place.cell_number for place in scene]
        assert None not in numbers and len(set(numbers)) == len(numbers), "each place has a cell of its own"
        for place in scene:
            if place.item is not None:
                assert place.states == place.item.states
        self.check_pairs(shown, before)
        position = self.view.scroll_position
        saved = self.model.save()
        assert (position is None) == (saved is None)
        if position is not None and saved is not None:
            assert position.item == saved.item and position.within / grain == saved.within
            assert (position.at_start, position.at_end) == (saved.at_start, saved.at_end)

    def wanted(self, shown: Shown, at: int) -> tuple[Any, ...]:
        """A place as the model has it."""
        place, plan = shown.places[at], shown.plan
        spot = place.spot
        flags = PlaceFlag.NONE
        if spot.asks:
            flags |= PlaceFlag.MEASURE
        if place.is_stuck:
            flags |= PlaceFlag.STUCK
        if place.is_outside:
            flags |= PlaceFlag.OUTSIDE
        if spot.item is not None and spot.section is not None:
            flags |= PlaceFlag.FIRST * (spot.item == 0)
            flags |= PlaceFlag.LAST * (spot.item == len(plan.bands[spot.section].items) - 1)
        position = None if spot.section is None else (spot.section, spot.item)
        start = place.start + plan.shift - shown.offset
        name, thing = spot.name, spot.thing
        return (
            name.item, name.kind, name.number, position, spot.index, thing.level, int(flags),
            frame_of(plan, spot, start), natural_of(plan, spot, shown.offset), thing.model,
        )  # fmt: skip

    def check_pairs(self, shown: Shown, before: Scene[Any] | None) -> None:
        """What is said of a place compared with the last scene."""
        scene = self.scene
        assert scene is not None
        old = [] if before is None else [name_of(place) for place in before]
        new = [name_of(place) for place in scene]
        if SceneFlag.CHANGED not in scene.flags:
            assert new == old and scene.previous == scene.places
            news = PlaceFlag.NEW | PlaceFlag.BOUND | PlaceFlag.MOVED
            assert not any(place.flags & news for place in scene)
            return
        assert [name_of(place) for place in scene.previous] == old
        for place, name in zip(scene, new):
            assert place.other == (old.index(name) if name in old else None), place
            assert (PlaceFlag.NEW in place.flags) == (name not in old), place
        for place, name in zip(scene.previous, old):
            assert place.other == (new.index(name) if name in new else None), place
            assert (PlaceFlag.GONE in place.flags) == (not self.is_in_list(shown, name)), place

    def check_moved(self, shown: Shown, old: Shown | None) -> None:
        """What is elsewhere in the host's content, or has another size."""
        if old is None or self.scene is None or SceneFlag.CHANGED not in self.scene.flags:
            return
        were = {place.spot.name: where(place, old) for place in old.places}
        for place, seen in zip(shown.places, self.scene):
            name = place.spot.name
            moved = name in were and were[name] != where(place, shown)
            assert (PlaceFlag.MOVED in seen.flags) == moved, (seen, were.get(name), where(place, shown))

    def check_ranges(self, shown: Shown) -> None:
        """The items that stretches show; without any, the next one with a length, but in custom layouts."""
        plan, grain = shown.plan, self.grain
        for _ in range(6):
            begin = self.random.randrange(-50, plan.length + 50)
            end = begin + self.random.choice([0, 1, 30, 300 * plan.window.unit, plan.length])
            found = self.view.find_range((begin + shown.origin) * grain, (end + shown.origin) * grain)
            inside = [s.index or 0 for s in plan.items if s.length > 0 and s.start < end and s.end > begin]
            if inside and begin < end:
                assert found == range(inside[0], inside[-1] + 1), f"{begin} to {end}: {found}, not {inside}"
            else:
                assert len(found) == 0, f"{begin} to {end}: {found}"

    def is_in_list(self, shown: Shown, name: Name) -> bool:
        """Whether something is in the list, with a place in the content or without: as a placeholder is that
        does not show."""
        if shown.plan.find(name) is not None:
            return True
        if name.item:
            return False
        handles = {int(self.list._section_handle(s.key).id): s for s in self.list.sections}
        if name.section and name.section not in handles:
            return False
        owner: Any = handles[name.section] if name.section else self.list
        return any((each.kind, each.index) == name[2:] for each in owner.supplementaries)

    def check_again(self) -> None:
        """The same layout twice: nothing is different the second time."""
        scene, self.scene = self.scene, self.view.layout()
        again = self.scene
        assert scene is not None
        assert not again.flags & (SceneFlag.CHANGED | SceneFlag.SCROLLED) and again.correction == 0
        assert [describe(place, 1) for place in again] == [describe(place, 1) for place in scene]

    def check_points(self, shown: Shown) -> None:
        width, height = int(self.model.width), int(self.model.height)
        for x in sorted({-1, 0, width // 3, width // 2, width - 1, width}):
            for y in sorted({-1, 0, height // 5, height // 3, height // 2, height - 2, height}):
                for nearest in (False, True):
                    found = self.view.find_at(x, y, nearest=nearest)
                    wanted = hit(shown, x / self.grain, y / self.grain, nearest)
                    told = None
                    if found is not None:
                        gap = Frame(*(int(n / self.grain) for n in found.mark))
                        into = (found.insertion.section, found.insertion.item or 0)
                        told = Hit(found.number, into, None if wanted is None or wanted.mark is None else gap)
                    assert told == wanted, f"at {x}, {y}{', nearest' * nearest}: {told}, not {wanted}"

    def check_geometry(self, shown: Shown) -> None:
        plan, grain = shown.plan, self.grain
        names = [spot.name for spot in plan.spots]
        names += [Name(0, band.handle, 0, 0) for band in plan.bands]
        names = [ALL, *self.random.sample(names, min(len(names), 8))]
        for name in names:
            element, kind, index = self.argument(name)
            frame = self.view.frame(element, kind=kind, index=index)
            wanted = frame_in_content(plan, name, shown.origin)
            told = Frame(*(int(n / grain) for n in frame))
            assert told == wanted, f"frame of {name}: {told}, not {wanted}"
            for align in Align:
                margin = self.random.choice([0, 3])
                told_offset = self.view.offset_for(element, int(align), kind=kind, index=index, margin=margin)
                offset = offset_of_target(plan, Target(name, align, margin), shown.offset)
                assert told_offset / grain == (offset or 0) + shown.origin, (
                    f"offset for {name} {align!r} {margin}"
                )
            for direction in Direction if name.item else ():
                other = self.view.neighbour(element, int(direction))
                right = neighbour(plan, name, direction)
                handle = None if other is None else other._struct.id
                wanted_handle = None if right is None else right.name.item
                assert handle == wanted_handle, (
                    f"{direction!r} of item {index_of(plan, name.item)}: {index_of(plan, handle)}, "
                    f"not {index_of(plan, wanted_handle)}"
                )


def where(place: Any, shown: Shown) -> tuple[int, ...]:
    """Where a place is in the host's content."""
    return place.start + shown.origin, place.spot.length, place.spot.across, place.spot.breadth


def index_of(plan: Any, handle: int | None) -> Any:
    """The index of an item, for messages."""
    return next((spot.index for spot in plan.items if spot.name.item == handle), None)


def name_of(place: Any) -> Name:
    """What a place is about."""
    if place.item is not None:
        return Name(place.item._struct.id, 0, 0, 0)
    return Name(0, place.section_number, place.kind, place.element_index)


def describe(place: Any, grain: float) -> tuple[Any, ...]:
    """A place as tuple of what the model says, in ticks."""
    position = place.position
    return (
        0 if place.item is None else place.item._struct.id,
        place.kind,
        place.element_index,
        None if position is None else tuple(position),
        place.index,
        place.level,
        int(place.flags & PLAIN),
        Frame(*(n / grain for n in place.frame)),
        place.natural / grain,
        place.model,
    )


def difference(seen: list[Any], wanted: list[Any]) -> str:
    """The lines that differ."""
    lines = [f"  {a}\n  not {b}" for a, b in zip(seen, wanted) if a != b]
    lines += [f"  {a}\n  too much" for a in seen[len(wanted) :]]
    lines += [f"  missing {b}" for b in wanted[len(seen) :]]
    return "\n" + "\n".join(lines[:6])


def measure(is_horizontal: bool, unknown: int = 7) -> Callable[[list[Measured]], list[Any]]:
    """A function that measures things by their key, content, level and the room across. It finds some to be
    0, and does not know some: others than one with another `unknown`."""

    def length(given: Measured) -> Any:
        number = given.key[0] + 3 * given.content % 17 + 5 * given.level + given.kind
        across = given.size.height if is_horizontal else given.size.width
        if number % 11 == unknown:
            return None
        if number % 13 == 5:
            return 0
        along = 3 + number % 23 + (across % 7) / 3
        if number % 4 == 1:
            breadth = 5 + number % 60
            return Size(along, breadth) if is_horizontal else Size(breadth, along)
        return along

    return lambda elements: [length(each) for each in elements]
