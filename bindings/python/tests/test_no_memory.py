"""Where memory runs out a call raises NoMemoryError, which is Python's MemoryError too; it has changed
nothing and leaks nothing, and goes through when it is made again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from starved_cases import CASES


def test_each_allocation_of_each_call_may_fail() -> None:
    """In a process of its own, which has the allocator that starved.py describes."""
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("starved.py")],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [name for name, *_ in told] == [*CASES]
    assert all(failures > 0 for _, *both in told for failures in both), told
