"""How the items of a section stand across: from layouts, which leave things out and speak of widths, to what
a view takes.

    window 320, width 100     3 columns, 10 between them        with columns of 100 an item of
    window 320, width 200     1 column of 200                   101 takes two, one of 220 too: 210
    flow, room 320, spacing 8                                   widths 100 150 60 | 320 | 40
    3 lanes, room 320, spacing 10                               100 each, whatever an item says

A layout of another kind has its place here: in `Lines.of`, and in `Lines.own_width`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from iqlist import Aspect, Fixed, Insets, SectionLayout, SizeRule

from .layouts import Layout
from .windows import Window

MOST_COLUMNS, MOST_LANES = 64, 32

SLACK = 1e-9
"""A third of the room may be a little more than that in doubles."""


@dataclass(frozen=True)
class Lines:
    """The rows, the lines of a flow, or lanes, which are columns. `room` is that of a row or line, within the
    insets of the section; `narrow` the width of the cells of a single column that do not fill it."""

    window: Window
    room: float
    columns: int = 1
    spacing: float = 0
    is_flow: bool = False
    is_lanes: bool = False
    narrow: float | None = None

    @classmethod
    def of(cls, window: Window, layout: Layout, rule: SizeRule) -> Lines:
        """Of a layout with nothing left out. The width of the rule makes columns, where nothing else says
        how many there are."""
        room, spacing = window.room_within(layout.insets or Insets()), layout.item_spacing or 0
        single = cls(window, room, 1, spacing, bool(layout.flow), bool(layout.lanes))
        if layout.flow:
            return single
        if layout.columns is not None:
            return replace(single, columns=max(layout.columns, 1))
        width = window.across(rule)
        if width is None or width <= 0 or width + spacing <= 0:
            return single
        most = MOST_LANES if layout.lanes else MOST_COLUMNS
        count = min(math.floor((room + spacing) / (width + spacing) + SLACK), most)
        if count > 1:
            # Rounded down, so that they fit.
            grain = window.options.grain or 1 / 1024
            between = math.floor((room - count * whole(width)) / (count - 1) / grain + SLACK) * grain
            return replace(single, columns=count, spacing=max(spacing, between))
        return replace(single, narrow=width if width < room else None)

    @property
    def column(self) -> float:
        """The width of a column."""
        if self.columns == 1:
            return self.room
        return whole((self.room - (self.columns - 1) * self.spacing) / self.columns)

    def own_width(self, width: float | None) -> float | None:
        """How wide the place of an item is that says a width; None: it is as wide as all, or nobody knows. In
        lanes all are. What columns lose to whole units makes no item wider."""
        if width is None or self.is_flow:
            return None if width is None else min(width, self.room)
        step = (self.room + self.spacing) / self.columns
        if self.columns == 1 or self.is_lanes or step <= 0:
            return None
        taken = min(math.ceil((whole(width) + self.spacing) / step - SLACK), self.columns)
        return taken * (self.column + self.spacing) - self.spacing if taken > 1 else None

    def width(self, own: float | None) -> float | None:
        """How wide an item is, given its own width; None: nobody knows."""
        if own is not None or self.is_flow:
            return own
        return self.column if self.narrow is None else self.narrow

    def place(self, own: float | None) -> float:
        """How wide the place of an item is, with what does not fill the row; of a flow at most."""
        if own is not None:
            return own
        return self.room if self.is_flow else self.column

    def fitted(self, rule: SizeRule) -> SizeRule:
        """The rule of the places of single columns: what does not fill the row stands at its leading side."""
        if self.narrow is None:
            return rule
        if isinstance(self.window.lengths(rule)[0], Aspect):
            rule = self.window.with_along(rule, Fixed(self._height(rule, self.narrow)))
        free = self.room - self.narrow
        if self.window.options.horizontal:
            return replace(rule, insets=rule.insets._replace(bottom=rule.insets.bottom + free))
        return replace(rule, insets=rule.insets._replace(trailing=rule.insets.trailing + free))

    def _height(self, rule: SizeRule, across: float) -> float:
        added, _ = self.window.sides(*rule.additional)
        return (self.window.along(rule, across) or 0) - added

    def section_layout(self, layout: Layout, rules: dict[str, SizeRule], measure: object) -> SectionLayout:
        """The layout of a section as a view takes it. `rules` are those of items, headers, footers and
        loaders."""
        return SectionLayout(
            columns=self.columns,
            item=rules["item"],
            header=rules["header"],
            footer=rules["footer"],
            page=rules["page"],
            insets=layout.insets or Insets(),
            line_spacing=layout.line_spacing or 0,
            item_spacing=self.spacing,
            sticky_header=bool(layout.sticky_header),
            sticky_footer=bool(layout.sticky_footer),
            measure=measure,  # type: ignore[arg-type]
            flow=self.is_flow,
            lanes=self.is_lanes,
            centered=bool(layout.centered),
            justified=bool(layout.justified),
        )


def whole(width: float) -> float:
    """A width in whole units, as columns have; one of less than a unit is as it is."""
    return width if width < 1 else math.floor(width + SLACK)
