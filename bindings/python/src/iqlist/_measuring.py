"""The functions of layouts: what the library calls to ask how large things are, and where.

The library keeps a number for each layout of a view that has one, its context in C. Equal layouts of a view
have one number, so that the library keeps them once, and says once that it has dropped them."""

from __future__ import annotations

import math
import weakref
from collections.abc import Iterable
from ctypes import sizeof
from itertools import count
from typing import Any, Callable, NamedTuple

from . import abi
from ._calls import keep_forever, noted
from ._cells import failed
from ._checks import brief, number, numbers, wrong
from ._models import object_at
from ._process import once
from .arrangement import section_info
from .classes import CellClass
from .handles import Item
from .identity import raw_key
from .layouts import CustomLayout, Measured, Rect, Room, SectionLayout, Size, size_struct
from .records import ElementKind


class Asked(NamedTuple):
    """Whose `measure` it is."""

    view: weakref.ref[Any]
    layout: SectionLayout


class Functions(NamedTuple):
    """The functions of layouts, as the library takes them."""

    measure: Any
    destroy: Any
    extent: Any
    range: Any
    frame: Any


_measures: dict[int, Asked] = once("measures", dict)
_contexts: count[int] = once("numbers of measures", lambda: count(1))


def number_of(view: Any, layout: SectionLayout) -> int:
    """The number of a layout of a view, until the library has dropped it."""
    number: int = view._numbers.get(layout, 0)
    if not number:
        number = view._numbers[layout] = next(_contexts)
        _measures[number] = Asked(weakref.ref(view), layout)
    return number


def forget(number: int) -> None:
    """The library asks that function no longer."""
    asked = _measures.pop(number, None)
    view = None if asked is None else asked.view()
    if view is not None and asked is not None and view._numbers.get(asked.layout) == number:
        del view._numbers[asked.layout]


def _measure(context: int | None, elements: Any, count: int, sizes: Any) -> int:
    """Asks a layout's function for the sizes of a batch. Whether it has raised something."""

    def ask() -> None:
        asked = _measures[context or 0]
        view, function = asked.view(), asked.layout.measure
        if view is None or function is None:
            return
        given = [_measured(view, element, size) for element, size in zip(elements[:count], sizes[:count])]
        try:
            answers = _answers(function, given)
        except BaseException as error:
            others = f" and {count - 1} more" if count > 1 else ""
            noted(error, f"in `measure` of a SectionLayout, which was asked about {_named(given[0])}{others}")
            raise
        is_horizontal = view._options.horizontal
        made = [_size(asked, answer, is_horizontal) for asked, answer in zip(given, answers)]
        for at, answer in enumerate(made):
            sizes[at] = answer

    return failed(ask)


def _answers(function: Callable[[list[Measured]], Any], given: list[Measured]) -> list[Any]:
    """What a function answers about a batch. ValueError if these are not as many, TypeError for no list."""
    found = function(given)
    if isinstance(found, str) or not isinstance(found, Iterable):
        raise wrong("what measure returns is", "a list of sizes", found)
    answers: list[Any] = [*found]
    if len(answers) != len(given):
        raise ValueError(
            f"measure was asked about {len(given)} elements, and has returned {len(answers)} sizes"
        )
    return answers


def _size(asked: Measured, answer: Any, is_horizontal: bool) -> Any:
    """An answer as the library takes it. TypeError for one that is no size, with what it is about."""
    try:
        return size_struct(answer, is_horizontal)
    except TypeError as error:
        raise TypeError(f"`measure` of a SectionLayout, about {_named(asked)}: {error}") from None


def _named(asked: Measured) -> str:
    """What was asked about, for people."""
    about = "the item" if asked.item is not None else f"the {KINDS.get(asked.kind, 'element')}"
    return f"{about} {brief.repr(asked.key if asked.model is None else asked.model)}"


KINDS = {kind.value: "loader" if kind.name.startswith("PAGE") else kind.name.lower() for kind in ElementKind}
"""The words for elements, by their kind."""


def _measured(view: Any, raw: Any, size: Any) -> Measured:
    element = raw.element
    return Measured(
        Item._of(view.list, element.item.id) if element.item.id else None,
        element.kind,
        element.index,
        raw_key(bytes(raw.key)),
        raw.content,
        object_at(raw.model),
        CellClass._of(raw.cell_class.id),
        raw.level,
        Size(size.width, size.height),
        _section_of(view, element),
    )


def _section_of(view: Any, element: Any) -> Any:
    """The key of the section that an element is in."""
    if element.item.id or not element.section.id:
        return None
    info = section_info(abi.iq_list_get_section_info, view.list._pointer, element.section)
    return raw_key(bytes(info.key))


# --- custom layouts


def custom_struct(number: int) -> abi.iq_custom_layout:
    """The functions of a custom layout as the library takes them."""
    return abi.iq_custom_layout(
        sizeof(abi.iq_custom_layout), number, functions.extent, functions.range, functions.frame
    )


def _extent(context: int | None, section: Any, count: int, across: float) -> float:
    found = math.nan

    def ask(custom: CustomLayout, room: Room) -> None:
        nonlocal found
        found = number(custom.extent(room), "what extent returns is")

    failed(_asking, "extent", ask, context, section, count, across)
    return found


def _range(
    context: int | None,
    section: Any,
    count: int,
    across: float,
    start: float,
    end: float,
    first: Any,
    shown: Any,
) -> None:
    first[0] = abi.IQ_END

    def ask(custom: CustomLayout, room: Room) -> None:
        found: Any = custom.items(room, start, end)
        if not isinstance(found, range) or found.step != 1:
            raise wrong("what items returns is", "a range of indexes", found)
        begin, stop = max(0, found.start), max(0, found.stop)
        first[0], shown[0] = min(begin, count), min(max(0, stop - begin), count)

    failed(_asking, "items", ask, context, section, count, across)


def _frame(context: int | None, section: Any, count: int, across: float, index: int, frame: Any) -> None:
    frame[0] = abi.iq_rect(math.nan, 0, 0, 0)

    def ask(custom: CustomLayout, room: Room) -> None:
        frame[0] = abi.iq_rect(*numbers(custom.frame(room, index), Rect, "what frame returns is"))

    failed(_asking, "frame", ask, context, section, count, across)


def _asking(
    name: str,
    ask: Callable[[CustomLayout, Room], None],
    context: int | None,
    section: Any,
    count: int,
    across: float,
) -> None:
    """Asks a function of a custom layout. What it raises gets a note that names it."""
    asked = _measures[context or 0]
    view, custom = asked.view(), asked.layout.custom
    assert view is not None and custom is not None
    info = section_info(abi.iq_list_get_section_info, view.list._pointer, section)
    room = Room(raw_key(bytes(info.key)), count, across)
    try:
        ask(custom, room)
    except BaseException as error:
        noted(error, f"in `{name}` of a CustomLayout, for {count} items")
        raise


def _destroy(context: int | None) -> None:
    # The destructor of the function, too, is called inside.
    failed(lambda: forget(context or 0))


def _functions() -> Functions:
    types = {field[0]: field[1] for field in abi.iq_section_layout._fields_}
    custom = {field[0]: field[1] for field in abi.iq_custom_layout._fields_}
    made = Functions(
        types["measure"](_measure),
        types["destroy"](_destroy),
        custom["extent"](_extent),
        custom["range"](_range),
        custom["frame"](_frame),
    )
    keep_forever(made)
    return made


functions: Functions = once("functions of layouts", _functions)
