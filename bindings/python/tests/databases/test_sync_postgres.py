"""`iqlist.sync.PostgresLog`: what each log does, connections, and servers that go and come."""

from __future__ import annotations

import doctest
import threading
import time
from collections.abc import Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sync_session
from log_contract import CONTRACT, Rule
from log_places import (
    BEN,
    LONG,
    Place,
    changes,
    check_limits,
    fill,
    is_refused,
    opened,
    read_all,
    snapshot,
    waiting,
)
from postgres import Server, server
from psycopg.rows import dict_row

from iqlist.sync import EntryId, Log, PostgresLog, RefusedError, postgres_log


@pytest.fixture(scope="module")
def running() -> Generator[Server, None, None]:
    with server() as made:
        made.execute(PostgresLog.tables())
        yield made


@pytest.fixture
def there(running: Server) -> Server:
    running.execute("DELETE FROM iqlist_logs")
    return running


def connect(folder: Path) -> psycopg.Connection[Any]:
    return psycopg.connect(host=str(folder), user="postgres", dbname="postgres")


def open_log(folder: Path, name: str) -> Log:
    """Can be pickled, for other processes."""
    return PostgresLog(partial(connect, folder), name)


def place(there: Server, name: str = "people") -> Place:
    empty = partial(there.execute, "DELETE FROM iqlist_logs WHERE name = %s", name)
    return Place(partial(open_log, there.folder, name), empty)


@pytest.mark.parametrize("rule", CONTRACT, ids=lambda rule: rule.__name__)
def test_a_log(there: Server, rule: Rule) -> None:
    rule(place(there))


