"""A file of SQLite that other connections and processes change, and lists that follow it."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Callable

from iqlist import List, sql

ORDERED = "SELECT id, name, place, amount FROM people ORDER BY place, id"
PATIENCE = 30.0


def create(path: Path, mode: str = "delete") -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"PRAGMA journal_mode = {mode}")
        database.execute(
            "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, place REAL, amount INTEGER)"
        )


def three_people(folder: Path) -> Path:
    made = folder / "people.db"
    create(made)
    for row in ((1, "Ada", 0.2, 0), (2, "Ben", 0.1, 0), (3, "Cem", 0.3, 0)):
        execute(made, "INSERT INTO people VALUES (?, ?, ?, ?)", *row)
    return made


def execute(path: Path, statement: str, *parameters: Any) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement, parameters)


def rows_of(path: Path, statement: str = ORDERED) -> list[Any]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(statement).fetchall()


def connecting(path: Path) -> Callable[[], sqlite3.Connection]:
    return lambda: sqlite3.connect(path)


@contextmanager
def following(
    path: Path, statement: str = ORDERED, **options: Any
) -> Generator[sql.LiveQuery[Any], None, None]:
    options = {"key": "id", **options}
    with sql.LiveQuery(connecting(path), statement, **options) as query:
        yield query
    query.list.close()


def wait(shown: List[Any], until: Callable[[], bool]) -> None:
    """Polls the list until that is so."""
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, "nothing more has come"
        shown.poll()
        time.sleep(0.002)


def wait_for_events(shown: List[Any], count: int) -> list[Any]:
    found: list[Any] = []
    end = time.monotonic() + PATIENCE
    while len(found) < count:
        assert time.monotonic() < end, "nothing more has come"
        found += shown.poll()
        time.sleep(0.002)
    return found


def wait_for_rows(query: sql.LiveQuery[Any], path: Path, statement: str = ORDERED) -> None:
    wait(query.list, lambda: query.list.models() == rows_of(path, statement))


def change(database: sqlite3.Connection, random: random.Random) -> None:
    """One transaction. Amounts are moved from one to another: their sum stays 0."""
    with database:
        for _ in range(random.randint(1, 6)):
            one, other = random.sample(range(40), 2)
            what = random.random()
            if what < 0.4:
                row = (one, f"name {one}", random.random(), 0)
                database.execute("INSERT OR IGNORE INTO people VALUES (?, ?, ?, ?)", row)
            elif what < 0.6:
                database.execute("DELETE FROM people WHERE id = ? AND amount = 0", (one,))
            elif what < 0.8:
                database.execute("UPDATE people SET place = ? WHERE id = ?", (random.random(), one))
            else:
                statement = "UPDATE people SET amount = amount + ? WHERE id = ?"
                changed = [
                    database.execute(statement, (by, row)).rowcount for by, row in ((5, one), (-5, other))
                ]
                if changed == [1, 0]:
                    database.execute(statement, (-5, one))
                elif changed == [0, 1]:
                    database.execute(statement, (5, other))


def write(path: str, seed: str, count: str) -> None:
    """What the other process does."""
    chance = random.Random(int(seed))
    with closing(sqlite3.connect(path, timeout=60)) as database:
        for _ in range(int(count)):
            change(database, chance)
            if chance.random() < 0.2:
                time.sleep(chance.random() / 20)


def writer(path: Path, seed: int, count: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, __file__, path, str(seed), str(count)])


if __name__ == "__main__":
    write(*sys.argv[1:])
