"""`iqlist picture`: what is drawn of a file in a layout, and of the changes between two; what is refused."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from cli import Result, run
from drawn import Drawn, is_within

from iqlist import Rect
from iqlist.cli.layouts import LAYOUTS, Layout, layout

PEOPLE = "id,team,name,size\n1,red,Ada,40\n2,blue,Ben,20\n3,red,Cem,60\n4,blue,Dot,20\n"
LATER = "id,team,name,size\n4,blue,Dot,20\n1,red,Adam,40\n3,blue,Cem,60\n5,red,Eve,20\n"


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


@pytest.fixture
def later(tmp_path: Path) -> Path:
    path = tmp_path / "later.csv"
    path.write_text(LATER)
    return path


def drawn(result: Result) -> Drawn:
    assert (result.status, result.err) == (0, "")
    return Drawn(result.out)


def places(made: Drawn) -> dict[str, Rect]:
    """Where items are, by their labels, in units. The longer side of the window is drawn 480 pixels long."""
    sizes = (re.match(r"window (\S+) x (\S+),", words) for words in made.words)
    scale = next(max(float(found[1]), float(found[2])) for found in sizes if found) / 480
    found: dict[str, Rect] = {}
    for box in made.boxes:
        inside = [text.words for text in made.texts if is_within(text.frame, box.frame)]
        if box.look == "item" and inside:
            found[inside[0]] = Rect(*(round(side * scale, 1) for side in box.frame))
    return found


def test_a_list_is_the_default(people: Path) -> None:
    made = drawn(run("picture", people, "--label", "name"))
    assert places(made) == {
        name: Rect(0, 32 * at, 320, 32) for at, name in enumerate(("Ada", "Ben", "Cem", "Dot"))
    }


def test_a_grid_has_so_many_columns(people: Path) -> None:
    made = drawn(
        run("picture", people, "--label", "name", "--layout", "grid:3", "--width", 310, "--spacing", 5)
    )
    assert places(made) == {
        **{name: Rect(105 * at, 0, 100, 32) for at, name in enumerate(("Ada", "Ben", "Cem"))},
        "Dot": Rect(0, 37, 100, 32),
    }


def test_lengths_are_those_of_columns(people: Path) -> None:
    size = ("--item-height", "size", "--label", "name")
    made = drawn(run("picture", people, *size))
    assert [frame.height for frame in places(made).values()] == [40, 20, 60, 20]
    made = drawn(run("picture", people, *size, "--layout", "flow", "--item-width", "size", "--width", 120))
    assert places(made) == {
        "Ada": Rect(0, 0, 40, 40),
        "Ben": Rect(40, 0, 20, 20),
        "Cem": Rect(60, 0, 60, 60),
        "Dot": Rect(0, 60, 20, 20),
    }
    wide = drawn(run("picture", people, "--label", "name", "--layout", "grid:4", "--item-width", 100))
    assert places(wide)["Ada"].width == 160, "two columns of 80"


def test_lanes_are_filled_where_they_are_shortest(people: Path) -> None:
    words = ("--layout", "lanes:2", "--item-height", "size", "--label", "name", "--width", 200)
    assert places(drawn(run("picture", people, *words))) == {
        "Ada": Rect(0, 0, 100, 40),
        "Ben": Rect(100, 0, 100, 20),
        "Cem": Rect(100, 20, 100, 60),
        "Dot": Rect(0, 40, 100, 20),
    }


def test_items_of_a_flow_are_as_wide_as_their_labels(people: Path) -> None:
    made = drawn(run("picture", people, "--layout", "flow", "--label", "name", "--label", "id"))
    assert places(made)["Ada  1"] == Rect(0, 0, 64, 32)


def test_sections_have_headers_that_may_stick(people: Path) -> None:
    more = ("--section", "team", "--height", 60, "--offset", 40)
    made = drawn(run("picture", people, *more))
    assert "red" not in made.words and "blue" in made.words
    made = drawn(run("picture", people, *more, "--sticky"))
    assert "red" in made.words and "stuck" in made.looks
    assert "offset 40 of 0 to 116" in made.words


def test_an_offset_ends_where_the_content_does(people: Path) -> None:
    made = drawn(run("picture", people, "--height", 100, "--offset", 5000))
    assert "offset 28 of 0 to 28" in made.words


def test_nothing_in_the_picture_is_new_or_a_guess(people: Path) -> None:
    """It shows what a layout does, not what a program did."""
    for more in ((), ("--layout", "flow"), ("--offset", 20, "--height", 50)):
        assert not {"new", "guess"} & drawn(run("picture", people, *more)).looks


def test_labels_are_all_fields_but_the_section(people: Path) -> None:
    assert "1  red  Ada  40" in drawn(run("picture", people)).words
    assert "1  Ada  40" in drawn(run("picture", people, "--section", "team")).words


def test_changes_between_two_files(people: Path, later: Path) -> None:
    made = drawn(run("picture", people, later, "--key", "id", "--section", "team", "--label", "name"))
    assert {"deleted: 1 item", "inserted: 1 item", "updated: 1 item"} <= {*made.words}
    assert {"red", "blue", "Ada", "Adam", "Eve"} <= {*made.words}


def test_options_of_comparing_are_those_of_diff(people: Path, later: Path) -> None:
    same = drawn(run("picture", people, later, "--key", "id", "--columns", "size", "--section", "team"))
    assert "updated: 1 item" not in same.words
    people.write_text("id,n\n1,1.0\n")
    later.write_text("id,n\n1,1.1\n")
    assert "updated: 1 item" in drawn(run("picture", people, later, "--key", "id")).words
    made = drawn(run("picture", people, later, "--key", "id", "--tolerance", "0.2"))
    assert made.words[-1] == "nothing changes"


def test_the_same_files_are_the_same_bytes(people: Path, later: Path) -> None:
    for words in ((people, "--layout", "flow"), (people, later, "--key", "id")):
        assert run("picture", *words).out == run("picture", *words).out != ""


def test_the_picture_goes_to_a_file(people: Path, tmp_path: Path) -> None:
    target = tmp_path / "made.svg"
    expected = run("picture", people).out
    assert run("picture", people, "-o", target) == (0, "", "")
    assert target.read_text("utf-8") == expected != ""


def test_other_kinds_of_files(tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    records = [{"id": at, "tall": 20, "s": at == 0} for at in range(3)]
    lines.write_text("".join(json.dumps(record) + "\n" for record in records))
    made = drawn(run("picture", lines, "--item-height", "tall", "--label", "id", "--section", "s"))
    assert {"true", "false", "0", "1", "2"} <= {*made.words}
    with closing(sqlite3.connect(tmp_path / "rows.db")) as database, database:
        database.execute("CREATE TABLE t (id INTEGER, tall REAL)")
        database.executemany("INSERT INTO t VALUES (?, ?)", [(1, 10.5), (2, 20)])
    made = drawn(run("picture", tmp_path / "rows.db", "--item-height", "tall", "--label", "id"))
    assert [frame.height for frame in places(made).values()] == [10.5, 20]


def test_an_empty_file_is_an_empty_window(tmp_path: Path) -> None:
    path = tmp_path / "empty.csv"
    path.write_text("")
    assert "version 1, no items of 0 in the window" in drawn(run("picture", path)).words


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--layout", "spiral"], "'spiral' is none of list, grid:N, flow, lanes:N"),
        (["--layout", "list:2"], "'list:2' is none of list, grid:N, flow, lanes:N"),
        (["--layout", "grid"], "'grid' has no number from 1 to 64 behind its name, as grid:4"),
        (["--layout", "grid:65"], "'grid:65' has no number from 1 to 64 behind its name, as grid:4"),
        (["--layout", "grid:²"], "'grid:²' has no number from 1 to 64 behind its name, as grid:4"),
        (["--layout", "lanes:33"], "'lanes:33' has no number from 1 to 32 behind its name, as lanes:4"),
        (["--width", "nan"], "nan is not a number from 0 to 1048576"),
        (["--height", "tall"], "invalid length value: 'tall'"),
        (["--item-height", "-1"], "-1 is not a number from 0 to 1048576"),
        (["--item-width", "size"], "--item-width is for grids and flows"),
        (["--item-width", "9", "--layout", "lanes:2"], "--item-width is for grids and flows"),
        (["--sticky"], "--sticky needs --section"),
        (["--key", "id"], "--key needs AFTER, a second file"),
        (["--tolerance", "1"], "--tolerance needs AFTER, a second file"),
        (["later.csv", "--layout", "flow"], "--layout is for the picture of one file"),
        (["later.csv", "--offset", "0"], "--offset is for the picture of one file"),
    ],
    ids=str,
)
def test_wrong_arguments(people: Path, words: list[str], told: str) -> None:
    result = run("picture", people, *words)
    assert result.status == 2 and result.out == ""
    assert "iqlist picture: error: " in result.err and told in result.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--label", "x"], 'no column "x"; there are "id", "team", "name", "size"'),
        (["--section", "x"], '{folder}/people.csv:1: no column "x"; there are "id", "team", "name", "size"'),
        (
            ["--item-height", "x"],
            '{folder}/people.csv:2: no column "x"; there are "id", "team", "name", "size"',
        ),
        (
            ["--item-height", "name"],
            '{folder}/people.csv:2: the column "name" is Ada, and no number from 0 to 1048576',
        ),
        (["-o", "{folder}/none/made.svg"], "{folder}/none/made.svg: No such file or directory"),
        (["{folder}/none.csv"], "{folder}/none.csv: No such file or directory"),
        (
            ["{folder}/later.csv"],
            "give --key, a column that identifies a record; those of {folder}/later.csv are "
            '"id", "team", "name", "size"',
        ),
    ],
    ids=str,
)
def test_trouble(people: Path, later: Path, words: list[str], told: str) -> None:
    folder = str(people.parent)
    result = run("picture", people, *(word.format(folder=folder) for word in words))
    assert result == (2, "", f"iqlist: {told.format(folder=folder)}\n")


def test_each_layout_of_the_help_can_be_chosen() -> None:
    assert [layout(name.replace("N", "3")) for name in LAYOUTS] == [
        Layout("list"),
        Layout("grid", 3),
        Layout("flow"),
        Layout("lanes", 3),
    ]


def test_the_help_lists_options_and_the_exit_status() -> None:
    told = run("picture", "--help")
    assert told.status == 0 and "exit status" in told.out and "list, grid:N, flow, lanes:N" in told.out
    assert "picture" in run("--help").out
