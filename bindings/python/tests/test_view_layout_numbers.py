"""Views that are laid out: the numbers of the documents, and mistakes, each with a clear error."""

from __future__ import annotations

import gc
import math
import weakref
from array import array
from collections.abc import Callable
from typing import Any

import pytest
from laid_out_lists import FOOTER, HEADER, laid_out, sectioned, small

from iqlist import (
    Align,
    Anchor,
    ArgumentError,
    Aspect,
    Auto,
    BusyError,
    Cell,
    CellClass,
    ClosedError,
    Direction,
    ElementKind,
    Fixed,
    HandleError,
    Insets,
    Key,
    LaidOutView,
    List,
    Measured,
    NotFoundError,
    PlaceFlag,
    RangeError,
    Rect,
    Relative,
    SceneFlag,
    ScrollPosition,
    SectionLayout,
    Size,
    SizeRule,
    StateError,
    Supplementary,
    ViewOptions,
    picture,
)

WRONG: Any = "44"


# --- the documents' numbers


def test_half_by_full_are_three_rows_of_five_items() -> None:
    view = laid_out(List.of_items(range(5)), SectionLayout(columns=2, item=Relative(1)))
    scene = view.layout()
    assert scene[0].frame == Rect(0, 0, 160, 568) and scene.content == Size(320, 1704)


def test_rows_of_44_with_header_and_footer() -> None:
    shown = sectioned(("s", range(7)))
    view = laid_out(shown, SectionLayout(item=44, header=20, footer=20))
    assert view.layout().content.height == 308
    shown.set([("s", range(7), [HEADER, FOOTER])])
    assert view.layout().content.height == 348


@pytest.mark.parametrize(
    ("width", "inset", "spacing", "rule", "size", "content"),
    [
        (320, 0, 0, Aspect(), Size(80, 80), 160),
        (375, 10, 5, Aspect(), Size(85, 85), 195),
        (375, 10, 5, SizeRule(height=Aspect(), additional=Size(0, 20)), Size(85, 105), 235),
        (375, 10, 5, Aspect(1.5), Size(85, 56.6669921875), 138.333984375),
    ],
)
def test_a_grid_of_four(
    width: float, inset: float, spacing: float, rule: Any, size: Size, content: float
) -> None:
    insets = Insets(inset, inset, inset, inset)
    layout = SectionLayout(columns=4, item=rule, insets=insets, item_spacing=spacing, line_spacing=spacing)
    scene = laid_out(List.of_items(range(7)), layout, width).layout()
    assert (scene[0].frame.width, scene[0].frame.height) == size and scene.content.height == content
    assert scene[3].frame.right == inset + 4 * size.width + 3 * spacing


def test_header_three_items_and_footer() -> None:
    shown = sectioned(("s", range(3), [HEADER, FOOTER]))
    view = laid_out(shown, SectionLayout(item=100, header=30, footer=50))
    assert view.layout().content.height == 380


@pytest.mark.parametrize("offset", [0, 90, 130, 136, 150, 160, 200, 311])
def test_a_sticky_header_is_pushed_out_by_the_end_of_its_section(offset: float) -> None:
    """Header i is at max(natural, min(offset, next natural - own))."""
    shown = sectioned(*((name, [f"{name}{n}" for n in range(3)], [HEADER]) for name in "abc"))
    view = laid_out(shown, SectionLayout(item=44, header=24, sticky_header=True), height=100, overscan=1000)
    view.scroll(offset)
    scene = view.layout()
    seen = {
        place.position.section: place.frame.y + offset
        for place in scene
        if place.kind == ElementKind.HEADER and place.position is not None
    }
    long = 3 * 44 + 24
    assert seen == {at: max(at * long, min(offset, (at + 1) * long - 24)) for at in range(3)}
    stuck = [place for place in scene if PlaceFlag.STUCK in place.flags]
    assert scene[len(scene) - len(stuck) :] == stuck, "what is stuck is drawn last"


def test_neighbours_meet_however_small_their_parts_are() -> None:
    shown = List.of_items(range(1000))
    view = laid_out(shown, SectionLayout(item=Fixed(1 / 3)), height=100)
    scene = view.layout()
    assert all(one.frame.bottom == two.frame.y for one, two in zip(scene, scene[1:]))


