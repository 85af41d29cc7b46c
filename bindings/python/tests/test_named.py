"""Things are named by what they are made of: an object stands for its key, an error shows what was given, a
section keeps its name, and the only section of a flat list needs none."""

from __future__ import annotations

import tracemalloc
from dataclasses import dataclass
from typing import Any, Callable, NamedTuple

import pytest

import iqlist
from iqlist import CellClass, DuplicateError, Duplicates, Error, Key, List, NotFoundError, Snapshot


@dataclass(frozen=True)
class Chat:
    name: str
    messages: int = 0


class Row(NamedTuple):
    id: int
    text: str


ADA, BEN, CEM = Chat("Ada"), Chat("Ben"), Chat("Cem")


def refused(call: Callable[[], Any], kind: type[Error] = Error) -> Error:
    with pytest.raises(kind) as found:
        call()
    return found.value


# --- an object stands for its key


def test_an_object_stands_for_its_key_in_a_list() -> None:
    shown = List.of_sections({"s": [ADA, BEN], "t": [CEM]}, key="name")
    assert shown.index(CEM) == 2 and shown.position(BEN) == (0, 1) and shown.item(BEN).model is BEN
    assert shown.row(Chat("Ben", 7)).model is BEN
    assert BEN in shown and "Ben" in shown and Chat("Dot") not in shown and BEN in shown.section("s")
    with shown.edit() as edit:
        edit.move_item(CEM, before=ADA)
        edit.reload_items([ADA])
        edit.delete_items([BEN, shown.item("Cem")])
    assert shown.models() == [ADA]


def test_an_object_stands_for_its_key_in_a_snapshot() -> None:
    wanted = Snapshot.of_items([{"id": 1}, {"id": 2}, {"id": 3}], key="id")
    wanted.move_item({"id": 3}, before={"id": 1})
    wanted.insert_items([{"id": 4}], after={"id": 1})
    wanted.reconfigure_items([{"id": 4}])
    wanted.reload_items([{"id": 1}])
    assert wanted.delete_items([{"id": 2}, {"id": 9}]) == 1
    assert [item["id"] for item in wanted.models()] == [3, 1, 4] and wanted.position({"id": 4}) == (0, 2)


def test_what_can_be_a_key_is_one_first_and_else_the_object() -> None:
    shown = List(key=lambda row: row[0], content=lambda row: row[1])
    shown.set_items([("a", 1), ("b", 2), ("c", 3)])
    wanted = shown.snapshot()
    for items in (shown, wanted):
        assert items.index("b") == items.index(("b", 2)) == items.index(items[1].model) == 1
        assert ("b", 9) in items and ("b", 9) in items.sections[0]
        assert ("d", 2) not in items and "d" not in items
        assert items.key_of(("b", 9)) == Key("b") and items.key_of(("d", 9)) == Key(("d", 9))
        with pytest.raises(NotFoundError) as found:
            items.index(("d", 1))
        assert found.value.value == ("d", 1)
    with shown.edit() as edit:
        edit.move_item(("a", 1), after=("c", 3))
        edit.delete_items([("b", 2)])
        edit.insert_items([("e", 5)], before=("c", 3))
        edit.reload_items([("a", 1)])
    shown.select([("a", 1)])
    assert [row[0] for row in shown.models()] == ["e", "c", "a"] and shown.item("a").states
    wanted.move_item(("a", 1), after=("c", 3))
    wanted.insert_items([("e", 5)], before=("c", 3))
    wanted.reload_items([("a", 1)])
    assert wanted.delete_items([("b", 2), ("d", 4)]) == 1
    assert [row[0] for row in wanted.models()] == ["e", "c", "a"]

    names = List.of_items(["Ada", "ben"], key=str.lower)
    assert names.index("Ada") == names.index("ada") == 0 and "BEN" in names
    # Where there is an item of the value as a key, that is meant.
    others = {"ab": "b", "b": "bb"}
    both = List.of_items(["ab", "b"], key=others.__getitem__)
    assert both.index("b") == 0 and both.index("ab") == 0 and both.index("bb") == 1
    scoped = List(key=str.lower, duplicates=Duplicates.SCOPE)
    scoped.set({"s": ["Ada"], "t": ["Ben"]})
    assert "Ben" in scoped.section("t") and "Ben" not in scoped.section("s")
    rows = List.of_items([Row(1, "a"), Row(2, "b")], key="id")
    assert rows.index(Row(2, "?")) == 1 and rows.index(2) == 1 and rows.index(rows[1]) == 1
    assert rows.key_of(Row(7, "")) == rows.key_of(7) == Key(7)


