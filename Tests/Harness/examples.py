"""The examples of C, and how each is linked."""

from pathlib import Path

import native
from machine import ROOT, WORK, tool
from once import once
from readme import MAIN

FOLDER = ROOT / "bindings/c/examples"
BUILT = WORK / "examples"
FILES = sorted(FOLDER.glob("*.c"))
PROGRAMS = [path for path in FILES if MAIN.search(path.read_text())]


@once
def shared() -> Path:
    """All files that are no program: each takes what it uses."""
    output = BUILT / "shared.a"
    native.archive([tool("gcc"), *native.FLAGS], [path for path in FILES if path not in PROGRAMS], output)
    return output


@once
def built(program: Path) -> Path:
    output = BUILT / program.stem
    native.link([program, shared()], output)
    return output
