"""shop.py - a shop that is not there: a file of SQLite with its orders, for textual_orders.py, and a process
that changes them: python shop.py FILE --seconds 60."""

from __future__ import annotations

import argparse
import random
import sqlite3
import time
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

TABLE = """
CREATE TABLE orders (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  day TEXT NOT NULL,
  customer TEXT NOT NULL,
  state TEXT NOT NULL,
  cents INTEGER NOT NULL
);
CREATE INDEX orders_by_day ON orders (day, number);
"""
TODAY = date(2026, 11, 27)
CUSTOMERS = ("Ada", "Ben", "Cem", "Dot", "Eli", "Fay", "Gus", "Ida", "Jon", "Kim", "Lea", "Max", "Noa")
STATES = ("new", "paid", "sent", "done")
INSERT = "INSERT INTO orders (day, customer, state, cents) VALUES (?, ?, ?, ?)"


def create(path: Path, count: int) -> None:
    """A new file with so many orders of the last years."""
    chance = random.Random(1)
    days = sorted((chance.randrange(1000) for _ in range(count)), reverse=True)
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(TABLE)
        database.executemany(INSERT, (some(chance, day, "done" if day > 9 else "paid") for day in days))


def some(chance: random.Random, days: int, state: str) -> tuple[str, str, str, int]:
    """Any order, of so many days ago."""
    day = (TODAY - timedelta(days)).isoformat()
    return day, chance.choice(CUSTOMERS), state, chance.randrange(500, 50_000)


def change(database: sqlite3.Connection, chance: random.Random) -> None:
    """One transaction: an order comes, several of the last ones go on, and now and then one is cancelled."""
    with database:
        database.execute(INSERT, some(chance, 0, "new"))
        recent = [
            number for (number,) in database.execute("SELECT number FROM orders ORDER BY 1 DESC LIMIT 60")
        ]
        for number in chance.sample(recent, 4):
            [(state,)] = database.execute("SELECT state FROM orders WHERE number = ?", (number,))
            following = STATES[min(STATES.index(state) + 1, 3)]
            database.execute("UPDATE orders SET state = ? WHERE number = ?", (following, number))
        if chance.random() < 0.3:
            database.execute("DELETE FROM orders WHERE number = ?", (chance.choice(recent),))


def write(path: Path, seconds: float) -> None:
    chance, end = random.Random(), time.monotonic() + seconds
    with closing(sqlite3.connect(path, timeout=60)) as database:
        while time.monotonic() < end:
            change(database, chance)
            time.sleep(chance.random())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=60, help="how long it changes them")
    given = parser.parse_args()
    write(given.file, given.seconds)
