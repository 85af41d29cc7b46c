"""What a table shows: two scenes, and the cells where their places cross."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple

from iqlist import Hit, Place, Rect, Scene, Size

from ..records import M
from .columns import Column


class Cell(NamedTuple):
    """A cell, or with `row` None the heading of a column. `frame` is all of it, in the table's window; `clip`
    is what may be drawn of it: neither over frozen columns, nor over the header.

    >>> from iqlist import Rect
    >>> Cell(None, None, Rect(0, 0, 12, 1), Rect(0, 0, 10, 1)).clip.width
    10
    """

    row: Any
    """The `Place` of the row; of a section's header too, unless those are 0 high."""
    column: Any
    """The `Place` of the column, whose model is a `Column`."""
    frame: Rect
    clip: Rect


class TablePart(Enum):
    """What is at a point of a table. EDGE: the end of a heading, by which the column is resized."""

    CELL = "cell"
    HEADING = "heading"
    EDGE = "edge"


@dataclass(frozen=True)
class TableHit(Generic[M]):
    """What is at a point of a table, from `Table.find_at`: the hits in the views of rows and columns, and all
    of the cell, in the table's window. A heading has no `row`.

    >>> import iqlist
    >>> from iqlist.table import Table
    >>> table = Table(iqlist.List(), [Column("a", width=20)], header=10, edge=4)
    >>> table.set_size(100, 100)
    >>> _ = table.layout()
    >>> hit = table.find_at(18, 5)
    >>> hit.part, hit.column.place.model.key, hit.row
    (<TablePart.EDGE: 'edge'>, 'a', None)
    """

    part: TablePart
    row: Hit[M] | None
    column: Hit[Column]
    frame: Rect


@dataclass(frozen=True)
class TableScene(Generic[M]):
    """What to draw of a table now, from `Table.layout`: the scenes of its three views. Each says what is new
    and what has moved since the last one. It is a value: it keeps what it refers to.

    >>> import iqlist
    >>> from iqlist.table import Table
    >>> table = Table(iqlist.List(), [Column("a", width=60), Column("b", width=60)], header=10)
    >>> table.set_size(100, 100)
    >>> [(cell.column.model.key, cell.clip.width) for cell in table.layout().headings()]
    [('a', 60.0), ('b', 40.0)]
    """

    rows: Scene[M]
    columns: Scene[Column]
    """Those that scroll. `offset` is how far."""
    frozen: Scene[Column]
    body: Rect
    """Where the cells are that scroll in both directions: right of the frozen columns, below the header."""

    @property
    def content(self) -> Size:
        """The size of everything: all columns, the header and all rows."""
        width = self.frozen.content.width + self.columns.content.width
        return Size(width, self.body.y + self.rows.content.height)

    def headings(self) -> Iterator[Cell]:
        """The headings of the columns that can be seen, frozen ones first.

        >>> import iqlist
        >>> from iqlist.table import Table
        >>> table = Table(iqlist.List(), [Column("a"), Column("b", frozen=True)], header=1)
        >>> table.set_size(100, 100)
        >>> [cell.column.model.key for cell in table.layout().headings()]
        ['b', 'a']
        """
        yield from self._crossed(None, 0, self.body.y, 0, self.body.y)

    def cells(self) -> Iterator[Cell]:
        """The cells that can be seen, row by row, frozen ones first. What is beyond the window by `overscan`
        has a clip of no size.

        >>> import iqlist
        >>> from iqlist.table import Table
        >>> layout = iqlist.SectionLayout(item=20)
        >>> table = Table(iqlist.List.of_items(["x"]), [Column("a"), Column("b")], layout=layout)
        >>> table.set_size(100, 100)
        >>> [(cell.row.model, cell.column.model.key) for cell in table.layout().cells()]
        [('x', 'a'), ('x', 'b')]
        """
        top, bottom = self.body.y, self.body.bottom
        for row in self.rows:
            frame = row.frame
            yield from self._crossed(row, top + frame.y, frame.height, top, bottom)

    def _crossed(
        self, row: Place[M] | None, y: float, height: float, top: float, bottom: float
    ) -> Iterator[Cell]:
        """Where a row, or the header, crosses all columns. `top` and `bottom` are those of its clips."""
        upper = min(max(y, top), bottom)
        lower = max(upper, min(y + height, bottom))
        split, right = self.body.x, self.body.right
        for scene, start, end in ((self.frozen, 0.0, split), (self.columns, split, right)):
            origin = start
            for column in scene:
                x, width = origin + column.frame.x, column.frame.width
                left = max(x, start)
                clip = Rect(left, upper, max(0.0, min(x + width, end) - left), lower - upper)
                yield Cell(row, column, Rect(x, y, width, height), clip)
