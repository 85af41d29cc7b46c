"""Where records come from: packed files, other encodings and separators, tables of SQLite."""

from __future__ import annotations

import csv
import gzip
import io
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest
from cli import Result, diff, run

BEFORE = "id,name\n1,Ada\n2,Bénédicte\n"
AFTER = "id,name\n1,Ada L\n2,Bénédicte\n"
CHANGED = "changed  1  name: Ada -> Ada L\n\n0 went, 0 came, 0 moved, 1 changed\n"


def compared(folder: Path, before: tuple[str, bytes], after: tuple[str, bytes], *options: object) -> Result:
    """Two files by the given names."""
    paths: list[Path] = []
    for side, (name, data) in zip(("before", "after"), (before, after)):
        (folder / side).mkdir(exist_ok=True)
        paths.append(folder / side / name)
        paths[-1].write_bytes(data)
    return run("diff", *paths, "--key", "id", *options)


def test_files_packed_by_gzip(tmp_path: Path) -> None:
    packed = gzip.compress(BEFORE.encode())
    assert compared(tmp_path, ("a.csv.gz", packed), ("a.csv", AFTER.encode())) == (1, CHANGED, "")
    # What counts is what is in it.
    assert compared(tmp_path, ("a.csv", packed), ("A.CSV.GZ", AFTER.encode())) == (1, CHANGED, "")
    lines = gzip.compress(b'{"id": 1}\n') + gzip.compress(b'{"id": 2}\n')
    assert compared(tmp_path, ("a.jsonl.gz", lines), ("a.jsonl", b'{"id": 1}\n{"id": 2}\n')) == (0, "", "")


@pytest.mark.parametrize("damaged", [slice(0, -9), slice(0, 12), slice(0, 2)])
def test_damaged_gzip(tmp_path: Path, damaged: slice) -> None:
    packed = gzip.compress(BEFORE.encode())[damaged]
    result = compared(tmp_path, ("a.csv.gz", packed), ("a.csv", AFTER.encode()))
    assert (result.status, result.out) == (2, "")
    assert f"{tmp_path}/before/a.csv.gz: the compressed data is damaged: " in result.err


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "latin-1", "cp1252", "UTF8"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    before, after = (("a.csv", text.encode(encoding)) for text in (BEFORE, AFTER))
    assert compared(tmp_path, before, after, "--encoding", encoding) == (1, CHANGED, "")


def test_a_byte_order_mark_says_that_it_is_utf_16(tmp_path: Path) -> None:
    for mark in ("utf-16-le", "utf-16-be"):
        before = ("a.tsv", ("\ufeff" + BEFORE.replace(",", "\t")).encode(mark))
        assert compared(tmp_path, before, ("a.csv", AFTER.encode())) == (1, CHANGED, "")


def test_text_of_another_encoding(tmp_path: Path) -> None:
    bad = ("a.csv", BEFORE.encode("latin-1"))
    result = compared(tmp_path, bad, ("a.csv", AFTER.encode()), "--encoding", "ascii")
    assert result == (
        2,
        "",
        f"iqlist: {tmp_path}/before/a.csv:3: it is not ascii: ordinal not in range(128)\n",
    )


@pytest.mark.parametrize(
    ("separator", "given"), [(";", ";"), ("\t", "tab"), ("\t", "\\t"), ("|", "|"), ("§", "§")]
)
def test_separators(tmp_path: Path, separator: str, given: str) -> None:
    before, after = (text.replace(",", separator).encode() for text in (BEFORE, AFTER))
    assert diff(tmp_path, before, after, "--separator", given) == (1, CHANGED, "")
    # It says that this is CSV.
    assert diff(tmp_path, before, after, "--separator", given, suffix="txt") == (1, CHANGED, "")


def test_options_of_another_kind_of_file(tmp_path: Path) -> None:
    assert "--separator is for CSV" in diff(tmp_path, "", "", "--separator", ";", suffix="jsonl").err
    assert "--table is for SQLite" in diff(tmp_path, "", "", "--table", "x").err


