"""What the messages of a table have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.message import Message

from ..handles import Item
from .table_cells import TableColumn

if TYPE_CHECKING:
    from .table_widget import TableWidget


class TableMessage(Message):
    """A message of a table."""

    def __init__(self, table_widget: TableWidget[Any]) -> None:
        super().__init__()
        self.table_widget = table_widget

    @property
    def control(self) -> TableWidget[Any]:
        """The widget, for the decorator `on`."""
        return self.table_widget


class CellMessage(TableMessage):
    """A message about a cell: the handle of its row, and its column."""

    def __init__(self, table_widget: TableWidget[Any], item: Item[Any], column: TableColumn[Any]) -> None:
        super().__init__(table_widget)
        self.item = item
        self.column = column
