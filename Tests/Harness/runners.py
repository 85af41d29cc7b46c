"""Foreign test runners: each run is one test of ours, and its cases are counted in the totals (see
plugin.py)."""

import os
import re
from collections.abc import Callable

from machine import WORK
from outcomes import Failed, fail

LOGS = WORK / "logs"
Record = Callable[[str, object], None]
"""The fixture record_property of pytest."""


def run(record: Record, name: str, work: Callable[[], str], counts: Callable[[str], dict[str, int]]) -> None:
    """Keeps what the runner prints as a log, and records the numbers of cases that it reports. A runner that
    reports no case has failed, and with CI=true one that skips a case."""
    failure = None
    try:
        printed = work()
    except Failed as failed:
        failure = printed = str(failed)
    log = LOGS / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(printed)
    cases = counts(printed)
    for outcome, count in cases.items():
        record(outcome, count)
    if failure is not None:
        fail(f"{failure}\nthe whole log is {log}")
    if not cases.get("passed"):
        fail(f"{printed}\nno test was run")
    if cases.get("skipped") and os.environ.get("CI") == "true":
        fail(f"{printed}\nnothing may be skipped here")


def cargo(printed: str) -> dict[str, int]:
    """The sums of the lines `test result: ok. 3 passed; 0 failed; 1 ignored; ...`. What is ignored is an
    example in the documentation that is not meant to run."""
    found = re.findall(r"^test result: .*? (\d+) passed; (\d+) failed;", printed, re.MULTILINE)
    passed, failed = (sum(int(row[column]) for row in found) for column in (0, 1))
    return without_zeros({"passed": passed, "failed": failed})


def pytest(printed: str) -> dict[str, int]:
    """From the last line, such as `3 failed, 40 passed, 2 skipped in 1.20s`."""
    last = next((line for line in reversed(printed.splitlines()) if re.search(r" in [\d.]+s\b", line)), "")
    found = {word: int(count) for count, word in re.findall(r"(\d+) (passed|failed|skipped|errors?)\b", last)}
    failed = found.get("failed", 0) + found.get("error", 0) + found.get("errors", 0)
    return without_zeros(
        {"passed": found.get("passed", 0), "failed": failed, "skipped": found.get("skipped", 0)}
    )


def without_zeros(counts: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count}
