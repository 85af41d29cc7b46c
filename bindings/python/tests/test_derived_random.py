"""Seeded sessions of derived lists beside a slow model: lists that follow one another change in every way,
items are expanded and selected, filters come and are superseded, and the lists are polled in any order. When
a list has been polled, it shows what the model computes from what its source shows, and has the states that
the model remembers; and its events have told just that."""

from __future__ import annotations

import random
from contextlib import ExitStack
from typing import Any, Union

import pytest
from derivations import (
    STATES,
    Answers,
    Content,
    FilterModel,
    OutlineModel,
    Row,
    Told,
    content,
    in_state,
    new_list,
    rows_of,
    settle,
)

from iqlist import (
    EventKind,
    FilterChange,
    FilteredList,
    Key,
    List,
    Outline,
    Selection,
    SetStates,
    State,
    Ticket,
)

STEPS = 50
NAMES = [f"r{number}" for number in range(40)]
SECTIONS = ["s", "t", "u"]
LOOKS = 6


class Follower:
    """A derived list and its model."""

    def __init__(
        self, shown: Union[Outline[Row], FilteredList[Row]], model: Union[OutlineModel, FilterModel]
    ) -> None:
        self.list, self.model = shown, model
        shown.set_events(EventKind.UPDATE | EventKind.STATES)
        shown.set_selection(model.selection)
        self.told = Told(shown)
        self.tickets: list[Ticket] = []
        self.limit = LOOKS
        """Looks below it pass the filter that was given last; without one, all do."""
        self.has_bits = False

    def settle(self) -> None:
        settle(self.list, self.told.take)
        self.model.poll()
        if isinstance(self.model, OutlineModel) and self.model.is_exclusive:
            expanded = {key for _, key in self.list.keys_in_state(State.EXPANDED)}
            self.model.agree({row.name for row in rows_of(self.model.known) if Key(row.name) in expanded})
        assert content(self.list) == self.model.content()
        there = {row.name for row in self.list.models()}
        for state, having in self.model.states.items():
            assert in_state(self.list, state) == having & there
            keys = [key for _, key in self.list.keys_in_state(state)]
            assert keys == [Key(row.name) for row in rows_of(self.model.known) if row.name in having]
        self.told.check()
        for ticket in self.tickets[:-1]:
            assert ticket.done()
        if self.tickets:
            self.tickets[-1].result()
            assert self.told.tickets.count(self.tickets[-1].number) == 1


