"""A model whose last reference went is never retained again: under threads that change one list and one
snapshot, and under destructors and comparisons that do so from inside of a change. Each retain is checked
against the models that are alive; 0.1.0 took up dead ones here, and the interpreter crashed."""

from __future__ import annotations

import contextlib
import gc
import random
import sys
import threading
from typing import Any

import pytest

from iqlist import BusyError, CellClass, DiffFlag, Duplicates, Error, List, Snapshot, _models, diff

KEYS = range(300)
alive: set[int] = set()
dead: list[int] = []
chances = threading.local()


class World:
    """What all threads and all calls from inside share."""

    def __init__(self, cell_class: CellClass) -> None:
        policy = Duplicates.KEEP_LAST
        recipe: dict[str, Any] = {"key": "key_number", "cell_class": cell_class, "duplicates": policy}
        self.shown: List[Model] = List(**recipe)
        self.wanted: Snapshot[Model] = Snapshot(**recipe)
        self.wanted.append_sections(["a"])
        self.shown.apply(self.wanted)
        self.changes = diff(self.wanted, self.wanted, flags=DiffFlag.PAYLOAD)

    def step(self) -> None:
        chance: random.Random = chances.random
        keys = chance.sample(KEYS, chance.randrange(1, 30))
        with contextlib.suppress(Error):
            choice = chance.randrange(9)
            if choice == 0:
                self.wanted.append_items([Model(self, key) for key in keys])
            elif choice == 1:
                self.wanted.delete_items(keys)
            elif choice == 2:
                self.wanted.delete_all_items()
            elif choice == 3:
                self.wanted = self.wanted.copy()
            elif choice == 4:
                self.wanted = self.shown.snapshot()
            elif choice == 5:
                self.changes = self.shown.apply(self.wanted, flags=DiffFlag.PAYLOAD)
            elif choice == 6:
                self.changes = diff(self.wanted, self.shown.snapshot(), flags=DiffFlag.PAYLOAD)
            elif choice == 7:
                self.changes.apply(self.shown)
            else:
                self.shown.set_section_items("a", [Model(self, key) for key in keys])

    def go_deeper(self) -> None:
        depth = getattr(chances, "depth", 3)
        if depth < 3 and chances.random.random() < 0.2:
            chances.depth = depth + 1
            try:
                self.step()
            finally:
                chances.depth = depth


class Model:
    def __init__(self, world: World, key: int) -> None:
        self.world = world
        self.key_number = key
        alive.add(id(self))

    def __del__(self) -> None:
        alive.discard(id(self))
        self.world.go_deeper()


def is_equal(before: Model | None, after: Model | None) -> bool:
    # What a changeset has inserted has no model.
    known = before or after
    if known is not None:
        known.world.go_deeper()
    return before is after


def check_retained(models: Any, count: int) -> list[Any]:
    addresses = [address for address in models[:count] if address not in alive]
    dead.extend(addresses)
    return [] if addresses else objects(models, count)


objects = _models._objects


@pytest.mark.parametrize("crowd", [1, 4])
def test_no_dead_model_is_retained(crowd: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_models, "_objects", check_retained)
    cell_class = CellClass(f"nested/{crowd}", equal=is_equal)
    wrong: list[BaseException] = []
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    world = World(cell_class)

    def work(seed: int) -> None:
        chances.random, chances.depth = random.Random(seed), 0
        try:
            for _ in range(1200 // crowd):
                world.step()
        except BaseException as error:
            wrong.append(error)

    try:
        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(crowd)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong and not dead
    world.shown.close()
    world.wanted.close()
    gc.collect()
    assert not alive


def test_two_threads_whose_callbacks_set_each_others_list_go_on() -> None:
    lists: list[List[Any]] = []
    answers: list[str] = []

    def set_other(before: int, after: int) -> bool:
        own: int = chances.own
        try:
            lists[1 - own].set_items([before])
            answers.append("set")
        except BusyError:
            answers.append("busy")
        return False

    cell_class = CellClass("each other's", equal=set_other)
    for _ in range(2):
        lists.append(List(key=lambda _: 1, model=lambda number: number, cell_class=cell_class))

    def work(own: int) -> None:
        chances.own = own
        for number in range(300):
            with contextlib.suppress(BusyError):
                lists[own].set_items([number])

    threads = [threading.Thread(target=work, args=(own,), daemon=True) for own in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not any(thread.is_alive() for thread in threads)
    assert answers