# --- an error shows what was given


def test_errors_show_the_value_that_was_given() -> None:
    shown = List()
    shown.set({"fruit": ["apple"], "nuts": ["walnut"]})
    wanted = shown.snapshot()

    def edit(call: Callable[[iqlist.Edit[Any]], object]) -> Callable[[], None]:
        def run() -> None:
            with shown.edit() as edit:
                call(edit)

        return run

    calls: list[tuple[Any, Callable[[], Any]]] = [
        ("Nowhere", lambda: shown.position("Nowhere")),
        ("Nowhere", lambda: shown.section("Nowhere")),
        ("Nowhere", lambda: shown.set_section_items("Nowhere", [])),
        ("Nowhere", lambda: wanted.position("Nowhere")),
        ("Nowhere", lambda: wanted.section("Nowhere")),
        ("Nowhere", lambda: wanted.append_items(["x"], "Nowhere")),
        ("Nowhere", lambda: wanted.move_item("apple", before="Nowhere")),
        ("Nowhere", lambda: wanted.move_section("nuts", before="Nowhere")),
        ("Nowhere", lambda: wanted.reload_items(["apple", "Nowhere"])),
        ("Nowhere", edit(lambda edit: edit.insert_items(["x"], "Nowhere"))),
        ("Nowhere", edit(lambda edit: edit.delete_items(["Nowhere"]))),
        ("walnut", edit(lambda edit: edit.insert_items(["x", "walnut"], "fruit"))),
        ("walnut", edit(lambda edit: edit.delete_items(["walnut", "walnut"]))),
        ("nuts", edit(lambda edit: edit.insert_sections(["nuts"]))),
        ("nuts", lambda: wanted.append_sections(["nuts"])),
        ("twice", lambda: shown.set_items(["once", "twice", "twice"])),
        ("twice", lambda: shown.set({"a": ["twice"], "b": ["once", "twice"]})),
        ("twice", lambda: shown.set([("twice", [1]), ("twice", [2])])),
        ("twice", lambda: shown.apply(Snapshot.of_items(["twice", "twice"]))),
        ("twice", lambda: iqlist.diff(wanted, Snapshot.of_items(["twice", "twice"]))),
        (
            7,
            lambda: (
                shown.set_items([{"id": 7}, {"id": 7}])
                if False
                else List(key="id").set_items([{"id": 7}, {"id": 7}])
            ),
        ),
    ]
    for value, call in calls:
        error = refused(call)
        assert error.value == value and repr(value) in str(error), (value, error)
        assert Key(value).hex() not in str(error)
        assert error.key in (None, Key(value))


def test_a_section_in_a_message_goes_by_its_name() -> None:
    shown = List()
    error = refused(lambda: shown.set({"a": [1], "b": [1]}), DuplicateError)
    assert str(error) == "IQ_ERROR_DUPLICATE: key 1 of section 'b' at 1:0 occurs first at 0:0"
    flat = refused(lambda: shown.set_items(["x", "x"]), DuplicateError)
    assert str(flat) == "IQ_ERROR_DUPLICATE: key 'x' at 0:1 occurs first at 0:0"


def test_keys_that_nothing_is_known_of_show_as_they_are() -> None:
    key = Key("x")
    error = refused(lambda: List().position(key), NotFoundError)
    assert error.value == key and key.hex() in str(error)


def test_no_message_names_a_parameter_of_c() -> None:
    shown = List()
    shown.set_items(["a"])
    calls: list[Callable[[], Any]] = [
        lambda: shown.item_at(5),
        lambda: shown.sections[9],
        lambda: shown.keys(5, 1),
        lambda: shown.set_items(["b"], flags=512),
        lambda: List(duplicates=9),
        lambda: CellClass.find("docs/none"),
        lambda: CellClass(""),
        lambda: Key.from_digest(b"short"),
    ]
    for call in calls:
        assert "parameter" not in str(refused(call))
    assert str(refused(lambda: shown.sections[9])) == "there is no section 9 among 1"
    assert "'docs/none'" in str(refused(lambda: CellClass.find("docs/none")))


# --- sections keep their names


def names(of: List[Any] | Snapshot[Any]) -> list[Any]:
    return [section.name for section in of.sections]


