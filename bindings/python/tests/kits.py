"""What the tests of the kit layer share: users, cells that log what they are called for, and a wait."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from iqlist import Ticket, kit
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
