"""Group `python`: the package iqlist, on each Python that this machine has, and as it is installed.

Each Python has a virtual environment of its own in .build/python. What goes into them comes from the package
index; where that cannot be reached, what wants it is skipped and says so.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import library
import pytests
import wheels
from environments import ENVIRONMENTS, Words, environment, interpreters
from lint import BENCHMARK, CHECKERS, PACKAGE
from machine import WORK, command
from pytests import SOURCES
from report import Report, Skipped

CACHE = WORK / "python-mypy"
CHECKING = ENVIRONMENTS / "checkers/bin"

# Of numpy one whose types a checker understands that is told of Python 3.9.
TYPES = ["basedpyright==1.40.2", "pytest==9.2.0", "hypothesis==6.170.15", "numpy==2.1.3", "hatchling"]

Body = Callable[[], object]


def run(report: Report) -> None:
    if not report.test("the library builds", library.release):
        return
    pythons = interpreters()
    if not report.test("there is a Python to test on", partial(some, pythons)):
        return
    oldest, newest = pythons[min(pythons)], pythons[max(pythons)]
    jobs: list[tuple[str, Body]] = [("the address sanitizer finds nothing", partial(pytests.watched, newest))]
    jobs += [(name, partial(pytests.tests, *plan)) for name, plan in plans(pythons).items()]
    if report.test("sdist and wheel are built", partial(wheels.build, newest)):
        report.test("the wheel says what it is", wheels.name)
        # This one compiles the library: it goes first, beside the others.
        jobs.insert(0, ("the sdist builds all by itself", partial(wheels.installed, newest, "sdist")))
        jobs.append(("the wheel is used elsewhere", partial(wheels.installed, oldest, "wheel")))
    jobs.append(("pip installs the folder", partial(wheels.installed, newest, "folder")))
    jobs.append(("pip installs the folder, editable", partial(wheels.editable, newest)))
    side_by_side(report, jobs)
    if report.test("the checkers are there", partial(checkers, newest)):
        for name, words in checks().items():
            report.test(name, partial(check, words))


def some(pythons: dict[int, Path]) -> None:
    if not pythons:
        raise Skipped("there is none of Python 3.9 to 3.13 with venv and ensurepip")


def side_by_side(report: Report, jobs: list[tuple[str, Body]]) -> None:
    """Runs tests at the same time, as many as there are cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for test in [pool.submit(report.test, *job) for job in jobs]:
            test.result()


def plans(pythons: dict[int, Path]) -> dict[str, tuple[Path, str, bool, bool]]:
    """Which Python runs the tests with numpy and which without: the oldest and the newest with, those
    between without; of a single one, both. And whether hypothesis tries all that it can: once is enough."""
    oldest, newest = min(pythons), max(pythons)
    pairs = [(minor, minor in (oldest, newest)) for minor in pythons]
    if len(pythons) < 3:
        pairs.append((newest, False))
    return {
        f"tests on Python 3.{minor} {'with' if numpy else 'without'} numpy": (
            pythons[minor],
            f"3.{minor}{'-numpy' if numpy else ''}",
            numpy,
            numpy and minor == newest,
        )
        for minor, numpy in pairs
    }


def checkers(python: Path) -> None:
    environment(python, "checkers", [*CHECKERS, *TYPES])


def checks() -> dict[str, Words]:
    """What each checker is told; they find the rest in the package's pyproject.toml."""
    settings = PACKAGE / "pyproject.toml"
    files = [PACKAGE, BENCHMARK]
    ruff: Words = ["--no-cache", "--config", settings, *files]
    return {
        "ruff check": ["ruff", "check", *ruff],
        "ruff format": ["ruff", "format", "--check", *ruff],
        "mypy": ["mypy", "--strict", "--config-file", settings, "--cache-dir", CACHE, *files],
        # It would look for packages in whatever Python comes first on the path.
        "basedpyright": ["basedpyright", "--project", PACKAGE, "--pythonpath", CHECKING / "python", *files],
    }


def check(words: Words) -> None:
    command([CHECKING / words[0], *words[1:]], {"MYPYPATH": str(SOURCES)})
