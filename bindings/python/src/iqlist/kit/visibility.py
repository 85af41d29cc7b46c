"""Visibility: how much of each cell can be seen, and the events when that changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from iqlist import Place, Rect, Scene, Size

from .events import Event, Visibility
from .parts import Part
from .router import Routed, Router

HIDDEN, WHOLE = Visibility(), Visibility(1.0, True, True, True)
"""Of most things: those are not compared field by field."""


def visibility(frame: Rect, window: Size, *, horizontal: bool = False) -> Visibility:
    """How much of a frame can be seen in a window.

    >>> from iqlist import Rect, Size, kit
    >>> kit.visibility(Rect(0, -30, 320, 40), Size(320, 100))
    Visibility(fraction=0.25, is_visible=True, is_fully_visible=False, is_focused=False)
    >>> kit.visibility(Rect(0, 20, 320, 200), Size(320, 100)).is_focused
    True
    """
    width = min(frame.right, window.width) - max(frame.x, 0)
    height = min(frame.bottom, window.height) - max(frame.y, 0)
    area = frame.width * frame.height
    if width <= 0 or height <= 0 or area <= 0:
        return HIDDEN
    if width == frame.width and height == frame.height:
        return WHOLE
    fraction = min(width * height / area, 1.0)
    seen, length, extent = (
        (width, frame.width, window.width) if horizontal else (height, frame.height, window.height)
    )
    return Visibility(fraction, True, False, length >= extent / 2 <= seen)


@dataclass
class Seen:
    """What was seen in the last scene, and the event about it."""

    visibility: Visibility
    event: Event[Any]


class Visibilities:
    """Compares what can be seen in a scene with the scene before."""

    def __init__(self, router: Router) -> None:
        self._router = router
        self._seen: dict[Any, Seen] = {}

    def compare(self, scene: Scene[Any], window: Size, is_horizontal: bool) -> Iterator[Routed]:
        """The events about what can be seen more or less of than before: first about what has left."""
        before, self._seen = self._seen, {}
        found: list[Routed] = []
        for place in scene:
            name = place.item or (place.section_number, place.kind, place.element_index)
            now, last = visibility(place.frame, window, horizontal=is_horizontal), before.pop(name, None)
            was = HIDDEN if last is None else last.visibility
            if now is was or now == was:
                if last is not None:
                    self._seen[name] = last
                continue
            event = replace(self._about(place), visibility=now)
            if now is not HIDDEN:
                self._seen[name] = Seen(now, event)
            found += changes(was, now, event)
        for last in before.values():
            yield from changes(last.visibility, HIDDEN, replace(last.event, visibility=HIDDEN, cell=None))
        yield from found

    def _about(self, place: Place[Any]) -> Event[Any]:
        return Event(
            section=self._router.section_of_place(place),
            item=place.item,
            key=None if place.item is None else place.item.key,
            position=place.position if place.item is not None else None,
            model=place.model,
            cell=place.cell,
            part=Part.of(place.kind),
        )


def changes(was: Visibility, now: Visibility, event: Event[Any]) -> list[Routed]:
    """The events about one item or element whose visibility has changed."""
    found: list[Routed] = [("on_visible_fraction", event)] if now.fraction != was.fraction else []
    if replace(now, fraction=was.fraction) != was:
        found.insert(0, ("on_visibility", event))
    return found
