"""The widgets for Textual hold what they show from the press of a mouse button to its release, in whichever
way a press ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.screen import ModalScreen
from textual.widgets import Static
from textual_app import Shows, loop, run

from iqlist import DiffFlag, List, Snapshot
from iqlist.textual import ListWidget, TableColumn, TableWidget

__all__ = ["loop"]

B, BELOW = (2, 1), (0, 15)
"""On the screen: the row of "b", and where the widget is not."""


def submit(shown: List[str], items: list[str]) -> None:
    shown.submit(Snapshot.of_items(items), flags=DiffFlag.HERE)


async def mouse(
    pilot: Pilot[None], kind: type[events.MouseEvent], at: tuple[int, int], button: int = 1
) -> None:
    """As a terminal reports it."""
    x, y = at
    pilot.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
    await pilot.pause()


def holds(shown: List[Any]) -> int:
    return shown.info().holds


async def press(app: Shows, pilot: Pilot[None]) -> None:
    """The list is held, and what is submitted is not shown."""
    await mouse(pilot, events.MouseDown, B)
    submit(app.widget.shown, ["new", "a", "b"])
    await pilot.pause(0.05)
    assert (app.lines, holds(app.widget.shown)) == (["a", "b"], 1)


async def is_let_go(app: Shows, pilot: Pilot[None]) -> None:
    """What has waited is shown, and the mouse is everybody's."""
    await pilot.pause(0.05)
    assert (app.lines, holds(app.widget.shown)) == (["new", "a", "b"], 0)
    assert app.mouse_captured is not app.widget


def test_what_is_submitted_while_a_button_is_pressed_is_shown_behind_the_click() -> None:
    app = Shows(List.of_items(["a", "b"]))

    async def test(pilot: Pilot[None]) -> None:
        await press(app, pilot)
        await mouse(pilot, events.MouseUp, B)
        await is_let_go(app, pilot)
        assert app.selected == ["b"] and app.cursor == "b"
        kinds = [type(message) for message in app.told]
        assert kinds.index(ListWidget.Selected) < kinds.index(ListWidget.Updated)

    run(app, test)


def test_a_derived_list_follows_its_source_behind_the_release() -> None:
    source = List.of_items(["a", "b", "c"])
    app = Shows(source.filtered(lambda key, each: each != "c"))

    async def test(pilot: Pilot[None]) -> None:
        await mouse(pilot, events.MouseDown, B)
        submit(source, ["new", "a", "b"])
        await pilot.pause(0.05)
        assert (app.lines, len(source.models()), holds(source)) == (["a", "b"], 3, 0)
        await mouse(pilot, events.MouseUp, B)
        await is_let_go(app, pilot)

    run(app, test)


async def release_outside(app: Shows, pilot: Pilot[None]) -> None:
    await mouse(pilot, events.MouseUp, BELOW)


async def move_without_a_button(app: Shows, pilot: Pilot[None]) -> None:
    await mouse(pilot, events.MouseMove, BELOW, 0)


async def capture_elsewhere(app: Shows, pilot: Pilot[None]) -> None:
    other = Static("other")
    await app.mount(other)
    other.capture_mouse()


async def hide(app: Shows, pilot: Pilot[None]) -> None:
    app.widget.display = False
    await pilot.pause()
    app.widget.display = True


async def load(app: Shows, pilot: Pilot[None]) -> None:
    app.widget.loading = True
    await pilot.pause()
    app.widget.loading = False


async def push_a_screen(app: Shows, pilot: Pilot[None]) -> None:
    screen: ModalScreen[None] = ModalScreen()
    await app.push_screen(screen)
    await pilot.pause()
    app.pop_screen()


async def disable(app: Shows, pilot: Pilot[None]) -> None:
    app.screen.disabled = True
    await mouse(pilot, events.MouseUp, B)


async def turn_off(app: Shows, pilot: Pilot[None]) -> None:
    app.widget.hold_while_pressed = False
    await pilot.pause(0.05)
    assert app.lines == ["new", "a", "b"]
    await mouse(pilot, events.MouseUp, B)


ENDS = [
    release_outside, move_without_a_button, capture_elsewhere, hide, load, push_a_screen, disable, turn_off,
]  # fmt: skip


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
def test_a_press_ends(end: Callable[[Shows, Pilot[None]], Awaitable[None]]) -> None:
    app = Shows(List.of_items(["a", "b"]))

    async def test(pilot: Pilot[None]) -> None:
        await press(app, pilot)
        await end(app, pilot)
        await is_let_go(app, pilot)
        app.screen.disabled = False
        app.capture_mouse(None)
        app.widget.hold_while_pressed = True
        # It is held again, once.
        await mouse(pilot, events.MouseDown, B)
        await mouse(pilot, events.MouseDown, B, 3)
        assert holds(app.widget.shown) == 1
        await mouse(pilot, events.MouseUp, B)
        await mouse(pilot, events.MouseUp, B, 3)
        await is_let_go(app, pilot)

    run(app, test)


def test_a_widget_that_goes_while_it_is_pressed_leaves_its_list_free() -> None:
    app = Shows(List.of_items(["a", "b"]))

    async def remove(pilot: Pilot[None]) -> None:
        await press(app, pilot)
        await app.widget.remove()
        assert holds(app.widget.shown) == 0 and app.mouse_captured is None

    run(app, remove)
    ended = Shows(List.of_items(["a", "b"]))
    run(ended, lambda pilot: press(ended, pilot))
    assert holds(ended.widget.shown) == 0


def test_two_widgets_hold_one_list_one_by_one_and_a_closed_one_not_at_all() -> None:
    app = Shows(List.of_items(["a", "b"]))

    async def test(pilot: Pilot[None]) -> None:
        with app.widget.shown.held():
            await mouse(pilot, events.MouseDown, B)
            assert holds(app.widget.shown) == 2
            await mouse(pilot, events.MouseUp, B)
            await pilot.pause()
            assert holds(app.widget.shown) == 1
        await mouse(pilot, events.MouseDown, B)
        app.widget.shown.close()
        await mouse(pilot, events.MouseUp, B)
        await mouse(pilot, events.MouseDown, B)
        await mouse(pilot, events.MouseUp, B)
        assert app.lines == ["a", "b"] and app.mouse_captured is None

    run(app, test)


def test_without_the_option_nothing_is_held_and_no_mouse_captured() -> None:
    app = Shows(List.of_items(["a", "b"]), hold_while_pressed=False)

    async def test(pilot: Pilot[None]) -> None:
        await mouse(pilot, events.MouseDown, B)
        submit(app.widget.shown, ["new", "a", "b"])
        await is_let_go(app, pilot)
        await mouse(pilot, events.MouseUp, B)
        await is_let_go(app, pilot)

    run(app, test)


def test_a_table_holds_rows_and_columns() -> None:
    class Shown(App[None]):
        def compose(self) -> Any:
            yield TableWidget(List.of_items(["a", "b"]), [TableColumn("one", width=5, render=str)])

    app: Any = Shown()

    async def test(pilot: Pilot[None]) -> None:
        table = app.query_one(TableWidget).table
        # The end of the heading, which also resizes the column.
        for x, y in ((1, 2), (4, 0)):
            await mouse(pilot, events.MouseDown, (x, y))
            await pilot.pause()
            assert (holds(table.rows), holds(table.columns)) == (1, 1)
            await mouse(pilot, events.MouseUp, (x + 1, y))
            await pilot.pause()
            assert (holds(table.rows), holds(table.columns)) == (0, 0)
            assert app.mouse_captured is None
        assert table.column("one").width == 6

    run(app, test)
