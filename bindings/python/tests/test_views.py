"""Views: which cells there are and what they show, which events say so, and what their functions may do and
raise. The boundary programs of views have a model beside each."""

from __future__ import annotations

import contextlib
import gc
import itertools
import random
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from screens import Label, Oops, Row, Screen, unraisable

from iqlist import (
    ArgumentError,
    BusyError,
    CallbackError,
    CellClass,
    CellFlag,
    ClosedError,
    Edge,
    ElementKind,
    Event,
    EventKind,
    HandleError,
    LimitError,
    List,
    Loading,
    NotFoundError,
    PageState,
    Prefetch,
    RangeError,
    Snapshot,
    State,
    StateError,
    Supplementary,
    TakenCell,
    View,
)

DISPLAY = EventKind.BOUND | EventKind.WILL_DISPLAY | EventKind.DID_END_DISPLAY


def said(events: Any) -> list[str]:
    """Events of cells in short: kind, model, cell."""
    return [
        f"{event.kind.name} {event.model} {event.cell_number}"
        for event in events
        if event.cell_number is not None
    ]


def name_of(event: Event[Any]) -> str:
    model: Any = event.model
    return str(model.name)


def letters(text: str) -> list[Row]:
    return [Row(letter) for letter in text]


def test_a_cell_is_created_bound_unbound_and_bound_to_another_item() -> None:
    screen = Screen()
    shown = screen.rows(*letters("abcd"))
    shown.set_events(DISPLAY)
    with shown.view() as view:
        assert shown.poll() == [] and view.visible == range(0)
        view.set_visible(0, 2)
        assert screen.log == [], "nothing is done before the poll"
        events = shown.poll()
        assert view.visible == range(2) and screen.read() == [
            *("0 create", "0 bind a1 NEW"),
            *("1 create", "1 bind b1 NEW"),
        ]
        assert sorted(said(events)) == ["BOUND a1 0", "BOUND b1 1", "WILL_DISPLAY a1 0", "WILL_DISPLAY b1 1"]
        for event in events:
            if event.item is None:
                assert event.kind is EventKind.WILL_DISPLAY and event.key == shown.sections[0].key
                continue
            assert event.view is view and event.cell in screen.alive and event.cell.model is event.model
            assert event.item == shown.item(name_of(event)) and event.index == event.item.index
        view.set_visible(1, 2)
        assert said(shown.poll()) == ["DID_END_DISPLAY a1 0", "BOUND c1 2", "WILL_DISPLAY c1 2"]
        assert screen.read() == ["2 create", "2 bind c1 NEW"], "what has left is still bound"
        assert shown.poll() == [] and screen.read() == ["0 unbind a1"]
        view.set_visible(2, 2)
        shown.poll()
        assert screen.read() == ["0 bind d1 POOLED"], "the cell is used again"
        assert view.find_cell("d").cell_number == 0
    assert sorted(screen.read()) == [
        *("0 destroy", "0 unbind d1", "1 destroy", "1 unbind b1", "2 destroy", "2 unbind c1"),
    ]
    assert screen.alive == [] and screen.threads == {threading.current_thread()}


def test_a_cell_is_bound_again_when_content_or_model_change_and_by_nothing_else() -> None:
    screen = Screen()
    c = Row("c")
    shown = screen.rows(Row("a", 1), Row("b", 2), c)
    view = shown.view()
    view.set_visible(0, 3)
    shown.poll()
    screen.read()
    shown.set_events(DISPLAY)
    shown.set_items([Row("a", 6), shown.row("b").model, c])
    [event] = shown.poll()
    assert screen.read() == ["0 bind a6 RECONFIGURED 7"]
    assert (event.kind, event.flags, event.mask) == (EventKind.BOUND, CellFlag.RECONFIGURED, 7)
    b = Row("b", 2)
    shown.set_items([shown.row("a").model, b, c])
    shown.poll()
    assert screen.read() == ["1 bind b2 RECONFIGURED 0"] and view.find_cell("b").model is b
    shown.set_items([shown.row("a").model, c, b])
    shown.select("a")
    assert shown.poll() == [] and screen.read() == [], "a move, or a state, binds nothing"
    assert view.find_cell("a").states == State.SELECTED
    with shown.edit() as edit:
        edit.reconfigure_items(["a"])
    assert said(shown.poll()) == ["BOUND a6 0"]
    view.close()


