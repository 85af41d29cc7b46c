"""What the tests of grouped lists share: rows with groups, and what a list shows of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from derivations import settle

from iqlist import Key, List

LONG = "the same sixteen bytes, and more: "


@dataclass(frozen=True)
class Row:
    """A model: who it is, its group, and what it is sorted by."""

    name: int
    group: Any
    value: int = 0


def rows_of(groups: Iterable[Any]) -> list[Row]:
    return [Row(*pair) for pair in enumerate(groups)]


def listed(rows: Iterable[Row] = (), **options: Any) -> List[Row]:
    """A list of rows."""
    made: List[Row] = List(key="name", content=lambda row: (repr(row.group), row.value), **options)
    made.set_items(rows)
    return made


def group(_: Key, row: Row) -> Any:
    return row.group


def value(_: Key, row: Row) -> int:
    return row.value


def itself(value: Any) -> Any:
    return value


def initial(_: Key, name: str) -> str:
    return name[0]


def shown(made: List[Any]) -> list[tuple[Any, list[Any]]]:
    """The groups by their values, and the models of each."""
    return [(section.name, [row.model for row in section]) for section in made.sections]


def names(made: List[Row]) -> list[tuple[Any, list[int]]]:
    return [(value, [row.name for row in rows]) for value, rows in shown(made)]


def headers(made: List[Any]) -> list[Any]:
    return [None if section.header is None else section.header.model for section in made.sections]


def settled(
    source: List[Any],
    by: Callable[[Key, Any], Any],
    key: Callable[[Key, Any], Any] | None = None,
    *,
    batch: Callable[[list[Any]], list[Any]] | None = None,
    place: Callable[[Any], Any] | None = None,
    reverse: bool = False,
    compare: bool = False,
) -> list[tuple[Any, list[Any]]]:
    """What a grouped list of a source shows."""
    with source.grouped(by, key, batch=batch, place=place, reverse=reverse, compare=compare) as made:
        settle(made)
        return shown(made)


class Oops(Exception):
    """What functions raise."""
