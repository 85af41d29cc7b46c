"""How a driver asks for the pages of its sections and of its list.

Section.paging, Driver.paging ---> the list: MORE ---> a view comes near: PAGE ---> load(request)
                                   the list: MORE, ENDED, FAILED <--- request.finish, fail
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import iqlist
from iqlist import Edge, Key, PageState

from .describer import Describer, is_shown, section_of_key, sections_of_list
from .pages import LOADERS, Pages, Paging
from .sections import Section


class PageRequest:
    """A page that is to be loaded: what the function of `Section.paging` or `Driver.paging` is called with.
    It is answered once, at any time, from any thread; an answer that comes too late has no effect.

    >>> from iqlist import kit
    >>> requests = []
    >>> section = kit.Section("numbers", [0])
    >>> section.paging(requests.append)
    >>> driver = kit.Driver([section])
    >>> driver.show(0, 10)
    >>> _ = driver.poll()
    >>> [request] = requests
    >>> request.section, request.edge
    (<Section 'numbers' of 1 items>, <Edge.END: 1>)
    >>> request.finish(has_next=False), request.finish(), section.has_next
    (True, False, False)
    """

    section: Section[Any] | None
    """Whose page it is; None: the list's."""
    edge: Edge
    """Whether the page comes before the first item or after the last one."""

    def __init__(self, pager: Pager, section: Section[Any] | None, edge: Edge, token: int) -> None:
        self._pager, self.section, self.edge, self._token = pager, section, edge, token

    def finish(self, has_next: bool = True) -> bool:
        """The page was loaded: its items come before or afterwards, in any way. `has_next`: whether there is
        another one. False if it comes too late.

        >>> from iqlist import kit
        >>> def load(request):
        ...     section.items += [len(section)]
        ...     print(request.finish(has_next=len(section) < 3))
        >>> section = kit.Section("numbers", [0])
        >>> section.paging(load)
        >>> driver = kit.Driver([section])
        >>> driver.show(0, 10)
        >>> _ = driver.poll()
        True
        True
        """
        return self._answer(PageState.MORE if has_next else PageState.ENDED, has_next)

    def fail(self) -> bool:
        """The page could not be loaded. `section.has_next = True` tries again.

        >>> from iqlist import kit
        >>> section = kit.Section("numbers", [0])
        >>> section.paging(lambda request: print(request.fail()))
        >>> driver = kit.Driver([section])
        >>> driver.show(0, 10)
        >>> _ = driver.poll()
        True
        """
        return self._answer(PageState.FAILED, None)

    def _answer(self, state: PageState, has_next: bool | None) -> bool:
        paging = self._pager.pages_of(self.section).get(self.edge)
        if paging is None:
            return False
        try:
            self._pager.set(self.section, self.edge, paging, state, self._token)
        except (LookupError, iqlist.StateError, iqlist.ClosedError):
            return False
        if has_next is not None:
            self._pager.set_paging(self.section, self.edge, replace(paging, has_next=has_next))
        return True


class Pager:
    """Asks for the pages of a list and its sections."""

    def __init__(self, shown: iqlist.List[Any], describer: Describer) -> None:
        self._list, self._describer = shown, describer
        self._own: Pages = {}
        """Those of the list."""
        self._is_paged = False
        """Whether a section had pages at any time."""
        self._known: dict[tuple[Key, Edge], Section[Any]] = {}
        """The edges whose pages the list knows."""

    def pages_of(self, section: Section[Any] | None) -> Pages:
        """The pages of a section, or of the list."""
        return self._own if section is None else section._pages

    def set_paging(self, section: Section[Any] | None, edge: Edge, paging: Paging) -> None:
        """Says how a page is loaded from now on. Copies of the section have what they had."""
        if section is None:
            self._own[edge] = paging
        else:
            section._pages = {**section._pages, edge: paging}

    def set(
        self, section: Section[Any] | None, edge: Edge, paging: Paging, state: PageState, token: int = 0
    ) -> None:
        """Sets in the list what is known of a page."""
        self._list.set_page(
            edge,
            state,
            None if section is None else section.id,
            distance=paging.distance,
            shows_loading=paging.only_while_loading,
            token=token,
        )

    # --- of the list

    def set_own(self, edge: Edge, paging: Paging | None) -> None:
        """See `Driver.paging`."""
        loader = None if paging is None else paging.loader
        element = None if loader is None else self._describer.element(LOADERS[edge], loader)
        with suppress(LookupError):
            self._list.remove_supplementary(LOADERS[edge])
        if element is not None:
            self._list.set_supplementary(element)
        if paging is None:
            self._own.pop(edge, None)
            self._list.set_page(edge, PageState.OFF)
        else:
            self._own[edge] = paging
            self.set(None, edge, paging, paging.state)

    # --- of sections

    def expect(self, sections: Iterable[Section[Any]]) -> None:
        """The list has sections, or is to have them."""
        self._is_paged = self._is_paged or any(section._pages for section in sections)

    def follow(self) -> None:
        """After an update: sets in the list the pages of sections that are new in it."""
        if not self._is_paged:
            return
        before, self._known = self._known, {}
        # Another thread may have changed the list: then another update is to come.
        with suppress(LookupError):
            for section in sections_of_list(self._list):
                for edge in Edge:
                    self._follow(section, edge, before.get((Key(section.id), edge)))

    def _follow(self, section: Section[Any], edge: Edge, before: Section[Any] | None) -> None:
        key, paging = Key(section.id), section._pages.get(edge)
        if paging is not None:
            self._known[key, edge] = section
            is_asked = self._list.page(edge, key).state == PageState.LOADING and paging.has_next
            if before is not section and not is_asked:
                self.page_changed(section, edge)
        elif before is not None:
            self._list.set_page(edge, PageState.OFF, key)

    def page_changed(self, section: Section[Any], edge: Edge) -> None:
        """What is known of a page of a section; nothing if the list does not have it yet."""
        self._is_paged = True
        if not is_shown(self._list, section):
            return
        key, paging = Key(section.id), section._pages.get(edge)
        with suppress(LookupError):
            if paging is not None:
                self._known[key, edge] = section
                self.set(section, edge, paging, paging.state)
            elif self._known.pop((key, edge), None) is not None:
                self._list.set_page(edge, PageState.OFF, key)

    def is_unknown(self, event: iqlist.Event[Any]) -> bool:
        """Whether a PAGE is of the list, and nobody has said how to load it."""
        return event.section_key is None and Edge(event.flags) not in self._own

    def load(self, event: iqlist.Event[Any]) -> None:
        """A PAGE has come: asks for it."""
        section = None if event.section_key is None else section_of_key(self._list, event.section_key)
        if section is None and event.section_key is not None:
            return
        edge = Edge(event.flags)
        paging = self.pages_of(section).get(edge)
        if paging is not None:
            request = PageRequest(self, section, edge, event.number)
            try:
                paging.load(request)
            except BaseException:
                request.fail()
                raise
