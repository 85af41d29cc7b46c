"""Models of GTK over sorted lists: clicks on the headers of a column view sort them, under a real pointer;
without one, by what the view says."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Callable, Iterator
from functools import cmp_to_key
from typing import Any, NamedTuple

import pytest
from gtk_pointer import ColumnWindow, needs_pointer, until, wait

from iqlist import List, SortedList
from iqlist.gtk import Gtk, Model

pytestmark = pytest.mark.skipif(not Gtk.init_check(), reason="there is no display")


class Person(NamedTuple):
    name: str
    age: int
    town: str = ""


PEOPLE = [Person("Cem", 20), Person("Ada", 36), Person("Eve", 20), Person("Ben", 7)]


def age_of(person: Person) -> int:
    return person.age


def rest_of(person: Person) -> int:
    return person.age % 7


def new_source() -> List[Person]:
    return List.of_items(PEOPLE, key="name", content="age")


def names(model: Model) -> str:
    return " ".join(item.model.name for item in model)


def shows(model: Model, wanted: str) -> Callable[[], bool]:
    return lambda: names(model) == wanted


class Columns(ColumnWindow):
    """Names, ages and towns; it cannot be sorted by the third column."""

    def __init__(self, ordered: SortedList[Person], field: Any = "age") -> None:
        super().__init__({"Name": lambda row: row.name, "Age": lambda row: row.age, "Town": str})
        keys = {self.columns["Name"]: "name", self.columns["Age"]: field}
        self.model = Model(ordered, sort_keys=keys)

    def sort(self, title: str | None, descending: bool = False) -> None:
        order = Gtk.SortType.DESCENDING if descending else Gtk.SortType.ASCENDING
        self.view.sort_by_column(None if title is None else self.columns[title], order)


@pytest.fixture
def opened() -> Iterator[Callable[..., Columns]]:
    windows: list[Columns] = []

    def make(*arguments: Any) -> Columns:
        windows.append(Columns(*arguments))
        return windows[-1]

    yield make
    for each in windows:
        each.close()


@needs_pointer
def test_clicks_on_headers_sort_and_the_selection_stays_with_its_row(opened: Callable[..., Columns]) -> None:
    source = new_source()
    columns = opened(source.sorted())
    model = columns.model
    selection = Gtk.MultiSelection(model=model)
    model.keep_selection(selection)
    columns.show(selection)
    selection.select_item(1, True)
    ada = model.get_item(1)
    assert names(model) == "Cem Ada Eve Ben"
    for column, wanted in [
        (0, "Ada Ben Cem Eve"),
        (0, "Eve Cem Ben Ada"),
        # What is equal stands as the columns before say.
        (1, "Ben Eve Cem Ada"),
        (1, "Ada Eve Cem Ben"),
        (2, "Ada Eve Cem Ben"),
    ]:
        columns.click_header(column)
        until(shows(model, wanted))
        wait(0.05)
        assert names(model) == wanted
        assert [row for row in range(4) if selection.is_selected(row)] == [model.position_of(ada)]
    source.set_items([*PEOPLE[:3], Person("Ben", 90)])
    until(shows(model, "Ben Ada Eve Cem"))


@pytest.mark.parametrize("field", ["age", 1, age_of], ids=["attribute", "index", "function"])
def test_what_the_view_sorts_by_is_the_order(opened: Callable[..., Columns], field: Any) -> None:
    columns = opened(new_source().sorted(lambda _, row: row.name), field)
    model = columns.model
    assert names(model) == "Ada Ben Cem Eve"
    columns.sort("Age")
    until(shows(model, "Ben Cem Eve Ada"))
    columns.sort("Age", descending=True)
    until(shows(model, "Ada Cem Eve Ben"))
    columns.sort(None)
    until(shows(model, "Cem Ada Eve Ben"))


def test_random_clicks_sort_as_a_model_of_gtk_does(opened: Callable[..., Columns]) -> None:
    """A Gtk.SortListModel by the sorter of the same view, over the same source."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    generator = random.Random(seed)
    source: List[Person] = List(key="name", content="age")
    columns = opened(source.sorted(), rest_of)
    plain = Model(source)
    for _ in range(60):
        people = [Person(f"{number:02}", generator.randrange(100)) for number in range(30)]
        source.set_items(generator.sample(people, 25))
        columns.sort(generator.choice(["Name", "Age", "Age", None]), generator.random() < 0.5)
        assert plain.sync()
        oracle = Gtk.SortListModel(model=plain, sorter=columns.view.get_sorter())
        wanted = " ".join(oracle.get_item(row).model.name for row in range(oracle.get_n_items()))
        # It does not sort again when an item is updated, and must not merge rows into what is not sorted.
        del oracle
        until(shows(columns.model, wanted))


def test_a_column_that_comes_later_sorts(opened: Callable[..., Columns]) -> None:
    columns = opened(new_source().sorted())
    late = Gtk.ColumnViewColumn(title="Late")
    model = Model(columns.model.shown, sort_keys={late: "age"})
    other = Gtk.ColumnView()
    other.append_column(late)
    other.sort_by_column(late, Gtk.SortType.ASCENDING)
    until(shows(model, "Ben Cem Eve Ada"))


def test_a_sorter_is_asked_by_models_of_gtk_as_well(opened: Callable[..., Columns]) -> None:
    columns = opened(new_source().sorted())
    sorter = columns.columns["Age"].get_sorter()
    items = sorted(columns.model, key=cmp_to_key(lambda one, other: int(sorter.compare(one, other))))
    assert [item.model.name for item in items] == ["Ben", "Cem", "Eve", "Ada"]


def test_sort_keys_need_a_sorted_list() -> None:
    with pytest.raises(TypeError, match="SortedList"):
        Model(new_source(), sort_keys={})


def test_a_model_is_dropped_while_its_columns_live(opened: Callable[..., Columns]) -> None:
    columns = opened(new_source().sorted())
    weak = weakref.ref(columns.model)
    del columns.model
    gc.collect()
    assert weak() is None
    columns.sort("Age")


def test_a_list_is_closed_while_its_columns_live(opened: Callable[..., Columns]) -> None:
    columns = opened(new_source().sorted())
    columns.model.shown.close()
    columns.sort("Age")
    assert names(columns.model) == "Cem Ada Eve Ben"