def test_a_reload_binds_another_cell_before_the_old_one_is_unbound() -> None:
    screen = Screen()
    shown = screen.rows(*letters("a"))
    view = shown.view()
    view.set_visible(0, 1)
    shown.poll()
    screen.read()
    shown.set_events(DISPLAY)
    with shown.edit() as edit:
        edit.reload_items(["a"])
    events = [*shown.events(), *shown.poll()]
    assert screen.read() == ["1 create", "1 bind a1 NEW|RELOADED", "0 unbind a1"]
    assert said(events) == ["BOUND a1 1", "DID_END_DISPLAY a1 0", "WILL_DISPLAY a1 1"]
    assert view.find_cell("a").cell_number == 1
    other = Screen()
    with shown.edit() as edit:
        edit.update_item("a", cell_class=other.cell_class)
    shown.poll()
    shown.poll()
    assert other.read() == ["0 create", "0 bind a1 NEW|RELOADED"], "another class is a reload"
    assert screen.read() == ["1 unbind a1"]
    view.close()


def test_the_same_range_is_set_again_after_it_has_followed_an_item() -> None:
    shown = List.of_items([*"abc"])
    view = shown.view()
    view.set_visible(0, 2)
    shown.poll()
    shown.set_items([*"xyabc"])
    shown.poll()
    assert view.visible == range(2, 4), "it follows a"
    view.set_visible(0, 2)
    shown.poll()
    assert view.visible == range(2)
    shown.set_items([*"pqrs"])
    shown.poll()
    assert view.visible == range(2), "none of its items is left"


@pytest.mark.parametrize("pool", [0, 1, 3])
def test_a_pool_keeps_so_many_cells(pool: int) -> None:
    screen = Screen(pool=pool)
    assert screen.cell_class.pool == pool
    shown = screen.rows(*(Row(f"r{at}") for at in range(20)))
    with shown.view() as view:
        view.set_visible(0, 20)
        shown.poll()
        assert len(screen.bound()) == 20
        view.set_visible(0, 2)
        shown.poll()
        shown.poll()
        assert len(screen.bound()) == 2 and len(screen.alive) == 2 + (pool or 8)
        screen.read()
        view.set_visible(0, 20)
        shown.poll()
        created = sum(line.endswith("create") for line in screen.log)
        assert created == 18 - (pool or 8)
        assert sorted(view.find_cell(number=at).index or 0 for at in range(20)) == [0] * 20
    assert screen.alive == []


def test_numbers_of_cells_are_the_lowest_that_are_free() -> None:
    shown = List.of_items([*"abcdef"])
    view = shown.view()
    view.set_visible(0, 3)
    shown.poll()
    assert [view.find_cell(letter).cell_number for letter in "abc"] == [0, 1, 2]
    event = view.find_cell("a")
    assert (event.cell, event.model, event.view, event.kind) == (None, "a", view, EventKind.BOUND)
    assert (event.flags, event.position, event.index) == (0, None, None)
    with pytest.raises(NotFoundError):
        view.find_cell("f")
    with pytest.raises(NotFoundError):
        view.find_cell("z")
    with pytest.raises(NotFoundError):
        view.find_cell(number=3)
    with pytest.raises(NotFoundError):
        view.find_cell()
    refused: list[Callable[[], Any]] = [
        lambda: view.find_cell("a", number=0),
        lambda: view.take_cell(None),
        lambda: view.take_cell(shown.sections[0]),
        lambda: view.find_cell(number=-1),
    ]
    for call in refused:
        with pytest.raises(ArgumentError):
            call()
    for number in (-1, 2**64):
        with pytest.raises(RangeError):
            view.set_visible(number, 1)


