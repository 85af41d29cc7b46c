"""orders.py - a list of a table of PostgreSQL."""

from __future__ import annotations

import psycopg

from iqlist import sql


def install(address: str) -> None:
    """Once: from now on changes of the table are notified."""
    with psycopg.connect(address) as connection:
        connection.execute(sql.triggers("orders").encode())


def orders(address: str) -> sql.LiveQuery[tuple[int, str, str]]:
    statement = "SELECT id, customer, state FROM orders ORDER BY id"
    return sql.LiveQuery(lambda: psycopg.connect(address), statement, key="id")
