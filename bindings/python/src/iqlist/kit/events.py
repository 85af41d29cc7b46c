"""What handlers get: an event, and what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

import iqlist

from ..records import M
from .parts import Part
from .sections import Section


@dataclass(frozen=True)
class Visibility:
    """How much of something can be seen, in a driver with a layout: `fraction` of its area, from 0 to 1. It
    `is_focused` if it takes at least half of the window along its axis, or if it is smaller than that and
    fully visible.

    >>> from iqlist import kit
    >>> def seen(event):
    ...     print(event.model, event.visibility.fraction)
    >>> section = kit.Section("a", ["one", "two", "three"], on_visibility=seen)
    >>> driver = kit.Driver([section], layout=kit.Layout(item=100))
    >>> driver.set_size(320, 150)
    >>> _ = driver.layout()
    one 1.0
    two 0.5
    """

    fraction: float = 0.0
    is_visible: bool = False
    is_fully_visible: bool = False
    is_focused: bool = False


@dataclass(frozen=True)
class Event(Generic[M]):
    """What a handler gets: something that happened to an item, another element, a section or the list.

    `item` is the handle of the item, with its `key`, `model` (None if it has none, or if the event is about
    none) and `position`; `cell` the object that shows it,
    if there is one now. `part` says what it is about, `section` in which section. `action` is the name of a
    user action, `sender` what was passed to `Driver.emit`, or the action or menu that is performed. `event`
    is the list's own event, if there is one; `visibility` that of an event about it.

    >>> from iqlist import kit
    >>> section = kit.Section("names", ["Ada", "Ben"], on_select=lambda event: print(event.model))
    >>> driver = kit.Driver([section])
    >>> driver.tap("Ben")
    >>> _ = driver.poll()
    Ben
    """

    section: Section[M] | None = None
    item: iqlist.Item[M] | None = None
    key: iqlist.Key | None = None
    position: iqlist.Position | None = None
    model: M = None  # type: ignore[assignment]
    cell: Any = None
    part: Part = Part.CELL
    action: str = ""
    sender: Any = None
    event: iqlist.Event[M] | None = None
    visibility: Visibility | None = None

    @property
    def changeset(self) -> iqlist.Changeset | None:
        """The changes of an update."""
        return None if self.event is None else self.event.changeset
