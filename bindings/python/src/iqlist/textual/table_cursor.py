"""The cursor of a table, and how it follows rows and columns."""

from __future__ import annotations

from typing import Any, Generic, cast

from textual import events

from .._survivor import survivor
from ..changeset import Changeset
from ..events import Event
from ..handles import Item
from ..identity import KeyLike
from ..lists import List
from ..records import M
from ..snapshot import Snapshot
from .lines import Lines
from .polling import unless_gone
from .table_cells import TableColumn
from .table_showing import ShownTable


class TableCursor(ShownTable[M], Generic[M]):
    """The part of a `TableWidget` that follows its lists."""

    _kinds: int

    def __init__(self, shown: List[M], columns: Any, has_headings: bool, **options: Any) -> None:
        super().__init__(shown, columns, has_headings, **options)
        self._rows: Snapshot[M] = Snapshot()
        """As of the last poll."""
        self._index: int | None = None
        """Where the cursor's row is in it; None: there are no rows."""
        self._keys: list[str] = []
        """Of the columns that are shown, as of the last poll, from left to right."""

    @property
    def cursor(self) -> tuple[Item[M], TableColumn[M]] | None:
        """The row and the column of the cursor; None if there are no rows or no columns."""
        if self._row is None or self._column is None:
            return None
        column: Any = self.table.column(self._column)
        return self._row, column

    def move_cursor(self, item: Item[M] | KeyLike | M | None = None, column: str | None = None) -> None:
        """Moves the cursor to a row, given by its handle, its key or the object, and to a column by its key,
        and scrolls there. None: it stays in its row, or in its column. `NotFoundError` (a KeyError) if there
        is no such row, or no such column that is shown; `HandleError` if the row has gone.

        >>> import asyncio, iqlist
        >>> from textual.app import App
        >>> from iqlist.textual import TableWidget
        >>> class Squares(App):
        ...     def compose(self):
        ...         columns = [TableColumn(str(n), render=lambda row, n=n: str(row * n)) for n in range(200)]
        ...         yield TableWidget(iqlist.List.of_items(range(100_000)), columns)
        >>> async def main():
        ...     async with Squares().run_test() as pilot:
        ...         widget = pilot.app.query_one(TableWidget)
        ...         widget.move_cursor(70_000, "150")
        ...         item, column = widget.cursor
        ...         return item.model, column.key
        >>> asyncio.run(main())
        (70000, '150')
        """
        self._poll()
        if column is not None:
            # Raises if there is none.
            self.table.offset_for(None, column)
        row = self._row
        if item is not None:
            row = cast("Item[M]", item) if isinstance(item, Item) else self.shown.item(item)
        self._move_to(row, self._column if column is None else column)

    def _move_to(self, row: Item[M] | None, column: str | None) -> None:
        """To a cell, which is scrolled into view."""
        if row is not None:
            self._index = self._rows.index(row.key, row.section.key)
        self._set_cursor(row, column)
        x, y = self.table.offset_for(row, column)
        self.table.scroll(x, y)
        self._arrange()

    def _set_cursor(self, row: Item[M] | None, column: str | None) -> None:
        self._row, self._column = row, column

    # --- the lists

    def _on_mount(self, event: events.Mount) -> None:
        self._rows = self._join(self.shown, self._follow, self._take, self._kinds) or self._rows
        self._join(self.table.columns, self._follow_columns)
        self._keys = [column.key for column in self.table.visible_columns()]
        self._follow_row(None)
        self._set_waiting(True)

    def _follow(self, changeset: Changeset, before: Snapshot[M], after: Snapshot[M]) -> None:
        """The rows have changed: the cursor stays on its row, or goes to the next one that is left."""
        self._rows = after
        self._arrange()
        self._follow_row(None if self._index is None else survivor(changeset, self._index))

    def _follow_row(self, index: int | None) -> None:
        """The cursor goes to an index; None: to the one that it was at, or as near as possible."""
        count = len(self._rows)
        if index is None and count:
            index = min(self._index or 0, count - 1)
        self._index = index
        row: Item[M] | None = None
        if index is not None:
            line = Lines(self._rows, False).read(index, 1)[0]
            with unless_gone:
                row = self.shown.item(line.key, line.section.key)
        keys = self._keys
        self._set_cursor(row, self._column or (keys[0] if keys else None))

    def _follow_columns(self, changeset: Changeset, before: Snapshot[Any], after: Snapshot[Any]) -> None:
        """The columns have changed: the cursor stays in its column, or goes to the next one that is left."""
        old, keys = self._keys, [column.key for column in self.table.visible_columns()]
        column = self._column
        if column not in keys:
            at = old.index(column) if column in old else 0
            column = next((key for key in [*old[at:], *old[:at][::-1], *keys] if key in keys), None)
        self._keys = keys
        self._set_cursor(self._row, column)
        self._arrange()
        self.refresh()

    def _take(self, event: Event[M]) -> None:
        """Called with what is no update."""
        self._arrange()