def test_sections_keep_the_object_that_named_them() -> None:
    shown = List()
    shown.set([(("a", 1), [1]), ("b", [2])])
    wanted = shown.snapshot()
    wanted.append_sections([7])
    wanted.insert_sections(["c"], before="b")
    assert names(wanted) == names(wanted.copy()) == [("a", 1), "c", "b", 7]
    other = List()
    other.apply(wanted)
    with other.edit() as edit:
        edit.insert_sections(["d"], after="c")
        edit.insert_sections([Key("e")])
    assert names(other) == [("a", 1), "c", "d", "b", 7, Key("e")]
    assert names(Snapshot.decode(wanted.encode())) == wanted.sections.keys()
    assert other.item(2).section.name == "b" and other.section(Key("d")).name == "d"
    other.set({other.sections[1]: [], Key("b"): [1]})
    assert names(other) == ["c", "b"], "what is named by a section or a key has its name already"


class Sore:
    """A model that cannot be compared."""

    id = 1

    def __eq__(self, other: object) -> bool:
        raise ValueError("cannot compare")

    __hash__ = object.__hash__


def test_sections_have_their_names_also_where_models_cannot_be_compared() -> None:
    for update in ("set", "apply"):
        shown = List[Sore](key="id")
        shown.set({"s": [Sore()]})
        with pytest.raises(ValueError, match="cannot compare"):
            if update == "set":
                shown.set({"s": [Sore()], "new": []})
            else:
                shown.apply(Snapshot.of_sections({"s": [Sore()], "new": []}, key="id"))
        # The update was made nevertheless.
        assert [section.name for section in shown.sections] == ["s", "new"]


@pytest.mark.parametrize("applies", [False, True])
def test_who_reads_as_soon_as_sections_are_there_finds_their_names(applies: bool) -> None:
    """As another thread may. Here a model does so that the update drops."""
    seen: list[Any] = []

    class Reading:
        def __del__(self) -> None:
            seen.extend(each.name for each in (*shown.sections, *shown.snapshot().sections))

    shown: List[Any] = List(key=id)
    shown.set([("before", [Reading()])])
    if applies:
        shown.apply(Snapshot.of_sections([("after", [])]))
    else:
        shown.set([("after", [])])
    assert seen == ["after", "after"]


def test_names_of_sections_that_are_gone_are_forgotten() -> None:
    shown = List()
    for number in range(200):
        shown.set({f"section {number}": [number]}, changeset=False)
    assert names(shown) == ["section 199"] and len(shown._names._by_key) < 40


# --- a flat list and edits meet


def test_the_only_section_needs_no_name() -> None:
    shown = List()
    with shown.edit() as edit:
        edit.insert_items(["b", "c"])
        edit.insert_items(["a"], position=0)
        edit.move_item_range(None, 0, 1, position=2)
        edit.delete_item_range(None, 0, 1)
    assert shown.models() == ["c", "a"] and shown.sections.keys() == [Key(bytes(16))]
    assert not shown.set_items(["c", "a"]), "the section is that of set_items"
    with shown.edit() as edit:
        edit.insert_sections(["other"])
        error = refused(lambda: edit.insert_items(["x"]), iqlist.NoSectionError)
        assert "2 sections" in str(error)
        refused(lambda: edit.delete_item_range(None, 0, 1), iqlist.NoSectionError)


def test_a_refused_insert_makes_no_section() -> None:
    shown = List()
    with shown.edit() as edit:
        refused(lambda: edit.insert_items(["a", "a"]), DuplicateError)
        assert len(shown.sections) == 0
    assert not edit.changeset


def test_numbered_sections_have_keys_for_names() -> None:
    shown = List(duplicates=Duplicates.NUMBER)
    shown.set([("a", [1]), ("a", [2])])
    assert shown.sections[0].name == "a" and isinstance(shown.sections[1].name, Key)


def test_what_can_be_no_key_asks_for_one() -> None:
    with pytest.raises(TypeError, match="or give key=, which identifies items"):
        List().set_items([object()])


def test_a_walk_copies_no_names_and_a_copy_adds_its_own() -> None:
    shown = List.of_sections({f"section {number}": [number] for number in range(10_000)})
    tracemalloc.start()
    try:
        assert next(iter(shown)).model == 0
        assert tracemalloc.get_traced_memory()[1] < 150_000, "a dict of 10,000 names alone takes 295 kB"
    finally:
        tracemalloc.stop()
    wanted = shown.snapshot()
    wanted.append_sections(["new"])
    assert wanted.section("new").name == "new" and wanted.section("section 7").name == "section 7"
    shown.set_section_items("section 7", [])
    with shown.edit() as edit:
        edit.insert_sections([Key("new")])
    assert isinstance(shown.section("new").name, Key)
