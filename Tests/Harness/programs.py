"""The boundary programs: the table of their modes, and how each is linked for a mode."""

import os
import re
from pathlib import Path
from typing import NamedTuple

import library
import native
import parameter_names
import refused_cases
import struct_cases
from machine import ROOT, WORK, tool
from once import once

FOLDER = ROOT / "Tests/Boundary"
SHARED = FOLDER / "shared"
TABLE = FOLDER / "modes"
GENERATED = {"refused_arguments": refused_cases.write, "struct_sizes": struct_cases.write}
"""The programs that are generated from the header; they have no file in the folder."""
BUILT = WORK / "boundary"

# What a mode runs of each loop, in percent, so that no mode takes much longer than another. IQ_TEST_SCALE,
# set for the test command, holds for all modes.
SCALE = {"plain": 100, "count": 10, "asan": 10, "tsan": 5, "valgrind": 1}
# Those that in full take many times as long as others: plain runs a quarter, and all of it with --nightly.
LONG = ("edits", "lifetimes", "reentry", "sessions", "tickets")


class Modes(NamedTuple):
    names: list[str]
    valgrind_reason: str


def table() -> dict[str, Modes]:
    """By program; the last mode of a line may be valgrind, and is followed by a reason then."""
    rows = {}
    for line in TABLE.read_text().splitlines():
        if line.startswith("#") or not line:
            continue
        words, _, reason = line.partition(":")
        program, *names = words.split()
        rows[program] = Modes(names, reason.strip())
    return rows


def of_mode(mode: str) -> list[str]:
    return [name for name, modes in table().items() if mode in modes.names]


def there() -> set[str]:
    return {path.stem for path in (FOLDER / "programs").glob("*.c")} | GENERATED.keys()


def scale(mode: str) -> dict[str, str]:
    return percent(SCALE[mode])


def usual_scale(name: str) -> dict[str, str]:
    """Of a plain run that is not nightly."""
    return percent(SCALE["plain"] // 4 if name in LONG else SCALE["plain"])


def percent(number: int) -> dict[str, str]:
    return {"IQ_TEST_SCALE": os.environ.get("IQ_TEST_SCALE", str(number))}


@once
def generated(name: str) -> Path:
    path = BUILT / f"{name}.c"
    GENERATED[name](path)
    return path


def source(name: str) -> Path:
    return generated(name) if name in GENERATED else FOLDER / "programs" / f"{name}.c"


def called() -> set[str]:
    """The functions in the table of calls that reentry, handles and no_memory make: see shared/calls.h."""
    tables = [path.read_text() for path in SHARED.glob("calls_*.c")]
    return {name for text in tables for name in re.findall(r'^ +\{"(iq_\w+)', text, re.MULTILINE)}


@once
def names() -> Path:
    path = BUILT / "parameter_names.c"
    parameter_names.write(path)
    return path


@once
def shared(sanitizer: str) -> Path:
    """What the programs share, compiled for a sanitizer; `none` is the released library."""
    compiler = [tool("gcc"), *native.FLAGS] if sanitizer == "none" else library.sanitizing_compiler(sanitizer)
    output = BUILT / f"shared-{sanitizer}.a"
    native.archive([*compiler, f"-I{SHARED}"], [*sorted(SHARED.glob("*.c")), names()], output)
    return output


@once
def linked(name: str) -> Path:
    native.link([f"-I{SHARED}", source(name), shared("none")], BUILT / name)
    return BUILT / name


@once
def instrumented(sanitizer: str, name: str) -> Path:
    output = BUILT / f"{name}-{sanitizer}"
    library.link_instrumented(sanitizer, [f"-I{SHARED}", source(name), shared(sanitizer)], output)
    return output
