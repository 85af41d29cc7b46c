"""Orders: what decides where the items of a sorted or grouped list stand, as the library asks for it.

A callable gives sort keys, and `_sort_keys` makes bytes of them. The library asks for the first 16 of each
new or changed item, its rank, and for the next 16 of those that were equal so far:

    sort key                     depth 0              depth 1              depth 2
    "Anna Karenina, part 1"      04 Anna Karenina,    part 1               0: it has ended
    7                            03 40 1c             0

Further bytes are asked for later, also when another item comes beside this one. So keys that are longer than
a rank are kept, as many as LONG_KEYS; what is not kept is short, or was dropped and is computed again.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable
from ctypes import memmove, sizeof, string_at
from typing import Any, Callable, NamedTuple

from . import abi
from ._buffers import refused
from ._calls import current, keep_forever
from ._filters import kept
from ._models import objects_at
from ._process import once
from ._sort_keys import SortKey, Times, compare, encode
from .identity import Key
from .keys import raw_keys

CALLBACKS: dict[str, Any] = {field[0]: field[1] for field in abi.iq_order._fields_}
LONG_KEYS = 65_536
"""How many keys that are longer than a rank an order keeps at most."""

_RANK = sizeof(abi.iq_rank)
_WORDS = sizeof(abi.iq_ranked) // 8
_SECTION, _MODEL = abi.iq_ranked.section.offset // 8, abi.iq_ranked.model.offset // 8
_ENDED = SortKey(b"")
_FAILED = -(2**31)

SortKeys = Callable[[list[Key], list[Any]], Iterable[Any]]
"""The sort keys of items: of their keys and models."""


class Functions(NamedTuple):
    """The functions of an order."""

    ask: Any
    compare: Any


def sort_keys(
    key: Callable[[Key, Any], Any] | None, batch: Callable[[list[Any]], Iterable[Any]] | None
) -> SortKeys | None:
    """Asks a callable about one item after the other, or one about many models at once; None if there is
    neither."""
    if key is not None and batch is not None:
        raise TypeError("an order is given as key or as batch, not as both")
    if batch is not None:
        return lambda keys, models: batch(models)
    return None if key is None else lambda keys, models: list(map(key, keys, models))


class Order:
    """The sort keys of one order, for as long as the library asks for them; without `asked` all are equal.

    `knows_all`: it is asked about every item, also those that the order before was asked about. `scoped`:
    keys are scoped by section. `compares`: keys without bytes are allowed.
    """

    describes = False
    """Whether it has groups."""

    def __init__(self, asked: SortKeys | None, *, knows_all: bool, scoped: bool, compares: bool) -> None:
        self._asked, self._scoped, self.compares = asked, scoped, compares
        self.is_deep = asked is not None
        # Of a key that is scoped and moves to another section the library does not ask again.
        self._knows_all = knows_all and not scoped
        self._long: dict[Hashable, SortKey] = {}
        self._times: Times = {}

    def ranks(self, words: array[int], depth: int) -> bytes:
        """The 16 bytes at a depth of each item's key, as the library reads ranks."""
        if self._asked is None:
            return bytes(_RANK * (len(words) // _WORDS))
        found = self._known(words) if depth else self._computed(words)
        first = depth * _RANK
        ranks = array("Q", b"".join([key.prefix[first : first + _RANK].ljust(_RANK, b"\0") for key in found]))
        # Bytes are compared from the front: the first one is the highest.
        ranks.byteswap()
        return ranks.tobytes()

    def groups(self, words: array[int]) -> bytes:
        """The keys of the items' groups."""
        raise NotImplementedError

    def compare(self, a: Any, b: Any) -> int:
        """Compares two items whose bytes are equal."""
        if self._knows_all and not self._long:
            return 0
        size = sizeof(abi.iq_ranked)
        return compare(*self._known(array("Q", string_at(a, size) + string_at(b, size))))

    def _known(self, words: array[int]) -> list[SortKey]:
        """Keys that were computed before, if they are kept."""
        names = self._names(words)
        if not self._knows_all and not all(name in self._long for name in names):
            return self._computed(words)
        return [self._long.get(name, _ENDED) for name in names]

    def _computed(self, words: array[int]) -> list[SortKey]:
        assert self._asked is not None
        models = models_of(words)
        given: Any = self._asked(keys_of(words), models)
        # Of an array of numpy its values in one call.
        answers: list[Any] = given.tolist() if hasattr(given, "tolist") else list(given)
        if len(answers) != len(models):
            raise refused(f"there are {len(models)} items, but {len(answers)} sort keys")
        found = list(map(self._sort_key, answers))
        for name, key in zip(self._names(words), found):
            if key.rest or len(key.prefix) > _RANK:
                self._long[name] = key
            else:
                self._long.pop(name, None)
        if len(self._long) > LONG_KEYS:
            self._long.clear()
            self._knows_all = False
        return found

    def _sort_key(self, answer: Any) -> SortKey:
        data = encode(answer, self._times)
        if data is not None:
            return SortKey(data)
        if not self.compares:
            raise TypeError(f"a sort key, {answer!r}, has no bytes: compare=True orders such keys by <")
        return SortKey.of(answer)

    def _names(self, words: array[int]) -> list[Any]:
        """What tells items apart."""
        keys = keys_of(words)
        return list(zip(keys, keys_of(words, _SECTION))) if self._scoped else keys


def keys_of(words: array[int], first: int = 0) -> list[Key]:
    """The keys of items, or those of their sections."""
    joined = array("Q", bytes(16 * (len(words) // _WORDS)))
    joined[::2], joined[1::2] = words[first::_WORDS], words[first + 1 :: _WORDS]
    return raw_keys(joined.tobytes())


def models_of(words: array[int]) -> list[Any]:
    return objects_at(words[_MODEL::_WORDS])


def guarded(answer: Callable[[], int], failed: int) -> int:
    """What a function answers the library, or `failed` if it raises something."""
    # A call of the callable's would raise what one before has raised.
    raised, current.raised = current.raised, None
    found = failed
    try:
        found = answer()
    except BaseException as error:
        raised = raised or error
    current.raised = raised or current.raised
    return found


def _ask(context: int | None, items: Any, count: int, depth: int, ranks: Any, groups: Any) -> int:
    def answer() -> int:
        order, words = kept[context or 0], array("Q", string_at(items, sizeof(abi.iq_ranked) * count))
        found = order.ranks(words, depth)
        memmove(ranks, found, len(found))
        if groups:
            found = order.groups(words)
            memmove(groups, found, len(found))
        return 0

    return guarded(answer, 1)


def _compare(context: int | None, a: Any, b: Any) -> int:
    return guarded(lambda: int(kept[context or 0].compare(a, b)), _FAILED)


def _functions() -> Functions:
    made = Functions(CALLBACKS["ask"](_ask), CALLBACKS["compare"](_compare))
    keep_forever(made)
    return made


functions: Functions = once("functions of orders", _functions)
