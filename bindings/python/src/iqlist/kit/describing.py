"""How a driver describes sections to its list: their items, by identity and class, and their elements."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import is_dataclass
from operator import attrgetter, itemgetter
from typing import Any

from iqlist import CellClass, Columns, ElementKind, List, Snapshot, Supplementary

from .building import Sections
from .classes import Registered, class_of, type_of
from .events import CellType, Part
from .models import shows_itself
from .sections import Section

SECTION = ElementKind.HOST + 0x10000
"""The kind of the element by which the list knows the section object of each section: so it is always that of
the update that is shown."""


class Describing:
    """The part of a driver that describes sections."""

    list: List[Any]
    coordinator: Any
    text_cell: CellType
    _infers: bool
    _registered: dict[Any, Registered]
    """What is registered, by class and by name."""
    _identities: Identities
    """Those of the models that were shown. The list refers to this alone: its cells would keep the driver."""

    def _begin(self, shown: List[Any], selection: int) -> None:
        self.list = shown
        self._lock = threading.RLock()
        self._described: tuple[Section[Any], ...] = ()
        self._is_paged = False
        """Whether a section had pages at any time."""
        self._known: dict[Any, Any] | None = None
        """What was read for the events of a poll, while they are translated: see `Routing`."""

    # --- items

    def _cell_type(self, cell: CellType | None, model: Any) -> Any:
        """The class that shows a model; None if there is none."""
        if cell is None and shows_itself(model):
            cell = model.cell_type()
        if isinstance(cell, str):
            if cell not in self._registered:
                raise LookupError(f"no class of cells is registered as {cell!r}")
            cell = self._registered[cell].cell
        if not (cell is None or isinstance(cell, type)):
            raise TypeError(f"a class of cells is needed, or its name, not {cell!r}")
        if not (self._infers or cell is None or cell in self._registered):
            raise LookupError(f"{cell!r} is not registered with the driver, which infers no classes")
        return cell

    def _class(self, cell: CellType | None, model: Any) -> CellClass | None:
        found = self._cell_type(cell, model)
        return None if found is None else class_of(found)

    def _columns(self, section: Section[Any], identities: Identities) -> Columns:
        """The items of a section. What identifies their models is added to `identities`."""
        keys: list[Any] = []
        classes: list[CellClass | None] = []
        # By class of cells and type of model: what identifies such models, and the library's class.
        known: dict[tuple[Any, type], tuple[Any, CellClass | None]] = {}
        for at, (cell, model) in enumerate(zip(section._cells, section._items)):
            kind = cell, model.__class__
            if kind not in known:
                shows = self._cell_type(cell, model)
                known[kind] = getattr(shows, "identity", None), None if shows is None else class_of(shows)
                identities[model.__class__] = known[kind][0]
            identity, cell_class = known[kind]
            keys.append(section._ids[at] if at in section._ids else identity_of(model, identity))
            classes.append(cell_class)
        try:
            return Columns(keys, None, section._items, classes)
        except TypeError as error:
            if "cannot be hashed" not in str(error):
                raise
            message = "; or say what identifies it: `identity` of its cell class, `id` of a view model"
            raise TypeError(f"{error}{message}") from None

    # --- elements

    def _elements(self, section: Section[Any]) -> Iterator[Supplementary]:
        """The object that describes it, its header and footer, its loader."""
        yield Supplementary(SECTION, "section", model=section, cell_class=class_of(Section))
        for part, cell, ask in (
            (Part.HEADER, section.header_cell, "header_for"),
            (Part.FOOTER, section.footer_cell, "footer_for"),
        ):
            answer = getattr(self.coordinator, ask, None)
            model = NotImplemented if answer is None else answer(section)
            if model is NotImplemented:
                model = section._elements[part]
            if model is not None or cell is not None:
                yield self._element(part, model, cell)
        if section._loader is not None:
            yield self._element(Part.PAGE_END, section._loader)

    def _element(self, part: Part, model: Any, cell: CellType | None = None) -> Supplementary:
        if cell is None and isinstance(model, str):
            cell = self.text_cell
        key = getattr(model, "id", "element") if shows_itself(model) else "element"
        return Supplementary(part, key, model=model, cell_class=self._class(cell, model))

    # --- the whole

    def _snapshot(self, sections: Sections, identities: Identities) -> Snapshot[Any]:
        for each in sections:
            if each.driver not in (None, self):
                raise ValueError(f"{each!r} is shown by another driver, which would get none of its changes")
        made: Snapshot[Any] = self.list.snapshot()
        made.set([(each.id, self._columns(each, identities), [*self._elements(each)]) for each in sections])
        return made

    def _adopt(self, sections: tuple[Section[Any], ...], identities: Identities) -> None:
        """Sections that the list has taken are the driver's from now on."""
        self._forget()
        self._identities.update(identities)
        self._described = sections
        self._is_paged = self._is_paged or any(section._load for section in sections)
        for section in sections:
            section._driver = weakref.ref(self)

    def _read_back(self) -> None:
        """The items of the driver's sections are those that the list has after a change of its own."""
        for shown in self.list.sections:
            section, rows = self.section(shown.key), [*shown]
            if section.driver is self:
                section._items = tuple([row.model for row in rows])
                section._cells = tuple([type_of(row.cell_class) for row in rows])
                section._ids = {at: row.key for at, row in enumerate(rows)}

    def _forget(self) -> None:
        """The sections that were described are not the driver's any more."""
        for section in self._described:
            if section.driver is self:
                section._driver = None
        self._described = ()

    def _with_elements(self, section: Section[Any]) -> Snapshot[Any]:
        """What the list shows, with the elements that a section has now."""
        made: Snapshot[Any] = self.list.snapshot()
        elements = {element.kind: element for element in self._elements(section)}
        for element in made.section(section.id).supplementaries:
            if element.kind not in elements:
                made.remove_supplementary(section.id, element.kind, element.index)
        for element in elements.values():
            made.set_supplementary(section.id, element)
        return made

    def _shows(self, section: Section[Any]) -> bool:
        """Whether the list has this very section now."""
        with suppress(LookupError):
            return self.section(section.id) is section
        return False

    def section(self, id: Any) -> Section[Any]:
        """The section of an id that the list shows now; `iqlist.NotFoundError` (a KeyError) if there is none.

        >>> from iqlist import kit
        >>> kit.Driver([kit.Section("names", ["Ada"])]).section("names").items
        ['Ada']
        """
        found: Section[Any] = self.list.section(id).supplementary(SECTION).model
        return found


Identities = dict[type, Any]
"""What identifies models, by their type, as the classes of cells say that show them."""


def key_of(identities: Identities, model: Any) -> Any:
    """What the key of a model is made of."""
    return identity_of(model, identities.get(model.__class__))


def identity_of(model: Any, identity: Any) -> Any:
    """What the key of a model is made of: what `identity` gets, the `id` of a view model, or the model: with
    its class, as models of two classes are not equal either, but for values that may be a key."""
    if shows_itself(model):
        if hasattr(model, "id"):
            return model.id
    elif callable(identity):
        return identity(model)
    elif isinstance(identity, str):
        return value_of(model, identity)
    elif identity is not None:
        return tuple([value_of(model, name) for name in identity])
    if is_dataclass(model):
        return (f"{type(model).__module__}.{type(model).__qualname__}", model)
    return model


def value_of(model: Any, name: str) -> Any:
    """An attribute of a model, of a mapping its field."""
    get: Any = itemgetter if isinstance(model, Mapping) else attrgetter
    return get(name)(model)
