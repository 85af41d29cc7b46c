"""Submissions: each ticket ends exactly once, polls lose no event, and what they call may raise."""

from __future__ import annotations

import gc
import itertools
import random
import select
import sys
import threading
import weakref
from typing import Any

import pytest
from counted import Model

import iqlist
from iqlist import (
    BusyError,
    CancelledError,
    CellClass,
    ClosedError,
    Columns,
    DiffFlag,
    Event,
    EventKind,
    LimitError,
    List,
    NotFoundError,
    ScopeError,
    Snapshot,
    StateError,
    SupersededError,
    Ticket,
    UpdateFlag,
    abi,
    submissions,
)

HERE, EACH = DiffFlag.HERE, DiffFlag.EACH
LONG = 1000.0
names = itertools.count()


class Oops(Exception):
    """What the callbacks below raise."""


@pytest.fixture(autouse=True)
def no_others() -> None:
    """Lists that tests before this have left in cycles have tickets too."""
    gc.collect()


def wanted(*items: Any) -> Snapshot[Any]:
    return Snapshot.of_items(items)


def poll_until(shown: List[Any], tickets: list[Ticket]) -> list[Event[Any]]:
    """Polls, each time the descriptor is readable, until all have ended."""
    events: list[Event[Any]] = []
    while not all(ticket.done() for ticket in tickets):
        assert select.select([shown], [], [], 20)[0]
        events += shown.poll()
    return events


def test_submissions_take_place_in_the_order_of_their_tickets() -> None:
    shown: List[Any] = List()
    shown.set_events(EventKind.UPDATE | EventKind.WILL_UPDATE)
    ended: list[int] = []
    tickets = [
        shown.submit(
            wanted(*range(at)),
            flags=EACH | DiffFlag.PLAIN,
            animation=at,
            done=lambda t: ended.append(t.number),
        )
        for at in range(1, 6)
    ]
    events = poll_until(shown, tickets)
    numbers = [number for at in range(1, 6) for number in (at, at)]
    assert [event.number for event in events] == [event.animation for event in events] == numbers
    assert [event.kind for event in events] == [EventKind.WILL_UPDATE, EventKind.UPDATE] * 5
    assert {UpdateFlag(event.flags) for event in events} == {UpdateFlag.PLAIN}
    assert ended == [ticket.number for ticket in tickets] == [1, 2, 3, 4, 5]
    assert {ticket.exception() for ticket in tickets} == {None} and tickets[0].status == 0
    assert shown.models() == [*range(5)] and not submissions.kept and shown.info().submissions == 0


def test_a_submission_that_waits_is_superseded_and_cancelled() -> None:
    shown: List[Any] = List()
    one, two, three = (shown.submit(wanted(at), delay=LONG) for at in range(3))
    assert [ticket.status for ticket in (one, two, three)] == [None] * 3 and shown.info().submissions == 1
    assert shown.poll() == [] and (one.done(), two.done(), three.done()) == (True, True, False)
    with pytest.raises(SupersededError):
        one.result()
    with pytest.raises(TimeoutError):
        three.result()
    with pytest.raises(TimeoutError):
        three.exception(0.01)
    assert three.cancel() and not three.cancel() and not three.done()
    shown.poll()
    assert isinstance(three.exception(), CancelledError) and three.status == abi.IQ_ERROR_CANCELLED
    with pytest.raises(StateError):
        shown.cancel(three)
    for unknown in (4, List().submit(Snapshot(), flags=HERE)):
        with pytest.raises(NotFoundError):
            shown.cancel(unknown)
    with pytest.raises(ValueError):
        shown.cancel(0)


def test_the_end_of_a_list_cancels_what_is_under_way() -> None:
    shown: List[Any] = List()
    ended: list[Ticket] = []
    tickets = [shown.submit(wanted(at), flags=EACH, done=ended.append) for at in range(4)]
    del shown
    assert ended == tickets and {type(ticket.exception()) for ticket in tickets} == {CancelledError}
    assert not tickets[0].cancel() and "CancelledError" in repr(tickets[0])


