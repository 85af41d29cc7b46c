"""The adapter: what it tells the Treeview, and when."""

from __future__ import annotations

import os
import tkinter
from collections.abc import Mapping
from tkinter import ttk
from typing import Any, Callable, Generic

from .._checks import expect
from .._feed import Feed
from .._scroll import Scroll
from .._survivor import survivor
from ..changes import ChangeKind
from ..changeset import Changeset
from ..handles import Item
from ..identity import KeyLike
from ..lists import List, SortedList
from ..records import M
from ..sections import Section
from ..snapshot import Snapshot
from ..summary import Reload
from .headings import Headings
from .hold import PressHold
from .lines import Lines
from .rows import Rows, is_scoped, is_section, targets, touched

Options = Mapping[str, Any]
"""Options of a row, as `ttk.Treeview.item` takes them: `text`, `values`, `image`, `tags`, of a section
`open`."""

MANY = 100
"""Beyond so many rows that come or move, all rows beside them are put into their order at once: Tk counts
them from the first one to find a place."""
SOON, PAUSE = 10, 50
"""In how many milliseconds a list is polled again that another thread edits, or whose descriptor Tk cannot
wait for."""


class TreeviewAdapter(Generic[M]):
    """Shows a list in a `ttk.Treeview`, whose rows it owns from now on, until `close` or the Treeview's end.

    `row(model)` returns the options of an item's row, `section(section)` those of a section's, whose items
    are then its children. Without `section` the items are rows of the top level, one section after another. A
    row's `iid` is made of the item's key, so that it is the same wherever the item moves.

    Nothing is kept but what the Treeview has itself, and a snapshot, which shares the list's memory. On an
    update only the rows that change are read; where more than a hundred come or move, also the keys of those
    beside them. Selected rows stay selected, open sections open; if the row with the focus goes, the next one
    that is left has it, else the last one.

    With `keep_scroll` what is visible follows the rule of a `View`: at the top it stays at the top, unless a
    page may come before the first item; elsewhere it goes along with the rows that have stayed in order and
    together, so that rows which come, go or jump around them do not move it. Without, the first visible row
    keeps its number. O(sections) an update.

    With `hold_while_pressed` the list is held (`List.hold`) while a mouse button is pressed in the Treeview,
    and while a menu is open that was opened from there: rows that move away under the pointer are the wrong
    rows to click. What waits is shown after the release.

    `sort_keys` says what the rows of a `SortedList` are sorted by: a function of a model for each column that
    can be, by its identifier, "#0" for the first one. A click on the heading then sorts, a second one the
    other way round, and the heading says which.

    The adapter polls the list and those that it follows on the thread of Tk, and nobody else does but other
    adapters. It waits for the descriptor by `createfilehandler`; where Tk has none, it polls each 50 ms. What
    `row`, `section` or a callback of a poll raises goes to `report_callback_exception`. What an edit does is
    shown when it is committed. A list that was closed stays shown as it was.

    >>> import iqlist, tkinter
    >>> from tkinter import ttk
    >>> root = tkinter.Tk()
    >>> tree = ttk.Treeview(root, columns=("size",))
    >>> files = iqlist.List.of_items([("a", 3), ("b", 5)], key=lambda file: file[0])
    >>> adapter = TreeviewAdapter(tree, files, lambda file: {"text": file[0], "values": file[1:]})
    >>> tree.selection_set(adapter.iid("b"))
    >>> _ = files.set_items([("c", 1), ("b", 6)])
    >>> adapter.poll()
    >>> [tree.item(iid, "text") for iid in tree.get_children()], adapter.selected()
    (['c', 'b'], [('b', 6)])
    >>> root.destroy()
    """

    def __init__(
        self,
        tree: ttk.Treeview,
        shown: List[M],
        row: Callable[[M], Options],
        section: Callable[[Section[M]], Options] | None = None,
        *,
        keep_scroll: bool = True,
        hold_while_pressed: bool = True,
        sort_keys: Mapping[str, Callable[[M], object]] | None = None,
    ) -> None:
        if sort_keys is not None:
            expect(shown, SortedList, "a list with sort_keys is")
        self.tree, self.list = tree, shown
        self._scroll = Scroll(shown) if keep_scroll else None
        self._row, self._section = row, section
        self._is_scoped = is_scoped(shown)
        self._feeds = Feed.chain(shown)
        self._rows = Rows(self._feeds[-1].join(self._show), self._is_scoped)
        self._fill()
        self._is_whole = True
        """Whether the rows are those of the snapshot: not if `row` has raised in between."""
        # Of its own: another adapter may wait for the same feed.
        self._descriptors = [os.dup(feed.fileno()) for feed in self._feeds]
        self._timer = ""
        self._set_waiting(True)
        self._binding = tree.bind("<Destroy>", lambda _: self.close(), add=True)
        self._press_hold = PressHold(tree, shown) if hold_while_pressed else None
        ordered: Any = shown
        self._headings: Headings[M] | None = Headings(tree, ordered, sort_keys) if sort_keys else None

    # --- what a program may ask

    def iid(self, item: Item[M] | KeyLike | M) -> str:
        """The `iid` of an item's row, the item given by its handle, its key or the object. `NotFoundError` if
        it is not shown.

        >>> import iqlist, tkinter
        >>> root = tkinter.Tk()
        >>> tree = ttk.Treeview(root)
        >>> adapter = TreeviewAdapter(tree, iqlist.List.of_items(["a"]), lambda text: {"text": text})
        >>> adapter.iid("a") == tree.get_children()[0]
        True
        >>> root.destroy()
        """
        given: Any = item
        found: Item[M] = given if isinstance(item, Item) else self.list.item(given)
        index = self._rows.snapshot.index(found.key, found.section.key)
        return next(self._rows.read(index, 1))[0]

    def model(self, iid: str) -> M:
        """The model of the item that a row shows. `NotFoundError` for the row of a section.

        >>> import iqlist, tkinter
        >>> root = tkinter.Tk()
        >>> tree = ttk.Treeview(root)
        >>> adapter = TreeviewAdapter(tree, iqlist.List.of_items(["a"]), lambda text: {"text": text})
        >>> adapter.model(tree.get_children()[0])
        'a'
        >>> root.destroy()
        """
        model: M = self._rows.snapshot.models(self._rows.index(iid), 1)[0]
        return model

    def selected(self) -> list[M]:
        """The models of the items whose rows are selected.

        >>> import iqlist, tkinter
        >>> root = tkinter.Tk()
        >>> tree = ttk.Treeview(root)
        >>> adapter = TreeviewAdapter(tree, iqlist.List.of_items(["a", "b"]), lambda text: {"text": text})
        >>> tree.selection_set(adapter.iid("b"))
        >>> adapter.selected()
        ['b']
        >>> root.destroy()
        """
        return [self.model(iid) for iid in self.tree.selection() if not is_section(iid)]

    def poll(self) -> None:
        """Shows what the list has become. Tk's loop does it by itself.

        >>> import iqlist, tkinter
        >>> root = tkinter.Tk()
        >>> tree, shown = ttk.Treeview(root), iqlist.List.of_items(["a"])
        >>> adapter = TreeviewAdapter(tree, shown, lambda text: {"text": text})
        >>> _ = shown.set_items(["a", "b"])
        >>> adapter.poll()
        >>> len(tree.get_children())
        2
        >>> root.destroy()
        """
        again = [feed.poll() for feed in self._feeds]
        if any(again) and not self._timer:
            self._timer = self.tree.after(SOON, self._poll_later)
        if self._scroll is not None:
            self._scroll.polled()

    def close(self) -> None:
        """Leaves the Treeview as it is, and the list.

        >>> import iqlist, tkinter
        >>> root = tkinter.Tk()
        >>> tree, shown = ttk.Treeview(root), iqlist.List.of_items(["a"])
        >>> TreeviewAdapter(tree, shown, lambda text: {"text": text}).close()
        >>> root.destroy()
        """
        if not self._feeds:
            return
        if self._press_hold is not None:
            self._press_hold.close()
        if self._headings is not None:
            self._headings.close()
        self._set_waiting(False)
        self._feeds[-1].leave(self._show)
        self._feeds = []
        for descriptor in self._descriptors:
            os.close(descriptor)
        self._descriptors = []

    # --- waiting

    def _set_waiting(self, waits: bool) -> None:
        has_handlers = has_file_handlers(self.tree)
        if self._timer:
            self.tree.after_cancel(self._timer)
            self._timer = ""
        if waits and not has_handlers:
            self._timer = self.tree.after(PAUSE, self._poll_later)
        for descriptor, feed in zip(self._descriptors, self._feeds) if has_handlers else ():
            if not waits:
                self.tree.tk.deletefilehandler(descriptor)
            elif not feed.is_polling(self._listen):
                self.tree.tk.createfilehandler(descriptor, tkinter.READABLE, self._wake)

    def _listen(self) -> None:
        """Waits again for a list that another adapter has polled."""
        if self._feeds and not self._timer:
            self._set_waiting(True)

    def _wake(self, *_: object) -> None:
        # Not while it polls: a loop inside the loop would call it all the time.
        self._set_waiting(False)
        try:
            self.poll()
        except Exception as error:
            # An exception of a file handler would end the loop.
            root: Any = self.tree.nametowidget(".")
            root.report_callback_exception(type(error), error, error.__traceback__)
        finally:
            self._listen()

    def _poll_later(self) -> None:
        self._timer = ""
        self._wake()

    # --- rows

    def _fill(self) -> None:
        """All rows, where there are none."""
        rows = self._rows
        self.tree.delete(*self.tree.get_children())
        if self._section is None:
            self._insert("", 0, 0, rows.items)
            return
        for position in range(rows.sections):
            self._insert_section(position, position)
            info = rows.snapshot._section_at(position)
            self._insert(rows.section_iid(position), 0, info.first, info.count)

    def _insert(self, parent: str, index: int | None, first: int, count: int) -> None:
        """Inserts the rows of `count` items, the first of which has that index over all sections; None: at
        the end."""
        for at, (iid, model) in enumerate(self._rows.read(first, count), start=index or 0):
            self.tree.insert(parent, "end" if index is None else at, iid, **self._row(model))

    def _insert_section(self, index: int, position: int) -> None:
        assert self._section is not None
        options: dict[str, Any] = {"open": True, **self._section(self._rows.section(position))}
        self.tree.insert("", index, self._rows.section_iid(position), **options)

    def _show(self, changeset: Changeset, _: Snapshot[M], after: Snapshot[M]) -> None:
        """Applies what has changed, and puts the focus where it was, and the scroll position where it belongs
        now."""
        tree, before, focus = self.tree, self._rows, self.tree.focus()
        was_whole, self._is_whole = self._is_whole, False
        # Rows that are not those of the snapshot have no numbers that mean anything.
        lines = self._lines() if was_whole else None
        seen = (0, 0) if lines is None else self._seen(len(lines))
        self._rows = Rows(after, self._is_scoped)
        if was_whole and changeset.reload == Reload.NO:
            self._apply(changeset, before)
        else:
            selected = tree.selection()
            self._fill()
            tree.selection_set([iid for iid in selected if tree.exists(iid)])
        self._is_whole = True
        if focus:
            tree.focus(self._kept(focus, before, changeset))
        if lines is not None:
            now = self._lines()
            top = seen[0]
            if self._scroll is not None:
                top = self._scroll.follow(*seen, lines, changeset, now)
            top = max(0, min(top, len(now) - seen[1]))
            if now and self._seen(len(now))[0] != top:
                self._scroll_to(now.iid(top))

    def _apply(self, changeset: Changeset, before: Rows[M]) -> None:
        tree, rows, is_flat = self.tree, self._rows, self._section is None
        steps: list[Any] = [*(changeset.steps(flat=True) if is_flat else changeset.steps())]
        deleted: list[str] = []
        for step in steps:
            # They come first, and each position is still that before.
            if step.kind == ChangeKind.ITEM_DELETE:
                first = step.before_item if is_flat else before.snapshot.index_of(step.before)
                deleted += [iid for iid, _ in before.read(first, step.count)]
        if deleted:
            tree.delete(*deleted)
        placed = [step for step in steps if step.kind in (ChangeKind.ITEM_INSERT, ChangeKind.ITEM_MOVE)]
        orders = sum(step.count for step in placed) > MANY
        for step in steps:
            if step.kind == ChangeKind.SECTION_MOVE:
                for to, offset in targets(step.before_section, step.after_section, step.count):
                    tree.move(rows.section_iid(step.final_section + offset), "", to)
            elif step.kind == ChangeKind.SECTION_INSERT:
                for offset in range(step.count):
                    self._insert_section(step.after_section + offset, step.final_section + offset)
            elif step.kind == ChangeKind.SECTION_DELETE:
                tree.delete(*tree.get_children()[step.before_section :][: step.count])
            elif step.kind == ChangeKind.ITEM_MOVE:
                self._move(step, orders)
            elif step.kind == ChangeKind.ITEM_INSERT:
                parent, first = self._final(step)
                self._insert(parent, None if orders else step.after_item, first, step.count)
            elif step.kind == ChangeKind.ITEM_UPDATE:
                first = step.after_item if is_flat else rows.snapshot.index_of(step.after)
                for iid, model in rows.read(first, step.count):
                    tree.item(iid, **self._row(model))
        if orders:
            self._order({step.final_section for step in placed})
        if self._section is not None:
            for position in sorted(touched(changeset)):
                tree.item(rows.section_iid(position), **self._section(rows.section(position)))

    def _final(self, step: Any) -> tuple[str, int]:
        """Where items are when all steps are done: the row that they are below, and the index of the
        first."""
        if self._section is None:
            return "", step.final_item
        index = self._rows.snapshot.index_of((step.final_section, step.final_item))
        return self._rows.section_iid(step.final_section), index

    def _order(self, sections: set[int]) -> None:
        """Puts the rows of these sections, all of which are there, into their order."""
        if self._section is None:
            self.tree.set_children("", *(iid for iid, _ in self._rows.read(0, self._rows.items)))
            return
        for position in sections:
            info = self._rows.snapshot._section_at(position)
            iids = (iid for iid, _ in self._rows.read(info.first, info.count))
            self.tree.set_children(self._rows.section_iid(position), *iids)

    def _move(self, step: Any, to_end: bool) -> None:
        parent, first = self._final(step)
        iids = [iid for iid, _ in self._rows.read(first, step.count)]
        if to_end:
            for iid in iids:
                self.tree.move(iid, parent, "end")
            return
        before = step.before_item if step.before_section == step.after_section else step.after_item
        for to, offset in targets(before, step.after_item, step.count):
            self.tree.move(iids[offset], parent, to)

    # --- focus and scroll position

    def _kept(self, iid: str, before: Rows[M], changeset: Changeset) -> str:
        """The row itself, or what takes its place."""
        if self.tree.exists(iid):
            return iid
        index = survivor(changeset, before.index(iid))
        return "" if index is None else next(self._rows.read(index, 1))[0]

    def _lines(self) -> Lines[M]:
        """The rows as they stand, and which sections are open at the moment."""
        if self._section is None:
            return Lines(self._rows, None)
        tcl: Any = self.tree.tk
        iids = [self._rows.section_iid(position) for position in range(self._rows.sections)]
        return Lines(self._rows, [tcl.getboolean(self.tree.item(iid, "open")) for iid in iids])

    def _seen(self, count: int) -> tuple[int, int]:
        """The first line that can be seen of so many, and the number of those that can."""
        view: Any = self.tree
        first, end = view.yview()
        return round(first * count), round((end - first) * count)

    def _scroll_to(self, iid: str) -> None:
        """Makes a row the first one that can be seen, as far as there are rows below it."""
        # Seen from the end, what is above comes to the top.
        self.tree.yview_moveto(1.0)
        self.tree.see(iid)


def has_file_handlers(tree: ttk.Treeview) -> bool:
    """Whether this Tk can wait for descriptors."""
    return hasattr(tree.tk, "createfilehandler")
