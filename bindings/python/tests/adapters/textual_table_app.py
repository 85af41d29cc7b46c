"""A table for the tests on a terminal: this module is also the program that they run there."""

from __future__ import annotations

import random

from table_model import Row
from textual.app import App, ComposeResult
from textual_table_model import table_columns

from iqlist import List
from iqlist.textual import TableColumn, TableWidget

SEED, ROWS = 7, 300


def columns() -> list[TableColumn[Row]]:
    return table_columns(random.Random(SEED))


def rows() -> list[Row]:
    return [Row(number) for number in range(ROWS)]


class Program(App[None]):
    """Sorts by the number of the rows, whichever column is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: List[Row] = List(key="id", content="look")
        self.shown.set_items(rows())

    def compose(self) -> ComposeResult:
        yield TableWidget(self.shown, columns())

    def on_table_widget_sort(self, message: TableWidget.Sort) -> None:
        self.shown.set_items(sorted(rows(), reverse=message.descending))


if __name__ == "__main__":
    Program().run()
