"""Random sessions with a driver where much goes wrong: changes that are refused or cannot be described, an
edit that is open, comparisons, handlers, cells and loaders of pages that raise, drags, updates that wait or
fail, polls at any time or never. Beside it is a plain model: lists of people by section. What holds:

- a change that fails changes nothing, one that raised while models were compared was made;
- what sections and readers see is the same, at once;
- polls return each update once, in order, and a mirror that is changed by them is the list;
- each tap reaches its handler once, in order, and each exception of a handler is raised or reported;
- a program that polls when the descriptor is readable misses nothing, and comes to rest.

The number of a failing session is its parameter."""

from __future__ import annotations

import random
import select
import sys
from typing import Any, Callable

import pytest

import iqlist
from iqlist import Edge, EventKind, PageState, Ticket, kit
from iqlist.kit import Driver, Event, PageRequest, Section

STEPS = 60
SECTIONS = "abcd"


class Wanted(Exception):
    """What handlers, loaders, cells and comparisons raise."""


class Person:
    """A model, which may raise where it is compared."""

    def __init__(self, id: int, name: str, is_sore: bool = False) -> None:
        self.id, self.name, self.is_sore = id, name, is_sore

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, Person)
        if self.is_sore or other.is_sore:
            raise Wanted("compared")
        return (self.id, self.name) == (other.id, other.name)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"{self.id} {self.name}"


class PersonCell(kit.Cell[Person]):
    """Shows a person, unless it is one that it cannot show now."""

    identity = "id"
    broken: frozenset[int] = frozenset()

    def configure(self, model: Person | None) -> None:
        assert model is not None
        if model.id in self.broken:
            raise Wanted("configured")

    @classmethod
    def is_movable(cls, model: Person | None) -> bool:
        return True


