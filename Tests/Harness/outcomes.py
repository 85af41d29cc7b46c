"""How a test ends that does not pass: with the text that a reader needs, and without a trace of the
harness."""

from typing import NoReturn

import pytest

Failed = pytest.fail.Exception
Skipped = pytest.skip.Exception

# Lines of a failed test's output that are shown of its beginning, and of its end.
SHOWN = 100


def fail(text: str) -> NoReturn:
    pytest.fail(shortened(text), pytrace=False)


def skip(reason: str) -> NoReturn:
    """The test cannot run on this machine; the reason names what is missing."""
    pytest.skip(reason)


def shortened(text: str) -> str:
    """The text without its middle if it has more lines than anybody reads."""
    lines = text.splitlines()
    over = len(lines) - 2 * SHOWN
    return text if over <= 0 else "\n".join([*lines[:SHOWN], f"... {over} lines ...", *lines[-SHOWN:]])
