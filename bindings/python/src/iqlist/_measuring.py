"""The `measure` of layouts: what the library calls to ask how large things are.

The library keeps a number for each layout of a view that has one, its context in C. Equal layouts of a view
have one number, so that the library keeps them once, and says once that it has dropped them."""

from __future__ import annotations

import weakref
from itertools import count
from typing import Any, NamedTuple

from . import abi
from ._calls import keep_forever
from ._cells import failed
from ._models import object_at
from ._process import once
from .arrangement import section_info
from .classes import CellClass
from .handles import Item
from .identity import raw_key
from .layouts import Measured, SectionLayout, Size, size_struct


class Asked(NamedTuple):
    """Whose `measure` it is."""

    view: weakref.ref[Any]
    layout: SectionLayout


class Functions(NamedTuple):
    """The functions of layouts, as the library takes them."""

    measure: Any
    destroy: Any


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
        answers = list(function(given))
        if len(answers) != count:
            raise ValueError(
                f"measure was asked about {count} elements, and has returned {len(answers)} sizes"
            )
        made = [size_struct(answer, view._options.horizontal) for answer in answers]
        for at, answer in enumerate(made):
            sizes[at] = answer

    return failed(ask)


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


def _destroy(context: int | None) -> None:
    # The destructor of the function, too, is called inside.
    failed(lambda: forget(context or 0))


def _functions() -> Functions:
    types = {field[0]: field[1] for field in abi.iq_section_layout._fields_}
    made = Functions(types["measure"](_measure), types["destroy"](_destroy))
    keep_forever(made)
    return made


functions: Functions = once("functions of layouts", _functions)