class Session:
    def __init__(self, seed: int, reported: list[BaseException]) -> None:
        self.random = random.Random(seed)
        self.reported = reported
        self.raised: list[BaseException] = []
        self.expected: dict[str, list[Person]] = {}
        """What readers see, unless an update waits."""
        self.coming: list[tuple[Ticket, dict[str, list[Person]]]] = []
        """The updates that wait, and what readers will see after each."""
        self.tapped: list[tuple[str, int]] = []
        self.handled: list[tuple[str, int]] = []
        self.failed: list[str] = []
        """What handlers have raised."""
        self.requests: list[PageRequest] = []
        self.tickets: list[Ticket] = []
        self.ended: list[Ticket] = []
        self.updates: list[iqlist.Event[Any]] = []
        self.mirror: list[int | None] | None = []
        """Ids; None after a reload by an update that was not the last: nothing says what it has brought."""
        self.driver = Driver()
        self.number = 0
        self.is_failing = False
        """Whether an update waits that will fail."""
        self.is_dragged = False
        """Whether no poll has told the sections of a drag."""

    # --- what is described

    def some_people(self, name: str) -> list[Person]:
        """Some of the ids of a section; no two sections share one."""
        base = 100 * SECTIONS.index(name)
        ids = self.random.sample(range(base, base + 8), self.random.randrange(7))
        return [Person(id, str(self.random.randrange(3)), self.random.random() < 0.03) for id in ids]

    def section(self, name: str, people: list[Person]) -> Section[Person]:
        def select(event: Event[Person]) -> None:
            self.handled.append((name, event.model.id))
            if self.random.random() < 0.3 and not self.is_failing:
                self.set_items()
            if self.random.random() < 0.3:
                self.number += 1
                self.failed.append(f"handler {self.number}")
                raise Wanted(self.failed[-1])

        def load(request: PageRequest) -> None:
            if self.random.random() < 0.3:
                self.number += 1
                self.failed.append(f"loader {self.number}")
                raise Wanted(self.failed[-1])
            self.requests.append(request)

        made = Section(name, people, cell=PersonCell, on_select=select)
        if self.random.random() < 0.5:
            made.paging(load, distance=1)
        return made

    def describe(self) -> tuple[dict[str, list[Person]], list[Section[Person]]]:
        names = self.random.sample(SECTIONS, self.random.randrange(len(SECTIONS) + 1))
        wanted = {name: self.some_people(name) for name in names}
        return wanted, [self.section(name, people) for name, people in wanted.items()]

    def changed(self) -> Section[Person] | None:
        """A section to change: of the update that was described last."""
        described = self.driver._updater.described()
        return self.random.choice(described) if described else None

    # --- changes

    def change(self, make: Callable[[], object], wanted: dict[str, list[Person]]) -> None:
        """A change that is made, whatever a comparison raises. It takes the place of what waits."""
        try:
            make()
        except Wanted as error:
            assert str(error) == "compared"
        self.expected, self.coming = wanted, []

    def wanted(self) -> dict[str, list[Person]]:
        return dict(self.coming[-1][1] if self.coming else self.expected)

    def set_items(self) -> None:
        section = self.changed()
        if section is not None:
            people = self.some_people(section.id)
            wanted = {**self.wanted(), section.id: people}
            self.change(lambda: setattr(section, "items", people), wanted)
            assert section.items is not people and list(map(id, section.items)) == list(map(id, people))

    def change_while_edited(self) -> None:
        """Takes effect after the edit, or after the drag."""
        self.settle()
        section, movable = (
            self.changed(),
            [person.id for people in self.expected.values() for person in people],
        )
        if section is None or not movable:
            return
        people, (wanted, sections) = self.some_people(section.id), self.describe()
        is_drag, shown = self.random.random() < 0.5, self.driver.list
        with shown.begin_reorder(movable[:1]) if is_drag else shown.edit():
            if self.random.random() < 0.5:
                section.items = people
                wanted = {**self.expected, section.id: people}
            else:
                assert self.driver.update(sections) is None
            section.header = "edited"
            # What sections have is to come.
            self.is_dragged = True
            self.check_list()
        self.expected = wanted
        self.settle()

    def append(self) -> None:
        section = self.changed()
        if section is not None:
            base = 100 * SECTIONS.index(section.id) + 50
            more = [Person(base + self.random.randrange(30), "new")]
            if more[0].id not in {person.id for person in self.wanted()[section.id]}:
                wanted = {**self.wanted(), section.id: [*self.wanted()[section.id], *more]}
                self.change(lambda: section.append(PersonCell, more), wanted)

    def update(self) -> None:
        wanted, sections = self.describe()
        self.change(lambda: self.driver.update(sections), wanted)

    def data(self) -> None:
        wanted, sections = self.describe()
        self.change(lambda: setattr(self.driver, "data", sections), wanted)

    def add_section(self) -> None:
        left = sorted(set(SECTIONS) - self.wanted().keys())
        if left:
            people = self.some_people(left[0])
            wanted = {**self.wanted(), left[0]: people}
            self.change(lambda: self.driver.add_section(self.section(left[0], people)), wanted)

    def set_header(self) -> None:
        section = self.changed()
        if section is not None:
            header = f"header {self.random.randrange(5)}"
            self.change(lambda: setattr(section, "header", header), self.wanted())

    def drag(self) -> None:
        """The user moves an item within its section."""
        self.settle()
        names = [name for name, people in self.expected.items() if len(people) > 1]
        if names:
            name = self.random.choice(names)
            people = [*self.expected[name]]
            first, *_, last = people
            with self.driver.list.begin_reorder([first.id]) as drag:
                drag.move_item(first.id, after=last.id)
            self.expected[name] = [*people[1:], first]
            self.is_dragged = True

    # --- what fails

    def refuse(self) -> None:
        """Changes nothing, whatever the reason is."""
        section = self.changed()
        if section is None:
            return
        twice = [Person(1, "x"), Person(1, "y")]
        vague: list[Any] = [object()]
        anything: Any = self.random.choice([twice, vague])
        tries: list[Callable[[], object]] = [
            lambda: setattr(section, "items", anything),
            lambda: section.append(PersonCell, anything),
            lambda: setattr(section, "header", kit.SupplementaryModel[Any]()),
            lambda: section.paging(print, loader=kit.SupplementaryModel[Any]()),
            lambda: self.driver.update([self.section("a", anything)]),
            lambda: self.driver.submit([self.section("a", vague)]),
            lambda: self.driver.add_section(section),
            lambda: setattr(self.driver, "data", [self.section("a", []), self.section("a", [])]),
        ]
        before = dict(vars(section))
        with pytest.raises((iqlist.Error, AttributeError, TypeError)):
            self.random.choice(tries)()
        self.check_unchanged(section, before)

    def check_unchanged(self, section: Section[Person], before: dict[str, Any]) -> None:
        """But for what a drag or the end of an update has told the driver meanwhile."""
        told = {"_tree"}
        after = vars(section)
        assert {name for name in before if after[name] is not before[name]} <= told

    # --- updates that wait

    def submit(self) -> None:
        wanted, sections = self.describe()
        self.tickets.append(self.driver.submit(sections, completion=self.end))
        self.coming.append((self.tickets[-1], wanted))

    def submit_what_fails(self) -> None:
        twice = [Person(1, "x"), Person(1, "y")]
        self.tickets.append(self.driver.submit([self.section("a", twice)], completion=self.end))
        self.is_failing = True
        self.settle()
        self.is_failing = False
        assert self.tickets[-1].exception() is not None

    def end(self, ticket: Ticket) -> None:
        self.ended.append(ticket)
        self.number += 1
        if self.random.random() < 0.1:
            self.failed.append(f"completion {self.number}")
            raise Wanted(self.failed[-1])

    # --- the user, and the screen

    def tap(self) -> None:
        self.settle()
        shown = [(name, person.id) for name, people in self.expected.items() for person in people]
        for name, id in self.random.sample(shown, min(len(shown), 2)):
            self.driver.select(id, by_user=True)
            self.tapped.append((name, id))

    def answer(self) -> None:
        if self.requests:
            request = self.requests.pop(self.random.randrange(len(self.requests)))
            if self.random.random() < 0.3:
                request.fail()
            else:
                request.finish(self.random.random() < 0.7)

    def set_has_next(self) -> None:
        section = self.changed()
        if section is not None and section._pages:
            section.has_next = self.random.random() < 0.7
        elif section is not None:
            with pytest.raises(iqlist.StateError, match="has no pages there"):
                section.has_next = True

    def scroll(self) -> None:
        self.driver.show(self.random.randrange(10), self.random.randrange(6), self.random.randrange(3))

    def break_cells(self) -> None:
        ids = [100 * at + id for at in range(len(SECTIONS)) for id in range(8)]
        PersonCell.broken = frozenset(self.random.sample(ids, self.random.randrange(4)))

    def poll(self) -> None:
        try:
            events = self.driver.poll()
        except Wanted as error:
            self.raised.append(error)
            return
        for event in events:
            if event.kind == EventKind.UPDATE and event.changeset is not None:
                self.follow(event, event.changeset)

    def follow(self, event: iqlist.Event[Any], changeset: iqlist.Changeset) -> None:
        """Changes the mirror; what came with an update that is not the last is not known."""
        self.updates.append(event)
        after: list[int | None] = [None] * 1000
        if event.version == self.driver.list.info().version:
            after = [person.id for person in self.driver.list.models()]
        if changeset.reload:
            self.mirror = after if after[:1] != [None] else None
        if self.mirror is None:
            return
        for splice in changeset.splices():
            new = after[splice.position : splice.position + splice.added]
            self.mirror[splice.position : splice.position + splice.removed] = new

    # --- rest

    def is_readable(self) -> bool:
        return bool(select.select([self.driver], [], [], 0)[0])

    def settle(self) -> None:
        """As a program does: polls where the descriptor is readable, until nothing is left."""
        for _ in range(400):
            if self.is_readable():
                self.poll()
            elif self.driver.list.info().submissions:
                select.select([self.driver], [], [], 1)
            else:
                break
        else:
            raise AssertionError("it does not come to rest")
        for ticket, wanted in self.coming:
            if ticket.exception() is None:
                self.expected = wanted
        self.coming, self.is_dragged = [], False
        self.check()

    def check(self) -> None:
        shown = self.driver.list
        left = self.driver._left
        assert not (left._events or left._failures or left.calls)
        assert self.handled == self.tapped
        told = [str(error) for error in [*self.raised, *self.reported]]
        assert sorted(one for one in told if one not in ("compared", "configured")) == sorted(self.failed)
        versions = [event.version for event in self.updates]
        assert versions == sorted(versions) and len(set(map(id, self.updates))) == len(versions)
        ids = [person.id for people in self.expected.values() for person in people]
        if self.mirror is not None:
            assert len(self.mirror) == len(ids)
            assert all(found in (None, id) for found, id in zip(self.mirror, ids))
        self.mirror = [*ids]
        assert set(self.ended) == set(self.tickets) and len(self.ended) == len(self.tickets)
        assert [*self.driver._updater.described()] == self.driver.sections
        for section in self.driver.sections:
            page = shown.page(Edge.END, section.id)
            if not section._pages:
                assert page.state == PageState.OFF
            else:
                allowed = [PageState.MORE, PageState.LOADING, PageState.FAILED]
                assert page.state in (allowed if section.has_next else [PageState.ENDED])
            # Somebody is to answer.
            sections = [request.section for request in self.requests]
            asked = {section.id for section in sections if section is not None}
            assert page.state != PageState.LOADING or section.id in asked

    def check_list(self) -> None:
        """What readers see is what sections have, and what is expected, unless an update waits."""
        shown = self.driver.list
        if not self.coming:
            found = {section.name: [row.model for row in section] for section in shown.sections}
            assert repr(found) == repr(self.expected)
            sections = {section.id: section.items for section in self.driver.sections}
            if not self.is_dragged:
                assert repr(sections) == repr(self.expected)

    def run(self) -> None:
        steps = [
            *(
                self.set_items,
                self.append,
                self.update,
                self.data,
                self.add_section,
                self.set_header,
                self.drag,
            ),
            *(self.refuse, self.change_while_edited, self.submit, self.submit_what_fails),
            *(self.tap, self.answer, self.set_has_next, self.scroll, self.break_cells),
            *(self.poll, self.poll, self.settle),
        ]
        for _ in range(STEPS):
            self.random.choice(steps)()
            self.check_list()
        PersonCell.broken = frozenset()
        self.settle()
        self.check_list()
        self.driver.close()


@pytest.mark.parametrize("seed", range(40))
def test_whatever_goes_wrong_a_driver_is_what_a_model_says(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[BaseException] = []

    def report(given: Any) -> None:
        reported.append(given.exc_value)

    monkeypatch.setattr(sys, "unraisablehook", report)
    monkeypatch.setattr(PersonCell, "broken", PersonCell.broken)
    Session(seed, reported).run()
