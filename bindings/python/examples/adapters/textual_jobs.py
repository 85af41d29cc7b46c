"""textual_jobs.py - jobs that come, go on and end, in Textual: type to filter, space selects.

A thread says twice a second what there is. The list finds what has changed, and a sorted one keeps what is
nearest to its end on top; the cursor, what is selected and the first line in sight stay with their jobs.
"""

from __future__ import annotations

import argparse
import random
import threading
from typing import ClassVar

from jobs import Job, gone_on, snapshot, some
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Input, Static

import iqlist
from iqlist.textual import ListWidget

COLORS = {"running": "yellow", "waiting": "grey62", "done": "green"}


def line(job: Job) -> Text:
    bar = "━" * (job.percent // 5)
    return Text.assemble(
        (f"{job.number:5}  ", "grey62"),
        f"{job.name:20} ",
        (f"{bar:20}", COLORS[job.state]),
        f" {job.percent:3} %",
    )


def header(section: iqlist.Section[Job]) -> str:
    return f"{section.name}  {len(section)}"


class Jobs(App[None]):
    CSS = "Static { padding: 0 1; color: $text-muted; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "focus('list')", "List", show=False),
        Binding("slash", "focus('filter')", "Filter"),
        Binding("ctrl+q", "quit", "Quit"),
    ]

    def __init__(self, count: int) -> None:
        super().__init__()
        self.jobs = some(count)
        self.source: iqlist.List[Job] = iqlist.List(key="number")
        self.source.apply(snapshot(self.jobs))
        ordered = self.source.sorted(lambda number, job: job.percent, reverse=True)
        self.found = ordered.filtered(drop_empty_sections=True)
        self.may_end = threading.Event()

    def compose(self) -> ComposeResult:
        yield Input(placeholder="Filter by name", id="filter", compact=True)
        mode = iqlist.Selection.MULTIPLE | iqlist.Selection.KEEPS
        yield ListWidget(self.found, line, render_header=header, selection=mode, id="list")
        yield Static(id="status")
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#list").focus()
        self.show_status()
        threading.Thread(target=self.work, daemon=True).start()

    def work(self) -> None:
        """On a thread of its own: nothing here waits for the screen, nor the screen for this."""
        generator = random.Random(1)
        while not self.may_end.wait(0.5):
            self.jobs = gone_on(self.jobs, generator)
            self.source.submit(snapshot(self.jobs))

    def on_unmount(self) -> None:
        self.may_end.set()

    def on_input_changed(self, message: Input.Changed) -> None:
        text = message.value.casefold()
        self.found.set_filter(lambda key, job: text in job.name)

    def on_list_widget_updated(self) -> None:
        self.show_status()

    def on_list_widget_polled(self) -> None:
        self.show_status()

    def show_status(self) -> None:
        # Also what the filter hides stays selected.
        chosen = len(self.found.keys_in_state(iqlist.State.SELECTED))
        text = f"{len(self.found)} of {len(self.source)} jobs, {chosen} selected"
        self.query_one("#status", Static).update(text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many jobs there are")
    Jobs(parser.parse_args().count).run()
