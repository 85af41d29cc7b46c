"""IQListKit, step by step: its list of users from the model to the menus, the questions at its end, and the
two demos.

    User                what a user of the list is
    UserCell            shows one
    UsersController     has the driver, is its coordinator: delegate and data source
    the program         plays the person at the screen, with the driver's functions
"""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable

from display import settle, visible
from mountains import MOUNTAINS, Mountain
from steps import finish, refused, step, waits

import iqlist
from iqlist import kit

if TYPE_CHECKING:
    from typing import TypeAlias


# --- the quick implementation


@dataclass(frozen=True)
class User:
    id: int
    name: str
    email: str


class UserCell(kit.Cell[User]):
    """Two labels."""

    label_name = ""
    label_email = ""

    def configure(self, model: User | None) -> None:
        if model is None:
            return
        self.label_name = model.name
        self.label_email = model.email


ARUN, BELA, CHLOE = (
    User(1, "Arun", "arun@localhost"),
    User(2, "Bela", "bela@localhost"),
    User(3, "Chloe", "chloe@localhost"),
)
USERS = [ARUN, BELA, CHLOE]


class UsersController(kit.Coordinator):
    """A screen with room for 10 lines."""

    def __init__(self, cell: type[kit.Cell[Any]] = UserCell) -> None:
        self.cell = cell
        self.users: list[User] = []
        self.driver = kit.Driver(coordinator=self)
        self.driver.show(0, 10)

    def load(self, users: list[User]) -> None:
        """What the API answers."""
        self.users = users
        self.refresh()

    def refresh(self, animated: bool = True, completion: Callable[..., object] | None = None) -> None:
        def build(builder: kit.Builder) -> None:
            section = builder.append(kit.Section("first"))
            builder.append(self.cell, self.users, section=section)

        self.driver.perform_updates(build, animated=animated, completion=completion)

    def labels(self) -> list[str]:
        """What stands on the screen when it has scrolled to its beginning."""
        settle(self.driver)
        return [cell.label_name for cell in visible(self.driver)]


@step
def a_list_of_users_without_index_paths() -> None:
    controller = UsersController()
    controller.load(USERS)
    assert controller.labels() == ["Arun", "Bela", "Chloe"]
    assert [cell.label_email for cell in visible(controller.driver)] == [user.email for user in USERS]
    controller.driver.close()


# --- step 1: the model is hashable


class WholeCell(UserCell):
    """Its models are identified by all that they hold."""


class IdCell(UserCell):
    """Its models are identified by their ids, and compared by all that they hold."""

    identity = "id"


RENAMED = User(1, "Arun K", "arun@localhost")


class Changes(UsersController):
    """Keeps the changesets of the list's updates."""

    def __init__(self, cell: type[kit.Cell[Any]]) -> None:
        super().__init__(cell)
        self.summaries: list[iqlist.Summary] = []

    def did_update(self, event: kit.Event[Any]) -> None:
        assert event.changeset is not None
        self.summaries.append(event.changeset.summary())

    def after_renaming(self) -> iqlist.Summary:
        self.load([ARUN, BELA])
        settle(self.driver)
        self.load([RENAMED, BELA])
        settle(self.driver)
        return self.summaries[-1]


@step
def method_1_all_fields_say_who_it_is() -> None:
    assert RENAMED != ARUN
    controller = Changes(WholeCell)
    changes = controller.after_renaming()
    assert (changes.item_deletes, changes.item_inserts) == (1, 1)
    assert (changes.item_reconfigures, changes.item_reloads, changes.item_moves) == (0, 0, 0)
    assert controller.labels() == ["Arun K", "Bela"]


