"""The engine's own tests, ordinary Swift in debug, all at a time in a build folder of their own: the release
is built beside them."""

import os
from pathlib import Path

import pytest
import runners
from machine import BUILD, command, runtime_libraries

pytestmark = pytest.mark.swift

SCRATCH = BUILD / "swift-test"


@pytest.mark.build
def test_the_engines_tests_pass(tmp_path: Path, record_property: runners.Record) -> None:
    report = tmp_path / "cases.xml"
    options: list[str | Path] = ["--scratch-path", SCRATCH]
    parallel: list[str | Path] = ["--parallel", "--num-workers", str(os.cpu_count())]
    parallel += ["--xunit-output", report]
    # Where the test bundle finds XCTest and Foundation when the toolchain is not at its usual place.
    libraries = {"LD_LIBRARY_PATH": str(runtime_libraries())}
    command(["swift", "build", "--build-tests", *options])
    runners.run(
        record_property,
        "swift",
        lambda: command(["swift", "test", "--skip-build", *options, *parallel], libraries),
        lambda _: runners.xunit(report),
    )
