"""Queries of `iqlist.sql` that are read in pages: what is loaded is a stretch of all rows, in their order,
whatever happens to the table meanwhile."""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sql_tables import change, connecting, create, execute, following, rows_of, wait

from iqlist import Descending, Edge, EventKind, PageState
from iqlist.sql import LiveQuery, Page
from iqlist.sql.paged_list import PagedList, PageRequests

SEED = random.randrange(1 << 32)
ALL = "SELECT id, name, place, amount FROM people"
# As the query has them, and as SQL says it.
ORDERS: dict[str, tuple[Any, str]] = {
    "ascending": ("place", "place, id"),
    "descending": ([Descending("place")], "place DESC, id"),
    "ties": (["amount", Descending("name")], "amount, name DESC, id"),
    "key first": ([Descending("id")], "id DESC"),
}
each_order = pytest.mark.parametrize(("order", "statement"), ORDERS.values(), ids=ORDERS)


def filled(path: Path, count: int) -> Path:
    create(path)
    with closing(sqlite3.connect(path)) as database, database:
        rows = [(number, f"name {number % 7}", number / 10 % 3, 0) for number in range(1, count + 1)]
        database.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", rows)
    return path


def state(query: LiveQuery[Any], edge: Edge) -> PageState:
    return query.list.page(edge).state


def is_settled(query: LiveQuery[Any], rows: list[Any]) -> bool:
    """Whether a stretch of the rows is there, and what is known of its ends is right."""
    shown = query.list.models()
    if not shown:
        return not rows
    if shown[0] not in rows:
        return False
    first = rows.index(shown[0])
    ends = {Edge.START: first == 0, Edge.END: first + len(shown) == len(rows)}
    return rows[first:][: len(shown)] == shown and all(
        state(query, edge) == (PageState.ENDED if is_end else PageState.MORE) for edge, is_end in ends.items()
    )


def wait_until_settled(query: LiveQuery[Any], rows: list[Any]) -> None:
    wait(query.list, lambda: is_settled(query, rows))


def wait_for_pages(query: LiveQuery[Any], rows: list[Any], loaded: int) -> None:
    wait(query.list, lambda: query.list.models() == rows[:loaded] and is_settled(query, rows))


@each_order
def test_pages_come_as_the_end_comes_near(order: Any, statement: str, tmp_path: Path) -> None:
    """One after another, each asked for once, until all rows are there. The events are not the host's."""
    path = filled(tmp_path / "pages.db", 230)
    rows = rows_of(path, f"{ALL} ORDER BY {statement}")
    with following(path, ALL, page=Page(order, 50)) as query:
        query.list.set_events(EventKind.UPDATE)
        for loaded in (50, 100, 150, 200, 230):
            wait_for_pages(query, rows, loaded)
            query.list.reach_edge(Edge.END)
            query.list.reach_edge(Edge.START)
            assert {event.kind for event in query.list.poll()} <= {EventKind.UPDATE}
        wait(query.list, lambda: is_settled(query, rows))


def test_a_view_asks_by_itself(tmp_path: Path) -> None:
    path = filled(tmp_path / "pages.db", 90)
    with following(path, ALL, page=Page("id", 20, distance=5)) as query:
        wait(query.list, lambda: len(query.list) == 20 and state(query, Edge.END) == PageState.MORE)
        view = query.list.view()
        view.set_visible(0, 10)
        query.list.poll()
        assert len(query.list) == 20 and state(query, Edge.END) == PageState.MORE
        view.set_visible(8, 10)
        wait(query.list, lambda: len(query.list) == 40)


def test_what_comes_before_an_open_start_is_shown_up_to_a_page(tmp_path: Path) -> None:
    """And what comes behind an open end; the rest is asked for."""
    path = filled(tmp_path / "pages.db", 10)
    with following(path, ALL, page=Page("id", 20)) as query:
        wait(query.list, lambda: len(query.list) == 10)
        with closing(sqlite3.connect(path)) as database, database:
            values = ", ".join(f"({number}, '', 0, 0)" for number in (*range(-29, 1), *range(11, 41)))
            database.execute(f"INSERT INTO people VALUES {values}")
        rows = rows_of(path, f"{ALL} ORDER BY id")
        wait(query.list, lambda: is_settled(query, rows) and len(query.list) == 50)
        query.list.reach_edge(Edge.START)
        wait(query.list, lambda: is_settled(query, rows) and len(query.list) == 60)
        assert (state(query, Edge.START), state(query, Edge.END)) == (PageState.ENDED, PageState.MORE)