@step
def method_2_the_id_says_who_it_is_and_all_fields_whether_it_changed() -> None:
    controller = Changes(IdCell)
    controller.load([ARUN, BELA])
    settle(controller.driver)
    before = controller.driver.list.item(1)
    cell = visible(controller.driver)[0]
    changes = controller.after_renaming()
    assert (changes.item_deletes, changes.item_inserts, changes.item_reconfigures) == (0, 0, 1)
    # The same item, in the same cell.
    assert before.alive and before.model is RENAMED
    assert visible(controller.driver)[0] is cell
    assert controller.labels() == ["Arun K", "Bela"]


@step
def standard_types_are_hashable_already() -> None:
    values: list[Any] = ["text", 7, 1.5, True, frozenset({1, 2}), b"bytes", ("a", 1)]
    driver = kit.Driver([kit.Section("values", values)])
    driver.poll()
    assert driver.list.models() == values
    # Equal values are one identity, whatever the order of a set; and 7 is not "7".
    assert iqlist.Key(frozenset({2, 1})) == iqlist.Key(frozenset({1, 2}))
    assert iqlist.Key("7") != iqlist.Key(7)


# --- step 2: the cell has a model


@step
def cell_method_1_the_user_is_the_model() -> None:
    controller = UsersController()
    controller.load(USERS)
    settle(controller.driver)
    cell = visible(controller.driver)[1]
    assert isinstance(cell, UserCell)
    assert cell.model is BELA


class AliasCell(kit.Cell[User]):
    """Says Model wherever it means its model."""

    Model: TypeAlias = User
    label_name = ""

    def configure(self, model: Model | None) -> None:
        assert isinstance(model, AliasCell.Model)
        self.label_name = model.name


@step
def cell_method_2_model_is_another_name_of_user() -> None:
    controller = UsersController(AliasCell)
    controller.load(USERS)
    assert controller.labels() == ["Arun", "Bela", "Chloe"]


class MenuCell(kit.Cell["MenuCell.Model"]):
    """Its models have what a controller decides beside the user."""

    @dataclass(frozen=True)
    class Model:
        user: User
        can_show_menu: bool
        parameter_2: int = 0

    identity = staticmethod(lambda model: model.user.id)
    label_name = ""
    shows_menu = False

    def configure(self, model: MenuCell.Model | None) -> None:
        assert model is not None
        self.label_name = model.user.name
        self.shows_menu = model.can_show_menu


@step
def cell_method_3_a_model_of_the_cells_own() -> None:
    driver = kit.Driver(
        [kit.Section("first", [MenuCell.Model(user, False) for user in USERS], cell=MenuCell)]
    )
    driver.show(0, 10)
    driver.poll()
    assert [cell.shows_menu for cell in visible(driver)] == [False, False, False]

    # The controller decides otherwise for one of them: its cell is configured again.
    cells = visible(driver)
    driver.section("first").items = [MenuCell.Model(user, user is BELA) for user in USERS]
    driver.poll()
    assert [cell.shows_menu for cell in visible(driver)] == [False, True, False]
    assert visible(driver) == cells


@step
def the_model_is_optional() -> None:
    assert UserCell().model is None
    driver = kit.Driver()
    driver.show(0, 10)

    def build(builder: kit.Builder) -> None:
        builder.append(kit.Section("first"))
        builder.append(UserCell, [ARUN, None], ids=["arun", "nobody"])

    driver.perform_updates(build)
    settle(driver)
    named, unnamed = visible(driver)
    assert (named.model, named.label_name) == (ARUN, "Arun")
    assert (unnamed.model, unnamed.label_name) == (None, "")
    # A tap, a swipe and a menu have nothing to show, and are no error either.
    driver.tap("nobody")
    driver.poll()
    assert driver.trailing_swipe_actions("nobody") == []
    assert driver.context_menu("nobody") is None


# --- step 3: the model is connected with the cell


@step
def a_model_that_is_set_is_shown() -> None:
    shown: list[User | None] = []

    class Logged(IdCell):
        def configure(self, model: User | None) -> None:
            assert model is self.model
            super().configure(model)
            shown.append(model)

    controller = UsersController(Logged)
    controller.load([ARUN, BELA])
    settle(controller.driver)
    assert shown == [ARUN, BELA]
    # What is the same is not set again; what has changed is.
    controller.load([RENAMED, BELA])
    settle(controller.driver)
    assert shown == [ARUN, BELA, RENAMED]
    assert controller.labels() == ["Arun K", "Bela"]


