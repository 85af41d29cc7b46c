"""Items as rows and as columns, changesets as values, and lists as sequences. What each update does, and its
changeset in every dialect, is in test_seeds.py."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from plans import Plan, plans

from iqlist import Columns, DiffFlag, Key, List, Row, Snapshot, diff


def rows(plan: Plan) -> dict[int, list[Row]]:
    """The plan as `set` takes it: items as they are, without models."""
    return {key: [Row(Key(k), content, None, None) for k, content in items] for key, items in plan}


@given(plans(), plans())
def test_a_diff_of_snapshots_is_what_the_list_says(one: Plan, other: Plan) -> None:
    before, after = Snapshot.of_sections(rows(one)), Snapshot.of_sections(rows(other))
    shown = List()
    shown.apply(before)
    changeset = diff(before, after, flags=DiffFlag.PAYLOAD)
    assert shown.apply(after, flags=DiffFlag.PAYLOAD) == changeset
    assert bool(changeset) == (before != after)
    assert shown.snapshot() == after


@given(plans())
def test_columns_say_the_same_as_items(plan: Plan) -> None:
    flat = [row for _, items in plan for row in items]
    columns = Columns([key for key, _ in flat], [content for _, content in flat])
    one, other = List(), List()
    one.set([(key, len(items)) for key, items in plan], columns)
    other.set(rows(plan))
    assert one.snapshot() == other.snapshot()


@given(plans(), st.data())
def test_sequences_are_those_of_python(plan: Plan, data: st.DataObject) -> None:
    shown = List()
    shown.set(rows(plan))
    expected = [row for items in rows(plan).values() for row in items]
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
