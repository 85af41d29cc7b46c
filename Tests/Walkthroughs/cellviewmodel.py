"""CellViewModel, step by step: a list of users whose models set up their cells, by hand, with an adapter, and
with sections; and the accessibility identifiers of their cells.

    User                    what a user of the list is
    UserTableViewCell       a cell as the toolkit has it: it knows nothing of the library
    UserCellModel           says which cell shows a user, and how
    UserHeaderModel         the same for a header
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from display import laid_out, settle, sizes, visible
from steps import finish, refused, step

import iqlist
from iqlist import kit


@dataclass(frozen=True)
class User:
    name: str


class Label:
    text = ""


class UserTableViewCell:
    """Comes from a file of the interface builder."""

    nib_name = "UserTableViewCell.xib"
    accessibility_identifier: str | None = None

    def __init__(self) -> None:
        self.name_label = Label()


@dataclass(frozen=True)
class UserCellModel(kit.ViewModel[UserTableViewCell]):
    user: User

    def setup(self, cell: UserTableViewCell) -> None:
        cell.name_label.text = self.user.name


class AddCell:
    """Made in code."""

    title = ""


@dataclass(frozen=True)
class AddCellModel(kit.ViewModel[AddCell]):
    title: str

    def setup(self, cell: AddCell) -> None:
        cell.title = self.title


class UserHeader:
    text = ""


@dataclass(frozen=True)
class UserHeaderModel(kit.SupplementaryModel[UserHeader]):
    text: str

    def setup(self, cell: UserHeader) -> None:
        cell.text = self.text


USERS = [User("Ada"), User("Ben"), User("Cem")]
MODELS = [UserCellModel(user) for user in USERS]


def names(cells: list[Any]) -> list[str]:
    return [cell.name_label.text for cell in cells]


# --- native set-up


@step
def a_model_says_which_cell_shows_it_and_sets_it_up() -> None:
    assert UserCellModel.cell_type() is UserTableViewCell
    cell = UserTableViewCell()
    UserCellModel(USERS[0]).setup(cell)
    assert cell.name_label.text == "Ada"


@step
def the_cell_of_setup_is_enough() -> None:
    class Model(kit.ViewModel[Any]):
        def setup(self, cell: AddCell) -> None: ...

    assert Model.cell_type() is AddCell

    class Nothing(kit.ViewModel[Any]):
        def setup(self, cell: Any) -> None: ...

    with refused(TypeError):
        Nothing.cell_type()


@step
def registering_a_type_of_models_finds_the_xib_or_the_class() -> None:
    driver = kit.Driver()
    xib = driver.register(UserCellModel)
    assert (xib.cell, xib.kind) == (UserTableViewCell, kit.Registration.NIB)
    plain = driver.register(AddCellModel)
    assert (plain.cell, plain.kind) == (AddCell, kit.Registration.VIEW)
    in_code = driver.register(AddCellModel, kind=kit.Registration.CLASS)
    assert driver.registered(AddCell) == in_code


@step
def models_of_any_type_in_one_array() -> None:
    users: list[kit.ViewModel[Any]] = [*MODELS, AddCellModel("Add")]
    driver = kit.Driver([kit.Section("users", users)])
    assert [type(cell) for cell in visible(driver)] == [UserTableViewCell] * 3 + [AddCell]
    assert visible(driver)[3].title == "Add"


class ViewController:
    """Implements the data source itself, and takes cells by hand."""

    def __init__(self) -> None:
        self.users: list[kit.ViewModel[Any]] = [*MODELS, AddCellModel("Add")]
        self.driver = kit.Driver([kit.Section("users", self.users)])

    def number_of_rows(self) -> int:
        return len(self.users)

    def cell_for_row(self, row: int) -> kit.Taken:
        return self.driver.take_cell(self.users[row])


@step
def a_data_source_that_dequeues_cells_by_hand() -> None:
    controller = ViewController()
    taken = [controller.cell_for_row(row) for row in range(controller.number_of_rows())]
    assert names([each.cell for each in taken[:3]]) == ["Ada", "Ben", "Cem"]
    assert isinstance(taken[3].cell, AddCell)
    assert taken[3].cell.title == "Add"
    # A cell that was given back is used again, for a model of its kind.
    first = taken[0].cell
    taken[0].give()
    controller.driver.poll()
    controller.driver.section("users").items = [*controller.users, UserCellModel(User("Dot"))]
    again = controller.driver.take_cell(UserCellModel(User("Dot")))
    assert again.cell is first
    assert names([first]) == ["Dot"]


# --- quick set-up


class Reloads(kit.Coordinator):
    def __init__(self) -> None:
        self.updates: list[iqlist.Reload] = []
        self.modified: list[iqlist.CellFlag] = []

    def did_update(self, event: kit.Event[Any]) -> None:
        assert event.changeset is not None
        self.updates.append(event.changeset.reload)

    def modify_cell(self, event: kit.Event[Any]) -> None:
        assert event.event is not None
        self.modified.append(iqlist.CellFlag(event.event.flags))


@step
def an_adapter_shows_the_data_that_it_is_given() -> None:
    adapter = kit.Driver()
    adapter.show(0, 10)
    adapter.data = MODELS
    assert names(visible(adapter)) == ["Ada", "Ben", "Cem"]
    adapter.data = MODELS[1:]
    assert names(visible(adapter)) == ["Ben", "Cem"]


@step
def updating_the_data_reloads() -> None:
    reloads = Reloads()
    adapter = kit.Driver(coordinator=reloads)
    adapter.show(0, 10)
    adapter.data = MODELS
    before = visible(adapter)
    reloads.updates.clear()
    reloads.modified.clear()
    # The same once more: each visible cell is reloaded, which is another cell for its item.
    adapter.data = MODELS
    after = visible(adapter)
    assert reloads.updates == [iqlist.Reload.ASKED]
    assert len(reloads.modified) == 3
    assert all(flags & iqlist.CellFlag.RELOADED for flags in reloads.modified)
    assert names(after) == ["Ada", "Ben", "Cem"]
    assert not any(old is new for old, new in zip(before, after))


@step
def the_adapter_is_the_data_source() -> None:
    adapter = kit.Driver()
    adapter.data = [kit.Section("users", MODELS), kit.Section("others", [AddCellModel("Add")])]
    assert [len(section) for section in adapter.list.sections] == [3, 1]
    with adapter.take_cell(adapter.list[3].model) as taken:
        assert taken.cell.title == "Add"


# --- base view controller


class UsersViewController:
    """Lists the types of its models, and has an adapter."""

    view_models: tuple[type[kit.ViewModel[Any]], ...] = (UserCellModel,)
    supplementary_models: tuple[type[kit.SupplementaryModel[Any]], ...] = (UserHeaderModel,)
    automatically_infer_cell_view_model_types = False

    def __init__(self) -> None:
        self.adapter = kit.Driver(infer=self.automatically_infer_cell_view_model_types)
        if not self.automatically_infer_cell_view_model_types:
            for model in (*self.view_models, *self.supplementary_models):
                self.adapter.register(model)
        self.adapter.show(0, 10)

    def setup(self, sections: list[kit.Section[Any]]) -> None:
        self.adapter.data = sections


@step
def a_flow_layout_that_looks_like_a_table() -> None:
    adapter = kit.Driver([kit.Section("users", MODELS)], layout=kit.Layout(item=60))
    scene = laid_out(adapter, 320, 568)
    assert sizes(scene) == [(320, 60)] * 3
    assert [place.frame.y for place in scene] == [0, 60, 120]


@step
def setup_takes_sections_with_header_footer_and_items() -> None:
    controller = UsersViewController()
    controller.setup(
        [kit.Section("users", MODELS, header=UserHeaderModel("Users"), footer=UserHeaderModel("Three"))]
    )
    assert names(visible(controller.adapter)) == ["Ada", "Ben", "Cem"]
    section = controller.adapter.section("users")
    texts = []
    for part in (kit.Part.HEADER, kit.Part.FOOTER):
        with controller.adapter.take_cell(section, part=part) as taken:
            assert isinstance(taken.cell, UserHeader)
            texts.append(taken.cell.text)
    assert texts == ["Users", "Three"]


@step
def insets_and_line_spacing_of_a_section() -> None:
    spaced = kit.Layout(insets=iqlist.Insets(10, 16, 20, 16), line_spacing=5)
    users = kit.Section("users", MODELS, layout=spaced)
    others = kit.Section("others", [AddCellModel("Add")])
    adapter = kit.Driver([users, others], layout=kit.Layout(item=60))
    frames = [place.frame for place in laid_out(adapter, 320, 568)]
    assert frames == [
        (16, 10, 288, 60),
        (16, 75, 288, 60),
        (16, 140, 288, 60),
        (0, 220, 320, 60),
    ]
    # What a section leaves out is the list's.
    users.layout = None
    frames = [place.frame for place in laid_out(adapter, 320, 568)]
    assert frames == [(0, 60 * at, 320, 60) for at in range(4)]


class OtherHeader:
    pass


class OtherHeaderModel(kit.SupplementaryModel[OtherHeader]):
    def setup(self, cell: OtherHeader) -> None: ...


@step
def the_types_of_models_are_listed() -> None:
    controller = UsersViewController()
    assert controller.adapter.registered(UserTableViewCell).kind == kit.Registration.NIB
    # What is not on the lists is refused, and nothing of it is shown.
    for section in (
        kit.Section("users", [AddCellModel("Add")]),
        kit.Section("users", MODELS, header=OtherHeaderModel()),
    ):
        with refused(LookupError):
            controller.setup([section])
        assert visible(controller.adapter) == []


@step
def or_they_are_inferred() -> None:
    class Inferring(UsersViewController):
        automatically_infer_cell_view_model_types = True

    controller = Inferring()
    controller.setup([kit.Section("users", [*MODELS, AddCellModel("Add")], header=OtherHeaderModel())])
    cells = visible(controller.adapter)
    assert names(cells[:3]) == ["Ada", "Ben", "Cem"]
    assert isinstance(cells[3], AddCell)


# --- accessibility


class Identified(UserCellModel):
    @property
    def accessibility_identifier(self) -> str | None:  # type: ignore[override]
        return "user_cell"


@step
def an_accessibility_identifier() -> None:
    driver = kit.Driver([kit.Section("users", [Identified(user) for user in USERS])])
    assert [cell.accessibility_identifier for cell in visible(driver)] == ["user_cell"] * 3
    # A model without one leaves its cell alone.
    driver = kit.Driver([kit.Section("users", MODELS)])
    assert [cell.accessibility_identifier for cell in visible(driver)] == [None] * 3


class WithRow(Identified):
    accessibility_options = kit.AccessibilityOptions.ROW


class WithBoth(Identified):
    accessibility_options = kit.AccessibilityOptions.ROW | kit.AccessibilityOptions.SECTION


@step
def accessibility_options_add_the_section_and_the_row() -> None:
    driver = kit.Driver(
        [
            kit.Section("plain", [Identified(USERS[0]), WithRow(USERS[1])]),
            kit.Section("both", [WithBoth(user) for user in USERS]),
        ]
    )
    identifiers = [cell.accessibility_identifier for cell in visible(driver)]
    assert identifiers == ["user_cell", "user_cell_1", "user_cell_1_0", "user_cell_1_1", "user_cell_1_2"]


@step
def identifiers_follow_their_cells_when_these_move() -> None:
    section = kit.Section("users", [WithBoth(user) for user in USERS])
    driver = kit.Driver([section])
    cells = visible(driver)
    # A section before it makes it the second one.
    driver.update(kit.Collection([kit.Section("first"), section]))
    settle(driver)
    identifiers = [f"user_cell_1_{row}" for row in range(3)]
    assert [cell.accessibility_identifier for cell in cells] == identifiers
    # The last one becomes the first: nobody has to ask for it.
    section = driver.section("users")
    section.items = section.items[::-1]
    driver.poll()
    assert [cell.accessibility_identifier for cell in cells] == identifiers[::-1]


finish()
