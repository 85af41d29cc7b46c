"""Cells of drivers: registration, what configures them, user actions, accessibility identifiers, elements."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, ClassVar

import pytest
from kits import USERS, Log, User, UserCell, labels, users

import iqlist
from iqlist import kit
from iqlist.kit import (
    AccessibilityOptions,
    ContextMenu,
    Driver,
    EmptyView,
    Event,
    Part,
    Registration,
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


class FromNib(kit.Cell[str]):
    nib_name = "FromNib.xib"


class FromStoryboard(kit.Cell[str]):
    storyboard_name = "Main"


def test_kinds_of_registration_are_inferred_or_said() -> None:
    with Driver() as driver:
        found = [driver.registered(cell).kind for cell in (UserCell, PlainView, FromNib, FromStoryboard)]
        assert found == [Registration.CLASS, Registration.VIEW, Registration.NIB, Registration.STORYBOARD]
        said = driver.register(FromNib, Registration.CLASS, name="nib", tag=7)
        assert driver.registered(FromNib) == said and (said.kind, said.name, said.tag) == (
            Registration.CLASS,
            "nib",
            7,
        )


class FirstUsed(kit.Coordinator):
    def __init__(self) -> None:
        self.found: list[Any] = []

    def class_first_used(self, event: Event[Any]) -> None:
        self.found.append(event.sender)


def test_the_coordinator_is_told_how_a_class_was_registered_before_a_cell_of_it_is_made() -> None:
    coordinator = FirstUsed()

    class Made(PlainView):
        """What the program makes for it."""

    def make() -> PlainView:
        assert [each.name for each in coordinator.found] == ["color"]
        return Made()

    with Driver(coordinator=coordinator) as driver:
        registered = driver.register(PlainView, name="color", tag="here", make=make)
        driver.data = [Section("colors", ["red", "blue"], cell="color")]
        driver.show(0, 2)
        assert labels(driver) == ["red", "blue"]
        assert {type(cell) for cell in driver.visible_cells()} == {Made}
        assert coordinator.found == [registered] and registered.tag == "here"


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
            # These take the events that wait, and leave none.
            with pytest.raises(iqlist.DuplicateError):
                section.items = [*USERS, *USERS]
        assert made == []
        driver.poll()
        assert made == [1]


def test_only_registered_classes_are_shown_unless_they_are_inferred() -> None:
    @dataclass(frozen=True)
    class Header(kit.SupplementaryModel[Silent]):
        def setup(self, cell: Silent) -> None:
            cell.model = self

    with Driver(infer=False) as driver:
        driver.register(UserCell)
        driver.data = [users(header="a text")]
        for wrong in (
            Section[Any]("users", "x", cell=PlainView),
            Section[Any]("users", [], header=Header()),
            Section[Any]("users", [Named("Ada")]),
        ):
            with pytest.raises(LookupError, match="is not registered"):
                driver.data = [wrong]
            assert driver.list.models() == USERS and driver.data == driver.sections
        driver.register(Header)
        driver.register(Named)
        driver.data = [Section("users", [Named("Ada")], header=Header())]
        assert driver.list.models() == [Named("Ada")]


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


def test_cells_of_all_kinds_show_models() -> None:
    section = Section[Any]("mixed").append(UserCell, USERS[:1]).append(PlainView, ["plain"])
    section.append(Silent, [7]).append(None, [Named("model"), "nothing shows this"])
    with Driver([section]) as driver:
        driver.show(0, 5)
        driver.poll()
        first, second, third, fourth = driver.visible_cells()
        assert (first.label, first.model) == ("Ada", USERS[0])
        assert (second.label, third.model, fourth.label) == ("plain", 7, "model")
        assert type(fourth) is PlainView


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
        driver.show(0, 1)
        driver.poll()
        section.items = [User(1, "Eve"), *USERS[1:]]
        driver.poll()
        driver.show(1, 1)
        driver.poll()
        driver.show(2, 1)
        driver.poll()
        # What waits in a pool is not the driver's concern.
        assert [slot.cell for slot in driver._slots] == driver.visible_cells()
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


class ColorAction(str, Enum):
    TAPPED = "did tap color button"


def note(log: Log, part: Part, sender: Any) -> None:
    log.append((part, sender))


class Button(kit.Cell[str]):
    """Keeps what starts its action."""

    def __init__(self) -> None:
        self.actions: dict[str, Any] = {}

    def register_action(self, name: str, callback: Any) -> None:
        self.actions[name] = callback


def test_actions_that_were_registered_before_cells_exist_reach_their_callbacks() -> None:
    log: Log = []
    section = Section("colors", ["red", "blue"], cell=Button, header="H", header_cell=Button)
    section.footer_cell = Button
    for part in (Part.CELL, Part.HEADER, Part.FOOTER):
        section.register_action(ColorAction.TAPPED, partial(note, log, part), part)
    with Driver([section]) as driver:
        driver.show(0, 2)
        driver.poll()
        with (
            driver.take_cell(section, Part.HEADER) as header,
            driver.take_cell(section, Part.FOOTER) as footer,
        ):
            for cell in (*driver.visible_cells(), header.cell, footer.cell):
                assert [*cell.actions] == [ColorAction.TAPPED]
                cell.actions[ColorAction.TAPPED](f"button of {cell.model}")
        assert log == []
        driver.poll()
        assert log == [
            (Part.CELL, "button of red"),
            (Part.CELL, "button of blue"),
            (Part.HEADER, "button of H"),
            (Part.FOOTER, "button of None"),
        ]


def test_actions_that_are_registered_later_reach_cells_that_exist() -> None:
    log: Log = []
    section, other = (Section(name, [name], cell=Button) for name in "ab")
    section.register_action("of the header", print, Part.HEADER)
    with Driver([section, other]) as driver:
        driver.show(0, 2)
        driver.poll()
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
        driver.show(0, 1)
        driver.poll()
        section.items = ["blue", "red"]
        driver.poll()
        (cell,) = driver.visible_cells()
        cell.actions["tap"]("finger")
        driver.poll()
        (event,) = found
        assert (event.model, event.action, event.sender) == (cell.model, "tap", "finger")
        assert event.position == driver.list.position(cell.model)


def test_the_names_of_actions_are_the_same_numbers_in_every_language() -> None:
    from iqlist.kit.events import number_of

    assert number_of("like") == 0x81C3F1BF4E684150


def test_a_cell_that_is_kept_after_its_driver_starts_nothing() -> None:
    section = Section("colors", ["red"], cell=Button)
    section.register_action("tap", print)
    with Driver([section]) as driver:
        driver.show(0, 1)
        driver.poll()
        (cell,) = driver.visible_cells()
    cell.actions["tap"]("finger")


# --- accessibility


@dataclass(frozen=True)
class Computed(kit.ViewModel[Silent]):
    """Its identifier is computed."""

    id: int

    @property
    def accessibility_identifier(self) -> str:  # type: ignore[override]
        return f"user {self.id}"

    def setup(self, cell: Silent) -> None:
        cell.model = self.id


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


def test_identifiers_have_what_their_options_say() -> None:
    options = [AccessibilityOptions.NONE, AccessibilityOptions.SECTION, AccessibilityOptions.ROW]
    items = [Labelled(at, accessibility_options=each) for at, each in enumerate(options)]
    with Driver([Section("empty"), Section("users", [*items, Labelled(3, None), Computed(4)])]) as driver:
        driver.show(0, 9)
        assert identifiers(driver) == {0: "user", 1: "user_1", 2: "user_2", 3: None, 4: "user 4"}


def test_a_cell_class_has_identifiers_too_and_a_cell_loses_that_of_another_model() -> None:
    class Identified(UserCell):
        accessibility_identifier = "user_cell"
        accessibility_options = AccessibilityOptions.ROW

    with Driver([Section("users", USERS, cell=Identified)]) as driver:
        driver.show(1, 1)
        driver.poll()
        assert [cell.accessibility_identifier for cell in driver.visible_cells()] == ["user_cell_1"]
    section = Section("users", [Labelled(1)])
    with Driver([section]) as driver:
        driver.show(0, 1)
        assert identifiers(driver) == {1: "user_0_0"}
        section.items = [Labelled(1, None)]
        assert identifiers(driver) == {1: None}


# --- the empty view


def test_the_provider_is_asked_each_time_the_list_becomes_empty() -> None:
    log: list[str] = []
    asked = iter(range(10))
    reload = kit.MenuAction("Reload", lambda event: log.append(event.sender.title))
    section = users()
    with Driver(
        [section], empty_view_provider=lambda: EmptyView(title=f"No User {next(asked)}", action=reload)
    ) as driver:
        driver.show(0, 5)
        driver.poll()
        shown: Any = driver.empty_view
        assert shown is None
        driver.perform_empty_action()
        for expected in ("No User 0", "No User 1"):
            section.items = []
            driver.poll()
            shown = driver.empty_view
            assert shown.title == expected
            assert driver.list.supplementary(iqlist.ElementKind.EMPTY).model is shown
            driver.perform_empty_action()
            section.items = USERS
            driver.poll()
            assert driver.empty_view is None and driver.list.supplementaries == []
    assert log == ["Reload", "Reload"]


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


def test_the_view_that_a_model_of_the_provider_names_is_shown() -> None:
    with Driver(empty_view_provider=Title) as driver:
        driver.show(0, 1)
        driver.poll()
        with driver.take_cell(None, Part.EMPTY) as taken:
            assert taken.cell.model == "title"


def test_previews_are_made_when_they_are_asked_for() -> None:
    assert ContextMenu(preview="p").make_preview() == ContextMenu(preview=lambda: "p").make_preview() == "p"
