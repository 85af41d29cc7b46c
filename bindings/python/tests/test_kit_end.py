"""The end of a driver: nothing is left of cells, models, handlers and completions."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from typing import Any, Callable

import pytest
from kits import UserCell, scroll

import iqlist
from iqlist import kit
from iqlist.kit import Driver, Section


class Model:
    """A model that can be watched."""


class WatchedCell(kit.Cell[Model]):
    found: Any = None

    def __init__(self) -> None:
        WatchedCell.found.append(weakref.ref(self))


def watched() -> tuple[Driver, list[weakref.ref[Any]]]:
    """A driver that shows a section in a cell, and what is to go with it."""
    found: list[weakref.ref[Any]] = []
    WatchedCell.found = found
    model = Model()
    section = Section[Any]("models", header="H").append(WatchedCell, [model], ids=["a"])
    driver = Driver([section])
    # These refer to the driver.
    section.on_select = lambda event: driver.tap("a")
    section.register_action("tap", lambda sender: driver.poll())
    section.paging(lambda request: driver.poll())
    driver.perform_swipe_action("a", kit.SwipeAction("Later", lambda event, complete: None), print)
    scroll(driver, 0, 5)
    return driver, [*found, *map(weakref.ref, (model, section, driver))]


def alive(references: list[weakref.ref[Any]]) -> list[Any]:
    gc.collect()
    return [found for found in (reference() for reference in references) if found is not None]


def test_close_releases_everything(capsys: pytest.CaptureFixture[str]) -> None:
    driver, references = watched()
    assert len(alive(references)) == 4
    driver.close()
    assert capsys.readouterr().out == "False\n"
    del driver
    assert alive(references) == []


def test_a_driver_without_cycles_through_its_sections_goes_with_its_last_reference() -> None:
    found: list[weakref.ref[Any]] = []
    WatchedCell.found = found
    model = Model()
    section = Section[Any]("models").append(WatchedCell, [model], ids=["a"])
    driver = Driver([section])
    scroll(driver, 0, 5)
    references = [*found, *map(weakref.ref, (model, driver, section))]
    del driver, model, section
    assert alive(references) == []


class Watched(kit.ViewModel[object]):
    """A view model whose cell knows nothing of it."""

    id = 1

    def setup(self, cell: object) -> None:
        pass


def test_a_model_is_released_when_it_is_shown_no_longer() -> None:
    model = Watched()
    watched = weakref.ref(model)
    with Driver([Section("models", [model])]) as driver:
        scroll(driver, 0, 1)
        del model
        assert alive([watched]) != []
        driver.data = []
        driver.poll()
        assert alive([watched]) == []


def test_sections_can_be_shown_by_another_driver_afterwards() -> None:
    section = Section("names", ["Ada"])
    with Driver([section]) as first:
        assert section.drivers == [first]
    section.items = ["Ada", "Ben"]
    assert section.drivers == []
    with Driver([section]) as second:
        assert second.list.models() == ["Ada", "Ben"] and section.drivers == [second]


def test_a_handler_may_close_the_driver() -> None:
    log: list[str] = []

    def select(event: kit.Event[str]) -> None:
        log.append(event.model)
        driver.close()

    driver = Driver([Section("names", ["Ada", "Ben"], on_select=select)])
    driver.tap("Ada")
    driver.tap("Ben")
    events = driver.poll()
    # What waited is dropped.
    assert log == ["Ada"] and len(events) > 2 and driver.list.closed


def test_cells_and_completions_that_raise_do_not_keep_the_driver_open() -> None:
    class Failing(UserCell):
        def destroy(self) -> None:
            raise ValueError("destroy")

    driver = Driver()
    driver.data = [Section[Any]("users").append(Failing, [None], ids=["a"])]
    scroll(driver, 0, 1)
    with pytest.raises(ValueError, match="destroy"):
        driver.close()
    assert driver.list.closed and driver.view.closed


def test_what_is_used_after_close_says_so() -> None:
    driver = Driver([Section("names", ["Ada"])])
    section = driver.section("names")
    driver.close()
    uses: list[Callable[[], object]] = [
        driver.poll,
        lambda: driver.tap("Ada"),
        lambda: driver.emit("like"),
        lambda: driver.show(0, 1),
    ]
    for use in uses:
        with pytest.raises(iqlist.Error):
            use()
    for update in (driver.update, driver.submit):
        with pytest.raises(iqlist.ClosedError):
            update([])
    section.items = ["Ben"]
    assert section.items == ["Ben"]


def test_the_library_gives_back_all_its_memory() -> None:
    program = """
import iqlist
from iqlist import kit

def used():
    with kit.Driver([kit.Section("names", map(str, range(1000)), header="H", cell=kit.TextCell)]) as driver:
        driver.show(0, 100)
        driver.poll()
        ticket = driver.submit([kit.Section("names", map(str, range(0, 1000, 2)))])
        while not ticket.done():
            driver.poll(wait=1)
        assert iqlist.memory_used() > 16000
    del driver, ticket
    iqlist.memory_trim()
    return iqlist.memory_used()

# Classes are registered for good, by the first one.
print(used() - used())
"""
    told = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True)
    assert told.stdout == "0\n"
