"""Several publishers of a log at once, and one that reads it meanwhile."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Callable, Optional

from log_places import Place, opened, read_all

from iqlist.sync import Entry, EntryId, EntryKind, Log, RefusedError


def work(make: Callable[[], Log], seed: int, count: int) -> list[Entry]:
    """A publisher that goes on with what it finds, and begins an epoch now and then; what was accepted."""
    chance, writer, log = random.Random(seed), seed.to_bytes(16, "big"), make()
    accepted: list[Entry] = []
    last = log.read(None, 0).last
    for number in range(count):
        epoch, before = last or (0, 0)
        begins = last is None or chance.random() < 0.1
        id = EntryId(epoch + 1, 1) if begins else EntryId(epoch, before + 1)
        kind = EntryKind.SNAPSHOT if begins or chance.random() < 0.2 else EntryKind.CHANGES
        entry = Entry(id, kind, writer, f"{seed} {number}".encode())
        try:
            log.append(entry)
            accepted.append(entry)
            last = id
        except RefusedError as refused:
            last = refused.last
    log.close()
    return accepted


def follow(log: Log, is_over: threading.Event) -> None:
    """What is read at any time is of one moment."""
    after: Optional[EntryId] = None
    while not is_over.is_set():
        tail = log.read(after, 0.05)
        check_chain(tail.entries, after)
        if tail.entries:
            after = tail.entries[-1].id
            assert tail.last is not None and tail.last >= after
        else:
            assert tail.last == after
        latest = log.snapshot()
        assert [entry.kind for entry in latest.entries] == [EntryKind.SNAPSHOT] * (latest.last is not None)


def check_chain(entries: Iterable[Entry], after: Optional[EntryId]) -> None:
    """Each entry follows the one before, or the first one is a snapshot."""
    for index, entry in enumerate(entries):
        assert entry.id.follows(after) or (index == 0 and entry.kind == EntryKind.SNAPSHOT)
        after = entry.id


def race(place: Place, executor: Executor, count: int) -> None:
    """Each id has one winner, all that was accepted is one chain, and its end is in the log."""
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    is_over = threading.Event()
    with opened(place) as log, ThreadPoolExecutor(1) as threads:
        following = threads.submit(follow, log, is_over)
        try:
            works = [executor.submit(work, place.open, seed + number, count) for number in range(4)]
            accepted = sorted(entry for each in works for entry in each.result())
        finally:
            is_over.set()
        following.result()
        check_chain(accepted, None)
        snapshots = [at for at, entry in enumerate(accepted) if entry.kind == EntryKind.SNAPSHOT]
        assert read_all(log) == accepted[snapshots[-2:][0] :]
