"""IQListKit, step by step: its list of users from the model to the menus, the questions at its end, and the
two demos.

    users.py            what a user of the list is, what shows one, and the screen: it has the driver, and is
                        its coordinator: delegate and data source
    iqlistkit_*.py      parts of the document
    the program         plays the person at the screen, with the driver's functions
"""

from __future__ import annotations

import importlib
import random
import threading
from dataclasses import dataclass
from typing import Any

from display import settle, visible
from iqlistkit_cells import IdCell
from mountains import MOUNTAINS, Mountain
from steps import finish, step
from users import USERS, User, UserCell, UsersController

import iqlist
from iqlist import kit

# To import a part is to take its steps.
for part in ("cells", "lists", "menus"):
    importlib.import_module(f"iqlistkit_{part}")


# --- known issues and their workarounds


@step
def a_cell_of_a_storyboard_is_registered() -> None:
    told: list[kit.Registered] = []

    class Controller(UsersController):
        def class_first_used(self, event: kit.Event[Any]) -> None:
            assert made == []
            told.append(event.sender)

        def modify_cell(self, event: kit.Event[Any]) -> None:
            assert told != []

    made: list[kit.Registered] = []

    class StoryboardCell(UserCell):
        identity = "id"

    def make() -> StoryboardCell:
        """The host's own way to make one."""
        made.append(registered)
        return StoryboardCell()

    controller = Controller(StoryboardCell)
    registered = controller.driver.register(
        StoryboardCell, kind=kit.Registration.STORYBOARD, tag="Main", make=make
    )
    # Its identifier is the name of its class.
    assert (registered.name, registered.kind) == ("StoryboardCell", kit.Registration.STORYBOARD)

    # Or its class says itself that a storyboard has it.
    class Declared(UserCell):
        storyboard_name = "Main"

    assert controller.driver.registered(Declared).kind == kit.Registration.STORYBOARD
    assert controller.driver.registered(UserCell).kind == kit.Registration.CLASS
    controller.load(USERS)
    settle(controller.driver)
    assert told == [registered]
    assert len(made) == 3
    # By that name it can be given, too.
    controller.driver.perform_updates([kit.Section("named", USERS, cell="StoryboardCell")])
    settle(controller.driver)
    assert [type(cell) for cell in visible(controller.driver)] == [StoryboardCell] * 3


class Indicator:
    """Shows that something is under way; of the polling thread."""

    def __init__(self) -> None:
        self.is_animating = False
        self.stopped_on: list[int] = []

    def start(self) -> None:
        self.is_animating = True

    def stop(self) -> None:
        self.is_animating = False
        self.stopped_on.append(threading.get_ident())


@step
def ten_thousand_records_from_a_background_thread() -> None:
    indicator = Indicator()
    records = [User(number, f"User {number}", f"user{number}@localhost") for number in range(10_000)]
    built_on: list[int] = []
    controller = UsersController(IdCell)
    driver = controller.driver
    controller.load(records[::-1])
    settle(driver)
    before = driver.list.models()

    def build(builder: kit.Builder) -> None:
        built_on.append(threading.get_ident())
        builder.append(kit.Section("first"))
        builder.append(IdCell, records)

    def work() -> None:
        driver.perform_updates(build, completion=lambda *_: indicator.stop())

    indicator.start()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    # It was built there, and nothing is shown before this thread lets it.
    assert built_on == [thread.ident]
    assert driver.list.models() == before
    assert indicator.is_animating
    settle(driver)
    assert driver.list.models() == records
    assert indicator.stopped_on == [threading.get_ident()]
    assert not indicator.is_animating
    assert controller.labels() == [record.name for record in records[:10]]


