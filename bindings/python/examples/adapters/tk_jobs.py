"""tk_jobs.py - jobs that come, go on and end, in Tk: type to filter, click a heading to sort.

A thread says twice a second what there is. The list finds what has changed, and the Treeview is told that and
no more: what is selected stays selected, and rows stay sorted. While a button is pressed, it stands still.
"""

from __future__ import annotations

import argparse
import random
import threading
import tkinter
from collections.abc import Mapping
from operator import attrgetter
from tkinter import ttk
from typing import Any

from jobs import Job, gone_on, snapshot, some

import iqlist
from iqlist.tk import TreeviewAdapter

SORT_KEYS = {"#0": attrgetter("name"), "number": attrgetter("number"), "done": attrgetter("percent")}


def row(job: Job) -> Mapping[str, Any]:
    bar = "━" * (job.percent // 5)
    return {"text": job.name, "values": (job.number, bar, f"{job.percent} %"), "tags": (job.state,)}


def section(found: iqlist.Section[Job]) -> Mapping[str, Any]:
    return {"text": f"{found.name}  {len(found)}", "tags": ("section",)}


class Jobs(tkinter.Tk):
    def __init__(self, count: int) -> None:
        super().__init__()
        self.title("Jobs")
        self.jobs = some(count)
        self.source: iqlist.List[Job] = iqlist.List(key="number")
        self.source.apply(snapshot(self.jobs))
        self.found = self.source.filtered(drop_empty_sections=True)
        self.shown = self.found.sorted(lambda number, job: job.percent, reverse=True)
        self.may_end = threading.Event()

        self.text = tkinter.StringVar(self)
        self.status = tkinter.StringVar(self)
        self.tree = ttk.Treeview(self, columns=("number", "done", "percent"), height=16)
        for name, width in (("#0", 220), ("number", 80), ("done", 180), ("percent", 80)):
            self.tree.column(name, width=width, anchor="e" if name in ("number", "percent") else "w")
            self.tree.heading(name, text="name" if name == "#0" else name)
        self.tree.tag_configure("section", font=("TkDefaultFont", 10, "bold"))
        self.tree.tag_configure("running", foreground="#9a5b00")
        self.tree.tag_configure("done", foreground="#1b6e2d")
        view: Any = self.tree
        bar = ttk.Scrollbar(self, command=view.yview)
        self.tree.configure(yscrollcommand=bar.set)
        field = ttk.Entry(self, textvariable=self.text)
        field.grid(row=0, column=0, columnspan=2, sticky="ew", padx=6, pady=6)
        self.tree.grid(row=1, column=0, sticky="nsew", padx=(6, 0))
        bar.grid(row=1, column=1, sticky="ns", padx=(0, 6))
        ttk.Label(self, textvariable=self.status).grid(row=2, column=0, sticky="w", padx=6, pady=4)
        self.columnconfigure(0, weight=1)
        self.rowconfigure(1, weight=1)
        field.focus()

        self.adapter = TreeviewAdapter(self.tree, self.shown, row, section, sort_keys=SORT_KEYS)
        self.text.trace_add("write", self.filter)
        self.tree.bind("<<TreeviewSelect>>", lambda _: self.show_status())
        self.show_status()
        threading.Thread(target=self.work, daemon=True).start()

    def work(self) -> None:
        """On a thread of its own: nothing here waits for the screen, nor the screen for this."""
        generator = random.Random(1)
        while not self.may_end.wait(0.5):
            self.jobs = gone_on(self.jobs, generator)
            self.source.submit(snapshot(self.jobs))

    def filter(self, *_: str) -> None:
        text = self.text.get().casefold()
        self.found.set_filter(
            lambda key, job: text in job.name, done=lambda ticket: self.after_idle(self.show_status)
        )

    def show_status(self) -> None:
        chosen = len(self.adapter.selected())
        self.status.set(f"{len(self.found)} of {len(self.source)} jobs, {chosen} selected")

    def destroy(self) -> None:
        self.may_end.set()
        super().destroy()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many jobs there are")
    Jobs(parser.parse_args().count).mainloop()
