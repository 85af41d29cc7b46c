"""The seeded script's states, derived lists, view and pages, in the order of follow.c of bindings/seeds."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable

from seeded import CELLS, Model, Oops, Script, cells_of, number_text, position_text

from iqlist import (
    DiffFlag,
    Edge,
    Event,
    EventKind,
    FilterChange,
    FilteredList,
    Item,
    Key,
    List,
    Loading,
    NotFoundError,
    PageState,
    Row,
    Selection,
    SetStates,
    State,
    Supplementary,
    TakenCell,
    Ticket,
)

KEYS, TAKEN, STEPS = 16, 3, 25
LOOKS = [Model(number) for number in range(4)]
STATES = [State.SELECTED, State.FOCUSED, State.EXPANDED, State.HOST]
FLAGS = [*[SetStates.NONE] * 2, SetStates.OFF, SetStates.TOGGLE, SetStates.ONLY, SetStates.BY_USER]
MODES = [Selection.SINGLE, Selection.MULTIPLE, Selection.NONE, Selection.MULTIPLE | Selection.KEEPS]
PAGES = [PageState.OFF, PageState.MORE, PageState.MORE, PageState.FAILED, PageState.ENDED]
KINDS = [1, 2, 3, 4]
"""A list's own header, footer, and what is shown while it is empty or loading."""
EVENTS = (
    EventKind.UPDATE
    | EventKind.BOUND
    | EventKind.WILL_DISPLAY
    | EventKind.DID_END_DISPLAY
    | EventKind.STATES
    | EventKind.PLACEHOLDER
    | EventKind.PAGE
    | EventKind.CHILDREN
    | EventKind.PREFETCH
)


def number_of(key: Key) -> int:
    return int.from_bytes(bytes(key)[:8], "little")


def is_below(limit: int, key: Key, model: object) -> bool:
    return number_of(key) < limit


