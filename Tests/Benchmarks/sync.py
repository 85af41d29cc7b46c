#!/usr/bin/env python3
"""What it costs to publish a list: bytes of entries, time of the publisher, and how late followers are.

    PYTHONPATH=bindings/python/src IQLIST_LIBRARY=.build/iqlist/libiqlist.so Tests/Benchmarks/sync.py

    --quick       fewer rounds

A list of 10,000 items, whose models are JSON of about 60 bytes, over a log in a file.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from iqlist import Duplicates, List
from iqlist.commits import Step
from iqlist.sync import Entry, EntryId, EntryKind, FileLog, Follower, Publisher
from iqlist.sync.recorder import Recorder
from iqlist.sync.replica import Replica

SEED, ITEMS = 7, 10_000
ROUNDS = 20 if "--quick" in sys.argv else 1000


class Order(NamedTuple):
    number: int
    customer: str
    state: str


def encode(order: Order) -> bytes:
    return json.dumps(order._asdict()).encode()


def decode(data: bytes) -> Order:
    return Order(**json.loads(data))


generator = random.Random(SEED)
numbers = iter(range(10**9))


def new_order() -> Order:
    number = next(numbers)
    return Order(number, f"customer {number % 977}", generator.choice(["open", "paid", "sent"]))


def new_list() -> List[Order]:
    made: List[Order] = List(key="number", content="state")
    made.set_items([new_order() for _ in range(ITEMS)])
    return made


def insert(shown: List[Order]) -> None:
    with shown.edit() as edit:
        edit.insert_items([new_order()], position=generator.randrange(len(shown)))


def update(shown: List[Order]) -> None:
    order = shown[generator.randrange(len(shown))].model
    with shown.edit() as edit:
        edit.update_items([order._replace(state=f"{order.state}'"[-8:])])


def move(shown: List[Order]) -> None:
    one, other = (shown[generator.randrange(len(shown))] for _ in range(2))
    with shown.edit() as edit:
        edit.move_item(one, before=other)


def delete(shown: List[Order]) -> None:
    with shown.edit() as edit:
        edit.delete_items([shown[generator.randrange(len(shown))]])


def sizes() -> None:
    shown = new_list()
    recorder = Recorder(shown, encode)
    state = recorder.state()
    whole = len(recorder.whole(state).pack())
    print(f"a snapshot of {ITEMS:,} items: {whole / ITEMS:.0f} bytes an item")
    for name, change in {"insert": insert, "update": update, "move": move, "delete": delete}.items():
        found: list[int] = []
        spent: list[float] = []
        edits: list[float] = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            change(shown)
            edits.append(time.perf_counter() - start)
            start = time.perf_counter()
            changes = recorder.changes(state, Step.STEP)
            assert changes is not None
            found.append(len(changes[0].pack()))
            spent.append(time.perf_counter() - start)
            state = changes[1]
        ratio = statistics.median(spent) / statistics.median(edits)
        spent_us = 1e6 * statistics.median(spent)
        print(
            f"one {name}: {statistics.median(found):.0f} bytes, {spent_us:.0f} us of the publisher's thread, "
            f"{ratio:.1f} times the edit"
        )


def delays(folder: Path) -> None:
    """From the end of a commit to the end of the poll that shows it elsewhere."""
    log = FileLog(folder / "delays")
    shown = new_list()
    with Publisher(shown, log, encode=encode) as publisher, Follower[Any](log, decode=decode) as there:
        wait(lambda: len(there.list) == ITEMS, there.list)
        found: list[float] = []
        for _ in range(min(ROUNDS, 200)):
            insert(shown)
            start, wanted = time.perf_counter(), len(shown)
            wait(partial(has, there.list, wanted), there.list)
            found.append(time.perf_counter() - start)
            publisher.flush()
        found.sort()
        median, late = 1e3 * found[len(found) // 2], 1e3 * found[len(found) * 99 // 100]
        print(f"delay of one change: {median:.0f} ms, of one in a hundred more than {late:.0f} ms")
    log.close()


def has(shown: List[Any], count: int) -> bool:
    return len(shown) == count


def wait(holds: Callable[[], bool], polled: List[Any]) -> None:
    while not holds():
        polled.poll()
        time.sleep(0.0005)


def alone(folder: Path) -> None:
    """A burst of commits with a publisher that nobody follows, and the same without one."""
    spent: dict[str, float] = {}
    log = FileLog(folder / "alone")
    for name in ("without", "with"):
        shown = new_list()
        publisher = Publisher(shown, log, encode=encode) if name == "with" else None
        if publisher is not None:
            publisher.flush()
        start = time.perf_counter()
        for _ in range(10 * ROUNDS):
            update(shown)
        spent[name] = time.perf_counter() - start
        if publisher is not None:
            publisher.flush()
            last, size = publisher.id, (folder / "alone").stat().st_size
            assert last is not None
            print(f"{10 * ROUNDS:,} commits: {last.number:,} entries, a file of {size / 1e6:.1f} MB")
            publisher.close()
    print(f"commits with a publisher take {spent['with'] / spent['without']:.1f} times as long as without")
    log.close()


def followers() -> None:
    """What a follower does with an entry, beside a list that is told all its items again."""
    shown, told = new_list(), List[Order](key="number", content="state")
    there: List[Order] = List()
    recorder, replica = Recorder(shown, encode), Replica(decode, Duplicates.REFUSE)
    state = recorder.state()
    taken: list[float] = []
    again: list[float] = []
    replica.take(Entry(EntryId(1, 1), EntryKind.SNAPSHOT, bytes(16), recorder.whole(state).pack()))
    there.apply(replica.state())
    for number in range(2, 2 + ROUNDS // 10):
        insert(shown)
        changes = recorder.changes(state, Step.STEP)
        assert changes is not None
        state = changes[1]
        entry = Entry(EntryId(1, number), EntryKind.CHANGES, bytes(16), changes[0].pack())
        items = state.models()
        start = time.perf_counter()
        replica.take(entry)
        there.apply(replica.state())
        taken.append(time.perf_counter() - start)
        start = time.perf_counter()
        told.set_items(items)
        again.append(time.perf_counter() - start)
    spent, ratio = statistics.median(taken), statistics.median(taken) / statistics.median(again)
    print(f"a follower takes one change in {1e6 * spent:.0f} us, {ratio:.2f} of telling it all items")


with tempfile.TemporaryDirectory() as folder:
    sizes()
    delays(Path(folder))
    alone(Path(folder))
    followers()
