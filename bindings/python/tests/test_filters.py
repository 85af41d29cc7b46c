"""Filters one property at a time: by bits, by callables, and their tickets."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import weakref
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from derivations import Row, listed, names, odd, settle

from iqlist import (
    BusyError,
    ClosedError,
    ColumnError,
    Error,
    EventKind,
    FilterChange,
    FilterState,
    HandleError,
    Key,
    List,
    Passes,
    StateError,
    SupersededError,
    Ticket,
    _filters,
)

SLICE = 8192
"""How many items are asked in one poll at most."""


def test_what_passes_and_what_waits_can_be_read() -> None:
    source = List.of_items(range(3))
    found = source.filtered()
    assert found.filter == FilterState(Passes.ALL, 0, 0)
    found.set_filter([True, False, True])
    assert found.filter == FilterState(Passes.ALL, 0, 1)
    settle(found)
    assert found.filter == FilterState(Passes.BITS, 1, 0)
    found.set_filter(lambda key, number: number > 0)
    found.set_filter(lambda key, number: number > 1)
    assert found.filter == FilterState(Passes.BITS, 1, 3)
    settle(found)
    assert found.filter == FilterState(Passes.FUNCTION, 3, 0)
    found.close()
    with pytest.raises(ClosedError):
        _ = found.filter


# --- filters by bits


def masks() -> list[Any]:
    bools = [number % 3 == 0 for number in range(100)]
    packed = sum(1 << at for at, bit in enumerate(bools) if bit)
    return [
        bools,
        tuple(bools),
        [int(bit) for bit in bools],
        packed.to_bytes(13, "little"),
        bytearray(packed.to_bytes(16, "little")),
        memoryview(packed.to_bytes(14, "little")),
        array("Q", [packed & (1 << 64) - 1, packed >> 64]),
        memoryview(bytes(bools)).cast("?"),
        memoryview(bytes(2 * bit for bit in bools)).cast("?"),
    ]


@pytest.mark.parametrize("bits", masks(), ids=lambda bits: type(bits).__name__)
def test_bits_say_what_passes(bits: Any) -> None:
    source = List.of_items(range(100))
    found = source.filtered(bits)
    settle(found)
    assert found.models() == list(range(0, 100, 3))


def test_bits_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    for count in (0, 1, 7, 8, 63, 64, 65, 1000):
        source = List.of_items(range(count))
        mask = numpy.arange(count) % 3 == 0
        packed = numpy.packbits(mask, bitorder="little")
        padded = numpy.concatenate([packed, numpy.zeros(-len(packed) % 8, "u1")]).view("u8")
        strided = numpy.repeat(mask, 2)[::2]
        for bits in (mask, packed, padded, strided):
            found = source.filtered(bits)
            settle(found)
            assert found.models() == list(range(0, count, 3)), count
    with pytest.raises(ColumnError, match="dimensions"):
        source.filtered(numpy.zeros((1000, 1), bool))
    with pytest.raises(ColumnError, match="floats"):
        source.filtered(numpy.zeros(1000))


def test_bits_that_do_not_fit_are_refused() -> None:
    source = List.of_items(range(100))
    found = source.filtered()
    for bits in ([True] * 99, [True] * 101, bytes(12), bytes(17), array("Q", [0]), []):
        with pytest.raises(ColumnError, match="100 items"):
            found.set_filter(bits)
    wrong: list[Any] = ["a" * 100, 7, [ValueError]]
    for bits in wrong:
        with pytest.raises((TypeError, ColumnError)):
            found.set_filter(bits)
    with pytest.raises(Error), source.edit():
        found.set_filter([True] * 100)
    settle(found)
    assert len(found) == 100


def test_bits_are_of_a_version() -> None:
    source = List.of_items([1, 2, 3])
    found = source.filtered()
    version = source.info().version
    source.set_items([3, 2, 4])
    with pytest.raises(StateError):
        found.set_filter([True, False, False], version=version)
    found.set_filter([True, False, False], version=source.info().version)
    settle(found)
    assert found.models() == [3]
    source.set_items([5, 4, 3, 2])
    settle(found)
    assert found.models() == [3]


# --- filters by callables


class Asked:
    """A filter that records whom it was asked about."""

    def __init__(self, passes: Callable[[int], object]) -> None:
        self.passes = passes
        self.numbers: list[int] = []
        self.keys: list[Key] = []

    def __call__(self, key: Key, number: int) -> object:
        self.numbers.append(number)
        self.keys.append(key)
        return self.passes(number)

    def read(self) -> list[int]:
        """Those since the last time."""
        numbers, self.numbers = self.numbers, []
        return sorted(numbers)


def test_a_callable_is_asked_in_polls_and_only_about_what_may_differ() -> None:
    source = List.of_items(range(10))
    small = Asked(lambda number: number < 5)
    found = source.filtered(small)
    assert small.numbers == []
    settle(found)
    assert small.keys == source.keys() and small.read() == list(range(10))
    smaller = Asked(lambda number: number < 3)
    found.set_filter(smaller, change=FilterChange.STRICTER)
    settle(found)
    assert smaller.read() == [0, 1, 2, 3, 4] and found.models() == [0, 1, 2]
    larger = Asked(lambda number: number < 7)
    found.set_filter(larger, change=FilterChange.LOOSER)
    settle(found)
    assert larger.read() == [3, 4, 5, 6, 7, 8, 9] and found.models() == list(range(7))
    source.set_items([*range(3, 10), 2, 11, -1])
    settle(found)
    assert larger.read() == [-1, 11] and found.models() == [3, 4, 5, 6, 2, -1]


def test_what_changes_is_asked_again() -> None:
    source: List[Row] = listed("A0 B0")
    found = source.filtered(lambda key, row: row.look == 1)
    settle(found)
    source.set_items([Row("A", look=2), Row("B")])
    settle(found)
    assert names(found) == "B"
    with source.edit() as edit:
        edit.update_item("A", model=Row("A", look=1))
    settle(found)
    assert names(found) == "A B"


def test_many_are_asked_in_several_polls() -> None:
    source = List.of_items(range(3 * SLICE))
    filter = Asked(lambda number: number % 1000 == 0)
    found = source.filtered(filter)
    polls = 0
    while len(found) == len(source):
        found.poll()
        assert len(filter.read()) <= SLICE
        polls += 1
    assert polls >= 3 and found.models() == list(range(0, 3 * SLICE, 1000))


def test_many_are_asked_in_one_call() -> None:
    numbers: list[int | None] = [None, *range(2 * SLICE)]
    source = List.of_items(numbers, key=repr)
    asked: list[list[int | None]] = []

    def batch(numbers: list[int | None]) -> list[bool]:
        asked.append(numbers)
        return [number is not None and number % 1000 == 0 for number in numbers]

    found = source.filtered(batch=batch)
    polls = 0
    while len(found) == len(source):
        del asked[:]
        found.poll()
        assert sum(map(len, asked)) <= SLICE and all(0 < len(numbers) <= 1024 for numbers in asked)
        polls += 1
    assert polls >= 3 and found.models() == list(range(0, 2 * SLICE, 1000))
    del asked[:]
    found.set_filter(batch=lambda numbers: batch(numbers[:0]) or bytes(-(-len(numbers) // 8)))
    settle(found)
    assert len(found) == 0
    with pytest.raises(TypeError):
        found.set_filter([True], batch=batch)


@pytest.mark.parametrize("answers", [[True] * 5, [True] * 7, None, ValueError], ids=str)
def test_items_of_a_call_that_fails_do_not_pass(answers: Any) -> None:
    source = List.of_items(range(6))

    def batch(numbers: list[int]) -> Any:
        if answers is ValueError:
            raise ValueError
        return answers

    found = source.filtered(batch=batch)
    with pytest.raises((ColumnError, TypeError, ValueError)):
        for _ in range(100):
            found.poll()
    settle(found)
    assert len(found) == 0


def test_items_without_models_are_known_by_their_keys() -> None:
    source = List.of_items(["a", "b", "c"], model=None)
    wanted = {Key("a"), Key("c")}
    found = source.filtered(lambda key, model: key in wanted and model is None)
    settle(found)
    assert found.keys() == [Key("a"), Key("c")]


def test_a_callable_lives_until_it_will_not_be_asked_again() -> None:
    # Lists of other tests that were not closed go now.
    gc.collect()
    source = List.of_items(range(4))
    found = source.filtered()
    before = len(_filters.kept)

    def submit(**options: Any) -> tuple[weakref.ref[Asked], Ticket]:
        filter = Asked(lambda number: number % 2)
        return weakref.ref(filter), found.set_filter(filter, **options)

    first, taken = submit()
    settle(found)
    assert first() is not None and taken.done()
    superseded, ticket = submit(delay=9)
    cancelled, _ = submit(delay=9)
    found.poll()
    assert superseded() is None and isinstance(ticket.exception(), SupersededError)
    found.cancel()
    assert first() is not None
    settle(found)
    assert cancelled() is None and first() is not None
    found.set_filter([True] * 4)
    settle(found)
    assert first() is None
    last, _ = submit()
    settle(found)
    waiting, _ = submit(delay=9)
    found.close()
    assert last() is None and waiting() is None and len(_filters.kept) == before


def test_a_callable_that_is_refused_is_dropped_at_once() -> None:
    source = List.of_items(range(4))
    found = source.filtered()
    filter = Asked(bool)
    refers = weakref.ref(filter)
    with pytest.raises(ValueError):
        found.set_filter(filter, flags=1 << 31)
    del filter
    gc.collect()
    assert refers() is None
    with pytest.raises(ValueError):
        found.set_filter(odd, delay=-1)
    source.close()
    with pytest.raises(ClosedError):
        source.filtered(odd)


class Oops(Exception):
    """What the filters raise."""


def test_a_callable_is_asked_about_many_items_in_one_call_from_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call from C takes longer than most filters do."""
    calls: list[int] = []

    def counting(answers: Any, items: int) -> Any:
        calls.append(items)
        return packed_bits(answers, items)

    packed_bits = _filters.packed_bits
    monkeypatch.setattr(_filters, "packed_bits", counting)
    found = List.of_items(range(10_000)).filtered(lambda key, number: number % 3 == 0)
    settle(found)
    assert found.models() == [*range(0, 10_000, 3)]
    assert sum(calls) == 10_000 and len(calls) <= 20


