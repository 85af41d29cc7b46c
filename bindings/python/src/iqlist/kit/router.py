"""How events find who handles them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Callable

import iqlist
from iqlist import Action, EventKind, Item, State, StatesFlag

from .delivering import Deliveries
from .describer import Describer, section_of_item, section_of_key
from .events import Event
from .parts import Part, number_of
from .responding import Responder
from .sections import Section
from .slots import Slot

# Plain ints in what is asked for each event: members of enumerations are hashed and combined in Python.
STATES = (
    (int(State.SELECTED), "on_select", "on_deselect"),
    (int(State.HIGHLIGHTED), "on_highlight", "on_unhighlight"),
    (int(State.FOCUSED), "on_focus", "on_unfocus"),
    (int(State.EXPANDED), "on_expand", "on_collapse"),
)
ON, BY_USER, GONE = int(StatesFlag.ON), int(StatesFlag.BY_USER), int(StatesFlag.GONE)
ACTIONS = {
    int(Action.PRIMARY): "on_primary_action",
    int(Action.DELETE): "on_delete",
    int(Action.INSERT): "on_insert",
}
DISPLAYS = {
    int(EventKind.BOUND): ("modify_cell", "modify_element", ""),
    int(EventKind.WILL_DISPLAY): ("will_display", "will_display_element", "will_display_section"),
    int(EventKind.DID_END_DISPLAY): (
        *("did_end_display", "did_end_display_element", "did_end_display_section"),
    ),
}
"""Of an item, of another element, of a section."""
REORDERS: dict[int, str] = {
    iqlist.Reorder.BEGAN: "on_reorder_began",
    iqlist.Reorder.DROPPED: "on_reorder_dropped",
    iqlist.Reorder.CANCELLED: "on_reorder_cancelled",
}

Routed = tuple[str, Event[Any]]
"""The name of the methods and handlers that handle an event, and the event."""


class Router:
    """Finds what the events of a list and a view of it are about, and who handles them."""

    def __init__(
        self, shown: iqlist.List[Any], view: iqlist.View[Any], describer: Describer, left: Deliveries
    ) -> None:
        self.list, self._view, self.describer, self._left = shown, view, describer, left
        self._actions: dict[int, str] = {}
        """The names of user actions, by their numbers."""
        self.slots: set[Slot] = set()
        """The cells that show something."""
        self.bound: Callable[[Slot], object] | None = None
        """Told of each that was bound."""
        self.known: dict[Any, Any] | None = None
        """What was read for the events of a poll, while they are translated."""

    # --- what an event is about

    def section_of(self, event: iqlist.Event[Any]) -> Section[Any] | None:
        """The section that an event is about, or in."""
        key, item = event.section_key, event.key
        if key is None:
            return None
        section: Section[Any] | None = self._once(("section", key), lambda: section_of_key(self.list, key))
        if section is None and event.item is not None and item is not None:
            section = self._once(("item", item), lambda: section_of_item(self.list, key, item))
        return section

    def section_of_item(self, item: Item[Any]) -> Section[Any] | None:
        """The section of an item of the list; LookupError if it has gone."""
        return section_of_item(self.list, item.section.key, item.key)

    def section_of_place(self, place: iqlist.Place[Any]) -> Section[Any] | None:
        """The section that a place of a scene is in."""
        with suppress(LookupError):
            if place.item is not None:
                return self.section_of_item(place.item)
            if place.position is not None:
                return section_of_key(self.list, self.list.sections[place.position.section].key)
        return None

    def _once(self, what: Any, read: Callable[[], Any]) -> Any:
        """What the list says of something that several events of one poll are about. While they are read,
        between the list's poll and the handlers, it does not change."""
        known = self.known
        if known is None:
            return read()
        if what not in known:
            known[what] = read()
        return known[what]

    def about_item(self, item: Item[Any], section: Section[Any] | None, event: Any) -> Event[Any]:
        """An event about an item of the list."""
        return Event(
            section=section,
            item=item,
            key=item.key,
            position=item.position,
            model=item.model,
            cell=self.cell_of(item),
            event=event,
        )

    def cell_of(self, element: Any, kind: int = 0) -> Any:
        """The object that shows an item, or an element of a section, now."""
        if isinstance(element, Item) and not kind:
            return self._once(element, lambda: self._find_cell(element, kind))
        return self._find_cell(element, kind)

    def _find_cell(self, element: Any, kind: int) -> Any:
        try:
            slot = self._view.find_cell(element, kind=kind).cell
        except LookupError:
            return None
        return None if slot is None else slot.cell

    def _about(self, event: iqlist.Event[Any], **others: Any) -> Event[Any]:
        """An event about what one of the list's is about."""
        slot = event.cell if isinstance(event.cell, Slot) else None
        section = self.section_of(event)
        if section is None and slot is not None:
            section = slot.section
        model, cell = event.model, None if slot is None else slot.cell
        if slot is None and event.item is not None:
            cell = self.cell_of(event.item)
        elif event.kind == EventKind.ACTION and event.element_kind:
            model, cell = self._element_of(event)
        return Event(
            section=section,
            item=event.item,
            key=event.key,
            position=event.position,
            model=model,
            cell=cell,
            part=Part.of(event.element_kind),
            sender=others.pop("sender", event.sender),
            event=event,
            **others,
        )

    def _element_of(self, event: iqlist.Event[Any]) -> tuple[Any, Any]:
        """The model and the cell of the element that an action is about, which the event does not have."""
        kind, index = event.element_kind, event.element_index
        with suppress(LookupError):
            if event.section_key is None:
                return self.list.supplementary(kind, index).model, self.cell_of(None, kind)
            section = self.list.section(event.section_key)
            return section.supplementary(kind, index).model, self.cell_of(section, kind)
        return None, None

    def _each(self, event: iqlist.Event[Any]) -> Iterator[Event[Any]]:
        """An event for each item of a run."""
        if event.count == 1 and event.item is not None:
            yield self._about(event)
            return
        if event.index is None or event.version != self.list.info().version:
            # The list has changed since: of the run, only its first item is known.
            if event.item is not None:
                yield self._about(event)
            return
        for item in self.list.items(event.index, event.count):
            yield self.about_item(item, self.section_of_item(item), event)

    # --- from the list's events to those of handlers

    def translate(self, event: iqlist.Event[Any]) -> Iterator[Routed]:
        kind = event.kind
        if kind == EventKind.STATES:
            yield from self._states(event)
        elif kind == EventKind.ACTION:
            yield from self._action(event)
        elif int(kind) in DISPLAYS:
            of_item, of_element, of_section = DISPLAYS[int(kind)]
            name = of_element if event.element_kind else of_item if event.item else of_section
            yield name, self._about(event)
        elif kind == EventKind.PREFETCH:
            name = "on_cancel_prefetch" if event.flags & iqlist.Prefetch.CANCEL else "on_prefetch"
            for each in self._each(event):
                yield name, each
        elif kind == EventKind.REORDER:
            yield REORDERS[event.flags], self._about(event)
        elif kind == EventKind.CHILDREN:
            yield "on_children_needed", self._about(event)
        elif kind == EventKind.WILL_UPDATE:
            yield "will_update", self._about(event)
        elif kind == EventKind.UPDATE and event.changeset is not None:
            yield "did_update", self._about(event)
        elif kind == EventKind.PLACEHOLDER:
            yield "on_placeholder", self._about(event, sender=iqlist.Placeholder(event.number))

    def _states(self, event: iqlist.Event[Any]) -> Iterator[Routed]:
        if not event.flags & BY_USER or event.flags & GONE:
            return
        for state, got, lost in STATES:
            if event.states & state:
                for each in self._each(event):
                    yield (got if event.flags & ON else lost), each

    def _action(self, event: iqlist.Event[Any]) -> Iterator[Routed]:
        name = self._actions.get(event.number)
        if event.number in ACTIONS:
            yield ACTIONS[event.number], self._about(event)
        elif name is not None:
            yield "on_user_action", self._about(event, action=name)

    # --- routes

    def route(self, name: str, event: Event[Any]) -> Any:
        """Calls the handlers of that name, until one handles the event. Returns what it returned."""
        for handler in self._handlers(name, event):
            found = handler()
            if found is not NotImplemented:
                return found
        return NotImplemented

    def update_failed(
        self, error: Exception, ticket: iqlist.Ticket | None, section: Section[Any] | None, is_heard: bool
    ) -> None:
        """Reports an update that has failed to its section, or that which the error is about, then to the
        coordinator. If neither handles it and nobody else hears of it, a poll raises it."""
        key = getattr(error, "section", None)
        if section is None and isinstance(key, iqlist.Key):
            section = section_of_key(self.list, key)
        for responder in (section, self.describer.coordinator):
            handler = getattr(responder, "update_failed", None)
            if handler is not None and handler(error, ticket) is not NotImplemented:
                return
        if not is_heard:
            self._left.failed(error)

    def _handlers(self, name: str, event: Event[Any]) -> Iterator[Callable[[], Any]]:
        """Those that an event comes to, one after another."""
        section = event.section
        responders = [one for one in (event.model, event.cell) if isinstance(one, Responder)]
        for responder in (*responders, section, self.describer.coordinator):
            if responder is section and section is not None and event.action:
                callback = section.actions.get((event.part, event.action))
                if callback is not None:
                    yield partial(callback, event.sender)
            handler = getattr(responder, name, None)
            if handler is not None:
                yield partial(handler, event)

    # --- user actions

    def emit(self, name: str, element: Any, sender: Any, part: Part) -> None:
        """See `Driver.emit`."""
        number = number_of(name)
        self._actions[number] = name
        self.list.emit(self.target(element), number, sender, kind=part)

    def target(self, element: Any) -> Any:
        """An element as the list takes it: a section of the kit's is one of the list's."""
        return self.list.section(element.id) if isinstance(element, Section) else element

    def element_slots(self) -> list[Slot]:
        """The cells that show elements now, in the order of their sections."""
        found = [slot for slot in self.slots if slot.item is None]
        return sorted(found, key=lambda slot: (slot.section_position(), slot.kind, slot.index))

    def actions_changed(self, section: Section[Any]) -> None:
        """Cells that show something of a section get its user actions."""
        for slot in list(self.slots):
            if slot.section is section:
                slot.add_actions()
