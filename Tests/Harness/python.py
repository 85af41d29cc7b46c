"""Group `python`: the package iqlist, on each Python that this machine has, and as it is installed.

Each Python has a virtual environment of its own in .build/python. What goes into them comes from the package
index; where that cannot be reached, what wants it is skipped and says so.
"""

import os
import re
import shlex
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import library
from interpreters import interpreters
from lint import BENCHMARK, CHECKERS, PACKAGE
from machine import BUILD, HEADER, WORK, command
from report import Failed, Report, Skipped

SOURCES = PACKAGE / "src"
ENVIRONMENTS = BUILD / "python"
BUILT = WORK / "python"

TESTS = ["pytest>=8", "hypothesis>=6.100", "hatchling"]
TYPES = ["basedpyright==1.40.2", "pytest==9.2.0", "hypothesis==6.170.15", "numpy", "hatchling"]

# How pip says that it cannot reach the package index.
UNREACHABLE = r"No matching distribution found for \S+|Failed to establish a new connection"

Body = Callable[[], object]
Words = list[str | Path]


def run(report: Report) -> None:
    if not report.test("the library builds", library.release):
        return
    pythons = interpreters()
    if not report.test("there is a Python to test on", partial(some, pythons)):
        return
    oldest, newest = pythons[min(pythons)], pythons[max(pythons)]
    jobs: list[tuple[str, Body]] = [(name, partial(tests, *plan)) for name, plan in plans(pythons).items()]
    if report.test("sdist and wheel are built", partial(build, newest)):
        report.test("the wheel says what it is", wheel_name)
        # This one compiles the library: it goes first, beside the others.
        jobs.insert(0, ("the sdist builds all by itself", partial(installed, newest, "sdist")))
        jobs.append(("the wheel is used elsewhere", partial(installed, oldest, "wheel")))
    jobs.append(("pip installs the folder", partial(installed, newest, "folder")))
    side_by_side(report, jobs)
    if report.test("the checkers are there", partial(checkers, newest)):
        for name, words in checks().items():
            report.test(name, partial(check, words))


def some(pythons: dict[int, Path]) -> None:
    if not pythons:
        raise Skipped("there is none of Python 3.9 to 3.13 with venv and ensurepip")


def side_by_side(report: Report, jobs: list[tuple[str, Body]]) -> None:
    """Runs tests at the same time, as many as there are cores, and reports them in order."""

    def timed(body: Body) -> tuple[float, Exception | None]:
        began = time.monotonic()
        try:
            body()
        except (Failed, Skipped) as told:
            return time.monotonic() - began, told
        return time.monotonic() - began, None

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = [(name, pool.submit(timed, body)) for name, body in jobs]
        for name, outcome in outcomes:
            seconds, told = outcome.result()
            if isinstance(told, Skipped):
                report.skip(name, str(told))
            else:
                report.record(name, seconds, None if told is None else str(told))


def plans(pythons: dict[int, Path]) -> dict[str, tuple[Path, str, bool]]:
    """Which Python runs the tests with numpy and which without: the oldest and the newest with, those
    between without; of a single one, both."""
    oldest, newest = min(pythons), max(pythons)
    pairs = [(minor, minor in (oldest, newest)) for minor in pythons]
    if len(pythons) < 3:
        pairs.append((newest, False))
    return {
        f"tests on Python 3.{minor} {'with' if numpy else 'without'} numpy": (
            pythons[minor],
            f"3.{minor}{'-numpy' if numpy else ''}",
            numpy,
        )
        for minor, numpy in pairs
    }


def environment(python: Path, name: str, packages: list[str]) -> Path:
    """A virtual environment with these packages; made once. Answers its interpreter."""
    folder = ENVIRONMENTS / name
    interpreter = folder / "bin/python"
    stamp = folder / "installed"
    wanted = "\n".join([str(python), *packages])
    if stamp.is_file() and stamp.read_text() == wanted:
        return interpreter
    command([python, "-m", "venv", "--clear", folder])
    pip_install(interpreter, packages)
    stamp.write_text(wanted)
    return interpreter


def pip_install(python: Path, packages: Sequence[str | Path], given: Mapping[str, str] | None = None) -> None:
    online([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages], given)


