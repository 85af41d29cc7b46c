"""The widget for Textual: rows of several lines one by one: how they look, columns, trees, what is rendered,
and what stays where it is."""

from __future__ import annotations

import asyncio
import importlib
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from textual.pilot import Pilot
from textual_app import Shows, depth, header, loop, run
from textual_model import HEIGHT, Row

from iqlist import CellClass, Edge, List, PageState, Trait
from iqlist.textual import Column, ListWidget

__all__ = ["loop"]

LINES = {"a": "one", "b": "two\nlines", "c": "three\nlines\n", "d": Text("red\nlines", "red")}


def two_lines(row: object) -> str:
    return f"{row}\n."


def several(row: int) -> str:
    """From one line to four."""
    return "\n".join([str(row)] * (1 + row % 4))


def test_line_breaks_begin_other_lines_and_no_row_is_cut() -> None:
    app = Shows(List.of_items([*LINES]), render_item=LINES.__getitem__, multiline=True)

    async def test(pilot: Pilot[None]) -> None:
        drawn = [app.widget.render_line(y).text.strip() for y in range(9)]
        assert drawn == ["one", "two", "lines", "three", "lines", "", "red", "lines", ""]
        styles = [app.widget.render_line(y)._segments[1].style for y in (6, 7)]
        assert all(style is not None and style.color is not None for style in styles)
        assert app.widget.virtual_size.height == 8

    run(app, test)


def test_what_is_too_wide_wraps_or_is_cut_off() -> None:
    text = "long " * 30
    app, cut = (Shows(List.of_items([text]), **{way: True}) for way in ("wrap", "multiline"))

    async def wraps(pilot: Pilot[None]) -> None:
        assert app.lines == [("long " * count).strip() for count in (16, 14)]

    async def cuts(pilot: Pilot[None]) -> None:
        assert len(cut.lines) == 1 and cut.lines[0].endswith("…")

    run(app, wraps)
    run(cut, cuts)


def test_a_selected_row_has_the_mark_on_all_of_its_lines() -> None:
    app = Shows(List.of_items([*LINES]), render_item=LINES.__getitem__, multiline=True)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("down", "space")
        assert [app.widget.render_line(y).text[0] for y in range(4)] == [" ", "▌", "▌", " "]
        await pilot.click(ListWidget, (5, 4))
        assert app.selected == ["c"]

    run(app, test)


def test_columns_wrap_side_by_side() -> None:
    """Those with a width, and the last one, which has the rest of the widget."""
    columns: list[Column[str]] = [
        Column("Name", lambda row: f"name of {row}", width=5),
        Column("Key", str),
        Column("Text", lambda row: f"{row} " * 50),
    ]
    app = Shows(List.of_items(["a", "xyz"]), columns=columns, wrap=True)

    async def test(pilot: Pilot[None]) -> None:
        assert app.lines[0] == "Name   Key  Text"
        assert app.lines[1] == "name   a    " + " ".join("a" * 34)
        assert app.lines[2] == "of a        " + " ".join("a" * 16)
        await pilot.resize_terminal(40, 24)
        await pilot.pause()
        assert app.lines[1] == "name   a    " + " ".join("a" * 13)
        app.widget.shown.set_items(["wider key"])
        await pilot.pause()
        await pilot.pause()
        assert app.lines[0] == "Name   Key        Text"
        assert app.lines[1] == "name   wider key  wider key wider key"

    run(app, test)


def test_lines_of_a_tree_are_indented_and_only_the_sign_of_the_first_folds() -> None:
    files: List[str] = List.of_items(["a", "a/b", "e"], level=depth)
    app = Shows(files.outline(), render_item=two_lines, multiline=True)

    async def test(pilot: Pilot[None]) -> None:
        assert app.lines == ["▶ a", "  .", "  e", "  ."]
        await pilot.click(ListWidget, (1, 1))
        assert len(app.lines) == 4 and app.selected == ["a"]
        await pilot.click(ListWidget, (1, 0))
        assert app.lines == ["▼ a", "  .", "    a/b", "    .", "  e", "  ."]

    run(app, test)


