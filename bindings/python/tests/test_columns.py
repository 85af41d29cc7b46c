"""Items on their way in and out: objects by recipe, dataclasses, mappings, and columns of every kind."""

from __future__ import annotations

import array
import ctypes
import dataclasses
import struct
from functools import partial
from typing import Any, Callable

import pytest

from iqlist import (
    ArgumentError,
    CellClass,
    ColumnError,
    Columns,
    Duplicates,
    Hasher,
    Key,
    List,
    Position,
    Row,
    Snapshot,
    kit,
)
from iqlist._buffers import Lender


def read(columns: Any, **recipe: Any) -> list[Row]:
    """What a list shows that is told this."""
    shown = List(**recipe)
    shown.set_items(columns)
    assert Snapshot.of_items(columns, **recipe) == shown.snapshot()
    return list(shown)


def bare(*pairs: tuple[Any, int]) -> list[Row]:
    return [Row(Key(key), content, None, None) for key, content in pairs]


KEYS = b"".join([Key(1), Key("two"), Key(3)])
EXPECTED = bare((1, 10), ("two", 0), (3, 30))


@pytest.mark.parametrize(
    "keys", [KEYS, bytearray(KEYS), memoryview(KEYS), array.array("B", KEYS), [1, "two", 3]]
)
@pytest.mark.parametrize(
    "contents",
    [
        struct.pack("=3Q", 10, 0, 30),
        array.array("Q", [10, 0, 30]),
        array.array("q", [10, 0, 30]),
        array.array("H", [10, 0, 30]),
        [10, None, 30],
    ],
)
def test_columns_of_the_standard_library(keys: Any, contents: Any) -> None:
    assert read(Columns(keys, contents)) == EXPECTED


def test_integers_become_the_keys_of_those_integers() -> None:
    for code in "HIQqi":
        assert read(Columns(array.array(code, [7, 8]))) == bare((7, 0), (8, 0))


def test_a_buffer_is_lent_where_it_lies_and_locked_meanwhile() -> None:
    rows = bytearray(b"row 0...row 1...row 2...")
    with Lender() as lender:
        lent = lender.rows(rows, 8, "rows")
        assert (lent.rows, lent.stride) == (3, 8)
        assert ctypes.string_at(lent.address + 8, 5) == b"row 1"
        with pytest.raises(BufferError):
            rows.clear()
    rows.clear()
    with Lender() as lender, pytest.raises(BufferError):
        lender.rows(b"12345", 8, "rows")


def test_numpy_goes_in_and_out_as_it_is() -> None:
    numpy = pytest.importorskip("numpy")
    table = numpy.zeros(6, dtype=[("name", "S5"), ("key", "V16"), ("content", "u8")])
    for at, item in enumerate(EXPECTED):
        table[2 * at]["key"] = bytes(item.key)
        table[2 * at]["content"] = item.content
    columns = Columns(table["key"][::2], table["content"][::2])
    kept: Any = columns._keys
    assert kept.ctypes.data == table["key"].ctypes.data, "not a copy"
    assert read(columns) == EXPECTED
    assert read(Columns(numpy.frombuffer(KEYS, "u1").reshape(-1, 16), [10, 0, 30])) == EXPECTED
    assert read(Columns(numpy.frombuffer(KEYS, "u8").reshape(-1, 2)))[0].key == Key(1)
    assert read(Columns(numpy.arange(3, dtype="u8")[::-1], numpy.ones(3, "i4"))) == bare(
        (2, 1), (1, 1), (0, 1)
    )
    assert read([numpy.uint64(3), numpy.int32(4)], model=None) == bare((3, 0), (4, 0))
    assert read(numpy.array([5, 6], "u2"), model=None, content=int) == bare((5, 5), (6, 6))

    shown = List()
    shown.set_items(columns)
    out = shown.columns()
    assert numpy.asarray(out.contents).tolist() == [10, 0, 30]
    assert numpy.asarray(out.keys).reshape(-1, 16)[1].tobytes() == Key("two")
    changes = shown.set_items([], changeset=True).batch().numpy()
    assert changes["count"].sum() == 3 and changes.dtype.itemsize == 56 and not changes.flags.writeable


