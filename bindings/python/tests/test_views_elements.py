"""Views: the elements of the list itself among the cells, and pages that are asked for by what is visible."""

from __future__ import annotations

from typing import Any

import pytest
from screens import DISPLAY, Row, Screen, letters, name_of, said

from iqlist import (
    ArgumentError,
    CellFlag,
    Edge,
    ElementKind,
    EventKind,
    List,
    Loading,
    NotFoundError,
    PageState,
    StateError,
    Supplementary,
)


def test_what_stands_in_place_of_items_is_shown_in_a_cell() -> None:
    screen = Screen()
    shown = screen.rows()
    shown.set_events(DISPLAY)
    for kind in (ElementKind.EMPTY, ElementKind.LOADING, ElementKind.FAILED, ElementKind.HEADER):
        shown.set_supplementary(Supplementary(kind, kind.name, 1, Row(kind.name), screen.cell_class))
    assert shown.supplementary(ElementKind.EMPTY).model.name == "EMPTY"
    assert [element.kind for element in shown.supplementaries] == [1, 3, 4, 5]
    view = shown.view()
    view.set_visible(0, 10)
    seen: list[set[str]] = []
    displayed: set[str] = set()
    for items, loading in (
        ("", Loading.NO),
        ("", Loading.YES),
        ("", Loading.FAILED),
        ("a", Loading.NO),
        ("", Loading.NO),
    ):
        shown.set_items(letters(items))
        shown.set_loading(loading)
        for event in shown.events():
            if event.kind is EventKind.WILL_DISPLAY and event.model is not None:
                displayed.add(name_of(event))
            if event.kind is EventKind.DID_END_DISPLAY and event.model is not None:
                displayed.remove(name_of(event))
        seen.append(set(displayed))
    always = {"HEADER"}
    assert seen == [always | {name} for name in ("EMPTY", "LOADING", "FAILED", "a", "EMPTY")]
    screen.read()
    number = view.find_cell(None, kind=ElementKind.EMPTY).cell_number
    shown.set_supplementary(Supplementary(ElementKind.EMPTY, "EMPTY", 2, Row("None", 3), screen.cell_class))
    assert said(shown.poll()) == [f"BOUND None3 {number}"]
    shown.set_supplementary(Supplementary(ElementKind.EMPTY, "other", 2, Row("Other"), screen.cell_class))
    events = [*shown.events()]
    assert events[0].flags & CellFlag.RELOADED and said(events)[1] == f"DID_END_DISPLAY None3 {number}"
    shown.remove_supplementary(ElementKind.EMPTY)
    [event] = shown.events()
    assert event.kind is EventKind.DID_END_DISPLAY and event.element_kind == ElementKind.EMPTY
    assert event.item is None and event.key is None and name_of(event) == "Other"
    with pytest.raises(NotFoundError):
        shown.remove_supplementary(ElementKind.EMPTY)
    with pytest.raises(NotFoundError):
        shown.supplementary(ElementKind.EMPTY)
    for element in (Supplementary(9, "x"), Supplementary(ElementKind.EMPTY, "x", index=1)):
        with pytest.raises(ArgumentError):
            shown.set_supplementary(element)
    view.close()


def test_headers_and_footers_are_visible_with_their_sections() -> None:
    header, footer = ElementKind.HEADER, ElementKind.FOOTER
    shown = List()
    shown.set(
        [
            (name, range(4 * at, 4 * at + 4), [Supplementary(header, 1, model=f"head {name}")])
            for at, name in enumerate("abc")
        ]
    )
    shown.set_supplementary(Supplementary(footer, "end", model="end"))
    shown.set_events(EventKind.WILL_DISPLAY | EventKind.DID_END_DISPLAY)
    view = shown.view()
    view.set_visible(2, 4)
    events = shown.poll()
    assert {event.model for event in events if event.cell_number is not None} == {
        *("head a", "head b"),
        *range(2, 6),
    }
    sections = [event.key for event in events if event.cell_number is None]
    assert sections == [shown.section("a").key, shown.section("b").key], "a section has no cell"
    view.set_visible(11, 4)
    events = shown.poll()
    shown_now = {event.model for event in events if event.kind is EventKind.WILL_DISPLAY}
    assert {"head c", 11, "end"} <= shown_now
    assert view.find_cell(shown.section("c"), kind=header).model == "head c"
    assert view.find_cell(None, kind=footer).model == "end"
    view.close()


