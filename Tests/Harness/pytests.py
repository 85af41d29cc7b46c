"""The tests of the package iqlist: as they are, and under the address sanitizer."""

from pathlib import Path

import library
from environments import Words, environment
from lint import PACKAGE
from machine import command
from report import Failed

SOURCES = PACKAGE / "src"
PACKAGES = ["pytest>=8", "hypothesis>=6.100", "hatchling"]

QUICK: Words = ["--hypothesis-profile", "quick"]

# What runs under the address sanitizer; but for what measures the memory of the process.
WATCHED = ["models", "lifetimes", "callbacks", "threads", "exit", "closed", "columns", "travel"]
WATCHED += ["edits", "edits_of_all", "policies", "no_memory"]
MEASURES = "tests/test_exit.py::test_many_lives_leave_nothing_behind"


def tests(python: Path, name: str, numpy: bool, thorough: bool) -> None:
    interpreter = environment(python, name, [*PACKAGES, *(["numpy"] if numpy else [])])
    options: Words = [] if thorough else QUICK
    words: Words = ["--doctest-modules", *options, SOURCES, PACKAGE / "tests"]
    pytest(interpreter, words, {"IQLIST_LIBRARY": str(library.release())})


def pytest(interpreter: Path, words: Words, given: dict[str, str]) -> None:
    """On the package as it stands in the tree."""
    options: Words = ["-q", "-p", "no:cacheprovider", "--rootdir", PACKAGE]
    command([interpreter, "-m", "pytest", *options, *words], {"PYTHONPATH": str(SOURCES), **given})


def watched(python: Path) -> None:
    """What Python lends to the library, and what it is handed, is memory that is there: the tests in which
    objects come and go. Python's objects come from malloc, or the sanitizer would not know one from another.
    """
    shared, runtime = library.watched_shared()
    interpreter = environment(python, "watched", PACKAGES)
    given = {
        "IQLIST_LIBRARY": str(shared),
        "LD_PRELOAD": str(runtime),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "PYTHONMALLOC": "malloc",
    }
    notices(interpreter, given)
    files = [PACKAGE / f"tests/test_{name}.py" for name in WATCHED]
    pytest(interpreter, [*QUICK, "--deselect", MEASURES, *files], given)


BEYOND_THE_END = """
import ctypes
from iqlist import abi
abi.iq_key_from_bytes(bytes(8), 100, ctypes.byref(abi.iq_key()))
"""


def notices(interpreter: Path, given: dict[str, str]) -> None:
    """The sanitizer sees the library read beyond the end of what Python has lent it."""
    try:
        command([interpreter, "-c", BEYOND_THE_END], {"PYTHONPATH": str(SOURCES), **given})
    except Failed as noticed:
        if "heap-buffer-overflow" in str(noticed) and "iq_key_from_bytes" in str(noticed):
            return
        raise
    raise Failed("the address sanitizer did not notice a read beyond the end")
