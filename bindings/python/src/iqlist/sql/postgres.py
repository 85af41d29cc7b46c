"""PostgreSQL, by psycopg 3: rows of one moment, and notifications that they have changed.

    connection   BEGIN READ ONLY, REPEATABLE READ ── SELECT ... ── ROLLBACK      one for each reading
    listening    LISTEN channel                                                 in autocommit, all the time

The second connection listens before the first one reads, so no change is missed in between.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Callable

from .sources import Source

CHANNEL = "iqlist"


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def triggers(table: str, channel: str = CHANNEL) -> str:
    """SQL for PostgreSQL, which makes each change of the table a notification; install it once, with a right
    to create functions and triggers. A name with a dot has a schema before it. What was there is replaced.

    >>> print(triggers("mail.letters"))
    CREATE OR REPLACE FUNCTION iqlist_notify() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_notify(TG_ARGV[0], ''); RETURN NULL; END $$;
    DROP TRIGGER IF EXISTS iqlist_notify ON "mail"."letters";
    CREATE TRIGGER iqlist_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "mail"."letters"
      FOR EACH STATEMENT EXECUTE FUNCTION iqlist_notify('iqlist');
    """
    where = ".".join(map(quoted, table.split(".")))
    text = channel.replace("'", "''")
    return (
        "CREATE OR REPLACE FUNCTION iqlist_notify() RETURNS trigger LANGUAGE plpgsql AS\n"
        "  $$ BEGIN PERFORM pg_notify(TG_ARGV[0], ''); RETURN NULL; END $$;\n"
        f"DROP TRIGGER IF EXISTS iqlist_notify ON {where};\n"
        f"CREATE TRIGGER iqlist_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {where}\n"
        f"  FOR EACH STATEMENT EXECUTE FUNCTION iqlist_notify('{text}');"
    )


def is_postgres(connection: Any) -> bool:
    return type(connection).__module__.partition(".")[0] == "psycopg"


def loaded_psycopg() -> Any:
    """The module, which whoever has made a connection has loaded. A RuntimeError says that it is too old."""
    psycopg: Any = sys.modules["psycopg"]
    if tuple(map(int, psycopg.__version__.split(".")[:2])) < (3, 2):
        # Earlier ones lose notifications that arrive while a statement is run.
        raise RuntimeError(f"psycopg 3.2 or later is needed, and this is {psycopg.__version__}")
    return psycopg


class PostgresSource(Source):
    """A connection for reading, and one that listens."""

    pause = 0.1

    def __init__(self, connect: Callable[[], Any], connection: Any, channels: Sequence[str]) -> None:
        super().__init__(connection)
        psycopg = loaded_psycopg()
        connection.rollback()
        connection.autocommit = False
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        self._listening = connect()
        self._listening.autocommit = True
        for channel in channels:
            self._listening.execute(f"LISTEN {quoted(channel)}")

    def has_changed(self) -> bool:
        """Takes all notifications that have come: together they are one change."""
        return len(list(self._listening.notifies(timeout=0))) > 0

    def interrupt(self) -> None:
        with suppress(Exception):
            self.connection.cancel_safe(timeout=1)

    def close(self) -> None:
        super().close()
        with suppress(Exception):
            self._listening.close()
