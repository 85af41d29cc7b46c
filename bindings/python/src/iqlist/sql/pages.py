"""A query that is read page by page, by the values of its order (keyset pagination): however far it is read,
a page costs what its rows cost where an index has the order.

    order   name, id                             what is loaded: [first ... last]

    before   ... WHERE (name, id) < first        up to a page, if the start is open or asked for
    between  ... WHERE first <= (name, id) <= last
    after    ... WHERE (name, id) > last         up to a page, if the end is open or asked for

An end is open once there was nothing behind it: what comes there later is shown, at most a page of it at a
time. What is loaded stays loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, Optional, Union

from iqlist import Descending, Edge

from .shaping import Part, places_of
from .sources import Rows, Source

Order = Union[str, Descending]


class Page:
    """Pages of a `LiveQuery`.

    `order`     the columns by which the rows are ordered, by name, `Descending` ones as such. The key of the
                query comes after them, and so its columns need not be named. None of them may be NULL. An
                ORDER BY of the query itself has no effect.
    `size`      how many rows a page has.
    `distance`  how many rows away an end of what is loaded is near, see `List.set_page`.

    >>> import iqlist
    >>> Page([iqlist.Descending("sent"), "name"], 50)
    Page([Descending('sent'), 'name'], 50)
    """

    def __init__(self, order: Union[Order, Sequence[Order]], size: int = 100, *, distance: int = 20) -> None:
        if size < 1 or distance < 0:
            raise ValueError(
                f"a page has at least one row, and a distance is not negative: {size}, {distance}"
            )
        self.order: list[Order] = [order] if isinstance(order, (str, Descending)) else list(order)
        self.size, self.distance = size, distance

    def __repr__(self) -> str:
        return f"Page({self.order}, {self.size})"


class Column(NamedTuple):
    """Of the order."""

    name: str
    is_descending: bool

    @property
    def quoted(self) -> str:
        name = self.name.replace('"', '""')
        return f'"{name}"'


def columns_of(page: Page, key: Part) -> list[Column]:
    """The whole order. With the key in it no two rows are equal."""
    if callable(key):
        raise ValueError("a query that is read in pages needs the names of columns as its key")
    found = [
        Column(str(each.value), True) if isinstance(each, Descending) else Column(each, False)
        for each in page.order
    ]
    names = {column.name for column in found}
    found += [Column(name, False) for name in ([key] if isinstance(key, str) else key) if name not in names]
    return found


class Values:
    """The parameters of a statement, in the style of the driver."""

    def __init__(self, source: Source, given: Any) -> None:
        module = sys.modules.get(type(source.connection).__module__.partition(".")[0])
        self._is_format = getattr(module, "paramstyle", "qmark") in ("format", "pyformat")
        self._named = dict(given) if hasattr(given, "keys") else None
        self._listed: list[Any] = [] if self._named is not None else list(given)

    @property
    def all(self) -> Any:
        return self._listed if self._named is None else self._named

    def add(self, value: Any) -> str:
        """Answers how the statement names it."""
        if self._named is None:
            self._listed.append(value)
            return "%s" if self._is_format else "?"
        name = f"iqlist_{len(self._named)}"
        self._named[name] = value
        return f"%({name})s" if self._is_format else f":{name}"


def beyond(
    columns: Sequence[Column], bound: Sequence[Any], values: Values, to_end: bool, strict: bool
) -> str:
    """The condition that a row comes after a bound, or before it; without `strict` also the row itself."""
    column, value = columns[0], bound[0]
    sign = ">" if to_end != column.is_descending else "<"
    if len(columns) == 1:
        return f"{column.quoted} {sign}{'' if strict else '='} {values.add(value)}"
    # By this alone an index finds where to begin; of an OR databases scan all.
    begin = f"{column.quoted} {sign}= {values.add(value)}"
    first = f"{column.quoted} {sign} {values.add(value)}"
    return f"({begin} AND ({first} OR {beyond(columns[1:], bound[1:], values, to_end, strict)}))"


class PagedReader:
    """Reads what is loaded, and the pages at its ends that are asked for."""

    def __init__(self, page: Page, key: Part, sql: str, parameters: Any) -> None:
        self._columns, self._size = columns_of(page, key), page.size
        self._sql, self._parameters = sql.strip().rstrip(";"), parameters
        self._bounds: Optional[tuple[Sequence[Any], Sequence[Any]]] = None
        """The first and the last row that is loaded, by the columns of the order."""
        self.has_more = {Edge.START: False, Edge.END: False}

    def read(self, source: Source, asked: Collection[Edge]) -> Rows:
        """In a transaction of the source. The reader is as it was if that fails."""
        if self._bounds is None:
            return self._read_first(source)
        first, last = self._bounds
        has_more = dict(self.has_more)
        parts: dict[Edge, list[Any]] = {Edge.START: [], Edge.END: []}
        for edge, bound in ((Edge.START, first), (Edge.END, last)):
            if edge in asked or not has_more[edge]:
                parts[edge], has_more[edge] = self._page(source, edge, bound)
        found = self._between(source, first, last)
        rows = [*reversed(parts[Edge.START]), *found.rows, *parts[Edge.END]]
        if not rows:
            # All that was loaded has gone.
            return self._read_first(source)
        return self._loaded(Rows(found.names, rows), has_more)

    def _read_first(self, source: Source) -> Rows:
        names, rows = self._select(source, "", Values(source, self._parameters), True, self._size + 1)
        return self._loaded(
            Rows(names, rows[: self._size]), {Edge.START: False, Edge.END: len(rows) > self._size}
        )

    def _loaded(self, found: Rows, has_more: dict[Edge, bool]) -> Rows:
        places = places_of("order", [column.name for column in self._columns], found.names)
        for column, at in zip(self._columns, places):
            # Such a row would be before no other one, and behind none.
            if None in map(itemgetter(at), found.rows):
                raise ValueError(f"the column {column.name!r} of the order is NULL in a row")
        ends = [[row[at] for at in places] for row in (found.rows[:1] + found.rows[-1:])]
        self._bounds, self.has_more = ((ends[0], ends[-1]) if ends else None), has_more
        return found

    def _page(self, source: Source, edge: Edge, bound: Sequence[Any]) -> tuple[list[Any], bool]:
        """The rows behind an end, from there on, and whether there are more."""
        values, to_end = Values(source, self._parameters), edge == Edge.END
        condition = beyond(self._columns, bound, values, to_end, strict=True)
        rows = self._select(source, condition, values, to_end, self._size + 1).rows
        return rows[: self._size], len(rows) > self._size

    def _between(self, source: Source, first: Sequence[Any], last: Sequence[Any]) -> Rows:
        values = Values(source, self._parameters)
        from_first = beyond(self._columns, first, values, to_end=True, strict=False)
        to_last = beyond(self._columns, last, values, to_end=False, strict=False)
        return self._select(source, f"{from_first} AND {to_last}", values, True, None)

    def _select(
        self, source: Source, condition: str, values: Values, to_end: bool, most: Optional[int]
    ) -> Rows:
        order = ", ".join(
            f"{column.quoted} {'ASC' if to_end != column.is_descending else 'DESC'}"
            for column in self._columns
        )
        where = f" WHERE {condition}" if condition else ""
        limit = "" if most is None else f" LIMIT {most}"
        # On a line of its own: the query may end with a comment.
        statement = f"SELECT * FROM ({self._sql}\n) AS iqlist_rows{where} ORDER BY {order}{limit}"
        return source.rows(statement, values.all)
