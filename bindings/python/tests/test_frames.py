"""Data frames are items: the same as their rows as NamedTuples, one by one."""

from __future__ import annotations

import importlib
import math
import pickle
from contextlib import suppress
from typing import Any, Callable, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import iqlist
from iqlist import List, Snapshot
from iqlist.frames import Frame


class PlainSeries(list[Any]):
    def to_list(self) -> list[Any]:
        return list(self)


class PlainFrame:
    """What pandas and polars have in common, where neither is installed."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self._columns = columns
        self.columns = list(columns)

    def __getitem__(self, name: str) -> PlainSeries:
        return PlainSeries(self._columns[name])

    def to_dicts(self) -> Any:
        raise AssertionError("rows are not made one by one")


MAKERS: dict[str, Callable[[dict[str, list[Any]]], Any]] = {"plain": PlainFrame}
for _name in ("pandas", "polars"):
    with suppress(ImportError):
        MAKERS[_name] = importlib.import_module(_name).DataFrame

COLUMNS: dict[str, list[Any]] = {
    "id": [3, 1, 2],
    "name": ["Ada", "Ben", None],
    "price": [1.5, -0.0, 2.0],
    "level": [0, 1, 2],
}
CLASS = iqlist.CellClass("tests/frames")


class Record(NamedTuple):
    id: Any
    name: Any
    price: Any
    level: Any


class Six(NamedTuple):
    id: Any
    any: Any
    small: Any
    text: Any
    real: Any
    flag: Any


def id_of(row: Any) -> Any:
    return row.id


def name_of(row: Any) -> Any:
    return row.name


def price_of(row: Any) -> Any:
    return row.price


def level_of(row: Any) -> Any:
    return row.level


def class_of(row: Any) -> iqlist.CellClass | None:
    return CLASS if row.id > 1 else None


ROWS = [Record(*values) for values in zip(*COLUMNS.values())]
OPTIONS: list[dict[str, Any]] = [
    {"key": "id", "content": ("id", "name", "price", "level")},
    {"key": "id", "content": "level"},
    {"key": "name", "content": ("price",), "level": "level"},
    {"key": ("id", "name"), "content": "price", "model": None},
    {"key": id_of, "content": price_of, "level": level_of},
    {"key": "id", "content": "id", "model": name_of},
    {"key": "id", "content": "id", "cell_class": class_of},
    {"cell_class": CLASS},
    {"model": None},
    {},
]


def shown_rows(shown: List[Any]) -> list[Any]:
    """What a list shows: also what contents and models are, to the last bit."""
    return [tuple(row) for row in shown]


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("option", range(len(OPTIONS)))
def test_a_frame_is_its_rows(kind: str, option: int) -> None:
    options = OPTIONS[option]
    frame, by_rows, by_frame = MAKERS[kind](COLUMNS), List(**options), List(**options)
    by_rows.set_items(ROWS)
    by_frame.set_items(frame)
    assert shown_rows(by_frame) == shown_rows(by_rows)
    assert not by_frame.set_items(MAKERS[kind](COLUMNS)) and not by_frame.set_items(ROWS)


@pytest.mark.parametrize("kind", MAKERS)
def test_models_are_rows_with_names(kind: str) -> None:
    shown = List(key="id")
    shown.set_items(MAKERS[kind](COLUMNS))
    model = shown[2].model
    assert model == (2, None, 2.0, 2) and model.name is None and model._fields == tuple(COLUMNS)
    assert type(shown[0].model.id) is int and type(shown[0].model.price) is float
    assert shown.index(model) == 2 and model in shown


@pytest.mark.parametrize("kind", MAKERS)
def test_another_value_anywhere_is_an_update(kind: str) -> None:
    for shown in (List[Any](key="id"), List[Any](key="id", model=None)):
        shown.set_items(MAKERS[kind](COLUMNS))
        for name, value in (("name", "Cem"), ("price", 7.0), ("level", 9)):
            column = [*COLUMNS[name][:-1], value]
            changed = shown.set_items(MAKERS[kind]({**COLUMNS, name: column}))
            assert changed.summary().item_reconfigures >= 1, name
            shown.set_items(MAKERS[kind](COLUMNS))


@pytest.mark.parametrize("kind", MAKERS)
def test_no_rows_are_made_where_nothing_asks_for_them(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(frame: Frame) -> Any:
        raise AssertionError

    monkeypatch.setattr(Frame, "rows", refuse)
    shown = List(key="id", content=("name", "price"), level="level", model=None)
    shown.set_items(MAKERS[kind](COLUMNS))
    assert shown.keys() == [iqlist.Key(3), iqlist.Key(1), iqlist.Key(2)] and shown.models() == [None] * 3


@pytest.mark.parametrize("kind", MAKERS)
def test_frames_are_items_wherever_items_are(kind: str) -> None:
    frame = MAKERS[kind](COLUMNS)
    shown = List(key="id")
    shown.set({"a": frame, "b": [Record(9, "Dot", 0.0, 0)]})
    assert [len(section) for section in shown.sections] == [3, 1]
    with shown.edit() as edit:
        edit.delete_items([1, 2])
        edit.insert_items(MAKERS[kind]({**COLUMNS, "id": [10, 11, 12]}), before=3)
    assert [model.id for model in shown.models()] == [10, 11, 12, 3, 9]
    wanted = Snapshot[Any].of_items(frame, key="id")
    assert pickle.loads(pickle.dumps(wanted)).models() == ROWS


@pytest.mark.parametrize("kind", MAKERS)
def test_what_is_wrong_is_said(kind: str) -> None:
    frame = MAKERS[kind](COLUMNS)
    with pytest.raises(KeyError, match=r"has no column 'nme', which is the list's content="):
        List(key="id", content="nme").set_items(frame)
    with pytest.raises(iqlist.DuplicateError, match=r"key 7 at 0:1"):
        List(key="id").set_items(MAKERS[kind]({"id": [7, 7]}))
    assert len(List(key="id").set_items(MAKERS[kind]({"id": []}))) == 1


@pytest.mark.parametrize("kind", MAKERS)
@given(st.data())
def test_frames_at_random_are_their_rows(kind: str, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 12))
    values: dict[str, Any] = {
        "id": st.integers(0, 2**63 - 1),
        "any": st.integers(-(2**63), 2**63 - 1),
        "small": st.integers(0, 5),
        "text": st.text(st.characters(codec="utf-8", exclude_characters="\0")),
        "real": st.floats(allow_nan=False),
        "flag": st.booleans(),
    }
    columns = {
        name: data.draw(st.lists(each, min_size=count, max_size=count, unique=name in ("id", "any")))
        for name, each in values.items()
    }
    rows = [Six(*each) for each in zip(*columns.values())]
    for key in ("id", "any", ("id", "text")):
        for content in ("small", "any", ("text", "real", "flag"), tuple(columns)):
            by_rows, by_frame = List(key=key, content=content), List(key=key, content=content)
            by_rows.set_items(rows)
            by_frame.set_items(MAKERS[kind](columns))
            assert shown_rows(by_frame) == shown_rows(by_rows)


def test_what_is_missing_is_none_and_nan_of_floats_stays() -> None:
    if "pandas" in MAKERS:
        pandas: Any = importlib.import_module("pandas")
        frame = pandas.DataFrame({"id": pandas.array([1, None], "Int64"), "x": [0.5, float("nan")]})
        frame["when"] = pandas.to_datetime(["2026-01-02", None])
        (_, model) = List.of_items(frame, key="id").models()
        assert model.id is None and model.when is None and math.isnan(model.x)
        with pytest.raises(iqlist.ColumnError, match="two columns of one name"):
            List(key="a").set_items(pandas.DataFrame([[1, 2]], columns=["a", "a"]))
        numbers = List.of_items(pandas.DataFrame({"id": [1], 5: [2], "not a name": [3]}), key="id")
        assert numbers[0].model == (1, 2, 3) and numbers[0].model._fields == ("id", "_1", "_2")
