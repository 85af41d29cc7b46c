"""What is compared and what is told: columns that are left out, numbers that are near enough, order that says
nothing, summaries."""

from __future__ import annotations

import json
import tempfile
from decimal import Decimal
from pathlib import Path

import pytest
from cli import Result, diff, run
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cli_model import EXAMPLES

from iqlist.cli.tolerance import Tolerance

BEFORE = "id,team,size,seen\n1,a,7,mon\n2,a,5,mon\n3,b,1,mon\n"
AFTER = "id,team,size,seen\n2,a,5.004,tue\n1,a,7.5,tue\n3,b,1,tue\n"


def changes(result: Result) -> list[tuple[str, str, list[str]]]:
    """Kind, key and fields of what the document says."""
    if not result.out:
        assert (result.status, result.err) == (0, "")
        return []
    assert (result.status, result.err) == (1, "")
    return [
        (each["kind"], each["key"][0], list(each.get("fields", ()))) for each in result.document["changes"]
    ]


def told(
    folder: Path, before: str, after: str, *options: object, suffix: str = "csv"
) -> list[tuple[str, str, list[str]]]:
    return changes(diff(folder, before, after, "--format", "json", *options, suffix=suffix))


def test_ignored_columns_are_not_compared(tmp_path: Path) -> None:
    assert told(tmp_path, BEFORE, AFTER, "--ignore", "seen", "--no-moves") == [
        ("changed", "2", ["size"]),
        ("changed", "1", ["size"]),
    ]
    assert told(tmp_path, BEFORE, AFTER, "--ignore", "seen", "--ignore", "size", "--no-moves") == []


def test_only_the_columns_named_are_compared(tmp_path: Path) -> None:
    assert told(tmp_path, BEFORE, AFTER, "--columns", "team", "--no-moves") == []
    assert told(tmp_path, BEFORE, AFTER, "--columns", "team", "--columns", "seen", "--no-moves") == [
        ("changed", key, ["seen"]) for key in "213"
    ]


@pytest.mark.parametrize("options", [["--ignore", "b"], ["--columns", "c"]])
def test_a_column_of_one_file_alone_is_not_told_if_it_is_not_compared(
    tmp_path: Path, options: list[str]
) -> None:
    before, after = "id,a,b,c\n1,x,y,z\n".replace(",a", "").replace(",x", ""), "id,c\n1,z\n"
    assert diff(tmp_path, before, after, *options) == (0, "", "")
    assert diff(tmp_path, before, after).out.startswith("Only ")


@pytest.mark.parametrize("options", [["--ignore", "seen"], ["--columns", "size"]])
def test_fields_of_json_that_are_not_compared(tmp_path: Path, options: list[str]) -> None:
    """They may be there or not."""
    lines = [{"id": 1, "size": 7, "seen": [1]}, {"id": 2, "size": 7}, {"id": 3, "seen": 1}, {"id": 4}]
    others = [
        {"id": 1, "size": 8, "seen": [2]},
        {"id": 2, "size": 7, "seen": 3},
        {"id": 3},
        {"id": 4, "size": 1},
    ]
    before, after = ("".join(json.dumps(line) + "\n" for line in side) for side in (lines, others))
    result = diff(tmp_path, before, after, "--format", "json", *options, suffix="jsonl")
    assert [(each["key"], each["fields"]) for each in result.document["changes"]] == [
        ([1], {"size": {"before": 7, "after": 8}}),
        ([4], {"size": {"after": 1}}),
    ]


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ([], {"2": ["size", "seen"], "1": ["size", "seen"], "3": ["seen"]}),
        (["--ignore", "seen", "--tolerance", "0.004"], {"1": ["size"]}),
        (["--ignore", "seen", "--tolerance", "0.0039"], {"2": ["size"], "1": ["size"]}),
        (["--ignore", "seen", "--tolerance", "size=0.5"], {}),
        (["--ignore", "seen", "--tolerance", "9", "--tolerance", "size=0.1"], {"1": ["size"]}),
        (["--tolerance", "0.1"], {"2": ["seen"], "1": ["size", "seen"], "3": ["seen"]}),
    ],
)
def test_numbers_that_are_near_enough(
    tmp_path: Path, options: list[str], fields: dict[str, list[str]]
) -> None:
    found = told(tmp_path, BEFORE, AFTER, "--no-moves", *options)
    assert {key: names for _, key, names in found} == fields


