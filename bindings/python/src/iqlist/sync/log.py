"""Logs: where a publisher puts what a list has become, and followers find it.

    id     (1,1)     (1,2)    (1,3)    (1,4)     (1,5)    (2,1)     (2,2)
    entry  snapshot  changes  changes  snapshot  changes  snapshot  changes
           the first publisher ────────────────────────>  the second one ──>

A publisher begins the next epoch, with a snapshot, and the log then refuses the one before. A later snapshot
of an epoch says once more what the entries up to there have made: for who begins there. What stands before
the last snapshot but one is dropped.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, Optional, Protocol


class EntryId(NamedTuple):
    """The id of an entry: the epoch of its publisher, and its number there. Both count from 1; each entry of
    a log has a greater one than the one before.

    >>> EntryId(1, 9) < EntryId(2, 1)
    True
    """

    epoch: int
    number: int

    def __str__(self) -> str:
        return f"{self.epoch}-{self.number}"

    def follows(self, last: Optional[EntryId]) -> bool:
        """Whether it comes right after the last id of a log; after None it is (1, 1).

        >>> EntryId(1, 3).follows(EntryId(1, 2)), EntryId(2, 1).follows(EntryId(1, 2))
        (True, True)
        >>> EntryId(1, 4).follows(EntryId(1, 2)), EntryId(3, 1).follows(EntryId(1, 2))
        (False, False)
        """
        epoch, number = last or (0, 0)
        return self in ((epoch, number + 1), (epoch + 1, 1)) and self.epoch > 0


class EntryKind(IntEnum):
    """What an entry says."""

    SNAPSHOT = 1
    """All that the list shows. The first entry of an epoch is one."""
    CHANGES = 2
    """What has changed since the entry before."""


class Entry(NamedTuple):
    """An entry of a log.

    >>> first = Entry(EntryId(1, 1), EntryKind.SNAPSHOT, writer=bytes(16), body=b"all")
    >>> first.id.follows(None), first.kind.name
    (True, 'SNAPSHOT')
    """

    id: EntryId
    kind: EntryKind
    writer: bytes
    """16 random bytes of the publisher that has made it."""
    body: bytes


class Tail(NamedTuple):
    """What a log answers: which one it is, where it ends, and entries.

    >>> import tempfile
    >>> from iqlist.sync import FileLog
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log = FileLog(folder + "/log")
    ...     log.append(Entry(EntryId(1, 1), EntryKind.SNAPSHOT, bytes(16), b"all"))
    ...     tail = log.snapshot()
    ...     log.close()
    >>> len(tail.identity), tail.last, len(tail.entries)
    (16, EntryId(epoch=1, number=1), 1)
    """

    identity: bytes
    """16 random bytes that the log got with its first entry; none while it has no entry. A log that was
    emptied becomes another one."""
    last: Optional[EntryId]
    """The id of its last entry; None: it has none."""
    entries: list[Entry]


class RefusedError(Exception):
    """The log has another last entry than the one before this: another publisher has begun an epoch, or the
    log has lost entries. `last` is the id of that entry, None if there is none, and `writer` its writer's.

    >>> raise RefusedError(EntryId(2, 1), bytes(16))
    Traceback (most recent call last):
    iqlist.sync.log.RefusedError: another entry is the last one of the log: 2-1
    """

    def __init__(self, last: Optional[EntryId], writer: bytes) -> None:
        super().__init__(f"another entry is the last one of the log: {last or 'it has none'}")
        self.last, self.writer = last, writer


class Log(Protocol):
    """A log, over any engine that can do one thing at a time. Any thread calls the methods; each raises what
    the engine raises, and can be called again then. Whatever has these methods is a log, such as one that
    prints what is appended to another one:

    >>> import iqlist, tempfile
    >>> from iqlist.sync import FileLog, Publisher
    >>> class Printed(FileLog):
    ...     def append(self, entry):
    ...         super().append(entry)
    ...         print(entry.id, entry.kind.name)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log, people = Printed(folder + "/people"), iqlist.List.of_items(["Ada"])
    ...     with Publisher(people, log, encode=str.encode) as publisher:
    ...         _ = publisher.flush(), people.set_items(["Ada", "Ben"]), publisher.flush()
    ...     log.close()
    1-1 SNAPSHOT
    1-2 CHANGES
    """

    def append(self, entry: Entry) -> None:
        """Appends an entry, if its id follows the last one, and it is a snapshot where an epoch begins, else
        `RefusedError`. An entry that is the last one already, by id and writer, was appended by a call whose
        answer was lost: that is no error. With a snapshot, the entries before the last snapshot but one are
        dropped. Test, append and drop are one atomic step."""

    def read(self, after: Optional[EntryId], wait: float) -> Tail:
        """The entries after an id, the oldest first; None: from the first one that there is. They may be some
        of them only. If there are none, waits for one up to `wait` seconds; a log that ends before the id
        answers at once."""
        ...

    def snapshot(self) -> Tail:
        """With the latest snapshot as its only entry; none while there is none."""
        ...

    def close(self) -> None:
        """Ends a `read` that waits in another thread, as soon as the engine can, and gives back what the log
        holds."""
