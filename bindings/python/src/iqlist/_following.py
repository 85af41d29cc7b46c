"""What a widget shows of a list, and the way from there to the next that it shows: for the adapters of
toolkits.
 A list may go on while a widget draws, by another thread or by the next statement of a program. So a widget
reads a snapshot, which does not, and asks the list only for what belongs to it: handles and states."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import chain
from typing import Any, Generic

from .changeset import Changeset, diff
from .errors import ClosedError
from .events import Event, EventKind
from .identity import NONE
from .lists import DerivedList, List
from .records import M
from .snapshot import Snapshot

POLLS = 16
"""How often a list is polled before the toolkit has its turn."""


class Following(Generic[M]):
    """Follows a list, on one thread: that of the toolkit. From now on it sets which events the list makes:
    UPDATE and `kinds`. A list that was closed is shown as it was.

    >>> import iqlist
    >>> shown = iqlist.List.of_items(["a", "b"])
    >>> following = Following(shown)
    >>> for items in (["b"], ["b", "c"]):
    ...     _ = shown.set_items(items)
    >>> len(following.poll()), following.snapshot.models()
    (2, ['a', 'b'])
    >>> following.advance(), following.snapshot.models()
    (<Changeset: 1 item deletes, 1 item inserts>, ['b', 'c'])
    >>> following.close()
    """

    snapshot: Snapshot[M]
    """What is shown."""
    descriptors: list[int]
    """Any of them is readable when `poll` has something to do. They are its own: a list may be closed, and
    its descriptor with it, while a loop waits for it."""

    def __init__(self, shown: List[M], kinds: int = 0) -> None:
        self.shown = shown
        # The sources of a derived list are polled before it: their submissions take place in their polls.
        self._polled: list[List[Any]] = [shown]
        while isinstance(self._polled[0], DerivedList):
            self._polled.insert(0, self._polled[0].source)
        self._updates: list[Event[M]] = []
        shown.set_events(EventKind.UPDATE | kinds)
        self._version, self.snapshot = self._now()
        self.descriptors = [os.dup(each.fileno()) for each in self._polled if not each.closed]

    def _now(self) -> tuple[int, Snapshot[M]]:
        while True:
            version = self.shown.info().version
            snapshot = self.shown.snapshot()
            if self.shown.info().version == version:
                return version, snapshot

    def poll(self) -> list[Event[M]]:
        """Polls the list and those that it follows, and hands out the events of the list. Raises what a
        callback of theirs raises."""
        found: list[Event[M]] = []
        for polled in self._polled:
            with suppress(ClosedError):
                for _ in range(POLLS):
                    events = polled.poll()
                    if not events:
                        break
                    if polled is self.shown:
                        found += events
        self._updates += [event for event in found if event.kind == EventKind.UPDATE]
        return found

    def advance(self) -> Changeset | None:
        """Goes on to what the list shows now. Returns what has changed, from one snapshot to the other; None
        if nothing was updated."""
        updates, self._updates = self._updates, []
        if not any(event.version > self._version for event in updates):
            return None
        before, version = self.snapshot, self._version
        try:
            self._version, self.snapshot = self._now()
        except ClosedError:
            return None
        changeset = updates[-1].changeset
        if len(updates) == 1 and changeset is not None and self._version == updates[0].version == version + 1:
            return changeset
        return diff(before, self.snapshot)

    def close(self) -> None:
        """Follows it no more."""
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = []
        with suppress(ClosedError):
            self.shown.set_events(EventKind.NONE)


def survivor(changeset: Changeset, index: int) -> int | None:
    """Where an item is after a changeset, by its index before: its own index, else that of the next one that
    is left, else of the one before; None if none is left.

    >>> import iqlist
    >>> before, after = iqlist.Snapshot.of_items([*"abcd"]), iqlist.Snapshot.of_items([*"dxa"])
    >>> [survivor(iqlist.diff(before, after), index) for index in range(4)]
    [2, 0, 0, 0]
    """
    after = changeset.map()
    for at in chain(range(index, len(after)), range(min(index, len(after)) - 1, -1, -1)):
        if after[at] != NONE:
            return after[at]
    return None
