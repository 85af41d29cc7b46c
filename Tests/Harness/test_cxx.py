"""bindings/cxx/iqlist.hpp, with both compilers and both standards that it is for."""

import re
from pathlib import Path

import library
import native
import pytest
import readme
from declarations import declared
from machine import INCLUDE, KIT_INCLUDE, ROOT, clang, command, tool
from outcomes import fail
from tree import shown

pytestmark = pytest.mark.cxx

FOLDER = ROOT / "bindings/cxx"
WRAPPER = FOLDER / "iqlist.hpp"
EXAMPLES = sorted((FOLDER / "examples").glob("*.cpp"))
TESTS = sorted((FOLDER / "tests").glob("*.cpp"))
each_dialect = pytest.mark.parametrize(
    ("compiler", "standard"),
    [(compiler, standard) for compiler in ("g++", "clang++") for standard in ("c++17", "c++20")],
)


def words(compiler: str, standard: str) -> list[str]:
    program = str(Path(clang()).with_name(compiler)) if compiler == "clang++" else tool(compiler)
    folders = [f"-I{INCLUDE}", f"-I{FOLDER}"]
    return [program, f"-std={standard}", "-g", "-O1", *native.STRICT, "-Wshadow", *folders]


def built(compiler: str, standard: str, files: list[Path], folder: Path) -> Path:
    program = folder / files[0].stem
    found = library.release().parent
    libraries = [f"-L{found}", "-liqlist", f"-Wl,-rpath,{found}"]
    command([*words(compiler, standard), *files, *libraries, "-o", program])
    return program


def test_each_function_of_the_header_is_called() -> None:
    """By itself, by a helper that gets it with its arguments, by an owner, or by a reader."""
    text = WRAPPER.read_text()
    calls = [r"\b(iq_\w+)\(", r"\bdetail::\w+<[^>]+>\(status, (iq_\w+)\b", r"\b(iq_\w+_destroy)>"]
    calls += [r"\bstatic constexpr auto \w+ = (iq_\w+);"]
    called = {name for call in calls for name in re.findall(call, text)}
    assert declared().functions.keys() - called == set()


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_it_compiles_without_exceptions(compiler: str) -> None:
    options = ["-fno-exceptions", "-fno-rtti", "-fsyntax-only", "-x", "c++", "-include", str(WRAPPER)]
    command([*words(compiler, "c++17"), *options, "/dev/null"])


@each_dialect
def test_its_tests_pass(compiler: str, standard: str, tmp_path: Path) -> None:
    command([built(compiler, standard, TESTS, tmp_path)])


@pytest.mark.parametrize("name", ["kit_actions", "kit_layouts", "kit_lines", "kit_routes", "kit_scrolling"])
@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_a_boundary_program_of_the_kit_is_one_of_cxx_too(compiler: str, name: str, tmp_path: Path) -> None:
    """Compiled as C++, the headers of the kit do what they do in C. What the program shares with others is C
    of designated initializers."""
    boundary = ROOT / "Tests/Boundary"
    program, found = tmp_path / name, library.release().parent
    options = ["-Wno-missing-field-initializers", f"-I{KIT_INCLUDE}", f"-I{boundary / 'shared'}"]
    libraries = [f"-L{found}", "-liqlist", f"-Wl,-rpath,{found}", "-lpthread"]
    source = ["-x", "c++", str(boundary / f"programs/{name}.c")]
    command([*words(compiler, "c++20"), *options, *source, *libraries, "-o", str(program)])
    command([program])


@each_dialect
@pytest.mark.parametrize("example", EXAMPLES, ids=shown)
def test_an_example_runs(compiler: str, standard: str, example: Path, tmp_path: Path) -> None:
    command([built(compiler, standard, [example], tmp_path)])


def test_address_sanitizer_finds_nothing(tmp_path: Path) -> None:
    objects = library.whole("address")
    link = ["-fsanitize=address", "-fuse-ld=lld", *objects, "-lpthread", "-lm", "-o", str(tmp_path / "tests")]
    command([*words("clang++", "c++17"), *TESTS, *link])
    command([tmp_path / "tests"], {"ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1"})


@pytest.mark.parametrize("block", [each for each in readme.blocks("cpp") if each.is_program], ids=str)
def test_a_program_of_the_readme_is_an_example_and_prints_what_it_says(
    block: readme.Block, tmp_path: Path
) -> None:
    found = [path for path in EXAMPLES if path.read_text() == block.code]
    if not found:
        fail("no example has this text")
    block.compare(command([built("g++", "c++17", found, tmp_path)]))
