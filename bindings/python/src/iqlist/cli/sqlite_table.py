"""Records of a table or view of an SQLite database. All rows are read at once, in the order in which they
were put in, where the table keeps one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .source import Source, Trouble
from .tables import STRIDE, Chunk, Fields, Roles, quoted

if TYPE_CHECKING:
    from sqlite3 import Connection


class SqliteTable:
    """`table` None: the only one of the database. Offsets are numbers of rows, from 0."""

    unit = "row"
    typed = True

    def __init__(self, source: Source, table: str | None) -> None:
        try:
            import sqlite3
        except ImportError:
            raise Trouble(f"{source.name}: this Python has no SQLite") from None
        self.source = source
        try:
            # The system's own words for a file that is not there, or may not be read.
            with Path(source.path).open("rb"):
                pass
            address = f"{Path(source.path).absolute().as_uri()}?mode=ro"
            with closing(sqlite3.connect(address, uri=True)) as database:
                self.table, is_view = chosen(database, source, table)
                self.names, self.all = rows_of(database, self.table, is_view)
        except OSError as error:
            raise Trouble(f"{source.name}: {error.strerror}") from None
        except sqlite3.Error as error:
            raise Trouble(f"{source.name}: {error}") from None

    @property
    def candidates(self) -> list[str]:
        return self.names

    @property
    def listed(self) -> str:
        return quoted(self.candidates)

    @property
    def size(self) -> int:
        return len(self.all)

    def chunks(self, roles: Roles) -> Iterator[Chunk]:
        compared = roles.compared
        if compared is None:
            compared = [name for name in self.names if name not in roles.aside]
        places = [self.place(name) for name in compared]
        who = [self.place(name) for name in roles.key]
        where = None if roles.section is None else self.place(roles.section)
        for first in range(0, len(self.all), STRIDE):
            rows = self.all[first : first + STRIDE]
            for name in [*roles.key, *([] if roles.section is None else [roles.section])]:
                self.check(name, first, rows)
            yield Chunk(
                range(first, first + len(rows)),
                [texts([row[at] for at in who]) for row in rows],
                None if where is None else list(map(itemgetter(where), rows)),
                [texts([row[at] for at in places]) for row in rows],
            )

    def record(self, offset: int) -> Fields:
        return dict(zip(self.names, map(shown, self.all[offset])))

    def number(self, offset: int) -> int:
        return offset + 1

    def trouble(self, offset: int, message: str) -> Trouble:
        return Trouble(f'{self.source.name}: row {offset + 1} of "{self.table}": {message}')

    def place(self, name: str) -> int:
        if name not in self.names:
            raise Trouble(
                f'{self.source.name}: no column "{name}" in "{self.table}"; there are {quoted(self.names)}'
            )
        return self.names.index(name)

    def check(self, name: str, first: int, rows: Sequence[Sequence[Any]]) -> None:
        """A value of the key, or that of the section."""
        at = self.place(name)
        for i, row in enumerate(rows):
            if row[at] is None:
                raise self.trouble(first + i, f'the column "{name}" is NULL')


def chosen(database: Connection, source: Source, table: str | None) -> tuple[str, bool]:
    """The table's name, and whether it is a view."""
    kinds = dict(
        database.execute(
            "SELECT name, type = 'view' FROM sqlite_master"
            " WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
        )
    )
    if table is None and len(kinds) == 1:
        (table,) = kinds
    if table is None:
        raise Trouble(f"{source.name}: give --table, one of its tables: {quoted(list(kinds))}")
    if table not in kinds:
        raise Trouble(f'{source.name}: no table "{table}"; there are {quoted(list(kinds))}')
    return table, bool(kinds[table])


def rows_of(database: Connection, table: str, is_view: bool) -> tuple[list[str], list[tuple[Any, ...]]]:
    name = '"' + table.replace('"', '""') + '"'
    select = f"SELECT * FROM {name}"
    columns = [described[0] for described in database.execute(f"{select} LIMIT 0").description]
    has_order = not is_view and "rowid" not in map(str.lower, columns)
    if has_order:
        try:
            return columns, database.execute(f"{select} ORDER BY rowid").fetchall()
        except database.OperationalError as error:
            # One without rowids is in the order of its primary key.
            if "rowid" not in str(error):
                raise
    return columns, database.execute(select).fetchall()


def texts(values: Sequence[Any]) -> bytes:
    """Values as bytes that are others for other values, or other types of them."""
    return repr(values).encode("utf-8", "surrogatepass")


def shown(value: Any) -> Any:
    """A value as JSON can represent it."""
    return {"blob": value.hex()} if isinstance(value, bytes) else value
