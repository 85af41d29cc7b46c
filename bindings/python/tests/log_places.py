"""Where tests have logs, over whatever it is, and what they append to them and read."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Callable, NamedTuple, Optional

import pytest

from iqlist.sync import Entry, EntryId, EntryKind, Log, RefusedError, Tail

LONG = 60.0
"""Seconds to wait for what comes at once: who waits so long has missed it."""

ADA, BEN = bytes(range(16)), bytes(range(255, 239, -1))
"""Two writers."""


class Place(NamedTuple):
    """Where there is room for one log, without an entry so far."""

    open: Callable[[], Log]
    """One more object for the log. It can be pickled, unless the log lives in this process only."""
    empty: Callable[[], None]
    """Takes all entries away, as somebody at the server does."""
    is_shared: bool = True
    """Whether other processes can open it."""


@contextmanager
def opened(place: Place) -> Generator[Log, None, None]:
    log = place.open()
    try:
        yield log
    finally:
        log.close()


def snapshot(epoch: int, number: int, writer: bytes = ADA, body: bytes = b"all") -> Entry:
    return Entry(EntryId(epoch, number), EntryKind.SNAPSHOT, writer, body)


def changes(epoch: int, number: int, writer: bytes = ADA, body: bytes = b"some") -> Entry:
    return Entry(EntryId(epoch, number), EntryKind.CHANGES, writer, body)


def fill(log: Log, *entries: Entry) -> None:
    for entry in entries:
        log.append(entry)


def read_all(log: Log, after: Optional[EntryId] = None) -> list[Entry]:
    """However many there are in one answer."""
    found: list[Entry] = []
    while entries := log.read(after, 0).entries:
        found += entries
        after = entries[-1].id
    return found


def is_refused(log: Log, entry: Entry) -> RefusedError:
    """Nothing has changed by it."""
    tail, before = log.read(None, 0), read_all(log)
    with pytest.raises(RefusedError) as refused:
        log.append(entry)
    assert log.read(None, 0) == tail and read_all(log) == before
    assert refused.value.last == tail.last
    return refused.value


def check_limits(log: Log, entries: int, size: int) -> None:
    """So many entries are read at once, and none behind so many bytes."""
    fill(log, snapshot(1, 1), *(changes(1, number) for number in range(2, entries + 3)))
    assert len(log.read(None, 0).entries) == len(log.read(EntryId(1, 2), 0).entries) == entries
    fill(log, snapshot(2, 1, body=bytes(size - 1)), changes(2, 2), changes(2, 3))
    fill(log, snapshot(3, 1, body=bytes(size)), changes(3, 2))
    assert [entry.id for entry in log.read(None, 0).entries] == [(2, 1), (2, 2)]
    assert [entry.id for entry in log.read(EntryId(2, 3), 0).entries] == [(3, 1)]
    assert log.snapshot().entries[0].id == (3, 1)


class Waiting(NamedTuple):
    """A `read` on a thread of its own."""

    thread: threading.Thread
    answers: list[Tail]

    def answer(self) -> Tail:
        self.thread.join(LONG / 2)
        assert not self.thread.is_alive(), "it still waits"
        return self.answers[0]


def waiting(log: Log, after: Optional[EntryId], wait: float = LONG) -> Waiting:
    answers: list[Tail] = []
    thread = threading.Thread(target=lambda: answers.append(log.read(after, wait)), daemon=True)
    thread.start()
    return Waiting(thread, answers)
