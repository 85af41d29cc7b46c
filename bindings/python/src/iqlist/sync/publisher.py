"""What a list shows, put into a log for all who follow it."""

from __future__ import annotations

import os
import time
from typing import Any, NamedTuple, Optional

from iqlist import BusyError, List, Snapshot

from .._worker import OnError, Worker
from ..commits import Step
from .log import Entry, EntryId, EntryKind, Log, RefusedError
from .recorder import Encode, Recorder

END = EntryId(2**63 - 1, 2**63 - 1)
"""After all entries."""


class TakenOverError(Exception):
    """Another publisher has begun the next epoch of the log.

    >>> import iqlist, tempfile
    >>> from iqlist import sync
    >>> folder, errors = tempfile.TemporaryDirectory(), []
    >>> log, people = sync.FileLog(folder.name + "/people"), iqlist.List.of_items(["Ada"])
    >>> with sync.Publisher(people, log, on_error=errors.append) as first:
    ...     _ = first.flush()
    ...     with sync.Publisher(iqlist.List(), log) as second:
    ...         second.flush(), people.set_items(["Ben"]), first.flush()
    (True, <Changeset: 1 item deletes, 1 item inserts>, False)
    >>> errors, log.close(), folder.cleanup()
    ([TakenOverError(...)], None, None)
    """


class Sent(NamedTuple):
    """An entry, and the state that it makes."""

    entry: Entry
    state: Snapshot[Any]


