"""What the host tells a driver of its user, and what it asks for him."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

import iqlist
from iqlist import Action, SetStates, State, Trait

from .actions import ContextMenu, EditingStyle, MenuAction, SwipeAction
from .classes import traits_of, type_of
from .delivering import Completion, Deliveries, Ended
from .events import Event
from .parts import Part
from .router import Router
from .sections import Section

BY_USER = int(SetStates.BY_USER)


class Gestures:
    """The methods of a driver that its host's gestures use. An item is given by its handle, its key, its
    model, or what identifies it."""

    _list: iqlist.List[Any]
    _router: Router
    _left: Deliveries

    # --- states

    def _set(self, element: Any, state: State, by_user: bool, flags: SetStates = SetStates.NONE) -> None:
        self._list.set_states(element, state, int(flags) | BY_USER if by_user else flags)

    def select(self, element: Any, by_user: bool = False) -> None:
        """Selects an item, or a list of them. Handlers are called with the next `poll` if the user did it;
        then it stays selected only with `iqlist.Selection.KEEPS`, see `tap`.
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

    def focus(self, element: Any, by_user: bool = False) -> None:
        """Moves the focus to an item, as `select` selects one.

        >>> from iqlist import kit
        >>> section = kit.Section("names", ["Ada"], on_focus=lambda event: print(event.model))
        >>> driver = kit.Driver([section])
        >>> driver.focus("Ada", by_user=True)
        >>> _ = driver.poll()
        Ada
        """
        self._set(element, State.FOCUSED, by_user)

    def unfocus(self, element: Any, by_user: bool = False) -> None:
        """The reverse of `focus`.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"])])
        >>> driver.focus("Ada")
        >>> driver.unfocus("Ada")
        """
        self._set(element, State.FOCUSED, by_user, SetStates.OFF)

    def expand(self, element: Any, by_user: bool = False) -> None:
        """In a driver of an outline: shows what is below an item, or a list of them, from the next `poll` on.

        >>> from iqlist import kit
        >>> section = kit.Section("letters", ["a", "b"])
        >>> section.children["a"] = ["a1"]
        >>> driver = kit.Driver([section])
        >>> outline = driver.following(driver.list.outline())
        >>> outline.expand("a")
        >>> _ = outline.poll()
        >>> outline.list.models()
        ['a', 'a1', 'b']
        """
        self._set(element, State.EXPANDED, by_user)

    def collapse(self, element: Any, by_user: bool = False) -> None:
        """The reverse of `expand`.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("letters", ["a"])])
        >>> outline = driver.following(driver.list.outline())
        >>> outline.collapse("a")
        """
        self._set(element, State.EXPANDED, by_user, SetStates.OFF)

    def tap(self, element: Any) -> None:
        """The user has tapped an item: it is highlighted for a moment, selected, and its primary action
        follows, as far as it allows each of them. It stays selected with `iqlist.Selection.KEEPS` in the
        driver's `selection`; else the tap is reported alone.

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
        element = self._handle(element)
        with suppress(iqlist.RefusedError):
            self.highlight(element, by_user=True)
            self.unhighlight(element, by_user=True)
        with suppress(iqlist.RefusedError):
            self.select(element, by_user=True)
        with suppress(iqlist.RefusedError):
            self._list.emit(self._router.target(element), Action.PRIMARY)

    def _handle(self, element: Any) -> Any:
        """The handle of an item, so that it is found once. A section, and several items, stay what they
        are."""
        others: tuple[Any, ...] = (iqlist.Item, iqlist.Section, Section, list, set, frozenset)
        return element if isinstance(element, others) else self._list.item(element)

    # --- actions

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
        self._router.emit(name, element, sender, part)

    def delete(self, items: Any) -> None:
        """The user wants an item deleted, or a list of them: `on_delete` of whoever handles it does that, for
        each. `RefusedError` if one of them is not deletable: then nobody is told.

        >>> from iqlist import kit
        >>> class Name(kit.Cell[str]):
        ...     @classmethod
        ...     def is_deletable(cls, model):
        ...         return True
        >>> def delete(event):
        ...     section.items = [name for name in section if name != event.model]
        >>> section = kit.Section("names", ["Ada", "Ben"], cell=Name, on_delete=delete)
        >>> driver = kit.Driver([section])
        >>> driver.delete("Ada")
        >>> _ = driver.poll()
        >>> driver.list.models()
        ['Ben']
        """
        several: tuple[Any, ...] = (list, set, frozenset)
        found = [self._item(item) for item in (items if isinstance(items, several) else [items])]
        for item in found:
            if not traits_of(type_of(item.cell_class), item.model) & Trait.DELETABLE:
                raise iqlist.RefusedError(f"{item.model!r} is not deletable")
        for item in found:
            self._list.emit(item, Action.DELETE)

    def insert(self, element: Any) -> None:
        """The user wants an item inserted at one: `on_insert` of whoever handles it does that. `RefusedError`
        if it is not insertable.

        >>> from iqlist import kit
        >>> driver = kit.Driver([kit.Section("names", ["Ada"], cell=kit.TextCell)])
        >>> driver.insert("Ada")
        Traceback (most recent call last):
        iqlist.errors.RefusedError: IQ_ERROR_REFUSED: ...
        """
        self._list.emit(self._router.target(element), Action.INSERT)

    def drag(self, items: Iterable[Any]) -> iqlist.Edit[Any]:
        """The user begins to drag items: an edit that moves them, which drops them at its end, see
        `iqlist.List.begin_reorder`. In a driver with a layout their cells stay meanwhile, also where they are
        scrolled out of the window. `RefusedError` if one of them is not movable.

        >>> from iqlist import kit
        >>> class Name(kit.Cell[str]):
        ...     @classmethod
        ...     def is_movable(cls, model):
        ...         return True
        >>> section = kit.Section("names", ["Ada", "Ben"], cell=Name)
        >>> driver = kit.Driver([section])
        >>> with driver.drag(["Ada"]) as drag:
        ...     drag.move_item("Ada", after="Ben")
        >>> _ = driver.poll()
        >>> section.items
        ['Ben', 'Ada']
        """
        given = [self._item(item) for item in items]
        edit = self._list.begin_reorder(given)
        self._keep_dragged(given)
        return edit

    def editing_style(self, element: Any) -> EditingStyle:
        """What a host shows beside an item while the user edits the list: by `is_deletable` and
        `is_insertable`.

        >>> from iqlist import kit
        >>> kit.Driver([kit.Section("names", ["Ada"], cell=kit.TextCell)]).editing_style("Ada")
        <EditingStyle.NONE: 'none'>
        """
        item = self._item(element)
        traits = traits_of(type_of(item.cell_class), item.model)
        if traits & Trait.DELETABLE:
            return EditingStyle.DELETE
        return EditingStyle.INSERT if traits & Trait.INSERTABLE else EditingStyle.NONE

    def begin_multiple_selection(self) -> None:
        """The user begins to select several items: tells the coordinator.

        >>> from iqlist import kit
        >>> class Editor(kit.Coordinator):
        ...     def on_multiple_selection_began(self, event):
        ...         print("editing")
        >>> kit.Driver(coordinator=Editor()).begin_multiple_selection()
        editing
        """
        self._router.route("on_multiple_selection_began", Event())

    def end_multiple_selection(self) -> None:
        """The user has done that.

        >>> from iqlist import kit
        >>> kit.Driver().end_multiple_selection()
        """
        self._router.route("on_multiple_selection_ended", Event())

    def _keep_dragged(self, items: list[Any]) -> None:
        raise NotImplementedError

    # --- swipe actions and menus

    def _item(self, element: Any) -> iqlist.Item[Any]:
        is_handle = isinstance(element, iqlist.Item)
        return cast("iqlist.Item[Any]", element) if is_handle else self._list.item(element)

    def _asked(self, element: Any, sender: Any = None) -> Event[Any]:
        item = self._item(element)
        about = self._router.about_item(item, self._router.section_of_item(item), None)
        return replace(about, sender=sender)

    def _ask(self, name: str, element: Any, sender: Any = None) -> Any:
        found = self._router.route(name, self._asked(element, sender))
        return None if found is NotImplemented else found

    def leading_swipe_actions(self, element: Any) -> list[SwipeAction]:
        """The actions that a swipe of an item shows on its leading side, of whoever answers first. See
        `SwipeAction`.

        >>> from iqlist import kit
        >>> kit.Driver([kit.Section("names", ["Ada"])]).leading_swipe_actions("Ada")
        []
        """
        return list(self._ask("leading_swipe_actions", element) or ())

    def trailing_swipe_actions(self, element: Any) -> list[SwipeAction]:
        """The same on its trailing side.

        >>> from iqlist import kit
        >>> kit.Driver([kit.Section("names", ["Ada"])]).trailing_swipe_actions("Ada")
        []
        """
        return list(self._ask("trailing_swipe_actions", element) or ())

    def perform_swipe_action(
        self, element: Any, action: SwipeAction, completion: Ended | None = None
    ) -> None:
        """Performs a swipe action. `completion(done)` is called by a poll, exactly once: after the handler
        has said whether it is done, at whatever time and on whatever thread; with False also if the handler
        raises, or if the driver is closed before. When the handler returns, `on_swipe` is called.

        >>> from iqlist import kit
        >>> action = kit.SwipeAction("Later", lambda event, complete: waiting.append(complete))
        >>> waiting, driver = [], kit.Driver([kit.Section("names", ["Ada"])])
        >>> driver.perform_swipe_action("Ada", action, completion=lambda done: print("done", done))
        >>> driver.close()
        done False
        """
        about, complete = self._asked(element, action), Completion(self._left, completion)
        try:
            action.handler(about, complete)
        except BaseException:
            complete(False)
            raise
        self._router.route("on_swipe", about)

    def context_menu(self, element: Any) -> ContextMenu | None:
        """The menu of an item, of whoever answers first; None if there is none. Its preview is made once:
        see `ContextMenu`.

        >>> from iqlist import kit
        >>> copy = kit.MenuAction("Copy", lambda event: print("copied", event.model))
        >>> menu = kit.ContextMenu("a picture", [kit.Menu("Edit", [copy])])
        >>> driver = kit.Driver([kit.Section("names", ["Ada"], context_menu=lambda event: menu)])
        >>> for action in driver.context_menu("Ada").every_action():
        ...     driver.perform_menu_action("Ada", action)
        copied Ada
        """
        about = self._asked(element)
        found = self._router.route("context_menu", about)
        return found.opened(about) if isinstance(found, ContextMenu) else None

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
