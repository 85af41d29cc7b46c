"""How a driver takes the events of its list to their handlers."""

from __future__ import annotations

import selectors
import threading
from contextlib import suppress
from functools import partial
from typing import Any, Callable

import iqlist
from iqlist import EventKind, Placeholder

from .classes import type_of
from .delivering import CALL, Deliveries
from .events import Event
from .pager import Pager
from .router import Router
from .sections import Section
from .updater import Updater

AT_ONCE = 64
"""How many events are taken at once."""


class Poller:
    """Polls a list: each event means something to the updater, the pager and what stands in place of items,
    now, and to handlers, later.

        list.poll ---> take ---> left.calls ---> handlers ---> what they have asked for is shown
    """

    def __init__(self, shown: iqlist.List[Any], left: Deliveries) -> None:
        self._list, self._left = shown, left

    def begin(
        self,
        router: Router,
        updater: Updater,
        pager: Pager,
        placeholder_changed: Callable[[Placeholder], object],
        drag_ended: Callable[[], object],
    ) -> None:
        """Gives it those whom it serves, which are made after it."""
        self._router, self._updater, self._pager = router, updater, pager
        self._placeholder_changed, self._drag_ended = placeholder_changed, drag_ended

    def poll(self, wait: float) -> list[iqlist.Event[Any]]:
        """See `Driver.poll`."""
        if wait:
            with selectors.DefaultSelector() as selector:
                selector.register(self._list, selectors.EVENT_READ)
                selector.select(wait)
        try:
            was_closed = self._list.closed
            while self.deliver():
                # A handler may close it.
                if self._list.closed is not was_closed or not (self._fetch() or self._left.calls):
                    break
            return self._left.events()
        finally:
            self._left.wake()

    def deliver(self) -> bool:
        """Calls the handlers that wait. Whether nothing has failed."""
        return self._left.deliver(self._updater.catch_up)

    def take_waiting(self) -> None:
        """Before a change: takes the events that wait, which are about the list as it is now."""
        if self._left.is_own_thread:
            with suppress(iqlist.BusyError):
                while self._fetch() == AT_ONCE:
                    pass
                self._left.wake()

    def _fetch(self) -> int:
        """Takes events from the list, and returns their number. None after an exception of a cell: the next
        poll tries again what has failed, and this one would never end."""
        try:
            events = self._list.poll(AT_ONCE)
        except (iqlist.BusyError, iqlist.ClosedError):
            raise
        except Exception as error:
            self._left.failed(error)
            events = []
        self._left.thread = threading.get_ident()
        self._router.known = {}
        for event in events:
            self._left.guarded(partial(self.take, event))
        # Also for a loop around this one: what has called this is about to change the list.
        self._router.known = None
        return len(events)

    def take(self, event: iqlist.Event[Any]) -> None:
        """What an event means."""
        kind, calls, router = event.kind, self._left.calls, self._router
        if kind == EventKind.ACTION and event.number == CALL:
            return
        self._left.add(event)
        if kind == EventKind.UPDATE:
            self._left.guarded(partial(self._updater.notice, event))
            self._left.guarded(self._pager.follow)
            for slot in list(router.slots):
                self._left.guarded(slot.name_it)
        calls.extend(partial(router.route, name, each) for name, each in router.translate(event))
        if kind == EventKind.PAGE:
            if self._pager.is_unknown(event):
                calls.append(partial(router.route, "on_page", Event[Any](event=event)))
            else:
                calls.append(partial(self._pager.load, event))
        elif kind == EventKind.REORDER and event.flags != iqlist.Reorder.BEGAN:
            self._left.guarded(self._drag_ended)
        elif kind == EventKind.PLACEHOLDER:
            calls.append(partial(self._placeholder_changed, Placeholder(event.number)))
        elif kind == EventKind.CLASS_FIRST_USED:
            cell = type_of(event.cell_class)
            if cell not in (None, Section):
                about = Event[Any](sender=router.describer.registered(cell), event=event)
                calls.append(partial(router.route, "class_first_used", about))

    def __aiter__(self) -> Iteration:
        return Iteration(self, self._list, self._left)


class Iteration:
    """Iterates over the events of a driver. Dropping it ends it at once, where the loop would end a generator
    later; what it has not returned is for the next one."""

    def __init__(self, poller: Poller, shown: iqlist.List[Any], left: Deliveries) -> None:
        self._poller, self._events, self._left = poller, shown.events(), left

    def __aiter__(self) -> Iteration:
        return self

    async def __anext__(self) -> iqlist.Event[Any]:
        left = self._left
        try:
            while not (found := left.events(1)):
                event = await self._events.__anext__()
                left.thread = threading.get_ident()
                left.guarded(partial(self._poller.take, event))
                self._poller.deliver()
            return found[0]
        except BaseException:
            # An exception may keep this, and another one may begin.
            await self._events.aclose()
            raise
        finally:
            left.wake()
