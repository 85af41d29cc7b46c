"""What the host tells a driver of its user, and what it asks for him."""

from __future__ import annotations

import weakref
from contextlib import suppress
from typing import Any

import iqlist
from iqlist import Action, SetStates, State

from .events import ActionCallback, Part
from .paging import Paging
from .routing import number_of
from .sections import Section
from .slots import Slot


class Interacting(Paging):
    """The part of a driver that is used by its host's gestures. An item is given by its handle, its key, its
    model, or what identifies it."""

    # --- states

    def _set(self, element: Any, state: State, by_user: bool, flags: SetStates = SetStates.NONE) -> None:
        self.list.set_states(element, state, flags | (SetStates.BY_USER if by_user else SetStates.NONE))

    def select(self, element: Any, by_user: bool = False) -> None:
        """Selects an item, or a list of them. Handlers are called with the next `poll` if the user did it.
        `iqlist.RefusedError` if the user may not.

        >>> from iqlist import kit
        >>> section = kit.Section("names", ["Ada"], on_select=lambda event: print(event.model))
        >>> driver = kit.Driver([section])
        >>> for by_user in (False, True):
        ...     driver.select("Ada", by_user)
        >>> _ = driver.poll()
        Ada
        """
        self._set(element, State.SELECTED, by_user)

    def deselect(self, element: Any, by_user: bool = False) -> None:
        """The reverse of `select`.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> driver.select("Ada")
        >>> driver.deselect("Ada")
        >>> driver.list.info().selected
        0
        """
        self._set(element, State.SELECTED, by_user, SetStates.OFF)

    def highlight(self, element: Any, by_user: bool = False) -> None:
        """Highlights an item, as `select` selects one.

        >>> from iqlist import kit
        >>> section = kit.Section("names", ["Ada"], on_highlight=lambda event: print(event.model))
        >>> driver = kit.Driver([section])
        >>> driver.highlight("Ada", by_user=True)
        >>> _ = driver.poll()
        Ada
        """
        self._set(element, State.HIGHLIGHTED, by_user)

    def unhighlight(self, element: Any, by_user: bool = False) -> None:
        """The reverse of `highlight`.

        >>> from iqlist import kit
        >>> section = kit.Section("names", ["Ada"], on_unhighlight=lambda event: print(event.model))
        >>> driver = kit.Driver([section])
        >>> driver.highlight("Ada")
        >>> driver.unhighlight("Ada", by_user=True)
        >>> _ = driver.poll()
        Ada
        """
        self._set(element, State.HIGHLIGHTED, by_user, SetStates.OFF)

    def tap(self, element: Any) -> None:
        """The user has tapped an item: it is highlighted for a moment, selected, and its primary action
        follows, as far as it allows each of them.

        >>> from iqlist import kit
        >>> class Log(kit.Coordinator):
        ...     def on_highlight(self, event):
        ...         print("highlight")
        ...     def on_select(self, event):
        ...         print("select")
        ...     def on_primary_action(self, event):
        ...         print("primary action")
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])], coordinator=Log())
        >>> driver.tap("Ada")
        >>> _ = driver.poll()
        highlight
        select
        primary action
        """
        with suppress(iqlist.RefusedError):
            self.highlight(element, by_user=True)
            self.unhighlight(element, by_user=True)
        with suppress(iqlist.RefusedError):
            self.select(element, by_user=True)
        with suppress(iqlist.RefusedError):
            self.list.emit(self._target(element), Action.PRIMARY)

    # --- actions

    def _target(self, element: Any) -> Any:
        """An element as the list takes it: a section of the kit's is one of the list's."""
        return self.list.section(element.id) if isinstance(element, Section) else element

    def emit(self, name: str, element: Any = None, *, sender: Any = None, part: Part = Part.CELL) -> None:
        """Starts a user action in an item; with a section and `part` in its header or footer; with None in
        the list. From any thread; the next `poll` calls what is registered for it: `on_user_action` of the
        view model or cell, then the callback of `Section.register_action`, then `on_user_action` of the
        section and the coordinator.

        >>> from iqlist import kit
        >>> class Log(kit.Coordinator):
        ...     def on_user_action(self, event):
        ...         print(event.action, event.sender)
        >>> driver = kit.Driver(coordinator=Log())
        >>> driver.emit("refresh", sender="button")
        >>> _ = driver.poll()
        refresh button
        """
        number = number_of(name)
        self._actions[number] = name
        self.list.emit(self._target(element), number, sender, kind=part)

    def _starter(self, slot: Slot, name: str) -> ActionCallback:
        """What starts a user action of what a cell shows now."""
        driver = weakref.ref(self)
        element, part = slot.section if slot.item is None else slot.item, slot.part

        def start(sender: Any = None) -> None:
            found = driver()
            if found is not None and not found.list.closed:
                found.emit(name, element, sender=sender, part=part)

        return start

    def _action_added(self, section: Section[Any]) -> None:
        for slot in list(self._slots):
            if slot.section is section:
                slot.add_actions(self)
