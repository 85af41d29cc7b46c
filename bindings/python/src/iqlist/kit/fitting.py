"""What the cells of a driver that is laid out say about their sizes."""

from __future__ import annotations

from typing import NamedTuple

from iqlist import Size

from .layouts import Answer, is_number, wrong
from .lines import Lines
from .slots import Slot


class Unfitted(NamedTuple):
    """What nobody has said how large it is, but for the cell that will show it."""

    lines: Lines
    length: float | None
    """Along, as far as it is known."""
    width: float | None
    """Its own across, likewise."""
    room: Size
    """That of the cell."""
    around: tuple[float, float]
    """What the place is larger."""

    def answer(self, found: Answer) -> Answer:
        """What the view is told, of what the cell has said."""
        if found is None:
            return None
        window = self.lines.window
        along, across = found, None
        if isinstance(found, tuple):
            along, across = window.sides(*found)
            across += self.around[1]
        if not is_number(along):
            raise wrong("a size is", "a number, a Size or None", along)
        length = self.length if self.length is not None else float(along) + self.around[0]  # type: ignore[arg-type]
        width = self.width if self.width is not None else self.lines.own_width(across)
        return window.answer(length, width)


def fitted(slot: Slot, room: Size) -> Answer:
    """How large the cell says that it is, for what it shows."""
    ask = getattr(slot.cell, "fitting_size", None)
    found: Answer = None if ask is None else ask(room)
    return found
