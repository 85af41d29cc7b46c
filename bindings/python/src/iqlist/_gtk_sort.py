"""Columns of a `Gtk.ColumnView` whose headers sort: see `iqlist.gtk.Model`.

A column with a sorter has a header that can be clicked, and the view's own sorter says that something was
clicked. It compares by the sorters of the columns that the view sorts by, one after the other, and before GTK
4.10 does not say which these are. So it is asked to compare two probes, and our sorters take note of that:

    the first one answers "smaller"                ->  smaller: ascending, larger: descending
    the first one answers "equal", the second ...  ->  the same of the second, until all answer "equal"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._sort_keys import Descending

if TYPE_CHECKING:
    # PyGObject has no types of its own.
    GObject: Any
    Gtk: Any

    class Object: ...

    class Sorter:
        def compare(self, one: Any, other: Any) -> Any: ...

else:
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import GObject, Gtk

    Object, Sorter = GObject.Object, Gtk.Sorter

Key = Callable[[Any], Any]
"""The sort key of a model."""


class Probe(Object):
    """What stands for an item: the sorters that compare it, of which as many as `passed` find it equal."""

    __gtype_name__ = "IqlistProbe"

    def __init__(self, passed: int) -> None:
        super().__init__()
        self.passed = passed
        self.sorters: list[ColumnSorter] = []


class ColumnSorter(Sorter):
    """The sorter of a column: by the keys of models."""

    __gtype_name__ = "IqlistColumnSorter"

    def __init__(self, key: Key) -> None:
        super().__init__()
        self.key = key

    def do_get_order(self) -> Any:
        return Gtk.SorterOrder.PARTIAL

    def do_compare(self, one: Any, other: Any) -> Any:
        if isinstance(one, Probe):
            one.sorters.append(self)
            is_less = len(one.sorters) > one.passed
            return Gtk.Ordering.SMALLER if is_less else Gtk.Ordering.EQUAL
        # Only a model of GTK's own compares items.
        first, second = self.key(one.model), self.key(other.model)
        if first < second:
            return Gtk.Ordering.SMALLER
        return Gtk.Ordering.LARGER if second < first else Gtk.Ordering.EQUAL


def sort_columns(sorter: Any) -> list[tuple[Key, bool]]:
    """What the sorter of a view sorts by, the first column first: the key, and whether it is descending."""
    found: list[tuple[Key, bool]] = []
    while True:
        probe = Probe(len(found))
        answer = sorter.compare(probe, Probe(0))
        if answer == Gtk.Ordering.EQUAL:
            return found
        found.append((probe.sorters[-1].key, answer == Gtk.Ordering.LARGER))


def joined(columns: list[tuple[Key, bool]]) -> tuple[Callable[[Any, Any], Any] | None, bool]:
    """The key function of a list, and whether it is reversed. None: there is no column."""
    if not columns:
        return None, False
    (first, reverse), *others = columns
    if not others:
        return (lambda _, model: first(model)), reverse

    def key(_: Any, model: Any) -> Any:
        parts = [Descending(each(model)) if turned != reverse else each(model) for each, turned in others]
        return (first(model), *parts)

    return key, reverse
