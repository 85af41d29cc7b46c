"""Drivers with a layout: what sections leave out, sizes that depend on the window, columns, scrolling."""

from __future__ import annotations

import random
from typing import Any

import pytest

from iqlist import (
    Align,
    Aspect,
    Auto,
    Fixed,
    Insets,
    RangeError,
    Rect,
    Relative,
    SectionLayout,
    Selection,
    Size,
    SizeRule,
    StateError,
    ViewOptions,
    kit,
)


def frames(driver: kit.Driver) -> list[Rect]:
    return [place.frame for place in driver.layout()]


def laid_out(
    *sections: kit.Section[Any], width: float = 320, height: float = 568, **options: Any
) -> kit.Driver:
    given: dict[str, Any] = {"layout": kit.Layout(), **options}
    driver = kit.Driver(sections, **given)
    driver.set_size(width, height)
    return driver


# --- what is left out


def random_layout(chance: random.Random) -> kit.Layout:
    def some(*values: Any) -> Any:
        return chance.choice((None, *values))

    return kit.Layout(
        columns=some(1, 2, 3),
        item=some(20, Fixed(30), Aspect(2)),
        header=some(10, 15),
        footer=some(12),
        insets=some(Insets(), Insets(1, 2, 3, 4)),
        line_spacing=some(0, 5),
        item_spacing=some(0, 7),
    )


@pytest.mark.parametrize("seed", range(30))
def test_what_a_section_leaves_out_is_the_drivers_and_then_the_librarys(seed: int) -> None:
    """Beside a driver in which each section says all of it."""
    chance = random.Random(seed)
    common, own = random_layout(chance), [chance.choice((None, random_layout(chance))) for _ in range(3)]

    def sections(layouts: list[Any]) -> list[kit.Section[Any]]:
        return [
            kit.Section(at, [f"{at} {i}" for i in range(5)], header="H", footer="F", layout=layout)
            for at, layout in enumerate(layouts)
        ]

    plain = kit.Layout(1, Auto(), Auto(), Auto(), Auto(), None, Insets(), 0, 0, False, False)
    whole = [(layout or kit.Layout()).over(common).over(plain) for layout in own]
    found = laid_out(*sections(own), layout=common, height=2000)
    expected = laid_out(*sections(whole), height=2000)
    assert frames(found) == frames(expected), f"seed {seed}"
    # The same where they are set one after another.
    later = laid_out(*sections([None] * 3), height=2000)
    later.layout()
    later.set_layout(common)
    for section, layout in zip(later.sections, own):
        section.layout = layout
    assert frames(later) == frames(expected), f"seed {seed}"


def test_a_section_that_comes_back_is_laid_out_as_it_says() -> None:
    tall, low = kit.Section("tall", ["a"], layout=kit.Layout(item=100)), kit.Section("low", ["b"])
    driver = laid_out(tall, low, layout=kit.Layout(item=20))
    assert [frame.height for frame in frames(driver)] == [100, 20]
    driver.update([low])
    driver.update([low, tall])
    assert [frame.height for frame in frames(driver)] == [20, 100]
    tall.layout = None
    assert [frame.height for frame in frames(driver)] == [20, 20]


def test_a_collection_has_the_layouts_of_its_sections_and_cannot_be_changed() -> None:
    collection = kit.Collection([kit.Section("a", ["x"], layout=kit.Layout(item=70))])
    driver = laid_out()
    driver.update(collection)
    assert [frame.height for frame in frames(driver)] == [70]
    with pytest.raises(TypeError, match="part of a collection"):
        collection[0].layout = None


def test_a_driver_of_a_filter_has_the_layouts_of_the_sections() -> None:
    section = kit.Section("a", ["one", "two", "six"], layout=kit.Layout(item=70))
    driver = laid_out(section, layout=kit.Layout(item=20))
    found = driver.following(driver.list.filtered(lambda key, name: "o" in name), Selection.NONE)
    found.set_size(320, 568)
    found.poll()
    assert [frame.height for frame in frames(found)] == [70, 70]
    section.layout = kit.Layout(item=30)
    assert [frame.height for frame in frames(found)] == [30, 30]


# --- widths


