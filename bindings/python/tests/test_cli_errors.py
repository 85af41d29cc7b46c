"""Trouble: status 2, nothing on standard output, and a sentence that names the file and the line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli import diff, run

import iqlist.cli

GOOD = "id,size\n1,a\n2,b\n"
GOOD_JSON = '{"id": 1}\n{"id": 2}\n'


@pytest.mark.parametrize(
    ("bad", "line", "told"),
    [
        ("id,size\n1,a\n2\n", 3, "1 field, where the first line has 2"),
        ("id,size\n1,a,x\n", 2, "3 fields, where the first line has 2"),
        ('id,size\n1,"a\nb\nc"\n2,x,y\n', 5, "3 fields, where the first line has 2"),
        ('id,size\n1,a\n2,"b\n3,c\n', 3, "a quoted field has no end"),
        ('id,size\n1,"a"b\n', 2, "',' expected after '\"'"),
        ("id,size\n1,a\rb\n", 2, "a carriage return is in a field without quotes"),
        ("\n\nid,id\n1,2\n", 3, 'the column "id" occurs twice'),
        ("name,size\n1,a\n", 1, 'no column "id"; there are "name", "size"'),
        ("id,size\n1,a\n2,b\n1,c\n", 4, 'the key "1" occurs twice: first in line 2'),
    ],
)
def test_bad_csv(tmp_path: Path, bad: str, line: int, told: str) -> None:
    for name, sides in ("before", (bad, GOOD)), ("after", (GOOD, bad)):
        result = diff(tmp_path, *sides)
        assert result == (2, "", f"iqlist: {tmp_path}/{name}.csv:{line}: {told}\n")


@pytest.mark.parametrize(
    ("bad", "line", "told"),
    [
        ('{"id": 1}\n{"id": 2\n', 2, "column 9: Expecting ',' delimiter"),
        ('{"id": 1}\n\n[1]\n', 3, "a record is an object, and this is an array"),
        ("7\n", 1, "a record is an object, and this is a number"),
        ("true\n", 1, "a record is an object, and this is a boolean"),
        ('{"id": 1}\n{"ID": 2}\n', 2, 'no field "id"; there are "ID"'),
        ("{}\n", 1, 'no field "id"; there are none'),
        ('{"id": null}\n', 1, 'the field "id" is null; it has to be a string, number or boolean'),
        ('{"id": [1]}\n', 1, 'the field "id" is an array; it has to be a string, number or boolean'),
        ('{"id": NaN}\n', 1, "NaN is no JSON"),
        ('{"id": "a"}\n{"id": "b"}\n\n{"id": "a"}\n', 4, 'the key "a" occurs twice: first in line 1'),
        ("[" * 200_000 + "\n", 1, "it is nested too deeply"),
    ],
)
def test_bad_json(tmp_path: Path, bad: str, line: int, told: str) -> None:
    for name, sides in ("before", (bad, GOOD_JSON)), ("after", (GOOD_JSON, bad)):
        result = diff(tmp_path, *sides, suffix="jsonl")
        assert result.status == 2 and result.out == ""
        # What Python's own parser says differs by its version.
        assert result.err.startswith(f"iqlist: {tmp_path}/{name}.jsonl:{line}: ")
        assert told in result.err or "Expecting" in told


def test_numbers_that_no_double_holds(tmp_path: Path) -> None:
    result = diff(tmp_path, GOOD_JSON, '{"id": 1, "x": 1e999}\n', suffix="jsonl")
    assert result.status == 2 and ":1: a number is too large" in result.err


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_text_that_is_no_utf_8(tmp_path: Path, suffix: str) -> None:
    good, bad = {"csv": (GOOD.encode(), b"id,size\n1,a\n2,\xe9t\xe9\n"), "jsonl": (b"", b'\n\n"\xe9"\n')}[
        suffix
    ]
    result = diff(tmp_path, bad, good, suffix=suffix)
    byte = {"csv": 3, "jsonl": 2}[suffix]
    assert result.err == (
        f"iqlist: {tmp_path}/before.{suffix}:3: byte {byte} of the line is 0xe9, "
        "which is no UTF-8: see --encoding\n"
    )


def test_a_duplicate_in_a_section_names_both_lines(tmp_path: Path) -> None:
    bad = 'id,team\n1,a\n2,b\n3,"a\nb"\n4,b\n1,b\n'
    result = diff(tmp_path, "id,team\n", bad, "--section", "team")
    assert result.err == f'iqlist: {tmp_path}/after.csv:7: the key "1" occurs twice: first in line 2\n'


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(GOOD)
    told = run("diff", tmp_path / "a.csv", tmp_path / "b.csv", "--key", "id")
    assert told == (2, "", f"iqlist: {tmp_path}/b.csv: No such file or directory\n")
    (tmp_path / "d.csv").mkdir()
    told = run("diff", tmp_path / "d.csv", tmp_path / "a.csv", "--key", "id")
    assert told == (2, "", f"iqlist: {tmp_path}/d.csv: Is a directory\n")


def test_kinds_of_files(tmp_path: Path) -> None:
    for name, text in ("a.csv", GOOD), ("a.jsonl", GOOD_JSON), ("a.txt", GOOD):
        (tmp_path / name).write_text(text)
    mixed = run("diff", tmp_path / "a.csv", tmp_path / "a.jsonl", "--key", "id")
    assert mixed.status == 2 and "is csv and" in mixed.err and "is jsonl" in mixed.err
    unknown = run("diff", tmp_path / "a.csv", tmp_path / "a.txt", "--key", "id")
    assert unknown.status == 2 and f"{tmp_path}/a.txt: " in unknown.err and "--input" in unknown.err
    assert run("diff", tmp_path / "a.csv", tmp_path / "a.txt", "--key", "id", "--input", "csv").status == 0


def test_standard_input_twice() -> None:
    assert run("diff", "-", "-", "--key", "id", "--input", "csv").err == (
        "iqlist: only one side can be standard input\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [[], ["diff"], ["diff", "a", "b", "--key", "x", "--format", "xml"], ["merge"]]
    + [["diff", "a", "b", "--key", "x", "--width", width] for width in ("-1", "x")],
)
def test_arguments_that_make_no_sense(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.status == 2 and result.out == "" and "usage: iqlist" in result.err


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "iqlist", "diff", *map(str, arguments), "--key", "id"]


def test_a_reader_that_has_had_enough(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id\n")
    (tmp_path / "b.csv").write_text("id\n" + "".join(f"{i}\n" for i in range(50_000)))
    words = command(tmp_path / "a.csv", tmp_path / "b.csv")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_an_interrupt_is_a_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(iqlist.cli, "main", interrupted)
    with pytest.raises(SystemExit) as ended:
        iqlist.cli.program()
    assert (ended.value.code, *capsys.readouterr()) == (130, "", "")


def test_an_output_that_is_full(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(GOOD)
    (tmp_path / "b.csv").write_text("id\n")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command(tmp_path / "a.csv", tmp_path / "b.csv"), stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (2, "iqlist: standard output: No space left on device\n")


def test_streams_that_are_closed(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(GOOD)
    for redirection, arguments in (">&-", f"{tmp_path}/a.csv /dev/null"), ("<&-", f"{tmp_path}/a.csv -"):
        line = f"{sys.executable} -m iqlist diff --input csv --key id {arguments} {redirection}"
        done = subprocess.run(["sh", "-c", line], stderr=subprocess.PIPE, text=True)
        assert done.returncode == 2 and "is closed" in done.stderr, done.stderr
