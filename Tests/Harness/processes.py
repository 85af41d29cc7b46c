"""Runs the example processes while processes end: what ends between two of its looks at the machine is
reported by an edit, and only once."""

import re
import subprocess
import threading
import time
from pathlib import Path

from machine import PATIENCE
from outcomes import fail

# The number of a user whom nobody has.
STRANGER = 954321
# At least as many as show, in tenths of a megabyte.
SHOWN_PAGES = 100
Process = subprocess.Popen[bytes]


def check(program: Path) -> None:
    """The second look comes too early where all is slow: then they get further apart."""
    for interval in (1, 4, 16):
        sleepers = [sleeper(), sleeper()]
        alone = all(Path(f"/proc/{each.pid}").stat().st_uid == STRANGER for each in sleepers)
        try:
            reports = watch(program, interval, sleepers)
        finally:
            for each in sleepers:
                each.kill()
                each.wait()
        if is_by_edit(reports, sleepers, alone):
            return
    fail("not reported by an edit:\n" + "".join(reports))


def sleeper() -> Process:
    """A process of a user who has no other, if we may start such a one. It sleeps: while it starts it has no
    memory that could be shown."""
    try:
        process = subprocess.Popen(["sleep", "900"], user=STRANGER)
    except OSError:
        process = subprocess.Popen(["sleep", "900"])
    while not is_asleep(process):
        time.sleep(0.01)
    return process


def is_asleep(process: Process) -> bool:
    state, *numbers = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return state == "S" and int(numbers[20]) > SHOWN_PAGES


def has_ended(process: Process, text: str) -> bool:
    return re.search(rf"\bsleep \({process.pid}\).* ended under ", text) is not None


def is_by_edit(reports: list[str], sleepers: list[Process], alone: bool) -> bool:
    """Whether both were reported between the looks. `alone`: they are all processes of their user."""
    printed = "".join(reports)
    wheres = [[text for text in reports if has_ended(each, text)] for each in sleepers]
    if any(len(where) > 1 for where in wheres):
        fail(f"reported more than once:\n{printed}")
    if not all(where and where[0].startswith("After look 1:") for where in wheres):
        return False
    (first,), (second,) = wheres
    if alone and f"user {STRANGER} changed: processes 2 -> 1, memory " not in first:
        fail(f"the header is not up to date:\n{printed}")
    if alone and f"user {STRANGER} has no processes any more\n" not in second:
        fail(f"the empty section stays:\n{printed}")
    if alone and str(STRANGER) in reports[-1]:
        fail(f"the last look reports them again:\n{printed}")
    return True


def watch(program: Path, interval: int, sleepers: list[Process]) -> list[str]:
    """What the example prints: two looks, and the reports between them. One sleeper is ended after the first
    look, the next one when that is reported."""
    words = [str(program), "--count", "2", "--interval", str(interval), "--glances", "10", "--head", "0"]
    reports = [""]
    left = list(sleepers)
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, errors="replace") as running:
        assert running.stdout is not None
        timer = threading.Timer(PATIENCE, running.kill)
        timer.start()
        for line in running.stdout:
            reports[-1] += line
            if line != "\n":
                continue
            ended = len(sleepers) - len(left)
            if left and (ended == 0 or has_ended(sleepers[ended - 1], reports[-1])):
                sleeper = left.pop(0)
                sleeper.kill()
                sleeper.wait()
            reports.append("")
        timer.cancel()
    if running.returncode != 0:
        fail(f"ended with {running.returncode}\n" + "".join(reports))
    return reports[:-1]
