"""Lists held still while the user points at their Treeview, on a real display."""

from __future__ import annotations

import time
import tkinter
from collections.abc import Callable
from tkinter import ttk
from typing import Any

import pytest
from tk_witness import root, rows_of, tree, until

from iqlist import DiffFlag, List, Snapshot
from iqlist.tk import TreeviewAdapter

__all__ = ["root", "tree"]

LEFT, RIGHT = 0x100, 0x400
"""Bits of the state of an event."""


class Shown:
    """A list in a Treeview."""

    def __init__(self, tree: ttk.Treeview, **options: Any) -> None:
        self.list: List[str] = List.of_items(["a", "b"])
        self.tree = tree
        self.adapter = TreeviewAdapter(tree, self.list, lambda text: {"text": text}, **options)
        tree.update()

    def press(self, button: int = 1, state: int = 0) -> None:
        self.tree.event_generate("<ButtonPress>", button=button, x=20, y=30, state=state)

    def release(self, button: int = 1, state: int = LEFT, x: int = 20) -> None:
        self.tree.event_generate("<ButtonRelease>", button=button, x=x, y=30, state=state)

    def submit(self) -> None:
        """What waits if the list is held."""
        self.list.submit(Snapshot.of_items(["b"]), flags=DiffFlag.HERE)

    def rows(self) -> list[str]:
        return [text for text, _ in rows_of(self.tree)]

    def stays_held(self) -> None:
        """Also when it is looked whether a button is pressed."""
        end = time.monotonic() + 0.12
        while time.monotonic() < end:
            self.tree.update()
        assert self.rows() == ["a", "b"] and self.list.info().holds == 1

    def follows(self) -> None:
        """What has waited is shown by Tk's loop alone."""
        until(self.tree, lambda: self.rows() == ["b"])
        assert self.list.info().holds == 0


@pytest.mark.parametrize("x", [20, -500], ids=["inside", "outside"])
def test_what_is_submitted_waits_from_press_to_release(tree: ttk.Treeview, x: int) -> None:
    shown = Shown(tree)
    shown.press()
    shown.submit()
    shown.stays_held()
    shown.release(x=x)
    shown.follows()


def test_a_derived_list_follows_its_source_after_the_release(tree: ttk.Treeview) -> None:
    shown, source = Shown(tree, hold_while_pressed=False), List.of_items(["a", "b"])
    shown.adapter.close()
    shown.list = source.filtered()
    shown.adapter = TreeviewAdapter(tree, shown.list, lambda text: {"text": text})
    shown.press()
    source.submit(Snapshot.of_items(["b"]), flags=DiffFlag.HERE)
    shown.stays_held()
    assert len(source) == 1
    shown.release()
    shown.follows()


def test_without_hold_while_pressed_nothing_is_held(tree: ttk.Treeview) -> None:
    shown = Shown(tree, hold_while_pressed=False)
    shown.press()
    shown.submit()
    shown.follows()
    shown.release()


@pytest.mark.parametrize("takes", [False, True], ids=["", "break"])
def test_bindings_of_the_program_do_not_replace_those_of_the_hold(tree: ttk.Treeview, takes: bool) -> None:
    """Tk calls the most specific binding of a widget only, and none after one that says `break`."""
    shown, seen = Shown(tree), list[list[str]]()

    def note(_: object) -> Any:
        seen.append(shown.rows())
        return "break" if takes else None

    for sequence in ("<Button-1>", "<ButtonRelease-1>", "<B1-Motion>"):
        tree.bind(sequence, note)
    shown.press()
    shown.submit()
    shown.stays_held()
    shown.release()
    assert seen == [["a", "b"]] * 2
    shown.follows()


def test_the_last_of_several_buttons_ends_the_hold(tree: ttk.Treeview) -> None:
    shown = Shown(tree)
    shown.press()
    shown.press(3, LEFT)
    shown.submit()
    shown.release(3, LEFT | RIGHT)
    shown.stays_held()
    shown.release()
    shown.follows()


@pytest.mark.parametrize("sequence", ["<ButtonPress>", "<ButtonRelease>"], ids=["at press", "at release"])
def test_a_menu_holds_while_it_is_open(root: tkinter.Tk, tree: ttk.Treeview, sequence: str) -> None:
    """It has the grab, and takes the release."""
    shown, menu = Shown(tree), tkinter.Menu(root, tearoff=False)
    menu.add_command(label="Open")
    tree.bind(sequence, lambda _: menu.tk_popup(10, 10))
    shown.press(3)
    if sequence == "<ButtonRelease>":
        shown.release(3, RIGHT)
    assert menu.winfo_viewable()
    shown.submit()
    shown.stays_held()
    menu.unpost()
    menu.grab_release()
    shown.follows()


