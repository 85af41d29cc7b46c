"""Whatever is done in an edit: the list shows it at once, the commit says it as a diff would, abandoning it
leaves nothing behind."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable

import pytest
import slow
from hypothesis import given
from hypothesis import strategies as st
from plans import Plan, plans
from stepwise import ITEMS, SECTIONS, Model, anchor, follow, new_items
from test_set_and_diff import rows

from iqlist import (
    BusyError,
    ChangeFlag,
    DiffFlag,
    Edit,
    Error,
    Key,
    List,
    NotFoundError,
    Row,
    Snapshot,
    StateError,
    Supplementary,
    diff,
)

Step = tuple[str, tuple[Any, ...]]

item, section, place = st.sampled_from(ITEMS), st.sampled_from(SECTIONS), st.integers(0, 6)
items, sections = st.lists(item, min_size=1, max_size=3), st.lists(section, min_size=1, max_size=2)
STEPS = {
    "insert_items_at": st.tuples(items, section, place),
    "insert_items": st.tuples(items, item, st.booleans()),
    "delete_all_of": st.tuples(items),
    "delete_item_range": st.tuples(section, place, place),
    "move_item": st.tuples(item, item, st.booleans()),
    "move_item_range": st.tuples(section, place, place, section, place),
    "update_item": st.tuples(item, st.integers(0, 2)),
    "set_section_items": st.tuples(section, items),
    "insert_sections_at": st.tuples(sections, place),
    "insert_sections": st.tuples(sections, section, st.booleans()),
    "delete_these_sections": st.tuples(sections),
    "delete_section_range": st.tuples(place, place),
    "move_section": st.tuples(section, section, st.booleans()),
    "move_section_range": st.tuples(place, place, place),
}
SCRIPTS = st.lists(
    st.one_of([st.tuples(st.just(name), given_) for name, given_ in STEPS.items()]), max_size=16
)


def carry_out(edit: Edit, name: str, given_: tuple[Any, ...]) -> None:
    """One step, in the edit."""
    if name in ("insert_items_at", "set_section_items"):
        numbers, others = (given_[0], given_[1:]) if name == "insert_items_at" else (given_[1], ())
        if name == "insert_items_at":
            edit.insert_items(new_items(numbers), *others)
        else:
            edit.set_section_items(given_[0], new_items(numbers))
    elif name == "insert_items":
        edit.insert_items(new_items(given_[0]), **anchor(*given_[1:]))
    elif name in ("move_item", "insert_sections", "move_section"):
        getattr(edit, name)(given_[0], **anchor(*given_[1:]))
    elif name == "update_item":
        edit.update_item(given_[0], content=given_[1])
    else:
        names = {
            "delete_all_of": "delete_items",
            "insert_sections_at": "insert_sections",
            "delete_these_sections": "delete_sections",
        }
        getattr(edit, names.get(name, name))(*given_)


@given(plans(), SCRIPTS, st.booleans())
def test_scripts(plan: Plan, script: list[Step], commits: bool) -> None:
    shown = List()
    shown.set(rows(plan))
    before, model = shown.snapshot(), Model(slow.given(plan))
    handles = {handle.key: handle for handle in shown.items()}
    edit = shown.edit(flags=DiffFlag.PAYLOAD | DiffFlag.VERIFY)
    for name, given_ in script:
        follow(shown, model, partial(carry_out, edit, name, given_), name, given_)
    if commits:
        changeset = edit.commit()
        assert changeset is edit.changeset and changeset == diff(
            before, shown.snapshot(), flags=DiffFlag.PAYLOAD
        )
        slow.check(changeset, slow.given(plan), model.shown)
    edit.close()
    assert slow.shown_by(shown) == (model.shown if commits else slow.given(plan))
    if not commits:
        assert shown.snapshot() == before
    assert {
        handle.key: handle for handle in shown.items() if handle.key in handles
    }.items() <= handles.items()


def test_the_block_commits_and_an_exception_abandons() -> None:
    shown = List()
    shown.set({"s": ["a", "b"]})
    with shown.edit() as edit:
        edit.delete_items(["a"])
        assert not hasattr(edit, "changeset")
    assert edit.closed and edit.changeset.summary().item_deletes == 1
    with pytest.raises(ZeroDivisionError), shown.edit() as edit:
        edit.delete_items(["b"])
        raise ZeroDivisionError
    assert edit.closed and not hasattr(edit, "changeset") and shown.models() == ["b"]
    with shown.edit() as edit:
        edit.delete_items(["b"])
        edit.close()
    assert shown.models() == ["b"], "closed by hand inside the block: abandoned"
    with shown.edit() as edit:
        edit.delete_items(["b"])
        edit.commit()
    assert shown.models() == [], "committed by hand inside the block: once"


def test_one_edit_at_a_time_and_nothing_else_beside_it() -> None:
    shown = List()
    shown.set_items(["a"])
    with shown.edit() as edit:
        others: list[Callable[[], Any]] = [
            shown.edit,
            lambda: shown.set_items([]),
            lambda: shown.apply(Snapshot()),
        ]
        for change in others:
            with pytest.raises(BusyError):
                change()
        edit.insert_items(["b"], shown.sections[0])
        assert shown.snapshot().models() == shown.models() == ["a", "b"], "readers see it edited"
    with pytest.raises(StateError), shown.edit() as edit:
        edit.commit()
        edit.delete_items(["a"])
    shown.set_items(["c"])


def test_after_a_refusal_the_edit_is_still_open() -> None:
    shown = List()
    shown.set({"s": ["a", "b"], "t": []})
    with shown.edit() as edit:
        refused: list[Callable[[], Any]] = [
            lambda: edit.insert_items(["a"], "s"),
            lambda: edit.insert_items(["x"], "none"),
            lambda: edit.insert_items(["x"]),
            lambda: edit.insert_items(["x"], "s", 3),
            lambda: edit.insert_items(["x"], "s", -1),
            lambda: edit.delete_items(["a", "a"]),
            lambda: edit.delete_items(["x"]),
            lambda: edit.delete_item_range("s", 1, 2),
            lambda: edit.delete_item_range("s", -1, 1),
            lambda: edit.move_item("a"),
            lambda: edit.remove_supplementary("s", 1),
        ]
        for call in refused:
            with pytest.raises((Error, TypeError)):
                call()
        edit.insert_items(["c"], "s", 0)
    assert shown.models() == ["c", "a", "b"]


def test_updates_and_marks() -> None:
    shown = List()
    shown.set({"s": ["a", "b", "c"], "t": ["d"]})
    header = Supplementary(1, Key("h"), 5)
    with shown.edit() as edit:
        edit.update_item("a", content=("new",), model="A")
        edit.update_item(shown.item("a"), model="AA")
        edit.reload_items(["b"])
        edit.reconfigure_items([shown.item("c")])
        edit.reload_sections(["t"])
        edit.set_supplementary("s", header)
        edit.set_supplementary("t", header)
        edit.remove_supplementary("t", 1)
    by_mark, reconfigure = ChangeFlag.BY_MARK, ChangeFlag.RECONFIGURE
    told = [(change.kind.name, change.flags) for change in edit.changeset.batch()]
    assert told == [
        ("SECTION_UPDATE", ChangeFlag.RELOAD | by_mark),
        ("ITEM_UPDATE", reconfigure | ChangeFlag.BY_CONTENT),
        ("ITEM_UPDATE", ChangeFlag.RELOAD | by_mark),
        ("ITEM_UPDATE", reconfigure | by_mark),
        ("ITEM_UPDATE", ChangeFlag.RELOAD | by_mark),
        ("SUPPLEMENTARY_INSERT", ChangeFlag.NONE),
    ]
    assert shown.models() == ["AA", "b", "c", "d"] and shown.section("s").header == header
    with pytest.raises(NotFoundError), shown.edit() as edit:
        edit.update_item("x", content=1)


def test_an_item_that_comes_again_before_the_commit_is_the_same() -> None:
    shown = List(model=None)
    shown.set({"s": ["a", "b"]})
    a = shown.item("a")
    with shown.edit() as edit:
        edit.delete_items([a])
        assert not a.alive
        edit.insert_items([Row(Key("a"), 0, None, None)], "s")
        assert a.index == 1
    assert edit.changeset.summary().item_moves == 1 and shown.item("a") == a


def test_a_changeset_that_nobody_asks_for_is_not_made() -> None:
    shown = List()
    shown.set({"s": ["a"]})
    with shown.edit(changeset=False) as edit:
        edit.delete_items(["a"])
    assert edit.changeset.closed and len(shown) == 0
