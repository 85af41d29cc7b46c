"""How large what a driver shows is: who is asked, and in which order.

    the model --> the coordinator --> the section's layout --> the class of the cell --> the driver's layout

Where nobody answers for single items, a section has one rule, and the view never asks. Else `measure` of its
layout asks them, about what comes near the window. Their answer may be `Auto`: then the cell itself says how
large it is.
"""

from __future__ import annotations

import reprlib
import weakref
from contextlib import suppress
from typing import Any, Callable, NamedTuple

import iqlist
from iqlist import Auto, Item, Key, Measured, SectionLayout, Size, SizeRule

from .cells import Cell
from .classes import type_of
from .describer import section_of_key, sections_of_list
from .events import Event
from .identity import shows_itself
from .layouts import Answer, Layout, SizeLike, Window, section_layout
from .models import ElementModel
from .parts import Part
from .responding import Coordinator
from .router import Router
from .sections import Section
from .slots import Slot


class Question(NamedTuple):
    """What models, and what cell classes and coordinators, are asked by."""

    of_model: str
    of_others: str


SIZE = Question("cell_size", "size_for")
ESTIMATE = Question("estimated_cell_size", "estimated_size_for")

brief = reprlib.Repr()
brief.maxstring = brief.maxother = 80

MOST_ROOMS = 4096
"""With more of them those of items that have gone are dropped."""

FIELDS = {Part.CELL: "item", Part.HEADER: "header", Part.FOOTER: "footer"}
"""The fields of a layout that say how large something is; those of loaders are `page`."""


class About(NamedTuple):
    """What a size is asked for."""

    part: Part
    model: Any
    cell: Any
    """The class that shows it."""
    section: Section[Any] | None
    item: Item[Any] | None = None
    own: Layout | None = None
    """The layout of its section."""


def is_answering(kind: Any) -> bool:
    """Whether a class of models or cells says how large single items are."""
    names = {*SIZE, *ESTIMATE, "fitting_size"}
    plain = {getattr(base, name, None) for base in (Cell, ElementModel) for name in names}
    plain = {getattr(each, "__func__", each) for each in plain}
    found = (getattr(kind, name, None) for name in names)
    return any(callable(each) and getattr(each, "__func__", each) not in plain for each in found)


