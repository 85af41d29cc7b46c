"""Undo and redo, beside a list of all states and an index into it."""

from __future__ import annotations

import gc

import pytest
from counted import Model
from hypothesis import given
from hypothesis import strategies as st
from plans import Plan, plans
from test_set_and_diff import rows

from iqlist import BusyError, DiffFlag, List, NotFoundError, Reload


@given(st.lists(st.one_of(plans(), st.booleans()), max_size=12))
def test_the_states_come_back(script: list[Plan | bool]) -> None:
    shown = List()
    shown.set_undo(10_000_000)
    states, at = [shown.snapshot()], 0
    for step in script:
        if not isinstance(step, bool):
            shown.set(rows(step), changeset=False)
            if shown.snapshot() == states[at]:
                continue
            del states[at + 1 :]
            states.append(shown.snapshot())
            at += 1
        elif at + (-1 if step else 1) not in range(len(states)):
            with pytest.raises(NotFoundError):
                _ = shown.undo() if step else shown.redo()
        else:
            _ = shown.undo(flags=DiffFlag.VERIFY) if step else shown.redo(changeset=False)
            at += -1 if step else 1
        assert shown.snapshot() == states[at]


def test_models_come_back_and_go_with_their_step() -> None:
    shown = List(key="key_number")
    shown.set_undo(1_000_000)
    models = [Model(number, 0) for number in range(3)]
    shown.set_items(models)
    shown.set_items(models[:1])
    kept = id(models[2])
    del models
    shown.undo()
    assert id(shown[2].model) == kept
    shown.redo()
    shown.set_undo(0)
    gc.collect()
    assert len(shown) == 1
    with pytest.raises(NotFoundError):
        shown.undo()


def test_a_full_reload_is_one_in_both_directions() -> None:
    shown = List()
    shown.set_undo(1_000_000)
    shown.set_items(["a", "b"])
    shown.set_items(["b", "c"], flags=DiffFlag.RELOAD)
    assert shown.undo().summary().reload == shown.redo().summary().reload == Reload.ASKED


def test_an_open_edit_is_in_the_way() -> None:
    shown = List()
    shown.set_undo(1_000_000)
    shown.set_items(["a", "b"])
    with shown.edit() as edit:
        for call in (shown.undo, shown.redo, lambda: shown.set_undo(0)):
            with pytest.raises(BusyError):
                call()
        edit.delete_items(["a"])
    assert shown.undo().summary().item_inserts == 1
