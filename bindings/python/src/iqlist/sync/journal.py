"""A file that saves what a list shows, and the last steps of it."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any, NamedTuple, Optional, Union

from iqlist import BusyError, List, Snapshot

from .._worker import OnError, tell
from ..commits import Step
from .bodies import Body
from .filling import fill
from .log import Entry, EntryId, EntryKind
from .log_file import LogFile
from .recorder import Encode, Recorder
from .replica import Decode


class Saved(NamedTuple):
    """The last entry of the file, and what the list showed then."""

    id: EntryId
    state: Snapshot[Any]


class Journal:
    """Saves each commit of a list in a file, and fills the list from it the next time.

    `path`        the file: the log of a `FileLog`, which this journal alone writes. BlockingIOError if
                  another journal has it open, ValueError if it is something else.
    `list`        any list but a derived one. It is filled from the file, without `decode` with items that
                  have no models: ValueError if it is not empty then. If there is no file, it is made, of what
                  the list shows.
    `encode`, `decode`   make bytes of a model, and a model of the bytes: of items, and of elements such as
                  headers. They must not change the list.
    `steps`       how many of the last commits are made again one by one, so that they can be undone, as far
                  as the bytes of `List.set_undo` allow; call that before.
    `every`       after how many commits all is saved once more. What is before the last time but one is
                  dropped from the file.
    `fsync`       whether each commit is on the disk when its call returns, for power cuts. Without it, it is
                  so when the process is killed, but not always when the machine loses power.
    `on_error`    is called with what prevents saving, on the thread that commits. None: it is logged as a
                  warning of the logger "iqlist.sync".

    A commit is saved in the call that makes it, on any thread, and costs what has changed; models count by
    the contents of their items. If it cannot be saved, as where the disk is full, the list goes on, and the
    next commit saves all. A file that ends in the middle, as of a process that was killed, is read up to its
    last whole commit. If the file does not fit together, what that raises comes from the constructor, and the
    file stays as it is.

    Undo and redo are saved as such. States such as the selection are not saved.

    >>> import iqlist, tempfile
    >>> from iqlist import sync
    >>> folder = tempfile.TemporaryDirectory()
    >>> def opened():
    ...     tasks = iqlist.List()
    ...     tasks.set_undo(1 << 20)
    ...     return tasks, sync.Journal(folder.name + "/tasks", tasks, encode=str.encode, decode=bytes.decode)
    >>> tasks, journal = opened()
    >>> _ = tasks.set_items(["read", "write"]), tasks.set_items(["write"])
    >>> journal.close()
    >>> tasks, journal = opened()
    >>> tasks.models(), tasks.undo(), tasks.models()
    (['write'], <Changeset: 1 item inserts>, ['read', 'write'])
    >>> journal.close(), folder.cleanup()
    (None, None)
    """

    def __init__(
        self,
        path: Union[str, os.PathLike[str]],
        list: List[Any],
        *,
        encode: Optional[Encode] = None,
        decode: Optional[Decode] = None,
        steps: int = 100,
        every: int = 1000,
        fsync: bool = False,
        on_error: Optional[OnError] = None,
    ) -> None:
        self.list, self._on_error = list, on_error
        self._recorder = Recorder(list, encode)
        self._every = max(every, steps)
        self._writer = os.urandom(16)
        self._mutex = threading.RLock()
        self._is_busy = self._has_ended = False
        self._error: Optional[Exception] = None
        self._entries = 0
        """Since the last snapshot."""
        self._saved: Optional[Saved] = None
        """None: all is to be saved."""
        self._file = LogFile(Path(path), fsync)
        try:
            self._file.lock(waits=False)
            self._file.refresh()
            if self._file.records:
                self._fill(decode, steps)
            else:
                self._write(Step.NO_STEP)
        except BaseException as error:
            self._file.close()
            if isinstance(error, BlockingIOError):
                raise BlockingIOError(error.errno, "another journal has the file open", str(path)) from None
            raise
        list._watch(self._save)

    @property
    def error(self) -> Optional[Exception]:
        """What has prevented saving at last; None once all is saved again."""
        return self._error

    def close(self) -> None:
        """Ends saving, and lets the file go; what could not be saved is tried once more. May be called
        again.

        >>> import iqlist, tempfile
        >>> from iqlist import sync
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     sync.Journal(folder + "/tasks", iqlist.List()).close()
        ...     with sync.Journal(folder + "/tasks", iqlist.List()) as journal:
        ...         print(journal.error)
        None
        """
        self.list._unwatch(self._save)
        if self._saved is None:
            self._save(Step.NO_STEP)
        with self._mutex:
            if not self._has_ended:
                self._has_ended = True
                self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _fill(self, decode: Optional[Decode], steps: int) -> None:
        if self.list.info().sections:
            raise ValueError("a journal fills an empty list")
        fill(self.list, self._file, decode, steps if self.list.undo_bytes.limit else 0)
        self._saved = Saved(self._file.records[-1].id, self._recorder.state())
        kinds = [record.kind for record in self._file.records]
        self._entries = (
            len(kinds) - 1 - max(at for at, kind in enumerate(kinds) if kind == EntryKind.SNAPSHOT)
        )

    def _save(self, step: Step) -> None:
        """After a commit."""
        with self._mutex:
            if self._has_ended or self._is_busy:
                return
            self._is_busy = True
            try:
                self._write(step)
                self._error = None
            except BusyError:
                # An edit is open, whose commit comes here again.
                pass
            except Exception as error:
                self._saved, self._error = None, error
                tell("iqlist.sync", self._on_error, error)
            finally:
                self._is_busy = False

    def _write(self, step: Step) -> None:
        # Somebody may have removed the file, or another one is in its place.
        self._file.lock(waits=False)
        self._file.refresh()
        last = self._file.last
        if self._saved is None or last is None or last.id != self._saved.id:
            self._write_all(EntryId(last.id.epoch + 1 if last else 1, 1), self._recorder.state())
            return
        found = self._recorder.changes(self._saved.state, step)
        if found is None:
            return
        body, state = found
        epoch, number = self._saved.id
        self._append(EntryId(epoch, number + 1), EntryKind.CHANGES, body)
        self._saved = Saved(EntryId(epoch, number + 1), state)
        self._entries += 1
        if self._entries >= self._every:
            self._write_all(EntryId(epoch, number + 2), state)

    def _write_all(self, id: EntryId, state: Snapshot[Any]) -> None:
        self._append(id, EntryKind.SNAPSHOT, self._recorder.whole(state))
        self._saved, self._entries = Saved(id, state), 0

    def _append(self, id: EntryId, kind: EntryKind, body: Body) -> None:
        self._file.append(Entry(id, kind, self._writer, body.pack()))
