"""Edits: commit, abandon and refusal, what may happen beside them, updates by key, by handle and by object.
What each call does, under each policy, is in test_seeds.py."""

from __future__ import annotations

import array
from typing import Any, Callable

import pytest

from iqlist import (
    ArgumentError,
    BusyError,
    ChangeFlag,
    Columns,
    DiffFlag,
    DuplicateError,
    Error,
    Key,
    List,
    NotFoundError,
    RangeError,
    Row,
    Snapshot,
    StateError,
    Supplementary,
)


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
        with pytest.raises(ArgumentError, match="'b' is given twice"):
            edit.delete_items(["a", "b", "b", "a"])
        with pytest.raises(ArgumentError):
            edit.delete_sections(["s", "t", "s"])
        edit.insert_items(["c"], "s", 0)
    assert shown.models() == ["c", "a", "b"]


def test_after_a_refused_commit_the_edit_is_still_open() -> None:
    shown = List()
    shown.set({"s": ["a", "b"]})
    before, handles = shown.snapshot(), shown.items()
    edit = shown.edit(flags=1 << 30)
    edit.delete_items(["a"])
    for position in (1, 2):
        with pytest.raises(ArgumentError):
            edit.commit()
        assert shown.models() == ["b"] and not hasattr(edit, "changeset")
        edit.insert_sections([f"still open {position}"], position)
    edit.close()
    assert shown.snapshot() == before and shown.items() == handles


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


def test_children_go_below_their_parent() -> None:
    shown = List()
    shown.set_items(Columns(["a", "b", "c", "d"], models=["a", "b", "c", "d"], levels=[0, 1, 2, 0]))

    def levels() -> list[tuple[str, int]]:
        return [(row.model, row.level) for row in shown]

    with shown.edit() as edit:
        edit.insert_children("a", 0, ["e"])
        edit.insert_children(shown.item("a"), None, Columns(["f", "g"], models=["f", "g"], levels=[0, 3]))
        edit.insert_children("d", 0, [Row(Key("h"), 0, "h", None, 1)])
        assert levels() == [("a", 0), ("e", 1), ("b", 1), ("c", 2), ("f", 1), ("g", 4), ("d", 0), ("h", 2)]
        with pytest.raises(RangeError):
            edit.insert_children("a", 4, ["x"])
        with pytest.raises(NotFoundError, match="'x'"):
            edit.insert_children("x", 0, ["y"])
        with pytest.raises(DuplicateError, match="'b'"):
            edit.insert_children("a", 0, ["b"])
        with pytest.raises(ArgumentError):
            edit.insert_children("g", 0, Columns(["y"], levels=65_535))
        edit.update_item("c", level=5)
        edit.update_items(Columns(["b", "d"], levels=[7, 8]))
        assert (shown.item("b").level, shown.item("c").level, shown.row("d").level) == (7, 5, 8)
    summary = edit.changeset.summary()
    assert (summary.item_inserts, summary.item_reconfigures) == (4, 3)


def test_children_are_below_their_parent_whatever_the_lists_levels_count_from() -> None:
    """The levels that a list makes count from the root: a child is one deeper than its parent all the same,
    given as objects, in a snapshot, or as rows that were read, whose levels are taken as they are."""

    def level(path: str) -> int:
        return path.count("/")

    for is_snapshot in (False, True):
        shown = List(key=lambda path: path, level=level)
        shown.set_items(["a", "a/b", "c"])
        below = ["a/b/x", "a/b/x/y", "a/b/z"]
        if is_snapshot:
            wanted = shown.new_snapshot()
            wanted.append_sections(["s"])
            wanted.append_items(["a", "a/b", "c"])
            wanted.insert_children("a/b", None, iter(below))
            wanted.insert_children("c", 0, ["c/d/e"])
            read = [(row.model, row.level) for row in wanted]
        else:
            with shown.edit() as edit:
                edit.insert_children("a/b", None, iter(below))
                edit.insert_children("c", 0, ["c/d/e"])
                edit.insert_children("c", 1, [])
            read = [(row.model, row.level) for row in shown]
        assert read == [
            *(("a", 0), ("a/b", 1), ("a/b/x", 2), ("a/b/x/y", 3), ("a/b/z", 2)),
            *(("c", 0), ("c/d/e", 1)),
        ]
        with shown.edit() as edit:
            edit.insert_children("c", None, [Row(Key("c/f/g"), 0, "c/f/g", None, 1)])
        assert shown.row("c/f/g").level == 2


def test_a_level_is_a_reason_of_an_update() -> None:
    shown = List(model=None)
    shown.set_items(Columns([1, 2], levels=[0, 0]))
    (update,) = shown.set_items(Columns([1, 2], levels=[0, 1]), flags=DiffFlag.PAYLOAD).batch()
    assert update.flags == ChangeFlag.RECONFIGURE | ChangeFlag.BY_LEVEL
    assert not shown.set_items(Columns([1, 2], levels=array.array("H", [0, 1]))).batch()
    snapshot = shown.snapshot()
    assert Snapshot.decode(snapshot.encode()) == snapshot
    assert [row.level for row in snapshot] == [0, 1] and snapshot.encode()[4] == 3


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
