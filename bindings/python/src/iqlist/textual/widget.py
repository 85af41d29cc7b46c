"""The widget: keys, mouse and messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable, ClassVar, Generic

from textual import events
from textual.binding import Binding, BindingType

from .._scroll import Scroll
from ..changeset import Changeset
from ..event_kinds import Action
from ..events import Event
from ..handles import Item
from ..identity import KeyLike
from ..lists import List, Outline
from ..records import M
from ..sections import Section
from ..snapshot import Snapshot
from ..states import Selection, SetStates, State
from .columns import Column, Columns, Drawn
from .laid_out import LaidOut
from .lines import Line
from .messages import ItemMessage, ListMessage
from .polling import unless_gone
from .rows import Rows, See, SingleLines
from .showing import INDENT, ShownList


class ListWidget(ShownList[M], Generic[M]):
    """A widget that shows a list. It reads only the rows that can be seen, keeps no copy of the others, and
    draws again when the list has changed. A snapshot of the list is shown, and what is selected.

    `render_item(model)` is the text of a row, as a str or a `rich.text.Text`: its first line, and what does
    not fit is cut off. Instead of it, `columns` are several texts for each row, see `Column`, below headings
    that stay at the top; without `has_headings` there are none. In an outline the first column is the tree.
    With `render_header(section)` each section has a header. An `Outline` is drawn as a tree; its sections
    fold where the program folds them.

    With `multiline` a row has as many lines as its text, and so has a header. With `wrap` also what is too
    wide goes on in the next line; of several columns that is so for those with a width and the last one,
    which has the rest of the widget. The length of the scroll bar is a guess until rows were near the window:
    only then they are rendered, and their lines counted. `Widget.refresh` counts again. With
    `sticky_headers` the header of the section that is seen first stays at the top, until the next one pushes
    it out; `TypeError` without `render_header`.

    `selection` is the list's mode, see `List.set_selection`; None leaves it as it is. `events` are kinds that
    the program wants beside UPDATE and STATES; whatever the list hands out comes as `Updated` or `Polled`.
    While it is mounted, the widget polls the list and those that it follows, on the thread of the app, and
    nobody else does but other widgets. What an edit does is shown when it is committed. A list that was
    closed stays shown as it was.

    The cursor is on an item and stays on it wherever it moves. If the item goes, the cursor goes to the next
    one that is left, else to the last one; in an outline to what it was collapsed into. Selected is what is
    in `State.SELECTED`, which belongs to the list and its items.

    With `keep_scroll` what is visible follows the rule of a `View`: at the top it stays at the top, unless a
    page may come before the first item; elsewhere it goes along with the rows that have stayed in order and
    together, so that rows which come, go or jump around them do not move it. Without, the first visible line
    keeps its number. With `multiline` or `wrap` what is seen first also stays where lines above it turn out
    to be more or fewer than was assumed, and when the widget has another width.

    From the press of a mouse button in the widget to its release the list is held still, so that a click is
    on the row that was pressed: what is submitted meanwhile is shown behind the click. The mouse is captured
    as long. Without `hold_while_pressed` neither is so.

    | Keys         |                                                                                  |
    | :----------- | :------------------------------------------------------------------------------- |
    | up, down     | move the cursor; as do page up, page down, home and end                          |
    | space        | selects the item; with `Selection.MULTIPLE` selects or deselects it              |
    | enter        | selects the item, unless several can be selected, and activates it               |
    | right, left  | of an outline: expand, or go to the first child; collapse, or go to the parent   |
    | click        | moves the cursor and selects; with ctrl as space; on a sign expands or collapses |
    | double click | activates                                                                        |

    Of a row that is larger than the widget, the keys first show the rest.

    What traits of the item's class forbid is not done. An exception of `render_item`, or of a callback that a
    poll calls, ends the app, as those of other widgets do.

    >>> import asyncio, iqlist
    >>> from textual.app import App
    >>> class People(App):
    ...     def compose(self):
    ...         yield ListWidget(iqlist.List.of_items(["Ada", "Ben", "Cem"]), str.upper)
    ...     def on_list_widget_activated(self, message):
    ...         self.exit(message.item.model)
    >>> async def main():
    ...     async with People().run_test() as pilot:
    ...         await pilot.press("down", "enter")
    ...     return pilot.app.return_value
    >>> asyncio.run(main())
    'Ben'
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "Up", show=False),
        Binding("down", "cursor_down", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("home", "first", "First", show=False),
        Binding("end", "last", "Last", show=False),
        Binding("space", "select", "Select", show=False),
        Binding("enter", "activate", "Activate", show=False),
        Binding("right", "expand", "Expand", show=False),
        Binding("left", "collapse", "Collapse", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "list-widget--cursor",
        "list-widget--header",
        "list-widget--headings",
        "list-widget--row",
        "list-widget--selected",
    }
    DEFAULT_CSS = """
    ListWidget {
        height: 1fr;
        color: $foreground;
        background: $surface;
        overflow-x: hidden;
        & > .list-widget--header {
            color: $text-accent;
            text-style: bold;
        }
        & > .list-widget--headings {
            color: $foreground;
            background: $panel;
            text-style: bold;
        }
        & > .list-widget--selected {
            background: $primary 45%;
        }
        & > .list-widget--cursor {
            background: $foreground 15%;
        }
        &:focus > .list-widget--cursor {
            color: $block-cursor-foreground;
            background: $block-cursor-background;
            text-style: $block-cursor-text-style;
        }
        &:ansi > .list-widget--selected {
            text-style: bold;
        }
        &:ansi > .list-widget--cursor {
            text-style: underline;
        }
        &:ansi:focus > .list-widget--cursor {
            text-style: $block-cursor-text-style reverse;
        }
    }
    """

    class Highlighted(ItemMessage):
        """The cursor is on another item: `on_list_widget_highlighted`."""

    class Selected(ItemMessage):
        """The user has selected an item, or deselected it, as `State.SELECTED` of its states says:
        `on_list_widget_selected`. What a program selects comes as a STATES event in `Polled`."""

    class Activated(ItemMessage):
        """The user has activated an item, by enter or a double click: `on_list_widget_activated`. The list
        has got an `Action.PRIMARY`."""

    class Updated(ListMessage):
        """The list is shown as it is now: `on_list_widget_updated`."""

        def __init__(self, list_widget: ListWidget[Any], changeset: Changeset) -> None:
            super().__init__(list_widget)
            self.changeset = changeset
            """What has changed in what is shown; of several updates at once."""

    class Polled(ListMessage):
        """Another event of the list: `on_list_widget_polled`. STATES are always among them."""

        def __init__(self, list_widget: ListWidget[Any], event: Event[Any]) -> None:
            super().__init__(list_widget)
            self.event = event

    def __init__(
        self,
        shown: List[M],
        render_item: Callable[[M], Drawn] | None = None,
        *,
        columns: Sequence[Column[M]] | None = None,
        has_headings: bool = True,
        render_header: Callable[[Section[M]], Drawn] | None = None,
        selection: int | None = Selection.SINGLE | Selection.KEEPS,
        events: int = 0,
        keep_scroll: bool = True,
        multiline: bool = False,
        wrap: bool = False,
        sticky_headers: bool = False,
        hold_while_pressed: bool = True,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
        disabled: bool = False,
    ) -> None:
        if (render_item is None) == (columns is None):
            raise TypeError("either render_item is given or columns")
        if render_item is not None:
            columns, has_headings = [Column("", render_item)], False
        if sticky_headers and render_header is None:
            raise TypeError("sticky_headers needs render_header")
        drawn = Columns(columns or (), multiline or wrap, wrap)
        has_headers, is_measured = render_header is not None, multiline or wrap

        def rows(see: See, scroll: Scroll | None) -> Rows[M]:
            if not (is_measured or sticky_headers):
                return SingleLines(see, drawn, scroll, has_headers)
            return LaidOut(
                see,
                drawn,
                scroll,
                has_headers,
                sticky_headers=sticky_headers,
                is_measured=is_measured,
                duplicates=shown._duplicates,
            )

        super().__init__(
            shown,
            rows,
            drawn,
            has_headings,
            render_header,
            events,
            keep_scroll,
            hold_while_pressed=hold_while_pressed,
            name=name,
            id=id,
            classes=classes,
            disabled=disabled,
        )
        if selection is not None:
            shown.set_selection(selection)
        self._selects_several = bool((selection or 0) & Selection.MULTIPLE)
        self._highlighted: Item[M] | None = None

    # --- the cursor

    @property
    def cursor(self) -> Line | None:
        """What the cursor is on, as it is shown: `Line.model` is the item's model. None if there are no
        items."""
        return None if self._cursor is None else self._line_at(self._cursor)

    def move_cursor(self, item: Item[M] | KeyLike | M) -> None:
        """Moves the cursor to an item, given by its handle, its key or the object, and scrolls to it.
        `NotFoundError` (a KeyError) if there is no such key, `HandleError` if the item has gone.

        >>> import asyncio, iqlist
        >>> from textual.app import App
        >>> class Numbers(App):
        ...     def compose(self):
        ...         yield ListWidget(iqlist.List.of_items(range(100_000)), str)
        >>> async def main():
        ...     async with Numbers().run_test() as pilot:
        ...         widget = pilot.app.query_one(ListWidget)
        ...         widget.move_cursor(70_000)
        ...         return widget.cursor.model
        >>> asyncio.run(main())
        70000
        """
        self._poll()
        given: Any = item
        found: Item[M] = given if isinstance(item, Item) else self.shown.item(given)
        self._move_to(self._lines.snapshot.index(found.key, found.section.key))

    def _set_cursor(self, index: int | None) -> None:
        super()._set_cursor(index)
        with unless_gone:
            item = None if index is None else self._item(self._line_at(index))
            if item is not None and item != self._highlighted:
                self.post_message(self.Highlighted(self, item))
            self._highlighted = item

    def _follow(self, changeset: Changeset, before: Snapshot[M], after: Snapshot[M]) -> None:
        super()._follow(changeset, before, after)
        self.post_message(self.Updated(self, changeset))

    def _take(self, event: Event[M]) -> None:
        super()._take(event)
        self.post_message(self.Polled(self, event))

    # --- keys and mouse

    def _go(self, step: int) -> None:
        """To the next item, or with -1 the one before."""
        if self._cursor is not None:
            line = self._lines.line_of(self._cursor) + step
            self._move_to(self._lines.index_near(line, step), step)

    def _scrolls_on(self, lines: int) -> bool:
        """Shows more of the cursor's item, if that is larger than the widget and goes on there."""
        top = None if self._cursor is None else self._rows.rest(self._cursor, lines, self._window)
        if top is None:
            return False
        self._hold(self._rows.scroll(self._window._replace(top=top)))
        return True

    def _go_on(self, step: int) -> None:
        if not self._scrolls_on(step):
            self._go(step)

    def _go_page(self, step: int) -> None:
        if self._cursor is not None and not self._scrolls_on(step * max(1, self._window.height - 1)):
            self._move_to(self._rows.page(self._cursor, step, self._window), step)

    def action_cursor_up(self) -> None:
        self._go_on(-1)

    def action_cursor_down(self) -> None:
        self._go_on(1)

    def action_page_up(self) -> None:
        self._go_page(-1)

    def action_page_down(self) -> None:
        self._go_page(1)

    def action_first(self) -> None:
        self._move_to(self._lines.index_near(0, 1))

    def action_last(self) -> None:
        self._move_to(self._lines.index_near(len(self._lines) - 1, -1))

    def action_select(self) -> None:
        if self._cursor is not None:
            self._select(self._line_at(self._cursor), self._selects_several)

    def action_activate(self) -> None:
        if self._cursor is not None:
            line = self._line_at(self._cursor)
            if not self._selects_several:
                self._select(line, False)
            self._activate(line)

    def action_expand(self) -> None:
        if self._cursor is not None and isinstance(self.shown, Outline):
            line = self._line_at(self._cursor)
            states, has_children = self._states(line)
            if has_children and states & State.EXPANDED:
                self._go(1)
            elif has_children:
                self._set_expanded(line, True)

    def action_collapse(self) -> None:
        if self._cursor is not None and isinstance(self.shown, Outline):
            line = self._line_at(self._cursor)
            states, has_children = self._states(line)
            if has_children and states & State.EXPANDED:
                self._set_expanded(line, False)
            else:
                self._move_to(next(self._lines.ancestors(self._cursor), None))

    async def _on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or offset.y < self._head:
            return
        shown = self._shown_at(offset.y - self._head, self._window)
        if shown is None or shown[0].line.index is None:
            return
        seen, number = shown
        line, states = seen.line, seen.states
        self._move_to(line.index)
        sign = 1 + INDENT * line.level
        if seen.has_children and number == 0 and sign <= offset.x < sign + INDENT:
            self._set_expanded(line, not states & State.EXPANDED)
        elif event.chain == 2:
            self._activate(line)
        elif event.chain == 1:
            self._select(line, self._selects_several and event.ctrl)

    def _select(self, line: Line, toggles: bool) -> None:
        with unless_gone:
            item = self._item(line)
            flags = SetStates.TOGGLE if toggles else SetStates.ONLY
            self.shown.set_states(item, State.SELECTED, flags | SetStates.BY_USER)
            self.post_message(self.Selected(self, item))
            self.refresh()

    def _activate(self, line: Line) -> None:
        with unless_gone:
            item = self._item(line)
            self.shown.emit(item, Action.PRIMARY)
            self.post_message(self.Activated(self, item))

    def _set_expanded(self, line: Line, expanded: bool) -> None:
        with unless_gone:
            assert isinstance(self.shown, Outline)
            change = self.shown.expand if expanded else self.shown.collapse
            change(self._item(line), by_user=True)
            self.refresh()
