"""Derived lists: what outlines and filters can do beside what every list can."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import byref, c_uint32, c_uint64, sizeof
from enum import IntEnum
from typing import Any, Callable, NamedTuple, Union

from . import abi
from ._calls import Core, check, create, to_size, to_uint32
from ._filters import drop, each, functions, keep, many, packed_bits
from .errors import ClosedError, StateError
from .events import ListInfo
from .handles import Item
from .identity import Key, KeyLike
from .items import ItemSequence
from .keys import raw_keys
from .names import Names
from .records import DiffFlag, M
from .sections import Section, Sections
from .states import SetStates, State, StateSource
from .submissions import Done, Ticket, submission_options

Where = Union[Callable[[Key, M], object], Iterable[object], None]
"""What passes a filter: see `List.filtered`."""

Batch = Callable[[list[M]], Iterable[object]]
"""What passes, of many items at once: see `List.filtered`."""


class FilterChange(IntEnum):
    """How a filter compares with the one that was given before it: with STRICTER only what passes that one is
    asked, with LOOSER only what does not."""

    DIFFERENT = abi.IQ_FILTER_DIFFERENT
    STRICTER = abi.IQ_FILTER_STRICTER
    LOOSER = abi.IQ_FILTER_LOOSER


class Passes(IntEnum):
    """What a filter goes by: everything passes, bits or a callable of the host."""

    ALL = abi.IQ_PASSES_ALL
    BITS = abi.IQ_PASSES_BITS
    FUNCTION = abi.IQ_PASSES_FUNCTION


class FilterState(NamedTuple):
    """The filter in effect, with the number of its ticket, 0 before the first one; and the number
    of the ticket of the one that was given last, 0 if that was committed or has ended.

    >>> import iqlist
    >>> iqlist.List.of_items(["Ada"]).filtered().filter
    FilterState(passes=<Passes.ALL: 0>, ticket=0, waiting=0)
    """

    passes: Passes
    ticket: int
    waiting: int


def derive(source: StateSource[Any], kind: int, flags: int) -> Core:
    """A list of the library's that follows `source`."""
    options = abi.iq_derive_options(struct_size=sizeof(abi.iq_derive_options), kind=kind, flags=flags)
    return create(abi.iq_list, abi.iq_list_derive, source._pointer, byref(options))


class Expandable(StateSource[M]):
    """The part of an outline that expands and collapses. The next poll shows what was expanded."""

    _followed: StateSource[M]
    _folds_sections: bool

    def expand(
        self,
        elements: Item[M] | Section[M] | KeyLike | M | Iterable[Item[M] | KeyLike | M],
        *,
        by_user: bool = False,
    ) -> None:
        """Expands an item, a list or set of them, or a section: `State.EXPANDED`, given and refused as for
        `set_states`; by `set_key_states` also one that is hidden. What is below is shown by the next poll.
        With EventKind.CHILDREN an event asks for children that the source does not have yet, of an item
        whose class has `Trait.HAS_CHILDREN`.

        >>> import iqlist
        >>> files = iqlist.List.of_items(["src", "src/a", "docs"], level=lambda name: name.count("/"))
        >>> outline = files.outline()
        >>> outline.expand("src")
        >>> _ = outline.poll()
        >>> outline.models(), outline.is_expanded("src")
        (['src', 'src/a', 'docs'], True)
        """
        self.set_states(elements, State.EXPANDED, SetStates.BY_USER if by_user else SetStates.NONE)

    def collapse(
        self,
        elements: Item[M] | Section[M] | KeyLike | M | Iterable[Item[M] | KeyLike | M],
        *,
        by_user: bool = False,
    ) -> None:
        """The reverse of `expand`. What is expanded below stays so, and is shown so when this is expanded
        again.

        >>> import iqlist
        >>> files = iqlist.List.of_items(["src", "src/a", "docs"], level=lambda name: name.count("/"))
        >>> outline = files.outline(expanded=True)
        >>> outline.collapse("src")
        >>> _ = outline.poll()
        >>> outline.models()
        ['src', 'docs']
        """
        self.set_states(elements, State.EXPANDED, SetStates.OFF | (SetStates.BY_USER if by_user else 0))

    def is_expanded(self, element: Item[M] | Section[M] | KeyLike | M) -> bool:
        """Whether an item or a section is expanded; an item by its handle, its key or the object.
        `HandleError` if the item has gone, `NotFoundError` if there is no such key.

        >>> import iqlist
        >>> outline = iqlist.List.of_sections({"s": ["a"]}).outline(sections=True)
        >>> outline.is_expanded(outline.section("s"))
        False
        """
        if isinstance(element, Section):
            states = int(self._section_for_key(element.key).states)
        else:
            states = (element if isinstance(element, Item) else self.item(element)).states
        return bool(states & State.EXPANDED)

    def expand_all(self, *, by_user: bool = False) -> None:
        """Expands all items that have items below them, also what is hidden now, and the sections that are
        shown, if they fold. What the source got since the last poll stays collapsed, and if it was closed,
        what is hidden. O(n).

        >>> import iqlist
        >>> files = iqlist.List.of_items(["a", "a/b", "a/b/c"], level=lambda name: name.count("/"))
        >>> outline = files.outline()
        >>> outline.expand_all()
        >>> _ = outline.poll()
        >>> outline.models()
        ['a', 'a/b', 'a/b/c']
        """
        flags = SetStates.BY_USER if by_user else SetStates.NONE
        try:
            sections, keys = parents(self._followed._frozen())
            self.set_key_states(keys, State.EXPANDED, flags, sections=sections)
        except ClosedError:
            columns, _ = self._columns(0, None, "items", "children")
            shown = zip(columns["items"], columns["children"])
            self.set_states([Item._of(self, item) for item, has in shown if has], State.EXPANDED, flags)
        self._fold_sections(flags)

    def collapse_all(self, *, by_user: bool = False) -> None:
        """Collapses all items, also what is hidden, and the sections that are shown, if they fold.

        >>> import iqlist
        >>> files = iqlist.List.of_items(["a", "a/b", "a/b/c"], level=lambda name: name.count("/"))
        >>> outline = files.outline(expanded=True)
        >>> outline.collapse_all()
        >>> _ = outline.poll()
        >>> outline.expand("a")
        >>> _ = outline.poll()
        >>> outline.models()
        ['a', 'a/b']
        """
        user = SetStates.BY_USER if by_user else SetStates.NONE
        # All but none lose the state.
        self.set_range_states(0, 0, State.EXPANDED, SetStates.ONLY | user)
        self._fold_sections(SetStates.OFF | user)

    def _fold_sections(self, flags: int) -> None:
        if self._folds_sections:
            for section in self.sections:
                self.set_states(section, State.EXPANDED, flags)


