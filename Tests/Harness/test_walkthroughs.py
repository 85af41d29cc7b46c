"""The documents of four list kits, followed step by step: see walkthroughs.py. And the guide that has their
names beside ours: see guide.py."""

import subprocess
import sys
from pathlib import Path

import cargo
import guide
import pytest
import runners
import walkthroughs
from outcomes import Failed, fail
from walkthroughs import FOLDER, KITS, PACKAGE, PROGRAMS, Steps, identifier

pytestmark = pytest.mark.walkthroughs

each_kit = pytest.mark.parametrize("kit", KITS)


@pytest.mark.parametrize("program", PROGRAMS, ids=identifier)
def test_a_program_walks_through_its_document(program: Path, record_property: runners.Record) -> None:
    runners.run(
        record_property,
        f"walkthrough-{identifier(program)}",
        lambda: walkthroughs.output(program).read_text(),
        walkthroughs.counts,
    )
    walkthroughs.steps(program).check()


def test_each_program_is_run() -> None:
    """A program of Python says where it ends; other files there are modules."""
    python = {path for path in FOLDER.glob("*.py") if "\nfinish()\n" in path.read_text()}
    assert {*FOLDER.glob("*.c"), *python, *FOLDER.glob("*/Cargo.toml")} == set(PROGRAMS)


@each_kit
def test_each_kit_is_walked_through(kit: str) -> None:
    assert walkthroughs.of_kit(kit)


def test_the_package_of_rust_is_formatted_and_clippy_finds_nothing() -> None:
    manifest = PACKAGE / "Cargo.toml"
    cargo.component("fmt")
    cargo.cargo("walkthroughs", cargo.SHARED, "fmt", "--check", manifest=manifest)
    cargo.component("clippy")
    cargo.cargo("walkthroughs", cargo.SHARED, "clippy", "--quiet", "--", "-D", "warnings", manifest=manifest)


# --- a report that is not what it should be


@pytest.mark.parametrize(
    "printed",
    [
        "",
        "ok one\n",
        "0 steps\n",
        "ok one\nok two\n1 steps\n",
        "ok one\nok one\n2 steps\n",
        "ok one\nfailed two\n2 steps\n",
        "ok one\nok `two`\n2 steps\n",
    ],
    ids=repr,
)
def test_a_wrong_report_is_refused(printed: str) -> None:
    with pytest.raises(Failed):
        Steps.of(printed).check()


def test_a_report_names_and_counts_its_steps() -> None:
    printed = "ok one\nok two\n2 steps\n"
    Steps.of(printed).check()
    assert Steps.of(printed) == Steps(["one", "two"], 2)
    assert walkthroughs.counts(printed) == {"passed": 2}


BROKEN = """
from steps import finish, step

@step
def the_first_promise_holds() -> None:
    pass

@step
def the_second_does_not() -> None:
    assert not "kept"

finish()
"""


def test_a_promise_that_does_not_hold_ends_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-B", "-c", BROKEN],
        env={"PYTHONPATH": str(FOLDER)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == "ok the first promise holds\n"
    assert "the_second_does_not" in done.stderr


# --- the guide


def report(missing: list[str], what: str) -> None:
    if missing:
        rows = {name: row.line for row in guide.all_rows() for c in guide.COLUMNS for name in row.ours(c)}
        fail("\n".join(f"{guide.GUIDE.name}:{rows.get(name, '')}: {name} {what}" for name in missing))


def test_each_name_of_python_in_the_guide_exists() -> None:
    report(guide.missing_in_python(guide.in_column("Python")), "is no name of iqlist.kit, nor of iqlist")


def test_each_name_of_rust_in_the_guide_exists() -> None:
    report(guide.missing_in_rust(guide.in_column("Rust")), "is not declared in the crate")


def test_each_name_of_c_in_the_guide_exists() -> None:
    report(guide.missing_in_c(guide.in_column("C")), "is neither in iqlist.h nor in a header of the kit")


@each_kit
def test_each_step_in_the_guide_is_one_of_a_walk_through(kit: str) -> None:
    taken = [walkthroughs.steps(program) for program in walkthroughs.of_kit(kit)]
    known = {name for steps in taken for name in steps.names}
    rows = guide.rows(kit)
    assert [f"line {row.line}: {step}" for row in rows for step in row.steps if step not in known] == []


@each_kit
def test_a_row_of_the_guide_leaves_nothing_out(kit: str) -> None:
    wrong = [
        f"line {row.line}: {column}"
        for row in guide.rows(kit)
        for column in guide.COLUMNS
        if not row.cells[column]
    ]
    assert wrong == []


@each_kit
def test_each_name_of_a_document_stands_in_the_guide_once(kit: str) -> None:
    standing = sorted(name for row in guide.rows(kit) for name in row.names)
    assert standing == sorted(guide.documented(kit))


@pytest.mark.parametrize(
    ("missing", "there", "absent"),
    [
        (
            guide.missing_in_python,
            ["List", "iqlist.List.submit", "List(duplicates)", "Event.item", "Row.model", "__eq__"],
            ["Lost", "List.submitted", "List(flavour)", "Event.color", "object", "List submit"],
        ),
        (
            guide.missing_in_rust,
            ["List", "List::submit", "iqlist::List::submit"],
            ["Lost", "List::submitted", "iqlist::Lost", "Snapshot::poll"],
        ),
        (
            guide.missing_in_c,
            ["iq_list_submit", "iq_list_submit()", "iq_columns.levels", "IQ_TRAIT_MOVABLE"],
            ["iq_list_submitted", "iq_columns.flavours"],
        ),
    ],
    ids=["python", "rust", "c"],
)
def test_a_name_that_does_not_exist_is_noticed(
    missing: guide.Missing, there: list[str], absent: list[str]
) -> None:
    assert missing([*there, *absent]) == absent
