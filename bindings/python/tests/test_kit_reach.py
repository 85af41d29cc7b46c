"""What a program of the kit layer reaches without going down to the list: elements of any kind, pages of both
edges and of the list, what stands in place of items, marks, gestures; and what the errors of mistakes say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from kits import USERS, User, UserCell, finish, scroll, users

import iqlist
from iqlist import DiffFlag, Edge, PageState, kit
from iqlist.kit import Driver, Event, Part, Section

ADA = USERS[0]


def texts(driver: Driver) -> list[Any]:
    driver.poll()
    return [cell.text for cell in driver.visible_elements()]


def test_a_section_has_elements_of_any_kind_by_name_and_index() -> None:
    section = users(header="H")
    section.elements["badge"] = "zero"
    with Driver([users("first", [User(9)], footer="F"), section]) as driver:
        found = driver.list.section("users").supplementaries
        assert {element.model for element in found} >= {"H", "zero"}
        section.elements["badge", 1] = "one"
        section.elements[Part.HOST + 3, 2] = "number"
        assert section.elements["badge"] == "zero" and len(section.elements) == 4
        kind = kit.parts.kind_of("badge")
        shown = driver.list.section("users")
        assert [shown.supplementary(kind, index).model for index in (0, 1)] == ["zero", "one"]
        assert shown.supplementary(19, 2).model == "number"
        del section.elements["badge", 1]
        with pytest.raises(KeyError, match="has no element"):
            section.elements["badge", 1]
        with pytest.raises(LookupError):
            shown.supplementary(kind, 1)
        scroll(driver, 0, 9)
        assert texts(driver) == ["F", "H"]
        with driver.take_cell(section, part=Part.HEADER):
            driver.show(0, 1)
            assert texts(driver) == ["F", "H"]


def test_a_section_pages_at_both_edges_and_paging_is_turned_off() -> None:
    requests: list[kit.PageRequest] = []
    section = users()
    section.paging(requests.append, loader="more")
    section.paging(requests.append, edge=Edge.START, loader="earlier", only_while_loading=True)
    with Driver([section]) as driver:
        scroll(driver, 0, 9)
        assert {request.edge for request in requests} == {Edge.START, Edge.END}
        assert {request.section for request in requests} == {section}
        assert sorted(texts(driver)) == ["earlier", "more"]
        start, end = sorted(requests, key=lambda request: request.edge)
        assert start.fail() and end.finish(has_next=False)
        assert texts(driver) == [] and section.has_previous and not section.has_next
        section.has_previous = True
        driver.poll()
        assert len(requests) == 3 and texts(driver) == ["earlier"]
        section.paging(None, edge=Edge.START)
        assert driver.list.page(Edge.START, "users").state == PageState.OFF and texts(driver) == []
        assert not requests[-1].finish()
        with pytest.raises(iqlist.StateError, match="call `paging` first"):
            section.has_previous = True


def test_answers_of_pages_do_not_change_copies_of_a_section() -> None:
    requests: list[kit.PageRequest] = []
    section = users()
    section.paging(requests.append)
    collection = kit.Collection([section])
    with Driver([section]) as driver:
        scroll(driver, 0, 9)
        assert requests[0].finish(has_next=False)
    assert collection[0].has_next and not section.has_next


def test_a_list_pages_too() -> None:
    requests: list[kit.PageRequest] = []
    with Driver([users()]) as driver:
        driver.paging(requests.append, loader="more")
        scroll(driver, 0, 9)
        assert [request.section for request in requests] == [None] and texts(driver) == ["more"]
        assert requests[0].fail()
        driver.poll()
        assert len(requests) == 1
        driver.paging(requests.append, loader="other")
        driver.poll()
        assert len(requests) == 2 and texts(driver) == ["other"]
        assert requests[1].finish(has_next=False) and texts(driver) == []
        driver.paging(None)
        assert driver.list.page(Edge.END).state == PageState.OFF


def test_each_state_of_a_list_without_items_has_a_view() -> None:
    acted: list[str] = []

    def view(title: str) -> Any:
        action = kit.MenuAction("Retry", lambda event: acted.append(f"{title} {event.part.name}"))

        def provider(*message: str) -> kit.EmptyView:
            return kit.EmptyView(title=title + "".join(message), action=action)

        return provider

    with Driver(
        empty_view_provider=view("empty"),
        loading_view_provider=view("loading"),
        failed_view_provider=view("failed"),
    ) as driver:
        found: list[str] = []
        for change in range(4):
            if change == 1:
                driver.is_loading = True
            elif change > 1:
                driver.set_failed(f": {change}")
            driver.poll()
            found.append(driver.empty_view.title)
            driver.perform_empty_action()
        assert found == ["empty", "loading", "failed: 2", "failed: 3"]
        assert acted == ["empty EMPTY", "loading LOADING", "failed FAILED", "failed FAILED"]
        driver.update([users()])
        driver.poll()
        assert not driver.empty_view and not driver.is_loading
        driver.update([], flags=DiffFlag.NONE)
        driver.is_loading = True
        driver.update([], flags=DiffFlag.KEEP_LOADING)
        driver.poll()
        assert driver.is_loading and driver.empty_view.title == "loading"


class Last(kit.Coordinator):
    def __init__(self) -> None:
        self.log: list[Any] = []

    def on_empty_action(self, event: Event[Any]) -> None:
        self.log.append((event.model, event.part))

    def on_page(self, event: Event[Any]) -> None:
        assert event.event is not None
        self.log.append(Edge(event.event.flags))


def test_the_coordinator_gets_actions_and_pages_that_nobody_else_knows() -> None:
    last = Last()
    with Driver(coordinator=last, empty_view_provider=lambda: "nothing") as driver:
        driver.perform_empty_action()
        driver.poll()
        driver.perform_empty_action()
        assert last.log == [("nothing", Part.EMPTY)]
        driver.list.set_page(Edge.END, PageState.MORE)
        scroll(driver, 0, 9)
        assert last.log[1:] == [Edge.END]
        driver.paging(print, has_next=False)
        driver.list.set_page(Edge.START, PageState.MORE)
        driver.update([users()])
        driver.poll()
        assert last.log[2:] == [Edge.START]


def test_sections_without_items_are_dropped_if_the_driver_says_so() -> None:
    empty = users("empty", [])
    with Driver([empty, users()], drop_empty_sections=True) as driver:
        assert [section.id for section in driver.sections] == ["users"]
        empty.items = [User(9)]
        assert [section.id for section in driver.sections] == ["empty", "users"]
        driver.remove_section("users")
        assert driver.list.models() == [User(9)]
        with pytest.raises(KeyError, match="there is no section 'users'"):
            driver.remove_section("users")


def test_an_object_that_was_changed_in_place_is_shown_again() -> None:
    class Mutable:
        id, name = 1, "Ada"

    class Shown(kit.Cell[Mutable]):
        identity = "id"
        label = ""

        def configure(self, model: Mutable | None) -> None:
            self.label = model.name if model else ""

    model = Mutable()
    with Driver([Section("one", [model], cell=Shown)]) as driver:
        (cell,) = scroll(driver, 0, 1)
        model.name = "Ben"
        driver.reconfigure([model])
        driver.poll()
        assert cell.label == "Ben" and driver.visible_cells() == [cell]
        driver.reload([iqlist.Key(1)])
        driver.poll()
        (other,) = driver.visible_cells()
        assert other is not cell and other.label == "Ben"
        for mark in (driver.reload, driver.reconfigure):
            with pytest.raises(LookupError):
                mark([9])


def test_submissions_take_options() -> None:
    flags: list[tuple[int, int]] = []

    class Changes(kit.Coordinator):
        def did_update(self, event: Event[Any]) -> None:
            assert event.event is not None
            flags.append((event.event.flags, event.event.animation))

    with Driver(coordinator=Changes()) as driver:
        finish(driver, driver.submit([users()], flags=DiffFlag.HERE, animation=7, animated=False))
        assert flags == [(iqlist.UpdateFlag.PLAIN, 7)]
        waits = driver.submit([], delay=60)
        driver.poll()
        assert not waits.done()


class Editable(UserCell):
    pool = 1

    @classmethod
    def is_deletable(cls, model: User | None) -> bool:
        return model == ADA

    @classmethod
    def is_insertable(cls, model: User | None) -> bool:
        return model == USERS[1]


def test_deletes_inserts_and_styles_are_by_what_the_class_says() -> None:
    log: list[Any] = []
    section = Section(
        "users",
        USERS,
        cell=Editable,
        on_delete=lambda event: log.append(("delete", event.model)),
        on_insert=lambda event: log.append(("insert", event.model)),
    )
    with Driver([section]) as driver:
        with pytest.raises(iqlist.RefusedError, match="is not deletable"):
            driver.delete([ADA, USERS[1]])
        driver.delete([ADA])
        driver.insert(USERS[1])
        for gesture in (driver.delete, driver.insert):
            with pytest.raises(iqlist.RefusedError):
                gesture(USERS[2])
        with pytest.raises(iqlist.RefusedError):
            driver.drag([ADA])
        driver.poll()
        assert log == [("delete", ADA), ("insert", USERS[1])]
        styles = [driver.editing_style(user).name for user in USERS]
        assert styles == ["DELETE", "INSERT", "NONE"]


def test_the_pool_of_a_class_has_the_size_that_the_class_says() -> None:
    destroyed: list[Any] = []

    class Pooled(UserCell):
        pool = 1

        def destroy(self) -> None:
            destroyed.append(self)

    with Driver([Section("users", USERS, cell=Pooled)]) as driver:
        scroll(driver, 0, 3)
        scroll(driver, 0, 0)
        assert len(destroyed) == 2


def test_the_preview_that_is_opened_is_the_one_that_was_shown() -> None:
    opened: list[Any] = []

    def picture(event: Event[User]) -> list[User]:
        return [event.model]

    def open_picture(event: Event[User]) -> None:
        opened.append(event.sender.make_preview())

    def ask(event: Event[User]) -> kit.ContextMenu | None:
        return menus[0]

    menus: list[kit.ContextMenu | None] = [kit.ContextMenu(preview=picture)]
    section = users(context_menu=ask, perform_preview_action=open_picture)
    with Driver([section]) as driver:
        for user in USERS[:2]:
            found = driver.context_menu(user)
            assert found is not None
            shown = found.make_preview()
            driver.perform_preview_action(user, found)
            assert shown == [user] and opened[-1] is shown
        menus[0] = None
        assert driver.context_menu(ADA) is None


def test_mistakes_are_errors_that_say_what_to_write() -> None:
    class Plain:
        pass

    with Driver([Section("plain", ["a"], cell=Plain)]) as driver:
        driver.show(0, 1)
        with pytest.raises(TypeError, match="Plain shows no models: give it a method `configure"):
            driver.poll()
    with Driver([Section("none", ["a"])]) as driver:
        driver.show(0, 1)
        driver.poll()
        with pytest.raises(LookupError, match="nothing shows 'a': give its section `cell=`"):
            driver.visible_cells()
    view: Any = kit.EmptyView("Nothing")
    with pytest.raises(TypeError, match="a provider is a function"):
        Driver(empty_view_provider=view)
    with pytest.raises(TypeError, match="`section=` takes the section"):
        kit.Builder().append(None, ["a"], section="first")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="write @classmethod above it, and `def is_selectable"):

        @dataclass
        class Wrong(kit.Cell[User]):
            def is_selectable(self, model: User | None) -> bool:  # type: ignore[override]
                return True
