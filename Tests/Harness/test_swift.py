"""The engine's own tests, ordinary Swift in debug: each in a process of its own, as what they count of
memory and handles is the process's."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import library
import pytest
import runners
from machine import BUILD, command, runtime_libraries
from outcomes import Failed, fail

pytestmark = pytest.mark.swift

PROGRAM = "iqlistPackageTests.xctest"


def program() -> Path:
    return library.compiled(PROGRAM, "--scratch-path", str(BUILD / "swift-test")) / PROGRAM


def run(tests: Path, word: str) -> str:
    # Where it finds XCTest and Foundation when the toolchain is not at its usual place.
    return command([tests, word], {"LD_LIBRARY_PATH": str(runtime_libraries())})


def failure(tests: Path, name: str) -> str:
    """What a test prints that fails; else nothing."""
    try:
        printed = run(tests, name)
    except Failed as failed:
        return str(failed)
    return "" if "Executed 1 test, with 0 failures" in printed else printed


@pytest.mark.build
def test_the_engines_tests_build() -> None:
    assert program().is_file()


def test_the_engines_tests_pass(record_property: runners.Record) -> None:
    tests = program()
    names = [line for line in run(tests, "--list-tests").splitlines() if "/" in line]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [text for text in pool.map(partial(failure, tests), names) if text]
    record_property("passed", len(names) - len(failures))
    assert names
    if failures:
        record_property("failed", len(failures))
        fail("\n".join(failures))
