"""The widget for Textual, in an app without a terminal: keys and mouse, what is read, and what stays where it
is over thousands of random updates, beside a plain model."""

from __future__ import annotations

import asyncio
import importlib
import random
import sys
import threading
from pathlib import Path
from typing import Any, Optional

import pytest
from rich.text import Text
from textual.pilot import Pilot
from textual_app import Shows, depth, header, loop, run
from textual_model import HEIGHT, Model, Row

from iqlist import (
    CellClass,
    Edge,
    EventKind,
    List,
    Outline,
    PageState,
    Selection,
    Snapshot,
    Trait,
)
from iqlist.textual import Column, Line, ListWidget

SEED = 20260

__all__ = ["loop"]


# --- keys and mouse


def test_keys_move_the_cursor_and_what_is_visible() -> None:
    app = Shows(List.of_items(range(25)))

    async def test(pilot: Pilot[None]) -> None:
        moves = [("down", 1), ("pagedown", 10), ("end", 24), ("down", 24), ("up", 23), ("pageup", 14)]
        for key, cursor in [*moves, ("home", 0), ("up", 0)]:
            await pilot.press(key)
            assert (app.cursor, str(cursor) in app.lines) == (cursor, True), key
        assert app.lines == [str(number) for number in range(10)]
        await pilot.press("end")
        assert app.lines == [str(number) for number in range(15, 25)]
        assert app.messages(ListWidget.Highlighted) == [0, 1, 10, 24, 23, 14, 0, 24]

    run(app, test)


def test_the_cursor_passes_over_headers_and_shows_them() -> None:
    app = Shows(List.of_sections({"a": range(9), "b": [], "c": [20, 21]}), render_header=header)

    async def test(pilot: Pilot[None]) -> None:
        assert app.lines == ["-- a", *"012345678"]
        await pilot.press("end")
        assert (app.cursor, app.lines[-2:]) == (21, ["20", "21"])
        await pilot.press("up", "up")
        assert app.cursor == 8
        await pilot.press("down")
        assert app.cursor == 20
        await pilot.press("home")
        assert (app.cursor, app.lines[0]) == (0, "-- a")
        for key in ["down"] * 20 + ["up"] * 20:
            await pilot.press(key)
        assert (app.cursor, app.lines[0]) == (0, "-- a")

    run(app, test)


@pytest.mark.parametrize("mode", [Selection.SINGLE, Selection.MULTIPLE])
def test_keys_select(mode: Selection) -> None:
    app = Shows(List.of_items([*"abcd"]), selection=mode | Selection.KEEPS)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("space", "down", "space")
        assert app.selected == (["b"] if mode == Selection.SINGLE else ["a", "b"])
        await pilot.press("space", "down", "enter")
        assert app.selected == (["c"] if mode == Selection.SINGLE else ["a"])
        assert app.messages(ListWidget.Activated) == ["c"]
        one, several = ["a", "b", "b", "c"], ["a", "b", "b"]
        assert app.messages(ListWidget.Selected) == (one if mode == Selection.SINGLE else several)

    run(app, test)


def test_selected_rows_have_a_mark_also_where_the_program_selects() -> None:
    app = Shows(List.of_items([*"abcd"]))

    async def test(pilot: Pilot[None]) -> None:
        app.widget.shown.select("c")
        await pilot.pause()
        assert [app.widget.render_line(y).text[0] for y in range(4)] == [" ", " ", "▌", " "]
        assert app.messages(ListWidget.Selected) == []
        kinds = {message.event.kind for message in app.told if isinstance(message, ListWidget.Polled)}
        assert kinds == {EventKind.STATES}

    run(app, test)


def test_the_mouse_moves_the_cursor_selects_and_activates() -> None:
    app = Shows(List.of_items(range(20)), selection=Selection.MULTIPLE | Selection.KEEPS)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.click(ListWidget, (5, 3))
        await pilot.click(ListWidget, (5, 6), control=True)
        assert (app.cursor, app.selected) == (6, [3, 6])
        await pilot.click(ListWidget, (5, 3), control=True)
        assert app.selected == [6]
        await pilot.click(ListWidget, (5, 4), times=2)
        assert (app.selected, app.messages(ListWidget.Activated)) == ([4], [4])
        await pilot._post_mouse_events([], ListWidget)
        app.widget.scroll_down(animate=False)
        await pilot.click(ListWidget, (5, 4))
        assert app.cursor == 5

    run(app, test)


