"""What a view that is laid out shows: scenes, their places, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import sizeof, string_at
from dataclasses import dataclass, field
from enum import IntEnum
from struct import Struct
from typing import Any, Generic, NamedTuple, overload

from . import abi
from ._cells import cells
from ._flags import Flags
from ._models import object_at
from .classes import CellClass
from .handles import Item, ItemSource
from .identity import NONE, Key, Position
from .layouts import Rect, Size
from .records import M

# An iq_place.
PLACE = Struct("=3Q10I5d2Q2I")
assert PLACE.size == sizeof(abi.iq_place)


class PlaceFlag(Flags):
    """What is said of a place. NEW: it was not in the last scene. BOUND: its cell was bound, or bound again
    for more than another model: draw it anew. MOVED: it is elsewhere in the content, or has another size.
    MEASURE: its size is a guess: measure it and set it. STUCK: it is sticky, and not where it belongs.
    OUTSIDE: it is not in the window. FIRST and LAST: of the items of its section. GONE: of a place in the
    last scene, is in the list no longer."""

    NONE = 0
    NEW = abi.IQ_PLACE_NEW
    BOUND = abi.IQ_PLACE_BOUND
    MOVED = abi.IQ_PLACE_MOVED
    MEASURE = abi.IQ_PLACE_MEASURE
    STUCK = abi.IQ_PLACE_STUCK
    OUTSIDE = abi.IQ_PLACE_OUTSIDE
    FIRST = abi.IQ_PLACE_FIRST
    LAST = abi.IQ_PLACE_LAST
    GONE = abi.IQ_PLACE_GONE


class SceneFlag(Flags):
    """What is said of a scene. CHANGED: something but the offset is different. SCROLLED: the offset is.
    MEASURE: a place asks to be measured. AT_START: the offset is the minimum, or less. AT_END: it is the
    maximum, but for `ViewOptions.end_threshold`, or more."""

    NONE = 0
    CHANGED = abi.IQ_SCENE_CHANGED
    SCROLLED = abi.IQ_SCENE_SCROLLED
    MEASURE = abi.IQ_SCENE_MEASURE
    AT_START = abi.IQ_SCENE_AT_START
    AT_END = abi.IQ_SCENE_AT_END


class Align(IntEnum):
    """Where in the window the target of a scroll is to be. NEAREST: if it is not visible, at the nearer edge.
    START is below what is stuck there."""

    NEAREST = abi.IQ_ALIGN_NEAREST
    START = abi.IQ_ALIGN_START
    CENTER = abi.IQ_ALIGN_CENTER
    END = abi.IQ_ALIGN_END


class Anchor(IntEnum):
    """What stays where it is when the list or sizes change. VISIBLE: what is visible, but at the start the
    start, unless a page may come in there. HOLD: what is visible, also at the start: history comes in above.
    END: at the end, the end, else what is visible: chats, logs. OFFSET: the offset."""

    VISIBLE = abi.IQ_ANCHOR_VISIBLE
    HOLD = abi.IQ_ANCHOR_HOLD
    END = abi.IQ_ANCHOR_END
    OFFSET = abi.IQ_ANCHOR_NONE


class Direction(IntEnum):
    """A direction in the window, `rtl` or not. A page is the window without what is stuck in it."""

    UP = abi.IQ_DIRECTION_UP
    DOWN = abi.IQ_DIRECTION_DOWN
    LEFT = abi.IQ_DIRECTION_LEFT
    RIGHT = abi.IQ_DIRECTION_RIGHT
    PAGE_UP = abi.IQ_DIRECTION_PAGE_UP
    PAGE_DOWN = abi.IQ_DIRECTION_PAGE_DOWN


class _Flags(dict[int, PlaceFlag]):
    """Flags by their number: to look one up costs a fraction of asking the enumeration."""

    def __missing__(self, number: int) -> PlaceFlag:
        self[number] = PlaceFlag(number)
        return self[number]


FLAGS = _Flags()


@dataclass(frozen=True)
class Place(Generic[M]):
    """Where something is drawn: an item, or with a `kind` (see `ElementKind`) a header, footer, loader or
    placeholder, whose `item` is None. Stands for what it is about, wherever a `LaidOutView` takes an element.

    `frame` is in the window, in units, without the insets and the indent of its rule; `natural` is where
    along the axis it would start if it were not stuck. `index` is that of an item over all sections, `level`
    that in its tree. `cell` is what the `cell` of its class has made, `cell_number` its number in the view;
    None: a function of its class has failed, or the class is new. `model` is the one that the cell is bound
    to, `states` are the `State` of the item. `other` is the number of its place in the other scene of the
    two, or None.

    >>> import iqlist
    >>> shown = iqlist.List.of_items(["a", "b"])
    >>> view = shown.laid_out_view(iqlist.ViewOptions(grain=1))
    >>> view.set_size(80, 24)
    >>> view.set_layout(iqlist.SectionLayout(item=1))
    >>> b = view.layout()[1]
    >>> b.model, b.frame, iqlist.PlaceFlag.LAST in b.flags
    ('b', Rect(x=0.0, y=1.0, width=80.0, height=1.0), True)
    """

    kind: int
    element_index: int
    item: Item[M] | None
    position: Position | None
    index: int | None
    level: int
    flags: PlaceFlag
    states: int
    cell_number: int | None
    other: int | None
    frame: Rect
    natural: float
    cell: Any
    model: M | None
    cell_class: CellClass | None
    section_number: int = field(repr=False)
    """The handle of its section in the library, 0 for an element of the list."""


def element_of_place(place: Place[Any]) -> abi.iq_element:
    """What a place is about, as the library takes it."""
    item = abi.iq_item() if place.item is None else place.item._struct
    section = abi.iq_section(place.section_number)
    return abi.iq_element(sizeof(abi.iq_element), item, section, place.kind, place.element_index)


def read_places(owner: ItemSource[M], places: Any, count: int) -> list[Place[M]]:
    """The places of a scene of the library's, while they are alive."""
    if not count:
        return []
    memory = string_at(places, count * PLACE.size)
    return [_place(owner, *fields) for fields in PLACE.iter_unpack(memory)]