def test_terminals_are_integral() -> None:
    layout = SectionLayout(columns=3, item=1.4, item_spacing=0.6)
    scene = laid_out(List.of_items(range(9)), layout, 80, 24, grain=1).layout()
    assert all(side == int(side) for place in scene for side in place.frame)
    assert scene[1].frame.x == (80 - 2) // 3 + 1


def test_a_view_from_right_to_left_is_a_mirror() -> None:
    shown = List.of_items(range(9))
    layout = SectionLayout(columns=3, item=SizeRule(height=Fixed(20), indent=7), item_spacing=4)
    one, other = laid_out(shown, layout).layout(), laid_out(shown, layout, rtl=True).layout()
    for place, mirror in zip(one, other):
        assert mirror.frame == place.frame._replace(x=320 - place.frame.right)


def test_another_grain_or_axis_forgets_all_sizes() -> None:
    for other in (ViewOptions(grain=1), ViewOptions(horizontal=True)):
        view = laid_out(List.of_items(["a"]), SectionLayout(item=Auto(30)))
        view.set_sizes({"a": 77})
        assert view.layout().content.height == 77
        view.set_options(ViewOptions(rtl=True))
        assert view.layout().content.height == 77
        view.set_options(other)
        scene = view.layout()
        assert 30 in scene.content and PlaceFlag.MEASURE in scene[0].flags


# --- measuring


def test_measure_is_asked_once_for_each_content_and_width() -> None:
    asked: list[tuple[str, float]] = []

    def measure(elements: list[Measured]) -> list[Any]:
        asked.extend((element.model, element.size.width) for element in elements)
        return [len(element.model) * 10 for element in elements]

    shown: List[Any] = List(key=lambda text: text[0], content=lambda text: (text,))
    shown.set_items(["a", "bb", "ccc"])
    view = laid_out(shown, SectionLayout(measure=measure))
    scene = view.layout()
    assert [place.frame.height for place in scene] == [10, 20, 30] and not scene.flags & SceneFlag.MEASURE
    assert sorted(asked) == [("a", 320), ("bb", 320), ("ccc", 320)]
    view.layout()
    shown.set_items(["a", "ccc", "bb"])
    assert [place.frame.height for place in view.layout()] == [10, 30, 20] and len(asked) == 3
    shown.set_items(["a", "ccc", "bbbb"])
    assert [place.frame.height for place in view.layout()] == [10, 30, 40] and asked[3:] == [("bbbb", 320)]
    view.set_size(200, 568)
    view.layout()
    assert sorted(asked[4:]) == [("a", 200), ("bbbb", 200), ("ccc", 200)]


def test_a_size_that_the_host_does_not_know_is_asked_for_once() -> None:
    """Neither what has no size nor a guess is asked for again, until the content, the key of an element, the
    width or `invalidate` gives a reason to."""
    asked: list[str] = []

    def measure(elements: list[Measured]) -> list[Any]:
        asked.extend(element.model for element in elements)
        return [None] * len(elements)

    def newly_asked() -> list[str]:
        asked.clear()
        view.set_size(width, view_height.pop())
        flags = [place.flags for place in view.layout()]
        assert all(flag & PlaceFlag.MEASURE for flag in flags)
        return sorted(asked)

    def show(header: str, *texts: str) -> None:
        shown.set([("s", list(texts), [Supplementary(ElementKind.HEADER, header, model=header)])])

    shown: List[Any] = List(key=lambda text: text[0], content=lambda text: (text,))
    show("title", "a", "b")
    view = laid_out(shown, SectionLayout(measure=measure))
    width, view_height = 320, list(range(500, 600))
    assert newly_asked() == ["a", "b", "title"] and newly_asked() == []
    view.set_sizes({"a": 10})
    view.invalidate(0, 1)
    assert newly_asked() == ["a"] and newly_asked() == []
    view.invalidate(0, 2)
    assert newly_asked() == ["a", "b"] and newly_asked() == []
    show("title", "a", "bb")
    assert newly_asked() == ["bb"] and newly_asked() == []
    show("other", "a", "bb")
    assert newly_asked() == ["other"] and newly_asked() == []
    view.invalidate()
    assert newly_asked() == ["a", "bb", "other"] and newly_asked() == []
    width = 200
    assert newly_asked() == ["a", "bb", "other"] and newly_asked() == []


