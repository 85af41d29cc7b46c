"""Whatever is done to what is closed, half made, stale or of another kind: an exception that says so."""

from __future__ import annotations

import pickle
from typing import Any, Callable

import pytest

import iqlist
from iqlist import (
    CellClass,
    Changeset,
    ClosedError,
    DiffFlag,
    Edit,
    Error,
    FilteredList,
    GroupedList,
    HandleError,
    Key,
    List,
    Outline,
    Snapshot,
    SortedList,
    StateError,
    TakenCell,
    View,
    diff,
)
from iqlist.records import Side, Supplementary

HEADER = Supplementary(1, "h")
LIST_CALLS: list[Callable[[List], Any]] = [
    len,
    list,
    lambda shown: shown[0],
    lambda shown: shown[0:1],
    lambda shown: "a" in shown,
    lambda shown: shown.keys(),
    lambda shown: shown.models(),
    lambda shown: shown.columns(),
    lambda shown: shown.index("a"),
    lambda shown: shown.row("a"),
    lambda shown: shown.dump(),
    lambda shown: len(shown.sections),
    lambda shown: shown.sections[0],
    lambda shown: shown.section("a"),
    lambda shown: shown.set([]),
    lambda shown: shown.set_items([]),
    lambda shown: shown.set_section_items("a", []),
    lambda shown: shown.apply(Snapshot()),
    lambda shown: shown.edit(),
    lambda shown: shown.snapshot(),
    lambda shown: shown.item("a"),
    lambda shown: shown.item_at(0),
    lambda shown: shown.items(),
    lambda shown: shown.statistics(),
    lambda shown: shown.trim(),
    lambda shown: shown.set_undo(1),
    lambda shown: shown.undo_bytes,
    lambda shown: shown.event_kinds,
    lambda shown: shown.selection,
    lambda shown: shown.set_loading(1),
    lambda shown: shown.set_page(0, 1),
    lambda shown: shown.page(0),
    lambda shown: shown.reach_edge(0),
    lambda shown: shown.begin_reorder([]),
    lambda shown: shown.poll(),
    lambda shown: shown.events(),
    lambda shown: shown.fileno(),
    lambda shown: shown.submit(Snapshot()),
    lambda shown: shown.cancel(),
    lambda shown: shown.undo(),
    lambda shown: shown.redo(),
    lambda shown: shown.view(),
    lambda shown: shown.register_class(CellClass.find("python.object")),
    lambda shown: shown.outline(),
    lambda shown: shown.filtered(),
    lambda shown: shown.supplementaries,
    lambda shown: shown.set_supplementary(HEADER),
    lambda shown: shown.remove_supplementary(1),
    lambda shown: shown.supplementary(1),
    lambda shown: shown.__enter__() and len(shown),
]
SNAPSHOT_CALLS: list[Callable[[Snapshot], Any]] = [
    len,
    list,
    lambda wanted: wanted.copy(),
    lambda wanted: wanted.append_sections(["b"]),
    lambda wanted: wanted.insert_sections(["b"], before="a"),
    lambda wanted: wanted.move_section("a", after="a"),
    lambda wanted: wanted.delete_sections(["a"]),
    lambda wanted: wanted.clear(),
    lambda wanted: wanted.append_items(["x"]),
    lambda wanted: wanted.insert_items(["x"], after="a"),
    lambda wanted: wanted.move_item("a", to_section="a"),
    lambda wanted: wanted.delete_items(["a"]),
    lambda wanted: wanted.delete_all_items(),
    lambda wanted: wanted.reload_items(["a"]),
    lambda wanted: wanted.reconfigure_items(["a"]),
    lambda wanted: wanted.reload_sections(["a"]),
    lambda wanted: wanted.clear_marks(),
    lambda wanted: wanted.set_supplementary("a", HEADER),
    lambda wanted: wanted.remove_supplementary("a", 1),
    lambda wanted: wanted.position("a"),
    lambda wanted: wanted.encode(),
    lambda wanted: wanted == Snapshot(),
    lambda wanted: diff(wanted, Snapshot()),
    lambda wanted: diff(Snapshot(), wanted),
    lambda wanted: List().apply(wanted),
]
CHANGESET_CALLS: list[Callable[[Changeset], Any]] = [
    bool,
    lambda changes: changes.summary(),
    lambda changes: changes.reload,
    lambda changes: changes.batch(),
    lambda changes: changes.steps(),
    lambda changes: changes.splices(),
    lambda changes: changes.map(),
    lambda changes: changes.map_position(Side.BEFORE, 0),
    lambda changes: changes.find("a"),
    lambda changes: changes.explain(Side.AFTER, 0, 0),
    lambda changes: changes.dump(),
    lambda changes: changes.apply(Snapshot()),
    lambda changes: changes.apply(List()),
    lambda changes: changes.invert(),
    lambda changes: changes.compose(changes),
    lambda changes: changes.encode(),
    lambda changes: hash(changes),
]
EDIT_CALLS: list[Callable[[Edit], Any]] = [
    lambda edit: edit.commit(),
    lambda edit: edit.insert_items(["x"], "a"),
    lambda edit: edit.insert_items(["x"], before="x1"),
    lambda edit: edit.delete_items(["x1"]),
    lambda edit: edit.delete_item_range("a", 0, 1),
    lambda edit: edit.move_item("x1", before="x2"),
    lambda edit: edit.move_item_range("a", 0, 1, "a"),
    lambda edit: edit.update_item("x1", content=1),
    lambda edit: edit.reload_items(["x1"]),
    lambda edit: edit.reconfigure_items(["x1"]),
    lambda edit: edit.set_section_items("a", []),
    lambda edit: edit.insert_sections(["b"]),
    lambda edit: edit.delete_sections(["a"]),
    lambda edit: edit.delete_section_range(0, 1),
    lambda edit: edit.move_section("a", after="a"),
    lambda edit: edit.move_section_range(0, 1),
    lambda edit: edit.reload_sections(["a"]),
    lambda edit: edit.set_supplementary("a", HEADER),
    lambda edit: edit.remove_supplementary("a", 1),
]
OUTLINE_CALLS: list[Callable[[Outline], Any]] = [
    len,
    lambda outline: outline.expand("a"),
    lambda outline: outline.collapse("a"),
    lambda outline: outline.is_expanded("a"),
    lambda outline: outline.expand_all(),
    lambda outline: outline.collapse_all(),
]
FILTER_CALLS: list[Callable[[FilteredList], Any]] = [
    len,
    lambda found: found.set_filter(),
    lambda found: found.set_filter(lambda key, model: True),
    lambda found: found.set_filter([True]),
    lambda found: found.cancel(),
]
ORDER_CALLS: list[Callable[[SortedList], Any]] = [
    len,
    lambda ordered: ordered.set_order(),
    lambda ordered: ordered.set_order(lambda key, model: 0),
    lambda ordered: ordered.cancel(),
]
GROUP_CALLS: list[Callable[[GroupedList], Any]] = [
    len,
    lambda groups: groups.set_order(lambda key, model: 0),
    lambda groups: groups.section("a"),
]
VIEW_CALLS: list[Callable[[View], Any]] = [
    lambda view: view.set_visible(0, 1),
    lambda view: view.visible,
    lambda view: view.take_cell("a"),
    lambda view: view.find_cell("a"),
    lambda view: view.find_cell(number=0),
]


