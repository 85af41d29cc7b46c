"""Views that are laid out: small cases of single rules, most of them found by sessions."""

from __future__ import annotations

from typing import Any

import pytest
from laid_out_lists import FOOTER, HEADER, sectioned, small

from iqlist import (
    Align,
    Anchor,
    Auto,
    Direction,
    Edge,
    ElementKind,
    Insets,
    Key,
    List,
    PageState,
    PlaceFlag,
    Position,
    Rect,
    Row,
    SectionLayout,
    Supplementary,
    ViewOptions,
)

LOADER = Supplementary(ElementKind.PAGE_END, "loader")


# --- what the list changes beside its items


@pytest.mark.parametrize("is_of_list", [True, False])
def test_a_loader_is_part_of_the_content_while_its_page_may_come(is_of_list: bool) -> None:
    shown = sectioned(("s", ["a", "b"], [] if is_of_list else [LOADER]))
    if is_of_list:
        shown.set_supplementary(LOADER)
    view = small(shown, SectionLayout(item=20, page=30))
    assert view.layout().content.height == 40
    shown.set_page(Edge.END, PageState.MORE, None if is_of_list else "s")
    assert view.layout().content.height == 70
    shown.set_page(Edge.END, PageState.ENDED, None if is_of_list else "s")
    assert view.layout().content.height == 40


def test_the_list_s_own_header_and_loader_come_in_above_without_a_jump() -> None:
    shown = List.of_items(range(100))
    view = small(shown, SectionLayout(item=20, header=30, page=10))
    view.scroll(500)
    view.layout()
    shown.set_supplementary(HEADER)
    assert view.layout().offset == 530
    shown.set_supplementary(Supplementary(ElementKind.PAGE_START, "loader"))
    shown.set_page(Edge.START, PageState.MORE)
    assert view.layout().offset == 540


# --- sizes


def test_a_content_and_a_level_together_do_not_stand_for_others() -> None:
    shown: List[Any] = List()
    shown.set_items([Row(Key("k"), 2, None, None, 1)])
    view = small(shown, SectionLayout())
    view.set_sizes({"k": 30})
    assert not view.layout()[0].flags & PlaceFlag.MEASURE
    shown.set_items([Row(Key("k"), 3, None, None, 0)])
    assert view.layout()[0].flags & PlaceFlag.MEASURE, "both are other ones"


def test_items_without_a_length_at_the_end_of_a_section_have_no_place_and_keys_reach_them() -> None:
    """They count as visible only between items that are."""
    shown = sectioned(("s", range(4)), ("t", range(4, 9)))
    view = small(shown, SectionLayout(item=20, line_spacing=4))
    view.set_sizes({2: 0, 3: 0})
    scene = view.layout()
    assert [(place.model, place.frame.y) for place in scene] == [(0, 0), (1, 24), (4, 52), (5, 76)]
    assert not any(place.flags & PlaceFlag.LAST for place in scene) and scene.visible == range(6)
    assert view.frame(2) == Rect(0, 48, 100, 0) and view.frame(3) == Rect(0, 52, 100, 0)
    for item, direction, wanted in ((1, Direction.DOWN, 2), (3, Direction.DOWN, 4), (4, Direction.UP, 3)):
        found = view.neighbour(item, direction)
        assert found is not None and found.model == wanted
    for y, insertion in ((43, Position(0, 2)), (53, Position(1, 0))):
        hit = view.find_at(50, y)
        assert hit is not None and hit.insertion == insertion
    view.set_size(100, 52)
    assert view.layout().visible == range(2)


# --- targets


def test_what_was_scrolled_before_a_target_is_done_with() -> None:
    view = small(List.of_items(range(100)), SectionLayout(item=20))
    view.scroll(10)
    view.scroll_to(50, Align.START)
    assert view.layout().offset == 1000
    view.scroll(10)
    assert view.layout().offset == 10


def test_a_margin_is_left_at_the_nearest_edge() -> None:
    view = small(List.of_items(range(100)), SectionLayout(item=20))
    view.scroll(500)
    view.layout()
    assert [view.offset_for(item, margin=7) for item in (10, 25, 27, 29, 50)] == [193, 493, 500, 507, 927]
    assert [view.offset_for(item) for item in (10, 25, 27, 29, 50)] == [200, 500, 500, 500, 920]


