"""The widget for Textual: rows of several lines, headers that stay at the top, in random sessions beside a
plain model of the lines on the screen."""

from __future__ import annotations

import random
from typing import Any

import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot
from textual_app import Shows, loop, run
from textual_rows_model import Model, Row, header_text

from iqlist import List, Selection
from iqlist.textual import ListWidget

SEED = 20261

__all__ = ["loop"]


class Rows(Shows):
    """A widget that has the size of the app."""

    CSS = "ListWidget { height: 1fr; }"

    @property
    def screen_lines(self) -> list[str]:
        """What the compositor draws of the widget, without its scroll bar."""
        width = self.widget.scrollable_content_region.width
        return [strip.crop(0, width).text.rstrip() for strip in self.screen._compositor.render_strips()]

    @property
    def highlighted_lines(self) -> list[int]:
        """The lines that have the colour of the cursor."""
        color = self.widget.get_component_rich_style("list-widget--cursor").bgcolor
        strips = self.screen._compositor.render_strips()
        styles = [strip._segments[0].style for strip in strips]
        return [y for y, style in enumerate(styles) if style is not None and style.bgcolor == color]


def text_of(row: Row) -> str:
    return row.text


def header(section: Any) -> str:
    return header_text(section.name)


@pytest.mark.parametrize("wraps", [True, False], ids=["wrap", "multiline"])
@pytest.mark.parametrize("headers", ["none", "headers", "sticky"])
def test_what_is_seen_over_a_session(wraps: bool, headers: str) -> None:
    """After keys, clicks, the wheel, updates, filters and resizes: each line of the screen, which are
    highlighted, and by how much they have scrolled."""
    print(f"seed {SEED}")
    generator = random.Random(SEED)
    model = Model(generator, wraps=wraps, is_sticky=headers == "sticky", has_headers=headers != "none")
    source: List[Row] = List(key="id", content="text")
    found = source.filtered()
    app = Rows(
        found,
        render_item=text_of,
        render_header=header if model.has_headers else None,
        selection=Selection.MULTIPLE | Selection.KEEPS,
        **({"wrap": True} if wraps else {"multiline": True}),
        sticky_headers=model.is_sticky,
    )
    widget = app.widget

    async def test(pilot: Pilot[None]) -> None:
        exact = 0
        for step in range(200):
            is_known = await act(pilot, step)
            await pilot.pause()
            await pilot.pause()
            if not is_known:
                # It is one of the windows that there are.
                tops = [top for top in range(model.last_top + 1) if model.seen(top) == seen()]
                assert tops, (step, seen())
                model.top = tops[0]
            exact += is_known
            model.had_bar = model.has_bar
            assert seen() == model.seen(model.top), step
            assert app.highlighted_lines == model.cursor_lines, step
            assert widget.virtual_size.height >= model.height or model.last_top == 0, step
            assert (widget.cursor.model.id if widget.cursor else None) == model.cursor, step
        assert exact > 150

    def seen() -> list[str]:
        return app.screen_lines[: len(model.screen(model.top))]

    async def act(pilot: Pilot[None], step: int) -> bool:
        """Something happens; whether it is known by how much the window has moved."""
        chance = generator.random()
        if step == 0 or chance < 0.3:
            ids, lines = model.ids, model.lines
            model.change()
            source.set(model.source)
            return model.follow(ids, lines)
        if chance < 0.35:
            ids, lines = model.ids, model.lines
            model.set_filter(generator.choice(["", "z", "1"]))
            found.set_filter(lambda key, row: model.filter in row.text)
            return model.follow(ids, lines)
        if chance < 0.4:
            ids, lines = model.ids, model.lines
            model.width, model.height = generator.randrange(14, 60), generator.randrange(4, 20)
            await pilot.resize_terminal(model.width, model.height)
            return model.follow(ids, lines)
        if chance < 0.43:
            # As the scroll bar does that is dragged. Where that is depends on what was measured.
            widget.scroll_to(y=generator.random() * widget.max_scroll_y, animate=False)
            return False
        if chance < 0.6:
            event, lines_ = generator.choice([(MouseScrollDown, 2), (MouseScrollUp, -2)])
            for _ in range(generator.randrange(1, 6)):
                await pilot._post_mouse_events([event], ListWidget, offset=(2, 1), button=0)
                model.scroll(model.top + lines_)
            return True
        if chance < 0.7:
            at = generator.randrange(model.height)
            shown = model.screen(model.top)
            await pilot.click(ListWidget, (2, at))
            if at < len(shown) and not shown[at].is_header:
                model.cursor = shown[at].key
                model.selected = {model.cursor}
                model.reveal(model.cursor)
            return True
        keys: dict[str, Any] = {
            "up": lambda: model.go(-1),
            "down": lambda: model.go(1),
            "pageup": lambda: model.go_page(-1),
            "pagedown": lambda: model.go_page(1),
            "home": lambda: to(0),
            "end": lambda: to(-1),
            "space": toggle,
        }
        key = generator.choice([*keys, "up", "down", "up", "down"])
        for _ in range(generator.randrange(1, 4)):
            await pilot.press(key)
            keys[key]()
        return True

    def toggle() -> None:
        if model.cursor is not None:
            model.selected ^= {model.cursor}

    def to(at: int) -> None:
        if model.ids:
            model.cursor = model.ids[at]
            model.reveal(model.cursor)

    run(app, test, size=(model.width, model.height))
