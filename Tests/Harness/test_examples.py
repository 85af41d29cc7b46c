"""The examples of C and of Python run, and so does the demo."""

from pathlib import Path

import library
import processes
import pytest
from examples import FOLDER, PROGRAMS, built
from machine import ROOT, command, tool
from outcomes import fail, skip
from tree import shown

pytestmark = pytest.mark.readme

PYTHON = sorted((ROOT / "bindings/python/examples").glob("*.py"))

# What keeps an example short.
ARGUMENTS = {
    "processes": ["--count", "2", "--interval", "0.1"],
    "mirror": ["4"],
    "feed": ["200"],
    "rows": ["4"],
}
# What the demo prints from each language.
SHOWN = {
    "C": "the mirror is sent the changes",
    "C, views": "lines drawn",
    "Python": "1 went, 1 came, 1 moved, 1 changed",
    "asyncio": "  * step ",
    "Python, derived lists": "Filter: lib_",
    "C++": "move    [Cem] [Ada] [Ben]",
    "Rust": "moved           bindings/demo -> bindings/C/demo",
}


def test_there_are_examples() -> None:
    assert PROGRAMS
    assert PYTHON


@pytest.mark.parametrize("program", PROGRAMS, ids=shown)
def test_an_example_of_c_runs(program: Path) -> None:
    command([built(program), *ARGUMENTS.get(program.stem, [])])


@pytest.mark.parametrize("program", PYTHON, ids=shown)
def test_an_example_of_python_runs(program: Path) -> None:
    found = {"PYTHONPATH": str(ROOT / "bindings/python/src"), "IQLIST_LIBRARY": str(library.release())}
    command([tool("python3"), "-B", program], found)


def test_processes_reports_by_an_edit_what_has_ended() -> None:
    processes.check(built(FOLDER / "processes.c"))


def test_the_demo_shows_the_library_from_each_language() -> None:
    library.release()
    printed = command([ROOT / "bindings/demo"])
    absent = [language for language, line in SHOWN.items() if line not in printed]
    if absent == ["Rust"] and "Left out: cargo is missing" in printed:
        skip("cargo is not installed")
    if absent:
        fail(f"{printed}\n---- it shows nothing from {', '.join(absent)}")
