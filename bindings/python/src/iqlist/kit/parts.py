"""What an event is about, and the types of what a program gives to the kit."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any, Callable, Union

import iqlist


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

Handler = Callable[[Any], object]
"""Handles an `Event`; `NotImplemented` as its result passes the event on."""
ActionCallback = Callable[[Any], object]
"""Called with the sender of a user action."""
UpdateFailed = Callable[[Exception, Union[iqlist.Ticket, None]], object]
"""Called with the error of an update that has failed after the call that asked for it, and its ticket if it
has one; `NotImplemented` as its result passes it on."""
LoadPage = Callable[[Any], object]
"""Loads the next page; called with a `PageRequest`."""
CellType = Union[type, str]
"""What shows an item: a class, whose objects are made without arguments, or the name that it has been
registered by, see `Driver.register`."""


def number_of(name: str) -> int:
    """The number of a user action for `List.emit`: the hash of its name, the same in every language."""
    number = iqlist.Hasher(name.value if isinstance(name, Enum) else name).content()
    return number if number >= iqlist.Action.HOST else number + iqlist.Action.HOST


NAMED = iqlist.ElementKind.HOST + 0x20000
"""The kinds of elements with names begin here."""


def kind_of(kind: int | str) -> int:
    """The kind of an element that is given by its number or its name, the same in every language."""
    return NAMED + (number_of(kind) & 0x7FFF_FFFF) if isinstance(kind, str) else int(kind)
