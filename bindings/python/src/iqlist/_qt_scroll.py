"""Where a view of Qt is scrolled to, over an update: the rule of iqlist.h, VIEWS."""

from __future__ import annotations

from typing import Any

from ._qt import QAbstractItemView, QModelIndex, QPersistentModelIndex, QPoint
from ._scroll import anchor

MOST = 256
"""The most rows in sight that take part, and as many above them."""


class ScrollPosition:
    """At the top a view stays at the top, unless `may_grow`: a page may come before the first row. Elsewhere
    the first row in sight of those that stay in order and together remains where it is."""

    def __init__(self, view: QAbstractItemView, is_flat: bool, may_grow: bool) -> None:
        self.view: Any = view
        self.is_flat = is_flat
        self.rows: list[Any] = []  # Persistent: as many above as in sight, then those in sight.
        self.tops: list[int] = []  # In pixels, of those in sight.
        self.above = self.reach = 0
        bar = view.verticalScrollBar()
        if bar.value() == bar.minimum() and not may_grow:
            return
        index, height = view.indexAt(QPoint(1, 1)), view.viewport().height()
        while index.isValid() and view.visualRect(index).top() < height:
            self.rows.append(QPersistentModelIndex(index))
            self.tops.append(view.visualRect(index).top())
            below = view.indexAt(QPoint(1, view.visualRect(index).bottom() + 2))
            index = QModelIndex() if below == index else below
        self.reach = len(self.rows) if is_flat else height
        del self.rows[MOST:]
        above: list[Any] = []
        index = self._row_above(QModelIndex(self.rows[0])) if self.rows else QModelIndex()
        while len(above) < len(self.rows) and index.isValid():
            above.append(QPersistentModelIndex(index))
            index = self._row_above(index)
        self.above = len(above)
        self.rows[:0] = above[::-1]

    def restore(self) -> None:
        """Scrolls to where the rows are now. Without an anchor the distance from the beginning stays."""
        view = self.view
        if not self.rows:
            return
        found = anchor([self._place(QModelIndex(row)) for row in self.rows], self.above, self.reach)
        if found is None:
            return
        index, across = QModelIndex(self.rows[found]), view.horizontalScrollBar().value()
        if view.verticalScrollMode() == view.ScrollMode.ScrollPerPixel:
            top, bar = view.visualRect(index).top(), view.verticalScrollBar()
            bar.setValue(bar.value() + top - self.tops[found - self.above])
        else:
            for _ in range(found - self.above):
                above = self._row_above(index)
                index = above if above.isValid() else index
            view.scrollTo(index, view.ScrollHint.PositionAtTop)
        view.horizontalScrollBar().setValue(across)

    def _row_above(self, index: Any) -> Any:
        if hasattr(self.view, "indexAbove"):
            return self.view.indexAbove(index)
        return index.siblingAtRow(index.row() - 1)

    def _place(self, index: Any) -> int | None:
        """Where a row is now, counted in rows, or with sections in pixels; None if it is not shown."""
        rect = self.view.visualRect(index) if index.isValid() else None
        if rect is None or rect.isEmpty():
            return None
        return int(index.row() if self.is_flat else rect.top())
