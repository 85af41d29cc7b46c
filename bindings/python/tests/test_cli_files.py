"""What files may hold, and where they may come from."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli import diff, run


def test_the_same_is_status_0_and_says_nothing(tmp_path: Path) -> None:
    text = "id,a\n1,x\n2,y\n"
    for format in ("text", "json", "splices"):
        assert diff(tmp_path, text, text, "--format", format) == (0, "", "")


@pytest.mark.parametrize("empty", ["", "\n\n", "\ufeff", "id,a\n", "id,a"])
def test_a_file_without_records(tmp_path: Path, empty: str) -> None:
    text = "id,a\n1,x\n2,y\n"
    assert diff(tmp_path, empty, empty) == (0, "", "")
    assert diff(tmp_path, empty, text).out.endswith("\n\n0 went, 2 came, 0 moved, 0 changed\n")
    assert diff(tmp_path, text, empty).out.startswith("went     1  a: x\nwent     2  a: y\n")
    assert diff(tmp_path, text, empty, "--section", "a").out.startswith("a: x (went)\nwent     1\n")


def test_a_json_file_without_records(tmp_path: Path) -> None:
    assert diff(tmp_path, "", "\n \n", suffix="jsonl") == (0, "", "")
    assert diff(tmp_path, "", '{"id": 1}', suffix="jsonl").out.startswith("came     1\n")


def test_unicode(tmp_path: Path) -> None:
    before = "id,名前\nключ,犬\n"
    after = "\ufeffid,名前\nключ,猫\n"
    assert diff(tmp_path, before, after).out.startswith("changed  ключ  名前: 犬 -> 猫\n")


def test_lines_may_end_in_any_way(tmp_path: Path) -> None:
    before = 'id,a\n1,x\n2,"y\nz"\n'
    assert diff(tmp_path, before, 'id,a\r\n1,x\r\n2,"y\nz"') == (0, "", "")
    assert diff(tmp_path, before, before.replace("\n", "\r\n")).out.startswith(
        'changed  2  a: "y\\nz" -> "y\\r\\nz"\n'
    )


def test_quoting_is_no_change(tmp_path: Path) -> None:
    assert diff(tmp_path, 'id,a,b\n1,x,"y"\n', 'id,"a",b\n"1","x",y\n') == (0, "", "")


def test_line_numbers_count_quoted_newlines(tmp_path: Path) -> None:
    before = 'id,a\n1,"x\n\n\ny"\n\n2,z\n'
    (change,) = diff(tmp_path, before, before.replace("z", "Z"), "--format", "json").document["changes"]
    assert change["before"] == {"section": 0, "item": 1, "line": 7}


def test_fields_beyond_pythons_own_limit(tmp_path: Path) -> None:
    huge = "x" * 3_000_000
    told = diff(tmp_path, f"id,a\n1,{huge}\n2,b\n", f"id,a\n1,{huge}!\n2,b\n", "--width", "60")
    assert told.status == 1 and told.out.count("changed") == 2


def test_tabs(tmp_path: Path) -> None:
    told = diff(tmp_path, "id\ta\n1\tx,y\n", "id\ta\n1\tx\n", suffix="tsv")
    assert told.out.startswith("changed  1  a: x,y -> x\n")


def test_values_of_json_keep_their_types(tmp_path: Path) -> None:
    lines = [{"id": i} for i in (1, "1", True, 1.5, "true")]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    assert diff(tmp_path, text, text, suffix="jsonl") == (0, "", "")
    assert diff(tmp_path, '{"id": 1}', '{"id": "1"}', suffix="jsonl").out.startswith(
        'went     1\ncame     "1"\n'
    )
    before, after = '{"id": 0, "s": 1}', '{"id": 0, "s": true}'
    told = diff(tmp_path, before, after, "--section", "s", suffix="jsonl").out
    assert told.startswith("s: 1 (went)\n\ns: true (came)\nmoved    0  from 1 of 1 to 1\n")


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_one_column_may_say_who_and_where(tmp_path: Path, suffix: str) -> None:
    before, after = {
        "csv": ("id\n1\n2\n", "id\n1\n3\n"),
        "jsonl": ('{"id": 1}\n{"id": 2}', '{"id": 1}\n{"id": 3}'),
    }[suffix]
    options = ["--key", "id", "--key", "id", "--section", "id"]
    told = diff(tmp_path, before, after, *options, suffix=suffix).out
    assert (
        told
        == "id: 2 (went)\nwent     2 2\n\nid: 3 (came)\ncame     3 3\n\n1 went, 1 came, 0 moved, 0 changed\n"
    )


def test_standard_input(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,a\n1,x\n")
    words = [
        sys.executable,
        "-m",
        "iqlist",
        "diff",
        "-",
        str(tmp_path / "a.csv"),
        "--input",
        "csv",
        "--key",
        "id",
    ]
    done = subprocess.run(words, input="id,a\n1,y\n", capture_output=True, text=True)
    assert (done.returncode, done.stdout.splitlines()[0], done.stderr) == (1, "changed  1  a: y -> x", "")
    done = subprocess.run(words, input="id,a\n1,y,z\n", capture_output=True, text=True)
    assert done.stderr == "iqlist: standard input:2: 3 fields, where the first line has 2\n"


def test_an_output_that_knows_only_ascii(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,a\n1,ä\n")
    (tmp_path / "b.csv").write_text("id,a\n1,漢\n")
    done = subprocess.run(
        [sys.executable, "-m", "iqlist", "diff", tmp_path / "a.csv", tmp_path / "b.csv", "--key", "id"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "changed  1  a: \\xe4 -> \\u6f22")


def test_pythons_own_settings_stay_as_they_were(tmp_path: Path) -> None:
    limit = csv.field_size_limit()
    run("diff", "/dev/null", "/dev/null", "--key", "id", "--input", "csv")
    assert csv.field_size_limit() == limit