class Session:
    def __init__(self, seed: int, stack: ExitStack) -> None:
        self.random = random.Random(seed)
        self.root: List[Row] = stack.enter_context(new_list())
        self.update()
        self.followers: list[Follower] = []
        for _ in range(self.random.randint(1, 4)):
            follower = self.derive()
            stack.enter_context(follower.list)
            self.followers.append(follower)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def derive(self) -> Follower:
        """A list that follows the root. What chains remember, the sessions of the C interface know."""
        source = self.root
        read = self.reader(source)
        flags: dict[str, Any] = {"drop_empty_sections": self.chance(0.5)}
        if self.chance(0.5):
            flags["keep_parents"] = self.chance(0.5)
            return self.following(source.filtered(**flags), FilterModel(read, **flags))
        kind = self.random.choice(["exclusive", "expanded", "sections", "drop_empty_sections"])
        flags |= {"sections": self.chance(0.5)} if kind != "exclusive" else {}
        flags[kind] = True
        return self.following(source.outline(**flags), OutlineModel(read, **flags))

    def following(
        self, shown: Union[Outline[Row], FilteredList[Row]], model: Union[OutlineModel, FilterModel]
    ) -> Follower:
        model.selection = self.random.choice([Selection.SINGLE, Selection.MULTIPLE])
        return Follower(shown, model)

    @staticmethod
    def reader(source: List[Row]) -> Any:
        def read() -> Content:
            return content(source)

        return read

    # --- steps

    def row(self, name: str) -> Row:
        return Row(name, self.random.randrange(4), self.random.randrange(LOOKS))

    def update(self) -> None:
        """The root described anew: much stays as it is, some moves, comes and goes."""
        rows = [row for row in rows_of(content(self.root)) if self.chance(0.8)]
        rows = [self.row(row.name) if self.chance(0.1) else row for row in rows]
        there = {row.name for row in rows}
        coming = [name for name in NAMES if name not in there and self.chance(0.3)]
        for name in coming:
            rows.insert(self.random.randint(0, len(rows)), self.row(name))
        if rows and self.chance(0.3):
            rows.append(rows.pop(self.random.randrange(len(rows))))
        sections = self.random.sample(SECTIONS, self.random.randint(1, 3))
        cuts = sorted(self.random.randint(0, len(rows)) for _ in sections[1:])
        edges = [0, *cuts, len(rows)]
        self.root.set({name: rows[edges[at] : edges[at + 1]] for at, name in enumerate(sections)})

    def edit(self) -> None:
        """A few changes in place. While the edit is open, those that follow stay as they are."""
        there = rows_of(content(self.root))
        with self.root.edit() as edit:
            for row in self.random.sample(there, min(len(there), self.random.randint(0, 3))):
                others = [other.name for other in self.root.models() if other.name != row.name]
                if self.chance(0.4) or not others:
                    edit.delete_items([row.name])
                elif self.chance(0.5):
                    edit.update_item(row.name, model=self.row(row.name))
                else:
                    edit.move_item(row.name, before=self.random.choice(others))
            names = {row.name for row in self.root.models()}
            coming = [name for name in NAMES if name not in names]
            if coming:
                section = self.random.choice(self.root.sections.keys())
                edit.insert_items([self.row(self.random.choice(coming))], section, 0)
            if self.chance(0.3):
                for follower in self.followers:
                    if follower.list.source is self.root:
                        before = content(follower.list)
                        follower.told.take(follower.list.poll(10_000))
                        assert content(follower.list) == before
            if self.chance(0.2):
                edit.close()

    def mark(self) -> None:
        """Sets states of some of what is shown, or of a section."""
        follower = self.random.choice(self.followers)
        model, shown = follower.model, follower.list
        if isinstance(shown, Outline) and isinstance(model, OutlineModel) and model.fold and self.chance(0.3):
            self.fold(shown, model)
            return
        rows = [row.name for row in shown.models()]
        some = self.random.sample(rows, self.random.randint(min(len(rows), 1), min(len(rows), 8)))
        if not some:
            return
        if isinstance(shown, Outline) and self.chance(0.5):
            state, flags = State.EXPANDED, self.random.choice([SetStates.NONE, SetStates.OFF])
            (shown.collapse if flags else shown.expand)(some)
        else:
            state = self.random.choice(STATES)
            flags = self.random.choice([SetStates.NONE, SetStates.NONE, SetStates.OFF, SetStates.ONLY])
            if self.chance(0.2):
                some = self.mark_by_key(follower, state, flags)
            else:
                shown.set_states(some, state, flags)
        model.set_states(some, state, flags)

    def mark_by_key(self, follower: Follower, state: State, flags: SetStates) -> list[str]:
        """Sets a state of items that may be hidden, if it is one that those can have, or may be gone. Returns
        which of them there are."""
        shown = {row.name for row in follower.list.models()}
        names = {row.name for row in rows_of(follower.model.known)}
        source = {row.name for row in follower.list.source.models()}
        some = self.random.sample(NAMES, 6)
        there = [name for name in some if name in names and name in source]
        if follower.model.is_sole(state):
            there = [name for name in there if name in shown]
        if not there:
            return []
        some = there + [name for name in some if name not in names | source]
        missing = follower.list.set_key_states(some, state, flags)
        assert missing == len(some) - len(there)
        return there

    def fold(self, shown: Outline[Row], model: OutlineModel) -> None:
        for section in self.random.sample([*shown.sections], min(len(shown.sections), 1)):
            if self.chance(0.6):
                shown.expand(section)
                model.open.add(section.name)
            else:
                shown.collapse(section)
                model.open.discard(section.name)
            assert shown.is_expanded(section) == (section.name in model.open)

    def read(self) -> None:
        """What a list shows is found by its key, also while its source is ahead; nothing else is."""
        shown = self.random.choice(self.followers).list
        rows = shown.models()
        for index, row in enumerate(rows):
            assert shown.index(row.name) == index and shown.item(row.name) == shown.item_at(index)
        there = {row.name for row in rows}
        assert not [name for name in NAMES if name not in there and name in shown]

    def filter(self) -> None:
        """Another filter, or several in a row."""
        filters = [each for each in self.followers if isinstance(each.list, FilteredList)]
        if filters:
            follower = self.random.choice(filters)
            for _ in range(self.random.randint(1, 3)):
                self.set_filter(follower)

    def set_filter(self, follower: Follower) -> None:
        shown, model = follower.list, follower.model
        assert isinstance(shown, FilteredList) and isinstance(model, FilterModel)
        limit = self.random.randint(0, LOOKS)
        if self.chance(0.3):
            rows = rows_of(content(shown.source))
            bits = [row.look < limit for row in rows]
            ticket = shown.set_filter(bits)
            model.set_filter(Answers(bits={row.name: bit for row, bit in zip(rows, bits)}))
            follower.has_bits = True
        else:
            change = FilterChange.DIFFERENT
            if not follower.has_bits and limit <= follower.limit:
                change = FilterChange.STRICTER
            elif not follower.has_bits and limit >= follower.limit and self.chance(0.8):
                change = FilterChange.LOOSER
            follower.has_bits = False

            def passes(row: Row) -> bool:
                return row.look < limit

            def where(_: Key, row: Row) -> bool:
                return passes(row)

            ticket = shown.set_filter(where, change=change)
            model.set_filter(Answers(where=passes))
        follower.limit = limit
        follower.tickets.append(ticket)

    def step(self) -> None:
        work = self.random.choices(
            [self.update, self.edit, self.mark, self.filter, self.poll], [2, 2, 4, 3, 5]
        )
        work[0]()

    def poll(self) -> None:
        self.random.choice(self.followers).settle()

    def close_roots(self) -> None:
        """Each source before those that follow it: they show what they showed."""
        for follower in self.followers:
            follower.settle()
        shown = [content(follower.list) for follower in self.followers]
        for each in (self.root, *(follower.list for follower in self.followers[:-1])):
            each.close()
        last = self.followers[-1].list
        assert content(last) == shown[-1]
        settle(last)
        assert content(last) == shown[-1]
        for row in last.models():
            assert last.item(row.name).key == last.key_of(row.name)


@pytest.mark.parametrize("seed", range(40))
def test_derived_lists_show_what_the_model_computes(seed: int) -> None:
    print("seed", seed)
    with ExitStack() as stack:
        session = Session(seed, stack)
        for follower in session.followers:
            follower.settle()
        for _ in range(STEPS):
            session.step()
        session.close_roots()
