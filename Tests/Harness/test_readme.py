"""The READMEs' code and commands work.

A block of C with a main is a program, and so is one of Python: it runs, and prints the plain block that "It
prints" announces. C without a main is a piece of a host: that of GTK runs in a program of Tests/Readme, under
an X server that draws into memory; that of Qt compiles, against the little of Qt that Tests/Readme declares.
Programs of C++ and of Rust are those of the groups cxx and rust.
"""

import os
import re
import shlex
import shutil
from pathlib import Path

import library
import native
import pytest
from machine import INCLUDE, KIT_INCLUDE, ROOT, clang, command, tool
from outcomes import Failed, skip
from readme import GTK, GTK_HOST, README, TOOLKITS, Block, blocks
from screen import screen

pytestmark = pytest.mark.readme

C_EXAMPLES = ROOT / "bindings/c/examples"
CXX_EXAMPLES = ROOT / "bindings/cxx/examples"
PYTHON_EXAMPLES = ROOT / "bindings/python/examples"

# What a line of a ```sh block may begin with, beside a command of this tree.
COMMANDS = {"c++", "cargo", "cc", "cd", "export", "git", "pip", "pkg-config", "python3", "swift"}

C = blocks("c")
PIECES = [("c99", block) for block in C if not block.is_program and GTK not in block.code]
PIECES += [("c++11", block) for block in blocks("cpp") if not block.is_program]
SHELL = blocks("sh")


def test_it_shows_a_program_and_commands() -> None:
    assert [block for block in C if block.document == README and block.is_program]
    assert [block for block in SHELL if block.document == README]


@pytest.mark.parametrize("block", [block for block in C if block.is_program], ids=str)
def test_a_program_of_c_prints_what_it_says(block: Block, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(block.code)
    native.link([source], tmp_path / "program")
    block.compare(command([tmp_path / "program"]))


def python() -> dict[str, str]:
    """Where Python finds the package and the library."""
    return {"PYTHONPATH": str(ROOT / "bindings/python/src"), "IQLIST_LIBRARY": str(library.release())}


@pytest.mark.parametrize("block", blocks("python"), ids=str)
def test_a_program_of_python_prints_what_it_says(block: Block, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(block.code)
    block.compare(command([tool("python3"), "-B", program], python()))


@pytest.mark.parametrize("block", [*(each for each in C if each.is_program), *blocks("python")], ids=str)
def test_a_program_is_an_example(block: Block) -> None:
    files = [*C_EXAMPLES.glob("*.c"), *PYTHON_EXAMPLES.glob("*.py")]
    assert block.is_short or block.code in [path.read_text() for path in files]


@pytest.mark.parametrize(("standard", "block"), PIECES, ids=str)
def test_a_piece_of_a_host_compiles(standard: str, block: Block, tmp_path: Path) -> None:
    source = tmp_path / ("piece.cpp" if "++" in standard else "piece.c")
    source.write_text(block.code)
    folders = [f"-I{INCLUDE}", f"-I{KIT_INCLUDE}", f"-I{TOOLKITS}"]
    command([clang(), f"-std={standard}", *native.STRICT, "-fsyntax-only", *folders, source])


@pytest.mark.parametrize("block", [block for block in C if GTK in block.code], ids=str)
def test_the_code_for_gtk_works_in_a_gtk_program(block: Block, tmp_path: Path) -> None:
    try:
        flags = command([tool("pkg-config"), "--cflags", "gtk4"]).replace("-I", "-isystem").split()
        libraries = command(["pkg-config", "--libs", "gtk4"]).split()
    except Failed:
        skip("GTK 4 is not installed for development")
    source = tmp_path / "host.c"
    source.write_text(block.code)
    program = tmp_path / "host"
    folder = library.release().parent
    found: list[str | Path] = [f"-L{folder}", "-liqlist", f"-Wl,-rpath,{folder}", *libraries]
    options = ["-std=c99", *native.STRICT, f"-I{INCLUDE}", *flags]
    command([tool("gcc"), *options, source, GTK_HOST, *found, "-o", program])
    with screen() as display:
        host = {"DISPLAY": display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none"}
        command([program], host)


@pytest.mark.parametrize("block", SHELL, ids=str)
def test_the_commands_exist(block: Block) -> None:
    unknown = []
    for line in block.code.splitlines():
        words = shlex.split(line, comments=True)
        if words and words[0] not in COMMANDS and not os.access(ROOT / words[0], os.X_OK):
            unknown.append(line)
    assert not unknown, "not a command of this tree"


@pytest.mark.parametrize("block", [block for block in SHELL if "program.c" in block.code], ids=str)
def test_the_commands_that_compile_a_program_work(block: Block, tmp_path: Path) -> None:
    """In a folder that looks like the root and has the quick starts as program.c and program.cpp; what each
    line builds is run. It is the home folder, too, into which the library is installed."""
    library.release()
    for name in ("include", ".build", "bindings"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copy(C_EXAMPLES / "quickstart.c", tmp_path / "program.c")
    shutil.copy(CXX_EXAMPLES / "quickstart.cpp", tmp_path / "program.cpp")
    tool("pkg-config")
    started = re.sub(r"^(cc|c\+\+) .*$", r"\g<0>\n./a.out\nrm a.out", block.code, flags=re.MULTILINE)
    command(["bash", "-euc", f"cd {shlex.quote(str(tmp_path))}\n{started}"], {"HOME": str(tmp_path)})


@pytest.mark.parametrize("block", [block for block in SHELL if "difftool" in block.code], ids=str)
def test_the_commands_that_set_up_a_difftool_work(block: Block, tmp_path: Path) -> None:
    """In a repository in which a table has changed."""
    table = tmp_path / "people.csv"
    git: list[str | Path] = [tool("git"), "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@localhost"]
    command([*git, "init", "--quiet"])
    table.write_text("id,name,size\n1,Ada,7\n2,Ben,2\n3,Cem,5\n4,Dot,1\n")
    command([*git, "add", table])
    command([*git, "commit", "--quiet", "--message", "people"])
    table.write_text("id,name,size\n5,Eve,1\n3,Cem,8\n1,Ada,7\n2,Ben,2\n")
    block.compare(command(["bash", "-euc", f"cd {shlex.quote(str(tmp_path))}\n{block.code}"], python()))
