"""Views that are laid out refuse what is of another type, at once and by the name of what has it; functions
that measure are named where they fail."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from laid_out_lists import laid_out, small

import iqlist
from iqlist import (
    Auto,
    ElementKind,
    Insets,
    List,
    Measured,
    RangeError,
    SectionLayout,
    Size,
    SizeRule,
    Supplementary,
    ViewOptions,
)


def test_what_measure_raises_says_where_it_comes_from() -> None:
    """The exception is the one that was raised, with its cause; a note names the function and the item."""

    class NoFontError(Exception):
        pass

    def measure(elements: list[Measured]) -> list[Any]:
        try:
            raise OSError("no file")
        except OSError as error:
            raise NoFontError("no font") from error

    shown: List[Any] = List()
    title = Supplementary(ElementKind.HEADER, "title", model="Title")
    shown.set([("s", ["a", "b"], [title])])
    view = laid_out(shown, SectionLayout(measure=measure))
    with pytest.raises(NoFontError, match="no font") as raised:
        view.layout()
    assert str(raised.value) == "no font" and isinstance(raised.value.__cause__, OSError)
    notes = vars(raised.value)["__notes__"]
    assert notes == ["in `measure` of a SectionLayout, which was asked about the header 'Title' and 2 more"]
    with pytest.raises(NoFontError) as again:
        view.layout()
    assert len(vars(again.value)["__notes__"]) == 1


ANSWERS: list[tuple[Any, str]] = [
    (["12", 3], "about the item 'a': a size is a number, a Size or None, not str"),
    ([3, [5]], "about the item 'b': a size is a number, a Size or None, not list"),
    ([3, (5,)], "about the item 'b': a size is a Size of 2 numbers, not tuple"),
    ([Size(1, 2), ("1", 2)], "about the item 'b': width of Size is a number, not str"),
    (None, "what measure returns is a list of sizes, not NoneType"),
    (5, "what measure returns is a list of sizes, not int"),
    ("55", "what measure returns is a list of sizes, not str"),
]


@pytest.mark.parametrize(("answers", "message"), ANSWERS)
def test_what_measure_returns_of_another_type_is_named(answers: Any, message: str) -> None:
    view = laid_out(List.of_items(["a", "b"]), SectionLayout(measure=lambda elements: answers))
    with pytest.raises(TypeError) as raised:
        view.layout()
    notes: list[str] = vars(raised.value).get("__notes__", [])
    assert message in str(raised.value) and "`measure` of a SectionLayout" in "".join(
        [str(raised.value), *notes]
    )
    assert view.scene is not None and [place.frame.height for place in view.scene] == [44, 44]


@pytest.mark.parametrize("answer", [Fraction(61, 2), Decimal("30.5"), 30.5])
def test_numbers_of_other_types_are_lengths(answer: Any) -> None:
    view = laid_out(List.of_items(["a"]), SectionLayout(measure=lambda elements: [answer]))
    assert view.layout().content.height == 30.5
    view.set_layout(SectionLayout(item=answer, line_spacing=answer))
    assert view.layout().content.height == 30.5
    with pytest.raises(RangeError):
        view.set_sizes({"a": 10**400})


given: Any = iqlist
"""The package, whose types a checker does not look at."""

WRONG_TYPES: list[tuple[Callable[[Any], object], str]] = [
    (lambda view: view.set_size("320", 568), "width is a number, not str"),
    (lambda view: view.set_size(320, None), "height is a number, not NoneType"),
    (lambda view: view.set_size(320, ViewOptions), "height is a number, not the class ViewOptions"),
    (lambda view: view.set_options(5), "options are a ViewOptions, not int"),
    (lambda view: view.set_layout(5), "a layout is a SectionLayout, not int"),
    (lambda view: view.set_sizes("i1"), "sizes are a mapping, or pairs of an element and its size, not str"),
    (lambda view: view.set_sizes(5), "sizes are a mapping, or pairs of an element and its size, not int"),
    (
        lambda view: view.set_sizes([("a", 5), "b1"]),
        "sizes are a mapping, or pairs of an element and its size: number 1 is 'b1'",
    ),
    (lambda view: view.set_sizes([("a", "12")]), "the size of 'a' is a number, a Size or None, not str"),
    (lambda view: view.set_size_of("a", "12"), "the size of 'a' is a number, a Size or None, not str"),
    (lambda view: view.set_size_of("a", (5,)), "a size is a Size of 2 numbers, not tuple"),
    (lambda view: view.set_size_of("a", 5, kind="header"), "kind is an integer, not str"),
    (lambda view: view.set_lengths("12"), "lengths are numbers, a buffer of them, or one number, not str"),
    (lambda view: view.set_lengths(["1"]), "a length is a number, not str"),
    (lambda view: view.set_lengths([1], "0"), "first is an integer, not str"),
    (lambda view: view.invalidate(0, "1"), "count is an integer, not str"),
    (lambda view: view.scroll("5"), "offset is a number, not str"),
    (lambda view: view.scroll_to("a", "start"), "align is an integer, not str"),
    (lambda view: view.scroll_to("a", margin="5"), "margin is a number, not str"),
    (lambda view: view.set_anchor("end"), "anchor is an integer, not str"),
    (lambda view: view.set_scroll_position("a"), "position is a ScrollPosition, not str"),
    (lambda view: view.find_at("1", 1), "x is a number, not str"),
    (lambda view: view.frame("a", index="0"), "index is an integer, not str"),
    (lambda view: view.neighbour("a", "up"), "direction is an integer, not str"),
    (lambda view: given.Fixed("44"), "value of Fixed is a number, not str"),
    (lambda view: given.Auto(given.Fixed(44)), "value of Auto is a number, not Fixed"),
    (
        lambda view: given.SizeRule(height="44"),
        "height is Auto, Fixed, Relative, Aspect or a number, not str",
    ),
    (
        lambda view: given.SizeRule(width=[]),
        "width is Auto, Fixed, Relative, Aspect or a number, not list",
    ),
    (lambda view: given.SizeRule(additional=5), "additional is a Size of 2 numbers, not int"),
    (lambda view: given.SizeRule(indent="1"), "indent is a number, not str"),
    (lambda view: given.SectionLayout(columns=2.5), "columns is an integer, not float"),
    (lambda view: given.SectionLayout(item="44"), "item is a SizeRule, a length or a number, not str"),
    (
        lambda view: given.SectionLayout(header=Auto),
        "header is a SizeRule, a length or a number, not the class Auto",
    ),
    (lambda view: given.SectionLayout(insets=8), "insets are an Insets of 4 numbers, not int"),
    (lambda view: given.SectionLayout(insets=given.Insets("8")), "top of Insets is a number, not str"),
    (lambda view: given.SectionLayout(line_spacing="8"), "line_spacing is a number, not str"),
    (lambda view: given.SectionLayout(measure=[30]), "measure is a function, not list"),
    (lambda view: given.ViewOptions(grain="1"), "grain is a number, not str"),
    (lambda view: given.ViewOptions(insets=(1, 2)), "insets are an Insets of 4 numbers, not tuple"),
    (
        lambda view: given.Supplementary("header", "title"),
        "kind is an integer, not 'header': give ElementKind.HEADER",
    ),
    (lambda view: given.Supplementary("badge", "title"), "kind is an integer, not str"),
    (lambda view: given.Supplementary(17, "title", index="1"), "index is an integer, not str"),
    (lambda view: view.list.set_supplementary("title"), "an element is a Supplementary, not str"),
    (lambda view: view.list.view().set_visible("0", 1), "first is an integer, not str"),
]


@pytest.mark.parametrize(("mistake", "message"), WRONG_TYPES)
def test_another_type_is_refused_by_the_name_of_what_has_it(
    mistake: Callable[[Any], object], message: str
) -> None:
    view = small(List.of_items(["a", "b"]), SectionLayout(item=20))
    before = [(place.frame, place.model) for place in view.layout()]
    with pytest.raises(TypeError) as raised:
        mistake(view)
    assert str(raised.value) == message
    assert [(place.frame, place.model) for place in view.layout()] == before


def test_plain_tuples_are_sizes_and_insets() -> None:
    rule: Any = SizeRule(height=10, additional=(0, 5), insets=(1, 2, 3, 4))  # type: ignore[arg-type]
    assert rule.additional.height == 5 and rule.insets == Insets(1, 2, 3, 4)
    assert small(List.of_items(["a"]), SectionLayout(item=rule)).layout().content.height == 15
