"""The model for GTK, without a display: thousands of random updates, each checked at every items-changed
against a plain list that knows nothing but these signals."""

from __future__ import annotations

import gc
import os
import random
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Optional

import pytest
from polls import count_polls

from iqlist import Action, DiffFlag, Duplicates, Event, EventKind, Key, List, Snapshot
from iqlist import gtk as gtk_module
from iqlist.gtk import FEW, MOST, NEAR, GLib, GObject, Gtk, Item, Model

SEED = int(os.environ.get("IQ_TEST_SEED", time.time_ns() % 10**6))
ROUNDS = 150


@pytest.fixture(autouse=True)
def no_handler_fails(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a handler raises is printed and forgotten otherwise."""
    failures: list[BaseException] = []

    def keep(_: Any, failure: BaseException, __: Any) -> None:
        failures.append(failure)

    monkeypatch.setattr(sys, "excepthook", keep)
    yield
    assert not failures


class Chat(NamedTuple):
    """A model: its key, and how it looks."""

    id: int
    look: int = 0


class World:
    """A list, what it should show, and what happened since it was shown."""

    def __init__(self, seed: int, sections: bool, duplicates: int, payload: bool = False) -> None:
        self.random = random.Random(seed)
        self.is_scoped = duplicates == Duplicates.SCOPE
        self.sections: dict[int, list[Chat]] = {0: []}
        self.has_sections = sections
        self.list: List[Chat] = List(
            key=lambda chat: chat.id,
            content=lambda chat: chat.look,
            duplicates=duplicates,
            event_payload=payload,
        )
        self.marked: set[Any] = set()
        self.reloaded = False

    def name(self, section: int, chat: Chat) -> Any:
        return (section, chat.id) if self.is_scoped else chat.id

    @property
    def rows(self) -> list[tuple[int, Chat]]:
        return [(section, chat) for section, chats in self.sections.items() for chat in chats]

    @property
    def names(self) -> dict[Any, tuple[int, Chat]]:
        return {self.name(section, chat): (section, chat) for section, chat in self.rows}

    def change(self) -> None:
        if self.random.random() < 0.15:
            self.mark()
            return
        if self.has_sections and self.random.random() < 0.3:
            self.change_section()
        for _ in range(self.random.randrange(8)):
            self.change_row()
        self.marked &= set(self.names)
        flags = DiffFlag.RELOAD if self.random.random() < 0.03 else DiffFlag.NONE
        self.reloaded |= bool(flags)
        if self.has_sections:
            self.list.set(self.sections, flags=flags)
        else:
            self.list.set_items(self.sections[0], flags=flags)

    def mark(self) -> None:
        wanted = self.list.snapshot()
        for section, chat in self.rows:
            if self.random.random() < 0.1:
                wanted.reload_items([chat.id], section=section if self.has_sections else None)
                self.marked.add(self.name(section, chat))
        self.list.apply(wanted)

    def change_section(self) -> None:
        order = list(self.sections)
        what = self.random.randrange(3)
        if what == 0 and len(order) < 5:
            order.insert(self.random.randrange(len(order) + 1), max(order) + 1)
        elif what == 1 and len(order) > 1:
            order.remove(self.random.choice(order))
        else:
            self.random.shuffle(order)
        self.sections = {section: self.sections.get(section, []) for section in order}

    def change_row(self) -> None:
        what, section = self.random.random(), self.random.choice(list(self.sections))
        chats = self.sections[section]
        at = self.random.randrange(len(chats) + 1)
        if what < 0.35 or not chats:
            new = Chat(self.random.randrange(40), 1 + self.random.randrange(3))
            if self.name(section, new) not in self.names:
                chats.insert(at, new)
            return
        chat = chats.pop(self.random.randrange(len(chats)))
        if what < 0.55:
            return
        if what < 0.8:
            others = chats if self.is_scoped else self.sections[self.random.choice(list(self.sections))]
            others.insert(self.random.randrange(len(others) + 1), chat)
        else:
            chats.insert(min(at, len(chats)), Chat(chat.id, 1 + self.random.randrange(3)))


class Follower:
    """Follows a model by items-changed alone."""

    def __init__(self, model: Model, holds: bool) -> None:
        self.model, self.holds = model, holds
        self.keys: list[Key] = []
        self.items: list[Item] = []
        self.notices: list[tuple[Item, str]] = []
        self.watched: dict[int, Item] = {}
        self.told = 0
        self.handler = model.connect("items-changed", self.follow)
        self.follow(model, 0, 0, model.get_n_items())

    def follow(self, model: Any, row: int, removed: int, added: int) -> None:
        self.told += 1
        new = [model.get_item(each) for each in range(row, row + added)]
        self.keys[row : row + removed] = [item.row.key for item in new]
        if self.holds:
            self.items[row : row + removed] = new
            for item in new:
                if id(item) not in self.watched:
                    self.watched[id(item)] = item
                    item.connect("notify", self.notice)
        self.check()

    def notice(self, item: Item, spec: Any) -> None:
        self.notices.append((item, spec.name))

    def check(self) -> None:
        found = list(self.model)
        assert [item.row.key for item in found] == self.keys
        assert self.model.get_n_items() == len(self.keys)
        assert self.model.get_item(len(self.keys)) is None
        for item in found:
            row = self.model.position_of(item)
            assert row is not None
            assert found[row] is item
        if self.holds:
            assert all(item is same for item, same in zip(found, self.items))

    def end(self) -> None:
        self.model.disconnect(self.handler)


def run_until(has_ended: Callable[[], bool]) -> None:
    context, end = GLib.MainContext.default(), time.monotonic() + 60
    while not has_ended():
        assert time.monotonic() < end
        if not context.iteration(False):
            time.sleep(0.001)


def recorder(found: list[Any], value: Callable[[], Any]) -> Callable[..., None]:
    """A handler that keeps the value of each time that it is called."""

    def record(*_: Any) -> None:
        found.append(value())

    return record


def position(selection: Any) -> Optional[int]:
    found = selection.get_selected()
    return None if found == Gtk.INVALID_LIST_POSITION else found


def set_limits(monkeypatch: pytest.MonkeyPatch, near: int, most: int) -> None:
    """How near splices have to be to be one, and how large that may be: few rows reach small limits."""
    monkeypatch.setattr(gtk_module, "NEAR", near)
    monkeypatch.setattr(gtk_module, "MOST", most)


@pytest.mark.parametrize("limits", [(NEAR, MOST), (1, 5)], ids=["near", "small limits"])
@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("payload", [False, True])
@pytest.mark.parametrize(
    ("sections", "duplicates"),
    [(False, Duplicates.REFUSE), (True, Duplicates.REFUSE), (True, Duplicates.SCOPE)],
)
def test_each_signal_is_right(
    sections: bool,
    duplicates: int,
    payload: bool,
    holds: bool,
    limits: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    print(f"IQ_TEST_SEED={SEED}")
    set_limits(monkeypatch, *limits)
    world = World(SEED, sections, duplicates, payload)
    world.change()
    model = Model(world.list)
    follower = Follower(model, holds)
    multi = Gtk.MultiSelection(model=model)
    single = Gtk.SingleSelection(autoselect=False, can_unselect=True, model=model)
    model.keep_selection(multi)
    model.keep_selection(single)
    for _ in range(ROUNDS):
        before = dict(zip(world.names, model)) if holds else {}
        old = world.names
        for row in range(len(model)):
            if world.random.random() < 0.1:
                multi.select_item(row, False)
        wanted = {name for row, name in enumerate(old) if multi.is_selected(row)}
        if old and world.random.random() < 0.3:
            single.set_selected(world.random.randrange(len(old)))
        chosen = single.get_selected_item()
        follower.notices.clear()
        world.marked, world.reloaded = set(), False
        for _ in range(1 + world.random.randrange(3)):
            world.change()
        assert model.sync()
        now = world.names
        assert [item.model for item in model] == world.list.models()
        assert [item.section for item in model] == [
            Key(section) if sections else Key(bytes(16)) for section, _ in now.values()
        ]
        assert {name for row, name in enumerate(now) if multi.is_selected(row)} == wanted & set(now)
        if chosen is not None:
            assert position(single) == model.position_of(chosen)
        if not holds:
            continue
        for name, item in zip(now, model):
            is_old = name in old
            assert (before.get(name) is item) == is_old
            is_updated = is_old and (
                old[name][1].look != now[name][1].look or name in world.marked or world.reloaded
            )
            assert follower.notices.count((item, "model")) == is_updated
            assert follower.notices.count((item, "section")) == (is_old and old[name][0] != now[name][0])
        for name in set(old) - set(now):
            assert model.position_of(before[name]) is None
            assert before[name].model.id == old[name][1].id
    follower.end()


@pytest.mark.parametrize("changes", [3, 40, 400])
@pytest.mark.parametrize("limits", [(NEAR, MOST), (1, 5)], ids=["near", "small limits"])
def test_splices_that_are_near_are_one(
    limits: tuple[int, int], changes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each signal is one splice or several that are near, with the rows in between; two signals are not near,
    or the first of them is large, or removes the first row. A selected row that stays, or moves within a
    signal, stays selected also where nobody keeps the selection."""
    print(f"IQ_TEST_SEED={SEED}")
    near, most = limits
    set_limits(monkeypatch, near, most)
    chance, rows = random.Random(SEED), list(range(1500))
    shown = List.of_items(rows)
    model = Model(shown)
    multi = Gtk.MultiSelection(model=model)
    told: list[tuple[int, int, int]] = []

    def record(_: Any, row: int, removed: int, added: int) -> None:
        told.append((row, removed, added))

    model.connect("items-changed", record)
    for turn in range(20):
        selected = chance.randrange(len(rows))
        chosen = rows[selected]
        multi.select_item(selected, True)
        for _ in range(changes):
            bound = chance.choice([60, len(rows)])
            row = rows.pop(chance.randrange(bound))
            rows.insert(chance.randrange(bound), chance.choice([row, 2000 + len(rows) * turn + row]))
            rows = list(dict.fromkeys(rows))
        told.clear()
        splices = shown.set_items(rows).splices(updates=False)
        assert model.sync()
        waiting = list(splices)
        for position, removed, added in told:
            first = waiting.pop(0)
            assert first.position == position
            taken = [first]
            before, after = first.removed, first.added
            while (before, after) != (removed, added):
                assert max(before, after) < most and not (position == 0 < first.removed)
                between = waiting[0].position - (position + after)
                assert between <= near
                taken.append(waiting.pop(0))
                before, after = before + between + taken[-1].removed, after + between + taken[-1].added
            is_full = max(removed, added) >= most or position == 0 < first.removed
            assert is_full or not waiting or waiting[0].position > position + added + near
        assert not waiting
        if chosen in rows:
            at, shift, moves_away = rows.index(chosen), 0, False
            for position, removed, added in told:
                if position + shift <= selected < position + shift + removed:
                    moves_away = not position <= at < position + added
                shift += removed - added
            assert moves_away or multi.is_selected(at)


@pytest.mark.skipif(Gtk.get_minor_version() >= 12, reason="such a view is right by itself")
def test_no_signal_reaches_over_the_edge_of_a_view() -> None:
    """What holds many items in a row is taken for a view; a few are those of a selection."""
    rows = list(range(400))
    shown = List.of_items(rows)
    model = Model(shown)
    # As GTK holds an item, not as Python does.
    held = [GObject.Value(Item, model.get_item(row)) for row in (*range(100, 130), *range(300, 304))]
    signals: list[tuple[int, int, int]] = []

    def record(_: Any, row: int, removed: int, added: int) -> None:
        signals.append((row, removed, added))

    model.connect("items-changed", record)

    def change(*places: int) -> list[tuple[int, int, int]]:
        for place in places:
            rows[place] += 1000
        signals.clear()
        shown.set_items(rows)
        assert model.sync()
        assert [item.model for item in model] == rows
        return list(signals)

    assert change(*range(95, 105)) == [(95, 5, 0), (95, 5, 10)]
    assert change(90, 110) == [(90, 1, 1), (110, 1, 1)]
    assert change(120, 150) == [(120, 31, 31)]
    assert change(*range(295, 305)) == [(295, 10, 10)]
    assert all(value.get_object().model < 400 for value in held)


def test_objects_are_made_for_what_is_asked_for() -> None:
    model = Model(List.of_items(["a", "b"]))
    item = model.get_item(1)
    assert model.get_item(1) is item
    weak = weakref.ref(item)
    del item
    gc.collect()
    assert weak() is None


def test_the_main_loop_shows_what_waits_as_one() -> None:
    shown = List.of_items(range(10))
    model = Model(shown)
    follower = Follower(model, True)
    updated: list[Any] = []
    model.connect("updated", recorder(updated, lambda: len(model)))
    for count in (9, 7, 6):
        shown.set_items(range(count))
    run_until(lambda: bool(updated))
    assert updated == [6]
    assert follower.told == 2


def test_an_update_is_told_by_the_item_alone() -> None:
    shown: List[Chat] = List(key=lambda chat: chat.id, content=lambda chat: chat.look)
    shown.set_items([Chat(1, 1), Chat(2, 1)])
    model = Model(shown)
    follower = Follower(model, True)
    shown.set_items([Chat(1, 1), Chat(2, 2)])
    assert model.sync()
    assert follower.told == 1
    assert follower.notices == [(follower.items[1], "model")]
    assert follower.items[1].model == Chat(2, 2)


def test_an_open_edit_is_shown_at_its_end() -> None:
    shown = List.of_items(range(10))
    model = Model(shown)
    updated: list[Any] = []
    model.connect("updated", recorder(updated, lambda: len(model)))
    shown.set_items(range(9))
    edit = shown.edit()
    edit.delete_items([shown.item(3)])
    assert not model.sync()
    assert len(model) == 10
    edit.close()
    run_until(lambda: bool(updated))
    assert updated == [9]
    with shown.edit() as edit:
        edit.delete_items([shown.item(3)])
    run_until(lambda: len(updated) == 2)
    assert [item.model for item in model] == [0, 1, 2, 4, 5, 6, 7, 8]


def test_threads_change_the_list() -> None:
    shown: List[int] = List()
    model = Model(shown)
    follower = Follower(model, True)
    rows = list(range(30))

    def change() -> None:
        chance = random.Random(SEED)
        for _ in range(500):
            chance.shuffle(rows)
            shown.set_items(rows[: chance.randrange(30)])
        shown.set_items(rows)

    thread = threading.Thread(target=change)
    thread.start()
    while thread.is_alive():
        GLib.MainContext.default().iteration(False)
    thread.join()
    run_until(lambda: [item.model for item in model] == rows)
    assert [item.model for item in follower.items] == rows


def test_submissions_take_place() -> None:
    shown = List.of_items(["a"])
    model = Model(shown)
    thread = threading.Thread(target=lambda: shown.submit(Snapshot.of_items(["b", "a"])))
    thread.start()
    run_until(lambda: len(model) == 2)
    thread.join()


def test_the_lists_that_a_list_follows_are_polled_before_it() -> None:
    source: List[str] = List.of_items(["b"])
    ordered = source.sorted(lambda key, name: name)
    model = Model(ordered.filtered())

    def shows(*names: str) -> bool:
        return [item.model for item in model] == [*names]

    source.submit(Snapshot.of_items(["c", "a", "b"]), flags=DiffFlag.HERE)
    assert model.sync() and shows("a", "b", "c")
    ordered.set_order(lambda key, name: name, reverse=True)
    run_until(lambda: shows("c", "b", "a"))
    source.close()
    while GLib.MainContext.default().iteration(False):
        pass
    ordered.set_order(lambda key, name: name)
    run_until(lambda: shows("a", "b", "c"))


def test_events_are_handed_out() -> None:
    shown = List.of_items(["a"])
    model = Model(shown, EventKind.ACTION)
    found: list[Any] = []

    def take(_: Any, event: Event[Any]) -> None:
        found.append((event.kind, event.number))

    model.connect("event", take)
    shown.emit(None, Action.HOST + 3)
    shown.set_items(["b"])
    run_until(lambda: bool(found))
    assert found == [(EventKind.ACTION, Action.HOST + 3)]


def test_a_selected_item_that_moves_is_never_another_one() -> None:
    count = 10 * FEW
    shown, chance = List.of_items(range(count)), random.Random(SEED)
    told: list[Any] = []
    model = Model(shown)
    single, multi = Gtk.SingleSelection(model=model), Gtk.MultiSelection(model=model)
    model.keep_selection(single)
    model.keep_selection(multi)
    single.set_selected(7)
    item = single.get_selected_item()
    single.connect("notify::selected-item", recorder(told, lambda: single.get_selected_item() is item))
    multi.select_all()
    multi.unselect_item(9)
    for _ in range(5):
        rows = list(range(count))
        chance.shuffle(rows)
        shown.set_items(rows)
        assert model.sync()
        assert single.get_selected_item() is item
        assert [row for row in range(count) if not multi.is_selected(row)] == [rows.index(9)]
    assert all(told)


def test_other_selections_are_refused() -> None:
    model = Model(List.of_items(["a"]))
    with pytest.raises(TypeError):
        model.keep_selection(Gtk.NoSelection(model=model))
    with pytest.raises(ValueError):
        model.keep_selection(Gtk.MultiSelection())


def test_the_list_is_closed_first() -> None:
    shown = List.of_items(["a", "b"])
    model = Model(shown)
    item = model.get_item(1)
    shown.set_items(["b"])
    shown.close()
    assert model.sync()
    assert [each.model for each in model] == ["a", "b"]
    assert item.model == "b"
    while GLib.MainContext.default().iteration(False):
        pass


def test_a_model_is_dropped() -> None:
    shown = List.of_items(["a", "b"])
    model = Model(shown)
    selection = Gtk.MultiSelection(model=model)
    model.keep_selection(selection)
    item, weak = model.get_item(0), weakref.ref(model)
    del model, selection
    gc.collect()
    assert weak() is None
    assert item.model == "a"
    shown.set_items(["c"])
    while GLib.MainContext.default().iteration(False):
        pass
    assert [each.model for each in Model(shown)] == ["c"]


def test_a_handler_that_polls_or_ends_the_list() -> None:
    shown = List.of_items(["a", "b"])
    model = Model(shown)
    polled: list[Any] = []
    model.connect("items-changed", recorder(polled, model.sync))
    model.connect("items-changed", recorder([], shown.close))
    shown.set_items(["b"])
    assert model.sync()
    assert polled == [False]
    assert [each.model for each in model] == ["b"]


@pytest.mark.parametrize("derived", [False, True])
@pytest.mark.parametrize("by_loop", [False, True])
def test_a_main_loop_inside_a_handler_rests(
    by_loop: bool, derived: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes then waits for the end of the poll: nobody polls again and again."""
    shown: List[str] = List.of_items(["a"])
    first = Model(shown.filtered() if derived else shown)
    second = Model(shown)
    polls = count_polls(monkeypatch)
    inside: list[int] = []

    def change(*_: Any) -> None:
        if not inside:
            shown.set_items(["c"])
            before = polls()
            loop = GLib.MainLoop()
            GLib.timeout_add(50, loop.quit)
            loop.run()
            inside.append(polls() - before)

    first.connect("items-changed", change)
    shown.set_items(["a", "b"])
    if not by_loop:
        first.sync()
    run_until(lambda: all([item.model for item in each] == ["c"] for each in (first, second)))
    assert len(inside) == 1 and inside[0] < 10
