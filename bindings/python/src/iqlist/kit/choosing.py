"""Swipe actions and menus: what a host asks a driver for, and what its user chooses."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import replace
from typing import Any, Callable, cast

import iqlist

from .actions import ContextMenu, MenuAction, SwipeAction
from .events import Event
from .interacting import Interacting
from .routing import number_of

CALL = number_of("iqlist.kit: call")
"""The action that wakes a poll which has functions to call."""

SwipeActions = list[SwipeAction]
Done = Callable[[bool], object]


class Choosing(Interacting):
    """The part of a driver that swipes and menus use."""

    def _begin(self, shown: iqlist.List[Any] | None, **options: Any) -> None:
        super()._begin(shown, **options)
        self._completions: set[Completion] = set()
        self._calls: deque[Callable[[], object]] = deque()

    def _asked(self, element: Any, sender: Any = None) -> Event[Any]:
        is_handle = isinstance(element, iqlist.Item)
        item = cast("iqlist.Item[Any]", element) if is_handle else self.list.item(element)
        about = self._about_item(item, self.section(item.section.key), None)
        return replace(about, sender=sender)

    def _ask(self, name: str, element: Any, sender: Any = None) -> Any:
        found = self._route(name, self._asked(element, sender))
        return None if found is NotImplemented else found

    def leading_swipe_actions(self, element: Any) -> SwipeActions:
        """The actions that a swipe of an item shows on its leading side, of whoever answers first. See
        `SwipeAction`.

        >>> from iqlist import kit
        >>> kit.Driver([kit.Section("names", ["Ada"])]).leading_swipe_actions("Ada")
        []
        """
        return list(self._ask("leading_swipe_actions", element) or ())

    def trailing_swipe_actions(self, element: Any) -> SwipeActions:
        """The same on its trailing side.

        >>> from iqlist import kit
        >>> kit.Driver([kit.Section("names", ["Ada"])]).trailing_swipe_actions("Ada")
        []
        """
        return list(self._ask("trailing_swipe_actions", element) or ())

    def perform_swipe_action(
        self, element: Any, action: SwipeAction, completion: Callable[[bool], object] | None = None
    ) -> None:
        """Performs a swipe action. `completion(done)` is called by a poll, exactly once: after the handler
        has said whether it is done, at whatever time and on whatever thread; with False also if the handler
        raises, or if the driver is closed before.

        >>> from iqlist import kit
        >>> action = kit.SwipeAction("Later", lambda event, complete: waiting.append(complete))
        >>> waiting, driver = [], kit.Driver([kit.Section("names", ["Ada"])])
        >>> driver.perform_swipe_action("Ada", action, completion=lambda done: print("done", done))
        >>> driver.close()
        done False
        """
        complete = Completion(self, completion)
        try:
            action.handler(self._asked(element, action), complete)
        except BaseException:
            complete(False)
            raise

    def context_menu(self, element: Any) -> ContextMenu | None:
        """The menu of an item, of whoever answers first; None if there is none.

        >>> from iqlist import kit
        >>> copy = kit.MenuAction("Copy", lambda event: print("copied", event.model))
        >>> menu = kit.ContextMenu("a picture", [kit.Menu("Edit", [copy])])
        >>> driver = kit.Driver([kit.Section("names", ["Ada"], context_menu=lambda event: menu)])
        >>> for action in driver.context_menu("Ada").every_action():
        ...     driver.perform_menu_action("Ada", action)
        copied Ada
        """
        found: ContextMenu | None = self._ask("context_menu", element)
        return found

    def menu_will_display(self, element: Any, menu: ContextMenu) -> None:
        """The host is about to display an item's menu: tells whoever wants to know.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"], menu_will_display=lambda event: print("now"))])
        >>> driver.menu_will_display("Ada", kit.ContextMenu())
        now
        """
        self._ask("menu_will_display", element, menu)

    def menu_will_end(self, element: Any, menu: ContextMenu) -> None:
        """The host is about to dismiss it.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"], menu_will_end=lambda event: print("over"))])
        >>> driver.menu_will_end("Ada", kit.ContextMenu())
        over
        """
        self._ask("menu_will_end", element, menu)

    def perform_preview_action(self, element: Any, menu: ContextMenu) -> None:
        """The user has tapped the preview of an item's menu.

        >>> from iqlist import kit
        >>> def open_picture(event):
        ...     print("opening", event.sender.make_preview())
        >>> driver = kit.Driver([kit.Section("names", ["Ada"], perform_preview_action=open_picture)])
        >>> driver.perform_preview_action("Ada", kit.ContextMenu(preview="a picture"))
        opening a picture
        """
        self._ask("perform_preview_action", element, menu)

    def perform_menu_action(self, element: Any, action: MenuAction) -> None:
        """The user has chosen an entry of an item's menu: calls its handler.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> driver.perform_menu_action("Ada", kit.MenuAction("Copy", lambda event: print(event.model)))
        Ada
        """
        action.handler(self._asked(element, action))

    def _complete(self) -> None:
        """Calls the completions of what is over."""
        while self._calls:
            self._guarded(self._calls.popleft())


class Completion:
    """What the handler of a swipe action is given: the first call counts."""

    def __init__(self, driver: Choosing, completion: Done | None) -> None:
        self._driver, self._completion, self._lock = driver, completion, threading.Lock()
        driver._completions.add(self)

    def __call__(self, done: bool) -> None:
        with self._lock:
            completion, self._completion = self._completion, None
        driver = self._driver
        driver._completions.discard(self)
        if completion is not None:
            driver._calls.append(lambda: completion(bool(done)))
            try:
                driver.list.emit(None, CALL)
            except iqlist.ClosedError:
                # It may be closed on another thread just now, which has called what was waiting.
                driver._complete()
