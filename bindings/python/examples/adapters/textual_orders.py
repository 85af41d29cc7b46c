"""textual_orders.py - the orders of a shop in Textual, the newest first: pages of a file of SQLite are read
as the user scrolls, while another process changes the file.

The cursor, what is selected and the first row in sight stay with their orders. Without a file, one is made,
and changed for --seconds.
"""

from __future__ import annotations

import argparse
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import ClassVar, NamedTuple, Optional

import shop
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Static

import iqlist
from iqlist import Descending, Edge, ElementKind, EventKind, PageState, Placeholder, Selection, State, sql
from iqlist.textual import TableColumn, TableWidget


class Order(NamedTuple):
    number: int
    day: str
    customer: str
    state: str
    cents: int


COLUMNS = [
    TableColumn[Order]("day", "Day", width=12, render=lambda order: order.day),
    TableColumn[Order]("number", "Number", width=9, render=lambda order: str(order.number), align="right"),
    TableColumn[Order]("customer", "Customer", width=12, render=lambda order: order.customer),
    TableColumn[Order]("state", "State", width=8, render=lambda order: order.state),
    TableColumn[Order](
        "total", "Total", width=10, render=lambda order: f"{order.cents / 100:.2f}", align="right"
    ),
]
PLACEHOLDERS = {Placeholder.LOADING: "Loading ...", Placeholder.EMPTY: "There are no orders."}
PAGE = sql.Page([Descending("day"), Descending("number")], size=100)


class Orders(App[None]):
    CSS = """
    #placeholder { height: 1fr; content-align: center middle; }
    #status { padding: 0 1; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", "Quit")]

    def __init__(self, path: Path, seconds: float = 0) -> None:
        super().__init__()
        self.path, self.seconds = path, seconds
        self.shop: Optional[subprocess.Popen[bytes]] = None
        self.live = sql.LiveQuery[Order](
            self.connect,
            "SELECT number, day, customer, state, cents FROM orders",
            key="number",
            page=PAGE,
            model=Order._make,
            # The screen says it.
            on_error=lambda error: None,
        )
        self.orders: iqlist.List[Order] = self.live.list

    def connect(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)

    def compose(self) -> ComposeResult:
        mode = Selection.MULTIPLE | Selection.KEEPS
        yield TableWidget(self.orders, COLUMNS, selection=mode, events=EventKind.PLACEHOLDER)
        yield Static(id="placeholder")
        yield Static(id="status")
        yield Footer()

    def on_mount(self) -> None:
        if self.seconds:
            words = [sys.executable, shop.__file__, str(self.path), "--seconds", str(self.seconds)]
            self.shop = subprocess.Popen(words)
        self.say_order()
        self.show_placeholder()
        self.set_interval(0.5, self.show_status)

    def on_unmount(self) -> None:
        self.live.close()
        if self.shop is not None:
            self.shop.terminate()
            self.shop.wait()

    def on_table_widget_updated(self) -> None:
        self.show_status()

    def on_table_widget_polled(self, message: TableWidget.Polled) -> None:
        if message.event.kind == EventKind.PLACEHOLDER:
            self.show_placeholder()

    def on_table_widget_sort(self) -> None:
        self.say_order()

    def say_order(self) -> None:
        """The order is that of the pages, whatever heading is clicked."""
        self.query_one(TableWidget).order = "day", True

    def show_placeholder(self) -> None:
        """Shows a message where there are no rows."""
        found = self.orders.info().placeholder
        text = PLACEHOLDERS.get(found, "")
        if found == Placeholder.FAILED:
            text = self.orders.supplementary(ElementKind.FAILED).model
        placeholder, table = self.query_one("#placeholder", Static), self.query_one(TableWidget)
        placeholder.update(text)
        placeholder.display = found != Placeholder.NONE
        table.display = found == Placeholder.NONE
        table.focus()
        self.show_status()

    def show_status(self) -> None:
        chosen = len(self.orders.keys_in_state(State.SELECTED))
        has_more = self.orders.page(Edge.END).state in (PageState.MORE, PageState.LOADING)
        text = f"{len(self.orders):,} orders loaded{', more below' if has_more else ''}; {chosen} selected"
        if self.live.error is not None:
            text = f"{text}; {self.live.error}"
        self.query_one("#status", Static).update(text if self.orders else "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", help="a file of SQLite, as shop.py makes it")
    parser.add_argument("--count", type=int, default=100_000, help="how many orders are made")
    parser.add_argument("--seconds", type=float, default=60, help="how long they are changed")
    given = parser.parse_args()
    if given.file is not None:
        Orders(given.file).run()
    else:
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder, "orders.db")
            shop.create(made, given.count)
            Orders(made, given.seconds).run()
