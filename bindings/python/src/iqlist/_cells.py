"""Python objects as cells: what the library calls to create, bind, unbind and destroy them.

The library keeps a number for each cell object, its pointer in C. The objects are in a table of the process:

    create --- made, put under a number ---> bind, unbind ... ---> destroy --- taken out, dropped

A function of a cell may use the library as it likes: what another function has raised in the same call is not
raised inside it. The first exception of a call is raised from that call, others are reported as exceptions of
destructors are. The library is answered that the function failed, and asks again with the next poll.
"""

from __future__ import annotations

import weakref
from ctypes import addressof
from itertools import count
from typing import Any, Callable, NamedTuple

from ._calls import current, keep_forever, report
from ._models import CALLBACKS
from ._process import once

NewCell = Callable[[], Any]

cells: dict[int, Any] = once("cells", dict)
"""The cell objects, by number."""
_bound: set[int] = once("bound cells", set)
"""Those whose `bind` was called last, and not `unbind`."""
views: weakref.WeakValueDictionary[int, Any] = once("views", weakref.WeakValueDictionary)
"""The views that are open, by the address of the library's."""
_factories: dict[int, NewCell] = once("factories of cells", dict)
_numbers: count[int] = once("numbers of cells", lambda: count(1))


class Functions(NamedTuple):
    """The functions of cells, as a class passes them to the library."""

    create_cell: Any
    bind_cell: Any
    unbind_cell: Any
    destroy_cell: Any


def view_at(pointer: Any) -> Any:
    """The view of a pointer of the library's; None if there is none, or if it is closed."""
    return views.get(addressof(pointer.contents)) if pointer else None


def add_factory(make: NewCell) -> int:
    """Keeps for good what makes the cells of a class. Returns the context of its functions."""
    number = next(_numbers)
    _factories[number] = make
    return number


def failed(function: Callable[..., object], *arguments: Any) -> int:
    """Calls a function of a cell. Whether it has raised something."""
    before, current.raised = current.raised, None
    try:
        function(*arguments)
    except BaseException as error:
        if before is None:
            current.raised = error
        else:
            current.raised = before
            report(error)
        return 1
    current.raised = before
    return 0


def _create(context: int | None, _event: Any, place: Any) -> int:
    def create() -> None:
        made, number = _factories[context or 0](), next(_numbers)
        cells[number] = made
        place[0] = number

    return failed(create)


def _bind(_context: int | None, event: Any) -> int:
    raw = event.contents
    view = view_at(raw.view)
    if view is None:
        # It was closed or collected during this very poll, and is destroyed afterwards.
        return 0

    def bind() -> None:
        cells[raw.object].bind(view._event(raw))
        _bound.add(raw.object)

    return failed(bind)


def _unbind(_context: int | None, event: Any) -> None:
    number = event.contents.object
    if number in _bound:
        _bound.remove(number)
        failed(lambda: _call(cells[number], "unbind"))


def _destroy(_context: int | None, number: int | None) -> None:
    # The destructor of the object, too, is called inside.
    failed(lambda: _call(cells.pop(number or 0), "destroy"))


def _call(cell: Any, name: str) -> None:
    """Calls a method that a cell may have."""
    method = getattr(cell, name, None)
    if method is not None:
        method()


def _functions() -> Functions:
    made = Functions(
        CALLBACKS["create_cell"](_create),
        CALLBACKS["bind_cell"](_bind),
        CALLBACKS["unbind_cell"](_unbind),
        CALLBACKS["destroy_cell"](_destroy),
    )
    keep_forever(made)
    return made


functions: Functions = once("functions of cells", _functions)
