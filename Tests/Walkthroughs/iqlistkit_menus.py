"""The third part: swipe actions, other methods of the delegate, other properties of cells, and menus."""

from __future__ import annotations

import threading
from typing import Any, Callable

from display import laid_out, settle, sizes, visible
from steps import step
from users import ARUN, BELA, CHLOE, USERS, User, UserCell, UsersController

import iqlist
from iqlist import kit

# --- swipe actions


class SwipeCell(UserCell):
    """Greets its user."""

    identity = "id"
    greeted: list[str]

    def __init__(self) -> None:
        self.greeted = []

    def trailing_swipe_actions(self, event: kit.Event[User]) -> list[kit.SwipeAction]:
        def greet(event: kit.Event[User], complete: Callable[[bool], None]) -> None:
            complete(True)
            if self.model is not None:
                self.greeted.append(self.model.name)

        return [kit.SwipeAction("Hello Trailing", greet, image="hello.png", color="purple")]


@step
def trailing_swipe_actions_of_a_cell() -> None:
    completed: list[bool] = []
    controller = UsersController(SwipeCell)
    controller.load(USERS)
    settle(controller.driver)
    (action,) = controller.driver.trailing_swipe_actions(BELA)
    assert (action.title, action.image, action.color) == ("Hello Trailing", "hello.png", "purple")
    assert action.style == kit.SwipeStyle.NORMAL
    controller.driver.perform_swipe_action(BELA, action, completion=completed.append)
    controller.driver.poll()
    assert completed == [True]
    assert [cell.greeted for cell in visible(controller.driver)] == [[], ["Bela"], []]


@step
def leading_swipe_actions_may_be_none() -> None:
    controller = UsersController(SwipeCell)
    controller.load(USERS)
    settle(controller.driver)
    assert controller.driver.leading_swipe_actions(BELA) == []

    class Leading(SwipeCell):
        def leading_swipe_actions(self, event: kit.Event[User]) -> list[kit.SwipeAction]:
            return [kit.SwipeAction("Hello Leading", lambda event, complete: complete(False), color="orange")]

    controller = UsersController(Leading)
    controller.load(USERS)
    settle(controller.driver)
    (action,) = controller.driver.leading_swipe_actions(BELA)
    completed: list[bool] = []
    controller.driver.perform_swipe_action(BELA, action, completion=completed.append)
    controller.driver.poll()
    assert completed == [False]


@step
def a_swipe_action_completes_exactly_once_also_later() -> None:
    completes: list[Callable[[bool], None]] = []
    completed: list[bool] = []

    class Controller(UsersController):
        def trailing_swipe_actions(self, event: kit.Event[User]) -> list[kit.SwipeAction]:
            assert event.model is BELA
            return [
                kit.SwipeAction(
                    "Delete", lambda _, complete: completes.append(complete), kit.SwipeStyle.DESTRUCTIVE
                )
            ]

    controller = Controller()
    controller.load(USERS)
    settle(controller.driver)
    (action,) = controller.driver.trailing_swipe_actions(BELA)
    assert action.style == kit.SwipeStyle.DESTRUCTIVE
    controller.driver.perform_swipe_action(BELA, action, completion=completed.append)
    controller.driver.poll()
    assert completed == []
    # The server has answered, on another thread.
    thread = threading.Thread(target=lambda: [completes[0](True), completes[0](False)])
    thread.start()
    thread.join()
    controller.driver.poll()
    assert completed == [True]


# --- other methods of the delegate and the data source


