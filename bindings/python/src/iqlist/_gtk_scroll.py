"""What is visible of a list view of GTK over the updates of its model: see `iqlist.gtk.Model.keep_scroll`.

before the first items-changed      after it
measure ---> follow ---> wait ----> layout of the view ---> value of its adjustment, until that stays
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._scroll import Lines, Scroll, moved_top
from .changeset import Changeset
from .lists import List

if TYPE_CHECKING:
    # PyGObject has no types of its own.
    Gtk: Any
else:
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import Gtk

TRIES = 8
"""How many layouts it may take until a view is where it is to be."""


class Scrolled:
    """A view, which is not kept alive, and what is visible of it. Rows are measured by the view's adjustment:
    if it is a multiple of their number, all are taken to be equally high."""

    def __init__(self, shown: List[Any], view: Any) -> None:
        self.view = view.weak_ref()
        self._scroll = Scroll(shown)
        self._first = self._count = 0
        self._offset = 0.0
        """Of the first visible row: what is out of sight."""
        self._height = 0.0
        """Of all rows; 0: they differ, or all are visible."""
        self._clock: Any = None
        """While an update waits to be laid out."""
        self._handler = self._tries = 0
        self._value = 0.0
        """The last one that was set."""
        self._has_scrolled = False
        """Whether the view has taken note of one."""

    def polled(self) -> None:
        self._scroll.polled()

    def follow(self, model: Any, before: Lines, changeset: Changeset, after: Lines) -> None:
        """Is called before the model reports an update."""
        view = self.view()
        if view is None or not _shows(view, model) or not self._measure(view, len(before)):
            return
        if self._scroll.stays_at_top(self._first, self._offset):
            self._offset = 0
        elif self._height == 0:
            # That is left to GTK.
            self._stop()
            return
        else:
            self._first = moved_top(self._first, self._count, before, changeset, after)
            self._first = max(0, min(self._first, max(0, len(after) - self._count) + 1))
        if not len(after):
            self._stop()
        elif self._clock is None:
            self._clock = view.get_frame_clock()
            self._handler = self._clock.connect_after("layout", self._lay_out)

    def _measure(self, view: Any, rows: int) -> bool:
        """Reads what is visible. False: nothing is, or it is not known yet."""
        if not view.get_mapped() or not rows:
            return False
        if self._clock is not None:
            # What the last update wants is not laid out.
            if self._clock is view.get_frame_clock():
                return True
            self._stop()
        adjustment = view.get_vadjustment()
        value, upper, page = adjustment.get_value(), adjustment.get_upper(), adjustment.get_page_size()
        if page < 1 or upper < 1:
            return False
        height = upper / rows
        self._height = height if int(upper) % rows == 0 and upper > page else 0
        self._first = int(value / height + 1e-6)
        self._offset = max(0, value - self._first * height)
        self._count = int((value + page) / height - 1e-6) + 1 - self._first
        return True

    def _lay_out(self, _: Any) -> None:
        """The rows have been laid out. What is set here is laid out in the same frame, in which GTK does so
        up to four times. A view of GTK 4.8 may take no note of a value, and then lays out as before: it is
        set until it stays. As long as a view has taken note of none it leaves new first rows blank: it is
        scrolled by a pixel first."""
        view = self.view()
        if view is None:
            self._stop()
        if view is None or not view.get_mapped():
            return
        adjustment = view.get_vadjustment()
        value, most = adjustment.get_value(), adjustment.get_upper() - adjustment.get_page_size()
        wanted = min(self._first * self._height + self._offset, most)
        self._tries += 1
        if self._tries <= TRIES:
            self._has_scrolled |= self._tries > 1 and abs(value - self._value) < 0.5
            if not self._has_scrolled and most >= 2:
                self._set(view, wanted + 1 if wanted < 1 else wanted - 1)
                return
            if abs(value - wanted) > 0.5:
                self._set(view, wanted)
                return
        self._stop()

    def _set(self, view: Any, value: float) -> None:
        self._value = value
        view.get_vadjustment().set_value(value)
        view.queue_allocate()

    def _stop(self) -> None:
        self._tries = 0
        # A window that ends disconnects the handlers of its clock.
        if self._clock is not None and self._clock.handler_is_connected(self._handler):
            self._clock.disconnect(self._handler)
        self._clock = None


def _shows(view: Any, model: Any) -> bool:
    selection = view.get_model()
    return selection is not None and getattr(selection, "get_model", lambda: None)() is model


def check_view(view: Any) -> None:
    if not isinstance(view, (Gtk.ListView, Gtk.ColumnView)):
        raise TypeError(f"{view} is neither a Gtk.ListView nor a Gtk.ColumnView")
