"""The second part: the list, its sections and updates, and the questions about them."""

from __future__ import annotations

import threading
from typing import Any, Callable

from display import laid_out, settle, sizes, visible
from iqlistkit_cells import RENAMED, IdCell, MenuCell
from steps import refused, step
from users import ARUN, BELA, CHLOE, USERS, User, UserCell, UsersController

import iqlist
from iqlist import kit

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
    assert [section.id for section in driver.sections] == ["first", 1]
    assert [list(section) for section in driver.sections] == [[ARUN], [BELA]]
    with refused(iqlist.DuplicateError):
        driver.perform_updates([kit.Section("first"), kit.Section("first")])
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


class TallCell(UserCell):
    """As high as 100."""

    @classmethod
    def size_for(cls, model: User | None, window: iqlist.Size) -> iqlist.Size:
        return iqlist.Size(window.width, 100)


@step
def header_size_and_footer_size_of_a_section() -> None:
    section = kit.Section(
        "first",
        USERS,
        cell=TallCell,
        header="I'm header",
        footer="I'm footer",
        layout=kit.Layout(header=30, footer=50),
    )
    scene = laid_out(kit.Driver([section], layout=kit.Layout()), 320, 568)
    assert scene.content == (320, 380)
    assert [place.frame.y for place in scene] == [0, 30, 130, 230, 330]


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
        # It is shown, and the completion was called, when the call returns.
        assert completed[-1] == controller.driver.list.models() == controller.users
        settle(controller.driver)
    assert plain == [False, True]
    # Each exactly once, and when the list shows what was asked for.
    assert completed == [USERS[::-1], USERS]


@step
def a_failed_update_is_told_to_the_delegate() -> None:
    told: list[tuple[type, int]] = []

    class Controller(UsersController):
        def update_failed(self, error: Exception, ticket: iqlist.Ticket | None) -> None:
            assert ticket is not None
            told.append((type(error), ticket.number))

    controller = Controller()
    controller.load(USERS)
    thread = threading.Thread(target=controller.load, args=[[ARUN, ARUN]])
    thread.start()
    thread.join()
    settle(controller.driver)
    assert told == [(iqlist.DuplicateError, 1)]
    # The list is as it was.
    assert controller.driver.list.models() == USERS


class FolderCell(kit.Cell[str]):
    @classmethod
    def has_children(cls, model: str | None) -> bool:
        return model is not None and model.endswith("/")


@step
def a_section_is_an_outline() -> None:
    asked: list[str] = []

    class Controller(kit.Coordinator):
        def on_children_needed(self, event: kit.Event[Any]) -> None:
            assert event.section is not None
            asked.append(event.model)
            event.section.children[event.item] = [event.model + name for name in ("a/", "b")]

    section = kit.Section("folders", ["usr/", "etc/"], cell=FolderCell)
    driver = kit.Driver([section], coordinator=Controller())
    outline = driver.following(driver.list.outline())
    assert [cell.model for cell in visible(outline)] == ["usr/", "etc/"]
    outline.expand("usr/")
    outline.poll()
    assert [cell.model for cell in visible(outline)] == ["usr/", "usr/a/", "usr/b", "etc/"]
    # They stay when other items come, and go with theirs.
    section.items = ["etc/", "usr/", "var/"]
    assert [cell.model for cell in visible(outline)] == ["etc/", "usr/", "usr/a/", "usr/b", "var/"]
    outline.collapse("usr/")
    outline.poll()
    assert [cell.model for cell in visible(outline)] == ["etc/", "usr/", "var/"]
    section.items = ["var/"]
    assert [cell.model for cell in visible(outline)] == ["var/"]
    assert asked == ["usr/"] and driver.list.models() == ["var/"]


@step
def earlier_users_are_loaded_at_the_start() -> None:
    users = [User(number, f"User {number}", "") for number in range(20)]

    def load(request: kit.PageRequest) -> None:
        first = users.index(section.items[0])
        section.items = [*users[max(0, first - 5) : first], *section.items]
        request.finish(has_next=first > 5)

    section = kit.Section("users", users[12:], cell=IdCell)
    section.paging(load, edge=iqlist.Edge.START, loader="Earlier")
    driver = kit.Driver([section])
    names = [cell.model.name for cell in visible(driver, count=4)]
    # Each page comes above what is visible, which stays.
    assert names == ["User 12", "User 13", "User 14", "User 15"]
    assert section.items == users[7:]
    for _ in range(3):
        driver.show(0, 4)
        settle(driver)
    assert section.items == users and not section.has_previous


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


@step
def size_of_a_cell_for_its_model() -> None:
    class SizedCell(UserCell):
        @classmethod
        def size_for(cls, model: User | None, window: iqlist.Size) -> iqlist.Size:
            return iqlist.Size(window.width, 100 if model is None else 20 * len(model.name))

    driver = kit.Driver([kit.Section("first", USERS, cell=SizedCell)], layout=kit.Layout())
    assert sizes(laid_out(driver, 320, 568)) == [(320, 80), (320, 80), (320, 100)]
    driver.section("first").items = [User(1, "Arundhati", ""), BELA]
    assert sizes(laid_out(driver, 320, 568)) == [(320, 180), (320, 80)]


@step
def estimated_size_of_a_cell_for_its_model() -> None:
    class EstimatedCell(TallCell):
        @classmethod
        def estimated_size_for(cls, model: User | None, window: iqlist.Size) -> iqlist.Size:
            return iqlist.Size(window.width, 60)

    many = [User(number, "", "") for number in range(1000)]
    driver = kit.Driver([kit.Section("first", many, cell=EstimatedCell)], layout=kit.Layout())
    scene = laid_out(driver, 320, 500)
    assert sizes(scene) == [(320, 100)] * 5
    # Nine were asked, which would be on the screen if they were 60 high, as all others are thought to be.
    assert scene.content == (320, 9 * 100 + 991 * 60)


@step
def automatic_dimension() -> None:
    class MessageCell(UserCell):
        """Has lines of 20, of 8 letters."""

        def fitting_size(self, room: iqlist.Size) -> iqlist.Size:
            return iqlist.Size(room.width, 20 * -(-len(self.label_name) * 10 // int(room.width)))

    writer = User(1, "Arun writes much", "")
    driver = kit.Driver([kit.Section("first", [writer, BELA], cell=MessageCell)], layout=kit.Layout())
    assert sizes(laid_out(driver, 80, 568)) == [(80, 40), (80, 20)]
    # A wider screen, and another text.
    assert sizes(laid_out(driver, 160, 568)) == [(160, 20), (160, 20)]
    driver.section("first").items = [writer, User(2, "Bela writes even more", "")]
    assert sizes(laid_out(driver, 160, 568)) == [(160, 20), (160, 40)]
