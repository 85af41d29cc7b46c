"""A list that is held still while the user points at a view of GTK: `iqlist.gtk.Model.hold_while_pressed`."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from ._hold import Hold

if TYPE_CHECKING:
    # PyGObject has no types of its own.
    Gtk: Any
else:
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import Gtk


class HoldWatch:
    """Sees the presses in a view, whose handlers keep it. It holds the list of a model from a press until the
    release, or until the view is shown no longer.

    A gesture of the window sees each press first: the row that is pressed may be gone before the release. It
    never claims the press. Where something is dragged away the release goes elsewhere, so the drag itself,
    over the window, ends the press."""

    def __init__(self, model: Any, view: Any) -> None:
        self._model, self._view, self._hold = weakref.ref(model), view.weak_ref(), Hold()
        self._presses: list[Any] = []
        view.connect("map", self._watch)
        view.connect("unmap", self._ignore)
        if view.get_mapped():
            self._watch(view)

    def _watch(self, view: Any) -> None:
        gesture, motion = Gtk.GestureDrag(button=0), Gtk.DropControllerMotion()
        gesture.connect("begin", self._press)
        gesture.connect("end", self._release)
        motion.connect("enter", self._release)
        self._presses = [gesture, motion]
        for each in self._presses:
            each.set_propagation_phase(Gtk.PropagationPhase.CAPTURE)
            view.get_native().add_controller(each)

    def _ignore(self, _: Any) -> None:
        self._hold.end()
        for each in self._presses:
            each.get_widget().remove_controller(each)
        self._presses = []

    def _press(self, gesture: Any, sequence: Any) -> None:
        model, view = self._model(), self._view()
        is_known, x, y = gesture.get_point(sequence)
        picked = gesture.get_widget().pick(x, y, Gtk.PickFlags.DEFAULT) if is_known else None
        if model is None or view is None or picked is None:
            return
        if (picked is view or picked.is_ancestor(view)) and _shows(view, model):
            self._hold.begin(model.shown)

    def _release(self, *_: Any) -> None:
        self._hold.end()


def _shows(view: Any, model: Any) -> bool:
    """Whether what the view shows is the model, or made of it."""
    found = view.get_model()
    while found is not None and found is not model:
        found = found.get_model() if hasattr(found, "get_model") else None
    return found is not None


def check_view(view: Any) -> None:
    if not isinstance(view, Gtk.Widget) or not hasattr(view, "get_model"):
        raise TypeError(f"{view} is no view of a model")
