"""The first part of IQListKit's document: the quick implementation, models and cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from display import settle, visible
from steps import step
from users import ARUN, BELA, USERS, User, UserCell, UsersController

import iqlist
from iqlist import kit

if TYPE_CHECKING:
    from typing import TypeAlias


# --- the quick implementation


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
