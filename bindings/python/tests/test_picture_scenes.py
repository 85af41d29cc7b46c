"""Pictures of scenes: what they show of places, and that all of it is legible."""

from __future__ import annotations

from typing import Any

import pytest
from drawn import Drawn, is_within
from kept_pictures import KEPT
from laid_out_lists import HEADER, laid_out, sectioned

from iqlist import List, SectionLayout, ViewOptions, picture


@pytest.mark.parametrize("options", [{}, {"horizontal": True}, {"horizontal": True, "rtl": True}], ids=str)
def test_a_picture_shows_what_is_stuck_new_and_a_guess(options: Any) -> None:
    shown = sectioned(("s", ["<a>", "b", "c"], [HEADER]))
    with laid_out(
        shown, SectionLayout(header=20, sticky_header=True), 100, 60, overscan=10, **options
    ) as view:
        view.layout()
        view.scroll(30)
        view.layout()
        made = Drawn(picture.scene(view))
    assert "<a>" in made.words and {"stuck", "guess", "window"} <= made.looks
    assert {"stuck", "its size is a guess", "the window"} <= {*made.words}


def test_only_what_is_drawn_is_explained() -> None:
    with laid_out(List.of_items(["a"]), SectionLayout(item=20), 100, 60) as view:
        view.layout()
        assert "new in this scene" in Drawn(picture.scene(view)).words
        view.layout()
        words = Drawn(picture.scene(view)).words
    assert "item" in words and not {"new in this scene", "stuck", "every second section"} & {*words}


@pytest.mark.parametrize("name", [name for name in KEPT if name.startswith("scene")])
def test_texts_are_within_their_places_and_all_is_on_the_paper(name: str) -> None:
    made = Drawn(KEPT[name]())
    for frame in made.frames:
        assert is_within(frame, made.paper), frame
    places = [box.frame for box in made.boxes if box.look in ("item", "element", "new", "guess", "stuck")]
    for text in made.texts[: len(places)]:
        if len(text.words) == 1:
            assert any(is_within(text.frame, place) for place in places), text


def test_a_text_stands_where_nothing_hides_it() -> None:
    """Of an item that is partly below a header that is stuck."""
    shown = sectioned(("s", [*"abcd"], [HEADER]))
    with laid_out(shown, SectionLayout(item=40, header=30, sticky_header=True), 100, 100) as view:
        view.scroll(55)
        view.layout()
        made = Drawn(picture.scene(view))
    (stuck,) = [box.frame for box in made.boxes if box.look == "stuck" and box.frame.width > 20]
    (text,) = [text.frame for text in made.texts if text.words == "b"]
    assert text.y > stuck.bottom


def test_a_text_for_models_may_be_given() -> None:
    with laid_out(List.of_items([1, 2]), SectionLayout(item=20), 100, 60) as view:
        view.layout()
        made = Drawn(picture.scene(view, text="number {}".format))
    assert "number 1" in made.words and "In their order: number 1 (new in this scene)" in made.description


def test_places_without_models_show_their_keys_and_kinds() -> None:
    shown: List[Any] = List(model=None)
    shown.set([("s", [7], [HEADER])])
    view = shown.laid_out_view(ViewOptions())
    view.set_size(200, 100)
    view.layout()
    assert {"7", "header"} <= {*Drawn(picture.scene(view)).words}


def test_a_place_whose_item_has_gone_says_so() -> None:
    shown: List[Any] = List.of_items([7], model=None)
    with laid_out(shown, SectionLayout(item=20), 100, 60) as view:
        view.layout()
        shown.set_items([8])
        assert "gone" in Drawn(picture.scene(view)).words


def test_a_window_without_a_size_is_drawn() -> None:
    view = List.of_items(["a"]).laid_out_view()
    view.layout()
    assert "window 0 x 0, content 0 x 44" in Drawn(picture.scene(view)).words