def test_a_click_on_a_header_does_nothing() -> None:
    app = Shows(List.of_sections({"a": [1, 2]}), render_header=header)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.click(ListWidget, (5, 0))
        assert (app.cursor, app.selected) == (1, [])
        await pilot.click(ListWidget, (5, 8))
        assert (app.cursor, app.selected) == (1, [])
        await pilot.click(ListWidget, (5, 2))
        assert (app.cursor, app.selected) == (2, [2])

    run(app, test)


def test_an_item_whose_class_forbids_it_is_not_selected() -> None:
    plain = CellClass("textual/plain", traits=Trait.NOT_SELECTABLE)
    app = Shows(List.of_items([*"ab"], cell_class=plain))

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("space", "enter")
        await pilot.click(ListWidget, (5, 1))
        assert (app.selected, app.messages(ListWidget.Selected), app.cursor) == ([], [], "b")

    run(app, test)


def test_selection_and_cursor_keep_the_list_s_mode() -> None:
    shown = List.of_items([*"ab"])
    shown.set_selection(Selection.NONE)
    app = Shows(shown, selection=None)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("space")
        assert app.selected == []

    run(app, test)


# --- the list


def test_a_cursor_key_draws_what_has_changed_and_no_other_line() -> None:
    """The line that the cursor leaves and the one that it comes to; a line that is scrolled into view."""
    drawn: list[int] = []

    def render(row: int) -> str:
        drawn.append(row)
        return str(row)

    app = Shows(List.of_items(range(1000)), render_item=render)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("down", *["down"] * 7)
        for key, lines in [("down", {8, 9}), ("down", {9, 10}), ("up", {9, 10}), ("up", {8, 9})]:
            drawn.clear()
            await pilot.press(key)
            await pilot.pause()
            assert set(drawn) <= lines, key
        drawn.clear()
        app.widget.refresh()
        await pilot.pause()
        assert len(set(drawn)) == HEIGHT, "what the program refreshes is drawn again"

    run(app, test)


def test_a_hundred_thousand_rows_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither at first, nor to scroll, nor when they change: only what can be seen, and the cursor's row."""
    read: list[int] = []
    columns = Snapshot._columns

    def counting(self: Any, first: int, count: Optional[int], *wanted: str) -> Any:
        read.append(len(self) - first if count is None else count)
        return columns(self, first, count, *wanted)

    monkeypatch.setattr(Snapshot, "_columns", counting)
    drawn: list[Row] = []

    def render(row: Row) -> str:
        drawn.append(row)
        return str(row)

    rows = [Row(number) for number in range(100_000)]
    app = Shows(List.of_items(rows, key="id", content="look"), render_item=render)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("end", "pageup")
        assert app.cursor.id == 100_000 - HEIGHT
        app.widget.scroll_to(y=50_000, animate=False)
        await pilot.pause()
        changed = [row if row.id % 3 else Row(row.id, 1) for row in rows if row.id % 100]
        app.widget.shown.set_items(changed)
        await pilot.pause()
        assert app.lines[:4] == ["49999.0", "50001.1", "50002.0", "50003.0"], (
            "those that are left keep their lines"
        )
        assert app.cursor.id == 99_990
        # Ten lines and the cursor's, for each of few frames.
        assert max(read) <= HEIGHT and sum(read) < 20 * HEIGHT and len(drawn) < 20 * HEIGHT

    run(app, test)


