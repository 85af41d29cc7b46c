#!/usr/bin/env python3
"""What Python adds to a call of C: one list is told a million items, then the same with changes, and so on.

    PYTHONPATH=bindings/python/src IQLIST_LIBRARY=.build/iqlist/libiqlist.so Tests/Benchmarks/python.py

    --items N     items in the list; 1,000,000 unless given
    --rounds N    each way is measured so often, in turn with all others; the median is told

Each line is a way to say the same update: its time for each item, and how many times that of the call of C
with columns that are ready. Where numpy and pandas are not installed their lines are left out.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import time
from array import array
from collections.abc import Callable
from ctypes import POINTER, addressof, byref, c_char, c_uint64, sizeof
from dataclasses import dataclass
from typing import Any

import iqlist
from iqlist import Changeset, Columns, List, abi, kit

try:
    pandas: Any = importlib.import_module("pandas")
except ImportError:
    pandas = None

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

SEED = 7
# One item in so many changes; as many go and come.
RARITY = 100
C_CALL = "C: iq_list_set_items, columns ready"

Way = Callable[[int], object]


@dataclass(frozen=True)
class Row:
    number: int
    look: int


class State:
    """One of the two states that a list is told in turn, in all the forms that items may have."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        words = array("Q", bytes(16 * len(rows)))
        words[::2] = array("Q", [row.number for row in rows])
        self.keys = words.tobytes()
        self.looks = array("Q", [row.look for row in rows])
        self.numbers = array("Q", [row.number for row in rows])
        self.separate = [self.keys[at : at + 16] for at in range(0, len(self.keys), 16)]
        self.names = [f"row {row.number}" for row in rows]
        self.tuples = [(row.number, row.look) for row in rows]

    def struct(self) -> abi.iq_columns:
        """As C takes it. The arrays that it points to are this object's."""
        self.held = (c_char * len(self.keys)).from_buffer_copy(self.keys)
        self.held_looks = (c_uint64 * len(self.looks)).from_buffer(self.looks)
        return abi.iq_columns(
            struct_size=sizeof(abi.iq_columns),
            count=len(self.rows),
            keys=addressof(self.held),
            contents=addressof(self.held_looks),
        )


def states(count: int) -> list[State]:
    """A list, and the same with 1 % deleted, inserted and updated."""
    generator = random.Random(SEED)
    before = [Row(number, 1) for number in range(count)]
    after: list[Row] = []
    for row in before:
        chance = generator.randrange(3 * RARITY)
        if chance < 3:
            after.append(Row(row.number, 2))
        elif chance < 6:
            after.append(Row(row.number + count, 1))
        else:
            after.append(row)
    return [State(before), State(after)]


def number_of(row: Row) -> int:
    return row.number


def look_of(row: Row) -> int:
    return row.look


def one_look(_: str) -> int:
    return 1


class Ways(dict[str, Way]):
    """Each way has a list of its own. It is called with 0 and 1 in turn: which state to show."""

    def __init__(self, both: list[State]) -> None:
        super().__init__()
        self.both = both

    def add(self, name: str, said: Callable[[State], Any], **options: Any) -> None:
        shown = List(**options)
        self[name] = lambda turn: shown.set_items(said(self.both[turn]))


def from_columns(both: list[State]) -> Ways:
    ways = Ways(both)
    ways[C_CALL] = c_call(both)
    way = ways.add
    ready = {id(state): Columns(state.keys, state.looks) for state in both}
    way("Columns that are ready", lambda state: ready[id(state)])
    way("Columns(bytes, array)", lambda state: Columns(state.keys, state.looks))
    way("Columns(array of integers, array)", lambda state: Columns(state.numbers, state.looks))
    way("Columns(list of 16-byte bytes, array)", lambda state: Columns(state.separate, state.looks))
    if numpy is not None:
        keys = {id(state): numpy.frombuffer(state.keys, "V16") for state in both}
        looks = {id(state): numpy.asarray(state.looks) for state in both}
        numbers = {id(state): numpy.asarray(state.numbers) for state in both}
        way("numpy: Columns(V16, uint64)", lambda state: Columns(keys[id(state)], looks[id(state)]))
        way("numpy: Columns(uint64, uint64)", lambda state: Columns(numbers[id(state)], looks[id(state)]))
    return ways


