"""Updates of drivers: what is identical, what is equal, what is committed when, and completions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from kits import USERS, User, UserCell, finish, labels, scroll, users

import iqlist
from iqlist import Changeset, UpdateFlag, kit
from iqlist.kit import Builder, Collection, Driver, Event, Section


class Changes(kit.Coordinator):
    """Keeps the changesets of updates."""

    def __init__(self) -> None:
        self.found: list[Changeset] = []
        self.flags: list[int] = []

    def did_update(self, event: Event[Any]) -> None:
        assert event.changeset is not None and event.event is not None
        self.found.append(event.changeset)
        self.flags.append(event.event.flags)

    def taken(self, driver: Driver) -> list[str]:
        driver.poll()
        found, self.found = [str(changeset) for changeset in self.found], []
        return found


def test_identities_are_attributes_fields_or_what_a_function_gets() -> None:
    class ByField(kit.Cell[Any]):
        identity = "id"

    class ByFields(kit.Cell[Any]):
        identity = ("id", "name")

    class ByFunction(kit.Cell[Any]):
        @staticmethod
        def identity(model: Any) -> Any:
            return model["id"] % 10

    model = {"id": 12, "name": "Ada"}
    for cell, key in ((ByField, 12), (ByFields, (12, "Ada")), (ByFunction, 2)):
        with Driver([Section("one", [model], cell=cell)]) as driver:
            assert driver.list.keys() == [iqlist.Key(key)] and driver.list.index(model) == 0


def test_what_cannot_be_shown_is_refused_with_a_hint() -> None:
    class Plain:
        """Nothing identifies it."""

    wrong: Any = "a"
    instance: Any = UserCell()
    with Driver() as driver:
        for sections, hint in (
            ([Section("one", [Plain()])], "say what identifies it"),
            ([Section[Any]("one", ["a"], cell=instance)], "a class of cells is needed"),
            ([wrong], "sections are needed, not 'a'"),
        ):
            with pytest.raises(TypeError, match=hint):
                driver.submit(sections)
        with pytest.raises(LookupError, match="no class of cells is registered as 'nothing'"):
            driver.submit([Section("one", ["a"], cell="nothing")])
    with pytest.raises(ValueError, match="2 items, but 1 ids"):
        Section("one").append(UserCell, USERS[:2], ids=["a"])


def test_equal_models_are_no_change_and_the_list_has_the_new_one() -> None:
    changes, ada = Changes(), User(1, "Ada")
    with Driver([users(items=[USERS[0]])], coordinator=changes) as driver:
        changes.taken(driver)
        driver.section("users").items = [ada]
        assert changes.taken(driver) == ["<Changeset: nothing>"]
        assert driver.list.models()[0] is ada


@dataclass(frozen=True)
class Person(kit.ViewModel[UserCell]):
    id: str
    hair: str

    def setup(self, cell: UserCell) -> None:
        cell.label = f"{self.id}: {self.hair}"


@dataclass(frozen=True)
class Name(kit.ViewModel[UserCell]):
    name: str

    def setup(self, cell: UserCell) -> None:
        cell.label = self.name


@dataclass(frozen=True)
class Other(Name):
    """Equal fields, another class."""


def test_view_models_are_identified_by_their_id_or_by_class_and_fields() -> None:
    changes = Changes()
    with Driver([Section("people", [Person("Ada", "red")])], coordinator=changes) as driver:
        changes.taken(driver)
        driver.section("people").items = [Person("Ada", "grey")]
        assert changes.taken(driver) == ["<Changeset: 1 item reconfigures>"]
        driver.section("people").items = [Name("Ada"), Other("Ada"), Name("Ben")]
        assert driver.list.index(Other("Ada")) == 1


def test_a_section_can_be_changed_before_it_is_shown_and_after_it_was_replaced() -> None:
    first, second = users(), users()
    first.items = []
    with Driver([first]) as driver:
        finish(driver, driver.submit([second]))
        first.items = USERS[:1]
        assert first.drivers == [] and second.drivers == [driver]
        assert driver.list.models() == USERS and driver.sections == [second]


def test_a_change_of_a_section_that_is_shown_takes_the_place_of_an_update_that_waits() -> None:
    section = users()
    with Driver([section, users("more", [])]) as driver:
        last = driver.submit([users("first", [User(9)]), section])
        section.items = USERS[1:]
        assert driver.list.models() == [User(9), *USERS[1:]]
        finish(driver, last)
        assert driver.list.models() == [User(9), *USERS[1:]] and len(driver.sections) == 2


def test_headers_and_footers_come_change_and_go() -> None:
    section, changes = users(header="A"), Changes()
    with Driver([section], coordinator=changes) as driver:
        changes.taken(driver)
        shown = driver.list.section("users")
        section.header = "B"
        assert changes.taken(driver) == ["<Changeset: 1 supplementary updates>"]
        section.footer = "C"
        assert shown.header and shown.header.model == "B" and shown.footer and shown.footer.model == "C"
        section.header = None
        assert shown.header is None and shown.footer.model == "C"
        assert driver.list.models() == USERS


class Headers(kit.Coordinator):
    """Has a header for one section, and says that another one has none."""

    def __init__(self) -> None:
        self.asked = 0

    def header_for(self, section: Section[Any]) -> Any:
        self.asked += 1
        return {"first": "asked", "second": None}.get(section.id, NotImplemented)

    def footer_for(self, section: Section[Any]) -> Any:
        return f"{len(section)} users"


def test_the_coordinator_is_asked_for_headers_before_the_section() -> None:
    sections = [users(name, [], header="own") for name in ("first", "second", "third")]
    headers = Headers()
    with Driver(sections, coordinator=headers) as driver:
        found = [section.header and section.header.model for section in driver.list.sections]
        assert found == ["asked", None, "own"]
        assert headers.asked == 3
        sections[0].items = USERS
        # The cost of setting items follows their section: nothing else is described.
        assert headers.asked == 3
        # Footers are described with the whole, or where they are set.
        sections[0].footer = "own"
        assert driver.list.section("first").footer == driver.list.section("first").supplementary(2)
        assert driver.list.section("first").supplementary(2).model == "3 users"


def test_the_first_load_is_not_animated_and_later_ones_are_as_they_say() -> None:
    changes = Changes()
    with Driver([users()], coordinator=changes) as driver:
        finish(driver, driver.submit([users(items=[])]))
        finish(driver, driver.submit([users()], animated=False))
        plain = [bool(flags & UpdateFlag.PLAIN) for flags in changes.flags]
        assert plain == [True, False, True]


def test_a_collection_does_not_change() -> None:
    section = users()
    collection = Collection([section])
    section.items = []
    with pytest.raises(TypeError, match="part of a collection"):
        collection[0].items = []
    with Driver(collection) as driver:
        driver.section("users").items = USERS[:1]
        finish(driver, driver.submit(collection))
        assert driver.list.models() == USERS and len(collection) == 1


def test_a_builder_appends_to_the_last_section_or_to_that_which_is_named() -> None:
    def build(builder: Builder) -> None:
        first = builder.append(Section("first", header="H"))
        builder.append(Section("second"))
        builder.append(UserCell, USERS[:1])
        builder.append(UserCell, USERS[1:], section=first)
        builder.append(None, ["x"])

    with Driver() as driver:
        driver.perform_updates(build)
        assert [section.items for section in driver.sections] == [USERS[1:], [USERS[0], "x"]]


def test_an_exception_while_an_update_is_built_leaves_all_as_it_was() -> None:
    ended: list[object] = []

    def done(error: Exception | None, changeset: Changeset | None) -> None:
        ended.append(error)

    def build(builder: Builder) -> None:
        builder.append(Section("first"))
        raise ValueError("no users")

    with Driver([users()]) as driver:
        with pytest.raises(ValueError, match="no users"):
            driver.perform_updates(build, completion=done)
        driver.poll()
        assert driver.list.models() == USERS and ended == []


def test_other_section_objects_are_no_change() -> None:
    changes = Changes()
    with Driver([users()], coordinator=changes) as driver:
        changes.taken(driver)
        section = users()
        finish(driver, driver.submit([section]))
        assert changes.taken(driver) == ["<Changeset: nothing>"] and driver.sections == [section]


def test_a_driver_of_a_filter_shows_what_passes_in_cells_of_its_own() -> None:
    log: list[str] = []
    section = Section(
        "users", USERS, cell=UserCell, header="H", on_select=lambda event: log.append(event.cell.label)
    )
    driver = Driver([section])
    derived: iqlist.FilteredList[User] = driver.list.filtered()
    with driver, driver.following(derived) as found:
        for shown in (driver, found):
            shown.show(0, 9)
        assert labels(driver) == labels(found) == ["Ada", "Ben", "Cem"]
        both = [*driver.visible_cells(), *found.visible_cells()]
        assert len({id(cell) for cell in both}) == 6
        derived.set_filter(lambda key, user: "e" in user.name)
        assert labels(found) == ["Ben", "Cem"]
        section.items = [User(4, "Eve"), User(5, "Steve"), User(6, "Fay")]
        found.show(0, 9)
        assert labels(found) == ["Eve", "Steve"]
        found.tap(5)
        found.poll()
        assert log == ["Steve"] and found.sections == [section] and section.drivers == [driver]
        with pytest.raises(iqlist.StateError):
            found.data = []
    assert driver.list.closed and found.list.closed


def test_a_driver_of_a_sorted_list_keeps_cells_headers_and_handlers() -> None:
    log: list[str] = []
    first = Section(
        "first", USERS, cell=UserCell, header="H", on_select=lambda event: log.append(event.cell.label)
    )
    driver = Driver([first, users("second", [User(9, "Zoe"), User(8, "Yan")])])
    derived = driver.list.sorted(lambda key, user: user.name)
    with driver, driver.following(derived) as ordered:
        for shown in (driver, ordered):
            shown.show(0, 9)
        assert labels(driver) == ["Ada", "Ben", "Cem", "Zoe", "Yan"]
        assert labels(ordered) == ["Ada", "Ben", "Cem", "Yan", "Zoe"]
        before = {cell.label: cell for cell in ordered.visible_cells()}
        derived.set_order(lambda key, user: user.name, reverse=True)
        assert labels(ordered) == ["Cem", "Ben", "Ada", "Zoe", "Yan"]
        assert {cell.label: cell for cell in ordered.visible_cells()} == before
        header = ordered.list.section("first").header
        assert header is not None and header == driver.list.section("first").header
        first.items = [User(1, "Dan"), *USERS[1:], User(4, "Bea")]
        assert labels(ordered)[:4] == ["Dan", "Cem", "Ben", "Bea"]
        ordered.tap(1)
        ordered.poll()
        assert log == ["Dan"] and ordered.sections == driver.sections
        with pytest.raises(iqlist.StateError):
            ordered.data = []


def test_a_driver_of_a_filter_has_an_empty_view_of_its_own() -> None:
    with Driver([users()], empty_view_provider=lambda: kit.EmptyView(title="Nothing found")) as driver:
        derived = driver.list.filtered(lambda key, user: False)
        with driver.following(derived) as found:
            for shown in (driver, found):
                shown.show(0, 9)
                shown.poll()
            assert driver.empty_view is None and found.empty_view.title == "Nothing found"
            with found.take_cell(None, kit.Part.EMPTY):
                pass


class Movable(UserCell):
    @classmethod
    def is_movable(cls, model: User | None) -> bool:
        return model != USERS[2]


class Told(kit.Coordinator):
    """Keeps the names of the events that it got, with the models."""

    def __init__(self) -> None:
        self.found: list[Any] = []

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith(("on_reorder", "will_update", "did_update")):
            return super().__getattribute__(name)

        def tell(event: Event[Any]) -> None:
            self.found.append((name, event.model))

        return tell


def test_the_coordinator_is_told_of_drags_and_updates() -> None:
    told = Told()
    with Driver([Section("users", USERS, cell=Movable)], coordinator=told) as driver:
        driver.poll()
        with driver.list.begin_reorder([2]) as drag:
            drag.move_item(2, before=1)
        driver.poll()
        assert driver.list.models() == [USERS[1], USERS[0], USERS[2]]
        began, dropped = ("on_reorder_began", USERS[1]), ("on_reorder_dropped", USERS[1])
        assert told.found == [("did_update", None), began, dropped, ("did_update", None)]
        told.found.clear()
        with pytest.raises(iqlist.RefusedError):
            driver.list.begin_reorder([3])
        driver.list.begin_reorder([1]).close()
        finish(driver, driver.submit([users()]))
        cancelled = [("on_reorder_began", USERS[0]), ("on_reorder_cancelled", USERS[0])]
        assert told.found == [*cancelled, ("will_update", None), ("did_update", None)]
        told.found.clear()
        finish(driver, driver.submit([users(items=[*USERS, *USERS])]))
        assert told.found == []


def test_events_that_are_the_coordinators_alone_pass_cells_and_models() -> None:
    class Dragged(Movable):
        """Shows what is dragged, and has no handler of drags."""

    told = Told()
    with Driver([Section("users", USERS, cell=Dragged)], coordinator=told) as driver:
        scroll(driver, 0, 3)
        with driver.list.begin_reorder([1]) as drag:
            drag.move_item(1, after=2)
        driver.poll()
        assert ("on_reorder_dropped", USERS[0]) in told.found
    opened = Opened()
    driver = Driver([Section("folders", [FolderModel(1)])], coordinator=opened)
    with driver, driver.following(driver.list.outline()) as outline:
        outline.list.set_states(1, iqlist.State.EXPANDED)
        outline.poll()
    assert opened.found == [("children needed", 1)]


def test_after_a_drag_and_after_undo_the_section_has_the_items_of_the_list() -> None:
    section = Section[Any]("users").append(Movable, USERS[:2])
    section.append(None, [Name("Cem"), None], ids=["c", "d"])
    other = Section[Any]("other", [Name("Dot")])
    with Driver([section, other]) as driver:
        driver.list.set_undo(100_000)
        with driver.list.begin_reorder([2]) as drag:
            drag.move_item(2, after=Name("Dot"))
        driver.poll()
        assert section.items == [USERS[0], Name("Cem"), None] and other.items == [Name("Dot"), USERS[1]]
        before = driver.list.keys()
        section.append(Movable, [USERS[2]])
        driver.show(0, 9)
        assert driver.list.keys() == [*before[:3], iqlist.Key(3), *before[3:]]
        assert labels(driver) == ["Ada", "Cem", "Cem", "Dot", "Ben"]
        driver.list.undo()
        driver.poll()
        assert section.items == [USERS[0], Name("Cem"), None]


class Folder(UserCell):
    @classmethod
    def has_children(cls, model: User | None) -> bool:
        return True


@dataclass(frozen=True)
class FolderModel(kit.ViewModel[UserCell]):
    id: int

    def has_children(self) -> bool:
        return True


class Opened(kit.Coordinator):
    def __init__(self) -> None:
        self.found: list[Any] = []

    def on_expand(self, event: Event[User]) -> None:
        self.found.append(("expand", event.model.id))

    def on_children_needed(self, event: Event[User]) -> None:
        self.found.append(("children needed", event.model.id))


def test_a_driver_of_an_outline_asks_for_what_is_below_an_item() -> None:
    opened = Opened()
    driver = Driver([Section("folders", USERS, cell=Folder)], coordinator=opened)
    with driver, driver.following(driver.list.outline()) as outline:
        outline.poll()
        outline.list.set_states(2, iqlist.State.EXPANDED, iqlist.SetStates.BY_USER)
        outline.poll()
    assert opened.found == [("expand", 2), ("children needed", 2)]
