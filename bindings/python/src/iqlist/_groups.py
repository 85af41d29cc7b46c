"""Groups: what decides in which group of a grouped list an item stands, and where the group does.

A callable gives the values of groups, from which their keys are made as all keys are. The library knows only
the keys; the values are kept for names and headers, until the group has gone.

Groups stand by their ranks, 16 bytes that the library asks for once and holds as long as there is the group.
The bytes of a value may be more. So a rank has the first 8 of them, and a number by which those stand that
begin with the same 8. A new value is numbered between its neighbours:

    value             first 8 bytes     number
    7                 03 40 1c          2**63
    "Fiction, new"    04 Fiction        2**63
    "Fiction, old"    04 Fiction        2**63 + STEP
    "Fiction, odd"    04 Fiction        2**63 + STEP // 2    comes later

The library cannot be told to ask for all ranks again, so numbers that were given stay. There is no room left
where nearly 50 values have come one by one, each between the last two: such a group stands beside its place,
until the order is set again. Values that differ in the first 8 bytes, as dates and most numbers do, have no
such limit.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any, Callable, NamedTuple

from ._calls import keep_forever
from ._filters import kept
from ._models import object_at
from ._orders import CALLBACKS, Order, SortKeys, guarded, keys_of, models_of
from ._process import once
from ._sort_keys import SortKey, Times, encode
from .arrangement import supplementary_struct
from .identity import Key, raw_key
from .keys import joined_keys, raw_keys
from .records import ElementKind, Supplementary

HEAD = 8
"""How many bytes of a sort key are in a rank."""
END = 2**64
"""Numbers are below."""
STEP = 2**48
"""How far apart numbers are at most."""


class Numbered(NamedTuple):
    """Sort keys that begin with the same bytes, in order, and their numbers."""

    keys: list[SortKey]
    numbers: list[int]


class Places:
    """The ranks of groups, by their keys.

    >>> places = Places()
    >>> places.add({Key(number): SortKey(b"Fiction, " + name) for number, name in [(1, b"old"), (2, b"new")]})
    >>> places.rank(Key(2)) < places.rank(Key(1))
    True
    """

    def __init__(self) -> None:
        self._sort_keys: dict[Key, SortKey] = {}
        self._numbered: dict[bytes, Numbered] = {}
        """By the bytes that they begin with."""

    def __contains__(self, group: Key) -> bool:
        return group in self._sort_keys

    def __len__(self) -> int:
        return len(self._sort_keys)

    def add(self, new: dict[Key, SortKey]) -> None:
        """Numbers groups by their sort keys; those that are equal get the same number."""
        for first, run in groupby(sorted(new.values()), key=head):
            known, numbers = self._numbered.setdefault(first, Numbered([], []))
            gaps: dict[int, list[SortKey]] = {}
            for key, _ in groupby(run):
                at = bisect_left(known, key)
                if known[at : at + 1] != [key]:
                    gaps.setdefault(at, []).append(key)
            # From the end: what is inserted moves what follows.
            for at, keys in reversed([*gaps.items()]):
                below = numbers[at - 1] if at > 0 else None
                above = numbers[at] if at < len(numbers) else None
                numbers[at:at] = numbers_between(below, above, len(keys))
                known[at:at] = keys
        self._sort_keys.update(new)

    def rank(self, group: Key) -> tuple[int, int]:
        """Its two halves, high and low."""
        sort_key = self._sort_keys[group]
        first = head(sort_key)
        known, numbers = self._numbered[first]
        # Where `<` is no order, as that of sets, it may be found anywhere.
        at = min(bisect_left(known, sort_key), len(known) - 1)
        return int.from_bytes(first, "big"), numbers[at]

    def keep(self, groups: Iterable[Key]) -> None:
        """Forgets all other groups."""
        left = [(self._sort_keys[group], self.rank(group)[1], group) for group in groups if group in self]
        self._sort_keys, self._numbered = {group: key for key, _, group in left}, {}
        for key, number, _ in sorted(left, key=itemgetter(0)):
            known, numbers = self._numbered.setdefault(head(key), Numbered([], []))
            if known[-1:] != [key]:
                known.append(key)
                numbers.append(number)


def head(key: SortKey) -> bytes:
    """The first bytes of a sort key."""
    return key.prefix[:HEAD].ljust(HEAD, b"\0")


def numbers_between(below: int | None, above: int | None, count: int) -> list[int]:
    """So many numbers, evenly apart, between two others or an open end.

    >>> numbers_between(10, 40, 2), numbers_between(10, 11, 2)
    ([20, 30], [10, 10])
    >>> numbers_between(2**63, None, 2) == [2**63 + STEP, 2**63 + 2 * STEP]
    True
    """
    room = (END if above is None else above) - (0 if below is None else below)
    step = room // (count + 1)
    if below is None or above is None:
        step = min(step, STEP)
    if below is not None:
        first = below + step
    elif above is not None:
        first = above - count * step
    else:
        first = END // 2 - count // 2 * step
    return [first + at * step for at in range(count)]


class Grouping(Order):
    """An order with groups. `owner()` is the grouped list; with `keeps_ranks` the ranks of the order before
    hold."""

    describes = True

    def __init__(
        self,
        asked: SortKeys | None,
        by: Callable[[Key, Any], Any],
        *,
        owner: Callable[[], Any],
        header: Callable[[Any, int, Any], Any] | None,
        place: Callable[[Any], Any] | None,
        keeps_ranks: bool,
        compares: bool,
    ) -> None:
        super().__init__(asked, knows_all=not keeps_ranks, scoped=False, compares=compares)
        self._by, self._owner, self._header, self._place = by, owner, header, place
        self.places = None if keeps_ranks else Places()
        """Its own; None: those of the order before."""
        self.is_in_effect = False
        self._values: dict[Key, Any] = {}
        """Those that were answered since the last update of the list."""
        self._version = 0
        self._place_times: Times = {}

    def groups(self, words: array[int]) -> bytes:
        self._forget()
        values = list(map(self._by, keys_of(words), models_of(words)))
        joined = joined_keys(values)
        self._values.update(zip(raw_keys(joined), values))
        return joined

    def describe(self, groups: Any, count: int) -> None:
        """Writes ranks and headers of groups."""
        self._forget()
        owner = self._owner()
        places: Places = owner._places if self.places is None else self.places
        keys = [raw_key(bytes(groups[at].key)) for at in range(count)]
        values = {key: self._values.get(key, owner._names.find(key)) for key in keys}
        known = {**self._values, **values}
        places.add({key: self._sort_key_of(value) for key, value in known.items() if key not in places})
        for at, key in enumerate(keys):
            group = groups[at]
            group.rank.high, group.rank.low = places.rank(key)
            header = self._header_of(values[key], group.count, object_at(group.first.model))
            if header is not None:
                group.header = supplementary_struct(header)
                # Until the library has retained its model.
                owner._headers.append(header)
        owner._names.add_named(known)

    def _sort_key_of(self, value: Any) -> SortKey:
        found = value if self._place is None else self._place(value)
        data = encode(found, self._place_times)
        return SortKey.of(found) if data is None else SortKey(data)

    def _header_of(self, value: Any, count: int, first: Any) -> Supplementary | None:
        found = None if self._header is None else self._header(value, count, first)
        if found is None or isinstance(found, Supplementary):
            return found
        return Supplementary(ElementKind.HEADER, "header", model=found)

    def _forget(self) -> None:
        """Forgets the groups that have gone, after an update of the list: what was answered before it is
        shown, or is not needed."""
        owner = self._owner()
        version = owner.info().version
        if not self.is_in_effect or version == self._version:
            return
        self._version = version
        self._values.clear()
        owner._name_sections([])
        if len(owner._places) > 2 * owner._counts()[0] + 16:
            owner._places.keep(owner._section_keys())


def _describe(context: int | None, groups: Any, count: int) -> int:
    def answer() -> int:
        kept[context or 0].describe(groups, count)
        return 0

    return guarded(answer, 1)


def _function() -> Any:
    made = CALLBACKS["describe"](_describe)
    keep_forever(made)
    return made


describe = once("function of groups", _function)
