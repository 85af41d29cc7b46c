"""Cells of drivers: registration, what configures them, user actions, accessibility identifiers, elements."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from kits import USERS, Log, User, UserCell, refuse, scroll, users

import iqlist
from iqlist import kit
from iqlist.kit import (
    AccessibilityOptions,
    Driver,
    EmptyView,
    Event,
    Part,
    Section,
)


class PlainView:
    """A view that knows nothing of lists."""

    label = ""

    def configure(self, model: str) -> None:
        self.label = model


class Silent:
    """Gets models as an attribute."""

    model: Any = None


class FirstUsed(kit.Coordinator):
    def __init__(self) -> None:
        self.found: list[Any] = []

    def class_first_used(self, event: Event[Any]) -> None:
        self.found.append(event.sender)


def test_it_is_told_before_cells_are_made_also_where_a_section_is_changed_meanwhile() -> None:
    coordinator = FirstUsed()
    made: list[int] = []

    class Made(UserCell):
        def __init__(self) -> None:
            made.append(len(coordinator.found))

    section = Section("users", USERS, cell=Made)
    with Driver([section], coordinator=coordinator) as driver:
        driver.show(0, 1)
        for _ in range(2):
            refuse(section)
        assert made == []
        registered = driver.register(Made, tag="here")
        driver.poll()
        assert made == [1] and coordinator.found == [registered]
        assert registered == kit.Registered(Made, kit.Registration.CLASS, "Made", "here", Made)


def test_a_driver_that_infers_no_classes_shows_texts() -> None:
    with Driver([Section("users", header="a text")], infer=False) as driver:
        assert driver.list.section("users").supplementary(iqlist.ElementKind.HEADER).model == "a text"


def test_a_driver_of_a_filter_knows_what_is_registered_with_the_first() -> None:
    class Nothing(kit.SupplementaryModel[Any]):
        cell = "nothing"

        def setup(self, cell: Any) -> None:
            cell.text = "Nothing"

    class Unregistered(Nothing):
        cell: Any = PlainView

    driver = Driver(infer=False)
    driver.register(kit.TextCell, name="nothing")
    with driver:
        for provider in (Nothing, Unregistered):
            driver.empty_view_provider = provider
            with driver.following(driver.list.filtered()) as found:
                found.show(0, 1)
                if provider is Nothing:
                    found.poll()
                    with found.take_cell(None, Part.EMPTY) as taken:
                        assert taken.cell.text == "Nothing"
                else:
                    with pytest.raises(LookupError, match="is not registered"):
                        found.poll()


@dataclass(frozen=True)
class Named(kit.ViewModel[Any]):
    """The class of its cells is that of the annotation."""

    name: str

    def setup(self, cell: PlainView) -> None:
        cell.label = self.name


class Unknown(kit.ViewModel[Any]):
    def setup(self, cell: Any) -> None:
        pass


class Said(Unknown):
    cell = PlainView


def test_the_class_that_shows_a_view_model_is_inferred() -> None:
    class Argument(kit.ViewModel[Silent]):
        def setup(self, cell: Any) -> None:
            pass

    class Inherits(Argument):
        pass

    assert [model.cell_type() for model in (Named, Argument, Inherits, Said)] == [
        PlainView,
        Silent,
        Silent,
        PlainView,
    ]
    with pytest.raises(TypeError, match="Unknown is not known"):
        Unknown.cell_type()


class Counting(UserCell):
    log: ClassVar[Log] = []

    def configure(self, model: User | None) -> None:
        super().configure(model)
        self.log.append(("configure", self.label))

    def unbind(self) -> None:
        self.log.append(("unbind", self.label))

    def destroy(self) -> None:
        self.log.append(("destroy", self.label))


def test_a_cell_is_configured_again_reused_and_destroyed() -> None:
    Counting.log.clear()
    section = Section("users", USERS, cell=Counting)
    with Driver([section]) as driver:
        scroll(driver, 0, 1)
        section.items = [User(1, "Eve"), *USERS[1:]]
        driver.poll()
        scroll(driver, 1, 1)
        scroll(driver, 2, 1)
        # What waits in a pool is not the driver's concern.
        assert [slot.cell for slot in driver._router.slots] == driver.visible_cells()
    assert Counting.log == [
        ("configure", "Ada"),
        ("configure", "Eve"),
        ("configure", "Ben"),
        ("unbind", "Eve"),
        ("configure", "Cem"),
        ("unbind", "Ben"),
        ("unbind", "Cem"),
        ("destroy", "Cem"),
        ("destroy", "Ben"),
    ]


def test_a_cell_that_could_not_be_configured_is_told_of_nothing() -> None:
    told: list[str] = []

    class Failing(UserCell):
        accessibility_identifier = "user"

        def configure(self, model: User | None) -> None:
            super().configure(model)
            if model == USERS[0]:
                raise ValueError("cannot show Ada")

        def register_action(self, name: str, callback: Any) -> None:
            told.append(f"{name} {self.label}")

    section = Section("users", USERS, cell=Failing)
    with Driver([section]) as driver:
        driver.show(0, 3)
        for _ in range(4):
            # Each tries again.
            with suppress(ValueError):
                driver.poll()
        section.register_action("tap", print)
        assert sorted(told) == ["tap Ben", "tap Cem"]


def test_a_cell_is_taken_by_hand_and_given_back() -> None:
    with Driver([users(header="H")]) as driver:
        with driver.take_cell(3) as taken, driver.take_cell(driver.section("users"), Part.HEADER) as header:
            assert taken.cell.label == "Cem" and header.cell.text == "H"
            driver.poll()
            assert driver.view.find_cell(3).model == USERS[2]
        driver.poll()
        with pytest.raises(iqlist.NotFoundError):
            driver.view.find_cell(3)
        with driver.take_cell(driver.section("users").items[0]) as taken:
            assert taken.cell.label == "Ada"


# --- user actions


class Button(kit.Cell[str]):
    """Keeps what starts its action."""

    def __init__(self) -> None:
        self.actions: dict[str, Any] = {}

    def register_action(self, name: str, callback: Any) -> None:
        self.actions[name] = callback


def test_a_class_of_footers_without_a_model_is_shown_and_has_its_actions() -> None:
    log: Log = []
    section = Section("colors", ["red"], footer_cell=Button)
    section.register_action("tap", lambda sender: log.append(("tap", sender)), Part.FOOTER)
    with Driver([section]) as driver, driver.take_cell(section, Part.FOOTER) as footer:
        assert footer.cell.model is None
        footer.cell.actions["tap"]("finger")
        assert log == []
        driver.poll()
    assert log == [("tap", "finger")]


def test_actions_that_are_registered_later_reach_cells_that_exist() -> None:
    log: Log = []
    section, other = (Section(name, [name], cell=Button) for name in "ab")
    section.register_action("of the header", print, Part.HEADER)
    with Driver([section, other]) as driver:
        scroll(driver, 0, 2)
        section.register_action("tap", lambda sender: log.append(("tap", sender)))
        first, second = driver.visible_cells()
        assert [*first.actions] == ["tap"] and second.actions == {}
        first.actions["tap"]("finger")
        driver.poll()
    assert log == [("tap", "finger")]


def test_an_action_of_a_cell_is_about_what_it_shows_when_it_is_started() -> None:
    found: list[Event[str]] = []
    section = Section("colors", ["red", "blue"], cell=Button, on_user_action=found.append)
    section.register_action("tap", lambda sender: NotImplemented)
    with Driver([section]) as driver:
        scroll(driver, 0, 1)
        section.items = ["blue", "red"]
        driver.poll()
        (cell,) = driver.visible_cells()
        cell.actions["tap"]("finger")
        driver.poll()
        (event,) = found
        assert (event.model, event.action, event.sender) == (cell.model, "tap", "finger")
        assert event.position == driver.list.position(cell.model)


def test_the_names_of_actions_and_kinds_are_the_same_numbers_in_every_language() -> None:
    from iqlist.kit.parts import kind_of, number_of

    assert number_of("like") == 0x81C3F1BF4E684150
    assert kind_of("like") == 0x4E6A4160


def test_a_cell_that_is_kept_after_its_driver_starts_nothing() -> None:
    section = Section("colors", ["red"], cell=Button)
    section.register_action("tap", print)
    with Driver([section]) as driver:
        (cell,) = scroll(driver, 0, 1)
    cell.actions["tap"]("finger")


# --- accessibility


@dataclass(frozen=True)
class Labelled(kit.ViewModel[Silent]):
    id: int
    accessibility_identifier: Any = "user"
    accessibility_options: AccessibilityOptions = AccessibilityOptions.SECTION | AccessibilityOptions.ROW

    def setup(self, cell: Silent) -> None:
        cell.model = self.id


class Title(kit.SupplementaryModel[Silent]):
    accessibility_identifier = "title"
    accessibility_options = AccessibilityOptions.SECTION | AccessibilityOptions.ROW

    def setup(self, cell: Silent) -> None:
        cell.model = "title"


def identifiers(driver: Driver) -> dict[Any, Any]:
    driver.poll()
    return {cell.model: getattr(cell, "accessibility_identifier", None) for cell in driver.visible_cells()}


def test_identifiers_follow_their_items() -> None:
    one, two = Labelled(1), Labelled(2)
    first = Section("first", [one, two])
    second = Section("second", [Labelled(3)], header=Title())
    with Driver([first, second]) as driver:
        driver.show(0, 9)
        assert identifiers(driver) == {1: "user_0_0", 2: "user_0_1", 3: "user_1_0"}
        # The same models: their cells are not configured again.
        first.items = [two, one]
        driver.show(0, 9)
        assert identifiers(driver) == {2: "user_0_0", 1: "user_0_1", 3: "user_1_0"}
        driver.data = [second, first]
        with driver.list.edit() as edit:
            edit.move_section("first", before="second")
        driver.show(0, 9)
        assert identifiers(driver) == {2: "user_0_0", 1: "user_0_1", 3: "user_1_0"}
        with driver.take_cell(second, Part.HEADER) as header:
            assert header.cell.accessibility_identifier == "title_1"


def test_an_identifier_has_what_its_options_say_and_goes_with_its_model() -> None:
    other = Labelled(2, accessibility_options=AccessibilityOptions.SECTION)
    section = Section("users", [Labelled(1), other])
    with Driver([section]) as driver:
        driver.show(0, 2)
        assert identifiers(driver) == {1: "user_0_0", 2: "user_0"}
        section.items = [Labelled(1, None), other]
        assert identifiers(driver) == {1: None, 2: "user_0"}


# --- the empty view


def test_a_list_that_is_loading_is_not_empty() -> None:
    seen: list[Any] = []

    class Placeholders(kit.Coordinator):
        def on_placeholder(self, event: Event[Any]) -> None:
            seen.append(event.sender.name)

    with Driver(empty_view_provider=EmptyView, coordinator=Placeholders()) as driver:
        driver.is_loading = True
        driver.poll()
        assert driver.is_loading and driver.empty_view is None
        driver.data = []
        driver.poll()
        assert not driver.is_loading and driver.empty_view == EmptyView()
    assert seen == ["LOADING", "EMPTY"]


def test_the_view_that_a_model_of_the_provider_names_is_shown_while_the_list_is_empty() -> None:
    with Driver(empty_view_provider=Title) as driver:
        scroll(driver, 0, 1)
        with driver.take_cell(None, Part.EMPTY) as taken:
            assert taken.cell.model == "title"
        first = driver.empty_view
        assert driver.list.supplementary(iqlist.ElementKind.EMPTY).model is first
        # The user has chosen the action of a view that has none.
        driver.perform_empty_action()
        driver.data = [users()]
        driver.poll()
        assert driver.empty_view is None and driver.list.supplementaries == []
        driver.data = []
        driver.poll()
        assert isinstance(driver.empty_view, Title) and driver.empty_view is not first


class Grouped(kit.Cell[int]):
    """Shows a number, in a group with rounded corners."""

    looks: str = ""
    configured = 0

    def configure(self, model: int | None) -> None:
        self.looks = f"{'(' if self.is_first else '-'}{model}{')' if self.is_last else '-'}"
        self.configured += 1


@pytest.mark.parametrize("seed", range(20))
def test_cells_know_whether_their_item_is_first_or_last(seed: int) -> None:
    """As the sections say after each change; and only such cells are configured again whose edges change."""
    chance = random.Random(seed)
    sections = [kit.Section(name, [], cell=Grouped) for name in "abc"]
    numbers: list[list[int]] = [[], [], []]
    with Driver(sections, bind_edges=True) as driver:
        driver.show(0, 100)
        looks: dict[int, tuple[Any, str, int]] = {}
        for _ in range(30):
            at = chance.randrange(3)
            pool = [n for n in range(12) if not any(n in other for i, other in enumerate(numbers) if i != at)]
            numbers[at] = chance.sample(pool, chance.randrange(len(pool) + 1))
            sections[at].items = numbers[at]
            driver.poll()
            wanted = [
                f"{'(' if i == 0 else '-'}{n}{')' if i == len(row) - 1 else '-'}"
                for row in numbers
                for i, n in enumerate(row)
            ]
            cells = driver.visible_cells()
            assert [cell.looks for cell in cells] == wanted, f"seed {seed}"
            for cell in cells:
                former = looks.get(cell.model)
                if former is not None and former[0] is cell:
                    assert cell.configured == former[2] + (cell.looks != former[1]), f"seed {seed}"
            looks = {cell.model: (cell, cell.looks, cell.configured) for cell in cells}


def test_without_edges_no_cell_is_bound_again_for_its_place() -> None:
    section = kit.Section("a", [1, 2], cell=Grouped)
    with Driver([section]) as driver:
        assert [cell.looks for cell in scroll(driver, 0, 9)] == ["-1-", "-2-"]
        section.items = [2, 1]
        driver.poll()
        assert [cell.configured for cell in driver.visible_cells()] == [1, 1]
