"""The table of Tests/Boundary/modes: which boundary programs there are, and in which modes each one runs."""

from pathlib import Path
from typing import NamedTuple

from machine import ROOT
from report import Failed

FOLDER = ROOT / "Tests/Boundary"
PROGRAMS = FOLDER / "programs"
TABLE = FOLDER / "modes"
GENERATED = "struct_sizes"
"""The program that is generated from the header; it has no file in PROGRAMS."""
MODES = ("plain", "count", "asan", "tsan", "valgrind")


class Modes(NamedTuple):
    names: list[str]
    valgrind_reason: str


def table(text: str | None = None) -> dict[str, Modes]:
    """By program; the last mode of a line may be valgrind, and is followed by a reason then."""
    rows = {}
    for line in (TABLE.read_text() if text is None else text).splitlines():
        if line.startswith("#") or not line:
            continue
        words, _, reason = line.partition(":")
        program, *names = words.split()
        rows[program] = Modes(names, reason.strip())
    return rows


def files() -> list[Path]:
    return sorted(PROGRAMS.glob("*.c"))


def check(rows: dict[str, Modes]) -> None:
    """Fails where the table and the folder differ, or a line is not what its head says."""
    there = {path.stem for path in files()} | {GENERATED}
    wrong = [f"not in the table: {name}" for name in sorted(there - rows.keys())]
    wrong += [f"in the table, but no program: {name}" for name in sorted(rows.keys() - there)]
    for name, modes in rows.items():
        wrong += [f"{name}: there is no mode {mode}" for mode in modes.names if mode not in MODES]
        if not modes.names:
            wrong.append(f"{name}: no mode")
        if ("valgrind" in modes.names) != bool(modes.valgrind_reason):
            wrong.append(f"{name}: valgrind and its reason go together")
    if wrong:
        raise Failed("\n".join(wrong))
