"""The Pythons of this machine that the package supports, and virtual environments of our own for them."""

import functools
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from machine import BUILD, command
from once import locked
from outcomes import Failed, fail, skip

ENVIRONMENTS = BUILD / "python"

# How pip says that it cannot reach the package index.
UNREACHABLE = r"No matching distribution found for \S+|Failed to establish a new connection"

# Python 3.9 and so on.
MINORS = range(9, 14)
QUESTION = "import ensurepip, sys, venv; print(sys.version_info.minor, sys.executable)"


@functools.cache
def interpreters() -> dict[int, Path]:
    """By minor version, in rising order. Looked for where pyenv keeps them, and on the path."""
    found = {}
    for minor in MINORS:
        for candidate in candidates(minor):
            try:
                answered, executable = command([candidate, "-c", QUESTION]).split()
            except (Failed, ValueError):
                continue
            if answered == str(minor):
                found[minor] = Path(executable)
                break
    return found


def candidates(minor: int) -> list[Path]:
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    kept = sorted(root.glob(f"versions/3.{minor}.*/bin/python3.{minor}"), reverse=True)
    named = (shutil.which(f"python3.{minor}"), shutil.which("python3"))
    return [*kept, *(Path(path) for path in named if path)]


def oldest() -> Path:
    return some()[0]


def newest() -> Path:
    return some()[-1]


def some() -> list[Path]:
    if not interpreters():
        skip("there is none of Python 3.9 to 3.13 with venv and ensurepip")
    return list(interpreters().values())


def environment(python: Path, name: str, packages: list[str]) -> Path:
    """A virtual environment with these packages; made once. Answers its interpreter. Its scripts name the
    folder: one that was moved with the checkout is made anew."""
    folder = ENVIRONMENTS / name
    interpreter = folder / "bin/python"
    stamp = folder / "installed"
    wanted = "\n".join([str(folder), str(python), *packages])
    with locked(ENVIRONMENTS / f"{name}.lock"):
        if not stamp.is_file() or stamp.read_text() != wanted:
            command([python, "-m", "venv", "--clear", folder])
            pip_install(interpreter, packages)
            stamp.write_text(wanted)
    return interpreter


def fresh(python: Path, name: str) -> Path:
    """The folder of a new environment without packages."""
    folder = ENVIRONMENTS / name
    command([python, "-m", "venv", "--clear", folder])
    return folder


def pip_install(python: Path, packages: Sequence[str | Path], given: Mapping[str, str] | None = None) -> None:
    online([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages], given)


def online(words: Sequence[str | Path], given: Mapping[str, str] | None = None) -> None:
    """A command that asks the package index. If it cannot be reached, the test is skipped."""
    try:
        command(words, given)
    except Failed as failure:
        unreachable = re.search(UNREACHABLE, str(failure))
        if unreachable is None:
            fail(str(failure))
        skip(f"the package index cannot be reached: {unreachable[0]}")
