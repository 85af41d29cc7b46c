"""Who says how large something is, one level after another: see sizes.py."""

from __future__ import annotations

from typing import Any, NamedTuple

from iqlist import Auto, Item, Size, SizeRule, ViewOptions

from .cells import Cell
from .describer import Describer
from .events import Event
from .identity import shows_itself
from .layouts import Layout
from .models import ElementModel
from .parts import Part
from .responding import Coordinator
from .sections import Section
from .windows import Window


class Question(NamedTuple):
    """What models, and what cell classes and coordinators, are asked by."""

    of_model: str
    of_others: str


SIZE = Question("cell_size", "size_for")
ESTIMATE = Question("estimated_cell_size", "estimated_size_for")

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


class Levels:
    """Those of a driver: all but the layouts of sections, which come with what is asked about."""

    def __init__(self, describer: Describer, layout: Layout, options: ViewOptions) -> None:
        self._describer = describer
        self.layout, self.window = layout, Window(Size(0, 0), options)
        self._seen, self._is_asking = 0, False

    @property
    def are_items_asked(self) -> bool:
        """Whether somebody says how large single items are, or has done so: the view knows their sizes."""
        kinds = self._describer.seen
        if not self._is_asking and (self.is_coordinator_asked or len(kinds) != self._seen):
            self._seen = len(kinds)
            self._is_asking = self.is_coordinator_asked or any(map(is_answering, kinds))
        return self._is_asking

    @property
    def is_coordinator_asked(self) -> bool:
        """Whether the coordinator has a method that says something about sizes."""
        coordinator = self._describer.coordinator
        return any(
            getattr(coordinator, name, None) is not None
            and getattr(coordinator.__class__, name, None) is not getattr(Coordinator, name)
            for name in (SIZE.of_others, ESTIMATE.of_others)
        )

    def note(self, layout: Layout | None) -> None:
        """Items are asked about from now on, if a layout has a function for that."""
        self._is_asking = self._is_asking or asks(layout)

    def rule(self, about: About) -> tuple[SizeRule, bool]:
        """How large something is: the first answer counts. And whether it is about that alone, not all of a
        layout."""
        found, is_own = self._answer(SIZE, about)
        return self.window.rule(Auto() if found is None else found), is_own

    def estimate(self, about: About, rule: SizeRule) -> SizeRule:
        """How large it is until it is measured, as far as somebody says it: without that, as it is."""
        found, _ = self._answer(ESTIMATE, about)
        return rule if found is None else self.window.rule(found)

    def _answer(self, question: Question, about: About) -> tuple[Any, bool]:
        """An answer, and whether it is about that thing alone."""
        if shows_itself(about.model):
            found = getattr(about.model, question.of_model)(self.window.size)
            if is_answer(found):
                return found, True
        if self.is_coordinator_asked:
            found = self._asked(self._describer.coordinator, question, about)
            if is_answer(found):
                return found, True
        found, is_own = self._said(about.own, question, about)
        if found is not None:
            return found, is_own
        ask = getattr(about.cell, question.of_others, None)
        if ask is not None:
            found = ask(about.model, self.window.size)
            if is_answer(found):
                return found, True
        return self._said(self.layout, question, about)

    def _said(self, layout: Layout | None, question: Question, about: About) -> tuple[Any, bool]:
        """What a layout says of one thing, and whether it is about that alone."""
        if layout is None:
            return None, False
        if question is ESTIMATE:
            return (layout.estimate if about.part == Part.CELL else None), False
        found = self._asked(layout, question, about)
        if is_answer(found):
            return found, True
        return getattr(layout, FIELDS.get(about.part, "page")), False

    def _asked(self, who: Any, question: Question, about: About) -> Any:
        """What a coordinator or a layout answers about something of a section."""
        ask = getattr(who, question.of_others, None)
        if ask is None or about.section is None:
            return None
        return ask(event_of(about), self.window.size)


def is_answering(kind: Any) -> bool:
    """Whether a class of models or cells says how large single items are."""
    names = {*SIZE, *ESTIMATE, "fitting_size"}
    plain = {getattr(base, name, None) for base in (Cell, ElementModel) for name in names}
    plain = {getattr(each, "__func__", each) for each in plain}
    found = (getattr(kind, name, None) for name in names)
    return any(callable(each) and getattr(each, "__func__", each) not in plain for each in found)


def asks(layout: Layout | None) -> bool:
    """Whether a layout has a function that is asked about single things."""
    return layout is not None and layout.size_for is not None


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