def parents(shown: ItemSequence[Any]) -> tuple[list[Key], list[Key]]:
    """The items with an item below them: the keys of their sections, and their own."""
    columns, _ = shown._columns(0, None, "keys", "levels")
    keys, levels = raw_keys(columns["keys"].tobytes()), columns["levels"]
    sections: list[Key] = []
    found: list[Key] = []
    for section in Sections(shown):
        first = section.first
        below = [keys[i] for i in range(first, first + len(section) - 1) if levels[i] < levels[i + 1]]
        found += below
        sections += [section.key] * len(below)
    return sections, found


class Filterable(StateSource[M]):
    """The part of a filter that takes another one."""

    _followed: StateSource[M]

    def set_filter(
        self,
        where: Where[M] = None,
        *,
        batch: Batch[M] | None = None,
        change: int = FilterChange.DIFFERENT,
        version: int | None = None,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        delay: float = 0,
        done: Done | None = None,
    ) -> Ticket:
        """Submits another filter, from any thread: `where` and `batch` are as for `List.filtered`. It is
        committed in a poll as one update, is superseded by the next filter until then, and can be cancelled;
        otherwise as `List.submit`.

        With a callable, `change` says how it compares with the filter that was given before, whether or not
        that took effect, see `FilterChange`. It is asked in polls, about 8,192 items at most in one; what
        changes in the source is asked by the poll that shows the change. What it raises is raised from that
        poll after its events, and the item does not pass. It is dropped when it will not be asked again, by a
        poll or with the list; so one that refers to its list keeps that alive until `close`.

        With bits, `version` is that of the source when they were made, see `ListInfo`; None: they are of now.
        An item keeps its answer through moves and updates, and a new one does not pass until the next filter.
        `ColumnError` (a BufferError) if there is not a bit for each item of the source, `StateError` if it
        has another version now or is closed, `BusyError` while an edit of it is open.

        >>> import iqlist
        >>> names = iqlist.List.of_items(["Ada", "Alan", "Ben"])
        >>> found = names.filtered()
        >>> for typed in ("a", "al"):
        ...     _ = found.set_filter(
        ...         lambda key, name: name.lower().startswith(typed), change=iqlist.FilterChange.STRICTER
        ...     )
        ...     events = found.poll()
        ...     print(found.models())
        ['Ada', 'Alan']
        ['Alan']
        """
        if where is not None and batch is not None:
            raise TypeError("a filter is given as where or as batch, not as both")
        pointer = self._pointer
        given = abi.iq_filter(struct_size=sizeof(abi.iq_filter), change=to_uint32(change))
        if where is not None and not callable(where):
            found = self._source_now()
            given.bits = packed_bits(where, found.items)
            given.version = found.version if version is None else to_size(version)
        options = submission_options(flags, reload_threshold, splice_threshold, animation, delay)
        if batch is not None:
            given.context = keep(many(batch))
        elif callable(where):
            given.context = keep(each(where))
        if given.context:
            given.passes_batch, given.destroy = functions.passes_batch, functions.destroy

        def submit(options: Any, number: Any) -> int:
            status = int(abi.iq_list_set_filter(pointer, byref(given), options, number))
            if status:
                drop(given.context)
            return status

        return self._submitted(submit, options, Names(), done)

    @property
    def filter(self) -> FilterState:
        """The filter in effect, and whether one waits: see `set_filter`.

        >>> import iqlist
        >>> found = iqlist.List.of_items(["Ada", "Ben"]).filtered()
        >>> ticket = found.set_filter([True, False])
        >>> found.filter
        FilterState(passes=<Passes.ALL: 0>, ticket=0, waiting=1)
        >>> _ = found.poll()
        >>> found.filter
        FilterState(passes=<Passes.BITS: 1>, ticket=1, waiting=0)
        """
        passes, ticket, waiting = c_uint32(), c_uint64(), c_uint64()
        check(abi.iq_list_get_filter(self._pointer, byref(passes), byref(ticket), byref(waiting)))
        return FilterState(Passes(passes.value), ticket.value, waiting.value)

    def _source_now(self) -> ListInfo:
        try:
            return self._followed.info()
        except ClosedError:
            raise StateError("the source is closed", status=abi.IQ_ERROR_STATE) from None
