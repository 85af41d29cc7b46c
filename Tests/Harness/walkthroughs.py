"""The walk-throughs: programs that follow the document of a list kit and do its example with the library.

Each prints a line for each step, `ok NAME`, and in the end `N steps`; the first promise that does not hold
ends it with status 1.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import cargo
import library
import native
from machine import ROOT, WORK, command, tool
from once import once
from outcomes import fail

FOLDER = ROOT / "Tests/Walkthroughs"
NAMES = FOLDER / "names"
PACKAGE = FOLDER / "rust"
BINARY = "reactivecollectionskit"
WRITTEN = WORK / "walkthroughs"

# The kits, by the names of their programs and of their tables in the guide.
KITS = {
    "iqlistkit": "IQListKit",
    "cellviewmodel": "CellViewModel",
    "reactivecollectionskit": "ReactiveCollectionsKit",
    "listkit": "ListKit",
}
PROGRAMS = [
    FOLDER / "iqlistkit.py",
    FOLDER / "iqlistkit.c",
    FOLDER / "cellviewmodel.py",
    PACKAGE / "Cargo.toml",
    FOLDER / "listkit.py",
    FOLDER / "listkit.c",
]

LINE = re.compile(r"ok ([^|`]+)")
LAST = re.compile(r"(\d+) steps")


class Steps(NamedTuple):
    """What a program has printed."""

    names: list[str]
    ends: int | None
    """The number of the last line."""

    @classmethod
    def of(cls, printed: str) -> Steps:
        """Up to the line that is no step's."""
        names: list[str] = []
        for line in printed.splitlines():
            if found := LINE.fullmatch(line):
                names.append(found[1])
            else:
                last = LAST.fullmatch(line)
                return cls(names, int(last[1]) if last else None)
        return cls(names, None)

    def check(self) -> None:
        """The report is whole, and tells one step from another."""
        twice = sorted({name for name in self.names if self.names.count(name) > 1})
        if twice:
            fail(f"two steps of one name: {', '.join(twice)}")
        if self.ends != len(self.names):
            fail(f"{len(self.names)} steps, and the last line says {self.ends}")
        if not self.names:
            fail("no step was taken")


def kit(program: Path) -> str:
    return BINARY if program.name == "Cargo.toml" else program.stem


def identifier(program: Path) -> str:
    return f"{kit(program)}.rs" if program.name == "Cargo.toml" else program.name


def of_kit(name: str) -> list[Path]:
    return [program for program in PROGRAMS if kit(program) == name]


def run(program: Path) -> str:
    """Runs a program of any language; answers what it printed."""
    if program.suffix == ".py":
        found = {"PYTHONPATH": str(ROOT / "bindings/python/src"), "IQLIST_LIBRARY": str(library.release())}
        return command([tool("python3"), "-B", program], found)
    if program.suffix == ".c":
        built = WRITTEN / f"{program.stem}-c"
        native.link([*native.STRICT, program], built)
        return command([built])
    return cargo.cargo("walkthroughs", cargo.SHARED, "run", "--quiet", "--bin", BINARY, manifest=program)


@once
def output(program: Path) -> Path:
    """A file of what it printed."""
    path = WRITTEN / f"{identifier(program)}.txt"
    printed = run(program)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(printed)
    return path


def steps(program: Path) -> Steps:
    return Steps.of(output(program).read_text())


def counts(printed: str) -> dict[str, int]:
    """The steps that were taken, also before a failure."""
    return {"passed": len(re.findall(r"^ok ", printed, re.MULTILINE))}
