#!/usr/bin/env python3
"""What a refresh of iqlist.sql.LiveQuery costs: a table of SQLite is changed, and its list reads it again.

    PYTHONPATH=bindings/python/src IQLIST_LIBRARY=.build/iqlist/libiqlist.so Tests/Benchmarks/databases.py

    --items N     rows of the table; 10,000 and 100,000 unless given
    --rounds N    each way is measured so often, in turn with all others; the median is told

    select        the rows are fetched, and that is all
    refresh       refresh() ── rows are fetched, made a snapshot and submitted ── polls ── the list has them

Beside them the same rows, fetched before, are set in lists of their own: each hashed, as columns that are
ready, and by C. What a refresh should cost at most is the `select` and the columns that are ready.
"""

from __future__ import annotations

import argparse
import gc
import select
import sqlite3
import statistics
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from ctypes import POINTER, byref
from functools import partial
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import iqlist
from iqlist import Columns, EventKind, List, abi, sql

# The order that costs the least.
STATEMENT = "SELECT * FROM orders ORDER BY id"
TABLE = "CREATE TABLE orders (id INTEGER PRIMARY KEY, day TEXT, customer TEXT, state TEXT, total REAL)"
SEED = 7

Order = tuple[int, str, str, str, float]


def order(number: int, chance: Random) -> Order:
    day = f"2026-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}"
    state = chance.choice(["open", "paid", "sent"])
    return number, day, f"customer {chance.randrange(5000)}", state, chance.randrange(10_000) / 100


class Table:
    """A file of orders."""

    def __init__(self, path: Path, count: int) -> None:
        self.chance, self.count, self.next = Random(SEED), count, count
        self.path = path
        self.connection = sqlite3.connect(path)
        with self.connection as database:
            database.execute("PRAGMA synchronous = OFF")
            database.execute(TABLE)
            self.insert(range(count))

    def insert(self, numbers: range) -> None:
        rows = [order(number, self.chance) for number in numbers]
        self.connection.executemany("INSERT INTO orders VALUES (?, ?, ?, ?, ?)", rows)

    def change(self, number: int) -> None:
        """So many rows: a third of them go, as many come, and the others have another total."""
        with self.connection as database:
            found = database.execute("SELECT id FROM orders").fetchall()
            chosen = self.chance.sample(found, number)
            third = number // 3
            database.executemany("DELETE FROM orders WHERE id = ?", chosen[:third])
            self.insert(range(self.next, self.next + third))
            self.next += third
            database.executemany("UPDATE orders SET total = total + 1 WHERE id = ?", chosen[2 * third :])

    def rows(self) -> list[Order]:
        return rows_of(self.connection)


def rows_of(connection: sqlite3.Connection) -> list[Order]:
    return connection.execute(STATEMENT).fetchall()


class Silent:
    """A connection that does not say when the file has changed, so that it is read when that is measured."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


class Followed(sql.LiveQuery[Order]):
    """A query that says when it has read."""

    def __init__(self, path: Path) -> None:
        self.has_read = threading.Event()
        self.polled = 0.0
        """How long the last polls took, in seconds: so long the user interface waits."""
        super().__init__(lambda: Silent(path), STATEMENT, key="id")
        self.list.set_events(EventKind.UPDATE)

    def _read(self, source: Any) -> None:
        super()._read(source)
        self.has_read.set()

    def finish(self, is_changed: bool) -> None:
        """Waits for the rows, and for the update if there is one."""
        self.has_read.wait()
        self.has_read.clear()
        self.polled = 0.0
        while is_changed and not self._poll():
            select.select([self.list], [], [])

    def _poll(self) -> bool:
        began = time.perf_counter()
        has_events = bool(self.list.poll())
        self.polled += time.perf_counter() - began
        return has_events


class Ready(NamedTuple):
    """Rows that were fetched, and the columns of them."""

    rows: list[Order]
    columns: Columns

    @classmethod
    def of(cls, rows: list[Order]) -> Ready:
        return cls(rows, Columns([row[0] for row in rows], rows, rows))


class C:
    """A list that is set by one call of C, with its changeset."""

    def __init__(self) -> None:
        self.list: List[Order] = List()

    def set(self, columns: Columns) -> None:
        made = POINTER(abi.iq_changeset)()
        with columns._lent() as lent:
            status = abi.iq_list_set_items(self.list._pointer, byref(lent), None, byref(made))
        assert status == abi.IQ_OK, status
        abi.iq_changeset_destroy(made)


def seconds(way: Callable[[], object]) -> float:
    """Until what it leaves behind is gone as well."""
    # The collector has the same to do in each.
    gc.collect()
    began = time.perf_counter()
    way()
    return time.perf_counter() - began


def measured(table: Table, query: Followed, changed: int, rounds: int) -> dict[str, float]:
    """Medians in seconds, for a table of which so many rows have changed."""
    # As that of the query, it has to read anew what another connection has changed.
    reader = sqlite3.connect(table.path)
    by_row: List[Order] = List(key=itemgetter(0), content=tuple)
    by_columns: List[Order] = List()
    by_c = C()
    times: defaultdict[str, list[float]] = defaultdict(list)
    # The first round makes the lists what they are, and the second one warms up.
    for turn in range(rounds + 2):
        if changed:
            table.change(changed)

        def refresh() -> None:
            query.refresh()
            query.finish(changed > 0)

        ready = Ready.of(table.rows())
        # Lists do not know these objects.
        fresh = table.rows()
        ways: dict[str, Callable[[], object]] = {
            "refresh": refresh,
            "select": partial(rows_of, reader),
            "set_items(rows)": partial(by_row.set_items, fresh),
            "set_items(columns that are ready)": partial(by_columns.set_items, ready.columns),
            "C: iq_list_set_items": partial(by_c.set, ready.columns),
        }
        # What comes after what is random: it matters to caches and to the memory.
        for name in table.chance.sample([*ways], len(ways)):
            found = seconds(ways[name])
            if turn > 1:
                times[name].append(found)
        if turn > 1:
            times["refresh: its polls"].append(query.polled)
        assert query.list.models() == ready.rows
    reader.close()
    return {name: statistics.median(each) for name, each in sorted(times.items())}


def tell(title: str, medians: dict[str, float]) -> None:
    unit = medians["select"]
    print(f"\n{title:40} {'ms':>9} {'times the select':>17}")
    for name, found in medians.items():
        print(f"{name:40} {found * 1e3:9.2f} {found / unit:17.2f}")
    least = unit + medians["set_items(columns that are ready)"]
    print(f"{'refresh / select and ready columns':40} {'':9} {medians['refresh'] / least:17.2f}")


def measure(count: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder, "orders.db"), count)
        with closing(table.connection), closing(Followed(table.path)) as query:
            query.finish(True)
            for changed in (0, 1, count // 100):
                title = f"{count:,} rows, {changed:,} changed"
                tell(title, measured(table, query, changed, rounds))


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--items", type=int, nargs="*", default=[10_000, 100_000])
    options.add_argument("--rounds", type=int, default=15)
    given = options.parse_args()
    print(f"{given.rounds} rounds, medians; SQLite {sqlite3.sqlite_version}; {iqlist.build_info()}")
    for count in given.items:
        measure(count, given.rounds)


if __name__ == "__main__":
    main()
