"""What `iqlist.sql` makes of rows is not made again of rows that are equal to those that were read before."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sql_tables import change, create, execute, following, rows_of, three_people, wait, wait_for_rows

from iqlist import EventKind, List
from iqlist.sql.shaping import Shape
from iqlist.sql.sources import Rows

SEED = random.randrange(1 << 32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return three_people(tmp_path)


def test_contents_and_models_are_made_of_rows_that_come_or_change(path: Path) -> None:
    asked: list[Any] = []

    def content(row: Any) -> Any:
        asked.append(("content", row[0]))
        return row[1]

    def model(row: Any) -> Any:
        asked.append(("model", row[0]))
        return [row]

    with following(path, content=content, model=model) as query:
        wait(query.list, lambda: len(query.list) == 3)
        before = {found[0][0]: found for found in query.list.models()}
        for statement, numbers in (
            ("UPDATE people SET name = 'Benny' WHERE id = 2", [2]),
            ("INSERT INTO people VALUES (4, 'Dot', 0.15, 0)", [4]),
            ("DELETE FROM people WHERE id = 3", []),
            ("INSERT INTO people VALUES (3, 'Cem', 0.3, 0)", [3]),
            ("UPDATE people SET place = 1 - place", [1, 2, 3, 4]),
        ):
            asked.clear()
            execute(path, statement)
            wait(query.list, lambda: [found[0] for found in query.list.models()] == rows_of(path))
            assert sorted(asked) == [(what, number) for what in ("content", "model") for number in numbers]
            if numbers == [2]:
                assert [found is before[found[0][0]] for found in query.list.models()] == [False, True, True]


def test_a_row_that_is_equal_stays_the_same_object(path: Path) -> None:
    with following(path) as query:
        wait_for_rows(query, path)
        _, ada, cem = query.list.models()
        execute(path, "DELETE FROM people WHERE id = 2")
        wait(query.list, lambda: len(query.list) == 2)
        assert query.list.models()[0] is ada and query.list.models()[1] is cem


def test_columns_get_other_names_while_rows_stay(path: Path) -> None:
    """What they are called decides what is a content."""
    execute(path, "CREATE TABLE pairs (id INTEGER PRIMARY KEY, a, b)")
    execute(path, "INSERT INTO pairs VALUES (1, 'x', 'y')")
    with following(path, "SELECT * FROM pairs", content="a") as query:
        wait(query.list, lambda: len(query.list) == 1)
        query.list.set_events(EventKind.UPDATE)
        before = query.list[0].content
        for names in ("a TO c", "b TO a", "c TO b"):
            execute(path, f"ALTER TABLE pairs RENAME COLUMN {names}")
        query.refresh()
        wait(query.list, lambda: query.list[0].content != before)
        assert query.list[0].content == List.of_items(["y"], content=str)[0].content


def test_rows_that_cannot_be_shown_are_an_error_each_time(path: Path) -> None:
    """Those that were shown before are shown again."""
    errors: list[Exception] = []
    statement = "SELECT amount AS id, name FROM people ORDER BY name"
    execute(path, "UPDATE people SET amount = id")
    with following(path, statement, on_error=errors.append) as query:
        wait(query.list, lambda: len(query.list) == 3)
        execute(path, "UPDATE people SET amount = 1")
        wait(query.list, lambda: len(errors) > 2)
        execute(path, "UPDATE people SET amount = id")
        query.refresh()
        wait(query.list, lambda: query.error is None)
        assert query.list.models() == rows_of(path, statement)


def listed(row: Any) -> Any:
    return [row[0]]


def text(row: Any) -> Any:
    return str(row[0])


def remainder(row: Any) -> Any:
    return row[3] % 3


@pytest.mark.parametrize("key", ["id", ("id", "name"), listed, text], ids=str)
def test_shapes_are_those_of_lists_that_remember_nothing(key: Any, tmp_path: Path) -> None:
    """At random: the snapshots are those of shapes that are new each time. Lists are keys that Python cannot
    hash."""
    print(f"seed {SEED}")
    chance, path = random.Random(SEED), tmp_path / "random.db"
    create(path)
    parts: list[Any] = [None, "name", ("name", "amount"), remainder]
    options = [(content, section) for content in parts for section in (None, "amount")]
    shapes = [Shape(key, content, section, str) for content, section in options]
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA synchronous = OFF")
        for _ in range(30):
            change(database, chance)
            found = Rows(["id", "name", "place", "amount"], rows_of(path))
            for shape, (content, section) in zip(shapes, options):
                fresh = Shape(key, content, section, str).snapshot(found)
                made = shape.snapshot(found)
                assert list(made) == list(fresh) and made.models() == expected(found, section)
                assert [part.name for part in made.sections] == [part.name for part in fresh.sections]
                assert shape.has_made(found)


def expected(found: Rows, section: Any) -> list[str]:
    """The models of rows, by their sections in the order in which they come first."""
    rows = found.rows
    if section is not None:
        firsts = [row[3] for row in rows]
        rows = sorted(rows, key=lambda row: firsts.index(row[3]))
    return list(map(str, rows))