@pytest.mark.parametrize(
    ("size", "window", "expected"),
    [
        (SizeRule(width=Relative(0.5), height=Relative(1)), (320, 568), [(0, 160), (160, 160)]),
        (SizeRule(width=Fixed(100), height=Fixed(50)), (320, 568), [(0, 100), (110, 100), (220, 100)]),
        (SizeRule(width=Relative(1 / 3), height=Fixed(50)), (320, 568), [(0, 106), (107, 106), (214, 106)]),
        (SizeRule(width=Aspect(2), height=Fixed(50)), (320, 568), [(0, 100), (110, 100), (220, 100)]),
        (SizeRule(width=Fixed(200), height=Fixed(50)), (320, 568), [(0, 200)]),
        (SizeRule(width=Fixed(900), height=Fixed(50)), (320, 568), [(0, 320)]),
        (Size(80, 40), (320, 568), [(0, 80), (80, 80), (160, 80), (240, 80)]),
        (44, (320, 568), [(0, 320)]),
    ],
    ids=str,
)
def test_a_width_makes_columns(size: Any, window: tuple[float, float], expected: list[Any]) -> None:
    section = kit.Section("a", range(8), layout=kit.Layout(item=size))
    driver = laid_out(section, width=window[0], height=window[1])
    found = frames(driver)
    first = [frame for frame in found if frame.y == 0]
    assert [(frame.x, frame.width) for frame in first] == expected


def test_a_part_of_the_width_is_one_of_the_window_whatever_the_insets_of_the_section_are() -> None:
    layout = kit.Layout(item=SizeRule(width=Relative(0.25), height=Fixed(20)), insets=Insets(0, 10, 0, 30))
    found = frames(laid_out(kit.Section("a", range(3), layout=layout), width=400))
    assert [(frame.x, frame.width) for frame in found] == [(10, 100), (140, 100), (270, 100)]


@pytest.mark.parametrize("number", range(2, 30))
def test_parts_of_a_row_fill_it_whatever_their_sum_in_doubles_is(number: int) -> None:
    size = SizeRule(width=Relative(1 / number), height=Fixed(20))
    driver = laid_out(kit.Section("a", range(60), layout=kit.Layout(item=size)))
    for room in range(number, number + 100):
        driver.set_size(room, 2000)
        assert sum(frame.y == 0 for frame in frames(driver)) == number


@pytest.mark.parametrize("seed", range(20))
def test_columns_of_a_width_fill_the_row_and_never_overlap(seed: int) -> None:
    """As many as fit, justified: in both axes, with insets and spacing, from left or right."""
    chance = random.Random(seed)
    horizontal, spacing = chance.random() < 0.3, chance.randrange(12)
    across, wide = chance.randrange(50, 500), chance.randrange(10, 200)
    insets = Insets(*(chance.randrange(20) for _ in range(4)))
    taken = insets.top + insets.bottom if horizontal else insets.leading + insets.trailing
    room = across - taken
    size = (
        SizeRule(width=Fixed(30), height=Fixed(wide))
        if horizontal
        else SizeRule(width=Fixed(wide), height=Fixed(30))
    )
    layout = kit.Layout(item=size, item_spacing=spacing, insets=insets)
    section = kit.Section("a", range(40), layout=layout)
    window = {"width": 4000, "height": across} if horizontal else {"width": across, "height": 4000}
    options = ViewOptions(horizontal=horizontal, rtl=chance.random() < 0.3)
    found = frames(laid_out(section, view_options=options, **window))
    along = {(frame.x if horizontal else frame.y) for frame in found}
    columns = max(1, (room + spacing) // (wide + spacing))
    assert len(along) == -(-40 // columns), f"seed {seed}"
    for line in along:
        row = sorted(
            (f.y, f.height) if horizontal else (f.x, f.width)
            for f in found
            if (f.x if horizontal else f.y) == line
        )
        assert all(length == min(wide, room) for _, length in row), f"seed {seed}"
        gaps = [after - before - length for (before, length), (after, _) in zip(row, row[1:])]
        assert all(gap >= spacing for gap in gaps), f"seed {seed}"
        if len(row) == columns > 1:
            start = row[0][0] - (
                insets.top if horizontal else insets.trailing if options.rtl else insets.leading
            )
            assert (start, sum(gaps)) == (0, room - columns * wide), f"seed {seed}"


def test_a_sizing_object_is_asked_again_for_another_window() -> None:
    asked: list[Size] = []

    def quarter(window: Size) -> SizeRule:
        asked.append(window)
        return SizeRule(height=Fixed(window.height / 4), indent=8)

    driver = laid_out(kit.Section("a", range(3)), layout=kit.Layout(item=quarter))
    assert {(frame.x, frame.height) for frame in frames(driver)} == {(8, 142)}
    driver.set_size(320, 400)
    assert {frame.height for frame in frames(driver)} == {100}
    number = len(asked)
    driver.scroll(10)
    driver.layout()
    assert len(asked) == number
    assert asked[-1] == (320, 400)


@pytest.mark.parametrize("size", ["44", object(), [1], Fixed])
def test_what_is_no_size_is_refused(size: Any) -> None:
    """At once where it is given, and where somebody answers it."""
    with pytest.raises(TypeError, match="item is a number, a length, a Size or a SizeRule, not "):
        kit.Layout(item=size)
    driver = laid_out(kit.Section("a", ["x"]), layout=kit.Layout(item=lambda window: size))
    with pytest.raises(TypeError, match="a size is a number" if size is not Fixed else "value of Fixed is"):
        driver.layout()


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"columns": "2"}, "columns is an integer, not str"),
    ({"columns": 2.5}, "columns is an integer, not float"),
    ({"estimate": Fixed(44)}, "estimate is a number, not Fixed"),
    ({"line_spacing": "8"}, "line_spacing is a number, not str"),
    ({"item_spacing": [8]}, "item_spacing is a number, not list"),
    ({"insets": 8}, "insets are an iqlist.Insets, not int"),
    ({"header": Auto}, "header is a number, a length, a Size or a SizeRule, not the class Auto"),
]