def test_splices_tell_nothing_of_what_is_near_enough(tmp_path: Path) -> None:
    before, after = "id,x\n1,7\n2,8\n3,1\n", "id,x\n1,7.0\n2,8.5\n3,1\n"
    assert diff(tmp_path, before, after, "--format", "splices", "--tolerance", "0").out == "1 1 1\n"
    assert diff(tmp_path, before, after, "--format", "splices", "--tolerance", ".5") == (0, "", "")


def test_what_moved_and_is_near_enough_has_only_moved(tmp_path: Path) -> None:
    before, after = "id,x\n1,7\n2,8\n3,9\n", "id,x\n3,9.1\n1,7.1\n2,8.1\n"
    assert told(tmp_path, before, after, "--tolerance", "1") == [("moved", "3", [])]


DIGITS = st.one_of(
    st.integers(-200, 200).map(str),
    st.decimals(-3, 3, places=2).map(str),
    st.sampled_from(
        [
            "",
            "x",
            "1e-2",
            "-1E2",
            ".5",
            "5.",
            " 1 ",
            "nan",
            "inf",
            "1_0",
            "0x1",
            "\u0661",
            "1" * 1200,
            "1e9999999",
        ]
    ),
)


@settings(max_examples=EXAMPLES * 5)
@given(DIGITS, DIGITS, st.decimals(0, 3, places=2))
def test_tolerance_is_exact(before: str, after: str, most: Decimal) -> None:
    """As decimal numbers: 0.4 and 0.1 are 0.3 apart. What is no number is near to nothing."""

    def exact(text: str) -> Decimal | None:
        plain = text.strip().lower().replace(".", "", 1).replace("e", "", 1)
        if not plain.isascii() or not plain.replace("-", "").replace("+", "").isdigit():
            return None
        return Decimal(text.strip()) if len(text) < 1000 and "9999999" not in text else None

    left, right = exact(before), exact(after)
    wanted = left is not None and right is not None and abs(left - right) <= most
    assert Tolerance(most, {}).holds("x", before, after) == wanted
    assert Tolerance(None, {"x": most}).holds("x", before, after) == wanted
    assert not Tolerance(None, {"y": most}).holds("x", before, after)


@pytest.mark.parametrize(
    ("before", "after", "near"),
    [
        (7, 7.0, True),
        (7, 7.05, True),
        (7, True, False),
        (1, True, False),
        (7, None, False),
        ([7], [7], False),
    ],
)
def test_numbers_of_json(before: object, after: object, near: bool) -> None:
    assert Tolerance(Decimal("0.05"), {}).holds("x", before, after) == near


def test_order_that_says_nothing(tmp_path: Path) -> None:
    before = "id,team,x\n1,a,p\n2,a,p\n3,b,p\n4,b,p\n"
    shuffled = "id,team,x\n4,b,p\n2,a,p\n1,a,p\n3,b,p\n"
    section = ("--section", "team")
    assert diff(tmp_path, before, shuffled, "--no-moves") == (0, "", "")
    assert diff(tmp_path, before, shuffled, "--no-moves", *section) == (0, "", "")
    assert diff(tmp_path, before, shuffled, *section).status == 1
    assert told(
        tmp_path, before, shuffled.replace("4,b", "4,a").replace("1,a,p", "1,a,q"), "--no-moves", *section
    ) == [
        ("moved", "4", []),
        ("changed", "1", ["x"]),
    ]


