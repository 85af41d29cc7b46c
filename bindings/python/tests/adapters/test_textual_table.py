"""The table for Textual: keys, mouse and messages, and what is drawn."""

from __future__ import annotations

import asyncio
import importlib
import itertools
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES
from textual.widgets import Input
from textual_app import loop
from textual_table_shows import Shows, run

from iqlist import List, NotFoundError, Snapshot, State
from iqlist.textual import TableColumn, TableWidget

__all__ = ["loop"]


# --- keys and mouse


def columns_of(count: int, width: int = 8) -> list[TableColumn[int]]:
    """Columns "0", "1" and so on, each with the number of its row and its own."""

    def made(number: int) -> TableColumn[int]:
        return TableColumn(str(number), f"C{number}", width=width, render=lambda row: f"{row}.{number}")

    return [made(number) for number in range(count)]


def test_a_heading_asks_for_its_order_and_says_it() -> None:
    shown: List[int] = List.of_items([2, 1, 3])
    app = Shows(shown, columns_of(2))

    async def test(pilot: Pilot[None]) -> None:
        for descending, sign in ((False, "▲"), (True, "▼"), (False, "▲")):
            await pilot.click(TableWidget, (10, 0))
            await pilot.pause()
            message = app.last(TableWidget.Sort)
            assert (message.column.key, message.descending) == ("1", descending)
            assert app.lines[0] == f" C0    │ C1 {sign}  │"
        await pilot.press("s")
        await pilot.pause()
        assert (app.last(TableWidget.Sort).column.key, app.widget.order) == ("0", ("0", False))
        assert shown.models() == [2, 1, 3] and app.lines[1].split() == ["2.0", "2.1"]
        app.widget.order = None
        await pilot.pause()
        assert app.lines[0] == " C0    │ C1    │"

    run(app, test)


def last_digit(row: int) -> int:
    return row % 10


def test_a_heading_sorts_a_sorted_list_by_the_key_of_its_column() -> None:
    source: List[int] = List.of_items([12, 21, 3])
    plain, last, name = columns_of(3)
    keys = [plain, replace(last, sort_key=last_digit), replace(name, sort_key=str)]
    app = Shows(source.sorted(), keys)

    def rows() -> list[str]:
        return [line.split(".")[0].strip() for line in app.lines[1:4]]

    async def test(pilot: Pilot[None]) -> None:
        orders = [(10, ["21", "12", "3"]), (10, ["3", "12", "21"]), (18, ["12", "21", "3"])]
        for x, wanted in [*orders, (2, orders[-1][1])]:
            await pilot.click(TableWidget, (x, 0))
            await pilot.pause(0.1)
            assert rows() == wanted
        source.set_items([12, 100, 3])
        await pilot.pause(0.1)
        assert rows() == ["100", "12", "3"]

    run(app, test)


def test_a_drag_of_an_edge_is_one_step_to_undo_and_no_click() -> None:
    app = Shows(List.of_items([1]), columns_of(3))
    columns = app.widget.table.columns
    columns.set_undo(100_000)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.mouse_down(TableWidget, (15, 0))
        for x in (16, 17, 18):
            await pilot.hover(TableWidget, (x, 5))
        await pilot.pause()
        assert app.lines[0] == " C0    │ C1       │ C2    │"
        await pilot.mouse_up(TableWidget, (18, 0))
        await pilot.pause()
        assert app.widget.table.column("1").width == 11
        assert not [message for message in app.told if isinstance(message, TableWidget.Sort)]
        columns.undo()
        await pilot.pause()
        assert app.lines[0] == " C0    │ C1    │ C2    │"
        with pytest.raises(NotFoundError):
            columns.undo()

    run(app, test)


def test_a_cell_is_activated_and_its_row_selected() -> None:
    app = Shows(List.of_items([1, 2, 3]), columns_of(3))

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("down", "right", "enter")
        await pilot.pause()
        message = app.last(TableWidget.Activated)
        assert (message.item.model, message.column.key) == (2, "1")
        assert [item.model for item in app.widget.shown.items_in_state(State.SELECTED)] == [2]
        assert app.last(TableWidget.Selected).item == message.item
        await pilot.click(TableWidget, (2, 3), times=2)
        await pilot.pause()
        message = app.last(TableWidget.Activated)
        assert (message.item.model, message.column.key) == (3, "0")
        assert app.last(TableWidget.Highlighted).item == message.item

    run(app, test)


def test_a_column_that_goes_gives_the_cursor_to_the_next_one_that_is_left() -> None:
    app = Shows(List.of_items([1]), columns_of(5))
    table = app.widget.table

    async def test(pilot: Pilot[None]) -> None:
        app.widget.move_cursor(1, "2")
        changes: list[tuple[Callable[[], Any], str]] = [
            (lambda: table.update_column("2", hidden=True), "3"),
            (lambda: table.move_column("3", before="0"), "3"),
            (lambda: table.update_column("3", frozen=True), "3"),
            (lambda: table.columns.set_items([table.column("4"), table.column("1")]), "1"),
            (lambda: table.update_column("1", hidden=True), "4"),
        ]
        for change, expected in changes:
            change()
            await pilot.pause()
            await pilot.pause()
            assert app.widget.cursor is not None and app.widget.cursor[1].key == expected
        table.columns.set_items([])
        await pilot.pause()
        await pilot.pause()
        assert app.widget.cursor is None and app.lines == [""] * len(app.lines)
        table.columns.set_items(columns_of(1))
        await pilot.pause()
        await pilot.pause()
        assert app.lines[1] == " 1.0" and app.widget.cursor is not None

    run(app, test)


