"""SDL: what its example is compiled with."""

import functools
from pathlib import Path

import library
from machine import INCLUDE, ROOT, clang, command, tool
from native import STRICT
from outcomes import Failed, skip

FOLDER = ROOT / "bindings/c/sdl"
# What only compiles with SDL's flags.
FILES = sorted(FOLDER.glob("*.c"))


@functools.cache
def flags() -> tuple[list[str], list[str]]:
    """SDL's headers, and its libraries; without them the test is skipped."""
    modules = ["sdl2", "SDL2_ttf"]
    try:
        headers = command([tool("pkg-config"), "--cflags", *modules]).replace("-I", "-isystem").split()
        return headers, command(["pkg-config", "--libs", *modules]).split()
    except Failed:
        skip("SDL 2 or SDL2_ttf is not installed for development")


def link(compiler: str, program: Path, *options: str) -> Path:
    headers, libraries = flags()
    folder = library.release().parent
    program.parent.mkdir(parents=True, exist_ok=True)
    words = [clang() if compiler == "clang" else tool(compiler), "-std=c11", *STRICT, "-g", "-O1", *options]
    found = [f"-L{folder}", "-liqlist", f"-Wl,-rpath,{folder}", *libraries, "-lm"]
    command([*words, f"-I{INCLUDE}", *headers, *FILES, *found, "-o", program])
    return program
