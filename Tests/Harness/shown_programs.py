"""Runs the programs that READMEs and guides show."""

import os
import re
import shlex
import shutil
from pathlib import Path

import cargo
import library
import native
from machine import INCLUDE, ROOT, command, tool
from once import once
from outcomes import fail
from readme import GUIDES, TOOLKITS, Block, blocks

C_EXAMPLES = ROOT / "bindings/c/examples"
CXX = ROOT / "bindings/cxx"
PYTHON = ROOT / "bindings/python"

# What a line of a ```sh block may begin with, beside a command of this tree.
COMMANDS = {
    "abidiff",
    "c++",
    "cargo",
    "cat",
    "cc",
    "cd",
    "cmake",
    "conan",
    "cp",
    "dpkg-buildpackage",
    "export",
    "git",
    "ldconfig",
    "meson",
    "pip",
    "pkg-config",
    "printf",
    "python3",
    "readelf",
    "sed",
    "swift",
    "vcpkg",
}


def python() -> dict[str, str]:
    """Where Python finds the package and the library."""
    return {"PYTHONPATH": str(PYTHON / "src"), "IQLIST_LIBRARY": str(library.release())}


def run_python(block: Block, folder: Path) -> None:
    program = folder / "program.py"
    program.write_text(block.code)
    block.compare(command([tool("python3"), "-B", program], python()))


def main_of(block: Block) -> str:
    """The block as a program: statements are the body of a main, after what guide.h includes."""
    if block.is_program:
        return block.code
    header = "guide.h" if block.language == "c" else "guide.hpp"
    return f"#include <{header}>\n\nint main()\n{{\n#line 1\n{block.code}return 0;\n}}\n".replace(
        "main()", "main(void)" if block.language == "c" else "main()"
    )


def run_c(block: Block, folder: Path) -> None:
    source = folder / "program.c"
    source.write_text(main_of(block))
    native.link([*native.STRICT, f"-I{TOOLKITS}", source], folder / "program")
    block.compare(command([folder / "program"]))


def run_cxx(block: Block, folder: Path) -> None:
    source, program, found = folder / "program.cpp", folder / "program", library.release().parent
    source.write_text(main_of(block))
    folders = [f"-I{INCLUDE}", f"-I{CXX}", f"-I{TOOLKITS}"]
    libraries = [f"-L{found}", "-liqlist", f"-Wl,-rpath,{found}", "-lpthread"]
    command([tool("c++"), "-std=c++17", *native.STRICT, *folders, source, *libraries, "-o", program])
    block.compare(command([program]))


# --- Rust: the blocks of all guides are the programs of one package, so that the crates are compiled once.

MANIFEST = f"""
[package]
name = "guides"
version = "0.0.0"
edition = "2021"

[dependencies]
iqlist = {{ path = "{cargo.WORKSPACE / "iqlist"}" }}

[workspace]
"""
BODY = """fn main() -> iqlist::Result<()> {{
{code}Ok(())
}}
"""


@once
def package() -> Path:
    """A package with a program for each block."""
    folder = cargo.BUILT / "guides-package"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "src/bin").mkdir(parents=True)
    (folder / "Cargo.toml").write_text(MANIFEST)
    for block in blocks("rust", GUIDES):
        if not block.note:
            code = block.code if block.is_program else BODY.format(code=block.code)
            (folder / f"src/bin/{block.name}.rs").write_text(code)
    return folder


def run_rust(block: Block) -> None:
    words = ["run", "--quiet", "--bin", block.name]
    deny = {**cargo.SHARED, "RUSTFLAGS": "-D warnings"}
    block.compare(cargo.cargo("guides", deny, *words, manifest=package() / "Cargo.toml"))


# --- Shell


def commands_exist(block: Block) -> None:
    unknown = []
    for line in block.code.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if words and words[0] not in COMMANDS and not os.access(ROOT / words[0], os.X_OK):
            unknown.append(line)
    if unknown:
        fail("\n".join(["not a command of this tree:", *unknown]))


def run_shell(block: Block, folder: Path) -> None:
    """In a folder that looks like the root and has the quick starts as program.c and program.cpp. What each
    line builds as a.out is run, and its output is nobody's. The folder is the home folder, too, into which
    the library is installed."""
    library.release()
    for name in ("include", ".build", "bindings", "Tests"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copy(C_EXAMPLES / "quickstart.c", folder / "program.c")
    shutil.copy(CXX / "examples/quickstart.cpp", folder / "program.cpp")
    tool("pkg-config")
    compiler = re.compile(r"^((?:cc|c\+\+) .*)$", re.MULTILINE)
    started = compiler.sub(r"\1\n./a.out >programs.txt\nrm a.out", block.code.replace("\\\n", " "))
    script = f"cd {shlex.quote(str(folder))}\n{started}"
    block.compare(command(["bash", "-euc", script], {"HOME": str(folder), **python()}))
