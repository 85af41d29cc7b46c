"""Headings of a Treeview whose clicks sort its list."""

from __future__ import annotations

import tkinter
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from tkinter import ttk
from typing import Callable, Generic

from ..lists import SortedList
from ..records import M

SIGNS = {False: " ▲", True: " ▼"}
"""Behind the text of the heading by which the rows are sorted; True: descending."""


class Headings(Generic[M]):
    """The headings of the columns in `keys`: a click sets the order of the list by the column's key, a second
    one the other way round."""

    def __init__(
        self, tree: ttk.Treeview, shown: SortedList[M], keys: Mapping[str, Callable[[M], object]]
    ) -> None:
        self._tree, self._list, self._keys = tree, shown, keys
        self._order: tuple[str, bool] | None = None
        for column in keys:
            tree.heading(column, command=partial(self._sort, column))

    def close(self) -> None:
        """Clicks do nothing any more."""
        with suppress(tkinter.TclError):
            for column in self._keys:
                self._tree.heading(column, command="")

    def _sort(self, column: str) -> None:
        key, order = self._keys[column], (column, self._order == (column, False))
        self._list.set_order(lambda _, model: key(model), reverse=order[1])
        if self._order is not None:
            sign = SIGNS[self._order[1]]
            self._write(self._order[0], self._text(self._order[0]).removesuffix(sign))
        self._write(column, self._text(column) + SIGNS[order[1]])
        self._order = order

    def _text(self, column: str) -> str:
        return str(self._tree.heading(column, "text"))

    def _write(self, column: str, text: str) -> None:
        self._tree.heading(column, text=text)
