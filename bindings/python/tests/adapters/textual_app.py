"""An app for the tests of the widget for Textual, and how it is run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.message import Message
from textual.pilot import Pilot
from textual_model import HEIGHT

from iqlist import List, State
from iqlist.textual import ListWidget
from iqlist.textual.messages import ItemMessage


class Shows(App[None]):
    """A widget of ten lines, and the messages that it has sent."""

    CSS = f"ListWidget {{ height: {HEIGHT}; }}"

    def __init__(self, shown: List[Any], **options: Any) -> None:
        super().__init__()
        if "columns" not in options:
            options.setdefault("render_item", str)
        self.widget: ListWidget[Any] = ListWidget(shown, **options)
        self.told: list[Message] = []

    def compose(self) -> ComposeResult:
        yield self.widget

    def on_list_widget_highlighted(self, message: ListWidget.Highlighted) -> None:
        self.told.append(message)

    def on_list_widget_selected(self, message: ListWidget.Selected) -> None:
        self.told.append(message)

    def on_list_widget_activated(self, message: ListWidget.Activated) -> None:
        self.told.append(message)

    def on_list_widget_updated(self, message: ListWidget.Updated) -> None:
        self.told.append(message)

    def on_list_widget_polled(self, message: ListWidget.Polled) -> None:
        self.told.append(message)

    def messages(self, kind: type[ItemMessage]) -> list[Any]:
        return [message.item.model for message in self.told if isinstance(message, kind)]

    @property
    def lines(self) -> list[str]:
        """What is drawn, without the first column and what is empty."""
        drawn = [self.widget.render_line(y).text for y in range(HEIGHT)]
        return [line[1:].rstrip() for line in drawn if line.strip()]

    @property
    def cursor(self) -> Any:
        return None if self.widget.cursor is None else self.widget.cursor.model

    @property
    def selected(self) -> list[Any]:
        return [item.model for item in self.widget.shown.items_in_state(State.SELECTED)]


@pytest.fixture(autouse=True)
def loop() -> Iterator[None]:
    """An app is made while there is a loop: on Python 3.9 it looks for it."""
    made = asyncio.new_event_loop()
    asyncio.set_event_loop(made)
    yield
    asyncio.set_event_loop(None)
    made.close()


def run(app: Shows, test: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await test(pilot)

    asyncio.get_event_loop().run_until_complete(main())


def depth(name: str) -> int:
    return name.count("/")


def header(section: Any) -> str:
    return f"-- {section.name}"
