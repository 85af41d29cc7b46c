"""The second part: sizes, grids and features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from colors import COLORS, ColorCell, ColorHeaderView, colors
from display import laid_out, sizes
from steps import step

import iqlist
from iqlist import kit

# --- sizing


@step
def half_the_width_and_full_height_of_the_list() -> None:
    size = iqlist.SizeRule(width=iqlist.Relative(0.5), height=iqlist.Relative(1))
    list_view = colors(kit.Layout(item=size), 5)
    scene = laid_out(list_view, 320, 568)
    assert sizes(scene) == [(160, 568)] * 2
    assert [place.frame.x for place in scene] == [0, 160]
    # Five of them are three rows.
    assert scene.content == (320, 1704)
    # The list is turned.
    assert sizes(laid_out(list_view, 568, 320)) == [(284, 320)] * 2


@step
def full_width_and_an_absolute_height() -> None:
    list_view = colors(kit.Layout(item=44))
    assert sizes(laid_out(list_view, 320, 568)) == [(320, 44)] * 7
    assert sizes(laid_out(list_view, 568, 320)) == [(568, 44)] * 7


@step
def a_grid_of_4_items_a_row() -> None:
    list_view = colors(kit.grid(4))
    scene = laid_out(list_view, 320, 568)
    assert sizes(scene) == [(80, 80)] * 7
    assert scene.content == (320, 160)
    padded = kit.grid(4, horizontal_padding=10, item_spacing=5)
    list_view.section("colors").layout = padded
    scene = laid_out(list_view, 375, 667)
    assert [(place.frame.x, place.frame.width, place.frame.height) for place in scene][:4] == [
        (10, 85, 85),
        (100, 85, 85),
        (190, 85, 85),
        (280, 85, 85),
    ]
    more = kit.grid(4, horizontal_padding=10, item_spacing=5, additional_height=20)
    list_view.section("colors").layout = more
    assert sizes(laid_out(list_view, 375, 667)) == [(85, 105)] * 7
    wide = kit.grid(4, horizontal_padding=10, item_spacing=5, aspect_ratio=1.5)
    list_view.section("colors").layout = wide
    assert sizes(laid_out(list_view, 375, 667)) == [(85, 56.6669921875)] * 7


@step
def a_sizing_object_of_ones_own() -> None:
    @dataclass(frozen=True)
    class ThirdOfTheHeight:
        indent_level: int

        def __call__(self, frame: iqlist.Size) -> iqlist.SizeRule:
            return iqlist.SizeRule(height=iqlist.Fixed(frame.height / 3), indent=10 * self.indent_level)

    list_view = colors(kit.Layout(item=ThirdOfTheHeight(2)))
    assert sizes(laid_out(list_view, 320, 600)) == [(300, 200)] * 3
    assert laid_out(list_view, 320, 300)[0].frame == (20, 0, 300, 100)


@step
def a_sizing_object_that_gives_each_item_of_a_row_another_width() -> None:
    shares = dict(zip(COLORS, (1 / 2, 1 / 4, 1 / 4, 3 / 4, 1 / 8, 1 / 4, 1)))

    class Shares:
        """Calculates the size of each item, in the frame of the list."""

        def __call__(self, event: kit.Event[str], frame: iqlist.Size) -> iqlist.Size:
            return iqlist.Size(frame.width * shares[event.model], 44)

    list_view = colors(kit.Layout(flow=True, size_for=Shares()))
    scene = laid_out(list_view, 320, 568)
    assert [(place.frame.x, place.frame.y, place.frame.width) for place in scene] == [
        *((0, 0, 160), (160, 0, 80), (240, 0, 80)),
        *((0, 44, 240), (240, 44, 40)),
        (0, 88, 80),
        (0, 132, 320),
    ]
    assert scene.content == (320, 176)
    # The list is turned.
    widths = [size.width for size in sizes(laid_out(list_view, 568, 320))]
    assert widths == [284, 142, 142, 426, 71, 142, 568]


# --- features


class Recorder(kit.Feature):
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.cells: list[Any] = []
        self.offsets: list[float] = []

    def setup(self, cell: Any, place: iqlist.Place[Any]) -> None:
        self.cells.append(cell)

    def did_scroll(self, offset: float) -> None:
        self.offsets.append(offset)


@step
def a_feature_is_set_up_with_each_cell() -> None:
    list_view = colors(kit.Layout(item=44))
    list_view.add_feature(recorder := Recorder())
    cells = [place.cell for place in laid_out(list_view, 320, 132)]
    assert recorder.cells == cells
    # Cells that are used again are not set up again.
    for offset in (44, 88, 132, 176):
        list_view.scroll(offset)
        cells += [place.cell for place in list_view.layout()]
        list_view.poll()
    assert len(recorder.cells) == len({id(cell) for cell in cells}) < 7
    list_view.remove_feature(recorder)
    before = list(recorder.offsets)
    list_view.scroll(0)
    list_view.layout()
    assert recorder.offsets == before


@step
def a_feature_is_told_how_far_the_list_has_scrolled() -> None:
    list_view = colors(kit.Layout(item=44))
    list_view.add_feature(recorder := Recorder())
    laid_out(list_view, 320, 132)
    for offset in (10, 10, -5, 44):
        list_view.scroll(offset)
        list_view.layout()
    assert recorder.offsets == [0, 10, -5, 44]


@step
def parallax_headers() -> None:
    section = kit.Section("colors", COLORS, cell=ColorCell, header="Colors", header_cell=ColorHeaderView)
    list_view = kit.Driver([section], layout=kit.Layout(item=44, header=200))
    list_view.add_feature(kit.Parallax())
    list_view.add_feature(kit.StretchyHeader())
    assert laid_out(list_view, 320, 320)[0].frame == (0, 0, 320, 200)
    list_view.scroll(80)
    scene = list_view.layout()
    assert (scene[0].frame, scene[1].frame.y) == ((0, -40, 320, 200), 120)
    # Pulled down, it grows.
    list_view.scroll(-30)
    scene = list_view.layout()
    assert (scene[0].frame, scene[1].frame.y) == ((0, 0, 320, 230), 230)


@step
def sticky_headers() -> None:
    class Title(kit.TextCell):
        sticky_progress, is_at_top = 0.0, False

    sections = [
        kit.Section(name, [f"{name} {at}" for at in range(4)], header=name, header_cell=Title)
        for name in ("warm", "cold")
    ]
    list_view = kit.Driver(sections, layout=kit.Layout(item=45, header=20, sticky_header=True))
    list_view.add_feature(kit.StickyHeader())
    laid_out(list_view, 320, 300)

    def titles(offset: float) -> dict[str, tuple[float, float, bool]]:
        list_view.scroll(offset)
        headers = [place for place in list_view.layout() if place.kind == kit.Part.HEADER]
        return {
            place.cell.text: (
                place.frame.y,
                place.cell.sticky_progress,
                place.cell.is_at_top,
            )
            for place in headers
        }

    # The second one is 200 from the start: it pushes the first one out, and stays.
    assert titles(136) == {"warm": (0, 1, True), "cold": (64, 0, False)}
    assert titles(190) == {"warm": (-10, 1, True), "cold": (10, 0.84375, False)}
    assert titles(200) == {"cold": (0, 1, True)}
    assert titles(230) == {"cold": (0, 1, True)}
