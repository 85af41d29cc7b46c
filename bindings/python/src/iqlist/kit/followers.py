"""Those that show a section, as the section knows them."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any, Callable, Protocol

from iqlist import Edge


class Follower(Protocol):
    """What shows a section, and is notified of its changes: the updater of a driver."""

    def owner(self) -> Any:
        """The driver; None if it has gone."""

    def named(self, name: str) -> Any:
        """The class of cells that is registered by a name."""

    def take_events(self) -> None:
        """Before a change: takes the events that wait, which are about the list as it is now."""

    def items_changed(self, section: Any) -> object:
        """The items of a section are others. It returns what an `==` of models has raised, as do the next
        two."""

    def follow(self, section: Any) -> None:
        """The same after a change that another driver's list has made by itself. A failure is reported."""

    def elements_changed(self, section: Any) -> object:
        """Its header, its footer or its loader is another one."""

    def paging_changed(self, section: Any, edge: Edge) -> object:
        """It has pages at an edge, or other ones, or none."""

    def page_changed(self, section: Any, edge: Edge) -> None:
        """There is a next page there, or none."""

    def actions_changed(self, section: Any) -> None:
        """It has a user action more."""

    def set_back(self, tell: Callable[[Any], object]) -> None:
        """Takes a change back that another one has refused."""


class Followers:
    """Those that show a section, in order. It keeps none of them."""

    def __init__(self) -> None:
        self._found: tuple[weakref.ref[Follower], ...] = ()

    def __iter__(self) -> Iterator[Follower]:
        found = [follower() for follower in self._found]
        return iter([follower for follower in found if follower is not None])

    def add(self, follower: Follower) -> None:
        """One more shows it."""
        self._found = (*self._found, weakref.ref(follower))

    def remove(self, follower: Follower) -> None:
        """One shows it no longer."""
        self._found = tuple([each for each in self._found if each() not in (None, follower)])

    def named(self, name: str) -> Any:
        """The class of cells that is registered by a name with the first of them."""
        for follower in self:
            return follower.named(name)
        raise LookupError(f"no driver shows the section, which would know what {name!r} is")
