"""A list that is held still while the user points at a view of Qt."""

from __future__ import annotations

import weakref
from typing import Any

from ._hold import PAUSE, Hold
from ._qt import QAbstractItemView, QCoreApplication, QEvent, QObject, Qt, QTimer
from ._qt_rows import Rows

BEGINS = {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.ContextMenu}
"""The second press of a double click is an event of its own. A menu is asked for by a key as well."""
ENDS = {QEvent.Type.MouseButtonRelease, QEvent.Type.Hide}


class HoldFilter(QObject):
    """Sees the events of a view, which owns it. Holds the list of a model from a press in the view until no
    button is pressed and no popup is open, or the view shows the model no longer.

    The view does not get each release: a popup that was opened takes it, or a drag. So once the list is held,
    the application is asked which buttons are pressed. It is asked by a timer at all events, after the view
    has handled them: it may have opened a menu."""

    def __init__(self, model: Rows, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._model, self._hold = weakref.ref(model), (hold := Hold())
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)
        # A bound method would be held weakly, and this object be gone.
        self.destroyed.connect(lambda: hold.end())
        # A key that asks for a menu is an event of the view itself.
        for each in (view, view.viewport()):
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in BEGINS:
            model = self._shown_model()
            if model is not None:
                self._hold.begin(model.shown)
                self._timer.start(PAUSE)
        elif kind in ENDS:
            self._timer.start(0)
        return False

    def _look(self) -> None:
        application: Any = QCoreApplication.instance()
        is_pressed = application.mouseButtons() != Qt.MouseButton.NoButton
        if self._shown_model() and (is_pressed or application.activePopupWidget() is not None):
            self._timer.start(PAUSE)
        else:
            self._hold.end()

    def _shown_model(self) -> Any:
        """The model if the view shows it, by itself or behind proxies, and can be seen; else None."""
        view: Any = self.parent()
        model, found = self._model(), view.model() if view.isVisible() else None
        while found is not None and found is not model:
            found = found.sourceModel() if hasattr(found, "sourceModel") else None
        return found