class Sizes:
    """Sets the layouts of the sections of a view that is laid out, and says how large things are."""

    def __init__(self, view: iqlist.LaidOutView[Any], layout: Layout, router: Router) -> None:
        self._view, self._describer, self._router = view, router.describer, router
        self._layout, self._window = layout, Window(Size(0, 0), view.options)
        self._version = -1
        """The version of the list that the layouts were set for; -1: they are to be set anew."""
        self._default: SectionLayout | None = None
        self._plans: dict[Key, SectionLayout] = {}
        """The layouts of sections that are not as the default."""
        self._measures: dict[Layout | None, Callable[[list[Measured]], list[Answer]]] = {}
        """The `measure` of sections with that layout: equal ones are one for the view."""
        self._former_measures = self._measures
        """Those before the layouts were set."""
        self._rooms: dict[Any, Size] = {}
        """The room of what was asked about, and nobody could say, until a cell is bound that says it: see
        `name_of`."""
        self._changes = Section.layout_changes
        self._seen, self._is_asking = 0, False

    # --- what it depends on

    def set_layout(self, layout: Layout) -> None:
        """The driver has another layout."""
        self._layout = layout
        self.change()

    def set_size(self, width: float, height: float) -> None:
        """The window has another size."""
        self._view.set_size(width, height)
        size = Size(width, height)
        if size != self._window.size:
            self._window = Window(size, self._view.options)
            self.change()

    def change(self) -> None:
        """Something that the layouts of sections depend on has changed."""
        self._version = -1

    @property
    def _are_items_asked(self) -> bool:
        """Whether somebody says how large single items are, or has done so: the view knows their sizes."""
        kinds = self._describer.seen
        if not self._is_asking and (self._is_coordinator_asked or len(kinds) != self._seen):
            self._seen = len(kinds)
            self._is_asking = self._is_coordinator_asked or any(map(is_answering, kinds))
        return self._is_asking

    @property
    def _is_coordinator_asked(self) -> bool:
        coordinator = self._describer.coordinator
        return any(
            getattr(coordinator, name, None) is not None
            and getattr(coordinator.__class__, name, None) is not getattr(Coordinator, name)
            for name in (SIZE.of_others, ESTIMATE.of_others)
        )

    # --- the layouts of sections

    def prepare(self, described: tuple[Section[Any], ...] | None) -> None:
        """Before a layout: sets the layouts of sections, if the list or anything else has changed.
        `described` are the sections, None: those that the list has."""
        version = self._router.list.info().version
        if self._changes != Section.layout_changes:
            self._changes = Section.layout_changes
            self.change()
        if version == self._version:
            return
        if self._version < 0 and self._default is not None and self._are_items_asked:
            # What was said before may no longer be so: everything is asked again.
            self._rooms.clear()
            self._view.invalidate()
        self._former_measures, self._measures = self._measures, {}
        default = self._plan(None)
        if default != self._default:
            self._view.set_layout(default)
            self._default = default
        former, self._plans = self._plans, {}
        for section in sections_of_list(self._router.list) if described is None else described:
            if section.layout is None and not self._are_items_asked:
                continue
            plan, key = self._plan(section), Key(section.id)
            if plan != default and self._set(key, plan):
                self._plans[key] = plan
        for key in former.keys() - self._plans.keys():
            self._set(key, None)
        self._version = version
        if len(self._rooms) > MOST_ROOMS:
            self._rooms = {name: room for name, room in self._rooms.items() if is_alive(name)}

    def _set(self, key: Key, plan: SectionLayout | None) -> bool:
        """Sets the layout of a section, if the list has it."""
        with suppress(iqlist.NotFoundError, iqlist.HandleError):
            self._view.set_layout(plan, key)
            return True
        return False

    def _plan(self, section: Section[Any] | None) -> SectionLayout:
        """How a section is laid out; None: all those that say nothing themselves."""
        try:
            return self._made_plan(section)
        except Exception as error:
            of = "the driver" if section is None else f"section {brief.repr(section.id)}"
            noted(error, f"in the layout of {of}")
            raise

    def _made_plan(self, section: Section[Any] | None) -> SectionLayout:
        own = None if section is None else section.layout
        layout = self._layout if own is None else own.over(self._layout)
        first = self._first(section, own)
        rule = self._rule(first)
        window = self._window
        if isinstance(window.along(rule), Auto) and layout.estimate is not None:
            rule = window.with_along(rule, Auto(layout.estimate))
        if window.columns(layout, rule)[0] == 1:
            rule = self._measured(first, rule)
        elements = {
            FIELDS[part]: self._element_rule(part, section, own) for part in (Part.HEADER, Part.FOOTER)
        }
        elements["page"] = self._element_rule(Part.PAGE_END, section, own)
        measure = self._measure_of(own) if self._are_items_asked else None
        return section_layout(layout, window, rule, elements, measure)

    def _first(self, section: Section[Any] | None, own: Layout | None) -> About:
        """The first item of a section, which is asked for all where there is one answer for all."""
        nothing = About(Part.CELL, None, None, None, own=own)
        if section is None or not self._are_items_asked:
            return nothing
        with suppress(LookupError):
            shown = self._router.list.section(section.id)
            for item in self._router.list.items(shown.first, min(len(shown), 1)):
                return About(Part.CELL, item.model, type_of(item.cell_class), section, item, own)
        return nothing

    def _element_rule(self, part: Part, section: Section[Any] | None, own: Layout | None) -> SizeRule:
        """The rule of the headers, the footers or the loaders of a section."""
        about = About(part, None, None, None, own=own)
        if section is not None and self._are_items_asked:
            with suppress(LookupError):
                element = self._router.list.section(section.id).supplementary(part)
                about = About(part, element.model, type_of(element.cell_class), section, own=own)
        return self._measured(about, self._rule(about))

    def _measured(self, about: About, rule: SizeRule) -> SizeRule:
        """The rule of what is asked for its length one by one: `rule` is that of the first."""
        if not self._are_items_asked:
            return rule
        return self._window.with_along(rule, Auto(self._estimate(about, rule) or 0))

    # --- who is asked

    def _rule(self, about: About) -> SizeRule:
        """How large something is: the first answer counts."""
        field = FIELDS.get(about.part, "page")
        section = None if about.own is None else getattr(about.own, field)
        found = self._answer(SIZE, about, section, getattr(self._layout, field))
        return self._window.rule(Auto() if found is None else found)

    def _estimate(self, about: About, rule: SizeRule) -> float | None:
        """How long it is until it is measured, as far as somebody says it: without that, as it is."""
        is_item = about.part == Part.CELL
        section = about.own.estimate if is_item and about.own is not None else None
        found = self._answer(ESTIMATE, about, section, self._layout.estimate if is_item else None)
        given = rule if found is None else self._window.rule(found)
        length = self._window.along(given)
        if isinstance(length, Auto):
            return length.value or None
        return self._window.units(given, self._window.room(iqlist.Insets()))

    def _answer(
        self, question: Question, about: About, section: SizeLike | None, driver: SizeLike | None
    ) -> Any:
        """`section` and `driver` are what the layouts of these say."""
        window, found = self._window.size, None
        if shows_itself(about.model):
            found = getattr(about.model, question.of_model)(window)
            if is_answer(found):
                return found
        if about.section is not None and self._is_coordinator_asked:
            ask = getattr(self._describer.coordinator, question.of_others, None)
            found = None if ask is None else ask(event_of(about), window)
            if is_answer(found):
                return found
        if section is not None:
            return section
        ask = getattr(about.cell, question.of_others, None)
        if ask is not None:
            found = ask(about.model, window)
            if is_answer(found):
                return found
        return driver

    # --- measuring

    def _measure_of(self, own: Layout | None) -> Callable[[list[Measured]], list[Answer]]:
        """The `measure` of sections with this layout. The view keeps it, and it does not keep the driver."""
        if own in self._former_measures:
            self._measures[own] = self._former_measures[own]
        if own not in self._measures:
            sizes = weakref.ref(self)

            def measure(elements: list[Measured]) -> list[Answer]:
                found = sizes()
                return [None for _ in elements] if found is None else found._measure(own, elements)

            self._measures[own] = measure
        return self._measures[own]

    def _measure(self, own: Layout | None, elements: list[Measured]) -> list[Answer]:
        shown = {
            name_of(slot.item, slot.kind, slot.index, slot.section_key): slot for slot in self._router.slots
        }
        found: list[Answer] = []
        for each in elements:
            try:
                found.append(self._length(own, each, shown))
            except Exception as error:
                noted(error, f"while {brief.repr(each.model)} was asked how large it is")
                raise
        return found

    def _length(self, own: Layout | None, each: Measured, shown: dict[Any, Slot]) -> Answer:
        """How long one thing is: as somebody says, or the cell that shows it. None: it will be bound."""
        window, name = self._window, name_of(each.item, each.kind, each.element_index, each.section)
        self._rooms.pop(name, None)
        across = each.size.height if window.options.horizontal else each.size.width
        length = window.units(self._rule(self._about(own, each)), across)
        if length is not None:
            return length
        slot = shown.get(name)
        if slot is not None and slot.model is each.model:
            return fitted(slot, each.size)
        self._rooms[name] = each.size
        return None

    def _about(self, own: Layout | None, each: Measured) -> About:
        section = None
        if self._is_coordinator_asked:
            key = each.section if each.item is None else each.item.section.key
            section = None if key is None else section_of_key(self._router.list, key)
        return About(Part.of(each.kind), each.model, type_of(each.cell_class), section, each.item, own)

    def bound(self, slot: Slot) -> None:
        """A cell was configured: if its length is not known, it is asked."""
        name = name_of(slot.item, slot.kind, slot.index, slot.section_key)
        room = self._rooms.get(name)
        if room is None:
            return
        # If it raises something, it is asked again.
        length = fitted(slot, room)
        del self._rooms[name]
        if length is None:
            return
        about: Any = slot.item
        if about is None and slot.section_key is not None:
            about = self._router.list.section(slot.section_key)
        self._view.set_size_of(about, length, kind=slot.kind, index=slot.index)


def noted(error: Exception, note: str) -> None:
    """Says in the traceback of an exception what it is about; before Python 3.11 only in `__notes__`."""
    with suppress(Exception):
        vars(error).setdefault("__notes__", []).append(note)


def name_of(item: Item[Any] | None, kind: int, index: int, section: Key | None) -> Any:
    """What an item or an element is found by."""
    return (kind, index, section) if item is None else item


def is_alive(name: Any) -> bool:
    """Whether it can still come into view."""
    with suppress(LookupError):
        return isinstance(name, tuple) or bool(name.position)
    return False


def is_answer(found: Any) -> bool:
    """Whether somebody who was asked knows."""
    return found is not None and found is not NotImplemented


def event_of(about: About) -> Event[Any]:
    """What a coordinator is asked with."""
    item = about.item
    return Event(
        section=about.section,
        item=item,
        key=None if item is None else item.key,
        position=None if item is None else item.position,
        model=about.model,
        part=about.part,
    )


def fitted(slot: Slot, room: Size) -> Answer:
    """How large the cell says that it is, for what it shows."""
    ask = getattr(slot.cell, "fitting_size", None)
    found: Answer = None if ask is None else ask(room)
    return found