def test_errors_are_those_of_an_update_and_name_what_was_given() -> None:
    shown: List[Any] = List(max_items=2)
    shown.set_events(EventKind.UPDATE)
    ticket = shown.submit(wanted(1, 2, 3), flags=HERE, animation=7)
    (event,) = poll_until(shown, [ticket])
    assert isinstance(ticket.exception(), LimitError) and "IQ_ERROR_LIMIT" in str(ticket.exception())
    assert (event.error, event.status, event.number) == (LimitError, ticket.status, ticket.number)
    assert event.changeset is None and event.animation == 7 and len(shown) == 0
    with pytest.raises(ScopeError):
        shown.submit(Snapshot(duplicates=iqlist.Duplicates.SCOPE))
    refused: list[dict[str, Any]] = [{"delay": -1}, {"delay": 1, "flags": HERE}, {"flags": 1 << 31}]
    for options in refused:
        with pytest.raises(iqlist.ArgumentError):
            shown.submit(Snapshot(), **options)
    with pytest.raises(TypeError):
        shown.submit([1])  # type: ignore[arg-type]
    assert not submissions.kept and not shown._under_way


def test_an_exception_of_done_is_raised_from_the_poll_and_nothing_is_lost() -> None:
    shown: List[Any] = List()
    shown.set_events(EventKind.UPDATE)
    reached: list[int] = []

    def fails(ticket: Ticket) -> None:
        # The calls of a callback are its own: they do not raise what another one has raised.
        reached.append(len(shown))
        raise Oops(ticket.number)

    one = shown.submit(wanted(1), flags=HERE | EACH, done=fails)
    two = shown.submit(wanted(1, 2), flags=HERE | EACH, done=fails)
    one.add_done_callback(lambda ticket: reached.append(-1))
    events: list[Event[Any]] = []
    raised: list[Any] = []
    while not (one.done() and two.done()):
        select.select([shown], [], [], 20)
        try:
            events += shown.poll()
        except Oops as error:
            raised.append(error.args[0])
    events += shown.poll()
    assert raised == [1, 2] and [event.number for event in events] == [1, 2]
    assert reached == [1, -1, 2] and one.exception() is two.exception() is None


def test_an_exception_of_done_at_the_end_of_a_list_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[Any] = []

    def report(found: Any) -> None:
        reported.append(found.exc_value)

    monkeypatch.setattr(sys, "unraisablehook", report)

    def fails(ticket: Ticket) -> None:
        raise Oops

    shown: List[Any] = List()
    ticket = shown.submit(Snapshot(), delay=LONG, done=fails)
    shown.close()
    assert isinstance(reported[0], Oops) and ticket.done()


def test_a_callback_that_is_added_afterwards_is_called_at_once() -> None:
    shown: List[Any] = List()
    ticket = shown.submit(Snapshot(), flags=HERE)
    poll_until(shown, [ticket])
    seen: list[Ticket] = []
    ticket.add_done_callback(seen.append)
    assert seen == [ticket]
    with pytest.raises(TypeError):
        Ticket()


def test_updates_pass_on_their_animation_and_reload_above_a_number_of_splices() -> None:
    shown: List[Any] = List(splice_threshold=3, event_payload=True)
    shown.set_undo(1_000_000)
    shown.set_events(EventKind.UPDATE)
    options: dict[str, Any] = {"animation": 5, "splice_threshold": 100}
    shown.set({"a": range(10)}, **options)
    shown.set_items(range(0, 20, 2), **options)
    shown.set_section_items(iqlist.Key(bytes(16)), range(5), **options)
    shown.apply(wanted(*range(10)), **options)
    with shown.edit(**options) as edit:
        edit.delete_items([0, 2, 4, 6, 8])
    shown.undo(**options)
    shown.redo(**options)
    shown.submit(wanted(*range(20)), flags=HERE, **options)
    events = [*shown.events()]
    assert [event.animation for event in events] == [5] * 8
    changesets = [event.changeset for event in events]
    assert all(made and made.encode() and made.reload == iqlist.Reload.NO for made in changesets)
    assert shown.set_items(range(0, 40, 3)).reload == iqlist.Reload.THRESHOLD
    diff = iqlist.diff(wanted(*range(9)), wanted(*range(0, 9, 2)), splice_threshold=2)
    assert diff.reload == iqlist.Reload.THRESHOLD


