"""The package iqlist as a build from its sdist makes it."""

import shutil
from pathlib import Path

import library
from checkers import PACKAGE
from environments import environment, newest, online
from machine import WORK
from once import once

BUILT = WORK / "python"
ELSEWHERE = library.KEPT / "elsewhere"
"""Where builds of another folder are kept, apart from those of this one, so that the two can be compared."""


@once
def wheel() -> Path:
    """As `python -m build` makes it: from the sdist, which compiles the library out of its own sources, where
    it is unpacked. (Set but empty, IQLIST_LIBRARY is as if it were not set.)"""
    builder = environment(newest(), "build", ["build"])
    folder = BUILT / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    unpacked = BUILT / "a folder with" / "another and much longer name"
    unpacked.mkdir(parents=True, exist_ok=True)
    given = {"IQLIST_LIBRARY": "", "IQ_BUILDS": str(ELSEWHERE), "TMPDIR": str(unpacked)}
    online([builder, "-m", "build", "--outdir", folder, PACKAGE], given)
    (found,) = folder.glob("*.whl")
    return found
