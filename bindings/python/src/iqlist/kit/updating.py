"""How a driver updates its list: at once, or from any thread."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Callable, Union

import iqlist
from iqlist import Changeset, DiffFlag, Ticket

from .building import Build, Sections, sections_of
from .describing import SECTION, Describing, Identities
from .sections import Section, raise_failure

Ended = Callable[[Ticket], object]
Made = Union[Changeset, Exception]
"""What an update has returned, or what an `==` of models has raised: it was made nevertheless."""


class Models(Section[Any]):
    """The section of the view models that `Driver.data` was set to."""


class Updating(Describing):
    """The part of a driver that updates its list."""

    # --- at once

    def update(self, sections: Sections, animated: bool = True) -> Changeset:
        """Shows a `Collection` or other sections from now on, and returns the changes. It takes the place of
        updates that wait: those end as cancelled. To be used on the thread that polls; other threads have
        `submit`.

        `DuplicateError` if an identity occurs twice and duplicates are refused, `BusyError` while the user
        drags items, TypeError and LookupError for what cannot be shown: then nothing has changed. What an
        `==` of models raises is raised when the update was made.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> driver.update(kit.Collection([kit.Section("names", ["Ben", "Ada"])]))
        <Changeset: 1 item inserts>
        >>> driver.list.models()
        ['Ben', 'Ada']
        """
        return self._apply(sections, DiffFlag.NONE if animated else DiffFlag.PLAIN)

    def add_section(self, section: Section[Any]) -> Changeset:
        """Shows one more section, behind the others, as `update`.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> driver.add_section(kit.Section("more", ["Ben"]))
        <Changeset: 1 section inserts, 1 item inserts>
        >>> driver.sections
        [<Section 'names' of 1 items>, <Section 'more' of 1 items>]
        """
        return self._apply([*self._described, section])

    @property
    def sections(self) -> list[Section[Any]]:
        """The sections that the list shows now."""
        return [each.supplementary(SECTION).model for each in self.list.sections]

    @property
    def data(self) -> list[Any]:
        """What the driver shows: sections, or view models, which become the items of one section. Setting
        it is an `update` that reloads every visible cell."""
        shown = self.sections
        return shown[0].items if len(shown) == 1 and isinstance(shown[0], Models) else shown

    @data.setter
    def data(self, data: Iterable[Any]) -> None:
        given = [*data]
        are_sections = all(isinstance(each, Section) for each in given)
        self._apply(given if are_sections else [Models("data", given)], DiffFlag.RELOAD)

    # --- from any thread

    def submit(self, sections: Sections, animated: bool = True, completion: Ended | None = None) -> Ticket:
        """Submits an update, from any thread. What has changed is found out on a thread of the library, and
        the update is committed in a later `poll`, unless a later one supersedes it, or one is made at once. A
        poll calls `completion(ticket)`, exactly once, whatever becomes of the update, or `close` does. The
        ticket can be awaited.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> ticket = driver.submit([kit.Section("names", ["Ben"])], completion=lambda ticket: print(ticket))
        >>> while not ticket.done():
        ...     _ = driver.poll(wait=1)
        <Ticket 1, done>
        >>> driver.list.models()
        ['Ben']
        """
        given, identities = sections_of(sections), Identities()
        snapshot = self._snapshot(given, identities)
        with self._lock:
            flags = DiffFlag.NONE if animated else DiffFlag.PLAIN
            ticket = self.list.submit(snapshot, flags=flags, done=self._ender(completion))
            self._adopt(given, identities)
        return ticket

    def perform_updates(self, build: Build, animated: bool = True, completion: Ended | None = None) -> Ticket:
        """As `submit`, with a function: `build(builder)` is called here, and appends the sections that the
        list is to show to a `Builder`. Sections are taken as they are.

        >>> from iqlist import kit
        >>> driver = kit.Driver()
        >>> def build(builder):
        ...     builder.append(kit.Section("names"))
        ...     builder.append(None, ["Ada", "Ben"])
        >>> ticket = driver.perform_updates(build)
        >>> while not ticket.done():
        ...     _ = driver.poll(wait=1)
        >>> driver.list.models()
        ['Ada', 'Ben']
        """
        return self.submit(sections_of(build), animated, completion)

    def _ender(self, completion: Ended | None) -> Ended:
        """What is called at the end of an update. It does not keep the driver."""
        driver = weakref.ref(self)

        def end(ticket: Ticket) -> None:
            found = driver()
            if ticket.status and found is not None:
                found._update_failed()
            if completion is not None:
                completion(ticket)

        return end

    def _update_failed(self) -> None:
        """The driver's sections are those that the list still shows, unless another update is to come."""
        # Also where the end of the list is the interpreter's: it is not closed, but its handle is gone.
        with self._lock, suppress(iqlist.ClosedError, iqlist.HandleError):
            if not self.list.info().submissions:
                self._adopt(tuple(self.sections), {})
                # Drags since, and changes of sections that nobody showed.
                self._read_back()

    # --- changes of the list

    def _before_change(self) -> None:
        """Takes the events that wait: they are about the list as it is now."""

    def _apply(self, sections: Sections, flags: int = DiffFlag.NONE) -> Changeset:
        self._before_change()
        made = self._replace(sections_of(sections), flags)
        raise_failure(made)
        assert isinstance(made, Changeset)
        return made

    def _replace(self, sections: tuple[Section[Any], ...], flags: int = DiffFlag.NONE) -> Made:
        """Shows sections at once, in place of what waits as well."""
        identities = Identities()
        snapshot = self._snapshot(sections, identities)
        with self._lock:
            made = self._attempt(lambda: self.list.apply(snapshot, flags=flags))
            self._adopt(sections, identities)
            self.list.cancel()
        return made

    def _items_changed(self, section: Section[Any]) -> Made | None:
        with self._lock:
            if not self._is_as_described(section):
                return self._replace_again(section)
            identities = Identities()
            columns = self._columns(section, identities)
            made = self._attempt(lambda: self.list.set_section_items(section.id, columns))
            self._identities.update(identities)
            return made

    def _element_changed(self, section: Section[Any]) -> Made | None:
        with self._lock:
            if not self._is_as_described(section):
                return self._replace_again(section)
            snapshot = self._with_elements(section)
            return self._attempt(lambda: self.list.apply(snapshot))

    def _is_as_described(self, section: Section[Any]) -> bool:
        """Whether the list shows a section, and no update is to come."""
        return not self.list.info().submissions and self._shows(section)

    def _replace_again(self, section: Section[Any]) -> Made | None:
        """Shows what was described, with a section that was changed: at once. None if another thread has
        described something else meanwhile."""
        return self._replace(self._described) if section.driver is self else None

    def _attempt(self, update: Callable[[], Changeset]) -> Made:
        version = self.list.info().version
        try:
            return update()
        except Exception as error:
            # Of an `==` of models: the list was updated nevertheless.
            if self.list.info().version != version:
                return error
            raise
