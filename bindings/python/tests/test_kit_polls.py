"""Polls of drivers: which events they return, what wakes them, and what becomes of exceptions."""

from __future__ import annotations

import asyncio
import select
import sys
import time
from typing import Any, Callable

import pytest
from kits import USERS, Log, User, UserCell, handler, refuse, users

import iqlist
from iqlist import EventKind, abi
from iqlist.kit import Driver, Event, Section


def changes(events: list[iqlist.Event[Any]]) -> list[str]:
    return [str(event.changeset) for event in events if event.changeset is not None]


def is_readable(driver: Driver) -> bool:
    return bool(select.select([driver], [], [], 0)[0])


def fail(event: Event[Any]) -> None:
    raise ValueError(event.model)


def test_all_changes_between_two_polls_are_events_in_order() -> None:
    section = users(items=[])
    steps: list[tuple[Callable[[Driver], object], str]] = [
        (lambda driver: setattr(section, "items", USERS[:1]), "<Changeset: 1 item inserts>"),
        (lambda driver: section.append(UserCell, USERS[1:]), "<Changeset: 2 item inserts>"),
        (lambda driver: setattr(section, "header", "H"), "<Changeset: 1 supplementary inserts>"),
        (
            lambda driver: driver.update([users(items=[])]),
            "<Changeset: 3 item deletes, 1 supplementary deletes>",
        ),
        (lambda driver: driver.add_section(Section("more")), "<Changeset: 1 section inserts>"),
        (lambda driver: setattr(driver, "data", []), "<Changeset: reload everything>"),
    ]
    with Driver([section]) as driver:
        driver.poll()
        for change, _ in steps:
            change(driver)
        events = driver.poll()
        assert changes(events) == [expected for _, expected in steps]
        versions = [event.version for event in events if event.changeset]
        assert versions == sorted(set(versions)) and driver.poll() == []


def test_what_waits_makes_the_descriptor_readable_also_after_a_refused_change() -> None:
    log: Log = []
    section = users(on_select=handler(log, "select"))
    with Driver([section]) as driver:
        driver.poll()
        assert not is_readable(driver)
        driver.tap(1)
        for _ in range(2):
            refuse(section)
            assert is_readable(driver) and log == []
        begin = time.monotonic()
        kinds = [event.kind for event in driver.poll(wait=60)]
        # It does not wait while something waits for it.
        assert time.monotonic() - begin < 50
        assert log == [("select", USERS[0])] and EventKind.STATES in kinds
        # The driver's own wake-up is no event of the program's.
        assert kinds.count(EventKind.ACTION) == 1 and not is_readable(driver)


def test_a_task_that_runs_the_driver_wakes_after_a_refused_change() -> None:
    log: Log = []
    section = users(on_select=handler(log, "select"))

    async def main() -> None:
        async with Driver([section]) as driver:
            running = asyncio.create_task(driver.run())
            await asyncio.sleep(0)
            driver.tap(1)
            refuse(section)
            for _ in range(1000):
                if log:
                    break
                await asyncio.sleep(0.01)
        await running

    asyncio.run(main())
    assert log == [("select", USERS[0])]


def test_the_events_of_a_poll_that_raised_are_returned_by_the_next_in_order() -> None:
    section = users(on_select=fail)
    with Driver([section]) as driver:
        driver.tap(1)
        with pytest.raises(ValueError):
            driver.poll()
        assert is_readable(driver)
        section.items = USERS[1:]
        found = driver.poll()
        kinds = [event.kind for event in found if event.kind in (EventKind.UPDATE, EventKind.STATES)]
        states = [EventKind.STATES] * (len(kinds) - 2)
        assert kinds == [EventKind.UPDATE, *states, EventKind.UPDATE] and states
        assert not is_readable(driver) and driver.poll() == []


def test_what_always_fails_does_not_hold_up_the_events(monkeypatch: pytest.MonkeyPatch) -> None:
    # Those of several exceptions that are not raised.
    monkeypatch.setattr(sys, "unraisablehook", str)
    section = users(on_select=fail)
    with Driver([section]) as driver:
        driver.poll()
        raised: list[bool] = []
        versions: list[int] = []
        for at in range(20):
            if at < 8:
                driver.tap(1)
                section.items = [User(1, f"Ada {at}")]
            try:
                versions += [event.version for event in driver.poll() if event.changeset]
                raised.append(False)
            except ValueError:
                raised.append(True)
        # Every event was returned, none twice, and no two polls after another have raised something.
        assert versions == [*range(2, 10)] and (True, True) not in zip(raised, raised[1:])
        assert sum(raised) > 2 and not is_readable(driver)


def test_a_cell_that_always_fails_does_not_keep_the_program_awake() -> None:
    class Failing(UserCell):
        def configure(self, model: User | None) -> None:
            raise ValueError("cannot be shown")

    with Driver([Section("users", USERS[:1], cell=Failing)]) as driver:
        driver.show(0, 1)
        found: list[iqlist.Event[Any]] = []
        polls = 0
        while is_readable(driver):
            polls += 1
            assert polls < 10
            try:
                found += driver.poll()
            except ValueError:
                continue
        assert len(changes(found)) == 1


