"""Scrolling: its phases, and the events about it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from iqlist import Scene, SceneFlag

from .events import Event
from .router import Routed


class ScrollPhase(Enum):
    """What moves the content: nothing, a finger that holds it, the way that it goes on after that, or a
    program, smoothly. See `Driver.scroll`."""

    IDLE = "idle"
    DRAG = "drag"
    DECELERATE = "decelerate"
    ANIMATE = "animate"


ENDED = {
    ScrollPhase.DRAG: "did_end_dragging",
    ScrollPhase.DECELERATE: "did_end_decelerating",
    ScrollPhase.ANIMATE: "did_end_scroll_animation",
}
EDGES = ((SceneFlag.AT_START, "reached_start"), (SceneFlag.AT_END, "reached_end"))


def auto_scroll_speed(position: float, length: float, *, zone: float = 48, fastest: float = 1200) -> float:
    """How fast a list scrolls while something is dragged near an edge of its window, in units a second:
    towards the start if negative. `position` is that of the pointer along a window that is `length` units
    long. Within `zone` units of an edge it grows up to `fastest`, which it also is beyond the edge.

    >>> from iqlist import kit
    >>> [kit.auto_scroll_speed(y, 480) for y in (-5, 24, 240, 480)]
    [-1200.0, -600.0, 0.0, 1200.0]
    """
    zone = min(zone, length / 2)
    if zone <= 0:
        return 0.0
    into = min(max(zone - position, 0.0), zone) - min(max(position - (length - zone), 0.0), zone)
    return -into / zone * fastest if into else 0.0


class Scrolling:
    """What is known of the scrolling of a view."""

    def __init__(self) -> None:
        self.phase = ScrollPhase.IDLE
        self._last: Scene[Any] | None = None

    def enter(self, phase: ScrollPhase) -> Iterator[Routed]:
        """Another phase begins. The events about that."""
        before, self.phase = self.phase, phase
        if phase is before:
            return
        if before in ENDED:
            yield ENDED[before], Event(sender=phase)
        if phase is ScrollPhase.DRAG:
            yield "will_begin_dragging", Event(sender=phase)

    def compare(self, scene: Scene[Any]) -> Iterator[Routed]:
        """The events about a scene, since the last one."""
        last, self._last = self._last, scene
        if last is None:
            return
        if scene.offset != last.offset:
            yield "did_scroll", Event(sender=scene)
        for flag, name in EDGES:
            if scene.flags & flag and not last.flags & flag:
                yield name, Event(sender=scene)
