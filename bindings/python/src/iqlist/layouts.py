"""How a view is laid out: its options, and the lengths, rules and layouts of sections. All are values:
frozen, equal if their fields are, in the host's units (points, pixels, terminal cells)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping
from ctypes import sizeof
from dataclasses import dataclass
from typing import Any, Callable, NamedTuple, Union

from . import abi
from ._buffers import is_buffer
from ._calls import to_size, to_uint32
from ._checks import brief, expect, integer, is_a, is_number, number, numbers, wrong
from .classes import CellClass
from .identity import Key


class Size(NamedTuple):
    """A size, in units.

    >>> Size(320, 44).height
    44
    """

    width: float
    height: float


class Rect(NamedTuple):
    """A rectangle, in units. Its left and top edges belong to it, its right and bottom ones do not.

    >>> frame = Rect(0, 44, 320, 44)
    >>> frame.right, frame.bottom, frame.contains(0, 44), frame.contains(0, 88)
    (320, 88, True, False)
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its bottom edge."""
        return self.y + self.height

    def contains(self, x: float, y: float) -> bool:
        """Whether it has a point in it.

        >>> Rect(0, 0, 10, 10).contains(9.5, 0)
        True
        """
        return self.x <= x < self.right and self.y <= y < self.bottom


class Insets(NamedTuple):
    """Room left free at the four sides, in units. Leading is left; in a view with `rtl` it is right.

    >>> Insets(top=8, bottom=8)
    Insets(top=8, leading=0, bottom=8, trailing=0)
    """

    top: float = 0
    leading: float = 0
    bottom: float = 0
    trailing: float = 0


NO_SIZE, NO_INSETS = Size(0, 0), Insets()


@dataclass(frozen=True)
class Auto:
    """As long as the content is: measured, or set by `LaidOutView.set_sizes`; `value` units until then (0:
    44, of headers and footers 22).

    >>> Auto(), Auto(60)
    (Auto(value=0), Auto(value=60))
    """

    value: float = 0

    def __post_init__(self) -> None:
        number(self.value, "value of Auto is")


@dataclass(frozen=True)
class Fixed:
    """`value` units, from 0 to 2**20.

    >>> Fixed(44)
    Fixed(value=44)
    """

    value: float

    def __post_init__(self) -> None:
        number(self.value, "value of Fixed is")


@dataclass(frozen=True)
class Relative:
    """`value` times the length of the window without its insets.

    >>> Relative(0.5)
    Relative(value=0.5)
    """

    value: float

    def __post_init__(self) -> None:
        number(self.value, "value of Relative is")


@dataclass(frozen=True)
class Aspect:
    """The other length by a ratio: `value` is width / height (0: 1). So a height is the width of the column
    divided by it, and in a horizontal view a width is the height multiplied by it.

    >>> Aspect(1.5)
    Aspect(value=1.5)
    """

    value: float = 1

    def __post_init__(self) -> None:
        number(self.value, "value of Aspect is")


Length = Union[Auto, Fixed, Relative, Aspect]
"""A width or a height: `Auto`, `Fixed`, `Relative` or `Aspect`."""

UNITS: dict[type, int] = {
    Auto: abi.IQ_LENGTH_AUTO,
    Fixed: abi.IQ_LENGTH_FIXED,
    Relative: abi.IQ_LENGTH_RELATIVE,
    Aspect: abi.IQ_LENGTH_ASPECT,
}


@dataclass(frozen=True)
class SizeRule:
    """How large the items, headers, footers or loaders of a section are that have no size of their own. Only
    the length along the axis counts: `height`, in a horizontal view `width`, and `additional` of it. Across,
    an item takes its column, and an element all of the window but the view's insets.

    A number is `Fixed`. `insets` stand around the cell, within its place; `indent` at its leading side, and
    `level_indent` once more for each level of the item. They change frames, not lengths.

    >>> SizeRule(height=Aspect(1), additional=Size(0, 20)).height
    Aspect(value=1)
    """

    width: Length | float = Auto()
    height: Length | float = Auto()
    additional: Size = NO_SIZE
    insets: Insets = NO_INSETS
    indent: float = 0
    level_indent: float = 0

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            check_length(getattr(self, name), f"{name} is")
        keep_numbers(self, "additional", Size)
        keep_numbers(self, "insets", Insets)
        number(self.indent, "indent is")
        number(self.level_indent, "level_indent is")


Rule = Union[SizeRule, Length, float]
"""A `SizeRule`; a length, which is that along the axis; or a number of units, which is `Fixed`."""


def length_of(given: Length | float) -> Length:
    """A length that may be given as a number."""
    return Fixed(given) if is_number(given) else given  # type: ignore[arg-type, return-value]


def check_length(given: object, what: str) -> None:
    """TypeError for what is neither a length nor a number."""
    if type(given) not in UNITS and not is_number(given):
        raise wrong(what, "Auto, Fixed, Relative, Aspect or a number", given)


def check_rule(given: object, what: str) -> None:
    """TypeError for what is neither a rule, nor a length, nor a number."""
    if not isinstance(given, SizeRule) and type(given) not in UNITS and not is_number(given):
        raise wrong(what, "a SizeRule, a length or a number", given)


def keep_numbers(owner: object, name: str, kind: type[Size | Insets]) -> None:
    """TypeError if a field of a frozen object is no tuple of that kind. A plain tuple becomes one."""
    given = getattr(owner, name)
    numbers(given, kind, f"{name} {'are' if name == 'insets' else 'is'}")
    if type(given) is not kind:
        object.__setattr__(owner, name, kind(*given))


def rule_of(given: Rule) -> SizeRule:
    """The rule that a layout was given."""
    if isinstance(given, SizeRule):
        return given
    length = length_of(given)
    return SizeRule(length, length)


class Measured(NamedTuple):
    """What `SectionLayout.measure` is asked about: an item, or with `kind` a header, footer or loader. `size`
    is what is assumed: across, the room that there is.

    >>> Measured(None, 1, 0, Key("a"), 0, "Title", None, 0, Size(320, 22)).size.width
    320
    """

    item: Any
    """The `Item`, None for an element."""
    kind: int
    """0 for an item, else an `ElementKind`."""
    element_index: int
    """Of an element, among those of its kind."""
    key: Key
    content: int
    model: Any
    cell_class: CellClass | None
    level: int
    size: Size
    section: Key | None = None
    """Of an element, the key of its section; None for one of the list."""


Answer = Union[float, Size, "tuple[float, float]", None]
"""The length of something along the axis of the view, or its size; None: it is not known."""
Measure = Callable[["list[Measured]"], "list[Answer]"]


@dataclass(frozen=True)
class Room:
    """What the functions of a `CustomLayout` see: the key of the section, how many items it has, and the room
    across, in units.

    >>> Room(Key("s"), 100, 320).across
    320
    """

    section: Key
    count: int
    across: float


@dataclass(frozen=True)
class CustomLayout:
    """Where the items of a section are, in coordinates of their own, which begin at 0 within the insets of
    the section: a honeycomb, a timeline, a calendar.

    `extent(room)` returns how long all items are along the axis. `items(room, start, end)` returns the
    indexes of those that are shown from `start` to `end` along the axis, as a `range`; others among them do
    no harm. `frame(room, index)` returns where one is, as a `Rect` whose x is from leading to trailing. All
    lengths are in units.

    What they return follows from the `Room` alone: an answer is kept until that changes or the layout is set
    again. It is cut to what can be: items are within the extent and the room, and one without a length along
    the axis has no place. They are called by `LaidOutView.layout`, and by what scrolls or asks where
    something is; what they raise is raised from there, and the next call asks again.

    >>> import iqlist
    >>> steps = iqlist.CustomLayout(
    ...     extent=lambda room: room.count * 10,
    ...     items=lambda room, start, end: range(int(start / 10), int(end / 10) + 1),
    ...     frame=lambda room, index: iqlist.Rect(index * 5, index * 10, 20, 10),
    ... )
    >>> view = iqlist.List.of_items(["a", "b", "c"]).laid_out_view()
    >>> view.set_size(100, 100)
    >>> view.set_layout(iqlist.SectionLayout(custom=steps))
    >>> [(place.frame.x, place.frame.y) for place in view.layout()]
    [(0.0, 0.0), (5.0, 10.0), (10.0, 20.0)]
    """

    extent: Callable[[Room], float]
    items: Callable[[Room, float, float], range]
    frame: Callable[[Room, int], Rect]

    def __post_init__(self) -> None:
        for name in ("extent", "items", "frame"):
            if not callable(getattr(self, name)):
                raise wrong(f"{name} is", "a function", getattr(self, name))


@dataclass(frozen=True)
class SectionLayout:
    """How a section is laid out: rows of `columns` items, 1 (or 0: a list) to 64 (a grid). A column is
    floor((room - (columns - 1) x item_spacing) / columns) units wide, and a row is as long along the axis as
    its longest item. An item of a grid that is wider than its column takes as many as it needs; if these are
    not left in the row, it begins the next one. With `flow` there are no columns: in each line are as many
    items as fit, at most 64, each as wide as its own size or rule says. With `lanes` there are `columns`
    lanes (at most 32) beside each other, each of which grows by itself: an item goes to the lane that is the
    shortest before it, when its size is set or when it is first drawn, and stays there. With `centered` the
    items of a row or line stand in the middle of the room; with `justified` what it leaves is given to the
    gaps between them, but not in the last one. With `fit` there are as many columns, or lanes, as fit if each
    is as wide as the rule of `item` says, or wider, and at most `columns` (0: 64, lanes 32). With `custom`
    the items are where that says.

    `item`, `header`, `footer`, `page` (the loaders of pages): see `Rule`. `insets` are around the items, not
    around header and footer. `line_spacing` is between rows, `item_spacing` between the items of a row. With
    `sticky_header` the headers stay in view while their section is, and its end pushes them out; likewise
    `sticky_footer` at the window's end. Elements of the list itself are of the view's default layout.

    `measure(elements)` says how large things are whose length is `Auto`: it is asked in batches when they
    come near the window and their size is not known, or no longer: see `Measured`. It returns a length along
    the axis, a `Size` or None (not known) for each. It is called by `LaidOutView.layout`, on that thread, may
    read and change every list, and what it raises is raised from there, with a note (`__notes__`) that says
    what it was asked about; the next layout asks again. A function that refers to its view keeps that alive
    until `close`.

    A field of another type is a TypeError at once. Lengths are finite numbers from 0 to 2**20, else
    `LaidOutView.set_layout` raises `RangeError`; what `measure` returns beyond that is cut.

    >>> SectionLayout(columns=4, item=Aspect(1), item_spacing=5, insets=Insets(10, 10, 10, 10)).columns
    4
    """

    columns: int = 1
    item: Rule = Auto()
    header: Rule = Auto()
    footer: Rule = Auto()
    page: Rule = Auto()
    insets: Insets = NO_INSETS
    line_spacing: float = 0
    item_spacing: float = 0
    sticky_header: bool = False
    sticky_footer: bool = False
    measure: Measure | None = None
    flow: bool = False
    lanes: bool = False
    centered: bool = False
    justified: bool = False
    fit: bool = False
    custom: CustomLayout | None = None

    def __post_init__(self) -> None:
        integer(self.columns, "columns is")
        for name in ("item", "header", "footer", "page"):
            check_rule(getattr(self, name), f"{name} is")
        keep_numbers(self, "insets", Insets)
        number(self.line_spacing, "line_spacing is")
        number(self.item_spacing, "item_spacing is")
        if self.measure is not None and not callable(self.measure):
            raise wrong("measure is", "a function", self.measure)
        if self.custom is not None:
            expect(self.custom, CustomLayout, "custom is")
        if self.flow + self.lanes + (self.custom is not None) > 1:
            raise ValueError("a layout is either a flow, or lanes, or custom")

    @property
    def has_functions(self) -> bool:
        """Whether the library has to call something."""
        return self.measure is not None or self.custom is not None


@dataclass(frozen=True)
class ViewOptions:
    """Options of a view that is laid out: see `List.laid_out_view`.

    `horizontal`: it scrolls from side to side. `rtl`: leading is right, and x is mirrored wherever it goes in
    or out. `gravity_end`: content that is smaller than the window stands at its end. `sticky_header` and
    `sticky_footer`: the list's own header and footer stay in the window. `bind_edges`: see `List.view`.
    `grain`: sizes are rounded to multiples of it, a power of two from 1/1024 to 1; 0 is 1/1024. With 1
    everything is integral: for terminals. `insets` are around all content: what covers the window.
    `section_spacing` is between sections, `overscan` beyond both edges of the window: what is there has
    places and cells. What is within `prefetch` beyond that is prefetched; 0 is one window, ahead of the
    scroll. So near the end as `end_threshold` counts as at it; 0: less than 1. So many measured sizes as
    `kept_sizes` are kept by key, up to 2**20: an item with a content that leaves and comes again is not
    measured anew; 0: 4096. `free_origin`, for toolkits that own the offset: corrections move the start of the
    content, `Scene.minimum`, and never the offset; without it, set anew, the start is at 0 again.

    >>> import dataclasses
    >>> terminal = ViewOptions(grain=1)
    >>> dataclasses.replace(terminal, section_spacing=1).grain
    1
    """

    horizontal: bool = False
    rtl: bool = False
    gravity_end: bool = False
    sticky_header: bool = False
    sticky_footer: bool = False
    bind_edges: bool = False
    grain: float = 0
    insets: Insets = NO_INSETS
    section_spacing: float = 0
    overscan: float = 0
    prefetch: float = 0
    end_threshold: float = 0
    kept_sizes: int = 0
    free_origin: bool = False

    def __post_init__(self) -> None:
        keep_numbers(self, "insets", Insets)
        for name in ("grain", "section_spacing", "overscan", "prefetch", "end_threshold"):
            number(getattr(self, name), f"{name} is")
        integer(self.kept_sizes, "kept_sizes is")


def insets_struct(insets: Insets) -> abi.iq_insets:
    """Insets as the library takes them."""
    return abi.iq_insets(*numbers(insets, Insets, "insets are"))


def options_struct(options: ViewOptions) -> abi.iq_view_options:
    """The options as the library takes them."""
    expect(options, ViewOptions, "options are")
    return abi.iq_view_options(
        struct_size=sizeof(abi.iq_view_options),
        flags=abi.IQ_VIEW_LAID_OUT
        | abi.IQ_VIEW_HORIZONTAL * bool(options.horizontal)
        | abi.IQ_VIEW_RTL * bool(options.rtl)
        | abi.IQ_VIEW_GRAVITY_END * bool(options.gravity_end)
        | abi.IQ_VIEW_STICKY_HEADER * bool(options.sticky_header)
        | abi.IQ_VIEW_STICKY_FOOTER * bool(options.sticky_footer)
        | abi.IQ_VIEW_BIND_EDGES * bool(options.bind_edges)
        | abi.IQ_VIEW_FREE_ORIGIN * bool(options.free_origin),
        grain=number(options.grain, "grain is"),
        insets=insets_struct(options.insets),
        section_spacing=number(options.section_spacing, "section_spacing is"),
        overscan=number(options.overscan, "overscan is"),
        prefetch=number(options.prefetch, "prefetch is"),
        end_threshold=number(options.end_threshold, "end_threshold is"),
        kept_sizes=to_size(options.kept_sizes),
    )


def layout_struct(layout: SectionLayout) -> abi.iq_section_layout:
    """A layout as the library takes it, but for its functions."""
    expect(layout, SectionLayout, "a layout is")
    return abi.iq_section_layout(
        struct_size=sizeof(abi.iq_section_layout),
        kind=_kind(layout),
        flags=abi.IQ_SECTION_LAYOUT_STICKY_HEADER * bool(layout.sticky_header)
        | abi.IQ_SECTION_LAYOUT_STICKY_FOOTER * bool(layout.sticky_footer)
        | abi.IQ_SECTION_LAYOUT_CENTER * bool(layout.centered)
        | abi.IQ_SECTION_LAYOUT_JUSTIFY * bool(layout.justified)
        | abi.IQ_SECTION_LAYOUT_FIT * bool(layout.fit),
        columns=to_uint32(layout.columns),
        item=_rule_struct(layout.item),
        header=_rule_struct(layout.header),
        footer=_rule_struct(layout.footer),
        page=_rule_struct(layout.page),
        insets=insets_struct(layout.insets),
        line_spacing=number(layout.line_spacing, "line_spacing is"),
        item_spacing=number(layout.item_spacing, "item_spacing is"),
    )


def _kind(layout: SectionLayout) -> int:
    if layout.custom is not None:
        return abi.IQ_LAYOUT_CUSTOM
    if layout.lanes:
        return abi.IQ_LAYOUT_LANES
    return abi.IQ_LAYOUT_FLOW if layout.flow else abi.IQ_LAYOUT_ROWS


def size_struct(given: Answer, is_horizontal: bool, of: object = None) -> abi.iq_size:
    """A size as the library takes it. `of` is what has it, for errors."""
    if type(given) is float:
        return abi.iq_size(given, math.nan) if is_horizontal else abi.iq_size(math.nan, given)
    if given is None:
        return abi.iq_size(math.nan, math.nan)
    if isinstance(given, tuple):
        return abi.iq_size(*numbers(given, Size, "a size is"))
    if not is_number(given):
        what = "a size is" if of is None else f"the size of {brief.repr(of)} is"
        raise wrong(what, "a number, a Size or None", given)
    along = number(given, "a size is")
    return abi.iq_size(along, math.nan) if is_horizontal else abi.iq_size(math.nan, along)


def listed_sizes(sizes: Any) -> list[tuple[Any, Answer]]:
    """Sizes of elements, each with its element. TypeError for what is no mapping and has no pairs."""
    expected = "a mapping, or pairs of an element and its size"
    if is_a(sizes, Mapping):
        return [*sizes.items()]
    if is_a(sizes, str, bytes) or not is_a(sizes, Iterable):
        raise wrong("sizes are", expected, sizes)
    made: list[tuple[Any, Answer]] = []
    for pair in sizes:
        kind: Any = pair.__class__
        if (kind is not tuple and not is_a(pair, tuple, list)) or len(pair) != 2:
            raise TypeError(f"sizes are {expected}: number {len(made)} is {brief.repr(pair)}")
        made.append(pair)
    return made


def doubles(lengths: Any) -> Any:
    """Lengths as a column of doubles: a buffer of them is taken as it is."""
    if is_buffer(lengths):
        with memoryview(lengths) as view:
            if view.format.lstrip("@=<") == "d":
                return lengths
            lengths = view.tolist()
    if is_a(lengths, str) or not is_a(lengths, Iterable):
        raise wrong("lengths are", "numbers, a buffer of them, or one number", lengths)
    given: list[Any] = list(lengths)
    try:
        return array("d", given)
    except (TypeError, OverflowError):
        return array("d", [number(each, "a length is") for each in given])


def _rule_struct(given: Rule) -> abi.iq_size_rule:
    rule = rule_of(given)
    return abi.iq_size_rule(
        width=_length_struct(rule.width),
        height=_length_struct(rule.height),
        additional=abi.iq_size(*numbers(rule.additional, Size, "additional is")),
        insets=insets_struct(rule.insets),
        indent=number(rule.indent, "indent is"),
        level_indent=number(rule.level_indent, "level_indent is"),
    )


def _length_struct(given: Length | float) -> abi.iq_length:
    length = length_of(given)
    return abi.iq_length(unit=UNITS[type(length)], value=number(length.value, "a length is"))
