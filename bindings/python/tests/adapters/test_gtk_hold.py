"""Lists held still while the user points at a view of GTK, under a real pointer."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from gtk_pointer import ColumnWindow, move, needs_pointer, press, release, until, wait

from iqlist import DiffFlag, List, Snapshot
from iqlist.gtk import Gtk, Model

pytestmark = needs_pointer


class Shown(ColumnWindow):
    """A view of a list, which is held while a button is pressed."""

    def __init__(self) -> None:
        super().__init__({"Name": str})
        self.list = List.of_items([f"row {number}" for number in range(100)])
        self.model: Any = Model(self.list)
        self.model.hold_while_pressed(self.view)
        self.show(Gtk.MultiSelection(model=self.model))
        self.point()

    def point(self) -> None:
        move(self.view, 40, self.header + 40)

    def submit(self) -> None:
        """What waits if the list is held."""
        self.list.submit(Snapshot.of_items(["row 1", "row 7"]), flags=DiffFlag.HERE)

    def stays_held(self) -> None:
        wait(0.1)
        assert len(self.model) == 100 and self.list.info().holds == 1

    def follows(self) -> None:
        """What has waited is shown by the main loop alone."""
        until(lambda: len(self.model) == 2)
        assert self.list.info().holds == 0


@pytest.fixture
def shown() -> Iterator[Shown]:
    found = Shown()
    yield found
    found.close()


@pytest.mark.parametrize("button", [1, 2, 3])
def test_what_is_submitted_waits_from_press_to_release(shown: Shown, button: int) -> None:
    press(button)
    shown.submit()
    shown.stays_held()
    release(button)
    shown.follows()
    press()
    assert shown.list.info().holds == 1
    release()
    assert shown.list.info().holds == 0


def test_a_release_beside_the_window_ends_the_hold(shown: Shown) -> None:
    press()
    shown.submit()
    move(shown.view, 40, 360)
    shown.stays_held()
    release()
    shown.follows()


def test_a_release_where_the_row_is_far_away_ends_the_hold(shown: Shown) -> None:
    press()
    shown.submit()
    shown.scrolled.get_vadjustment().set_value(1500)
    shown.stays_held()
    release()
    shown.follows()


def test_a_press_beside_the_view_holds_nothing(shown: Shown) -> None:
    bar = shown.scrolled.get_vscrollbar()
    move(bar, bar.get_width() / 2, 100)
    press()
    assert shown.list.info().holds == 0
    release()


@pytest.mark.parametrize("way", ["hidden", "another model", "no model", "model dropped"])
def test_a_view_that_shows_the_list_no_longer_is_free(shown: Shown, way: str) -> None:
    press()
    shown.stays_held()
    if way == "hidden":
        shown.view.set_visible(False)
        assert shown.list.info().holds == 0
        release()
        shown.view.set_visible(True)
        wait(0.2)
        press()
        shown.stays_held()
        release()
        return
    other = Model(List.of_items(["x"]))
    shown.view.set_model(None if way == "no model" else Gtk.NoSelection(model=other))
    if way == "model dropped":
        del shown.model
        gc.collect()
    release()
    assert shown.list.info().holds == 0
    press()
    assert shown.list.info().holds == 0
    release()


def test_a_model_behind_a_filter_of_gtk_is_held(shown: Shown) -> None:
    rows = Gtk.FilterListModel(model=shown.model)
    shown.view.set_model(Gtk.MultiSelection(model=rows))
    wait(0.1)
    press()
    shown.submit()
    shown.stays_held()
    release()
    shown.follows()


def test_a_window_that_ends_ends_the_hold(shown: Shown) -> None:
    press()
    shown.stays_held()
    shown.window.destroy()
    assert shown.list.info().holds == 0
    release()


def test_a_list_that_is_closed_while_pressed_needs_no_resume(shown: Shown) -> None:
    press()
    shown.list.close()
    release()
    press()
    release()
    assert len(shown.model) == 100


def test_other_widgets_are_refused() -> None:
    with pytest.raises(TypeError, match="no view"):
        Model(List.of_items(["a"])).hold_while_pressed(Gtk.Label())
