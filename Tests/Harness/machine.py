"""What the tests run with: the tree, the Swift toolchain and the commands of this machine."""

import json
import os
import re
import shutil
import subprocess
import threading
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

from report import Failed, Skipped

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
HEADER = INCLUDE / "iqlist.h"
BUILD = ROOT / ".build"
WORK = BUILD / "tests"

P = ParamSpec("P")
T = TypeVar("T")

# A test that takes longer hangs.
PATIENCE = 900


def command(
    words: Sequence[str | Path],
    environment: Mapping[str, str] | None = None,
    given: str = "",
) -> str:
    """Runs a command at the root, with `given` as its input; answers what it printed, both streams as one.
    Anything but status 0 fails the test."""
    shown = " ".join(str(word).replace(f"{ROOT}/", "") for word in words)
    try:
        done = subprocess.run(
            [str(word) for word in words],
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
            text=True,
            errors="replace",
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        output = expired.stdout or b""
        text = output.decode(errors="replace") if isinstance(output, bytes) else output
        raise Failed(f"{shown}\n{text}\nstill running after {PATIENCE} seconds") from None
    except OSError as error:
        raise Failed(f"{shown}\n{error}") from None
    if done.returncode != 0:
        ended = f"status {done.returncode}" if done.returncode > 0 else f"signal {-done.returncode}"
        raise Failed(f"{shown}\n{done.stdout}\nended with {ended}")
    return done.stdout


def once(function: Callable[P, T]) -> Callable[P, T]:
    """Groups run at the same time; what several of them want is made by the first, while the others wait."""
    locks: defaultdict[object, threading.Lock] = defaultdict(threading.Lock)
    made: dict[object, T] = {}

    def make(*arguments: P.args, **named: P.kwargs) -> T:
        with locks[arguments]:
            if arguments not in made:
                made[arguments] = function(*arguments, **named)
            return made[arguments]

    return make


def tool(name: str) -> str:
    """A command of this machine; without it the test is skipped."""
    found = shutil.which(name)
    if found is None:
        raise Skipped(f"{name} is not installed")
    return found


@once
def runtime_libraries() -> Path:
    """The folder of the Swift runtime's shared libraries."""
    described = json.loads(command(["swift", "-print-target-info"]))
    return Path(described["paths"]["runtimeLibraryPaths"][0])


@once
def clang() -> str:
    """The Swift toolchain's own clang: the only one that knows its sanitizers' run-time libraries."""
    return str(runtime_libraries().parents[2] / "bin" / "clang")


def tree(*patterns: str) -> list[Path]:
    """The files of the tree that match, without what was built."""
    found = {path for pattern in patterns for path in ROOT.rglob(pattern) if path.is_file()}
    return sorted(path for path in found if not is_built(path))


def is_built(path: Path) -> bool:
    built = {".build", ".git", ".venv", ".swiftpm", "target"}
    return any(part in built for part in path.relative_to(ROOT).parts)


def scripts(interpreter: str, extension: str) -> list[Path]:
    """The scripts of one language: by their extension, or else by their first line."""
    found = tree(f"*{extension}")
    for path in tree("*"):
        if path.suffix == "" and re.match(rb"#!.*\b" + interpreter.encode(), path.read_bytes()[:80]):
            found.append(path)
    return found


def shown(path: Path) -> str:
    """A path as a reader of the report knows it."""
    return str(path.relative_to(ROOT))