# --- step 4: the list


@step
def the_users_come_from_an_api_that_answers_or_fails() -> None:
    shown: list[str] = []

    class Controller(UsersController):
        def load_from(self, api: Callable[[], list[User]]) -> None:
            try:
                self.load(api())
            except OSError as error:
                shown.append(str(error))

    def failing() -> list[User]:
        raise OSError("no network")

    controller = Controller()
    controller.load_from(lambda: USERS)
    controller.load_from(failing)
    # What was there stays.
    assert controller.labels() == ["Arun", "Bela", "Chloe"]
    assert shown == ["no network"]


@step
def a_list_has_a_screen_and_an_object_that_it_asks_and_tells() -> None:
    controller = UsersController()
    assert controller.driver.coordinator is controller
    assert controller.driver.view.list is controller.driver.list
    assert controller.driver.list.models() == []


@step
def the_object_is_optional() -> None:
    driver = kit.Driver([kit.Section("first", USERS, cell=UserCell)])
    driver.show(0, 10)
    driver.tap(ARUN)
    driver.poll()
    assert driver.coordinator is None
    assert [cell.label_name for cell in visible(driver)] == ["Arun", "Bela", "Chloe"]


@step
def no_items_an_image_a_title_a_message_and_an_action_to_reload() -> None:
    asked: list[str] = []
    reloaded: list[Any] = []

    def reload(event: kit.Event[Any]) -> None:
        reloaded.append(event)
        driver.data = USERS

    def provider() -> kit.EmptyView:
        asked.append("empty")
        return kit.EmptyView(
            image="empty.png",
            title="No User",
            message="No users to display here.",
            action=kit.MenuAction("Reload", reload),
        )

    driver = kit.Driver(empty_view_provider=provider)
    driver.show(0, 10)
    driver.poll()
    empty = driver.empty_view
    assert empty is not None
    assert (empty.image, empty.title, empty.message) == ("empty.png", "No User", "No users to display here.")
    assert empty.action is not None
    assert empty.action.title == "Reload"
    # The person chooses to reload: the users come, and the view goes.
    driver.perform_empty_action()
    driver.poll()
    assert len(reloaded) == 1
    assert driver.list.models() == USERS
    assert driver.empty_view is None
    # It is asked for again each time that the list becomes empty.
    driver.data = []
    driver.poll()
    assert driver.empty_view is not None
    assert asked == ["empty", "empty"]


# --- step 5: models in performUpdates


@step
def a_section_has_an_identifier_that_is_unique() -> None:
    driver = kit.Driver()

    def build(builder: kit.Builder) -> None:
        builder.append(kit.Section("first"))
        builder.append(UserCell, [ARUN])
        builder.append(kit.Section(1))
        builder.append(UserCell, [BELA])

    driver.perform_updates(build)
    settle(driver)
    assert [section.id for section in driver.sections] == ["first", 1]
    assert [list(section) for section in driver.sections] == [[ARUN], [BELA]]
    with refused(iqlist.DuplicateError):
        driver.perform_updates([kit.Section("first"), kit.Section("first")])
        settle(driver)
    settle(driver)
    assert [section.id for section in driver.sections] == ["first", 1]


@step
def a_section_can_have_a_header_and_a_footer() -> None:
    shown: list[tuple[str, str]] = []

    class Controller(kit.Coordinator):
        def will_display_element(self, event: kit.Event[Any]) -> None:
            shown.append((event.part.name, event.cell.text))

    driver = kit.Driver(coordinator=Controller())
    driver.show(0, 10)
    section = kit.Section("first", USERS, cell=UserCell, header="I'm header", footer="I'm footer")
    driver.perform_updates([section])
    settle(driver)
    assert shown == [("HEADER", "I'm header"), ("FOOTER", "I'm footer")]
    # They are changed like items, and can be left out.
    section.header = "I'm another header"
    section.footer = None
    driver.poll()
    with driver.take_cell(section, part=kit.Part.HEADER) as header:
        assert header.cell.text == "I'm another header"
    with refused(iqlist.NotFoundError):
        driver.take_cell(section, part=kit.Part.FOOTER)