def test_the_nearest_edge_of_something_larger_than_the_window_is_its_start() -> None:
    view = small(List.of_items(range(10)), SectionLayout(item=300))
    for offset, wanted in ((0, 900), (950, 950), (2000, 900)):
        view.scroll(offset)
        view.layout()
        assert view.offset_for(3) == wanted


def test_a_header_that_sticks_does_not_hide_targets_and_is_one_without_room_for_itself() -> None:
    shown = sectioned(("s", range(10), [HEADER]), ("t", range(10, 20), [HEADER]))
    view = small(shown, SectionLayout(item=20, header=30, sticky_header=True))
    view.layout()
    assert view.offset_for(15, Align.START) == 230 + 30 + 100 - 30
    assert view.offset_for(shown.section("t"), Align.START) == 230
    assert view.offset_for(shown.section("t"), Align.START, kind=ElementKind.HEADER) == 230


# --- pages


def test_a_page_is_the_window_without_what_sticks_in_it() -> None:
    shown = sectioned(("s", range(100), [HEADER]))
    view = small(shown, SectionLayout(item=20, header=40, sticky_header=True))
    view.scroll_to(50, Align.START)
    view.layout()
    down, up = view.neighbour(50, Direction.PAGE_DOWN), view.neighbour(50, Direction.PAGE_UP)
    assert down is not None and down.model == 52 and up is not None and up.model == 48


def test_a_page_does_not_reach_items_without_a_length_that_are_further_away() -> None:
    shown = sectioned(("s", range(2), [FOOTER]), ("t", [2, 3]))
    view = small(shown, SectionLayout(item=40, footer=100))
    view.set_layout(SectionLayout(item=0), "t")
    view.layout()
    down = view.neighbour(0, Direction.PAGE_DOWN)
    assert down is not None and down.model == 1


# --- drops


def test_the_mark_of_a_header_is_where_items_go_that_are_dropped_on_it() -> None:
    shown = sectioned(("s", range(3), [HEADER, FOOTER]))
    view = small(shown, SectionLayout(item=20, header=30, footer=10))
    view.layout()
    for y in (1, 29):
        hit = view.find_at(50, y)
        assert hit is not None and hit.insertion == Position(0, 0) and hit.mark == Rect(0, 30, 100, 0)
    for y in (91, 99):
        hit = view.find_at(50, y)
        assert hit is not None and hit.insertion == Position(0, 3) and hit.mark == Rect(0, 90, 100, 0)


def test_a_list_with_insets_is_divided_along_the_axis() -> None:
    view = small(List.of_items(range(3)), SectionLayout(item=20, insets=Insets(leading=10, trailing=10)))
    view.layout()
    for x in (15, 85):
        above, below = view.find_at(x, 21), view.find_at(x, 39)
        assert above is not None and above.insertion == Position(0, 1)
        assert below is not None and below.insertion == Position(0, 2)


def test_the_gap_before_the_first_place_is_that_to_the_item_before_it() -> None:
    view = small(List.of_items(range(30)), SectionLayout(item=20, line_spacing=4))
    view.scroll(24 * 5)
    view.layout()
    hit = view.find_at(50, 1)
    assert hit is not None and hit.insertion == Position(0, 5) and hit.mark == Rect(0, -4, 100, 4)


# --- order


def test_a_taken_cell_has_a_place_behind_what_is_stuck() -> None:
    shown = sectioned(("s", range(100), [HEADER]))
    view = small(shown, SectionLayout(item=20, header=30, sticky_header=True))
    view.scroll(1000)
    with view.take_cell(3), view.take_cell(50):
        scene = view.layout()
        order = [place.index for place in scene]
        assert order == [48, 49, 50, 51, 52, 53, None, 3]
        assert scene[-1].flags & PlaceFlag.OUTSIDE and scene[-2].flags & PlaceFlag.STUCK


# --- the anchor


def test_where_nothing_visible_has_stayed_the_overscan_holds() -> None:
    shown = List.of_items(range(100))
    view = small(shown, SectionLayout(item=20), overscan=60)
    view.scroll(500)
    assert view.layout().visible == range(25, 30)
    shown.set_items([*range(-10, 25), *range(30, 100)])
    assert view.layout().offset == 700


