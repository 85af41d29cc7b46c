"""What a model stands on in Qt. Views ask for an index of each row when they lay them out, which is much of
the time of an update. A flat model is a QAbstractListModel, or with columns a QAbstractTableModel, which make
indexes themselves and only ask for the number of rows; with sections it is a QAbstractItemModel.
"""

from __future__ import annotations

import types
from typing import Any

from ._qt import (
    Index,
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    Qt,
)
from ._qt_rows import Rows

SECTION_FLAGS = Qt.ItemFlag.ItemIsEnabled
ITEM_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren


class FlatRows(Rows):
    """What QAbstractListModel and QAbstractTableModel ask."""

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._counts[0]

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._width

    def parent(self, child: Index | None = None) -> Any:
        return super().parent() if child is None else QModelIndex()


class TreeRows(Rows):
    """What QAbstractItemModel asks, of a flat model too."""

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not 0 <= column < self._width or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, self._numbers[parent.row()] if parent.isValid() else 0)

    def parent(self, child: Index | None = None) -> Any:
        if child is None:
            return super().parent()
        section = self._section_of(child)
        return QModelIndex() if section is None else self.createIndex(section, 0, 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._counts) if self._has_sections else self._counts[0]
        if not self._has_sections or parent.internalId() != 0 or parent.column() != 0:
            return 0
        return self._counts[parent.row()]

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return self._width

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        return self.rowCount(parent) > 0

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return SECTION_FLAGS if self._has_sections and index.internalId() == 0 else ITEM_FLAGS


def kind_of(cls: type[Any], sections: bool, columns: bool) -> Any:
    """The class of a model that is made as `cls`: with the one of Qt as its last base, unless `cls` names one
    of them itself. It is made once."""
    base: Any = QAbstractTableModel if columns else QAbstractListModel
    for named in (QAbstractListModel, QAbstractTableModel, QAbstractItemModel):
        if issubclass(cls, named):
            base = named
            break
    else:
        base = QAbstractItemModel if sections else base
    made: dict[Any, Any] | None = vars(cls).get("_kinds")
    if made is None:
        made = {}
        setattr(cls, "_kinds", made)  # noqa: B010 # For the checkers no class has it.
    if base not in made:
        rows = TreeRows if base is QAbstractItemModel else FlatRows
        names = {name: getattr(cls, name) for name in ("__module__", "__qualname__", "__doc__")}
        made[base] = types.new_class(cls.__name__, (cls, rows, base), {}, lambda body: body.update(names))
    return made[base]
