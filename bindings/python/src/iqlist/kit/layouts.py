"""How sections are laid out: what they leave out, sizes that depend on the window, widths that become
columns."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any, Callable, Union

from iqlist import Aspect, Auto, Fixed, Insets, Length, Relative, SectionLayout, Size, SizeRule, ViewOptions

SizeLike = Union[SizeRule, Length, float, Size, Callable[[Size], Any]]
"""How large something is: a number of units or an `iqlist.Length`, which is the length along the axis of the
view; an `iqlist.Size` or an `iqlist.SizeRule`; or a function of the size of the window that returns one of
these."""

Answer = Union[float, Size, "tuple[float, float]", None]
"""How large a cell is for what it shows: a length along the axis, or a size; None: that is not known."""

MOST_COLUMNS = 64


@dataclass(frozen=True)
class Layout:
    """How a section is laid out, as `iqlist.SectionLayout`. What a section leaves out is as the driver's
    layout says, and what that leaves out too as in an `iqlist.SectionLayout`.

    `item`, `header`, `footer` and `page` (loaders) are sizes: see `SizeLike`. `estimate` is the length that
    items have until they are measured. A size with a width gives the number of `columns`: as many as fit into
    a row, with what is left between them; all items of the section then have that size. In a horizontal view
    it is the height that does. Widths of columns are whole units.

    >>> from iqlist import Relative, Size, SizeRule, kit
    >>> half = kit.Layout(item=SizeRule(width=Relative(0.5), height=Relative(1)))
    >>> with kit.Driver([kit.Section("pages", range(5))], layout=half) as driver:
    ...     driver.set_size(320, 568)
    ...     scene = driver.layout()
    >>> scene[1].frame, scene.content
    (Rect(x=160.0, y=0.0, width=160.0, height=568.0), Size(width=320.0, height=1704.0))
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

    def __post_init__(self) -> None:
        for name in ("item", "header", "footer", "page"):
            if getattr(self, name) is not None:
                check_size(getattr(self, name), f"{name} is")
        for name in ("estimate", "line_spacing", "item_spacing"):
            check_number(getattr(self, name), f"{name} is")
        if self.columns is not None and not hasattr(self.columns, "__index__"):
            raise wrong("columns is", "an integer", self.columns)
        insets: Any = self.insets
        if not (insets is None or isinstance(insets, tuple)):
            raise wrong("insets are", "an iqlist.Insets", insets)

    def over(self, other: Layout) -> Layout:
        """This layout, with what it leaves out as another one has it.

        >>> from iqlist import kit
        >>> kit.Layout(columns=2).over(kit.Layout(columns=3, line_spacing=8)).line_spacing
        8
        """
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return replace(other, **{name: value for name, value in given.items() if value is not None})


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


@dataclass(frozen=True)
class Window:
    """The window that sizes depend on, and its axis."""

    size: Size
    options: ViewOptions

    def rule(self, given: SizeLike) -> SizeRule:
        """The rule of a size. TypeError if it is none."""
        found: Any = given
        for _ in range(2):
            if callable(found):
                found = found(self.size)
        if isinstance(found, SizeRule):
            return found
        if isinstance(found, Size):
            return SizeRule(width=Fixed(found.width), height=Fixed(found.height))
        if callable(found):
            raise wrong("a size is", "a number, a length, a Size or a SizeRule", found)
        check_size(found, "a size is")
        length = length_of(found)
        return SizeRule(width=length) if self.options.horizontal else SizeRule(height=length)

    def along(self, rule: SizeRule) -> Length:
        """The length of a rule along the axis."""
        return length_of(rule.width if self.options.horizontal else rule.height)

    def with_along(self, rule: SizeRule, length: Length) -> SizeRule:
        """The rule with another one. Nothing is added to a length that is measured."""
        added = Size(0, 0) if isinstance(length, Auto) else rule.additional
        if self.options.horizontal:
            return replace(rule, width=length, additional=added)
        return replace(rule, height=length, additional=added)

    def units(self, rule: SizeRule, across: float) -> float | None:
        """How long something is along the axis that is so wide across. None: that is measured."""
        length, is_horizontal = self.along(rule), self.options.horizontal
        added = rule.additional.width if is_horizontal else rule.additional.height
        if isinstance(length, Fixed):
            return length.value + added
        if isinstance(length, Relative):
            return length.value * self._extent(is_horizontal) + added
        if isinstance(length, Aspect):
            ratio = length.value or 1
            return (across * ratio if is_horizontal else across / ratio) + added
        return None

    def columns(self, layout: Layout, rule: SizeRule) -> tuple[int, float, SizeRule]:
        """How many columns there are, the room between them, and the rule of what stands in one."""
        spacing = layout.item_spacing or 0
        if layout.columns is not None:
            return layout.columns, spacing, rule
        room = self.room(layout.insets or Insets())
        width = self._across(rule, room)
        if width is None or width <= 0 or width + spacing <= 0:
            return 1, spacing, rule
        # As many as fit, also where a third of the room is a little more than that in doubles.
        count = min(max(1, math.floor((room + spacing) / (width + spacing) + 1e-9)), MOST_COLUMNS)
        if count > 1:
            return count, max(spacing, (room - count * width) / (count - 1)), rule
        free = max(0, room - width)
        insets = rule.insets
        if self.options.horizontal:
            return 1, spacing, replace(rule, insets=insets._replace(bottom=insets.bottom + free))
        return 1, spacing, replace(rule, insets=insets._replace(trailing=insets.trailing + free))

    def room(self, insets: Insets) -> float:
        """How much room a row has."""
        is_horizontal = self.options.horizontal
        taken = insets.top + insets.bottom if is_horizontal else insets.leading + insets.trailing
        return max(0, self._extent(not is_horizontal) - taken)

    def _across(self, rule: SizeRule, room: float) -> float | None:
        """How wide a cell is across. None: as wide as its column."""
        is_horizontal = self.options.horizontal
        length = length_of(rule.height if is_horizontal else rule.width)
        if isinstance(length, Fixed):
            return length.value
        if isinstance(length, Relative):
            return length.value * room
        if isinstance(length, Aspect) and not isinstance(self.along(rule), Aspect):
            along, ratio = self.units(rule, room), length.value or 1
            if along is not None:
                return along / ratio if is_horizontal else along * ratio
        return None

    def _extent(self, is_width: bool) -> float:
        """The width or the height of the window without its insets."""
        insets = self.options.insets
        if is_width:
            return max(0, self.size.width - insets.leading - insets.trailing)
        return max(0, self.size.height - insets.top - insets.bottom)


def section_layout(
    layout: Layout, window: Window, item: SizeRule, elements: dict[str, SizeRule], measure: Any
) -> SectionLayout:
    """The layout of a section as a view takes it. `elements` are the rules of headers, footers and
    loaders."""
    columns, spacing, item = window.columns(layout, item)
    return SectionLayout(
        columns=columns,
        item=item,
        header=elements["header"],
        footer=elements["footer"],
        page=elements["page"],
        insets=layout.insets or Insets(),
        line_spacing=layout.line_spacing or 0,
        item_spacing=spacing,
        sticky_header=bool(layout.sticky_header),
        sticky_footer=bool(layout.sticky_footer),
        measure=measure,
    )
