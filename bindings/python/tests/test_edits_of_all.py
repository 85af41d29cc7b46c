"""Edits under each policy, of items with models and classes, of elements and marks: the list shows what the
slow model shows, the commit says it, and what is not committed leaves nothing behind."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from operator import itemgetter
from typing import Any

import arranged
import pytest
from arranged import Entry
from arranged_changes import check
from arranged_edits import Edited
from hypothesis import given
from hypothesis import strategies as st
from test_policies import beside, look, policies

from iqlist import ArgumentError, DiffFlag, Duplicates, Edit, Error, Item, Key, List

UNKNOWN = 1 << 30

place = st.integers(0, 2)
item, which = st.tuples(place, place), st.integers(0, 2)
rows = st.lists(st.tuples(st.integers(0, 12), look), max_size=3)
items, some = st.lists(item, max_size=2), st.lists(place, max_size=2)
STEPS = {
    "insert_items": st.tuples(place, place, rows),
    "set_section_items": st.tuples(place, rows),
    "delete_items": st.tuples(items),
    "move_item_range": st.tuples(place, place, place, place, place),
    "update_item": st.tuples(place, place, look),
    "insert_sections": st.tuples(place, st.lists(st.integers(0, 6), max_size=2)),
    "delete_sections": st.tuples(some),
    "move_section_range": st.tuples(place, place, place),
    "set_supplementary": st.tuples(place, which, look),
    "remove_supplementary": st.tuples(place, which),
}
MARKS = {
    "reload_items": st.tuples(items),
    "reconfigure_items": st.tuples(items),
    "reload_sections": st.tuples(some),
}
Step = tuple[str, Any]


def scripts(steps: dict[str, st.SearchStrategy[Any]], least: int) -> st.SearchStrategy[list[Step]]:
    each = st.one_of([st.tuples(st.just(name), told) for name, told in steps.items()])
    return st.lists(each, min_size=least, max_size=12)


@st.composite
def starts(draw: st.DrawFn) -> list[Entry]:
    """No key stands twice yet, whatever the policy."""
    numbers = draw(st.lists(st.integers(0, 6), min_size=1, max_size=4, unique=True))
    dealt: list[list[tuple[int, int]]] = [[] for _ in numbers]
    dealing = st.tuples(st.integers(0, 12), look, st.integers(0, 3))
    for number, how, s in draw(st.lists(dealing, min_size=2, max_size=12, unique_by=itemgetter(0))):
        dealt[s % len(dealt)].append((number, how))
    return [Entry(number, rows, draw(beside)) for number, rows in zip(numbers, dealt)]


def carry_out(edit: Edit, shown: List, name: str, told: Sequence[Any]) -> None:
    """One step, in the edit: what stands somewhere is named by its handle, or its section's key."""

    def section(s: int) -> Key:
        return shown.sections[s].key

    def handle(place: tuple[int, int]) -> Item:
        there = shown.sections[place[0]]
        if place[1] >= len(there):
            raise IndexError
        return shown.item_at(there.first + place[1])

    first: Any = told[0]
    rest: list[Any] = [*told[1:]]
    if name == "insert_items":
        edit.insert_items([arranged.item(*row) for row in rest[1]], section(first), rest[0])
    elif name == "set_section_items":
        edit.set_section_items(section(first), [arranged.item(*row) for row in rest[0]])
    elif name in ("delete_items", "reload_items", "reconfigure_items"):
        getattr(edit, name)([handle(each) for each in first])
    elif name in ("delete_sections", "reload_sections"):
        getattr(edit, name)([section(each) for each in first])
    elif name == "move_item_range":
        edit.move_item_range(section(first), rest[0], rest[1], section(rest[2]), rest[3])
    elif name == "update_item":
        _, content, model, cell_class = arranged.item(0, rest[1])
        edit.update_item(handle((first, rest[0])), content=content, model=model, cell_class=cell_class)
    elif name == "insert_sections":
        edit.insert_sections(rest[0], first)
    elif name == "move_section_range":
        edit.move_section_range(*told)
    elif name == "set_supplementary":
        edit.set_supplementary(section(first), arranged.element(*rest))
    else:
        gone = arranged.element(rest[0], 0)
        edit.remove_supplementary(section(first), gone.kind, gone.index)


@pytest.fixture(autouse=True, scope="module")
def models() -> Generator[None, None, None]:
    with arranged.models_let_go():
        yield


@given(
    policies,
    starts(),
    scripts(STEPS, 4),
    scripts(MARKS, 0),
    st.sampled_from(["committed", "abandoned", "refused"]),
)
def test_scripts(
    policy: Duplicates, first: list[Entry], script: list[Step], marks: list[Step], end: str
) -> None:
    shown = List(duplicates=policy)
    before = arranged.told(first, policy)
    shown.set([(s.key, s.items, list(s.elements.values())) for s in before])
    start, handles = shown.snapshot(), shown.items()
    model = Edited(before, policy)
    edit = shown.edit(flags=UNKNOWN if end == "refused" else DiffFlag.VERIFY)
    for name, told in script + marks:
        was = model
        model = Edited(was.sections, policy, was.marks)
        try:
            getattr(model, name)(*told)
        except LookupError:
            model = was
            with pytest.raises((Error, IndexError)):
                carry_out(edit, shown, name, told)
        else:
            carry_out(edit, shown, name, told)
        assert arranged.of(shown) == model.sections
    if end == "committed":
        check(edit.commit(), before, model.sections, policy, model.marks)
    if end == "refused":
        with pytest.raises(ArgumentError):
            edit.commit()
        assert arranged.of(shown) == model.sections
        edit.insert_sections([Key("still open")])
        with pytest.raises(ArgumentError):
            edit.commit()
    edit.close()
    assert arranged.of(shown) == (model.sections if end == "committed" else before)
    if end != "committed":
        assert shown.snapshot() == start and shown.items() == handles
