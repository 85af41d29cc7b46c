"""Group `swift`: the engine's own tests, ordinary Swift in debug. Each XCTest case counts."""

import re

from machine import command, runtime_libraries
from report import Failed, Report

BEGAN = re.compile(r"^Test Case '(.+)' started")
ENDED = re.compile(r"^Test Case '(.+)' (passed|failed|skipped) \(([\d.]+) seconds\)")

FINISHED = re.compile(r"^Test Suite 'All tests' (passed|failed)", re.MULTILINE)


def run(report: Report) -> None:
    # Where the test bundle finds XCTest and Foundation when the toolchain is not at its usual place.
    libraries = {"LD_LIBRARY_PATH": str(runtime_libraries())}
    output = ""

    def build() -> None:
        command(["swift", "build", "--build-tests"])

    def finish() -> None:
        nonlocal output
        try:
            output = command(["swift", "test", "--skip-build"], libraries)
        except Failed as failure:
            output = str(failure)
        if not cases(report, output):
            raise Failed(output)

    if report.test("the debug build and its tests compile", build):
        report.test("the run reaches its end", finish)


def cases(report: Report, output: str) -> bool:
    """Records each case with what it printed. Answers whether there was one, and the run told of its end:
    a crash does not."""
    printed: list[str] = []
    count = 0
    for line in output.splitlines():
        if BEGAN.match(line):
            printed = []
        elif ended := ENDED.match(line):
            name, result, seconds = ended.groups()
            count += 1
            if result == "skipped":
                report.skip(name, "\n".join(printed))
            else:
                report.record(name, float(seconds), None if result == "passed" else "\n".join(printed))
        else:
            printed.append(line)
    return count > 0 and FINISHED.search(output) is not None
