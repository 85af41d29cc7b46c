"""Sections that several drivers show, updates that take effect after a handler, and updates that fail: what
each driver shows, and who hears of it."""

from __future__ import annotations

import random
import threading
from typing import Any, Callable

import pytest
from kits import USERS, User, UserCell, users

import iqlist
from iqlist import Changeset, DuplicateError, Ticket, kit
from iqlist.kit import Driver, Event, Section


class Movable(UserCell):
    @classmethod
    def is_movable(cls, model: User | None) -> bool:
        return True


class Told(kit.Coordinator):
    """Keeps what has failed."""

    def __init__(self) -> None:
        self.failed: list[tuple[Exception, Ticket | None]] = []

    def update_failed(self, error: Exception, ticket: Ticket | None) -> None:
        self.failed.append((error, ticket))


def collect(ended: list[Any]) -> Any:
    """A completion that keeps what it gets."""

    def done(error: Exception | None, changeset: Changeset | None) -> None:
        ended.append((error, changeset))

    return done


def header(driver: Driver) -> Any:
    found = driver.list.section("users").header
    return None if found is None else found.model


TWICE = [USERS[0], USERS[0]]


# --- several drivers


def test_an_assignment_updates_each_driver_in_order() -> None:
    section = users()
    with Driver([section]) as first, Driver([users("other", []), section]) as second:
        assert section.drivers == [first, second]
        section.items = USERS[1:]
        assert first.list.models() == second.list.models() == USERS[1:]
        section.header = "H"
        assert [header(driver) for driver in (first, second)] == ["H", "H"]
        section.children[USERS[1]] = [User(21)]
        assert [row.level for row in second.list] == [0, 1, 0]
        second.update([])
        assert section.drivers == [first] and second.list.models() == []
        section.items = []
        assert first.list.models() == []


def test_if_a_driver_refuses_those_before_are_set_back_and_the_error_names_it() -> None:
    section = users()
    with Driver([section], duplicates=iqlist.Duplicates.NUMBER) as first, Driver([section]) as second:
        with pytest.raises(DuplicateError, match=r"^<Driver of <List.*>>: IQ_ERROR_DUPLICATE"):
            section.items = TWICE
        assert section.items == USERS
        assert first.list.models() == second.list.models() == USERS
        first.poll()
        assert section.items == USERS


def test_a_drag_and_an_undo_in_one_driver_are_an_assignment_to_the_others() -> None:
    section = Section("users", USERS, cell=Movable)
    with Driver([section]) as first, Driver([section]) as second:
        first.list.set_undo(100_000)
        with first.list.begin_reorder([1]) as drag:
            drag.move_item(1, after=3)
        first.poll()
        assert second.list.models() == section.items == [USERS[1], USERS[2], USERS[0]]
        first.list.undo()
        first.poll()
        assert second.list.models() == section.items == USERS
        second.poll()
        assert first.list.models() == USERS


def test_a_driver_in_a_drag_follows_afterwards_and_its_failure_is_reported() -> None:
    section, told = Section("users", USERS, cell=Movable), Told()
    numbered = iqlist.Duplicates.NUMBER
    with Driver([section], duplicates=numbered) as first, Driver([section], coordinator=told) as second:
        with second.list.begin_reorder([1]):
            section.items = USERS[:2]
            assert first.list.models() == USERS[:2] and second.list.models() == USERS
        second.wait()
        assert second.list.models() == USERS[:2] and told.failed == []
        with second.list.begin_reorder([1]):
            section.items = TWICE
        second.wait()
        ((error, ticket),) = told.failed
        assert isinstance(error, DuplicateError) and ticket is not None and ticket.exception() is error
        # It shows what it had, and so does the section again, and with it the first driver.
        assert second.list.models() == first.list.models() == section.items == USERS[:2]


def test_states_and_pages_are_of_each_driver() -> None:
    section = users()
    requests: list[kit.PageRequest] = []
    section.paging(requests.append)
    with Driver([section]) as first, Driver([section]) as second:
        for driver in (first, second):
            driver.show(0, 9)
            driver.poll()
        first.select(USERS[0])
        assert [driver.list.info().selected for driver in (first, second)] == [1, 0]
        assert len(requests) == 2
        requests[0].finish(has_next=False)
        assert not section.has_next
        assert second.list.page(iqlist.Edge.END, "users").state == iqlist.PageState.LOADING


# --- in handlers


