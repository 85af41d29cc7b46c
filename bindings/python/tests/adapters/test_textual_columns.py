"""The widget for Textual: how rows look, and rows with several columns."""

from __future__ import annotations

import asyncio
import importlib
import itertools
import sys
from pathlib import Path

import pytest
from rich.style import Style
from rich.text import Text
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES
from textual_app import Shows, depth, header, loop, run
from textual_model import HEIGHT, Row

from iqlist import List
from iqlist.textual import Column, ListWidget

__all__ = ["loop"]


@pytest.mark.parametrize("theme", BUILTIN_THEMES)
def test_rows_cursors_and_selected_rows_look_different_from_each_other(theme: str) -> None:
    """The cursor with and without the focus, a selected row, and one that is neither: by their background,
    and where a theme has only the colours of the terminal, by bold, underlined or reverse text."""
    app = Shows(List.of_items([*"abc"]))

    def look(y: int) -> Style:
        """As it is on the screen, which the compositor draws."""
        style = app.screen._compositor.render_strips()[y]._segments[0].style
        assert style is not None
        return style

    def differ(one: Style, other: Style) -> bool:
        if theme.startswith("ansi"):
            looks = [(each.bold, each.underline, each.reverse) for each in (one, other)]
            return looks[0] != looks[1]
        assert one.bgcolor is not None and other.bgcolor is not None
        pairs = zip(one.bgcolor.get_truecolor(), other.bgcolor.get_truecolor())
        return sum(abs(a - b) for a, b in pairs) > 40

    async def test(pilot: Pilot[None]) -> None:
        app.theme = theme
        app.widget.shown.select("b")
        app.widget.blur()
        await pilot.pause()
        looks = [look(0), look(1), look(2)]
        app.widget.focus()
        await pilot.pause()
        assert [look(1), look(2)] == looks[1:]
        for one, other in itertools.combinations([*looks, look(0)], 2):
            assert differ(one, other), (one, other)
        focused = look(0)
        await pilot.press("down")
        assert look(1) == focused and app.widget.render_line(1).text[0] == "▌", "a mark says it as well"

    run(app, test)


# --- columns


def columns() -> list[Column[Row]]:
    return [
        Column("Name", lambda row: "x" * (row.id % 7), width=5),
        Column("Number", lambda row: str(10 ** (row.id // 10)), align="right"),
        Column("Look", lambda row: Text(f"{row.look}", "red")),
    ]


def test_headings_stay_at_the_top_while_rows_scroll_below_them() -> None:
    app = Shows(List.of_items([*map(Row, range(30))], key="id", content="look"), columns=columns())

    async def test(pilot: Pilot[None]) -> None:
        assert app.lines[:3] == ["Name   Number  Look", "            1  0", "x           1  0"]
        assert app.lines[6:8] == ["xxxxx       1  0", "xxxx…       1  0"]
        await pilot.press("end")
        assert app.cursor.id == 29 and app.widget.scroll_offset.y == 30 - (HEIGHT - 1)
        assert (app.lines[0], app.lines[-1]) == ("Name   Number  Look", "x         100  0")
        await pilot.press("pageup")
        assert app.cursor.id == 29 - (HEIGHT - 2)
        await pilot.click(ListWidget, (5, 0))
        assert app.selected == [] and app.cursor.id == 21, "a click on the headings is none on a row"
        await pilot.click(ListWidget, (5, 1))
        assert [row.id for row in app.selected] == [21] and app.cursor.id == 21
        app.widget.shown.set_items([])
        await pilot.pause()
        assert app.lines == ["Name   Number  Look"]

    run(app, test)


def test_a_column_without_a_width_grows_with_what_is_seen_and_never_shrinks() -> None:
    """Headings and all rows are drawn anew in the frame in which it grows."""
    shown = List.of_items([*map(Row, range(90))], key="id", content="look")
    app = Shows(shown, columns=columns())

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("end")
        await pilot.pause()
        assert (app.lines[0], app.lines[-1]) == ("Name      Number  Look", "xxxxx  100000000  0")
        await pilot.press("home")
        await pilot.pause()
        assert app.lines[:3] == ["Name      Number  Look", "               1  0", "x              1  0"]

    run(app, test)


def test_headings_are_optional() -> None:
    rows = List.of_items([*map(Row, range(30))], key="id")
    app = Shows(rows, columns=columns(), has_headings=False, render_header=header)

    async def test(pilot: Pilot[None]) -> None:
        await pilot.press("home")
        assert app.lines[1:3] == ["            1  0", "x           1  0"]

    run(app, test)


def test_the_first_column_of_an_outline_is_the_tree() -> None:
    files: List[str] = List.of_items(["a", "a/b", "e"], level=depth)
    outline = files.outline()
    outline.expand("a")
    letters: Column[str] = Column("Letters", lambda name: str(len(name)))
    app = Shows(outline, columns=[Column("File", str), letters])

    async def test(pilot: Pilot[None]) -> None:
        assert app.lines == ["File     Letters", "▼ a      1", "    a/b  3", "  e      1"]
        await pilot.click(ListWidget, (1, 1))
        assert app.lines == ["File     Letters", "▶ a      1", "  e      1"]

    run(app, test)


def test_columns_that_make_no_sense_are_refused() -> None:
    shown: List[str] = List.of_items(["a"])
    column: Column[str] = Column("A", str)
    with pytest.raises(TypeError, match="either"):
        ListWidget(shown)
    with pytest.raises(TypeError, match="either"):
        ListWidget(shown, str, columns=[column])
    with pytest.raises(ValueError, match="at least one"):
        ListWidget(shown, columns=[])
    with pytest.raises(ValueError, match="0 cells"):
        Column("A", str, width=0)
    with pytest.raises(ValueError, match="one of left, center, right"):
        Column("A", str, align="middle")  # type: ignore[arg-type]


def test_the_example_follows_its_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It shows what the guide says."""
    examples = Path(__file__).parents[2] / "examples/adapters"
    monkeypatch.setattr(sys, "path", [str(examples), *sys.path])
    (tmp_path / "notes.txt").write_bytes(bytes(120))
    (tmp_path / "a-picture-of-the-fjord-in-winter.png").write_bytes(bytes(48_000))
    app = importlib.import_module("textual_files").Files(tmp_path)

    def lines() -> list[str]:
        widget = app.query_one(ListWidget)
        return [widget.render_line(y).text.rstrip() for y in range(4)]

    async def main() -> None:
        async with app.run_test() as pilot:
            await pilot.pause()
            shown = [line for line in lines() if line]
            guide = (Path(__file__).parents[3] / "guides/terminals.md").read_text()
            assert "\n".join(shown) in guide, shown
            (tmp_path / "zebra").touch()
            app.read()
            await pilot.pause()
            assert lines()[3].split() == ["zebra", "0"]

    asyncio.get_event_loop().run_until_complete(main())
