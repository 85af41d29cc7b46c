"""What is where in a view that is laid out: at a point, in the content, on the sides of an item."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_size_t, sizeof
from typing import Any, Union

from . import abi
from ._calls import to_uint32
from ._checks import number
from .errors import ArgumentError, NotFoundError
from .events import View
from .handles import Item
from .identity import KeyLike, Position
from .layouts import Rect
from .records import M
from .scenes import Hit, Place, Scene, element_of_place
from .sections import Section

ItemLike = Union[Place[M], Item[M], KeyLike, M]
"""An item: by its place, its handle, its key, or the object that it is made of."""
ElementLike = Union[Place[M], Item[M], Section[M], KeyLike, M, None]
"""An item likewise; with a kind and an index an element of a section, or with None of the list."""


class ViewGeometry(View[M]):
    """The part of a `LaidOutView` that answers where something is."""

    _scene: Scene[M] | None

    # --- geometry

    def find_at(self, x: float, y: float, *, nearest: bool = False) -> Hit[M] | None:
        """What is at a point of the window in the last scene, what is stuck first; None if nothing is. With
        `nearest`, the nearest place if there is none at the point. `RangeError` if a coordinate is no finite
        number. O(v).

        >>> import iqlist
        >>> view = iqlist.List.of_items(["a", "b"]).laid_out_view()
        >>> view.set_size(100, 100)
        >>> _ = view.layout()
        >>> view.find_at(50, 50).place.model, view.find_at(50, 99), view.find_at(50, 99, nearest=True).number
        ('b', None, 1)
        """
        raw = abi.iq_hit(struct_size=sizeof(abi.iq_hit))
        point, flags = (number(x, "x is"), number(y, "y is")), abi.IQ_AT_NEAREST * bool(nearest)
        if not self._finds(abi.iq_view_find_at, *point, flags, byref(raw)):
            return None
        assert self._scene is not None
        place: int = raw.place
        return Hit(place, self._scene[place], Position.of(raw.insertion), _rect(raw.mark))

    def frame(self, element: ElementLike[M] = None, *, kind: int = 0, index: int = 0) -> Rect:
        """Where an item, an element or a section is in the content as it is now, scrolled into view or not,
        and not stuck. None: all of the content. `NotFoundError` (a KeyError) or `HandleError` (a LookupError)
        if it is not there. O(log n).

        >>> import iqlist
        >>> view = iqlist.List.of_items(range(100)).laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.set_layout(iqlist.SectionLayout(item=20))
        >>> view.frame(50), view.frame().height
        (Rect(x=0.0, y=1000.0, width=100.0, height=20.0), 2000.0)
        """
        self._live()
        found = abi.iq_rect()
        self._call(abi.iq_view_get_frame, byref(self._about(element, kind, index)), byref(found))
        return _rect(found)

    def neighbour(self, item: ItemLike[M], direction: int) -> Item[M] | None:
        """The item to which a key leads, over rows and sections: see `Direction`. None if there is none on
        that side. Along the axis it is the one in the next row whose middle is nearest, across the next one
        of the row. `HandleError` if the item has gone, `NotFoundError` if there is no such key. O(log n).

        >>> import iqlist
        >>> view = iqlist.List.of_items(range(100)).laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.set_layout(iqlist.SectionLayout(columns=10, item=20))
        >>> view.neighbour(15, iqlist.Direction.DOWN).model, view.neighbour(19, iqlist.Direction.RIGHT)
        (25, None)
        """
        self._live()
        about, found = self._about(item).item, abi.iq_item()
        if not about.id:
            raise ArgumentError("an item is needed", status=abi.IQ_ERROR_ARGUMENT)
        if not self._finds(
            abi.iq_view_find_neighbour, about, to_uint32(direction, "direction is"), byref(found)
        ):
            return None
        return Item._of(self.list, found.id)

    def find_range(self, start: float, end: float) -> range:
        """The indexes of the items that a stretch of the content shows, from the first to the last one, also
        those that it shows in part: for a map beside the list, or what is on a page. Nothing is measured.
        Without any, an empty range at the next one that follows. `RangeError` if `end` is less than `start`.
        O(log n).

        >>> import iqlist
        >>> view = iqlist.List.of_items(range(100)).laid_out_view()
        >>> view.set_layout(iqlist.SectionLayout(item=20))
        >>> view.find_range(30, 80)
        range(1, 4)
        """
        first, count = c_size_t(), c_size_t()
        self._call(
            abi.iq_view_find_range,
            number(start, "start is"),
            number(end, "end is"),
            byref(first),
            byref(count),
        )
        return range(first.value, first.value + count.value)

    # --- what is passed on

    def _finds(self, function: Callable[..., int], *arguments: Any) -> bool:
        """As `_call`, for what there may be none of."""
        try:
            self._call(function, *arguments)
        except NotFoundError:
            return False
        return True

    def _section(self, section: Section[M] | KeyLike | None) -> abi.iq_section:
        if section is None:
            return abi.iq_section()
        return self.list._section_handle(section.key if isinstance(section, Section) else section)

    def _about(self, element: Any, kind: int = 0, index: int = 0) -> abi.iq_element:
        """An element as the library takes it."""
        if isinstance(element, Place):
            return element_of_place(element)  # pyright: ignore[reportUnknownArgumentType]
        return self.list._element(element, kind, index)


def _rect(raw: Any) -> Rect:
    return Rect(raw.x, raw.y, raw.width, raw.height)
