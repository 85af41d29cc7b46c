"""screen.py - a screen of three lines that scrolls over a list. Each line is a cell, which is used again."""

from __future__ import annotations

from dataclasses import dataclass

import iqlist


@dataclass(frozen=True)
class Chat:
    name: str
    messages: int


class Line(iqlist.Cell[Chat]):
    """What a program keeps for a place on the screen: here a text, elsewhere a widget."""

    text = ""

    def bind(self, event: iqlist.Event[Chat]) -> None:
        assert event.model is not None
        self.text = f"{event.model.name} has {event.model.messages}"
        print(f"  cell {event.cell_number}: {self.text}")


chats = [Chat("Ada", 7), Chat("Ben", 2), Chat("Cem", 5), Chat("Dot", 1), Chat("Eve", 4)]
line = iqlist.CellClass("example.line", cell=Line)
with iqlist.List[Chat](key="name", cell_class=line) as shown, shown.view() as view:
    shown.set_items(chats)
    for first in (0, 2):
        print(f"Three lines from {first} on")
        view.set_visible(first, 3)
        # Creates, binds and unbinds cells. What stays visible stays in its cell.
        shown.poll()
    print("Dot has two more, Ben has gone")
    shown.set_items([chats[0], chats[2], Chat("Dot", 3), chats[4]])
    shown.poll()
    print("Now:", [view.find_cell(chat).cell.text for chat in shown.models()[view.visible.start :]])
