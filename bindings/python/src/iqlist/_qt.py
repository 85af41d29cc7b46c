"""What is used of PySide6 or PyQt6: the names of the one that is installed."""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING, Any, Union

BINDINGS = ("PySide6", "PyQt6")


def _binding() -> str:
    asked = os.environ.get("QT_API", "").lower()
    named = [name for name in BINDINGS if name.lower() == asked]
    for name in named or [name for name in BINDINGS if name in sys.modules] or BINDINGS:
        try:
            importlib.import_module(f"{name}.QtCore")
        except ImportError:
            continue
        return name
    raise ImportError("iqlist.qt needs PySide6 or PyQt6: pip install iqlist[qt]")


if TYPE_CHECKING:
    from PySide6.QtCore import (
        QAbstractItemModel,
        QAbstractListModel,
        QAbstractTableModel,
        QByteArray,
        QCoreApplication,
        QEvent,
        QModelIndex,
        QObject,
        QPersistentModelIndex,
        QPoint,
        QSocketNotifier,
        Qt,
        QTimer,
    )
    from PySide6.QtWidgets import QAbstractItemView

    Index = Union[QModelIndex, QPersistentModelIndex]
    Base = QAbstractItemModel
    binding: str
    core: Any
else:
    binding = _binding()
    core = importlib.import_module(f"{binding}.QtCore")
    QAbstractItemModel, QModelIndex, QObject = core.QAbstractItemModel, core.QModelIndex, core.QObject
    QAbstractListModel, QAbstractTableModel = core.QAbstractListModel, core.QAbstractTableModel
    QSocketNotifier, Qt, QTimer = core.QSocketNotifier, core.Qt, core.QTimer
    QByteArray, QPersistentModelIndex = core.QByteArray, core.QPersistentModelIndex
    QCoreApplication, QEvent, QPoint = core.QCoreApplication, core.QEvent, core.QPoint
    QAbstractItemView = Index = Any
    # A class of Qt is a base of each kind of model: see _qt_kinds.
    Base = object

__all__ = [
    "Base",
    "Index",
    "QAbstractItemModel",
    "QAbstractItemView",
    "QAbstractListModel",
    "QAbstractTableModel",
    "QByteArray",
    "QCoreApplication",
    "QEvent",
    "QModelIndex",
    "QObject",
    "QPersistentModelIndex",
    "QPoint",
    "QSocketNotifier",
    "QTimer",
    "Qt",
    "binding",
    "core",
    "emit_layout",
]


def emit_layout(signal: Any, by_rows: bool) -> None:
    """Emits layoutAboutToBeChanged or layoutChanged of all parents; `by_rows`: only rows have changed their
    order, all below one parent."""
    hints = QAbstractItemModel.LayoutChangeHint
    if binding == "PySide6":
        # Without arguments, unless the signature is named.
        signal = signal["QList<QPersistentModelIndex>", "QAbstractItemModel::LayoutChangeHint"]
    signal.emit([], hints.VerticalSortHint if by_rows else hints.NoLayoutChangeHint)
