"""What engines ask of the end of a log: `before` says of an entry which one must be the last."""

from __future__ import annotations

from typing import Optional

from .log import Entry, EntryKind

SOME_ENTRIES, SOME_BYTES = 256, 8 << 20
"""How much is read at once: so many entries at most, and none behind so many bytes of bodies."""

SLICE = 0.25
"""The longest time in seconds that a `read` waits before it looks whether its log was closed."""


def before(entry: Entry) -> tuple[int, Optional[int]]:
    """The epoch and the number of the entry that must be the last one for this one to be appended; None: any
    number does. A log without entries counts as (0, 0), and no log ends with a negative epoch. It is the test
    of `Log.append`, for engines that make it themselves.

    >>> from iqlist.sync import EntryId
    >>> before(Entry(EntryId(2, 5), EntryKind.CHANGES, b"", b""))
    (2, 4)
    >>> before(Entry(EntryId(2, 1), EntryKind.SNAPSHOT, b"", b""))
    (1, None)
    >>> before(Entry(EntryId(2, 1), EntryKind.CHANGES, b"", b""))
    (-1, None)
    """
    epoch, number = entry.id
    if epoch < 1 or number < 1 or (number == 1 and entry.kind != EntryKind.SNAPSHOT):
        return -1, None
    return (epoch, number - 1) if number > 1 else (epoch - 1, None)
