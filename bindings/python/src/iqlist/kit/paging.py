"""Pages: the items behind the end of a section, which are loaded when the user comes near."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import iqlist
from iqlist import Edge, PageState

from .routing import Routing
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
            set_page(self._list, section, state, self._token)
        except (LookupError, iqlist.StateError, iqlist.ClosedError):
            return False
        return True


def set_page(shown: iqlist.List[Any], section: Section[Any], state: PageState, token: int = 0) -> None:
    """Sets what is known of the page behind a section."""
    shown.set_page(Edge.END, state, section.id, distance=section._distance, token=token)


class Paging(Routing):
    """The part of a driver that asks for pages."""

    def _arm_pages(self) -> None:
        """Sections that have come with an update are paged from now on."""
        with self._lock:
            paged = list(self._paged.items())
        for key, section in paged:
            with suppress(LookupError):
                if self.list.page(Edge.END, key).state == PageState.OFF:
                    self._page_changed(section)

    def _page_changed(self, section: Section[Any]) -> None:
        """What is known of the page behind a section; nothing if the list does not have it yet."""
        if section._load is not None:
            self._paged[iqlist.Key(section.id)] = section
            with suppress(LookupError):
                set_page(self.list, section, PageState.MORE if section._has_next else PageState.ENDED)

    def _load_page(self, event: iqlist.Event[Any]) -> None:
        section = self._section_of(event)
        if section is not None and section._load is not None:
            section._load(PageRequest(section, self.list, event.number))