def test_all_that_was_loaded_goes(tmp_path: Path) -> None:
    path = filled(tmp_path / "pages.db", 100)
    with following(path, ALL, page=Page("id", 20)) as query:
        wait(query.list, lambda: len(query.list) == 20)
        execute(path, "DELETE FROM people WHERE id <= 30")
        wait(query.list, lambda: query.list.models() == rows_of(path, f"{ALL} ORDER BY id LIMIT 20"))
        execute(path, "DELETE FROM people")
        wait(query.list, lambda: len(query.list) == 0 and state(query, Edge.END) == PageState.ENDED)
        execute(path, "INSERT INTO people VALUES (7, 'Ada', 0, 0)")
        wait(query.list, lambda: len(query.list) == 1)


@each_order
def test_a_table_changes_while_pages_are_loaded(order: Any, statement: str, tmp_path: Path) -> None:
    """At random: what is settled is a stretch of the rows as they are."""
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    path = filled(tmp_path / "pages.db", 30)
    with (
        following(path, ALL, page=Page(order, 4, distance=2)) as query,
        closing(sqlite3.connect(path, timeout=60)) as database,
    ):
        database.execute("PRAGMA synchronous = OFF")
        for _ in range(25):
            for _ in range(chance.randrange(3)):
                change(database, chance)
            for edge in (Edge.START, Edge.END):
                if chance.random() < 0.5:
                    query.list.reach_edge(edge)
            for _ in range(chance.randrange(3)):
                query.list.poll()
            if chance.random() < 0.4:
                wait_until_settled(query, rows_of(path, f"{ALL} ORDER BY {statement}"))
        assert query.error is None


def test_what_pages_read_is_of_one_moment(tmp_path: Path) -> None:
    """Several SELECTs are one transaction: a row that moves from one end to the other is there once."""
    path, ended = filled(tmp_path / "pages.db", 40), threading.Event()
    execute(path, "PRAGMA journal_mode = wal")

    def move() -> None:
        with closing(sqlite3.connect(path, timeout=60, isolation_level=None)) as database:
            while not ended.is_set():
                database.execute("UPDATE people SET place = 100 - place")

    thread = threading.Thread(target=move)
    with following(path, ALL, page=Page("place", 100), interval=0.001) as query:
        thread.start()
        end = time.monotonic() + 1
        while time.monotonic() < end:
            query.list.poll()
            assert len(query.list) in (0, 40) and query.error is None
        ended.set()
        thread.join()


def test_a_request_that_comes_while_rows_are_read_is_for_the_next_page(tmp_path: Path) -> None:
    """What is read then does not answer it."""
    path, may_go, pauses = filled(tmp_path / "pages.db", 80), threading.Event(), [0.0]
    may_go.set()

    def model(row: Any) -> Any:
        may_go.wait()
        time.sleep(pauses[-1])
        return row

    with following(path, ALL, page=Page("id", 20, distance=5), model=model) as query:
        wait(query.list, lambda: len(query.list) == 20 and state(query, Edge.END) == PageState.MORE)
        may_go.clear()
        execute(path, "UPDATE people SET name = 'Ada' WHERE id = 1")
        time.sleep(0.4)
        view = query.list.view()
        view.set_visible(15, 5)
        query.list.poll()
        pauses.append(0.005)
        may_go.set()
        wait(query.list, lambda: len(query.list) >= 40 and state(query, Edge.END) == PageState.MORE)
        pauses.append(0.0)
        time.sleep(0.5)
        query.list.poll()
        assert len(query.list) == 40


@pytest.mark.parametrize("has_more", [True, False])
def test_a_request_that_has_ended_otherwise_is_answered_all_the_same(has_more: bool) -> None:
    """By an answer to no request, that came between the poll that asked and what it has called."""
    shown, requests = PagedList[Any](), PageRequests(5)
    shown.set_events(0)
    shown.set_items(range(10))
    shown.set_page(Edge.END, PageState.MORE)
    shown.reach_edge(Edge.END)
    [event] = shown.poll()
    requests.answer(shown, requests.answer_of({Edge.END: True}))
    requests.ask(Edge.END, event.number)
    with requests.taken() as asked:
        assert asked == {Edge.END: event.number}
    requests.answer(shown, requests.answer_of({Edge.END: has_more}))
    assert shown.page(Edge.END).state == (PageState.MORE if has_more else PageState.ENDED)


