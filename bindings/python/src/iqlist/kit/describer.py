"""How sections are described to a list: their items, by identity and class, and their elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Callable

import iqlist
from iqlist import CellClass, Columns, ElementKind, Key, Snapshot, Supplementary

from .classes import Registered, Registration, class_of, inferred_kind, type_of
from .identity import Identities, identity_of, shows_itself
from .models import ElementModel
from .pages import LOADERS
from .parts import CellType, Part
from .sections import Section
from .tree import Rows, tree_of

SECTION = ElementKind.HOST + 0x10000
"""The kind of the element by which the list knows the section object of each section: so it is always that of
the update that is shown."""


@dataclass
class Describer:
    """What a driver knows of models and what shows them."""

    coordinator: Any
    text_cell: CellType
    infers: bool
    classes: dict[Any, Registered] = field(default_factory=dict)
    """What is registered, by class and by name."""
    seen: set[Any] = field(default_factory=set)
    """The types of the models that were described, and the classes that show them."""
    identities: Identities = field(default_factory=dict)
    """Those of the models that were shown. The list refers to this alone: its cells would keep the driver."""

    # --- classes

    def register(
        self, cell: Any, kind: Registration | None, name: str | None, tag: Any, make: Callable[[], Any] | None
    ) -> Registered:
        """See `Driver.register`."""
        shows: Any = cell.cell_type() if issubclass(cell, ElementModel) else cell
        made = Registered(shows, kind or inferred_kind(shows), name or shows.__name__, tag, make or shows)
        self.classes[shows] = self.classes[made.name] = made
        return made

    def registered(self, cell: Any) -> Registered:
        """How a class of cells, or one of that name, was registered, or is inferred to be."""
        found = self.classes.get(cell)
        if found is None and isinstance(cell, str):
            raise LookupError(f"no class of cells is registered as {cell!r}")
        return found or Registered(cell, inferred_kind(cell), cell.__name__, None, cell)

    def cell_type(self, cell: CellType | None, of: type) -> Any:
        """The class that shows models of a type where a section says that `cell` does; None for none."""
        if cell is None and issubclass(of, ElementModel):
            cell = of.cell_type()
        if isinstance(cell, str):
            cell = self.registered(cell).cell
        if not (cell is None or isinstance(cell, type)):
            raise TypeError(f"a class of cells is needed, or its name, not {cell!r}")
        if not (self.infers or cell is None or cell in self.classes):
            raise LookupError(f"{cell!r} is not registered with the driver, which infers no classes")
        return cell

    # --- items

    def columns(self, section: Section[Any], identities: Identities) -> Columns:
        """The items of a section. What identifies their models is added to `identities`."""
        kinds, tree = Kinds(self, identities), section._tree
        rows = tree.rows

        def key_at(rows: Rows[Any], at: int) -> Any:
            if at in rows.ids:
                return rows.ids[at]
            return identity_of(rows.models[at], kinds[rows.cells[at], rows.models[at].__class__][0])

        try:
            if tree.below:
                found = [
                    (key, of.models[at], kinds[of.cells[at], of.models[at].__class__][1], level)
                    for level, of, at, key in tree.walk(lambda rows, at: Key(key_at(rows, at)))
                ]
                keys, models, classes, levels = [[*column] for column in zip(*found)]
                return Columns(keys, None, models, classes, levels)
            shown = [kinds[cell, model.__class__] for cell, model in zip(rows.cells, rows.models)]
            if rows.ids:
                keys = [key_at(rows, at) for at in range(len(shown))]
            else:
                keys = [identity_of(model, identity) for model, (identity, _) in zip(rows.models, shown)]
            return Columns(keys, None, rows.models, [cell_class for _, cell_class in shown])
        except TypeError as error:
            if "cannot be hashed" not in str(error):
                raise
            message = "; or say what identifies it: `identity` of its cell class, `id` of a view model"
            raise TypeError(f"{error}{message}") from None

    # --- elements

    def elements(self, section: Section[Any]) -> Iterator[Supplementary]:
        """The object that describes it, its header and footer, the others that it has, its loaders."""
        yield Supplementary(SECTION, "section", model=section, cell_class=class_of(Section))
        others = dict(section._elements)
        for part, cell, ask in (
            (Part.HEADER, section.header_cell, "header_for"),
            (Part.FOOTER, section.footer_cell, "footer_for"),
        ):
            answer = getattr(self.coordinator, ask, None)
            model = NotImplemented if answer is None else answer(section)
            own = others.pop((part, 0), None)
            if model is NotImplemented:
                model = own
            if model is not None or cell is not None:
                yield self.element(part, model, cell)
        for (kind, index), model in others.items():
            yield self.element(kind, model, index=index)
        for edge, paging in section._pages.items():
            if paging.loader is not None:
                yield self.element(LOADERS[edge], paging.loader)

    def element(self, kind: int, model: Any, cell: CellType | None = None, index: int = 0) -> Supplementary:
        """An element as a list takes it."""
        if cell is None and isinstance(model, str):
            cell = self.text_cell
        shows = self.cell_type(cell, model.__class__)
        self.seen.update((model.__class__, shows))
        key = getattr(model, "id", "element") if shows_itself(model) else "element"
        cell_class = None if shows is None else class_of(shows)
        return Supplementary(kind, key, model=model, cell_class=cell_class, index=index)

    # --- the whole

    def describe(
        self, made: Snapshot[Any], sections: Iterable[Section[Any]], identities: Identities
    ) -> Snapshot[Any]:
        """Describes sections in a snapshot, in place of what it has."""
        made.set([(each.id, self.columns(each, identities), [*self.elements(each)]) for each in sections])
        return made

    def describe_elements(self, made: Snapshot[Any], section: Section[Any]) -> Snapshot[Any]:
        """Describes the elements that a section has now, in a snapshot of what is shown."""
        elements = {(element.kind, element.index): element for element in self.elements(section)}
        for element in made.section(section.id).supplementaries:
            if (element.kind, element.index) not in elements:
                made.remove_supplementary(section.id, element.kind, element.index)
        for element in elements.values():
            made.set_supplementary(section.id, element)
        return made


class Kinds(dict[tuple[Any, type], tuple[Any, "CellClass | None"]]):
    """What identifies models, and the library's class of what shows them, by what a section says that shows
    them and by their type: each is found out once."""

    def __init__(self, describer: Describer, identities: Identities) -> None:
        super().__init__()
        self._describer, self._identities = describer, identities

    def __missing__(self, kind: tuple[Any, type]) -> tuple[Any, CellClass | None]:
        cell, of = kind
        shows = self._describer.cell_type(cell, of)
        self._describer.seen.update((of, shows))
        identity = self._identities[of] = getattr(shows, "identity", None)
        self[kind] = identity, None if shows is None else class_of(shows)
        return self[kind]


# --- what a list shows


def section_of(shown: iqlist.List[Any], id: Any) -> Section[Any]:
    """The section of an id that a list shows; `NotFoundError` if there is none."""
    found: Section[Any] = shown.section(id).supplementary(SECTION).model
    return found


def section_of_key(shown: iqlist.List[Any], key: Key) -> Section[Any] | None:
    """The same of a key that the list has given, which is not looked up to become a section; None for one
    that has gone, or that the list got without a section object."""
    with suppress(LookupError):
        found: Section[Any] = iqlist.Section(shown, key).supplementary(SECTION).model
        return found
    return None


def section_of_item(shown: iqlist.List[Any], section: Key, item: Key) -> Section[Any] | None:
    """The same of an item's section. In a group, which has no section object, it is the one that the item has
    in the list that is grouped."""
    found = section_of_key(shown, section)
    while found is None and isinstance(shown, iqlist.DerivedList):
        shown = shown.source
        with suppress(LookupError, iqlist.ClosedError):
            found = section_of_key(shown, shown.item(item).section.key)
    return found


def sections_of_list(shown: iqlist.List[Any]) -> list[Section[Any]]:
    """All sections that a list shows, but for those that it got without a section object."""
    found = [section_of_key(shown, each.key) for each in shown.sections]
    return [section for section in found if section is not None]


def is_shown(shown: iqlist.List[Any], section: Section[Any]) -> bool:
    """Whether a list has this very section now."""
    with suppress(LookupError):
        return section_of(shown, section.id) is section
    return False


def read_back(section: Section[Any], rows: Iterable[iqlist.Row[Any]]) -> None:
    """The items of a section are those that its list has. What an edit by hand has inserted without a class
    is shown as the section's items are."""
    given = [*rows]
    found: list[Any] = [type_of(row.cell_class) for row in given]
    if None in found:
        before = {key: of.cells[at] for _, of, at, key in section._tree.walk()}
        found = [cell or before.get(row.key, section.cell) for cell, row in zip(found, given)]
    section._tree = tree_of(given, found, section._followers.named)
