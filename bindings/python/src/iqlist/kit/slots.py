"""The list's cells: each holds the object that shows a model, and shows one model after another in it."""

from __future__ import annotations

import weakref
from typing import Any

import iqlist

from .cells import is_cell
from .identity import shows_itself
from .models import AccessibilityOptions
from .parts import ActionCallback, Part
from .sections import Section

routers: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
"""The routers of drivers, by the `id` of their views."""


class Slot:
    """A cell of the list. It refers to neither its driver nor its view, which it would keep alive."""

    def __init__(self, cell_type: type) -> None:
        self._type = cell_type
        self._owner: weakref.ref[Any] | None = None
        self._is_named = False
        self.cell: Any = None
        self.model: Any = None
        self.item: iqlist.Item[Any] | None = None
        self.section: Section[Any] | None = None
        self.section_key: iqlist.Key | None = None
        self.part, self.kind, self.index = Part.CELL, 0, 0
        self.features: list[Any] = []
        """The features that have set the cell up."""

    def bind(self, event: iqlist.Event[Any]) -> None:
        """Shows the model of an event."""
        owner = routers.get(id(event.view))
        if owner is None:
            return
        if self.cell is None:
            self._owner, self.cell = weakref.ref(owner), owner.describer.registered(self._type).make()
        self.model, self.item, self.section_key = event.model, event.item, event.section_key
        self.section, self.part = owner.section_of(event), Part.of(event.element_kind)
        self.kind, self.index = event.element_kind, event.element_index
        # What fails is not shown.
        owner.slots.discard(self)
        if hasattr(self.cell, "is_first") and hasattr(self.cell, "is_last"):
            self.cell.is_first = bool(event.flags & iqlist.CellFlag.FIRST)
            self.cell.is_last = bool(event.flags & iqlist.CellFlag.LAST)
        self._configure()
        self.name_it()
        self.add_actions()
        owner.slots.add(self)
        if owner.bound is not None:
            owner.bound(self)

    def _configure(self) -> None:
        cell, model = self.cell, self.model
        configure = getattr(cell, "configure", None)
        if is_cell(cell) or (configure is None and not shows_itself(model)):
            if not hasattr(cell, "model"):
                raise TypeError(
                    f"{type(cell).__qualname__} shows no models: give it a method `configure(model)`, or an "
                    "attribute `model`"
                )
            cell.model = model
        if shows_itself(model):
            model.setup(cell)
        elif configure is not None:
            configure(model)

    def add_actions(self) -> None:
        """Gives the cell what starts the user actions of its section."""
        register = getattr(self.cell, "register_action", None)
        if register is None or self.section is None:
            return
        for part, name in self.section.actions:
            if part == self.part:
                register(name, self._starter(name))

    def _starter(self, name: str) -> ActionCallback:
        """What starts a user action of what the cell shows now."""
        owner, part = self._owner, self.part
        element = self.section if self.item is None else self.item

        def start(sender: Any = None) -> None:
            router = None if owner is None else owner()
            if router is not None and not router.list.closed:
                router.emit(name, element, sender, part)

        return start

    def name_it(self) -> None:
        """Gives the cell the accessibility identifier of where it is now."""
        source = self.model if shows_itself(self.model) else self.cell.__class__
        name = getattr(source, "accessibility_identifier", None)
        if name is None and not self._is_named:
            return
        if name is not None:
            options = getattr(source, "accessibility_options", AccessibilityOptions.NONE)
            section, row = self._position()
            if options & AccessibilityOptions.SECTION and section is not None:
                name += f"_{section}"
            if options & AccessibilityOptions.ROW and row is not None:
                name += f"_{row}"
        self.cell.accessibility_identifier, self._is_named = name, name is not None

    def section_position(self) -> int:
        """Where its section is; -1 for an element of the list."""
        section, _ = self._position()
        return -1 if section is None else section

    def _position(self) -> tuple[int | None, int | None]:
        """The section and the row where it is now; None where it has none, as that of what has gone."""
        owner = None if self._owner is None else self._owner()
        try:
            if self.item is not None:
                return self.item.position
            if self.section_key is not None and owner is not None:
                return owner.list.section(self.section_key).position, None
        except LookupError:
            pass
        return None, None

    def unbind(self) -> None:
        """Stops showing the model."""
        owner = None if self._owner is None else self._owner()
        if owner is not None:
            owner.slots.discard(self)
        self.model = self.item = self.section = self.section_key = None
        if is_cell(self.cell):
            self.cell.unbind()

    def destroy(self) -> None:
        """Drops the object."""
        if is_cell(self.cell):
            self.cell.destroy()
