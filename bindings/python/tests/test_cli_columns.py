"""Columns that one file alone has, and fields that one record alone has: what is told of each record is what
a slow model has found."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from cli import diff
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cli_model import COLUMNS, EXAMPLES, TEXT, VALUE, Rows, as_csv, as_jsonl, tables, text

OTHERS = st.sets(st.sampled_from(COLUMNS[1:]))


def document(before: str, after: str, suffix: str) -> Any:
    """What is told of the two, None if nothing."""
    with tempfile.TemporaryDirectory() as folder:
        told = diff(Path(folder), before, after, "--format", "json", suffix=suffix)
    assert told.err == "" and told.status == bool(told.out)
    return told.document if told.out else None


def expected(before: Rows, after: Rows, compared: set[str]) -> dict[tuple[str, str], Any]:
    """By kind and key, the fields or the record that are told; without moves."""
    sides = {row["id"]: row for row in before}, {row["id"]: row for row in after}
    wanted: dict[tuple[str, str], Any] = {}
    for key in {*sides[0], *sides[1]}:
        old, new = sides[0].get(key), sides[1].get(key)
        if old is None or new is None:
            wanted["came" if old is None else "went", key] = new if old is None else old
            continue
        fields = {
            name: {side: row[name] for side, row in (("before", old), ("after", new)) if name in row}
            for name in compared
            if text([name in old, old.get(name)]) != text([name in new, new.get(name)])
        }
        if fields:
            wanted["changed", key] = fields
    return wanted


def told_of(changes: Any) -> dict[tuple[str, str], Any]:
    return {
        (change["kind"], change["key"][0]): change["fields" if change["kind"] == "changed" else "record"]
        for change in changes
        if change["kind"] != "moved"
    }


def only(row: dict[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name in names}


def text_of(told: dict[tuple[str, str], Any]) -> dict[tuple[str, str], str]:
    """7 is not 7.0."""
    return {name: text(value) for name, value in told.items()}


@settings(max_examples=EXAMPLES)
@given(tables(TEXT), tables(TEXT), OTHERS, OTHERS)
def test_columns_of_one_file(before: Rows, after: Rows, left: set[str], right: set[str]) -> None:
    """They are told once, and not compared; a record that came or went has all of its own."""
    old = [only(row, {"id", *left}) for row in before]
    new = [only(row, {"id", *right}) for row in after]
    told = document(as_csv(old, ["id", *sorted(left)]), as_csv(new, ["id", *sorted(right)]), "csv")
    alone = sorted(left - right), sorted(right - left)
    wanted = expected(old, new, left & right)
    if told is None:
        assert not wanted and alone == ([], [])
        return
    assert (told["before"]["columns_alone"], told["after"]["columns_alone"]) == alone
    assert text_of(told_of(told["changes"])) == text_of(wanted)


@settings(max_examples=EXAMPLES)
@given(tables(VALUE), tables(VALUE), st.data())
def test_fields_of_one_record(before: Rows, after: Rows, data: st.DataObject) -> None:
    """Each is told: a field that is not there is not null."""
    old, new = ([only(row, {"id", *data.draw(OTHERS)}) for row in rows] for rows in (before, after))
    told = document(as_jsonl(old), as_jsonl(new), "jsonl")
    wanted = expected(old, new, {*COLUMNS[1:]})
    assert text_of(told_of(told["changes"]) if told else {}) == text_of(wanted)
