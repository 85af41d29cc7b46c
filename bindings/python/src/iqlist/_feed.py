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

from . import abi
from .changeset import Changeset
from .errors import BusyError, ClosedError
from .event_kinds import EventKind
from .events import Event
from .lists import DerivedList, List
from .polling import AT_ONCE
from .records import M
from .snapshot import Snapshot

Show = Callable[[Changeset, Snapshot[M], Snapshot[M]], object]
"""Is called with a changeset and the snapshots before and after it."""
Take = Callable[[Event[M]], object]


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
        self._shown: Snapshot[M] | None = None
        """The same; None at first."""
        self._kinds = 0
        self._others: deque[Event[M]] = deque()
        self._followers: list[tuple[Callable[[], Show[M] | None], Callable[[], Take[M] | None]]] = []
        self._is_polling = False
        self._resting: list[Callable[[], Callable[[], object] | None]] = []
        """What is called when the poll that is under way has ended."""
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

    @classmethod
    def chain(cls, shown: List[M]) -> list[Feed[M]]:
        """The feed of a list behind those of the lists that it follows, the first source first. What is
        submitted to these is committed in their polls, so an adapter polls them all, in this order.

        >>> import iqlist
        >>> source = iqlist.List.of_items(["a", "b"])
        >>> [type(feed.list).__name__ for feed in Feed.chain(source.sorted().outline())]
        ['List', 'SortedList', 'Outline']
        """
        found = [cls.of(shown)]
        while isinstance(shown, DerivedList):
            shown = shown.source
            if not shown.closed:
                found.insert(0, cls.of(shown))
        return found

    def join(self, show: Show[M], take: Take[M] | None = None, kinds: int = EventKind.NONE) -> Snapshot[M]:
        """Calls `show` for each step from now on, and `take` for each event that is no step, also if it is of
        a kind that only another follower has asked for. `kinds` are the `EventKind`s that are wanted; the
        feed sets the events of the list, and adds UPDATE. Returns the snapshot that the first step begins
        with. Nothing else may poll the list from now on; `BusyError` if an `async for` waits for events."""
        waiting = None if self.list._iterated is None else self.list._iterated()
        if waiting is not None and not waiting._has_ended:
            message = "`async for` waits for the events of the list, which a widget or model polls by itself"
            raise BusyError(message, status=abi.IQ_ERROR_BUSY)
        self.list._feed = weakref.ref(self)
        kinds |= self._kinds | EventKind.UPDATE
        if kinds != self._kinds:
            self.list.set_events(kinds)
            self._kinds = kinds
        self._poll(joins=True)
        self._followers.append((_reference(show), _no_one if take is None else _reference(take)))
        return self.snapshot

    def leave(self, show: Show[M]) -> None:
        """Calls it no longer, from inside `show` as well."""
        self._followers = [each for each in self._followers if each[0]() not in (None, show)]

    def is_followed(self) -> bool:
        """Whether somebody is left that shows the list."""
        return any(each[0]() is not None for each in self._followers)

    def fileno(self) -> int:
        """A descriptor that is readable while `poll` would find something to do. It stays open as long as the
        feed lives, also if the list is closed. Wait for it no longer while `is_polling`: in a loop inside the
        loop, as that of a dialog, it would be readable all the time."""
        if self._descriptor is None:
            self._descriptor = os.dup(self.list.fileno())
        return self._descriptor

    def is_polling(self, then: Callable[[], object]) -> bool:
        """Whether a poll is under way, which calls `then` at its end: an adapter that was woken meanwhile
        waits for the descriptor again from there. A bound method is held weakly."""
        if self._is_polling:
            self._resting.append(_reference(then))
        return self._is_polling

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

    def _poll(self, joins: bool = False) -> bool:
        if self._is_polling:
            return False
        self._is_polling = True
        try:
            return self._advance(joins)
        except BusyError:
            return True
        except ClosedError:
            return False
        finally:
            self._is_polling = False
            resting, self._resting = self._resting, []
            _call_all(resting)

    def _advance(self, joins: bool) -> bool:
        """Hands its followers, if it has any, the present state of the list; `BusyError` while an edit is
        open."""
        # Updates only wake the feed: any thread may have changed the list since.
        self._others.extend(self.list._poll(AT_ONCE, AT_ONCE, abi.IQ_EVENT_UPDATE))
        found = self.list.changes_since(self._shown) if joins or self.is_followed() else None
        if found is not None:
            before = self.snapshot
            changeset, self.snapshot = found
            self._shown = self.snapshot
            _call_all([each[0] for each in self._followers], changeset, before, self.snapshot)
        return False

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