def test_what_a_handler_changes_is_shown_after_it_by_the_same_poll() -> None:
    log: list[Any] = []

    def select(event: Event[User]) -> None:
        section.items = [user for user in section if user.id != event.model.id]
        section.header = "after"
        log.append(driver.list.models())

    section = users(on_select=select)
    with Driver([section], selection=iqlist.Selection.MULTIPLE) as driver:
        driver.select([1, 2], by_user=True)
        driver.poll()
        # Positions of the second event are those that it was reported with.
        assert log == [USERS, USERS]
        assert driver.list.models() == section.items == USERS[2:]
        assert header(driver) == "after"


def test_a_failure_in_a_handler_is_update_failed_and_nothing_has_changed() -> None:
    told = Told()
    log: list[Any] = []

    def select(event: Event[User]) -> None:
        section.items = TWICE
        log.append(section.items)

    section = users(on_select=select)
    with Driver([section], coordinator=told) as driver:
        driver.select(1, by_user=True)
        driver.poll()
        assert log == [TWICE] and section.items == driver.list.models() == USERS
        ((error, ticket),) = told.failed
        assert isinstance(error, DuplicateError) and ticket is None


def test_the_last_update_of_a_handler_counts_and_the_completion_of_each_is_called() -> None:
    ended: list[Any] = []

    def complete(name: str) -> Any:
        def done(error: Exception | None, changeset: Changeset | None) -> None:
            ended.append((name, error or changeset))

        return done

    def select(event: Event[User]) -> None:
        assert driver.perform_updates([users("a")], completion=complete("first")) is None
        assert driver.perform_updates([section], completion=complete("second")) is None
        section.items = USERS[:1]
        with pytest.raises(TypeError, match="sections are needed"):
            driver.update([1])  # type: ignore[list-item]
        with pytest.raises(LookupError, match="no class of cells is registered as 'nothing'"):
            driver.update([Section("wrong", USERS, cell="nothing")])

    section = users(on_select=select)
    with Driver([section]) as driver:
        driver.select(1, by_user=True)
        driver.poll()
        assert driver.sections == [section] and driver.list.models() == USERS[:1]
    (first, error), (second, changes) = ended
    assert (first, second) == ("second", "first") or isinstance(error, iqlist.SupersededError)
    assert {type(error), type(changes)} == {iqlist.SupersededError, Changeset}


def test_what_is_held_back_is_cancelled_by_the_end_of_the_driver() -> None:
    ended: list[Any] = []

    def select(event: Event[User]) -> None:
        driver.perform_updates([], completion=collect(ended))
        section.items = []
        driver.close()

    section = users(on_select=select)
    with Driver([section]) as driver:
        driver.select(1, by_user=True)
        driver.poll()
    ((error, changes),) = ended
    assert isinstance(error, iqlist.CancelledError) and changes is None and section.drivers == []


def test_an_exception_of_update_failed_is_raised_by_the_poll() -> None:
    class Raising(kit.Coordinator):
        def update_failed(self, error: Exception, ticket: Ticket | None) -> None:
            raise ValueError("cannot be told")

    def select(event: Event[User]) -> None:
        section.items = TWICE

    section = users(on_select=select)
    with Driver([section], coordinator=Raising()) as driver:
        driver.select(1, by_user=True)
        with pytest.raises(ValueError, match="cannot be told"):
            driver.poll()
        assert section.items == driver.list.models() == USERS
        driver.submit([users(items=TWICE)])
        with pytest.raises(ValueError, match="cannot be told"):
            driver.wait()


# --- shown at once, and failures


def test_updates_of_the_thread_that_polls_are_shown_when_they_return() -> None:
    ended: list[Any] = []
    with Driver() as driver:
        waiting = driver.submit([users("waits")])
        changes = driver.perform_updates([users()], completion=collect(ended))
        assert driver.list.models() == USERS and ended == [(None, changes)]
        driver.wait()
        assert isinstance(waiting.exception(), iqlist.CancelledError)
        with pytest.raises(DuplicateError):
            driver.perform_updates([users(items=TWICE)], completion=collect(ended))
        assert len(ended) == 1 and driver.list.models() == USERS


def in_a_thread(call: Callable[[], object]) -> None:
    thread = threading.Thread(target=call)
    thread.start()
    thread.join()


