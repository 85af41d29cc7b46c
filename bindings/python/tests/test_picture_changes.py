"""Pictures of changes: all that changes is there, what is left out is counted, and everything is legible."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from operator import itemgetter
from typing import Any

import pytest
from drawn import LEGEND, Box, Drawn, is_within, overlap
from hypothesis import given
from hypothesis import strategies as st
from kept_pictures import FOLDER, KEPT

from iqlist import (
    DiffFlag,
    ElementKind,
    List,
    MismatchError,
    RangeError,
    Snapshot,
    Supplementary,
    diff,
    picture,
)

ALL = 1_000_000
"""A limit that no list here reaches."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@st.composite
def states(draw: st.DrawFn) -> Any:
    """Sections of items, each with a version, and perhaps a header."""
    letters = draw(st.permutations(LETTERS))[: draw(st.integers(0, 20))]
    names = draw(st.permutations("RSTU"))[: draw(st.integers(1, 4))]
    found: dict[str, list[tuple[str, int]]] = {name: [] for name in names}
    for letter in letters:
        found[draw(st.sampled_from(names))].append((letter, draw(st.integers(0, 1))))
    versions = draw(st.lists(st.integers(0, 2), min_size=4, max_size=4))
    return [
        (name, rows, [Supplementary(ElementKind.HEADER, "h", content=version)] if version else [])
        for (name, rows), version in zip(found.items(), versions)
    ]


def snapshot(state: Any) -> Snapshot[Any]:
    return Snapshot.of_sections(state, key=itemgetter(0), content=itemgetter(1))


def drawn(before: Snapshot[Any], after: Snapshot[Any], **options: Any) -> Drawn:
    return Drawn(picture.changes(before, after, **options))


@given(states(), states())
def test_each_change_is_drawn_on_its_sides(old: Any, new: Any) -> None:
    before, after = snapshot(old), snapshot(new)
    told, made = diff(before, after).summary(), drawn(before, after, limit=ALL)
    left, right = made.counts(False), made.counts(True)
    assert left["deleted"] == told.item_deletes + told.section_deletes + told.supplementary_deletes
    assert right["inserted"] == told.item_inserts + told.section_inserts + told.supplementary_inserts
    assert made.arrows == (told.item_moves or 0) + (told.section_moves or 0)
    updates = told.item_reloads + told.item_reconfigures + told.section_updates + told.supplementary_updates
    assert left["updated"] == right["updated"] == updates
    assert left["inserted"] == right["deleted"] == 0


@given(states(), states(), st.integers(0, 6))
def test_what_is_not_shown_is_counted(old: Any, new: Any, limit: int) -> None:
    before, after = snapshot(old), snapshot(new)
    made = drawn(before, after, limit=limit, text="[{}]".format)
    for is_after, side in ((False, before), (True, after)):
        sections, items = made.left_out(is_after)
        texts = made.side(is_after)
        assert items + sum(words.lstrip().startswith("[(") for words in texts) == len(side)
        titles = sum(words.startswith("[") and not words.startswith("[(") for words in texts)
        assert titles + sections == len(side.sections)


@given(states(), states())
def test_nothing_overlaps_and_all_is_on_the_paper(old: Any, new: Any) -> None:
    check_legible(drawn(snapshot(old), snapshot(new)))


def check_legible(made: Drawn) -> None:
    for one, other in combinations(made.texts, 2):
        assert not overlap(one.frame, other.frame), (one, other)
    for one_box, other_box in combinations(made.rows, 2):
        assert not overlap(one_box.frame, other_box.frame), (one_box, other_box)
    for frame in made.frames:
        assert is_within(frame, made.paper), frame
    for text in made.texts:
        for box in made.rows:
            assert not overlap(text.frame, box.frame) or is_within(text.frame, box.frame), (text, box)


@given(st.lists(st.text(), unique=True, max_size=8), st.lists(st.text(), unique=True, max_size=8))
def test_texts_are_shown_whatever_is_in_them(before: list[str], after: list[str]) -> None:
    sides = [Snapshot.of_sections([(text, [text]) for text in texts]) for texts in (before, after)]
    made = drawn(sides[0], sides[1])
    check_legible(made)


@given(states(), states())
def test_the_same_changes_are_the_same_bytes(old: Any, new: Any) -> None:
    one = picture.changes(snapshot(old), snapshot(new))
    assert one == picture.changes(snapshot(old), snapshot(new))


@given(st.permutations(range(12)), st.permutations(range(12)))
def test_what_stays_stays_in_its_line(old: list[int], new: list[int]) -> None:
    """In a flat list: beside arrows there are horizontal lines only, and each row has a line of its own."""
    made = drawn(Snapshot.of_items(old), Snapshot.of_items(new), limit=ALL)
    for look, path in made.paths:
        if look == "stays":
            _, _, start, _, _, end = path.split()
            assert start == end
    for is_after in (False, True):
        heights = [box.frame.y for box in made.rows if (box.frame.x > 0) == is_after]
        assert heights == sorted({*heights})


def test_a_long_list_is_cut_around_what_changes() -> None:
    old = list(range(100_000))
    new = [number for number in old if number != 70_000]
    made = drawn(Snapshot.of_items(old), Snapshot.of_items(new))
    assert made.counts(False) == Counter(same=4, deleted=1) and made.counts(True) == Counter(same=4)
    assert [words for words in made.words if words.startswith("… ")] == [
        *("… 69,998 items", "… 29,997 items"),
        *("… 69,998 items", "… 29,997 items"),
        "… left out",
    ]