def test_a_class_is_reported_when_a_view_uses_it_first() -> None:
    screen, other = Screen(), Screen()
    shown = screen.rows(*letters("ab"))
    shown.set_events(EventKind.CLASS_FIRST_USED)
    views = [shown.view(), shown.view()]
    for view in views:
        view.set_visible(0, 5)
    events = [*shown.events()]
    assert [(event.cell_class, event.view) for event in events] == [(screen.cell_class, v) for v in views]
    with shown.edit() as edit:
        edit.update_item("a", cell_class=other.cell_class)
    events = [*shown.events()]
    assert [(event.cell_class, event.view) for event in events] == [(other.cell_class, v) for v in views]
    for view in views:
        view.close()


def test_what_is_ahead_is_prefetched_and_cancelled() -> None:
    shown = List.of_items(range(100))
    shown.set_events(EventKind.PREFETCH)
    view = shown.view()
    wanted: set[int] = set()
    for first in (0, 10, 14, 80, 97, 20):
        view.set_visible(first, 5, ahead=4)
        for event in shown.events():
            assert event.view is view and event.index is not None
            items = range(event.index, event.index + event.count)
            if event.flags & Prefetch.CANCEL:
                assert wanted.issuperset(items)
                wanted -= set(items)
            else:
                assert wanted.isdisjoint(items)
                wanted |= set(items)
        near = range(max(first - 4, 0), min(first + 9, 100))
        assert {index for index in wanted if not first <= index < first + 5} == {
            index for index in near if not first <= index < first + 5
        }
        wanted -= set(range(first, first + 5))


# --- what the functions of cells raise


def fail_at(*words: str) -> Callable[[str], bool]:
    """Fails each line that ends with, or has one of the words in it, once."""
    left = list(words)

    def fails(line: str) -> bool:
        for word in left:
            if word in line:
                left.remove(word)
                return True
        return False

    return fails


@pytest.mark.parametrize("word", ["1 create", "bind b1"])
def test_an_exception_comes_after_the_events_and_the_next_poll_tries_again(word: str) -> None:
    screen = Screen()
    shown = screen.rows(*letters("abc"))
    shown.set_events(DISPLAY)
    screen.fails = fail_at(word)
    view = shown.view()
    view.set_visible(0, 3)
    events = shown.poll()
    assert [name_of(event) for event in events if event.kind is EventKind.BOUND] == ["a", "c"]
    with pytest.raises(NotFoundError):
        view.find_cell("b")
    with pytest.raises(Oops, match=word):
        shown.poll()
    assert [cell.model.name for cell in screen.bound()] == ["a", "c"]
    events += shown.poll()
    assert sorted(cell.model.name for cell in screen.bound()) == ["a", "b", "c"]
    for kind in ("BOUND", "WILL_DISPLAY"):
        assert sorted(line.split()[1] for line in said(events) if kind in line) == ["a1", "b1", "c1"]
    assert shown.poll() == []
    view.close()
    assert screen.alive == []


def test_an_exception_without_events_is_raised_at_once_and_as_often_as_it_happens() -> None:
    screen = Screen()
    shown = screen.rows(*letters("ab"))
    view = shown.view()
    view.set_visible(0, 2)
    screen.fails = lambda line: "bind b" in line
    for _ in range(3):
        with pytest.raises(Oops, match="bind b"):
            shown.poll()
        assert [cell.model.name for cell in screen.bound()] == ["a"]
    screen.fails = lambda _: False
    assert shown.poll() == [] and len(screen.bound()) == 2
    shown.set_items([Row("a", 4), Row("b", 4)])
    screen.fails = fail_at("bind b4")
    with pytest.raises(Oops):
        shown.poll()
    assert {str(cell.model) for cell in screen.bound()} == {"a4", "b1"}, "it keeps the cell that it had"
    shown.poll()
    assert {str(cell.model) for cell in screen.bound()} == {"a4", "b4"}
    view.close()


def test_of_several_exceptions_the_first_is_raised_and_the_others_are_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reported = unraisable(monkeypatch)
    screen = Screen()
    shown = screen.rows(*letters("abc"))
    view = shown.view()
    view.set_visible(0, 3)
    screen.fails = lambda line: "bind" in line
    with pytest.raises(Oops, match="bind a1"):
        shown.poll()
    assert [type(error) for error in reported] == [Oops, Oops]
    assert ["b1" in str(error) or "c1" in str(error) for error in reported] == [True, True]
    reported.clear()
    screen.fails = lambda _: False
    shown.poll()
    screen.fails = lambda line: "unbind" in line or "destroy" in line
    with pytest.raises(Oops, match="unbind"):
        view.close()
    assert len(reported) == 5 and screen.alive == [] and view.closed
    view.close()