def test_the_null_device_is_an_empty_file(tmp_path: Path) -> None:
    """As git shows a file that is new or has gone."""
    path = tmp_path / "a.csv"
    path.write_text("id,name\n1,Ada\n")
    assert run("diff", os.devnull, path, "--key", "id").out.startswith("came     1  name: Ada\n")
    assert run("diff", path, os.devnull, "--key", "id").out.startswith("went     1  name: Ada\n")


def rows(changed: int | None = None) -> list[list[str]]:
    """More than are read at once; some have what is hard to read in bulk, most do not."""
    made = [[str(i), f"name {i}", "x" * (i % 7)] for i in range(10_000)]
    for i, text in enumerate(("a\nb", "\x1f", "\x1f\x1f", 'q"', "c\r\nd", ",", "é", "")):
        for place in (4090 + i, 8190 + i, 9000 + i):
            made[place][1 + i % 2] = text
    if changed is not None:
        made[changed][2] += "."
    return made


def as_csv(rows: list[list[str]], quoting: Literal[0, 1], end: str, gap: str = "") -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, quoting=quoting, lineterminator=end).writerows([["id", "a", "b"], *rows])
    return (text.getvalue() + gap).encode()


@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n"])
def test_records_are_the_same_however_they_are_written(
    tmp_path: Path, quoting: Literal[0, 1], end: str
) -> None:
    plain = as_csv(rows(), csv.QUOTE_MINIMAL, "\n")
    assert diff(tmp_path, plain, as_csv(rows(), quoting, end, "\n\n")) == (0, "", "")
    for changed in (1, 4095, 4096, 9_999):
        told = diff(tmp_path, plain, as_csv(rows(changed), quoting, end), "--format", "json").document
        (change,) = told["changes"]
        assert (change["key"], list(change["fields"])) == ([str(changed)], ["b"])
        assert change["before"]["item"] == change["after"]["item"] == changed


def test_joints_in_fields_do_not_shift_them(tmp_path: Path) -> None:
    told = diff(tmp_path, "id,a,b\n1,x\x1f,y\n2,x,y\n", "id,a,b\n1,x,\x1fy\n2,x,y\n")
    assert told.out.endswith("0 went, 0 came, 0 moved, 1 changed\n")


# ---- SQLite

TABLE = "CREATE TABLE people (id INTEGER PRIMARY KEY, team TEXT, size, face BLOB)"
ROWS = [(1, "red", 7, b"\1\2"), (2, "red", None, None), (3, "blue", 1.5, None)]


def database(path: Path, rows: Sequence[tuple[object, ...]], *more: str, table: str = TABLE) -> Path:
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as opened:
        opened.execute(table)
        opened.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", rows)
        for statement in more:
            opened.execute(statement)
        opened.commit()
    return path


def two(folder: Path, rows: Sequence[tuple[object, ...]], *options: object, table: str = TABLE) -> Result:
    """ROWS and other rows."""
    before = database(folder / "before.db", ROWS, table=table)
    return run("diff", before, database(folder / "after.sqlite", rows, table=table), "--key", "id", *options)


def test_tables_of_sqlite(tmp_path: Path) -> None:
    after = [(1, "red", 7, b"\1\3"), (4, "red", "7", None), (3, "blue", 1, None)]
    assert two(tmp_path, ROWS) == (0, "", "")
    assert two(tmp_path, after).out == (
        "went     2  team: red, size: null, face: null\n"
        'changed  1  face: {"blob": "0102"} -> {"blob": "0103"}\n'
        "changed  3  size: 1.5 -> 1\n"
        'came     4  team: red, size: "7", face: null\n\n'
        "1 went, 1 came, 0 moved, 2 changed\n"
    )
    changes = two(tmp_path, after, "--section", "team", "--format", "json").document["changes"]
    assert [(each["kind"], each["key"], each["section"]) for each in changes] == [
        ("went", [2], "red"),
        ("changed", [1], "red"),
        ("came", [4], "red"),
        ("changed", [3], "blue"),
    ]
    assert changes[3]["before"] == {"section": 1, "item": 0, "row": 3}
    assert two(tmp_path, after, "--ignore", "face", "--tolerance", ".5", "--summary").out == (
        "1 went, 1 came, 0 moved, 0 changed\n"
    )


