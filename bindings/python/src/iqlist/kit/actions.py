"""What a user can choose of: swipe actions, menus with previews, and the view of an empty list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Callable, Union

from .events import Event

Complete = Callable[[bool], None]
"""Told whether a swipe action was done."""


class SwipeStyle(Enum):
    """How a swipe action looks."""

    NORMAL = "normal"
    DESTRUCTIVE = "destructive"


class EditingStyle(Enum):
    """What a host shows beside an item while the user edits the list."""

    NONE = "none"
    DELETE = "delete"
    INSERT = "insert"


@dataclass(frozen=True)
class SwipeAction:
    """An action that a swipe shows. `handler(event, complete)` performs it, and calls `complete(done)` when
    it is over, now or later, from any thread. What `color`, `image` and `tag` are is yours.

    >>> from iqlist import kit
    >>> def delete(event, complete):
    ...     section.items = [name for name in section if name != event.model]
    ...     complete(True)
    >>> class Names(kit.Coordinator):
    ...     def trailing_swipe_actions(self, event):
    ...         return [kit.SwipeAction("Delete", delete, kit.SwipeStyle.DESTRUCTIVE)]
    >>> section = kit.Section("names", ["Ada", "Ben"])
    >>> driver = kit.Driver([section], coordinator=Names())
    >>> [action] = driver.trailing_swipe_actions("Ada")
    >>> driver.perform_swipe_action("Ada", action, completion=lambda done: print("done", done))
    >>> _ = driver.poll()
    done True
    >>> driver.list.models()
    ['Ben']
    """

    title: str
    handler: Callable[[Event[Any], Complete], object]
    style: SwipeStyle = SwipeStyle.NORMAL
    color: Any = None
    image: Any = None
    tag: Any = None


@dataclass(frozen=True)
class MenuAction:
    """An entry of a menu; `handler(event)` performs it.

    >>> from iqlist import kit
    >>> kit.MenuAction("Copy", lambda event: print(event.model)).title
    'Copy'
    """

    title: str
    handler: Callable[[Event[Any]], object]
    image: Any = None
    tag: Any = None


@dataclass(frozen=True)
class Menu:
    """Entries under a title: a menu inside another.

    >>> from iqlist import kit
    >>> copy, link = (kit.MenuAction(title, print) for title in ("Copy", "Copy link"))
    >>> [action.title for action in kit.Menu("Edit", [copy, kit.Menu("More", [link])]).every_action()]
    ['Copy', 'Copy link']
    """

    title: str
    children: Sequence[Union[MenuAction, Menu]] = ()

    def every_action(self) -> Iterator[MenuAction]:
        """Its actions, in order, with those of nested menus.

        >>> from iqlist import kit
        >>> list(kit.Menu("Empty").every_action())
        []
        """
        for child in self.children:
            if isinstance(child, Menu):
                yield from child.every_action()
            else:
                yield child


@dataclass(frozen=True)
class ContextMenu:
    """The menu of an item: its entries, and a preview that is shown beside them, or a function that makes it
    when it is shown: `preview(event)` gets the item's event, as other handlers do. `Driver.context_menu`
    returns it as it is opened: what `make_preview` has made once is what is shown, and what the user opens.

    >>> from iqlist import kit
    >>> def picture(event):
    ...     print("making it")
    ...     return f"a picture of {event.model}"
    >>> menu = kit.ContextMenu(preview=picture, actions=[kit.Menu("Edit")])
    >>> section = kit.Section("names", ["Ada"], context_menu=lambda event: menu)
    >>> opened = kit.Driver([section]).context_menu("Ada")
    >>> opened.make_preview(), opened.make_preview()
    making it
    ('a picture of Ada', 'a picture of Ada')
    """

    preview: Any = None
    actions: Sequence[Union[MenuAction, Menu]] = ()
    title: str = ""
    _shown: list[Any] = field(default_factory=list[Any], init=False, repr=False, compare=False)
    """The preview that was made."""
    _about: Event[Any] = field(default_factory=Event[Any], init=False, repr=False, compare=False)

    def opened(self, event: Event[Any]) -> ContextMenu:
        """The same menu for the item of an event, whose preview is made anew.

        >>> from iqlist import kit
        >>> kit.ContextMenu(preview="a picture").opened(kit.Event()).make_preview()
        'a picture'
        """
        made = replace(self)
        object.__setattr__(made, "_about", event)
        return made

    def make_preview(self) -> Any:
        """The preview: that which was given, or what the function has returned when it was called first.

        >>> from iqlist import kit
        >>> kit.ContextMenu().make_preview() is None
        True
        """
        if not self._shown:
            self._shown.append(self.preview(self._about) if callable(self.preview) else self.preview)
        return self._shown[0]

    def every_action(self) -> Iterator[MenuAction]:
        """Its actions, as those of a `Menu`.

        >>> from iqlist import kit
        >>> copy = kit.MenuAction("Copy", print)
        >>> [action.title for action in kit.ContextMenu(actions=[kit.Menu("Edit", [copy])]).every_action()]
        ['Copy']
        """
        return Menu(self.title, self.actions).every_action()


@dataclass(frozen=True)
class EmptyView:
    """What is shown in place of the items of an empty list.

    >>> from iqlist import kit
    >>> reload = kit.MenuAction("Reload", lambda event: print("reloading"))
    >>> provider = lambda: kit.EmptyView(title="No User", message="No users here.", action=reload)
    >>> driver = kit.Driver(empty_view_provider=provider)
    >>> _ = driver.poll()
    >>> driver.empty_view.title
    'No User'
    >>> driver.perform_empty_action()
    reloading
    """

    image: Any = None
    title: str = ""
    message: str = ""
    action: MenuAction | None = None
