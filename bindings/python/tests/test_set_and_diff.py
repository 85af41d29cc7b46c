"""Whatever a list shows and is told to show next: it does, and the changeset leads there in every dialect."""

from __future__ import annotations

import slow
from hypothesis import given
from hypothesis import strategies as st
from plans import Plan, plans

from iqlist import Columns, DiffFlag, Key, List, Row, Side, Snapshot, diff


def rows(plan: Plan) -> dict[int, list[Row]]:
    """The plan as `set` takes it: items as they are, without models."""
    return {key: [Row(Key(k), content, None, None) for k, content in items] for key, items in plan}


@given(st.lists(plans(), min_size=2, max_size=4))
def test_a_list_shows_what_it_was_told_and_says_how(told: list[Plan]) -> None:
    with List() as shown:
        before: slow.Shown = []
        for plan in told:
            after = slow.given(plan)
            with shown.set(rows(plan), flags=DiffFlag.VERIFY) as changeset:
                assert slow.shown_by(shown) == after
                slow.check(changeset, before, after)
                assert bool(changeset) == (before != after)
            before = after


@given(plans(), plans())
def test_a_diff_of_snapshots_is_what_the_list_says(one: Plan, other: Plan) -> None:
    before, after = Snapshot.of_sections(rows(one)), Snapshot.of_sections(rows(other))
    shown = List()
    shown.apply(before)
    changeset = diff(before, after, flags=DiffFlag.PAYLOAD)
    assert shown.apply(after, flags=DiffFlag.PAYLOAD) == changeset
    slow.check(changeset, slow.given(one), slow.given(other))
    assert shown.snapshot() == after


@given(plans())
def test_columns_say_the_same_as_items(plan: Plan) -> None:
    flat = [row for _, items in plan for row in items]
    columns = Columns([key for key, _ in flat], [content for _, content in flat])
    one, other = List(), List()
    one.set([(key, len(items)) for key, items in plan], columns)
    other.set(rows(plan))
    assert one.snapshot() == other.snapshot()


@given(plans(), plans())
def test_the_maps_say_where_each_item_is(one: Plan, other: Plan) -> None:
    before, after = slow.given(one), slow.given(other)
    changeset = diff(
        Snapshot.of_sections(rows(one)), Snapshot.of_sections(rows(other)), flags=DiffFlag.KEEP_KEYS
    )
    keys_before = [key for key, _ in slow.flat(before)]
    keys_after = [key for key, _ in slow.flat(after)]
    nowhere = 2**32 - 1
    there = [keys_after.index(key) if key in keys_after else nowhere for key in keys_before]
    back = [keys_before.index(key) if key in keys_before else nowhere for key in keys_after]
    assert list(changeset.map(Side.BEFORE)) == there
    assert list(changeset.map(Side.AFTER)) == back
    for section, (_, items) in enumerate(before):
        for place, (key, _) in enumerate(items):
            old, new = changeset.find(key)
            assert old == (section, place)
            assert new == changeset.map_position(Side.BEFORE, section, place)
            assert (new is None) == (key not in keys_after)
            if new is not None:
                assert new.item is not None and after[new.section][1][new.item][0] == key


@given(plans(), st.data())
def test_sequences_are_those_of_python(plan: Plan, data: st.DataObject) -> None:
    shown = List()
    shown.set(rows(plan))
    expected = [Row(Key(key), content, None, None) for key, content in slow.flat(slow.given(plan))]
    part = data.draw(st.slices(len(expected) + 2))
    assert list(shown) == expected
    assert list(reversed(shown)) == expected[::-1]
    assert shown[part] == expected[part]
    assert shown.keys() == [item.key for item in expected]
    assert [shown[i] for i in range(-len(expected), len(expected))] == expected * 2
    assert [shown.index(item.key) for item in expected] == list(range(len(expected)))
    assert all(item in shown for item in expected)
    for section, (key, items) in zip(shown.sections, plan):
        mine = [Row(Key(k), content, None, None) for k, content in items]
        part = data.draw(st.slices(len(mine) + 2))
        assert section.key == Key(key) and list(section) == mine and section[part] == mine[part]
        assert shown[section.first : section.first + len(section)] == mine


def test_big_lists_are_read_in_chunks() -> None:
    shown = List(model=None)
    shown.set({"a": range(1000), "b": range(1000, 1003)})
    assert [item.key for item in shown] == [Key(number) for number in range(1003)]
    assert [item.key for item in reversed(shown)] == [Key(number) for number in reversed(range(1003))]
    assert [item.key for item in shown.section("a")] == [Key(number) for number in range(1000)]
