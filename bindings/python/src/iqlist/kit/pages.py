"""Pages: the items behind an edge of a section or a list, which are loaded when the user comes near."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from iqlist import Edge, PageState

from .parts import LoadPage, Part

LOADERS = {Edge.START: Part.PAGE_START, Edge.END: Part.PAGE_END}
"""The element that stands at an edge while there is a page behind it."""


@dataclass(frozen=True)
class Paging:
    """How the items behind an edge are loaded: see `Section.paging`."""

    load: LoadPage
    has_next: bool
    loader: Any
    distance: int
    only_while_loading: bool

    def __post_init__(self) -> None:
        if not 0 <= self.distance < 1 << 32:
            raise ValueError(f"{self.distance} is no number of items")

    @property
    def state(self) -> PageState:
        """What is known of the page if nobody has been asked for it."""
        return PageState.MORE if self.has_next else PageState.ENDED


Pages = dict[Edge, Paging]
