"""The header alone: in every dialect of C and C++ that it promises, with its layout and its documentation."""

import re
from pathlib import Path

import pytest
from declarations import declared
from machine import HEADER, INCLUDE, ROOT, clang, command, tool
from outcomes import fail

pytestmark = pytest.mark.header

STRICT = ["-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
LAYOUT = ROOT / "Sources/CIQList/layout.c"


def compilers() -> list[tuple[str, str]]:
    c = [(compiler, standard) for standard in ("c99", "c11", "c17") for compiler in ("gcc", "clang")]
    cxx = [(compiler, standard) for standard in ("c++11", "c++20") for compiler in ("g++", "clang++")]
    return c + cxx


@pytest.mark.parametrize(("compiler", "standard"), compilers())
def test_it_compiles_alone_and_twice(compiler: str, standard: str, tmp_path: Path) -> None:
    """A translation unit that is the header, twice: it needs nothing before it and bears repetition."""
    program = clang() if compiler.startswith("clang") else tool(compiler)
    unit = tmp_path / ("alone.cpp" if "++" in standard else "alone.c")
    unit.write_text("#include <iqlist.h>\n#include <iqlist.h>\n")
    command([program, f"-std={standard}", *STRICT, f"-I{INCLUDE}", unit])


def test_the_structs_have_the_layout_that_hosts_were_compiled_with() -> None:
    command([tool("gcc"), "-std=c11", *STRICT, LAYOUT])


def test_no_struct_and_no_field_is_missing_from_the_layout(tmp_path: Path) -> None:
    """layout.c lists every public struct and every field of it, with the size and the offsets that a C
    compiler gives them."""
    wanted = layout(tmp_path)
    if re.findall(r"^(?:STRUCT|FIELD)\(.*\)$", LAYOUT.read_text(), re.MULTILINE) != wanted:
        listed = "\n".join(wanted)
        fail(f"{LAYOUT.name} does not list what the header has, in its order:\n{listed}")


def layout(folder: Path) -> list[str]:
    """The list, as a program prints it that the compiler makes of the header."""
    prints = []
    for name, fields in declared().structs.items():
        prints.append(f'printf("STRUCT({name}, %zu)\\n", sizeof({name}));')
        prints += [
            f'printf("FIELD({name}, {field.name}, %zu)\\n", offsetof({name}, {field.name}));'
            for field in fields
        ]
    source = folder / "layout.c"
    body = "\n    ".join(prints)
    source.write_text(f"#include <iqlist.h>\n#include <stdio.h>\n\nint main(void)\n{{\n    {body}\n}}\n")
    command([tool("gcc"), "-std=c11", f"-I{INCLUDE}", source, "-o", folder / "layout"])
    return command([folder / "layout"]).splitlines()


def test_every_type_and_function_has_a_doc_comment() -> None:
    assert declared().undocumented == []


def test_the_doc_comments_are_well_formed() -> None:
    """Clang reads them only where it checks them."""
    checks = ["-Wdocumentation", "-Wdocumentation-pedantic"]
    command([clang(), "-std=c99", *STRICT, *checks, "-x", "c", HEADER])


def test_its_lines_fit_a_terminal() -> None:
    assert [line for line in HEADER.read_text().splitlines() if len(line) > 80] == []


def test_the_folder_of_the_header_holds_nothing_else() -> None:
    assert [path.name for path in INCLUDE.iterdir()] == [HEADER.name]