@pytest.mark.parametrize("keep_scroll", [True, False])
def test_at_the_top_of_a_list_whose_order_changes_the_view_stays_there(keep_scroll: bool) -> None:
    """Wherever the rows go that were seen."""
    generator = random.Random(SEED)
    rows = [Row(number) for number in range(200)]
    app = Shows(List.of_items(rows, key="id", content="look"), keep_scroll=keep_scroll)

    async def test(pilot: Pilot[None]) -> None:
        for _ in range(20):
            for _ in range(30):
                rows.insert(generator.randrange(12), rows.pop(generator.randrange(len(rows))))
            app.widget.shown.set_items(rows)
            await pilot.pause()
            assert app.lines == [str(row) for row in rows[:HEIGHT]]

    run(app, test)


def test_without_keep_scroll_the_first_line_keeps_its_number() -> None:
    shown: List[Any] = List.of_items(range(100))
    app = Shows(shown, keep_scroll=False)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("end", "home")
        app.widget.scroll_to(y=50, animate=False)
        await pilot.pause()
        shown.set_items([-1, -2, *range(100)])
        await pilot.pause()
        assert app.lines[0] == "48"
        shown.set_items(range(55))
        await pilot.pause()
        assert app.lines == [str(number) for number in range(45, 55)]

    run(app, test)


@pytest.mark.parametrize("state", [*PageState])
def test_new_first_rows_are_seen_at_the_top_unless_a_page_may_come(state: PageState) -> None:
    shown: List[Any] = List.of_items([*map(Row, range(40))], key="id", content="look")
    shown.set_page(Edge.START, state)
    app = Shows(shown)

    async def test(pilot: Pilot[None]) -> None:
        shown.set_page(Edge.START, PageState.ENDED)
        shown.set_items([*map(Row, range(90, 95)), *map(Row, range(40))])
        await pilot.pause()
        may_come = state not in (PageState.OFF, PageState.ENDED)
        assert app.lines[0] == ("0.0" if may_come else "90.0")
        assert app.cursor.id == 0, "the cursor stays where it is"

    run(app, test)


def test_another_thread_submits_while_the_app_runs() -> None:
    """A hundred states in as many submissions; what is drawn in between is one of them."""
    shown: List[Any] = List.of_items([], key="id", content="look")
    app = Shows(shown)

    async def test(pilot: Pilot[None]) -> None:
        def work() -> None:
            for look in range(100):
                wanted = Snapshot.of_items([Row(i, look) for i in range(30)], key="id", content="look")
                shown.submit(wanted).exception(wait=10)

        thread = threading.Thread(target=work)
        thread.start()
        seen: set[str] = set()
        while thread.is_alive():
            await asyncio.sleep(0)
            looks = {line.split(".")[1] for line in app.lines}
            assert len(looks) <= 1
            seen |= looks
        await pilot.pause()
        assert app.lines == [f"{i}.99" for i in range(10)] and len(seen) > 1

    run(app, test)


def test_a_change_is_drawn_without_being_asked_for() -> None:
    app = Shows(List.of_items(["a"]))

    async def test(pilot: Pilot[None]) -> None:
        app.widget.shown.set_items(["a", "b"])
        for _ in range(100):
            await pilot.pause(0.01)
            if "b" in app.export_screenshot():
                break
        assert "b" in app.export_screenshot(simplify=True) and app.lines == ["a", "b"]

    run(app, test)


def test_a_filter_that_is_typed() -> None:
    """The cursor stays on its item while that passes, then goes to the next one; what is selected stays
    so."""
    names = [f"{first}{second}" for first in "abcdefghij" for second in "abcdefghij"]
    source = List.of_items(names)
    found = source.filtered()
    app = Shows(found)

    async def test(pilot: Pilot[None]) -> None:
        app.widget.move_cursor("ed")
        await pilot.press("space")

        async def typed(text: str) -> None:
            found.set_filter(lambda key, name: name.endswith(text))
            await pilot.pause()

        await typed("d")
        assert (app.lines, app.cursor) == ([f"{first}d" for first in "abcdefghij"], "ed")
        await typed("e")
        assert (app.cursor, app.selected) == ("ee", [])
        await typed("none")
        assert (app.cursor, app.lines) == (None, [])
        await typed("")
        assert (app.cursor, app.selected) == ("aa", ["ed"])
        source.set_items([name for name in names if name[0] > "b"])
        await pilot.pause()
        assert (app.cursor, app.lines[0], app.selected) == ("ca", "ca", ["ed"])

    run(app, test)


