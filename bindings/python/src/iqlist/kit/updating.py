"""What a driver does to its list: it describes sections to it, and keeps the description."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Callable, Union, cast

import iqlist
from iqlist import CellClass, Columns, DiffFlag, ElementKind, List, Snapshot, Supplementary, Ticket

from .cells import TextCell
from .classes import class_of
from .models import ElementModel
from .sections import CellType, Part, Section, Shows

SECTION = ElementKind.HOST + 0x10000
"""The kind of the element by which the list knows the section object of each section."""

Sections = Iterable[Section[Any]]


class Collection(Sequence[Section[Any]]):
    """Sections as an immutable whole: it copies those that it is made of.

    >>> from iqlist import kit
    >>> section = kit.Section("names", ["Ada"])
    >>> collection = kit.Collection([section])
    >>> section.items = ["Ben"]
    >>> [list(each) for each in collection]
    [['Ada']]
    """

    def __init__(self, sections: Sections = ()) -> None:
        self._sections = tuple([section._frozen_copy() for section in sections])

    def __getitem__(self, index: Any) -> Any:
        return self._sections[index]

    def __len__(self) -> int:
        return len(self._sections)

    def __repr__(self) -> str:
        return f"<Collection of {sum(map(len, self))} items in {len(self)} sections>"


class Builder:
    """What `Driver.perform_updates` gives to the function that builds an update: at first without sections.

    >>> from iqlist import kit
    >>> builder = kit.Builder()
    >>> section = builder.append(kit.Section("names"))
    >>> builder.append(None, ["Ada", "Ben"], section=section)
    <Section 'names' of 2 items>
    """

    def __init__(self) -> None:
        self.sections: list[Section[Any]] = []

    def append(
        self,
        what: Section[Any] | CellType | None,
        items: Iterable[Any] | None = None,
        *,
        section: Section[Any] | None = None,
        ids: Sequence[Any] | None = None,
    ) -> Section[Any]:
        """Appends a section, or items that a class of cells shows to a section, without `section` to the last
        one. Returns the section. ValueError if there is none.

        >>> from iqlist import kit
        >>> kit.Builder().append(None, ["Ada"])
        Traceback (most recent call last):
        ValueError: append a section first
        """
        if isinstance(what, Section):
            self.sections.append(what)
            return what
        if section is None:
            if not self.sections:
                raise ValueError("append a section first")
            section = self.sections[-1]
        return section.append(what, items or (), ids=ids)


Build = Union[Callable[[Builder], object], Sections]


def built(build: Callable[[Builder], object]) -> Sections:
    """The sections that a function builds."""
    builder = Builder()
    build(builder)
    return builder.sections


Data = list[Any]
SectionList = list[Section[Any]]


class Updating:
    """The part of a driver that updates its list."""

    list: List[Any]
    coordinator: Any = None
    text_cell: CellType = TextCell

    def _begin(self, **options: Any) -> None:
        self.list = List(key=self._identify, **options)
        self._lock = threading.RLock()
        self._described: tuple[Section[Any], ...] = ()
        self._identities: dict[type, Any] = {}
        self._cell_names: dict[str, Any] = {}
        self._paged: dict[iqlist.Key, Section[Any]] = {}

    # --- descriptions

    def _identify(self, model: Any) -> Any:
        """What identifies a model: the key's value."""
        identity = self._identities.get(type(model))
        if identity is None:
            return getattr(model, "id", model) if isinstance(model, ElementModel) else model
        if callable(identity):
            return identity(model)
        if isinstance(identity, str):
            return getattr(model, identity)
        return tuple([getattr(model, name) for name in identity])

    def _cell_type(self, cell: CellType | None, model: Any) -> Any:
        """The class that shows a model; None if there is none."""
        if cell is None and isinstance(model, ElementModel):
            cell = model.cell_type()
        if isinstance(cell, str):
            if cell not in self._cell_names:
                raise LookupError(f"no class of cells is registered as {cell!r}")
            return self._cell_names[cell]
        return cell

    def _class(self, cell: CellType | None, model: Any) -> CellClass | None:
        found = self._cell_type(cell, model)
        return None if found is None else class_of(found)

    def _columns(self, section: Section[Any]) -> Columns:
        """The items of a section."""
        items, cells = section._items, section._cells
        for cell, kind in {(cell, type(model)) for cell, model in zip(cells, items)}:
            identity = getattr(self._cell_type(cell, None), "identity", None)
            if identity is not None:
                self._identities[kind] = identity
        keys = [section._ids.get(at, model) for at, model in enumerate(map(self._identify, items))]
        classes = [self._class(cell, model) for cell, model in zip(cells, items)]
        return Columns(keys, None, items, classes)

    def _elements(self, section: Section[Any]) -> Iterator[Supplementary]:
        """The elements of a section: the object that describes it, its header and footer, its loader."""
        yield Supplementary(SECTION, "section", model=section)
        for part, cell, ask in (
            (Part.HEADER, section.header_cell, "header_for"),
            (Part.FOOTER, section.footer_cell, "footer_for"),
        ):
            model = NotImplemented
            if self.coordinator is not None:
                model = getattr(self.coordinator, ask)(section)
            if model is NotImplemented:
                model = section._elements[part]
            if model is not None or cell is not None:
                yield self._element(part, model, cell)
        if section._loader is not None:
            yield self._element(Part.PAGE_END, section._loader)

    def _element(self, part: Part, model: Any, cell: CellType | None = None) -> Supplementary:
        if cell is None and isinstance(model, str):
            cell = self.text_cell
        key = getattr(model, "id", "element") if isinstance(model, ElementModel) else "element"
        return Supplementary(part, key, model=model, cell_class=self._class(cell, model))

    def _snapshot(self, sections: Sections) -> Snapshot[Any]:
        """Describes sections, which are the driver's from now on."""
        with self._lock:
            self._described = tuple(sections)
            made: Snapshot[Any] = self.list.snapshot()
            made.set([(each.id, self._columns(each), [*self._elements(each)]) for each in self._described])
            for section in self._described:
                self._adopt(section)
        return made

    def _adopt(self, section: Section[Any]) -> None:
        section._driver = weakref.ref(cast(Shows, self))
        if section._load is not None:
            self._paged[iqlist.Key(section.id)] = section

    # --- updates

    def perform_updates(
        self,
        build: Build,
        animated: bool = True,
        completion: Callable[[Ticket], object] | None = None,
    ) -> Ticket:
        """Updates the whole list, from any thread: `build(builder)` is called here and appends the sections
        that the list is to show, or they are given as they are. What has changed is found out on another
        thread, and the update takes place in a later `poll`. That calls `completion(ticket)`, exactly once,
        also if a later update supersedes this one, or if the driver is closed. The ticket can be awaited.

        >>> from iqlist import kit
        >>> driver = kit.Driver()
        >>> def build(builder):
        ...     builder.append(kit.Section("names"))
        ...     builder.append(None, ["Ada", "Ben"])
        >>> ticket = driver.perform_updates(build, completion=lambda ticket: print(ticket))
        >>> while not ticket.done():
        ...     _ = driver.poll(wait=1)
        <Ticket 1, done>
        >>> driver.list.models()
        ['Ada', 'Ben']
        """
        sections = built(build) if callable(build) else build
        flags = DiffFlag.NONE if animated else DiffFlag.PLAIN
        with self._lock:
            return self.list.submit(self._snapshot(sections), flags=flags, done=completion)

    def update(
        self,
        sections: Sections,
        animated: bool = True,
        completion: Callable[[Ticket], object] | None = None,
    ) -> Ticket:
        """As `perform_updates`, with sections or a `Collection`.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> ticket = driver.update(kit.Collection([kit.Section("names", ["Ben"])]))
        >>> while not ticket.done():
        ...     _ = driver.poll(wait=1)
        >>> driver.list.models()
        ['Ben']
        """
        return self.perform_updates(tuple(sections), animated, completion)

    @property
    def data(self) -> Data:
        """What the driver shows: its sections, or the items of its only section, as they were set. Setting
        it takes effect at once, without animation, and reloads every cell."""
        return [*self._data]

    @data.setter
    def data(self, data: Iterable[Any]) -> None:
        given = [*data]
        are_sections = all(isinstance(each, Section) for each in given)
        self._apply(given if are_sections else [Section("data", given)], DiffFlag.RELOAD)
        self._data = given

    _data: Sequence[Any] = ()

    def _apply(self, sections: Sections, flags: int = DiffFlag.NONE) -> None:
        """Shows sections at once, in place of what waits as well."""
        self._before_change()
        with self._lock:
            snapshot = self._snapshot(sections)
            self.list.cancel()
            self.list.apply(snapshot, flags=flags, changeset=False)

    def _before_change(self) -> None:
        """The events that wait are about the list as it is now."""

    def _shows(self, section: Section[Any]) -> bool:
        """Whether it is the one that the list has, and nothing else is about to take its place."""
        return not self.list.info().submissions and section in self.sections

    def _items_changed(self, section: Section[Any]) -> None:
        if section not in self._described:
            return
        with self._lock:
            if self._shows(section):
                self._before_change()
                self.list.set_section_items(section.id, self._columns(section), changeset=False)
            else:
                self._apply(self._described)

    def _element_changed(self, section: Section[Any]) -> None:
        if section in self._described:
            self._apply(self._described)

    @property
    def sections(self) -> SectionList:
        """The sections that the list shows now."""
        found = [each.supplementary(SECTION).model for each in self.list.sections]
        return found

    def section(self, id: Any) -> Section[Any]:
        """The section of an id that the list shows now; `iqlist.NotFoundError` (a KeyError) if there is none.

        >>> from iqlist import kit
        >>> kit.Driver([kit.Section("names", ["Ada"])]).section("names").items
        ['Ada']
        """
        found: Section[Any] = self.list.section(id).supplementary(SECTION).model
        return found