class FollowSteps:
    def __init__(self, script: Script, seed: int) -> None:
        self.script, self.below, self.chance = script, script.random.below, script.random.chance
        source: List[Any] = List()
        source.set_undo(1 << 16)
        outline = source.outline(
            exclusive=seed % 3 == 0,
            expanded=seed % 3 == 1,
            sections=seed // 3 % 2 == 1,
            drop_empty_sections=seed // 6 % 2 == 1,
        )
        filtered = source.filtered(keep_parents=seed % 4 < 2)
        below = outline.filtered(drop_empty_sections=seed % 2 == 1)
        self.lists: list[Any] = [source, outline, filtered, below]
        self.source, self.outline = source, outline
        for at, shown in enumerate(self.lists):
            shown.set_events(EVENTS)
            shown.set_selection(MODES[(seed // 2 + at) % 4])
        self.view = source.view()
        self.taken: list[TakenCell[Any]] = []
        self.limits: list[int | None] = [None] * 4
        """Of filters by a number: keys below it pass."""
        self.tickets: list[Ticket] = []
        self.capacity = 1 + seed % 5
        cells_of(script, seed % 3 == 2)

    def run(self, is_source_first: bool) -> None:
        steps: list[Callable[[], object]] = [
            *(self.set, self.edit, self.edit, self.set_states, self.set_states, self.set_states),
            *(self.set_range_states, self.fold, self.fold, self.fold, self.fold, self.set_filter),
            *(self.set_filter, self.set_section_states, self.set_visible, self.set_visible),
            *(self.take_or_give, self.find, self.set_page, self.set_loading, self.set_section_states),
            *(self.set_selection, self.set_key_states, self.set_element, self.undo_or_redo),
        ]
        for step in range(STEPS):
            steps[0 if step == 0 else self.below(len(steps))]()
            for shown in self.lists:
                while not self.poll(shown):
                    pass
            assert all(ticket.done() for ticket in self.tickets)
            self.tickets.clear()
            for shown in self.lists:
                self.print_shown(shown)
        self.view.close()
        self.close(self.lists if is_source_first else self.lists[::-1])
        cells_of(None)

    def close(self, lists: list[Any]) -> None:
        """Those that are closed later go on showing what they showed."""
        before = [shown.keys() for shown in lists]
        for at, shown in enumerate(lists):
            shown.poll()
            assert shown.keys() == before[at]
            shown.close()

    def poll(self, shown: Any) -> bool:
        """Whether nothing is left."""
        try:
            events = shown.poll(self.capacity)
        except Oops:
            return False
        for event in events:
            self.print_event(event)
        return not events

    # --- what goes in

    def row(self, key: int) -> Row[Any]:
        look = 1 + self.below(3)
        level = self.below(4) if self.chance(30) else key % 3
        return Row(Key(key), look, LOOKS[look], CELLS, level)

    def list(self) -> Any:
        return self.lists[self.below(4)]

    def item(self, shown: Any) -> Item[Any]:
        item: Item[Any] = shown.item_at(self.below(len(shown)))
        return item

    # --- what is shown

    def print_event(self, event: Event[Any]) -> None:
        parts: list[object] = [int(event.kind), event.flags, event.version]
        if event.key is None or event.section_key is None:
            parts += ["-", "-"]
        else:
            parts += [number_of(event.key), number_of(event.section_key)]
        position = event.position
        is_of_item = position is not None and position.item is not None
        parts += [position_text(position if is_of_item else None), number_text(event.index), event.count]
        parts.append(0 if event.model is None else event.model.number)
        if event.view is not None:
            assert event.view is self.view
            parts.append(number_text(event.cell_number))
        parts += [f"{event.element_kind}.{event.element_index}", event.states, event.mask, event.number]
        if event.changeset is not None:
            parts += [f"{it.position}-{it.removed}+{it.added}" for it in event.changeset.splices()]
        self.script.print("event", *parts)

    def print_shown(self, shown: List[Any]) -> None:
        info = shown.info()
        parts: list[object] = [info.version, int(info.loading), int(info.placeholder)]
        parts += [info.undo_steps, info.redo_steps, info.selected]
        items, columns = shown.items(), shown.columns()
        for section in shown.sections:
            states = int(shown._section_for_key(section.key).states)
            parts.append(f"[{number_of(section.key)} {states}")
            for at in range(section.first, section.first + len(section)):
                item, level, model = items[at], columns.levels[at], columns.models[at]
                assert shown.item(item.key) == item and shown.index(item.key) == at
                look = f"{level}/{model.number}/{int(item.states)}/{int(item.has_children)}"
                parts.append(f"{number_of(item.key)}/{look}")
            parts.append("]")
        self.script.print("shown", *parts)
        states_of: list[object] = []
        for state in STATES:
            states_of += ["|", *(number_of(key) for _, key in shown.keys_in_state(state))]
        self.script.print("states", *states_of)

    # --- steps

    def set(self) -> None:
        count = 1 + self.below(3)
        keys = [key for key in range(KEYS) if self.chance(60)]
        first = self.below(len(keys) + 1)
        rows = [self.row(key) for key in keys[first:] + keys[:first]]
        cuts = [len(rows) * at // count for at in range(count + 1)]
        sections = [(Key(1000 + at), rows[cuts[at] : cuts[at + 1]]) for at in range(count)]
        self.script.attempt("set", lambda: self.source.set(sections, changeset=False))

    def edit(self) -> None:
        calls, attempt, source = 1 + self.below(3), self.script.attempt, self.source
        edit = source.edit()
        for _ in range(calls):
            if not len(source):
                break
            item, other, which = self.item(source), self.item(source), self.below(6)
            row = self.row(KEYS + self.below(50))
            look = {"content": row.content, "model": row.model, "cell_class": CELLS, "level": row.level}
            made: list[tuple[str, Callable[..., object], tuple[Any, ...], dict[str, Any]]] = [
                ("delete", edit.delete_items, ([item],), {}),
                ("insert", edit.insert_children, (item, 0, [row._replace(level=0)]), {}),
                ("move", edit.move_item, (item,), {"after": other}),
                ("update", edit.update_item, (item,), look),
                ("reload", edit.reload_items, ([item],), {}),
                ("reconfigure", edit.reconfigure_items, ([item],), {}),
            ]
            name, function, given, named = made[which]
            attempt(name, partial(function, *given, **named))
        if self.chance(80):
            attempt("commit", edit.commit)
        edit.close()

    def set_states(self) -> None:
        shown, state, flags, count = (
            self.list(),
            STATES[self.below(4)],
            FLAGS[self.below(6)],
            1 + self.below(2),
        )
        if len(shown):
            items = [self.item(shown) for _ in range(count)]
            self.script.attempt("states", lambda: shown.set_states(items, state, flags))

    def set_range_states(self) -> None:
        shown, state, flags = self.list(), STATES[self.below(4)], FLAGS[self.below(6)]
        first, count = self.below(len(shown) + 2), self.below(4)
        self.script.attempt("range", lambda: shown.set_range_states(first, count, state, flags))

    def set_section_states(self) -> None:
        shown = self.list()
        if shown.sections:
            section, flags = shown.sections[self.below(len(shown.sections))], FLAGS[self.below(4)]
            self.script.attempt("section", lambda: shown.set_states(section, State.EXPANDED, flags))

    def fold(self) -> None:
        if len(self.outline):
            item = self.item(self.outline)
            fold = self.outline.expand if self.chance(80) else self.outline.collapse
            self.script.attempt("fold", lambda: fold(item))

    def set_key_states(self) -> None:
        shown, state, flags = self.list(), STATES[self.below(4)], FLAGS[self.below(3)]
        keys = [Key(self.below(KEYS)), Key(self.below(KEYS))]
        missing = self.script.attempt("keys", lambda: shown.set_key_states(keys, state, flags))
        self.script.print("missing", missing or 0)

    def set_selection(self) -> None:
        shown, mode = self.list(), MODES[self.below(4)]
        self.script.attempt("selection", lambda: shown.set_selection(mode))

    def set_filter(self) -> None:
        which, kind = 2 + self.below(2), self.below(4)
        shown: FilteredList[Any] = self.lists[which]
        limit, last = self.below(KEYS + 50), self.limits[which]
        self.limits[which] = None
        where: Any = None
        change = FilterChange.DIFFERENT
        if kind == 1:
            where = [self.chance(60) for _ in range(len(self.lists[which - 2]))]
        elif kind > 1:
            where = partial(is_below, limit)
            if last is not None:
                change = FilterChange.STRICTER if limit <= last else FilterChange.LOOSER
            self.limits[which] = limit
        set_filter = partial(shown.set_filter, where, change=change, flags=DiffFlag.HERE)
        self.tickets.append(self.script.attempt("filter", set_filter))

    def set_visible(self) -> None:
        first, count, ahead = self.below(20), self.below(8), self.below(3)
        self.script.attempt("visible", lambda: self.view.set_visible(first, count, ahead))

    def take_or_give(self) -> None:
        if len(self.taken) == TAKEN or not len(self.source):
            if self.taken:
                self.script.attempt("give", self.taken.pop().give)
            return
        item = self.item(self.source)
        try:
            taken = self.view.take_cell(item)
        except Oops:
            self.script.print("take fails")
            return
        self.script.print("take")
        self.taken.append(taken)
        assert taken.cell is taken.event.cell and taken.number == taken.event.cell_number
        self.print_event(taken.event)

    def find(self) -> None:
        if len(self.source):
            item = self.item(self.source)
            try:
                self.script.print("found", self.view.find_cell(item).cell_number)
            except NotFoundError:
                self.script.print("found")

    def set_page(self) -> None:
        edge, state, distance = Edge(self.below(2)), PAGES[self.below(5)], self.below(4)
        self.script.attempt("page", lambda: self.source.set_page(edge, state, distance=distance))

    def set_loading(self) -> None:
        loading = Loading(self.below(3))
        self.script.attempt("loading", lambda: self.source.set_loading(loading))

    def set_element(self) -> None:
        kind, row = KINDS[self.below(4)], self.row(100)
        element = Supplementary(kind, row.key, row.content, row.model, row.cell_class)
        if self.chance(70):
            self.script.attempt("element", lambda: self.source.set_supplementary(element))
        else:
            self.script.attempt("no element", lambda: self.source.remove_supplementary(kind))

    def undo_or_redo(self) -> None:
        name = "undo" if self.chance(60) else "redo"
        self.script.attempt(name, getattr(self.source, name))