def test_rows_are_in_the_order_of_their_rowids(tmp_path: Path) -> None:
    plain = "CREATE TABLE people (id, team, size, face)"
    assert two(tmp_path, [ROWS[1], ROWS[0], ROWS[2]], table=plain).out.startswith("moved    2  from 2 to 1\n")
    assert two(tmp_path, [ROWS[1], ROWS[0], ROWS[2]]) == (0, "", "")
    without = "CREATE TABLE people (id INTEGER PRIMARY KEY, team, size, face) WITHOUT ROWID"
    assert two(tmp_path, [ROWS[1], ROWS[0], ROWS[2]], table=without) == (0, "", "")


def test_one_of_several_tables(tmp_path: Path) -> None:
    path = database(
        tmp_path / "shop.db",
        ROWS,
        'CREATE TABLE "the ""old""" AS SELECT * FROM people WHERE id < 3',
        "CREATE VIEW small AS SELECT id, team FROM people WHERE id < 3",
    )
    names = '"people", "small", "the ""old"""'.replace('""old""', '"old"')
    told = run("diff", path, path, "--key", "id")
    assert told == (2, "", f"iqlist: {path}: give --table, one of its tables: {names}\n")
    assert run("diff", path, path, "--key", "id", "--table", "people") == (0, "", "")
    old = run("diff", path, path, "--key", "id", "--table", 'the "old"', "--table", "people")
    assert old.out.splitlines()[0] == "came     3  team: blue, size: 1.5, face: null"
    view = run("diff", path, path, "--key", "id", "--table", "small", "--table", "people")
    assert view.out.splitlines()[:1] == [f"Only {path} has: size, face"]
    assert run("diff", path, path, "--key", "id", "--table", "x").err == (
        f'iqlist: {path}: no table "x"; there are {names}\n'
    )


@pytest.mark.parametrize(
    ("rows", "options", "told"),
    [
        (
            [(1, "a", 1, None)],
            ["--key", "ID"],
            'no column "ID" in "people"; there are "id", "team", "size", "face"',
        ),
        ([(1, None, 1, None)], ["--key", "team"], 'row 1 of "people": the column "team" is NULL'),
        (
            [(1, "a", 1, None), (2, "a", 1, None)],
            ["--key", "team"],
            'row 2 of "people": the key "a" occurs twice: first in row 1',
        ),
        ([(1, "a", 1, None)], [], "give --key, a column that identifies a record; those of"),
    ],
)
def test_trouble_with_tables(
    tmp_path: Path, rows: Sequence[tuple[object, ...]], options: list[str], told: str
) -> None:
    path = database(tmp_path / "a.db", rows)
    result = run("diff", path, path, *options)
    assert (result.status, result.out) == (2, "") and told in result.err


def test_what_is_no_database(tmp_path: Path) -> None:
    good, bad = database(tmp_path / "a.db", ROWS), tmp_path / "bad.db"
    bad.write_bytes(b"id,name\n" * 1000)
    assert run("diff", good, bad, "--key", "id") == (2, "", f"iqlist: {bad}: file is not a database\n")
    assert run("diff", tmp_path / "none.db", good, "--key", "id").err == (
        f"iqlist: {tmp_path}/none.db: No such file or directory\n"
    )
    assert not (tmp_path / "none.db").exists()
    assert run("diff", "-", good, "--input", "sqlite", "--key", "id").err == (
        "iqlist: a database cannot be standard input\n"
    )
    table = tmp_path / "a.csv"
    table.write_text("id\n1\n")
    assert "records of these two cannot be compared" in run("diff", good, table, "--key", "id").err
