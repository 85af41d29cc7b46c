"""The machine-readable formats, carried out by a slow model: they lead from before to after."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from bisect import bisect_left
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from cli import Result, diff
from hypothesis import given, settings
from hypothesis import strategies as st

Rows = list[dict[str, Any]]
Sections = list[tuple[Any, Rows]]
Writer = Callable[[Rows], str]

# A comparison takes milliseconds, so there are fewer than elsewhere.
EXAMPLES = settings().max_examples * 2 // 5

# Text that files find hard, and numbers that JSON tells apart.
TEXT = st.sampled_from(["", "a", "b", "\n", "\r\n", '"', ",", " x ", "\t", "7", "é", "漢\u202e", "\x1b"])
VALUE = st.one_of(TEXT, st.none(), st.booleans(), st.sampled_from([7, 7.0, -0.5]), st.lists(TEXT, max_size=2))
SECTION = st.sampled_from(["red", "blue", "", "1\n2"])


def tables(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Rows]:
    """Records whose keys are few, so that two tables have many in common."""
    return st.lists(
        st.fixed_dictionaries({"id": st.integers(0, 12).map(str), "team": SECTION, "a": values, "b": values}),
        max_size=13,
        unique_by=lambda row: row["id"],
    )


COLUMNS = ("id", "team", "a", "b")


def as_csv(rows: Rows, columns: Iterable[str] = COLUMNS) -> str:
    written = io.StringIO(newline="")
    writer = csv.DictWriter(written, list(columns), extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return written.getvalue()


def as_jsonl(rows: Rows) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def grouped(rows: Rows, column: str | None) -> Sections:
    sections: dict[Any, Rows] = {} if column else {None: []}
    for row in rows:
        sections.setdefault(row[column] if column else None, []).append(row)
    return list(sections.items())


def carried_out(before: Sections, document: Any) -> Sections:
    """What the document says, done to copies of the rows of before."""
    rows = {(s, i): dict(row) for s, (_, mine) in enumerate(before) for i, row in enumerate(mine)}
    gone: set[tuple[int, int]] = set()
    arriving: list[tuple[int, int, dict[str, Any]]] = []
    for change in document["changes"]:
        place = change["before"] and (change["before"]["section"], change["before"]["item"])
        row = rows[place] if place else change["record"]
        assert change["key"] == [row["id"]]
        if change["kind"] in ("went", "moved"):
            gone.add(place)
        if change["kind"] in ("came", "moved"):
            arriving.append((change["after"]["section"], change["after"]["item"], row))
        if change["kind"] == "went":
            assert text(row) == text(change["record"])
        for name, sides in change.get("fields", {}).items():
            assert text(row[name]) == text(sides["before"]) != text(sides["after"])
            row[name] = sides["after"]
    left = {
        value: [rows[s, i] for i in range(len(mine)) if (s, i) not in gone]
        for s, (value, mine) in enumerate(before)
    }
    resettled = [section["section"] for section in document["sections"]]
    order = [value for value, _ in before if value not in resettled]
    for section in document["sections"]:
        if section["after"] is None:
            assert not left[section["section"]]
    for section in sorted(document["sections"], key=lambda section: section["after"] or 0):
        if section["after"] is not None:
            order.insert(section["after"], section["section"])
    after = [(value, left.get(value, [])) for value in order]
    for s, i, row in sorted(arriving, key=lambda arrival: arrival[:2]):
        after[s][1].insert(i, row)
    return after


def text(value: Any) -> str:
    """7 is not 7.0."""
    return json.dumps(value, sort_keys=True)


def fewest_moves(before: list[str], after: list[str]) -> int:
    """Those that are on both sides, less the longest run of them that is in order already."""
    places = [before.index(key) for key in after if key in before]
    tails: list[int] = []
    for place in places:
        at = bisect_left(tails, place)
        tails[at : at + 1] = [place]
    return len(places) - len(tails)


def compared(before: Rows, after: Rows, write: Writer, *options: str) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        suffix = "csv" if write is as_csv else "jsonl"
        told = diff(Path(folder), write(before), write(after), *options, suffix=suffix)
    assert told.err == ""
    return told


@pytest.mark.parametrize("column", [None, "team"])
@pytest.mark.parametrize("write", [as_csv, as_jsonl])
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_the_document_leads_from_before_to_after(
    write: Writer, column: str | None, data: st.DataObject
) -> None:
    values = TEXT if write is as_csv else VALUE
    before, after = data.draw(tables(values)), data.draw(tables(values))
    section = ["--section", column] if column else []
    told = compared(before, after, write, "--format", "json", *section)
    wanted = grouped(after, column)
    assert told.status == (text(grouped(before, column)) != text(wanted))
    if told.status == 0:
        assert told.out == ""
        return
    reached = carried_out(grouped(before, column), told.document)
    for value, rows in reached:
        for row in rows:
            # Which section it is in is not told of a record again as a field.
            row["team"] = value if column else row["team"]
    assert text(reached) == text(wanted)
    kinds = [change["kind"] for change in told.document["changes"]]
    assert told.document["counts"] == {k: kinds.count(k) for k in ("went", "came", "moved", "changed")}
    if column is None:
        keys = [[row["id"] for row in rows] for rows in (before, after)]
        assert kinds.count("moved") == fewest_moves(*keys)


@settings(max_examples=EXAMPLES, deadline=None)
@given(tables(TEXT), tables(TEXT))
def test_splices_lead_from_before_to_after(before: Rows, after: Rows) -> None:
    rows = [row["id"] for row in before]
    told = compared(before, after, as_csv, "--format", "splices")
    for line in told.out.splitlines():
        position, removed, added = map(int, line.split())
        rows[position : position + removed] = [row["id"] for row in after[position : position + added]]
    assert rows == [row["id"] for row in after]
    assert (told.status, bool(told.out)) == (before != after, before != after)


@settings(max_examples=EXAMPLES, deadline=None)
@given(tables(VALUE), tables(VALUE), st.booleans(), st.integers(1, 60))
def test_text_is_told_of_whatever_there_is(before: Rows, after: Rows, sectioned: bool, width: int) -> None:
    """Each line is one line, cut to the width; the counts are those of the document."""
    section = ["--section", "team"] if sectioned else []
    told = compared(before, after, as_jsonl, "--width", str(width), *section)
    if told.status == 0:
        return
    document = compared(before, after, as_jsonl, "--format", "json", *section).document
    *lines, counts = told.out.split("\n")[:-1]
    if document["changes"]:
        assert counts == ", ".join(f"{count} {kind}" for kind, count in document["counts"].items())
    assert all(line.isprintable() for line in lines)