def _place(
    owner: ItemSource[M],
    _size: int,
    item: int,
    section_number: int,
    kind: int,
    element_index: int,
    section: int,
    position: int,
    index: int,
    level: int,
    flags: int,
    states: int,
    cell: int,
    other: int,
    x: float,
    y: float,
    width: float,
    height: float,
    natural: float,
    number: int,
    model: int,
    cell_class: int,
    _reserved: int,
) -> Place[M]:
    made: Place[M] = object.__new__(Place)
    # As the constructor of a frozen dataclass does, which sets one field after another.
    vars(made).update(
        kind=kind,
        element_index=element_index,
        item=Item._of(owner, item) if item else None,
        position=None if section == NONE else Position(section, None if position == NONE else position),
        index=None if index == NONE else index,
        level=level,
        flags=FLAGS[flags],
        states=states,
        cell_number=None if cell == NONE else cell,
        other=None if other == NONE else other,
        frame=Rect(x, y, width, height),
        natural=natural,
        cell=cells.get(number),
        model=object_at(model),
        cell_class=CellClass._of(cell_class),
        section_number=section_number,
    )
    return made


def read_previous(owner: ItemSource[M], last: list[Place[M]], previous: Any, count: int) -> list[Place[M]]:
    """The places of the scene before, with what is said of them now: flags, and their counterparts."""
    if count != len(last):
        return read_places(owner, previous, count)
    memory = string_at(previous, count * PLACE.size) if count else b""
    made: list[Place[M]] = []
    for place, fields in zip(last, PLACE.iter_unpack(memory)):
        flags, other = FLAGS[fields[9]], None if fields[12] == NONE else fields[12]
        is_same = flags is place.flags and other == place.other
        made.append(place if is_same else _told_anew(place, flags, other))
    return made