class Publisher(Worker):
    """Puts what a list shows into a log, and then each change.

    `list`        any list, also a derived one.
    `log`         the log; a thread of the publisher writes it.
    `encode`      makes bytes of a model, for items that are new or whose contents have changed, and for
                  elements such as headers; it is called on the thread, so models should not change by
                  themselves. None: models are not sent. What has no model, None, has none there.
    `every`       after how many entries a snapshot of all follows.
    `on_error`    is called with each error, on the thread. None: it is logged as a warning of the logger
                  "iqlist.sync".

    The thread wakes with each commit, also in polls, and what was committed while it wrote is the next entry.
    While the log cannot be reached nothing is queued: afterwards one entry has all that has changed. An edit
    that is open is sent when it is committed. States such as the selection are not sent.

    A publisher begins the next epoch of the log. One that was there before ends with `TakenOverError`, which
    `on_error` is given. Whatever else fails is tried again, after pauses that grow from 0.1 to 10 seconds.

    `close` the publisher, also by `with`, whose end waits up to a second until the log has all. There is an
    example of both ends in `Follower`.

    >>> import iqlist, tempfile
    >>> from iqlist import sync
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log, people = sync.FileLog(folder + "/people"), iqlist.List.of_items(["Ada"])
    ...     with sync.Publisher(people, log, encode=str.encode):
    ...         _ = people.set_items(["Ada", "Ben"])
    ...     log.snapshot().entries[0].kind.name
    ...     log.close()
    'SNAPSHOT'
    """

    list: List[Any]
    """The list that is published."""
    _last = (TakenOverError,)

    def __init__(
        self,
        list: List[Any],
        log: Log,
        *,
        encode: Optional[Encode] = None,
        every: int = 1000,
        on_error: Optional[OnError] = None,
    ) -> None:
        super().__init__("iqlist.sync", list, on_error)
        self._log, self._every = log, every
        self._recorder = Recorder(list, encode)
        self._writer = os.urandom(16)
        self._epoch = 0
        """The last epoch that it has begun; 0: none."""
        self._sent: Optional[Sent] = None
        """The last entry that is in the log; None: an epoch is to be begun."""
        self._doubtful: Optional[Sent] = None
        """An entry that may be in the log: its append has failed."""
        self._entries = 0
        """Since the last snapshot."""
        self._commits = self._done = 0
        """How many commits there were, and how many of these are in the log."""
        list._watch(self._watch)
        self._thread.start()

    @property
    def id(self) -> Optional[EntryId]:
        """The last entry that it has put into the log; None: there is none, or the log has lost it."""
        sent = self._sent
        return None if sent is None else sent.entry.id

    def flush(self, wait: Optional[float] = None) -> bool:
        """Waits until all that was committed up to now is in the log, at most `wait` seconds; None: until it
        is. Returns whether it is.

        >>> import iqlist, tempfile
        >>> from iqlist import sync
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     log = sync.FileLog(folder + "/people")
        ...     with sync.Publisher(iqlist.List.of_items(["Ada"]), log) as publisher:
        ...         publisher.flush(), publisher.id
        ...     log.close()
        (True, EntryId(epoch=1, number=1))
        """
        with self._changed:
            wanted = self._commits
            end = None if wait is None else time.monotonic() + wait
            while not (self._done >= wanted and self._sent) and self._thread.is_alive():
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    break
                # The thread may end without a word.
                self._changed.wait(1 if left is None else min(left, 1))
            return self._done >= wanted and self._sent is not None

    def close(self) -> None:
        """Ends the thread, and waits for that, unless it is called there. What the log does not have yet is
        not sent: see `flush`. May be called again.

        >>> import iqlist, tempfile
        >>> from iqlist import sync
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     log = sync.FileLog(folder + "/people")
        ...     publisher = sync.Publisher(iqlist.List.of_items(["Ada"]), log)
        ...     publisher.flush(), publisher.close(), publisher.close()
        ...     log.close()
        (True, None, None)
        """
        self.list._unwatch(self._watch)
        self._close()

    def __enter__(self) -> Publisher:
        return self

    def __exit__(self, kind: Any, *_: object) -> None:
        if kind is None and self._error is None:
            self.flush(1)
        self.close()

    def _watch(self, _: Step) -> None:
        """After a commit."""
        with self._changed:
            self._commits += 1
        self._wake()

    # --- on the thread

    def _turn(self) -> None:
        with self._changed:
            commits = self._commits
        try:
            sent = self._doubtful or self._next()
        except BusyError:
            # An edit is open. Nobody says that it was abandoned.
            self._wait(0.05)
            return
        if sent is None:
            with self._changed:
                self._done = commits
                self._changed.notify_all()
            self._error = None
            self._wait(3600)
            return
        self._doubtful = sent
        try:
            self._log.append(sent.entry)
        except RefusedError as error:
            self._doubtful = None
            self._take_refusal(sent.entry, error)
            return
        self._doubtful = None
        self._entries = 0 if sent.entry.kind == EntryKind.SNAPSHOT else self._entries + 1
        self._epoch, self._sent = sent.entry.id.epoch, sent

    def _next(self) -> Optional[Sent]:
        """The next entry; None: all is in the log."""
        if self._sent is None:
            epoch, _ = self._log.read(END, 0).last or (0, 0)
            state = self._recorder.state()
            return Sent(self._snapshot(EntryId(epoch + 1, 1), state), state)
        (epoch, number), state = self._sent.entry.id, self._sent.state
        following = EntryId(epoch, number + 1)
        if self._entries >= self._every:
            return Sent(self._snapshot(following, state), state)
        found = self._recorder.changes(state, Step.STEP)
        if found is None:
            return None
        body, state = found
        return Sent(Entry(following, EntryKind.CHANGES, self._writer, body.pack()), state)

    def _snapshot(self, id: EntryId, state: Snapshot[Any]) -> Entry:
        return Entry(id, EntryKind.SNAPSHOT, self._writer, self._recorder.whole(state).pack())

    def _take_refusal(self, entry: Entry, error: RefusedError) -> None:
        """Begins the next epoch, unless another publisher has."""
        is_ours = error.writer == self._writer
        is_later = error.last is not None and error.last.epoch >= self._epoch > 0
        if is_later and not is_ours:
            raise TakenOverError(f"another publisher has written entry {error.last}") from error
        self._sent = None