@step
def will_display_and_did_end_displaying() -> None:
    told: list[tuple[str, User]] = []

    class Controller(UsersController):
        def will_display(self, event: kit.Event[Any]) -> None:
            assert isinstance(event.cell, UserCell)
            told.append(("will display", event.model))

        def did_end_display(self, event: kit.Event[Any]) -> None:
            assert isinstance(event.cell, UserCell)
            told.append(("did end", event.cell.model))  # type: ignore[arg-type]

    controller = Controller()
    controller.driver.show(0, 2)
    controller.load(USERS)
    settle(controller.driver)
    assert told == [("will display", ARUN), ("will display", BELA)]
    told.clear()
    controller.driver.show(1, 2)
    controller.driver.poll()
    assert sorted(told, key=str) == [("did end", ARUN), ("will display", CHLOE)]
    # Also where the item goes.
    told.clear()
    controller.load([CHLOE])
    settle(controller.driver)
    assert ("did end", BELA) in told
    assert ("did end", CHLOE) not in told


@step
def size_of_an_item_from_the_data_source() -> None:
    class Controller(UsersController):
        def size_for(self, event: kit.Event[User], window: iqlist.Size) -> Any:
            if event.item is None or event.model is BELA:
                return None
            return iqlist.Size(window.width, 50 + 10 * (event.item.position.item or 0))

    controller = Controller()
    section = kit.Section(
        "first",
        USERS,
        cell=UserCell,
        header="Users",
        layout=kit.Layout(item=44, header=20),
    )
    driver = kit.Driver([section], coordinator=controller, layout=kit.Layout())
    assert sizes(laid_out(driver, 320, 568)) == [
        (320, 20),
        (320, 50),
        (320, 44),
        (320, 70),
    ]


@step
def the_data_source_gives_headers_and_footers() -> None:
    class Controller(UsersController):
        def header_for(self, section: kit.Section[Any]) -> Any:
            return f"{len(section)} users" if section.id == "first" else NotImplemented

        def footer_for(self, section: kit.Section[Any]) -> Any:
            return f"end of {section.id}"

    controller = Controller()
    # The data source is asked first; what it does not say, the section does.
    first = kit.Section("first", USERS, cell=UserCell, header="unseen")
    controller.driver.perform_updates([first, kit.Section("second", header="seen", footer="unseen")])
    settle(controller.driver)
    texts = []
    for section in controller.driver.sections:
        for part in (kit.Part.HEADER, kit.Part.FOOTER):
            with controller.driver.take_cell(section, part=part) as taken:
                texts.append(taken.cell.text)
    assert texts == ["3 users", "end of first", "seen", "end of second"]


# --- other properties of a cell


class Untouchable(UserCell):
    """What the person may do depends on the model."""

    identity = "id"

    @classmethod
    def is_highlightable(cls, model: User | None) -> bool:
        return model is not ARUN

    @classmethod
    def is_selectable(cls, model: User | None) -> bool:
        return model is not BELA

    @classmethod
    def is_deselectable(cls, model: User | None) -> bool:
        return model is not CHLOE


class Touched(UsersController):
    def __init__(self) -> None:
        super().__init__(Untouchable)
        self.told: list[str] = []

    def on_highlight(self, event: kit.Event[Any]) -> None:
        self.told.append(f"highlight {event.model.name}")

    def on_unhighlight(self, event: kit.Event[Any]) -> None:
        self.told.append(f"unhighlight {event.model.name}")

    def on_select(self, event: kit.Event[Any]) -> None:
        self.told.append(f"select {event.model.name}")

    def on_deselect(self, event: kit.Event[Any]) -> None:
        self.told.append(f"deselect {event.model.name}")

    def after_tapping(self, user: User) -> list[str]:
        self.told.clear()
        self.driver.tap(user)
        self.driver.poll()
        return [*self.told]


@step
def a_cell_may_be_selectable_and_not_highlightable() -> None:
    touched = Touched()
    touched.load(USERS)
    settle(touched.driver)
    assert touched.after_tapping(ARUN) == ["select Arun"]


@step
def a_cell_may_be_highlightable_and_not_selectable() -> None:
    touched = Touched()
    touched.load(USERS)
    settle(touched.driver)
    assert touched.after_tapping(BELA) == ["highlight Bela", "unhighlight Bela"]
    assert touched.driver.list.info().selected == 0


