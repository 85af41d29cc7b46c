"""Loading, paging and drags, through the objects of the package. The boundary programs loading, paging and
reorder have a model beside each."""

from __future__ import annotations

import pytest

from iqlist import (
    CellClass,
    DiffFlag,
    Edge,
    EventKind,
    HandleError,
    List,
    Loading,
    NotFoundError,
    Page,
    PageState,
    Placeholder,
    RefusedError,
    Reorder,
    StateError,
    Trait,
    UpdateFlag,
)


def test_a_placeholder_is_reported_when_it_has_changed() -> None:
    shown = List()
    shown.set_events(EventKind.PLACEHOLDER)
    seen: list[list[Placeholder]] = []
    for items, loading in (
        ([], Loading.NO),
        ([], Loading.YES),
        ([], Loading.FAILED),
        (["a"], Loading.FAILED),
        ([], Loading.NO),
        ([], Loading.NO),
    ):
        shown.set_items(items)
        shown.set_loading(loading)
        seen.append([Placeholder(event.number) for event in shown.poll()])
    empty, none = Placeholder.EMPTY, Placeholder.NONE
    assert seen == [[empty], [Placeholder.LOADING], [Placeholder.FAILED], [none], [empty], []]


def test_only_what_describes_the_list_anew_ends_loading() -> None:
    shown = List()
    shown.set_undo(100_000)
    shown.set_items(["a"])
    shown.set_loading(Loading.YES)
    with shown.edit() as edit:
        edit.insert_items(["b"])
    shown.undo()
    shown.set_items(["c"], flags=DiffFlag.KEEP_LOADING)
    assert shown.info().loading is Loading.YES
    shown.set_items(["c"])
    assert shown.info().loading is Loading.NO


def test_a_page_is_asked_for_once_and_late_answers_are_refused() -> None:
    shown = List()
    shown.set({"a": [1, 2], "b": [3]})
    shown.set_events(EventKind.PAGE)
    b = shown.section("b")
    for section in (None, "a", b):
        shown.set_page(Edge.END, PageState.MORE, section, distance=5, shows_loading=True)
        shown.reach_edge(Edge.END, section)
        shown.reach_edge(Edge.END, section)
    events = shown.poll()
    assert [(event.flags, event.key) for event in events] == [
        (Edge.END, None),
        (Edge.END, shown.section("a").key),
        (Edge.END, b.key),
    ]
    assert shown.poll() == []
    assert shown.page(Edge.END, "a") == Page(PageState.LOADING, 5, True, events[1].number)
    shown.set_page(Edge.END, PageState.ENDED, "a", token=events[1].number)
    for token in (events[1].number, 77):
        with pytest.raises(StateError):
            shown.set_page(Edge.END, PageState.MORE, "a", token=token)
    shown.set({"a": [1, 2], "b": [3, 4]}, flags=DiffFlag.RELOAD)
    assert shown.page(Edge.END).state is PageState.MORE and shown.page(Edge.END, b).state is PageState.OFF
    shown.set({"a": [1, 2]})
    with pytest.raises(NotFoundError):
        shown.page(Edge.END, b)


def test_drags_are_dropped_or_cancelled() -> None:
    movable = CellClass("paging/movable", traits_of=lambda model: Trait.MOVABLE if model != "c" else 0)
    shown = List(cell_class=movable)
    shown.set_items(["a", "b", "c"])
    shown.set_events(EventKind.REORDER | EventKind.UPDATE)
    with pytest.raises(RefusedError):
        shown.begin_reorder(["a", "c"])
    with shown.begin_reorder(["b", shown.item("a")]) as drag:
        drag.move_item("b", after="c")
    with pytest.raises(ZeroDivisionError), shown.begin_reorder(["b"]) as drag:
        drag.move_item("b", before="a")
        raise ZeroDivisionError
    assert shown.models() == ["a", "c", "b"]
    events = shown.poll()
    kinds = [Reorder(event.flags) if event.kind is EventKind.REORDER else None for event in events]
    assert kinds == [Reorder.BEGAN, Reorder.DROPPED, None, Reorder.BEGAN, Reorder.CANCELLED]
    assert events[2].flags == UpdateFlag.REORDERED and events[1].index == 2 and events[0].count == 2
    item = shown.item("b")
    shown.set_items(["a"])
    with pytest.raises(HandleError):
        shown.begin_reorder([item])


def test_undo_and_redo_say_so() -> None:
    shown = List()
    shown.set_undo(100_000)
    shown.set_events(EventKind.UPDATE)
    shown.set_items(["a"])
    shown.undo()
    assert (shown.info().undo_steps, shown.info().redo_steps) == (0, 1)
    shown.redo()
    assert [event.flags for event in shown.poll()] == [0, UpdateFlag.UNDONE, UpdateFlag.REDONE]
    shown.set_items(["b"], flags=DiffFlag.NO_STEP)
    assert (shown.info().undo_steps, shown.info().redo_steps) == (0, 0)
