"""The layouts that `iqlist picture` draws, by the names that they have on the command line."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from .. import SectionLayout, SizeRule

LAYOUTS = ("list", "grid:N", "flow", "lanes:N")
"""As the help lists them. Another one needs its name here, and its case in `Layout.of_section`."""
MOST = {"grid": 64, "lanes": 32}
"""How many columns or lanes there may be."""
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
            lanes=self.name == "lanes",
        )


def layout(text: str) -> Layout:
    """The layout that an argument names. ArgumentTypeError if there is none."""
    name, colon, number = text.partition(":")
    if name in MOST:
        if not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= MOST[name]:
            example = f"from 1 to {MOST[name]} behind its name, as {name}:4"
            raise argparse.ArgumentTypeError(f"{text!r} has no number {example}")
        return Layout(name, int(number))
    if colon or name not in LAYOUTS:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(LAYOUTS)}")
    return Layout(name)
