"""How sections are laid out, as far as they say it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Callable, Union

from iqlist import Aspect, Auto, Fixed, Insets, Length, Relative, Size, SizeRule

SizeLike = Union[SizeRule, Length, float, Size, Callable[[Size], Any]]
"""How large something is: a number of units or an `iqlist.Length`, which is the length along the axis of the
view; an `iqlist.Size` or an `iqlist.SizeRule`; or a function of the size of the window that returns one of
these."""

Answer = Union[float, Size, "tuple[float, float]", None]
"""How large a cell is for what it shows: a length along the axis, or a size; None: that is not known."""

TOGETHER = (("columns", "flow", "lanes"), ("centered", "justified"))
"""Fields that say one thing together: where a section has one of them, it leaves out none."""


@dataclass(frozen=True)
class Layout:
    """How a section is laid out, as `iqlist.SectionLayout`. What a section leaves out is as the driver's
    layout says, and what that leaves out too as in an `iqlist.SectionLayout`. `columns`, `flow` and `lanes`
    are one choice, and `centered` and `justified` are: a section that says one of them leaves out none.

    `item`, `header`, `footer` and `page` (loaders) are sizes: see `SizeLike`. `size_for(event, window)`, a
    function or an object that is one, is asked before these about each item, header, footer and loader, as
    `Coordinator.size_for` is. `estimate` is the length that items have until they are measured.

    A width of an item gives the number of `columns`, unless they or a `flow` are given: that of the
    layout, else of the first item. As many as fit stand in a row, with what is left between them. Widths of
    columns are whole units. An item that says by itself that it is wider than a column takes as many as it
    needs. In a `flow` each item is as wide as it says; `item_spacing` and `line_spacing` are the least that
    is between them. With `lanes` the columns, at most 32, are lanes, each of which grows by itself: an item
    goes to the shortest one, is as wide as that, and stays there while the list changes; other layouts and
    sizes of the window choose the lanes anew. In a horizontal view the height is what a width is here.

    >>> from iqlist import Relative, Size, SizeRule, kit
    >>> half = kit.Layout(item=SizeRule(width=Relative(0.5), height=Relative(1)))
    >>> with kit.Driver([kit.Section("pages", range(5))], layout=half) as driver:
    ...     driver.set_size(320, 568)
    ...     scene = driver.layout()
    >>> scene[1].frame, scene.content
    (Rect(x=160.0, y=0.0, width=160.0, height=568.0), Size(width=320.0, height=1704.0))

    >>> def share(event, window):
    ...     return SizeRule(width=Relative(event.model), height=20)
    >>> flow = kit.Layout(flow=True, size_for=share)
    >>> with kit.Driver([kit.Section("shares", [0.25, 0.5, 0.75])], layout=flow) as driver:
    ...     driver.set_size(320, 568)
    ...     [(place.frame.x, place.frame.y, place.frame.width) for place in driver.layout()]
    [(0.0, 0.0, 80.0), (80.0, 0.0, 160.0), (0.0, 20.0, 240.0)]

    >>> lanes = kit.Layout(columns=2, lanes=True, size_for=lambda event, window: event.model)
    >>> with kit.Driver([kit.Section("heights", [60, 120, 40, 80])], layout=lanes) as driver:
    ...     driver.set_size(320, 568)
    ...     [(place.frame.x, place.frame.y, place.frame.height) for place in driver.layout()]
    [(0.0, 0.0, 60.0), (160.0, 0.0, 120.0), (0.0, 60.0, 40.0), (0.0, 100.0, 80.0)]
    """

    columns: int | None = None
    item: SizeLike | None = None
    header: SizeLike | None = None
    footer: SizeLike | None = None
    page: SizeLike | None = None
    estimate: float | None = None
    insets: Insets | None = None
    line_spacing: float | None = None
    item_spacing: float | None = None
    sticky_header: bool | None = None
    sticky_footer: bool | None = None
    flow: bool | None = None
    lanes: bool | None = None
    centered: bool | None = None
    justified: bool | None = None
    size_for: Callable[[Any, Size], Any] | None = None

    def __post_init__(self) -> None:
        for name in ("item", "header", "footer", "page"):
            if getattr(self, name) is not None:
                check_size(getattr(self, name), f"{name} is")
        for name in ("estimate", "line_spacing", "item_spacing"):
            check_number(getattr(self, name), f"{name} is")
        if not (self.size_for is None or callable(self.size_for)):
            raise wrong("size_for is", "a function", self.size_for)
        if self.columns is not None and not hasattr(self.columns, "__index__"):
            raise wrong("columns is", "an integer", self.columns)
        insets: Any = self.insets
        if not (insets is None or isinstance(insets, tuple)):
            raise wrong("insets are", "an iqlist.Insets", insets)
        if self.flow and self.lanes:
            raise ValueError("a layout is either a flow or lanes")

    def over(self, other: Layout) -> Layout:
        """This layout, with what it leaves out as another one has it.

        >>> from iqlist import kit
        >>> kit.Layout(columns=2).over(kit.Layout(columns=3, line_spacing=8)).line_spacing
        8
        """
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        given = {name: value for name, value in given.items() if value is not None}
        left = {name: None for names in TOGETHER if given.keys() & {*names} for name in names}
        return replace(other, **{**left, **given})


def grid(
    items_per_row: int,
    *,
    aspect_ratio: float = 1,
    horizontal_padding: float | None = None,
    additional_height: float = 0,
    item_spacing: float | None = None,
) -> Layout:
    """The layout of a grid: `items_per_row` columns between paddings, as wide as fits, in whole units. The
    height of an item is its width divided by `aspect_ratio`, and `additional_height` more. Padding and
    spacing may be left out, as in a `Layout`.

    >>> from iqlist import kit
    >>> layout = kit.grid(4, horizontal_padding=10, item_spacing=5, additional_height=20)
    >>> with kit.Driver([kit.Section("photos", range(7))], layout=layout) as driver:
    ...     driver.set_size(375, 667)
    ...     driver.layout()[1].frame
    Rect(x=100.0, y=0.0, width=85.0, height=105.0)
    """
    if not hasattr(items_per_row, "__index__"):
        raise wrong("items_per_row is", "an integer", items_per_row)
    check_number(aspect_ratio, "aspect_ratio is")
    check_number(horizontal_padding, "horizontal_padding is")
    check_number(additional_height, "additional_height is")
    return Layout(
        columns=items_per_row,
        item=SizeRule(height=Aspect(aspect_ratio), additional=Size(0, additional_height)),
        insets=None if horizontal_padding is None else Insets(0, horizontal_padding, 0, horizontal_padding),
        item_spacing=item_spacing,
    )


def check_layout(layout: object, of: str) -> None:
    """TypeError for what is no layout, as an `iqlist.SectionLayout`."""
    if not (layout is None or isinstance(layout, Layout)):
        raise TypeError(f"{of} layout is a kit.Layout, not {type(layout).__name__}")


def wrong(what: str, expected: str, given: object) -> TypeError:
    """The error about something of another type: `what` is a parameter and its verb."""
    name = f"the class {given.__name__}" if isinstance(given, type) else type(given).__name__
    return TypeError(f"{what} {expected}, not {name}")


def is_number(given: object) -> bool:
    """Whether something can be a length."""
    return isinstance(given, (int, float)) or hasattr(type(given), "__float__")


def check_number(given: object, what: str) -> None:
    """TypeError for what is neither None nor a number."""
    if given is not None and not is_number(given):
        raise wrong(what, "a number", given)


def check_size(given: Any, what: str) -> None:
    """TypeError for what is no size and no function: a class would be one that nobody means."""
    kinds = (SizeRule, Size, Auto, Fixed, Relative, Aspect)
    is_function = callable(given) and not isinstance(given, type)
    if not (isinstance(given, kinds) or is_number(given) or is_function):
        raise wrong(what, "a number, a length, a Size or a SizeRule", given)


def length_of(given: Length | float) -> Length:
    """A length that may be given as a number."""
    return Fixed(given) if is_number(given) else given  # type: ignore[arg-type, return-value]
