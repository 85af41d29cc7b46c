"""Pages: the items behind the end of a section, which are loaded when the user comes near."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import iqlist
from iqlist import Edge, Key, PageState

from .describer import is_shown, section_of_key, sections_of_list
from .sections import Section


class PageRequest:
    """A page that is to be loaded: what the function of `Section.paging` is called with. It is answered once,
    at any time, from any thread; an answer that comes too late has no effect.

    >>> from iqlist import kit
    >>> requests = []
    >>> section = kit.Section("numbers", [0])
    >>> section.paging(requests.append)
    >>> driver = kit.Driver([section])
    >>> driver.show(0, 10)
    >>> _ = driver.poll()
    >>> [request.finish(has_next=False) for request in requests], section.has_next
    ([True], False)
    """

    def __init__(self, section: Section[Any], shown: iqlist.List[Any], token: int) -> None:
        self.section, self._list, self._token = section, shown, token

    def finish(self, has_next: bool = True) -> bool:
        """The page was loaded: its items come before or afterwards, in any way. `has_next`: whether there is
        another one. False if it comes too late.

        >>> import iqlist
        >>> from iqlist import kit
        >>> kit.PageRequest(kit.Section("gone"), iqlist.List(), 1).finish()
        False
        """
        if not self._answer(PageState.MORE if has_next else PageState.ENDED):
            return False
        self.section._has_next = has_next
        return True

    def fail(self) -> bool:
        """The page could not be loaded. `section.has_next = True` tries again.

        >>> import iqlist
        >>> from iqlist import kit
        >>> kit.PageRequest(kit.Section("gone"), iqlist.List(), 1).fail()
        False
        """
        return self._answer(PageState.FAILED)

    def _answer(self, state: PageState) -> bool:
        section = self.section
        try:
            self._list.set_page(Edge.END, state, section.id, distance=section._distance, token=self._token)
        except (LookupError, iqlist.StateError, iqlist.ClosedError):
            return False
        return True


class Pager:
    """Asks the sections of a list for their pages."""

    def __init__(self, shown: iqlist.List[Any]) -> None:
        self._list = shown
        self._is_paged = False
        """Whether a section had pages at any time."""
        self._paged: dict[Key, Section[Any]] = {}
        """The sections whose paging the list knows."""

    def expect(self, sections: Iterable[Section[Any]]) -> None:
        """The list has sections, or is to have them."""
        self._is_paged = self._is_paged or any(section._load for section in sections)

    def follow(self) -> None:
        """After an update: sets in the list the pages of sections that are new in it."""
        if not self._is_paged:
            return
        before, self._paged = self._paged, {}
        # Another thread may have changed the list: then another update is to come.
        with suppress(LookupError):
            for section in sections_of_list(self._list):
                key = Key(section.id)
                if section._load is not None:
                    self._paged[key] = section
                    is_asked = self._list.page(Edge.END, key).state == PageState.LOADING and section._has_next
                    if before.get(key) is not section and not is_asked:
                        self.page_changed(section)
                elif key in before:
                    self._list.set_page(Edge.END, PageState.OFF, key)

    def page_changed(self, section: Section[Any]) -> None:
        """What is known of the page behind a section; nothing if the list does not have it yet."""
        self._is_paged = True
        if section._load is not None and is_shown(self._list, section):
            self._paged[Key(section.id)] = section
            state = PageState.MORE if section._has_next else PageState.ENDED
            with suppress(LookupError):
                self._list.set_page(Edge.END, state, section.id, distance=section._distance)

    def load(self, event: iqlist.Event[Any]) -> None:
        """A PAGE has come: asks its section."""
        section = None if event.section_key is None else section_of_key(self._list, event.section_key)
        if section is not None and section._load is not None:
            request = PageRequest(section, self._list, event.number)
            try:
                section._load(request)
            except BaseException:
                request.fail()
                raise
