"""An app for the tests of the table for Textual, and how it is run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App, ComposeResult
from textual.message import Message
from textual.pilot import Pilot

from iqlist import List
from iqlist.textual import TableWidget


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
