"""Layouts of a program's own: what their functions are asked, and what happens where they fail."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from laid_out_lists import small

import iqlist
from iqlist import CustomLayout, Key, List, Rect, Room, SectionLayout


def extent(room: Room) -> float:
    return room.count * 10


def items(_: Room, start: float, end: float) -> range:
    return range(int(start / 10), int(end / 10) + 1)


def frame(_: Room, index: int) -> Rect:
    return Rect(0, index * 10, 20, 10)


ROWS = CustomLayout(extent, items, frame)


def of(count: int) -> List[Any]:
    return List.of_items(range(count))


def test_they_see_the_section_its_items_and_the_room_within_its_insets() -> None:
    rooms: set[Room] = set()

    def seen(room: Room) -> float:
        rooms.add(room)
        return extent(room)

    shown: List[Any] = List()
    shown.set({"a": range(3), "b": range(10, 15)})
    layout = SectionLayout(
        custom=CustomLayout(seen, items, frame), insets=iqlist.Insets(leading=7, trailing=3)
    )
    small(shown, layout).layout()
    assert {(room.section, room.count) for room in rooms} == {(Key("a"), 3), (Key("b"), 5)}
    assert {room.across for room in rooms} == {90}


@pytest.mark.parametrize("name", ["extent", "items", "frame"])
def test_what_one_raises_is_raised_by_layout_and_it_is_asked_again(name: str) -> None:
    """The exception is the one that was raised; a note names the function."""
    failures = [ValueError("no"), ValueError("no")]
    given: dict[str, Any] = {"extent": extent, "items": items, "frame": frame}
    right = given[name]

    def fails(*arguments: Any) -> Any:
        if failures:
            raise failures.pop()
        return right(*arguments)

    given[name] = fails
    view = small(of(3), SectionLayout(custom=CustomLayout(**given)))
    for _ in range(2):
        with pytest.raises(ValueError, match="no") as raised:
            view.layout()
        assert vars(raised.value)["__notes__"] == [f"in `{name}` of a CustomLayout, for 3 items"]
    assert [place.frame.y for place in view.layout()] == [0, 10, 20]


def test_what_one_raises_is_raised_by_what_asks_where_something_is() -> None:
    def fails(room: Room, index: int) -> Rect:
        raise KeyError(index)

    view = small(of(3), SectionLayout(custom=CustomLayout(extent, items, fails)))
    with pytest.raises(KeyError):
        view.frame(view.list.item_at(1))


def answering(answer: Any) -> Any:
    return lambda *_: answer  # pyright: ignore[reportUnknownLambdaType, reportUnknownVariableType]


WRONG: list[tuple[str, Any, str]] = [
    ("extent", "long", "what extent returns is a number, not str"),
    ("items", [0, 1], "what items returns is a range of indexes, not list"),
    ("items", range(0, 4, 2), "what items returns is a range of indexes"),
    ("frame", (0, 0, 5), "what frame returns is a Rect of 4 numbers, not tuple"),
]


@pytest.mark.parametrize(("name", "answer", "message"), WRONG)
def test_an_answer_of_another_type_is_named(name: str, answer: Any, message: str) -> None:
    given: dict[str, Any] = {"extent": extent, "items": items, "frame": frame, name: answering(answer)}
    view = small(of(3), SectionLayout(custom=CustomLayout(**given)))
    with pytest.raises(TypeError, match=message):
        view.layout()


def test_what_is_no_function_or_no_custom_layout_is_refused_at_once() -> None:
    nothing: Any = None
    with pytest.raises(TypeError, match="items is a function"):
        CustomLayout(extent, nothing, frame)
    with pytest.raises(TypeError, match="custom is a CustomLayout"):
        SectionLayout(custom=extent)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="either a flow, or lanes, or custom"):
        SectionLayout(lanes=True, custom=ROWS)


def test_the_functions_live_as_long_as_the_layout_is_used() -> None:
    class Extent:
        def __call__(self, room: Room) -> float:
            return extent(room)

    function = Extent()
    alive = weakref.ref(function)
    view = small(of(3), SectionLayout(custom=CustomLayout(function, items, frame)))
    del function
    view.layout()
    assert alive() is not None
    view.set_layout(None)
    gc.collect()
    assert alive() is None


def test_answers_beyond_the_items_and_the_room_are_cut() -> None:
    def wider(_: Room, index: int) -> Rect:
        return Rect(-10, 10 * index - 5, 1000, 12)

    wide = CustomLayout(answering(35), answering(range(-5, 100)), wider)
    view = small(of(4), SectionLayout(custom=wide))
    scene = view.layout()
    assert [(place.frame.y, place.frame.height) for place in scene] == [(0, 7), (5, 12), (15, 12), (25, 10)]
    assert {(place.frame.x, place.frame.width) for place in scene} == {(0, view.size.width)}


def test_a_range_must_not_end_before_it_starts() -> None:
    view = small(of(3), SectionLayout(item=10))
    with pytest.raises(iqlist.RangeError, match="end is less than the start"):
        view.find_range(5, 4)
    assert view.find_range(5, 15) == range(2)
