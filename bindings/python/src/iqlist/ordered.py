"""Derived lists with an order: what sorted and grouped lists can do beside what every list can."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from ctypes import byref, c_uint32, c_uint64, sizeof
from typing import Any, Callable, NamedTuple

from . import _groups, _orders, abi
from ._calls import Core, check
from ._filters import drop, functions, keep
from ._groups import Grouping, Places
from ._orders import Order, sort_keys
from .identity import Key
from .names import Names
from .records import DiffFlag, Duplicates, M, Supplementary
from .states import StateSource
from .submissions import Done, Ticket, submission_options

SortBy = Callable[[Key, M], object]
"""The sort key of an item: see `List.sorted`."""

SortBatch = Callable[[list[M]], Iterable[object]]
"""The sort keys of many items at once: see `List.sorted`."""

GroupBy = Callable[[Key, M], object]
"""The value of an item's group: see `List.grouped`."""

Header = Callable[[Any, int, M], object]
"""The header of a group, by its value, how many items it has, and the model of the first: see
`List.grouped`."""

Place = Callable[[Any], object]
"""The sort key of a group, by its value: see `List.grouped`."""


class OrderState(NamedTuple):
    """The order in effect: whether the largest comes first, whether what is shown stays where it is, and the
    number of its ticket, 0 before the first one; and the number of the ticket of the one that was given
    last, 0 if that was committed or has ended.

    >>> import iqlist
    >>> iqlist.List.of_items(["Ada"]).sorted().order
    OrderState(reverse=False, frozen=False, ticket=0, waiting=0)
    """

    reverse: bool
    frozen: bool
    ticket: int
    waiting: int


class Ordered(StateSource[M]):
    """The part of a list with an order that submits another one."""

    @property
    def order(self) -> OrderState:
        """The order in effect, and whether one waits: see `set_order`.

        >>> import iqlist
        >>> ordered = iqlist.List.of_items(["Ben", "Ada"]).sorted(lambda key, name: name, reverse=True)
        >>> ordered.order
        OrderState(reverse=False, frozen=False, ticket=0, waiting=1)
        >>> _ = ordered.poll()
        >>> ordered.order
        OrderState(reverse=True, frozen=False, ticket=1, waiting=0)
        """
        flags, ticket, waiting = c_uint32(), c_uint64(), c_uint64()
        check(abi.iq_list_get_order(self._pointer, byref(flags), byref(ticket), byref(waiting)))
        return OrderState(
            flags.value & abi.IQ_ORDER_DESCENDING != 0,
            flags.value & abi.IQ_ORDER_FROZEN != 0,
            ticket.value,
            waiting.value,
        )

    def _submit_order(
        self, order: Order | None, flags: int, options: abi.iq_submit_options, done: Done | None
    ) -> Ticket:
        pointer = self._pointer
        given = abi.iq_order(struct_size=sizeof(abi.iq_order), flags=flags)
        if order is not None:
            given.context = keep(order)
            given.flags |= abi.IQ_ORDER_DEEP * order.is_deep
            given.ask, given.destroy = _orders.functions.ask, functions.destroy
            if order.compares:
                given.compare = _orders.functions.compare
            if order.describes:
                given.describe = _groups.describe

        def submit(options: Any, number: Any) -> int:
            status = int(abi.iq_list_set_order(pointer, byref(given), options, number))
            if status:
                drop(given.context)
            return status

        return self._submitted(submit, options, Names(), done)


def order_flags(reverse: bool, frozen: bool, keep_ranks: bool) -> int:
    return (
        abi.IQ_ORDER_DESCENDING * reverse
        | abi.IQ_ORDER_FROZEN * frozen
        | abi.IQ_ORDER_KEEP_RANKS * keep_ranks
    )