def test_an_exception_of_unbind_is_raised_from_the_poll_that_unbinds() -> None:
    screen = Screen(pool=1)
    shown = screen.rows(*letters("ab"))
    view = shown.view()
    view.set_visible(0, 2)
    shown.poll()
    shown.set_events(DISPLAY)
    view.set_visible(0, 0)
    assert said(shown.poll()) == ["DID_END_DISPLAY a1 0", "DID_END_DISPLAY b1 1"]
    screen.fails = fail_at("unbind a1")
    assert len(screen.bound()) == 2
    with pytest.raises(Oops, match="unbind a1"):
        shown.poll()
    assert shown.poll() == [] and screen.bound() == [] and len(screen.alive) == 1
    view.close()


def test_a_cell_that_is_none_is_an_error_of_its_own() -> None:
    shown = List.of_items(["a"], cell_class=CellClass("views/none", cell=object))
    with shown.view() as view:
        view.set_visible(0, 1)
        with pytest.raises(AttributeError, match="bind"):
            shown.poll()
    with pytest.raises(TypeError, match="cannot be called"):
        CellClass("views/uncallable", cell=7)  # type: ignore[arg-type]


def test_a_plain_class_without_unbind_will_do() -> None:
    class Plain:
        def bind(self, event: Event[str]) -> None:
            self.text = event.model

    shown = List.of_items(["a", "b"], cell_class=CellClass("views/plain", cell=Plain))
    shown.set_events(EventKind.BOUND)
    with shown.view() as view:
        view.set_visible(0, 2)
        assert [event.cell.text for event in shown.poll()] == ["a", "b"]
        cell = weakref.ref(view.find_cell("a").cell)
    assert cell() is None


def test_the_end_of_the_interpreter_is_not_held_back() -> None:
    screen = Screen()
    shown = screen.rows(*letters("ab"))
    shown.set_events(EventKind.BOUND)
    view = shown.view()
    view.set_visible(0, 2)

    def interrupt(event: Event[Any]) -> None:
        if name_of(event) == "b":
            raise KeyboardInterrupt

    screen.on_bind = interrupt
    with pytest.raises(KeyboardInterrupt):
        shown.poll()
    screen.on_bind = lambda _: None
    assert said(shown.poll()) == ["BOUND a1 0"], "its events come afterwards"
    view.close()


# --- what the functions of cells may do


def test_functions_use_the_list_but_do_not_poll_it_or_take_cells() -> None:
    screen = Screen()
    shown, other = screen.rows(*letters("abc")), List[Any]()
    view = shown.view()
    seen: list[Any] = []

    def use(event: Event[Any]) -> None:
        assert event.item is not None and event.item.model is event.model is shown.row(name_of(event)).model
        if seen:
            assert name_of(view.find_cell(seen[-1])) == seen[-1]
        other.set_items([*other.models(), name_of(event)])
        for call in (lambda: shown.poll(), lambda: view.take_cell("a"), lambda: [*shown.events()]):
            with pytest.raises(BusyError):
                call()
        with pytest.raises(KeyError):
            shown.row("z")
        view.set_visible(1, 2)
        seen.append(name_of(event))
        if len(shown) == 3:
            shown.set_items([*shown.models(), Row("d")])
            with shown.edit() as edit:
                edit.move_item("d", before="c")

    screen.on_bind = use
    view.set_visible(0, 2)
    shown.poll()
    assert seen == ["a", "b"] == other.models() and [row.name for row in shown.models()] == [*"abdc"]
    shown.poll()
    assert seen == ["a", "b", "d"] and view.visible == range(1, 3)
    view.close()


