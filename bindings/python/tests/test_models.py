"""Models are ordinary objects: held while they are shown, handed back by identity, let go afterwards."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Iterable
from typing import Any, Callable

import pytest
from counted import Model

import iqlist
from iqlist import CellClass, Changeset, Columns, ElementKind, List, Snapshot, Supplementary, diff


def counts(models: Iterable[object]) -> list[int]:
    return [sys.getrefcount(model) for model in models]


def several(holder: Any) -> list[Any]:
    return [*holder] if type(holder) is tuple else [holder]


def shown_list() -> List:
    return List(key="key_number")


def set_items(models: list[Model]) -> Any:
    shown = shown_list()
    shown.set_items(models)
    return shown


def set_sections(models: list[Model]) -> Any:
    shown = shown_list()
    shown.set({"a": models[:3], "b": models[3:]})
    return shown


def set_again(models: list[Model]) -> Any:
    shown = set_items(models)
    shown.set_items(list(reversed(models)))
    shown.set_items(models[2:])
    shown.set_items(models[2:] + models[:2], changeset=False)
    return shown


def set_section_items(models: list[Model]) -> Any:
    shown = set_sections(models)
    shown.set_section_items("a", [])
    shown.set_section_items("a", models[:3])
    return shown


def set_columns(models: list[Model]) -> Any:
    shown = shown_list()
    shown.set_items(Columns([model.key_number for model in models], models=models))
    return shown


def snapshot(models: list[Model]) -> Any:
    made = Snapshot(key="key_number")
    made.append_sections(["a"])
    made.append_items(models[1:])
    made.insert_items(models[:1], before=models[1].key_number)
    made.move_item(models[2].key_number, after=models[0].key_number)
    return made, made.copy()


def snapshot_deletes(models: list[Model]) -> Any:
    made = Snapshot(key="key_number")
    made.append_sections(["a", "b"])
    made.append_items(models)
    made.delete_items([models[0].key_number])
    made.append_items(models[:1], section="a")
    made.delete_all_items()
    made.append_items(models)
    return made


def applied(models: list[Model]) -> Any:
    made: Snapshot[Model] = Snapshot.of_items(models, key="key_number")
    one, other = List(), List()
    one.apply(made)
    other.apply(made)
    return one, other, other.snapshot()


def edited(models: list[Model]) -> Any:
    shown = shown_list()
    shown.set({"a": models[:2]})
    with shown.edit() as edit:
        edit.insert_items(models[2:], "a")
        edit.move_item(models[0].key_number, after=models[3].key_number)
        edit.update_item(models[1].key_number, model=models[1], content=1)
        edit.delete_items([models[4].key_number])
        edit.insert_items(models[4:5], before=models[2].key_number)
    return shown


def elements(models: list[Model]) -> Any:
    shown = List()
    header = [Supplementary(ElementKind.HEADER, "h", model=models[0])]
    shown.set(
        [("a", [], header), ("b", [], [Supplementary(16 + i, i, model=m) for i, m in enumerate(models)])]
    )
    made = Snapshot.of_sections({"a": []})
    made.set_supplementary("a", header[0])
    made.remove_supplementary("a", ElementKind.HEADER)
    assert shown.section("a").header == header[0]._replace(
        key=iqlist.Key("h"), cell_class=CellClass.find("python.object")
    )
    return shown


HOLDS: list[Callable[[list[Model]], Any]] = [
    set_items,
    set_sections,
    set_again,
    set_section_items,
    set_columns,
    snapshot,
    snapshot_deletes,
    applied,
    edited,
    elements,
]


@pytest.mark.parametrize("hold", HOLDS)
def test_models_are_held_while_they_are_shown_and_let_go_then(hold: Callable[[list[Model]], Any]) -> None:
    models = [Model(number) for number in range(1, 7)]
    before = counts(models)
    holder = hold(models)
    held = counts(models)
    assert all(now > then for now, then in zip(held, before)), held
    del holder
    assert counts(models) == before


@pytest.mark.parametrize("hold", HOLDS)
def test_only_the_library_holds_them(hold: Callable[[list[Model]], Any]) -> None:
    models = [Model(number) for number in range(1, 7)]
    refs = [weakref.ref(model) for model in models]
    holder = hold(models)
    models.clear()
    gc.collect()
    assert all(ref() is not None for ref in refs)
    for each in several(holder):
        each.close()
    assert [ref() for ref in refs] == [None] * len(refs)


def test_they_come_back_by_identity() -> None:
    models = [Model(number) for number in range(300)]
    shown = set_items(models)
    back: list[list[Any]] = [
        shown.models(),
        [item.model for item in shown],
        [shown[i].model for i in range(300)],
        shown.columns().models,
        [handle.model for handle in shown.items()],
        [shown.row(number).model for number in range(300)],
        [item.model for item in shown.snapshot()],
    ]
    for at in range(len(back)):
        assert all(mine is theirs for mine, theirs in zip(models, back[at])) and len(back[at]) == 300
    before = counts(models)
    back.clear()
    assert all(now < then for now, then in zip(counts(models), before))


def test_what_is_not_shown_any_more_goes_at_once() -> None:
    shown, model = shown_list(), Model(1)
    ref = weakref.ref(model)
    shown.set_items([model])
    del model
    kept = shown.snapshot()
    shown.set_items([Model(2)])
    assert ref() is not None, "the snapshot still holds it"
    kept.close()
    assert ref() is None


def test_an_update_changes_the_model() -> None:
    shown, old, new = shown_list(), Model(1), Model(1)
    shown.set_items([old])
    ref = weakref.ref(old)
    del old
    assert not shown.set_items([new]), "the two are equal: nothing changes"
    assert shown[0].model is new and ref() is None


def test_a_refused_call_holds_nothing() -> None:
    shown, model = shown_list(), Model(1)
    before = sys.getrefcount(model)
    with pytest.raises(iqlist.DuplicateError):
        shown.set_items([model, model])
    made = Snapshot(key="key_number")
    with pytest.raises(iqlist.NoSectionError):
        made.append_items([model])
    gc.collect()  # The traceback of what was raised leads to what was given.
    assert sys.getrefcount(model) == before


def test_an_abandoned_edit_gives_back_what_it_took() -> None:
    shown, old, new = shown_list(), Model(1), Model(2)
    shown.set_items([old])
    section = shown.sections[0]
    before = counts([old, new])
    with pytest.raises(ZeroDivisionError), shown.edit() as edit:
        edit.insert_items([new], section)
        edit.delete_items([1])
        assert shown.models() == [new]
        raise ZeroDivisionError
    del edit
    assert shown[0].model is old
    assert counts([old, new]) == before


def test_a_dropped_edit_is_abandoned() -> None:
    shown = List()
    shown.set_items(["a"])
    edit = shown.edit()
    edit.delete_items(["a"])
    assert len(shown) == 0
    del edit
    assert shown.models() == ["a"]
    shown.set_items(["b"])


def test_no_model_is_none() -> None:
    shown = List()
    shown.set_items(Columns([1, 2], models=[None, "two"]))
    assert shown.models() == [None, "two"] and shown[0].model is None
    without = List(model=None)
    without.set_items(["a"])
    assert without[0].model is None and without[0].cell_class is None


def test_decoded_items_have_no_models_and_keep_their_class() -> None:
    wanted = Snapshot.of_items(["a", "b"])
    there = Snapshot.decode(wanted.encode())
    assert there.models() == [None, None]
    assert [item.cell_class for item in there] == [CellClass.find("python.object")] * 2
    payload = iqlist.DiffFlag.PAYLOAD
    data = diff(wanted, Snapshot.of_items(["b", "c"]), flags=payload).encode()
    shown = List()
    shown.apply(wanted)
    Changeset.decode(data).apply(shown)
    assert shown.models() == ["b", None]


MANY = 200
"""So many models are read of a copy, and not retained one by one."""


def test_many_are_read_wherever_few_are() -> None:
    """Inside a callback of an update, beside an open edit, and of a list that is derived."""
    read: list[list[Any]] = []

    def equal(before: Any, after: Any) -> bool:
        if not read:
            read.append(shown.models())
            read.append([row.model for row in shown])
        return True

    cell = CellClass("tests/models/many", equal=equal)
    first, second = ([Model(number) for number in range(MANY)] for _ in range(2))
    shown: Any = List(key="key_number", content=lambda _: 0, cell_class=cell)
    shown.set_items(first)
    derived = shown.outline()
    shown.set_items(second)
    assert [model.key_number for model in read[0]] == list(range(MANY)) and read[0] == read[1]
    with shown.edit() as edit:
        edit.delete_items([0])
        assert shown.models() == second[1:] and shown.models(100) == second[101:]
        assert shown.models(0, MANY - 1) == second[1:]
        with pytest.raises(iqlist.RangeError):
            shown.models(0, MANY)
    derived.poll()
    assert [model.key_number for model in derived.models()] == list(range(1, MANY))
    assert [row.model.key_number for row in reversed(derived)] == list(range(MANY - 1, 0, -1))


def test_many_come_and_go_with_their_references() -> None:
    models = [Model(number) for number in range(MANY)]
    shown, before = set_items(models), counts(models)
    for read in (shown.models, shown.columns, lambda: [*shown], lambda: shown[:]):
        read()
        assert counts(models) <= before, read


def test_many_are_alive_while_another_thread_replaces_them() -> None:
    shown = shown_list()
    shown.set_items([Model(number) for number in range(MANY)])
    is_over = threading.Event()

    def replace() -> None:
        while not is_over.is_set():
            shown.set_items([Model(number) for number in range(MANY)], changeset=False)

    thread = threading.Thread(target=replace)
    thread.start()
    try:
        for _ in range(200):
            assert [model.key_number for model in shown.models()] == list(range(MANY))
            assert len([row.model.key_number for row in shown]) == MANY
    finally:
        is_over.set()
        thread.join()
