"""The last one that events come to, and what it knows beside them: the headers of sections."""

from __future__ import annotations

from typing import Any

from .events import Event
from .responding import Responder
from .sections import Section


class Coordinator(Responder):
    """Handles what no model, cell or section has handled, and what is about the list as a whole; it can be
    asked for headers and footers. See `Responder`.

    >>> from iqlist import kit
    >>> class Log(kit.Coordinator):
    ...     def did_update(self, event):
    ...         print(event.changeset)
    >>> driver = kit.Driver(coordinator=Log())
    >>> driver.data = ["Ada"]
    >>> _ = driver.poll()
    <Changeset: reload everything>
    """

    def header_for(self, section: Section[Any]) -> Any:
        """The model of a section's header; `NotImplemented`: that which the section has. Called where an
        update is described, on that thread."""
        return NotImplemented

    def footer_for(self, section: Section[Any]) -> Any:
        """The same of its footer."""
        return NotImplemented

    def class_first_used(self, event: Event[Any]) -> Any:
        """A class of cells is about to be used for the first time: `event.sender` is its `Registered`."""
        return NotImplemented

    def will_update(self, event: Event[Any]) -> Any:
        """An update from `Driver.perform_updates` is about to take place."""
        return NotImplemented

    def did_update(self, event: Event[Any]) -> Any:
        """The list was updated: `event.changeset` has the changes."""
        return NotImplemented

    def on_placeholder(self, event: Event[Any]) -> Any:
        """The list has become empty, is being loaded, and so on: `event.sender` is an
        `iqlist.Placeholder`."""
        return NotImplemented

    def on_children_needed(self, event: Event[Any]) -> Any:
        """Of a driver of an outline, see `Driver.following`: an item was expanded whose items the source does
        not have yet. The handler inserts them there."""
        return NotImplemented

    def on_reorder_began(self, event: Event[Any]) -> Any:
        """The user has begun to drag items; `event.item` is the first one."""
        return NotImplemented

    def on_reorder_dropped(self, event: Event[Any]) -> Any:
        """The user has dropped them."""
        return NotImplemented

    def on_reorder_cancelled(self, event: Event[Any]) -> Any:
        """The drag was abandoned."""
        return NotImplemented
