"""Seeded sessions of views beside a slow model: lists change in every way, views scroll, functions of cells
fail, cells are taken and given back. After each step, when all has been polled, what is in view, what is
bound, and what the events have said is what the model computes from the list as it can be read."""

from __future__ import annotations

import random
from typing import Any

import pytest
from screens import Oops, Row, Screen, unraisable

from iqlist import (
    CellFlag,
    Edge,
    ElementKind,
    Event,
    EventKind,
    Key,
    List,
    Loading,
    PageState,
    Placeholder,
    Prefetch,
    Section,
    State,
    Supplementary,
    TakenCell,
    View,
)

STEPS = 60
NAMES = [f"r{number}" for number in range(30)]
SECTIONS = ["s", "t", "u", "v"]
HEADER, FOOTER = ElementKind.HEADER, ElementKind.FOOTER
LOADERS = {Edge.START: ElementKind.PAGE_START, Edge.END: ElementKind.PAGE_END}
OF_SECTION = [HEADER, FOOTER, *LOADERS.values()]
OF_LIST = [*OF_SECTION, ElementKind.EMPTY, ElementKind.LOADING, ElementKind.FAILED]
IN_PLACE = {
    Placeholder.EMPTY: ElementKind.EMPTY,
    Placeholder.LOADING: ElementKind.LOADING,
    Placeholder.FAILED: ElementKind.FAILED,
}

Thing = tuple[Any, ...]
"""What is in view: ("item", key), ("section", key), or ("element", key or None, kind)."""


def moved(before: list[Key], shown: range, after: list[Key]) -> int:
    """Where a range begins that moves with the longest chain of items that stay in order and together, by its
    first visible one."""
    above = min(shown.start, len(shown))
    places = [after.index(key) if key in after else None for key in before[shown.start - above : shown.stop]]
    none: list[int] = []
    chains: list[list[int]] = [[] for _ in places]
    for j, place in enumerate(places):
        if place is None:
            continue
        for i, other in enumerate(places[:j]):
            if other is not None and other < place <= other + len(shown):
                chains[j] = max(chains[j], chains[i], key=len)
        chains[j] = [*chains[j], j]
    chain = [i for i in max(chains, key=len, default=none) if i >= above]
    stay = sum(place is not None for place in places[above:])
    if not chain or 2 * len(chain) < stay:
        return shown.start
    place = places[chain[0]]
    assert place is not None
    return place - (chain[0] - above)


class Follower:
    """A view, and the slow model of it."""

    def __init__(self, view: View[Row]) -> None:
        self.view = view
        self.first = self.count = self.ahead = 0
        self.shown, self.keys = range(0), list[Key]()
        """What was visible at the last poll, of all items."""
        self.could_grow = False
        """Whether more could come before the first one then."""
        self.has_moved = self.has_range = False
        self.displayed: set[Thing] = set()
        """By the events."""
        self.numbers: dict[Thing, int] = {}
        """The number of each one's cell, by the events."""
        self.prefetched: set[Key] = set()
        """Items ahead of what is visible, by the events."""
        self.taken: list[TakenCell[Row]] = []

    def set_visible(self, first: int, count: int, ahead: int) -> None:
        self.view.set_visible(first, count, ahead)
        self.first, self.count, self.ahead = first, count, ahead
        self.has_moved = self.has_range = True

    def visible(self, keys: list[Key], may_grow: bool) -> range:
        """The indices that are visible now."""
        if not self.has_moved:
            self.first = self.shown.start
            if self.first or self.could_grow or may_grow:
                self.first = moved(self.keys, self.shown, keys)
            self.first = max(0, min(self.first, len(keys) - len(self.shown)))
        self.has_moved = False
        found = range(min(self.first, len(keys)), min(self.first + self.count, len(keys)))
        self.shown, self.keys, self.could_grow = found, keys, may_grow
        return found

    def items_ahead(self, keys: list[Key]) -> set[Key]:
        """Those to be prefetched."""
        first, end = self.shown.start, self.shown.stop
        before = keys[max(0, first - self.ahead) : first]
        return {*before, *keys[end : end + self.ahead]} if self.has_range else set()


