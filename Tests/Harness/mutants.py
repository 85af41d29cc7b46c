"""Small errors in the library that boundary programs have to notice.

Tests/Mutants/table lists them. All are put into one copy of the sources, each behind a switch that the
environment turns on (IQ_MUTANT, read once when the library is loaded); so one build serves for all.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import native
import programs
from machine import BUILD, ROOT, WORK, command
from once import once
from outcomes import fail

TABLE = ROOT / "Tests/Mutants/table"
COPY = BUILD / "mutants"
BUILT = WORK / "mutants"
COPIED = (
    "Package.swift",
    "Sources",
    "include",
    "Tests/ListEngineTests",
    "Tests/IQListTests",
    "bindings/c/build",
    "bindings/c/packaging/compile",
    "bindings/c/packaging/need-swift",
)
# Where the library reads the switch: for the copy only.
PLATFORM = "Sources/CPlatform/include/platform.h"
DECLARED = """
extern IQP_HIDDEN int32_t iqp_mutant_number;
static inline _Bool iqp_is_mutant(int32_t number) { return iqp_mutant_number == number; }

#endif
"""
SWITCH_C = """
#include "platform.h"

char *getenv(const char *name);
long strtol(const char *text, char **end, int base);

int32_t iqp_mutant_number;

__attribute__((constructor)) static void read_mutant(void)
{
    const char *text = getenv("IQ_MUTANT");
    iqp_mutant_number = text ? (int32_t)strtol(text, 0, 10) : 0;
}
"""
SWITCH_SWIFT = """
import CPlatform

@inline(__always) func isMutant(_ number: Int32) -> Bool { iqp_is_mutant(number) }
"""


class Mutant(NamedTuple):
    number: int
    name: str
    file: str
    line: str
    mutant: str
    test: str
    scale: str


def table() -> Iterator[Mutant]:
    text = re.sub(r"^#.*\n", "", TABLE.read_text(), flags=re.MULTILINE)
    for number, paragraph in enumerate(text.strip().split("\n\n"), 1):
        name, *lines = paragraph.splitlines()
        fields = dict(line.split(maxsplit=1) for line in lines)
        test, scale = fields.pop("test").split()
        yield Mutant(number, name.rstrip("."), fields["file"], fields["line"], fields["mutant"], test, scale)


def changed(mutant: Mutant, text: str | None = None) -> str:
    """The file's text, or its further changed one, with the mutant in it."""
    original = ROOT / "Sources" / mutant.file
    text = original.read_text() if text is None else text
    lines = text.splitlines()
    found = [i for i, line in enumerate(lines) if line.strip() == mutant.line]
    if len(found) != 1:
        fail(f"{mutant.file} has this line {len(found)} times:\n{mutant.line}")
    if not re.search(r"\bmutated\b", mutant.mutant):
        fail(f"`mutated` is not in the mutant:\n{mutant.mutant}")
    lines[found[0]] = re.sub(r"\bmutated\b", f"isMutant({mutant.number})", mutant.mutant)
    return "\n".join(lines) + "\n"


@once
def library() -> Path:
    """Builds the copy; answers the folder of the shared library. Files that are as they were are left alone,
    so that little is built anew."""
    wanted: dict[Path, str] = {}
    for name in COPIED:
        top = ROOT / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.is_file():
                wanted[path.relative_to(ROOT)] = path.read_text()
    for mutant in table():
        path = Path("Sources") / mutant.file
        wanted[path] = changed(mutant, wanted[path])
    platform = Path(PLATFORM)
    head, _, _ = wanted[platform].rpartition("\n#endif")
    wanted[platform] = head + DECLARED
    wanted[Path("Sources/CPlatform/mutant.c")] = SWITCH_C
    for module in ("ListEngine", "IQList"):
        wanted[Path("Sources") / module / "Mutant.swift"] = SWITCH_SWIFT
    write(wanted)
    command(["bash", COPY / "bindings/c/build"])
    return COPY / ".build/iqlist"


def write(wanted: dict[Path, str]) -> None:
    for name in COPIED:
        top = COPY / name
        for path in top.rglob("*") if top.is_dir() else []:
            if path.is_file() and path.relative_to(COPY) not in wanted:
                path.unlink()
    for place, text in wanted.items():
        path = COPY / place
        if not path.is_file() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


@once
def program(name: str) -> Path:
    """A boundary program, linked to the copy."""
    output = BUILT / name
    native.link([f"-I{programs.SHARED}", programs.source(name), programs.shared("none")], output, library())
    return output


def switch(mutant: int, scale: str) -> dict[str, str]:
    """The environment in which a program runs with a mutant; with 0 it runs without."""
    return {"IQ_TEST_SCALE": scale, "IQ_MUTANT": str(mutant)}
