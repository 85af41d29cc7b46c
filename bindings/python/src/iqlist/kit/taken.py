"""A cell that the program has."""

from __future__ import annotations

from typing import Any

import iqlist

from .slots import Slot


class Taken:
    """A cell that the program has, from `Driver.take_cell`, until `give` or the end of `with`.

    >>> from iqlist import kit
    >>> driver = kit.Driver([kit.Section("names", ["Ada"], cell=kit.TextCell)])
    >>> taken = driver.take_cell("Ada")
    >>> taken.cell.text
    'Ada'
    >>> taken.give()
    """

    def __init__(self, taken: iqlist.TakenCell[Any]) -> None:
        self._taken = taken

    @property
    def cell(self) -> Any:
        """The object that shows the item."""
        slot = self._taken.cell
        return slot.cell if isinstance(slot, Slot) else None

    def give(self) -> None:
        """Gives it back; see `iqlist.TakenCell.give`.

        >>> from iqlist import kit
        >>> with kit.Driver([kit.Section("names", ["Ada"])]) as driver:
        ...     driver.take_cell("Ada").give()
        """
        self._taken.give()

    def __enter__(self) -> Taken:
        return self

    def __exit__(self, *_: object) -> None:
        self.give()