def _told_anew(place: Place[M], flags: PlaceFlag, other: int | None) -> Place[M]:
    made: Place[M] = object.__new__(Place)
    vars(made).update(vars(place), flags=flags, other=other)
    return made


@dataclass(frozen=True)
class Scene(Generic[M]):
    """What to draw now, from `LaidOutView.layout`. It is a sequence of its `places`, in the order of drawing:
    the list's, then what is stuck. `previous` are the places of the scene before: `other` leads from one to
    the other, and a place of `previous` without one has GONE or was scrolled out. It is a value: it keeps
    what it refers to.

    `version` is that of the list, for positions. `content` is the size of everything, `offset` the place of
    the window in it along the axis, `correction` by how much the anchor has moved that since the last scene,
    from `minimum` to `maximum` are the offsets that show content only. `visible` are the indexes of the items
    in the window, `items` is how many the list has.

    >>> import iqlist
    >>> shown = iqlist.List.of_items(range(1000))
    >>> view = shown.laid_out_view(iqlist.ViewOptions(grain=1))
    >>> view.set_size(80, 3)
    >>> view.set_layout(iqlist.SectionLayout(item=1))
    >>> view.scroll(500)
    >>> scene = view.layout()
    >>> [place.model for place in scene], scene.visible, scene.maximum
    ([500, 501, 502], range(500, 503), 997.0)
    """

    version: int
    places: list[Place[M]]
    previous: list[Place[M]] = field(repr=False)
    flags: SceneFlag
    content: Size
    offset: float
    correction: float
    minimum: float
    maximum: float
    visible: range
    items: int

    def __iter__(self) -> Iterator[Place[M]]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, index: int) -> Place[M]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Place[M]]: ...
    def __getitem__(self, index: int | slice) -> Place[M] | list[Place[M]]:
        return self.places[index]


def read_scene(owner: ItemSource[M], raw: Any, last: Scene[M] | None) -> Scene[M]:
    """A scene of the library's, while it is alive."""
    places = read_places(owner, raw.places, raw.count)
    if raw.flags & abi.IQ_SCENE_CHANGED:
        previous = read_previous(owner, [] if last is None else last.places, raw.previous, raw.previous_count)
    else:
        previous = places
    return Scene(
        version=raw.version,
        places=places,
        previous=previous,
        flags=SceneFlag(raw.flags),
        content=Size(raw.content.width, raw.content.height),
        offset=raw.offset,
        correction=raw.correction,
        minimum=raw.minimum,
        maximum=raw.maximum,
        visible=range(raw.first, raw.first + raw.visible),
        items=raw.items,
    )


@dataclass(frozen=True)
class Hit(Generic[M]):
    """What is at a point, from `LaidOutView.find_at`. `number` is that of the place in the last scene;
    `insertion` is before which item those go that are dropped here, in the list as it is now: for
    `Edit.move_items`; `mark` is the gap there, in the window: without spacing its width or height is 0. An
    empty section whose length is 0 is at no point.

    >>> import iqlist
    >>> shown = iqlist.List.of_items(["a", "b"])
    >>> view = shown.laid_out_view()
    >>> view.set_size(100, 100)
    >>> view.set_layout(iqlist.SectionLayout(item=20, line_spacing=4))
    >>> _ = view.layout()
    >>> hit = view.find_at(10, 15)
    >>> hit.place.model, hit.insertion, hit.mark
    ('a', Position(section=0, item=1), Rect(x=0.0, y=20.0, width=100.0, height=4.0))
    """

    number: int
    place: Place[M]
    insertion: Position
    mark: Rect


class ScrollPosition(NamedTuple):
    """A scroll position by key, which outlives the process: that of an item, by its section's key and its
    own. `within` is from the item's start to the window's, in units.

    >>> import iqlist
    >>> ScrollPosition(iqlist.Key("inbox"), iqlist.Key("mail"), 4.5, False, False).within
    4.5
    """

    section: Key
    item: Key
    within: float
    at_start: bool
    at_end: bool
