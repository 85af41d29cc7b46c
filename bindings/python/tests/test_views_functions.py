"""Views: what the functions of cells raise, and what they may do."""

from __future__ import annotations

import itertools
import weakref
from typing import Any

import pytest
from screens import DISPLAY, Oops, Row, Screen, fail_at, letters, name_of, said, unraisable

from iqlist import (
    BusyError,
    CellClass,
    Event,
    EventKind,
    List,
    NotFoundError,
)


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