def test_a_page_goes_through_all_rows_and_shows_each() -> None:
    app = Shows(List.of_items(range(100)), columns_of(2))

    async def test(pilot: Pilot[None]) -> None:
        seen: set[str] = set()
        for _ in range(20):
            seen |= {line.split()[0] for line in app.lines[1:]}
            await pilot.press("pagedown")
            await pilot.pause()
        assert app.widget.cursor is not None and app.widget.cursor[0].model == 99
        assert seen == {f"{number}.0" for number in range(100)}
        for _ in range(20):
            await pilot.press("pageup")
        assert app.widget.cursor[0].model == 0

    run(app, test)


def test_move_cursor_shows_a_far_cell_and_refuses_what_is_not_there() -> None:
    app = Shows(List.of_items(range(100_000)), columns_of(200, width=12))

    async def test(pilot: Pilot[None]) -> None:
        app.widget.move_cursor(70_000, "150")
        await pilot.pause()
        assert any("70000.150" in line for line in app.lines)
        app.widget.table.update_column("7", hidden=True)
        for refused in ((-1, None), (5, "none"), (5, "7")):
            with pytest.raises(NotFoundError):
                app.widget.move_cursor(*refused)
        assert app.widget.cursor is not None and app.widget.cursor[1].key == "150"
        await pilot.press("end")
        await pilot.pause()
        assert app.lines[0].endswith(" C199      │") and app.widget.scroll_offset.x == app.widget.max_scroll_x

    run(app, test)


# --- what is drawn


def test_only_cells_that_can_be_seen_are_rendered_and_only_once() -> None:
    """However far the table scrolls, and whatever changes beside them."""
    asked: list[tuple[int, int]] = []

    def column(number: int) -> TableColumn[int]:
        def render(row: int) -> str:
            asked.append((row, number))
            return str(row)

        return TableColumn(str(number), width=10, render=render)

    shown: List[int] = List.of_items(range(100_000))
    app = Shows(shown, [column(number) for number in range(200)])

    async def test(pilot: Pilot[None]) -> None:
        rows, columns = 10, 4
        await pilot.pause()
        asked.clear()
        app.widget.scroll_to(500, 50_000, animate=False)
        await pilot.pause()
        assert len(asked) == len({*asked}) == rows * columns
        asked.clear()
        app.widget.scroll_to(500, 50_002, animate=False)
        await pilot.pause()
        assert len(asked) == 2 * columns
        asked.clear()
        with shown.edit() as edit:
            edit.delete_items([7, 8, 9])
            edit.reconfigure_items([50_003])
        await pilot.pause()
        await pilot.pause()
        assert {row for row, _ in asked} == {50_003} and len(asked) <= columns

    run(app, test)


@pytest.mark.parametrize("theme", BUILTIN_THEMES)
def test_the_cursor_selected_rows_and_frozen_cells_look_different_from_others(theme: str) -> None:
    """By their background, and where a theme has only the colours of the terminal, by bold, underlined or
    reverse text; there a frozen cell looks as the others do."""
    columns = columns_of(3)
    columns[0] = replace(columns[0], frozen=True)
    app = Shows(List.of_items([1, 2, 3]), columns)

    def look(x: int, y: int) -> Style:
        strip = app.screen._compositor.render_strips()[y].crop(x, x + 1)
        style = strip._segments[0].style
        assert style is not None
        return style

    def difference(one: Style, other: Style) -> int:
        if theme.startswith("ansi"):
            looks = [(each.bold, each.underline, each.reverse) for each in (one, other)]
            return 1000 * (looks[0] != looks[1])
        assert one.bgcolor is not None and other.bgcolor is not None
        pairs = zip(one.bgcolor.get_truecolor(), other.bgcolor.get_truecolor())
        return sum(abs(a - b) for a, b in pairs)

    async def test(pilot: Pilot[None]) -> None:
        app.theme = theme
        app.widget.shown.select(2)
        app.widget.move_cursor(1, "1")
        app.widget.blur()
        await pilot.pause()
        cursor, plain, selected, frozen = look(10, 1), look(18, 1), look(10, 2), look(2, 1)
        app.widget.focus()
        await pilot.pause()
        assert [look(18, 1), look(10, 2), look(2, 1)] == [plain, selected, frozen]
        for one, other in itertools.combinations([look(10, 1), cursor, selected, plain], 2):
            assert difference(one, other) > 40, (one, other)
        assert look(2, 2).bgcolor == selected.bgcolor
        assert theme.startswith("ansi") or difference(frozen, plain) > 15

    run(app, test)


