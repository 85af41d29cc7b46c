"""Connections to databases: how rows are read in one transaction, and what is known of changes.

All of it is called on one thread, that of the query; but for `interrupt`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, Optional


class Rows(NamedTuple):
    """What a query has answered."""

    names: list[str]
    """Those of the columns."""
    rows: list[Any]
    """As the driver makes them."""


class Source:
    """A connection of any driver of the DB-API: nothing says that its database has changed."""

    pause = 1.0
    """How many seconds after `has_changed` it is asked again, and a list that is closed is noticed."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    @contextmanager
    def transaction(self) -> Generator[None, None, None]:
        """What is read inside is of one moment, and nothing stays locked."""
        try:
            yield
        finally:
            # Also of a connection that has no transactions, or was lost meanwhile.
            with suppress(Exception):
                self.connection.rollback()

    def rows(self, sql: str, parameters: Any) -> Rows:
        """What a query answers, inside a transaction."""
        cursor = self.connection.cursor()
        try:
            cursor.execute(sql, parameters)
            if cursor.description is None:
                raise ValueError(f"a query answers with rows, which this does not: {sql}")
            return Rows([column[0] for column in cursor.description], list(cursor.fetchall()))
        finally:
            with suppress(Exception):
                cursor.close()

    def has_changed(self) -> bool:
        """Whether somebody has changed the database since the last transaction, as far as that is known."""
        return False

    def is_busy(self, error: Exception) -> bool:
        """Whether the error says no more than that another has locked the database for a while."""
        return False

    def interrupt(self) -> None:
        """Ends a query that is under way, if the driver can. On any thread."""

    def close(self) -> None:
        with suppress(Exception):
            self.connection.close()


class SqliteSource(Source):
    """A connection to a file of SQLite, or to a database in memory that several connections share. It is
    asked for the version of its data, which each commit of another connection changes, in any process."""

    pause = 0.1
    _version: Optional[int] = None

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        # Who is locked out asks again, and can be closed meanwhile.
        connection.execute("PRAGMA busy_timeout = 0").close()

    @contextmanager
    def transaction(self) -> Generator[None, None, None]:
        connection = self.connection
        if connection.in_transaction:
            connection.rollback()
        # A connection that is not in autocommit has begun the next one by itself.
        if not connection.in_transaction:
            connection.execute("BEGIN").close()
        with super().transaction():
            version = self._data_version()
            yield
            self._version = version

    def has_changed(self) -> bool:
        if self._version is None:
            return False
        found = self._data_version()
        # A connection that is not in autocommit would keep its lock, and nobody could write.
        if self.connection.in_transaction:
            self.connection.rollback()
        return found != self._version

    def _data_version(self) -> int:
        [(version,)] = tuples(self.connection, "PRAGMA data_version")
        return int(version)

    def is_busy(self, error: Exception) -> bool:
        if not isinstance(error, sqlite3.OperationalError):
            return False
        code = getattr(error, "sqlite_errorcode", None)
        return " is locked" in str(error) if code is None else code & 0xFF in (SQLITE_BUSY, SQLITE_LOCKED)

    def interrupt(self) -> None:
        with suppress(sqlite3.Error):
            self.connection.interrupt()


SQLITE_BUSY, SQLITE_LOCKED = 5, 6


def tuples(connection: sqlite3.Connection, sql: str) -> Sequence[Any]:
    """Rows as tuples, whatever the connection makes of rows."""
    cursor = connection.cursor()
    cursor.row_factory = None
    try:
        return cursor.execute(sql).fetchall()
    finally:
        cursor.close()