@settings(max_examples=EXAMPLES)
@given(st.permutations(range(7)), st.permutations(range(7)))
def test_without_moves_any_order_is_the_same(before: list[int], after: list[int]) -> None:
    sides = ["id,team\n" + "".join(f"{i},{i % 3}\n" for i in order) for order in (before, after)]
    with tempfile.TemporaryDirectory() as folder:
        for section in ((), ("--section", "team")):
            assert diff(Path(folder), *sides, "--no-moves", *section) == (0, "", "")


def test_a_summary_has_the_counts_alone(tmp_path: Path) -> None:
    after = AFTER.replace("3,b", "4,b") + "5,a,1,wed\n"
    counts = "1 went, 2 came, 1 moved, 2 changed\n"
    assert diff(tmp_path, BEFORE, after, "--summary") == (1, counts, "")
    assert diff(tmp_path, BEFORE, after).out.endswith(f"\n\n{counts}")
    assert diff(tmp_path, BEFORE, BEFORE, "--summary") == (0, "", "")
    document = diff(tmp_path, BEFORE, after, "--summary", "--format", "json").document
    assert document["counts"] == {"went": 1, "came": 2, "moved": 1, "changed": 2}
    assert document["before"]["records"] == 3 and "changes" not in document
    assert diff(
        tmp_path, BEFORE, after, "--summary", "--no-moves", "--ignore", "seen", "--tolerance", "1"
    ).out == ("1 went, 2 came, 0 moved, 0 changed\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--ignore", "a", "--columns", "b"], "not allowed with argument"),
        (["--ignore", "id"], '--ignore "id": that is the key or the section'),
        (["--section", "s", "--columns", "s"], '--columns "s": that is the key or the section'),
        (["--tolerance", "x"], '"x" is not a number from 0 on'),
        (["--tolerance", "price=-1"], '"-1" is not a number from 0 on'),
        (["--tolerance", "nan"], '"nan" is not a number from 0 on'),
        (["--format", "splices", "--summary"], "--summary cannot be combined with --format splices"),
        (["--format", "splices", "--no-moves"], "--no-moves cannot be combined with --format splices"),
        (["--separator", "ab"], "'ab' is neither one character nor tab"),
        (["--separator", '"'], "is neither one character nor tab"),
        (["--encoding", "klingon"], 'Python has no text encoding "klingon"'),
        (["--encoding", "rot13"], 'Python has no text encoding "rot13"'),
        (["--table", "a", "--table", "b", "--table", "c"], "--table is given twice at most"),
    ],
)
def test_options_that_make_no_sense(options: list[str], said: str) -> None:
    result = run("diff", "a.csv", "b.csv", "--key", "id", *options)
    assert (result.status, result.out) == (2, "") and "usage: iqlist" in result.err and said in result.err


@pytest.mark.parametrize("option", [["--ignore", "SIZE"], ["--columns", "SIZE"], ["--tolerance", "SIZE=1"]])
def test_a_column_that_neither_file_has(tmp_path: Path, option: list[str]) -> None:
    assert diff(tmp_path, "id,size\n", "id,size,more\n", *option) == (
        2,
        "",
        'iqlist: neither file has a column "SIZE"; there are "id", "size", "more"\n',
    )


@pytest.mark.parametrize(
    ("text", "suffix", "there"),
    [
        ("id,size\n1,2\n", "csv", '"id", "size"'),
        ('\n{"id": 1, "size": 2}\n', "jsonl", '"id", "size"'),
        ("id;size\n1;2\n", "csv", '"id;size": see --separator'),
        ("", "csv", "none"),
        ("", "jsonl", "none"),
    ],
)
def test_without_a_key_the_columns_are_listed(tmp_path: Path, text: str, suffix: str, there: str) -> None:
    paths = [tmp_path / f"{side}.{suffix}" for side in ("before", "after")]
    for path in paths:
        path.write_text(text)
    assert run("diff", *paths) == (
        2,
        "",
        f"iqlist: give --key, a column that identifies a record; those of {paths[1]} are {there}\n",
    )
