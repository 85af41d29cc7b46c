"""What a driver with a layout tells of what can be seen, and of scrolling; and what features do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from iqlist import Anchor, Item, Place, Rect, Scene, Size, ViewOptions, kit

LENGTHS = (20, 45, 120, 260)


class Row(kit.Cell[int]):
    """Its size is one of a few, and it logs what can be seen of it."""

    @classmethod
    def size_for(cls, model: int | None, window: Size) -> float:
        assert model is not None
        return LENGTHS[model % 4]


def seen_of(frame: Rect, window: Size, horizontal: bool) -> kit.Visibility:
    """The slow way: counts the quarter units that can be seen."""
    wide = sum(0 <= frame.x + at / 4 < window.width for at in range(int(frame.width * 4)))
    high = sum(0 <= frame.y + at / 4 < window.height for at in range(int(frame.height * 4)))
    fraction = wide * high / (16 * frame.width * frame.height)
    extent, seen = (window.width, wide / 4) if horizontal else (window.height, high / 4)
    length = frame.width if horizontal else frame.height
    focused = fraction == 1 if length < extent / 2 else seen >= extent / 2
    return kit.Visibility(fraction, fraction > 0, fraction == 1, focused and fraction > 0)


class Watcher(kit.Coordinator):
    def __init__(self) -> None:
        self.states: list[tuple[Any, kit.Visibility]] = []
        self.fractions: list[tuple[Any, kit.Visibility]] = []

    def on_visibility(self, event: kit.Event[Any]) -> None:
        assert event.visibility is not None
        self.states.append((event.model, event.visibility))

    def on_visible_fraction(self, event: kit.Event[Any]) -> None:
        assert event.visibility is not None
        self.fractions.append((event.model, event.visibility))


@pytest.mark.parametrize("horizontal", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_handlers_hear_of_each_change_of_what_can_be_seen_and_of_no_other(
    seed: int, horizontal: bool
) -> None:
    """Beside a table of what was seen before, after random scrolls, updates and resizes."""
    chance = random.Random(seed)
    watcher = Watcher()
    section = kit.Section("a", range(30), cell=Row, header="H")
    options = ViewOptions(horizontal=horizontal, overscan=chance.choice((0, 60)), grain=0.25)
    layout = kit.Layout(header=24, sticky_header=chance.random() < 0.5)
    driver = kit.Driver([section], layout=layout, coordinator=watcher, view_options=options)
    driver.set_size(200, 200)
    known: dict[Any, kit.Visibility] = {}
    for _ in range(25):
        what = chance.randrange(6)
        if what == 0:
            section.items = chance.sample(range(60), chance.randrange(40))
        elif what == 1:
            driver.set_size(chance.choice((100, 200, 300)), chance.choice((100, 200, 300)))
        elif what > 2:
            driver.scroll(chance.randrange(-400, 400) / 4, by=True, clamp=chance.random() < 0.7)
        watcher.states.clear()
        watcher.fractions.clear()
        driver.poll()
        scene = driver.layout()
        window = driver.laid_out_view.size
        now = {place.model: seen_of(place.frame, window, horizontal) for place in scene}
        now = {model: seen for model, seen in now.items() if seen.is_visible}
        told_states: dict[Any, kit.Visibility] = {}
        told_fractions: dict[Any, kit.Visibility] = {}
        for model in {*known, *now}:
            was, seen = known.get(model, kit.Visibility()), now.get(model, kit.Visibility())
            if was.fraction != seen.fraction:
                told_fractions[model] = seen
            if states(was) != states(seen):
                told_states[model] = seen
        assert dict(watcher.states) == told_states, f"seed {seed}"
        assert dict(watcher.fractions) == told_fractions, f"seed {seed}"
        assert len(watcher.states) == len(told_states)
        assert len(watcher.fractions) == len(told_fractions)
        known = now


def states(seen: kit.Visibility) -> tuple[bool, bool, bool]:
    return seen.is_visible, seen.is_fully_visible, seen.is_focused


@pytest.mark.parametrize("name", ["on_visibility", "on_visible_fraction"])
@pytest.mark.parametrize("stops", ["model", "cell", "section", "coordinator"])
def test_the_event_goes_from_model_to_cell_to_section_to_coordinator(name: str, stops: str) -> None:
    route = ["model", "cell", "section", "coordinator"]
    log: list[str] = []

    def handler(who: str) -> Any:
        def handle(*arguments: Any) -> Any:
            event = arguments[-1]
            assert (event.model.id, event.visibility.fraction) == (7, 1)
            assert isinstance(event.item, Item)
            assert isinstance(event.cell, Shows)
            assert event.section is section
            log.append(who)
            return None if who == stops else NotImplemented

        return handle

    class Shows(kit.Cell[Any]):
        pass

    setattr(Shows, name, handler("cell"))

    class Shown(kit.ViewModel[Any]):
        cell = Shows
        id = 7

        def setup(self, cell: Any) -> None:
            pass

    setattr(Shown, name, handler("model"))
    coordinator = type("Told", (kit.Coordinator,), {name: handler("coordinator")})()
    section = kit.Section("a", [Shown()], **{name: handler("section")})
    driver = kit.Driver([section], coordinator=coordinator, layout=kit.Layout(item=20))
    driver.set_size(100, 100)
    driver.layout()
    assert log == route[: route.index(stops) + 1]


def test_what_has_gone_is_told_with_its_model_and_without_a_cell() -> None:
    log: list[Any] = []

    def write(event: kit.Event[Any]) -> None:
        log.append((event.model, event.cell is None, event.visibility))

    section = kit.Section("a", [1, 2], cell=Row, on_visibility=write)
    driver = kit.Driver([section], layout=kit.Layout())
    driver.set_size(100, 1000)
    driver.layout()
    log.clear()
    section.items = [2]
    driver.layout()
    assert log == [(1, True, kit.Visibility())]


def test_what_a_handler_of_visibility_raises_comes_out_of_the_layout_once() -> None:
    def fail(event: kit.Event[Any]) -> None:
        raise ZeroDivisionError

    driver = kit.Driver([kit.Section("a", [1], cell=Row, on_visibility=fail)], layout=kit.Layout())
    driver.set_size(100, 100)
    with pytest.raises(ZeroDivisionError):
        driver.layout()
    assert driver.laid_out_view.scene is not None
    assert [place.model for place in driver.layout()] == [1]


def test_a_handler_of_visibility_may_change_what_is_shown() -> None:
    """As one that loads more when the last item comes into view."""

    def more(event: kit.Event[Any]) -> None:
        if event.model == section.items[-1] and len(section.items) < 9:
            section.items = [*section.items, len(section.items)]

    section = kit.Section("a", [0], cell=kit.TextCell, on_visibility=more)
    driver = kit.Driver([section], layout=kit.Layout(item=20))
    driver.set_size(100, 100)
    for _ in range(12):
        driver.poll()
        driver.layout()
    assert len(driver.layout()) == 5 < len(section.items) <= 7


# --- scrolling


class ScrollLog(kit.Coordinator):
    def __init__(self) -> None:
        self.log: list[Any] = []

    def did_scroll(self, event: kit.Event[Any]) -> None:
        self.log.append(event.sender.offset)

    def will_begin_dragging(self, event: kit.Event[Any]) -> None:
        self.log.append("drag")

    def did_end_dragging(self, event: kit.Event[Any]) -> None:
        self.log.append(f"let go, {event.sender.value}")

    def did_end_decelerating(self, event: kit.Event[Any]) -> None:
        self.log.append(f"at rest, {event.sender.value}")

    def did_end_scroll_animation(self, event: kit.Event[Any]) -> None:
        self.log.append(f"arrived, {event.sender.value}")

    def reached_start(self, event: kit.Event[Any]) -> None:
        self.log.append("start")

    def reached_end(self, event: kit.Event[Any]) -> None:
        self.log.append("end")


def scrolled(count: int = 100) -> tuple[kit.Driver, list[Any]]:
    log = ScrollLog()
    driver = kit.Driver([kit.Section("a", range(count))], layout=kit.Layout(item=20), coordinator=log)
    driver.set_size(100, 100)
    driver.layout()
    return driver, log.log


def test_the_phases_of_a_scroll_are_told() -> None:
    driver, log = scrolled()
    assert log == []
    drag, slow, idle, animate = (
        kit.ScrollPhase.DRAG,
        kit.ScrollPhase.DECELERATE,
        kit.ScrollPhase.IDLE,
        kit.ScrollPhase.ANIMATE,
    )
    for distance, phase in (
        (10, drag),
        (20, None),
        (15, slow),
        (5, slow),
        (0, idle),
        (7, animate),
        (0, drag),
        (0, idle),
    ):
        driver.scroll(distance, by=True, phase=phase)
        driver.layout()
        log.append("|")
    assert log == [
        *("drag", 10, "|", 30, "|", "let go, decelerate", 45, "|", 50, "|", "at rest, idle", "|"),
        *(57, "|", "arrived, drag", "drag", "|", "let go, idle", "|"),
    ]


def test_the_start_and_the_end_are_told_when_they_are_reached() -> None:
    driver, log = scrolled()
    for offset in (1000, 1900, 1900, 1800, 0, 5, 0):
        driver.scroll(offset)
        driver.layout()
    assert log == [1000, 1900, "end", 1800, 0, "start", 5, 0, "start"]


def test_while_a_finger_holds_the_content_a_chat_does_not_go_to_its_end() -> None:
    driver, _ = scrolled()
    driver.laid_out_view.set_anchor(Anchor.END)
    driver.scroll(1900, phase=kit.ScrollPhase.DRAG)
    driver.layout()
    driver.section("a").items = range(101)
    assert driver.layout().offset == 1900
    driver.scroll(20, by=True, phase=kit.ScrollPhase.IDLE)
    driver.layout()
    driver.section("a").items = range(102)
    assert driver.layout().offset == 1940


# --- features


def test_features_work_in_their_order() -> None:
    class Wider(kit.Feature):
        def process(self, place: Place[Any], scene: Scene[Any]) -> Rect:
            return place.frame._replace(width=place.frame.width + 1)

    class Doubled(kit.Feature):
        def process(self, place: Place[Any], scene: Scene[Any]) -> Rect:
            return place.frame._replace(width=place.frame.width * 2)

    driver, _ = scrolled(1)
    wider, doubled = Wider(), Doubled()
    driver.add_feature(wider)
    driver.add_feature(doubled)
    assert driver.layout()[0].frame.width == 202
    driver.remove_feature(wider)
    driver.add_feature(wider)
    assert driver.layout()[0].frame.width == 201
    with pytest.raises(ValueError, match="was not added"):
        driver.remove_feature(Wider())
    with pytest.raises(TypeError, match="a feature is"):
        driver.add_feature(Wider)  # type: ignore[arg-type]


def test_each_cell_is_set_up_once_by_each_feature() -> None:
    class Counting(kit.Feature):
        def __init__(self) -> None:
            self.cells: list[Any] = []

        def setup(self, cell: Any, place: Place[Any]) -> None:
            assert place.cell is cell
            self.cells.append(cell)

    driver = kit.Driver([kit.Section("a", range(100), cell=Row)], layout=kit.Layout())
    driver.set_size(100, 300)
    first, later = Counting(), Counting()
    driver.add_feature(first)
    seen = {id(place.cell) for place in driver.layout()}
    driver.add_feature(later)
    for _ in range(40):
        driver.scroll(37, by=True)
        driver.poll()
        seen |= {id(place.cell) for place in driver.layout()}
    assert len(first.cells) == len(seen) == len({*map(id, first.cells)})
    assert {*map(id, later.cells)} <= seen


def test_a_cell_that_is_made_later_is_set_up_also_where_another_one_was_in_memory() -> None:
    """Cells that are dropped leave their place in memory to others."""

    class Few(kit.Cell[int]):
        pool = 1
        is_set_up = False

    class Setting(kit.Feature):
        def setup(self, cell: Any, place: Place[Any]) -> None:
            cell.is_set_up = True

    section = kit.Section("a", range(20), cell=Few)
    driver = kit.Driver([section], layout=kit.Layout(item=20))
    driver.set_size(100, 400)
    driver.add_feature(Setting())
    for count in (20, 0, 20, 1, 20, 3, 20):
        section.items = range(count)
        for _ in range(3):
            driver.poll()
            driver.layout()
        assert all(place.cell.is_set_up for place in driver.layout())
    assert len(driver.layout()) == 20


def test_a_layout_that_fails_before_it_begins_leaves_the_frames_of_the_last_scene() -> None:
    fails = False

    def rule(window: Size) -> float:
        if fails:
            raise ZeroDivisionError
        return 20

    section = kit.Section("a", range(20), cell=kit.TextCell, layout=kit.Layout(item=rule))
    driver = kit.Driver([section], layout=kit.Layout())
    driver.set_size(100, 100)
    driver.add_feature(kit.Parallax())
    driver.scroll(10)
    before = [place.frame for place in driver.layout()]
    fails = True
    driver.invalidate_sizes()
    with pytest.raises(ZeroDivisionError):
        driver.layout()
    scene = driver.laid_out_view.scene
    assert scene is not None
    assert [place.frame for place in scene] == before


def test_what_is_stretched_begins_at_the_start_of_the_window_and_meets_what_follows() -> None:
    for offset in range(-100, 1, 10):
        frame = kit.stretchy(Rect(0, -offset, 100, 60), offset)
        assert (frame.y, frame.bottom) == (0, 60 - offset)
    assert kit.stretchy(Rect(0, -5, 100, 60), 5) == Rect(0, -5, 100, 60)


@pytest.mark.parametrize("header", [None, "H"])
def test_only_what_is_first_in_the_list_is_slow_and_stretched(header: Any) -> None:
    sections = [kit.Section(name, [name + "1", name + "2"], header=header) for name in ("a", "b")]
    driver = kit.Driver(sections, layout=kit.Layout(item=40, header=30))
    driver.add_feature(kit.Parallax(0.25))
    driver.add_feature(kit.StretchyHeader())
    driver.set_size(100, 400)
    rest = [place.frame for place in driver.layout()]
    driver.scroll(20)
    moved = [place.frame for place in driver.layout()]
    assert moved[0] == rest[0]._replace(y=-15)
    assert moved[1:] == [frame._replace(y=frame.y - 20) for frame in rest[1:]]
    driver.scroll(-20)
    pulled = [place.frame for place in driver.layout()]
    assert pulled[0] == rest[0]._replace(height=rest[0].height + 20)
    assert pulled[1:] == [frame._replace(y=frame.y + 20) for frame in rest[1:]]
    # What comes first in the window is not first in the list.
    driver.set_size(100, 60)
    driver.scroll(100)
    assert [place.frame.y for place in driver.layout()] == [place.natural for place in driver.layout()]


@pytest.mark.parametrize(
    ("natural", "offset", "expected"),
    [(200, 0, 0), (200, 136, 0), (200, 168, 0.5), (200, 200, 1), (200, 900, 1), (0, 0, 1), (0, -64, 0)],
)
def test_the_progress_of_a_sticky_header(natural: float, offset: float, expected: float) -> None:
    assert kit.sticky_progress(natural, offset) == expected