def test_more_changes_than_the_limit_are_said_to_be_left_out() -> None:
    shuffled = list(range(2000))
    random.Random(1).shuffle(shuffled)
    made = drawn(Snapshot.of_items(range(2000)), Snapshot.of_items(shuffled), limit=5)
    assert len(made.rows) <= 2 * 5 * 2 + 2 * 2 * 5 * 2
    assert any(words.endswith(" items, with changes") for words in made.words)


def test_a_lone_item_is_shown_instead_of_left_out() -> None:
    """Where all others are shown."""
    old = list(range(7))
    made = drawn(Snapshot.of_items(old), Snapshot.of_items(old[1:-1]))
    assert not any(words.startswith("…") for words in made.words)


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_picture_is_drawn_as_before(name: str) -> None:
    path = FOLDER / f"{name}.svg"
    assert path.read_text("utf-8") == KEPT[name](), (
        f"look at it, then: python tests/kept_pictures.py ({path})"
    )


def test_all_kept_pictures_are_drawn() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == KEPT.keys()


def test_the_legend_explains_each_look() -> None:
    made = Drawn(KEPT["changes_of_all_kinds"]())
    assert [words for words in made.words if words.startswith(LEGEND)] == [
        "deleted: 2 items, 1 section",
        "inserted: 4 items, 1 section",
        "moved: 2 items, 1 section",
        "updated: 3 items, 1 element",
    ]
    legend = [box for box in made.boxes if box.frame.height == 14]
    assert [box.look for box in legend] == ["deleted", "inserted", "updated"]


def test_what_changes_is_said_in_words() -> None:
    """For those who do not see the picture."""
    shown: List[tuple[str, int]] = List(key=itemgetter(0), content=itemgetter(1))
    shown.set_items([("Ada", 7), ("Ben", 2), ("Cem", 5), ("Dot", 1)])
    before = shown.snapshot()
    changeset = shown.set_items([("Eve", 1), ("Cem", 8), ("Ada", 7), ("Ben", 2)])
    made = Drawn(picture.changes(before, shown, changeset, text=itemgetter(0)))
    assert made.title == "Changes of a list"
    assert made.description.splitlines() == [
        *("deleted: 1 item", "inserted: 1 item", "moved: 1 item", "updated: 1 item"),
        *("Dot: deleted at 0:3", "Eve: inserted at 0:0"),
        "Cem: moved 0:2 -> 0:1; reconfigured: content differs",
    ]
    assert "Ben: unchanged 0:1 -> 0:3" in made.titles


def test_every_look_has_colours_for_dark_paper() -> None:
    made = Drawn(KEPT["changes_of_all_kinds"]())
    light, _, dark = made.style.partition("@media (prefers-color-scheme: dark)")
    for look in made.looks:
        assert f".{look} {{" in light and f".{look} {{" in dark


def test_the_reason_of_an_update_stands_beside_it() -> None:
    shown = List.of_items(["a", "b"])
    before = shown.snapshot()
    with shown.edit() as edit:
        edit.reload_items(["b"])
    made = Drawn(picture.changes(before, shown, edit.changeset))
    assert "reload: mark" in made.words and made.counts(True) == Counter(same=1, updated=1)


def test_without_changes_and_without_items() -> None:
    same = Snapshot.of_items(["a", "b"])
    made = drawn(same, same)
    assert made.words[-1] == "nothing changes" and made.counts(True) == Counter(same=2)
    assert drawn(Snapshot(), Snapshot()).words[-1] == "nothing changes"


def test_a_full_reload_says_why() -> None:
    before, after = Snapshot.of_items([*"ab"]), Snapshot.of_items([*"bc"])
    changeset = diff(before, after, flags=DiffFlag.RELOAD)
    made = Drawn(picture.changes(before, after, changeset))
    assert made.words[-1] == "everything is to be reloaded (asked)" and made.counts(True) == Counter(same=2)


def test_items_without_models_show_their_keys() -> None:
    made = drawn(Snapshot.of_items([], model=None), Snapshot.of_items([258, "text"], model=None))
    assert "258" in made.words and sum(len(words) == 12 for words in made.words) == 1


def test_a_changeset_of_other_lists_is_refused() -> None:
    one, other = Snapshot.of_items(["a"]), Snapshot.of_items(["a", "b"])
    with pytest.raises(MismatchError):
        picture.changes(other, one, diff(one, other))
    wrong: Any = "7"
    with pytest.raises(TypeError, match="limit is an integer"):
        picture.changes(one, other, limit=wrong)
    with pytest.raises(RangeError):
        picture.changes(one, other, limit=-1)
    with pytest.raises(TypeError, match="before is"):
        picture.changes(wrong, other)


def test_nothing_is_closed_or_changed() -> None:
    before, shown = Snapshot.of_items(["a"]), List.of_items(["b"])
    changeset = diff(before, shown.snapshot())
    picture.changes(before, shown, changeset)
    assert not (before.closed or shown.closed or changeset.closed) and len(shown) == 1


def test_boxes_are_read_back() -> None:
    """So that the tests above see something."""
    made = drawn(Snapshot.of_items(["a"]), Snapshot.of_items(["b"]))
    assert [box.look for box in made.rows] == ["deleted", "inserted"] and isinstance(made.rows[0], Box)
