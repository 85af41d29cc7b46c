"""A log in memory: the shortest one that does what `iqlist.sync.Log` says."""

from __future__ import annotations

import threading
from secrets import token_bytes
from typing import Optional

from iqlist.sync import Entry, EntryId, EntryKind, RefusedError, Tail


class Memory:
    """What several `MemoryLog` share, as processes share a server."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.empty()

    def empty(self) -> None:
        with self.changed:
            self.identity, self.entries = b"", list[Entry]()
            self.changed.notify_all()


class MemoryLog:
    def __init__(self, memory: Memory) -> None:
        self.memory, self.closed = memory, False

    def append(self, entry: Entry) -> None:
        memory = self.memory
        with memory.changed:
            entries = memory.entries
            last, writer = (entries[-1].id, entries[-1].writer) if entries else (None, b"")
            if (last, writer) == (entry.id, entry.writer):
                return
            starts = entry.id.number == 1
            if not entry.id.follows(last) or (starts and entry.kind != EntryKind.SNAPSHOT):
                raise RefusedError(last, writer)
            memory.identity = memory.identity or token_bytes(16)
            entries.append(entry)
            snapshots = [at for at, each in enumerate(entries) if each.kind == EntryKind.SNAPSHOT]
            if entry.kind == EntryKind.SNAPSHOT:
                del entries[: snapshots[-2:][0]]
            memory.changed.notify_all()

    def tail(self, entries: list[Entry]) -> Tail:
        memory = self.memory
        return Tail(memory.identity, memory.entries[-1].id if memory.entries else None, entries)

    def read(self, after: Optional[EntryId], wait: float) -> Tail:
        with self.memory.changed:
            self.memory.changed.wait_for(lambda: self.closed or self.tail([]).last != after, wait)
            return self.tail([entry for entry in self.memory.entries if entry.id > (after or (0, 0))])

    def snapshot(self) -> Tail:
        with self.memory.changed:
            kept = [entry for entry in self.memory.entries if entry.kind == EntryKind.SNAPSHOT]
            return self.tail(kept[-1:])

    def close(self) -> None:
        with self.memory.changed:
            self.closed = True
            self.memory.changed.notify_all()
