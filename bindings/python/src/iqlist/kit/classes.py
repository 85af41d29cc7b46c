"""Classes of cells: how what shows models is registered, with the library and with a driver."""

from __future__ import annotations

import operator
import threading
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from itertools import count
from typing import Any, Callable

from iqlist import CellClass, DuplicateError, Trait

from .cells import Cell
from .models import ViewModel
from .sections import Section
from .slots import Slot

QUESTIONS = (
    ("is_selectable", True, Trait.NOT_SELECTABLE),
    ("is_deselectable", True, Trait.NOT_DESELECTABLE),
    ("is_highlightable", True, Trait.NOT_HIGHLIGHTABLE),
    ("is_activatable", True, Trait.NOT_ACTIVATABLE),
    ("is_focusable", True, Trait.NOT_FOCUSABLE),
    ("is_movable", False, Trait.MOVABLE),
    ("is_deletable", False, Trait.DELETABLE),
    ("is_insertable", False, Trait.INSERTABLE),
    ("has_children", False, Trait.HAS_CHILDREN),
)
"""The questions about a model, the answer that says nothing, and the trait that the other answer is."""
_ASKED: list[tuple[str, bool, int, Any]] = [
    (name, plain, int(trait), vars(Cell)[name].__func__) for name, plain, trait in QUESTIONS
]
"""The same with the method of `Cell` that gives the answer that says nothing, and so needs no call."""


class Registration(Enum):
    """How a host makes cells: as objects of a class, from a nib or a storyboard of that name, or as plain
    views that it puts into its own cells."""

    CLASS = "class"
    NIB = "nib"
    STORYBOARD = "storyboard"
    VIEW = "view"


@dataclass(frozen=True)
class Registered:
    """How a class of cells was registered with a driver: see `Driver.register`. The coordinator gets it as
    the sender of `class_first_used`, before the first cell of that class is made.

    >>> from iqlist import kit
    >>> class Banner:
    ...     nib_name = "Banner.xib"
    >>> registered = kit.Driver().register(Banner)
    >>> registered.kind, registered.name
    (<Registration.NIB: 'nib'>, 'Banner')
    """

    cell: Any
    kind: Registration
    name: str
    tag: Any
    make: Callable[[], Any]


def inferred_kind(cell: Any) -> Registration:
    """How a class is registered if nobody says so."""
    if getattr(cell, "nib_name", None) is not None:
        return Registration.NIB
    if getattr(cell, "storyboard_name", None) is not None:
        return Registration.STORYBOARD
    return Registration.CLASS if issubclass(cell, Cell) else Registration.VIEW


_lock = threading.Lock()
_known: dict[Any, CellClass] = {}
_types: dict[CellClass, Any] = {}


def class_of(cell: Any) -> CellClass:
    """The library's class of a class of cells, or of elements that hold a section: registered once for the
    process."""
    with _lock:
        if cell not in _known:
            _known[cell] = _new_class(cell)
            _types[_known[cell]] = cell
        return _known[cell]


def _new_class(cell: Any) -> CellClass:
    name = f"{cell.__module__}.{cell.__qualname__}"
    for number in count(1):
        # Several classes may have one name, such as those that a function makes.
        with suppress(DuplicateError):
            return CellClass(
                name if number == 1 else f"{name}#{number}",
                # Another section object is no change.
                equal=(lambda before, after: True) if cell is Section else operator.eq,
                traits_of=lambda model: traits_of(cell, model),
                cell=lambda: Slot(cell),
                pool=getattr(cell, "pool", 0),
            )
    raise AssertionError("not reached")


def type_of(cell_class: CellClass | None) -> Any:
    """The class of cells of one of the library's, None for others."""
    return None if cell_class is None else _types.get(cell_class)


def traits_of(cell: Any, model: Any) -> Trait:
    """What the user may do with an item: its view model is asked, or the class of its cell."""
    found = 0
    is_asked_itself, is_asked = isinstance(model, ViewModel), issubclass(cell, Cell)
    if not (is_asked_itself or is_asked):
        return Trait.NONE
    for name, plain, trait, unasked in _ASKED:
        answer: Any = plain
        if is_asked_itself:
            answer = getattr(model, name)()
        else:
            ask = getattr(cell, name)
            if getattr(ask, "__func__", None) is not unasked:
                answer = ask(model)
        if bool(answer) is not plain:
            found |= trait
    return Trait(found) if found else Trait.NONE
