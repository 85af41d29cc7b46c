"""iqlist.kit: sections of models, cell classes, and handlers, for a program that shows a list.

    models --- Driver.update, perform_updates, section.items = ... ---> list
    Driver.poll: events ---> view model, cell ---> section ---> coordinator      each may pass them on

    >>> from dataclasses import dataclass
    >>> from iqlist import kit
    >>> @dataclass(frozen=True)
    ... class User:
    ...     id: int
    ...     name: str
    >>> class UserCell(kit.Cell[User]):
    ...     identity = "id"
    ...     def configure(self, user):
    ...         self.label = user.name
    >>> def selected(event):
    ...     print("selected", event.model.name)
    >>> users = kit.Section("users", [User(1, "Ada"), User(2, "Ben")], cell=UserCell, on_select=selected)
    >>> driver = kit.Driver([users])
    >>> driver.show(0, 10)
    >>> _ = driver.poll()
    >>> [cell.label for cell in driver.visible_cells()]
    ['Ada', 'Ben']
    >>> driver.tap(users.items[1])
    >>> _ = driver.poll()
    selected Ben
    >>> users.items = [User(2, "Benjamin")]
    >>> _ = driver.poll()
    >>> [cell.label for cell in driver.visible_cells()]
    ['Benjamin']

It is made of the package `iqlist` alone: `Driver.list` and `Driver.view` are its list and view.
"""

from .actions import Complete, ContextMenu, EditingStyle, EmptyView, Menu, MenuAction, SwipeAction, SwipeStyle
from .building import Builder, Collection
from .cells import Cell, TextCell
from .classes import Registered, Registration
from .driver import Driver
from .events import Event, Visibility
from .features import Feature, Parallax, StickyHeader, StretchyHeader, parallax, sticky_progress, stretchy
from .layouts import Layout, SizeLike, grid
from .mappings import Children, Elements
from .models import AccessibilityOptions, SupplementaryModel, ViewModel
from .pager import PageRequest
from .parts import Part
from .responding import Coordinator, Responder
from .scrolling import ScrollPhase, auto_scroll_speed
from .sections import Section
from .taken import Taken
from .visibility import visibility

__all__ = [
    "AccessibilityOptions",
    "Builder",
    "Cell",
    "Children",
    "Collection",
    "Complete",
    "ContextMenu",
    "Coordinator",
    "Driver",
    "EditingStyle",
    "Elements",
    "EmptyView",
    "Event",
    "Feature",
    "Layout",
    "Menu",
    "MenuAction",
    "PageRequest",
    "Parallax",
    "Part",
    "Registered",
    "Registration",
    "Responder",
    "ScrollPhase",
    "Section",
    "SizeLike",
    "StickyHeader",
    "StretchyHeader",
    "SupplementaryModel",
    "SwipeAction",
    "SwipeStyle",
    "Taken",
    "TextCell",
    "ViewModel",
    "Visibility",
    "auto_scroll_speed",
    "grid",
    "parallax",
    "sticky_progress",
    "stretchy",
    "visibility",
]
