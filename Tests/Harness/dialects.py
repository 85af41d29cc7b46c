"""Group `header`: the header alone, in every dialect of C and C++ that it promises."""

from functools import partial

import layout
from declarations import declared
from machine import HEADER, INCLUDE, WORK, clang, command, tool
from report import Failed, Report

C = ["c99", "c11", "c17"]
CXX = ["c++11", "c++20"]
STRICT = ["-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]


def run(report: Report) -> None:
    for standard in C:
        report.test(f"gcc {standard}", partial(alone, "gcc", "c", standard))
        report.test(f"clang {standard}", partial(alone, None, "c", standard))
    for standard in CXX:
        report.test(f"g++ {standard}", partial(alone, "g++", "c++", standard))
        report.test(f"clang++ {standard}", partial(alone, None, "c++", standard))
    report.test("the structs are laid out as hosts were compiled with", laid_out)
    report.test("no struct and no field is missing of that", layout.complete)
    report.test("every type and function has a doc comment", documented)
    report.test("the doc comments are well formed", well_formed)
    report.test("the folder of the header holds nothing else", only_header)


def alone(compiler: str | None, language: str, standard: str) -> None:
    """A translation unit that is the header, twice: it needs nothing before it and bears repetition.
    The compiler None is the toolchain's clang."""
    program = clang() if compiler is None else tool(compiler)
    unit = WORK / ("alone.c" if language == "c" else "alone.cpp")
    unit.parent.mkdir(parents=True, exist_ok=True)
    unit.write_text("#include <iqlist.h>\n#include <iqlist.h>\n")
    command([program, f"-std={standard}", *STRICT, f"-I{INCLUDE}", unit])


def laid_out() -> None:
    command([tool("gcc"), "-std=c11", *STRICT, layout.SOURCE])


def documented() -> None:
    missing = declared().undocumented
    if missing:
        raise Failed(f"without a doc comment: {', '.join(missing)}")


def well_formed() -> None:
    """Clang reads them only where it checks them."""
    checks = ["-Wdocumentation", "-Wdocumentation-pedantic"]
    command([clang(), "-std=c99", *STRICT, *checks, "-x", "c", HEADER])


def only_header() -> None:
    found = [path.name for path in INCLUDE.iterdir()]
    if found != [HEADER.name]:
        raise Failed(f"{INCLUDE.name} holds {', '.join(sorted(found))}")
