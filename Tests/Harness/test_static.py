"""libiqlist.a in a program of C, and in one that holds a Swift runtime of its own."""

import re
from pathlib import Path

import library
import pytest
from declarations import declared
from machine import INCLUDE, ROOT, command, runtime_libraries, tool
from outcomes import fail, skip

pytestmark = pytest.mark.static

SOURCES = ROOT / "Tests/Static"


def archive() -> Path:
    library.release()
    return library.ARCHIVE


def test_only_the_headers_functions_are_global() -> None:
    text = command([tool("nm"), "-g", "--defined-only", archive()])
    found = set(re.findall(r"^[0-9a-f]+ [A-Za-z] (\S+)$", text, re.MULTILINE))
    functions = declared().functions.keys()
    if found != functions:
        lines = [f"global, not declared: {name}" for name in sorted(found - functions)]
        lines += [f"declared, not global: {name}" for name in sorted(functions - found)]
        fail("\n".join(lines))


def test_a_c_program_links_it_with_plain_cc(tmp_path: Path) -> None:
    program = tmp_path / "static-c"
    command([tool("cc"), f"-I{INCLUDE}", SOURCES / "program.c", archive(), "-o", program])
    command([program])


@pytest.mark.parametrize("options", [[], ["-static-stdlib"]], ids=["shared-runtime", "runtime-inside"])
def test_a_swift_program_links_it(options: list[str], tmp_path: Path) -> None:
    if options and not (runtime_libraries().parents[1] / "swift_static").is_dir():
        skip("this Swift has no static runtime")
    program = tmp_path / "static-swift"
    imports: list[str | Path] = ["-I", SOURCES, "-Xcc", f"-I{INCLUDE}"]
    command(["swiftc", "-O", *imports, *options, SOURCES / "program.swift", archive(), "-o", program])
    command([program])
