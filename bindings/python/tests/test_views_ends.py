"""Views: how they end, in each order and on each thread, and what other threads do meanwhile."""

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
from screens import DISPLAY, Label, Row, Screen, letters, name_of, unraisable

from iqlist import (
    BusyError,
    CallbackError,
    ClosedError,
    Event,
    EventKind,
    HandleError,
    List,
    Snapshot,
    TakenCell,
    View,
)


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