def test_a_header_stays_at_the_top_and_a_click_on_it_does_nothing() -> None:
    shown = List.of_sections({"a": range(20), "b": range(20, 40)})
    app = Shows(shown, render_header=header, sticky_headers=True)

    async def test(pilot: Pilot[None]) -> None:
        app.widget.scroll_to(y=5, animate=False)
        await pilot.pause()
        assert app.lines[:3] == ["-- a", "5", "6"]
        await pilot.click(ListWidget, (5, 0))
        assert (app.cursor, app.selected) == (0, [])
        await pilot.click(ListWidget, (5, 1))
        assert (app.cursor, app.selected) == (5, [5])
        await pilot.press("up")
        assert app.lines[:3] == ["-- a", "4", "5"], "what the cursor comes to is not below the header"
        app.widget.scroll_to(y=20, animate=False)
        await pilot.pause()
        assert app.lines[:3] == ["-- a", "-- b", "20"], "the next header pushes it out"

    run(app, test)


def test_a_row_that_is_larger_than_the_widget_is_seen_part_by_part() -> None:
    rows = {"a": "a", "b": "\n".join(f"b{number}" for number in range(25)), "c": "c"}
    app = Shows(List.of_items([*rows]), render_item=rows.__getitem__, multiline=True)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("down")
        assert (app.cursor, app.lines[0]) == ("b", "b0")
        await pilot.press("down")
        assert (app.cursor, app.lines[0]) == ("b", "b1")
        await pilot.press("pagedown", "pagedown")
        assert (app.cursor, app.lines[-1]) == ("b", "b24")
        await pilot.click(ListWidget, (2, 3))
        assert (app.cursor, app.lines[-1]) == ("b", "b24"), "a click leaves it where it is"
        await pilot.press("down")
        assert (app.cursor, app.lines[-1]) == ("c", "c")
        await pilot.press("up")
        assert (app.cursor, app.lines[-1]) == ("b", "b24")

    run(app, test)


def test_a_program_that_scrolls_to_the_end_sees_the_end() -> None:
    """Also where the rows above it were not measured, at once or animated."""
    shown: List[int] = List.of_items(range(500))
    app = Shows(shown, render_item=several, multiline=True)

    async def test(pilot: Pilot[None]) -> None:
        app.widget.scroll_end(animate=False)
        await pilot.pause()
        assert app.lines[-4:] == ["499"] * 4
        app.widget.scroll_home(animate=True, duration=0.1)
        await pilot.pause(0.3)
        assert app.lines[:3] == ["0", "1", "1"]
        app.widget.scroll_end(animate=True, duration=0.1)
        await pilot.pause(0.3)
        assert app.lines[-4:] == ["499"] * 4
        size = app.widget.virtual_size.height
        assert app.widget.scroll_offset.y == size - HEIGHT and 500 < size <= 1250

    run(app, test)


def test_only_what_is_near_the_window_is_rendered() -> None:
    rendered: list[int] = []

    def render(row: Row) -> str:
        rendered.append(row.id)
        return f"{row}\nmore"

    rows = [Row(number) for number in range(50_000)]
    app = Shows(List.of_items(rows, key="id", content="look"), render_item=render, multiline=True)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("end", "pageup")
        app.widget.scroll_to(y=25_000, animate=False)
        await pilot.pause()
        assert len(rendered) < 500
        rendered.clear()
        await pilot.press("down", "up")
        await pilot.pause()
        top = app.lines[0]
        del rows[:100]
        app.widget.shown.set_items(rows)
        await pilot.pause()
        assert app.lines[0] == top and len(rendered) < 500

    run(app, test)