def test_an_outline_is_a_tree() -> None:
    files: List[str] = List.of_items(["a", "a/b", "a/b/c", "a/d", "e"], level=depth)
    app = Shows(files.outline())

    async def test(pilot: Pilot[None]) -> None:
        assert app.lines == ["▶ a", "  e"]
        await pilot.press("right")
        assert app.lines == ["▼ a", "  ▶ a/b", "    a/d", "  e"]
        await pilot.press("right", "right", "right")
        assert (app.cursor, app.lines[2]) == ("a/b/c", "      a/b/c")
        await pilot.press("left")
        assert app.cursor == "a/b"
        await pilot.press("down")
        outline = app.widget.shown
        assert isinstance(outline, Outline)
        outline.collapse("a")
        await pilot.pause()
        # What the cursor was on is below what has been collapsed.
        assert (app.cursor, app.lines) == ("a", ["▶ a", "  e"])
        await pilot.click(ListWidget, (1, 0))
        assert app.lines[:3] == ["▼ a", "  ▼ a/b", "      a/b/c"] and app.selected == []
        await pilot.press("left", "left")
        assert (app.cursor, app.lines) == ("a", ["▶ a", "  e"])

    run(app, test)


def test_a_closed_list_stays_shown_and_does_nothing() -> None:
    app = Shows(List.of_items([*"abc"]))

    async def test(pilot: Pilot[None]) -> None:
        app.widget.shown.close()
        await pilot.press("down", "space", "enter", "right", "left")
        await pilot.click(ListWidget, (5, 2))
        assert (app.cursor, app.lines) == ("c", [*"abc"])

    run(app, test)


def test_what_a_row_is_drawn_as() -> None:
    drawn = {"a": Text("red", "red"), "b": "two\nlines", "c": "x\ty\x1b[m", "d": "long " * 30}
    app = Shows(List.of_items([*drawn]), render_item=drawn.__getitem__)

    async def test(pilot: Pilot[None]) -> None:
        assert app.lines[:3] == ["red", "two", "x       y?[m"]
        assert app.lines[3].endswith("…") and len(app.lines[3]) < 80
        style = app.widget.render_line(0)._segments[1].style
        assert style is not None and style.color is not None

    run(app, test)


def test_what_render_item_raises_ends_the_app() -> None:
    def render(row: int) -> str:
        raise ZeroDivisionError(row)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.pause()

    with pytest.raises(ZeroDivisionError):
        run(Shows(List.of_items([1]), render_item=render), test)


def test_a_widget_that_is_removed_leaves_the_list_alone() -> None:
    app = Shows(List.of_items(["a"]))

    async def test(pilot: Pilot[None]) -> None:
        await app.widget.remove()
        told = len(app.told)
        app.widget.shown.set_items(["b"])
        await pilot.pause()
        assert len(app.told) == told

    run(app, test)


def test_two_widgets_show_one_list() -> None:
    shown = List.of_items(["a"])
    app = Shows(shown)

    async def test(pilot: Pilot[None]) -> None:
        other = ListWidget(shown, str)
        await app.mount(other)
        for items in (["b"], ["b", "c"]):
            shown.set_items(items)
            await pilot.pause()
            assert app.lines == items
            assert [other.render_line(y).text.strip() for y in range(len(items))] == items
            if len(items) == 1:
                await other.remove()
                other = ListWidget(shown, str)
                await app.mount(other)

    run(app, test)


def test_an_edit_is_shown_when_it_is_committed() -> None:
    shown: List[Any] = List.of_items([*"ab"])
    app = Shows(shown)
    is_open, may_end = threading.Event(), threading.Event()

    def work() -> None:
        with shown.edit() as edit:
            edit.delete_items(["a"])
            is_open.set()
            may_end.wait(10)

    async def test(pilot: Pilot[None]) -> None:
        thread = threading.Thread(target=work)
        thread.start()
        is_open.wait(10)
        app.widget._poll()
        await pilot.press("down")
        assert (app.lines, app.cursor) == (["a", "b"], "b")
        may_end.set()
        thread.join()
        await pilot.pause()
        assert app.lines == ["b"]

    run(app, test)


