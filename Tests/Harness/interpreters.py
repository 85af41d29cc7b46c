"""The Pythons of this machine that the package supports."""

import os
import shutil
from pathlib import Path

from machine import command
from report import Failed

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
