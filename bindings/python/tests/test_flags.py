"""The text of flags: their names, the same in every Python."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import iqlist
from iqlist import DiffFlag, EventKind, Flags, PlaceFlag, SceneFlag, Selection, State, kit
from iqlist.picture import scene


class Nameless(Flags):
    ONE = 1


TEXTS: list[tuple[Flags, str]] = [
    (State.SELECTED, "State.SELECTED"),
    (State.FOCUSED | State.SELECTED, "State.SELECTED|FOCUSED"),
    (State.NONE, "State.NONE"),
    (State(State.SELECTED | 1 << 28), "State.SELECTED|0x10000000"),
    (State(1 << 28), "State.0x10000000"),
    (EventKind(0), "EventKind.NONE"),
    (Nameless(0), "Nameless(0)"),
    (Selection.MULTIPLE | Selection.KEEPS, "Selection.MULTIPLE|KEEPS"),
    (SceneFlag.CHANGED | SceneFlag.AT_END, "SceneFlag.CHANGED|AT_END"),
    (PlaceFlag.NEW | PlaceFlag.BOUND, "PlaceFlag.NEW|BOUND"),
    (kit.AccessibilityOptions.ROW, "AccessibilityOptions.ROW"),
]


@pytest.mark.parametrize(("flags", "text"), TEXTS)
def test_flags_are_shown_by_their_names(flags: Flags, text: str) -> None:
    assert str(flags) == f"{flags}" == "{}".format(flags) == "%s" % flags == text  # noqa: UP031, UP032
    assert repr(flags) == f"<{text}: {int(flags)}>"
    assert f"{flags:>40}" == text.rjust(40)


def test_flags_are_numbers_where_a_number_is_asked_for() -> None:
    both = State.SELECTED | State.FOCUSED
    number = int(both)
    assert f"{both:d} {both:#x} {both:08b}" == f"{number:d} {number:#x} {number:08b}"
    assert "%d" % both == str(number) and json.loads(json.dumps(both)) == number  # noqa: UP031
    assert both == number and hash(both) == hash(number)
    assert pickle.loads(pickle.dumps(both)) is State(number)


def test_all_flags_of_the_package_have_this_text() -> None:
    """Each of them that has members, under one base."""
    for package in (iqlist, kit):
        for name in package.__all__:
            kind: Any = getattr(package, name)
            if isinstance(kind, type) and issubclass(kind, Flags) and kind is not Flags:
                for member in kind.__members__.values():
                    assert f"{member}" == f"{kind.__name__}.{member.name}"


def test_no_flags_of_the_package_are_of_another_base() -> None:
    from enum import IntFlag

    kinds: list[Any] = [getattr(package, name) for package in (iqlist, kit) for name in package.__all__]
    flags = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, IntFlag)]
    assert DiffFlag in flags and all(issubclass(kind, Flags) for kind in flags)


def test_a_picture_of_a_scene_has_the_names_of_flags() -> None:
    view = iqlist.List.of_items(["a"]).laid_out_view()
    view.set_size(100, 100)
    view.layout()
    text = scene(view)
    assert "NEW|BOUND|MEASURE|FIRST|LAST" in text
