"""Compiling C against the released shared library."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import library
from machine import INCLUDE, KIT_INCLUDE, command, tool

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
FLAGS = ["-std=gnu11", "-g", "-O1", f"-I{INCLUDE}", f"-I{KIT_INCLUDE}"]


def link(files: Sequence[str | Path], program: Path, folder: Path | None = None) -> None:
    """A program from C sources, objects and archives. It finds the library where it was built: in `folder`,
    or the released one in its own."""
    folder = folder or library.release().parent
    program.parent.mkdir(parents=True, exist_ok=True)
    libraries = [f"-L{folder}", "-liqlist", f"-Wl,-rpath,{folder}", "-lpthread", "-lm"]
    command([tool("gcc"), *FLAGS, *files, *libraries, "-o", program])


def archive(compiler: list[str], files: list[Path], output: Path) -> None:
    """An archive of sources that several programs share: each takes what it uses."""
    folder = output.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)

    def compile_one(file: Path) -> Path:
        command([*compiler, "-c", file, "-o", folder / f"{file.stem}.o"])
        return folder / f"{file.stem}.o"

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, files))
    output.unlink(missing_ok=True)
    command([tool("ar"), "rcs", output, *objects])
