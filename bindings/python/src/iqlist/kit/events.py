"""What handlers get: an event, and what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any, Callable, Generic, Union

import iqlist

from ..records import M

if TYPE_CHECKING:
    from .sections import Section


class Part(IntEnum):
    """What an event is about: an item in its cell, or another element, see `iqlist.ElementKind`."""

    CELL = 0
    HEADER = iqlist.ElementKind.HEADER
    FOOTER = iqlist.ElementKind.FOOTER
    EMPTY = iqlist.ElementKind.EMPTY
    LOADING = iqlist.ElementKind.LOADING
    FAILED = iqlist.ElementKind.FAILED
    PAGE_START = iqlist.ElementKind.PAGE_START
    PAGE_END = iqlist.ElementKind.PAGE_END
    HOST = iqlist.ElementKind.HOST

    @classmethod
    def of(cls, kind: int) -> Part:
        """The part of an element's kind: all the host's are one.

        >>> from iqlist import kit
        >>> kit.Part.of(1), kit.Part.of(17)
        (<Part.HEADER: 1>, <Part.HOST: 16>)
        """
        return PARTS.get(kind, cls.HOST)


PARTS: dict[int, Part] = {int(part): part for part in Part}


@dataclass(frozen=True)
class Event(Generic[M]):
    """What a handler gets: something that happened to an item, another element, a section or the list.

    `item` is the handle of the item, with its `key`, `model` (None if it has none, or if the event is about
    none) and `position`; `cell` the object that shows it,
    if there is one now. `part` says what it is about, `section` in which section. `action` is the name of a
    user action, `sender` what was passed to `Driver.emit`, or the action or menu that is performed. `event`
    is the list's own event, if there is one.

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

    @property
    def changeset(self) -> iqlist.Changeset | None:
        """The changes of an update."""
        return None if self.event is None else self.event.changeset


Handler = Callable[[Event[Any]], object]
"""Handles an event; `NotImplemented` as its result passes the event on."""
ActionCallback = Callable[[Any], object]
"""Called with the sender of a user action."""
LoadPage = Callable[[Any], object]
"""Loads the next page; called with a `PageRequest`."""
CellType = Union[type, str]
"""What shows an item: a class, whose objects are made without arguments, or the name that it has been
registered by, see `Driver.register`."""


def number_of(name: str) -> int:
    """The number of a user action for `List.emit`: the hash of its name, the same in every language."""
    number = iqlist.Hasher(name.value if isinstance(name, Enum) else name).content()
    return number if number >= iqlist.Action.HOST else number + iqlist.Action.HOST