# --- random updates


@pytest.mark.parametrize("has_sections", [False, True], ids=["flat", "sections"])
def test_random_updates_beside_a_plain_model(has_sections: bool) -> None:
    """Rows, cursor, first visible line and selection, after one or several updates at once."""
    print(f"seed {SEED}")
    model = Model(random.Random(SEED), has_sections)
    shown: List[Any] = List(key="id", content="look")
    app = Shows(
        shown,
        render_header=header if has_sections else None,
        selection=Selection.MULTIPLE | Selection.KEEPS,
    )
    widget, generator = app.widget, model.generator

    async def test(pilot: Pilot[None]) -> None:
        scrolled = 0
        for step in range(1500):
            ids, lines = model.ids, model.lines
            for _ in range(generator.choice([1, 1, 1, 2, 3])):
                model.change()
                shown.set(model.sections)
                # A row that was away in between has lost its selection.
                model.selected &= {*model.ids}
            if step % 20:
                widget._poll()
            else:
                await pilot.pause()
            model.follow(ids, lines)
            texts = model.texts
            top = model.lines.index(model.top) if model.top is not None else 0
            assert app.lines == texts[top : top + HEIGHT], step
            cursor = widget.cursor
            assert (cursor.model.id if cursor else None) == model.cursor, step
            assert {row.id for row in app.selected} == model.selected, step
            scrolled += top > 0
            await act(pilot)
        assert scrolled > 600

    async def act(pilot: Pilot[None]) -> None:
        """What the user does: the cursor goes elsewhere, a row is selected or deselected, the list
        scrolls."""
        if model.ids and generator.random() < 0.2:
            model.cursor = generator.choice(model.ids)
            widget.move_cursor(model.cursor)
            model.top = model.lines[widget.scroll_offset.y]
        if model.cursor is not None and generator.random() < 0.2:
            widget.action_select()
            model.selected ^= {model.cursor}
        if model.lines and generator.random() < 0.2:
            at = generator.randrange(max(1, len(model.lines) - HEIGHT + 1))
            widget.scroll_to(y=at, animate=False)
            # Textual refuses it until its scrollbar is there.
            model.top = model.lines[widget.scroll_offset.y]

    run(app, test)


# --- the example, and what is documented


def test_the_example_filters_selects_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = Path(__file__).parents[2] / "examples/adapters"
    monkeypatch.setattr(sys, "path", [str(examples), *sys.path])
    example = importlib.import_module("textual_jobs")
    app = example.Jobs(300)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.pause()
        widget, status = app.query_one(ListWidget), app.query_one("#status")
        await pilot.press("down", "space", "/", *"build")
        await pilot.pause()
        assert status.content.endswith("60 of 300 jobs, 1 selected")
        shown = {job.name.split("-")[1] for job in widget.shown.models()}
        assert shown == {"build"}
        await pilot.press("escape", "down", "down", "space")
        assert status.content.endswith("60 of 300 jobs, 2 selected")
        version = app.source.info().version
        for _ in range(100):
            await pilot.pause(0.05)
            if app.source.info().version > version:
                break
        assert app.source.info().version > version
        for section in widget.shown.sections:
            percents = [row.model.percent for row in section]
            assert percents == sorted(percents, reverse=True)

    async def main() -> None:
        async with app.run_test(size=(100, 30)) as pilot:
            await test(pilot)

    asyncio.get_event_loop().run_until_complete(main())


def test_what_is_public_is_documented_and_what_is_called_has_an_example() -> None:
    members = {
        name: member
        for name, member in vars(ListWidget).items()
        if not name.startswith(("_", "action_")) and getattr(member, "__module__", "").startswith("iqlist")
    }
    assert {"move_cursor", "Highlighted", "Selected", "Activated", "Updated", "Polled"} == members.keys()
    for member in (ListWidget, Column, Line, *members.values(), ListWidget.cursor):
        assert member.__doc__
    for called in (ListWidget, Column, ListWidget.move_cursor):
        assert ">>> " in (called.__doc__ or "")