@pytest.mark.parametrize(
    ("answer", "height"),
    [(-5, 0), (math.inf, 2**20), (1e30, 2**20), (math.nan, 44), (None, 44), (Size(9, 7), 7)],
)
def test_what_measure_returns_beyond_its_range_is_cut(answer: Any, height: float) -> None:
    view = laid_out(List.of_items(["a"]), SectionLayout(measure=lambda elements: [answer for _ in elements]))
    assert view.layout().content.height == height


def test_what_measure_raises_is_raised_and_the_next_layout_asks_again() -> None:
    is_ready = False

    def measure(elements: list[Measured]) -> list[Any]:
        if not is_ready:
            raise LookupError("no font")
        return [30 for _ in elements]

    view = laid_out(List.of_items(["a"]), SectionLayout(measure=measure))
    with pytest.raises(LookupError, match="no font"):
        view.layout()
    assert view.scene is not None and [place.frame.height for place in view.scene] == [44]
    is_ready = True
    assert view.layout().content.height == 30


def test_a_measure_with_too_few_answers_is_refused() -> None:
    view = laid_out(List.of_items(["a", "b"]), SectionLayout(measure=lambda elements: [1]))
    with pytest.raises(ValueError, match="was asked about 2 elements, and has returned 1"):
        view.layout()


def test_a_function_is_dropped_when_its_layout_is() -> None:
    class Font:
        def measure(self, elements: list[Measured]) -> list[Any]:
            return [10 for _ in elements]

    shown: List[Any] = List()
    shown.set({"s": ["a"], "t": ["b"]})
    view = laid_out(shown, SectionLayout())
    font = Font()
    alive = weakref.ref(font)
    layout = SectionLayout(measure=font.measure)
    view.set_layout(layout, "s")
    view.set_layout(layout, "t")
    del font, layout
    view.layout()
    view.set_layout(None, "s")
    gc.collect()
    assert alive() is not None, "one section still has it"
    view.set_layout(None, "t")
    gc.collect()
    assert alive() is None
    font = Font()
    alive = weakref.ref(font)
    view.set_layout(SectionLayout(measure=font.measure))
    with pytest.raises(RangeError):
        view.set_layout(SectionLayout(measure=font.measure, line_spacing=-1), "s")
    del font
    view.close()
    gc.collect()
    assert alive() is None


# --- cells


def test_cells_are_bound_by_layouts_and_objects_of_what_left_stay_for_one_more() -> None:
    log: list[str] = []

    class Label(Cell[str]):
        def bind(self, event: Any) -> None:
            log.append(f"bind {event.model}")
            self.text = event.model

        def unbind(self) -> None:
            log.append(f"unbind {self.text}")

    shown: List[Any] = List(cell_class=CellClass("layout/label", cell=Label))
    shown.set_items(["a", "b", "c", "d"])
    with laid_out(shown, SectionLayout(item=20), 100, 40) as view:
        shown.poll()
        assert log == []
        scene = view.layout()
        assert log == ["bind a", "bind b"] and [place.cell.text for place in scene] == ["a", "b"]
        assert all(PlaceFlag.BOUND in place.flags for place in scene)
        view.scroll(20)
        scene = view.layout()
        assert log == ["bind a", "bind b", "bind c"] and scene.previous[0].cell.text == "a"
        assert scene.previous[0].other is None and scene.previous[1].other == 0
        view.scroll(40)
        view.layout()
        assert "unbind a" in log
        with pytest.raises(StateError):
            view.set_visible(0, 1)


def test_a_cell_cannot_lay_out_but_can_set_its_size() -> None:
    class Label(Cell[str]):
        def bind(self, event: Any) -> None:
            with pytest.raises(BusyError):
                view.layout()
            view.set_sizes({event.item: 31})

    shown: List[Any] = List(cell_class=CellClass("layout/sized", cell=Label))
    shown.set_items(["a", "b"])
    view = small(shown, SectionLayout())
    assert [place.frame.height for place in view.layout()] == [31, 31]
    view.close()


def test_what_has_gone_is_said() -> None:
    shown = List.of_items(["a", "b"])
    view = laid_out(shown, SectionLayout(item=20))
    view.layout()
    shown.set_items(["b"])
    scene = view.layout()
    assert PlaceFlag.GONE in scene.previous[0].flags and PlaceFlag.GONE not in scene.previous[1].flags
    assert scene.previous[0].model == "a" and scene.previous[1].other == 0


# --- lengths