def test_levels_are_numbers_of_any_width() -> None:
    def levels(given: Any) -> list[int]:
        return [row.level for row in read(Columns([1, 2], levels=given))]

    assert levels([0, 65535]) == levels(iter([0, 65535])) == [0, 65535]
    assert (
        levels(array.array("H", [3, 4]))
        == levels(array.array("q", [3, 4]))
        == levels(bytes([3, 0, 4, 0]))
        == [3, 4]
    )
    assert levels(7) == [7, 7] and levels(None) == [0, 0]
    out = List.of_items([1]).columns()
    assert (out.levels.format, list(out.levels)) == ("H", [0])


def test_levels_of_numpy_go_in_as_they_are() -> None:
    numpy = pytest.importorskip("numpy")

    def levels(given: Any) -> list[int]:
        return [row.level for row in read(Columns([1, 2], levels=given))]

    column = numpy.arange(6, dtype="u2")[::3]
    kept: Any = Columns([1, 2], levels=column)._levels
    assert kept.ctypes.data == column.ctypes.data, "not a copy"
    assert levels(column) == levels(numpy.array([0, 3], "i4")) == [0, 3]
    assert levels(numpy.frombuffer(bytes([1, 0, 2, 1]), "u1").reshape(2, 2)) == [1, 258]


def test_a_list_makes_levels_by_its_recipe() -> None:
    made = read([{"at": 2}, {"at": 0}], key="at", level="at")
    assert [row.level for row in made] == [2, 0]
    shown: List[tuple[int, int]] = List(key=lambda pair: pair[0], level=lambda pair: pair[1])
    shown.set_items([(1, 0), (2, 1)])
    with shown.edit() as edit:
        edit.update_item(2, model=(2, 5))
        edit.update_item(1, model=(1, 7), level=3)
        edit.insert_items([(3, 9)])
    assert [row.level for row in shown] == [3, 5, 9]
    with shown.edit() as edit:
        edit.update_items([(3, 0)])
    assert [item.level for item in shown.items()] == [3, 5, 0]
    for wrong in (-1, 65536):
        with pytest.raises(ColumnError, match="a level is from 0 to 65535"):
            shown.set_items([(1, wrong)])


def first_word(text: str) -> int:
    """The content of a string that is its own key."""
    return int.from_bytes(Key(text)[:8], "little")


def test_columns_come_out_and_go_in_again() -> None:
    shown = List()
    shown.set_items(["a", "b", "c"])
    out = shown.columns(1, 2)
    assert bytes(out.keys) == Key("b") + Key("c") and list(out.contents) == [first_word("b"), first_word("c")]
    assert out.models == ["b", "c"] and out.classes == [CellClass.find("python.object")] * 2
    assert read(Columns(*out)) == shown[1:]
    assert read(shown[1:]) == shown[1:], "records of items go in as they are"
    other = List(key="id", model=None)
    other.set([(section.key, section) for section in shown.sections])
    assert other.snapshot() == shown.snapshot(), "and past the recipe"
    empty = List().columns()
    assert list(empty.keys) == [] and read(Columns(*empty)) == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: Columns(bytes(17)), "17 bytes"),
        (lambda: Columns(bytes(32), contents=bytes(8)), "2 keys, but 1 contents"),
        (lambda: Columns([1, 2], contents=[1]), "2 keys, but 1 contents"),
        (lambda: Columns([1, 2], models=["a"]), "2 keys, but 1 models"),
        (lambda: Columns([1, 2], levels=[1]), "2 keys, but 1 levels"),
        (lambda: Columns([1], levels=[65_536]), "a level is from 0 to 65535, not 65536"),
        (lambda: Columns([1], levels=array.array("i", [-1])), "a level is from 0 to 65535, not -1"),
        (lambda: Columns([1], levels=array.array("d", [1.0])), "levels is a buffer of floats"),
        (lambda: Columns([1, 2], models=["a", "b"], classes=[None]), "2 models, but 1 classes"),
        (lambda: Columns(array.array("d", [1.0])), "keys is a buffer of floats"),
        (lambda: Columns([1], contents=array.array("d", [1.0])), "contents is a buffer of floats"),
        (lambda: Columns([1], contents=array.array("f", [1.0])), "contents is a buffer of floats"),
        (lambda: Columns(array.array("q", [-1])), "negative number, -1"),
        (lambda: Columns(memoryview(bytes(64))[::2]), "wide; 16 are needed|one piece"),
        (lambda: Columns(memoryview(bytes(32)).cast("B", (2, 16))[::-1]), "backwards"),
    ],
)
def test_columns_that_do_not_fit_are_buffer_errors(wrong: Any, said: str) -> None:
    shown = List()
    with pytest.raises(ColumnError, match=said) as raised:
        shown.set_items(wrong())
    assert isinstance(raised.value, BufferError) and isinstance(raised.value, ValueError)
    assert len(shown) == 0


