"""What a user can choose of: swipe actions, menus with previews, and the view of an empty list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Callable, Union

from .sections import Event

Complete = Callable[[bool], None]
"""Told whether a swipe action was done."""


class SwipeStyle(Enum):
    """How a swipe action looks."""

    NORMAL = "normal"
    DESTRUCTIVE = "destructive"


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
    >>> [action.title for action in kit.Menu("Edit", [copy, kit.Menu("More", [link])]).actions()]
    ['Copy', 'Copy link']
    """

    title: str
    children: Sequence[Union[MenuAction, Menu]]

    def actions(self) -> Iterator[MenuAction]:
        """All its actions, those of nested menus too.

        >>> from iqlist import kit
        >>> list(kit.Menu("Empty", []).actions())
        []
        """
        for child in self.children:
            if isinstance(child, Menu):
                yield from child.actions()
            else:
                yield child


@dataclass(frozen=True)
class ContextMenu:
    """The menu of an item: `preview`, what is shown beside it, or a function that makes it when it is shown,
    and `menu` with its entries.

    >>> from iqlist import kit
    >>> menu = kit.ContextMenu(preview=lambda: "a picture", menu=kit.Menu("", []))
    >>> menu.make_preview()
    'a picture'
    """

    menu: Menu | None = None
    preview: Any = None

    def make_preview(self) -> Any:
        """The preview: that which was given, or what the function returns.

        >>> from iqlist import kit
        >>> kit.ContextMenu().make_preview() is None
        True
        """
        return self.preview() if callable(self.preview) else self.preview


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
