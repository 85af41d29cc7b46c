"""Snapshots and changesets are pickled by their encoding; the models of a snapshot go with it."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass
from typing import Any, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plans import Plan, plans
from test_set_and_diff import rows

import iqlist
from iqlist import Changeset, DiffFlag, Duplicates, ElementKind, List, Snapshot, Supplementary, diff


@dataclass(frozen=True)
class Chat:
    id: int
    name: str


def level_of(chat: Chat) -> int:
    return chat.id % 2


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def models_of(snapshot: Snapshot[Any]) -> list[Any]:
    elements = [each.model for section in snapshot.sections for each in section.supplementaries]
    return snapshot.models() + elements


@given(plans(), plans(), st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_they_are_the_same_afterwards(one: Plan, other: Plan, protocol: int) -> None:
    before, after = Snapshot.of_sections(rows(one)), Snapshot.of_sections(rows(other))
    for snapshot in (before, after):
        there = pickle.loads(pickle.dumps(snapshot, protocol))
        assert there.encode() == snapshot.encode() and models_of(there) == models_of(snapshot)
        assert [section.name for section in there.sections] == [section.name for section in snapshot.sections]
    changeset = diff(before, after, flags=DiffFlag.PAYLOAD)
    there = pickle.loads(pickle.dumps(changeset, protocol))
    assert there == changeset and there.encode() == changeset.encode()


def test_marks_levels_classes_and_elements_go_along() -> None:
    wanted = Snapshot[Any](key="id", level=level_of)
    title = Supplementary(ElementKind.HEADER, "title", content=("Chats",), model=Chat(0, "Chats"))
    wanted.set([("a", [Chat(2, "Ada"), Chat(3, "Ben")], [title]), ("b", [Chat(4, "Cem")])])
    wanted.reload_items([3])
    there = again(wanted)
    assert there.encode() == wanted.encode() and models_of(there) == models_of(wanted)
    assert [row.level for row in there] == [0, 1, 0] and there.section("a").name == "a"
    wanted.clear_marks()
    assert repr(diff(wanted, there)) == "<Changeset: 1 item reloads>"


@pytest.mark.parametrize("policy", list(Duplicates))
def test_what_becomes_of_duplicates_stays(policy: Duplicates) -> None:
    wanted = Snapshot[Any](duplicates=policy, drop_empty_sections=True)
    wanted.set({"a": ["x", "y"], "b": ["x"] if policy == Duplicates.SCOPE else ["z"], "c": []})
    there = again(wanted)
    assert there.encode() == wanted.encode() and there.models() == wanted.models()
    shown = List(duplicates=policy, drop_empty_sections=True)
    there.append_items(["w"], "b")
    shown.apply(there)
    assert len(shown.sections) == 2 and shown.models()[-1] == "w"


def test_a_snapshot_of_a_list_has_its_policies_and_its_recipe() -> None:
    shown = List(key="id", content=("name",), duplicates=Duplicates.KEEP_LAST)
    shown.set_items([Chat(1, "Ada")])
    there = again(shown.snapshot())
    there.append_items([Chat(2, "Ben"), Chat(1, "Ada L.")])
    assert shown.apply(there) and shown.models() == [Chat(2, "Ben"), Chat(1, "Ada L.")]
    assert there.index(Chat(2, "Ben")) == 0


def test_functions_of_a_recipe_that_cannot_be_pickled_stay_behind() -> None:
    def id_of(chat: Chat) -> int:
        return chat.id

    there = again(Snapshot[Any].of_items([Chat(1, "Ada")], key=id_of))
    assert there.models() == [Chat(1, "Ada")] and there.index(1) == 0
    shown = List(key="name")
    shown.apply(there)
    assert shown.models() == [Chat(1, "Ada")]


def test_objects_that_are_shared_stay_shared() -> None:
    chat = Chat(1, "Ada")
    there, other = again((Snapshot[Any].of_items([chat], key="id"), chat))
    assert there.models()[0] is other


CANNOT: list[Callable[[], Any]] = [lambda: object.__new__(type("Local", (), {})), lambda: lambda: 1]


@pytest.mark.parametrize("make", range(len(CANNOT)))
def test_models_that_cannot_be_pickled_are_refused_in_words(make: int) -> None:
    model = CANNOT[make]()
    title = Supplementary(ElementKind.HEADER, "title", model=model)
    for wanted in (
        Snapshot[Any].of_items([model], key=id),
        Snapshot[Any].of_sections([("a", [], [title])]),
    ):
        for pickled in (pickle.dumps, copy.deepcopy):
            with pytest.raises(
                TypeError, match=r"the models of the Snapshot cannot be pickled \(.*encode\(\)"
            ):
                pickled(wanted)
    bare = Snapshot[Any].of_items([model], key=id, model=None)
    assert again(bare).encode() == bare.encode()


def test_deep_copies_have_models_of_their_own() -> None:
    wanted = Snapshot[Any].of_items([["a"]], key=tuple)
    there = copy.deepcopy(wanted)
    assert there.models() == [["a"]] and there.models()[0] is not wanted.models()[0]
    assert copy.copy(wanted).models()[0] is wanted.models()[0]


def test_a_changeset_without_payload_says_what_it_needs() -> None:
    with pytest.raises(TypeError, match=r"without DiffFlag\.PAYLOAD cannot be pickled"):
        pickle.dumps(List().set_items(["a"]))
    with pytest.raises(iqlist.ClosedError):
        pickle.dumps(List().set_items(["a"], changeset=False))
    made: Changeset = again(List().set_items(["a"], flags=DiffFlag.PAYLOAD))
    assert made.summary().item_inserts == 1


def test_lists_are_not_pickled() -> None:
    with pytest.raises(TypeError, match=r"a List cannot be pickled or copied: snapshot\(\) can"):
        pickle.dumps(List())
