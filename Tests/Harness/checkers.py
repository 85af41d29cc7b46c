"""The checkers of Python: one environment with all of them, for the tree's scripts and for the package."""

from pathlib import Path

from environments import environment
from machine import ROOT
from once import once

PACKAGE = ROOT / "bindings/python"
BENCHMARKS = [ROOT / "Tests/Benchmarks" / name for name in ("python.py", "databases.py", "sync.py")]
WALKTHROUGHS = ROOT / "Tests/Walkthroughs"
FRAMES = ROOT / "Tests/Benchmarks/adapters"

# Beside the checkers what they need to know the types of. Of numpy one whose types a checker understands that
# assumes Python 3.9.
PACKAGES = ["ruff==0.17.5", "mypy==2.4.1", "basedpyright==1.40.2"]
TYPES = ["pytest==9.2.0", "hypothesis==6.170.15", "numpy==2.1.3", "hatchling", "textual==8.2.8"]
TYPES += ["PySide6-Essentials==6.11.1", "psycopg==3.3.9", "redis==8.1.0"]


def is_of_package(path: Path) -> bool:
    """The package of Python, its benchmarks and the walk-throughs are checked with settings of their own."""
    return bool({PACKAGE, WALKTHROUGHS, FRAMES} & {*path.parents}) or path in BENCHMARKS


@once
def checkers(python: Path) -> Path:
    """The folder of their commands, in an environment of that Python."""
    return environment(python, "checkers", [*PACKAGES, *TYPES]).parent
