"""What the tests of the kit layer share: users and their cells, and what a user and a program do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from iqlist import DuplicateError, Ticket, kit
from iqlist.kit import Event

Log = list[tuple[Any, ...]]


@dataclass(frozen=True)
class User:
    id: int
    name: str = ""


class UserCell(kit.Cell[User]):
    """Shows a user as a label."""

    identity = "id"
    label: str | None = None

    def configure(self, model: User | None) -> None:
        self.label = None if model is None else model.name


USERS = [User(1, "Ada"), User(2, "Ben"), User(3, "Cem")]


def users(section: Any = "users", items: Iterable[User] = USERS, **options: Any) -> kit.Section[User]:
    return kit.Section(section, items, cell=UserCell, **options)


def finish(driver: kit.Driver, ticket: Ticket) -> None:
    """Polls until an update has ended."""
    for _ in range(1000):
        if ticket.done():
            return
        driver.poll(wait=1)
    raise AssertionError("the update does not end")


def scroll(driver: kit.Driver, first: int, count: int) -> list[Any]:
    """The cells of the items that are visible from now on."""
    driver.show(first, count)
    driver.poll()
    return driver.visible_cells()


def refuse(section: kit.Section[User]) -> None:
    """A change that the list refuses: it takes the events that wait, and leaves all else as it is."""
    with pytest.raises(DuplicateError):
        section.items = [*USERS, *USERS]


def labels(driver: kit.Driver) -> list[Any]:
    """What the visible cells show, after a poll."""
    driver.poll()
    return [cell.label for cell in driver.visible_cells()]


def handler(log: Log, name: str, answer: object = None) -> Any:
    """A handler that logs its events."""

    def handle(event: Event[Any]) -> object:
        log.append((name, event.model))
        return answer

    return handle
