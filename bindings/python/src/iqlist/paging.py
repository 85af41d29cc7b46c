"""Items that are not there yet: whether a list is being loaded, what is shown in place of them, and the pages
at its ends."""

from __future__ import annotations

from ctypes import byref, sizeof
from dataclasses import dataclass

from . import abi
from ._calls import check, to_size, to_uint32
from .arrangement import read_supplementaries, read_supplementary, supplementary_struct
from .event_kinds import PageState
from .identity import KeyLike
from .records import M, Supplementary
from .sections import Section
from .submissions import SubmissionSource


@dataclass(frozen=True)
class Page:
    """The page behind an edge: see `List.set_page`. `token` is that of the request under way, else 0.

    >>> import iqlist
    >>> iqlist.List().page(iqlist.Edge.END)
    Page(state=<PageState.OFF: 0>, distance=0, shows_loading=False, token=0)
    """

    state: PageState
    distance: int
    shows_loading: bool
    token: int


class PageSource(SubmissionSource[M]):
    """The part of a list that knows of items to come."""

    def set_loading(self, loading: int) -> None:
        """Sets whether the items are being loaded, see `Loading`. It ends with the next `set`, `set_items`,
        `set_section_items`, `apply` or applied changeset, unless that has the flag
        `DiffFlag.KEEP_LOADING`. With EventKind.PLACEHOLDER events say what is to be shown in place of items.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_events(iqlist.EventKind.PLACEHOLDER)
        >>> shown.set_loading(iqlist.Loading.YES)
        >>> [iqlist.Placeholder(event.number).name for event in shown.poll()]
        ['LOADING']
        >>> _ = shown.set_items(["a"])
        >>> shown.info().loading.name, shown.info().placeholder.name
        ('NO', 'NONE')
        """
        check(abi.iq_list_set_loading(self._pointer, to_uint32(loading)))

    def set_supplementary(self, element: Supplementary) -> None:
        """Sets an element of the list itself; it replaces one of the same (kind, index). Views show it, see
        `View`: HEADER with the first item, FOOTER with the last one, both also where there are no items;
        EMPTY, LOADING and FAILED in place of items, while that is the list's placeholder; PAGE_START and
        PAGE_END at an edge that has a page, see `set_page`; your own kinds by `View.take_cell` only. No
        update: no version, no event UPDATE. Another content or model is bound again, another key is a reload.
        From every callback. O(1).

        `ArgumentError` if a list has no such kind, or if the index of a kind that is not your own is not 0.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_supplementary(iqlist.Supplementary(iqlist.ElementKind.EMPTY, "empty", model="No mail"))
        >>> shown.set_events(iqlist.EventKind.WILL_DISPLAY)
        >>> view = shown.view()
        >>> view.set_visible(0, 10)
        >>> [(iqlist.ElementKind(event.element_kind).name, event.model) for event in shown.poll()]
        [('EMPTY', 'No mail')]
        """
        check(abi.iq_list_set_supplementary(self._pointer, byref(supplementary_struct(element))))

    def remove_supplementary(self, kind: int, index: int = 0) -> None:
        """Removes an element of the list itself; `NotFoundError` (a KeyError) if there is none.

        >>> import iqlist
        >>> iqlist.List().remove_supplementary(iqlist.ElementKind.EMPTY)
        Traceback (most recent call last):
        iqlist.errors.NotFoundError: IQ_ERROR_NOT_FOUND: ...
        """
        check(abi.iq_list_remove_supplementary(self._pointer, to_uint32(kind), to_uint32(index)))

    @property
    def supplementaries(self) -> list[Supplementary]:
        """The elements of the list itself, ordered by kind and index."""
        return read_supplementaries(abi.iq_list_get_supplementaries, self._pointer, abi.iq_section())

    def supplementary(self, kind: int, index: int = 0) -> Supplementary:
        """An element of the list itself; `NotFoundError` (a KeyError) if there is none.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_supplementary(iqlist.Supplementary(iqlist.ElementKind.HEADER, "title", model="Mail"))
        >>> shown.supplementary(iqlist.ElementKind.HEADER).model
        'Mail'
        """
        numbers = to_uint32(kind), to_uint32(index)
        return read_supplementary(abi.iq_list_get_supplementary, self._pointer, abi.iq_section(), *numbers)

    def set_page(
        self,
        edge: int,
        state: int,
        section: KeyLike | Section[M] | None = None,
        *,
        distance: int = 0,
        shows_loading: bool = False,
        token: int = 0,
    ) -> None:
        """Sets what is known of the items behind an edge of the list, or of a section: see `Edge` and
        `PageState`. With `token`, the number of a PAGE event, it answers that request: `StateError` if the
        request has ended. A view asks for the page when the edge is at most `distance` items away from what
        it shows. The element PAGE_START or PAGE_END of the section, or of the list (see `set_supplementary`),
        is visible with the first or last item while the page is neither OFF nor ENDED, and with
        `shows_loading` only while it is LOADING.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> shown.set_events(iqlist.EventKind.PAGE)
        >>> shown.set_page(iqlist.Edge.END, iqlist.PageState.MORE)
        >>> shown.reach_edge(iqlist.Edge.END)
        >>> [asked] = shown.poll()
        >>> shown.page(iqlist.Edge.END).state.name, shown.page(iqlist.Edge.END).token == asked.number
        ('LOADING', True)
        >>> _ = shown.set_items(["a"])
        >>> shown.set_page(iqlist.Edge.END, iqlist.PageState.ENDED, token=asked.number)
        """
        page = abi.iq_page(
            struct_size=sizeof(abi.iq_page),
            state=to_uint32(state),
            distance=to_uint32(distance),
            flags=abi.IQ_PAGE_SHOW_LOADING if shows_loading else 0,
            token=to_size(token),
        )
        check(abi.iq_list_set_page(self._pointer, self._section_of(section), to_uint32(edge), byref(page)))

    def page(self, edge: int, section: KeyLike | Section[M] | None = None) -> Page:
        """What is known of the items behind an edge of the list, or of a section.

        >>> import iqlist
        >>> iqlist.List().page(iqlist.Edge.START).state.name
        'OFF'
        """
        page = abi.iq_page(struct_size=sizeof(abi.iq_page))
        check(abi.iq_list_get_page(self._pointer, self._section_of(section), to_uint32(edge), byref(page)))
        shows_loading = bool(page.flags & abi.IQ_PAGE_SHOW_LOADING)
        return Page(PageState(page.state), page.distance, shows_loading, page.token)

    def reach_edge(self, edge: int, section: KeyLike | Section[M] | None = None) -> None:
        """An edge is near: if there is MORE behind it, the next poll has a PAGE event. Nothing is remembered
        otherwise: call it again after the answer if the edge is still near.

        >>> import iqlist
        >>> iqlist.List().reach_edge(iqlist.Edge.END)
        """
        check(abi.iq_list_reach_edge(self._pointer, self._section_of(section), to_uint32(edge)))

    def _section_of(self, section: KeyLike | Section[M] | None) -> abi.iq_section:
        if section is None:
            return abi.iq_section()
        return self._section_handle(section.key if isinstance(section, Section) else section)
