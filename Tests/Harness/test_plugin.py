"""The test command counts and judges as it promises: plugin.py and once.py, on tests made for the purpose."""

import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from machine import ROOT

pytestmark = pytest.mark.lint

HARNESS = ROOT / "Tests/Harness"

MIXED = """
import pytest

def test_passes(): pass
def test_fails(): assert False
def test_is_skipped(): pytest.skip("no tool")
def test_runs_others(record_property): record_property("passed", 40)
def test_runs_others_and_one_fails(record_property):
    record_property("passed", 2)
    record_property("failed", 1)
    assert False
"""

LONG = """
import pytest

def test_is_quick(): pass

@pytest.mark.all
def test_takes_long(): pass

@pytest.mark.nightly
def test_takes_very_long(): pass
"""

SLOW = """
import time
from pathlib import Path
from once import once

@once
def built() -> Path:
    time.sleep(2)
    return Path("log")

def test_builds_and_is_slow():
    built()
    time.sleep(1.2)

def test_waits_and_is_quick(): built()
"""

BUILDS = """
import pytest
from pathlib import Path
from once import once
from outcomes import Failed, fail

@once
def built(name: str) -> Path:
    with Path("log").open("a") as log: log.write(name + "\\n")
    if name == "broken": fail("it broke")
    return Path("log")

@pytest.mark.parametrize("again", range(4))
def test_builds(again): assert built("sound") == Path("log")

@pytest.mark.parametrize("again", range(2))
def test_a_failure_is_not_tried_again(again):
    with pytest.raises(Failed, match="it broke"): built("broken")
"""


def run(folder: Path, text: str, *options: str, **environment: str) -> tuple[int, str]:
    """The status of pytest on such a file, and the last line that it prints."""
    status, lines = run_and_print(folder, text, *options, **environment)
    return status, lines[-1]


def run_and_print(folder: Path, text: str, *options: str, **environment: str) -> tuple[int, list[str]]:
    (folder / "test_made.py").write_text(text)
    # What the workers of this run have in their environment would make workers of those.
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "CI"))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "plugin", "-p", "no:cacheprovider", *options, "test_made.py"],
        cwd=folder,
        env={**own, "PYTHONPATH": str(HARNESS), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize("options", [[], ["-n", "2"]], ids=["alone", "workers"])
def test_the_last_line_counts_foreign_cases_one_by_one(options: list[str], tmp_path: Path) -> None:
    assert run(tmp_path, MIXED, *options) == (1, "43 passed, 2 failed, 1 skipped")


def test_in_ci_a_skipped_test_has_failed(tmp_path: Path) -> None:
    assert run(tmp_path, MIXED, "-k", "skipped", CI="true") == (1, "0 passed, 1 failed")
    assert run(tmp_path, MIXED, "-k", "skipped") == (0, "0 passed, 0 failed, 1 skipped")


def test_workers_share_a_build_and_its_failure(tmp_path: Path) -> None:
    assert run(tmp_path, BUILDS, "-n", "2", IQ_TEST_RUN=uuid.uuid4().hex) == (0, "6 passed, 0 failed")
    assert sorted((tmp_path / "log").read_text().split()) == ["broken", "sound"]


def test_what_takes_long_runs_where_it_is_asked_for_and_is_no_skip(tmp_path: Path) -> None:
    assert run(tmp_path, LONG, CI="true") == (0, "1 passed, 0 failed")
    assert run(tmp_path, LONG, "--all", CI="true") == (0, "2 passed, 0 failed")
    assert run(tmp_path, LONG, "--nightly", CI="true") == (0, "3 passed, 0 failed")


@pytest.mark.parametrize("options", [[], ["-n", "2"]], ids=["alone", "workers"])
def test_it_says_where_the_time_went(options: list[str], tmp_path: Path) -> None:
    """Builds apart from the cases that make them or wait for them; those of more than a second by name."""
    _, lines = run_and_print(tmp_path, SLOW, *options, IQ_TEST_RUN=uuid.uuid4().hex)
    (title,) = [number for number, line in enumerate(lines) if "= where the time went =" in line]
    said = lines[title + 1 :]
    # What sleeps for so long takes longer on a machine that is busy.
    assert re.match(r"builds: ([2-9]|\d\d+) s, ", said[0])
    assert re.fullmatch(r" +\d+\.\d +\d+\.\d  test_made\.built", said[1])
    assert re.match(r"cases: [1-9]\d* s, ", said[2])
    assert re.fullmatch(r" +\d+\.\d +\d+\.\d  test_made\.py::test_builds_and_is_slow", said[3])
    waited = re.match(r"waited for what another test built: (\d+) s", said[4])
    assert waited
    assert (int(waited[1]) > 0) == bool(options)
