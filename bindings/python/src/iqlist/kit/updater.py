"""How a driver updates its list: at once, after the handler that asks for it, or from any thread.

update, section.items = ...   on the thread that polls --------------------> the list
                              in a handler ------- held back --- catch_up --> the list
                              while it is edited or dragged -- submitted --> a later poll ---> the list
submit                        from any thread ---------------- submitted --> a later poll ---> the list
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Callable, Union

import iqlist
from iqlist import Changeset, DiffFlag, Ticket

from .building import Build, sections_of
from .delivering import Deliveries
from .describer import Describer, is_shown, read_back, section_of, sections_of_list
from .identity import Identities
from .pager import Pager
from .router import Router
from .sections import Section, raise_failure

Done = Callable[[Union[Exception, None], Union[Changeset, None]], object]
"""What `Driver.perform_updates` calls at the end of an update."""
Made = Union[Changeset, Exception]
"""What an update has returned, or what an `==` of models has raised: it was made nevertheless."""
HeldBack = tuple[Callable[["Updater", Section[Any]], object], Section[Any]]


class Updater:
    """Keeps a list as sections say. It does not keep its driver, which `owner` gets."""

    def __init__(
        self,
        owner: weakref.ref[Any],
        describer: Describer,
        left: Deliveries,
        router: Router,
        pager: Pager,
    ) -> None:
        self.owner, self.describer = owner, describer
        self._list, self._left, self._router, self._pager = router.list, left, router, pager
        self._lock = threading.RLock()
        self._described: tuple[Section[Any], ...] = ()
        """What the list shows, or is to show when all that waits has taken place."""
        self._whole: tuple[int, Done | None] | None = None
        """The flags and the completion of the update of all sections that is held back."""
        self._parts: dict[HeldBack, None] = {}
        """Changes of single sections that are held back, in order."""
        self._made: set[int] = set()
        """The versions that this has made, whose events have not come yet."""
        self._changes: dict[int, Changeset | None] = {}
        """What the submissions have changed that have not ended, by their numbers."""

    def named(self, name: str) -> Any:
        """The class of cells that is registered by a name."""
        return self.describer.registered(name).cell

    def take_events(self) -> None:
        """Before a change: takes the events that wait, which are about the list as it is now."""
        owner = self.owner()
        if owner is not None:
            owner._poller.take_waiting()

    # --- all sections

    def show_first(self, sections: tuple[Section[Any], ...]) -> None:
        """Shows the first sections, not animated."""
        raise_failure(self._replace(sections, DiffFlag.PLAIN))

    def update(self, build: Build, flags: int, done: Done | None) -> Changeset | None:
        """See `Driver.perform_updates`."""
        sections = sections_of(build)
        if not self._left.is_own_thread:
            self.submit(sections, flags, done=done)
            return None
        self.take_events()
        if self._left.is_delivering:
            # Raises here what is wrong with it.
            self._snapshot(sections, Identities())
            self._hold_back(flags, done)
            self._adopt(sections, {})
            return None
        made = self._replace(sections, flags, done)
        raise_failure(made)
        assert made is None or isinstance(made, Changeset)
        if made is not None and done is not None:
            done(None, made)
        return made

    def submit(
        self,
        sections: Iterable[Section[Any]],
        flags: int,
        ended: Callable[[Ticket], object] | None = None,
        done: Done | None = None,
        animation: int = 0,
        delay: float = 0,
    ) -> Ticket:
        """See `Driver.submit`. `ended` and `done` are called at its end; with neither, a poll raises a
        failure that nobody has handled."""
        given, identities = tuple(sections), Identities()
        snapshot = self._snapshot(given, identities)
        updater = weakref.ref(self)

        def end(ticket: Ticket) -> None:
            found = updater()
            error = ticket.exception()
            changes = None if found is None else found._changes.pop(ticket.number, None)
            if error is not None and found is not None:
                found._submission_failed(error, ticket, is_heard=ended is not None or done is not None)
            if ended is not None:
                ended(ticket)
            if done is not None:
                done(error, changes)

        with self._lock:
            ticket = self._list.submit(snapshot, flags=flags, animation=animation, delay=delay, done=end)
            self._adopt(given, identities)
        return ticket

    def _replace(
        self, sections: tuple[Section[Any], ...], flags: int, done: Done | None = None
    ) -> Made | None:
        """Shows sections at once, in place of what waits as well. None while the list is edited: then
        afterwards."""
        identities = Identities()
        snapshot = self._snapshot(sections, identities)
        with self._lock:
            try:
                made = self._attempt(lambda: self._list.apply(snapshot, flags=flags))
            except iqlist.BusyError:
                self.submit(sections, flags, done=done)
                return None
            self._adopt(sections, identities)
            self._list.cancel()
        return made

    # --- one section: see `Section`

    def items_changed(self, section: Section[Any]) -> Made | None:
        """The items of a section are others."""
        if self._is_held_back(Updater.items_changed, section):
            self.describer.columns(section, Identities())
            return None
        with self._lock:
            if not self._is_as_described(section):
                return self._replace_again(section)
            identities = Identities()
            columns = self.describer.columns(section, identities)
            try:
                made = self._attempt(lambda: self._list.set_section_items(section.id, columns))
            except iqlist.BusyError:
                return self._replace_again(section)
            self.describer.identities.update(identities)
            return made

    def follow(self, section: Section[Any]) -> None:
        """Its items are others, as another driver's list has changed by itself."""
        self._catch_up(partial(self.items_changed, section), section, None)

    def elements_changed(self, section: Section[Any]) -> Made | None:
        """Its header, its footer or its loader is another one."""
        if self._is_held_back(Updater.elements_changed, section):
            return None
        with self._lock:
            if not self._is_as_described(section):
                return self._replace_again(section)
            snapshot = self.describer.describe_elements(self._list.snapshot(), section)
            try:
                return self._attempt(lambda: self._list.apply(snapshot))
            except iqlist.BusyError:
                return self._replace_again(section)

    def mark(self, items: list[Any], reload: bool) -> Made:
        """See `Driver.reload` and `Driver.reconfigure`."""
        self.take_events()
        snapshot = self._list.snapshot()
        if reload:
            snapshot.reload_items(items)
        else:
            snapshot.reconfigure_items(items)
        with self._lock:
            return self._attempt(lambda: self._list.apply(snapshot))

    def paging_changed(self, section: Section[Any], edge: iqlist.Edge) -> Made | None:
        """It has pages at an edge, or other ones, or none."""
        made = self.elements_changed(section)
        self._pager.page_changed(section, edge)
        return made

    def page_changed(self, section: Section[Any], edge: iqlist.Edge) -> None:
        """There is a next page there, or none."""
        self._pager.page_changed(section, edge)

    def actions_changed(self, section: Section[Any]) -> None:
        """It has a user action more."""
        self._router.actions_changed(section)

    def set_back(self, tell: Callable[[Updater], object]) -> None:
        """Takes a change back that another driver has refused."""
        self._left.guarded(partial(tell, self))

    def _is_as_described(self, section: Section[Any]) -> bool:
        """Whether the list shows a section, and no update is to come."""
        return not self._list.info().submissions and is_shown(self._list, section)

    def _replace_again(self, section: Section[Any]) -> Made | None:
        """Shows what was described, with a section that was changed: at once. None if another thread has
        described something else meanwhile."""
        return self._replace(self._described, DiffFlag.NONE) if self._is_described(section) else None

    def _is_waiting(self) -> bool:
        """Whether an update is to come."""
        return self._whole is not None or bool(self._parts) or self._list.info().submissions > 0

    def _is_described(self, section: Section[Any]) -> bool:
        return any(section is each for each in self._described)

    # --- what is held back

    def _is_held_back(self, change: Callable[[Updater, Section[Any]], object], section: Section[Any]) -> bool:
        """Whether a change of a section takes place after the handler that is being called."""
        if not (self._left.is_delivering and self._left.is_own_thread):
            return False
        self._parts[change, section] = None
        return True

    def _hold_back(self, flags: int, done: Done | None) -> None:
        """Holds an update of all sections back, in place of what was held back."""
        before, self._whole = self._whole, (flags, done)
        self._parts.clear()
        if before is not None and before[1] is not None:
            self._left.calls.append(partial(before[1], superseded(), None))

    def catch_up(self) -> bool:
        """Makes the changes that handlers have asked for, after them. Whether there were any."""
        if self._whole is not None:
            (flags, done), self._whole = self._whole, None
            self._parts.clear()
            self._catch_up(lambda: self._replace(self._described, flags, done), None, done)
            return True
        parts, self._parts = self._parts, {}
        for change, section in parts:
            if self._is_described(section):
                self._catch_up(partial(change, self, section), section, None)
        return bool(parts)

    def _catch_up(self, make: Callable[[], object], section: Section[Any] | None, done: Done | None) -> None:
        try:
            made = make()
        except Exception as error:
            if not self._list.closed:
                self._show_again()
                told = partial(self._router.update_failed, error, None, section, is_heard=done is not None)
                self._left.guarded(told)
            if done is not None:
                self._left.guarded(partial(done, error, None))
            return
        if isinstance(made, Exception):
            self._left.failed(made)
        elif isinstance(made, Changeset) and done is not None:
            self._left.guarded(partial(done, None, made))

    # --- events and failures

    def notice(self, event: iqlist.Event[Any]) -> None:
        """An UPDATE has come: what this has not described, the sections read back."""
        if event.number:
            self._changes[event.number] = event.changeset
        elif event.version in self._made:
            self._made.discard(event.version)
        elif not (event.flags & iqlist.UpdateFlag.UNCHANGED or self._is_waiting()):
            # Otherwise what waits takes the place of it.
            self._read_back()

    def _read_back(self) -> None:
        """The items of sections are those that the list has after a change of its own; the other drivers that
        show them follow."""
        for shown in self._list.sections:
            with suppress(LookupError):
                section = section_of(self._list, shown.key)
                if self._is_described(section):
                    read_back(section, shown)
                    for other in section._followers:
                        if other is not self:
                            other.follow(section)

    def _submission_failed(self, error: Exception, ticket: Ticket, is_heard: bool) -> None:
        # Also where the end of the list is the interpreter's: it is not closed, but its handle is gone.
        with self._lock, suppress(iqlist.ClosedError, iqlist.HandleError):
            if not self._is_waiting():
                self._show_again()
        if not isinstance(error, (iqlist.CancelledError, iqlist.SupersededError)):
            self._left.calls.append(
                partial(self._router.update_failed, error, ticket, None, is_heard=is_heard)
            )

    def _show_again(self) -> None:
        """The driver's sections are those that the list still shows, with what it shows of them."""
        self._adopt(tuple(sections_of_list(self._list)), {})
        # Drags since, and changes of sections that nobody showed.
        self._read_back()

    # --- what is described

    def described(self) -> tuple[Section[Any], ...]:
        """What the list shows, or is to show when all that waits has taken place."""
        return self._described

    def _snapshot(self, sections: Iterable[Section[Any]], identities: Identities) -> iqlist.Snapshot[Any]:
        return self.describer.describe(self._list.snapshot(), sections, identities)

    def _adopt(self, sections: tuple[Section[Any], ...], identities: Identities) -> None:
        """Sections that the list has taken, or is to take, are the driver's from now on."""
        self.forget()
        self.describer.identities.update(identities)
        self._described = sections
        self._pager.expect(sections)
        for section in sections:
            section._followers.add(self)

    def forget(self) -> None:
        """The sections that were described are not the driver's any more."""
        for section in self._described:
            section._followers.remove(self)
        self._described = ()

    def end(self) -> None:
        """The list was closed: what is held back ends as cancelled."""
        self.forget()
        whole, self._whole = self._whole, None
        self._parts.clear()
        if whole is not None and whole[1] is not None:
            self._left.guarded(partial(whole[1], iqlist.CancelledError("the driver was closed"), None))

    def _attempt(self, update: Callable[[], Changeset]) -> Made:
        version = self._list.info().version
        try:
            made: Made = update()
        except Exception as error:
            # Of an `==` of models: the list was updated nevertheless.
            if self._list.info().version == version:
                raise
            made = error
        after = self._list.info().version
        if after != version:
            self._made.add(after)
        return made


def superseded() -> iqlist.SupersededError:
    return iqlist.SupersededError("a later update has taken its place")