def test_an_object_is_selected_and_acted_upon() -> None:
    shown: List[Model] = List(key="key_number")
    models = [Model(number) for number in range(3)]
    shown.set_items(models)
    shown.set_selection(iqlist.Selection.MULTIPLE)
    shown.set_events(EventKind.ACTION)
    shown.select(models[:2])
    shown.select(models[2], only=True)
    assert [item.model for item in shown.items_in_state(iqlist.State.SELECTED)] == models[2:]
    shown.deselect(models[2])
    with pytest.raises(iqlist.RefusedError):
        shown.emit(models[1], iqlist.Action.DELETE)
    shown.emit(models[1], iqlist.Action.PRIMARY)
    assert shown.info().selected == 0 and [event.model for event in shown.poll()] == models[1:2]


def test_another_thread_waits_for_a_ticket() -> None:
    shown: List[Any] = List()
    ticket = shown.submit(wanted(1), delay=0.02)
    answers: list[Any] = []
    waiting = [threading.Thread(target=lambda: answers.append(ticket.exception(20))) for _ in range(3)]
    for thread in waiting:
        thread.start()
    poll_until(shown, [ticket])
    for thread in waiting:
        thread.join(20)
    assert answers == [None] * 3


def test_polls_inside_a_poll_are_refused() -> None:
    shown: List[Any] = List()
    answers: list[Any] = []

    def nested(ticket: Ticket) -> None:
        with pytest.raises(BusyError):
            shown.poll()
        answers.append(shown.submit(wanted(2), flags=HERE))

    ticket = shown.submit(wanted(1), flags=HERE, done=nested)
    poll_until(shown, [ticket])
    poll_until(shown, answers)
    assert shown.models() == [2]


def test_a_callback_may_close_the_list_that_is_polled() -> None:
    shown: List[Any] = List(key="key_number")
    shown.set_events(EventKind.UPDATE | EventKind.ACTION)
    shown.submit(Snapshot.of_items([Model(1)], key="key_number"), flags=HERE, done=lambda _: shown.close())
    (event,) = shown.poll()
    assert event.changeset is not None
    shown.poll()
    with pytest.raises(ClosedError):
        shown.poll()


