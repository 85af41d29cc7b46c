"""The layouts that `iqlist picture` draws, by the names that they have on the command line."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from .. import SectionLayout, SizeRule

LAYOUTS = ("list", "grid:N", "flow")
"""As the help lists them. Another one needs its name here, and its case in `Layout.of_section`."""
COLUMNS = range(1, 65)
"""How many columns a grid may have."""
HEADER = 24
"""How high the header of a section is."""


class Layout(NamedTuple):
    """A layout, and the number behind its name."""

    name: str
    number: int = 1

    def of_section(self, rule: SizeRule, spacing: float, is_sticky: bool) -> SectionLayout:
        """The layout of sections whose items have this rule."""
        return SectionLayout(
            columns=self.number,
            item=rule,
            header=HEADER,
            line_spacing=spacing,
            item_spacing=spacing,
            sticky_header=is_sticky,
            flow=self.name == "flow",
        )


def layout(text: str) -> Layout:
    """The layout that an argument names. ArgumentTypeError if there is none."""
    name, colon, number = text.partition(":")
    if name == "grid":
        if not number.isascii() or not number.isdecimal() or int(number) not in COLUMNS:
            raise argparse.ArgumentTypeError(f"{text!r} has no number of columns from 1 to 64, as grid:4")
        return Layout(name, int(number))
    if name not in LAYOUTS or colon:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(LAYOUTS)}")
    return Layout(name)
