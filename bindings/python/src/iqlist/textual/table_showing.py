"""What is drawn of a table, and how it follows its lists.

    scroll bars ---> Table.scroll ---> Table.layout ---> scene: rows, columns ---> a strip for each line
         ^                                  |
         '----- where it is by then --------'

Rows are read from the scene, which is one version of the list. What was rendered of a row is kept as long as
the scene says that the row is the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.strip import Strip

from ..errors import ClosedError, HandleError
from ..handles import Item
from ..layouts import Fixed, SectionLayout
from ..lists import List
from ..records import M
from ..scenes import Place, PlaceFlag
from ..states import State
from ..table import Column, Table, TableScene
from .holding import HoldingView
from .table_cells import SIGNS, TableColumn, cell, heading

if TYPE_CHECKING:
    from typing_extensions import Self

ONE_LINE = SectionLayout(item=Fixed(1), header=Fixed(0), footer=Fixed(0), page=Fixed(0))
"""Rows are below each other. What else a list may have is not drawn."""


FRESH = PlaceFlag.NEW | PlaceFlag.BOUND
"""Of a row that is to be rendered."""


class DrawnRow:
    """What was rendered of a row that can be seen."""

    def __init__(self) -> None:
        self.cells: dict[tuple[str, int], list[Segment]] = {}
        """By column and width."""
        self.strip: Strip | None = None
        self.of: tuple[Any, ...] = ()
        """What the strip was made of, but for the cells."""


class ShownTable(HoldingView, Generic[M]):
    """The part of a `TableWidget` that draws."""

    table: Table[M]
    """Rows, columns, and where they are."""

    def __init__(
        self,
        shown: List[M],
        columns: List[Any] | Iterable[TableColumn[M]],
        has_headings: bool,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.table = Table(shown, columns, layout=ONE_LINE, header=int(has_headings), edge=1, grain=1)
        self._scene: TableScene[M] | None = None
        self._drawn: dict[Item[M], DrawnRow] = {}
        self._lines: dict[int, Place[M]] = {}
        """The rows that can be seen, by their lines below the headings."""
        self._across: tuple[Any, ...] = ()
        """The columns that can be seen, and where they are: the same object as long as they are the same."""
        self._row: Item[M] | None = None
        self._column: str | None = None
        """The cell that the cursor is on; None: there is none."""
        self._order: tuple[str, bool] | None = None
        self._is_arranging = False
        """While the content and the offsets are passed on to Textual."""

    @property
    def shown(self) -> List[M]:
        """The list of rows."""
        return self.table.rows

    # --- where everything is

    def _arrange(self) -> None:
        """Lays out what can be seen, and passes on to Textual where it is. A table whose list was closed
        stays as it was."""
        region = self.scrollable_content_region
        self.table.set_size(region.width, region.height)
        with suppress(ClosedError, HandleError):
            # Nothing beyond the content is shown.
            self.table.scroll(0, 0, by=True, clamp=True)
            self._take_scene(self.table.layout())
        self._repaint()

    def _repaint(self) -> None:
        """Draws all lines again, from what was rendered."""
        self.refresh(Region(0, 0, *self.size))

    def _take_scene(self, scene: TableScene[M]) -> None:
        self._scene, drawn, self._lines = scene, {}, {}
        for place in scene.rows:
            if place.item is not None:
                known = None if place.flags & FRESH else self._drawn.get(place.item)
                drawn[place.item] = known or DrawnRow()
                self._lines[int(place.frame.y)] = place
        self._drawn = drawn
        columns = tuple((place.model, place.frame) for place in [*scene.frozen, *scene.columns])
        if (columns, scene.body) != self._across:
            self._across = columns, scene.body
        self._hold(scene)

    def _hold(self, scene: TableScene[M]) -> None:
        """Passes on to Textual how large the content is, and what of it is seen first."""
        content = scene.content
        self._is_arranging = True
        try:
            self.virtual_size = Size(int(content.width), int(content.height))
            self._hold_axis("x", int(scene.columns.offset))
            self._hold_axis("y", int(scene.rows.offset))
        finally:
            self._is_arranging = False

    def _hold_axis(self, axis: str, offset: int) -> None:
        """An animation that has led elsewhere ends; one that is under way goes on."""
        name, target = f"scroll_{axis}", f"scroll_target_{axis}"
        animator = self.app.animator  # pyright: ignore[reportUnknownMemberType]
        if round(getattr(self, name)) != offset:
            animator.force_stop_animation(self, name)
            setattr(self, name, offset)
        if not animator.is_being_animated(self, name):
            setattr(self, target, offset)

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_x(old_value, new_value)
        if not self._is_arranging and round(old_value) != round(new_value):
            self.table.scroll(x=round(new_value))
            self._arrange()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if not self._is_arranging and round(old_value) != round(new_value):
            self.table.scroll(y=round(new_value))
            self._arrange()

    def _size_updated(
        self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
    ) -> bool:
        """As of each widget. Where it cuts the offsets off, nobody has scrolled."""
        self._is_arranging = True
        try:
            return super()._size_updated(size, virtual_size, container_size, layout)
        finally:
            self._is_arranging = False

    def _on_resize(self, event: events.Resize) -> None:
        self._arrange()

    # --- drawing

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """As of each widget. Without regions, what can be seen is rendered again."""
        if not regions and not self._is_arranging:
            self._drawn = {item: DrawnRow() for item in self._drawn}
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        for drawn in self._drawn.values():
            drawn.strip = None
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        region = self.scrollable_content_region
        if self.table.size != (region.width, region.height):
            self._arrange()
        scene, line = self._scene, y - int(self.table.header)
        if scene is None:
            return Strip.blank(region.width, self.rich_style)
        if line < 0:
            return self._heading_strip(scene)
        place = self._lines.get(line)
        if place is None or place.item is None:
            return Strip.blank(region.width, self.rich_style)
        drawn = self._drawn[place.item]
        cursor = self._column if place.item == self._row else None
        of = self._across, place.states, cursor
        if drawn.strip is None or drawn.of != of:
            drawn.strip, drawn.of = self._row_strip(scene, place, drawn, cursor), of
        return drawn.strip

    def _heading_strip(self, scene: TableScene[M]) -> Strip:
        key, descending = self._order or (None, False)

        def heading_of(column: TableColumn[M], width: int) -> list[Segment]:
            return [Segment(heading(column, width, SIGNS[descending] if column.key == key else ""))]

        style = self.get_component_rich_style("table-widget--headings")
        return self._strip(scene, heading_of, style, style, None)

    def _row_strip(self, scene: TableScene[M], place: Place[M], drawn: DrawnRow, cursor: str | None) -> Strip:
        model: Any = place.model
        console = self.app.console  # pyright: ignore[reportUnknownMemberType]

        def cell_of(column: TableColumn[M], width: int) -> list[Segment]:
            made = drawn.cells.get((column.key, width))
            if made is None:
                made = cell(column.render(model), width, column.align, console)
                drawn.cells[column.key, width] = made
            return made

        # A later name counts more.
        selected = ["table-widget--selected"] * bool(place.states & State.SELECTED)
        row = self.get_component_rich_style("table-widget--row", *selected)
        frozen = self.get_component_rich_style("table-widget--row", "table-widget--frozen", *selected)
        return self._strip(scene, cell_of, row, frozen, cursor)

    def _strip(
        self, scene: TableScene[M], cell_of: Any, style: Style, frozen_style: Style, cursor: str | None
    ) -> Strip:
        """A line of the screen: the frozen cells, and what is seen of the others."""
        split, width = int(scene.body.x), int(scene.body.right)
        parts = [
            self._pane_strip(scene.frozen, cell_of, frozen_style, cursor, split),
            self._pane_strip(scene.columns, cell_of, style, cursor, width - split),
        ]
        return Strip.join(parts)

    def _pane_strip(
        self, columns: Iterable[Place[Column]], cell_of: Any, style: Style, cursor: str | None, room: int
    ) -> Strip:
        segments: list[Segment] = []
        start: int | None = None
        end = 0
        for place in columns:
            column, width = place.model, int(place.frame.width)
            assert column is not None
            start = int(place.frame.x) if start is None else start
            end = int(place.frame.x) + width
            base = style
            if column.key == cursor:
                base = style + self.get_component_rich_style("table-widget--cursor")
            segments += Segment.apply_style(cell_of(column, width), base)
        start = start or 0
        strip = Strip(segments, end - start)
        if start < 0 or end > room:
            strip = strip.crop(-start, room - start)
        return strip.extend_cell_length(room, style)
