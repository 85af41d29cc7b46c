"""The benchmark runs in its quick mode and writes what it measured. No time is judged."""

import json
from pathlib import Path

import library
import pytest
from machine import ROOT, command

pytestmark = pytest.mark.bench


def test_the_quick_benchmark_writes_json(tmp_path: Path) -> None:
    library.release()
    report = tmp_path / "bench.json"
    printed = command([ROOT / "Tests/Benchmarks/run", "--quick", "--json", report])
    assert json.loads(report.read_text()), printed
