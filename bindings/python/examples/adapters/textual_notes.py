"""textual_notes.py - notes in Textual: they wrap at the width of the widget; the day stays at the top."""

from __future__ import annotations

from typing import NamedTuple

from textual.app import App, ComposeResult

import iqlist
from iqlist.textual import ListWidget


class Note(NamedTuple):
    time: str
    text: str


NOTES = {
    "Monday": [
        Note("09:10", "The boat is back from the yard."),
        Note("11:45", "Paint for the deck, two litres; the shop at the harbour has none before Thursday."),
    ],
    "Tuesday": [
        Note("08:30", "Wind from the west, rain later."),
        Note("16:00", "To do before Friday:\n- the rope of the anchor\n- a new lamp\n- charts of the north"),
    ],
}


class Notes(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.notes: iqlist.List[Note] = iqlist.List.of_sections(NOTES, key="time", content="text")

    def compose(self) -> ComposeResult:
        yield ListWidget(
            self.notes,
            lambda note: f"{note.time}  {note.text}",
            render_header=lambda day: f"{day.name}",
            wrap=True,
            sticky_headers=True,
        )


if __name__ == "__main__":
    Notes().run()
