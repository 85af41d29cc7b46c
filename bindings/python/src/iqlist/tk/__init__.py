"""Lists in Tk: rows of a `ttk.Treeview`, which come, go, move and change with a list. Needs tkinter.

A program changes the list, from any thread by `List.submit`. The descriptor of the list wakes Tk's loop; the
adapter polls, and applies to the Treeview what has changed, in few calls.

    list ----> descriptor ----> poll ----> changeset, one call each: rows that are new, moved, updated
                                               and one for all that are deleted
"""

from __future__ import annotations

from .adapter import TreeviewAdapter

__all__ = ["TreeviewAdapter"]
