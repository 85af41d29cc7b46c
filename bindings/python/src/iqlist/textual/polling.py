"""Widgets that poll lists: what wakes them, and how they come to the next snapshot."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import Any

from textual.scroll_view import ScrollView

from .._feed import Feed, Show, Take
from ..errors import ClosedError, HandleError, NotFoundError, RefusedError
from ..event_kinds import EventKind
from ..lists import List
from ..records import M
from ..snapshot import Snapshot

AGAIN = 0.01
"""In how many seconds a list is polled again that another thread edits."""

unless_gone = suppress(ClosedError, HandleError, NotFoundError, RefusedError)
"""What the user asks for is not done where the list has gone on without the item, or refuses it."""


class PollingView(ScrollView, can_focus=True):
    """A widget that polls lists while it is mounted, when their descriptors wake Textual's loop."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._joined: list[List[Any]] = []
        """The lists that are shown, while it is mounted."""
        self._feeds: list[Feed[Any]] = []
        """Likewise: of each list, behind those of the lists that it follows."""
        self._shows: list[Show[Any]] = []
        self._descriptors: list[int] = []

    def _join(
        self, shown: List[M], show: Show[M], take: Take[M] | None = None, kinds: int = EventKind.NONE
    ) -> Snapshot[M] | None:
        """Follows a list: see `Feed.join`. None if it is closed."""
        if shown.closed:
            return None
        feeds = Feed.chain(shown)
        first = feeds[-1].join(show, take, kinds)
        self._joined.append(shown)
        self._feeds += feeds
        self._shows.append(show)
        # Of its own: another widget may wait for the same feed.
        self._descriptors += [os.dup(feed.fileno()) for feed in feeds]
        return first

    def _on_unmount(self) -> None:
        self._set_waiting(False)
        for feed in self._feeds:
            for show in self._shows:
                feed.leave(show)
        for descriptor in self._descriptors:
            os.close(descriptor)
        self._joined, self._feeds, self._shows, self._descriptors = [], [], [], []

    def _set_waiting(self, waits: bool) -> None:
        loop = asyncio.get_running_loop()
        for descriptor in self._descriptors:
            if waits:
                loop.add_reader(descriptor, self._wake)
            else:
                loop.remove_reader(descriptor)

    def _wake(self) -> None:
        """The poll takes place as a message of the widget does: an exception of it ends the app."""
        self._set_waiting(False)
        self.call_next(self._poll)

    def _poll(self) -> None:
        """Polls the lists, and those that they follow before them: their submissions are committed in their
        polls."""
        try:
            again = [feed.poll() for feed in self._feeds]
            if any(again):
                self.set_timer(AGAIN, self._poll)
            self._polled()
        finally:
            self._set_waiting(True)

    def _polled(self) -> None:
        """Called after each poll."""