def closed(made: Any) -> Any:
    made.close()
    made.close()
    assert made.closed and "closed" in repr(made)
    return made


@pytest.mark.parametrize("call", LIST_CALLS)
def test_a_closed_list_says_so(call: Callable[[List], Any]) -> None:
    shown = List()
    shown.set({"a": ["a"]})
    with pytest.raises(ClosedError, match="the List is closed"):
        call(closed(shown))


@pytest.mark.parametrize("call", OUTLINE_CALLS)
def test_a_closed_outline_says_so(call: Callable[[Outline], Any]) -> None:
    with pytest.raises(ClosedError, match="the Outline is closed"):
        call(closed(List.of_items(["a"]).outline()))


@pytest.mark.parametrize("call", FILTER_CALLS)
def test_a_closed_filter_says_so(call: Callable[[FilteredList], Any]) -> None:
    with pytest.raises(ClosedError, match="the FilteredList is closed"):
        call(closed(List.of_items(["a"]).filtered()))


@pytest.mark.parametrize("call", ORDER_CALLS)
def test_a_closed_sorted_list_says_so(call: Callable[[SortedList], Any]) -> None:
    with pytest.raises(ClosedError, match="the SortedList is closed"):
        call(closed(List.of_items(["a"]).sorted()))


@pytest.mark.parametrize("call", GROUP_CALLS)
def test_a_closed_grouped_list_says_so(call: Callable[[GroupedList], Any]) -> None:
    with pytest.raises(ClosedError, match="the GroupedList is closed"):
        call(closed(List.of_items(["a"]).grouped(lambda key, name: name)))


@pytest.mark.parametrize("call", SNAPSHOT_CALLS)
def test_a_closed_snapshot_says_so(call: Callable[[Snapshot], Any]) -> None:
    with pytest.raises(ValueError, match="the Snapshot is closed"):
        call(closed(Snapshot.of_sections({"a": ["a"]})))


@pytest.mark.parametrize("call", CHANGESET_CALLS)
def test_a_closed_changeset_says_so(call: Callable[[Changeset], Any]) -> None:
    with pytest.raises(ValueError, match="the Changeset is closed"):
        call(closed(List().set_items(["a"], flags=DiffFlag.PAYLOAD)))


@pytest.mark.parametrize("call", EDIT_CALLS)
def test_a_closed_edit_says_so_and_a_committed_one_too(call: Callable[[Edit], Any]) -> None:
    shown = List()
    shown.set({"a": ["x1", "x2"]})
    with pytest.raises(ValueError, match="the Edit is closed"):
        call(closed(shown.edit()))
    edit = shown.edit()
    edit.commit()
    with pytest.raises(StateError):
        call(edit)
    edit = shown.edit()
    shown.close()
    with pytest.raises((HandleError, ClosedError)):
        call(edit)


