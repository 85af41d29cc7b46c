"""When models go: in destructors, in cycles, while somebody reads them."""

from __future__ import annotations

import gc
import weakref

from counted import Model

from iqlist import Columns, List
from iqlist._models import reading


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


def test_what_is_released_waits_for_those_who_read_then() -> None:
    shown, model = List(key="key_number"), Model(1)
    ref = weakref.ref(model)
    shown.set_items([model])
    del model
    with reading():
        shown.set_items([])
        with reading():
            pass
        assert ref() is not None
    assert ref() is None
