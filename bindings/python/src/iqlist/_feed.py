"""What the adapters of toolkits share: which snapshot of a list they show, and how they come to the next one.

A toolkit is told one change after another and reads rows in between, from the snapshot before and the one
after. Neither may be read from the list, which other threads change meanwhile. A feed polls a list, and hands
each of its followers the same steps: a changeset, and the two snapshots that it leads from and to.
"""

from __future__ import annotations

import os
import weakref
from collections import deque
from contextlib import suppress
from types import MethodType
from typing import Any, Callable, Generic, Optional

from .changes import ChangeFlag, ChangeKind
from .changeset import Changeset, diff
from .errors import BusyError, ClosedError, MismatchError, NoPayloadError
from .events import Event, EventKind
from .identity import Key, Position
from .lists import List
from .records import DiffFlag, M, Side
from .snapshot import Snapshot
from .summary import Reload

Show = Callable[[Changeset, Snapshot[M], Snapshot[M]], object]
"""Is called with a changeset and the snapshots before and after it."""
Take = Callable[[Event[M]], object]

TRIES = 100
"""How often the present state of a list is looked for that other threads change all the time."""
STRUCTURE = (
    *("section_deletes", "section_inserts", "section_moves", "item_deletes", "item_inserts", "item_moves"),
)


class Feed(Generic[M]):
    """The steps of a list, for those that show it. There is one for each list: `Feed.of`. It is used on one
    thread, which polls the list for all of them; any thread changes the list.

    An adapter joins, shows the snapshot that `join` returns, waits for `fileno`, and calls `poll`, which
    calls its `show`. Bound methods are held weakly: an adapter that is dropped has left.

    >>> import iqlist
    >>> shown = iqlist.List.of_items(["a", "b"])
    >>> feed = Feed.of(shown)
    >>> first = feed.join(lambda changeset, before, after: print(before.models(), after.models(), changeset))
    >>> first.models()
    ['a', 'b']
    >>> _ = shown.set_items(["a"]), shown.set_items(["c", "a"])
    >>> feed.poll()
    ['a', 'b'] ['c', 'a'] <Changeset: 1 item deletes, 1 item inserts>
    False
    """

    def __init__(self, shown: List[M]) -> None:
        self.list = shown
        self.snapshot = shown.snapshot()
        """What is shown: a state of the list in which no edit was open, or nothing at first."""
        self.snapshot.clear()
        self._version: int | None = None
        self._kinds = 0
        self._updates: deque[Event[M]] = deque()
        """Of the list since `snapshot`."""
        self._others: deque[Event[M]] = deque()
        self._followers: list[tuple[Callable[[], Show[M] | None], Callable[[], Take[M] | None]]] = []
        self._is_polling = False
        self._descriptor: int | None = None

    @classmethod
    def of(cls, shown: List[M]) -> Feed[M]:
        """The feed of a list. It lives as long as somebody has it, and the list as long as the feed."""
        reference = _feeds.get(shown)
        found = None if reference is None else reference()
        if found is None:
            found = cls(shown)
            _feeds[shown] = weakref.ref(found)
        return found

    def join(self, show: Show[M], take: Take[M] | None = None, kinds: int = EventKind.NONE) -> Snapshot[M]:
        """Calls `show` for each step from now on, and `take` for each event that is no step, also if it is of
        a kind that only another follower has asked for. `kinds` are the `EventKind`s that are wanted; the
        feed sets the events of the list, and adds UPDATE. Returns the snapshot that the first step begins
        with."""
        kinds |= self._kinds | EventKind.UPDATE
        if kinds != self._kinds:
            self.list.set_events(kinds)
            self._kinds = kinds
        self._poll()
        self._followers.append((_reference(show), _no_one if take is None else _reference(take)))
        return self.snapshot

    def leave(self, show: Show[M]) -> None:
        """Calls it no longer, from inside `show` as well."""
        self._followers = [each for each in self._followers if each[0]() not in (None, show)]

    def fileno(self) -> int:
        """A descriptor that is readable while `poll` would find something to do. It stays open as long as the
        feed lives, also if the list is closed. Wait for it no longer while `poll` is under way: in a loop
        inside the loop it would be readable all the time."""
        if self._descriptor is None:
            self._descriptor = os.dup(self.list.fileno())
        return self._descriptor

    def poll(self) -> bool:
        """Shows what the list has become, then hands out other events. Returns whether to call it again soon,
        in some milliseconds, as the descriptor will not say so: while an edit is open that another thread may
        abandon, or while another thread polls. Does nothing from inside a `show`, and once the list is
        closed. An exception of a follower is raised when all have been called."""
        try:
            return self._poll()
        finally:
            while self._others:
                event = self._others.popleft()
                _call_all([each[1] for each in self._followers], event)

    def _poll(self) -> bool:
        if self._is_polling:
            return False
        self._is_polling = True
        try:
            return self._advance()
        except BusyError:
            return True
        except ClosedError:
            return False
        finally:
            self._is_polling = False

    def _advance(self) -> bool:
        """Shows the present state of the list, unless an edit is open."""
        self._fetch()
        for _ in range(TRIES):
            version = self.list.info().version
            if version == self._version and not self._updates:
                return False
            after = self.list.snapshot()
            if self.list.info().version != version:
                continue
            if not self._leads_to(version):
                self._fetch()
            if not self._leads_to(version):
                # An edit is open, or was abandoned. An open one is no state to show.
                if self._is_edited():
                    return True
                # Updates that were under way have ended: their events wait.
                if self._fetch() or self.list.info().version != version:
                    continue
            self._show(self._way(version, after), after, version)
        return True

    def _leads_to(self, version: int) -> bool:
        return any(event.version == version for event in self._updates)

    def _way(self, version: int, after: Snapshot[M]) -> Changeset | None:
        """What leads from the snapshot that is shown to the one of that version; None if it is the same."""
        if self._version is None:
            return diff(self.snapshot, after)
        updates = [event.changeset for event in self._updates if event.version <= version]
        changesets = [changeset for changeset in updates if changeset is not None]
        return _one(changesets, self.snapshot, after) if changesets else None

    def _fetch(self) -> bool:
        """Polls the list; returns whether there was an update."""
        has_update = False
        for event in self.list.poll():
            if event.kind != EventKind.UPDATE or event.changeset is None:
                self._others.append(event)
            elif self._is_news(event, event.changeset):
                self._updates.append(event)
                has_update = True
        return has_update

    def _is_news(self, event: Event[M], changeset: Changeset) -> bool:
        """Whether it leads on from what is shown. What changes no position leaves the version as it is, and
        may be shown twice."""
        if self._version is None:
            return False
        if event.version != self._version:
            return event.version > self._version
        summary = changeset.summary()
        return bool(changeset) and not any(getattr(summary, name) for name in STRUCTURE)

    def _is_edited(self) -> bool:
        try:
            self.list.reserve(0)
        except BusyError:
            return True
        return False

    def _show(self, changeset: Changeset | None, after: Snapshot[M], version: int) -> None:
        self._version = version
        self._updates = deque(event for event in self._updates if event.version > version)
        if changeset is not None:
            # Also if it changes nothing: the models may be others.
            before, self.snapshot = self.snapshot, after
            _call_all([each[0] for each in self._followers], changeset, before, after)

    def __del__(self) -> None:
        if self._descriptor is not None:
            with suppress(OSError):
                os.close(self._descriptor)