@pytest.mark.parametrize(("given", "message"), WRONG)
def test_a_field_of_another_type_is_refused_by_its_name_at_once(given: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as raised:
        kit.Layout(**given)
    assert str(raised.value) == message
    with pytest.raises(TypeError, match="items_per_row is an integer, not str"):
        kit.grid("3")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="aspect_ratio is a number, not str"):
        kit.grid(3, aspect_ratio="1")  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [{"item": -3}, {"header": Fixed(1e9)}, {"item": 20, "line_spacing": -1}])
def test_bad_lengths_are_refused_also_in_a_section(bad: dict[str, Any]) -> None:
    section = kit.Section("a", ["x"], header="H", layout=kit.Layout(**bad))
    driver = laid_out(section)
    for _ in range(2):
        with pytest.raises(RangeError):
            driver.layout()
    section.layout = kit.Layout(item=30, header=10)
    assert [frame.height for frame in frames(driver)] == [10, 30]


def test_another_kind_of_layout_is_refused() -> None:
    core: Any = SectionLayout(item=20)
    with pytest.raises(TypeError, match=r"a section's layout is a kit.Layout, not SectionLayout"):
        kit.Section("a", layout=core)
    with pytest.raises(TypeError, match=r"a driver's layout is a kit.Layout, not SectionLayout"):
        kit.Driver(layout=core)
    with pytest.raises(TypeError, match=r"insets are an iqlist.Insets, not int"):
        laid_out(kit.Section("a", ["x"]), layout=kit.Layout(insets=core_insets())).layout()


def test_who_fails_while_sizes_are_asked_for_is_named() -> None:
    """By the item, or the section whose layout asks; the exception is the one that was raised."""

    class Message(kit.Cell[str]):
        @classmethod
        def size_for(cls, model: Any, window: Size) -> Any:
            if model == "bad":
                raise LookupError("no font")
            return "12" if model == "string" else 20

    def notes(section: kit.Section[Any]) -> list[str]:
        driver = laid_out(section, layout=kit.Layout())
        with pytest.raises((LookupError, TypeError)) as raised:
            driver.layout()
        found: list[str] = vars(raised.value)["__notes__"]
        return found

    assert "while 'bad' was asked how large it is" in notes(kit.Section("a", ["x", "bad"], cell=Message))
    assert "while 'string' was asked how large it is" in notes(
        kit.Section("a", ["x", "string"], cell=Message)
    )
    wrong = kit.Section("mail", ["x"], cell=Message, layout=kit.Layout(item=lambda window: "12"))
    assert "in the layout of section 'mail'" in notes(wrong)


def core_insets() -> Any:
    return 10


# --- drivers without a layout, and with one


def test_a_driver_without_a_layout_says_so() -> None:
    driver = kit.Driver([kit.Section("a", ["x"])])
    for call in (
        driver.layout,
        driver.invalidate_sizes,
        lambda: driver.set_size(1, 1),
        lambda: driver.scroll(1),
        lambda: driver.scroll_to("x"),
        lambda: driver.scroll_position,
        lambda: driver.auto_scroll(0, 0, 1),
        lambda: driver.add_feature(kit.Feature()),
    ):
        with pytest.raises(StateError, match="no layout"):
            call()
    with pytest.raises(StateError):
        laid_out().show(0, 1)


