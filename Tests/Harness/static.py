"""Group `static`: libiqlist.a in a program of C, and in one that holds a Swift runtime of its own."""

import re
from functools import partial
from pathlib import Path

import library
from declarations import declared
from machine import INCLUDE, ROOT, WORK, command, runtime_libraries, tool
from report import Failed, Report, Skipped

SOURCES = ROOT / "Tests/Static"


def run(report: Report) -> None:
    if not report.test("it builds", library.release):
        return
    report.test("only the header's functions are global", only_ours)
    report.test("a C program links it with plain cc", c_program)
    report.test("a Swift program links it", partial(swift_program, "shared-runtime", []))
    report.test(
        "a Swift program with the runtime inside links it",
        partial(swift_program, "static-runtime", ["-static-stdlib"]),
    )


def only_ours() -> None:
    text = command([tool("nm"), "-g", "--defined-only", library.ARCHIVE])
    found = set(re.findall(r"^[0-9a-f]+ [A-Za-z] (\S+)$", text, re.MULTILINE))
    functions = declared().functions.keys()
    if found != functions:
        lines = [f"global, not declared: {name}" for name in sorted(found - functions)]
        lines += [f"declared, not global: {name}" for name in sorted(functions - found)]
        raise Failed("\n".join(lines))


def c_program() -> None:
    program = WORK / "static-c"
    program.parent.mkdir(parents=True, exist_ok=True)
    command([tool("cc"), f"-I{INCLUDE}", SOURCES / "program.c", library.ARCHIVE, "-o", program])
    command([program])


def swift_program(name: str, options: list[str]) -> None:
    if options and not (runtime_libraries().parents[1] / "swift_static").is_dir():
        raise Skipped("this Swift has no static runtime")
    program = WORK / f"static-swift-{name}"
    program.parent.mkdir(parents=True, exist_ok=True)
    imports: list[str | Path] = ["-I", SOURCES, "-Xcc", f"-I{INCLUDE}"]
    command(
        ["swiftc", "-O", *imports, *options, SOURCES / "program.swift", library.ARCHIVE, "-o", program]
    )
    command([program])
