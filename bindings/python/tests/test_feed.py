"""What is shown of a list, and the steps from one state to the next: in order, complete, and never torn."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from iqlist import (
    Action,
    BusyError,
    ChangeKind,
    Changeset,
    Event,
    EventKind,
    List,
    ListInfo,
    Reload,
    Replay,
    Side,
    Snapshot,
)
from iqlist._feed import Feed

Rows = dict[Any, list[tuple[int, int]]]
"""Sections by name, with the key and the content of each item."""


class Shown:
    """A toolkit: it has rows of its own, and changes them as it is told."""

    def __init__(self, shown: List[Any]) -> None:
        self.events: list[Event[Any]] = []
        self.updated: set[Any] = set()
        self.steps = 0
        self.feed = Feed.of(shown)
        self.snapshot = self.feed.join(self.show, self.events.append, EventKind.ACTION)

    def show(self, changeset: Changeset, before: Snapshot[Any], after: Snapshot[Any]) -> None:
        assert before is self.snapshot
        self.snapshot = after
        self.steps += 1
        if changeset.reload == Reload.NO:
            self.check(changeset, before, after)

    def check(self, changeset: Changeset, before: Snapshot[Any], after: Snapshot[Any]) -> None:
        """The changeset leads from the one snapshot to the other, and each item that stays is found there."""
        old, new = before.columns(), after.columns()
        mapped = changeset.map()
        assert len(mapped) == len(before)
        keys = {Side.BEFORE: before.keys(), Side.AFTER: after.keys()}
        kept = {keys[Side.BEFORE][at]: other for at, other in enumerate(mapped) if other < len(after)}
        assert all(keys[Side.AFTER][other] == key for key, other in kept.items())
        assert {*keys[Side.BEFORE]} & {*keys[Side.AFTER]} == {*kept}
        replay = Replay.of_steps(changeset, before)
        for _ in replay:
            pass
        assert replay.count() == len(after.sections)
        for number, section in enumerate(after.sections):
            assert replay.count(number) == len(section)
        updated: set[int] = set()
        for change in changeset.batch():
            if change.kind == ChangeKind.ITEM_UPDATE:
                first = after.sections[change.after_section].first + change.after_item
                updated |= {*range(first, first + change.count)}
        contents = {at: old.contents[at] for at in range(len(before))}
        for at, other in enumerate(mapped):
            if other < len(after) and contents[at] != new.contents[other]:
                assert other in updated
        self.updated |= {keys[Side.AFTER][at] for at in updated}


def new_list(**options: Any) -> List[Any]:
    return List(key=lambda pair: pair[0], content=lambda pair: pair[1], **options)


def drawn(random: Random) -> Rows:
    keys = random.sample(range(40), random.randrange(30))
    names = random.sample("abcdef", random.randrange(1, 5))
    rows: Rows = {name: [] for name in names}
    for key in keys:
        rows[random.choice(names)].append((key, random.choice([1, 1, 1, 2])))
    return rows


def state(shown: List[Any] | Snapshot[Any]) -> list[Any]:
    return [(section.key, [(row.key, row.content) for row in section]) for section in shown.sections]


def change(random: Random, shown: List[Any]) -> set[Any]:
    """Makes one change; returns the keys that were marked."""
    kind = random.randrange(6)
    if kind < 2 or not len(shown):
        shown.set(drawn(random))
    elif kind == 2:
        wanted = shown.snapshot()
        keys = random.sample(shown.keys(), min(len(shown), 3))
        random.choice([wanted.reload_items, wanted.reconfigure_items])(keys)
        shown.apply(wanted)
        return {*keys}
    elif kind == 3:
        with suppress(ZeroDivisionError), shown.edit() as edit:
            edit.delete_items(random.sample(shown.keys(), min(len(shown), 2)))
            if random.randrange(2):
                raise ZeroDivisionError
    elif kind == 4:
        with shown.edit() as edit:
            keys = shown.keys()
            edit.move_item(random.choice(keys), before=random.choice(keys))
    else:
        wanted = shown.snapshot()
        section = random.choice([*wanted.sections])
        wanted.reload_sections([section.key])
        keys = [row.key for row in section]
        shown.apply(wanted)
        return {*keys}
    return set()


@pytest.mark.parametrize("payload", [False, True], ids=["diffed", "composed"])
@pytest.mark.parametrize("seed", range(20))
def test_one_step_leads_over_all_updates_that_wait(seed: int, payload: bool) -> None:
    random = Random(seed)
    shown = new_list(event_payload=payload)
    view = Shown(shown)
    for _ in range(25):
        view.updated.clear()
        steps, before = view.steps, state(view.snapshot)
        marked: set[Any] = set()
        stayed = {*shown.keys()}
        for _ in range(random.randrange(1, 5)):
            marked |= change(random, shown)
            stayed &= {*shown.keys()}
        assert not view.feed.poll()
        assert state(view.snapshot) == state(shown), seed
        assert view.steps <= steps + 1
        if state(view.snapshot) != before:
            assert view.steps == steps + 1
        # What was marked and stayed is updated, also where the marks are in none of the two states.
        assert view.updated >= marked & stayed, seed


def test_a_changeset_is_passed_on_as_it_is() -> None:
    shown: List[Any] = List.of_items(["a", "b"])
    seen: list[Changeset] = []
    feed = Feed.of(shown)
    feed.join(lambda changeset, before, after: seen.append(changeset))
    made = [shown.set_items(["b", "c"])]
    feed.poll()
    with shown.edit() as edit:
        edit.delete_items(["b"])
        edit.insert_items(["d"], before="c")
    made.append(edit.changeset)
    feed.poll()
    assert seen == made


@pytest.mark.parametrize("seed", range(2))
def test_another_thread_changes_the_list_all_the_time(seed: int) -> None:
    """Between the poll and the snapshot too: each step begins where the last one has ended."""
    shown = new_list()
    view = Shown(shown)
    ended = threading.Event()

    def work() -> None:
        random = Random(seed)
        for _ in range(400):
            change(random, shown)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not ended.is_set():
        view.feed.poll()
    thread.join()
    while view.feed.poll():
        pass
    assert state(view.snapshot) == state(shown)
    assert view.steps > 1


class Busy(List[Any]):
    """Is changed between any two calls of those that read it, as by another thread."""

    random: Random | None = None

    def disturb(self) -> None:
        random, self.random = self.random, None
        if random is not None:
            if random.randrange(3) == 0:
                change(random, self)
            self.random = random

    def info(self) -> ListInfo:
        self.disturb()
        return super().info()

    def snapshot(self) -> Snapshot[Any]:
        self.disturb()
        found = super().snapshot()
        self.disturb()
        return found

    def changes_since(
        self, before: Snapshot[Any] | None, **options: Any
    ) -> tuple[Changeset, Snapshot[Any]] | None:
        self.disturb()
        found = super().changes_since(before, **options)
        self.disturb()
        return found


@pytest.mark.parametrize("seed", range(20))
def test_the_list_changes_between_the_poll_and_the_snapshot(seed: int) -> None:
    shown = Busy(key=lambda pair: pair[0], content=lambda pair: pair[1])
    view = Shown(shown)
    shown.random = Random(seed)
    for _ in range(25):
        view.feed.poll()
    shown.random = None
    assert not view.feed.poll()
    assert state(view.snapshot) == state(shown), seed
    assert view.steps > 1


def test_an_open_edit_is_not_shown() -> None:
    shown: List[Any] = List.of_items(["a", "b"])
    view = Shown(shown)
    shown.set_items(["a", "b", "c"])
    with suppress(ZeroDivisionError), shown.edit() as edit:
        edit.delete_items(["a"])
        assert view.feed.poll()
        assert len(view.snapshot) == 2
        raise ZeroDivisionError
    assert not view.feed.poll()
    assert state(view.snapshot) == state(shown)
    assert len(view.snapshot) == 3
    with shown.edit() as edit:
        edit.delete_items(["a"])
        assert view.feed.poll()
    assert not view.feed.poll()
    assert len(view.snapshot) == 2


def test_who_joins_while_an_edit_is_open_shows_nothing_until_its_end() -> None:
    shown: List[Any] = List.of_items(["a", "b"])
    with shown.edit() as edit:
        edit.delete_items(["a"])
        view = Shown(shown)
        assert len(view.snapshot) == 0
    assert not view.feed.poll()
    assert state(view.snapshot) == state(shown)


def test_who_joins_later_begins_with_what_all_show() -> None:
    shown: List[Any] = List.of_items(["a"])
    views = [Shown(shown)]
    for number in range(5):
        shown.set_items(range(number))
        views.append(Shown(shown))
        assert all(view.feed is views[0].feed for view in views)
        assert all(view.snapshot is views[0].snapshot for view in views)
    shown.set_items(["b"])
    views[0].feed.poll()
    assert [state(view.snapshot) for view in views] == [state(shown)] * len(views)


def test_a_reload_is_passed_on_as_one() -> None:
    shown: List[Any] = List.of_items(["a"])
    seen: list[Reload] = []
    feed = Feed.of(shown)
    feed.join(lambda changeset, before, after: seen.append(changeset.reload))
    shown.set_items(["b"], flags=1)
    feed.poll()
    shown.set_items(["c"])
    shown.set_items(["d"], flags=1)
    feed.poll()
    shown.set_items(["d"], flags=1)
    feed.poll()
    assert seen == [Reload.ASKED] * 3


def test_other_events_come_behind_the_step() -> None:
    shown: List[Any] = List.of_items(["a"])
    view = Shown(shown)
    sizes: list[int] = []
    feed = view.feed
    feed.join(view.show, lambda event: sizes.append(len(view.snapshot)))
    feed.leave(view.show)
    feed.join(view.show, lambda event: sizes.append(len(view.snapshot)))
    shown.emit("a", Action.PRIMARY)
    shown.set_items(["a", "b"])
    feed.poll()
    assert sizes == [2]
    ticket = shown.submit(Snapshot.of_items(["a", "a"]))
    while not ticket.done():
        feed.poll()
    assert len(view.snapshot) == 2


def test_a_poll_inside_a_step_does_nothing() -> None:
    shown: List[Any] = List.of_items(["a"])
    feed = Feed.of(shown)
    seen: list[list[Any]] = []

    def show(changeset: Changeset, before: Snapshot[Any], after: Snapshot[Any]) -> None:
        if len(seen) < 3:
            shown.set_items(range(len(seen)))
        assert not feed.poll()
        seen.append(after.keys())

    feed.join(show)
    shown.set_items(["b"])
    for _ in range(5):
        feed.poll()
    assert [len(keys) for keys in seen] == [1, 0, 1, 2]


def test_a_follower_that_is_dropped_has_left_and_one_that_fails_stops_no_other() -> None:
    shown: List[Any] = List.of_items(["a"])
    dropped, kept = Shown(shown), Shown(shown)
    feed = kept.feed

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    feed.join(fail)
    last = Shown(shown)
    del dropped
    shown.set_items(["b"])
    with pytest.raises(ZeroDivisionError):
        feed.poll()
    feed.leave(fail)
    assert state(kept.snapshot) == state(last.snapshot) == state(shown)
    shown.set_items(["c"])
    feed.poll()
    assert state(kept.snapshot) == state(shown)


def test_what_is_shown_outlives_the_list() -> None:
    shown: List[Any] = List.of_items(["a"])
    view = Shown(shown)
    view.feed.fileno()
    shown.close()
    assert not view.feed.poll()
    assert [row.model for row in view.snapshot] == ["a"]


def test_a_feed_goes_with_the_last_that_has_it() -> None:
    import weakref

    shown: List[Any] = List.of_items(["a"])
    view = Shown(shown)
    feed, of_list = weakref.ref(view.feed), weakref.ref(shown)
    del view
    assert feed() is None
    del shown
    assert of_list() is None


def test_what_a_feed_polls_nobody_else_does() -> None:
    shown = List.of_items(["a"])
    one, two = Shown(shown), Shown(shown)
    shown.set_items(["b"])
    polls: list[Any] = [shown.poll, lambda: list(shown.events())]
    for poll in polls:
        with pytest.raises(BusyError, match="a widget or model shows the list"):
            poll()
    one.feed.poll()
    assert one.snapshot.models() == two.snapshot.models() == ["b"]
    one.feed.leave(one.show)
    with pytest.raises(BusyError):
        shown.poll()
    two.feed.leave(two.show)
    shown.poll()


def test_a_feed_is_refused_where_a_loop_waits_for_the_events() -> None:
    shown = List.of_items(["a"])

    async def main() -> None:
        waiting = asyncio.ensure_future(shown.events().__anext__())
        await asyncio.sleep(0.01)
        with pytest.raises(BusyError, match="async for"):
            Shown(shown)
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting
        following = Shown(shown)
        with pytest.raises(BusyError, match="a widget or model shows the list"):
            await shown.events().__anext__()
        assert following.snapshot.models() == ["a"]

    asyncio.run(main())
