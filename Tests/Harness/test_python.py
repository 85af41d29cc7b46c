"""The tests of the package iqlist: on each Python that this machine has, under the address sanitizer, and
under its checkers.

Each Python has a virtual environment of its own in .build/python. What goes into them comes from the package
index; where that cannot be reached, what wants it is skipped and says so.
"""

from pathlib import Path
from typing import NamedTuple

import checkers
import library
import pytest
import runners
from checkers import BENCHMARKS, FRAMES, PACKAGE, WALKTHROUGHS
from environments import environment, interpreters, newest
from machine import WORK, command
from outcomes import Failed, fail

pytestmark = pytest.mark.python

SOURCES = PACKAGE / "src"
PACKAGES = ["pytest>=8", "hypothesis>=6.100", "hatchling"]
Words = list[str | Path]

# What runs under the address sanitizer; but for what measures the memory of the process.
SANITIZED = ["models", "lifetimes", "callbacks", "threads", "exit", "closed", "columns", "travel"]
SANITIZED += ["edits", "seeds", "no_memory", "submissions", "asyncio", "derived", "filters"]
SANITIZED += ["views", "views_elements", "views_ends", "views_functions"]
SANITIZED += ["view_layout", "view_layout_numbers"]
# What is left out where numpy is not there.
NUMPY = [
    "tests/test_columns.py::test_numpy_goes_in_and_out_as_it_is",
    "tests/test_columns.py::test_arrays_of_numpy_that_are_no_columns_are_refused_in_words",
    "tests/test_columns.py::test_levels_of_numpy_go_in_as_they_are",
    "tests/test_filters.py::test_bits_of_numpy",
    "tests/test_view_layout_numbers.py::test_lengths_of_numpy_and_of_strides_go_in_as_they_are",
]
MEASURES = "tests/test_exit.py::test_many_lives_leave_nothing_behind"

# What runs on the Pythons between the oldest and the newest: what depends on the interpreter more than on the
# library. Whatever these meet is also held on both sides of them.
BETWEEN = ["abi", "asyncio", "callbacks", "closed", "columns", "derived", "edits", "exit", "keys", "library"]
BETWEEN += ["lifetimes", "models", "named", "nested", "seeds", "snapshots", "submissions", "threads"]
BETWEEN += ["filters", "frames", "frozen", "pickles", "travel", "typing", "updates"]
BETWEEN += ["views", "views_ends", "views_functions"]


class Plan(NamedTuple):
    """How the tests run on one Python."""

    minor: int
    numpy: bool
    is_between: bool

    def __str__(self) -> str:
        return f"3.{self.minor}{'-numpy' if self.numpy else ''}"


def plans() -> list[Plan]:
    """The oldest and the newest Python have numpy, those between do not; a single one runs both ways."""
    minors = list(interpreters())
    ends = {minors[0], minors[-1]} if minors else set()
    found = [Plan(minor, minor in ends, minor not in ends) for minor in minors]
    if minors and len(minors) < 3:
        found.append(Plan(minors[-1], False, False))
    return found


def words(interpreter: Path, more: Words, profile: str = "quick") -> Words:
    """The package as it stands in the tree."""
    return [
        interpreter, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", PACKAGE, "--durations=5",
        "--hypothesis-profile", profile, *more,
    ]  # fmt: skip


def files(names: list[str]) -> Words:
    """A name without a file fails pytest."""
    return [PACKAGE / f"tests/test_{name}.py" for name in names]


def test_there_is_a_python_to_test_on() -> None:
    newest()


@pytest.mark.parametrize(
    "plan",
    [pytest.param(plan, marks=[pytest.mark.nightly] if plan.is_between else []) for plan in plans()],
    ids=str,
)
def test_the_packages_tests_pass(plan: Plan, record_property: runners.Record) -> None:
    interpreter = of_plan(plan)
    more: Words = ["--doctest-modules", SOURCES]
    more += files(BETWEEN) if plan.is_between else [PACKAGE / "tests"]
    more += [] if plan.numpy else [f"--deselect={name}" for name in NUMPY]
    check(record_property, f"python-{plan}", words(interpreter, more))


