"""The pytest plugin of the test command: with CI=true a skipped test has failed, and the last line printed is
`N passed, N failed[, N skipped]`. A test that runs a foreign test runner counts as many times as that has
cases (see runners.py); all others count once. Tests with the marker `all` are left out without `--all`, those
with `nightly` without `--nightly`, which implies the former. That is no skip: `Tests/run --list` names them.
Before that line it says where the time went (spent.py)."""

import json
import os
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest
import spent
from spent import Span

COUNTED = ("passed", "failed", "skipped")
totals: Counter[str] = Counter()
cases: list[Span] = []
builds: list[Span] = []
waits: list[float] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run also what a short run leaves out")
    parser.addoption("--nightly", action="store_true", help="run everything")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "all: takes long, and runs with --all only")
    config.addinivalue_line("markers", "nightly: takes very long, and runs with --nightly only")


def is_left_out(config: pytest.Config, item: pytest.Item) -> bool:
    if config.getoption("--nightly"):
        return False
    if item.get_closest_marker("nightly"):
        return True
    return bool(item.get_closest_marker("all")) and not config.getoption("--all")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if is_left_out(config, item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    spent.take()
    own: list[Span] = []
    with spent.measured(item.nodeid, own.append):
        yield
    item.user_properties.append(("spent", json.dumps([*own, *spent.take()])))


@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_runtest_makereport() -> Generator[None, Any, None]:
    report = (yield).get_result()
    if report.skipped and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"nothing may be skipped here: {report.longrepr[2]}"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call":
        take_times(str(dict(report.user_properties)["spent"]))
    counts = {name: count for name, count in report.user_properties if name in COUNTED}
    if report.when == "call" and counts:
        totals.update(counts)
        if report.failed and not counts.get("failed"):
            totals["failed"] += 1
    elif report.when == "call" or not report.passed:
        totals[report.outcome] += 1


def take_times(written: str) -> None:
    own, built, waited = json.loads(written)
    cases.append(Span(*own))
    builds.extend(Span(*each) for each in built)
    waits.append(waited)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if cases:
        terminalreporter.ensure_newline()
        terminalreporter.section("where the time went")
        for line in spent.report(cases, builds, sum(waits)):
            terminalreporter.write_line(line)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    if totals and not hasattr(config, "workerinput"):
        others = f", {totals['skipped']} skipped" if totals["skipped"] else ""
        print(f"{totals['passed']} passed, {totals['failed']} failed{others}", flush=True)