def test_a_change_in_a_function_is_shown_by_the_next_poll() -> None:
    screen = Screen()
    shown = screen.rows(*letters("abc"))
    view = shown.view()

    def delete_next(event: Event[Any]) -> None:
        with shown.edit() as edit:
            edit.delete_items([item for item in shown.items() if item.model is not event.model][:1])

    screen.on_bind = delete_next
    view.set_visible(0, 3)
    shown.poll()
    screen.on_bind = lambda _: None
    for _ in range(3):
        shown.poll()
    assert [cell.model for cell in screen.bound()] == shown.models() and len(shown) < 3
    view.close()
    assert screen.is_gone()


def test_a_cell_may_close_its_view_and_its_list() -> None:
    for ends in itertools.permutations(["view", "list"]):
        screen = Screen()
        shown = screen.rows(*letters("abc"))
        view = shown.view()
        objects: dict[str, Any] = {"view": view, "list": shown}

        def close(event: Event[Any], which: Any = objects, order: Any = ends) -> None:
            for name in order:
                which[name].close()
            assert event.cell in screen.alive  # noqa: B023

        screen.on_bind = close
        view.set_visible(0, 3)
        shown.poll()
        assert view.closed and shown.closed and screen.is_gone()


# --- several views, taken cells


def test_each_view_has_cells_and_a_range_of_its_own() -> None:
    screen = Screen()
    shown = screen.rows(*letters("abcd"))
    shown.set_events(DISPLAY)
    one, two = shown.view(), shown.view()
    one.set_visible(0, 2)
    two.set_visible(1, 3)
    events = [*shown.events()]
    for view, names in ((one, "ab"), (two, "bcd")):
        ours = [event for event in events if event.view is view and event.kind is EventKind.BOUND]
        assert [name_of(event) for event in ours] == list(names)
        assert [event.cell_number for event in ours] == list(range(len(names)))
    assert one.find_cell("b").cell is not two.find_cell("b").cell and len(screen.bound()) == 5
    shown.set_items([Row("b", 3)])
    shown.poll()
    assert sum("bind b3" in line for line in screen.read()) == 2
    one.close()
    assert len(screen.bound()) >= 1 and str(two.find_cell("b").model) == "b3"
    more = [shown.view() for _ in range(7)]
    assert shown.info().views == 8
    with pytest.raises(LimitError):
        shown.view()
    for view in [two, *more]:
        view.close()
    assert shown.info().views == 0 and screen.alive == []


def test_a_closed_view_takes_its_events_with_it() -> None:
    shown = List.of_items([*"ab"])
    shown.set_events(EventKind.BOUND)
    views = [shown.view(), shown.view()]
    for view in views:
        view.set_visible(0, 2)
    seen: list[Any] = []
    for event in shown.events():
        seen.append(event.view)
        views[0].close()
    assert seen == [views[0], views[1], views[1]]
    views[1].set_visible(0, 1)
    shown.poll(1)
    views[1].set_visible(1, 1)
    views[1].close()
    assert shown.poll() == []


def test_a_taken_cell_stays_bound_until_it_is_given_back() -> None:
    screen = Screen()
    shown = screen.rows(*letters("abcd"))
    shown.set_events(DISPLAY)
    view = shown.view()
    view.set_visible(0, 1)
    shown.poll()
    visible, hidden = view.take_cell("a"), view.take_cell(shown.item("d"))
    assert visible.cell is view.find_cell("a").cell and hidden.number == 1 and hidden.view is view
    assert hidden.event.flags & CellFlag.BY_HAND and name_of(hidden.event) == hidden.cell.model.name == "d"
    again = view.take_cell("d")
    assert again.cell is hidden.cell and again.number == hidden.number
    shown.set_items(letters("bc"))
    assert said(shown.poll()) == ["DID_END_DISPLAY a1 0", "BOUND b1 2", "WILL_DISPLAY b1 2"]
    shown.poll()
    assert {cell.model.name for cell in screen.bound()} == {"a", "b", "d"}, "also if its item goes"
    visible.give()
    visible.give()
    hidden.give()
    shown.poll()
    assert {cell.model.name for cell in screen.bound()} == {"b", "d"} and "given" in repr(hidden)
    with again:
        pass
    shown.poll()
    assert {cell.model.name for cell in screen.bound()} == {"b"}
    with pytest.raises(HandleError):
        view.take_cell(hidden.event.item)
    with pytest.raises(NotFoundError):
        view.take_cell("d")
    view.close()
    again.give()


