"""Who says how large something is, one level after another: see sizes.py."""

from __future__ import annotations

from typing import Any, NamedTuple

from iqlist import Auto, Item, Size, SizeRule, ViewOptions

from .cells import Cell
from .describer import Describer
from .events import Event
from .identity import shows_itself
from .layouts import Layout, SizeLike, is_sizing
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
        coordinator = self._describer.coordinator
        return any(
            getattr(coordinator, name, None) is not None
            and getattr(coordinator.__class__, name, None) is not getattr(Coordinator, name)
            for name in (SIZE.of_others, ESTIMATE.of_others)
        )

    def note(self, layout: Layout | None) -> None:
        """Items are asked about from now on, if a layout has an object that is."""
        self._is_asking = self._is_asking or asks(layout)

    def rule(self, about: About) -> tuple[SizeRule, bool]:
        """How large something is: the first answer counts. And whether it is about that alone, not all of a
        layout."""
        field = FIELDS.get(about.part, "page")
        section = None if about.own is None else getattr(about.own, field)
        found, is_own = self._answer(SIZE, about, section, getattr(self.layout, field))
        return self.window.rule(Auto() if found is None else found), is_own

    def estimate(self, about: About, rule: SizeRule) -> SizeRule:
        """How large it is until it is measured, as far as somebody says it: without that, as it is."""
        is_item = about.part == Part.CELL
        section = about.own.estimate if is_item and about.own is not None else None
        driver = self.layout.estimate if is_item else None
        found, _ = self._answer(ESTIMATE, about, section, driver)
        return rule if found is None else self.window.rule(found)

    def _answer(
        self, question: Question, about: About, section: SizeLike | None, driver: SizeLike | None
    ) -> tuple[Any, bool]:
        """An answer, and whether it is about that thing alone. `section` and `driver` are what the layouts of
        these say."""
        window, found = self.window.size, None
        if shows_itself(about.model):
            found = getattr(about.model, question.of_model)(window)
            if is_answer(found):
                return found, True
        if about.section is not None and self.is_coordinator_asked:
            found = self._asked(self._describer.coordinator, question, about)
            if is_answer(found):
                return found, True
        found, is_own = self._said(section, question, about)
        if found is not None:
            return found, is_own
        ask = getattr(about.cell, question.of_others, None)
        if ask is not None:
            found = ask(about.model, window)
            if is_answer(found):
                return found, True
        return self._said(driver, question, about)

    def _said(self, given: SizeLike | None, question: Question, about: About) -> tuple[Any, bool]:
        """What a layout says of one thing, and whether it is about that alone."""
        if not is_sizing(given):
            return given, False
        found = self._asked(given, question, about) if about.section is not None else None
        if is_answer(found):
            return found, True
        return given if callable(given) else None, False

    def _asked(self, who: Any, question: Question, about: About) -> Any:
        """What a coordinator or a sizing object answers."""
        ask = getattr(who, question.of_others, None)
        return None if ask is None else ask(event_of(about), self.window.size)


def is_answering(kind: Any) -> bool:
    """Whether a class of models or cells says how large single items are."""
    names = {*SIZE, *ESTIMATE, "fitting_size"}
    plain = {getattr(base, name, None) for base in (Cell, ElementModel) for name in names}
    plain = {getattr(each, "__func__", each) for each in plain}
    found = (getattr(kind, name, None) for name in names)
    return any(callable(each) and getattr(each, "__func__", each) not in plain for each in found)


def asks(layout: Layout | None) -> bool:
    """Whether a layout has an object that is asked about single things."""
    return layout is not None and any(
        map(is_sizing, (layout.item, layout.header, layout.footer, layout.page))
    )


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