waits("headerSize and footerSize of a section")


@step
def models_of_method_3_are_appended_one_by_one() -> None:
    driver = kit.Driver()

    def build(builder: kit.Builder) -> None:
        section = builder.append(kit.Section("first"))
        models = []
        for user in USERS:
            models.append(MenuCell.Model(user, can_show_menu=True))
        builder.append(MenuCell, models, section=section)

    driver.perform_updates(build)
    settle(driver)
    assert [model.user for model in driver.list.models()] == USERS


@step
def several_kinds_of_cells_in_one_section() -> None:
    class AddCell(kit.Cell[str]):
        label_name = "+"

    driver = kit.Driver()
    driver.show(0, 10)

    def build(builder: kit.Builder) -> None:
        builder.append(kit.Section("first"))
        builder.append(UserCell, USERS)
        builder.append(AddCell, ["add"])

    driver.perform_updates(build)
    settle(driver)
    assert [type(cell) for cell in visible(driver)] == [UserCell] * 3 + [AddCell]


@step
def animating_differences_and_completion() -> None:
    plain: list[bool] = []
    completed: list[list[Any]] = []

    class Controller(UsersController):
        def did_update(self, event: kit.Event[Any]) -> None:
            assert event.event is not None
            plain.append(bool(event.event.flags & iqlist.UpdateFlag.PLAIN))

    controller = Controller()
    controller.users = USERS
    for animated in (True, False):
        controller.users = controller.users[::-1]
        controller.refresh(animated, lambda *_: completed.append(controller.driver.list.models()))
        assert len(completed) == len(plain)
        settle(controller.driver)
    assert plain == [False, True]
    # Each exactly once, and when the list shows what was asked for.
    assert completed == [USERS[::-1], USERS]


@step
def the_list_follows_the_users_whenever_refreshed() -> None:
    controller = UsersController(IdCell)
    for users in (USERS, USERS[1:], [CHLOE, RENAMED], []):
        controller.load(users)
        assert controller.labels() == [user.name for user in users]


# --- "I have a lot of questions": where cellForRowAt and didSelectRowAt have gone


@step
def modify_cell_before_it_is_displayed() -> None:
    told: list[tuple[str, Any, Any]] = []

    class Controller(UsersController):
        def modify_cell(self, event: kit.Event[Any]) -> None:
            assert isinstance(event.cell, UserCell)
            # The model comes with the cell: no index path has to be looked up.
            assert event.cell.model is event.model
            event.cell.delegate = self  # type: ignore[attr-defined]
            told.append(("modify", event.model, event.position))

        def will_display(self, event: kit.Event[Any]) -> None:
            assert event.cell.delegate is self
            told.append(("display", event.model, event.position))

    controller = Controller()
    controller.load(USERS)
    settle(controller.driver)
    assert [model for kind, model, _ in told if kind == "modify"] == USERS
    for index, user in enumerate(USERS):
        about = [(kind, position) for kind, model, position in told if model is user]
        assert about == [("modify", (0, index)), ("display", (0, index))]


@step
def did_select_gives_the_model() -> None:
    details: list[User] = []

    class Controller(UsersController):
        def on_select(self, event: kit.Event[Any]) -> None:
            assert isinstance(event.cell, UserCell)
            # Where the selection is not kept, the item is deselected before.
            assert self.driver.list.info().selected == 0
            details.append(event.model)

    controller = Controller()
    controller.load(USERS)
    settle(controller.driver)
    controller.driver.tap(BELA)
    controller.driver.tap(ARUN)
    controller.driver.poll()
    assert details == [BELA, ARUN]
    # What the program selects it need not be told.
    controller.driver.select(CHLOE)
    controller.driver.poll()
    assert details == [BELA, ARUN]
    assert controller.driver.list.item(CHLOE).states == iqlist.State.SELECTED


