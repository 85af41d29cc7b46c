"""gtk_transfers.py - transfers that go on while you look, in a Gtk.ListView: the furthest are on top, the
search entry narrows them, and what you select stays selected wherever it goes.

    gtk_transfers.py [updates]      ends after so many of them
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, replace
from typing import Any

import iqlist
from iqlist.gtk import GLib, Gtk, Item, Model


@dataclass(frozen=True)
class Transfer:
    """A transfer: its name is its key, its progress its content."""

    name: str
    percent: int


WORDS = ("archive", "letters", "music", "photos", "reports")
transfers = [Transfer(f"{WORDS[i % 5]}-{i:03}", random.randrange(90)) for i in range(1000)]
everything: iqlist.List[Transfer] = iqlist.List(key="name", content="percent")
found = everything.sorted(lambda _, each: (-each.percent, each.name)).filtered()


def go_on() -> None:
    for _ in range(20):
        at = random.randrange(len(transfers))
        percent = min(100, transfers[at].percent + random.randrange(1, 10))
        transfers[at] = replace(transfers[at], percent=percent)
    everything.set_items(transfers)


def search(entry: Any) -> None:
    text = entry.get_text()
    found.set_filter(lambda _, transfer: text in transfer.name)


def set_up_row(_: Any, row: Any) -> None:
    box = Gtk.Box(spacing=12, margin_start=8, margin_end=16)
    box.append(Gtk.Label(xalign=0, width_request=140))
    box.append(Gtk.LevelBar(max_value=100, hexpand=True, valign=Gtk.Align.CENTER))
    row.set_child(box)


def fill_row(item: Item, box: Any) -> None:
    """Now, and whenever the item is updated."""
    box.get_first_child().set_text(item.model.name)
    box.get_last_child().set_value(item.model.percent)


def bind_row(_: Any, row: Any) -> None:
    item, box = row.get_item(), row.get_child()
    fill_row(item, box)

    def fill(item: Item, _: Any) -> None:
        fill_row(item, box)

    box.handler = item.connect("notify::model", fill)


def unbind_row(_: Any, row: Any) -> None:
    row.get_item().disconnect(row.get_child().handler)


def activate(application: Any) -> None:
    factory = Gtk.SignalListItemFactory()
    factory.connect("setup", set_up_row)
    factory.connect("bind", bind_row)
    factory.connect("unbind", unbind_row)
    model = Model(found)
    selection = Gtk.MultiSelection(model=model)
    model.keep_selection(selection)
    view = Gtk.ListView(model=selection, factory=factory)
    entry = Gtk.SearchEntry()
    entry.connect("search-changed", search)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    box.append(entry)
    box.append(Gtk.ScrolledWindow(child=view, vexpand=True))
    window = Gtk.ApplicationWindow(
        application=application, title="Transfers", default_width=420, default_height=360, child=box
    )
    window.present()
    left = int(sys.argv[1]) if len(sys.argv) > 1 else 0

    def update() -> bool:
        nonlocal left
        go_on()
        left -= 1
        if left == 0:
            application.quit()
        return True

    GLib.timeout_add(200, update)


everything.set_items(transfers)
application = Gtk.Application()
application.connect("activate", activate)
sys.exit(application.run())
