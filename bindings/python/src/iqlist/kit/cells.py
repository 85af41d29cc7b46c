"""Cells: the objects that show models."""

from __future__ import annotations

from types import FunctionType
from typing import Any, Generic

from iqlist import Size

from ..records import M
from .layouts import Answer
from .models import Shown
from .parts import ActionCallback
from .responding import Responder


class Cell(Shown, Responder, Generic[M]):
    """A base class of cells that show plain models. `configure` shows a model; what the user may do with one
    is asked of the class. It handles events before its section does, while it shows the item; of an
    item that no cell shows it knows nothing. See `Responder`.

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
    >>> _ = driver.poll()
    >>> [cell.label for cell in driver.visible_cells()]
    ['Ada', 'Ben']
    >>> driver.tap(User(1, "Ada"))
    >>> _ = driver.poll()
    Ada selected
    """

    identity: Any = None
    """What identifies the models that it shows: the name of an attribute (of a mapping: of a field), several
    names, or a static method that gets it. None: all that they are compared by, so that a change is a delete
    and an insert."""
    pool: int = 0
    """How many cells of this class that show nothing a driver keeps: see `iqlist.CellClass`. 0: 8 of them."""
    model: M | None = None
    """The model that it shows, or has shown last."""
    is_first: bool = False
    """Whether its item is the first one of its section, in a driver with `bind_edges`: it is configured anew
    when that changes. Other classes of cells get it as well if they have this attribute."""
    is_last: bool = False
    """The same of the last one."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, value in vars(cls).items():
            if isinstance(value, FunctionType) and isinstance(vars(Cell).get(name), classmethod):
                raise TypeError(
                    f"{cls.__qualname__}.{name} is asked of the class, before there is a cell: write "
                    f"@classmethod above it, and `def {name}(cls, model)`"
                )

    def configure(self, model: M | None) -> None:
        """Shows a model, which may be new to this cell or changed; `self.model` is set already. None: the
        item has no model."""

    def fitting_size(self, room: Size) -> Answer:
        """How large the cell is for what it shows, in a driver with a layout where that is `iqlist.Auto`: a
        length along the axis, or a size, in the room that there is across: of a flow, all of a line. Called
        after `configure`, and when the room has changed. What somebody else says of it, a width or a height,
        stays. None: it is not known, and its place asks to be measured."""
        return None

    def register_action(self, name: str, callback: ActionCallback) -> None:
        """Gets a user action of its section: `callback(sender)` starts it, for what the cell shows. Called
        when the cell was configured, for each action; the newest callback counts."""

    def unbind(self) -> None:
        """The cell stops showing its model, and waits for another one."""

    def destroy(self) -> None:
        """The cell is dropped."""

    @classmethod
    def size_for(cls, model: M | None, window: Size) -> Any:
        """How large a cell is that shows the model, in a driver with a layout, whose window has that size:
        see `SizeLike`. None: as the driver's layout says. See `Driver.layout` for who is asked before."""
        return None

    @classmethod
    def estimated_size_for(cls, model: M | None, window: Size) -> Any:
        """The same until it is measured. Asked about the first item of a section, for all of it."""
        return None

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


def is_cell(cell: Any) -> bool:
    """Whether an object is a cell of this package, or any other view."""
    return isinstance(cell, Cell)


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