def test_what_the_program_refreshes_is_measured_again() -> None:
    count = 1

    def render(row: str) -> str:
        return "\n".join([row] * count)

    app = Shows(List.of_items([*"abc"]), render_item=render, multiline=True)

    async def test(pilot: Pilot[None]) -> None:
        nonlocal count
        count = 3
        app.widget.refresh()
        await pilot.pause()
        assert app.lines == [*"aaabbbccc"] and app.widget.virtual_size.height == 9

    run(app, test)


def test_a_program_sees_no_edit_before_its_end_and_a_closed_list_stays_shown() -> None:
    shown: List[Any] = List.of_items([*"abc"])
    app = Shows(shown, render_item=two_lines, multiline=True)
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
        assert (app.lines, app.cursor) == ([*"a.b.c."], "b")
        may_end.set()
        thread.join()
        await pilot.pause()
        assert app.lines == [*"b.c."]
        shown.close()
        await pilot.press("down", "space")
        assert (app.cursor, app.lines) == ("c", [*"b.c."])

    run(app, test)


@pytest.mark.parametrize("state", [PageState.MORE, PageState.ENDED])
def test_new_first_rows_are_seen_at_the_top_unless_a_page_may_come(state: PageState) -> None:
    shown: List[Any] = List.of_items([*map(Row, range(40))], key="id", content="look")
    shown.set_page(Edge.START, state)
    app = Shows(shown, render_item=two_lines, multiline=True)

    async def test(pilot: Pilot[None]) -> None:
        shown.set_items([*map(Row, range(90, 95)), *map(Row, range(40))])
        await pilot.pause()
        assert app.lines[0] == ("0.0" if state == PageState.MORE else "90.0")

    run(app, test)


def test_without_keep_scroll_the_first_line_keeps_its_number() -> None:
    shown: List[Any] = List.of_items(range(100))
    app = Shows(shown, render_item=two_lines, multiline=True, keep_scroll=False)

    async def test(pilot: Pilot[None]) -> None:
        app.widget.scroll_to(y=20, animate=False)
        await pilot.pause()
        assert app.lines[0] == "10"
        shown.set_items([*range(2, 100), 1])
        await pilot.pause()
        assert (app.widget.scroll_offset.y, app.lines[0]) == (20, "12")

    run(app, test)


def test_no_cells_are_made_for_it_and_more_than_eight_widgets_show_one_list() -> None:
    """As views of the list would."""

    class Cell:
        def __init__(self, *_: object) -> None:
            raise AssertionError

    plain = CellClass("textual/cells", cell=Cell, traits=Trait.NOT_SELECTABLE)
    shown = List.of_items([*"ab"], cell_class=plain)
    app = Shows(shown, multiline=True)

    async def test(pilot: Pilot[None]) -> None:
        others = [ListWidget(shown, str, wrap=True) for _ in range(9)]
        await app.mount(*others)
        shown.set_items([*"abc"])
        await pilot.pause()
        await pilot.pause()
        assert app.lines == [*"abc"] and len(others[-1]._lines) == 3

    run(app, test)


def test_the_example_shows_what_the_guide_says(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = Path(__file__).parents[2] / "examples/adapters"
    monkeypatch.setattr(sys, "path", [str(examples), *sys.path])
    app = importlib.import_module("textual_notes").Notes()

    async def main() -> None:
        async with app.run_test(size=(40, 8)) as pilot:
            await pilot.pause()
            await pilot.press("end")
            await pilot.pause()
            widget = app.query_one(ListWidget)
            shown = "\n".join(widget.render_line(y).text.rstrip() for y in range(8))
            guide = (Path(__file__).parents[3] / "guides/terminals.md").read_text()
            assert f"```text\n{shown}\n```" in guide, shown

    asyncio.get_event_loop().run_until_complete(main())


def test_headers_that_stick_are_to_be_there() -> None:
    with pytest.raises(TypeError, match="render_header"):
        ListWidget(List.of_items(["a"]), str, sticky_headers=True)
