"""Snapshots and lists: policies for duplicates, marks, supplementary elements, limits, text, equality.
What each call does, under each policy, is in test_seeds.py."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Callable

import pytest

from iqlist import (
    ArgumentError,
    CellClass,
    ChangeFlag,
    Columns,
    DuplicateError,
    Duplicates,
    ElementKind,
    Key,
    LimitError,
    List,
    NoSectionError,
    NotFoundError,
    Position,
    ScopeError,
    Side,
    Snapshot,
    Supplementary,
    diff,
)

POLICIES: dict[Duplicates, list[str]] = {
    Duplicates.KEEP_FIRST: ["a", "b", "c"],
    Duplicates.KEEP_LAST: ["b", "a", "c"],
}


@pytest.mark.parametrize("policy", POLICIES)
def test_duplicates_are_dropped(policy: Duplicates) -> None:
    given_ = ["a", "b", "a", "c"]
    for shown in (List(duplicates=policy), Snapshot(duplicates=policy)):
        if isinstance(shown, List):
            assert shown.set_items(given_).summary().duplicates_dropped == 1
        else:
            shown.append_sections(["s"])
            shown.append_items(given_)
            assert shown.position("c").section == 0
        assert shown.models() == POLICIES[policy]


def test_duplicates_are_numbered() -> None:
    shown = List(duplicates=Duplicates.NUMBER)
    assert shown.set_items(["a", "a", "a"]).summary().duplicates_numbered == 2
    assert shown.keys() == [Key("a"), Key((Key("a"), 2)), Key((Key("a"), 3))]


def test_duplicates_are_refused_and_told() -> None:
    wanted = Snapshot.of_sections({"s": ["a", "b"], "t": ["c", "a"]})
    with pytest.raises(DuplicateError) as raised:
        wanted.position("a")
    error = raised.value
    assert (error.key, error.position, error.other) == (Key("a"), Position(1, 1), Position(0, 0))
    assert error.status == 9 and "IQ_ERROR_DUPLICATE" in str(error) and error.section == Key("t")
    with pytest.raises(ValueError):
        wanted.append_sections(["s"])


def test_scoped_keys_are_known_by_their_section() -> None:
    shown = List(duplicates=Duplicates.SCOPE)
    shown.set({"s": ["a", "b"], "t": ["b", "a"]})
    assert shown.index("a", "s") == 0 and shown.index("a", "t") == 3
    assert "a" in shown.section("t") and "c" not in shown.section("t")
    with pytest.raises(ScopeError):
        shown.position("a")
    with pytest.raises(DuplicateError):
        shown.set({"s": ["a", "a"]})
    wanted = shown.snapshot()
    wanted.move_item("a", after="b", section="t")
    with pytest.raises(ScopeError):
        wanted.move_item("a", to_section="t")
    assert wanted.delete_items(["b", "x"], section="s") == 1
    shown.apply(wanted)
    assert shown.models() == ["a", "b", "a"]
    with shown.edit() as edit:
        edit.delete_items([shown.item("a", section="t")])
    assert shown.models() == ["a", "b"]


def test_items_are_put_where_they_belong() -> None:
    wanted = Snapshot(level=lambda item: 1 if item.isupper() else 0)
    wanted.insert_sections(["t"])
    wanted.insert_sections(["s"], 0)
    assert [wanted.section(key).position for key in "st"] == [0, 1]
    wanted.insert_items(["a", "d"], section="s")
    wanted.insert_items(["b", "c"], section="s", position=1)
    wanted.insert_children("b", None, ["x", "Y"])
    wanted.insert_children("b", 0, ["w"])
    told = [(row.model, row.level) for row in wanted]
    assert told == [("a", 0), ("b", 0), ("w", 1), ("x", 1), ("Y", 2), ("c", 0), ("d", 0)]
    for position in (8, -1):
        with pytest.raises(IndexError):
            wanted.insert_items(["z"], section="s", position=position)
        with pytest.raises(IndexError):
            wanted.insert_sections(["z"], position)
        with pytest.raises(IndexError):
            wanted.insert_children("a", position, ["z"])
    with pytest.raises(TypeError):
        wanted.insert_items(["z"], position=0)
    with pytest.raises(TypeError):
        wanted.insert_items(["z"], before="a", position=0)
    with pytest.raises(NotFoundError, match="'u'"):
        wanted.insert_items(["z"], section="u", position=0)
    with pytest.raises(ArgumentError):
        wanted.insert_children("a", 0, Columns(["z"], levels=[65535]))
    wanted.set_section_items("s", ["d", "e"])
    wanted.set_section_items("t", ["f"])
    assert wanted.models() == ["d", "e", "f"]
    with pytest.raises(DuplicateError):
        wanted.set_section_items("t", ["g", "d"])
    with pytest.raises(NotFoundError):
        wanted.set_section_items("u", [])
    assert wanted.models() == ["d", "e", "f"]


def test_items_are_updated_where_they_are() -> None:
    options: dict[str, Any] = {"key": itemgetter(0), "content": itemgetter(slice(1, None))}
    before = Snapshot.of_sections({"s": [("a", 1), ("b", 1)], "t": [("c", 1)]}, **options)
    after = before.copy()
    after.update_items([("c", 2), ("a", 1)])
    assert after.models() == [("a", 1), ("b", 1), ("c", 2)]
    changes = diff(before, after).batch()
    assert [(change.kind.name, change.after_section) for change in changes] == [("ITEM_UPDATE", 1)]
    after.update_items(Columns(["b"], contents=[7]))
    after.update_items([])
    assert after[1].content == 7 and after[1].model == ("b", 1)
    told = after[:]
    with pytest.raises(NotFoundError, match="'x'"):
        after.update_items([("b", 9), ("x", 9)])
    with pytest.raises(ArgumentError, match="'b' is given twice"):
        after.update_items([("b", 8), ("b", 9)])
    with pytest.raises(TypeError):
        after.update_items(Columns(["b"], classes=CellClass("test of updates")))
    assert after[:] == told
    scoped = Snapshot.of_sections({"s": [("a", 1)], "t": [("a", 1)]}, duplicates=Duplicates.SCOPE, **options)
    scoped.update_items([("a", 2)], section="t")
    assert scoped.models() == [("a", 1), ("a", 2)]
    with pytest.raises(ScopeError):
        scoped.update_items([("a", 3)])


def test_marks_ask_for_updates() -> None:
    shown = List()
    shown.set({"s": ["a", "b", "c"], "t": ["d"]})
    wanted = shown.snapshot()
    wanted.reload_items(["a"])
    wanted.reconfigure_items(["c"])
    wanted.reload_sections(["t"])
    with pytest.raises(NotFoundError) as raised:
        wanted.reload_items(["b", "x"])
    assert raised.value.key == Key("x")
    changeset = shown.apply(wanted)
    told = [
        (change.kind.name, change.after_section, change.after_item, change.flags)
        for change in changeset.batch()
    ]
    mark = ChangeFlag.BY_MARK
    assert told == [
        ("SECTION_UPDATE", 1, None, ChangeFlag.RELOAD | mark),
        ("ITEM_UPDATE", 0, 0, ChangeFlag.RELOAD | mark),
        ("ITEM_UPDATE", 0, 2, ChangeFlag.RECONFIGURE | mark),
        ("ITEM_UPDATE", 1, 0, ChangeFlag.RELOAD | mark),
    ]
    wanted.clear_marks()
    assert not shown.apply(wanted)


def test_elements_stand_beside_the_items() -> None:
    header = Supplementary(ElementKind.HEADER, "h", content=1, model="Header")
    badge = Supplementary(ElementKind.HOST + 4, "b", model="Badge", index=7)
    shown = List()
    shown.set([("s", ["a"], [badge, header])])
    section = shown.section("s")
    assert [element.model for element in section.supplementaries] == ["Header", "Badge"]
    assert section.header is not None and section.header.key == Key("h") and section.footer is None
    wanted = shown.snapshot()
    wanted.remove_supplementary("s", badge.kind, 7)
    with pytest.raises(NotFoundError):
        wanted.remove_supplementary("s", ElementKind.FOOTER)
    wanted.set_supplementary("s", header._replace(content=2))
    changes = shown.apply(wanted).batch()
    assert [(change.kind.name, change.element_kind, change.element_index) for change in changes] == [
        ("SUPPLEMENTARY_UPDATE", 1, 0),
        ("SUPPLEMENTARY_DELETE", 20, 7),
    ]
    many = [Supplementary(ElementKind.HOST, number, index=number) for number in range(20)]
    shown.set([("s", [], many)])
    assert [element.index for element in shown.section("s").supplementaries] == list(range(20))
    with pytest.raises(ValueError):
        shown.set([("s", [], [Supplementary(2**32, "x")])])


def test_empty_sections_are_left_out_where_that_is_asked_for() -> None:
    shown = List(drop_empty_sections=True)
    shown.set({"s": [], "t": ["a"]})
    assert shown.sections.keys() == [Key("t")]
    wanted = Snapshot.of_sections({"s": [], "t": ["a"]}, drop_empty_sections=True)
    plain = List()
    plain.apply(wanted)
    assert plain.sections.keys() == [Key("t")] and wanted.sections.keys() == [Key("s"), Key("t")]


def test_limits_and_missing_sections() -> None:
    shown = List(max_items=2, max_sections=1)
    with pytest.raises(LimitError):
        shown.set_items(["a", "b", "c"])
    with pytest.raises(LimitError):
        shown.set({"s": [], "t": []})
    with pytest.raises(NoSectionError):
        Snapshot().append_items(["a"])
    with pytest.raises(KeyError):
        shown.set_section_items("s", [])
    wrong: list[Callable[[], Any]] = [
        lambda: List(duplicates=9),
        lambda: List(max_items=-1),
        lambda: shown.set_items([], flags=1 << 30),
        lambda: shown.set_items([], reload_threshold=-1),
    ]
    for call in wrong:
        with pytest.raises((ValueError, IndexError)):
            call()


def test_statistics_dump_and_explain() -> None:
    shown = List(content=lambda value: value)
    shown.set_items([1, 2])
    changeset = shown.set({b"\0" * 16: [2, 1]})
    assert changeset.explain(Side.BEFORE, 0, 0).startswith("moved") or changeset.explain(
        Side.BEFORE, 0, 1
    ).startswith("moved")
    with pytest.raises(IndexError):
        changeset.explain(Side.BEFORE, 0, 2)
    assert "item" in changeset.dump() and shown.dump() and Snapshot().dump()
    told = shown.statistics()
    assert told.changes.item_moves == 1 and told.tree_bytes > 0
    shown.set_items([1], changeset=False)
    assert shown.statistics().changes.item_deletes == 1 and shown.statistics().changes.item_moves is None
    shown.trim()
    assert shown.statistics().scratch_bytes == 0


def new_model(_: object) -> list[str]:
    return ["a"]


def test_snapshots_are_equal_if_they_show_the_same() -> None:
    one, other = Snapshot.of_items(["a"]), Snapshot.of_items(["a"])
    assert one == other and one != Snapshot.of_items(["b"]) and one != "a"
    marked = one.copy()
    marked.reload_items(["a"])
    assert one != marked
    elsewhere = Snapshot.of_items([1], model=new_model)
    assert elsewhere != Snapshot.of_items([1], model=new_model), "two models are two"
    with pytest.raises(TypeError):
        hash(one)
