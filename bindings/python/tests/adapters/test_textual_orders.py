"""The example `textual_orders.py`: pages are loaded as the user scrolls, while another process changes the
file."""

from __future__ import annotations

import asyncio
import importlib
import random
import sqlite3
import sys
from collections.abc import Awaitable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from textual_app import loop

from iqlist.textual import TableWidget

__all__ = ["loop"]
"""A fixture, which is found by its name here."""

EXAMPLES = Path(__file__).parents[2] / "examples/adapters"
ROWS = 8
"""How many can be seen: those of the screen without headings, status and footer."""


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", [str(EXAMPLES), *sys.path])
    return importlib.import_module("textual_orders")


def run(app: Any, test: Callable[[Pilot[None]], Awaitable[None]]) -> None:
    async def main() -> None:
        async with app.run_test(size=(70, ROWS + 3)) as pilot:
            await test(pilot)

    asyncio.get_event_loop().run_until_complete(main())


async def wait(pilot: Pilot[None], until: Callable[[], bool]) -> None:
    for _ in range(400):
        if until():
            return
        await pilot.pause(0.05)
    pytest.fail("nothing more has come")


def lines(app: Any) -> list[str]:
    table = app.query_one(TableWidget)
    return [table.render_line(y).text.rstrip() for y in range(table.size.height)]


def status(app: Any) -> str:
    return str(app.query_one("#status", Static).content)


def says(app: Any, text: str) -> bool:
    return status(app) == text


def numbers(path: Path, count: int) -> list[int]:
    """Of the first orders, as the file has them."""
    with closing(sqlite3.connect(path)) as database:
        statement = "SELECT number FROM orders ORDER BY day DESC, number DESC LIMIT ?"
        return [number for (number,) in database.execute(statement, (count,))]


def test_pages_come_as_one_scrolls_and_the_cursor_stays_with_its_order(example: Any, tmp_path: Path) -> None:
    path = tmp_path / "orders.db"
    example.shop.create(path, 250)
    app = example.Orders(path)

    async def test(pilot: Pilot[None]) -> None:
        table = app.query_one(TableWidget)
        await wait(pilot, partial(says, app, "100 orders loaded, more below; 0 selected"))
        await wait(pilot, lambda: len(lines(app)) == ROWS + 1)
        assert [int(line.split()[1]) for line in lines(app)[1:]] == numbers(path, ROWS)
        for loaded in ("200 orders loaded, more below", "250 orders loaded"):
            await pilot.press("ctrl+end")
            await wait(pilot, partial(says, app, f"{loaded}; 0 selected"))
        await pilot.press("space")
        chosen = table.cursor[0].model.number
        seen = lines(app)
        with closing(sqlite3.connect(path)) as database, database:
            new = [("2030-01-01", "Zoe", "new", 100)] * 20
            database.executemany(example.shop.INSERT, new)
            database.execute("UPDATE orders SET state = 'sent' WHERE number = ?", (chosen,))
        await wait(pilot, partial(says, app, "270 orders loaded; 1 selected"))
        assert table.cursor[0].model.number == chosen
        changed = [[word for word in line.split() if word not in ("done", "sent")] for line in lines(app)]
        assert changed == [[word for word in line.split() if word != "done"] for line in seen]
        assert [line.split()[3] for line in lines(app)[1:] if f" {chosen} " in line] == ["sent"]
        # The order is that of the pages.
        await pilot.press("s")
        await pilot.pause()
        assert table.order == ("day", True)

    run(app, test)


def test_another_process_changes_what_is_shown(example: Any, tmp_path: Path) -> None:
    path = tmp_path / "orders.db"
    example.shop.create(path, 300)
    app = example.Orders(path, seconds=60)

    async def test(pilot: Pilot[None]) -> None:
        await wait(pilot, lambda: any(order.number > 302 for order in app.orders.models()[:1]))
        app.shop.terminate()
        app.shop.wait()
        await wait(
            pilot,
            lambda: [order.number for order in app.orders.models()] == numbers(path, len(app.orders)),
        )

    run(app, test)
    assert app.shop.poll() is not None


def test_what_fails_is_said_in_place_of_rows_and_beside_them(example: Any, tmp_path: Path) -> None:
    path = tmp_path / "orders.db"
    app = example.Orders(path)

    async def test(pilot: Pilot[None]) -> None:
        table, placeholder = app.query_one(TableWidget), app.query_one("#placeholder", Static)
        await wait(pilot, lambda: "unable to open database file" in str(placeholder.content))
        assert placeholder.display and not table.display and not status(app)
        example.shop.create(path, 5)
        await wait(pilot, partial(says, app, "5 orders loaded; 0 selected"))
        assert table.display and not placeholder.display
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("ALTER TABLE orders RENAME TO others")
        await wait(pilot, lambda: status(app).endswith("no such table: orders"))
        assert table.display and len(app.orders) == 5
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("DELETE FROM others")
            database.execute("ALTER TABLE others RENAME TO orders")
        app.live.refresh()
        await wait(pilot, lambda: placeholder.display and "no orders" in str(placeholder.content))

    run(app, test)


def test_the_shop_goes_on(example: Any, tmp_path: Path) -> None:
    """Orders come, and each goes from state to state."""
    path = tmp_path / "orders.db"
    example.shop.create(path, 50)
    chance = random.Random(7)
    with closing(sqlite3.connect(path)) as database:
        states = "SELECT number, state FROM orders"
        before = dict(database.execute(states).fetchall())
        for _ in range(20):
            example.shop.change(database, chance)
        after = dict(database.execute(states).fetchall())
    assert len(after.keys() - before.keys()) > 10
    places = {state: place for place, state in enumerate(example.shop.STATES)}
    assert all(places[after[number]] >= places[state] for number, state in before.items() if number in after)
