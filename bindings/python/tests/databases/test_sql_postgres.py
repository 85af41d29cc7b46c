"""`iqlist.sql.LiveQuery` over PostgreSQL: notifications, what is read of one moment, and servers that go and
come."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

import orders
import psycopg
import pytest
from postgres import Server, server
from sql_tables import wait, wait_for_events

from iqlist import Descending, Edge, ElementKind, EventKind, PageState, Placeholder
from iqlist.sql import LiveQuery, Page, triggers
from iqlist.sql.pages import Order

SEED = random.randrange(1 << 32)
ORDERED = "SELECT id, name, place, amount FROM people ORDER BY place, id"


@pytest.fixture(scope="module")
def there() -> Generator[Server, None, None]:
    with server() as made:
        yield made


@pytest.fixture(autouse=True)
def table(there: Server) -> None:
    there.execute("DROP TABLE IF EXISTS people")
    prepare(there)


def prepare(there: Server) -> None:
    there.execute("CREATE TABLE people (id bigint PRIMARY KEY, name text, place float8, amount bigint)")
    there.execute(triggers("public.people"))
    there.execute("INSERT INTO people VALUES (1, 'Ada', 0.2, 0), (2, 'Ben', 0.1, 0), (3, 'Cem', 0.3, 0)")


@contextmanager
def following(
    there: Server, statement: str = ORDERED, **options: Any
) -> Generator[LiveQuery[Any], None, None]:
    with LiveQuery(there.connect, statement, key="id", **options) as query:
        yield query
    query.list.close()


def wait_for_rows(query: LiveQuery[Any], there: Server, statement: Any = ORDERED) -> None:
    wait(query.list, lambda: query.list.models() == there.rows(statement))


def test_rows_are_shown_and_followed(there: Server) -> None:
    with following(there) as query:
        wait_for_rows(query, there)
        query.list.set_events(EventKind.UPDATE)
        for statement, change in (
            ("INSERT INTO people VALUES (4, 'Dot', 0.15, 0)", "1 item inserts"),
            ("UPDATE people SET name = 'Benny' WHERE id = 2", "1 item reconfigures"),
            ("DELETE FROM people WHERE id = 3", "1 item deletes"),
            ("TRUNCATE people", "3 item deletes"),
        ):
            there.execute(statement)
            [event] = wait_for_events(query.list, 1)
            assert str(event.changeset) == f"<Changeset: {change}>"


def test_parameters_and_pages(there: Server) -> None:
    """By position and by name, with a percent sign that is none of them."""
    there.execute("INSERT INTO people SELECT n, 'x' || n % 5, n % 7, 0 FROM generate_series(4, 60) AS n")
    order: list[Order] = [Descending("place"), "name"]
    rows = there.rows("SELECT * FROM people WHERE id > 2 ORDER BY place DESC, name, id")
    for given, condition in (((2,), "id > %s"), ({"least": 2}, "id > %(least)s")):
        statement = f"SELECT * FROM people WHERE {condition} AND name NOT LIKE 'y%%'"
        with following(there, statement, parameters=given, page=Page(order, 20)) as query:
            for loaded in (20, 40, 58):
                wait_for_pages(query, rows[:loaded], PageState.ENDED if loaded == 58 else PageState.MORE)
                query.list.reach_edge(Edge.END)


def wait_for_pages(query: LiveQuery[Any], rows: list[Any], end: PageState) -> None:
    shown = query.list
    wait(shown, lambda: shown.models() == rows and shown.page(Edge.END).state == end)


def have_both(connection: psycopg.Connection[Any], one: int, other: int) -> bool:
    """And nobody deletes them until the transaction has ended."""
    statement = "SELECT 1 FROM people WHERE id IN (%s, %s) ORDER BY id FOR UPDATE"
    return len(connection.execute(statement, (one, other)).fetchall()) == 2


def transfer(connection: psycopg.Connection[Any], chance: random.Random) -> None:
    with connection.transaction():
        one, other = chance.sample(range(1, 40), 2)
        kind = chance.random()
        if kind < 0.4:
            connection.execute(
                "INSERT INTO people VALUES (%s, 'n', %s, 0) ON CONFLICT DO NOTHING", (one, kind)
            )
        elif kind < 0.6:
            connection.execute("DELETE FROM people WHERE id = %s AND amount = 0", (one,))
        elif kind < 0.8:
            connection.execute("UPDATE people SET place = %s WHERE id = %s", (kind, one))
        elif have_both(connection, one, other):
            for by, row in ((5, one), (-5, other)):
                connection.execute("UPDATE people SET amount = amount + %s WHERE id = %s", (by, row))


def test_others_change_the_table_at_random(there: Server) -> None:
    """Several at once. Each state of the list was committed: the sum of all amounts is 0 in each."""
    print(f"seed {SEED}")

    def work(seed: int) -> None:
        chance = random.Random(seed)
        with there.connect() as connection:
            connection.autocommit = True
            for _ in range(150):
                with suppress(psycopg.errors.DeadlockDetected):
                    transfer(connection, chance)

    threads = [threading.Thread(target=work, args=(SEED + number,)) for number in range(3)]
    with following(there) as query:
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            query.list.poll()
            assert sum(row[3] for row in query.list.models()) == 0
            time.sleep(0.002)
        wait_for_rows(query, there)
        assert query.error is None


def test_what_pages_read_is_of_one_moment(there: Server) -> None:
    """Three SELECTs are one transaction: a row that moves from one end to the other is there once."""
    there.execute("INSERT INTO people SELECT n, 'x', n, 0 FROM generate_series(4, 40) AS n")
    ended = threading.Event()

    def move() -> None:
        with there.connect() as connection:
            connection.autocommit = True
            while not ended.is_set():
                connection.execute("UPDATE people SET place = 100 - place")

    thread = threading.Thread(target=move)
    with following(there, "SELECT id, place FROM people", page=Page("place", 100)) as query:
        thread.start()
        end = time.monotonic() + 2
        while time.monotonic() < end:
            query.list.poll()
            assert len(query.list) in (0, 40)
        ended.set()
        thread.join()
        assert query.error is None


def test_a_server_that_is_killed_in_the_middle() -> None:
    """What is shown stays, the error is told, and what has changed is shown when the server is there again:
    also what changed before the query listened again."""
    errors: list[Exception] = []
    with server() as there:
        prepare(there)
        with following(there, on_error=errors.append) as query:
            wait_for_rows(query, there)
            there.kill()
            wait(query.list, lambda: len(errors) > 1)
            assert len(query.list) == 3 and query.list.info().placeholder == Placeholder.NONE
            there.start()
            there.execute("DELETE FROM people WHERE id = 1")
            wait_for_rows(query, there)
            there.execute("DELETE FROM people WHERE id = 2")
            wait_for_rows(query, there)
            assert query.error is None


def test_the_example_of_the_guide(there: Server) -> None:
    there.execute("DROP TABLE IF EXISTS orders")
    there.execute("CREATE TABLE orders (id bigint PRIMARY KEY, customer text, state text)")
    address = f"host={there.folder} user=postgres dbname=postgres"
    orders.install(address)
    with orders.orders(address) as query:
        wait(query.list, lambda: query.list.info().placeholder == Placeholder.EMPTY)
        there.execute("INSERT INTO orders VALUES (1, 'Ada', 'open')")
        wait(query.list, lambda: query.list.models() == [(1, "Ada", "open")])


def test_a_server_that_is_not_there_yet(there: Server) -> None:
    tried: list[int] = []

    def connect() -> Any:
        tried.append(1)
        return psycopg.connect(host="/nonexistent") if len(tried) < 3 else there.connect()

    with LiveQuery(connect, ORDERED, key="id", on_error=lambda _: None) as query:
        wait(query.list, lambda: query.list.info().placeholder == Placeholder.FAILED)
        assert "/nonexistent" in query.list.supplementary(ElementKind.FAILED).model
        wait_for_rows(query, there)


def test_a_query_writes_nothing(there: Server) -> None:
    errors: list[Exception] = []
    statement = "WITH gone AS (DELETE FROM people RETURNING *) SELECT * FROM gone"
    with following(there, statement, on_error=errors.append) as query:
        wait(query.list, lambda: len(errors) > 0)
    assert "read-only transaction" in str(errors[0])
    assert len(there.rows(ORDERED)) == 3


def test_closing_ends_what_is_read(there: Server) -> None:
    with following(there, "SELECT 1 AS id FROM pg_sleep(60)") as query:
        time.sleep(0.3)
        began = time.monotonic()
        query.close()
        assert time.monotonic() - began < 10


def test_triggers_may_have_any_channel_and_be_installed_twice(there: Server) -> None:
    for _ in range(2):
        there.execute(triggers("people", 'it\'s "ours"'))
    with following(there, listen='it\'s "ours"') as query:
        wait_for_rows(query, there)
        there.execute("DELETE FROM people WHERE id = 1")
        wait_for_rows(query, there)