def online(words: Sequence[str | Path], given: Mapping[str, str] | None = None) -> None:
    """A command that asks the package index. If it cannot be reached, the test is skipped."""
    try:
        command(words, given)
    except Failed as failure:
        told = re.search(UNREACHABLE, str(failure))
        if told is None:
            raise
        raise Skipped(f"the package index cannot be reached: {told[0]}") from None


def driven() -> dict[str, str]:
    """The environment in which a Python finds the sources and the library of this tree."""
    return {"PYTHONPATH": str(SOURCES), "IQLIST_LIBRARY": str(library.release())}


def tests(python: Path, name: str, numpy: bool) -> None:
    packages = [*TESTS, *(["numpy"] if numpy else [])]
    interpreter = environment(python, name, packages)
    options: Words = ["-q", "-p", "no:cacheprovider", "--rootdir", PACKAGE, "--doctest-modules"]
    command([interpreter, "-m", "pytest", *options, SOURCES, PACKAGE / "tests"], driven())


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
        "mypy": ["mypy", "--strict", "--config-file", settings, "--cache-dir", BUILT / "mypy", *files],
        "basedpyright": ["basedpyright", "--project", PACKAGE],
    }


def check(words: Words) -> None:
    programs = ENVIRONMENTS / "checkers/bin"
    command([programs / words[0], *words[1:]], {"MYPYPATH": str(SOURCES)})


def build(python: Path) -> None:
    """Both, as `python -m build` makes them: the wheel from the sdist, with the library of this tree."""
    builder = environment(python, "build", ["build"])
    shutil.rmtree(BUILT / "dist", ignore_errors=True)
    options: Words = ["--outdir", BUILT / "dist", PACKAGE]
    online([builder, "-m", "build", *options], {"IQLIST_LIBRARY": str(library.release())})


def made(pattern: str) -> Path:
    """What `build` has made."""
    (found,) = (BUILT / "dist").glob(pattern)
    return found


def wheel_name() -> None:
    """Of this version and for these machines only: for any Python 3, but not for any glibc."""
    version = re.search(r'IQ_VERSION_STRING "(.*)"', HEADER.read_text())
    assert version
    machine = os.uname().machine
    name = made("*.whl").name
    if not re.fullmatch(rf"iqlist-{re.escape(version[1])}-py3-none-manylinux_2_\d+_{machine}\.whl", name):
        raise Failed(f"the wheel of version {version[1]} on {machine} is named {name}")


def installed(python: Path, what: str) -> None:
    """In an environment of its own, and used from a folder that has nothing to do with us: the library is
    the one inside, and the command is there."""
    source = {"wheel": "*.whl", "sdist": "*.tar.gz"}
    folder = ENVIRONMENTS / f"installed-{what}"
    command([python, "-m", "venv", "--clear", folder])
    # Empty is as if it were not set: the sdist has to build the library.
    given = {"IQLIST_LIBRARY": "" if what == "sdist" else str(library.release())}
    pip_install(folder / "bin/python", [made(source[what]) if what in source else PACKAGE], given)
    elsewhere = BUILT / f"elsewhere-{what}"
    elsewhere.mkdir(parents=True, exist_ok=True)
    (elsewhere / "before.csv").write_text("id,size\na,1\nb,2\n")
    (elsewhere / "after.csv").write_text("id,size\nb,3\nc,4\n")
    alone: Words = ["env", "-u", "IQLIST_LIBRARY", "-u", "PYTHONPATH", "-C", elsewhere]
    command([*alone, folder / "bin/python", "-c", USE, folder])
    line = f"{shlex.quote(str(folder))}/bin/iqlist diff before.csv after.csv --key id; test $? = 1"
    printed = command([*alone, "bash", "-c", line])
    for part in ("went", "came", "changed", "size: 2 -> 3"):
        if part not in printed:
            raise Failed(f"the command does not say {part}:\n{printed}")


# What is run with the installed package; its argument is the environment's folder.
USE = """
import pathlib, sys
import iqlist
from iqlist import _library
inside = pathlib.Path(sys.argv[1]).resolve()
library = pathlib.Path(_library.load()._name).resolve()
assert inside in pathlib.Path(iqlist.__file__).resolve().parents, iqlist.__file__
assert inside in library.parents, library
with iqlist.List() as shown:
    shown.set_items(["a", "b"]).close()
    assert len(shown) == 2
"""