class Sortable(Ordered[M]):
    """The part of a sorted list that takes another order."""

    _duplicates: int

    def set_order(
        self,
        key: SortBy[M] | None = None,
        *,
        batch: SortBatch[M] | None = None,
        reverse: bool = False,
        frozen: bool = False,
        keep_ranks: bool = False,
        compare: bool = False,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        delay: float = 0,
        done: Done | None = None,
    ) -> Ticket:
        """Submits another order, from any thread: `key`, `batch`, `reverse`, `frozen` and `compare` are as
        for `List.sorted`, None is the source's order. It is committed in a poll as one update with the fewest
        moves, is superseded by the next order until then, and can be cancelled; otherwise as `List.submit`.

        Sort keys are asked for in polls, about 8,192 at most in one. With `keep_ranks` those of the order
        before hold, and only what was never asked, or is equal, is asked: for another direction by the same
        key, or to freeze. What `key` raises is raised from that poll, and nothing has changed; the next poll
        asks again. It is dropped when it will not be asked again, by a poll or with the list; so one that
        refers to its list keeps that alive until `close`.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["Ben", "Ada", "Cem"])
        >>> ordered = shown.sorted(lambda key, name: name)
        >>> _ = ordered.poll()
        >>> ordered.models()
        ['Ada', 'Ben', 'Cem']
        >>> ticket = ordered.set_order(lambda key, name: name, reverse=True, keep_ranks=True)
        >>> _ = ordered.poll()
        >>> ordered.models()
        ['Cem', 'Ben', 'Ada']
        >>> _ = ordered.set_order(None), ordered.poll()
        >>> ordered.models() == shown.models()
        True
        """
        asked, scoped = sort_keys(key, batch), self._duplicates == Duplicates.SCOPE
        return self._submit_order(
            asked and Order(asked, knows_all=not keep_ranks, scoped=scoped, compares=compare),
            order_flags(reverse, frozen, keep_ranks),
            submission_options(flags, reload_threshold, splice_threshold, animation, delay),
            done,
        )


class Groupable(Ordered[M]):
    """The part of a grouped list that takes another order."""

    def _begin(self) -> None:
        super()._begin()
        self._places = Places()
        """The ranks of its groups."""
        self._headers: list[Supplementary] = []
        """Those that a function has made in the poll that is under way."""

    def set_order(
        self,
        by: GroupBy[M],
        key: SortBy[M] | None = None,
        *,
        batch: SortBatch[M] | None = None,
        header: Header[M] | None = None,
        place: Place | None = None,
        reverse: bool = False,
        frozen: bool = False,
        keep_ranks: bool = False,
        compare: bool = False,
        flags: int = DiffFlag.NONE,
        reload_threshold: int = 0,
        splice_threshold: int = 0,
        animation: int = 0,
        delay: float = 0,
        done: Done | None = None,
    ) -> Ticket:
        """Submits other groups, another order within them, or other headers: `by`, `key`, `batch`, `header`,
        `place`, `reverse`, `frozen` and `compare` are as for `List.grouped`. It is a submission as
        `SortedList.set_order` is, and its functions are asked as those are.

        With `keep_ranks` the groups, sort keys, places and headers of the order before hold, and only what is
        new is asked about: for another direction within the groups, or to freeze.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["beet", "apple", "bean"])
        >>> groups = shown.grouped(lambda key, name: name[0])
        >>> _ = groups.poll()
        >>> groups.models()
        ['apple', 'beet', 'bean']
        >>> ticket = groups.set_order(lambda key, name: len(name), lambda key, name: name)
        >>> _ = groups.poll()
        >>> groups.sections, groups.models()
        ([4, 5], ['bean', 'beet', 'apple'])
        """
        owner = weakref.ref(self)
        order = Grouping(
            sort_keys(key, batch),
            by,
            owner=owner,
            header=header,
            place=place,
            keeps_ranks=keep_ranks,
            compares=compare,
        )

        def ended(ticket: Ticket) -> None:
            made = owner()
            if made is not None and ticket.status == abi.IQ_OK:
                order.is_in_effect = True
                made._places = made._places if order.places is None else order.places
            if done is not None:
                done(ticket)

        return self._submit_order(
            order,
            order_flags(reverse, frozen, keep_ranks),
            submission_options(flags, reload_threshold, splice_threshold, animation, delay),
            ended,
        )

    def _fetch(self, core: Core, capacity: int) -> int:
        try:
            return super()._fetch(core, capacity)
        finally:
            # The library has retained their models.
            self._headers.clear()
