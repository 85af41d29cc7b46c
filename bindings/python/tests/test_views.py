"""Views: which cells there are and what they show, and which events say so. The boundary programs of views
have a model beside each."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from screens import DISPLAY, Oops, Row, Screen, fail_at, letters, name_of, said

from iqlist import (
    ArgumentError,
    CellFlag,
    EventKind,
    HandleError,
    LimitError,
    List,
    NotFoundError,
    Prefetch,
    RangeError,
    State,
)


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


def test_the_same_range_is_set_again_after_it_has_followed_its_items() -> None:
    shown = List.of_items([*"abc"])
    view = shown.view()
    view.set_visible(1, 2)
    shown.poll()
    shown.set_items([*"xyabc"])
    shown.poll()
    assert view.visible == range(3, 5), "it follows b and c"
    view.set_visible(1, 2)
    shown.poll()
    assert view.visible == range(1, 3)
    shown.set_items([*"pqrs"])
    shown.poll()
    assert view.visible == range(1, 3), "none of its items is left"
    view.set_visible(0, 2)
    shown.poll()
    shown.set_items([*"xpqrs"])
    shown.poll()
    assert view.visible == range(2), "at the start it stays there"


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
        assert len(screen.bound()) == 2 and len(screen.alive) == 2 + (pool or 18)
        screen.read()
        view.set_visible(0, 20)
        shown.poll()
        created = sum(line.endswith("create") for line in screen.log)
        assert created == 18 - (pool or 18), "without a limit all that were shown at once are kept"
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


def test_a_view_that_binds_edges_says_what_is_first_and_last() -> None:
    screen = Screen()
    shown = screen.rows(*letters("abc"))
    with shown.view(bind_edges=True) as view:
        view.set_visible(0, 9)
        shown.poll()
        assert screen.read()[1::2] == ["0 bind a1 NEW|FIRST", "1 bind b1 NEW", "2 bind c1 NEW|LAST"]
        shown.set_items(letters("bca"))
        shown.poll()
        all_bits = 2**64 - 1
        assert sorted(screen.read()) == [
            f"0 bind a1 RECONFIGURED|LAST {all_bits}",
            f"1 bind b1 RECONFIGURED|FIRST {all_bits}",
            f"2 bind c1 RECONFIGURED {all_bits}",
        ]
        shown.set_items(letters("b"))
        shown.poll()
        assert f"1 bind b1 RECONFIGURED|FIRST|LAST {all_bits}" in screen.read()