def test_a_reload_puts_another_cell_into_the_place_of_a_taken_one() -> None:
    screen = Screen()
    shown = screen.rows(*letters("ab"))
    view = shown.view()
    with view.take_cell("b") as taken:
        before = taken.cell, taken.number
        with shown.edit() as edit:
            edit.reload_items(["b"])
        shown.poll()
        shown.poll()
        assert (taken.cell, taken.number) != before and taken.cell.model.name == "b"
        assert screen.bound() == [taken.cell]
        shown.set_items(letters("a"))
        shown.poll()
        assert screen.bound() == [taken.cell]
    shown.poll()
    assert screen.bound() == []
    with view.take_cell("a") as other:
        shown.close()
    with pytest.raises(HandleError):
        view.take_cell(other.event.item)
    view.close()
    assert screen.alive == []


def test_a_taken_cell_that_is_reloaded_as_it_comes_into_view_is_replaced_once() -> None:
    screen = Screen()
    shown = screen.rows(*letters("ab"))
    shown.set_events(DISPLAY)
    view = shown.view()
    view.set_visible(0, 1)
    shown.poll()
    taken = view.take_cell("b")
    screen.read()
    with shown.edit() as edit:
        edit.reload_items(["b"])
    view.set_visible(0, 2)
    events = [*shown.events(), *shown.events()]
    assert screen.read() == ["2 create", "2 bind b1 NEW|RELOADED", "1 unbind b1"]
    assert said(events) == ["BOUND b1 2", "WILL_DISPLAY b1 2"] and taken.number == 2
    view.close()
    assert screen.is_gone()


def test_a_taken_cell_s_exceptions_come_out_of_the_call() -> None:
    screen = Screen()
    shown = screen.rows(*letters("a"))
    view = shown.view()
    for word in ("create", "bind"):
        screen.fails = fail_at(word)
        with pytest.raises(Oops, match=word):
            view.take_cell("a")
        with pytest.raises(NotFoundError):
            view.find_cell("a")
    with view.take_cell("a") as taken:
        assert taken.cell.model.name == "a"
    view.close()


# --- elements of the list itself


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


# --- ends


@pytest.mark.parametrize("order", [*itertools.permutations(["one", "two", "list", "poll"])])
def test_views_and_their_list_are_closed_in_any_order(order: tuple[str, ...]) -> None:
    screen = Screen()
    shown = screen.rows(*letters("abc"))
    model = weakref.ref(shown[0].model)
    views = {"one": shown.view(), "two": shown.view()}
    for view in views.values():
        view.set_visible(0, 2)
    shown.poll()
    taken = views["two"].take_cell("c")
    for end in order:
        if end == "poll":
            if not shown.closed:
                shown.poll()
        elif end == "list":
            shown.close()
        else:
            views[end].close()
        is_open = not (shown.closed and views["one"].closed and views["two"].closed)
        assert (model() is not None) == is_open, "a list holds its models, and a cell the one that it shows"
        assert (len(screen.alive) > 0) == any(not view.closed for view in views.values())
    taken.give()
    log = screen.read()
    for word in ("create", "destroy"):
        assert sorted(line for line in log if word in line) == [f"{at} {word}" for at in range(5)]
    assert screen.is_gone()


def test_a_cell_holds_its_model_until_it_shows_another() -> None:
    screen = Screen()
    shown = screen.rows(Row("a", 1), Row("b", 1))
    view = shown.view()
    view.set_visible(0, 2)
    shown.poll()
    for cell in screen.alive:
        cell.model = cell.model.name
    screen.on_bind = lambda event: setattr(event.cell, "model", name_of(event))
    refs = [weakref.ref(shown.row(name).model) for name in "ab"]
    shown.set_items([Row("a", 2)])
    assert [ref() is not None for ref in refs] == [True, True], "the cells are bound to them"
    shown.poll()
    shown.poll()
    assert [ref() for ref in refs] == [None, None]
    view.close()


def test_a_dropped_view_is_closed_at_once_on_its_own_thread() -> None:
    screen = Screen()
    shown = screen.rows(*letters("ab"))
    view = shown.view()
    view.set_visible(0, 2)
    shown.poll()
    del view
    assert screen.alive == [] and shown.info().views == 0