def from_objects(both: list[State]) -> Ways:
    ways = Ways(both)
    way = ways.add
    way(
        "key and content by callables, no models",
        lambda state: state.rows,
        key=number_of,
        content=look_of,
        model=None,
    )
    way("strings, which are their keys, no models", lambda state: state.names, model=None)
    # The strings of the two states are equal, but not the same objects.
    way("strings, which are their keys", lambda state: state.names)
    way("strings, with a constant content", lambda state: state.names, content=one_look)
    way("key and content by name", lambda state: state.rows, key="number", content="look")
    # New objects each time, or nothing would be hashed after the first round.
    way(
        "a frozen dataclass, new each time (with making it)",
        lambda state: [Row(row.number, row.look) for row in state.rows],
        key="number",
    )
    way("a frozen dataclass, 1 % new", lambda state: state.rows, key="number")
    same = both[1].rows
    way("a frozen dataclass, the same as before", lambda _: same, key="number")
    way("tuples, which are their keys, 1 % new", lambda state: state.tuples)
    if pandas is not None:
        frames = {
            id(state): pandas.DataFrame({"number": state.numbers, "look": state.looks}) for state in both
        }
        way(
            "pandas: a data frame, no models",
            lambda state: frames[id(state)],
            key="number",
            content="look",
            model=None,
        )
    return ways


def c_call(both: list[State]) -> Way:
    shown = List()
    columns = [state.struct() for state in both]

    def call(turn: int) -> object:
        made = POINTER(abi.iq_changeset)()
        status = abi.iq_list_set_items(shown._pointer, byref(columns[turn]), None, byref(made))
        assert status == abi.IQ_OK, status
        return Made(made)

    return call


class Made:
    """A changeset of C, destroyed when it goes, as that of the package is."""

    def __init__(self, pointer: Any) -> None:
        self.pointer = pointer

    def __del__(self) -> None:
        abi.iq_changeset_destroy(self.pointer)


def readings(both: list[State]) -> dict[str, Way]:
    """What comes out again, of a list that shows the state after, and of its changeset."""
    shown = List(key="number", content="look")
    shown.set_items(both[0].rows)
    changeset: Changeset = shown.set_items(both[1].rows)
    flat = List()
    flat.set_items(Columns(both[1].keys, both[1].looks))
    ways: dict[str, Way] = {
        "columns(): keys, contents, models": lambda _: shown.columns(),
        "models()": lambda _: shown.models(),
        "for item in list": lambda _: sum(1 for _ in shown),
        "batch(), each change": lambda _: sum(change.count for change in changeset.batch()),
        "snapshot()": lambda _: flat.snapshot(),
    }
    return ways


@dataclass(frozen=True)
class User:
    id: int
    name: str


class UserCell(kit.Cell[User]):
    identity = "id"

    def configure(self, model: User | None) -> None:
        pass


def taps(number: int) -> dict[str, Way]:
    """So many taps of the kit layer, each with its poll."""
    users = [User(at, f"user {at}") for at in range(1000)]
    driver = kit.Driver([kit.Section("users", users, cell=UserCell, on_select=len_of)])
    driver.show(0, 30)
    driver.poll()

    def tap(_: int) -> None:
        for at in range(number):
            driver.tap(users[at % 30])
            driver.poll()

    return {"kit: a tap and a poll": tap}


def len_of(event: kit.Event[User]) -> None:
    len(event.model.name)


def measured(ways: dict[str, Way], rounds: int) -> dict[str, float]:
    """Medians in seconds. The first two rounds warm up."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(rounds + 2):
        for name, way in ways.items():
            began = time.perf_counter()
            result = way(turn % 2)
            times[name].append(time.perf_counter() - began)
            del result
    return {name: statistics.median(each[2:]) for name, each in times.items()}


def tell(title: str, medians: dict[str, float], count: int, unit: float) -> None:
    print(f"\n{title:50} {'ns an item':>12} {'times C':>9}")
    for name, seconds in medians.items():
        print(f"{name:50} {seconds / count * 1e9:12.1f} {seconds / unit:9.2f}")


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--items", type=int, default=1_000_000)
    options.add_argument("--rounds", type=int, default=7)
    given = options.parse_args()
    both = states(given.items)
    print(f"{given.items:,} items, {given.rounds} rounds, medians; {iqlist.build_info()}")
    # Objects leave the memory in disorder: what is compared with C to a few per cent comes first, and more
    # often.
    into = measured(from_columns(both), 5 * given.rounds)
    unit = into[C_CALL]
    tell("an update: 1 % deleted, inserted, updated", into, given.items, unit)
    tell("the same, of objects", measured(from_objects(both), given.rounds), given.items, unit)
    tell("reading", measured(readings(both), given.rounds), given.items, unit)
    tell("100 taps, ns a tap", measured(taps(100), given.rounds), 100, unit)


if __name__ == "__main__":
    main()
