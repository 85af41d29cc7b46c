"""Items that look different: an edit is told which objects, and the list's recipe says how they look."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

import iqlist
from iqlist import ArgumentError, CellClass, Columns, Duplicates, Edit, List, NotFoundError


@dataclass(frozen=True)
class Chat:
    name: str
    messages: int = 0


CHATS = [Chat("Ada"), Chat("Ben"), Chat("Cem")]


def chats() -> List[Chat]:
    return List.of_items(CHATS, key="name")


def reconfigured(edit: Edit[Any]) -> int:
    return edit.changeset.summary().item_reconfigures


def test_objects_update_the_items_of_their_keys() -> None:
    shown = chats()
    new = [replace(CHATS[2], messages=3), replace(CHATS[0], messages=1)]
    with shown.edit() as edit:
        edit.update_items(new)
    assert reconfigured(edit) == 2 and shown.models() == [new[1], CHATS[1], new[0]]
    with shown.edit() as edit:
        edit.update_items([replace(new[0])])
    assert not edit.changeset, "the same look again"


def test_a_new_model_has_the_look_that_the_recipe_makes_of_it() -> None:
    shown = chats()
    with shown.edit() as edit:
        edit.update_item("Ada", model=Chat("Ada", 5))
    assert reconfigured(edit) == 1 and shown.row("Ada").content == chats_content(Chat("Ada", 5))
    rows = List.of_items([{"id": 1, "text": "a"}], key="id", content="text")
    with rows.edit() as other:
        other.update_item(1, model={"id": 1, "text": "b"})
    assert reconfigured(other) == 1


def chats_content(chat: Chat) -> int:
    return List.of_items([chat], key="name")[0].content


def test_what_is_said_goes_before_the_recipe_and_what_is_not_said_stays() -> None:
    other = CellClass("tests/other")
    shown = chats()
    before = shown[1]
    with shown.edit() as edit:
        edit.update_item("Ada", model=Chat("Ada", 5), content=7)
        edit.update_item("Ben", content=8)
        edit.update_item("Cem", cell_class=other)
    ada, ben, cem = shown
    assert (ada.content, ada.model) == (7, Chat("Ada", 5))
    assert ben == before._replace(content=8)
    assert (cem.model, cem.cell_class) == (CHATS[2], other)


def test_a_model_that_is_not_the_object_itself_changes_no_more_than_the_model() -> None:
    shown = List.of_items(CHATS, key="name", model=str)
    before = shown[0]
    with shown.edit() as edit:
        edit.update_item("Ada", model="other")
        edit.update_items([Chat("Ben", 9)])
    assert shown[0] == before._replace(model="other")
    assert shown[1].model == str(Chat("Ben", 9)) and reconfigured(edit) == 1


def test_columns_update_the_fields_that_they_have() -> None:
    shown = chats()
    with shown.edit() as edit:
        edit.update_items(Columns(["Ada", "Cem"], contents=[1, 2]))
        edit.update_items([])
    assert [item.content for item in shown][::2] == [1, 2] and shown.models() == CHATS


def test_a_refused_update_changes_nothing_and_says_who() -> None:
    shown = chats()
    before = shown[:]
    with shown.edit() as edit:
        with pytest.raises(NotFoundError) as missing:
            edit.update_items([Chat("Ada", 9), Chat("Zoe")])
        with pytest.raises(ArgumentError, match="'Ada' is given twice"):
            edit.update_items([Chat("Ada", 1), Chat("Ada", 2)])
    assert missing.value.value == "Zoe" and "'Zoe'" in str(missing.value)
    assert shown[:] == before and not edit.changeset


def test_scoped_keys_are_looked_up_in_their_section() -> None:
    shown = List.of_sections({"s": CHATS, "t": CHATS}, key="name", duplicates=Duplicates.SCOPE)
    with shown.edit() as edit:
        edit.update_items([Chat("Ben", 4)], section="t")
        with pytest.raises(iqlist.ScopeError):
            edit.update_items([Chat("Ben", 4)])
    assert [item.model.messages for item in shown] == [0, 0, 0, 0, 4, 0]