def test_elements_of_the_host_s_own_kinds_are_shown_by_hand() -> None:
    shown = List.of_items(["a"])
    shown.set_supplementary(Supplementary(ElementKind.HOST + 1, "badge", model="badge", index=4))
    view = shown.view()
    view.set_visible(0, 1)
    shown.poll()
    place: dict[str, int] = {"kind": ElementKind.HOST + 1, "index": 4}
    with pytest.raises(NotFoundError):
        view.find_cell(None, **place)
    with view.take_cell(None, **place) as taken:
        assert taken.event.model == "badge" and view.find_cell(None, **place).cell_number == taken.number
        assert (taken.event.element_kind, taken.event.element_index) == (17, 4)
    with pytest.raises(NotFoundError):
        view.take_cell(None, kind=ElementKind.HOST)


# --- paging from what is visible


def test_a_page_is_asked_for_once_when_its_edge_is_near() -> None:
    shown = List.of_items(range(20))
    shown.set_events(EventKind.PAGE)
    shown.set_page(Edge.END, PageState.MORE, distance=3)
    view = shown.view()
    for first, asks in ((0, 0), (10, 0), (12, 1), (15, 0), (12, 0)):
        view.set_visible(first, 5)
        assert sum(1 for _ in shown.events()) == asks, first
    token = shown.page(Edge.END).token
    assert token and shown.page(Edge.END).state is PageState.LOADING
    shown.set_items(range(21))
    shown.set_page(Edge.END, PageState.MORE, distance=30, token=token)
    [event] = shown.events()
    assert event.flags == Edge.END and event.number != token, "after a short page the next one, at once"
    with pytest.raises(StateError):
        shown.set_page(Edge.END, PageState.MORE, token=token)
    shown.set_page(Edge.END, PageState.ENDED, token=event.number)
    view.set_visible(16, 5)
    assert [*shown.events()] == []


def test_the_loader_of_a_page_is_visible_at_its_edge() -> None:
    shown: List[Any] = List.of_items(range(20))
    shown.set_supplementary(Supplementary(ElementKind.PAGE_END, "loader", model="loader"))
    shown.set_events(EventKind.PAGE)
    view = shown.view()
    view.set_visible(15, 5)

    def is_shown() -> bool:
        shown.poll()
        shown.poll()
        try:
            return view.find_cell(None, kind=ElementKind.PAGE_END).model == "loader"
        except NotFoundError:
            return False

    assert not is_shown(), "there is no page"
    shown.set_page(Edge.END, PageState.FAILED)
    assert is_shown()
    shown.set_page(Edge.END, PageState.FAILED, shows_loading=True)
    assert not is_shown()
    shown.set_page(Edge.END, PageState.MORE, shows_loading=True)
    assert is_shown(), "it is being loaded"
    view.set_visible(0, 5)
    assert not is_shown()
    view.set_visible(15, 5)
    shown.set_page(Edge.END, PageState.ENDED)
    assert not is_shown()


def test_the_loader_of_a_section_is_visible_with_its_last_item() -> None:
    shown: List[Any] = List()
    loader = Supplementary(ElementKind.PAGE_END, "loader", model="loader")
    shown.set([("a", range(5), [loader]), ("b", range(5, 10))])
    view = shown.view()
    seen: list[bool] = []
    for state in (PageState.OFF, PageState.FAILED, PageState.ENDED):
        shown.set_page(Edge.END, state, "a")
        for first in (0, 2):
            view.set_visible(first, 3)
            shown.poll()
            try:
                seen.append(view.find_cell(shown.section("a"), kind=ElementKind.PAGE_END).model == "loader")
            except NotFoundError:
                seen.append(False)
    assert seen == [False, False, False, True, False, False]
    with pytest.raises(NotFoundError):
        shown.supplementary(ElementKind.PAGE_END)
    view.close()
