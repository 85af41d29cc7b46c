"""What became of each test: a line when it ends, the output of those that failed, and the totals."""

import threading
import time
from collections import Counter
from collections.abc import Callable

# Lines of a failed test's output that are shown of its beginning, and of its end.
SHOWN = 100


class Failed(Exception):
    """A test did not hold; the text is what a reader needs to see why."""


class Skipped(Exception):
    """A test cannot run on this machine; the text says what is missing."""


def shortened(output: str) -> list[str]:
    """Lines of output, the middle left out if there are more than anybody reads."""
    lines = output.splitlines()
    over = len(lines) - 2 * SHOWN
    return lines if over <= 0 else [*lines[:SHOWN], f"... {over} lines ...", *lines[-SHOWN:]]


class Totals:
    """What all groups come to. Groups run at the same time: a test is told and counted in one go."""

    def __init__(self, refuses_skips: bool) -> None:
        self.refuses_skips = refuses_skips
        self.counts: Counter[str] = Counter()
        self.lock = threading.Lock()

    def tell(self, outcome: str, text: str) -> None:
        with self.lock:
            self.counts[outcome] += 1
            print(text, flush=True)

    @property
    def failed(self) -> bool:
        return self.counts["FAIL"] > 0

    def end(self) -> None:
        skipped = f", {self.counts['skip']} skipped" if self.counts["skip"] else ""
        print(f"{self.counts['pass']} passed, {self.counts['FAIL']} failed{skipped}", flush=True)


class Report:
    """Tells of one group's tests. A test is a function that returns, or raises Failed or Skipped."""

    def __init__(self, totals: Totals, group: str) -> None:
        self.totals = totals
        self.group = group

    def test(self, name: str, body: Callable[[], object]) -> bool:
        """Answers whether the test passed."""
        began = time.monotonic()
        try:
            body()
        except Skipped as reason:
            self.skip(name, str(reason))
            return False
        except Failed as failure:
            self.record(name, time.monotonic() - began, str(failure))
            return False
        self.record(name, time.monotonic() - began, None)
        return True

    def record(self, name: str, seconds: float, failure: str | None) -> None:
        """A test that was run elsewhere; `failure` is its output, None if it passed."""
        outcome = "pass" if failure is None else "FAIL"
        lines = [f"{outcome}  {seconds:7.2f} s  {self.group}: {name}"]
        self.totals.tell(outcome, "\n      | ".join(lines + shortened(failure or "")))

    def skip(self, name: str, reason: str) -> None:
        if self.totals.refuses_skips:
            self.record(name, 0, f"nothing may be skipped here: {reason}")
            return
        self.totals.tell("skip", f"skip             {self.group}: {name}: {reason}")


Group = Callable[[Report], None]
