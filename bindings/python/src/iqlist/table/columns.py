"""The columns of a table: what is said of one, and those that are beside each other in a pane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Callable

from iqlist import Fixed, List, SectionLayout, ViewOptions


@dataclass(frozen=True)
class Column:
    """A column of a `Table`. The item's key in the list of columns is `key`; whatever else is said here is
    its content, so that each change of it is an update of that list, which can be undone.

    >>> Column("size", "Bytes", width=8).hidden
    False
    """

    key: str
    heading: str = ""
    width: float = 10
    """In the table's units, at least 0."""
    hidden: bool = False
    """It keeps its place among the columns, but is not shown."""
    frozen: bool = False
    """It is in front of those that scroll from side to side."""

    def __post_init__(self) -> None:
        if not self.width >= 0:
            raise ValueError(f"the column {self.key!r} is {self.width} wide; at least 0 is needed")


class Pane:
    """The columns of a table that are beside each other: all frozen ones, or all that scroll. `list` has
    those that are not hidden, in the order of `Table.columns`, `view` says where they are.

    >>> import iqlist
    >>> from iqlist.table import Table
    >>> table = Table(iqlist.List(), [Column("a", width=5), Column("b", frozen=True), Column("c", width=7)])
    >>> table.set_size(20, 10)
    >>> _ = table.layout()
    >>> [column.key for column in table.scrolling.list.models()], table.scrolling.view.frame("c").x
    (['a', 'c'], 5.0)
    """

    def __init__(self, columns: List[Column], where: Callable[[Column], bool], grain: float) -> None:
        self.list = columns.filtered(lambda key, column: where(column))
        self.view = self.list.laid_out_view(ViewOptions(horizontal=True, grain=grain))
        # A width that was set holds until another one is: whatever else becomes of the column, and of the
        # window's height.
        self.view.set_layout(SectionLayout(item=Fixed(0)))
        self._version: int | None = None
        """That of the list for which the widths were set; None: they are to be set again."""

    def _follow(self, dragged: Mapping[str, float]) -> None:
        """Takes in what has become of the columns. `dragged` are widths that they do not have yet."""
        self.list.poll()
        while self.list.filter.waiting:
            self.list.poll()
        version = self.list.info().version
        if version != self._version:
            # All at once: so the content is as wide as it says, and not as wide as was seen of it.
            self.view.set_lengths([dragged.get(each.key, each.width) for each in self.list.models()])
            self._version = version

    def _close(self) -> None:
        self.view.close()
        self.list.close()

    def __repr__(self) -> str:
        return f"<Pane of {self.list!r}>"


def list_of(columns: Any) -> List[Any]:
    """Columns as a list of the library: one that was given stays what it is."""
    if isinstance(columns, List):
        return columns  # pyright: ignore[reportUnknownVariableType]
    return List.of_items(columns, key="key")