_feeds: weakref.WeakKeyDictionary[List[Any], weakref.ref[Feed[Any]]] = weakref.WeakKeyDictionary()


def _no_one() -> None:
    return None


def _reference(function: Any) -> Callable[[], Optional[Any]]:
    return weakref.WeakMethod(function) if isinstance(function, MethodType) else lambda: function


def _call_all(references: list[Callable[[], Any]], *arguments: Any) -> None:
    failure: Exception | None = None
    for reference in references:
        function = reference()
        if function is not None:
            try:
                function(*arguments)
            except Exception as error:
                failure = failure or error
    if failure is not None:
        raise failure


def _one(changesets: list[Changeset], before: Snapshot[M], after: Snapshot[M]) -> Changeset:
    """The changesets from one snapshot to another as one."""
    if len(changesets) == 1:
        return changesets[0]
    if any(changeset.reload != Reload.NO for changeset in changesets):
        return diff(before, after, flags=DiffFlag.RELOAD)
    composed = changesets[0]
    try:
        for changeset in changesets[1:]:
            composed = composed.compose(changeset)
    except (NoPayloadError, MismatchError):
        return diff(before, _marked(changesets, after))
    return composed


MARKED = ChangeFlag.BY_MARK | ChangeFlag.BY_CHILDREN
"""Why something was updated that a diff of the two snapshots does not see."""


def _marked(changesets: list[Changeset], after: Snapshot[M]) -> Snapshot[M]:
    """A copy of the state after, with the marks that each of the updates on the way to it had."""
    marked = after.copy()
    for number, changeset in enumerate(changesets, start=1):
        rest = changesets[number:]
        for change in changeset.batch():
            if change.kind == ChangeKind.SECTION_UPDATE:
                for offset in range(change.count):
                    position = _at_last(rest, change.after_section + offset, None)
                    if position is not None:
                        marked.reload_sections([_section_key(marked, position)])
            elif change.kind == ChangeKind.ITEM_UPDATE and change.flags & MARKED:
                mark = marked.reload_items if change.flags & ChangeFlag.RELOAD else marked.reconfigure_items
                for offset in range(change.count):
                    position = _at_last(rest, change.after_section, change.after_item + offset)
                    if position is not None and position.item is not None:
                        key = marked.row_at((position.section, position.item)).key
                        mark([key], section=_section_key(marked, position))
    return marked


def _at_last(changesets: list[Changeset], section: int, item: int | None) -> Position | None:
    position: Position | None = Position(section, item)
    for changeset in changesets:
        if position is None:
            break
        position = changeset.map_position(Side.BEFORE, *position)
    return position


def _section_key(snapshot: Snapshot[Any], position: Position) -> Key:
    return snapshot.sections[position.section].key