def test_a_conversion_that_fails_loses_no_event(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = List.of_items(["a", "b", "c"])
    shown.set_events(EventKind.ACTION)
    for number, item in enumerate("abc"):
        shown.emit(item, iqlist.Action.HOST + number, sender=item)
    convert, calls = List._event, itertools.count()

    def fails_once(self: List[Any], raw: Any, view: Any) -> Any:
        if next(calls) == 1:
            raise MemoryError
        return convert(self, raw, view)

    monkeypatch.setattr(List, "_event", fails_once)
    with pytest.raises(MemoryError):
        shown.poll()
    found = shown.poll(2) + shown.poll()
    assert [(event.model, event.sender, event.number) for event in found] == [
        ("a", "a", 256),
        ("b", "b", 257),
        ("c", "c", 258),
    ]


def test_senders_go_with_events_that_are_dropped() -> None:
    shown = List.of_items(["a"])
    shown.set_events(EventKind.ACTION)
    sender = Model(1)
    ref = weakref.ref(sender)
    shown.emit("a", iqlist.Action.PRIMARY, sender)
    shown.set_items([])
    del sender
    assert shown.poll(0) == [] and ref() is not None
    for _ in range(2):
        assert shown.poll() == []
    assert ref() is None and not shown._senders


def test_iteration_takes_all_that_waits_and_leaves_the_rest() -> None:
    shown = List.of_items(["a"])
    shown.set_events(EventKind.ACTION)
    for number in range(200):
        shown.emit("a", iqlist.Action.HOST + number)
    for event in shown.events():
        if event.number == 256 + 9:
            break
    assert [event.number for event in shown.events()] == [256 + number for number in range(10, 200)]


def test_models_are_alive_and_go_with_the_last_one_that_refers_to_them() -> None:
    shown: List[Model] = List(key="key_number")
    model = Model(1)
    ref = weakref.ref(model)
    one = shown.submit(Snapshot.of_items([model], key="key_number"), delay=LONG)
    del model
    gc.collect()
    assert ref() is not None
    two = shown.submit(Snapshot(key="key_number"), flags=HERE)
    poll_until(shown, [one, two])
    gc.collect()
    assert ref() is None and isinstance(one.exception(), SupersededError)


def test_many_submissions_leave_nothing_behind() -> None:
    shown: List[Any] = List(model=None)
    shown.set_events(EventKind.UPDATE)

    def some(count: int) -> None:
        for at in range(count):
            shown.submit(wanted(at), flags=HERE)
            for event in shown.events():
                assert event.changeset is not None

    some(50)
    shown.poll()
    gc.collect()
    before = iqlist.memory_used(), len(gc.get_objects())
    some(1000)
    shown.poll()
    gc.collect()
    assert iqlist.memory_used() <= before[0] and len(gc.get_objects()) <= before[1] + 8
    assert not submissions.kept and not shown._under_way


def test_a_list_in_a_cycle_with_its_ticket_is_collected() -> None:
    class Holder:
        def __init__(self) -> None:
            self.shown: List[Any] = List()
            self.ticket = self.shown.submit(Snapshot(), delay=LONG)
            self.me = self

    holder = Holder()
    ticket = holder.ticket
    del holder
    gc.collect()
    assert ticket.done() and not submissions.kept


def test_equal_is_called_by_the_poll_and_raises_from_it() -> None:
    threads: list[Any] = []

    def equal(before: Any, after: Any) -> bool:
        threads.append(threading.current_thread())
        raise Oops

    cell_class = CellClass(f"submissions/{next(names)}", equal=equal)
    shown: List[Any] = List()
    shown.set_items(Columns([1], models=["a"], classes=cell_class))
    shown.set_events(EventKind.UPDATE)
    ticket = shown.submit(Snapshot.of_items(Columns([1], models=["b"], classes=cell_class)))
    events: list[Event[Any]] = []
    with pytest.raises(Oops):
        while True:
            assert select.select([shown], [], [], 20)[0]
            events += shown.poll()
    (event,) = events
    assert poll_until(shown, [ticket]) == []
    assert event.number == 1 and threads == [threading.current_thread()] and ticket.exception() is None


def test_the_sections_of_a_submission_have_their_names_when_it_takes_place() -> None:
    shown: List[Any] = List()
    ticket = shown.submit(Snapshot.of_sections({("a", at): [at] for at in range(50)}), delay=0.05)
    for at in range(60):
        shown.set({("gone", at): [at]}, changeset=False)
    poll_until(shown, [ticket])
    assert [section.name for section in shown.sections] == [("a", at) for at in range(50)]


def test_each_ticket_ends_exactly_once_under_eight_threads() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    ended: list[int] = []
    lists: list[List[Any]] = [List(key="key_number")]
    lists[0].set_events(EventKind.UPDATE)
    tickets: list[Ticket] = []
    wrong: list[BaseException] = []
    over = threading.Event()

    def produce(seed: int) -> None:
        chance = random.Random(seed)
        try:
            for _ in range(150):
                models = [Model(key) for key in chance.sample(range(40), 9)]
                snapshot = Snapshot.of_items(models, key="key_number")
                flags = chance.choice([0, 0, EACH, HERE, EACH | HERE])
                try:
                    ticket = lists[0].submit(snapshot, flags=flags, done=lambda t: ended.append(id(t)))
                    tickets.append(ticket)
                    if chance.random() < 0.1:
                        ticket.cancel()
                except IndexError:
                    return
                except iqlist.Error:
                    assert over.is_set()
                    return
        except BaseException as error:
            wrong.append(error)

    def consume() -> None:
        try:
            while not over.is_set():
                for event in lists[0].events():
                    assert event.error is None
                    if event.item is not None:
                        assert event.model is not None
        except ClosedError:
            pass
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=produce, args=(seed,)) for seed in range(8)]
    threads.append(threading.Thread(target=consume))
    try:
        for thread in threads:
            thread.start()
        while len(ended) < 300 and any(thread.is_alive() for thread in threads[:8]):
            over.wait(0.001)
        over.set()
        lists[0].close()
        for thread in threads:
            thread.join(60)
    finally:
        sys.setswitchinterval(interval)
    assert not wrong
    assert sorted(ended) == sorted(map(id, tickets)) and len({*ended}) == len(ended)
    kinds = {type(ticket.exception()) for ticket in tickets}
    assert kinds <= {type(None), SupersededError, CancelledError} and type(None) in kinds
    assert not submissions.kept
