"""Derived lists one property at a time: outlines, and what every derived list has."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from derivations import content, listed, names, new_list, odd, settle, tree

from iqlist import (
    BusyError,
    CellClass,
    ClosedError,
    DerivedList,
    DiffFlag,
    Duplicates,
    EventKind,
    FilteredList,
    Key,
    LimitError,
    List,
    NotFoundError,
    Outline,
    Selection,
    SetStates,
    Snapshot,
    State,
    StateError,
    StatesFlag,
    Trait,
)

# --- outlines


def test_the_manual_s_example() -> None:
    source = listed("A0 B1 C2 D1 E0")
    outline = source.outline()
    outline.expand("A")
    settle(outline)
    assert names(outline) == "A B D E"
    found = source.filtered(lambda key, row: row.name in "BCE")
    settle(found)
    assert names(found) == "B C E"


def test_what_is_below_something_collapsed_is_remembered() -> None:
    outline = listed("A0 B1 C2 D1 E0").outline(expanded=True)
    assert names(outline) == "A B C D E"
    outline.collapse("A")
    settle(outline)
    assert names(outline) == "A E" and not outline.is_expanded("A")
    with pytest.raises(NotFoundError):
        outline.item("B")
    outline.expand(outline.item("A"))
    settle(outline)
    assert names(outline) == "A B C D E" and outline.is_expanded("B")


def test_all_is_expanded_and_collapsed_at_once_also_what_is_hidden() -> None:
    outline = listed("A0 B1 C2 D2 E1 F0 G1").outline()
    outline.expand_all()
    assert names(outline) == "A F"
    settle(outline)
    assert names(outline) == "A B C D E F G"
    # Leaves are not expanded.
    assert [key for _, key in outline.keys_in_state(State.EXPANDED)] == [Key(name) for name in "ABF"]
    outline.collapse("A")
    settle(outline)
    outline.collapse_all()
    settle(outline)
    assert outline.keys_in_state(State.EXPANDED) == []
    outline.expand("A")
    settle(outline)
    assert names(outline) == "A B E F"


def test_all_is_expanded_by_keys_of_sections_where_they_are_scoped() -> None:
    source = new_list(duplicates=Duplicates.SCOPE)
    source.set({"s": tree("A0 B1"), "t": tree("A0 C0 B0"), "u": tree("B0 A1")})
    outline = source.outline()
    outline.expand_all(by_user=True)
    opened = [(Key("s"), Key("A")), (Key("u"), Key("B"))]
    assert outline.keys_in_state(State.EXPANDED) == opened
    settle(outline)
    assert names(outline) == "A B A C B B A"


def test_all_is_expanded_while_the_source_is_ahead_and_after_it_was_closed() -> None:
    source = listed("A0 B1 C2 D0 E1")
    outline = source.outline()
    source.set_items(tree("A0 B1 C2 D0 E1 F0 G1"))
    outline.expand_all()
    settle(outline)
    assert names(outline) == "A B C D E F"
    outline.collapse("A")
    settle(outline)
    source.close()
    settle(outline)
    outline.set_range_states(0, None, State.EXPANDED, SetStates.OFF)
    outline.expand_all()
    expanded = [key for _, key in outline.keys_in_state(State.EXPANDED)]
    assert expanded == [Key("A"), Key("B"), Key("D"), Key("F")]
    settle(outline)
    assert names(outline) == "A B C D E F G"


def test_exclusive_ones_collapse_their_siblings() -> None:
    outline = listed("A0 B1 C2 D1 E2 F0 G1").outline(exclusive=True)
    outline.expand("A")
    settle(outline)
    outline.expand("B")
    settle(outline)
    outline.expand("D")
    settle(outline)
    assert names(outline) == "A B D E F"
    outline.expand("F")
    settle(outline)
    assert names(outline) == "A F G" and not outline.is_expanded("A")
    with pytest.raises(ValueError):
        outline.source.outline(exclusive=True, expanded=True)


def test_sections_fold() -> None:
    source = new_list()
    source.set({"s": tree("A0 B1"), "t": tree("C0"), "u": []})
    outline = source.outline(sections=True, drop_empty_sections=True)
    assert content(outline) == [("s", []), ("t", [])]
    outline.expand(outline.section("s"))
    settle(outline)
    assert outline.is_expanded(outline.section("s")) and not outline.is_expanded(outline.sections[1])
    assert [section for section, _ in content(outline)] == ["s", "t"] and names(outline) == "A"
    outline.expand_all()
    settle(outline)
    assert names(outline) == "A B C"
    outline.collapse_all()
    settle(outline)
    assert content(outline) == [("s", []), ("t", [])]


def test_children_are_asked_for_once_until_they_have_come_and_gone() -> None:
    folder = CellClass("derived/folder", traits=Trait.HAS_CHILDREN)
    source = new_list(cell_class=folder)
    source.set_items(tree("A0 B0"))
    outline = source.outline()
    outline.set_events(EventKind.CHILDREN)

    def asked() -> list[str]:
        found: list[str] = []
        for event in outline.poll():
            assert event.kind == EventKind.CHILDREN and event.item == outline.item("A")
            assert event.key == Key("A") and event.model is not None
            found.append(event.model.name)
        return found

    outline.expand("A", by_user=True)
    assert outline.item("A").has_children and not source.item("A").has_children
    assert asked() == ["A"] and asked() == []
    outline.collapse("A")
    settle(outline)
    outline.expand("A")
    assert asked() == []
    with source.edit() as edit:
        edit.insert_items(tree("C1"), after="A")
    assert asked() == [] and names(outline) == "A C B"
    with source.edit() as edit:
        edit.delete_items(["C"])
    assert asked() == ["A"] and asked() == [] and outline.is_expanded("A")


def test_a_user_may_be_refused_nothing_but_by_traits() -> None:
    outline = listed("A0 B1").outline()
    outline.expand("A", by_user=True)
    settle(outline)
    outline.collapse("A", by_user=True)
    settle(outline)
    assert names(outline) == "A"


# --- what derived lists are


CHANGES: list[Callable[[List[Any]], Any]] = [
    lambda shown: shown.set({"s": [1]}),
    lambda shown: shown.set_items([1]),
    lambda shown: shown.set_section_items("s", [1]),
    lambda shown: shown.apply(Snapshot.of_items([1])),
    lambda shown: shown.submit(Snapshot.of_items([1])),
    lambda shown: shown.edit(),
    lambda shown: shown.begin_reorder([1]),
    lambda shown: shown.undo(),
    lambda shown: shown.redo(),
    lambda shown: List().set_items([1], flags=DiffFlag.PAYLOAD).apply(shown),
]


@pytest.mark.parametrize("change", CHANGES)
def test_only_its_source_changes_a_derived_list(change: Callable[[List[Any]], Any]) -> None:
    with List.of_items([1, 2, 3]) as source:
        for derived in (source.outline(), source.filtered()):
            with pytest.raises(StateError):
                change(derived)
            assert derived.models() == [1, 2, 3]


def test_derived_lists_are_made_by_their_source() -> None:
    for kind in (DerivedList, Outline, FilteredList):
        with pytest.raises(TypeError, match="are made by"):
            kind()
    source = List.of_items([1])
    assert source.filtered().source is source and isinstance(source.outline(), DerivedList)
    with source.outline() as outline:
        pass
    with pytest.raises(ClosedError, match="the Outline is closed"):
        outline.expand(1)
    with pytest.raises(BusyError), source.edit():
        source.filtered()
    with pytest.raises(ClosedError):
        outline.filtered()


def test_eight_derivations_are_the_limit() -> None:
    source: List[int] = List.of_items(range(10))
    chain: list[List[int]] = [source]
    for _ in range(8):
        chain.append(chain[-1].filtered(odd) if len(chain) % 2 else chain[-1].outline())
    with pytest.raises(LimitError):
        chain[-1].filtered()
    with pytest.raises(LimitError):
        chain[-1].outline()
    source.set_items(range(20))
    for derived in chain[1:]:
        settle(derived)
    assert chain[-1].models() == list(range(1, 20, 2))


def test_a_derived_list_keeps_its_source_until_it_is_collected_itself() -> None:
    class Model:
        pass

    models = [Model(), Model()]
    source: List[Model] = List(key=id)
    source.set_items(models)
    outline = source.filtered().outline()
    refers = weakref.ref(source)
    del source
    gc.collect()
    assert refers() is not None and outline.models() == models
    alive = [weakref.ref(model) for model in models]
    models.clear()
    del outline
    gc.collect()
    assert refers() is None and [model() for model in alive] == [None, None]


def test_it_goes_on_without_its_source() -> None:
    with List.of_items(range(6)) as source:
        found = source.filtered(odd)
        settle(found)
        waiting = found.set_filter(lambda key, number: True, delay=9)
    assert found.source.closed and found.models() == [1, 3, 5] and found.index(3) == 1
    settle(found)
    assert waiting.done() and found.models() == [0, 1, 2, 3, 4, 5]
    found.set_filter(odd)
    settle(found)
    assert found.models() == [1, 3, 5] and found.item(3).index == 1
    with pytest.raises(StateError):
        found.set_filter([True] * 6)
    with pytest.raises(StateError):
        found.set_items([7, 3])
    with pytest.raises(StateError):
        found.edit().__enter__()


def test_sections_have_the_names_of_the_source() -> None:
    source: List[str] = List.of_sections({"old": ["a"]})
    middle = source.filtered()
    derived = middle.outline()
    for number in range(100):
        source.set({f"section {number}": ["a"]})
        # Behind its source it still has the name of what the source has dropped.
        assert [section.name for section in derived.sections] == ["old"]
    settle(middle)
    settle(derived)
    assert [section.name for section in derived.sections] == ["section 99"]


def test_states_of_what_is_hidden_come_back() -> None:
    source = List.of_items(range(6))
    found = source.filtered()
    found.set_events(EventKind.STATES | EventKind.UPDATE)
    found.set_selection(Selection.MULTIPLE)
    found.select([2, 3])
    two = found.item(2)
    found.poll()
    found.set_filter(odd)
    told = [(event.kind, event.flags, event.states, event.index) for event in settle(found)]
    assert told == [
        (EventKind.UPDATE, 0, 0, None),
        (EventKind.STATES, StatesFlag.GONE, State.SELECTED, 2),
    ]
    assert not two.alive and found.info().selected == 1 and source.info().selected == 0
    found.set_filter()
    told = [(event.kind, event.flags, event.states, event.index) for event in settle(found)]
    assert told == [(EventKind.UPDATE, 0, 0, None), (EventKind.STATES, StatesFlag.ON, State.SELECTED, 2)]
    assert found.info().selected == 2 and found.item(2) != two
