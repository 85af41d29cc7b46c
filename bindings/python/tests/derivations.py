"""A slow model of derived lists: each computes what it shows from all that its source shows."""

from __future__ import annotations

import select
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Optional

from iqlist import Event, EventKind, Item, Key, List, Selection, SetStates, State, StatesFlag


@dataclass(frozen=True)
class Row:
    """A model: who it is, how deep it is, how it looks."""

    name: str
    level: int = 0
    look: int = 1


Content = list[tuple[str, list[Row]]]
"""Sections, each with its rows."""
Where = Callable[[Row], bool]
STATES = (State.SELECTED, State.FOCUSED, State.EXPANDED, State.HOST)


def new_list(**options: Any) -> List[Row]:
    """A list of rows."""
    return List(key="name", content="look", level="level", **options)


def tree(text: str) -> list[Row]:
    """Rows of a word each, as "A0 B1 C2": a name and a level."""
    return [
        Row(word.rstrip("0123456789"), int(word.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")))
        for word in text.split()
    ]


def listed(text: str, **options: Any) -> List[Row]:
    """A list of the rows of a tree."""
    shown = new_list(**options)
    shown.set_items(tree(text))
    return shown


def odd(_: Key, number: int) -> bool:
    """A filter of numbers."""
    return number % 2 == 1


def names(shown: List[Any]) -> str:
    return " ".join(row.name for row in shown.models())


def content(shown: List[Row]) -> Content:
    """What a list shows."""
    return [(section.name, [row.model for row in section]) for section in shown.sections]


def rows_of(shown: Content) -> list[Row]:
    return [row for _, rows in shown for row in rows]


def parents(rows: list[Row]) -> dict[str, str | None]:
    """The parent of each row of a section: the nearest one before it with a lower level."""
    found: dict[str, str | None] = {}
    above: list[Row] = []
    for row in rows:
        while above and above[-1].level >= row.level:
            above.pop()
        found[row.name] = above[-1].name if above else None
        above.append(row)
    return found


class Told:
    """What the events of a list have reported."""

    def __init__(self, shown: List[Row]) -> None:
        self.list = shown
        self.keys: list[Any] = list(shown.keys())
        self.states: dict[Any, int] = {}
        self.tickets: list[int] = []
        self.handles = handles(shown)
        self.stale: dict[Any, set[Item[Row]]] = {}
        """The handles that items had before they were hidden or deleted."""
        for item in shown.items():
            if item.states:
                self.states[item.key] = item.states

    def take(self, events: list[Event[Row]]) -> None:
        """Those of one poll: at most one update, which comes first; then states lost with it, then others."""
        before = self.keys
        kinds = [event.kind for event in events]
        assert EventKind.UPDATE not in kinds[1:], kinds
        for event in events:
            assert event.version == self.list.info().version
            if event.kind == EventKind.UPDATE:
                self._update(event)
            elif event.kind == EventKind.STATES and event.item is not None:
                self._states(event, before if event.flags & StatesFlag.GONE else self.keys)
        self._check_handles()

    def _check_handles(self) -> None:
        """What stays has its handle, what comes has a new one."""
        before, self.handles = self.handles, handles(self.list)
        for key, item in self.handles.items():
            assert item == before.get(key, item) and item not in self.stale.get(key, ())
        for key in before.keys() - self.handles.keys():
            assert not before[key].alive
            self.stale.setdefault(key, set()).add(before[key])

    def _update(self, event: Event[Row]) -> None:
        assert event.changeset is not None
        self.tickets.append(event.number)
        mirror: list[Any] = list(self.keys)
        for splice in event.changeset.splices():
            mirror[splice.position : splice.position + splice.removed] = [None] * splice.added
        self.keys = self.list.keys()
        assert len(mirror) == len(self.keys)
        assert all(ours in (None, theirs) for ours, theirs in zip(mirror, self.keys))

    def _states(self, event: Event[Row], keys: list[Any]) -> None:
        assert event.index is not None
        for key in keys[event.index : event.index + event.count]:
            if event.flags & StatesFlag.ON:
                self.states[key] = self.states.get(key, 0) | event.states
            else:
                assert self.states[key] & event.states == event.states
                self.states[key] &= ~event.states

    def check(self) -> None:
        assert self.keys == self.list.keys()
        found = {item.key: item.states for item in self.list.items() if item.states}
        assert {key: states for key, states in self.states.items() if states} == found


def handles(shown: List[Row]) -> dict[Any, Item[Row]]:
    return dict(zip(shown.keys(), shown.items()))


def settle(shown: List[Any], take: Callable[[list[Event[Any]]], object] | None = None) -> None:
    """Polls until the list has taken in all that has happened. The events of each poll are taken."""
    while True:
        events = shown.poll(10_000)
        if take is not None:
            take(events)
        waits = shown.info().submissions > 0
        readable = bool(select.select([shown], [], [], 0)[0])
        if not (events or waits or readable):
            return
        if not events and not readable:
            assert select.select([shown], [], [], 20)[0], "the list never takes its submission in"


class Answers(NamedTuple):
    """A filter: by a function, or by bits, which are answers by name."""

    where: Optional[Where] = None
    bits: Optional[dict[str, bool]] = None


class Model:
    """What a derived list is to show, and the states that it remembers. `source` reads the source."""

    def __init__(self, source: Callable[[], Content]) -> None:
        self.source = source
        self.known: Content = []
        """The source as of the last poll."""
        self.has_new_source = True
        self.selection = Selection.SINGLE
        self.states: dict[State, set[str]] = {state: set() for state in STATES}
        """The items that have each state, shown or hidden."""

    def poll(self) -> None:
        """The source as it is now."""
        before = {row.name: row for row in rows_of(self.known)}
        known, self.known = self.known, self.source()
        self.has_new_source = known != self.known
        there = {row.name for row in rows_of(self.known)}
        for having in self.states.values():
            having &= there
        self.follow(before)

    def is_sole(self, state: State) -> bool:
        """Whether one item at most has the state; it is none that is hidden."""
        return state == State.FOCUSED or (state == State.SELECTED and self.selection == Selection.SINGLE)

    def set_states(self, some: list[str], state: State, flags: SetStates) -> None:
        having = self.states[state]
        if not some:
            return
        if flags == SetStates.OFF:
            having -= {*some}
        elif flags == SetStates.TOGGLE:
            having ^= {*some}
        else:
            is_sole = self.is_sole(state)
            if flags == SetStates.ONLY or is_sole:
                having.clear()
            having |= {*some[-1:]} if is_sole else {*some}

    def follow(self, before: dict[str, Row]) -> None:
        raise NotImplementedError

    def shows(self, section: str, rows: list[Row]) -> list[Row]:
        raise NotImplementedError

    def keeps(self, section: str, rows: list[Row], shown: list[Row]) -> bool:
        raise NotImplementedError

    def content(self) -> Content:
        found: Content = []
        for section, rows in self.known:
            shown = self.shows(section, rows)
            if self.keeps(section, rows, shown):
                found.append((section, shown))
        return found


class OutlineModel(Model):
    def __init__(
        self,
        source: Callable[[], Content],
        exclusive: bool = False,
        expanded: bool = False,
        sections: bool = False,
        drop_empty_sections: bool = False,
    ) -> None:
        super().__init__(source)
        self.are_expanded, self.fold, self.drops = expanded, sections, drop_empty_sections
        self.is_exclusive = exclusive
        self.open: set[str] = set()
        """The sections that are expanded."""
        self.sections: set[str] = set()
        self.poll()

    def follow(self, before: dict[str, Row]) -> None:
        sections = {section for section, _ in self.known}
        self.open &= sections
        if self.are_expanded:
            self.open |= sections - self.sections
            for _, rows in self.known:
                above = set(parents(rows).values())
                self.states[State.EXPANDED] |= {
                    row.name for row in rows if row.name in above and row.name not in before
                }
        self.sections = sections

    def agree(self, expanded: set[str]) -> None:
        """Of siblings that are to be expanded one is: the list says which. They count as siblings before an
        update of the source and after it."""
        for _, rows in self.known:
            siblings: dict[str | None, set[str]] = {}
            for name, parent in parents(rows).items():
                siblings.setdefault(parent, set()).add(name)
            for group in siblings.values():
                wanted = group & self.states[State.EXPANDED]
                assert group & expanded <= wanted and len(group & expanded) <= 1
                assert self.has_new_source or group & expanded or not wanted
        self.states[State.EXPANDED] = expanded

    def shows(self, section: str, rows: list[Row]) -> list[Row]:
        if self.fold and section not in self.open:
            return []
        above = parents(rows)
        shown: set[str | None] = {None}
        for row in rows:
            parent = above[row.name]
            if parent in shown and (parent is None or parent in self.states[State.EXPANDED]):
                shown.add(row.name)
        return [row for row in rows if row.name in shown]

    def keeps(self, section: str, rows: list[Row], shown: list[Row]) -> bool:
        is_collapsed = self.fold and section not in self.open
        return not self.drops or bool(rows if is_collapsed else shown)


class FilterModel(Model):
    def __init__(
        self, source: Callable[[], Content], keep_parents: bool = False, drop_empty_sections: bool = False
    ) -> None:
        super().__init__(source)
        self.keep_parents, self.drops = keep_parents, drop_empty_sections
        self.filter = Answers()
        self.passing: set[str] = set()
        self.poll()

    def set_filter(self, given: Answers) -> None:
        """Takes place with the next poll."""
        self.filter = given
        self.passing = {name for name, passes in (given.bits or {}).items() if passes}

    def follow(self, before: dict[str, Row]) -> None:
        rows = rows_of(self.known)
        if self.filter.bits is not None:
            self.passing &= {row.name for row in rows}
        else:
            where = self.filter.where
            self.passing = {row.name for row in rows if where is None or where(row)}

    def shows(self, section: str, rows: list[Row]) -> list[Row]:
        shown = {row.name for row in rows if row.name in self.passing}
        if self.keep_parents:
            above = parents(rows)
            for name in list(shown):
                parent = above[name]
                while parent is not None:
                    shown.add(parent)
                    parent = above[parent]
        return [row for row in rows if row.name in shown]

    def keeps(self, section: str, rows: list[Row], shown: list[Row]) -> bool:
        return not self.drops or bool(shown)


def in_state(shown: List[Row], state: State) -> set[str]:
    return {item.model.name for item in shown.items_in_state(state)}
