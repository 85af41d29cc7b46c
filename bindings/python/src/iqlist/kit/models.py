"""Models that say themselves how they are shown, and what every model may say: its identity, its traits."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any, Generic, get_type_hints

from iqlist import Flags, Size

from ..records import T
from .identity import ShowsItself
from .responding import Responder


class AccessibilityOptions(Flags):
    """What is put behind an accessibility identifier: `_` and the position of the section, then `_` and that
    of the item within it."""

    NONE = 0
    SECTION = 1
    ROW = 2


class Shown:
    """What a cell class and a view model have in common."""

    accessibility_identifier: str | None = None
    """The base of the identifier that a cell gets, as its attribute of the same name."""
    accessibility_options: AccessibilityOptions = AccessibilityOptions.NONE


class ElementModel(Shown, Responder, ShowsItself, Generic[T]):
    """A model that shows itself: what view models and models of headers have in common."""

    cell: Any = None
    """The class whose objects show it. None: that of the type argument, or of the annotation of `setup`."""

    def setup(self, cell: T) -> None:
        """Shows this model in a cell."""
        raise NotImplementedError

    def cell_size(self, window: Size) -> Any:
        """How large it is, in a driver with a layout: see `SizeLike`. None: others are asked, see
        `Driver.layout`."""
        return None

    def estimated_cell_size(self, window: Size) -> Any:
        """The same until it is measured. Asked of the first item of a section, for all of it."""
        return None

    @classmethod
    def cell_type(cls) -> Any:
        """The class whose objects show models of this class, or the name that it was registered by. TypeError
        if it cannot be inferred."""
        kind: Any = cls
        return inferred_type(kind) if cls.cell is None else cls.cell


@cache
def inferred_type(cls: type[ElementModel[Any]]) -> Any:
    """The class that shows models of a class: the type argument of its base, or the annotation of `setup`."""
    for base in cls.__mro__:
        for generic in vars(base).get("__orig_bases__", ()):
            for argument in getattr(generic, "__args__", ()):
                if isinstance(argument, type) and argument is not Any:
                    return argument
    with suppress(NameError, TypeError):
        hints = get_type_hints(cls.setup)
        hints.pop("return", None)
        for hint in hints.values():
            if isinstance(hint, type) and hint is not Any:
                return hint
    raise TypeError(
        f"which class shows {cls.__name__} is not known: annotate the cell of its method setup, or set the "
        "attribute cell"
    )


class ViewModel(ElementModel[T]):
    """A model of an item that says how it is shown: `setup` configures a cell, of the class that it names,
    for instance as the type argument. Its identity is its attribute `id`, without one all that it is compared
    by; an item is updated if `==` says that its models differ.

    >>> from dataclasses import dataclass
    >>> from iqlist import kit
    >>> class UserCell:
    ...     name = ""
    >>> @dataclass(frozen=True)
    ... class UserModel(kit.ViewModel[UserCell]):
    ...     id: int
    ...     name: str
    ...     def setup(self, cell):
    ...         cell.name = self.name
    >>> driver = kit.Driver([kit.Section("users", [UserModel(1, "Ada"), UserModel(2, "Ben")])])
    >>> driver.show(0, 2)
    >>> _ = driver.poll()
    >>> [cell.name for cell in driver.visible_cells()]
    ['Ada', 'Ben']
    """

    def is_selectable(self) -> bool:
        """Whether the user may select it."""
        return True

    def is_deselectable(self) -> bool:
        """Whether the user may deselect it."""
        return True

    def is_highlightable(self) -> bool:
        """Whether it is highlighted while the user touches it."""
        return True

    def is_focusable(self) -> bool:
        """Whether the user may move the focus to it."""
        return True

    def is_activatable(self) -> bool:
        """Whether it has a primary action."""
        return True

    def is_movable(self) -> bool:
        """Whether the user may move it."""
        return False

    def is_deletable(self) -> bool:
        """Whether the user may delete it."""
        return False

    def is_insertable(self) -> bool:
        """Whether the user may insert an item there."""
        return False

    def has_children(self) -> bool:
        """Whether it can be expanded while there is nothing below it."""
        return False


class SupplementaryModel(ElementModel[T]):
    """The same for a header, a footer or another element beside items.

    >>> from iqlist import kit
    >>> class Title:
    ...     text = ""
    >>> class Fruit(kit.SupplementaryModel[Title]):
    ...     def setup(self, cell):
    ...         cell.text = "Fruit"
    >>> driver = kit.Driver([kit.Section("fruit", ["apple"], header=Fruit())])
    >>> with driver.take_cell(driver.section("fruit"), part=kit.Part.HEADER) as title:
    ...     title.cell.text
    'Fruit'
    """
