"""Features: what is done with each cell, each scroll and each frame, beside laying out."""

from __future__ import annotations

from typing import Any

from iqlist import ElementKind, Place, Rect, Scene

AT_TOP = 0.9
"""The progress from which on a header counts as at the top."""


class Feature:
    """Something that a driver with a layout does for its host, in the order in which features were added:
    see `Driver.add_feature`.

    >>> from iqlist import Rect, kit
    >>> class Indented(kit.Feature):
    ...     def process(self, place, scene):
    ...         return place.frame._replace(x=place.frame.x + 10)
    >>> with kit.Driver([kit.Section("names", ["Ada"])], layout=kit.Layout(item=20)) as driver:
    ...     driver.set_size(100, 100)
    ...     driver.add_feature(Indented())
    ...     driver.layout()[0].frame
    Rect(x=10.0, y=0.0, width=100.0, height=20.0)
    """

    def setup(self, cell: Any, place: Place[Any]) -> None:
        """Called once with each cell, when it is shown for the first time."""

    def did_scroll(self, offset: float) -> None:
        """Called by each layout whose offset is another one than that of the last, and by the first."""

    def process(self, place: Place[Any], scene: Scene[Any]) -> Rect:
        """Returns the frame in which something is shown: `place.frame` is that of the feature before."""
        return place.frame


def parallax(frame: Rect, offset: float, factor: float = 0.5) -> Rect:
    """The frame of what scrolls more slowly than the rest: by 1 - `factor` of it.

    >>> from iqlist import Rect, kit
    >>> kit.parallax(Rect(0, -40, 320, 200), 40)
    Rect(x=0, y=-20.0, width=320, height=200)
    """
    return frame._replace(y=frame.y + offset * factor) if offset > 0 else frame


def stretchy(frame: Rect, offset: float) -> Rect:
    """The frame of what is first, where the content is pulled away from the start of the window: it grows by
    as much, and begins there.

    >>> from iqlist import Rect, kit
    >>> kit.stretchy(Rect(0, 30, 320, 200), -30)
    Rect(x=0, y=0, width=320, height=230)
    """
    if offset >= 0:
        return frame
    return frame._replace(y=frame.y + offset, height=frame.height - offset)


def sticky_progress(natural: float, offset: float, threshold: float = 64) -> float:
    """How far a header is on its way to the start of the window: 0 where it is `threshold` units or more away
    from it, 1 where it is stuck there. `natural` is where in the content it is.

    >>> from iqlist import kit
    >>> kit.sticky_progress(200, 136), kit.sticky_progress(200, 168), kit.sticky_progress(200, 300)
    (0.0, 0.5, 1.0)
    """
    return min(max((offset - natural + threshold) / threshold, 0.0), 1.0)


class Parallax(Feature):
    """Lets the first item, or header, of the list scroll more slowly than the others: see `parallax`.

    >>> from iqlist import kit
    >>> with kit.Driver([kit.Section("a", range(9))], layout=kit.Layout(item=100)) as driver:
    ...     driver.add_feature(kit.Parallax())
    ...     driver.set_size(320, 200)
    ...     driver.scroll(40)
    ...     [place.frame.y for place in driver.layout()]
    [-20.0, 60.0, 160.0]
    """

    def __init__(self, factor: float = 0.5) -> None:
        self._factor = factor

    def process(self, place: Place[Any], scene: Scene[Any]) -> Rect:
        pulled = scene.offset - scene.minimum
        return parallax(place.frame, pulled, self._factor) if is_first(place, scene) else place.frame


class StretchyHeader(Feature):
    """Lets the first item, or header, of the list grow while the content is pulled: see `stretchy`.

    >>> from iqlist import kit
    >>> with kit.Driver([kit.Section("a", range(9))], layout=kit.Layout(item=100)) as driver:
    ...     driver.add_feature(kit.StretchyHeader())
    ...     driver.set_size(320, 200)
    ...     driver.scroll(-40)
    ...     [(place.frame.y, place.frame.height) for place in driver.layout()]
    [(0.0, 140.0), (140.0, 100.0)]
    """

    def process(self, place: Place[Any], scene: Scene[Any]) -> Rect:
        pulled = scene.offset - scene.minimum
        return stretchy(place.frame, pulled) if is_first(place, scene) else place.frame


class StickyHeader(Feature):
    """Tells the cells of headers how far they are on the way to the start of the window, and whether they
    have arrived there: in their attributes `sticky_progress` and `is_at_top`. That headers stick is said by
    `Layout.sticky_header`.

    >>> from iqlist import kit
    >>> class Title(kit.Cell[str]):
    ...     sticky_progress, is_at_top = 0.0, False
    >>> a, b = (kit.Section(name, [name + "1", name + "2"], header=name, header_cell=Title) for name in "AB")
    >>> with kit.Driver([a, b], layout=kit.Layout(item=50, header=20, sticky_header=True)) as driver:
    ...     driver.add_feature(kit.StickyHeader())
    ...     driver.set_size(320, 60)
    ...     driver.scroll(88)
    ...     [(place.model, place.cell.sticky_progress) for place in driver.layout() if place.kind]
    [('B', 0.5), ('A', 1.0)]
    """

    def __init__(self, threshold: float = 64) -> None:
        self._threshold = threshold

    def process(self, place: Place[Any], scene: Scene[Any]) -> Rect:
        if place.kind == ElementKind.HEADER and place.cell is not None:
            progress = sticky_progress(place.natural + scene.offset, scene.offset, self._threshold)
            place.cell.sticky_progress, place.cell.is_at_top = progress, progress >= AT_TOP
        return place.frame


def is_first(place: Place[Any], scene: Scene[Any]) -> bool:
    """Whether nothing of the list is before what is there, but loaders."""
    return may_be_first(place) and all(
        place.natural <= other.natural for other in scene if may_be_first(other)
    )


def may_be_first(place: Place[Any]) -> bool:
    """Whether it is the first item, or a header before that."""
    if place.kind == ElementKind.HEADER:
        return place.position is None or place.position.section == 0
    return place.index == 0