def test_sections_of_columns_must_add_up() -> None:
    shown = List()
    with pytest.raises(ValueError, match="the sections have 3 items, the columns 2"):
        shown.set([("a", 3)], Columns([1, 2]))
    with pytest.raises(ValueError):
        shown.set([("a", -1), ("b", 3)], Columns([1, 2]))
    shown.set([("a", Columns([1])), ("b", [2]), ("c", []), ("d", Columns([3], [4], ["x"]))])
    assert [len(section) for section in shown.sections] == [1, 1, 0, 1]
    assert shown.models() == [None, 2, "x"] and shown[2].content == 4


@dataclasses.dataclass
class File:
    path: str
    size: int
    opened: int = dataclasses.field(default=0, compare=False)


def test_a_dataclass_looks_like_the_fields_that_it_is_compared_by() -> None:
    shown = List(key="path")
    shown.set_items([File("a", 1, 5), File("b", 2)])
    assert [item.content for item in shown] == [Hasher("a", 1).content(), Hasher("b", 2).content()]
    assert not shown.set_items([File("a", 1, 6), File("b", 2)])
    (update,) = shown.set_items([File("a", 1), File("b", 3)]).batch()
    assert update.after == Position(0, 1)


def test_recipes() -> None:
    rows = [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Ben"}]
    shown = List(key="id", content=["name"], model=lambda row: row["name"])
    shown.set_items(rows)
    assert shown.keys() == [Key(1), Key(2)] and shown.models() == ["Ada", "Ben"]
    assert shown[0].content == Hasher("Ada").content()
    several = List(key=("path", "size"), content=lambda file: file.opened, model=None)
    several.set_items([File("a", 1, 5)])
    assert list(several) == bare((("a", 1), 5))
    own = CellClass("test/columns/own")
    by_type = List(cell_class=lambda value: own if isinstance(value, str) else None)
    by_type.set_items(["a", 1])
    assert [item.cell_class for item in by_type] == [own, CellClass.find("python.object")]


def test_a_list_refuses_a_snapshot_that_another_recipe_has_made() -> None:
    ada = {"name": "Ada", "id": 7}
    shown = List(key="name", content=("id",))
    by_id = Snapshot.of_items([ada], key="id")
    # As long as only one has made items, nothing is compared.
    assert shown.apply(by_id)
    shown.set_items([ada])
    for take in (shown.apply, shown.submit):
        with pytest.raises(ArgumentError) as found:
            take(by_id)
        told = str(found.value)
        assert "key='name', content=('id',)" in told and "key='id', content=None" in told, told
        assert "new_snapshot" in told
    assert shown.models() == [ada] and shown.info().submissions == 0
    passing = [
        Snapshot(),
        Snapshot.of_items(Columns(["Ada"])),
        Snapshot.of_items([*shown], key="id"),
        Snapshot[Any].decode(by_id.encode()),
        Snapshot.of_items([ada], key="name", content=("id",)),
        shown.snapshot(),
    ]
    for each in passing:
        shown.apply(each)
    # What it has taken counts as what it has made.
    taken = List(key="name")
    taken.apply(Snapshot.of_items([ada], key="name"))
    with pytest.raises(ArgumentError):
        taken.apply(by_id)


def test_recipes_with_functions_of_the_same_text_are_the_same() -> None:
    low: Callable[[str], str] = lambda name: name.lower()  # noqa: E731
    same: Callable[[str], str] = lambda text: text.lower()  # noqa: E731
    up: Callable[[str], str] = lambda name: name.upper()  # noqa: E731
    shown = List.of_items(["Ada"], key=low)
    assert not shown.apply(Snapshot.of_items(["Ada"], key=same))
    for other in (up, str.lower, None):
        with pytest.raises(ArgumentError, match="key="):
            shown.apply(Snapshot.of_items(["Ada"], key=other))

    def first(count: int) -> Callable[[str], str]:
        return lambda name: name[:count]

    short = List.of_items(["Ada"], key=first(2))
    assert not short.apply(Snapshot.of_items(["Ada"], key=first(2)))
    with pytest.raises(ArgumentError, match="key="):
        short.apply(Snapshot.of_items(["Ada"], key=first(1)))


def test_a_new_snapshot_has_recipe_and_policies_of_its_list() -> None:
    shown = List(key="id", duplicates=Duplicates.KEEP_LAST, drop_empty_sections=True)
    for each in (shown, shown.filtered()):
        wanted = each.new_snapshot()
        assert not len(wanted.sections)
        wanted.set({"a": [{"id": 1, "n": 1}, {"id": 1, "n": 2}], "b": []})
        shown.apply(wanted)
        assert shown.models() == [{"id": 1, "n": 2}]
        assert [section.name for section in shown.sections] == ["a"]
        assert not shown.set({"a": [{"id": 1, "n": 2}]}), "the keys are those of the list"


def test_a_mapping_is_no_items() -> None:
    calls: list[Callable[[Any], Any]] = [
        List().set_items,
        Snapshot.of_items,
        lambda given: List().set({"a": given}),
        partial(kit.Section, "a"),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=r"not dict: give its values\(\)"):
            call({"Ada": 1})


def test_content_0_is_none_and_leaves_it_to_the_class() -> None:
    class Person:
        def __init__(self, number: int, messages: int, name: str = "") -> None:
            self.id, self.messages, self.name = number, messages, name

    def updates(cell_class: CellClass | None, *people: Person) -> list[bool]:
        """Whether each of these is an update of the one before it."""
        shown = List(key="id", content="messages", cell_class=cell_class)
        return [bool(shown.set_items([person])) for person in people][1:]

    people = [Person(1, 0, "Ada"), Person(1, 0, "Ada"), Person(1, 0, "Ben"), Person(1, 5), Person(1, 0)]
    # Without `equal` it never updates by itself; from none to some, or back, does it as any other change.
    assert updates(CellClass("test/content/plain"), *people) == [False, False, True, True]
    by_name = CellClass("test/content/name", equal=lambda before, after: before.name == after.name)
    assert updates(by_name, *people) == [False, True, True, True]
    # The class of items without one compares with ==, which is identity here.
    assert updates(None, *people, people[-1]) == [True, True, True, True, False]


def test_what_a_recipe_raises_comes_out_and_nothing_has_changed() -> None:
    shown = List(key=lambda row: row["id"])
    shown.set_items([{"id": 1}])
    with pytest.raises(KeyError):
        shown.set_items([{"id": 1}, {}])

    def cut_short() -> Any:
        yield {"id": 2}
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        shown.set({"a": cut_short()})
    assert shown.keys() == [Key(1)]


def test_arrays_of_numpy_that_are_no_columns_are_refused_in_words() -> None:
    numpy = pytest.importorskip("numpy")
    wrong: list[tuple[Any, str]] = [
        (lambda: Columns(numpy.ones(2)), "keys is a buffer of floats"),
        (lambda: Columns([1, 2], numpy.ones(2, "f4")), "contents is a buffer of floats"),
        (lambda: Columns(numpy.array(["a", "b"])), "keys is a buffer of strings"),
        (lambda: Columns([1, 2], numpy.array(["a", "b"])), "contents is a buffer of strings"),
        (lambda: Columns([1, 2], numpy.array([None, "b"], object)), "contents is a buffer of objects"),
        (lambda: Columns([1, 2], numpy.array([True, False])), "contents is a buffer of booleans"),
        (lambda: Columns([1, 2], numpy.ones(2, ">u8")), "another machine"),
        (lambda: List().set_items(numpy.zeros((3, 2), "u8")), "rows of a bare ndarray"),
        (lambda: List().set_items(numpy.zeros(3, "V16")), "rows of a bare ndarray"),
        (lambda: List().set_items(numpy.zeros(3, [("id", "u8")])), "rows of a bare ndarray"),
    ]
    for call, said in wrong:
        with pytest.raises((ColumnError, TypeError), match=said):
            call()
    assert List.of_items(numpy.array(["a", "b"])).index("b") == 1
    assert List.of_items(numpy.array([0.5, 1.5])).index(1.5) == 1
