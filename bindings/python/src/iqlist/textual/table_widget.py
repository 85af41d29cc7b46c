"""The widget for tables: keys, mouse and messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic

from textual import events
from textual.binding import Binding, BindingType

from ..changeset import Changeset
from ..event_kinds import Action, EventKind
from ..events import Event
from ..handles import Item
from ..lists import List, SortedList
from ..records import M
from ..scenes import Direction
from ..snapshot import Snapshot
from ..states import Selection, SetStates, State
from ..table import TablePart
from .polling import unless_gone
from .table_cells import TableColumn
from .table_cursor import TableCursor
from .table_messages import CellMessage, TableMessage

STEP = 1
"""By how many cells of the terminal a key resizes a column."""


class TableWidget(TableCursor[M], Generic[M]):
    """A widget that shows a list as a table, virtual in both directions: it reads the rows that can be seen,
    and renders the cells of the columns that can be seen, so that 100,000 rows of 200 columns cost what ten
    of ten cost.

    `shown` is a `List` or a `FilteredList`; `columns` are `TableColumn`s, or a list of them with `key="key"`,
    which widgets may share. `table` is the `Table` behind it: `table.columns` is edited, and undone, as each
    list; `table.update_column` and `table.move_column` do so. Frozen columns stay at the left, the headings
    at the top, unless there are none (`has_headings`).

    `selection` is the list's mode, see `List.set_selection`; None leaves it as it is. `events` are kinds that
    the program wants beside UPDATE and STATES. While it is mounted, the widget polls both lists and those
    that they follow, on the thread of the app, and calls `Table.layout`; nobody else does. Any thread
    submits. While another thread edits the list, what comes into view is drawn as it is edited.

    What can be seen stays, by the rule of a `View`: of the rows as of the columns. The cursor is on a cell;
    it stays with its row wherever that moves, and with its column. If one of them goes, or is hidden, the
    next one that is left has it.

    From the press of a mouse button in the widget to its release the lists of rows and columns are held
    still, so that a click is on the cell that was pressed: what is submitted meanwhile is shown behind the
    click. The mouse is captured as long. Without `hold_while_pressed` neither is so.

    | Keys                    |                                                                       |
    | :---------------------- | :-------------------------------------------------------------------- |
    | arrows                  | move the cursor; page up and page down by pages of rows               |
    | home, end               | to the first and last column; with ctrl to the first and last row     |
    | space                   | selects the row; with `Selection.MULTIPLE` selects or deselects it    |
    | enter                   | selects the row, unless several can be selected, and activates it     |
    | s                       | asks for the order of the cursor's column, as a click on its heading  |
    | shift and left, right   | make the cursor's column narrower and wider                           |
    | ctrl and left, right    | move the cursor's column                                              |
    | click                   | moves the cursor and selects; with ctrl as space; double: activates   |
    | click on a heading      | `Sort`: a `SortedList` by the `sort_key` of the column, if it has one |
    | drag of a heading's end | resizes the column: one edit, at the end                              |

    >>> import asyncio, iqlist
    >>> from textual.app import App
    >>> class People(App):
    ...     def compose(self):
    ...         people = iqlist.List.of_items([("Ada", 36), ("Ben", 21)])
    ...         name = TableColumn("name", "Name", width=8, render=lambda person: person[0], frozen=True)
    ...         age = TableColumn("age", "Age", width=8, render=lambda person: str(person[1]))
    ...         yield TableWidget(people, [name, age])
    ...     def on_table_widget_activated(self, message):
    ...         self.exit((message.item.model, message.column.key))
    >>> async def main():
    ...     async with People().run_test() as pilot:
    ...         await pilot.press("down", "right", "enter")
    ...     return pilot.app.return_value
    >>> asyncio.run(main())
    (('Ben', 21), 'age')
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "Up", show=False),
        Binding("down", "cursor_down", "Down", show=False),
        Binding("left", "cursor_left", "Left", show=False),
        Binding("right", "cursor_right", "Right", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("home", "first_column", "First column", show=False),
        Binding("end", "last_column", "Last column", show=False),
        Binding("ctrl+home", "first_row", "First row", show=False),
        Binding("ctrl+end", "last_row", "Last row", show=False),
        Binding("space", "select", "Select", show=False),
        Binding("enter", "activate", "Activate", show=False),
        Binding("s", "sort", "Sort", show=False),
        Binding("shift+left", f"resize({-STEP})", "Narrower", show=False),
        Binding("shift+right", f"resize({STEP})", "Wider", show=False),
        Binding("ctrl+left", "move_column(-1)", "Column to the left", show=False),
        Binding("ctrl+right", "move_column(1)", "Column to the right", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "table-widget--cursor",
        "table-widget--frozen",
        "table-widget--headings",
        "table-widget--row",
        "table-widget--selected",
    }
    DEFAULT_CSS = """
    TableWidget {
        height: 1fr;
        color: $foreground;
        background: $surface;
        & > .table-widget--headings {
            color: $foreground;
            background: $panel;
            text-style: bold;
        }
        & > .table-widget--frozen {
            background: $foreground 6%;
        }
        & > .table-widget--selected {
            background: $primary 45%;
        }
        & > .table-widget--cursor {
            background: $foreground 15%;
        }
        &:focus > .table-widget--cursor {
            color: $block-cursor-foreground;
            background: $block-cursor-background;
            text-style: $block-cursor-text-style;
        }
        &:ansi > .table-widget--selected {
            text-style: bold;
        }
        &:ansi > .table-widget--cursor {
            text-style: underline;
        }
        &:ansi:focus > .table-widget--cursor {
            text-style: $block-cursor-text-style reverse;
        }
    }
    """

    class Highlighted(CellMessage):
        """The cursor is on another cell: `on_table_widget_highlighted`."""

    class Activated(CellMessage):
        """The user has activated a cell, by enter or a double click: `on_table_widget_activated`. The list
        has got an `Action.PRIMARY` for the row."""

    class Selected(CellMessage):
        """The user has selected a row at this cell, or deselected it, as `State.SELECTED` of its states says:
        `on_table_widget_selected`."""

    class Sort(TableMessage):
        """The user asks for the order of a column: `on_table_widget_sort`. A `SortedList` is sorted by the
        `sort_key` of the column, if it has one; otherwise the program sorts what the list shows. The heading
        says already how. A second time it is `descending`."""

        def __init__(
            self, table_widget: TableWidget[Any], column: TableColumn[Any], descending: bool
        ) -> None:
            super().__init__(table_widget)
            self.column = column
            self.descending = descending

    class Updated(TableMessage):
        """The list of rows is shown as it is now: `on_table_widget_updated`."""

        def __init__(self, table_widget: TableWidget[Any], changeset: Changeset) -> None:
            super().__init__(table_widget)
            self.changeset = changeset
            """What has changed in it; of several updates at once."""

    class Polled(TableMessage):
        """Another event of the list of rows: `on_table_widget_polled`. STATES are always among them."""

        def __init__(self, table_widget: TableWidget[Any], event: Event[Any]) -> None:
            super().__init__(table_widget)
            self.event = event

    def __init__(
        self,
        shown: List[M],
        columns: List[Any] | Iterable[TableColumn[M]],
        *,
        has_headings: bool = True,
        selection: int | None = Selection.SINGLE | Selection.KEEPS,
        events: int = 0,
        hold_while_pressed: bool = True,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            shown,
            columns,
            has_headings,
            hold_while_pressed=hold_while_pressed,
            name=name,
            id=id,
            classes=classes,
            disabled=disabled,
        )
        if selection is not None:
            shown.set_selection(selection)
        self._selects_several = bool((selection or 0) & Selection.MULTIPLE)
        self._kinds = EventKind.STATES | events
        self._pressed: TablePart | None = None
        """Where the mouse went down."""
        self._dragged: tuple[TableColumn[M], int] | None = None
        """The column whose edge is dragged, and where on the screen that began."""

    @property
    def order(self) -> tuple[str, bool] | None:
        """The key of the column that the rows are sorted by, as its heading says it, and whether that is
        descending; None: no heading does. A program that sorts by itself sets it."""
        return self._order

    @order.setter
    def order(self, order: tuple[str, bool] | None) -> None:
        self._order = order
        self.refresh()

    def _set_cursor(self, row: Item[M] | None, column: str | None) -> None:
        before = self._row, self._column
        super()._set_cursor(row, column)
        if (row, column) != before and row is not None and column is not None:
            self._post(self.Highlighted, row, column)
        self._repaint()

    def _follow(self, changeset: Changeset, before: Snapshot[M], after: Snapshot[M]) -> None:
        super()._follow(changeset, before, after)
        self.post_message(self.Updated(self, changeset))

    def _take(self, event: Event[M]) -> None:
        super()._take(event)
        self.post_message(self.Polled(self, event))

    def _post(self, kind: type[CellMessage], row: Item[M], column: str) -> None:
        found: Any = self.table.column(column)
        self.post_message(kind(self, row, found))

    # --- keys

    def _go(self, direction: Direction) -> None:
        with unless_gone:
            if self._row is not None and self._column is not None:
                found = self.table.neighbour(self._row, self._column, direction)
                row, column = (self._row, self._column) if found is None else (found[0], found[1].key)
                self._move_to(row, column)

    def action_cursor_up(self) -> None:
        self._go(Direction.UP)

    def action_cursor_down(self) -> None:
        self._go(Direction.DOWN)

    def action_cursor_left(self) -> None:
        self._go(Direction.LEFT)

    def action_cursor_right(self) -> None:
        self._go(Direction.RIGHT)

    def action_page_up(self) -> None:
        self._go(Direction.PAGE_UP)

    def action_page_down(self) -> None:
        self._go(Direction.PAGE_DOWN)

    def _go_to(self, row: int | None, column: int | None) -> None:
        """To the row at an index, and the column at one; negative ones count from the end."""
        with unless_gone:
            if self._row is not None and self._keys:
                at = self._row if row is None else self.shown.item_at(row % len(self.shown))
                self._move_to(at, self._column if column is None else self._keys[column])

    def action_first_column(self) -> None:
        self._go_to(None, 0)

    def action_last_column(self) -> None:
        self._go_to(None, -1)

    def action_first_row(self) -> None:
        self._go_to(0, None)

    def action_last_row(self) -> None:
        self._go_to(-1, None)

    def action_select(self) -> None:
        self._select(self._selects_several)

    def action_activate(self) -> None:
        if not self._selects_several:
            self._select(False)
        self._activate()

    def action_sort(self) -> None:
        if self._column is not None:
            self._sort(self._column)

    def action_resize(self, cells: int) -> None:
        if self._column is not None:
            width = int(self.table.column(self._column).width)
            self.table.update_column(self._column, width=max(1, width + cells))

    def action_move_column(self, step: int) -> None:
        if self._column is None:
            return
        for pane in (self.table.frozen, self.table.scrolling):
            keys = [column.key for column in pane.list.models()]
            if self._column in keys:
                at = keys.index(self._column) + step
                if 0 <= at < len(keys):
                    beside = {"before" if step < 0 else "after": keys[at]}
                    self.table.move_column(self._column, **beside)

    # --- mouse

    async def _on_mouse_down(self, event: events.MouseDown) -> None:
        offset = event.get_content_offset(self)
        hit = None if offset is None else self.table.find_at(*offset)
        self._pressed = None if hit is None else hit.part
        if hit is not None and hit.part == TablePart.EDGE:
            column: Any = hit.column.place.model
            self._dragged = column, event.screen_x
            self.capture_mouse()

    def _on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragged is not None:
            with unless_gone:
                self.table.resize_column(self._dragged[0].key, self._dragged_width(event))
                self._arrange()

    async def _on_mouse_up(self, event: events.MouseUp) -> None:
        if self._dragged is not None:
            with unless_gone:
                key = self._dragged[0].key
                # Also ends the drag of a column that is as wide as before.
                self.table.update_column(key, width=self._dragged_width(event))
                self._arrange()
            self._dragged = None
            self.release_mouse()

    def _dragged_width(self, event: events.MouseEvent) -> int:
        assert self._dragged is not None
        column, start = self._dragged
        return max(1, int(column.width) + event.screen_x - start)

    async def _on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        hit = None if offset is None else self.table.find_at(*offset)
        if hit is None or self._pressed != hit.part:
            return
        column: Any = hit.column.place.model
        if hit.part == TablePart.HEADING:
            self._sort(column.key)
        elif hit.row is not None and hit.row.place.item is not None:
            with unless_gone:
                self._move_to(hit.row.place.item, column.key)
                if event.chain == 2:
                    self._activate()
                elif event.chain == 1:
                    self._select(self._selects_several and event.ctrl)

    def _select(self, toggles: bool) -> None:
        with unless_gone:
            if self._row is not None and self._column is not None:
                flags = SetStates.TOGGLE if toggles else SetStates.ONLY
                self.shown.set_states(self._row, State.SELECTED, flags | SetStates.BY_USER)
                self._post(self.Selected, self._row, self._column)

    def _activate(self) -> None:
        with unless_gone:
            if self._row is not None and self._column is not None:
                self.shown.emit(self._row, Action.PRIMARY)
                self._post(self.Activated, self._row, self._column)

    def _sort(self, key: str) -> None:
        with unless_gone:
            column: Any = self.table.column(key)
            descending = self._order == (key, False)
            sort_key = column.sort_key
            if sort_key is not None and isinstance(self.shown, SortedList):
                self.shown.set_order(lambda _, model: sort_key(model), reverse=descending)
            self.order = key, descending
            self.post_message(self.Sort(self, column, descending))
