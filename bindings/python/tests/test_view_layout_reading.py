"""Views that are laid out: reading on by steps and pages over rows that are measured on the way, and rows
that were measured as 0."""

from __future__ import annotations

from typing import Any, Callable

import pytest
from laid_out_lists import HEADER, sectioned, small

from iqlist import (
    Align,
    Anchor,
    Auto,
    Edge,
    ElementKind,
    Key,
    List,
    PageState,
    Row,
    SectionLayout,
    Supplementary,
)

WINDOW = 100


def rows_of(length: float, guess: float) -> SectionLayout:
    return SectionLayout(item=Auto(guess), measure=lambda elements: [length for _ in elements])


def top_of(view: Any, model: Any) -> float:
    """Where an item is in the window, scrolled into it or not."""
    return float(view.frame(view.list.item(model)).y - view.layout().offset)


# --- steps and pages


@pytest.mark.parametrize("is_clamped", [True, False])
@pytest.mark.parametrize("step", [WINDOW / 4, WINDOW - 1, WINDOW, 1.5 * WINDOW])
@pytest.mark.parametrize(("guess", "real"), [(44, 3), (44, 20), (500, 20), (1, 15), (4, 1)])
def test_what_was_visible_moves_by_what_was_scrolled(
    guess: float, real: float, step: float, is_clamped: bool
) -> None:
    shown = List.of_items(range(10_000))
    view = small(shown, rows_of(real, guess))
    for sign in (-1, 1):
        view.scroll_to(shown.item(5000), Align.START)
        view.layout()
        view.invalidate()
        for _ in range(3):
            first = view.layout()[0].model
            before = top_of(view, first)
            view.scroll(sign * step, by=True, clamp=is_clamped)
            scene = view.layout()
            assert top_of(view, first) - before == pytest.approx(-sign * step)
            assert len(scene) >= WINDOW / real, "the window is full"


@pytest.mark.parametrize(("guess", "real"), [(44, 3), (1, 3)])
def test_a_page_back_ends_at_the_start(guess: float, real: float) -> None:
    """By the sizes as they turn out to be: a cut at the start by guesses takes nothing away."""
    shown = List.of_items(range(40))
    view = small(shown, rows_of(real, guess))
    view.scroll_to(shown.item(39), Align.END)
    view.layout()
    rest = 40 * real - WINDOW
    for left in (rest - 15, max(0, rest - 30), 0):
        view.scroll(-15, by=True, clamp=True)
        assert view.layout().offset == pytest.approx(max(0, left), abs=0.01) or guess > real
    assert view.layout()[0].model == 0 and view.layout()[0].frame.y == 0


@pytest.mark.parametrize("threshold", [0, 10])
def test_who_scrolls_away_from_the_end_is_not_drawn_to_a_new_message(threshold: float) -> None:
    shown = List.of_items(range(100))
    view = small(shown, SectionLayout(item=20), end_threshold=threshold)
    view.set_anchor(Anchor.END)
    view.scroll(5000, clamp=True)
    assert view.layout().offset == 1900
    view.scroll(-15, by=True)
    shown.set_items(range(101))
    assert view.layout().offset == 1885, "as without the message"
    view.scroll(5000, clamp=True)
    view.layout()
    view.scroll(-5, by=True)
    shown.set_items(range(102))
    at_end = 2 * 20 + 1900 - 5
    assert view.layout().offset == (at_end if threshold else at_end - 20), "near the end it is at the end"


def test_who_scrolls_away_from_the_start_is_not_drawn_back() -> None:
    shown = List.of_items(range(100))
    view = small(shown, SectionLayout(item=20))
    view.layout()
    view.scroll(15, by=True)
    shown.set_items(range(-1, 100))
    assert view.layout().offset == 35, "what was visible moves by what was scrolled"
    view.scroll(0)
    view.layout()
    shown.set_items(range(-2, 100))
    assert view.layout().offset == 0, "the start stays the start"


def test_the_first_page_is_shown_also_to_who_scrolls() -> None:
    """Its loader is not what the user looks at."""
    shown: List[Any] = List()
    shown.set_supplementary(Supplementary(ElementKind.PAGE_END, "loader"))
    shown.set_page(Edge.END, PageState.MORE)
    view = small(shown, SectionLayout(item=20, page=10))
    assert view.layout()[0].kind == ElementKind.PAGE_END
    shown.set_items(range(8))
    view.scroll(1, by=True, clamp=True)
    assert view.layout().offset == 1


# --- sizes of 0


def contents(count: int, content: int) -> list[Row[Any]]:
    return [Row(Key(number), content, None, None) for number in range(count)]


OTHERS: list[tuple[str, Callable[[Any, Any], object]]] = [
    ("content", lambda shown, view: shown.set_items(contents(5, 1))),
    ("width", lambda shown, view: view.set_size(200, WINDOW)),
    ("invalidate", lambda shown, view: view.invalidate()),
    ("invalidate one", lambda shown, view: view.invalidate(0, 5)),
]


@pytest.mark.parametrize("change", [change for _, change in OTHERS], ids=[name for name, _ in OTHERS])
def test_rows_that_were_measured_as_0_are_measured_again(change: Callable[[Any, Any], object]) -> None:
    answer = [0.0]
    layout = SectionLayout(item=Auto(10), measure=lambda elements: [answer[0] for _ in elements])
    shown = List.of_items(contents(5, 7))
    view = small(shown, layout)
    assert len(view.layout()) == 0
    answer[0] = 20
    assert len(view.layout()) == 0, "asked once"
    change(shown, view)
    assert [place.frame.height for place in view.layout()] == [20] * 5


def test_a_header_that_was_measured_as_0_is_measured_again() -> None:
    lengths = {1: 0.0, 2: 30.0}
    layout = SectionLayout(
        item=10, header=Auto(10), measure=lambda elements: [lengths[each.content] for each in elements]
    )
    shown = sectioned(("s", [1, 2], [Supplementary(ElementKind.HEADER, "h", content=1)]))
    view = small(shown, layout)
    assert [place.frame.y for place in view.layout()] == [0, 10]
    shown.set([("s", [1, 2], [Supplementary(ElementKind.HEADER, "h", content=2)])])
    assert [place.frame.y for place in view.layout()] == [0, 30, 40]


def test_a_size_of_0_holds_where_the_rule_says_how_long_things_are() -> None:
    shown = List.of_items(contents(3, 7))
    view = small(shown, SectionLayout(item=20))
    view.set_sizes({0: 0})
    shown.set_items(contents(3, 8))
    assert [place.frame.y for place in view.layout()] == [0, 20]


# --- another function that measures


def test_another_measure_is_asked_about_what_the_former_left_open() -> None:
    asked: list[str] = []

    def measure(name: str, length: float | None) -> Callable[[Any], Any]:
        def answer(elements: Any) -> Any:
            asked.extend(name for _ in elements)
            return [length for _ in elements]

        return answer

    shown = sectioned(("s", range(2), [HEADER]))
    first = SectionLayout(item=Auto(10), header=Auto(5), measure=measure("first", None))
    view = small(shown, first)
    view.layout()
    view.layout()
    view.set_layout(first)
    view.layout()
    assert asked == ["first"] * 3, "the same is asked once"
    view.set_layout(SectionLayout(item=Auto(10), header=Auto(5), measure=measure("second", 30)))
    assert [place.frame.height for place in view.layout()] == [30] * 3
    view.set_layout(SectionLayout(item=Auto(10), header=Auto(5), measure=measure("third", 40)))
    assert [place.frame.height for place in view.layout()] == [30] * 3, "what is known stays"
    assert asked == ["first"] * 3 + ["second"] * 3
