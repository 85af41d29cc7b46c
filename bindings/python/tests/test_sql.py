"""`iqlist.sql.LiveQuery` over files of SQLite: what it shows, when it reads again, and what it does about
errors."""

from __future__ import annotations

import gc
import logging
import random
import sqlite3
import threading
import time
import weakref
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sql_tables import (
    ORDERED,
    change,
    connecting,
    create,
    execute,
    following,
    rows_of,
    three_people,
    wait,
    wait_for_events,
    wait_for_rows,
    writer,
)

import iqlist
from iqlist import ElementKind, EventKind, Loading, Placeholder, State, sql

SEED = random.randrange(1 << 32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return three_people(tmp_path)


def test_rows_are_items_in_their_order(path: Path) -> None:
    """The key is what the column has, the model is the driver's row."""
    with following(path) as query:
        assert query.list.info().placeholder == Placeholder.LOADING
        wait_for_rows(query, path)
        assert query.list.keys() == [iqlist.Key(2), iqlist.Key(1), iqlist.Key(3)]
        assert query.list.info().loading == Loading.NO


def test_a_query_without_rows_is_an_empty_list(path: Path) -> None:
    with following(path, f"SELECT * FROM ({ORDERED}) WHERE id > 100") as query:
        wait(query.list, lambda: query.list.info().placeholder == Placeholder.EMPTY)


def test_changes_of_another_connection_are_shown_and_the_fewest(path: Path) -> None:
    with following(path) as query:
        wait_for_rows(query, path)
        query.list.set_events(EventKind.UPDATE)
        for statement, change in (
            ("INSERT INTO people VALUES (4, 'Dot', 0.15, 0)", "1 item inserts"),
            ("UPDATE people SET place = 0.9 WHERE id = 2", "1 item moves, 1 item reconfigures"),
            ("UPDATE people SET name = 'Benny' WHERE id = 2", "1 item reconfigures"),
            ("DELETE FROM people WHERE id = 3", "1 item deletes"),
        ):
            execute(path, statement)
            [event] = wait_for_events(query.list, 1)
            assert str(event.changeset) == f"<Changeset: {change}>"
        assert query.list.models() == rows_of(path)


def test_columns_are_chosen_by_names_or_functions(path: Path) -> None:
    """Content, section and model; several names make a tuple."""

    def section(row: Any) -> str:
        return "front" if row[2] < 0.25 else "back"

    def model(row: Any) -> Any:
        return row[1].upper()

    with following(path, key=("id", "name"), content="name", section=section, model=model) as query:
        wait(query.list, lambda: len(query.list) == 3)
        assert query.list.models() == ["BEN", "ADA", "CEM"]
        sections = {section.name: [item.model for item in section] for section in query.list.sections}
        assert sections == {"front": ["BEN", "ADA"], "back": ["CEM"]}
        assert query.list.item((1, "Ada")).model == "ADA"


def test_rows_of_a_section_are_together_however_they_come(path: Path) -> None:
    statement = "SELECT id, name, id % 2 AS odd FROM people ORDER BY id"
    with following(path, statement, section="odd") as query:
        wait(query.list, lambda: len(query.list) == 3)
        assert query.list.models() == [(1, "Ada", 1), (3, "Cem", 1), (2, "Ben", 0)]


def test_only_the_columns_of_the_content_make_an_update(path: Path) -> None:
    with following(path, content="name") as query:
        wait_for_rows(query, path)
        query.list.set_events(EventKind.UPDATE)
        execute(path, "UPDATE people SET place = 0.05 WHERE id = 2")
        [event] = wait_for_events(query.list, 1)
        assert str(event.changeset) == "<Changeset: nothing>"
        assert query.list.models()[0][2] == 0.05


def test_parameters_are_the_drivers(path: Path) -> None:
    statement = "SELECT id, name FROM people WHERE id > :least ORDER BY id"
    with following(path, statement, parameters={"least": 1}) as query:
        wait(query.list, lambda: query.list.models() == [(2, "Ben"), (3, "Cem")])


# Of Python 3.12 and later.
NO_AUTOCOMMIT = [{"autocommit": False}] if hasattr(sqlite3, "LEGACY_TRANSACTION_CONTROL") else []


@pytest.mark.parametrize("isolation", [{}, {"isolation_level": None}, *NO_AUTOCOMMIT], ids=str)
def test_connections_of_each_kind(isolation: dict[str, Any], path: Path) -> None:
    """With transactions of their own, without any, and with one that is always open; rows of another kind."""

    def connect() -> sqlite3.Connection:
        connection: sqlite3.Connection = sqlite3.connect(path, **isolation)
        connection.row_factory = sqlite3.Row
        return connection

    with sql.LiveQuery(connect, ORDERED, key="id") as query:
        wait(query.list, lambda: len(query.list) == 3)
        execute(path, "DELETE FROM people WHERE id = 1")
        wait(query.list, lambda: [row["name"] for row in query.list.models()] == ["Ben", "Cem"])


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_another_process_changes_the_file_at_random(mode: str, tmp_path: Path) -> None:
    """Each state of the list is one that was committed: the sum of all amounts is 0 in each of them. At the
    end the list has the rows of the file."""
    print(f"seed {SEED}")
    path = tmp_path / "random.db"
    create(path, mode)
    updates = 0
    with following(path) as query:
        query.list.set_events(EventKind.UPDATE)
        with writer(path, SEED, 300) as process:
            while process.poll() is None:
                for event in query.list.poll():
                    updates += event.kind == EventKind.UPDATE
                    assert sum(row[3] for row in query.list.models()) == 0
                time.sleep(0.002)
        assert process.returncode == 0
        wait_for_rows(query, path)
        assert query.error is None
    assert updates > 1


def test_lists_that_follow_the_rows_keep_what_is_selected(path: Path) -> None:
    """A filter, and a sorted list above it. What the filter hides is selected when it comes again."""
    with following(path) as query:
        found = query.list.filtered(lambda _, row: row[3] >= 0)
        shown = found.sorted(lambda _, row: row[1], reverse=True)

        def shows(names: list[str]) -> bool:
            found.poll()
            shown.poll()
            return [row[1] for row in shown.models()] == names

        wait(query.list, lambda: shows(["Cem", "Ben", "Ada"]))
        shown.select(2)
        execute(path, "UPDATE people SET amount = -1 WHERE id = 2")
        wait(query.list, lambda: shows(["Cem", "Ada"]))
        query.list.trim()
        execute(path, "UPDATE people SET amount = 1, name = 'Zoe' WHERE id = 2")
        wait(query.list, lambda: shows(["Zoe", "Cem", "Ada"]))
        assert [item.model[1] for item in shown.items_in_state(State.SELECTED)] == ["Zoe"]


def test_a_list_that_is_held_waits(path: Path) -> None:
    with following(path) as query:
        wait_for_rows(query, path)
        with query.list.held():
            execute(path, "DELETE FROM people WHERE id = 1")
            end = time.monotonic() + 0.4
            while time.monotonic() < end:
                query.list.poll()
            assert len(query.list) == 3
        wait_for_rows(query, path)


def test_commits_that_come_fast_are_read_together(path: Path) -> None:
    """However often the list is polled."""
    print(f"seed {SEED}")
    with following(path) as query:
        wait_for_rows(query, path)
        query.list.set_events(EventKind.UPDATE)
        updates = 0
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA synchronous = OFF")
            chance, began, took = random.Random(SEED), time.monotonic(), 0.0
            while took < 1:
                change(database, chance)
                updates += len(query.list.poll())
                took = time.monotonic() - began
        wait_for_rows(query, path)
        assert updates <= took / 0.1 + 2


def test_a_file_that_is_locked_is_asked_again_and_that_is_no_error(path: Path) -> None:
    errors: list[Exception] = []
    with following(path, on_error=errors.append) as query:
        wait_for_rows(query, path)
        for _ in range(3):
            with closing(sqlite3.connect(path, isolation_level=None)) as database:
                database.execute("BEGIN EXCLUSIVE")
                database.execute("DELETE FROM people WHERE id = (SELECT max(id) FROM people)")
                time.sleep(0.3)
                database.execute("COMMIT")
            wait_for_rows(query, path)
    assert errors == []


def test_a_file_that_is_locked_from_the_start_is_shown_when_it_is_free(path: Path) -> None:
    errors: list[Exception] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        with following(path, on_error=errors.append) as query:
            time.sleep(0.3)
            assert query.list.info().placeholder == Placeholder.LOADING
            database.execute("COMMIT")
            wait_for_rows(query, path)
    assert errors == []


def test_what_fails_at_first_is_shown_as_failed_and_tried_again(tmp_path: Path) -> None:
    """With pauses that grow. The message stands in the element of the list."""
    path, errors = tmp_path / "empty.db", list[float]()
    execute(path, "CREATE TABLE other (id)")

    def fails(_: Exception) -> None:
        errors.append(time.monotonic())

    with following(path, on_error=fails) as query:
        wait(query.list, lambda: len(errors) >= 3)
        assert query.list.info().placeholder == Placeholder.FAILED
        assert query.list.supplementary(ElementKind.FAILED).model == "no such table: people"
        assert str(query.error) == "no such table: people"
        create(path)
        execute(path, "INSERT INTO people VALUES (1, 'Ada', 0, 0)")
        wait_for_rows(query, path)
        assert query.list.info().loading == Loading.NO and query.error is None
    first, second, third = errors[:3]
    assert second - first >= 0.1 and third - second >= 0.2


def test_rows_that_are_shown_stay_when_something_fails(path: Path) -> None:
    errors: list[Exception] = []
    with following(path, on_error=errors.append) as query:
        wait_for_rows(query, path)
        before = query.list.models()
        execute(path, "ALTER TABLE people RENAME TO others")
        wait(query.list, lambda: len(errors) > 0)
        assert query.list.models() == before
        assert query.list.info().loading == Loading.NO
        execute(path, "ALTER TABLE others RENAME TO people")
        execute(path, "DELETE FROM people WHERE id = 1")
        query.refresh()
        wait_for_rows(query, path)


def test_a_connection_is_made_again_and_refresh_does_not_wait(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("iqlist.sql.query.FIRST_PAUSE", 3600)
    made: list[int] = []

    def connect() -> sqlite3.Connection:
        made.append(len(made))
        if len(made) < 4:
            raise OSError("the server is down")
        return sqlite3.connect(path)

    with sql.LiveQuery(connect, ORDERED, key="id", on_error=lambda _: None) as query:
        wait(query.list, lambda: query.error is not None)
        assert query.list.supplementary(ElementKind.FAILED).model == "the server is down"
        while len(query.list) < 3:
            query.refresh()
            query.list.poll()
            time.sleep(0.01)
        assert query.error is None and len(made) >= 4


@pytest.mark.parametrize(
    ("statement", "options", "said"),
    [
        ("SELECT 1 AS id, 'Ada' UNION ALL SELECT 1, 'Ben'", {}, "IQ_ERROR_DUPLICATE"),
        (
            "SELECT id, name FROM people",
            {"key": "number"},
            "the key 'number' is no column of the query, which has id, name",
        ),
        ("SELECT id, name FROM people", {"content": ("id", "n")}, "the content 'n' is no column"),
        ("SELECT id, name FROM people", {"section": "s"}, "the section 's' is no column"),
        ("DELETE FROM people", {}, "a query answers with rows"),
    ],
)
def test_what_makes_no_list_is_an_error(
    statement: str, options: dict[str, Any], said: str, path: Path
) -> None:
    """Also a key that two rows have. Nothing of the database is changed."""
    before, errors = rows_of(path), list[Exception]()
    with following(path, statement, on_error=errors.append, **options) as query:
        wait(query.list, lambda: len(errors) > 0)
        assert said in str(errors[0])
        assert len(query.list) == 0
    assert rows_of(path) == before


def test_errors_are_logged_where_nobody_takes_them(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with (
        caplog.at_level(logging.WARNING, "iqlist.sql"),
        following(path, "SELECT missing FROM people") as query,
    ):
        wait(query.list, lambda: len(caplog.records) > 0)
    assert "no such column: missing" in caplog.records[0].message


def test_an_error_of_on_error_is_logged_and_ends_nothing(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_: Exception) -> None:
        raise RuntimeError("of the host")

    with (
        caplog.at_level(logging.ERROR, "iqlist.sql"),
        following(path, "SELECT * FROM gone", on_error=fails) as query,
    ):
        wait(query.list, lambda: len(caplog.records) > 1)
        execute(path, "CREATE TABLE gone (id)")
        execute(path, "INSERT INTO gone VALUES (1)")
        wait(query.list, lambda: len(query.list) == 1)


class OtherDriver:
    """A connection of which nothing says that it has changed."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


def test_another_driver_is_read_by_refresh(path: Path) -> None:
    with sql.LiveQuery(lambda: OtherDriver(path), ORDERED, key="id") as query:
        wait_for_rows(query, path)
        execute(path, "DELETE FROM people WHERE id = 1")
        time.sleep(0.3)
        query.list.poll()
        assert len(query.list) == 3
        query.refresh()
        wait_for_rows(query, path)


def test_another_driver_is_read_after_an_interval(path: Path) -> None:
    with sql.LiveQuery(lambda: OtherDriver(path), ORDERED, key="id", interval=0.05) as query:
        for number in (1, 2):
            execute(path, "DELETE FROM people WHERE id = ?", number)
            wait_for_rows(query, path)


def test_an_interval_ends_no_pause_after_an_error(path: Path) -> None:
    errors: list[Exception] = []

    def connect() -> Any:
        if errors:
            raise OSError("the server is down")
        return OtherDriver(path)

    with sql.LiveQuery(connect, ORDERED, key="id", interval=0.01, on_error=errors.append) as query:
        wait_for_rows(query, path)
        execute(path, "ALTER TABLE people RENAME TO others")
        time.sleep(1)
        assert 1 <= len(errors) <= 5


def test_closing_ends_the_thread_and_interrupts_what_is_read(path: Path) -> None:
    endless = (
        "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n WHERE id < 0"
    )
    with following(path, endless) as query:
        time.sleep(0.2)
        began = time.monotonic()
        query.close()
        assert time.monotonic() - began < 5
    assert not [thread for thread in threading.enumerate() if thread.name == "iqlist.sql"]


def test_a_list_that_is_closed_ends_the_thread(path: Path) -> None:
    query = sql.LiveQuery(connecting(path), ORDERED, key="id")
    wait_for_rows(query, path)
    query.list.close()
    query._thread.join(10)
    assert not query._thread.is_alive()
    query.refresh()
    query.close()


def test_a_query_that_was_closed_leaves_nothing_behind(path: Path) -> None:
    """Also where nobody has polled what it has submitted."""
    query = sql.LiveQuery(connecting(path), ORDERED, key="id", page=sql.Page("id"))
    while query.list.info().submissions == 0:
        time.sleep(0.01)
    query.close()
    gone = weakref.ref(query), weakref.ref(query.list)
    del query
    gc.collect()
    assert [reference() for reference in gone] == [None, None]


def test_it_may_be_closed_by_its_own_callback(path: Path) -> None:
    queries: list[sql.LiveQuery[Any]] = []
    made = threading.Event()

    def close(_: Exception) -> None:
        made.wait()
        queries[0].close()

    queries.append(sql.LiveQuery(connecting(path), "SELECT * FROM gone", key="id", on_error=close))
    made.set()
    queries[0]._thread.join(10)
    assert not queries[0]._thread.is_alive()
