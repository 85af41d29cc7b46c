"""The users whose list IQListKit's document builds, what shows one, and the screen that shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

from display import settle, visible

from iqlist import kit


@dataclass(frozen=True)
class User:
    id: int
    name: str
    email: str


class UserCell(kit.Cell[User]):
    """Two labels."""

    label_name = ""
    label_email = ""

    def configure(self, model: User | None) -> None:
        if model is None:
            return
        self.label_name = model.name
        self.label_email = model.email


ARUN, BELA, CHLOE = (
    User(1, "Arun", "arun@localhost"),
    User(2, "Bela", "bela@localhost"),
    User(3, "Chloe", "chloe@localhost"),
)
USERS = [ARUN, BELA, CHLOE]


class UsersController(kit.Coordinator):
    """A screen with room for 10 lines."""

    def __init__(self, cell: type[kit.Cell[Any]] = UserCell) -> None:
        self.cell = cell
        self.users: list[User] = []
        self.driver = kit.Driver(coordinator=self)
        self.driver.show(0, 10)

    def load(self, users: list[User]) -> None:
        """What the API answers."""
        self.users = users
        self.refresh()

    def refresh(self, animated: bool = True, completion: Callable[..., object] | None = None) -> None:
        def build(builder: kit.Builder) -> None:
            section = builder.append(kit.Section("first"))
            builder.append(self.cell, self.users, section=section)

        self.driver.perform_updates(build, animated=animated, completion=completion)

    def labels(self) -> list[str]:
        """What stands on the screen when it has scrolled to its beginning."""
        settle(self.driver)
        return [cell.label_name for cell in visible(self.driver)]