class Session:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.screens = [Screen(pool=self.random.choice([0, 1, 3])) for _ in range(2)]
        self.list: List[Row] = List(key="name", content="look", cell_class=self.class_of)
        self.list.set_events(
            EventKind.BOUND
            | EventKind.WILL_DISPLAY
            | EventKind.DID_END_DISPLAY
            | EventKind.PREFETCH
            | EventKind.PAGE
        )
        self.tokens: set[int] = set()
        self.followers: list[Follower] = []
        self.classes: dict[str, int] = {}
        for name in NAMES:
            self.classes[name] = self.random.randrange(2)
        for screen in self.screens:
            screen.fails = self.fails
        self.failing = 0.0

    def class_of(self, row: Row) -> Any:
        return self.screens[self.classes.get(row.name, 0)].cell_class

    def fails(self, line: str) -> bool:
        return self.random.random() < self.failing and ("create" in line or " bind " in line)

    # --- steps

    def row(self, name: str) -> Row:
        """A new model, or the one that there is."""
        if self.random.random() < 0.6 and name in self.list:
            return self.list.row(name).model
        return Row(name, self.random.randrange(1, 4))

    def element(self, kind: int) -> Supplementary:
        look = self.random.randrange(1, 3)
        row = Row(f"e{kind}", look)
        return Supplementary(kind, self.random.choice("kl"), look, row, self.screens[0].cell_class)

    def sections(self) -> list[Any]:
        names = self.random.sample(NAMES, self.random.randrange(len(NAMES)))
        cuts = sorted(self.random.choices(range(len(names) + 1), k=3))
        made: list[Any] = []
        for section, (start, stop) in zip(SECTIONS, zip([0, *cuts], [*cuts, len(names)])):
            elements = [self.element(kind) for kind in OF_SECTION if self.random.random() < 0.4]
            made.append((section, [self.row(name) for name in names[start:stop]], elements))
        self.random.shuffle(made)
        return made[: self.random.randrange(5)]

    def step_set(self) -> None:
        self.list.set(self.sections())

    def step_edit(self) -> None:
        chance = self.random
        with self.list.edit() as edit:
            for _ in range(chance.randrange(1, 6)):
                names = [row.name for row in self.list.models()]
                if not names:
                    return
                name = chance.choice(names)
                kind = chance.randrange(6)
                if kind == 0:
                    edit.delete_items([name])
                elif kind == 1:
                    edit.move_item(name, after=chance.choice(names)) if len(names) > 1 else None
                elif kind == 2:
                    new = [each for each in NAMES if each not in names][:2]
                    edit.insert_items([self.row(each) for each in new], before=name)
                elif kind == 3:
                    row = Row(name, chance.randrange(1, 4))
                    edit.update_item(name, model=row, content=row.look)
                elif kind == 4:
                    edit.reload_items([name])
                else:
                    edit.reconfigure_items([name])

    def step_states(self) -> None:
        if len(self.list):
            self.list.set_states(self.random.choice(self.list.items()), State.HOST)

    def step_element(self) -> None:
        kind = self.random.choice(OF_LIST)
        if self.random.random() < 0.6:
            self.list.set_supplementary(self.element(kind))
        elif self.element_of_list(kind) is not None:
            self.list.remove_supplementary(kind)

    def step_loading(self) -> None:
        self.list.set_loading(self.random.choice([*Loading]))

    def step_page(self) -> None:
        places: list[Any] = [None, None, *self.list.sections]
        states = [PageState.OFF, PageState.MORE, PageState.MORE, PageState.FAILED, PageState.ENDED]
        self.list.set_page(
            self.random.choice([*Edge]),
            self.random.choice(states),
            self.random.choice(places),
            distance=self.random.randrange(4),
            shows_loading=self.random.random() < 0.5,
        )

    def step_scroll(self) -> None:
        for follower in self.followers:
            if self.random.random() < 0.7:
                first, count = self.random.randrange(35), self.random.randrange(10)
                ahead = self.random.randrange(4)
                if self.random.random() < 0.2:
                    # Back to the top: often the range of before, which has followed an item since.
                    first, count, ahead = 0, 6, 0
                follower.set_visible(first, count, ahead)

    def step_view(self) -> None:
        if len(self.followers) < 2:
            self.followers.append(Follower(self.list.view()))
            self.step_scroll()
        elif self.random.random() < 0.5:
            follower = self.followers.pop(self.random.randrange(2))
            follower.view.close()

    def step_take(self) -> None:
        for follower in self.followers:
            if follower.taken and self.random.random() < 0.5:
                follower.taken.pop(self.random.randrange(len(follower.taken))).give()
            elif len(self.list):
                item = self.random.choice(self.list.items())
                try:
                    taken = follower.view.take_cell(item)
                except Oops:
                    continue
                assert taken.cell.model is item.model and taken.event.item == item
                follower.taken.append(taken)
                follower.numbers["item", item.key] = taken.number

    # --- after a step

    def element_of_list(self, kind: int) -> Supplementary | None:
        try:
            return self.list.supplementary(kind)
        except KeyError:
            return None

    def expected(self, follower: Follower) -> dict[Thing, Row | None]:
        """What is in view, with the model that its cell shows."""
        shown = self.list
        visible = follower.visible(shown.keys(), self.may_grow())
        assert follower.view.visible == visible or not (visible or follower.view.visible)
        found: dict[Thing, Row | None] = {}
        if not follower.has_range:
            return found
        rows = shown[visible.start : visible.stop]
        for row in rows:
            found["item", row.key] = row.model
        at = [item.position.section for item in shown.items(visible.start, len(visible))]
        for position in range(at[0], at[-1] + 1) if at else ():
            section = shown.sections[position]
            if position in at:
                found["section", section.key] = None
            hidden: set[int] = set()
            if visible.start > section.first or not self.shows_loader(Edge.START, section):
                hidden.add(ElementKind.PAGE_START)
            if visible.stop < section.first + len(section) or not self.shows_loader(Edge.END, section):
                hidden.add(ElementKind.PAGE_END)
            for element in section.supplementaries:
                if element.kind not in hidden:
                    found["element", section.key, element.kind] = element.model
        for kind in self.kinds_of_list(visible):
            element_of_list = self.element_of_list(kind)
            if element_of_list is not None:
                found["element", None, kind] = element_of_list.model
        return found

    def kinds_of_list(self, visible: range) -> list[int]:
        items = len(self.list)
        kinds: list[int] = []
        if not items or (visible and visible.start == 0):
            kinds += [HEADER, *([ElementKind.PAGE_START] if self.shows_loader(Edge.START) else [])]
        if not items or (visible and visible.stop == items):
            kinds += [FOOTER, *([ElementKind.PAGE_END] if self.shows_loader(Edge.END) else [])]
        placeholder = self.list.info().placeholder
        return [*kinds, IN_PLACE[placeholder]] if placeholder else kinds

    def shows_loader(self, edge: Edge, section: Section[Row] | None = None) -> bool:
        page = self.list.page(edge, section)
        if page.shows_loading:
            return page.state is PageState.LOADING
        return page.state not in (PageState.OFF, PageState.ENDED)

    def may_grow(self) -> bool:
        """Whether more may come before the list's first item."""
        sections: list[Any] = [None, *self.list.sections[:1]]
        sections += [section for section in self.list.sections if section.first == 0 and len(section)]
        pages = [self.list.page(Edge.START, section) for section in sections]
        return any(page.state not in (PageState.OFF, PageState.ENDED) for page in pages)

    def is_near(self, edge: Edge, section: Section[Row] | None) -> bool:
        """Whether a view is near an edge, by the distance that its page has."""
        whole = range(len(self.list))
        if section is not None:
            whole = range(section.first, section.first + len(section))
        if not whole:
            return False
        distance = self.list.page(edge, section).distance
        last = whole.start if edge is Edge.START else whole.stop - 1
        for follower in self.followers:
            visible = follower.view.visible
            # Beyond the end nothing is visible, but the end is near.
            if follower.has_range and visible.start - distance <= last < visible.stop + distance:
                return True
        return False

    def check_pages(self) -> None:
        """What is near has been asked for."""
        for section in (None, *self.list.sections):
            for edge in Edge:
                is_waiting = self.list.page(edge, section).state is PageState.MORE
                assert not (is_waiting and self.is_near(edge, section)), (edge, section)

    def thing(self, event: Event[Row]) -> Thing:
        if event.item is not None:
            return "item", event.key
        if event.element_kind:
            return "element", event.key, event.element_kind
        return "section", event.key

    def receive(self, event: Event[Row]) -> None:
        if event.kind is EventKind.PAGE:
            edge, section = Edge(event.flags), None
            if event.key is not None:
                section = self.list.section(event.key)
            assert event.number not in self.tokens and event.view is None
            assert self.list.page(edge, section).token == event.number
            assert self.is_near(edge, section) or not (self.list if section is None else section)
            self.tokens.add(event.number)
            return
        [follower] = [each for each in self.followers if each.view is event.view]
        if event.kind is EventKind.PREFETCH:
            return self.prefetch(follower, event)
        thing = self.thing(event)
        if event.kind is EventKind.BOUND:
            assert event.cell_number is not None and event.cell is not None
            again = event.flags & CellFlag.RECONFIGURED
            if again:
                assert follower.numbers.get(thing, event.cell_number) == event.cell_number
            follower.numbers[thing] = event.cell_number
        elif event.kind is EventKind.WILL_DISPLAY:
            assert thing not in follower.displayed
            follower.displayed.add(thing)
        else:
            follower.displayed.remove(thing)

    def prefetch(self, follower: Follower, event: Event[Row]) -> None:
        assert event.index is not None and event.item == self.list.item_at(event.index)
        keys = self.list.keys()[event.index : event.index + event.count]
        assert len(keys) == event.count > 0
        if event.flags == Prefetch.CANCEL:
            assert follower.prefetched.issuperset(keys)
            follower.prefetched.difference_update(keys)
        else:
            assert event.flags == Prefetch.NONE
            follower.prefetched.update(keys)

    def settle(self) -> None:
        """Polls until there is nothing to do, and no function fails."""
        for turn in range(100):
            self.failing = self.failing if turn < 5 else 0.0
            try:
                events = self.list.poll(self.random.choice([1, 3, 64]))
            except Oops:
                continue
            for event in events:
                self.receive(event)
            if not events:
                return
        raise AssertionError("polls find no end")

    def check(self) -> None:
        self.check_pages()
        bound = 0
        for follower in self.followers:
            expected = self.expected(follower)
            assert follower.displayed == expected.keys()
            keys = self.list.keys()
            shown = keys[follower.shown.start : follower.shown.stop]
            follower.prefetched = follower.prefetched.intersection(keys).difference(shown)
            assert follower.prefetched == follower.items_ahead(keys)
            numbers: set[int] = set()
            for thing, model in expected.items():
                if thing[0] == "section":
                    continue
                found = self.find(follower, thing)
                assert found.model is model is found.cell.model, thing
                assert found.cell_number is not None
                numbers.add(found.cell_number)
            for taken in follower.taken:
                assert taken.cell.model is not None
                numbers.add(taken.number)
            bound += len(numbers)
        assert sum(len(screen.bound()) for screen in self.screens) == bound

    def find(self, follower: Follower, thing: Thing) -> Event[Row]:
        view = follower.view
        if thing[0] == "item":
            return view.find_cell(thing[1])
        if thing[1] is None:
            return view.find_cell(None, kind=thing[2])
        return view.find_cell(self.list.section(thing[1]), kind=thing[2])

    def run(self) -> None:
        steps = [
            *(self.step_set, self.step_edit, self.step_edit, self.step_scroll, self.step_scroll),
            *(self.step_states, self.step_element, self.step_loading, self.step_view, self.step_take),
            *(self.step_page, self.step_page),
        ]
        self.followers.append(Follower(self.list.view()))
        for _ in range(STEPS):
            step = self.random.choice(steps)
            self.failing = 0.3 if self.random.random() < 0.2 else 0.0
            step()
            self.settle()
            self.check()
        ends: list[Any] = [self.list, *(follower.view for follower in self.followers)]
        self.random.shuffle(ends)
        for end in ends:
            end.close()
        assert all(screen.is_gone() for screen in self.screens)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_in_view_is_what_a_model_computes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    reported = unraisable(monkeypatch)
    Session(seed).run()
    assert all(isinstance(error, Oops) for error in reported), reported