@pytest.mark.nightly
def test_hypothesis_finds_nothing_however_long_it_tries(record_property: runners.Record) -> None:
    """Its tests, with all examples instead of a few."""
    plan = next(plan for plan in reversed(plans()) if plan.minor == max(interpreters()))
    more: Words = ["-m", "hypothesis", PACKAGE / "tests"]
    more += [] if plan.numpy else [f"--deselect={name}" for name in NUMPY]
    check(record_property, "python-hypothesis", words(of_plan(plan), more, "iqlist"))


@pytest.mark.all
def test_data_frames_of_pandas_and_polars_are_items(record_property: runners.Record) -> None:
    """The tests of frames, which elsewhere have one that stands in for both."""
    interpreter = environment(newest(), "data-frames", [*PACKAGES, "pandas>=2", "polars>=1"])
    check(record_property, "python-data-frames", words(interpreter, files(["frames"])))


def of_plan(plan: Plan) -> Path:
    """Its interpreter."""
    packages = [*PACKAGES, *(["numpy"] if plan.numpy else [])]
    return environment(interpreters()[plan.minor], str(plan), packages)


def check(record: runners.Record, name: str, line: Words) -> None:
    given = {"IQLIST_LIBRARY": str(library.release()), "PYTHONPATH": str(SOURCES)}
    runners.run(record, name, lambda: command(line, given), runners.pytest)


@pytest.mark.all
def test_address_sanitizer_finds_nothing(record_property: runners.Record) -> None:
    """What Python lends to the library, and what it is handed, is memory that is there: the tests in which
    objects come and go. Python's objects come from malloc, or the sanitizer would not know one from another.
    """
    interpreter = environment(newest(), "sanitized", PACKAGES)
    given = {
        "PYTHONPATH": str(SOURCES),
        "IQLIST_LIBRARY": str(library.instrumented_shared()),
        "LD_PRELOAD": str(library.address_runtime()),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "PYTHONMALLOC": "malloc",
    }
    notices(interpreter, given)
    more = [*files(SANITIZED), *[f"--deselect={name}" for name in NUMPY]]
    runners.run(
        record_property,
        "python-address",
        lambda: command(words(interpreter, [f"--deselect={MEASURES}", *more]), given),
        runners.pytest,
    )


BEYOND_THE_END = """
import ctypes
from iqlist import abi
abi.iq_key_from_bytes(bytes(8), 100, ctypes.byref(abi.iq_key()))
"""


def notices(interpreter: Path, given: dict[str, str]) -> None:
    """The sanitizer sees the library read beyond the end of what Python has lent it."""
    try:
        command([interpreter, "-c", BEYOND_THE_END], given)
    except Failed as noticed:
        if "heap-buffer-overflow" in str(noticed) and "iq_key_from_bytes" in str(noticed):
            return
        raise
    fail("the address sanitizer did not notice a read beyond the end")


@pytest.mark.parametrize("checker", ["ruff check", "ruff format", "mypy", "basedpyright"])
def test_a_checker_finds_nothing(checker: str) -> None:
    """They find the rest of their options in the package's pyproject.toml."""
    folder = checkers.checkers(newest())
    settings: Words = ["--config", PACKAGE / "pyproject.toml"]
    cache: Words = ["--config-file", settings[1], "--cache-dir", WORK / "python-mypy"]
    options: dict[str, Words] = {
        "ruff check": ["ruff", "check", "--no-cache", *settings],
        "ruff format": ["ruff", "format", "--check", "--no-cache", *settings],
        "mypy": ["mypy", "--strict", *cache],
        # It would look for packages in whatever Python comes first on the path.
        "basedpyright": ["basedpyright", "--project", PACKAGE, "--pythonpath", folder / "python"],
    }
    program, *rest = options[checker]
    # Their programs share modules, where basedpyright would look for none.
    shared = [] if program == "basedpyright" else [WALKTHROUGHS, FRAMES]
    others = [path for folder in shared for path in sorted(folder.glob("*.py"))]
    command([folder / program, *rest, PACKAGE, *BENCHMARKS, *others], {"MYPYPATH": str(SOURCES)})
