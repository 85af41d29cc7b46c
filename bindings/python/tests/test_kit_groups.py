"""Drivers of grouped lists: headers in cells, and the handlers of sections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from kits import Log, User, UserCell, handler, labels, users

from iqlist import NotFoundError, Size, kit
from iqlist.kit import Driver, Event, Part


class TitleCell(kit.Cell[Any]):
    """Shows a title, and counts how often."""

    text = ""
    shown = 0


@dataclass(frozen=True)
class Title(kit.SupplementaryModel[TitleCell]):
    """The header of a group."""

    initial: str
    count: int

    def setup(self, cell: TitleCell) -> None:
        cell.text, cell.shown = f"{self.initial}: {self.count}", cell.shown + 1

    def cell_size(self, window: Size) -> Any:
        return 30


def initial(_: Any, user: User) -> str:
    return user.name[0]


def title(value: str, count: int, first: User) -> Title:
    return Title(value, count)


PEOPLE = [User(1, "Ada"), User(2, "Ben"), User(3, "Alan")]


def titles(driver: Driver) -> list[str]:
    return [cell.text for cell in driver.visible_elements()]


def test_headers_of_groups_are_view_models_in_cells() -> None:
    section = users("people", PEOPLE)
    driver = Driver([section])
    shown = driver.list.grouped(initial, header=driver.group_header(title), counts=True)
    with driver, driver.following(shown) as groups:
        groups.show(0, 9)
        groups.poll()
        assert labels(groups) == ["Ada", "Alan", "Ben"] and titles(groups) == ["A: 2", "B: 1"]
        cells = groups.visible_elements()
        section.items = [*PEOPLE, User(4, "Bea")]
        groups.poll()
        assert labels(groups) == ["Ada", "Alan", "Ben", "Bea"] and titles(groups) == ["A: 2", "B: 2"]
        assert groups.visible_elements() == cells and [cell.shown for cell in cells] == [1, 2]
        with groups.take_cell(shown.section("A"), part=Part.HEADER) as taken:
            assert taken.cell.text == "A: 2"


def test_headers_of_groups_are_texts_or_what_a_cell_shows_or_none() -> None:
    driver = Driver([users("people", PEOPLE)])
    with driver, driver.following(driver.list.grouped(initial)) as groups:
        groups.show(0, 9)
        shown: Any = groups.list
        header = driver.group_header(lambda value, count, first: None if value == "A" else value)
        shown.set_order(initial, header=header)
        groups.poll()
        groups.poll()
        assert titles(groups) == ["B"]

        class Named(kit.Cell[User]):
            text = ""

            def configure(self, model: User | None) -> None:
                self.text = "" if model is None else model.name

        shown.set_order(initial, header=driver.group_header(lambda value, count, first: first, Named))
        groups.poll()
        groups.poll()
        assert titles(groups) == ["Ada", "Ben"]


def test_an_item_in_a_group_has_the_handlers_of_its_section() -> None:
    log: Log = []
    people = users("people", PEOPLE[:2], on_select=handler(log, "people"))
    others = users("others", PEOPLE[2:], on_select=handler(log, "others"))
    driver = Driver([people, others])
    with driver, driver.following(driver.list.grouped(initial)) as groups:
        groups.poll()
        for user in (PEOPLE[0], PEOPLE[2]):
            groups.tap(user.id)
            groups.poll()
        assert log == [("people", PEOPLE[0]), ("others", PEOPLE[2])]
        assert groups.sections == []
        with pytest.raises(NotFoundError):
            groups.section("people")
        driver.close()
        groups.tap(2)
        groups.poll()
        assert len(log) == 2, "nobody knows the section any more"


def test_a_coordinator_hears_of_headers_of_groups() -> None:
    class Told(kit.Coordinator):
        def __init__(self) -> None:
            self.found: list[Any] = []

        def will_display_element(self, event: Event[Any]) -> None:
            self.found.append((event.section, event.part, event.model))

    told = Told()
    driver = Driver([users("people", PEOPLE)], coordinator=told)
    shown = driver.list.grouped(initial, header=driver.group_header(title))
    with driver, driver.following(shown) as groups:
        groups.show(0, 9)
        groups.poll()
        groups.poll()
    assert told.found == [(None, Part.HEADER, Title("A", 2)), (None, Part.HEADER, Title("B", 1))]


def test_groups_are_laid_out_with_their_headers() -> None:
    driver = Driver([users("people", PEOPLE)], layout=kit.Layout(item=10))
    shown = driver.list.grouped(initial, header=driver.group_header(title))
    with driver, driver.following(shown) as groups:
        groups.poll()
        groups.set_size(100, 100)
        lengths = [(place.frame.y, place.frame.height) for place in groups.layout()]
        assert sorted(lengths) == [(0, 30), (30, 10), (40, 10), (50, 30), (80, 10)]


def test_what_a_header_needs_is_registered_where_nothing_is_inferred() -> None:
    driver = Driver(infer=False)
    driver.register(UserCell)
    driver.update([users("people", PEOPLE)])
    shown = driver.list.grouped(initial, header=driver.group_header(title))
    with driver, driver.following(shown) as groups:
        with pytest.raises(LookupError, match="not registered"):
            groups.poll()
        driver.register(TitleCell)
        groups.show(0, 9)
        groups.poll()
        groups.poll()
        assert titles(groups) == ["A: 2", "B: 1"]
