"""Tables: what is where, what the user points at, and how columns change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Generic, Union, cast

from iqlist import (
    Align,
    Changeset,
    Direction,
    Fixed,
    Item,
    KeyLike,
    List,
    Rect,
    SectionLayout,
    Size,
    ViewOptions,
)

from ..records import M
from .columns import Column, Pane, list_of
from .scenes import TableHit, TablePart, TableScene

ColumnLike = Union[Column, str]
"""A column: itself, or its key."""
RowLike = Union[Item[M], KeyLike, M]
"""A row: by its handle, its key, or the object that it is made of."""


class Table(Generic[M]):
    """Rows and columns, for programs that draw by themselves. `rows` is a list of any kind, also an outline
    or a filter. `columns` are `Column`s, or a list of them with `key="key"`, which tables may share.

        List.poll                    rows and columns change
        scroll, set_size             the user scrolls and resizes
        layout -> TableScene         draw its headings and cells

    `columns` is a list as any other. It is edited, which `update_column` and `move_column` do; with
    `set_undo` it is undone; a hidden column keeps its place. Whatever is submitted to it is committed in its
    polls, which are the program's, as those of `rows`. `layout` takes in what both are by then.

    `layout` is that of the rows, as of every view; `header` is the height of the headings. They are no header
    of the list of rows, because that belongs to the list and to all views of it: so they stay at the top
    without being sticky, two tables may show one list, and a page of `neighbour` is what is below them.
    `edge` is how much of a heading's end resizes its column. `grain` and `overscan`, of rows, are those of
    `ViewOptions`.

    One thread at a time. Its views count among the 8 of `rows`; `close` ends them, and lets go of the lists.

    >>> import iqlist
    >>> rows = iqlist.List.of_items(range(1000))
    >>> columns = [Column(str(number), width=10) for number in range(1000)]
    >>> with Table(rows, columns, header=20, layout=iqlist.SectionLayout(item=20)) as table:
    ...     table.set_size(25, 60)
    ...     table.scroll(5000, 10_000)
    ...     [(cell.row.model, cell.column.model.key, cell.frame.x) for cell in table.layout().cells()]
    [(500, '500', 0.0), (500, '501', 10.0), (500, '502', 20.0), (501, '500', 0.0), ...]
    """

    def __init__(
        self,
        rows: List[M],
        columns: List[Any] | Iterable[Column],
        *,
        layout: SectionLayout | None = None,
        header: float = 0,
        edge: float = 1,
        grain: float = 0,
        overscan: float = 0,
    ) -> None:
        self.rows = rows
        self.columns: List[Column] = list_of(columns)
        self.row_view = rows.laid_out_view(ViewOptions(grain=grain, overscan=overscan))
        self.row_view.set_layout(layout or SectionLayout(item=Fixed(20)))
        self.frozen = Pane(self.columns, lambda column: column.frozen and not column.hidden, grain)
        self.scrolling = Pane(self.columns, lambda column: not (column.frozen or column.hidden), grain)
        self.header, self.edge = header, edge
        self._size = Size(0, 0)
        self._dragged: dict[str, float] = {}
        """Widths that columns have while they are dragged."""
        self._split: float = 0
        """How wide the frozen columns are in the window of the last scene."""

    # --- what is shown

    @property
    def size(self) -> Size:
        """The size of the window, in units."""
        return self._size

    def set_size(self, width: float, height: float) -> None:
        """Sets the size of the window, header and frozen columns included.

        >>> import iqlist
        >>> table = Table(iqlist.List(), [])
        >>> table.set_size(80, 24)
        >>> table.size
        Size(width=80, height=24)
        """
        self._size = Size(width, height)

    def layout(self) -> TableScene[M]:
        """Lays out rows and columns as they are now. O(v + log n) of v rows and columns that are seen, and
        O(n) of the columns when those have changed. Raises as `LaidOutView.layout`.

        >>> import iqlist
        >>> columns = [Column("a", width=30, frozen=True), Column("b", width=90)]
        >>> table = Table(iqlist.List(), columns, header=5)
        >>> table.set_size(100, 50)
        >>> table.layout().body
        Rect(x=30.0, y=5, width=70.0, height=45)
        """
        width, height = self._size
        self._follow_columns()
        self.frozen.view.set_size(width, height)
        frozen = self.frozen.view.layout()
        split = min(frozen.content.width, width)
        self.scrolling.view.set_size(width - split, height)
        columns = self.scrolling.view.layout()
        top = min(self.header, height)
        self.row_view.set_size(width, height - top)
        rows = self.row_view.layout()
        self._split = split
        return TableScene(rows, columns, frozen, Rect(split, top, width - split, height - top))

    # --- scrolling

    def scroll(
        self, x: float | None = None, y: float | None = None, *, by: bool = False, clamp: bool = False
    ) -> None:
        """Sets the offsets of the columns and of the rows, or one of them: see `LaidOutView.scroll`.

        >>> import iqlist
        >>> table = Table(iqlist.List.of_items(range(100)), [Column("a", width=300)])
        >>> table.set_size(100, 100)
        >>> table.scroll(x=500, y=-30, clamp=True)
        >>> scene = table.layout()
        >>> scene.columns.offset, scene.rows.offset
        (200.0, 0.0)
        """
        if x is not None:
            self.scrolling.view.scroll(x, by=by, clamp=clamp)
        if y is not None:
            self.row_view.scroll(y, by=by, clamp=clamp)

    def scroll_to(
        self, row: RowLike[M] | None = None, column: ColumnLike | None = None, align: int = Align.NEAREST
    ) -> None:
        """Scrolls to a cell, or with None to a row or a column: see `LaidOutView.scroll_to`. A frozen column
        is there already. `NotFoundError` (a KeyError) if there is none, or the column is hidden.

        >>> import iqlist
        >>> table = Table(iqlist.List.of_items(range(100)), [Column(key) for key in "abcdefghijklmnop"])
        >>> table.set_size(100, 100)
        >>> table.scroll_to(50, "m")
        >>> scene = table.layout()
        >>> scene.columns.offset, scene.rows.offset
        (30.0, 920.0)
        """
        if column is not None:
            pane, found = self._column(column)
            if pane is self.scrolling:
                pane.view.scroll_to(found, align)
        if row is not None:
            self.row_view.scroll_to(row, align)

    def offset_for(
        self, row: RowLike[M] | None = None, column: ColumnLike | None = None, align: int = Align.NEAREST
    ) -> tuple[float, float]:
        """The offsets of columns and rows that `scroll_to` would lead to now; nothing changes. Those of the
        last scene where nothing is to be scrolled.

        >>> import iqlist
        >>> table = Table(iqlist.List.of_items(range(100)), [Column("a", frozen=True), Column("b")])
        >>> table.set_size(100, 100)
        >>> _ = table.layout()
        >>> table.offset_for(50, "a")
        (0.0, 920.0)
        """
        x, y = _offset(self.scrolling.view.scene), _offset(self.row_view.scene)
        if column is not None:
            pane, found = self._column(column)
            if pane is self.scrolling:
                x = pane.view.offset_for(found, align)
        if row is not None:
            y = self.row_view.offset_for(row, align)
        return x, y

    # --- geometry

    def find_at(self, x: float, y: float) -> TableHit[M] | None:
        """What is at a point of the window in the last scene; None if there is no cell and no heading. O(v).

        >>> import iqlist
        >>> table = Table(iqlist.List.of_items(["x"]), [Column("a"), Column("b")], header=10)
        >>> table.set_size(100, 100)
        >>> _ = table.layout()
        >>> hit = table.find_at(15, 12)
        >>> hit.row.place.model, hit.column.place.model.key, hit.frame
        ('x', 'b', Rect(x=10.0, y=10.0, width=10.0, height=20.0))
        >>> table.find_at(12, 5).part
        <TablePart.HEADING: 'heading'>
        """
        if not Rect(0, 0, *self._size).contains(x, y):
            return None
        pane, left = (self.frozen, 0.0) if x < self._split else (self.scrolling, self._split)
        column = pane.view.find_at(x - left, 0)
        if column is None:
            return None
        start, width = left + column.place.frame.x, column.place.frame.width
        if y < self.header:
            part = TablePart.EDGE if x >= start + width - self.edge else TablePart.HEADING
            return TableHit(part, None, column, Rect(start, 0, width, self.header))
        row = self.row_view.find_at(0, y - self.header)
        if row is None:
            return None
        frame = row.place.frame
        return TableHit(TablePart.CELL, row, column, Rect(start, self.header + frame.y, width, frame.height))

    def frame(self, row: RowLike[M], column: ColumnLike) -> Rect:
        """Where a cell is in the window of the last scene, whether it can be seen or not: for an editor over
        it. `NotFoundError` (a KeyError) as for `scroll_to`, `HandleError` if the row has gone.

        >>> import iqlist
        >>> table = Table(iqlist.List.of_items(["x", "y"]), [Column("a"), Column("b")], header=10)
        >>> table.set_size(100, 100)
        >>> _ = table.layout()
        >>> table.frame("y", "b")
        Rect(x=10.0, y=30.0, width=10.0, height=20.0)
        """
        pane, found = self._column(column)
        across, along = pane.view.frame(found), self.row_view.frame(row)
        left = self._split - _offset(pane.view.scene) if pane is self.scrolling else 0
        top = self.header - _offset(self.row_view.scene)
        return Rect(left + across.x, top + along.y, across.width, along.height)

    def neighbour(self, row: RowLike[M], column: ColumnLike, direction: int) -> tuple[Item[M], Column] | None:
        """The cell to which a key leads; None if there is none on that side. From the last frozen column it
        goes to the first that scrolls, wherever that is. Otherwise as `LaidOutView.neighbour`.

        >>> import iqlist
        >>> table = Table(iqlist.List.of_items(["x", "y"]), [Column("a"), Column("b", frozen=True)])
        >>> table.set_size(100, 100)
        >>> _ = table.layout()
        >>> row, column = table.neighbour("x", "b", iqlist.Direction.RIGHT)
        >>> row.model, column.key, table.neighbour("x", "b", iqlist.Direction.UP)
        ('x', 'a', None)
        """
        pane, found = self._column(column)
        item = self._row(row)
        if direction not in (Direction.LEFT, Direction.RIGHT):
            below = self.row_view.neighbour(item, direction)
            return None if below is None else (below, found.model)
        beside = pane.view.neighbour(found, direction)
        if beside is None and direction == Direction.RIGHT and pane is self.frozen and self.scrolling.list:
            beside = self.scrolling.list.item_at(0)
        if beside is None and direction == Direction.LEFT and pane is self.scrolling and self.frozen.list:
            beside = self.frozen.list.item_at(len(self.frozen.list) - 1)
        return None if beside is None else (item, beside.model)

    # --- columns

    def column(self, column: ColumnLike) -> Column:
        """A column as it is now, hidden or not. `NotFoundError` (a KeyError) if there is no such key.

        >>> import iqlist
        >>> Table(iqlist.List(), [Column("a", width=7)]).column("a").width
        7
        """
        return self.columns.item(_key(column)).model

    def visible_columns(self) -> list[Column]:
        """The columns from left to right: frozen ones first, none that is hidden.

        >>> import iqlist
        >>> table = Table(iqlist.List(), [Column("a"), Column("b", hidden=True), Column("c", frozen=True)])
        >>> [column.key for column in table.visible_columns()]
        ['c', 'a']
        """
        self._follow_columns()
        return [*self.frozen.list.models(), *self.scrolling.list.models()]

    def update_column(self, column: ColumnLike, **fields: Any) -> Changeset:
        """Changes fields of a column: its width or heading, whether it is hidden or frozen. An edit of
        `columns`: it can be undone, and raises what `List.edit` does. Ends `resize_column`.

        >>> import iqlist
        >>> table = Table(iqlist.List(), [Column("a"), Column("b")])
        >>> table.columns.set_undo(10_000)
        >>> table.update_column("a", hidden=True)
        <Changeset: 1 item reconfigures>
        >>> _ = table.columns.undo()
        >>> table.column("a").hidden
        False
        """
        changed = replace(self.column(column), **fields)
        with self.columns.edit() as edit:
            edit.update_items([changed])
        self._end_resizing(changed.key)
        assert edit.changeset is not None
        return edit.changeset

    def move_column(
        self, column: ColumnLike, *, before: ColumnLike | None = None, after: ColumnLike | None = None
    ) -> Changeset:
        """Moves a column beside another one. An edit of `columns`, likewise.

        >>> import iqlist
        >>> table = Table(iqlist.List(), [Column("a"), Column("b"), Column("c")])
        >>> _ = table.move_column("c", before="a")
        >>> table.columns.models()[0].key
        'c'
        """
        with self.columns.edit() as edit:
            anchors = (None if each is None else _key(each) for each in (before, after))
            edit.move_item(_key(column), **dict(zip(("before", "after"), anchors)))
        assert edit.changeset is not None
        return edit.changeset

    def resize_column(self, column: ColumnLike, width: float | None) -> None:
        """Shows a column with another width, at least that of the edge, while the user drags it: no edit, and
        no step to undo. `update_column` with that width ends it, or None, which leaves the column as it was.

        >>> import iqlist
        >>> table = Table(iqlist.List(), [Column("a")])
        >>> table.set_size(100, 100)
        >>> table.resize_column("a", 25)
        >>> table.layout().columns[0].frame.width, table.column("a").width
        (25.0, 10)
        """
        key = self.column(column).key
        if width is None:
            self._end_resizing(key)
            return
        self._dragged[key] = max(width, self.edge)
        self._forget_widths()

    def _end_resizing(self, key: str) -> None:
        if self._dragged.pop(key, None) is not None:
            self._forget_widths()

    def _forget_widths(self) -> None:
        self.frozen._version = self.scrolling._version = None

    def _follow_columns(self) -> None:
        self.frozen._follow(self._dragged)
        self.scrolling._follow(self._dragged)

    # --- what is passed on

    def _column(self, column: ColumnLike) -> tuple[Pane, Item[Column]]:
        """Where a column is."""
        self._follow_columns()
        key = _key(column)
        pane = self.frozen if key in self.frozen.list else self.scrolling
        return pane, pane.list.item(key)

    def _row(self, row: Any) -> Item[M]:
        return cast("Item[M]", row) if isinstance(row, Item) else self.rows.item(row)

    def close(self) -> None:
        """Closes its views and its lists of columns; not `rows` and `columns`, which others may have.

        >>> import iqlist
        >>> table = Table(iqlist.List(), [Column("a")])
        >>> table.close()
        >>> table.row_view.closed
        True
        """
        self.row_view.close()
        self.frozen._close()
        self.scrolling._close()

    def __enter__(self) -> Table[M]:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Table of {self.rows!r} and {self.columns!r}>"


def _key(column: ColumnLike) -> str:
    return column.key if isinstance(column, Column) else column


def _offset(scene: Any) -> float:
    return 0 if scene is None else scene.offset
