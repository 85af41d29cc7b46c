"""Widgets that hold their lists still while the user presses a mouse button in them.

    pressed ----> held ----> released, wherever that is
                   |
                   +-------> another widget captures the mouse, or another screen is shown; the widget is
                             hidden, removed or loading; the pointer moves without a button

The widget captures the mouse, as the release may be outside of it. Textual tells it by `MouseRelease`, behind
a click, that the mouse is free again: what has waited is shown after the click was handled.
"""

from __future__ import annotations

from typing import Any

from textual import events
from textual.message import Message

from ..lists import List
from .polling import PollingView, unless_gone


class HoldingView(PollingView, can_focus=True):
    """A widget that polls lists, and holds those that it shows while a mouse button is pressed in it."""

    def __init__(self, *, hold_while_pressed: bool, **options: Any) -> None:
        super().__init__(**options)
        self._holds_while_pressed = hold_while_pressed
        self._held: list[List[Any]] = []
        """While a button is pressed."""

    @property
    def hold_while_pressed(self) -> bool:
        """Whether what is shown stays still while the user presses a mouse button in the widget, see
        `List.hold`."""
        return self._holds_while_pressed

    @hold_while_pressed.setter
    def hold_while_pressed(self, holds: bool) -> None:
        self._holds_while_pressed = holds
        if not holds:
            self._end_press()

    def _on_mount(self, event: events.Mount) -> None:
        # Textual passes no release on to a widget that is loading.
        self.watch(self, "loading", self._end_press, init=False)

    async def _on_mouse_down(self, event: events.MouseDown) -> None:
        if self._holds_while_pressed and not self._held:
            for shown in self._joined:
                with unless_gone:
                    shown.hold()
                    self._held.append(shown)
            if self._held:
                self.capture_mouse()

    async def _on_mouse_up(self, event: events.MouseUp) -> None:
        self._end_press()

    def _on_mouse_move(self, event: events.MouseMove) -> None:
        if event.button == 0:
            self._end_press()

    def _on_mouse_release(self, event: events.MouseRelease) -> None:
        self._resume()

    def _on_hide(self, event: events.Hide) -> None:
        self._end_press()

    def _on_unmount(self) -> None:
        self._end_press()
        self._resume()

    def check_message_enabled(self, message: Message) -> bool:
        """As of each widget. Also one that was disabled meanwhile is released."""
        is_release = isinstance(message, events.MouseUp) and bool(self._held)
        return is_release or super().check_message_enabled(message)

    def _end_press(self) -> None:
        if self._held:
            self.release_mouse()

    def _resume(self) -> None:
        held, self._held = self._held, []
        for shown in held:
            with unless_gone:
                shown.resume()
