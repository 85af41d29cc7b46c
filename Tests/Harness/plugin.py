"""The pytest plugin of the test command: with CI=true a skipped test has failed, and the last line printed is
`N passed, N failed[, N skipped]`. A test that runs a foreign test runner counts as many times as that has
cases (see runners.py); all others count once. What waits for something that is not built yet is listed and
counted before, and counts as nothing else: a test records the property `waiting` for each. Tests with the
marker `all` are left out without `--all`, and that is no skip: `Tests/run --list` names them."""

import os
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

COUNTED = ("passed", "failed", "skipped")
totals: Counter[str] = Counter()
waiting: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run also what a short run leaves out")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "all: takes long, and runs with --all only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if item.get_closest_marker("all")]
    if left_out and not config.getoption("--all"):
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("all")]


@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_runtest_makereport() -> Generator[None, Any, None]:
    report = (yield).get_result()
    if report.skipped and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"nothing may be skipped here: {report.longrepr[2]}"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    cases = {name: count for name, count in report.user_properties if name in COUNTED}
    if report.when == "call":
        waiting.extend(str(text) for name, text in report.user_properties if name == "waiting")
    if report.when == "call" and cases:
        totals.update(cases)
        if report.failed and not cases.get("failed"):
            totals["failed"] += 1
    elif report.when == "call" or not report.passed:
        totals[report.outcome] += 1


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    if totals and not hasattr(config, "workerinput"):
        others = f", {totals['skipped']} skipped" if totals["skipped"] else ""
        if waiting:
            print(*sorted(waiting), f"{len(waiting)} waiting", sep="\n")
        print(f"{totals['passed']} passed, {totals['failed']} failed{others}", flush=True)
