"""Group `bench`: the benchmark runs in its quick mode and says what it measured. No time is judged."""

import json

from machine import ROOT, WORK, command
from report import Failed, Report


def run(report: Report) -> None:
    report.test("the quick benchmark writes JSON", quick)


def quick() -> None:
    program = ROOT / "Tests/Benchmarks/run"
    if not program.is_file():
        raise Failed("there is no Tests/Benchmarks/run")
    told = WORK / "bench.json"
    told.parent.mkdir(parents=True, exist_ok=True)
    told.unlink(missing_ok=True)
    printed = command([program, "--quick", "--json", told])
    try:
        measured = json.loads(told.read_text())
    except (OSError, ValueError) as error:
        raise Failed(f"{printed}\n{error}") from None
    if not measured:
        raise Failed(f"{printed}\nnothing was measured")