def test_the_cells_of_what_is_in_the_window_are_visible() -> None:
    class Label(kit.Cell[int]):
        pass

    driver = laid_out(kit.Section("a", range(100), cell=Label), layout=kit.Layout(item=20), height=60)
    driver.layout()
    assert [cell.model for cell in driver.visible_cells()] == [0, 1, 2]
    driver.scroll(30)
    scene = driver.layout()
    assert [cell.model for cell in driver.visible_cells()] == [1, 2, 3, 4]
    assert [place.cell for place in scene] == driver.visible_cells()
    hit = driver.laid_out_view.find_at(10, 35)
    assert hit is not None
    assert hit.place.cell is scene[2].cell


def test_the_coordinator_hears_of_a_class_before_the_first_cell_is_made() -> None:
    log: list[Any] = []

    class Label(kit.Cell[int]):
        def __init__(self) -> None:
            log.append("made")

    class Log(kit.Coordinator):
        def class_first_used(self, event: kit.Event[Any]) -> None:
            log.append(event.sender.cell)

    driver = laid_out(kit.Section("a", [1], cell=Label), coordinator=Log())
    assert driver.layout()[0].cell.model == 1
    assert log == [Label, "made"]


# --- scrolling


def test_scrolling_to_items_sections_and_elements() -> None:
    sections = [
        kit.Section(name, [f"{name}{i}" for i in range(50)], header=name.upper()) for name in ("a", "b")
    ]
    driver = laid_out(*sections, layout=kit.Layout(item=20, header=30), height=100)
    for target, options, expected in (
        ("b10", {"align": Align.START}, 1030 + 30 + 200),
        (sections[1], {"align": Align.START}, 1030),
        (sections[1], {"align": Align.START, "part": kit.Part.HEADER}, 1030),
        (None, {"align": Align.END}, 2060 - 100),
        ("a3", {"align": Align.END, "margin": 5}, 30 + 80 - 100 + 5),
    ):
        driver.scroll_to(target, **options)
        assert driver.layout().offset == expected


def test_a_scroll_position_is_kept_and_restored_by_key() -> None:
    driver = laid_out(kit.Section("a", range(100)), layout=kit.Layout(item=20), height=100)
    driver.scroll(510)
    driver.layout()
    saved = driver.scroll_position
    other = laid_out(kit.Section("a", range(-50, 100)), layout=kit.Layout(item=20), height=100)
    other.scroll_position = saved
    assert other.layout().offset == 510 + 50 * 20


def test_the_cell_of_what_is_dragged_stays_while_the_list_scrolls_on() -> None:
    class Label(kit.Cell[int]):
        @classmethod
        def is_movable(cls, model: int | None) -> bool:
            return True

    section = kit.Section("a", range(100), cell=Label)
    driver = laid_out(section, layout=kit.Layout(item=20), height=100)
    cell = driver.layout()[1].cell
    drag = driver.drag([1])
    moved, scene = 0.0, driver.layout()
    for _ in range(60):
        moved += driver.auto_scroll(10, 99, 1 / 64)
        driver.poll()
        scene = driver.layout()
        assert any(place.cell is cell for place in scene)
    assert scene.offset == moved > 500
    drag.move_item(1, after=60)
    drag.commit()
    driver.poll()
    assert section.items.index(1) == 60
    driver.scroll(0)
    for _ in range(3):
        scene = driver.layout()
        driver.poll()
    assert all(place.cell is not cell or place.model != 1 for place in scene)


@pytest.mark.parametrize(
    ("position", "expected"),
    [(-10, -600), (0, -600), (10, -300), (20, 0), (50, 0), (80, 0), (95, 450), (100, 600), (120, 600)],
)
def test_a_list_scrolls_by_itself_the_faster_the_nearer_the_edge(position: float, expected: float) -> None:
    assert kit.auto_scroll_speed(position, 100, zone=20, fastest=600) == expected


def test_in_a_window_smaller_than_its_zones_the_middle_rests() -> None:
    assert [kit.auto_scroll_speed(y, 60, zone=48) for y in (0, 30, 60)] == [-1200, 0, 1200]
    assert kit.auto_scroll_speed(0, 0) == 0
