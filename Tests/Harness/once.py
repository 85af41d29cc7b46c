"""Work that several tests need and that takes long, such as a build: the first test that needs it does it,
and the others wait, also in another worker. It is done once in a run; what failed is not tried again."""

import fcntl
import functools
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ParamSpec

import spent
from machine import WORK
from outcomes import Failed, Skipped, fail, skip

P = ParamSpec("P")

STAMPS = WORK / "once"
# Set by the process that starts the workers; they inherit it.
RUN = "IQ_TEST_RUN"


def once(function: Callable[P, Path]) -> Callable[P, Path]:
    """For a function that answers where its product is. Its arguments have to be text, paths or numbers."""

    name = f"{function.__module__}.{function.__name__}"

    @functools.wraps(function)
    def make(*arguments: P.args, **named: P.kwargs) -> Path:
        # Modules in two folders may have the same name.
        said = repr((function.__code__.co_filename, arguments, sorted(named.items())))
        suffix = hashlib.sha256(said.encode()).hexdigest()[:8]
        stamp = STAMPS / f"{name}-{suffix}"
        begun = time.monotonic()
        with locked(stamp.with_name(f"{stamp.name}.lock")):
            spent.wait(time.monotonic() - begun)
            outcome = read(stamp)
            if outcome is None:
                with spent.building(" ".join([name, *map(str, arguments)])):
                    outcome = attempt(lambda: function(*arguments, **named))
                stamp.write_text(json.dumps({**outcome, "run": os.environ[RUN]}))
            elif "failed" in outcome:
                outcome["failed"] = f"{function.__name__} has failed in another test:\n{outcome['failed']}"
        if "failed" in outcome:
            fail(outcome["failed"])
        if "skipped" in outcome:
            skip(outcome["skipped"])
        return Path(outcome["path"])

    return make


def attempt(work: Callable[[], Path]) -> dict[str, str]:
    try:
        return {"path": str(work())}
    except Failed as failure:
        return {"failed": str(failure)}
    except Skipped as reason:
        return {"skipped": str(reason)}


def read(stamp: Path) -> dict[str, str] | None:
    """What came of it in this run; nothing if it has not been done yet."""
    try:
        outcome: dict[str, str] = json.loads(stamp.read_text())
    except (OSError, ValueError):
        return None
    return outcome if outcome["run"] == os.environ[RUN] else None


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds a lock that other processes respect; it is given back when this one ends, however it does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
