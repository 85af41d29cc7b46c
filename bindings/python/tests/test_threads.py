"""Eight threads on one list: updates follow one another, reads go on, and no model is touched too late."""

from __future__ import annotations

import contextlib
import gc
import random
import sys
import threading
import weakref
from typing import Any, Callable

import pytest

from iqlist import BusyError, Columns, ElementKind, Error, List, Snapshot, Supplementary, diff

ROUNDS = 150
KEYS = range(40)


class Model:
    """Dies loudly: whoever sees it dead has been given a dead object."""

    def __init__(self, key: int) -> None:
        self.key_number = key
        self.alive = True

    def __del__(self) -> None:
        self.alive = False


def look(chance: random.Random) -> list[Model]:
    return [Model(key) for key in chance.sample(KEYS, chance.randrange(len(KEYS)))]


def header(chance: random.Random) -> Supplementary:
    return Supplementary(ElementKind.HEADER, "h", content=chance.random(), model=Model(chance.choice(KEYS)))


def write(shown: List, chance: random.Random) -> None:
    changeset = shown.set_items(look(chance))
    if not changeset.closed:
        assert len(changeset.splices()) <= 2 * len(KEYS)


def apply(shown: List, chance: random.Random) -> None:
    wanted = shown.snapshot()
    wanted.delete_items(chance.sample(KEYS, 5))
    shown.apply(wanted)


def edit(shown: List, chance: random.Random) -> None:
    try:
        with shown.edit() as edit:
            edit.set_section_items(shown.sections[0], look(chance))
            edit.set_supplementary(shown.sections[0], header(chance))
            if chance.random() < 0.5:
                raise ZeroDivisionError
    except ZeroDivisionError:
        pass


def read(shown: List, chance: random.Random) -> None:
    for model in shown.models():
        assert model.alive
    for item in shown:
        assert item.model.alive and item.model.key_number in KEYS
    for owner in (shown, shown.snapshot()):
        section = owner.sections[0]
        found = [*section.supplementaries, section.header, section.header]
        assert all(element is None or element.model.alive for element in found)
    key = chance.choice(KEYS)
    if key in shown:
        assert shown.item(key).model.alive


def compare(shown: List, chance: random.Random) -> None:
    before, after = shown.snapshot(), shown.snapshot()
    assert not diff(before, after) or before != after


@pytest.mark.parametrize("seed", [1, 2])
def test_eight_threads_on_one_list(seed: int) -> None:
    shown = List(key="key_number")
    shown.set_items([])
    wrong: list[BaseException] = []

    def work(job: Callable[[List, random.Random], None], chance: random.Random) -> None:
        try:
            for _ in range(ROUNDS):
                # Another's edit may be open, and what was found may have gone meanwhile.
                with contextlib.suppress(BusyError, LookupError):
                    job(shown, chance)
        except BaseException as error:
            wrong.append(error)

    jobs = [write, apply, edit, read, read, read, compare, write]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [
            threading.Thread(target=work, args=(job, random.Random(seed * 100 + at)))
            for at, job in enumerate(jobs)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong, (seed, wrong)
    models = [weakref.ref(model) for model in shown.models()]
    shown.set_items([])
    gc.collect()
    assert all(model() is None for model in models)


def use_until_closed(shown: List, began: threading.Barrier, wrong: list[BaseException]) -> None:
    began.wait()
    try:
        while True:
            read(shown, random.Random(1))
            shown.set_items([Model(key) for key in KEYS], changeset=False)
    except Error:
        pass
    except BaseException as error:
        wrong.append(error)


def test_a_list_is_closed_under_the_threads_that_use_it() -> None:
    for _ in range(20):
        shown, began = List(key="key_number"), threading.Barrier(5)
        shown.set_items([Model(key) for key in KEYS])
        wrong: list[BaseException] = []
        threads = [threading.Thread(target=use_until_closed, args=(shown, began, wrong)) for _ in range(4)]
        for thread in threads:
            thread.start()
        began.wait()
        shown.close()
        for thread in threads:
            thread.join()
        assert not wrong


def test_a_snapshot_is_changed_by_one_and_read_by_many() -> None:
    wanted = Snapshot()
    wanted.append_sections(["a"])
    stop = threading.Event()
    wrong: list[Any] = []

    def look_on() -> None:
        try:
            while not stop.is_set():
                models = wanted.models(0, len(wanted) // 2)
                assert models == list(range(len(models)))
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=look_on) for _ in range(3)]
    for thread in threads:
        thread.start()
    added = 0
    while added < 300:
        try:
            wanted.append_items(Columns([added], models=[added]))
            added += 1
        except BusyError:
            pass
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong and wanted.models() == list(range(300))
