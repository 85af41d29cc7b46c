"""The text that people read: what is said, in which order, and how it fits a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli import diff, run

from iqlist._fitting import cells, fit
from iqlist._library import VERSION
from iqlist.cli.display import common_prefix, fit_both, shown

BEFORE = """\
id,team,name,size
ada,red,Ada,7
ben,red,Ben,2
cem,red,Cem,5
dot,red,Dot,1
fay,blue,Fay,3
gil,old,Gil,0
"""
AFTER = """\
id,team,name,size
eve,red,Eve,1
cem,red,Cem,8
ada,red,Ada L,9
ben,red,Ben,2
hal,new,Hal,4
dot,blue,Dot,1
fay,blue,Fay,3
"""


def test_one_list(tmp_path: Path) -> None:
    before = "id,name,size\n1,Ada,7\n2,Ben,2\n3,Cem,5\n4,Dot,1\n"
    after = "id,name,size\n5,Eve,1\n3,Cem,8\n1,Ada L,9\n2,Ben,2\n"
    assert diff(tmp_path, before, after) == (
        1,
        """\
went     4  name: Dot, size: 1
came     5  name: Eve, size: 1
moved    3  from 3 to 2, after 5
changed  3  size: 5 -> 8
changed  1  name: Ada -> Ada L
            size: 7 -> 9

1 went, 1 came, 1 moved, 2 changed
""",
        "",
    )


def test_sections(tmp_path: Path) -> None:
    assert diff(tmp_path, BEFORE, AFTER, "--section", "team").out == (
        """\
team: old (went)
went     gil  name: Gil, size: 0

team: red
came     eve  name: Eve, size: 1
moved    cem  from 3 to 2, after eve
changed  cem  size: 5 -> 8
changed  ada  name: Ada -> Ada L
              size: 7 -> 9

team: new (came)
came     hal  name: Hal, size: 4

team: blue
moved    dot  from 4 of red to 1

1 went, 2 came, 2 moved, 2 changed
"""
    )


def test_a_section_that_moves_takes_its_records_along(tmp_path: Path) -> None:
    before = "id,team\n1,a\n2,b\n3,b\n4,c\n5,c\n6,c\n"
    after = "id,team\n4,c\n5,c\n6,c\n1,a\n2,b\n3,b\n"
    assert diff(tmp_path, before, after, "--section", "team").out == "team: c (moved from 3 to 1)\n"


def test_records_of_a_section_need_not_stand_together(tmp_path: Path) -> None:
    before = "id,team\n1,a\n2,b\n3,a\n"
    assert diff(tmp_path, before, "id,team\n1,a\n3,a\n2,b\n", "--section", "team") == (0, "", "")


def test_a_key_of_several_columns(tmp_path: Path) -> None:
    before = "host,port,state\nx,1,up\nx,2,up\n"
    after = "host,port,state\nx,1,up\nx,2,down\n"
    told = diff(tmp_path, before, after, "--key", "host", "--key", "port").out
    assert told.splitlines()[0] == "changed  x 2  state: up -> down"


def test_columns_that_one_file_alone_has_are_told_once(tmp_path: Path) -> None:
    told = diff(tmp_path, "id,a,b\n1,x,y\n2,x,y\n", "id,b,c\n1,y,z\n2,Y,z\n")
    assert told.status == 1
    assert told.out == (
        f"Only {tmp_path}/before.csv has: a\n"
        f"Only {tmp_path}/after.csv has: c\n"
        "changed  2  b: y -> Y\n\n0 went, 0 came, 0 moved, 1 changed\n"
    )


def test_columns_in_another_order_are_no_change(tmp_path: Path) -> None:
    assert diff(tmp_path, "id,a,b\n1,x,y\n", "b,id,a\ny,1,x\n") == (0, "", "")


def test_fields_of_json_that_come_and_go(tmp_path: Path) -> None:
    before = '{"id": 1, "a": 1, "b": null}\n{"id": 2, "c": {"x": 1, "y": [true]}}\n'
    after = '{"id": 1, "b": "null", "d": 1.0}\n{"c": {"y": [true], "x": 1}, "id": 2}\n'
    assert diff(tmp_path, before, after, suffix="jsonl").out == (
        """\
changed  1  a: 1 (the field went)
            b: null -> "null"
            d: 1.0 (a new field)

0 went, 0 came, 0 moved, 1 changed
"""
    )


def test_values_that_could_be_mistaken_are_quoted() -> None:
    assert shown("plain text") == "plain text"
    assert shown("") == '""'
    assert shown(" x") == '" x"'
    assert shown('"x"') == '"\\"x\\""'
    assert shown("a\nb\x1b[31m\u202e") == '"a\\nb\\u001b[31m\\u202e"'
    assert shown("7") == "7"
    assert shown("7", typed=True) == '"7"'
    assert shown(7, typed=True) == "7"
    assert shown("\ud800") == '"\\ud800"'


@pytest.mark.parametrize("width", [1, 7, 20, 40, 80])
@pytest.mark.parametrize("value", ["x" * 500, "漢字" * 200, "e\u0301" * 300, "🙂" * 200])
def test_lines_fit_the_width(tmp_path: Path, width: int, value: str) -> None:
    before = f"id,team,text\n{value}1,{value},{value}old\n2,a,{value}\n4,a,x\n"
    after = f"id,team,text\n{value}1,{value},{value}new\n3,a,{value}\n4,{value},x\n"
    told = diff(tmp_path, before, after, "--section", "team", "--width", width)
    assert told.status == 1
    assert max(map(cells, told.out.splitlines()[:-1])) <= width


def test_a_change_is_seen_even_if_it_is_far_behind(tmp_path: Path) -> None:
    told = diff(tmp_path, f"id,a\n1,{'x' * 300}old\n", f"id,a\n1,{'x' * 300}new\n", "--width", "60").out
    line = told.splitlines()[0]
    assert "old ->" in line and line.endswith("new") and cells(line) <= 60


def test_width_0_never_cuts(tmp_path: Path) -> None:
    told = diff(tmp_path, f"id,a\n1,{'x' * 300}\n", f"id,a\n1,{'y' * 300}\n", "--width", "0").out
    assert f"{'x' * 300} -> {'y' * 300}" in told


def test_cutting() -> None:
    assert fit("abc", 3) == "abc"
    assert fit("abcd", 3) == "ab…"
    assert fit("漢字漢", 5) == "漢字…"
    assert fit("漢字漢", 4) == "漢…"
    assert fit("abc", 0) == ""
    assert fit("abc", None) == "abc"
    assert fit_both("same", "same", 8) == ("same", "same")
    assert fit_both("a", "b" * 20, 10) == ("a", "b" * 8 + "…")


def test_the_common_prefix() -> None:
    for same in range(6):
        for rest in ("", "x", "xy"):
            for other in ("", "z", "zz"):
                assert common_prefix("a" * same + rest, "a" * same + other) == same


def test_the_commands_own_help_and_version() -> None:
    assert run("--version").out == f"iqlist {VERSION}\n"
    told = run("diff", "--help")
    assert told.status == 0 and "exit status" in told.out and "--section" in told.out
