"""A list that follows one that another process publishes."""

from __future__ import annotations

from contextlib import suppress
from typing import Generic, Optional

from iqlist import DiffFlag, List, Loading

from .._worker import Filler, OnError
from ..records import M
from .log import EntryId, Log, Tail
from .replica import Decode, Replica

WAIT = 0.25
"""Seconds that a log waits for an entry."""


class Follower(Filler, Generic[M]):
    """Fills a list with what a `Publisher` has put into a log, and follows it.

    `log`         the log; a thread of the follower reads it.
    `decode`      makes a model of what the publisher's `encode` has made of one; it is called on the thread.
                  None: items have no models.
    `list`        the list that is filled, and that nobody else changes. None: a new one. It needs the
                  publisher's `duplicates` if that is `Duplicates.SCOPE`.
    `on_error`    is called with each error, on the thread. None: it is logged as a warning of the logger
                  "iqlist.sync".

    A follower begins with the latest snapshot of the log, however late it comes, and takes the changes since.
    It begins again where it finds a gap, as of entries that were dropped before it had read them; where the
    log is another one, or has lost entries; and where changes do not fit. What it reads together is submitted
    together, see `List.submit`, and where polls are slower, the newest state wins. The list may be filtered,
    sorted and selected in as any other.

    Whatever fails is tried again, after pauses that grow from 0.1 to 10 seconds, and what is shown stays. If
    nothing is, the list shows the placeholder FAILED, with the message of the error as the model of its
    element FAILED.

    Keys, contents, levels, cell classes (by name), elements, and the names of sections that are text or
    integers are those of the publisher's list. `close` the follower, also by `with`.

    >>> import iqlist, tempfile, time
    >>> from iqlist import sync
    >>> folder = tempfile.TemporaryDirectory()
    >>> log = sync.FileLog(folder.name + "/people")
    >>> here = iqlist.List.of_items(["Ada", "Ben"])
    >>> with sync.Publisher(here, log, encode=str.encode), sync.Follower(log, decode=bytes.decode) as there:
    ...     while len(there.list) < 2:
    ...         _ = there.list.poll(), time.sleep(0.01)
    >>> there.list.models()
    ['Ada', 'Ben']
    >>> log.close(), folder.cleanup()
    (None, None)
    """

    list: List[M]
    """The list that is filled. It stays as it is after `close`."""

    def __init__(
        self,
        log: Log,
        *,
        decode: Optional[Decode] = None,
        list: Optional[List[M]] = None,
        on_error: Optional[OnError] = None,
    ) -> None:
        super().__init__("iqlist.sync", List() if list is None else list, on_error)
        self.list.set_loading(Loading.YES)
        self._log = log
        self._replica = Replica(decode, self.list._duplicates)
        self._identity = b""
        self._reloads = False
        """Whether all is to be shown anew."""
        self._stopped: Optional[EntryId] = None
        """The last entry before one that could not be taken."""
        self._thread.start()

    @property
    def id(self) -> Optional[EntryId]:
        """The entry whose state was submitted last; None: there was none."""
        return self._replica.id

    def close(self) -> None:
        """Ends the thread, and waits for that, unless it is called there. May be called again.

        >>> import tempfile
        >>> from iqlist import sync
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     log = sync.FileLog(folder + "/people")
        ...     follower = sync.Follower(log)
        ...     follower.close(), log.close()
        ...     len(follower.list)
        (None, None)
        0
        """
        self._close()

    def __enter__(self) -> Follower[M]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- on the thread

    def _turn(self) -> None:
        self._check_submitted()
        known = self._replica.id
        tail = None if known is None else self._log.read(known, WAIT)
        has_news = self._begin() if tail is None or self._is_another(tail) else self._continue(tail)
        self._error = None
        if has_news:
            self._show()
        elif self._replica.id is None:
            self._wait(WAIT)

    def _is_another(self, tail: Tail) -> bool:
        """Whether it is another log, or has lost entries."""
        known = self._replica.id
        return tail.identity != self._identity or (
            known is not None and (tail.last is None or tail.last < known)
        )

    def _continue(self, tail: Tail) -> bool:
        """Where it cannot, from the latest snapshot on. What stops it at the same place again is an error as
        any other; the next snapshot mends it."""
        try:
            return self._take(tail)
        except Exception:
            place = self._replica.id
            has_news = self._begin()
            if place is not None and place == self._stopped and not self._is_beyond(place):
                raise
            self._stopped = place
            return has_news

    def _is_beyond(self, place: EntryId) -> bool:
        return self._replica.id is not None and self._replica.id > place

    def _begin(self) -> bool:
        """From the latest snapshot on, with what has come since, so that nothing old is shown first."""
        tail = self._log.snapshot()
        self._identity = tail.identity
        self._replica.id = None
        has_news = self._take(tail)
        if self._replica.id != tail.last:
            # What cannot be taken is found again in the next turn, which says so.
            with suppress(Exception):
                self._take(self._log.read(self._replica.id, 0))
        return has_news

    def _take(self, tail: Tail) -> bool:
        """Whether anything is new."""
        has_news = False
        for entry in tail.entries:
            body = self._replica.take(entry)
            if body is not None:
                has_news, self._reloads = True, self._reloads or body.reloads
        return has_news

    def _show(self) -> None:
        flags = DiffFlag.RELOAD if self._reloads else DiffFlag.NONE
        self._reloads = False
        self._submit(self._replica.state(), flags)
        self._replica.clear_marks()

    def _check_submitted(self) -> None:
        """It begins again, where the list does not have what was submitted."""
        if self._failure is not None:
            self._replica.id = None
        super()._check_submitted()
