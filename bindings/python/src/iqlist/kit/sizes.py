"""How large what a driver shows is: who is asked, and in which order.

    the model --> the coordinator --> the section's layout --> the class of the cell --> the driver's layout

Where nobody answers for single items, a section has one rule, and the view never asks. Else `measure` of its
layout asks them, about what comes near the window. Their answer may be `Auto`: then the cell itself says how
large it is. A width counts where the layout has a use for it: see lines.py.
"""

from __future__ import annotations

import reprlib
import weakref
from contextlib import suppress
from typing import Any, Callable, NamedTuple

import iqlist
from iqlist import Auto, Item, Key, Measured, SectionLayout, Size, SizeRule

from .classes import type_of
from .describer import section_of_key, sections_of_list
from .fitting import Unfitted, fitted
from .layouts import Answer, Layout
from .levels import FIELDS, About, Levels, asks
from .lines import Lines
from .parts import Part
from .router import Router
from .sections import Section
from .slots import Slot
from .windows import Window

brief = reprlib.Repr()
brief.maxstring = brief.maxother = 80

MOST_UNFITTED = 4096
"""With more of them those of items that have gone are dropped."""


class Plan(NamedTuple):
    """What single things are asked by: sections for which it is the same have one `measure`."""

    own: Layout | None
    """The layout of the section."""
    lines: Lines
    rules: tuple[SizeRule, ...]
    """Those of the view, as `FIELDS` has them, then those of loaders."""

    def rule(self, part: Part) -> SizeRule:
        """The rule of the place of something."""
        return self.rules[[*FIELDS].index(part) if part in FIELDS else -1]


class Placed(NamedTuple):
    """The layout that a section has got, which is not the default."""

    layout: SectionLayout
    lanes_of: tuple[Any, ...] | None
    """What its lanes were made for: see `Sizes._lanes_of`."""


