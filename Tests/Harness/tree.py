"""The files of the tree, without what was built."""

import functools
import os
import re
from pathlib import Path

from machine import ROOT

BUILT = {".build", ".git", ".venv", ".swiftpm", "target", "__pycache__"}


@functools.cache
def files() -> list[Path]:
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in BUILT]
        found += [Path(folder, name) for name in names]
    return sorted(found)


def tree(pattern: str) -> list[Path]:
    return [path for path in files() if path.match(pattern)]


def scripts(interpreter: str, extension: str) -> list[Path]:
    """The scripts of one language: by their extension, or else by their first line."""
    first_line = re.compile(rb"#!.*\b" + interpreter.encode())
    return [
        path
        for path in files()
        if path.suffix == extension
        or (path.suffix == "" and path.is_file() and first_line.match(path.read_bytes()[:80]))
    ]


def shown(path: Path) -> str:
    """A path as a reader of the report knows it."""
    return str(path.relative_to(ROOT))