def test_an_exception_is_raised_after_the_events_and_the_item_does_not_pass() -> None:
    source = List.of_items(range(6))
    found = source.filtered()
    found.set_events(EventKind.UPDATE)

    def where(_: Key, number: int) -> bool:
        if number in (2, 4):
            raise Oops(number)
        return number > 0

    ticket = found.set_filter(where)
    with pytest.raises(Oops, match="2"):
        # The events come first, so some polls return, and one after them raises.
        for _ in range(100):
            events = found.poll()
            assert [event.number for event in events] in ([], [ticket.number])
    settle(found)
    ticket.result()
    assert found.models() == [1, 3, 5]
    source.set_items([*range(6), 9])
    settle(found)
    assert found.models() == [1, 3, 5, 9]


def test_an_exception_that_ends_the_program_gets_through() -> None:
    found = List.of_items(range(3)).filtered(lambda key, number: sys.exit(7))
    with pytest.raises(SystemExit):
        for _ in range(100):
            found.poll()
    settle(found)
    assert len(found) == 0


def test_an_exception_is_not_raised_inside_another_call_of_the_filter() -> None:
    source = List.of_items(range(4))
    lengths: list[int] = []

    def where(_: Key, number: int) -> bool:
        lengths.append(len(source))
        raise Oops(number)

    found = source.filtered(where)
    with pytest.raises(Oops, match="0"):
        for _ in range(100):
            found.poll()
    assert lengths == [4, 4, 4, 4]