@pytest.mark.parametrize("how", ["del", "gc", "close"])
@pytest.mark.parametrize("call", ["any", "poll", "list"])
def test_a_view_that_ends_elsewhere_is_closed_by_the_next_call_on_its_thread(how: str, call: str) -> None:
    screen = Screen()
    shown = screen.rows(*letters("ab"))
    other = List.of_items(["x"])

    class Holder:
        view: View[Any]
        me: Holder

    holder = Holder()
    holder.view = shown.view()
    holder.view.set_visible(0, 2)
    shown.poll()
    holders = [holder]
    if how == "gc":
        holder.me = holder
    del holder
    screen.read()

    def end() -> None:
        if how == "close":
            holders[0].view.close()
        holders.clear()
        gc.collect()
        assert len(other) == 1, "a call on this thread does not end it either"

    thread = threading.Thread(target=end)
    thread.start()
    thread.join()
    assert screen.log == [] and len(screen.bound()) == 2
    if call == "any":
        assert len(other) == 1
    elif call == "poll":
        shown.poll()
    else:
        shown.close()
    assert screen.alive == [] and screen.threads == {threading.current_thread()}


def test_views_of_a_thread_that_has_ended_are_closed_anywhere() -> None:
    screen = Screen()
    shown = screen.rows(*letters("ab"))
    views: list[View[Any]] = []

    def work() -> None:
        views.append(shown.view())
        views[0].set_visible(0, 2)
        shown.poll()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert screen.threads == {thread} and len(screen.bound()) == 2
    views.clear()
    assert screen.alive == []


def test_a_view_moves_to_the_thread_that_polls() -> None:
    screen = Screen()
    shown = screen.rows(*letters("ab"))
    view = shown.view()
    polled, closed = threading.Event(), threading.Event()

    def work() -> None:
        view.set_visible(0, 2)
        shown.poll()
        polled.set()
        closed.wait()
        shown.poll()

    thread = threading.Thread(target=work)
    thread.start()
    polled.wait()
    view.close()
    assert len(screen.bound()) == 2
    closed.set()
    thread.join()
    assert screen.alive == [] and screen.threads == {thread}


def test_a_list_and_its_view_in_a_cycle_are_collected() -> None:
    screen = Screen()

    class Holder:
        def __init__(self) -> None:
            self.me = self
            self.shown = screen.rows(*letters("ab"))
            self.view = self.shown.view()
            self.taken: TakenCell[Any] = self.view.take_cell("b")
            self.view.set_visible(0, 1)
            self.shown.poll()

    holder = Holder()
    refs = weakref.ref(holder.view), weakref.ref(holder.shown), weakref.ref(holder.shown[0].model)
    del holder
    gc.collect()
    assert [ref() for ref in refs] == [None] * 3 and screen.is_gone()


def test_an_exception_at_the_end_of_a_dropped_view_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    reported = unraisable(monkeypatch)
    screen = Screen()
    shown = screen.rows(*letters("a"))
    view = shown.view()
    view.set_visible(0, 1)
    shown.poll()
    screen.fails = lambda line: "destroy" in line
    del view
    assert [str(error) for error in reported] == ["0 destroy"] and screen.alive == []


def test_what_is_visible_is_set_from_any_thread_while_another_polls() -> None:
    screen = Screen()
    shown = screen.rows(*(Row(f"r{at}") for at in range(200)))
    shown.set_events(DISPLAY)
    view = shown.view()
    over = threading.Event()
    wrong: list[BaseException] = []

    def scroll(step: int) -> None:
        first = 0
        try:
            while not over.is_set():
                view.set_visible(first, 10)
                first = (first + step) % 190
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=scroll, args=[step]) for step in (1, 7, 31)]
    for thread in threads:
        thread.start()
    displayed: set[Any] = set()
    try:
        for _ in range(300):
            for event in shown.poll():
                if event.item is not None and event.kind is EventKind.WILL_DISPLAY:
                    assert event.item not in displayed
                    displayed.add(event.item)
                if event.item is not None and event.kind is EventKind.DID_END_DISPLAY:
                    displayed.remove(event.item)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    view.set_visible(50, 10)
    for event in [*shown.events(), *shown.events()]:
        if event.item is not None and event.kind is EventKind.WILL_DISPLAY:
            displayed.add(event.item)
        if event.item is not None and event.kind is EventKind.DID_END_DISPLAY:
            displayed.remove(event.item)
    assert wrong == [] and displayed == set(shown.items(50, 10))
    assert {cell.model.name for cell in screen.bound()} == {f"r{at}" for at in range(50, 60)}
    assert screen.threads == {threading.current_thread()}
    view.close()


