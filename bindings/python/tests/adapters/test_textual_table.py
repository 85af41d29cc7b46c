"""The table for Textual: what is on the screen in random sessions, beside a plain model; keys, mouse and
messages; what is drawn."""

from __future__ import annotations

import asyncio
import importlib
import itertools
import random
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style
from rich.text import Text
from table_model import Row
from textual.app import App, ComposeResult
from textual.events import MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES
from textual.widgets import Input
from textual_app import loop
from textual_table_model import TextualTableModel, table_columns

from iqlist import List, NotFoundError, Selection, Snapshot, State
from iqlist.textual import TableColumn, TableWidget

SEED = 2026
__all__ = ["loop"]


class Shows(App[None]):
    """A table that has the size of the app, and the messages that it has sent."""

    def __init__(self, shown: List[Any], columns: Any, **options: Any) -> None:
        super().__init__()
        self.widget: TableWidget[Any] = TableWidget(shown, columns, **options)
        self.told: list[Message] = []

    def compose(self) -> ComposeResult:
        yield self.widget

    def on_table_widget_highlighted(self, message: TableWidget.Highlighted) -> None:
        self.told.append(message)

    def on_table_widget_selected(self, message: TableWidget.Selected) -> None:
        self.told.append(message)

    def on_table_widget_activated(self, message: TableWidget.Activated) -> None:
        self.told.append(message)

    def on_table_widget_sort(self, message: TableWidget.Sort) -> None:
        self.told.append(message)

    def last(self, kind: type[Message]) -> Any:
        return [message for message in self.told if isinstance(message, kind)][-1]

    @property
    def lines(self) -> list[str]:
        """What the compositor draws of the widget, without its scroll bars."""
        region = self.widget.scrollable_content_region
        strips = self.screen._compositor.render_strips()[: region.height]
        return [strip.crop(0, region.width).text.rstrip() for strip in strips]

    def styled(self, name: str) -> tuple[int, int, int] | None:
        """The line of a component's colour, and where on it that begins and ends."""
        color = self.widget.get_component_rich_style(name).bgcolor
        for y, strip in enumerate(self.screen._compositor.render_strips()):
            x = 0
            found: list[int] = []
            for segment in strip:
                if segment.style is not None and segment.style.bgcolor == color:
                    found += [x, x + segment.cell_length]
                x += segment.cell_length
            if found:
                return y, found[0], found[-1]
        return None


def run(app: Shows, test: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (40, 12)) -> None:
    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await test(pilot)

    asyncio.get_event_loop().run_until_complete(main())


