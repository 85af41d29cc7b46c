"""A real pointer on a view of GTK, moved by xdotool. Points are those of a widget."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import time
from collections.abc import Callable
from typing import Any

import pytest

from iqlist.gtk import GLib, Gtk

HAS_POINTER = Gtk.init_check() and shutil.which("xdotool") is not None
needs_pointer = pytest.mark.skipif(not HAS_POINTER, reason="there is no display, or no xdotool")


def until(is_so: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        if not GLib.MainContext.default().iteration(False):
            time.sleep(0.001)


def wait(seconds: float) -> None:
    """Lets the main loop run for so long."""
    end = time.monotonic() + seconds
    until(lambda: time.monotonic() > end)


def tell(*words: object) -> None:
    subprocess.run(["xdotool", *map(str, words)], check=True)
    wait(0.05)


def move(widget: Any, x: float, y: float) -> None:
    # Surfaces have their number once this is imported.
    importlib.import_module("gi").require_version("GdkX11", "4.0")
    importlib.import_module("gi.repository.GdkX11")
    window = widget.get_native()
    left, top = window.get_surface_transform()
    window_x, window_y = widget.translate_coordinates(window, x, y)
    number = window.get_surface().get_xid()
    tell("mousemove", "--window", number, int(left + window_x), int(top + window_y))


def press(button: int = 1) -> None:
    tell("mousedown", button)


def release(button: int = 1) -> None:
    tell("mouseup", button)


class ColumnWindow:
    """A column view in a window: each column is a title, and a function of the model whose text it shows."""

    def __init__(self, columns: dict[str, Callable[[Any], object]]) -> None:
        self.view = Gtk.ColumnView()
        self.columns = {title: self._column(title, text) for title, text in columns.items()}
        self.scrolled = Gtk.ScrolledWindow(child=self.view)
        self.window = Gtk.Window(default_width=320, default_height=300, child=self.scrolled)

    def _column(self, title: str, text: Callable[[Any], object]) -> Any:
        def bind(_: Any, cell: Any) -> None:
            cell.set_child(Gtk.Label(label=str(text(cell.get_item().model)), xalign=0))

        factory = Gtk.SignalListItemFactory()
        factory.connect("bind", bind)
        column = Gtk.ColumnViewColumn(title=title, factory=factory, fixed_width=150)
        self.view.append_column(column)
        return column

    def show(self, model: Any) -> None:
        """In place of what is shown."""
        self.view.set_model(model)
        self.window.present()
        wait(0.3)

    @property
    def header(self) -> float:
        """Its height."""
        return float(self.view.get_first_child().get_height())

    def click_header(self, column: int) -> None:
        # A double click of GTK's does not sort twice.
        wait(0.5)
        move(self.view, 60 + 150 * column, self.header / 2)
        press()
        release()

    def close(self) -> None:
        # A view that outlives the interpreter would ask a model that has gone.
        self.view.set_model(None)
        self.window.destroy()
        wait(0.05)
