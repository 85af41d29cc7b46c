"""A log in a file, for the processes of one machine."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Optional, Union

from .heads import SOME_BYTES, SOME_ENTRIES
from .log import Entry, EntryId, EntryKind, Tail
from .log_file import LogFile

PAUSE = 0.01
"""Seconds between two looks at a file that grows."""


class FileLog:
    """A log in a file, for processes of one machine: see `Log`. Writers exclude each other by `flock`, so the
    file has to be on a local disk.

    `path`      the file. It is made if it is not there. ValueError if it is something else than a log.
    `fsync`     whether each entry is on the disk before `append` returns, for power cuts.

    The file may end anywhere, as after a process that was killed: what is not whole is cut off by the next
    writer. If the disk is full, `append` raises OSError, and the log ends where it did. Any thread may call
    the methods.

    >>> import tempfile
    >>> from iqlist.sync import Entry, EntryId, EntryKind
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log = FileLog(folder + "/log")
    ...     log.append(Entry(EntryId(1, 1), EntryKind.SNAPSHOT, bytes(16), b"all"))
    ...     log.append(Entry(EntryId(1, 2), EntryKind.CHANGES, bytes(16), b"changes"))
    ...     [entry.body for entry in log.read(EntryId(1, 1), wait=0).entries]
    ...     log.close()
    [b'changes']
    """

    def __init__(self, path: Union[str, os.PathLike[str]], *, fsync: bool = False) -> None:
        self._mutex = threading.Lock()
        self._has_ended = threading.Event()
        self._file = LogFile(Path(path), fsync)

    def append(self, entry: Entry) -> None:
        """As of each `Log`.

        >>> import tempfile
        >>> from iqlist.sync import Entry, EntryId, EntryKind
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     log = FileLog(folder + "/log")
        ...     log.append(Entry(EntryId(1, 2), EntryKind.CHANGES, bytes(16), b"changes"))
        Traceback (most recent call last):
        iqlist.sync.log.RefusedError: another entry is the last one of the log: it has none
        """
        with self._mutex:
            self._check()
            self._file.lock(waits=True)
            try:
                self._file.append(entry)
            finally:
                self._file.unlock()

    def read(self, after: Optional[EntryId], wait: float) -> Tail:
        """As of each `Log`. A waiting call looks at the file a hundred times a second.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     log = FileLog(folder + "/log")
        ...     log.read(None, wait=0.1)
        ...     log.close()
        Tail(identity=b'', last=None, entries=[])
        """
        end = time.monotonic() + wait
        while True:
            tail = self._read(after)
            left = end - time.monotonic()
            if tail.last != after or left <= 0 or self._has_ended.wait(min(PAUSE, left)):
                return tail

    def _read(self, after: Optional[EntryId]) -> Tail:
        with self._mutex:
            self._check()
            file = self._file
            file.refresh()
            wanted: list[Entry] = []
            size = 0
            for record in file.records:
                is_read = len(wanted) == SOME_ENTRIES or size >= SOME_BYTES
                if not is_read and (after is None or record.id > after):
                    wanted.append(file.entry(record))
                    size += record.end - record.start
            last = file.last
            return Tail(file.identity if last else b"", last.id if last else None, wanted)

    def snapshot(self) -> Tail:
        """As of each `Log`.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     log = FileLog(folder + "/log")
        ...     log.snapshot().entries
        ...     log.close()
        []
        """
        with self._mutex:
            self._check()
            file = self._file
            file.refresh()
            found = [each for each in file.records if each.kind == EntryKind.SNAPSHOT][-1:]
            last = file.last
            entries = [file.entry(each) for each in found]
            return Tail(file.identity if last else b"", last.id if last else None, entries)

    def close(self) -> None:
        """As of each `Log`: calls after it raise ValueError. May be called again.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     log = FileLog(folder + "/log")
        ...     log.close(), log.close()
        ...     log.snapshot()
        Traceback (most recent call last):
        ValueError: the log is closed
        """
        if not self._has_ended.is_set():
            self._has_ended.set()
            with self._mutex:
                self._file.close()

    def _check(self) -> None:
        if self._has_ended.is_set():
            raise ValueError("the log is closed")
