"""The Pythons of this machine that the package supports, and virtual environments of our own for them."""

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from machine import BUILD, command
from report import Failed, Skipped

Words = list[str | Path]

ENVIRONMENTS = BUILD / "python"

# How pip says that it cannot reach the package index.
UNREACHABLE = r"No matching distribution found for \S+|Failed to establish a new connection"

# Python 3.9 and so on.
MINORS = range(9, 14)
QUESTION = "import ensurepip, sys, venv; print(sys.version_info.minor, sys.executable)"


def interpreters() -> dict[int, Path]:
    """By minor version. Looked for on the path, and where pyenv keeps those that it does not put there."""
    found = {}
    for minor in MINORS:
        for candidate in candidates(minor):
            try:
                told, executable = command([candidate, "-c", QUESTION]).split()
            except (Failed, ValueError):
                continue
            if told == str(minor):
                found[minor] = Path(executable)
                break
    return found


def candidates(minor: int) -> list[Path]:
    named = (shutil.which(f"python3.{minor}"), shutil.which("python3"))
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    kept = sorted(root.glob(f"versions/3.{minor}.*/bin/python3.{minor}"), reverse=True)
    return [*(Path(path) for path in named if path), *kept]


def environment(python: Path, name: str, packages: list[str]) -> Path:
    """A virtual environment with these packages; made once. Answers its interpreter."""
    folder = ENVIRONMENTS / name
    interpreter = folder / "bin/python"
    stamp = folder / "installed"
    wanted = "\n".join([str(python), *packages])
    if stamp.is_file() and stamp.read_text() == wanted:
        return interpreter
    command([python, "-m", "venv", "--clear", folder])
    pip_install(interpreter, packages)
    stamp.write_text(wanted)
    return interpreter


def pip_install(python: Path, packages: Sequence[str | Path], given: Mapping[str, str] | None = None) -> None:
    online([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages], given)


def online(words: Sequence[str | Path], given: Mapping[str, str] | None = None) -> None:
    """A command that asks the package index. If it cannot be reached, the test is skipped."""
    try:
        command(words, given)
    except Failed as failure:
        told = re.search(UNREACHABLE, str(failure))
        if told is None:
            raise
        raise Skipped(f"the package index cannot be reached: {told[0]}") from None