@step
def updates_from_many_threads_each_complete_once() -> None:
    driver = kit.Driver()
    completed: list[int] = []

    def work(number: int) -> None:
        users = [User(number, f"User {number}", "")]
        driver.perform_updates(
            [kit.Section("first", users, cell=IdCell)], completion=lambda *_: completed.append(number)
        )

    threads = [threading.Thread(target=work, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    settle(driver)
    assert sorted(completed) == list(range(8))
    assert len(driver.list) == 1


# --- the two demos


@dataclass(frozen=True)
class Node:
    row: int
    hue: int


class NodeCell(kit.Cell[Node]):
    pass


class Row:
    """Nodes that an insertion sort puts in order, a node a step."""

    def __init__(self, number: int, hues: list[int]) -> None:
        self.number = number
        self.nodes = [Node(number, hue) for hue in hues]
        self.next = 1

    @property
    def is_sorted(self) -> bool:
        return self.next >= len(self.nodes)

    def sort_one(self) -> bool:
        """Inserts the next node among those before it; whether that moves it."""
        node = self.nodes.pop(self.next)
        place = next((at for at in range(self.next) if self.nodes[at].hue > node.hue), self.next)
        self.nodes.insert(place, node)
        self.next += 1
        return place != self.next - 1


@step
def demo_insertion_sort_moves_a_node_in_each_unsorted_row() -> None:
    seed = random.randrange(1 << 32)
    random.seed(seed)
    rows = [Row(number, random.sample(range(360), random.randint(2, 12))) for number in range(9)]
    summaries: list[iqlist.Summary] = []

    class Controller(kit.Coordinator):
        def did_update(self, event: kit.Event[Any]) -> None:
            assert event.changeset is not None
            summaries.append(event.changeset.summary())

    driver = kit.Driver(coordinator=Controller())

    def refresh() -> None:
        driver.perform_updates([kit.Section(row.number, row.nodes, cell=NodeCell) for row in rows])
        settle(driver)

    refresh()
    while not all(row.is_sorted for row in rows):
        # A row whose next node is in place already moves none.
        moved = sum([row.sort_one() for row in rows if not row.is_sorted])
        summaries.clear()
        refresh()
        moves = sum(summary.item_moves or 0 for summary in summaries)
        others = sum(summary.item_inserts + summary.item_deletes for summary in summaries)
        assert (moves, others) == (moved, 0), f"seed {seed}"
    for section, row in zip(driver.sections, rows):
        assert list(section) == sorted(row.nodes, key=lambda node: node.hue), f"seed {seed}"


class MountainCell(kit.Cell[Mountain]):
    identity = "name"
    label = ""

    def configure(self, model: Mountain | None) -> None:
        assert model is not None
        self.label = f"{model.name}, {model.height} m"


@step
def demo_mountains_filtered_while_typing() -> None:
    mountains = kit.Driver([kit.Section("mountains", MOUNTAINS, cell=MountainCell)])
    filtered = mountains.list.filtered()
    found = mountains.following(filtered)
    assert len(visible(found, count=1000)) == len(MOUNTAINS) > 100

    def search(typed: str) -> iqlist.Ticket:
        return filtered.set_filter(lambda _, mountain: typed in mountain.name.lower())

    for typed in ("m", "mo", "mon", "mont b", "mon", "b", "xyz", ""):
        search(typed)
        expected = [mountain for mountain in MOUNTAINS if typed in mountain.name.lower()]
        cells = visible(found, count=1000)
        assert [cell.model for cell in cells] == expected
        assert [cell.label for cell in cells] == [f"{each.name}, {each.height} m" for each in expected]

    # Who types faster than that sees the last filter only.
    *others, last = [search(typed) for typed in ("k", "ka", "kam", "kame")]
    assert [cell.model.name for cell in visible(found)] == ["Kamet"]
    assert all(isinstance(ticket.exception(), iqlist.SupersededError) for ticket in others)
    assert last.exception() is None
    # A mountain that comes is found as well.
    mountains.section("mountains").items = [*MOUNTAINS, Mountain("Kamen", 1000)]
    assert [cell.model.name for cell in visible(found)] == ["Kamet", "Kamen"]


finish()