def test_a_table_of_rich_texts_has_their_styles_and_no_line_breaks() -> None:
    def render(row: str) -> Text:
        return Text(row, "#123456")

    column: TableColumn[str] = TableColumn("a", width=8, render=render, align="right")
    app = Shows(List.of_items(["x\ny", "a\tb", "much too long"]), [column])

    async def test(pilot: Pilot[None]) -> None:
        assert app.lines[1:4] == ["      x", " a    …", " much …"]
        strip = app.screen._compositor.render_strips()[1]
        colors = [segment.style.color for segment in strip if "x" in segment.text and segment.style]
        assert [color.name for color in colors if color] == ["#123456"]

    run(app, test)


@pytest.mark.parametrize("has_headings", [True, False])
def test_an_empty_table_has_no_cursor(has_headings: bool) -> None:
    app = Shows(List(), columns_of(1), has_headings=has_headings)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press(
            "down", "right", "enter", "space", "pagedown", "end", "ctrl+end", "s", "shift+right"
        )
        await pilot.click(TableWidget, (2, 4))
        assert app.widget.cursor is None
        app.widget.shown.set_items([5])
        await pilot.pause()
        await pilot.pause()
        assert app.lines[has_headings] == " 5.0" and app.widget.cursor is not None

    run(app, test)


def test_rows_are_submitted_by_any_thread_and_a_list_that_was_closed_stays_shown() -> None:
    shown: List[int] = List.of_items([1])
    app = Shows(shown, columns_of(1))

    async def test(pilot: Pilot[None]) -> None:
        ticket = shown.submit(Snapshot.of_items([3, 4]))
        await asyncio.wait_for(ticket, 10)
        await pilot.pause()
        await pilot.pause()
        assert [line.split()[0] for line in app.lines[1:3]] == ["3.0", "4.0"]
        shown.close()
        await pilot.resize_terminal(30, 8)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert [line.split()[0] for line in app.lines[1:3]] == ["3.0", "4.0"]

    run(app, test)


def test_two_tables_of_one_list_share_its_columns() -> None:
    shown: List[int] = List.of_items([1, 2])
    columns: List[TableColumn[int]] = List.of_items(columns_of(2), key="key")

    class Two(Shows):
        def compose(self) -> ComposeResult:
            yield TableWidget(shown, columns, id="other")
            yield self.widget

    app = Two(shown, columns)

    async def test(pilot: Pilot[None]) -> None:
        app.widget.table.update_column("0", hidden=True)
        shown.set_items([2])
        await pilot.pause()
        await pilot.pause()
        for widget in app.query(TableWidget):
            lines = [widget.render_line(y).text.rstrip() for y in range(3)]
            assert lines == [" C1    │", " 2.1", ""]

    run(app, test)


def test_an_alignment_is_one_of_three() -> None:
    with pytest.raises(ValueError, match="align is 'middle'"):
        TableColumn("a", align="middle")  # type: ignore[arg-type]


# --- the example


def test_the_example_shows_processes_as_the_guide_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    examples = Path(__file__).parents[2] / "examples/adapters"
    monkeypatch.setattr(sys, "path", [str(examples), *sys.path])

    def write(pid: int, name: str, threads: int, memory: int) -> None:
        (tmp_path / str(pid)).mkdir(exist_ok=True)
        lines = [f"Name:\t{name}", "State:\tS (sleeping)", f"Pid:\t{pid}", f"Threads:\t{threads}"]
        text = "\n".join([*lines, f"VmRSS:\t{memory} kB", ""])
        (tmp_path / str(pid) / "status").write_text(text)

    write(1, "init", 1, 9_000)
    write(42, "web-browser-of-the-year", 31, 480_000)
    write(107, "bash", 1, 5_200)
    app = importlib.import_module("textual_table").Processes(tmp_path)

    async def main() -> None:
        async with app.run_test(size=(74, 8)) as pilot:
            widget = app.query_one(TableWidget)

            def lines() -> list[str]:
                return [widget.render_line(y).text.rstrip() for y in range(widget.size.height)]

            await pilot.pause()
            await pilot.press("end")
            await pilot.press("s", "s", *["shift+right"] * 2)
            await pilot.pause()
            await pilot.pause()
            guide = (Path(__file__).parents[3] / "guides/terminals.md").read_text()
            assert "\n".join(line for line in lines() if line) in guide, lines()
            await pilot.press("h")
            await pilot.pause()
            assert "VmRSS" not in lines()[0]
            await pilot.press("u", "u", "u")
            await pilot.pause()
            assert widget.table.column("VmRSS").width == 14
            app.on_input_changed(Input.Changed(app.query_one(Input), "BA"))
            write(108, "bat", 1, 100)
            app.read()
            await pilot.pause()
            await pilot.pause()
            assert [line.split()[0] for line in lines()[1:] if line] == ["bash", "bat"]
            # The largest memory is the first one, live.
            write(108, "bat", 1, 9_000)
            app.read()
            await pilot.pause()
            await pilot.pause()
            assert [line.split()[0] for line in lines()[1:] if line] == ["bat", "bash"]

    asyncio.get_event_loop().run_until_complete(main())
