"""Group `mutants`: the boundary programs notice small errors.

Tests/Mutants/table lists them. All are put into one copy of the sources, each behind a switch that the
environment turns on (IQ_MUTANT, read once when the library is loaded); so one build serves for all. A line of
the table that the sources no longer have fails, and so does a mutant that its program lets pass.
"""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import boundary
import modes
import native
from machine import BUILD, ROOT, WORK, command, once, tool
from report import Failed, Report

TABLE = ROOT / "Tests/Mutants/table"
COPY = BUILD / "mutants"
BUILT = WORK / "mutants"
COPIED = ("Package.swift", "Sources", "include", "Tests/ListEngineTests", "Tests/IQListTests")
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
# Of a program that ends by itself, if not with this mutant.
PATIENCE = 60


class Mutant(NamedTuple):
    number: int
    name: str
    file: str
    line: str
    mutant: str
    test: str
    scale: str


def run(report: Report) -> None:
    mutants = list(table())
    report.test("there are mutants", partial(some, mutants))
    there = [report.test(f"{each.name} (the line is there)", partial(changed, each)) for each in mutants]
    if not all(there):
        return
    if not report.test("a copy of the library with all of them builds", library):
        return
    sound = {
        name
        for name, scale in sorted({(each.test, each.scale) for each in mutants})
        if report.test(f"{name} passes without one", partial(passes, name, scale))
    }
    for each in mutants:
        if each.test in sound:
            report.test(f"{each.name} ({each.test})", partial(killed, each))


def some(mutants: list[Mutant]) -> None:
    if not mutants:
        raise Failed(f"{TABLE} lists none")


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
        raise Failed(f"{mutant.file} has this line {len(found)} times:\n{mutant.line}")
    if not re.search(r"\bmutated\b", mutant.mutant):
        raise Failed(f"`mutated` is not in the mutant:\n{mutant.mutant}")
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
    options = ["--package-path", str(COPY), "-c", "release", "--product", "iqlist"]
    command(["swift", "build", *options])
    folder = Path(command(["swift", "build", *options, "--show-bin-path"]).strip())
    # The name that programs ask for.
    link = folder / "libiqlist.so.1"
    link.unlink(missing_ok=True)
    link.symlink_to("libiqlist.so")
    return folder


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
def pieces() -> list[Path]:
    files = sorted(boundary.SHARED.glob("*.c"))
    return native.archive([tool("gcc"), *native.FLAGS], files, BUILT / "pieces.a")


@once
def program(name: str) -> Path:
    source = modes.PROGRAMS / f"{name}.c"
    if not source.is_file():
        raise Failed(f"there is no {source}")
    output = BUILT / name
    native.link([f"-I{boundary.SHARED}", source, *pieces()], output, library())
    return output


def environment(scale: str, number: int) -> dict[str, str]:
    return {"IQ_TEST_SCALE": scale, "IQ_MUTANT": str(number)}


def passes(name: str, scale: str) -> None:
    command([program(name)], environment(scale, 0))


def killed(mutant: Mutant) -> None:
    words = ["timeout", "--signal=KILL", str(PATIENCE), str(program(mutant.test))]
    switch = environment(mutant.scale, mutant.number)
    try:
        command(words, switch)
    except Failed:
        return
    raise Failed(f"{mutant.test} passes with it:\n{mutant.file}\n  {mutant.line}\n  {mutant.mutant}")
