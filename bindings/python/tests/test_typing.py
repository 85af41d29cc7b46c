"""What type checkers know: the models of a list, and which positions a change has. mypy and basedpyright
check this file: `assert_type` says what they infer; an ignored error that they do not find is an error."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

import iqlist
from iqlist import ChangeKind, Changeset, Columns, Item, List, Position, Row, Section, Snapshot, kit

if TYPE_CHECKING:
    from typing_extensions import assert_type
else:

    def assert_type(value: Any, _: Any) -> Any:
        return value


@dataclass(frozen=True)
class Chat:
    name: str
    messages: int = 0


ADA, BEN = Chat("Ada"), Chat("Ben")


def test_a_list_knows_its_models() -> None:
    shown: List[Chat] = List(key="name")
    shown.set_items([ADA, BEN])
    assert_type(shown[0], Row[Chat])
    assert_type(shown[0].model, Chat)
    assert_type(shown[:1], "list[Row[Chat]]")
    assert_type(shown.models(), "list[Chat]")
    assert_type([item.model.messages for item in shown], "list[int]")
    assert_type(shown.item(ADA), Item[Chat])
    assert_type(shown.item_at(0).model, Chat)
    assert_type(shown.columns().models, "list[Chat]")
    assert_type(shown.sections[0], Section[Chat])
    assert_type(shown.sections[0][0].model, Chat)
    assert_type(shown.snapshot(), Snapshot[Chat])
    assert_type(shown.snapshot().copy().row("Ada").model, Chat)
    with shown.edit() as edit:
        assert_type(edit, iqlist.Edit[Chat])
        edit.delete_items([ADA, "Ben"])
    key, content, model, _, _ = Row(iqlist.Key(1), 0, ADA, None)
    assert_type(model, Chat)
    assert (key, content) == (iqlist.Key(1), 0)


def test_a_view_and_its_events_know_the_models() -> None:
    shown: List[Chat] = List(key="name")
    shown.set_items([ADA, BEN])
    shown.set_events(iqlist.EventKind.BOUND)
    with shown.view() as view:
        assert_type(view, iqlist.View[Chat])
        view.set_visible(0, 1)
        (event,) = shown.poll()
        assert_type(event.model, Optional[Chat])
        assert_type(event.view, Optional[iqlist.View[Chat]])
        with view.take_cell(BEN) as taken:
            assert_type(taken, iqlist.TakenCell[Chat])
            assert_type(taken.event, iqlist.Event[Chat])
        assert_type(view.find_cell("Ada").item, Optional[Item[Chat]])


def test_models_are_inferred_where_they_are_given() -> None:
    assert_type(List.of_items([ADA], key="name"), List[Chat])
    assert_type(List.of_items([ADA], key="name", model=str), List[str])
    assert_type(List.of_items([ADA], key="name", model=None), List[None])
    assert_type(List.of_sections({"s": [ADA]}, key="name"), List[Chat])
    assert_type(Snapshot.of_items(["a"]), Snapshot[str])
    assert_type(Snapshot.of_items(Snapshot.of_items(["a"])[:]), Snapshot[str])
    assert_type(Snapshot.of_sections({"s": [1]}), Snapshot[int])
    assert_type(List(model=str), List[str])
    assert_type(List[Chat](key="name"), List[Chat])


def test_a_list_of_anything_needs_no_annotation() -> None:
    shown = List()
    assert_type(shown, List[Any])
    assert_type(Snapshot(), Snapshot[Any])
    assert_type(List.of_items(Columns([1])), List[Any])
    assert_type(List.of_items([]), List[Any])
    assert_type(Snapshot.of_sections({"s": []}), Snapshot[Any])


def test_wrong_uses_are_errors() -> None:
    shown: List[Chat] = List.of_items([ADA], key="name")
    with contextlib.suppress(AttributeError):
        print(shown[0].model.nothing)  # type: ignore[attr-defined]
    wrong: List[int] = shown  # type: ignore[assignment]
    assert len(wrong) == 1


def moved() -> Changeset:
    shown = List.of_sections({"s": ["a", "b", "c"]})
    return shown.set({"s": ["c", "a", "x"], "t": []})


def test_a_change_has_the_positions_of_its_kind() -> None:
    kinds: set[str] = set()
    for change in moved():
        kinds.add(change.kind.name)
        assert_type(change.count, int)
        if change.kind == ChangeKind.ITEM_DELETE:
            assert_type(change.before_item, int)
            assert_type(change.after_item, None)
            assert_type(change.before, Position)
            assert change.after is None
        elif isinstance(change, iqlist.ItemInsert):
            assert_type(change.after_section, int)
            assert_type(change.after_item, int)
            assert_type(change.before_item, None)
        elif isinstance(change, iqlist.ItemMoveIn):
            assert_type(change.before_item, int)
            assert_type(change.after, Position)
        elif change.kind is ChangeKind.SECTION_INSERT:
            assert_type(change, iqlist.SectionInsert)
            assert_type(change.after_section, int)
            assert_type(change.before_section, None)
    assert kinds == {"ITEM_DELETE", "ITEM_MOVE_OUT", "SECTION_INSERT", "ITEM_MOVE_IN", "ITEM_INSERT"}


def test_steps_have_the_kinds_of_steps() -> None:
    for step in moved().steps():
        assert_type(step.final_item, Optional[int])
        if isinstance(step, iqlist.ItemMove):
            assert_type(step.before_item, int)
            assert step.destination == step.after_item + 1
    some = moved().steps()[0]
    assert isinstance(some, iqlist.Change) and isinstance(some, iqlist.ItemDelete)
    assert type(some).__name__ == "ItemDelete" and some[0] is ChangeKind.ITEM_DELETE


def test_the_changes_of_a_changeset_are_its_batch() -> None:
    changeset = moved()
    assert len(changeset) == len(changeset.batch()) == 5 and list(changeset) == list(changeset.batch())
    everything = List().set_items(["a"], flags=iqlist.DiffFlag.RELOAD)
    assert everything and len(everything) == 0
    assert not List().set({}) and iqlist.NONE == 2**32 - 1


def test_handles_edits_and_changesets_are_not_made_by_hand() -> None:
    for kind in (iqlist.Item, iqlist.Edit, iqlist.Changeset):
        try:
            kind()
        except TypeError as error:
            assert "made by" in str(error)
        else:
            raise AssertionError(kind)


def test_flat_steps_have_no_sections() -> None:
    for step in moved().steps(flat=True):
        assert_type(step.before_section, None)
        if step.kind == ChangeKind.ITEM_MOVE:
            assert_type(step.before_item, int)
            assert_type(step.after_item, int)
        elif step.kind == ChangeKind.ITEM_DELETE:
            assert_type(step.after_item, None)
        assert type(step) is iqlist.Change and step.after_section is None


def test_derived_lists_have_the_models_of_their_source() -> None:
    source: List[str] = List.of_items(["a", "b"])
    with source.outline() as outline, source.filtered(lambda key, name: name > "a") as found:
        assert_type(outline, iqlist.Outline[str])
        assert_type(found, iqlist.FilteredList[str])
        assert_type(outline.filtered().source, List[str])
        assert_type(found.models(), list[str])
        assert_type(found.set_filter([True, False]), iqlist.Ticket)
    with source.sorted(lambda key, name: name) as ordered:
        assert_type(ordered, iqlist.SortedList[str])
        assert_type(ordered.set_order(batch=lambda names: [len(name) for name in names]), iqlist.Ticket)
    groups = source.grouped(lambda key, name: name[0], header=lambda value, count, first: first.upper())
    with groups:
        assert_type(groups, iqlist.GroupedList[str])
        assert_type(groups.set_order(lambda key, name: len(name), place=lambda value: -value), iqlist.Ticket)


def test_sections_and_handlers_of_the_kit_layer_have_the_models_of_their_cells() -> None:
    class Line(kit.Cell[Chat]):
        def configure(self, model: Chat | None) -> None:
            assert_type(self.model, Optional[Chat])

        def on_select(self, event: kit.Event[Chat]) -> object:
            assert_type(event.model, Chat)
            assert_type(event.section, Optional[kit.Section[Chat]])
            return NotImplemented

    class Shown(kit.ViewModel[Line]):
        def setup(self, cell: Line) -> None:
            assert_type(cell, Line)

    section = kit.Section("chats", [ADA, BEN], cell=Line, on_select=lambda event: None)
    assert_type(section, kit.Section[Chat])
    assert_type(section.items, "list[Chat]")
    assert_type(kit.Section("models", [Shown()]).items, "list[Shown]")
    driver = kit.Driver([section])
    assert_type(driver.update([section]), Optional[iqlist.Changeset])
    assert_type(driver.submit([section]), iqlist.Ticket)
    assert_type(driver.context_menu(ADA), Optional[kit.ContextMenu])