def test_a_callable_may_read_and_submit_but_not_poll() -> None:
    source = List.of_items(range(4))
    other: List[Any] = List.of_items(["x"])
    refused: list[type[Error]] = []

    def where(key: Key, number: int) -> bool:
        assert source.index(key) == number
        other.set_items([number])
        try:
            found.poll()
        except BusyError:
            refused.append(BusyError)
        if number == 3:
            found.set_filter(odd)
        return False

    found = source.filtered(where)
    settle(found)
    assert found.models() == [1, 3] and len(refused) >= 4 and other.models() == [3]


@pytest.mark.parametrize("closed", ["list", "source"])
def test_a_callable_may_close_its_list_and_its_source(closed: str) -> None:
    source = List.of_items(range(4))
    found = source.filtered()
    asked = Asked(lambda _: (source if closed == "source" else found).close())
    refers = weakref.ref(asked)
    found.set_filter(asked)
    with suppress(HandleError):
        for _ in range(3):
            found.poll()
    assert asked.numbers
    del asked
    assert found.closed == (closed == "list")
    found.close()
    gc.collect()
    assert refers() is None


# --- tickets of filters


def test_filters_supersede_one_another_and_the_last_one_holds() -> None:
    found = List.of_items(range(10)).filtered()
    ended: list[int] = []

    def submit(limit: int) -> Ticket:
        def end(ticket: Ticket) -> None:
            ended.append(ticket.number)

        return found.set_filter(lambda key, number: number < limit, done=end)

    tickets = [submit(limit) for limit in range(5)]
    settle(found)
    tickets[-1].result()
    assert len(found) == 4 and sorted(ended) == [1, 2, 3, 4, 5]
    assert all(ticket.done() for ticket in tickets)
    assert [type(ticket.exception()) for ticket in tickets[1:-1]] == [SupersededError] * 3


def test_a_filter_is_submitted_from_any_thread_and_awaited() -> None:
    found = List.of_items(range(10)).filtered()

    async def main() -> None:
        loop = asyncio.get_running_loop()
        events = found.events()
        following = asyncio.ensure_future(events.__anext__())
        ticket = await loop.run_in_executor(None, lambda: found.set_filter(odd, animation=7))
        await ticket
        following.cancel()
        await events.aclose()

    asyncio.run(main())
    assert found.models() == [1, 3, 5, 7, 9]


def test_threads_that_type_while_the_source_changes() -> None:
    source = List.of_items(range(50))
    found = source.filtered()
    ended = threading.Event()

    def of_rest(rest: int) -> Callable[[Key, int], bool]:
        return lambda key, number: number % 5 == rest

    def change() -> None:
        for number in range(200):
            source.set_items(range(number % 50, 50 + number % 7))
            found.set_filter(of_rest(number % 5))
        ended.set()

    thread = threading.Thread(target=change)
    thread.start()
    while not ended.is_set():
        found.poll()
    thread.join()
    settle(found)
    assert found.models() == [number for number in source.models() if number % 5 == 199 % 5]
