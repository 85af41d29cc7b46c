"""Data frames of pandas and polars as items: columns by name, and rows as NamedTuples where objects are
needed."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ._buffers import INTEGERS, refused


def is_frame(items: Any) -> bool:
    """Whether this is a data frame of pandas or polars."""
    return hasattr(items, "columns") and (hasattr(items, "itertuples") or hasattr(items, "to_dicts"))


class Frame:
    """A data frame, of whose columns each is read once. Its values are Python's: a value that is missing is
    None, but NaN in a column of floats of numpy."""

    def __init__(self, frame: Any) -> None:
        self._frame, self._read = frame, dict[Any, list[Any]]()
        self.names: list[Any] = list(frame.columns)
        if len(set(self.names)) != len(self.names):
            raise refused(f"the {type(frame).__name__} has two columns of one name")

    def check(self, getter: Any, parameter: str) -> None:
        """KeyError if a getter has the name of a column that is not there."""
        for name in () if getter is None or callable(getter) else [getter] if is_name(getter) else getter:
            if name not in self.names:
                kind = type(self._frame).__name__
                raise KeyError(f"the {kind} has no column {name!r}, which is the list's {parameter}=")

    def column(self, name: Any) -> list[Any]:
        """The values of a column."""
        if name not in self._read:
            self._read[name] = values_of(self._frame[name])
        return self._read[name]

    def columns(self, names: Sequence[Any]) -> list[list[Any]]:
        return list(map(self.column, names))

    def integers(self, name: Any) -> Any:
        """The memory of a column of integers from 0 on, none of them missing; None for another one."""
        try:
            memory = self._frame[name].to_numpy()
            with memoryview(memory) as view:
                are_integers = view.ndim == 1 and view.format.lstrip("@=<") in INTEGERS
        except Exception:
            # Of numpy some types have no memory that others read, and without numpy there is none.
            return None
        return memory if are_integers and (not len(memory) or memory.min() >= 0) else None

    def rows(self) -> list[Any]:
        """Its rows."""
        make = row_type(tuple(self.names))._make
        return list(map(make, zip(*self.columns(self.names))))


def is_name(getter: Any) -> bool:
    """Whether a getter is one name."""
    return isinstance(getter, str)


class Values(Sequence[Any]):
    """The values of a column, read when one is asked for."""

    def __init__(self, frame: Frame, name: Any) -> None:
        self._frame, self._name = frame, name

    def __len__(self) -> int:
        return len(self._frame.column(self._name))

    def __getitem__(self, at: Any) -> Any:
        return self._frame.column(self._name)[at]


def values_of(series: Any) -> list[Any]:
    """The values of a series."""
    values: list[Any] = series.to_list()
    is_missing = getattr(series, "isna", None)
    dtype: Any = getattr(series, "dtype", None)
    if is_missing is None or (getattr(dtype, "kind", "") == "f" and hasattr(dtype, "newbyteorder")):
        return values
    missing: list[bool] = is_missing().to_list()
    if any(missing):
        return [None if is_none else value for value, is_none in zip(values, missing)]
    return values


@lru_cache(maxsize=64)
def row_type(names: tuple[Any, ...]) -> Any:
    """The type of rows with these columns: a NamedTuple, in which a name that cannot be an attribute is `_`
    and its position."""
    make: Any = namedtuple
    kind = make("Row", map(str, names), rename=True)
    # Its module does not have it, so that pickle asks for it by its names.

    def reduce(row: tuple[Any, ...]) -> Any:
        return row_of, (names, tuple(row))

    kind.__reduce__ = reduce
    return kind


def row_of(names: tuple[Any, ...], values: tuple[Any, ...]) -> Any:
    """The row that was pickled."""
    return row_type(names)._make(values)
