"""textual_table.py - the processes of this machine in Textual: a column for each field of /proc/PID/status.

Type to filter by name, click a heading to sort, drag its end to resize. Rows follow the machine, and stay
sorted; the cursor, what is selected and what can be seen stay with their processes.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Input

import iqlist
from iqlist.textual import TableColumn, TableWidget

FROZEN = {"Name": 18, "Pid": 9}
"""The columns that stay in sight, and how wide they are."""


class Process(NamedTuple):
    pid: int
    fields: tuple[tuple[str, str], ...]
    """Of its status, each with its name, in their order."""

    def field(self, name: str) -> str:
        return next((value for key, value in self.fields if key == name), "")


def order(process: Process, name: str) -> tuple[bool, int, str]:
    """Numbers by their value, and before other texts."""
    text = process.field(name)
    number = text.split(" ")[0]
    return (False, int(number), text) if number.isdigit() else (True, 0, text)


def processes(folder: Path) -> list[Process]:
    found: list[Process] = []
    for path in folder.glob("[0-9]*/status"):
        # A process may end before its status is read.
        with suppress(OSError):
            lines = path.read_text(errors="replace").splitlines()
            pairs = (line.partition(":") for line in lines)
            fields = tuple((key, " ".join(value.split())) for key, _, value in pairs)
            found.append(Process(int(path.parent.name), fields))
    return found


def columns(some: list[Process]) -> list[TableColumn[Process]]:
    """One for each field that one of the processes has."""
    made: dict[str, TableColumn[Process]] = {}
    for name, value in (field for process in some for field in process.fields):
        if name not in made:
            made[name] = TableColumn(
                name,
                name,
                width=FROZEN.get(name, max(14, len(name) + 4)),
                frozen=name in FROZEN,
                render=partial(Process.field, name=name),
                sort_key=partial(order, name=name),
                align="right" if value.split(" ")[0].isdigit() else "left",
            )
    return list(made.values())


class Processes(App[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "focus('filter')", "Filter"),
        Binding("down", "focus('table')", "Table", show=False),
        Binding("h", "hide", "Hide the column"),
        Binding("u", "undo", "Undo"),
        Binding("ctrl+q", "quit", "Quit"),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        some = processes(folder)
        self.rows: iqlist.List[Process] = iqlist.List(key="pid")
        self.found = self.rows.filtered()
        self.shown = self.found.sorted(lambda pid, process: process.pid)
        self.columns: iqlist.List[TableColumn[Process]] = iqlist.List.of_items(columns(some), key="key")
        self.columns.set_undo(1_000_000)

    def compose(self) -> ComposeResult:
        yield Input(placeholder="Filter by name", id="filter", compact=True)
        yield TableWidget(self.shown, self.columns, id="table")
        yield Footer()

    def on_mount(self) -> None:
        self.read()
        self.query_one(TableWidget).focus()
        self.query_one(TableWidget).order = "Pid", False
        self.set_interval(1, self.read)

    def read(self) -> None:
        self.rows.set_items(processes(self.folder))

    def on_input_changed(self, message: Input.Changed) -> None:
        text = message.value.casefold()
        self.found.set_filter(lambda pid, process: text in process.field("Name").casefold())

    def action_hide(self) -> None:
        widget = self.query_one(TableWidget)
        if widget.cursor is not None:
            widget.table.update_column(widget.cursor[1], hidden=True)

    def action_undo(self) -> None:
        with suppress(iqlist.NotFoundError):
            self.columns.undo()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("/proc"))
    Processes(parser.parse_args().folder).run()