class Session:
    """A widget and its model, which the same is done to."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        columns = table_columns(self.random)
        self.model = TextualTableModel([*columns])
        self.source: List[Row] = List(key="id", content="look")
        self.source.set_undo(1_000_000)
        self.found = self.source.filtered()
        self.columns: List[TableColumn[Row]] = List.of_items(columns, key="key")
        self.columns.set_undo(1_000_000)
        mode = Selection.MULTIPLE | Selection.KEEPS
        self.app = Shows(self.found, self.columns, selection=mode)
        self.widget = self.app.widget

    @property
    def ids(self) -> list[int]:
        return [row.id for row in self.model.shown]

    @property
    def keys(self) -> list[str]:
        return [column.key for column in self.model.visible]

    async def act(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        """Something happens. Whether it is known where it scrolls to, from side to side, and up and down."""
        ids, keys = self.ids, self.keys
        act = self.random.choice(
            [self.rows, self.filter, self.column, self.resize, self.wheel, self.wheel, self.click, self.drag]
            + [self.key] * 6
        )
        known = await act(pilot)
        if act in (self.rows, self.filter):
            self.model.follow_rows(ids)
        self.model.follow_columns(keys)
        return known

    async def rows(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        if self.random.random() < 0.2:
            with suppress(NotFoundError):
                self.source.undo()
            self.model.rows = self.source.models()
        else:
            self.model.rows = self.model.changed_rows(self.random)
            self.source.set_items(self.model.rows)
        self.source.trim()
        return True, True

    async def filter(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        self.model.filter = self.random.choice([None, None, 0, 1])
        self.found.set_filter(lambda key, row: self.model.filter in (None, row.id % 3))
        return True, True

    async def column(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        key, table = self.random.choice("abcdefghijkl"), self.widget.table
        before, chance = table.column(key), self.random.random()
        if chance < 0.2:
            step = self.random.choice([-1, 1])
            if self.model.steps.go(step):
                self.columns.undo() if step < 0 else self.columns.redo()
        elif chance < 0.5:
            other = self.random.choice("abcdefghijkl")
            table.move_column(key, before=other)
            self.model.move_column(key, other)
        else:
            fields: dict[str, Any] = self.random.choice(
                [{"hidden": not before.hidden}, {"frozen": not before.frozen}]
            )
            table.update_column(key, **fields)
            self.model.update_column(key, **fields)
        return False, True

    async def resize(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        await pilot.resize_terminal(self.random.randrange(20, 70), self.random.randrange(5, 20))
        return False, False

    async def wheel(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        event, step = self.random.choice([(MouseScrollDown, 1), (MouseScrollUp, -1)])
        # With shift from side to side, four cells of the terminal, else two lines.
        shift = self.random.random() < 0.5
        x, y = (4 * step, 0) if shift else (0, 2 * step)
        for _ in range(self.random.randrange(1, 5)):
            await pilot._post_mouse_events([event], TableWidget, offset=(2, 2), button=0, shift=shift)
            self.model.scroll(self.model.x + x, self.model.y + y)
        return True, True

    async def click(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        x, y = self.random.randrange(int(self.model.width)), self.random.randrange(int(self.model.height))
        at = self.model.at(x, y)
        frame = None if at is None else self.model.cells()[at][0]
        await pilot.click(TableWidget, (x, y))
        if at is None or frame is None:
            return True, True
        id, key = at
        if id is not None:
            self.model.set_cursor(id, key)
            self.model.selected = {id}
        elif x + 1 < frame.right:
            self.model.order = key, self.model.order == (key, False)
        return True, True

    async def drag(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        edges = {
            key: int(frame.right) - 1
            for (id, key), (frame, clip) in self.model.cells().items()
            if id is None and clip.right == frame.right
        }
        if not edges:
            return True, True
        key = self.random.choice([*edges])
        start = edges[key]
        end = self.random.randrange(int(self.model.width))
        await pilot.mouse_down(TableWidget, (start, 0))
        await pilot.hover(TableWidget, ((start + end) // 2, 0))
        await pilot.hover(TableWidget, (end, 3))
        await pilot.mouse_up(TableWidget, (end, 3))
        column = next(each for each in self.model.visible if each.key == key)
        self.model.update_column(key, width=max(1, int(column.width) + end - start))
        return False, True

    async def key(self, pilot: Pilot[None]) -> tuple[bool, bool]:
        model = self.model
        key = self.random.choice(
            ["up", "down", "left", "right"] * 2
            + [
                "home",
                "end",
                "ctrl+home",
                "ctrl+end",
                "space",
                "shift+left",
                "shift+right",
                "ctrl+right",
                "s",
            ]
        )
        await pilot.press(key)
        ids, keys = self.ids, self.keys
        if model.column is None:
            return True, True
        if key == "s":
            model.order = model.column, model.order == (model.column, False)
        elif key in ("shift+left", "shift+right"):
            width = int(next(each for each in model.visible if each.key == model.column).width)
            model.update_column(model.column, width=max(1, width + (1 if key == "shift+right" else -1)))
            return False, True
        elif key == "ctrl+right":
            for is_frozen in (True, False):
                pane = [each.key for each in model.pane(is_frozen)]
                if model.column in pane[:-1]:
                    # After its neighbour is before itself, with that one moved.
                    self.move_after(model.column, pane[pane.index(model.column) + 1])
            return False, True
        if model.cursor is None:
            return True, True
        row, column = ids.index(model.cursor), keys.index(model.column)
        if key == "space":
            model.selected ^= {model.cursor}
        elif key in ("up", "down", "left", "right"):
            beside = model.beside(model.cursor, model.column, key.upper())
            model.set_cursor(*(beside or (model.cursor, model.column)))
        elif key in ("home", "end", "ctrl+home", "ctrl+end"):
            row = {"ctrl+home": 0, "ctrl+end": -1}.get(key, row)
            column = {"home": 0, "end": -1}.get(key, column)
            model.set_cursor(ids[row], keys[column])
        return True, True

    def move_after(self, key: str, other: str) -> None:
        columns = [each for each in self.model.steps.now if each.key != key]
        moved = next(each for each in self.model.steps.now if each.key == key)
        columns.insert([each.key for each in columns].index(other) + 1, moved)
        self.model.steps.set(columns)

    def check(self, known: tuple[bool, bool]) -> None:
        model, widget = self.model, self.widget
        region = widget.scrollable_content_region
        model.width, model.height = region.width, region.height
        x, y = widget.scroll_offset
        model.scroll(model.x, model.y)
        if known[0]:
            assert model.x == x
        if known[1]:
            assert model.y == y
        model.x, model.y = x, y
        assert 0 <= x <= model.last[0] and 0 <= y <= model.last[1]
        assert self.app.lines == model.lines()
        cursor = widget.cursor
        is_there = model.cursor is not None and model.column is not None
        assert cursor is None if not is_there else cursor is not None
        if cursor is not None:
            assert (cursor[0].model.id, cursor[1].key) == (model.cursor, model.column)
        assert self.app.styled("table-widget--cursor") == model.cursor_cells()
        selected = {item.model.id for item in self.found.items_in_state(State.SELECTED)}
        assert selected == model.selected & {*self.ids}
        assert widget.order == model.order


@pytest.mark.parametrize("seed", range(SEED, SEED + 3))
def test_the_screen_shows_what_a_plain_model_does(seed: int) -> None:
    print(f"seed {seed}")
    session = Session(seed)

    async def test(pilot: Pilot[None]) -> None:
        session.model.rows = session.model.changed_rows(session.random)
        session.source.set_items(session.model.rows)
        session.model.follow_rows([])
        await pilot.pause()
        await pilot.pause()
        session.check((True, True))
        for _ in range(100):
            known = await session.act(pilot)
            await pilot.pause()
            await pilot.pause()
            session.check(known)

    run(session.app, test)


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
        for change, expected in (
            (lambda: table.update_column("2", hidden=True), "3"),
            (lambda: table.move_column("3", before="0"), "3"),
            (lambda: table.update_column("3", frozen=True), "3"),
            (lambda: table.columns.set_items([table.column("4"), table.column("1")]), "1"),
            (lambda: table.update_column("1", hidden=True), "4"),
        ):
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

    asyncio.get_event_loop().run_until_complete(main())