@pytest.mark.parametrize("seed", range(3))
def test_views_come_and_go_while_other_threads_change_the_list(seed: int) -> None:
    """Cells are created, bound and destroyed on the thread that polls, whoever closes their view."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    screen = Screen(pool=1)
    shown = screen.rows()
    shown.set_events(DISPLAY | EventKind.UPDATE)
    over = threading.Event()
    views: list[View[Any]] = []
    wrong: list[BaseException] = []

    def change(chance: random.Random) -> None:
        rows = [Row(f"r{at}", chance.randrange(1, 4)) for at in chance.sample(range(60), 30)]
        if chance.random() < 0.5:
            shown.submit(Snapshot.of_items(rows, key="name", cell_class=screen.cell_class))
        else:
            shown.set_items(rows)

    def scroll_or_close(chance: random.Random) -> None:
        try:
            view = chance.choice(views)
            view.set_visible(chance.randrange(40), chance.randrange(15), chance.randrange(5))
            if chance.random() < 0.05:
                views.remove(view)
                if chance.random() < 0.5:
                    view.close()
        except (IndexError, ValueError, ClosedError):
            pass  # Another thread has closed it, or removed it.

    def work(act: Callable[[random.Random], None], chance: random.Random) -> None:
        try:
            while not over.is_set():
                act(chance)
        except BaseException as error:
            wrong.append(error)

    acts = [change, scroll_or_close, scroll_or_close]
    threads = [
        threading.Thread(target=work, args=[act, random.Random(10 * seed + at)])
        for at, act in enumerate(acts)
    ]
    try:
        for thread in threads:
            thread.start()
        for _ in range(100_000):
            if len(screen.log) > 600:
                break
            time.sleep(0.0001)
            if len(views) < 3 and shown.info().views < 6:
                views.append(shown.view())
            with contextlib.suppress(BusyError):
                shown.poll()
    finally:
        over.set()
        for thread in threads:
            thread.join()
        sys.setswitchinterval(interval)
    assert wrong == []
    while shown.poll() or shown.info().submissions:
        pass
    for at, view in enumerate(views):
        view.set_visible(at, 5)
    while shown.poll():
        pass
    expected = [row.name for at in range(len(views)) for row in shown.models()[at : at + 5]]
    assert sorted(cell.model.name for cell in screen.bound()) == sorted(expected)
    for view in views:
        view.close()
    assert screen.is_gone() and screen.threads == {threading.current_thread()}
    assert len(screen.log) > 600, "much has happened"


def test_a_view_of_a_submission_shows_what_it_has_put_there() -> None:
    screen = Screen()
    shown = screen.rows()
    shown.set_events(EventKind.UPDATE | DISPLAY)
    view = shown.view()
    view.set_visible(0, 2)
    wanted: Snapshot[Any] = Snapshot.of_items(letters("abc"), key="name", cell_class=screen.cell_class)
    shown.submit(wanted)
    events: list[Event[Any]] = []
    while len(screen.bound()) < 2:
        events += shown.poll()
    events += shown.events()
    assert events[0].kind is EventKind.UPDATE
    assert [name_of(event) for event in events if event.kind is EventKind.BOUND] == ["a", "b"]
    view.close()


def test_another_binding_s_failure_is_an_error_of_this_one() -> None:
    assert issubclass(CallbackError, RuntimeError) and Label.bind is not None
    shown = List.of_items(["a"])
    view = shown.view()
    shown.close()
    for call in (lambda: view.set_visible(0, 1), lambda: view.visible):
        with pytest.raises(HandleError):
            call()
    with pytest.raises(ClosedError):
        shown.view()
    view.close()
