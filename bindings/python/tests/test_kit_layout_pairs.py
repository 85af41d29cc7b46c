"""Drivers with a layout beside all else: outlines, filters, undo, updates from threads, sources that go."""

from __future__ import annotations

import random
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest

import iqlist
from iqlist import ElementKind, Size, kit


@dataclass(frozen=True)
class Node:
    id: int
    text: str


class NodeCell(kit.Cell[Node]):
    """The class gives half of its sizes, the cells the others."""

    identity = "id"

    @classmethod
    def size_for(cls, model: Node | None, window: Size) -> Any:
        assert model is not None
        return height_of(model) if model.id % 2 else iqlist.Auto(5)

    def fitting_size(self, room: Size) -> float:
        assert self.model is not None
        return height_of(self.model)


def height_of(node: Node) -> float:
    return 3 + len(node.text)


def check(driver: kit.Driver, spacing: int, seed: int) -> None:
    """Everything is in the window: each item has its height, and stands below the one before."""
    driver.poll()
    scene = driver.layout()
    shown = driver.list
    expected: list[tuple[Any, float, float]] = []
    y = 0.0
    for section in shown.sections:
        expected.append((section.name, y, 10))
        y += 10
        rows = list(section)
        for at, row in enumerate(rows):
            y += spacing if at else 0
            expected.append((row.model, y, height_of(row.model)))
            y += height_of(row.model)
    found = [
        (
            place.model if place.item else shown.sections[place.position.section].name,
            place.frame.y,
            place.frame.height,
        )
        for place in scene
        if place.position is not None and place.kind in (0, ElementKind.HEADER)
    ]
    assert found == expected, f"seed {seed}"
    for place in scene:
        if place.item is not None:
            assert place.cell.model == place.model, f"seed {seed}"
    assert scene.content.height == y, f"seed {seed}"


@pytest.mark.parametrize("seed", range(25))
def test_a_driver_with_a_layout_shows_what_its_list_has_whatever_changes_that(seed: int) -> None:
    chance = random.Random(seed)
    spacing = chance.randrange(4)
    layout = kit.Layout(header=10, line_spacing=spacing)
    sections = [kit.Section(at, [], cell=NodeCell, header=f"H{at}") for at in range(3)]
    driver = kit.Driver(sections, layout=layout)
    driver.list.set_undo(100)
    drivers = [driver]
    kinds: list[Any] = [
        lambda: driver.list.filtered(lambda key, node: node.id % 3 > 0),
        lambda: driver.list.outline(),
        lambda: driver.list.filtered(lambda key, node: len(node.text) < 9).outline(),
    ]
    drivers += [driver.following(make()) for make in kinds]
    for each in drivers:
        each.set_size(100, 10_000)

    def some(at: int) -> list[Node]:
        numbers = chance.sample(range(at * 20, at * 20 + 20), chance.randrange(12))
        return [Node(n, "x" * chance.randrange(12)) for n in numbers]

    for _ in range(25):
        what = chance.randrange(9)
        section = chance.choice(sections)
        if what < 2:
            section.items = some(section.id)
        elif what == 2 and section.items:
            parent = chance.choice(section.items)
            section.children[parent] = [
                Node(100 * parent.id + 100 + n, "y" * n) for n in range(chance.randrange(5))
            ]
        elif what == 3:
            chosen = [*sections]
            chance.shuffle(chosen)
            driver.update(chosen[: chance.randrange(4)])
        elif what == 4:
            copies = [kit.Section(at, some(at), cell=NodeCell, header=f"H{at}") for at in range(3)]
            thread = threading.Thread(target=driver.submit, args=(copies,))
            thread.start()
            thread.join()
            driver.wait()
            sections = copies
        elif what == 5:
            with suppress(iqlist.NotFoundError):
                (driver.list.undo if chance.random() < 0.6 else driver.list.redo)()
        elif what == 6:
            outline = drivers[2]
            for item in [*outline.list.items()][:3]:
                (outline.expand if chance.random() < 0.7 else outline.collapse)(item)
        elif what == 7:
            iqlist.memory_trim()
        else:
            drivers[0].set_layout(layout)
        driver.poll()
        for each in drivers:
            check(each, spacing, seed)
    # The source goes: what is made of it stays as it is.
    driver.close()
    for each in drivers[1:]:
        check(each, spacing, seed)
        each.close()
