"""Sizes that were measured are kept by key: who leaves and comes again is not measured anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from iqlist import Auto, LaidOutView, List, Measured, SectionLayout, Size, ViewOptions


class Asked:
    """A function that measures, and which models it was asked about."""

    def __init__(self) -> None:
        self.models: list[Any] = []

    def __call__(self, elements: list[Measured]) -> list[Any]:
        self.models += [each.model for each in elements]
        return [Size(each.size.width, 10 + len(each.model)) for each in elements]


def laid_out(shown: List[Any], asked: Asked, kept: int = 0) -> LaidOutView[Any]:
    view = shown.laid_out_view(ViewOptions(kept_sizes=kept))
    view.set_size(100, 1000)
    view.set_layout(SectionLayout(item=Auto(10), measure=asked))
    return view


def heights(view: LaidOutView[Any]) -> list[float]:
    return [place.frame.height for place in view.layout()]


WORDS = ["a", "bb", "ccc", "dddd", "eeeee"]


def test_a_filter_that_is_typed_and_taken_back_measures_nothing() -> None:
    asked = Asked()
    shown = List.of_items(WORDS).filtered(lambda _, model: True)
    shown.poll()
    view = laid_out(shown, asked)
    assert heights(view) == [11, 12, 13, 14, 15]
    asked.models.clear()
    shown.set_filter(lambda _, model: "c" in model)
    shown.poll()
    assert heights(view) == [13]
    shown.set_filter(lambda _, model: True)
    shown.poll()
    assert heights(view) == [11, 12, 13, 14, 15]
    assert asked.models == []


def test_what_was_wide_in_a_flow_takes_one_column_of_a_grid_also_where_it_was_hidden() -> None:
    def measure(elements: list[Measured]) -> list[Any]:
        return [Size(20 * len(each.model), 10) for each in elements]

    shown = List.of_items(WORDS).filtered(lambda _, model: True)
    shown.poll()
    view = shown.laid_out_view(ViewOptions())
    view.set_size(100, 1000)
    flow = SectionLayout(flow=True, item=Auto(10), measure=measure)
    grid = SectionLayout(columns=4, item=Auto(10))
    view.set_layout(flow)
    wide = [20.0, 40.0, 60.0, 80.0, 100.0]
    assert [place.frame.width for place in view.layout()] == wide
    shown.set_filter(lambda _, model: "c" in model)
    shown.poll()
    view.layout()
    shown.set_filter(lambda _, model: True)
    shown.poll()
    assert [place.frame.width for place in view.layout()] == wide
    view.set_layout(grid)
    assert [place.frame.width for place in view.layout()] == [25] * 5
    view.set_layout(flow)
    assert [place.frame.width for place in view.layout()] == wide
    # One that is set for the grid.
    view.set_layout(grid)
    view.set_sizes([(view.layout()[1], Size(50, 10))])
    assert [place.frame.width for place in view.layout()] == [25, 50, 25, 25, 25]


def test_another_content_is_measured() -> None:
    asked = Asked()
    shown = List.of_items(["a"])
    view = laid_out(shown, asked)
    view.layout()
    shown.set_items([])
    view.layout()
    shown.set_items(["longer"])
    assert heights(view) == [16]
    assert asked.models == ["a", "longer"]


def test_a_width_that_comes_again_measures_nothing() -> None:
    asked = Asked()
    view = laid_out(List.of_items(WORDS), asked)
    view.layout()
    view.set_size(200, 1000)
    view.layout()
    assert asked.models == WORDS * 2
    view.set_size(100, 1000)
    assert heights(view) == [11, 12, 13, 14, 15]
    assert asked.models == WORDS * 2


@pytest.mark.parametrize(("kept", "again"), [(0, 0), (5, 0), (3, 2)])
def test_so_many_are_kept_as_the_options_say(kept: int, again: int) -> None:
    """The oldest ones go first."""
    asked = Asked()
    shown = List.of_items(WORDS)
    view = laid_out(shown, asked, kept)
    view.layout()
    asked.models.clear()
    shown.set_items([])
    view.layout()
    shown.set_items(WORDS)
    assert heights(view) == [11, 12, 13, 14, 15]
    assert asked.models == WORDS[:again]


def test_what_is_invalidated_is_measured_again() -> None:
    asked = Asked()
    shown = List.of_items(WORDS)
    view = laid_out(shown, asked)
    view.layout()
    asked.models.clear()
    view.invalidate(1, 2)
    view.layout()
    assert asked.models == ["bb", "ccc"]


def test_an_item_that_changes_by_itself_is_measured_anew_for_other_widths() -> None:
    """As a widget does that becomes larger, while nobody says so to the list."""
    lengths = {"a": 10.0}

    def measure(elements: list[Measured]) -> list[Any]:
        return [lengths[each.model] + each.size.width / 10 for each in elements]

    shown = List.of_items(["a"])
    view = shown.laid_out_view()
    view.set_layout(SectionLayout(item=Auto(10), measure=measure))
    for width, height in ((100, 20), (200, 30)):
        view.set_size(width, 1000)
        assert heights(view) == [height]
    lengths["a"] = 50
    view.set_sizes({"a": 70})
    assert heights(view) == [70]
    view.set_size(100, 1000)
    assert heights(view) == [60]


Forget = Callable[[LaidOutView[Any]], None]


def forget_size(view: LaidOutView[Any]) -> None:
    view.set_sizes({"a": None})


def invalidate(view: LaidOutView[Any]) -> None:
    view.invalidate(0, 1)


@pytest.mark.parametrize("forget", [forget_size, invalidate])
def test_what_is_forgotten_is_measured_anew_for_other_widths(forget: Forget) -> None:
    asked = Asked()
    view = laid_out(List.of_items(["a"]), asked)
    for width in (100, 200):
        view.set_size(width, 1000)
        view.layout()
    forget(view)
    asked.models.clear()
    for width in (100, 200):
        view.set_size(width, 1000)
        view.layout()
    assert asked.models == ["a", "a"]
