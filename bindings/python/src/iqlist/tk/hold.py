"""A list that is held still while the user points at its Treeview."""

from __future__ import annotations

from tkinter import ttk
from typing import Any, Callable

from .._hold import PAUSE, Hold
from ..lists import List

BUTTONS = 0x1F00
"""The bits of an event's state that are pressed buttons, the first of which is 0x100."""


class PressHold:
    """Holds a list from a press in a Treeview until no button is pressed and no menu is open, or the Treeview
    cannot be seen.

    Its bindings have a tag of their own, so that they and those of a program do not replace each other. The
    Treeview does not get each release: a menu or a dialog that grabs the pointer takes it. So once the list is
    held, Tk is asked who has the grab; and where the pointer comes back without a button, it was released
    elsewhere. A release is looked at after the program has handled it: it may have opened a menu."""

    def __init__(self, tree: ttk.Treeview, shown: List[Any]) -> None:
        self._tree, self._list, self._hold = tree, shown, Hold()
        self._is_pressed = False
        self._timer = ""
        self._tag = f"PressHold{id(self)}"
        called: dict[str, Callable[[Any], object]] = {
            **{"<ButtonPress>": self._press, "<ButtonRelease>": self._release, "<Destroy>": self.close},
            **dict.fromkeys(("<Motion>", "<Enter>", "<Leave>"), self._point),
        }
        self._commands = {each: tree.bind_class(self._tag, each, call) for each, call in called.items()}
        tree.bindtags((self._tag, *tree.bindtags()))

    def close(self, *_: object) -> None:
        """Ends the hold if there is one; there is no other."""
        self._end()
        for sequence, command in self._commands.items():
            self._tree.unbind_class(self._tag, sequence)
            self._tree.tk.deletecommand(command)
        self._commands = {}

    def _press(self, _: object) -> None:
        self._is_pressed = True
        self._hold.begin(self._list)
        self._look_in(PAUSE)

    def _release(self, event: Any) -> None:
        # The state is that before the release.
        self._point_with(event.state & ~(0x80 << event.num))

    def _point(self, event: Any) -> None:
        self._point_with(event.state)

    def _point_with(self, state: int) -> None:
        if self._timer and not state & BUTTONS:
            self._is_pressed = False
            self._look_in(0)

    def _look(self) -> None:
        self._timer = ""
        tcl: Any = self._tree.tk
        grab = str(tcl.call("grab", "current", self._tree))
        has_menu = grab != "" and str(tcl.call("winfo", "class", grab)) == "Menu"
        if grab and not f"{self._tree}.".startswith(f"{grab.rstrip('.')}."):
            # The release goes there.
            self._is_pressed = False
        if has_menu or (self._is_pressed and self._tree.winfo_viewable()):
            self._look_in(PAUSE)
        else:
            self._end()

    def _look_in(self, milliseconds: int) -> None:
        if self._timer:
            self._tree.after_cancel(self._timer)
        self._timer = self._tree.after(milliseconds, self._look)

    def _end(self) -> None:
        if self._timer:
            self._tree.after_cancel(self._timer)
            self._timer = ""
        self._hold.end()
