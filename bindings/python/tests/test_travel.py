"""Changesets do without their sides: carried out, undone, put together, sent as bytes; damage is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plans import Plan, plans
from test_set_and_diff import rows

from iqlist import (
    CellClass,
    Changeset,
    DiffFlag,
    Duplicates,
    FormatError,
    List,
    MismatchError,
    NoPayloadError,
    Reload,
    ScopeError,
    Snapshot,
    Supplementary,
    diff,
)

PAYLOAD = DiffFlag.PAYLOAD


@given(plans(), plans(), plans())
def test_they_lead_there_and_back(one: Plan, other: Plan, third: Plan) -> None:
    a, b, c = (Snapshot.of_sections(rows(plan)) for plan in (one, other, third))
    first, second = diff(a, b, flags=PAYLOAD), diff(b, c, flags=PAYLOAD)
    shown = List()
    shown.apply(a)
    assert Changeset.decode(first.encode()).apply(shown, flags=PAYLOAD) == first
    assert shown.snapshot() == b
    assert first.compose(second) == diff(a, c, flags=PAYLOAD)
    back = b.copy()
    assert (~first).apply(back) == ~first and back == a
    assert (~~first) == first and hash(~~first) == hash(first)
    assert Snapshot.decode(a.encode()) == a


@given(plans(), plans(), st.data())
def test_damaged_bytes_are_refused(one: Plan, other: Plan, data: st.DataObject) -> None:
    before, after = Snapshot.of_sections(rows(one)), Snapshot.of_sections(rows(other))
    changeset = diff(before, after, flags=PAYLOAD)
    for made in (before.encode(), changeset.encode()):
        at = data.draw(st.integers(0, len(made) - 1))
        damaged = bytearray(made)
        damaged[at] ^= data.draw(st.integers(1, 255))
        for bad in (damaged, made[:at], memoryview(made + b"\0")):
            with pytest.raises(FormatError):
                Snapshot.decode(bad)
            with pytest.raises(ValueError):
                Changeset.decode(bad)


@given(plans(), plans(), plans())
def test_another_state_is_refused_and_stays(one: Plan, other: Plan, wrong: Plan) -> None:
    a, b, given_ = (Snapshot.of_sections(rows(plan)) for plan in (one, other, wrong))
    changeset = diff(a, b, flags=PAYLOAD)
    shown = List()
    shown.apply(given_)
    was = shown.snapshot()
    try:
        changeset.apply(shown)
    except MismatchError as error:
        assert shown.snapshot() == was
        assert error.key is not None or error.section is not None
    else:
        assert shown.sections.keys() == b.sections.keys()


def test_what_has_no_payload_says_so() -> None:
    changeset = List().set_items(["a"])
    for use in (changeset.encode, changeset.invert, lambda: changeset.apply(Snapshot())):
        with pytest.raises(NoPayloadError):
            use()
    with pytest.raises(ValueError):
        changeset.find("a")


def test_a_class_that_is_not_known_here_is_not_found() -> None:
    wanted = Snapshot.of_items(["a"], cell_class=CellClass("test/travel/one"))
    data = wanted.encode()
    assert b"test/travel/one" in data
    assert Snapshot.decode(data)[0].cell_class == CellClass.find("test/travel/one")


def test_scoped_keys_stay_scoped() -> None:
    scoped = Snapshot.of_sections({"a": ["x"], "b": ["x"]}, duplicates=Duplicates.SCOPE)
    assert Snapshot.decode(scoped.encode(), duplicates=Duplicates.SCOPE).encode() == scoped.encode()
    for refuse in (
        lambda: Snapshot.decode(scoped.encode()),
        lambda: diff(scoped, Snapshot()),
        lambda: List().apply(scoped),
    ):
        with pytest.raises(ScopeError):
            refuse()


def test_reload_everything_still_maps_and_travels() -> None:
    shown = List(reload_threshold=3)
    shown.set_items(range(10))
    changeset = shown.set_items(range(5, 20), flags=PAYLOAD)
    assert changeset.reload == Reload.THRESHOLD and changeset and len(changeset.batch()) == 0
    assert list(changeset.map())[5:] == [0, 1, 2, 3, 4] and "reload everything" in repr(changeset)
    asked = shown.set_items(range(20), flags=DiffFlag.RELOAD)
    assert asked.summary().reload == Reload.ASKED
    assert (~changeset).reload == Reload.THRESHOLD


def test_elements_travel() -> None:
    before = Snapshot.of_sections({"a": ["x"]}, model=None)
    after = before.copy()
    after.set_supplementary("a", Supplementary(1, "header", content=("Title",)))
    changeset = Changeset.decode(diff(before, after, flags=PAYLOAD).encode())
    assert changeset.summary().supplementary_inserts == 1
    changeset.apply(before)
    assert before == after and before.section("a").header == after.section("a").header is not None
