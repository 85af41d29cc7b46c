"""What the messages of the widget have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.message import Message

from ..handles import Item

if TYPE_CHECKING:
    from .widget import ListWidget


class ListMessage(Message):
    """A message of a widget."""

    def __init__(self, list_widget: ListWidget[Any]) -> None:
        super().__init__()
        self.list_widget = list_widget

    @property
    def control(self) -> ListWidget[Any]:
        """The widget, for the decorator `on`."""
        return self.list_widget


class ItemMessage(ListMessage):
    """A message about an item, with its handle."""

    def __init__(self, list_widget: ListWidget[Any], item: Item[Any]) -> None:
        super().__init__(list_widget)
        self.item = item
