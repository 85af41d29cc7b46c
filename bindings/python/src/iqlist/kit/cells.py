"""Cells: the objects that show models, and what the list's cells do with them."""

from __future__ import annotations

import weakref
from typing import Any, Callable, ClassVar, Generic, Protocol

import iqlist

from ..records import M
from .models import AccessibilityOptions, ElementModel, Shown
from .responding import Responder
from .sections import ActionCallback, Section


class Cell(Shown, Responder, Generic[M]):
    """A base class of cells that show plain models. `configure` shows a model; what the user may do with one
    is asked of the class. It handles events before its section does, while it shows the item: see
    `Responder`.

    Any other class can show models as well: it is registered as `Registration.VIEW`, and its objects have a
    method `configure(model)`, or get the attribute `model`.

    >>> from dataclasses import dataclass
    >>> from iqlist import kit
    >>> @dataclass(frozen=True)
    ... class User:
    ...     id: int
    ...     name: str
    >>> class UserCell(kit.Cell[User]):
    ...     identity = "id"
    ...     def configure(self, user):
    ...         self.label = user.name
    ...     def on_select(self, event):
    ...         print(self.label, "selected")
    >>> driver = kit.Driver([kit.Section("first", [User(1, "Ada"), User(2, "Ben")], cell=UserCell)])
    >>> driver.show(0, 10)
    >>> [cell.label for cell in driver.visible_cells()]
    ['Ada', 'Ben']
    >>> driver.tap(User(1, "Ada"))
    >>> _ = driver.poll()
    Ada selected
    """

    identity: ClassVar[Any] = None
    """What identifies the models that it shows: the name of an attribute, several names, or a callable. None:
    all that they are compared by, so that a change is a delete and an insert."""
    model: M | None = None
    """The model that it shows, or has shown last."""

    def configure(self, model: M | None) -> None:
        """Shows a model, which may be new to this cell or changed; `self.model` is set already. None: the
        item has no model."""

    def register_action(self, name: str, callback: ActionCallback) -> None:
        """Gets a user action of its section: `callback(sender)` starts it, for what the cell shows. Called
        when the cell was configured, for each action; the newest callback counts."""

    def unbind(self) -> None:
        """The cell stops showing its model, and waits for another one."""

    def destroy(self) -> None:
        """The cell is dropped."""

    @classmethod
    def is_selectable(cls, model: M | None) -> bool:
        """Whether the user may select it."""
        return True

    @classmethod
    def is_deselectable(cls, model: M | None) -> bool:
        """Whether the user may deselect it."""
        return True

    @classmethod
    def is_highlightable(cls, model: M | None) -> bool:
        """Whether it is highlighted while the user touches it."""
        return True

    @classmethod
    def is_focusable(cls, model: M | None) -> bool:
        """Whether the user may move the focus to it."""
        return True

    @classmethod
    def is_activatable(cls, model: M | None) -> bool:
        """Whether it has a primary action."""
        return True

    @classmethod
    def is_movable(cls, model: M | None) -> bool:
        """Whether the user may move it."""
        return False

    @classmethod
    def is_deletable(cls, model: M | None) -> bool:
        """Whether the user may delete it."""
        return False

    @classmethod
    def is_insertable(cls, model: M | None) -> bool:
        """Whether the user may insert an item there."""
        return False

    @classmethod
    def has_children(cls, model: M | None) -> bool:
        """Whether it can be expanded while there is nothing below it."""
        return False


class TextCell(Cell[str]):
    """Shows headers and footers that are texts.

    >>> from iqlist import kit
    >>> driver = kit.Driver([kit.Section("fruit", ["apple"], header="Fruit")])
    >>> with driver.take_cell(driver.section("fruit"), part=kit.Part.HEADER) as header:
    ...     header.cell.text
    'Fruit'
    """

    text = ""

    def configure(self, model: str | None) -> None:
        self.text = model or ""


class Owns(Protocol):
    """What a slot asks its driver."""

    def _make(self, cell: Any) -> Any: ...
    def _section_of(self, event: iqlist.Event[Any]) -> Section[Any] | None: ...
    def _starter(self, slot: Slot, name: str) -> ActionCallback: ...


drivers: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
"""The drivers, by the `id` of their views."""


class Slot:
    """A cell of the list: it holds the object that shows the model, and shows one model after another in
    it."""

    def __init__(self, cell_type: type) -> None:
        self._type = cell_type
        self.cell: Any = None
        self.section: Section[Any] | None = None
        self.event: iqlist.Event[Any] | None = None

    def bind(self, event: iqlist.Event[Any]) -> None:
        driver = drivers.get(id(event.view))
        if driver is None:
            return
        if self.cell is None:
            self.cell = driver._make(self._type)
        self.section, self.event = driver._section_of(event), event
        driver._slots.add(self)
        self._configure(event.model)
        self.place()
        self.add_actions(driver)

    def _configure(self, model: Any) -> None:
        cell = self.cell
        configure: Callable[[Any], object] | None = getattr(cell, "configure", None)
        if isinstance(model, ElementModel):
            configure = model.setup
            if isinstance(cell, Cell):
                cell.model = model
            configure(cell)
            return
        if configure is None or isinstance(cell, Cell):
            cell.model = model
        if configure is not None:
            configure(model)

    def add_actions(self, driver: Owns) -> None:
        """Gives the cell what starts the user actions of its section."""
        register = getattr(self.cell, "register_action", None)
        if register is None or self.section is None or self.event is None:
            return
        for part, name in self.section.actions:
            if part == self.event.element_kind:
                register(name, driver._starter(self, name))

    def place(self) -> None:
        """Gives the cell the accessibility identifier of where it is now."""
        event = self.event
        if event is None:
            return
        source = event.model if isinstance(event.model, Shown) else type(self.cell)
        base = getattr(source, "accessibility_identifier", None)
        if base is None:
            return
        options = getattr(source, "accessibility_options", AccessibilityOptions.NONE)
        section, row = position_of(event)
        if options & AccessibilityOptions.SECTION and section is not None:
            base += f"_{section}"
        if options & AccessibilityOptions.ROW and row is not None:
            base += f"_{row}"
        self.cell.accessibility_identifier = base

    def unbind(self) -> None:
        driver = None if self.event is None else drivers.get(id(self.event.view))
        if driver is not None:
            driver._slots.discard(self)
        self.event = None
        if isinstance(self.cell, Cell):
            self.cell.unbind()

    def destroy(self) -> None:
        if isinstance(self.cell, Cell):
            self.cell.destroy()


def position_of(event: iqlist.Event[Any]) -> tuple[int | None, int | None]:
    """Where what a cell shows is now: its section and its row, None where it has none."""
    try:
        if event.item is not None:
            return event.item.position
        if event.section_key is not None and event.view is not None:
            return event.view.list.section(event.section_key).position, None
    except LookupError:
        pass
    return None, None
