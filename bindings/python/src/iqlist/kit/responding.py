"""What a class may do about events, whatever class it is: cells, view models and coordinators alike."""

from __future__ import annotations

from difflib import get_close_matches
from types import FunctionType
from typing import Any

import iqlist

from .events import Event
from .sections import Section


class Responder:
    """Methods that are called with events. An event about an item goes to its view model, then to its cell,
    to the handler of its section, and to the driver's coordinator. Each may handle it; where a method returns
    `NotImplemented`, as these do, the event is passed on.

    What the user does is an event here, what the program does is not: `on_select` and its like are called for
    states that were set by the user. A class that has a method with nearly the name of one of these, as
    `on_selected`, is refused by a TypeError, since nothing would call it.

    >>> from iqlist import kit
    >>> class Logged(kit.Coordinator):
    ...     def on_select(self, event):
    ...         print("coordinator:", event.model)
    >>> def select(event):
    ...     return print("section:", event.model) if event.model == "Ada" else NotImplemented
    >>> driver = kit.Driver([kit.Section("names", ["Ada", "Ben"], on_select=select)], coordinator=Logged())
    >>> for name in driver.list.models():
    ...     driver.tap(name)
    >>> _ = driver.poll()
    section: Ada
    coordinator: Ben
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        ours = [vars(base) for base in cls.__mro__[1:] if base.__module__.startswith(f"{__package__}.")]
        check_names(cls, {name for names in ours for name in names if not name.startswith("_")})

    def on_select(self, event: Event[Any]) -> Any:
        """The user has selected an item."""
        return NotImplemented

    def on_deselect(self, event: Event[Any]) -> Any:
        """The user has deselected an item, by selecting another one too."""
        return NotImplemented

    def on_highlight(self, event: Event[Any]) -> Any:
        """The user has begun to touch an item."""
        return NotImplemented

    def on_unhighlight(self, event: Event[Any]) -> Any:
        """The user has ended that."""
        return NotImplemented

    def on_focus(self, event: Event[Any]) -> Any:
        """The user has moved the focus to an item."""
        return NotImplemented

    def on_unfocus(self, event: Event[Any]) -> Any:
        """The user has moved the focus away from an item."""
        return NotImplemented

    def on_expand(self, event: Event[Any]) -> Any:
        """The user has expanded an item."""
        return NotImplemented

    def on_collapse(self, event: Event[Any]) -> Any:
        """The user has collapsed an item."""
        return NotImplemented

    def on_primary_action(self, event: Event[Any]) -> Any:
        """The user has tapped an item."""
        return NotImplemented

    def on_delete(self, event: Event[Any]) -> Any:
        """The user wants an item deleted: the handler does it."""
        return NotImplemented

    def on_insert(self, event: Event[Any]) -> Any:
        """The user wants an item inserted there: the handler does it."""
        return NotImplemented

    def on_children_needed(self, event: Event[Any]) -> Any:
        """Of a driver of an outline, see `Driver.following`: an item was expanded that has no children yet.
        The handler sets them: `event.section.children[event.item] = ...`."""
        return NotImplemented

    def on_visibility(self, event: Event[Any]) -> Any:
        """In a driver with a layout: something has become visible, fully visible or focused, or is so no
        longer: `event.visibility`."""
        return NotImplemented

    def on_visible_fraction(self, event: Event[Any]) -> Any:
        """The same of any change of the part that can be seen."""
        return NotImplemented

    def on_user_action(self, event: Event[Any]) -> Any:
        """A user action, `event.action`, that the section has no callback for."""
        return NotImplemented

    def modify_cell(self, event: Event[Any]) -> Any:
        """A cell was bound, and is not displayed yet."""
        return NotImplemented

    def will_display(self, event: Event[Any]) -> Any:
        """A cell has come into view."""
        return NotImplemented

    def did_end_display(self, event: Event[Any]) -> Any:
        """A cell has left the view, or its item the list."""
        return NotImplemented

    def modify_element(self, event: Event[Any]) -> Any:
        """The same of a header, a footer or another element: see `modify_cell`."""
        return NotImplemented

    def will_display_element(self, event: Event[Any]) -> Any:
        """See `will_display`."""
        return NotImplemented

    def did_end_display_element(self, event: Event[Any]) -> Any:
        """See `did_end_display`."""
        return NotImplemented

    def will_display_section(self, event: Event[Any]) -> Any:
        """The first item of a section has come into view."""
        return NotImplemented

    def did_end_display_section(self, event: Event[Any]) -> Any:
        """The last item of a section has left the view."""
        return NotImplemented

    def on_prefetch(self, event: Event[Any]) -> Any:
        """An item is near the view."""
        return NotImplemented

    def on_cancel_prefetch(self, event: Event[Any]) -> Any:
        """It is near no longer, and was not displayed."""
        return NotImplemented

    def leading_swipe_actions(self, event: Event[Any]) -> Any:
        """Returns the actions of a swipe from the leading side, as a list of `SwipeAction`."""
        return NotImplemented

    def trailing_swipe_actions(self, event: Event[Any]) -> Any:
        """The same of a swipe from the trailing side."""
        return NotImplemented

    def on_swipe(self, event: Event[Any]) -> Any:
        """The user has performed the swipe action `event.sender`, and its handler has returned."""
        return NotImplemented

    def context_menu(self, event: Event[Any]) -> Any:
        """Returns the `ContextMenu` of an item, or None."""
        return NotImplemented

    def menu_will_display(self, event: Event[Any]) -> Any:
        """The menu `event.sender` is about to be displayed."""
        return NotImplemented

    def menu_will_end(self, event: Event[Any]) -> Any:
        """The menu `event.sender` is about to be dismissed."""
        return NotImplemented

    def perform_preview_action(self, event: Event[Any]) -> Any:
        """The user has tapped the preview of the menu `event.sender`."""
        return NotImplemented


LIKENESS = 0.88
"""How much of two names is the same where one is the other misspelt: of `on_selected` and `on_select` 0.9, of
`is_selected` and `is_selectable` 0.83."""


def check_names(kind: type, known: set[str]) -> None:
    """TypeError for a method of a class that is nearly named as one of those that are called."""
    inherited = {name for base in kind.__mro__[1:] for name in vars(base)}
    for name, value in vars(kind).items():
        is_method = isinstance(value, (FunctionType, classmethod, staticmethod))
        if not is_method or name.startswith("_") or name in known | inherited:
            continue
        for meant in get_close_matches(name.lower(), known, 1, LIKENESS):
            # Not what is put before a name, as in `reconfigure`.
            if meant[0] == name[0].lower():
                raise TypeError(
                    f"nothing calls {kind.__qualname__}.{name}: is {meant!r} meant? "
                    "If not, give it a name that is less like it"
                )


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

    def size_for(self, event: Event[Any], window: iqlist.Size) -> Any:
        """How large an item is, or with `event.part` a header, a footer or a loader, in a driver with a
        layout, whose window has that size: see `SizeLike`. Called by `Driver.layout`, for what comes near the
        window, if the model does not say it itself; `NotImplemented` or None asks the section's layout. After
        other answers than before call `Driver.invalidate_sizes`."""
        return NotImplemented

    def estimated_size_for(self, event: Event[Any], window: iqlist.Size) -> Any:
        """The same of its size until it is known. Asked about the first item of a section, for all of it."""
        return NotImplemented

    def did_scroll(self, event: Event[Any]) -> Any:
        """In a driver with a layout: the offset has changed. `event.sender` is the `iqlist.Scene`."""
        return NotImplemented

    def will_begin_dragging(self, event: Event[Any]) -> Any:
        """The user begins to drag the content. `event.sender` is the `ScrollPhase` that has begun, here and
        in the next three."""
        return NotImplemented

    def did_end_dragging(self, event: Event[Any]) -> Any:
        """The user has let it go."""
        return NotImplemented

    def did_end_decelerating(self, event: Event[Any]) -> Any:
        """It has come to rest."""
        return NotImplemented

    def did_end_scroll_animation(self, event: Event[Any]) -> Any:
        """It has arrived where the program has scrolled to."""
        return NotImplemented

    def reached_start(self, event: Event[Any]) -> Any:
        """The start of the content has come into view. `event.sender` is the `iqlist.Scene`."""
        return NotImplemented

    def reached_end(self, event: Event[Any]) -> Any:
        """The end of the content has come into view, but for `iqlist.ViewOptions.end_threshold`."""
        return NotImplemented

    def class_first_used(self, event: Event[Any]) -> Any:
        """A class of cells is about to be used for the first time: `event.sender` is its `Registered`."""
        return NotImplemented

    def will_update(self, event: Event[Any]) -> Any:
        """An update from `Driver.submit` is about to be committed."""
        return NotImplemented

    def did_update(self, event: Event[Any]) -> Any:
        """The list was updated: `event.changeset` has the changes."""
        return NotImplemented

    def on_placeholder(self, event: Event[Any]) -> Any:
        """The list has become empty, is being loaded, and so on: `event.sender` is an
        `iqlist.Placeholder`."""
        return NotImplemented

    def update_failed(self, error: Exception, ticket: iqlist.Ticket | None) -> Any:
        """An update has failed after the call that asked for it: one that was submitted, with its `ticket`,
        or one that a handler or a drag has held up, without one. The list is as it was. The section that the
        error is about is asked before; an update that was cancelled or superseded has not failed."""
        return NotImplemented

    def on_empty_action(self, event: Event[Any]) -> Any:
        """The user has chosen the action of what stands in place of items, which has no handler of it:
        `event.model`."""
        return NotImplemented

    def on_page(self, event: Event[Any]) -> Any:
        """A page of the list is to be loaded that `iqlist.List.set_page` was called for: `Driver.paging` has
        a function of its own."""
        return NotImplemented

    def on_multiple_selection_began(self, event: Event[Any]) -> Any:
        """The user has begun to select several items: see `Driver.begin_multiple_selection`."""
        return NotImplemented

    def on_multiple_selection_ended(self, event: Event[Any]) -> Any:
        """The user has done that."""
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


HANDLERS = {name for kind in (Responder, Coordinator) for name in vars(kind) if not name.startswith("_")}


def check_coordinator(coordinator: Any) -> None:
    """The same for an object of any class that is used as a coordinator."""
    if not isinstance(coordinator, Responder):
        for kind in type(coordinator).__mro__:
            check_names(kind, HANDLERS)
