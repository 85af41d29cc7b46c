"""Running a program that uses the released library under valgrind."""

from collections.abc import Mapping
from pathlib import Path

import library
from machine import WORK, command, once, tool


@once
def without_debug_information() -> Path:
    """A folder with the library as valgrind can read it: older ones than the compiler stumble over how it
    writes lines and types. Function names stay."""
    folder = WORK / "valgrind"
    folder.mkdir(parents=True, exist_ok=True)
    command([tool("objcopy"), "--strip-debug", library.release(), folder / library.SHARED.name])
    return folder


def watch(program: str | Path, environment: Mapping[str, str]) -> None:
    """Fails where the program uses memory that is not its own, or loses some."""
    leaks = ["--leak-check=full", "--errors-for-leak-kinds=definite", "--show-leak-kinds=definite"]
    words = [tool("valgrind"), "--quiet", *leaks, "--error-exitcode=99", program]
    command(words, {**environment, "LD_LIBRARY_PATH": str(without_debug_information())})
