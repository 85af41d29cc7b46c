"""Random sessions with a driver, beside a plain model of it: lists of users by section, what each handler was
called for, and what the cells show. The number of a failing session is its parameter."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from kits import Log, User

import iqlist
from iqlist import Ticket, kit
from iqlist.kit import AccessibilityOptions, Driver, Event, Section

STEPS = 60
SECTIONS = "abcd"


class LoggingCell(kit.Cell[User]):
    """Shows a user, has an identifier, and handles what the user of every fourth id does."""

    identity = "id"
    accessibility_identifier = "user"
    accessibility_options = AccessibilityOptions.SECTION | AccessibilityOptions.ROW
    label = ""

    def configure(self, model: User | None) -> None:
        assert model is not None
        self.label = model.name

    @classmethod
    def is_selectable(cls, model: User | None) -> bool:
        return model is not None and model.id % 5 != 0

    def on_select(self, event: Event[User]) -> Any:
        assert event.cell is self and event.model == self.model
        return NotImplemented if event.model.id % 4 else None


@dataclass
class Shown:
    """What the driver is to show: pairs of section and users, and the headers."""

    users: dict[str, list[User]] = field(default_factory=dict)
    headers: dict[str, Any] = field(default_factory=dict)


class Session:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.log: Log = []
        self.expected_log: Log = []
        self.ended: list[Ticket] = []
        self.tickets: list[Ticket] = []
        self.mirror: list[Any] = []
        self.expected = Shown()
        self.driver = Driver(coordinator=self, empty_view_provider=kit.EmptyView)

    # --- the coordinator

    def on_select(self, event: Event[User]) -> None:
        self.log.append(("coordinator", event.model.id))

    def did_update(self, event: Event[User]) -> None:
        """Replays the changes on a list of ids; None for what came with an update that is not the last."""
        assert event.changeset is not None and event.event is not None
        after: list[Any] = [None] * 1000
        if event.event.version == self.driver.list.info().version:
            after = [model.id for model in self.driver.list.models()]
        if event.changeset.reload:
            self.mirror = after
        for splice in event.changeset.splices():
            new = after[splice.position : splice.position + splice.added]
            self.mirror[splice.position : splice.position + splice.removed] = new

    # --- steps

    def section(self, name: str) -> Section[User]:
        def select(event: Event[User]) -> Any:
            assert event.section is not None and event.section.id == name
            self.log.append((name, event.model.id))
            return NotImplemented if event.model.id % 3 else None

        given, header = self.expected.users[name], self.expected.headers[name]
        return Section(name, given, cell=LoggingCell, header=header, on_select=select)

    def some_users(self, name: str) -> list[User]:
        """Some of the ids of a section; no two sections share one."""
        base = 100 * SECTIONS.index(name)
        ids = self.random.sample(range(base, base + 12), self.random.randrange(10))
        return [User(id, f"user {id}.{self.random.randrange(3)}") for id in ids]

    def describe(self) -> list[Section[User]]:
        """Another whole."""
        names = self.random.sample(SECTIONS, self.random.randrange(len(SECTIONS) + 1))
        self.expected.users = {name: self.some_users(name) for name in names}
        self.expected.headers = {name: self.random.choice([None, "H", f"header {name}"]) for name in names}
        return [self.section(name) for name in names]

    def update(self) -> None:
        """Submits a whole, from which the last one counts, and commits it or not."""
        for _ in range(self.random.randrange(1, 4)):
            sections = self.describe()
            animated = self.random.random() < 0.5
            self.tickets.append(self.driver.submit(sections, animated, completion=self.ended.append))
        if self.random.random() < 0.6:
            self.finish()

    def finish(self) -> None:
        while self.driver.list.info().submissions:
            self.driver.poll(wait=1)
        self.driver.poll()

    def set_items(self) -> None:
        """Changes a section of what was described last, in place."""
        name = self.random.choice(sorted(self.expected.users) or [None])
        if name is not None:
            self.expected.users[name] = self.some_users(name)
            self.described(name).items = self.expected.users[name]
            self.check_list()

    def set_header(self) -> None:
        name = self.random.choice(sorted(self.expected.users) or [None])
        if name is not None:
            self.expected.headers[name] = self.random.choice([None, "H", "other"])
            self.described(name).header = self.expected.headers[name]
            self.check_list()

    def described(self, name: str) -> Section[Any]:
        return next(section for section in self.driver._updater.described() if section.id == name)

    def data(self) -> None:
        self.driver.data = self.describe()
        self.check_list()
        # A reload says nothing of what has come: it is read before the next update.
        self.driver.poll()

    def scroll(self) -> None:
        self.driver.show(self.random.randrange(20), self.random.randrange(8), self.random.randrange(3))

    def select(self) -> None:
        """The user selects something that is shown."""
        self.finish()
        shown = [(name, user) for name, given in self.expected.users.items() for user in given]
        if not shown:
            return
        name, user = self.random.choice(shown)
        has_cell = user.id in self.visible()
        try:
            self.driver.select(user.id, by_user=True)
        except iqlist.RefusedError:
            assert user.id % 5 == 0
            return
        assert user.id % 5
        self.driver.poll()
        if not (has_cell and user.id % 4 == 0):
            self.expected_log.append((name, user.id))
            if user.id % 3:
                self.expected_log.append(("coordinator", user.id))
        assert self.log == self.expected_log

    # --- checks

    def visible(self) -> list[int]:
        return [cell.model.id for cell in self.driver.visible_cells()]

    def check_list(self) -> None:
        """What readers see, at once or when nothing waits."""
        shown = self.driver.list
        found = {section.name: [row.model for row in section] for section in shown.sections}
        assert list(found.items()) == list(self.expected.users.items())
        headers = {section.name: section.header and section.header.model for section in shown.sections}
        assert headers == self.expected.headers
        assert [section.items for section in self.driver.sections] == list(self.expected.users.values())

    def check_cells(self) -> None:
        """What stands on the screen."""
        everything = [
            (position, row, user)
            for position, given in enumerate(self.expected.users.values())
            for row, user in enumerate(given)
        ]
        visible = self.driver.view.visible
        cells = self.driver.visible_cells()
        assert len(cells) == len(visible)
        for cell, (position, row, user) in zip(cells, everything[visible.start : visible.stop]):
            assert (cell.model, cell.label) == (user, user.name)
            assert cell.accessibility_identifier == f"user_{position}_{row}"

    def run(self) -> None:
        steps = (self.update, self.set_items, self.set_header, self.data, self.scroll, self.select)
        for _ in range(STEPS):
            self.random.choice(steps)()
            if self.random.random() < 0.5:
                self.finish()
                self.check_list()
                self.check_cells()
                ids = [user.id for given in self.expected.users.values() for user in given]
                assert len(self.mirror) == len(ids)
                assert all(found in (None, id) for found, id in zip(self.mirror, ids))
                assert (self.driver.empty_view is None) == bool(ids)
        self.driver.close()
        assert len(self.ended) == len(self.tickets) and set(self.ended) == set(self.tickets)


@pytest.mark.parametrize("seed", range(40))
def test_what_a_driver_shows_is_what_a_model_computes(seed: int) -> None:
    Session(seed).run()
