"""The list of a query that is read in pages, and what becomes of its requests for them.

    an edge is near ── a poll: ask ──> asked ── read ──> unanswered ── committed ── answer ──> the list's page

A request is answered when its rows are in the list: a view that asked would ask again before.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, Callable, NamedTuple, Optional

from iqlist import Edge, Event, EventKind, List, PageState, StateError

from ..records import M

Ask = Callable[[Edge, int], object]
"""Is called with an edge that is near, and the token of the request."""


class PagedList(List[M]):
    """A list whose query answers its requests for pages, whoever polls it: their events go to the query."""

    _ask: Optional[Ask] = None

    def set_events(self, kinds: int) -> None:
        """As of each list; PAGE is for the query.

        >>> shown = PagedList()
        >>> shown.set_events(EventKind.UPDATE)
        >>> EventKind.PAGE in shown.event_kinds
        True
        """
        super().set_events(kinds | EventKind.PAGE)

    def _poll(self, capacity: int, taken: int, without: int = 0) -> list[Event[M]]:
        found = super()._poll(capacity, taken, without)
        return found if self._ask is None else [event for event in found if not self._is_taken(event)]

    def _is_taken(self, event: Event[Any]) -> bool:
        if event.kind != EventKind.PAGE or self._ask is None:
            return False
        self._ask(Edge(event.flags), event.number)
        return True


class Answer(NamedTuple):
    """What is said of the ends of what was read, once it is in the list."""

    tokens: Mapping[Edge, int]
    has_more: Mapping[Edge, bool]


class PageRequests:
    """By edge, the token of its request. Polls ask; all else is done on the thread of the query."""

    def __init__(self, distance: int) -> None:
        self._distance, self._lock = distance, threading.Lock()
        self._asked: dict[Edge, int] = {}
        self._unanswered: dict[Edge, int] = {}

    def ask(self, edge: Edge, token: int) -> None:
        with self._lock:
            self._asked[edge] = token

    @contextmanager
    def taken(self) -> Generator[Mapping[Edge, int], None, None]:
        """Those whose pages are read inside; they stay if that fails."""
        with self._lock:
            asked, self._asked = self._asked, {}
        try:
            yield asked
        except BaseException:
            with self._lock:
                self._asked = {**asked, **self._asked}
            raise
        self._unanswered.update(asked)

    def answer_of(self, has_more: Mapping[Edge, bool]) -> Answer:
        """The answer to all whose pages were read, as of now."""
        return Answer(dict(self._unanswered), dict(has_more))

    def answer(self, shown: List[Any], answer: Answer) -> None:
        """Says what is behind the ends. Requests that have come since stay."""
        for edge, has_more in answer.has_more.items():
            token = answer.tokens.get(edge, 0)
            with self._lock:
                is_asked = edge in self._asked
            if is_asked or self._unanswered.get(edge, 0) != token:
                continue
            self._unanswered.pop(edge, None)
            state = PageState.MORE if has_more else PageState.ENDED
            try:
                shown.set_page(edge, state, distance=self._distance, token=token)
            except StateError:
                # The request has ended otherwise: by the host, or by an answer to none that came while a poll
                # asked. What is behind the end counts all the same.
                shown.set_page(edge, state, distance=self._distance)
