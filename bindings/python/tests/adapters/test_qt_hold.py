"""Lists held still while the user points at a view of Qt, without a display: the mouse is that of the window
system, whose events Qt hands out as it would those of a user."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from qt_witness import (
    QCoreApplication,
    QEventLoop,
    QModelIndex,
    QPoint,
    Qt,
    QTimer,
    QTreeView,
    app,
    core,
    no_complaints,
    run_loop,
)

from iqlist import DiffFlag, List, Snapshot
from iqlist import _qt as adapter_binding
from iqlist.qt import Model

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent, QObject, QSortFilterProxyModel
    from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QMouseEvent
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QMenu, QWidget
else:
    import importlib

    QEvent, QObject, QSortFilterProxyModel = core.QEvent, core.QObject, core.QSortFilterProxyModel
    gui = importlib.import_module(f"{adapter_binding.binding}.QtGui")
    QContextMenuEvent, QGuiApplication = gui.QContextMenuEvent, gui.QGuiApplication
    QMouseEvent = gui.QMouseEvent
    QTest = importlib.import_module(f"{adapter_binding.binding}.QtTest").QTest
    widgets = importlib.import_module(f"{adapter_binding.binding}.QtWidgets")
    QApplication, QMenu, QWidget = widgets.QApplication, widgets.QMenu, widgets.QWidget

__all__ = ["app", "no_complaints"]

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
INSIDE, OUTSIDE = QPoint(30, 6), QPoint(250, 250)


@pytest.fixture(autouse=True)
def no_button_is_left_pressed(app: Any) -> Iterator[None]:
    yield
    assert QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton


class Shown:
    """A view of a list, which is held while a button is pressed, in the corner of a window."""

    def __init__(self, holds: bool = True) -> None:
        self.list = List.of_items(["a", "b"])
        self.model = Model(self.list)
        self.top: Any = QWidget()
        self.top.resize(300, 300)
        self.view: Any = QTreeView(self.top)
        self.view.setHeaderHidden(True)
        self.view.setModel(self.model)
        self.view.resize(200, 200)
        self.top.show()
        self.window: Any = self.top.windowHandle()
        if holds:
            self.model.hold_while_pressed(self.view)
        run_loop()

    def press(self, button: Any = LEFT) -> None:
        QTest.mousePress(self.window, button, Qt.KeyboardModifier.NoModifier, INSIDE)

    def release(self, button: Any = LEFT, place: QPoint = INSIDE) -> None:
        QTest.mouseRelease(self.window, button, Qt.KeyboardModifier.NoModifier, place)

    def submit(self) -> None:
        """What waits if the list is held."""
        self.list.submit(Snapshot.of_items(["b"]), flags=DiffFlag.HERE)

    def rows(self) -> list[str]:
        return [self.model.index(row, 0).data() for row in range(self.model.rowCount())]

    def stays_held(self) -> None:
        """Also when it is looked which buttons are pressed."""
        end = time.monotonic() + 0.12
        while time.monotonic() < end:
            run_loop()
        assert self.rows() == ["a", "b"] and self.list.info().holds == 1

    def follows(self) -> None:
        """What has waited is shown by the event loop alone."""
        until(lambda: self.rows() == ["b"])
        assert self.list.info().holds == 0


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < end
        run_loop()


@pytest.mark.parametrize("place", [INSIDE, OUTSIDE], ids=["inside", "outside"])
def test_what_is_submitted_waits_from_press_to_release(place: QPoint) -> None:
    shown = Shown()
    shown.press()
    shown.submit()
    shown.stays_held()
    shown.release(place=place)
    shown.follows()


def test_a_derived_list_follows_its_source_after_the_release() -> None:
    shown, source = Shown(), List.of_items(["a", "b"])
    shown.list = source.filtered()
    shown.model = Model(shown.list)
    shown.view.setModel(shown.model)
    shown.model.hold_while_pressed(shown.view)
    shown.press()
    source.set_items(["b"])
    shown.stays_held()
    shown.release()
    shown.follows()


def test_without_a_call_nothing_is_held() -> None:
    shown = Shown(holds=False)
    shown.press()
    shown.submit()
    shown.follows()
    shown.release()


def test_a_click_is_about_the_rows_that_were_seen() -> None:
    """The view handles the release before what has waited is shown."""
    shown, clicked = Shown(), list[str]()

    def click(index: QModelIndex) -> None:
        clicked.append(index.data())

    shown.view.clicked.connect(click)
    shown.press()
    shown.submit()
    shown.release()
    assert clicked == ["a"] and shown.rows() == ["a", "b"]
    shown.follows()


def test_the_second_press_of_a_double_click_holds() -> None:
    """QTest keeps its presses too far apart for one, so the event is made here."""
    shown, place = Shown(), core.QPointF(INSIDE)
    QTest.mousePress(shown.window, LEFT, Qt.KeyboardModifier.NoModifier, OUTSIDE)
    kind, keys = QEvent.Type.MouseButtonDblClick, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(shown.view.viewport(), QMouseEvent(kind, place, place, LEFT, LEFT, keys))
    shown.submit()
    shown.stays_held()
    shown.release()
    shown.follows()


def test_the_last_of_several_buttons_ends_the_hold() -> None:
    shown = Shown()
    shown.press()
    shown.press(RIGHT)
    shown.submit()
    shown.release(RIGHT)
    shown.stays_held()
    shown.release()
    shown.follows()


@pytest.mark.parametrize("by_key", [False, True], ids=["by a button", "by a key"])
def test_a_menu_holds_while_it_is_open(by_key: bool) -> None:
    """Its popup takes the release."""
    shown, menu = Shown(), QMenu()
    menu.addAction("Open")
    shown.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    shown.view.customContextMenuRequested.connect(lambda: menu.popup(QPoint(40, 50)))
    if by_key:
        key = QContextMenuEvent.Reason.Keyboard
        QApplication.sendEvent(shown.view, QContextMenuEvent(key, INSIDE, INSIDE))
    else:
        shown.press(RIGHT)
        shown.release(RIGHT)
    assert menu.isVisible()
    shown.submit()
    shown.stays_held()
    menu.hide()
    shown.follows()


class Drag(QObject):
    """What a drag does to the view: a loop inside the loop, until a button is released; the release is
    taken. Offscreen, Qt has none."""

    def __init__(self) -> None:
        super().__init__()
        self._loop = QEventLoop()

    def exec(self) -> None:
        application: Any = QCoreApplication.instance()
        application.installEventFilter(self)
        self._loop.exec()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.MouseButtonRelease:
            return False
        self._loop.quit()
        return True


@pytest.mark.parametrize("place", [INSIDE, OUTSIDE], ids=["inside", "outside"])
def test_a_drag_holds_until_its_button_is_released(place: QPoint) -> None:
    shown, drag = Shown(), Drag()
    shown.press()
    shown.submit()
    held: list[int] = []

    def drop() -> None:
        held.append(shown.list.info().holds)
        shown.release(place=place)

    QTimer.singleShot(120, drop)
    drag.exec()
    assert held == [1]
    shown.follows()


def test_a_release_that_never_comes_to_the_view_ends_the_hold() -> None:
    shown, other = Shown(), QTreeView()
    other.show()
    shown.press()
    shown.submit()
    # Whoever grabs the mouse gets the release.
    other.grabMouse()
    shown.release()
    other.releaseMouse()
    shown.follows()


@pytest.mark.parametrize("way", ["hidden", "another model", "no model", "model dropped"])
def test_a_view_that_shows_the_list_no_longer_ends_the_hold(way: str) -> None:
    shown, other = Shown(), Model(List.of_items(["x"]))
    shown.press()
    if way == "hidden":
        shown.view.hide()
    elif way == "another model":
        shown.view.setModel(other)
    else:
        shown.view.setModel(None)
        if way == "model dropped":
            del shown.model
            gc.collect()
    until(lambda: shown.list.info().holds == 0)
    shown.view.show()
    shown.release()
    if way in ("another model", "no model"):
        # A press there is none of this list's.
        shown.press()
        assert shown.list.info().holds == 0
        shown.release()


def test_a_view_that_is_destroyed_ends_the_hold() -> None:
    shown = Shown()
    shown.press()
    shown.submit()
    shown.view.deleteLater()
    del shown.view
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert shown.list.info().holds == 0
    shown.follows()
    shown.release()


def test_a_view_that_is_dropped_ends_the_hold() -> None:
    shown = Shown()
    shown.press()
    del shown.view, shown.top
    gc.collect()
    assert shown.list.info().holds == 0
    Shown().release()


def test_a_list_that_is_closed_while_pressed_needs_no_resume() -> None:
    shown = Shown()
    shown.press()
    shown.list.close()
    shown.release()
    run_loop()
    shown.press()
    shown.release()
    run_loop()
    assert shown.rows() == ["a", "b"]


def test_a_model_behind_a_proxy_is_held() -> None:
    shown, proxy = Shown(), QSortFilterProxyModel()
    proxy.setSourceModel(shown.model)
    shown.view.setModel(proxy)
    shown.press()
    shown.submit()
    shown.stays_held()
    shown.release()
    shown.follows()


def test_other_holds_are_left_alone() -> None:
    shown = Shown()
    with shown.list.held():
        shown.press()
        assert shown.list.info().holds == 2
        shown.submit()
        shown.release()
        until(lambda: shown.list.info().holds == 1)
        shown.stays_held()
    shown.follows()
