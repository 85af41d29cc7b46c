"""How a driver updates its list: at once, or from any thread."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Callable

import iqlist
from iqlist import DiffFlag, Ticket

from .building import Build, sections_of
from .describing import SECTION, Describing
from .sections import Section

Ended = Callable[[Ticket], object]
Data = list[Any]
SectionList = list[Section[Any]]


class Updating(Describing):
    """The part of a driver that updates its list."""

    def perform_updates(self, build: Build, animated: bool = True, completion: Ended | None = None) -> Ticket:
        """Updates the whole list, from any thread: `build(builder)` is called here and appends the sections
        that the list is to show, or they are given as they are. What has changed is found out on another
        thread, and the update takes place in a later `poll`. That calls `completion(ticket)`, exactly once,
        also if a later update supersedes this one, or if the driver is closed. The ticket can be awaited.

        >>> from iqlist import kit
        >>> driver = kit.Driver()
        >>> def build(builder):
        ...     builder.append(kit.Section("names"))
        ...     builder.append(None, ["Ada", "Ben"])
        >>> ticket = driver.perform_updates(build, completion=lambda ticket: print(ticket))
        >>> while not ticket.done():
        ...     _ = driver.poll(wait=1)
        <Ticket 1, done>
        >>> driver.list.models()
        ['Ada', 'Ben']
        """
        sections = sections_of(build)
        snapshot = self._snapshot(sections)
        with self._lock:
            flags = DiffFlag.NONE if animated else DiffFlag.PLAIN
            ticket = self.list.submit(snapshot, flags=flags, done=self._ender(completion))
            self._adopt(sections)
        return ticket

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
        with self._lock, suppress(iqlist.ClosedError):
            if not self.list.info().submissions:
                self._adopt(tuple(self.sections))

    def update(
        self, collection: Iterable[Section[Any]], animated: bool = True, completion: Ended | None = None
    ) -> Ticket:
        """As `perform_updates`, with a `Collection` or other sections.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> ticket = driver.update(kit.Collection([kit.Section("names", ["Ben"])]))
        >>> while not ticket.done():
        ...     _ = driver.poll(wait=1)
        >>> driver.list.models()
        ['Ben']
        """
        return self.perform_updates(collection, animated, completion)

    def add_section(self, section: Section[Any]) -> None:
        """Shows one more section, behind the others, at once.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> driver.add_section(kit.Section("more", ["Ben"]))
        >>> driver.sections
        [<Section 'names' of 1 items>, <Section 'more' of 1 items>]
        """
        self._apply([*self._described, section])

    @property
    def sections(self) -> SectionList:
        """The sections that the list shows now."""
        return [each.supplementary(SECTION).model for each in self.list.sections]

    @property
    def data(self) -> Data:
        """What the driver shows: sections, or view models, which become the items of one section. Setting
        it takes effect at once and reloads every visible cell. To be used on the thread that polls."""
        return [*self._data]

    @data.setter
    def data(self, data: Iterable[Any]) -> None:
        given = [*data]
        are_sections = all(isinstance(each, Section) for each in given)
        self._apply(given if are_sections else [Section("data", given)], DiffFlag.RELOAD)
        self._data = given

    _data: Sequence[Any] = ()

    # --- at once

    def _apply(self, sections: Iterable[Section[Any]], flags: int = DiffFlag.NONE) -> None:
        """Shows sections at once, in place of what waits as well."""
        self._before_change()
        self._replace(sections, flags)

    def _replace(self, sections: Iterable[Section[Any]], flags: int = DiffFlag.NONE) -> None:
        given = sections_of(sections)
        snapshot = self._snapshot(given)
        with self._lock:
            try:
                self.list.apply(snapshot, flags=flags, changeset=False)
            except iqlist.Error:
                raise
            except Exception:
                # Of an `==` of models: the update was made nevertheless.
                self._adopt(given)
                raise
            self._adopt(given)
            self.list.cancel()

    def _before_change(self) -> None:
        """The events that wait are about the list as it is now."""

    def _items_changed(self, section: Section[Any]) -> None:
        self._before_change()
        if self._is_shown(section):
            self.list.set_section_items(section.id, self._columns(section), changeset=False)
        else:
            self._replace(self._described)

    def _element_changed(self, section: Section[Any]) -> None:
        self._before_change()
        if self._is_shown(section):
            self.list.apply(self._with_elements(section), changeset=False)
        else:
            self._replace(self._described)
