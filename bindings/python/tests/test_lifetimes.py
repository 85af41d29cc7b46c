"""When models go: in destructors, in cycles, after somebody has read them."""

from __future__ import annotations

import gc
import weakref
from array import array
from contextlib import suppress
from ctypes import byref, c_size_t, c_void_p, sizeof

import pytest
from counted import Model

import iqlist
from iqlist import Columns, ElementKind, List, Snapshot, Supplementary, abi
from iqlist._models import drop_references, object_at, objects_at


def test_destructors_may_use_the_library() -> None:
    told: list[int] = []

    class Last:
        def __init__(self, key: int) -> None:
            self.number = key

        def __del__(self) -> None:
            told.append(len(shown))

    shown = List()
    other = List(key="number")
    other.set_items([Last(1), Last(2), Last(3)])
    shown.set_items(["x", "y"])
    other.set_items([])
    assert told == [2, 2, 2]
    mine = List(key="number")
    shown = mine
    mine.set_items([Last(7)])
    mine.set_items([])
    assert told[3:] == [0], "a destructor reads the very list that let it go"


def test_a_destructor_may_change_the_list_that_let_it_go() -> None:
    class Last:
        def __del__(self) -> None:
            shown.set_items(["from the destructor"])

    shown = List()
    shown.set_items(Columns([1], models=[Last()]))
    shown.set_items(["other"])
    assert shown.models() == ["from the destructor"]


def test_a_list_in_a_cycle_is_collected_with_its_models() -> None:
    class Holder:
        def __init__(self) -> None:
            self.me = self
            self.shown = List(key="key_number")
            self.model = Model(1)
            self.shown.set_items([self.model, Model(2)])
            self.changeset = self.shown.set_items([self.model])

    holder = Holder()
    refs = weakref.ref(holder), weakref.ref(holder.shown), weakref.ref(holder.model)
    del holder
    gc.collect()
    assert [ref() for ref in refs] == [None] * 3


def test_a_model_that_leads_back_to_its_list_goes_when_the_list_is_closed() -> None:
    class Row:
        def __init__(self, number: int, shown: List) -> None:
            self.number, self.shown = number, shown

    shown = List(key="number")
    shown.set_items([Row(1, shown)])
    refs = weakref.ref(shown), weakref.ref(shown[0].model)
    shown.close()
    del shown
    gc.collect()
    assert [ref() for ref in refs] == [None, None]


def test_what_is_read_outlives_its_list_until_it_is_let_go() -> None:
    shown, model = List(key="key_number"), Model(1)
    ref = weakref.ref(model)
    shown.set_items([model])
    del model
    held = array("Q", [0])
    buffers = abi.iq_item_buffers(struct_size=sizeof(abi.iq_item_buffers), flags=abi.IQ_READ_RETAIN)
    buffers.models = (c_void_p * 1).from_buffer(held)
    assert abi.iq_list_get_items(shown._pointer, 0, 1, byref(buffers)) == abi.IQ_OK
    shown.close()
    gc.collect()
    assert objects_at(held) == [ref()] and ref() is not None
    drop_references(held)
    assert ref() is None


def test_an_element_that_is_read_outlives_its_section_until_it_is_let_go() -> None:
    wanted, model = Snapshot(), Model(1)
    wanted.append_sections(["s"])
    wanted.set_supplementary("s", Supplementary(ElementKind.HEADER, "h", model=model))
    ref = weakref.ref(model)
    del model
    element, count = abi.iq_supplementary(struct_size=sizeof(abi.iq_supplementary)), c_size_t()
    key = abi.iq_key.from_buffer_copy(wanted.sections[0].key)
    read = abi.iq_snapshot_get_supplementaries(
        wanted._pointer, key, abi.IQ_READ_RETAIN, byref(element), 1, byref(count)
    )
    assert (read, count.value) == (abi.IQ_OK, 1)
    wanted.delete_sections(["s"])
    assert object_at(element.model) is ref() is not None
    drop_references([element.model])
    assert ref() is None


@pytest.mark.parametrize("kind", [iqlist.NotFoundError, ValueError])
def test_an_error_that_was_caught_keeps_nothing_of_its_callers(kind: type[Exception]) -> None:
    """Without the garbage collector: no error refers to itself, be it the library's or a callback's."""

    class Thing:
        def __eq__(self, other: object) -> bool:
            raise ValueError("cannot compare")

        __hash__ = object.__hash__

    shown = List[Thing](key=lambda thing: 1, content=None)
    shown.set_items([Thing()])

    def fail() -> weakref.ref[Thing]:
        local = Thing()
        with suppress(kind):
            if kind is ValueError:
                shown.set_items([Thing()])
            else:
                shown.item("other")
        return weakref.ref(local)

    gc.disable()
    try:
        assert fail()() is None
    finally:
        gc.enable()