def test_a_dialog_that_grabs_the_pointer_ends_the_hold(root: tkinter.Tk, tree: ttk.Treeview) -> None:
    """The release comes to it, or to nobody."""
    shown, dialog = Shown(tree), tkinter.Toplevel(root)
    dialog.update()
    shown.press()
    shown.submit()
    dialog.grab_set()
    shown.follows()
    dialog.grab_release()


def test_a_grab_of_what_is_around_the_tree_ends_no_hold(root: tkinter.Tk, tree: ttk.Treeview) -> None:
    shown = Shown(tree)
    root.grab_set()
    shown.press()
    shown.submit()
    shown.stays_held()
    shown.release()
    root.grab_release()
    shown.follows()


def test_a_release_in_another_widget_ends_the_hold(root: tkinter.Tk, tree: ttk.Treeview) -> None:
    """Other bindings of all widgets are left as they were."""
    shown, other, seen = Shown(tree), ttk.Label(root, text="other"), list[str]()
    other.pack()
    root.update()
    root.bind_all("<ButtonRelease>", lambda event: seen.append(str(event.widget)))
    script = root.bind_all("<ButtonRelease>")
    shown.press()
    shown.press(3, LEFT)
    shown.submit()
    other.event_generate("<ButtonRelease>", button=3, state=LEFT | RIGHT)
    shown.stays_held()
    other.event_generate("<ButtonRelease>", button=1, state=LEFT)
    shown.follows()
    assert seen == [str(other)] * 2 and str(root.bind_all("<ButtonRelease>")).strip() == str(script).strip()


@pytest.mark.parametrize("sequence", ["<Motion>", "<Enter>", "<Leave>"])
def test_a_pointer_that_comes_back_without_a_button_ends_the_hold(tree: ttk.Treeview, sequence: str) -> None:
    """As after a drag that has taken the release."""
    shown = Shown(tree)
    shown.press()
    shown.submit()
    tree.event_generate(sequence, x=20, y=30, state=LEFT)
    shown.stays_held()
    tree.event_generate(sequence, x=20, y=30, state=0)
    shown.follows()


def hide(shown: Shown) -> None:
    shown.tree.pack_forget()


def hide_the_window(shown: Shown) -> None:
    shown.tree.winfo_toplevel().withdraw()


def show_another_list(shown: Shown) -> None:
    shown.adapter.close()
    TreeviewAdapter(shown.tree, List.of_items(["x"]), lambda text: {"text": text})


def destroy(shown: Shown) -> None:
    # Also where a program has replaced the binding of the adapter.
    shown.tree.bind("<Destroy>", lambda _: None)
    shown.tree.destroy()


@pytest.mark.parametrize(
    "way", [hide, hide_the_window, show_another_list, destroy], ids=lambda way: way.__name__
)
def test_a_tree_that_shows_the_list_no_longer_ends_the_hold(
    root: tkinter.Tk, tree: ttk.Treeview, way: Callable[[Shown], None]
) -> None:
    shown = Shown(tree)
    shown.press()
    assert shown.list.info().holds == 1
    way(shown)
    until(root, lambda: shown.list.info().holds == 0)
    if way is show_another_list:
        shown.press()
        assert shown.list.info().holds == 0
        shown.release()


def test_a_list_that_is_closed_while_pressed_needs_no_resume(root: tkinter.Tk, tree: ttk.Treeview) -> None:
    shown = Shown(tree)
    shown.press()
    shown.list.close()
    shown.release()
    root.update()
    shown.press()
    shown.release()
    root.update()
    assert shown.rows() == ["a", "b"]


def test_other_holds_are_left_alone(root: tkinter.Tk, tree: ttk.Treeview) -> None:
    shown = Shown(tree)
    with shown.list.held():
        shown.press()
        assert shown.list.info().holds == 2
        shown.submit()
        shown.release()
        until(root, lambda: shown.list.info().holds == 1)
        shown.stays_held()
    shown.follows()


def test_a_closed_adapter_leaves_no_binding_and_no_command_behind(tree: ttk.Treeview) -> None:
    def commands() -> set[str]:
        tcl: Any = tree.tk
        return {*map(str, tcl.splitlist(tcl.call("info", "commands")))}

    tags, before = tree.bindtags(), commands()
    shown = Shown(tree)
    tag = tree.bindtags()[0]
    assert tag not in tags and tree.bind_class(tag)
    shown.press()
    shown.adapter.close()
    assert tree.bindtags() == tags and not tree.bind_class(tag) and not tree.bind_all("<ButtonRelease>")
    # The adapter's own binding lasts as long as the Treeview.
    assert [name for name in commands() - before if "lambda" not in name] == []