waits("estimated size of a cell for its model")
waits("size of a cell for its model")
waits("automatic dimension")


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


waits("size of an item from the data source")


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
            preview=lambda: f"details of {user.name}", actions=[choose("Hello Action"), nested]
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
    assert menu.make_preview() == "details of Bela"
    controller.driver.perform_preview_action(BELA, menu)
    controller.driver.poll()
    assert visible(controller.driver)[1].presented == ["details of Bela"]


# --- known issues and their workarounds


@step
def a_cell_of_a_storyboard_is_registered() -> None:
    told: list[kit.Registered] = []

    class Controller(UsersController):
        def class_first_used(self, event: kit.Event[Any]) -> None:
            assert made == []
            told.append(event.sender)

        def modify_cell(self, event: kit.Event[Any]) -> None:
            assert told != []

    made: list[kit.Registered] = []

    class StoryboardCell(UserCell):
        identity = "id"

    def make() -> StoryboardCell:
        """The host's own way to make one."""
        made.append(registered)
        return StoryboardCell()

    controller = Controller(StoryboardCell)
    registered = controller.driver.register(
        StoryboardCell, kind=kit.Registration.STORYBOARD, tag="Main", make=make
    )
    # Its identifier is the name of its class.
    assert (registered.name, registered.kind) == ("StoryboardCell", kit.Registration.STORYBOARD)

    # Or its class says itself that a storyboard has it.
    class Declared(UserCell):
        storyboard_name = "Main"

    assert controller.driver.registered(Declared).kind == kit.Registration.STORYBOARD
    assert controller.driver.registered(UserCell).kind == kit.Registration.CLASS
    controller.load(USERS)
    settle(controller.driver)
    assert told == [registered]
    assert len(made) == 3
    # By that name it can be given, too.
    controller.driver.perform_updates([kit.Section("named", USERS, cell="StoryboardCell")])
    settle(controller.driver)
    assert [type(cell) for cell in visible(controller.driver)] == [StoryboardCell] * 3


class Indicator:
    """Shows that something is under way; of the polling thread."""

    def __init__(self) -> None:
        self.is_animating = False
        self.stopped_on: list[int] = []

    def start(self) -> None:
        self.is_animating = True

    def stop(self) -> None:
        self.is_animating = False
        self.stopped_on.append(threading.get_ident())


@step
def ten_thousand_records_from_a_background_thread() -> None:
    indicator = Indicator()
    records = [User(number, f"User {number}", f"user{number}@localhost") for number in range(10_000)]
    built_on: list[int] = []
    controller = UsersController(IdCell)
    driver = controller.driver
    controller.load(records[::-1])
    settle(driver)
    before = driver.list.models()

    def build(builder: kit.Builder) -> None:
        built_on.append(threading.get_ident())
        builder.append(kit.Section("first"))
        builder.append(IdCell, records)

    def work() -> None:
        driver.perform_updates(build, completion=lambda *_: indicator.stop())

    indicator.start()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    # It was built there, and nothing is shown before this thread lets it.
    assert built_on == [thread.ident]
    assert driver.list.models() == before
    assert indicator.is_animating
    settle(driver)
    assert driver.list.models() == records
    assert indicator.stopped_on == [threading.get_ident()]
    assert not indicator.is_animating
    assert controller.labels() == [record.name for record in records[:10]]


