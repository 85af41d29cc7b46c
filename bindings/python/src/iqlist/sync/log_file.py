"""The file of a log, as it is on disk.

    "iqlist log 1\\n" and zeroes, 16 bytes      identity, 16 bytes
    CRC-32 of what follows   length of the body   epoch   number   kind   writer   body
    CRC-32 ...

It can end anywhere: the process was killed, or the disk was full. It is read up to the last whole entry, and
what stands behind that is cut off before the next one is written. Dropping the first entries makes another
file in its place, of the same identity; readers of the one before notice.
"""

from __future__ import annotations

import fcntl
import os
import zlib
from contextlib import suppress
from pathlib import Path
from struct import Struct
from typing import NamedTuple, Optional

from .log import Entry, EntryId, EntryKind, RefusedError

MAGIC = b"iqlist log 1\n\0\0\0"
HEAD = Struct("<IQQQB16s")
START = 32
"""Where the first entry is."""


class Record(NamedTuple):
    """Where an entry is."""

    id: EntryId
    kind: EntryKind
    writer: bytes
    start: int
    """Of its body."""
    end: int


class LogFile:
    """One process's view of the file. One thread at a time uses it."""

    def __init__(self, path: Path, syncs: bool) -> None:
        self._path, self._syncs = path, syncs
        self._open()

    def _open(self) -> None:
        self.descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        self.identity = b""
        self.records: list[Record] = []
        self._end = 0
        """Of the last whole entry."""

    def close(self) -> None:
        os.close(self.descriptor)

    # --- reading

    def refresh(self) -> None:
        """Reads what others have written since. ValueError if the file is something else."""
        while not self._is_in_place():
            self.close()
            self._open()
        size = os.fstat(self.descriptor).st_size
        if size < self._end or os.pread(self.descriptor, START, 0)[16:] != self.identity:
            # It is empty, or somebody has emptied it.
            self.identity, self.records, self._end = b"", [], 0
        head = os.pread(self.descriptor, START, 0)
        if head[:16] != MAGIC[: len(head)]:
            raise ValueError(f"this file is no log: {self._path}")
        if len(head) < START:
            return
        self.identity, self._end = head[16:], max(self._end, START)
        while (found := self._record(self._end, size)) is not None:
            self.records.append(found)
            self._end = found.end

    def _is_in_place(self) -> bool:
        """Whether the path is still that of this file."""
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return False
        mine = os.fstat(self.descriptor)
        return (found.st_ino, found.st_dev) == (mine.st_ino, mine.st_dev)

    def _record(self, at: int, size: int) -> Optional[Record]:
        """The whole entry there; None: it is not, or not whole."""
        head = os.pread(self.descriptor, HEAD.size, at)
        if len(head) < HEAD.size:
            return None
        crc, length, epoch, number, kind, writer = HEAD.unpack(head)
        start = at + HEAD.size
        if kind not in (1, 2) or start + length > size:
            return None
        body = os.pread(self.descriptor, length, start)
        if len(body) < length or zlib.crc32(body, zlib.crc32(head[4:])) != crc:
            return None
        return Record(EntryId(epoch, number), EntryKind(kind), writer, start, start + length)

    def entry(self, record: Record) -> Entry:
        body = os.pread(self.descriptor, record.end - record.start, record.start)
        return Entry(record.id, record.kind, record.writer, body)

    @property
    def last(self) -> Optional[Record]:
        return self.records[-1] if self.records else None

    # --- writing, with the lock

    def lock(self, waits: bool) -> None:
        """BlockingIOError if another has it, and it does not wait."""
        while True:
            fcntl.flock(self.descriptor, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
            if self._is_in_place():
                return
            self.close()
            self._open()

    def unlock(self) -> None:
        fcntl.flock(self.descriptor, fcntl.LOCK_UN)

    def append(self, entry: Entry) -> None:
        """As of `Log.append`. After an OSError the file is as before, but for a tail that is cut off by the
        next one."""
        self.refresh()
        last = self.last
        if last is not None and (last.id, last.writer) == (entry.id, entry.writer):
            return
        begins = entry.id.number == 1
        if not entry.id.follows(last.id if last else None) or (begins and entry.kind != EntryKind.SNAPSHOT):
            raise RefusedError(last.id if last else None, last.writer if last else b"")
        identity = self.identity or os.urandom(16)
        try:
            if not self.identity:
                os.ftruncate(self.descriptor, 0)
                self._write(MAGIC + identity, 0)
            elif os.fstat(self.descriptor).st_size > self._end:
                os.ftruncate(self.descriptor, self._end)
            start = max(self._end, START) + HEAD.size
            self._write(packed(entry), start - HEAD.size)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self.descriptor, self._end)
            raise
        self.identity, self._end = identity, start + len(entry.body)
        self.records.append(Record(entry.id, entry.kind, entry.writer, start, self._end))
        if entry.kind == EntryKind.SNAPSHOT:
            self._drop()

    def _write(self, data: bytes, at: int) -> None:
        view = memoryview(data)
        while view:
            written = os.pwrite(self.descriptor, view, at)
            view, at = view[written:], at + written
        if self._syncs:
            os.fsync(self.descriptor)

    def _drop(self) -> None:
        """Drops what stands before the last snapshot but one. Where there is no room for that, nothing."""
        snapshots = [at for at, each in enumerate(self.records) if each.kind == EntryKind.SNAPSHOT]
        if len(snapshots) < 2 or snapshots[-2] == 0:
            return
        kept = self.records[snapshots[-2] :]
        beside = self._path.with_name(self._path.name + ".new")
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
        try:
            # Whoever opens it waits for the lock.
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            os.fchmod(descriptor, os.fstat(self.descriptor).st_mode & 0o7777)
            with os.fdopen(os.dup(descriptor), "wb") as file:
                file.write(MAGIC + self.identity)
                for record in kept:
                    file.write(packed(self.entry(record)))
                file.flush()
                os.fsync(descriptor)
            beside.replace(self._path)
        except OSError:
            os.close(descriptor)
            with suppress(OSError):
                beside.unlink()
            return
        before, self.descriptor = self.descriptor, descriptor
        moved = kept[0].start - HEAD.size - START
        self.records = [each._replace(start=each.start - moved, end=each.end - moved) for each in kept]
        self._end -= moved
        # The lock on the one before is held until then.
        os.close(before)
        if self._syncs:
            sync_folder(self._path.parent)


def packed(entry: Entry) -> bytes:
    """Its bytes in the file."""
    rest = HEAD.pack(0, len(entry.body), *entry.id, entry.kind, entry.writer)[4:]
    crc = zlib.crc32(entry.body, zlib.crc32(rest))
    return b"".join([crc.to_bytes(4, "little"), rest, entry.body])


def sync_folder(folder: Path) -> None:
    """Makes a new name durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
