"""The list of a query that is read in pages."""

from __future__ import annotations

from typing import Any, Callable, Optional

from iqlist import Edge, Event, EventKind, List

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