@step
def updates_from_many_threads_each_complete_once() -> None:
    driver = kit.Driver()
    completed: list[int] = []

    def work(number: int) -> None:
        users = [User(number, f"User {number}", "")]
        driver.perform_updates(
            [kit.Section("first", users, cell=IdCell)], completion=lambda *_: completed.append(number)
        )

    threads = [threading.Thread(target=work, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    settle(driver)
    assert sorted(completed) == list(range(8))
    assert len(driver.list) == 1


# --- the two demos


@dataclass(frozen=True)
class Node:
    row: int
    hue: int


class NodeCell(kit.Cell[Node]):
    pass


class Row:
    """Nodes that an insertion sort puts in order, a node a step."""

    def __init__(self, number: int, hues: list[int]) -> None:
        self.number = number
        self.nodes = [Node(number, hue) for hue in hues]
        self.next = 1

    @property
    def is_sorted(self) -> bool:
        return self.next >= len(self.nodes)

    def sort_one(self) -> bool:
        """Inserts the next node among those before it; whether that moves it."""
        node = self.nodes.pop(self.next)
        place = next((at for at in range(self.next) if self.nodes[at].hue > node.hue), self.next)
        self.nodes.insert(place, node)
        self.next += 1
        return place != self.next - 1


@step
def demo_insertion_sort_moves_a_node_in_each_unsorted_row() -> None:
    seed = random.randrange(1 << 32)
    random.seed(seed)
    rows = [Row(number, random.sample(range(360), random.randint(2, 12))) for number in range(9)]
    summaries: list[iqlist.Summary] = []

    class Controller(kit.Coordinator):
        def did_update(self, event: kit.Event[Any]) -> None:
            assert event.changeset is not None
            summaries.append(event.changeset.summary())

    driver = kit.Driver(coordinator=Controller())

    def refresh() -> None:
        driver.perform_updates([kit.Section(row.number, row.nodes, cell=NodeCell) for row in rows])
        settle(driver)

    refresh()
    while not all(row.is_sorted for row in rows):
        # A row whose next node is in place already moves none.
        moved = sum([row.sort_one() for row in rows if not row.is_sorted])
        summaries.clear()
        refresh()
        moves = sum(summary.item_moves or 0 for summary in summaries)
        others = sum(summary.item_inserts + summary.item_deletes for summary in summaries)
        assert (moves, others) == (moved, 0), f"seed {seed}"
    for section, row in zip(driver.sections, rows):
        assert list(section) == sorted(row.nodes, key=lambda node: node.hue), f"seed {seed}"


class MountainCell(kit.Cell[Mountain]):
    identity = "name"
    label = ""

    def configure(self, model: Mountain | None) -> None:
        assert model is not None
        self.label = f"{model.name}, {model.height} m"


@step
def demo_mountains_filtered_while_typing() -> None:
    mountains = kit.Driver([kit.Section("mountains", MOUNTAINS, cell=MountainCell)])
    filtered = mountains.list.filtered()
    found = mountains.following(filtered)
    assert len(visible(found, count=1000)) == len(MOUNTAINS) > 100

    def search(typed: str) -> iqlist.Ticket:
        return filtered.set_filter(lambda _, mountain: typed in mountain.name.lower())

    for typed in ("m", "mo", "mon", "mont b", "mon", "b", "xyz", ""):
        search(typed)
        expected = [mountain for mountain in MOUNTAINS if typed in mountain.name.lower()]
        cells = visible(found, count=1000)
        assert [cell.model for cell in cells] == expected
        assert [cell.label for cell in cells] == [f"{each.name}, {each.height} m" for each in expected]

    # Who types faster than that sees the last filter only.
    *others, last = [search(typed) for typed in ("k", "ka", "kam", "kame")]
    assert [cell.model.name for cell in visible(found)] == ["Kamet"]
    assert all(isinstance(ticket.exception(), iqlist.SupersededError) for ticket in others)
    assert last.exception() is None
    # A mountain that comes is found as well.
    mountains.section("mountains").items = [*MOUNTAINS, Mountain("Kamen", 1000)]
    assert [cell.model.name for cell in visible(found)] == ["Kamet", "Kamen"]


finish()