def test_updates_of_other_threads_are_submitted() -> None:
    ended: list[Any] = []
    with Driver() as driver:
        done = collect(ended)
        in_a_thread(lambda: ended.append(driver.perform_updates([users()], completion=done)))
        assert ended == [None] and driver.list.models() == []
        driver.wait()
        (error, changes) = ended[1]
        assert driver.list.models() == USERS and error is None and changes.summary().item_inserts == 3


def test_an_update_that_fails_is_reported_to_the_section_then_to_the_coordinator() -> None:
    log: list[Any] = []

    def tell(error: Exception, ticket: Ticket | None) -> Any:
        log.append(type(error))
        return NotImplemented

    told = Told()
    with Driver([users(update_failed=tell)], coordinator=told) as driver:
        ticket = driver.submit([users(items=TWICE)])
        driver.wait()
        assert log == [DuplicateError] and told.failed == [(ticket.exception(), ticket)]
        driver.submit([users("never")])
        driver.update([users()])
        driver.wait()
        # What was cancelled has not failed.
        assert len(told.failed) == 1


def test_a_failure_that_nobody_handles_is_raised_by_the_poll() -> None:
    with Driver([users()]) as driver:
        in_a_thread(lambda: driver.perform_updates([users(items=TWICE)]))
        with pytest.raises(DuplicateError):
            driver.wait()
        ticket = driver.submit([users(items=TWICE)])
        # Whoever has the ticket can ask it.
        driver.wait()
        assert isinstance(ticket.exception(), DuplicateError)
        assert driver.list.models() == USERS


# --- at random


class Session:
    """Two sections that some of three drivers show, beside what each is to show."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.items = {"a": USERS, "b": [User(11)]}
        self.sections = {
            name: Section(name, items, cell=Movable, on_select=self.select)
            for name, items in self.items.items()
        }
        self.drivers = [Driver() for _ in range(3)]
        self.shown: list[list[str]] = [[], [], []]

    def some_users(self, name: str) -> list[User]:
        base = 10 * "ab".index(name)
        return [User(base + id) for id in self.random.sample(range(1, 8), self.random.randrange(6))]

    def set_items(self) -> None:
        name = self.random.choice("ab")
        self.items[name] = self.some_users(name)
        self.sections[name].items = self.items[name]

    def refuse(self) -> None:
        name = self.random.choice("ab")
        if any(name in names for names in self.shown):
            with pytest.raises(DuplicateError):
                self.sections[name].items = TWICE

    def show(self) -> None:
        at = self.random.randrange(3)
        self.shown[at] = self.random.sample("ab", self.random.randrange(3))
        sections = [self.sections[name] for name in self.shown[at]]
        if self.random.random() < 0.5:
            self.drivers[at].update(sections)
        else:
            self.drivers[at].submit(sections)
            self.drivers[at].wait()

    def select(self, event: Event[User]) -> None:
        self.set_items()

    def tap(self) -> None:
        """Its handler changes a section that other drivers may show as well."""
        driver = self.random.choice(self.drivers)
        if len(driver.list):
            driver.select(driver.list.item_at(0), by_user=True)
            driver.poll()

    def drag(self) -> None:
        at = self.random.randrange(3)
        shown = self.drivers[at].list
        for name in self.shown[at][:1]:
            items = self.items[name]
            if len(items) > 1:
                with shown.begin_reorder([items[0].id]) as drag:
                    drag.move_item(items[0].id, after=items[-1].id)
                    if self.random.random() < 0.5:
                        # The drop is overruled.
                        self.items[name] = self.some_users(name)
                        self.sections[name].items = self.items[name]
                    else:
                        self.items[name] = [*items[1:], items[0]]
                self.drivers[at].wait()

    def check(self) -> None:
        for driver, names in zip(self.drivers, self.shown):
            assert [section.id for section in driver.sections] == names
            found = {section.name: [row.model for row in section] for section in driver.list.sections}
            assert found == {name: self.items[name] for name in names}
        for name, section in self.sections.items():
            assert section.items == self.items[name]
            assert {*section.drivers} == {
                driver for driver, names in zip(self.drivers, self.shown) if name in names
            }

    def run(self) -> None:
        for _ in range(60):
            self.random.choice([self.set_items, self.refuse, self.show, self.tap, self.drag])()
            self.check()
        for driver in self.drivers:
            driver.close()


@pytest.mark.parametrize("seed", range(40))
def test_drivers_of_the_same_sections_show_what_a_model_says(seed: int) -> None:
    Session(seed).run()