@pytest.mark.parametrize("call", VIEW_CALLS)
def test_a_closed_view_says_so_and_one_of_a_closed_list_too(call: Callable[[View], Any]) -> None:
    shown = List.of_items(["a"])
    with pytest.raises(ValueError, match="the View is closed"):
        call(closed(shown.view()))
    with shown.view() as view:
        shown.close()
        with pytest.raises((HandleError, ClosedError)):
            call(view)


@pytest.mark.parametrize("kind", [List, Outline, FilteredList, Snapshot, Changeset, Edit, View])
def test_what_was_never_made_is_closed(kind: Any) -> None:
    half_made = kind.__new__(kind)
    assert half_made.closed
    half_made.close()
    with pytest.raises(ClosedError):
        _ = half_made._pointer


@pytest.mark.parametrize("kind", [Changeset, Edit, View, TakenCell])
def test_what_calls_return_is_not_made_by_hand(kind: Any) -> None:
    with pytest.raises(TypeError):
        kind()


def test_a_changeset_that_was_not_asked_for_says_so() -> None:
    unasked = List().set_items(["a"], changeset=False)
    with pytest.raises(ClosedError, match="was not requested"):
        unasked.batch()


def test_records_outlive_their_changeset() -> None:
    changeset = List().set_items(range(100), flags=DiffFlag.PAYLOAD)
    batch, places = changeset.batch(), changeset.map(Side.AFTER)
    expected = list(batch), list(places)
    changeset.close()
    del changeset
    List().set_items(range(1000))
    assert (list(batch), list(places)) == expected


def test_stale_and_foreign_handles_are_refused() -> None:
    shown, other = List(), List()
    shown.set_items(["a", "b"])
    other.set_items(["a", "b"])
    a = shown.item("a")
    assert a.alive and a.index == 0 and a.section == shown.sections[0]
    with pytest.raises(HandleError), other.edit() as edit:
        edit.delete_items([a])
    shown.set_items(["b"])
    assert not a.alive
    for use in (lambda: a.key, lambda: a.model, lambda: a.position, lambda: a.section):
        with pytest.raises(LookupError):
            use()
    assert hash(shown.item("b")) == hash(shown.item_at(0)) and shown.item("b") != other.item("b")


def test_a_section_that_is_gone_is_not_found() -> None:
    shown = List()
    shown.set({"a": ["x"]})
    section = shown.section("a")
    shown.set({"b": ["x"]})
    for use in (lambda: len(section), lambda: section.position, lambda: list(section), lambda: section[0]):
        with pytest.raises(KeyError):
            use()
    assert "a" not in shown.sections and "b" in shown.sections and shown.sections.keys() == [Key("b")]


def test_things_of_the_wrong_kind_are_refused() -> None:
    shown, wanted = List(), Snapshot()
    wrong: list[Callable[[], Any]] = [
        lambda: shown.apply(shown),  # type: ignore[arg-type]
        lambda: diff(wanted, shown),  # type: ignore[arg-type]
        lambda: shown.set_items(7),  # type: ignore[arg-type]
        lambda: shown.set(["a", "b"]),
        lambda: shown.set([("a",)]),
        lambda: shown.set_items("abc"),
        lambda: shown.set_items([object()]),
        lambda: wanted.append_sections("abc"),
        lambda: wanted.append_items(["a"], section=object()),  # type: ignore[arg-type]
        lambda: wanted.move_item("a"),
        lambda: wanted.move_item("a", before="b", after="c"),
        lambda: wanted.insert_items(["a"]),
        lambda: shown["a"],  # type: ignore[call-overload]
        lambda: shown[0.5],  # type: ignore[call-overload]
    ]
    for call in wrong:
        with pytest.raises((TypeError, AttributeError)):
            call()
    assert len(shown) == 0 and len(wanted.sections) == 0


def test_changes_and_errors_read_well() -> None:
    shown = List()
    shown.set_items(["a", "b", "c"])
    changes = shown.set_items(["c", "a"]).batch()
    assert [repr(change) for change in changes] == [
        "<Change ITEM_MOVE_OUT 0:0 -> 0:1>",
        "<Change ITEM_DELETE 0:1>",
        "<Change ITEM_MOVE_IN 0:0 -> 0:1>",
    ]
    with pytest.raises(IndexError, match="no item -3 among 2"):
        shown[-3]


def test_errors_are_pickled_with_their_details() -> None:
    with pytest.raises(KeyError) as raised:
        Snapshot.of_items(["a"]).reload_items(["x"])
    again = pickle.loads(pickle.dumps(raised.value))
    assert (type(again), str(again), again.key) == (type(raised.value), str(raised.value), Key("x"))


def test_an_error_is_an_error_of_python_too() -> None:
    kinds = [KeyError, IndexError, ValueError, MemoryError, BufferError, LookupError, RuntimeError]
    ours = [kind for kind in vars(iqlist).values() if isinstance(kind, type) and issubclass(kind, Error)]
    for kind in ours:
        assert kind is Error or any(issubclass(kind, python) for python in kinds), kind
    for python in kinds:
        assert any(issubclass(kind, python) for kind in ours), python