def test_an_inner_poll_returns_what_no_poll_has_returned_and_the_outer_one_the_rest() -> None:
    inner: list[iqlist.Event[Any]] = []

    def select_first(event: Event[User]) -> None:
        if not inner:
            section.items = USERS[:1]
            inner.extend(driver.poll())

    section = users(on_select=select_first)
    with Driver([section]) as driver:
        driver.tap(1)
        outer = driver.poll()
        assert len(changes(inner)) == 2 and changes(outer) == []
        places = [id(event) for event in inner + outer]
        assert len(set(places)) == len(places)


def test_whoever_iterates_again_gets_the_events_of_an_iteration_that_raised() -> None:
    async def main() -> list[str]:
        found: list[str] = []
        with Driver([users(on_select=fail)]) as driver:
            driver.tap(1)
            with pytest.raises(ValueError):
                async for event in driver:
                    found.append(event.kind.name or "")
            async for event in driver:
                found.append(event.kind.name or "")
                if event.kind == EventKind.ACTION:
                    driver.close()
        return found

    found = asyncio.run(main())
    # Highlighted, no longer highlighted, selected, the primary action: nothing is missing.
    assert found[0] == "UPDATE" and found[-4:] == ["STATES", "STATES", "STATES", "ACTION"]


def test_whoever_stops_iterating_leaves_the_rest_to_the_next() -> None:
    async def main() -> list[str]:
        found: list[str] = []
        section = users()
        with Driver([section]) as driver:
            driver.tap(1)
            section.items = USERS[1:]
            # Each begins right after the one before, with no turn of the loop in between.
            for _ in range(5):
                async for event in driver:
                    found.append(event.kind.name or "")
                    break
            assert is_readable(driver)
            return found + [event.kind.name or "" for event in driver.poll()]

    found = asyncio.run(main())
    with Driver([users()]) as driver:
        driver.tap(1)
        driver.section("users").items = USERS[1:]
        assert found == [event.kind.name for event in driver.poll()] and len(found) > 5


def test_a_cell_may_close_the_driver() -> None:
    class Closing(UserCell):
        def configure(self, model: User | None) -> None:
            driver.close()

    driver = Driver([Section("users", USERS, cell=Closing)])
    driver.show(0, 2)
    assert changes(driver.poll()) != [] and driver.list.closed and driver.view.closed


class Movable(UserCell):
    @classmethod
    def is_movable(cls, model: User | None) -> bool:
        return True


def drag(driver: Driver) -> None:
    """The user drags the first of `USERS` behind the last one."""
    with driver.list.begin_reorder([1]) as dragged:
        dragged.move_item(1, after=3)


def test_a_change_right_after_an_undo_is_made() -> None:
    section = Section("users", USERS, cell=Movable)
    with Driver([section]) as driver:
        driver.list.set_undo(100_000)
        driver.poll()
        drag(driver)
        driver.list.undo()
        # No poll has told the section of it.
        section.items = USERS[:1]
        assert section.items == driver.list.models() == USERS[:1]
        driver.poll()
        assert section.items == driver.list.models() == USERS[:1]


def test_a_refused_change_after_a_drag_leaves_the_order_of_the_drag() -> None:
    section = Section("users", USERS, cell=Movable)
    with Driver([section]) as driver:
        driver.poll()
        drag(driver)
        refuse(section)
        driver.poll()
        assert section.items == driver.list.models() == [*USERS[1:], USERS[0]]


def test_what_several_events_are_about_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap makes four events about one item: its handle, its section and its cell are found once."""
    with Driver([users()]) as driver:
        driver.show(0, 3)
        driver.poll()
        driver.poll()
        asked: list[str] = []
        for name in ("iq_list_find_item", "iq_list_get_supplementary", "iq_view_find_cell"):
            monkeypatch.setattr(abi, name, counting(name, asked))
        driver.tap(USERS[1])
        assert len([event for event in driver.poll() if event.item is not None]) == 4
        assert sorted(asked) == ["iq_list_find_item", "iq_list_get_supplementary", "iq_view_find_cell"]


def counting(name: str, asked: list[str]) -> Callable[..., int]:
    function = getattr(abi, name)

    def count(*arguments: Any) -> int:
        asked.append(name)
        return int(function(*arguments))

    return count


def test_an_update_while_events_are_told_is_seen_by_the_events_after_it() -> None:
    """The accessibility identifier of a cell is set while events are told; it may change the list."""
    told: list[str | None] = []

    class NamedCell(UserCell):
        accessibility_identifier = "user"

        def __setattr__(self, name: str, value: Any) -> None:
            super().__setattr__(name, value)
            if name == "accessibility_identifier" and len(changed) == 1:
                changed.append(1)
                driver.update([second])

    changed: list[int] = []
    first = Section("users", USERS, cell=NamedCell, on_primary_action=lambda _: told.append("first"))
    second = Section("users", USERS, cell=NamedCell, on_primary_action=lambda _: told.append("second"))
    with Driver([first]) as driver:
        driver.show(0, 3)
        driver.poll()
        driver.tap(USERS[0])
        wanted = driver.list.snapshot()
        wanted.move_item(USERS[2], before=USERS[1])
        driver.list.apply(wanted)
        driver.tap(USERS[0])
        changed.append(0)
        driver.poll()
        assert told == ["first", "second"]
