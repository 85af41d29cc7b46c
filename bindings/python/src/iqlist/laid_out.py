"""Views that are laid out: they know where everything is, and say what is to be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ctypes import byref, c_double, pointer, sizeof
from typing import Any

from . import abi
from ._buffers import Lender
from ._calls import Core, Home, check, create, empty_graveyard, to_size, to_uint32
from ._checks import expect, is_number, number
from ._measuring import custom_struct, forget, functions, number_of
from ._view_geometry import ElementLike, ItemLike, ViewGeometry
from .arrangement import or_end
from .errors import ArgumentError
from .events import ViewSource
from .identity import KeyLike, raw_key
from .keys import key_struct
from .layouts import (
    Answer,
    SectionLayout,
    Size,
    ViewOptions,
    doubles,
    layout_struct,
    listed_sizes,
    options_struct,
    size_struct,
)
from .records import M
from .scenes import (
    Align,
    Scene,
    SceneFlag,
    ScrollPosition,
    read_scene,
)
from .sections import Section


class LaidOutView(ViewGeometry[M]):
    """A view that owns a window and an offset, from `List.laid_out_view`: for programs that scroll and draw
    by themselves. It is told how large the window is, how sections are laid out and, as far as the program
    knows, how large items are. `layout` returns what is to be drawn, where, in which cell, and what is
    different from the frame before:

        List.poll              the list changes
        scroll, set_size       the user scrolls and resizes
        layout -> Scene        draw its places
        set_sizes              what was drawn, and is measured only now; then layout once more

    All lengths are in units of the program's own (points, pixels, terminal cells), and rounded to the `grain`
    of `ViewOptions`. A length is a finite number from 0 to 2**20, else `RangeError`. "Along" is the axis that
    it scrolls on, "across" the other one. From its start to its end the content is: the list's header and its
    loader; of each section headers, loader, items, loader, footers; the placeholder; the list's loader and
    footer.

    A size that was set or measured holds while the item's content, class and level and the room across stay
    the same. After that it is a guess of the same length, and its place has `PlaceFlag.MEASURE`. It follows
    the item wherever it moves. When sizes or items change, the offset is corrected so that what the user
    looks at stays: see `set_anchor`.

    Its cells are made, bound and unbound by the thread that calls `layout`; polls pass over it, and
    `set_visible` raises `StateError`. What has left is unbound by the second next `layout` that changes
    something. One thread at a time: `BusyError`. The rest is as for every `View`.

    >>> import iqlist
    >>> shown = iqlist.List.of_items(["Ada", "Ben", "Cem", "Dot", "Eve"])
    >>> with shown.laid_out_view() as view:
    ...     view.set_size(100, 50)
    ...     view.set_layout(iqlist.SectionLayout(item=20))
    ...     view.scroll(30)
    ...     for place in view.layout():
    ...         print(place.model, place.frame)
    Ben Rect(x=0.0, y=-10.0, width=100.0, height=20.0)
    Cem Rect(x=0.0, y=10.0, width=100.0, height=20.0)
    Dot Rect(x=0.0, y=30.0, width=100.0, height=20.0)
    """

    _home: Home
    _options: ViewOptions
    _window: Size
    _numbers: dict[SectionLayout, int]
    """Of layouts that have `measure`, the contexts of that in the library."""

    @classmethod
    def _made(cls, owner: ViewSource[M], core: Core, home: Home, options: ViewOptions) -> LaidOutView[M]:
        made: Any = cls._of(owner, core)
        made._home, made._options, made._window = home, options, Size(0, 0)
        made._scene, made._numbers = None, {}
        found: LaidOutView[M] = made
        return found

    @property
    def options(self) -> ViewOptions:
        """Its options."""
        return self._options

    def set_options(self, options: ViewOptions) -> None:
        """Sets the options anew. Another grain or axis forgets all sizes. `ArgumentError` if the grain is
        none, `RangeError` for a length that is negative, too large or not a number.

        >>> import iqlist
        >>> view = iqlist.List.of_items(["a"]).laid_out_view()
        >>> view.set_options(iqlist.ViewOptions(rtl=True, insets=iqlist.Insets(top=8)))
        >>> view.options.insets.top
        8
        """
        self._call(abi.iq_view_set_options, byref(options_struct(options)))
        self._options = options

    @property
    def size(self) -> Size:
        """The size of the window, in units."""
        return self._window

    def set_size(self, width: float, height: float) -> None:
        """Sets the size of the window in units, 0 x 0 at first. Another one across makes guesses of measured
        sizes, and holds the first visible item. `RangeError` for a length that is negative, too large or not
        a number.

        >>> import iqlist
        >>> view = iqlist.List.of_items(["a"]).laid_out_view()
        >>> view.set_size(320, 568)
        >>> view.size
        Size(width=320, height=568)
        """
        self._call(abi.iq_view_set_size, number(width, "width is"), number(height, "height is"))
        self._window = Size(width, height)

    def set_layout(self, layout: SectionLayout | None, section: Section[M] | KeyLike | None = None) -> None:
        """Sets how a section is laid out; without `section`, all that have no layout of their own, and the
        elements of the list itself. None: the section is like those again, and those are a list of items that
        are measured. O(log n).

        `ArgumentError` for more than 64 columns, `RangeError` for a length that is negative, too large or not
        a number, `NotFoundError` (a KeyError) if there is no such section, `LimitError` beyond 65,535
        layouts.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set({"photos": range(4), "names": ["Ada"]})
        >>> view = shown.laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.set_layout(iqlist.SectionLayout(item=20))
        >>> view.set_layout(iqlist.SectionLayout(columns=3, item=iqlist.Aspect()), "photos")
        >>> [(place.frame.x, place.frame.y) for place in view.layout()]
        [(0.0, 0.0), (33.0, 0.0), (66.0, 0.0), (0.0, 33.0), (0.0, 66.0)]
        """
        self._live()
        about = self._section(section)
        if layout is None:
            self._call(abi.iq_view_set_layout, about, None)
            return
        struct = layout_struct(layout)
        if not layout.has_functions:
            self._call(abi.iq_view_set_layout, about, byref(struct))
            return
        is_new = layout not in self._numbers
        number = number_of(self, layout)
        struct.context, struct.destroy = number, functions.destroy
        if layout.measure is not None:
            struct.measure = functions.measure
        if layout.custom is not None:
            struct.custom = pointer(custom_struct(number))
        try:
            self._call(abi.iq_view_set_layout, about, byref(struct))
        except BaseException:
            if is_new:
                forget(number)
            raise

    def set_sizes(self, sizes: Mapping[Any, Answer] | Iterable[tuple[Any, Answer]]) -> None:
        """Sets sizes: measured, known, or other ones than before. They override what the rule says, and
        `PlaceFlag.MEASURE` ends. Each is given with a place, an item, or its key: a length along the axis, a
        `Size` of which that length counts, or None, which forgets it. Those of items that have gone are
        passed over. Also inside `Cell.bind` while the view is laid out. O(count log n).

        `RangeError` for a length that is negative or too large; none is set then. `NotFoundError` (a
        KeyError) for a key that there is not.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b"])
        >>> view = shown.laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.set_sizes({"a": 30, "b": iqlist.Size(100, 50)})
        >>> [place.frame.height for place in view.layout()]
        [30.0, 50.0]
        >>> scene = view.layout()
        >>> view.set_sizes((place, 25) for place in scene)
        >>> view.layout().content
        Size(width=100.0, height=50.0)
        """
        self._live()
        given = listed_sizes(sizes)
        rows = (abi.iq_element_size * max(len(given), 1))()
        for row, (element, size) in zip(rows, given):
            row.element = self._about(element)
            row.size = size_struct(size, self._options.horizontal, element)
        self._call(abi.iq_view_set_sizes, rows, len(given))

    def set_size_of(self, element: ElementLike[M], size: Answer, *, kind: int = 0, index: int = 0) -> None:
        """As `set_sizes`, for one element, which is given as for `List.emit`.

        >>> import iqlist
        >>> shown = iqlist.List()
        >>> _ = shown.set([("s", ["a"], [iqlist.Supplementary(iqlist.ElementKind.HEADER, "title")])])
        >>> view = shown.laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.set_size_of(shown.section("s"), 30, kind=iqlist.ElementKind.HEADER)
        >>> view.layout()[0].frame.height
        30.0
        """
        self._live()
        about = self._about(element, kind, index)
        row = abi.iq_element_size(about, size_struct(size, self._options.horizontal, element))
        self._call(abi.iq_view_set_sizes, byref(row), 1)

    def set_lengths(
        self, lengths: Any, first: int = 0, count: int | None = None, *, version: int | None = None
    ) -> None:
        """Sets the lengths along the axis of items from index `first` on, over all sections. `lengths` is a
        buffer of doubles (array, numpy, whatever its stride), which is not copied, or numbers, or one number
        for `count` items (None: up to the last). `version` is the `ListInfo.version` that they were made for.
        O(count).

        `StateError` if the list has another version now, `RangeError` for a length that is negative, too
        large or not a number, or if there are fewer items; none is set then.

        >>> import array, iqlist
        >>> shown = iqlist.List.of_items(range(4))
        >>> view = shown.laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.set_lengths(array.array("d", [10, 20, 30]))
        >>> view.set_lengths(7.5, first=3)
        >>> [place.frame.y for place in view.layout()]
        [0.0, 10.0, 30.0, 60.0]
        """
        at = self._version() if version is None else to_size(version, "version is")
        start = to_size(first, "first is")
        if is_number(lengths) and not hasattr(lengths, "__len__"):
            one, items = c_double(number(lengths, "lengths is")), or_end(count, "count is")
            self._call(abi.iq_view_set_extents, at, start, items, byref(one), abi.IQ_SAME)
            return
        with Lender() as lender:
            rows = lender.rows(doubles(lengths), 8, "lengths")
            items = rows.rows if count is None else to_size(count, "count is")
            if items > rows.rows:
                raise ArgumentError(
                    f"there are {rows.rows} lengths, not {items}", status=abi.IQ_ERROR_ARGUMENT
                )
            self._call(abi.iq_view_set_extents, at, start, items, rows.address, rows.stride)

    def invalidate(self, first: int = 0, count: int | None = None) -> None:
        """Makes guesses of the sizes of `count` items (None: all that follow) from index `first` on: after
        another font. Of all items also those of elements, in O(1). `RangeError` if there are fewer items.

        >>> import iqlist
        >>> view = iqlist.List.of_items(["a", "b"]).laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.set_sizes({"a": 30, "b": 30})
        >>> view.invalidate(1)
        >>> [bool(place.flags & iqlist.PlaceFlag.MEASURE) for place in view.layout()]
        [False, True]
        """
        self._call(abi.iq_view_invalidate, to_size(first, "first is"), or_end(count, "count is"))

    # --- scenes

    def layout(self) -> Scene[M]:
        """Lays out the list as it is now and returns the scene, which has no places before `set_size`. Binds
        the cells of what has come into it. If
        nothing has changed, O(1); else O(v + log n) of v places, and what changed in the list since.

        Raises what `measure`, or a function of a cell, raises, and the next call asks again; `scene` is the
        scene nevertheless. `BusyError` inside a function of a cell.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b"])
        >>> view = shown.laid_out_view()
        >>> view.set_size(100, 100)
        >>> [place.model for place in view.layout()]
        ['a', 'b']
        >>> _ = shown.set_items(["c", "b"])
        >>> scene = view.layout()
        >>> [(place.model, place.other) for place in scene], [place.other for place in scene.previous]
        ([('c', None), ('b', 1)], [None, 1])
        >>> iqlist.SceneFlag.CHANGED in view.layout().flags
        False
        """
        core = self._live()
        self._home.move_here()
        empty_graveyard()
        raw = abi.iq_scene(struct_size=sizeof(abi.iq_scene))
        status = abi.iq_view_layout(core.pointer, byref(raw))
        del core
        if status in (abi.IQ_OK, abi.IQ_ERROR_CALLBACK):
            self._scene = read_scene(self.list, raw, self._scene)
        for reference in self.list._taken.valuerefs():
            taken = reference()
            if taken is not None and taken.view is self:
                taken._follow()
        check(status)
        scene = self._scene
        assert scene is not None
        return scene

    @property
    def scene(self) -> Scene[M] | None:
        """The last scene; None before the first `layout`."""
        return self._scene

    # --- scrolling

    def scroll(
        self, offset: float, *, by: bool = False, clamp: bool = False, held: bool = False, bar: bool = False
    ) -> None:
        """Sets the offset, with the next layout; with `by`, adds to the present one. With `clamp`, it stays
        where there is content; without, it may be beyond. `held`: a finger holds the content, and until a
        call without it the view does not go to the end by itself. `bar`: a scroll bar is held; until a call
        without it the content's size and range in scenes stand still, although sizes are measured, and the
        offset is the bar's, whose ends are the real ends. Ends `scroll_to`, unless it moves nothing.
        From any thread and callback. `RangeError` if the offset is no finite number.

        >>> import iqlist
        >>> view = iqlist.List.of_items(range(100)).laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.scroll(50)
        >>> view.scroll(-80, by=True, clamp=True)
        >>> view.layout().offset
        0.0
        """
        flags = abi.IQ_SCROLL_BY * bool(by) | abi.IQ_SCROLL_CLAMP * bool(clamp)
        flags |= abi.IQ_SCROLL_HELD * bool(held) | abi.IQ_SCROLL_BAR * bool(bar)
        self._call(abi.iq_view_scroll, number(offset, "offset is"), flags)

    def scroll_to(
        self,
        element: ElementLike[M] = None,
        align: int = Align.NEAREST,
        *,
        kind: int = 0,
        index: int = 0,
        margin: float = 0,
    ) -> None:
        """Scrolls to an item, an element or a section with the next layout, and keeps it there, instead of
        the anchor, whatever changes around it, until the next `scroll`. None: all of the content, whose end
        is meant with `Align.END` and else its start. `margin` is left free between it and the edge, but for
        `Align.CENTER`. `NotFoundError` (a KeyError) or `HandleError` (a LookupError) if it is not there.

        >>> import iqlist
        >>> view = iqlist.List.of_items(range(100)).laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.set_layout(iqlist.SectionLayout(item=20))
        >>> view.scroll_to(50, iqlist.Align.CENTER)
        >>> view.layout().offset, view.offset_for(None, iqlist.Align.END)
        (960.0, 1900.0)
        """
        self._call(abi.iq_view_scroll_to, byref(self._target(element, align, kind, index, margin)))

    def offset_for(
        self,
        element: ElementLike[M] = None,
        align: int = Align.NEAREST,
        *,
        kind: int = 0,
        index: int = 0,
        margin: float = 0,
    ) -> float:
        """The offset that `scroll_to` would lead to now; nothing changes. A program that animates asks in
        every frame, as sizes change.

        >>> import iqlist
        >>> view = iqlist.List.of_items(range(100)).laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.set_layout(iqlist.SectionLayout(item=20))
        >>> _ = view.layout()
        >>> view.offset_for(10), view.offset_for(10, iqlist.Align.START, margin=5)
        (120.0, 195.0)
        """
        target, found = self._target(element, align, kind, index, margin), c_double()
        self._call(abi.iq_view_get_offset, byref(target), byref(found))
        return found.value

    def set_anchor(self, anchor: int, item: ItemLike[M] | None = None) -> None:
        """Sets what stays where it is when the list or sizes change: see `Anchor`. What is visible is held by
        its first item of those that are still there, in order and close together; if these are fewer than
        half, the offset stays. `item` is held instead while it is visible: a row that the user opens.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(range(10, 100))
        >>> view = shown.laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.set_layout(iqlist.SectionLayout(item=20))
        >>> view.set_anchor(iqlist.Anchor.HOLD)
        >>> _ = view.layout()
        >>> _ = shown.set_items(range(100))
        >>> view.layout().offset
        200.0
        """
        self._live()
        about = abi.iq_item() if item is None else self._about(item).item
        self._call(abi.iq_view_set_anchor, to_uint32(anchor, "anchor is"), about)

    @property
    def scroll_position(self) -> ScrollPosition | None:
        """The scroll position of the last scene, by key; None if there is no scene yet, or it shows no
        item."""
        raw = abi.iq_scroll_position(struct_size=sizeof(abi.iq_scroll_position))
        if not self._finds(abi.iq_view_get_scroll_position, byref(raw)):
            return None
        flags = SceneFlag(raw.flags)
        return ScrollPosition(
            raw_key(bytes(raw.section)),
            raw_key(bytes(raw.item)),
            raw.within,
            SceneFlag.AT_START in flags,
            SceneFlag.AT_END in flags,
        )

    def set_scroll_position(self, position: ScrollPosition) -> None:
        """Scrolls there with the first layout that has the item, unless `scroll` or `scroll_to` is called
        before.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(range(100))
        >>> with shown.laid_out_view() as view:
        ...     view.set_size(100, 100)
        ...     view.scroll(1000)
        ...     _ = view.layout()
        ...     saved = view.scroll_position
        >>> view = shown.laid_out_view()
        >>> view.set_size(100, 100)
        >>> view.set_scroll_position(saved)
        >>> view.layout().offset
        1000.0
        """
        expect(position, ScrollPosition, "position is")
        raw = abi.iq_scroll_position(
            struct_size=sizeof(abi.iq_scroll_position),
            section=key_struct(position.section),
            item=key_struct(position.item),
            within=number(position.within, "within is"),
            flags=abi.IQ_SCENE_AT_START * bool(position.at_start)
            | abi.IQ_SCENE_AT_END * bool(position.at_end),
        )
        self._call(abi.iq_view_set_scroll_position, byref(raw))

    # --- what is passed on

    def _version(self) -> int:
        """The version of the list now."""
        info = abi.iq_list_info(struct_size=sizeof(abi.iq_list_info))
        check(abi.iq_list_get_info(self.list._pointer, byref(info)))
        return int(info.version)

    def _target(self, element: Any, align: int, kind: int, index: int, margin: float) -> abi.iq_scroll_target:
        self._live()
        return abi.iq_scroll_target(
            struct_size=sizeof(abi.iq_scroll_target),
            element=self._about(element, kind, index),
            align=to_uint32(align, "align is"),
            margin=number(margin, "margin is"),
        )

    def __enter__(self) -> LaidOutView[M]:
        return self

    def __repr__(self) -> str:
        return "<LaidOutView, closed>" if self.closed else f"<LaidOutView of {self.list!r}>"


class LaidOutSource(ViewSource[M]):
    """The part of a list that makes views that are laid out."""

    def laid_out_view(self, options: ViewOptions | None = None) -> LaidOutView[M]:
        """Makes a view that is laid out: see `LaidOutView` and `ViewOptions`. It shows nothing before
        `LaidOutView.set_size` and `LaidOutView.layout`. `LimitError` if the list has 8 views; `ArgumentError`
        and `RangeError` for an option.

        >>> import iqlist
        >>> shown = iqlist.List.of_items(["a", "b", "c"])
        >>> view = shown.laid_out_view(iqlist.ViewOptions(grain=1, horizontal=True))
        >>> view.set_size(50, 1)
        >>> view.set_layout(iqlist.SectionLayout(item=10))
        >>> [place.frame.x for place in view.layout()]
        [0.0, 10.0, 20.0]
        """
        given, home = options or ViewOptions(), Home()
        home.move_here()
        core = create(abi.iq_view, abi.iq_view_create, self._pointer, byref(options_struct(given)), home=home)
        return LaidOutView._made(self, core, home, given)
