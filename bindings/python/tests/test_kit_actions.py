"""Swipe actions, menus, and pages."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from kits import USERS, User, UserCell, scroll, users

import iqlist
import iqlist.kit
from iqlist import Edge, ElementKind, PageState
from iqlist.kit import (
    Complete,
    Driver,
    Event,
    PageRequest,
    Section,
    SwipeAction,
)

# --- swipes


class Swiped(UserCell):
    """Has a swipe action, whose completion it keeps."""

    def __init__(self) -> None:
        self.waiting: list[Complete] = []

    def trailing_swipe_actions(self, event: Event[User]) -> Sequence[SwipeAction]:
        return [
            SwipeAction("Delete", lambda event, complete: self.waiting.append(complete), tag=event.model.id)
        ]

    def leading_swipe_actions(self, event: Event[User]) -> None:
        return None


def swiped(driver: Driver) -> tuple[Swiped, SwipeAction]:
    (cell,) = scroll(driver, 0, 1)
    (action,) = driver.trailing_swipe_actions(1)
    return cell, action


def test_completions_that_wait_are_called_when_the_driver_is_closed() -> None:
    done: list[bool] = []
    driver = Driver([Section("users", USERS, cell=Swiped)])
    cell, action = swiped(driver)
    for _ in range(2):
        driver.perform_swipe_action(1, action, done.append)
    # One has answered, and no poll has passed it on.
    cell.waiting[0](True)
    driver.close()
    assert done == [True, False]
    for complete in cell.waiting:
        complete(True)
    driver.close()
    assert done == [True, False] and not driver._left.completions


def test_a_handler_that_raises_is_not_done() -> None:
    done: list[bool] = []

    def fail(event: Event[User], complete: Complete) -> None:
        raise ValueError("cannot delete")

    with Driver([users()]) as driver:
        with pytest.raises(ValueError, match="cannot delete"):
            driver.perform_swipe_action(1, SwipeAction("Delete", fail), done.append)
        driver.poll()
        assert done == [False]
        driver.perform_swipe_action(1, SwipeAction("Delete", lambda event, complete: complete(True)))
        driver.poll()


def test_an_exception_of_a_completion_is_raised_from_the_poll_or_from_close() -> None:
    def fail(done: bool) -> None:
        raise ValueError(f"done {done}")

    driver = Driver([Section("users", USERS, cell=Swiped)])
    cell, action = swiped(driver)
    for _ in range(2):
        driver.perform_swipe_action(1, action, fail)
    cell.waiting[0](True)
    with pytest.raises(ValueError, match="done True"):
        driver.poll()
    with pytest.raises(ValueError, match="done False"):
        driver.close()
    assert driver.list.closed


# --- menus


def test_there_is_no_menu_of_what_has_gone() -> None:
    section = users()
    with Driver([section]) as driver:
        ada = driver.list.item(1)
        section.items = []
        with pytest.raises(LookupError):
            driver.context_menu(ada)


# --- pages


def paged(items: Iterable[int] = (0,), **options: Any) -> tuple[Section[int], list[PageRequest]]:
    """A section with pages, and the requests for them."""
    section, requests = Section[int]("numbers", items, cell=Number), list[PageRequest]()
    section.paging(requests.append, **options)
    return section, requests


def loaders(driver: Driver) -> list[Any]:
    """The loaders that are visible."""
    found: list[Any] = []
    for section in driver.list.sections:
        try:
            found.append(driver.view.find_cell(section, kind=ElementKind.PAGE_END).model)
        except LookupError:
            continue
    return found


def test_a_page_is_asked_for_once_until_it_is_answered() -> None:
    section, requests = paged(range(10), distance=2)
    with Driver([section]) as driver:
        scroll(driver, 0, 5)
        assert requests == [] and loaders(driver) == []
        for first in (3, 5, 4, 5):
            scroll(driver, first, 5)
            # The eighth of ten items is near.
            assert len(requests) == 1
        (request,) = requests
        assert request.section is section and loaders(driver) == ["Loading"]
        section.items = range(20)
        assert request.finish() and not request.finish(has_next=False) and section.has_next
        driver.poll()
        assert loaders(driver) == [] and len(requests) == 1
        scroll(driver, 15, 5)
        assert len(requests) == 2 and section.has_next
        # The last answer comes from another thread.
        answers: list[bool] = []
        answering = threading.Thread(target=lambda: answers.append(requests[1].finish(has_next=False)))
        answering.start()
        answering.join()
        driver.poll()
        assert answers == [True] and len(requests) == 2 and loaders(driver) == [] and not section.has_next


def test_setting_has_next_answers_too() -> None:
    section, requests = paged(loader="More ...")
    with Driver([section]) as driver:
        scroll(driver, 0, 50)
        section.items += [1]
        section.has_next = True
        driver.poll()
        assert len(requests) == 2 and loaders(driver) == ["More ..."]
        section.has_next = False
        driver.poll()
        assert loaders(driver) == [] and not requests[0].finish() and not requests[1].finish()
        assert driver.list.page(Edge.END, "numbers").state == PageState.ENDED
        section.has_next = True
        driver.poll()
        assert len(requests) == 3


def test_sections_of_updates_are_paged_and_those_that_are_replaced_no_longer() -> None:
    asked: list[str] = []

    def paged(name: str) -> Section[int]:
        section = Section("numbers", [0], cell=Number)
        section.paging(lambda request: asked.append(name))
        return section

    with Driver() as driver:
        driver.show(0, 50)
        for name in ("first", "second"):
            ticket = driver.submit([paged(name)])
            while not ticket.done():
                driver.poll(wait=1)
            driver.poll()
        assert asked == ["first"]
        driver.section("numbers").has_next = True
        driver.poll()
        assert asked == ["first", "second"]
        driver.data = [paged("third")]
        driver.poll()
        assert asked == ["first", "second", "third"]


def test_paging_can_be_turned_on_later_and_an_answer_may_come_after_the_end() -> None:
    requests: list[PageRequest] = []
    section = Section[int]("numbers", [0], cell=Number)
    with Driver([section]) as driver:
        scroll(driver, 0, 50)
        section.paging(requests.append, loader=None)
        driver.poll()
        assert len(requests) == 1 and loaders(driver) == []
    assert not requests[0].finish() and not requests[0].fail()


def test_a_page_whose_loader_raises_has_failed_and_poll_raises_the_exception() -> None:
    requests: list[PageRequest] = []

    def load(request: PageRequest) -> None:
        requests.append(request)
        if len(requests) == 1:
            raise ValueError("no connection")

    section = Section[int]("numbers", [0], cell=Number)
    section.paging(load)
    with Driver([section]) as driver:
        driver.show(0, 50)
        with pytest.raises(ValueError, match="no connection"):
            driver.poll()
        assert driver.list.page(Edge.END, "numbers").state == PageState.FAILED
        assert not requests[0].finish() and section.has_next
        section.has_next = True
        driver.poll()
        assert len(requests) == 2 and requests[1].finish(has_next=False)


def test_paging_that_is_refused_is_as_it_was() -> None:
    section = Section[int]("numbers", [0], cell=Number)
    with Driver([section]) as driver:
        scroll(driver, 0, 50)
        with pytest.raises(ValueError, match="-1 is no number of items"):
            section.paging(print, distance=-1)
        with pytest.raises(LookupError, match="no class of cells is registered"):
            section.paging(print, loader=Unnamed())
        driver.poll()
        assert driver.list.page(Edge.END, "numbers").state == PageState.OFF
        assert loaders(driver) == [] and not section.has_next


def test_paging_that_is_turned_on_while_the_list_is_edited_takes_effect_afterwards() -> None:
    requests: list[PageRequest] = []
    section = Section[int]("numbers", [0], cell=Number)
    with Driver([section]) as driver:
        scroll(driver, 0, 50)
        with driver.list.edit():
            section.paging(requests.append)
            assert loaders(driver) == []
        driver.wait()
        assert len(requests) == 1 and loaders(driver) == ["Loading"] and section.has_next


class Number(iqlist.kit.Cell[int]):
    """Shows a number."""


class Unnamed(iqlist.kit.SupplementaryModel[Any]):
    """No class of this name is registered."""

    cell = "unnamed"


def test_a_section_that_takes_the_place_of_another_says_whether_it_has_a_next_page() -> None:
    asked: list[str] = []

    def numbers(name: str, has_next: bool) -> Section[int]:
        section = Section("numbers", [0], cell=Number)
        section.paging(lambda request: asked.append(name), has_next=has_next)
        return section

    def state(driver: Driver) -> PageState:
        driver.poll()
        return driver.list.page(Edge.END, "numbers").state

    with Driver([numbers("first", False)]) as driver:
        driver.show(0, 50)
        assert state(driver) == PageState.ENDED and asked == []
        driver.update([numbers("second", True)])
        assert state(driver) == PageState.LOADING and asked == ["second"]
        # The request is under way.
        driver.update([numbers("third", True)])
        assert state(driver) == PageState.LOADING and asked == ["second"]
        driver.update([numbers("fourth", False)])
        assert state(driver) == PageState.ENDED
        driver.update([Section("numbers", [0], cell=Number)])
        assert state(driver) == PageState.OFF and asked == ["second"]


def test_a_section_is_paged_also_where_the_update_after_it_fails() -> None:
    section, requests = paged()
    with Driver() as driver:
        driver.show(0, 50)
        driver.update([section])
        ticket = driver.submit([Section("numbers", [0, 0], cell=Number)])
        while not ticket.done():
            driver.poll(wait=1)
        driver.poll()
        assert len(requests) == 1 and driver.sections == [section]
