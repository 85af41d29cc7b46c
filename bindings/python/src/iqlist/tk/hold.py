"""A list that is held still while the user points at its Treeview."""

from __future__ import annotations

from tkinter import ttk
from typing import Any

from .._hold import PAUSE, Hold
from ..lists import List

BUTTONS = 0x1F00
"""Tk sets a bit of an event's state for each pressed button, from 0x100 on."""


class PressHold:
    """Holds a list from a press in a Treeview until no button is pressed and no menu is open, or the Treeview
    cannot be seen.

    Its bindings have a tag of their own, so that they and those of a program do not replace each other. The
    Treeview does not get each release: a menu or a dialog that grabs the pointer takes it. So while the list
    is held, releases in all widgets count, Tk is asked who has the grab, and where the pointer comes back
    without a button, it was released elsewhere. A release is looked at after the program has handled it: it
    may have opened a menu."""

    def __init__(self, tree: ttk.Treeview, shown: List[Any]) -> None:
        self._tree, self._list, self._hold = tree, shown, Hold()
        self._is_pressed = False
        self._timer = ""
        self._tag = f"PressHold{id(self)}"
        press, point, close = self._commands = [
            tree.register(each) for each in (self._press, self._point, self.close)
        ]
        # The state of a release is that before it.
        self._released = f"{point} [expr {{%s & ~(0x80 << %b)}}]"
        self._scripts = {f"<{each}>": f"{point} %s" for each in ("Motion", "Enter", "Leave")}
        self._scripts |= {"<ButtonPress>": press, "<ButtonRelease>": self._released, "<Destroy>": close}
        for sequence, script in self._scripts.items():
            tree.bind_class(self._tag, sequence, script)
        tree.bindtags((self._tag, *tree.bindtags()))

    def close(self) -> None:
        """Ends the hold if there is one; there is no other from now on."""
        self._end()
        if not self._commands:
            return
        self._tree.bindtags([tag for tag in self._tree.bindtags() if tag != self._tag])
        for sequence in self._scripts:
            self._tree.unbind_class(self._tag, sequence)
        for command in self._commands:
            self._tree.deletecommand(command)
        self._commands = []

    def _press(self) -> None:
        if not self._timer:
            self._tree.bind_class("all", "<ButtonRelease>", f"+{self._released}")
        self._is_pressed = True
        self._hold.begin(self._list)
        self._look_in(PAUSE)

    def _point(self, state: str) -> None:
        """The pointer is there, with the buttons of a state pressed."""
        if self._timer and not int(state) & BUTTONS:
            self._is_pressed = False
            self._look_in(0)

    def _look(self) -> None:
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
            left = str(self._tree.bind_class("all", "<ButtonRelease>")).replace(self._released, "", 1)
            self._tree.bind_class("all", "<ButtonRelease>", left.strip())
        self._hold.end()
