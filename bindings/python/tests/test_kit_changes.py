"""Changes of drivers and sections: what they return, what becomes of those that fail, and whose sections are
shown afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

import pytest
from kits import USERS, User, UserCell, finish, users

import iqlist
from iqlist import kit
from iqlist.kit import Collection, Driver, Section


@dataclass(frozen=True)
class Person(kit.ViewModel[UserCell]):
    id: str

    def setup(self, cell: UserCell) -> None:
        cell.label = self.id


def build(section: Section[Any]) -> Callable[[kit.Builder], object]:
    return lambda builder: builder.append(section)


class WholeCell(kit.Cell[User]):
    """Its models are identified by all of their fields."""


def test_a_change_that_fails_leaves_what_identifies_models() -> None:
    with Driver([users()]) as driver:
        for change in (driver.update, driver.submit):
            with pytest.raises(AttributeError):
                change([Section("whole", USERS, cell=WholeCell), users(items=[None])])  # type: ignore[list-item]
        driver.tap(User(1, "by its id"))
        assert driver.list.index(User(2, "by its id")) == 1


Show = Callable[[Driver, Collection], object]
WAYS: list[Show] = [
    lambda driver, given: setattr(driver, "data", given),
    lambda driver, given: driver.update([*given]),
    lambda driver, given: finish(driver, driver.submit([*given])),
    lambda driver, given: driver.perform_updates(build(given[0])),
    lambda driver, given: driver.add_section(given[0]),
]


@pytest.mark.parametrize("show", WAYS)
def test_sections_of_a_collection_are_shown_as_copies(show: Show) -> None:
    collection = Collection([users()])
    with Driver() as driver:
        show(driver, collection)
        (section,) = driver.sections
        section.items = USERS[:1]
        assert driver.list.models() == USERS[:1]
        assert collection[0].drivers == [] and collection[0].items == USERS


def test_data_is_what_is_shown() -> None:
    people: list[Any] = [Person("Ada"), Person("Ben")]
    with Driver() as driver:
        assert driver.data == []
        driver.data = people
        assert driver.data == driver.list.models() == people
        driver.sections[0].items = people[:1]
        assert driver.data == people[:1]
        driver.update([users()])
        assert driver.data == driver.sections
        assert driver.list.models() == USERS
        driver.add_section(Section("more"))
        assert len(driver.data) == 2
        finish(driver, driver.submit([]))
        assert driver.data == []


class Numbered(kit.Cell[Any]):
    identity = "id"


class Raising:
    """Its comparison raises what it was made with."""

    id = 1

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __eq__(self, other: object) -> bool:
        raise self.error

    __hash__ = object.__hash__


def test_after_an_exception_of_a_comparison_the_change_is_there_to_stay() -> None:
    """Also where the exception is one of the library's, and where an update waits."""
    for error in (ValueError("cannot compare"), iqlist.NotFoundError("cannot compare", status=1)):
        section = Section[Any]("one", [Raising(error)], cell=Numbered)
        with Driver([section]) as driver:
            driver.poll()
            later = Raising(error)
            with pytest.raises(type(error), match="cannot compare"):
                section.items = [later]
            assert section.items == driver.list.models() and section.items[0] is later
            ticket, last = driver.submit([users()]), Section[Any]("one", [Raising(error)], cell=Numbered)
            with pytest.raises(type(error), match="cannot compare"):
                driver.data = [last]
            finish(driver, ticket)
            assert isinstance(ticket.exception(), iqlist.CancelledError)
            assert driver.sections == [last] and last.drivers == [driver]


def test_a_change_of_a_section_whose_update_was_cancelled_is_made_to_that_section_alone() -> None:
    """Whether the driver knows of the cancellation already or not."""
    for polls in range(3):
        before, after = users(header="before"), users(items=[], header="after")
        with Driver([before]) as driver:
            driver.poll()
            driver.submit([after]).cancel()
            for _ in range(polls):
                driver.poll()
            # The list has another section of this name.
            after.items = USERS[:1]
            (shown,) = driver.sections
            assert shown.items == driver.list.models() and before.items == USERS
            header = driver.list.section("users").header
            assert header is not None and header.model == shown.header
            shown.items = USERS[1:]
            assert driver.list.models() == USERS[1:]
