"""The methods of a driver with a layout: it says where everything is, and scrolls."""

from __future__ import annotations

from functools import partial
from typing import Any

from iqlist import Align, LaidOutView, Scene, ScrollPosition, StateError, TakenCell, View

from .delivering import Deliveries
from .features import Feature
from .layouts import Layout, check_layout
from .merging import merge
from .parts import Part
from .poller import Poller
from .router import Router
from .scrolling import Scrolling, ScrollPhase, auto_scroll_speed
from .sizes import Sizes
from .slots import Slot
from .updater import Updater
from .visibility import Visibilities


class Drawn:
    """What a driver with a layout knows of what it draws."""

    def __init__(self, view: LaidOutView[Any], sizes: Sizes, router: Router) -> None:
        self.view, self.sizes = view, sizes
        self.visibilities, self.scrolling = Visibilities(router), Scrolling()
        self.features: list[Feature] = []
        self.scene: Scene[Any] | None = None
        """The scene that was shown last."""
        self.offset: float | None = None
        """The offset that features know."""
        self.dragged: list[TakenCell[Any]] = []
        """The cells of the items that the user drags, which stay."""

    @classmethod
    def of(cls, view: View[Any], layout: Layout | None, router: Router) -> Drawn | None:
        """Of the view of a driver; None if that is not laid out."""
        if not isinstance(view, LaidOutView):
            return None
        check_layout(layout, "a driver's")
        sizes = Sizes(view, layout or Layout(), router)
        router.bound = sizes.bound
        return cls(view, sizes, router)

    def show_after(self, between: Scene[Any] | None, seen: Scene[Any] | None, scene: Scene[Any]) -> None:
        """Shows a scene. Between it and the one that was seen there may be one that was not."""
        if between is not None and between is not scene and self.scene is seen:
            merge(scene, between)
        self.show(scene)

    def show(self, scene: Scene[Any]) -> None:
        """Puts the objects of the kit's cells into a scene, and the frames that features make."""
        if scene is self.scene:
            return
        self.scene = scene
        slots = [place.cell if isinstance(place.cell, Slot) else None for place in scene]
        for place in (*scene.places, *scene.previous):
            if isinstance(place.cell, Slot):
                vars(place)["cell"] = place.cell.cell
        if self.offset != scene.offset:
            self.offset = scene.offset
            for feature in self.features:
                feature.did_scroll(scene.offset)
        for feature in self.features:
            for place, slot in zip(scene, slots):
                if slot is not None and not any(each is feature for each in slot.features):
                    slot.features.append(feature)
                    feature.setup(slot.cell, place)
                vars(place)["frame"] = feature.process(place, scene)

    def end_drag(self) -> None:
        """Gives back the cells of what the user has dragged."""
        dragged, self.dragged = self.dragged, []
        for taken in dragged:
            taken.give()


