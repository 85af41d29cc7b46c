"""Logs over PostgreSQL, by psycopg 3: two tables, and notifications.

    iqlist_logs       name, identity, epoch, number, writer          a row for each log: its last entry
    iqlist_entries    name, epoch, number, kind, writer, body

A notification carries the id of an entry, and no more. Who waits has a second connection, which listens
before the first one reads, so nothing is missed in between.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from secrets import token_bytes
from typing import Any, Callable, Optional

from ..sql.postgres import loaded_psycopg, quoted
from .heads import SLICE, before
from .log import Entry, EntryId, EntryKind, RefusedError, Tail
from .statements import APPEND, LOCK_TIMEOUT, READ, SNAPSHOT, TABLES


class PostgresLog:
    """A log in a database of PostgreSQL, whose tables `PostgresLog.tables` makes.

    `connect`   makes a connection of psycopg 3.2 or later (`pip install iqlist[postgres]`), to the server
                itself: a pool that shares connections among transactions loses notifications. It is called on
                any thread, once for each call that is under way at the same time, twice for a `read` that
                waits, and again when connections were lost. The log keeps them for the next calls. An append
                waits at most 10 seconds for another one, unless its connection has a `lock_timeout`.
    `name`      of the log, of at most 56 bytes in UTF-8: its channel is "iqlist:" and that.

    To empty a log, delete its row of iqlist_logs. Any thread may call the methods.

    >>> log = PostgresLog(connect, "orders")
    >>> log.append(Entry(EntryId(1, 1), EntryKind.SNAPSHOT, bytes(16), b"Ada, Ben"))
    >>> log.read(None, wait=0).entries[0].body
    b'Ada, Ben'
    >>> log.close()
    """

    def __init__(self, connect: Callable[[], Any], name: str) -> None:
        if len(name.encode()) > 56:
            raise ValueError(f"the name of a log has at most 56 bytes: {name}")
        self._connect, self._name, self._channel = connect, name, f"iqlist:{name}"
        self._lock, self._closed = threading.Lock(), False
        self._idle: list[Any] = []

    @staticmethod
    def tables() -> str:
        """SQL that makes the tables and the function of all logs of a database; run it once, with a right to
        create them. Tables that are there stay as they are. Publishers need the rights to SELECT, INSERT,
        UPDATE and DELETE, followers that to SELECT.

        >>> with connect() as connection:
        ...     _ = connection.execute(PostgresLog.tables())
        """
        return TABLES

    def append(self, entry: Entry) -> None:
        """As `Log.append`, in one call of a function of the server.

        >>> log = PostgresLog(connect, "people")
        >>> log.append(Entry(EntryId(1, 1), EntryKind.SNAPSHOT, bytes(16), b"Ada, Ben"))
        >>> log.append(Entry(EntryId(1, 3), EntryKind.CHANGES, bytes(16), b"Cem"))
        Traceback (most recent call last):
        iqlist.sync.log.RefusedError: another entry is the last one of the log: 1-1
        >>> log.close()
        """
        values: dict[str, Any] = {**entry._asdict(), "name": self._name, "identity": token_bytes(16)}
        values["kind"] = int(entry.kind)
        values["epoch"], values["number"] = entry.id
        values["epoch_before"], values["number_before"] = before(entry)
        with self._connection() as connection:
            epoch, number, writer = connection.execute(APPEND, values, binary=True).fetchone()
        last = None if epoch is None else EntryId(epoch, number)
        if (last, writer) != (entry.id, entry.writer):
            raise RefusedError(last, writer or b"")

    def read(self, after: Optional[EntryId], wait: float) -> Tail:
        """As `Log.read`. At most 256 entries are read at once, and none behind 8 MiB. A log that is emptied
        meanwhile is noticed at the end, or when it has an entry again.

        >>> log = PostgresLog(connect, "people")
        >>> tail = log.read(EntryId(1, 1), wait=0.1)
        >>> tail.last, tail.entries
        (EntryId(epoch=1, number=1), [])
        >>> log.close()
        """
        end = time.monotonic() + wait
        tail = self._tail(READ, after)
        if tail.last != after or wait <= 0 or self._closed:
            return tail
        with self._connection() as listening:
            listening.execute(f"LISTEN {quoted(self._channel)}")
            # Again: what was appended before that was not notified.
            while (tail := self._tail(READ, after)).last == after and self._is_notified(listening, end):
                pass
            listening.execute(f"UNLISTEN {quoted(self._channel)}")
        return tail

    def snapshot(self) -> Tail:
        """As `Log.snapshot`.

        >>> log = PostgresLog(connect, "people")
        >>> log.snapshot().entries[0].id
        EntryId(epoch=1, number=1)
        >>> log.close()
        """
        return self._tail(SNAPSHOT)

    def close(self) -> None:
        """Closes the connections, and ends a `read` that waits, within a quarter of a second. The log can
        still be called; it keeps no connection then, and waits for nothing.

        >>> PostgresLog(connect, "people").close()
        """
        with self._lock:
            self._closed = True
        self._close_idle()

    def _tail(self, statement: str, after: Optional[EntryId] = None) -> Tail:
        epoch, number = after or (0, 0)
        values = {"name": self._name, "epoch": epoch, "number": number}
        with self._connection() as connection:
            rows = connection.execute(statement, values, binary=True).fetchall()
        if not rows:
            return Tail(b"", None, [])
        entries = [
            Entry(EntryId(*row[3:5]), EntryKind(row[5]), *row[6:]) for row in rows if row[3] is not None
        ]
        return Tail(rows[0][0], EntryId(*rows[0][1:3]), entries)

    def _is_notified(self, listening: Any, end: float) -> bool:
        """Whether an entry is appended before that time, and before the log is closed."""
        while not self._closed and (left := end - time.monotonic()) > 0:
            if list(listening.notifies(timeout=min(left, SLICE), stop_after=1)):
                return True
        return False

    @contextmanager
    def _connection(self) -> Generator[Any, None, None]:
        """One that nobody else uses meanwhile. After an error those that are kept are not trusted either."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        if connection is None:
            connection = prepared(self._connect())
        try:
            yield connection
        except BaseException:
            connection.close()
            self._close_idle()
            raise
        with self._lock:
            self._idle.append(connection)
        if self._closed:
            self._close_idle()

    def _close_idle(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


def prepared(connection: Any) -> Any:
    """Whatever its maker has set, rows are tuples, and the function sees what others have committed while it
    waited for them, which is not without end."""
    try:
        psycopg = loaded_psycopg()
        connection.rollback()
        connection.autocommit = True
        connection.row_factory = psycopg.rows.tuple_row
        connection.cursor_factory = psycopg.Cursor
        connection.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED")
        connection.execute(LOCK_TIMEOUT)
    except BaseException:
        connection.close()
        raise
    return connection
