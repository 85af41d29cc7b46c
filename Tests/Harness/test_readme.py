"""The READMEs' code and commands work.

A block of C with a main is a program, and so is one of Python: it runs, and prints the plain block that "It
prints" announces. C without a main is a piece of a host: that of GTK runs in a program of Tests/Readme, under
an X server that draws into memory; that of Qt compiles, against the little of Qt that Tests/Readme declares.
Programs of C++ and of Rust are those of the groups cxx and rust.
"""

import shlex
from pathlib import Path

import gtk
import native
import pytest
import shown_programs
from machine import INCLUDE, KIT_INCLUDE, clang, command, tool
from readme import GTK, GTK_HOST, README, TOOLKITS, Block, blocks

pytestmark = pytest.mark.readme

C = blocks("c")
PIECES = [("c99", block) for block in C if not block.is_program and GTK not in block.code]
PIECES += [("c++11", block) for block in blocks("cpp") if not block.is_program]
SHELL = blocks("sh")


def test_it_shows_a_program_and_commands() -> None:
    assert [block for block in C if block.document == README and block.is_program]
    assert [block for block in SHELL if block.document == README]


def test_the_readme_is_short() -> None:
    assert len(README.read_text().splitlines()) < 300


@pytest.mark.parametrize("block", [block for block in C if block.is_program], ids=str)
def test_a_program_of_c_prints_what_it_says(block: Block, tmp_path: Path) -> None:
    shown_programs.run_c(block, tmp_path)


@pytest.mark.parametrize("block", blocks("python"), ids=str)
def test_a_program_of_python_prints_what_it_says(block: Block, tmp_path: Path) -> None:
    shown_programs.run_python(block, tmp_path)


@pytest.mark.parametrize("block", [*(each for each in C if each.is_program), *blocks("python")], ids=str)
def test_a_program_is_an_example(block: Block) -> None:
    files = [*shown_programs.C_EXAMPLES.glob("*.c"), *(shown_programs.PYTHON / "examples").glob("*.py")]
    assert block.is_short or block.code in [path.read_text() for path in files]


@pytest.mark.parametrize(("standard", "block"), PIECES, ids=str)
def test_a_piece_of_a_host_compiles(standard: str, block: Block, tmp_path: Path) -> None:
    source = tmp_path / ("piece.cpp" if "++" in standard else "piece.c")
    source.write_text(block.code)
    folders = [f"-I{INCLUDE}", f"-I{KIT_INCLUDE}", f"-I{TOOLKITS}"]
    command([clang(), f"-std={standard}", *native.STRICT, "-fsyntax-only", *folders, source])


@pytest.mark.parametrize("block", [block for block in C if GTK in block.code], ids=str)
def test_the_code_for_gtk_works_in_a_gtk_program(block: Block, tmp_path: Path) -> None:
    source = tmp_path / "host.c"
    source.write_text(block.code)
    program = gtk.link("gcc", [source, GTK_HOST], tmp_path / "host")
    with gtk.display() as environment:
        command([program], environment)


@pytest.mark.parametrize("block", SHELL, ids=str)
def test_the_commands_exist(block: Block) -> None:
    shown_programs.commands_exist(block)


@pytest.mark.parametrize("block", [block for block in SHELL if "program.c" in block.code], ids=str)
def test_the_commands_that_compile_a_program_work(block: Block, tmp_path: Path) -> None:
    shown_programs.run_shell(block, tmp_path)


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
    block.compare(
        command(["bash", "-euc", f"cd {shlex.quote(str(tmp_path))}\n{block.code}"], shown_programs.python())
    )


@pytest.mark.parametrize("block", [block for block in SHELL if "iqlist picture" in block.code], ids=str)
def test_the_commands_that_draw_pictures_work(block: Block, tmp_path: Path) -> None:
    """With tables that have the columns of which they speak."""
    photos = "name,album,width,height\nsea,summer,120,80\nwood,summer,60,80\nsnow,winter,90,60\n"
    (tmp_path / "photos.csv").write_text(photos)
    for name, rows in (("before", "1,Ada,red\n2,Ben,red\n"), ("after", "2,Ben,blue\n3,Cem,red\n")):
        (tmp_path / f"{name}.csv").write_text(f"id,name,team\n{rows}")
    script = f"cd {shlex.quote(str(tmp_path))}\n{block.code}"
    command(["bash", "-euc", script], shown_programs.python())
    written = [words[-1] for line in block.code.splitlines() for words in [line.split(" -o ")] if words[1:]]
    assert written and all((tmp_path / name).read_text().endswith("</svg>\n") for name in written)
