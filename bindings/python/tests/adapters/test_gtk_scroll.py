"""What is visible of a list view of GTK over updates, on a display: beside a plain model, at random and for
pages."""

from __future__ import annotations

import math
import os
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from scroll_model import moved

from iqlist import Edge, List, PageState
from iqlist.gtk import GLib, Gtk, Item, Model

SEED = int(os.environ.get("IQ_TEST_SEED", time.time_ns() % 10**6))
ROWS, ROUNDS = 1000, 25

pytestmark = pytest.mark.skipif(not Gtk.init_check(), reason="there is no display")


def set_up(_: Any, cell: Any) -> None:
    cell.set_child(Gtk.Label())


def bind(_: Any, cell: Any) -> None:
    cell.get_child().set_label(str(cell.get_item().model))


class Window:
    """A view of a model in a window."""

    def __init__(self, rows: list[int]) -> None:
        self.list: List[int] = List.of_items(rows)
        self.model = Model(self.list)
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", set_up)
        factory.connect("bind", bind)
        self.view = Gtk.ListView(model=Gtk.NoSelection(model=self.model), factory=factory)
        self.model.keep_scroll(self.view)
        self.model.keep_scroll(self.view)
        self.scrolled = Gtk.ScrolledWindow(child=self.view)
        self.window = Gtk.Window(default_width=200, default_height=300, child=self.scrolled)
        self.window.present()
        self.adjustment = self.view.get_vadjustment()
        run_until(lambda: self.adjustment.get_upper() > self.adjustment.get_page_size() > 1)
        settle(self.window)

    @property
    def height(self) -> float:
        return float(self.adjustment.get_upper()) / self.model.get_n_items()

    @property
    def first(self) -> float:
        """The first visible row, with a fraction for what is out of sight of it."""
        return float(self.adjustment.get_value()) / self.height

    @property
    def seen(self) -> int:
        """How many rows are visible, also in part."""
        end = float(self.adjustment.get_value() + self.adjustment.get_page_size()) / self.height
        return math.ceil(end - 1e-6) - math.floor(self.first + 1e-6)

    def text_at(self, y: float) -> str:
        found = self.view.pick(self.view.get_width() / 2, y, Gtk.PickFlags.DEFAULT)
        while found is not None and not isinstance(found, Gtk.Label):
            found = found.get_first_child()
        return "" if found is None else str(found.get_label())

    def check_rows(self, rows: list[int]) -> None:
        """What is seen of each visible row but the last one, that may be visible in part."""
        first = math.floor(self.first + 1e-6)
        heights = [(row + 0.5) * self.height - self.adjustment.get_value() for row in range(first, len(rows))]
        visible = [y for y in heights if 0 <= y <= self.adjustment.get_page_size() - self.height]
        assert [self.text_at(y) for y in visible] == [str(row) for row in rows[first : first + len(visible)]]

    def scroll_to(self, row: float) -> None:
        """A view of GTK may take no note of the first value."""
        for value in (row * self.height + 1, row * self.height, row * self.height):
            self.adjustment.set_value(value)
            settle(self.window)

    def show(self, rows: list[int]) -> None:
        self.list.set_items(rows)
        assert self.model.sync()
        settle(self.window)


@pytest.fixture
def window() -> Iterator[Window]:
    found = Window([*range(ROWS)])
    yield found
    # A view that outlives the interpreter would ask a model that has gone.
    found.view.set_model(None)
    found.window.destroy()
    while GLib.MainContext.default().iteration(False):
        pass


def run_until(has_ended: Any) -> None:
    ends = time.monotonic() + 20
    while not has_ended():
        assert time.monotonic() < ends
        GLib.MainContext.default().iteration(False)


def settle(window: Any, frames: int = 6) -> None:
    """So many frames are drawn, however long that takes."""
    drawn: list[Any] = []

    def tick(*_: Any) -> bool:
        drawn.append(None)
        return len(drawn) < frames

    window.add_tick_callback(tick)
    run_until(lambda: len(drawn) == frames)


def test_what_is_visible_goes_where_a_plain_model_says(window: Window) -> None:
    print(f"seed {SEED}")
    generator, rows, next_row, moves = random.Random(SEED), [*range(ROWS)], ROWS, 0
    for round_ in range(ROUNDS):
        # Often where the rows that GTK keeps begin near the first one.
        at = generator.randrange(20, 220 if generator.random() < 0.5 else ROWS // 2) if round_ % 3 else 0
        # Of a row that is partly out of sight, as much stays so.
        part = round(window.height / 2) / window.height if round_ % 2 else 0
        window.scroll_to(at + part)
        assert abs(window.first - at - part) < 0.01
        before = [*rows]
        for _ in range(generator.randrange(25)):
            near = at + generator.randrange(-15, 25) if at else generator.randrange(30)
            change = generator.randrange(3)
            if change == 0:
                rows.insert(generator.randrange(len(rows)), rows.pop(near))
            elif change == 1:
                rows.insert(near, next_row)
                next_row += 1
            else:
                del rows[near]
        expected = max(0, moved(before, at, rows, window.seen)) if at or part else 0
        window.show(rows)
        assert abs(window.first - expected - part) < 0.1, (round_, at)
        window.check_rows(rows)
        moves += expected != at
    assert moves > 5


@pytest.mark.parametrize("state", [PageState.ENDED, PageState.MORE])
def test_new_first_rows_are_seen_at_the_top_unless_a_page_may_come(window: Window, state: PageState) -> None:
    window.list.set_page(Edge.START, state)
    window.model.sync()
    window.show([*range(-7, ROWS)])
    assert round(window.first, 1) == (0 if state == PageState.ENDED else 7)


def test_a_view_that_has_gone_and_one_of_another_model_are_left_alone(window: Window) -> None:
    window.model.keep_scroll(Gtk.ListView())
    other = Gtk.ListView(model=Gtk.NoSelection(model=Model(List.of_items([1]))))
    window.model.keep_scroll(other)
    window.scroll_to(50)
    window.show([*range(-30, ROWS)])
    assert round(window.first, 1) == 80
    window.scrolled.set_child(None)
    window.show([*range(-60, ROWS)])
    with pytest.raises(TypeError, match=r"Gtk.ListView"):
        window.model.keep_scroll(Gtk.Label())
    item = window.model.get_item(0)
    assert isinstance(item, Item) and item.model == -60
