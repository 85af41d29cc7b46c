"""The slow model of the offsets that the host sees, R22, where they are not those of the content. See
`layout_model`.

    free origin   corrections move the start of the content, and not the offset
    bar           while a scroll bar is held the range stands still, and its ends are the real ends
"""

from __future__ import annotations

from typing import NamedTuple


class Request(NamedTuple):
    """What the host has scrolled since the last layout, in units; `bar` in those of a bar that is held."""

    units: float = 0
    is_set: bool = False
    is_made: bool = False
    is_clamped: bool = False
    bar: float = 0
    is_bar_set: bool = False
    moves: bool = False

    def add(self, units: float, by: bool, clamp: bool, bar: bool) -> Request:
        """Requests add up; the last one says whether they are clamped, and one that sets is the first."""
        made = self
        if not by:
            made = made._replace(units=0, is_set=not bar, bar=0, is_bar_set=bar)
        made = made._replace(bar=made.bar + units) if bar else made._replace(units=made.units + units)
        return made._replace(is_made=True, is_clamped=clamp or bar, moves=made.moves or bool(units) or not by)


class Seen(NamedTuple):
    """What the host sees, in units."""

    offset: float
    minimum: float
    maximum: float
    length: float


class Bar(NamedTuple):
    """A scroll bar that is held: what it says."""

    seen: Seen

    @property
    def is_at_start(self) -> bool:
        return self.seen.maximum > self.seen.minimum and self.seen.offset <= self.seen.minimum

    @property
    def is_at_end(self) -> bool:
        return self.seen.maximum > self.seen.minimum and self.seen.offset >= self.seen.maximum

    def moved(self, to: float, content: float, most: float) -> tuple[Bar, float]:
        """The bar elsewhere, and by how much the content moves: the part of what is left to its end."""
        before, seen = self.seen.offset, self.seen
        now = max(seen.minimum, min(to, seen.maximum))
        moved = 0.0
        if now > before:
            moved = (now - before) * max(0, most - content) / (seen.maximum - before)
        if now < before:
            moved = (now - before) * max(0, content) / (before - seen.minimum)
        return Bar(seen._replace(offset=now)), moved


def held(seen: Seen) -> Bar:
    """A bar that is taken hold of."""
    return Bar(seen._replace(offset=max(seen.minimum, min(seen.offset, seen.maximum))))