def test_without_items_in_the_window_an_element_holds() -> None:
    shown = sectioned(("s", range(10)), ("t", range(10, 20), [HEADER]))
    view = small(shown, SectionLayout(item=20, header=300))
    view.scroll(250)
    assert not view.layout().visible
    shown.set([("s", range(-5, 10)), ("t", range(10, 20), [HEADER])])
    assert view.layout().offset == 350


@pytest.mark.parametrize("is_gap", [False, True])
def test_a_window_without_items_stays_where_it_is_between_them(is_gap: bool) -> None:
    """Within an item, but without height; or within a gap. Sizes above become known or change; items come."""
    shown: List[Any] = sectioned(("s", range(50)), ("t", range(50, 100)))
    view = shown.laid_out_view(ViewOptions(overscan=200, section_spacing=100 if is_gap else 0))
    view.set_size(100, 20 if is_gap else 0)
    view.set_layout(SectionLayout(item=Auto(10), measure=lambda elements: [25] * len(elements)))

    def place() -> float:
        """How far the window is behind the end of the first section, or the start of the second one."""
        frames = {place.model: place.frame for place in view.layout()}
        return -frames[49].bottom if is_gap else -frames[50].y

    wanted = 40 if is_gap else 5
    view.scroll(500 + wanted)
    assert place() == wanted and not view.layout().visible
    view.set_sizes({47: 60})
    assert place() == wanted
    shown.set([("s", range(-20, 50)), ("t", range(50, 100))])
    assert place() == wanted


def test_content_that_outgrows_the_window_keeps_what_is_seen_in_place() -> None:
    shown = List.of_items(range(3))
    view = small(shown, SectionLayout(item=20), gravity_end=True)
    view.set_anchor(Anchor.HOLD)
    seen = next(place for place in view.layout() if place.model == 0).frame
    assert seen.y == 40
    shown.set_items(range(-10, 10))
    scene = view.layout()
    assert next(place for place in scene if place.model == 0).frame == seen


def test_what_measure_removes_while_it_was_only_scrolled_is_gone() -> None:
    """Whether something has gone is asked of the list as it is then, not as it was when the layout began."""
    removes: list[bool] = []

    def measure(elements: list[Any]) -> list[Any]:
        if removes and shown.supplementaries:
            shown.remove_supplementary(ElementKind.HEADER)
        return [20] * len(elements)

    shown: List[Any] = List.of_items(list(range(100)))
    shown.set_supplementary(HEADER)
    view = shown.laid_out_view()
    view.set_size(100, 60)
    view.set_layout(SectionLayout(header=10, measure=measure))
    assert view.layout()[0].kind == ElementKind.HEADER
    removes.append(True)
    view.scroll(1000)
    scene = view.layout()
    assert not shown.supplementaries and all(place.kind == 0 for place in scene)
    header = scene.previous[0]
    assert header.kind == ElementKind.HEADER and header.flags & PlaceFlag.GONE


class Message:
    """Without a content: each update gives a row another model, so that its size is a guess."""

    def __init__(self, number: int) -> None:
        self.number = number


@pytest.mark.parametrize("has_loader", [True, False])
@pytest.mark.parametrize("guess", [1, 4, 44])
@pytest.mark.parametrize("offset", [0, 1, 2])
@pytest.mark.parametrize("anchor", [Anchor.HOLD, Anchor.VISIBLE, Anchor.END])
def test_an_older_page_moves_nothing_though_all_sizes_are_guesses(
    anchor: Anchor, offset: float, guess: float, has_loader: bool
) -> None:
    def rows(numbers: range) -> list[Message]:
        return [Message(number) for number in numbers]

    def measure(elements: list[Any]) -> list[Any]:
        return [4 if element.model.number < 0 else 1 for element in elements]

    shown: List[Any] = List(key="number")
    shown.set_items(rows(range(20)))
    if has_loader:
        shown.set_supplementary(Supplementary(ElementKind.PAGE_START, "loader", model=Message(-100)))
    shown.set_page(Edge.START, PageState.MORE)
    view = shown.laid_out_view(ViewOptions(grain=1))
    view.set_layout(SectionLayout(item=Auto(guess), page=1, measure=measure))
    view.set_anchor(anchor)
    view.set_size(24, 8)
    view.layout()
    view.scroll(offset)

    def seen() -> list[float]:
        return [place.frame.y for place in view.layout() if getattr(place.model, "number", None) == 4]

    before = seen()
    shown.set_items(rows(range(-5, 20)))
    assert seen() == before
