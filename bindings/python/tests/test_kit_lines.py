"""Drivers with a layout: rows of unequal items, flows, lanes, and who says how wide an item is."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest

from iqlist import (
    ArgumentError,
    Aspect,
    Auto,
    Fixed,
    Insets,
    PlaceFlag,
    Rect,
    Relative,
    Size,
    SizeRule,
    ViewOptions,
    kit,
)


@dataclass(frozen=True)
class Word:
    """A model with a size, and who says it."""

    id: int
    size: Size
    teller: str = "cell"


class WordCell(kit.Cell[Word]):
    """Says how large it is by its class, or measures itself."""

    identity = "id"

    @classmethod
    def size_for(cls, model: Word | None, window: Size) -> Size | None:
        assert model is not None
        return model.size if model.teller == "class" else None

    def fitting_size(self, room: Size) -> Size | None:
        assert self.model is not None
        return self.model.size if self.model.teller == "cell" else None


class Teller(kit.Coordinator):
    def size_for(self, event: kit.Event[Any], window: Size) -> Any:
        return event.model.size if event.model.teller == "coordinator" else NotImplemented


class Shares:
    """A sizing object that knows some items."""

    def __call__(self, event: kit.Event[Any], window: Size) -> Any:
        assert event.section is not None
        return event.model.size if event.model.teller == "layout" else NotImplemented


TELLERS = ("cell", "class", "coordinator", "layout")


def laid_out(items: list[Any], layout: kit.Layout, width: float = 320, **options: Any) -> kit.Driver:
    section = kit.Section("a", items, cell=WordCell, layout=layout)
    driver = kit.Driver([section], layout=kit.Layout(), **options)
    driver.set_size(width, 100_000)
    return driver


def frames(driver: kit.Driver) -> list[Rect]:
    scene = driver.layout()
    assert not any(place.flags & PlaceFlag.MEASURE for place in scene)
    return [place.frame for place in scene]


def filled(items: list[Word], room: float, gap: float, lead: float, columns: int) -> list[Rect]:
    """Where items are, one line after the other. 0 columns: a flow."""
    column = (room - (columns - 1) * gap) // columns if columns else 0
    found: list[Rect] = []
    y = top = x = used = 0.0
    for item in items:
        width, taken = min(item.size.width, room), 0
        if columns:
            taken = 1
            while taken < columns and width > (room + gap) / columns * taken - gap:
                taken += 1
            width = taken * (column + gap) - gap
        is_full = used + taken > columns if columns else x + width > room
        if is_full and used:
            y, top, x, used = y + top + lead, 0.0, 0.0, 0
        found.append(Rect(x, y, width, item.size.height))
        x, used, top = x + width + gap, used + (taken or 1), max(top, item.size.height)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_items_stand_where_a_slow_model_puts_them(seed: int) -> None:
    """In rows and in flows, whoever says how large they are, after updates and in other windows."""
    chance = random.Random(seed)
    gap, lead = chance.randrange(9), chance.randrange(9)
    columns = chance.choice((0, 0, chance.randrange(2, 8)))
    layout = kit.Layout(size_for=Shares(), columns=columns or None, item_spacing=gap, line_spacing=lead)
    if not columns:
        layout = kit.Layout(flow=True).over(layout)
    words = [
        Word(n, Size(chance.randrange(1, 200), chance.randrange(1, 60)), chance.choice(TELLERS))
        for n in range(60)
    ]
    former = words[:]  # Sizes of items that have gone are kept by the addresses of models: none comes again.
    items = words[:30]
    driver = laid_out(items, layout, coordinator=Teller())
    room = 320
    for _ in range(6):
        assert frames(driver) == filled(items, room, gap, lead, columns), f"seed {seed}"
        what = chance.randrange(3)
        if what == 0:
            room = chance.randrange(50, 400)
            driver.set_size(room, 100_000)
        elif what == 1:
            at = chance.randrange(60)
            size = Size(chance.randrange(1, 200), chance.randrange(1, 60))
            words[at] = Word(at, size, chance.choice(TELLERS))
            former.append(words[at])
        items = chance.sample(words, 30)
        driver.section("a").items = items
        driver.poll()


def test_each_item_of_a_row_has_its_own_height_and_the_next_row_is_behind_the_longest() -> None:
    words = [Word(n, Size(40, height), "class") for n, height in enumerate((35, 50, 20, 30))]
    driver = laid_out(words, kit.Layout(line_spacing=5), 100)
    assert frames(driver) == [(0, 0, 40, 35), (60, 0, 40, 50), (0, 55, 40, 20), (60, 55, 40, 30)]


def test_the_layout_says_how_wide_columns_are_and_an_item_that_is_wider_takes_several() -> None:
    words = [Word(0, Size(320, 50), "class"), *(Word(n, Size(0, 20)) for n in range(1, 5))]
    layout = kit.Layout(item=SizeRule(width=Fixed(100), height=Fixed(20)))
    driver = laid_out(words, layout, coordinator=Hero())
    assert frames(driver)[:4] == [(0, 0, 320, 50), (0, 50, 100, 20), (110, 50, 100, 20), (220, 50, 100, 20)]


class Hero(kit.Coordinator):
    """The first item takes the whole row."""

    def size_for(self, event: kit.Event[Any], window: Size) -> Any:
        return SizeRule(width=Relative(1), height=Fixed(50)) if event.model.id == 0 else None


@pytest.mark.parametrize("columns", range(2, 9))
def test_what_columns_lose_to_whole_units_makes_no_item_wider(columns: int) -> None:
    """A part of the room is as many columns, however wide the room is."""

    class Parts(kit.Coordinator):
        def size_for(self, event: kit.Event[Any], window: Size) -> Any:
            return SizeRule(width=Relative((event.model.id % columns + 1) / columns), height=Fixed(20))

    words = [Word(n, Size(0, 0)) for n in range(columns)]
    driver = laid_out(words, kit.Layout(columns=columns), coordinator=Parts())
    for room in range(200, 300):
        driver.set_size(room, 100_000)
        column = room // columns
        assert [frame.width for frame in frames(driver)] == [(n + 1) * column for n in range(columns)]


def test_a_width_of_whole_columns_takes_no_more_whatever_their_share_is_in_doubles() -> None:
    """15 of 20 columns in a room of 28 are 21 units, and 21 / (28 / 20) is a little more than 15."""
    layout = kit.Layout(columns=20)
    assert [frame.width for frame in frames(laid_out([Word(0, Size(21, 20), "class")], layout, 28))] == [15]


def test_a_width_of_a_layout_is_of_no_account_where_columns_are_given() -> None:
    """Whether somebody is asked about single items or not."""
    words = [Word(n, Size(0, 0)) for n in range(4)]
    layout = kit.Layout(columns=4, item=Size(200, 30))
    asked: list[dict[str, Any]] = [{}, {"coordinator": Teller()}]
    for options in asked:
        assert {frame[2:] for frame in frames(laid_out(words, layout, **options))} == {(80, 30)}


def test_where_the_first_item_makes_other_columns_all_are_asked_again() -> None:
    """Also where these are as wide as before, with other room between them."""
    words = [Word(0, Size(100.5, 20), "class"), Word(1, Size(150, 20), "class")]
    driver = laid_out(words, kit.Layout(), 300)
    assert [frame.width for frame in frames(driver)] == [100, 300]
    driver.section("a").items = [Word(2, Size(100, 20), "class"), *words]
    driver.poll()
    assert [frame.width for frame in frames(driver)] == [100, 100, 200]


@pytest.mark.parametrize("room", range(400, 404))
def test_what_is_left_between_columns_is_rounded_down_so_that_they_fit(room: int) -> None:
    words = [Word(n, Size(100, 20), "class") for n in range(4)]
    assert [frame.width for frame in frames(laid_out(words, kit.Layout(), room))] == [100] * 4


def test_a_cell_of_a_single_column_has_the_width_that_is_said() -> None:
    """It stands at the leading side; a height that follows from the width is that of this one."""
    rooms: list[Size] = []

    class Photo(kit.Cell[str]):
        def fitting_size(self, room: Size) -> float:
            rooms.append(room)
            return 30

    rule = SizeRule(width=Fixed(200), insets=Insets(0, 0, 0, 10))
    assert frames(laid_out_photo(Photo, rule)) == [(0, 0, 190, 30)]
    assert [room.width for room in rooms] == [190]
    aspect = SizeRule(width=Fixed(200), height=Aspect(2), additional=Size(0, 7))
    for cell in (Photo, kit.TextCell):
        assert frames(laid_out_photo(cell, aspect)) == [(0, 0, 200, 107)]


def laid_out_photo(cell: type, rule: SizeRule) -> kit.Driver:
    driver = kit.Driver([kit.Section("a", ["x"], cell=cell)], layout=kit.Layout(item=rule))
    driver.set_size(320, 568)
    return driver


# --- flows


def test_lines_are_centred_or_justified() -> None:
    words = [Word(n, Size(width, 20), "class") for n, width in enumerate((100, 150, 100, 60))]

    def starts(**fields: Any) -> list[float]:
        return [frame.x for frame in frames(laid_out(words, kit.Layout(flow=True, item_spacing=8, **fields)))]

    assert starts() == [0, 108, 0, 108]
    assert starts(centered=True) == [31, 139, 76, 184]
    assert starts(justified=True) == [0, 170, 0, 108]
    with pytest.raises(ArgumentError):
        starts(centered=True, justified=True)


def test_a_flow_of_one_rule_asks_nobody_and_measures_nothing() -> None:
    layout = kit.Layout(item=Size(90, 30), flow=True, item_spacing=10)
    driver = kit.Driver([kit.Section("a", range(30_000), cell=kit.TextCell)], layout=layout)
    driver.set_size(320, 100)
    assert driver.layout().content.height == 300_000


@pytest.mark.parametrize("horizontal", [False, True])
def test_a_cell_has_the_size_that_it_says_within_the_insets_of_its_place(horizontal: bool) -> None:
    """And its room is that of the line, without them."""
    rooms: list[Size] = []

    class Tag(kit.Cell[str]):
        def fitting_size(self, room: Size) -> Size:
            assert self.model is not None
            rooms.append(room)
            return Size(len(self.model) * 8, 20)

    rule = SizeRule(insets=Insets(1, 2, 3, 4), indent=5)
    section = kit.Section("a", ["a", "list", "engine"], cell=Tag)
    options = ViewOptions(horizontal=horizontal)
    driver = kit.Driver([section], layout=kit.Layout(item=rule, flow=True), view_options=options)
    driver.set_size(100, 100)
    assert [frame[2:] for frame in frames(driver)] == [(8, 20), (32, 20), (48, 20)]
    assert {room.height if horizontal else room.width for room in rooms} == {96 if horizontal else 89}
    # The model, the section or the coordinator may say one of both lengths.
    section.layout = kit.Layout(
        item=SizeRule(width=Fixed(50)) if not horizontal else SizeRule(height=Fixed(50))
    )
    sizes = [frame[2:] for frame in frames(driver)]
    assert sizes == ([(8, 50), (32, 50), (48, 50)] if horizontal else [(50, 20)] * 3)


def test_the_length_that_somebody_says_stays_where_the_cell_says_the_width() -> None:
    words = [Word(n, Size(width, 20)) for n, width in enumerate((30, 40))]
    assert [f[2:] for f in frames(laid_out(words, kit.Layout(item=15, flow=True)))] == [(30, 15), (40, 15)]


def test_a_cell_of_a_flow_that_says_no_width_is_as_wide_as_the_rule() -> None:
    class Tall(kit.Cell[str]):
        def fitting_size(self, room: Size) -> float:
            return 33

    layout = kit.Layout(item=SizeRule(width=Auto(60)), flow=True)
    driver = kit.Driver([kit.Section("a", ["x", "y"], cell=Tall)], layout=layout)
    driver.set_size(100, 100)
    assert [frame[2:] for frame in frames(driver)] == [(60, 33)] * 2


@pytest.mark.parametrize(
    ("estimate", "expected"),
    [(Size(100, 50), 34 * 50), (SizeRule(width=Fixed(160), height=Fixed(40)), 50 * 40), (10, 13 * 10)],
)
def test_an_estimate_is_asked_for_widths_too(estimate: Any, expected: float) -> None:
    class Estimated(kit.Cell[int]):
        @classmethod
        def estimated_size_for(cls, model: int | None, window: Size) -> Any:
            return estimate

        def fitting_size(self, room: Size) -> Any:
            return None

    layout = kit.Layout(flow=True, item=SizeRule(width=Auto(40)))
    driver = kit.Driver([kit.Section("a", range(100), cell=Estimated)], layout=layout)
    driver.set_size(320, 100)
    assert driver.layout().content.height == expected


# --- lanes


def stacked(
    items: list[Word], room: float, gap: float, lead: float, lanes: int, lane_of: dict[int, int]
) -> list[Rect]:
    """Where items are, each behind the one before it in its lane. What has none yet gets the shortest, the
    first of several."""
    width = (room - (lanes - 1) * gap) // lanes
    found: list[Rect] = []
    ends = [0.0] * lanes
    for item in items:
        lane = lane_of.setdefault(item.id, ends.index(min(ends)))
        found.append(Rect(lane * (width + gap), ends[lane], width, item.size.height))
        ends[lane] += item.size.height + lead
    return found


@pytest.mark.parametrize("seed", range(60))
def test_items_stand_in_the_lanes_that_a_slow_model_chooses(seed: int) -> None:
    """Whoever says how long they are, whatever width they say. They stay in their lanes while the list
    changes, and another window chooses these anew."""
    chance = random.Random(seed)
    gap, lead, lanes = chance.randrange(9), chance.randrange(9), chance.randrange(1, 8)
    layout = kit.Layout(columns=lanes, lanes=True, size_for=Shares(), item_spacing=gap, line_spacing=lead)
    tellers = ("class", "coordinator", "layout")

    def word(number: int) -> Word:
        return Word(number, Size(chance.randrange(400), chance.randrange(1, 60)), chance.choice(tellers))

    words = [word(n) for n in range(60)]
    former = words[:]  # Sizes of items that have gone are kept by the addresses of models: none comes again.
    items, room = words[:30], 320
    lane_of: dict[int, int] = {}
    driver = laid_out(items, layout, coordinator=Teller())
    for _ in range(8):
        assert frames(driver) == stacked(items, room, gap, lead, lanes, lane_of), f"seed {seed}"
        if chance.randrange(3) == 0:
            room, lane_of = chance.randrange(50, 400), {}
            driver.set_size(room, 100_000)
            continue
        at = chance.randrange(60)
        words[at] = word(at)
        former.append(words[at])
        items = chance.sample(words, 30)
        lane_of = {item.id: lane_of[item.id] for item in items if item.id in lane_of}
        driver.section("a").items = items
        driver.poll()


def lanes_of(driver: kit.Driver) -> dict[Any, float]:
    return {place.item: place.frame.x for place in driver.layout() if place.item is not None}


class Tall(kit.Cell[int]):
    """As long as its number."""

    @classmethod
    def size_for(cls, model: int | None, window: Size) -> int | None:
        return model


@pytest.mark.parametrize("is_own", [False, True])
def test_nothing_goes_to_another_lane_when_other_items_and_headers_come_first(is_own: bool) -> None:
    """What the first ones say is assumed of all: that alone does not set another layout. A section that comes
    again has its lanes too."""
    lanes, plain = kit.Layout(columns=3, lanes=True), kit.Layout()
    section = kit.Section("a", range(100, 200), cell=Tall, layout=lanes if is_own else None)
    driver = kit.Driver([section], layout=plain if is_own else lanes)
    driver.set_size(300, 100_000)
    before = lanes_of(driver)
    for items in ([5, *range(100, 200)], [7, 5, *range(100, 200)]):
        section.items, section.header = items, "a header" * len(items)
        driver.poll()
        assert lanes_of(driver).items() >= before.items()
    driver.update([])
    driver.update([section])
    assert set(lanes_of(driver).values()) == {0, 100, 200}


def test_a_section_in_lanes_that_was_empty_asks_its_first_item() -> None:
    section = kit.Section[Any]("a", cell=Tall, layout=kit.Layout(columns=2, lanes=True))
    driver = kit.Driver([section], layout=kit.Layout())
    driver.set_size(300, 0)
    assert driver.layout().content.height == 0
    section.items = range(200, 300)
    driver.poll()
    assert driver.layout().content.height == 50 * 200


def test_a_width_makes_lanes_as_it_makes_columns() -> None:
    """That of the layout, else of the first item; at most 32."""
    wide = SizeRule(width=Fixed(100), height=Fixed(20))
    words = [Word(n, Size(100, height), "class") for n, height in enumerate((20, 50, 30, 10))]
    lanes = kit.Layout(lanes=True)
    expected = [(0, 0, 100, 20), (110, 0, 100, 50), (220, 0, 100, 30), (0, 20, 100, 10)]
    assert frames(laid_out(words, lanes)) == expected
    one = kit.Layout(lanes=True, item=wide)
    assert [frame.x for frame in frames(laid_out(words, one))] == [0, 110, 220, 0]
    sizes = [(100, each.size.height) for each in words]
    assert [frame[2:] for frame in frames(laid_out(words, lanes, 150))] == sizes
    narrow = [Word(n, Size(5, 20), "class") for n in range(40)]
    assert [frame.y for frame in frames(laid_out(narrow, lanes))] == [0] * 32 + [20] * 8


def test_an_item_that_says_more_is_as_wide_as_its_lane_and_its_height_follows_from_that() -> None:
    rule = SizeRule(width=Relative(1), height=Aspect(2))
    layout = kit.Layout(columns=4, lanes=True, size_for=lambda event, window: rule)
    assert frames(laid_out([Word(0, Size(0, 0))], layout)) == [(0, 0, 80, 40)]


@pytest.mark.parametrize("horizontal", [False, True])
def test_a_cell_in_a_lane_has_the_room_of_the_lane(horizontal: bool) -> None:
    rooms: list[Size] = []

    class Photo(kit.Cell[int]):
        def fitting_size(self, room: Size) -> Size:
            rooms.append(room)
            return Size(30, 40)

    rule = SizeRule(insets=Insets(1, 2, 3, 4))
    layout = kit.Layout(columns=2, lanes=True, item=rule, item_spacing=20)
    options = ViewOptions(horizontal=horizontal)
    driver = kit.Driver([kit.Section("a", range(2), cell=Photo)], layout=layout, view_options=options)
    driver.set_size(220, 220)
    sizes = {frame[2:] for frame in frames(driver)}
    assert sizes == ({(30, 96)} if horizontal else {(94, 40)})
    assert {room.height if horizontal else room.width for room in rooms} == {96 if horizontal else 94}


def test_more_lanes_than_there_are_and_lanes_in_a_flow_are_told() -> None:
    with pytest.raises(ArgumentError):
        frames(laid_out([], kit.Layout(columns=33, lanes=True)))
    with pytest.raises(ValueError, match="either a flow or lanes"):
        kit.Layout(flow=True, lanes=True)


# --- one choice


def test_columns_flow_and_lanes_are_one_choice_and_so_are_the_two_alignments() -> None:
    flow = kit.Layout(flow=True, justified=True, item_spacing=3)
    assert kit.Layout(columns=3).over(flow) == kit.Layout(columns=3, justified=True, item_spacing=3)
    assert kit.Layout(centered=True).over(flow) == kit.Layout(flow=True, centered=True, item_spacing=3)
    assert kit.Layout(flow=True).over(kit.grid(4)).columns is None
    assert kit.grid(4).over(flow).flow is None
    assert kit.Layout(line_spacing=1).over(flow).flow is True
    lanes = kit.Layout(columns=3, lanes=True)
    assert kit.Layout(line_spacing=1).over(lanes) == kit.Layout(columns=3, lanes=True, line_spacing=1)
    assert kit.Layout(columns=2).over(lanes) == kit.Layout(columns=2)
    assert kit.grid(4).over(lanes).lanes is None
    assert kit.Layout(flow=True).over(lanes) == kit.Layout(flow=True)
    assert lanes.over(flow) == kit.Layout(columns=3, lanes=True, justified=True, item_spacing=3)
    assert kit.Layout(lanes=True).over(lanes).columns is None


# --- layouts that are asked about each item


def test_a_function_of_a_layout_is_asked_in_the_place_of_the_layout() -> None:
    """Behind the model and the coordinator, before the class of the cell, and of the driver behind that. What
    it does not know, the sizes of the layout say."""
    words = [Word(n, Size(100 + n, 30 + n), teller) for n, teller in enumerate(TELLERS)]
    of_cell, of_class, of_coordinator, of_layout = (word.size for word in words)

    def sizes(layout: kit.Layout, own: kit.Layout | None = None) -> list[Any]:
        section = kit.Section("a", words, cell=WordCell, layout=own)
        driver = kit.Driver([section], coordinator=Teller(), layout=layout)
        driver.set_size(400, 1000)
        return [frame[2:] for frame in frames(driver)]

    flow = kit.Layout(flow=True)
    plain, both = kit.Layout(size_for=Shares()), kit.Layout(size_for=Shares(), item=Size(100, 10))
    assert sizes(flow, plain) == [of_cell, of_class, of_coordinator, of_layout]
    assert sizes(flow, both) == [(100, 10), (100, 10), of_coordinator, of_layout]
    assert sizes(plain.over(flow)) == [of_cell, of_class, of_coordinator, of_layout]
    assert sizes(both.over(flow)) == [(100, 10), of_class, of_coordinator, of_layout]


def test_it_is_asked_about_headers_too() -> None:
    def lengths(event: kit.Event[Any], window: Size) -> Any:
        assert (event.item is None) is (event.part == kit.Part.HEADER)
        return 10 * len(event.model) if event.item is None else None

    sections = [kit.Section(title, [title], header=title) for title in ("a", "list")]
    driver = kit.Driver(sections, layout=kit.Layout(item=5, size_for=lengths))
    driver.set_size(100, 100)
    assert [frame.height for frame in frames(driver)] == [10, 5, 40, 5]


def test_a_section_that_comes_later_is_asked_too() -> None:
    driver = kit.Driver([kit.Section("a", ["x"])], layout=kit.Layout(item=5))
    driver.set_size(100, 100)
    assert [frame.height for frame in frames(driver)] == [5]
    later = kit.Section("b", ["y"], layout=kit.Layout(size_for=lambda event, window: 7))
    driver.update([*driver.sections, later])
    assert [frame.height for frame in frames(driver)] == [5, 7]


def test_what_is_no_function_is_refused() -> None:
    not_one: Any = 44
    with pytest.raises(TypeError, match="size_for is a function, not int"):
        kit.Layout(size_for=not_one)
