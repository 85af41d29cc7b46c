"""Running a program that uses the released library under valgrind."""

from collections.abc import Mapping
from pathlib import Path

import library
from machine import command, tool


def words(known: Path | None = None) -> list[str]:
    """Valgrind's, before those of a program: it ends with another status than 0 where the program reads what
    nobody has written, uses memory that is not its own, or loses some; `known` is a file of what others are
    known to do."""
    leaks = ["--leak-check=full", "--errors-for-leak-kinds=definite", "--show-leak-kinds=definite"]
    if known is not None:
        leaks.append(f"--suppressions={known}")
    return [tool("valgrind"), "--quiet", *leaks, "--error-exitcode=99"]


def found() -> dict[str, str]:
    """Where the program finds a library that valgrind can read."""
    return {"LD_LIBRARY_PATH": str(library.without_debug_information())}


def watch(program: str | Path, environment: Mapping[str, str], known: Path | None = None) -> None:
    """Fails where valgrind finds something."""
    command([*words(known), program], {**environment, **found()})