class Sizes:
    """Sets the layouts of the sections of a view that is laid out, and says how large things are."""

    def __init__(self, view: iqlist.LaidOutView[Any], layout: Layout, router: Router) -> None:
        self._view, self._router = view, router
        self._levels = Levels(router.describer, layout, view.options)
        self._version = -1
        """The version of the list that the layouts were set for; -1: they are to be set anew."""
        self._default: SectionLayout | None = None
        self._placed: dict[Key, Placed] = {}
        """The layouts of sections that are not as the default."""
        self._measures: dict[Plan, Callable[[list[Measured]], list[Answer]]] = {}
        """The `measure` of sections: equal ones are one for the view."""
        self._former_measures = self._measures
        """Those before the layouts were set."""
        self._unfitted: dict[Any, Unfitted] = {}
        """What was asked about, and nobody could say, until a cell is bound that says it: see `name_of`."""
        self._changes = Section.layout_changes

    # --- what it depends on

    def set_layout(self, layout: Layout) -> None:
        """The driver has another layout."""
        self._levels.layout = layout
        self.change()

    def set_size(self, width: float, height: float) -> None:
        """The window has another size."""
        self._view.set_size(width, height)
        window = Window(Size(width, height), self._view.options)
        if window != self._levels.window:
            self._levels.window = window
            self.change()

    def change(self) -> None:
        """Something that the layouts of sections depend on has changed."""
        self._version = -1

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
        sections = sections_of_list(self._router.list) if described is None else described
        for layout in (self._levels.layout, *(each.layout for each in sections)):
            self._levels.note(layout)
        if self._version < 0 and self._default is not None and self._levels.are_items_asked:
            self._ask_again()
        self._former_measures, self._measures = self._measures, {}
        former_default, default = self._default, self._plan(None)
        if default != self._default:
            self._view.set_layout(default)
            self._default = default
        former, self._placed = self._placed, {}
        for section in sections:
            if section.layout is None and not self._levels.are_items_asked:
                continue
            key = Key(section.id)
            placed, lanes_of = former.get(key), self._lanes_of(section, key)
            if placed is not None and lanes_of is not None and placed.lanes_of == lanes_of:
                self._placed[key] = placed
                continue
            plan = self._plan(section)
            before = former_default if placed is None else placed.layout
            if before is not None and plan.measure is not None and is_other_row(before, plan):
                self._ask_again()
            if plan != default and self._set(key, plan):
                self._placed[key] = Placed(plan, lanes_of)
        for key in former.keys() - self._placed.keys():
            self._set(key, None)
        self._version = version
        if len(self._unfitted) > MOST_UNFITTED:
            self._unfitted = {name: each for name, each in self._unfitted.items() if is_alive(name)}

    def _ask_again(self) -> None:
        """What was said before may no longer be so."""
        self._unfitted.clear()
        self._view.invalidate()

    def _lanes_of(self, section: Section[Any], key: Key) -> tuple[Any, ...] | None:
        """What the layout of a section in lanes depends on, but for its first item: to set another one, or
        the same again, chooses the lanes anew. None: there are no lanes, or no items in them."""
        own, layout = section.layout, self._levels.layout
        layout = layout if own is None else own.over(layout)
        if layout.lanes:
            with suppress(LookupError):
                if len(self._router.list.section(key)) > 0:
                    handle = self._router.list._section_handle(key).id
                    return handle, own, layout, self._levels.window, self._levels.are_items_asked
        return None

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
        layout = self._levels.layout if own is None else own.over(self._levels.layout)
        first, window = self._first(section, own), self._levels.window
        rule = self._levels.rule(first)[0]
        if isinstance(window.lengths(rule)[0], Auto) and layout.estimate is not None:
            rule = window.with_along(rule, Auto(layout.estimate))
        lines = Lines.of(window, layout, self._row_rule(layout, rule))
        rule = lines.fitted(rule)
        rules = {"item": self._measured(first, rule, lines) if self._levels.are_items_asked else rule}
        of_window = Lines(window, window.room)
        for part in (Part.HEADER, Part.FOOTER, Part.PAGE_END):
            about = self._first_element(part, section, own)
            rule = self._levels.rule(about)[0]
            rules[FIELDS.get(part, "page")] = (
                self._measured(about, rule, of_window) if self._levels.are_items_asked else rule
            )
        plan = Plan(own, lines, tuple(rules.values()))
        measure = self._measure_of(plan) if self._levels.are_items_asked else None
        return lines.section_layout(layout, rules, measure)

    def _row_rule(self, layout: Layout, first: SizeRule) -> SizeRule:
        """The rule that says how wide columns are: that of the layout, or of the first item."""
        if layout.item is not None:
            rule = self._levels.window.rule(layout.item)
            if self._levels.window.across(rule) is not None:
                return rule
        return first

    def _first(self, section: Section[Any] | None, own: Layout | None) -> About:
        """The first item of a section, which is asked for all where there is one answer for all."""
        nothing = About(Part.CELL, None, None, None, own=own)
        if section is None or not self._levels.are_items_asked:
            return nothing
        with suppress(LookupError):
            shown = self._router.list.section(section.id)
            for item in self._router.list.items(shown.first, min(len(shown), 1)):
                return About(Part.CELL, item.model, type_of(item.cell_class), section, item, own)
        return nothing

    def _first_element(self, part: Part, section: Section[Any] | None, own: Layout | None) -> About:
        """The first of the headers, the footers or the loaders of a section, likewise."""
        if section is not None and self._levels.are_items_asked:
            with suppress(LookupError):
                element = self._router.list.section(section.id).supplementary(part)
                return About(part, element.model, type_of(element.cell_class), section, own=own)
        return About(part, None, None, None, own=own)

    def _measured(self, about: About, rule: SizeRule, lines: Lines) -> SizeRule:
        """The rule of what is asked for its size one by one: `rule` is that of the first."""
        window, given = self._levels.window, self._levels.estimate(about, rule)
        across = [lines.own_width(window.across(each)) for each in (given, rule)]
        width = across[0] if across[0] is not None else across[1]
        length = window.lengths(given)[0]
        along = window.along(given, lines.width(width))
        rule = window.with_along(rule, length if isinstance(length, Auto) else Auto(along or 0))
        if lines.is_flow and width is not None:
            rule = window.with_across(rule, Auto(width))
        return rule

    # --- measuring

    def _measure_of(self, plan: Plan) -> Callable[[list[Measured]], list[Answer]]:
        """The `measure` of sections with this plan. The view keeps it, and it does not keep the driver."""
        if plan in self._former_measures:
            self._measures[plan] = self._former_measures[plan]
        if plan not in self._measures:
            sizes = weakref.ref(self)

            def measure(elements: list[Measured]) -> list[Answer]:
                found = sizes()
                return [None for _ in elements] if found is None else found._measure(plan, elements)

            self._measures[plan] = measure
        return self._measures[plan]

    def _measure(self, plan: Plan, elements: list[Measured]) -> list[Answer]:
        shown = {
            name_of(slot.item, slot.kind, slot.index, slot.section_key): slot for slot in self._router.slots
        }
        found: list[Answer] = []
        for each in elements:
            try:
                found.append(self._size(plan, each, shown))
            except Exception as error:
                noted(error, f"while {brief.repr(each.model)} was asked how large it is")
                raise
        return found

    def _size(self, plan: Plan, each: Measured, shown: dict[Any, Slot]) -> Answer:
        """How large one thing is: as somebody says, or the cell that shows it. None: it will be bound."""
        window, name = self._levels.window, name_of(each.item, each.kind, each.element_index, each.section)
        self._unfitted.pop(name, None)
        about = self._about(plan.own, each)
        lines = plan.lines if each.item is not None else Lines(window, window.room)
        rule, is_own = self._levels.rule(about)
        width = lines.own_width(window.across(rule)) if is_own or lines.is_flow else None
        length = window.along(rule, lines.width(width))
        if length is not None and (width is not None or not lines.is_flow):
            return window.answer(length, width)
        around = window.around(plan.rule(about.part), each.level)
        room = max(0, lines.place(width) - around[1])
        along, _ = window.sides(*each.size)
        unfitted = Unfitted(lines, length, width, Size(*window.sides(along, room)), around)
        slot = shown.get(name)
        if slot is not None and slot.model is each.model:
            return unfitted.answer(fitted(slot, unfitted.room))
        self._unfitted[name] = unfitted
        return None

    def _about(self, own: Layout | None, each: Measured) -> About:
        section = None
        if self._levels.is_coordinator_asked or asks(own) or asks(self._levels.layout):
            if each.item is not None:
                section = self._router.section_of_item(each.item)
            elif each.section is not None:
                section = section_of_key(self._router.list, each.section)
        return About(Part.of(each.kind), each.model, type_of(each.cell_class), section, each.item, own)

    def bound(self, slot: Slot) -> None:
        """A cell was configured: if its length is not known, it is asked."""
        name = name_of(slot.item, slot.kind, slot.index, slot.section_key)
        unfitted = self._unfitted.get(name)
        if unfitted is None:
            return
        # If it raises something, it is asked again.
        size = unfitted.answer(fitted(slot, unfitted.room))
        del self._unfitted[name]
        if size is None:
            return
        about: Any = slot.item
        if about is None and slot.section_key is not None:
            about = self._router.list.section(slot.section_key)
        self._view.set_size_of(about, size, kind=slot.kind, index=slot.index)


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


def is_other_row(before: SectionLayout, now: SectionLayout) -> bool:
    """Whether widths that were said before may take another number of columns."""
    return (before.columns, before.item_spacing) != (now.columns, now.item_spacing)
