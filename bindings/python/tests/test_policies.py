"""Whatever a list is told, keys that stand twice too: it shows what its policy makes of that, and says how,
why, and with the models that it was given."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from operator import itemgetter

import arranged
import pytest
from arranged import Entry, Section, element, item
from arranged_changes import check
from hypothesis import given
from hypothesis import strategies as st

from iqlist import DiffFlag, DuplicateError, Duplicates, Key, List, Snapshot

look = st.integers(0, len(arranged.LOOKS) - 1)
policies = st.sampled_from(Duplicates)
beside = st.lists(st.tuples(st.integers(0, 2), look), max_size=3, unique_by=itemgetter(0))


def entries(keys: int) -> st.SearchStrategy[list[Entry]]:
    """Sections of few keys: with many items of so few keys, most stand twice."""
    rows = st.lists(st.tuples(st.integers(0, keys), look), max_size=6)
    return st.lists(st.builds(Entry, st.integers(0, 6), rows, beside), max_size=4)


def names(sections: Sequence[Entry | Section]) -> int:
    return sum(1 + len(section.items) for section in sections)


@pytest.fixture(autouse=True, scope="module")
def models() -> Generator[None, None, None]:
    with arranged.models_let_go():
        yield


@given(policies, st.lists(st.sampled_from([8, 100]).flatmap(entries), min_size=2, max_size=4))
def test_a_list_shows_what_its_policy_makes_of_what_it_is_told(
    policy: Duplicates, script: list[list[Entry]]
) -> None:
    shown = List(duplicates=policy)
    before = arranged.of(shown)
    for given_ in script:
        sections = [
            (Key(key), [item(*each) for each in rows], [element(*each) for each in beside])
            for key, rows, beside in given_
        ]
        try:
            after = arranged.told(given_, policy)
        except LookupError:
            with pytest.raises(DuplicateError):
                shown.set(sections)
            assert arranged.of(shown) == before
            continue
        with shown.set(sections, flags=DiffFlag.VERIFY) as changeset:
            assert arranged.of(shown) == after
            check(changeset, before, after, policy)
            assert changeset.summary().duplicates_dropped == names(given_) - names(after)
        before = after


@given(policies, st.sampled_from([8, 100]).flatmap(entries))
def test_a_snapshot_tells_it_when_it_is_used(policy: Duplicates, given_: list[Entry]) -> None:
    """Built, or decoded from bytes in which all keys still stand; without elements, which go by section."""
    given_ = [entry._replace(elements=[]) for entry in given_]
    wanted = Snapshot(duplicates=policy)
    shown, other = List(duplicates=policy), List(duplicates=policy)
    try:
        after = arranged.told(given_, policy)
    except LookupError:
        with pytest.raises(DuplicateError):
            build(wanted, given_)
            shown.apply(wanted)
        return
    build(wanted, given_)
    there = Snapshot.decode(wanted.encode(), duplicates=policy)
    check(shown.apply(wanted), [], after, policy)
    other.apply(there)
    assert arranged.of(shown) == after
    for section in after:
        section.items[:] = [each._replace(model=None) for each in section.items]
    assert arranged.of(other) == after


def build(wanted: Snapshot, given_: list[Entry]) -> None:
    for entry in given_:
        wanted.append_sections([entry.key])
        wanted.append_items([item(*each) for each in entry.items])