def test_lengths_of_numpy_and_of_strides_go_in_as_they_are() -> None:
    numpy = pytest.importorskip("numpy")
    shown = List.of_items(range(4))
    for lengths in (
        numpy.array([1.0, 2.0, 3.0, 4.0]),
        numpy.array([[1.0, 9.0], [2.0, 9.0], [3.0, 9.0], [4.0, 9.0]])[:, 0],
        numpy.array([1, 2, 3, 4], dtype="float32"),
        numpy.array([1, 2, 3, 4]),
    ):
        view = laid_out(shown, SectionLayout())
        view.set_lengths(lengths)
        assert [place.frame.height for place in view.layout()] == [1, 2, 3, 4]
        view.close()


@pytest.mark.parametrize(
    "lengths", [[1, 2, 3], (1.0, 2.0, 3.0), array("d", [1, 2, 3]), array("f", [1, 2, 3])]
)
def test_lengths_are_any_numbers(lengths: Any) -> None:
    view = laid_out(List.of_items(range(4)), SectionLayout(item=Auto(9)))
    view.set_lengths(lengths)
    assert [place.frame.height for place in view.layout()] == [1, 2, 3, 9]
    view.set_lengths(5, first=1, count=2)
    view.set_lengths(7.0, first=3)
    assert [place.frame.height for place in view.layout()] == [1, 5, 5, 7]


def test_lengths_of_another_version_are_refused() -> None:
    shown = List.of_items(["a"])
    view, version = laid_out(shown, SectionLayout()), shown.info().version
    shown.set_items(["b"])
    with pytest.raises(StateError):
        view.set_lengths([1], version=version)


def test_sizes_that_were_invalidated_twice_are_guesses() -> None:
    view = laid_out(List.of_items(["a", "b"]), SectionLayout())
    view.set_sizes({"a": 10, "b": 10})
    for _ in range(2):
        view.invalidate(0, 1)
        assert [bool(place.flags & PlaceFlag.MEASURE) for place in view.layout()] == [True, False]
    view.invalidate(1)
    assert all(place.flags & PlaceFlag.MEASURE for place in view.layout())


# --- scrolling


def test_a_target_stays_where_it_is_while_cells_are_measured() -> None:
    shown = List.of_items(range(1000))
    view = small(shown, SectionLayout(item=Auto(44)))
    view.scroll_to(500, Align.START)
    for _ in range(5):
        scene = view.layout()
        assert next(place for place in scene if place.index == 500).frame.y == 0
        view.set_sizes((place, 10 + (place.index or 0) % 7) for place in scene)
    view.scroll(1, by=True)
    view.layout()
    assert view.layout().visible.start == 500


def test_a_position_is_found_again_in_another_list() -> None:
    derivations: list[Callable[[List[Any]], List[Any]]] = [lambda shown: shown, List.filtered, List.outline]
    for derive in derivations:
        source: List[Any] = List.of_items(range(100))
        shown = derive(source)
        shown.poll()
        view = small(shown, SectionLayout(item=20))
        view.scroll(505)
        view.layout()
        position = view.scroll_position
        assert position is not None
        assert position == ScrollPosition(shown.sections[0].key, Key(25), 5, False, False)
        view.scroll(0)
        view.layout()
        source.set_items(range(20, 100))
        shown.poll()
        view.set_scroll_position(position)
        assert view.layout().offset == 105


def test_what_comes_in_above_leaves_what_is_seen_where_it_is() -> None:
    shown = sectioned(("s", range(10, 60)))
    view = small(shown, SectionLayout(item=20, header=30))
    view.scroll(300)
    view.layout()
    shown.set([("s", range(60))])
    assert view.layout().offset == 500 and view.layout().correction == 0
    shown.set([("s", range(60), [HEADER])])
    assert view.layout().offset == 530
    shown.set_supplementary(HEADER)
    assert view.layout().offset == 560


def test_a_chat_stays_at_its_end_and_a_held_one_does_not() -> None:
    shown = List.of_items(range(50))
    view = small(shown, SectionLayout(item=20))
    view.set_anchor(Anchor.END)
    assert view.layout().offset == 900
    shown.set_items(range(51))
    assert view.layout().offset == 920
    view.scroll(0, by=True, held=True)
    shown.set_items(range(52))
    assert view.layout().offset == 920
    view.scroll(-500, by=True)
    view.layout()
    shown.set_items(range(53))
    assert view.layout().offset == 420