def test_the_examples(there: Server) -> None:
    """Those of the docstrings."""
    found = doctest.testmod(postgres_log, extraglobs={"connect": there.connect}, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 12 and found.failed == 0


def test_little_is_read_at_once(there: Server) -> None:
    with opened(place(there)) as log:
        check_limits(log, 256, 8 << 20)


def test_logs_of_a_database_are_apart(there: Server) -> None:
    """Also if their names are odd."""
    names = ["", "people", "People", 'it\'s "ours"', "people'; --", "ä" * 28, "%s"]
    for number, name in enumerate(names):
        with opened(place(there, name)) as log:
            fill(log, snapshot(1, 1, body=name.encode()), *(changes(1, 2 + at) for at in range(number)))
    for number, name in enumerate(names):
        with opened(place(there, name)) as log, opened(place(there, names[number - 1])) as other:
            assert [entry.body for entry in read_all(log)] == [name.encode()] + [b"some"] * number
            last = log.snapshot().last
            read, of_other = waiting(log, last), waiting(other, other.snapshot().last, 0.3)
            time.sleep(0.1)
            log.append(snapshot(2, 1))
            assert read.answer().last == (2, 1)
            assert of_other.answer().entries == []
    with pytest.raises(ValueError, match="at most 56 bytes"):
        PostgresLog(there.connect, "ä" * 29)


def test_a_notification_carries_the_id_and_no_more(there: Server) -> None:
    """One that is refused, or there already, is none."""
    with closing(there.connect()) as listening, opened(place(there)) as log:
        listening.autocommit = True
        listening.execute('LISTEN "iqlist:people"')
        fill(log, snapshot(1, 1, body=bytes(1 << 20)), snapshot(1, 1), changes(1, 2))
        is_refused(log, changes(1, 4))
        log.append(snapshot(2, 1))
        found = list(listening.notifies(timeout=2, stop_after=3))
    assert [notified.payload for notified in found] == ["1-1", "1-2", "2-1"]


def test_tables_may_be_made_twice(there: Server) -> None:
    with opened(place(there)) as log:
        log.append(snapshot(1, 1))
        there.execute(PostgresLog.tables())
        assert read_all(log) == [snapshot(1, 1)]


def test_a_connection_as_its_maker_likes_it(there: Server) -> None:
    """In a transaction, with rows that are no tuples, and strict about what others commit meanwhile."""

    def connect() -> Any:
        made: Any = there.connect()
        made.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE")
        made.commit()
        made.isolation_level = psycopg.IsolationLevel.SERIALIZABLE
        made.row_factory, made.cursor_factory = dict_row, psycopg.RawCursor
        made.execute("SELECT 1")
        return made

    [rule] = [rule for rule in CONTRACT if rule.__name__ == "each_id_has_one_winner_among_threads"]
    rule(place(there)._replace(open=lambda: PostgresLog(connect, "people")))


# --- connections


def test_connections_are_kept_and_given_back(there: Server) -> None:
    """One, and another one for each read that waits."""
    made: list[psycopg.Connection[Any]] = []

    def connect() -> Any:
        made.append(there.connect())
        return made[-1]

    log = PostgresLog(connect, "people")
    assert len(made) == 0
    log.append(snapshot(1, 1))
    assert read_all(log) == log.read(None, LONG).entries
    assert len(made) == 1
    for number in range(2, 9):
        read = waiting(log, EntryId(1, number - 1))
        time.sleep(0.1)
        log.append(changes(1, number))
        read.answer()
    assert 2 <= len(made) <= 3
    reads = [waiting(log, EntryId(1, 8)) for _ in range(3)]
    time.sleep(0.3)
    log.append(changes(1, 9))
    for read in reads:
        read.answer()
    assert 4 <= len(made) <= 7
    listening = there.rows("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    assert listening == [(0,)]
    log.close()
    assert len(read_all(log)) == 9
    assert waiting(log, EntryId(1, 9)).answer().entries == []
    assert all(connection.closed for connection in made)


def test_a_connection_that_cannot_be_made(there: Server) -> None:
    tried: list[int] = []

    def connect() -> Any:
        tried.append(1)
        return psycopg.connect(host="/nonexistent") if len(tried) == 1 else there.connect()

    with opened(Place(lambda: PostgresLog(connect, "people"), print)) as log:
        with pytest.raises(psycopg.OperationalError, match="/nonexistent"):
            log.append(snapshot(1, 1))
        log.append(snapshot(1, 1))


def test_connections_that_were_lost_are_lost_once(there: Server) -> None:
    """However many were kept: the next call has a new one."""
    with opened(place(there)) as log:
        log.append(snapshot(1, 1))
        reads = [waiting(log, EntryId(1, 1), 0.5) for _ in range(3)]
        for read in reads:
            read.answer()
        there.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        with pytest.raises(psycopg.OperationalError):
            log.append(changes(1, 2))
        log.append(changes(1, 2))
        assert read_all(log) == [snapshot(1, 1), changes(1, 2)]


def test_an_error_in_a_statement_is_no_end(there: Server) -> None:
    with opened(place(there)) as log:
        log.append(snapshot(1, 1))
        there.execute("ALTER TABLE iqlist_entries RENAME TO others")
        try:
            for call in (lambda: log.append(changes(1, 2)), lambda: log.read(None, LONG), log.snapshot):
                with pytest.raises(psycopg.ProgrammingError):
                    call()
        finally:
            there.execute("ALTER TABLE others RENAME TO iqlist_entries")
        assert log.read(None, 0).last == (1, 1)
        log.append(changes(1, 2))
        assert read_all(log) == [snapshot(1, 1), changes(1, 2)]


def test_a_server_that_is_killed_in_the_middle() -> None:
    """Errors are raised, also by a read that waits, and what was appended is there again."""
    with server() as there:
        there.execute(PostgresLog.tables())
        with opened(place(there)) as log, opened(place(there)) as other:
            fill(log, snapshot(1, 1), changes(1, 2))
            identity = log.snapshot().identity
            errors: list[Exception] = []

            def read() -> None:
                try:
                    other.read(EntryId(1, 2), LONG)
                except psycopg.OperationalError as error:
                    errors.append(error)

            thread = threading.Thread(target=read)
            thread.start()
            time.sleep(0.5)
            there.kill()
            thread.join(LONG / 2)
            assert len(errors) == 1
            for _ in range(2):
                with pytest.raises(psycopg.OperationalError):
                    log.append(changes(1, 3))
            there.start()
            fill(log, changes(1, 2), changes(1, 3))
            assert read_all(other) == [snapshot(1, 1), changes(1, 2), changes(1, 3)]
            assert other.snapshot().identity == identity


def test_one_that_hangs_in_a_transaction_lets_others_read(there: Server) -> None:
    """Appends wait for it, and are refused afterwards."""
    with opened(place(there)) as log, closing(there.connect()) as hanging:
        log.append(snapshot(1, 1))
        hanging.execute("UPDATE iqlist_logs SET epoch = 2, number = 1")
        refused: list[RefusedError] = []

        def append() -> None:
            try:
                log.append(changes(1, 2, BEN))
            except RefusedError as error:
                refused.append(error)

        thread = threading.Thread(target=append)
        thread.start()
        time.sleep(0.3)
        assert thread.is_alive() and log.read(None, 0).last == (1, 1)
        hanging.commit()
        thread.join(LONG / 2)
        assert refused[0].last == (2, 1)


def test_an_append_waits_as_long_as_its_connection_says(there: Server) -> None:
    """Where that says nothing, ten seconds. What has failed so can be appended again."""

    def connect() -> Any:
        made: Any = there.connect()
        made.execute("SET lock_timeout = '100ms'")
        made.commit()
        return made

    with closing(postgres_log.prepared(there.connect())) as default:
        assert default.execute("SHOW lock_timeout").fetchone() == ("10s",)
    with closing(PostgresLog(connect, "people")) as log, closing(there.connect()) as hanging:
        log.append(snapshot(1, 1))
        hanging.execute("UPDATE iqlist_logs SET writer = writer")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            log.append(changes(1, 2))
        hanging.rollback()
        log.append(changes(1, 2))
        assert read_all(log) == [snapshot(1, 1), changes(1, 2)]


def test_followers_of_a_publisher() -> None:
    """While the server is killed in the middle, and started again."""
    with server() as there:
        there.execute(PostgresLog.tables())

        def between(part: int) -> None:
            if part == 6:
                there.kill()
            elif part == 7:
                there.start()

        words = ["postgres", f"host={there.folder} user=postgres dbname=postgres", "orders"]
        sync_session.run(
            lambda: PostgresLog(there.connect, "orders"), words, updates=20_000, between=between, away=7
        )