def test_a_page_is_read_once_however_often_rows_are_read_before_it_is_shown(tmp_path: Path) -> None:
    """While nobody polls."""
    path = filled(tmp_path / "pages.db", 100)
    with following(path, ALL, page=Page("id", 20)) as query:
        wait(query.list, lambda: len(query.list) == 20 and state(query, Edge.END) == PageState.MORE)
        query.list.reach_edge(Edge.END)
        query.list.poll()
        for number in range(3):
            execute(path, "UPDATE people SET amount = ? WHERE id = 1", number + 1)
            time.sleep(0.25)
        wait(query.list, lambda: query.list.models()[0][3] == 3 and state(query, Edge.END) == PageState.MORE)
        assert len(query.list) == 40


@pytest.mark.parametrize(
    ("parameters", "condition"),
    [((5, "x"), "id > ? AND name <> ?"), ({"least": 5}, "id > :least -- those of today")],
    ids=str,
)
def test_parameters_go_with_those_of_the_pages(parameters: Any, condition: str, tmp_path: Path) -> None:
    path = filled(tmp_path / "pages.db", 25)
    statement = f"{ALL} WHERE {condition}" + ("" if "--" in condition else ";")
    with following(path, statement, parameters=parameters, page=Page("place", 6)) as query:
        rows = rows_of(path, f"{ALL} WHERE id > 5 ORDER BY place, id")
        for loaded in (6, 12, 18, 20):
            wait_for_pages(query, rows, loaded)
            query.list.reach_edge(Edge.END)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"page": Page("number")}, "the order 'number' is no column"),
        ({"page": Page("name")}, "the column 'name' of the order is NULL in a row"),
    ],
)
def test_what_cannot_be_read_in_pages_is_an_error(options: dict[str, Any], said: str, tmp_path: Path) -> None:
    path, errors = tmp_path / "pages.db", list[Exception]()
    create(path)
    execute(path, "INSERT INTO people VALUES (1, NULL, 0, 0)")
    with following(path, ALL, on_error=errors.append, **options) as query:
        wait(query.list, lambda: len(errors) > 0)
    assert said in str(errors[0])


def test_a_key_that_is_a_function_has_no_pages(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="names of columns as its key"):
        LiveQuery(lambda: sqlite3.connect(":memory:"), ALL, key=lambda row: row[0], page=Page("id"))
    with pytest.raises(ValueError, match="at least one row"):
        Page("id", 0)


def test_a_page_whose_request_the_host_has_ended_comes_all_the_same(tmp_path: Path) -> None:
    """The host may set the state of a page by itself."""
    path = filled(tmp_path / "pages.db", 60)
    with following(path, ALL, page=Page("id", 20)) as query:
        wait(query.list, lambda: len(query.list) == 20 and state(query, Edge.END) == PageState.MORE)
        query.list.reach_edge(Edge.END)
        query.list.poll()
        query.list.set_page(Edge.END, PageState.MORE)
        wait(query.list, lambda: len(query.list) == 40 and state(query, Edge.END) == PageState.MORE)


def has_loaded(query: LiveQuery[Any], count: int) -> bool:
    return len(query.list) == count and query.list.page(Edge.END).state == PageState.MORE


@pytest.mark.parametrize("order", [[Descending("place")], ["place", Descending("name")]], ids=str)
def test_a_page_far_down_is_searched_by_the_index(order: Any, tmp_path: Path) -> None:
    """No statement but the first one goes through the table from its beginning."""
    path = tmp_path / "pages.db"
    create(path)
    with closing(sqlite3.connect(path)) as database, database:
        rows = [(number, f"name {number % 7}", number // 10, 0) for number in range(200)]
        database.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", rows)
        columns = "place DESC, id" if len(order) == 1 else "place, name DESC, id"
        database.execute(f"CREATE INDEX by_order ON people ({columns})")
    statements: list[str] = []

    def connect() -> sqlite3.Connection:
        connection = connecting(path)()
        connection.set_trace_callback(statements.append)
        return connection

    statement = "SELECT id, name, place FROM people"
    with LiveQuery(connect, statement, key="id", page=Page(order, 20)) as query:
        for loaded in (20, 40, 60):
            wait(query.list, partial(has_loaded, query, loaded))
            query.list.reach_edge(Edge.END)
    read = [each for each in statements if each.startswith("SELECT")]
    assert len(read) >= 5
    with closing(sqlite3.connect(path)) as database:
        plans = [str(database.execute(f"EXPLAIN QUERY PLAN {each}").fetchall()) for each in read]
    assert "SCAN" in plans[0] and all("SEARCH" in plan and "SCAN" not in plan for plan in plans[1:])