# --- mistakes


MISTAKES: list[tuple[Callable[[LaidOutView[Any]], object], type[Exception]]] = [
    (lambda view: view.set_size(-1, 0), RangeError),
    (lambda view: view.set_size(math.nan, 0), RangeError),
    (lambda view: view.set_size(0, 2**20 + 1), RangeError),
    (lambda view: view.set_options(ViewOptions(grain=0.3)), ArgumentError),
    (lambda view: view.set_options(ViewOptions(overscan=-1)), RangeError),
    (lambda view: view.set_options(ViewOptions(insets=Insets(math.inf))), RangeError),
    (lambda view: view.set_layout(SectionLayout(columns=65)), ArgumentError),
    (lambda view: view.set_layout(SectionLayout(item=-1)), RangeError),
    (lambda view: view.set_layout(SectionLayout(item=Aspect(math.nan))), RangeError),
    (lambda view: view.set_layout(SectionLayout(item=WRONG)), TypeError),
    (lambda view: view.set_layout(SectionLayout(), "none"), NotFoundError),
    (lambda view: view.set_sizes({"none": 10}), NotFoundError),
    (lambda view: view.set_sizes({"a": -1}), RangeError),
    (lambda view: view.set_sizes({"a": math.inf}), RangeError),
    (lambda view: view.set_sizes({"a": WRONG}), TypeError),
    (lambda view: view.set_size_of(view.list.sections[0], 10), ArgumentError),
    (lambda view: view.set_size_of(None, 10), ArgumentError),
    (lambda view: view.set_lengths([1, 2, 3]), RangeError),
    (lambda view: view.set_lengths([-1]), RangeError),
    (lambda view: view.set_lengths([math.nan]), RangeError),
    (lambda view: view.set_lengths([1], count=2), ArgumentError),
    (lambda view: view.set_lengths([1], version=10**6), StateError),
    (lambda view: view.invalidate(3), RangeError),
    (lambda view: view.invalidate(1, 5), RangeError),
    (lambda view: view.scroll(math.inf), RangeError),
    (lambda view: view.scroll_to("none"), NotFoundError),
    (lambda view: view.scroll_to(view.list.sections[0], kind=ElementKind.HEADER), NotFoundError),
    (lambda view: view.scroll_to("a", 9), ArgumentError),
    (lambda view: view.set_anchor(9), ArgumentError),
    (lambda view: view.find_at(math.nan, 0), RangeError),
    (lambda view: view.frame("none"), NotFoundError),
    (lambda view: view.frame(None, kind=ElementKind.HEADER), NotFoundError),
    (lambda view: view.neighbour("a", 9), ArgumentError),
    (lambda view: view.neighbour("none", Direction.UP), NotFoundError),
    (lambda view: view.set_visible(0, 1), StateError),
]


@pytest.mark.parametrize(("mistake", "error"), MISTAKES)
def test_a_mistake_is_a_clear_error_and_changes_nothing(
    mistake: Callable[[LaidOutView[Any]], object], error: type[Exception]
) -> None:
    view = small(List.of_items(["a", "b"]), SectionLayout(item=20))
    before = [(place.frame, place.model) for place in view.layout()]
    with pytest.raises(error):
        mistake(view)
    assert [(place.frame, place.model) for place in view.layout()] == before


def test_items_that_have_gone_are_passed_over_or_refused() -> None:
    shown = List.of_items(["a", "b"])
    view = small(shown, SectionLayout(item=20))
    a = shown.item("a")
    gone = view.layout()[0]
    shown.set_items(["b"])
    view.set_sizes([(a, 50), (gone, 50)])
    assert view.layout().content.height == 20
    with pytest.raises(HandleError):
        view.scroll_to(a)
    with pytest.raises(HandleError):
        view.frame(a)
    with pytest.raises(HandleError):
        view.neighbour(a, Direction.DOWN)


def test_told_views_and_closed_ones_refuse() -> None:
    shown = List.of_items(["a"])
    view = laid_out(shown, SectionLayout(item=20))
    with pytest.raises(StateError, match="no scene"):
        picture.scene(view)
    assert view.scroll_position is None
    view.close()
    with pytest.raises(ClosedError):
        view.layout()
    view = laid_out(shown, SectionLayout(item=20))
    shown.close()
    with pytest.raises(HandleError):
        view.layout()
    view.close()
