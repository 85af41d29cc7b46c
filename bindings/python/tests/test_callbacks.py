"""Callbacks are ordinary Python: what they are asked, what they may do, where their exceptions
come out."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import iqlist
from iqlist import (
    BusyError,
    CellClass,
    ChangeFlag,
    Columns,
    ElementKind,
    Error,
    Key,
    List,
    Snapshot,
    Supplementary,
    diff,
    set_log,
)

number = itertools.count()


class Oops(Exception):
    """What the callbacks below raise."""


def new_class(**callbacks: Any) -> CellClass:
    """A class of its own: names are taken for good."""
    return CellClass(f"test/callbacks/{next(number)}", **callbacks)


def look(model: Any, cell_class: CellClass) -> Columns:
    return Columns([1, 2], models=[model, "still"], classes=cell_class)


def test_equal_and_changed_are_asked_of_models_that_are_not_the_same() -> None:
    asked: list[Any] = []

    def equal(before: Any, after: Any) -> bool:
        asked.append((before, after))
        return bool(before["a"] == after["a"])

    def changed(before: Any, after: Any) -> int:
        return int(before["a"] ^ after["a"])

    cell_class = new_class(equal=equal, changed=changed)
    shown, first, same, other = List(), {"a": 6}, {"a": 6}, {"a": 5}
    shown.set_items(look(first, cell_class))
    assert not shown.set_items(look(first, cell_class)) and asked == []
    assert not shown.set_items(look(same, cell_class))
    assert asked[0][0] is first and asked[0][1] is same
    (update,) = shown.set_items(look(other, cell_class)).batch()
    assert update.flags == ChangeFlag.RECONFIGURE | ChangeFlag.BY_EQUAL and update.mask == 3


def never(before: Any, after: Any) -> bool:
    return False


def takes_nothing() -> bool:
    return True


def answers_text(before: Any, after: Any) -> str:
    return "no number"


def boom(*_: Any) -> Any:
    raise Oops("from a callback")


@pytest.mark.parametrize("callback", ["equal", "changed"])
@pytest.mark.parametrize("call", ["set", "set_items", "set_section_items", "apply", "edit", "diff"])
def test_what_a_callback_raises_comes_out_of_the_call(callback: str, call: str) -> None:
    callbacks = {"equal": never, callback: boom}
    cell_class = new_class(**callbacks)
    shown = List()
    shown.set([("a", look("old", cell_class))])
    new = look("new", cell_class)
    with pytest.raises(Oops, match="from a callback"):
        if call == "set":
            shown.set([("a", new)])
        if call == "set_items":
            shown.set_items(new)
        if call == "set_section_items":
            shown.set_section_items("a", new)
        if call == "apply":
            shown.apply(Snapshot.of_sections([("a", new)]))
        if call == "edit":
            with shown.edit() as edit:
                edit.set_section_items("a", new)
        if call == "diff":
            diff(shown.snapshot(), Snapshot.of_sections([("a", new)]))
    assert shown.models() == (["old", "still"] if call == "diff" else ["new", "still"]), "the update is done"
    assert shown.set_items([1, 2]), "nothing of the exception is left"


def test_after_an_exception_nothing_more_is_asked() -> None:
    asked: list[Any] = []

    def equal(before: Any, after: Any) -> bool:
        asked.append(before)
        raise KeyboardInterrupt

    cell_class = new_class(equal=equal)
    shown = List()
    shown.set_items(Columns(range(100), models=[*"a" * 100], classes=cell_class))
    with pytest.raises(KeyboardInterrupt):
        shown.set_items(Columns(range(100), models=[*"b" * 100], classes=cell_class))
    assert len(asked) == 1


def test_bad_answers_are_exceptions_too() -> None:
    for callbacks in ({"changed": answers_text, "equal": never}, {"equal": takes_nothing}):
        cell_class = new_class(**callbacks)
        shown = List()
        shown.set_items(look("a", cell_class))
        with pytest.raises(TypeError):
            shown.set_items(look("b", cell_class))


def test_a_callback_may_read_its_list_and_change_others_but_not_its_own() -> None:
    seen: list[Any] = []

    def equal(before: Any, after: Any) -> bool:
        seen.append(shown.models())
        seen.append([item.model for item in shown.section("a")])
        other.set_items(["changed"])
        for change in (
            lambda: shown.set_items([]),
            lambda: shown.apply(Snapshot()),
            lambda: shown.edit(),
        ):
            with pytest.raises(BusyError):
                change()
        seen.append("done")
        return False

    cell_class = new_class(equal=equal)
    shown, other = List(), List()
    shown.set([("a", look("old", cell_class))])
    shown.set([("a", look("new", cell_class))])
    assert seen == [["old", "still"], ["old", "still"], "done"] and other.models() == ["changed"]


def test_exceptions_of_calls_inside_stay_with_their_own_call() -> None:
    def equal(before: Any, after: Any) -> bool:
        with pytest.raises(Oops):
            inner.set_items(look("b", inner_class))
        with pytest.raises(IndexError):
            inner[7]
        return False

    inner_class, outer_class = new_class(equal=boom), new_class(equal=equal)
    inner, outer = List(), List()
    inner.set_items(look("a", inner_class))
    outer.set_items(look("a", outer_class))
    assert len(outer.set_items(look("b", outer_class)).batch()) == 1


def test_a_callback_may_close_its_list() -> None:
    def equal(before: Any, after: Any) -> bool:
        shown.close()
        return before is None

    cell_class = new_class(equal=equal)
    shown = List()
    shown.set_items(look("a", cell_class))
    with pytest.raises(iqlist.HandleError):
        shown.set_items(look("b", cell_class))
        len(shown)


def test_a_class_is_known_by_name_for_good() -> None:
    made = new_class()
    with pytest.raises(iqlist.DuplicateError):
        CellClass(made.name)
    assert CellClass.find(made.name) is made
    with pytest.raises(KeyError):
        CellClass.find("test/callbacks/none")
    for bad in ("", "x" * 256):
        with pytest.raises(ValueError):
            CellClass(bad)
    with pytest.raises(ValueError):
        CellClass("nul\0inside")


def test_a_list_refuses_classes_that_are_not_registered_with_it() -> None:
    known, other = new_class(), new_class()
    shown = List(registered_classes=[known])
    shown.set_items(Columns([1, 2], models=["a", None], classes=[known, None]))
    before = shown.snapshot()
    refused: list[Any] = [
        lambda: shown.set_items(Columns([1, 3], models=["a", "b"], classes=[known, other])),
        lambda: shown.set_items(["a"]),
        lambda: shown.apply(Snapshot.of_items(Columns([3], models=["b"], classes=other))),
    ]
    for call in refused:
        with pytest.raises(iqlist.NotFoundError) as raised:
            call()
        assert raised.value.key is not None and shown.snapshot() == before
    with pytest.raises(iqlist.NotFoundError), shown.edit() as edit:
        edit.update_item(1, cell_class=other)
    header = Supplementary(ElementKind.HEADER, "header", cell_class=other)
    for element in (header, Supplementary(ElementKind.EMPTY, "none", model="b")):
        with pytest.raises(iqlist.NotFoundError) as raised:
            shown.set_supplementary(element)
        assert raised.value.key == Key(element.key) and not shown.supplementaries
    shown.register_class(other)
    shown.register_class(other)
    for call in refused[::2]:
        call()
    plain: List[Any] = List()
    plain.register_class(known)
    plain.set_items(["a"])
    assert shown.models() == ["b"] and plain.models() == ["a"]


@pytest.fixture
def log() -> Iterator[list[tuple[int, str]]]:
    lines: list[tuple[int, str]] = []
    set_log(lambda level, message: lines.append((level, message)), 3)
    yield lines
    set_log(None)


def test_the_log_tells_failures_and_updates(log: list[tuple[int, str]]) -> None:
    shown = List()
    shown.set_items(["a"])
    assert {level for level, _ in log} == {2, 3}
    log.clear()
    with pytest.raises(IndexError):
        shown[7]
    assert [(level, message.split(":")[0]) for level, message in log] == [(1, "IQ_ERROR_RANGE")]
    set_log(None)
    log.clear()
    shown.set_items(["b"])
    assert log == []


def test_what_the_log_raises_comes_out_of_the_call() -> None:
    shown = List()
    try:
        set_log(boom, 2)
        with pytest.raises(Oops):
            shown.set_items(["a"])
        with pytest.raises(Oops) as raised:
            shown[7]
        assert not isinstance(raised.value, Error)
    finally:
        set_log(None)
    assert shown.models() == ["a"]


def test_the_log_may_use_the_library_and_objects_may_die_meanwhile() -> None:
    lists = [List()]
    inside: list[int] = []

    def told(level: int, message: str) -> None:
        mine = List()
        mine.set_items([message])
        inside.append(len(lists[-1]))

    try:
        set_log(told, 3)
        lists[0].set_items(["a", "b"])
        lists.append(List())
        lists.pop(0)
        lists[0].set_items(["c"])
    finally:
        set_log(None)
    assert set(inside) >= {1, 2}


def test_a_level_that_is_none_is_refused() -> None:
    lines: list[str] = []
    set_log(lambda level, message: lines.append(message), 1)
    try:
        for level in (9, -1, 2**32 + 1):
            with pytest.raises(ValueError):
                set_log(print, level)
        lines.clear()
        with pytest.raises(IndexError):
            List()[0]
        assert len(lines) == 1, "the one before is still told"
    finally:
        set_log(None)


def test_each_thread_has_its_own_exceptions() -> None:
    cell_class = new_class(equal=boom)
    outcomes: list[Any] = []

    def work() -> None:
        shown = List()
        shown.set_items(look("a", cell_class))
        try:
            shown.set_items(look("b", cell_class))
        except Oops as error:
            outcomes.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 8 and len({id(error) for error in outcomes}) == 8
