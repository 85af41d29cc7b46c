"""The window of a view, and what sizes are in it. Along is the axis that it scrolls, across the other one."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from iqlist import Aspect, Auto, Fixed, Insets, Length, Relative, Size, SizeRule, ViewOptions

from .layouts import SizeLike, check_size, length_of, wrong

T = TypeVar("T")
"""What is along, and what is across."""


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

    def lengths(self, rule: SizeRule) -> tuple[Length, Length]:
        """Those of a rule, along and across."""
        along, across = self.sides(rule.width, rule.height)
        return length_of(along), length_of(across)

    def sides(self, width: T, height: T) -> tuple[T, T]:
        """What is along and what is across of a width and a height, and the other way round."""
        return (width, height) if self.options.horizontal else (height, width)

    def with_along(self, rule: SizeRule, length: Length) -> SizeRule:
        """The rule with another length along. Nothing is added to one that is measured."""
        _, added = self.sides(*rule.additional)
        return self._with(rule, length, self.lengths(rule)[1], Size(*self.sides(0, added)), length)

    def with_across(self, rule: SizeRule, length: Length) -> SizeRule:
        """The rule with another length across, likewise."""
        added, _ = self.sides(*rule.additional)
        return self._with(rule, self.lengths(rule)[0], length, Size(*self.sides(added, 0)), length)

    def _with(self, rule: SizeRule, along: Length, across: Length, added: Size, new: Length) -> SizeRule:
        width, height = self.sides(along, across)
        added = added if isinstance(new, Auto) else rule.additional
        return replace(rule, width=width, height=height, additional=added)

    def along(self, rule: SizeRule, across: float | None) -> float | None:
        """How long something is along the axis that is so wide across, as far as that is known. None: that is
        measured."""
        length, _ = self.lengths(rule)
        added, _ = self.sides(*rule.additional)
        if isinstance(length, Fixed):
            return length.value + added
        if isinstance(length, Relative):
            return length.value * self.free + added
        if isinstance(length, Aspect) and across is not None:
            ratio = length.value or 1
            return (across * ratio if self.options.horizontal else across / ratio) + added
        return None

    def across(self, rule: SizeRule) -> float | None:
        """How wide a rule says that something is across. None: it takes what there is, or is measured."""
        along, length = self.lengths(rule)
        _, added = self.sides(*rule.additional)
        if isinstance(length, Fixed):
            return length.value + added
        if isinstance(length, Relative):
            return length.value * self.room + added
        if isinstance(length, Aspect) and isinstance(along, (Fixed, Relative)):
            ratio, units = length.value or 1, along.value * (1 if isinstance(along, Fixed) else self.free)
            return (units / ratio if self.options.horizontal else units * ratio) + added
        return None

    @property
    def free(self) -> float:
        """The length of the window along, without its insets."""
        return self._free(*self.sides(*self.size), self.options.insets)[0]

    @property
    def room(self) -> float:
        """The length of the window across, without its insets."""
        return self._free(*self.sides(*self.size), self.options.insets)[1]

    def room_within(self, insets: Insets) -> float:
        """The room across within the insets of a section."""
        return self._free(0, self.room, insets)[1]

    def _free(self, along: float, across: float, insets: Insets) -> tuple[float, float]:
        taken = self.sides(insets.leading + insets.trailing, insets.top + insets.bottom)
        return max(0, along - taken[0]), max(0, across - taken[1])

    def around(self, rule: SizeRule, level: int) -> tuple[float, float]:
        """By how much a place is larger than its cell, along and across."""
        inset, indent = rule.insets, rule.indent + level * rule.level_indent
        return self.sides(inset.leading + inset.trailing + indent, inset.top + inset.bottom)

    def answer(self, along: float, across: float | None) -> Size:
        """A size as a view takes it."""
        return Size(*self.sides(along, math.nan if across is None else across))
