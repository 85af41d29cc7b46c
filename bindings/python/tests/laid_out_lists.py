"""Small lists, and views of them that are laid out."""

from __future__ import annotations

from typing import Any

from iqlist import ElementKind, LaidOutView, List, SectionLayout, Supplementary, ViewOptions

HEADER = Supplementary(ElementKind.HEADER, "header")
FOOTER = Supplementary(ElementKind.FOOTER, "footer")


def laid_out(
    shown: List[Any], layout: SectionLayout, width: float = 320, height: float = 568, **options: Any
) -> LaidOutView[Any]:
    """A view of a list, with a layout for all sections."""
    view = shown.laid_out_view(ViewOptions(**options))
    view.set_size(width, height)
    view.set_layout(layout)
    return view


def small(shown: List[Any], layout: SectionLayout, **options: Any) -> LaidOutView[Any]:
    """The same in a window of 100 x 100."""
    return laid_out(shown, layout, 100, 100, **options)


def sectioned(*sections: Any) -> List[Any]:
    """A list of these sections."""
    shown: List[Any] = List()
    shown.set(list(sections))
    return shown