@step
def a_cell_may_be_selected_for_good() -> None:
    touched = Touched()
    touched.load(USERS)
    settle(touched.driver)
    touched.driver.list.set_selection(iqlist.Selection.SINGLE | iqlist.Selection.KEEPS)
    assert touched.after_tapping(ARUN) == ["select Arun"]
    assert "deselect Arun" in touched.after_tapping(CHLOE)
    # Chloe cannot be deselected, and so nobody else be selected.
    assert "select Arun" not in touched.after_tapping(ARUN)
    assert touched.driver.list.item(CHLOE).states & iqlist.State.SELECTED


# --- context menus


class MenuController(UsersController):
    """Shows the user of a menu's preview."""

    def __init__(self, cell: type[kit.Cell[Any]]) -> None:
        super().__init__(cell)
        self.told: list[tuple[str, Any]] = []

    def menu_will_display(self, event: kit.Event[Any]) -> None:
        self.told.append(("will display", event.sender))

    def menu_will_end(self, event: kit.Event[Any]) -> None:
        self.told.append(("will end", event.sender))


class ContextCell(UserCell):
    """Its menu: Hello Action, and a nested menu."""

    identity = "id"

    def __init__(self) -> None:
        self.chosen: list[str] = []
        self.presented: list[Any] = []

    def context_menu(self, event: kit.Event[User]) -> kit.ContextMenu | None:
        user = self.model
        if user is None or user is CHLOE:
            return None

        def choose(title: str) -> kit.MenuAction:
            return kit.MenuAction(title, lambda event: self.chosen.append(f"{title} {event.model.name}"))

        nested = kit.Menu("Nested Menu", [choose("Copy"), kit.Menu("More", [choose("Share")])])
        return kit.ContextMenu(
            preview=lambda event: [f"details of {event.model.name}"],
            actions=[choose("Hello Action"), nested],
        )

    def perform_preview_action(self, event: kit.Event[User]) -> None:
        self.presented.append(event.sender.make_preview())


@step
def a_cell_has_a_context_menu() -> None:
    controller = MenuController(ContextCell)
    controller.load(USERS)
    settle(controller.driver)
    driver = controller.driver
    assert driver.context_menu(CHLOE) is None
    menu = driver.context_menu(BELA)
    assert menu is not None
    driver.menu_will_display(BELA, menu)
    driver.poll()
    assert controller.told == [("will display", menu)]
    hello = menu.actions[0]
    assert isinstance(hello, kit.MenuAction)
    driver.perform_menu_action(BELA, hello)
    driver.poll()
    assert [cell.chosen for cell in visible(driver)] == [[], ["Hello Action Bela"], []]
    driver.menu_will_end(BELA, menu)
    driver.poll()
    assert controller.told == [("will display", menu), ("will end", menu)]


@step
def a_menu_inside_a_menu() -> None:
    controller = MenuController(ContextCell)
    controller.load(USERS)
    settle(controller.driver)
    menu = controller.driver.context_menu(ARUN)
    assert menu is not None
    assert [action.title for action in menu.every_action()] == ["Hello Action", "Copy", "Share"]
    nested = menu.actions[1]
    assert isinstance(nested, kit.Menu)
    assert nested.title == "Nested Menu"
    deepest = nested.children[1]
    assert isinstance(deepest, kit.Menu)
    (share,) = deepest.every_action()
    controller.driver.perform_menu_action(ARUN, share)
    controller.driver.poll()
    assert visible(controller.driver)[0].chosen == ["Share Arun"]


@step
def a_menu_has_a_preview_that_can_be_opened() -> None:
    controller = MenuController(ContextCell)
    controller.load(USERS)
    settle(controller.driver)
    menu = controller.driver.context_menu(BELA)
    assert menu is not None
    shown = menu.make_preview()
    assert shown == ["details of Bela"]
    controller.driver.perform_preview_action(BELA, menu)
    controller.driver.poll()
    # What is opened is what was shown.
    assert visible(controller.driver)[1].presented[0] is shown
