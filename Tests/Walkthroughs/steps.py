"""What the walk-throughs in Python share: steps, taken in the order in which they are written.

A step is a function that asserts what a paragraph of the document promises; its name is the step's. Each is
printed as `ok NAME` when it has run. The first assertion that does not hold ends the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Callable

_names: list[str] = []


def step(check: Callable[[], None]) -> None:
    """Takes the step."""
    check()
    name = check.__name__.replace("_", " ")
    _names.append(name)
    print("ok", name, flush=True)


def finish() -> None:
    """The end of the document."""
    print(f"{len(_names)} steps")


@contextmanager
def refused(error: type[Exception]) -> Iterator[None]:
    """What stands below it is refused with that error."""
    try:
        yield
    except error:
        return
    raise AssertionError(f"no {error.__name__}")
