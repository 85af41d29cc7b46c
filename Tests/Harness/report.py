"""What became of each test: a line when it ends, the output of those that failed, and the totals."""

import time
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


class Report:
    """Counts and prints. A test is a function that returns, or raises Failed or Skipped."""

    def __init__(self, refuses_skips: bool) -> None:
        self.refuses_skips = refuses_skips
        self.passed = 0
        self.failed = 0
        self.skipped = 0
        self.group = ""

    def begin(self, group: str) -> None:
        self.group = group
        print(f"== {group}", flush=True)

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
        if failure is None:
            self.passed += 1
        else:
            self.failed += 1
        print(f"{'pass' if failure is None else 'FAIL'}  {seconds:7.2f} s  {self.group}: {name}", flush=True)
        if failure:
            print("".join(f"      | {line}\n" for line in shortened(failure)), end="", flush=True)

    def skip(self, name: str, reason: str) -> None:
        if self.refuses_skips:
            self.record(name, 0, f"nothing may be skipped here: {reason}")
            return
        self.skipped += 1
        print(f"skip             {self.group}: {name}: {reason}", flush=True)

    def end(self) -> None:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        print(f"{self.passed} passed, {self.failed} failed{skipped}", flush=True)


Group = Callable[[Report], None]