class LaidOut:
    """What a driver with a layout does beside `Screen`."""

    _drawn: Drawn | None
    _left: Deliveries
    _poller: Poller
    _router: Router
    _updater: Updater
    _follows: bool

    @property
    def _laid_out(self) -> Drawn:
        if self._drawn is None:
            raise StateError("the driver has no layout: make it with `layout=`, or use `show`")
        return self._drawn

    @property
    def laid_out_view(self) -> LaidOutView[Any]:
        """The driver's view, for what the kit has no method of its own for: `set_sizes`, `set_anchor`,
        `find_at`, `neighbour`. `StateError` if the driver has no layout.

        >>> from iqlist import kit
        >>> with kit.Driver([kit.Section("names", ["Ada"])], layout=kit.Layout()) as driver:
        ...     driver.set_size(320, 568)
        ...     driver.laid_out_view.set_sizes({"Ada": 30})
        ...     driver.layout().content.height
        30.0
        """
        return self._laid_out.view

    def set_size(self, width: float, height: float) -> None:
        """Sets the size of the window in units, 0 x 0 at first: see `iqlist.LaidOutView.set_size`.

        >>> from iqlist import kit
        >>> with kit.Driver([kit.Section("names", ["Ada"])], layout=kit.Layout(item=44)) as driver:
        ...     driver.set_size(320, 568)
        ...     driver.layout().content
        Size(width=320.0, height=44.0)
        """
        self._laid_out.sizes.set_size(width, height)

    def set_layout(self, layout: Layout) -> None:
        """Sets the driver's layout, which says what sections leave out.

        >>> from iqlist import kit
        >>> with kit.Driver([kit.Section("names", ["Ada"])], layout=kit.Layout(item=44)) as driver:
        ...     driver.set_layout(kit.Layout(item=20))
        ...     driver.set_size(320, 568)
        ...     driver.layout().content.height
        20.0
        """
        check_layout(layout, "a driver's")
        self._laid_out.sizes.set_layout(layout)

    def invalidate_sizes(self) -> None:
        """Asks again how large everything is, with the next layout: after another font, or where models,
        cell classes or the coordinator answer in another way.

        >>> from iqlist import kit
        >>> class Line(kit.Cell[str]):
        ...     height = 20
        ...     @classmethod
        ...     def size_for(cls, model, window):
        ...         return cls.height
        >>> driver = kit.Driver([kit.Section("lines", ["one"], cell=Line)], layout=kit.Layout())
        >>> driver.set_size(320, 568)
        >>> _ = driver.layout()
        >>> Line.height = 30
        >>> driver.invalidate_sizes()
        >>> driver.layout()[0].frame.height
        30.0
        """
        self._laid_out.sizes.change()

    def layout(self) -> Scene[Any]:
        """Lays out what the list has now, and returns the scene: what is to be drawn where, see
        `iqlist.LaidOutView.layout`. The `cell` of a place is the object that shows it, its `frame` what
        features have made of it. Call it after `poll`, in each frame.

        How large something is says the first one of these that answers: the host (`set_sizes` of
        `laid_out_view`), the model itself (`ViewModel.cell_size`), the coordinator (`Coordinator.size_for`),
        the `Layout` of the section, the class of the cell (`Cell.size_for`), and the driver's layout. A width
        counts in a flow, and in a grid where it is more than a column. Where an answer is `iqlist.Auto`, the
        cell says it (`Cell.fitting_size`), or else the host, when it has drawn it:
        `iqlist.PlaceFlag.MEASURE`.

        `scene.previous` are the places of the scene that the last call has returned, also where it lays out
        twice, since a class of cells is used for the first time.

        Then it calls the handlers of visibility and of scroll events, and raises what they raise, or what was
        raised by those who were asked for a size; `view.scene` is the scene nevertheless. `StateError` if the
        driver has no layout.

        >>> from iqlist import kit
        >>> class Message(kit.Cell[str]):
        ...     @classmethod
        ...     def size_for(cls, text, window):
        ...         return 20 * (1 + len(text) * 8 // window.width)
        >>> texts = ["Hi", "This is longer than one line of the window."]
        >>> section = kit.Section("chat", texts, cell=Message)
        >>> with kit.Driver([section], layout=kit.Layout()) as driver:
        ...     driver.set_size(320, 568)
        ...     [place.frame.height for place in driver.layout()]
        [20.0, 40.0]
        """
        drawn = self._laid_out
        between, seen = None, drawn.scene
        try:
            drawn.sizes.prepare(None if self._follows else self._updater.described())
            scene = drawn.view.layout()
            if any(place.cell_number is None for place in scene):
                # Of a class that is used for the first time: the coordinator hears of it before.
                between = scene
                self._poller.take_waiting()
                self._poller.deliver()
                scene = drawn.view.layout()
        except Exception:
            if drawn.view.scene is not None:
                drawn.show_after(between, seen, drawn.view.scene)
            raise
        drawn.show_after(between, seen, scene)
        window, is_horizontal = drawn.view.size, drawn.view.options.horizontal
        for name, event in (
            *drawn.scrolling.compare(scene),
            *drawn.visibilities.compare(scene, window, is_horizontal),
        ):
            self._left.calls.append(partial(self._router.route, name, event))
        self._poller.deliver()
        self._left.raise_failures()
        self._left.wake()
        return scene

    # --- scrolling

    def scroll(
        self, offset: float, *, by: bool = False, clamp: bool = False, phase: ScrollPhase | None = None
    ) -> None:
        """Scrolls: see `iqlist.LaidOutView.scroll`. `phase` says what moves the content from now on, and the
        coordinator is told when that changes; while a finger drags it, a chat does not go to its end by
        itself. None: as before.

        >>> from iqlist import kit
        >>> class Log(kit.Coordinator):
        ...     def will_begin_dragging(self, event):
        ...         print("drag")
        ...     def did_end_dragging(self, event):
        ...         print("let go")
        ...     def did_scroll(self, event):
        ...         print("at", event.sender.offset)
        >>> names = kit.Section("names", range(100))
        >>> driver = kit.Driver([names], layout=kit.Layout(item=20), coordinator=Log())
        >>> driver.set_size(320, 568)
        >>> _ = driver.layout()
        >>> driver.scroll(30, by=True, phase=kit.ScrollPhase.DRAG)
        >>> _ = driver.layout()
        drag
        at 30.0
        >>> driver.scroll(0, by=True, phase=kit.ScrollPhase.IDLE)
        >>> _ = driver.poll()
        let go
        """
        drawn = self._laid_out
        if phase is not None:
            for name, event in drawn.scrolling.enter(phase):
                self._left.calls.append(partial(self._router.route, name, event))
            self._left.wake()
        is_held = drawn.scrolling.phase is ScrollPhase.DRAG
        drawn.view.scroll(offset, by=by, clamp=clamp, held=is_held)

    def scroll_to(
        self,
        element: Any = None,
        align: int = Align.NEAREST,
        *,
        part: int = Part.CELL,
        index: int = 0,
        margin: float = 0,
    ) -> None:
        """Scrolls to an item, a section or with `part` a header or footer, and keeps it there until the next
        `scroll`: see `iqlist.LaidOutView.scroll_to`.

        >>> from iqlist import Align, kit
        >>> driver = kit.Driver([kit.Section("names", range(100))], layout=kit.Layout(item=20))
        >>> driver.set_size(320, 100)
        >>> driver.scroll_to(50, Align.START)
        >>> driver.layout().offset
        1000.0
        """
        target = self._router.target(element)
        self._laid_out.view.scroll_to(target, align, kind=part, index=index, margin=margin)

    @property
    def scroll_position(self) -> ScrollPosition | None:
        """The scroll position, by key: see `iqlist.LaidOutView.scroll_position`. Setting it scrolls there
        with the first layout that has the item.

        >>> from iqlist import kit
        >>> def driver():
        ...     made = kit.Driver([kit.Section("names", range(100))], layout=kit.Layout(item=20))
        ...     made.set_size(320, 100)
        ...     return made
        >>> first, second = driver(), driver()
        >>> first.scroll(1010)
        >>> _ = first.layout()
        >>> second.scroll_position = first.scroll_position
        >>> second.layout().offset
        1010.0
        """
        return self._laid_out.view.scroll_position

    @scroll_position.setter
    def scroll_position(self, position: ScrollPosition | None) -> None:
        if position is not None:
            self._laid_out.view.set_scroll_position(position)

    def auto_scroll(
        self, x: float, y: float, seconds: float, *, zone: float = 48, fastest: float = 1200
    ) -> float:
        """While the user drags something to a point of the window near its start or end: scrolls on, as far
        as there is content, by what `auto_scroll_speed` makes of so many seconds. Returns by how much, in
        units; call it in each frame. The cells of what is dragged stay, see `drag`.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", range(100))], layout=kit.Layout(item=20))
        >>> driver.set_size(320, 480)
        >>> driver.auto_scroll(10, 456, seconds=0.5)
        300.0
        >>> driver.layout().offset
        300.0
        """
        view = self._laid_out.view
        is_horizontal, size = view.options.horizontal, view.size
        position, length = (x, size.width) if is_horizontal else (y, size.height)
        if is_horizontal and view.options.rtl:
            position = length - position
        distance = auto_scroll_speed(position, length, zone=zone, fastest=fastest) * seconds
        if distance:
            view.scroll(
                distance, by=True, clamp=True, held=self._laid_out.scrolling.phase is ScrollPhase.DRAG
            )
        return distance

    # --- features

    def add_feature(self, feature: Feature) -> None:
        """Adds a feature behind the others: see `Feature`. TypeError if it is none.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])], layout=kit.Layout(item=20))
        >>> driver.add_feature(kit.StretchyHeader())
        """
        given: Any = feature
        if not isinstance(given, Feature):
            raise TypeError(f"a feature is an object of a kit.Feature, not {feature!r}")
        self._laid_out.features.append(feature)

    def remove_feature(self, feature: Feature) -> None:
        """Removes a feature again. ValueError if it was not added.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])], layout=kit.Layout(item=20))
        >>> feature = kit.StretchyHeader()
        >>> driver.add_feature(feature)
        >>> driver.remove_feature(feature)
        """
        drawn = self._laid_out
        left = [each for each in drawn.features if each is not feature]
        if len(left) == len(drawn.features):
            raise ValueError(f"{feature!r} was not added to the driver")
        drawn.features[:] = left

    def _keep_dragged(self, items: list[Any]) -> None:
        """The cells of items that the user begins to drag stay, wherever the list is scrolled."""
        drawn = self._drawn
        if drawn is None or drawn.view.scene is None:
            return
        shown = {place.item for place in drawn.view.scene if place.item is not None}
        for item in items:
            if item in shown:
                drawn.dragged.append(drawn.view.take_cell(item))
