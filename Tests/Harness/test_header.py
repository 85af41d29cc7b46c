"""The headers of C alone, iqlist.h and those of the kit: in every dialect of C and C++ that they promise,
with their layout and documentation."""

import re
from pathlib import Path

import pytest
from declarations import declared
from machine import HEADER, INCLUDE, KIT_INCLUDE, KITS, ROOT, clang, command, tool
from outcomes import fail

pytestmark = pytest.mark.header

STRICT = ["-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
FOLDERS = [f"-I{INCLUDE}", f"-I{KIT_INCLUDE}"]
LAYOUT = ROOT / "Sources/CIQList/layout.c"
each_header = pytest.mark.parametrize("header", [HEADER, *KITS], ids=lambda path: path.name)
each_kit = pytest.mark.parametrize("header", KITS, ids=lambda path: path.name)


def compilers() -> list[tuple[str, str]]:
    c = [(compiler, standard) for standard in ("c99", "c11", "c17") for compiler in ("gcc", "clang")]
    cxx = [(compiler, standard) for standard in ("c++11", "c++20") for compiler in ("g++", "clang++")]
    return c + cxx


@each_header
@pytest.mark.parametrize(("compiler", "standard"), compilers())
def test_it_compiles_alone_and_twice(compiler: str, standard: str, header: Path, tmp_path: Path) -> None:
    """A translation unit that is the header, twice: it needs nothing before it and bears repetition."""
    program = clang() if compiler.startswith("clang") else tool(compiler)
    unit = tmp_path / ("alone.cpp" if "++" in standard else "alone.c")
    unit.write_text(f"#include <{header.name}>\n" * 2)
    command([program, f"-std={standard}", *STRICT, *FOLDERS, unit])


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


@each_header
def test_the_doc_comments_are_well_formed(header: Path, tmp_path: Path) -> None:
    """Clang reads them only where it checks them."""
    checks = ["-Wdocumentation", "-Wdocumentation-pedantic"]
    unit = tmp_path / "unit.c"
    unit.write_text(f"#include <{header.name}>\n")
    command([clang(), "-std=c99", *STRICT, *checks, *FOLDERS, unit])


@each_header
def test_its_lines_fit_a_terminal(header: Path) -> None:
    assert [line for line in header.read_text().splitlines() if len(line) > 80] == []


@each_kit
def test_every_name_of_the_kit_has_its_prefix_and_a_doc_comment(header: Path) -> None:
    """Of the functions, types and macros; macros may share a comment."""
    text = header.read_text()
    functions = r"^static inline [\w *\n]*?\b(\w+)\("
    types = r"^(?:} |typedef .*\(\*|struct )(\w+)(?:;|\)| \{)"
    named = re.findall(functions, text, re.MULTILINE) + re.findall(types, text, re.MULTILINE)
    assert [name for name in named if not name.startswith("kit_")] == []
    macros = re.findall(r"^#define (\w+)", text, re.MULTILINE)
    guard = f"IQLIST_{header.stem.upper()}_H"
    assert [name for name in macros if not name.startswith("KIT_")] == [guard]
    starts = r"(?P<before>[^\n]*)\n(?:static inline |typedef |enum kit|struct kit)"
    undocumented = [found[0] for found in re.finditer(starts, text) if not found["before"].endswith("*/")]
    assert undocumented == []
    assert len(named) > (30 if header.stem == "kit" else 7)


@each_kit
def test_no_function_of_the_kit_warns_when_it_is_unused(header: Path, tmp_path: Path) -> None:
    """Where a compiler optimizes, too, and with warnings that hosts may ask for."""
    unit = tmp_path / "unused.c"
    unit.write_text(f"#include <{header.name}>\n\nint main(void)\n{{\n    return 0;\n}}\n")
    everything = ["-Wunused", "-Wshadow", "-Wstrict-prototypes", "-Wmissing-prototypes", "-Wconversion"]
    options = [option for option in STRICT if option != "-fsyntax-only"]
    for compiler in (tool("gcc"), clang()):
        words = [compiler, "-std=c99", "-O2", *options, *everything, *FOLDERS]
        command([*words, "-c", unit, "-o", tmp_path / "unused.o"])


def test_the_folder_of_the_header_holds_nothing_else() -> None:
    assert [path.name for path in INCLUDE.iterdir()] == [HEADER.name]
