"""gtk_transfers.py - transfers that go on while you look, in a Gtk.ColumnView: the furthest are on top, until
you click the header of another column. The search entry narrows them, and what you select stays selected
wherever it goes.

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
everything.set_items(transfers)
found = everything.filtered()


def go_on() -> None:
    for _ in range(20):
        at = random.randrange(len(transfers))
        percent = min(100, transfers[at].percent + random.randrange(1, 10))
        transfers[at] = replace(transfers[at], percent=percent)
    everything.set_items(transfers)


def search(entry: Any) -> None:
    text = entry.get_text()
    found.set_filter(lambda _, transfer: text in transfer.name)


def set_up_name(_: Any, cell: Any) -> None:
    cell.set_child(Gtk.Label(xalign=0))


def bind_name(_: Any, cell: Any) -> None:
    cell.get_child().set_text(cell.get_item().model.name)


def set_up_bar(_: Any, cell: Any) -> None:
    cell.set_child(Gtk.LevelBar(max_value=100, valign=Gtk.Align.CENTER))


def bind_bar(_: Any, cell: Any) -> None:
    item, bar = cell.get_item(), cell.get_child()

    def fill(item: Item, _: Any = None) -> None:
        """Now, and whenever the item is updated."""
        bar.set_value(item.model.percent)

    fill(item)
    bar.handler = item.connect("notify::model", fill)


def unbind_bar(_: Any, cell: Any) -> None:
    cell.get_item().disconnect(cell.get_child().handler)


def column(title: str, **handlers: Any) -> Any:
    factory = Gtk.SignalListItemFactory()
    for name, handler in handlers.items():
        factory.connect(name, handler)
    return Gtk.ColumnViewColumn(title=title, factory=factory, expand=True)


def activate(application: Any) -> None:
    name = column("Name", setup=set_up_name, bind=bind_name)
    done = column("Done", setup=set_up_bar, bind=bind_bar, unbind=unbind_bar)
    model = Model(found.sorted(), sort_keys={name: "name", done: "percent"})
    selection = Gtk.MultiSelection(model=model)
    view = Gtk.ColumnView(model=selection)
    view.append_column(name)
    view.append_column(done)
    view.sort_by_column(done, Gtk.SortType.DESCENDING)
    model.keep_selection(selection)
    model.keep_scroll(view)
    model.hold_while_pressed(view)
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


application = Gtk.Application()
application.connect("activate", activate)
sys.exit(application.run())
