"""Installations of the library, and the tools that build programs with them: run with nothing but PATH in
their environment, so that nothing else tells them where the library is."""

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import library
from environments import environment, newest
from machine import ROOT, WORK, command
from once import once
from outcomes import Failed, fail

Word = str | Path

SCRIPT = ROOT / "bindings/c/build"
HELLO = ROOT / "bindings/c/examples/hello.c"
HELLO_CXX = ROOT / "bindings/cxx/examples/hello.cpp"
PRINTED = "at 0: 2 removed, 0 added\nat 1: 0 removed, 2 added\n"
MULTIARCH = f"lib/{os.uname().machine}-linux-gnu"

# Build tools of C that are on PyPI, too.
TOOLS = ["cmake==4.4.4", "meson==1.12.1", "ninja==1.13.2"]


def alone(words: Sequence[Word], folder: Path, path: Word = "", **variables: Word) -> str:
    """Runs a command in a folder, with an environment of these variables alone; `path` comes before PATH."""
    before = f"{path}:" if path else ""
    given = [f"{name}={value}" for name, value in variables.items()]
    return command(["env", "-i", "-C", folder, f"PATH={before}{os.environ['PATH']}", *given, *words])


def refusal(words: Sequence[Word], folder: Path, **variables: Word) -> str:
    """What a command says that has to fail."""
    try:
        printed = alone(words, folder, **variables)
    except Failed as failure:
        return str(failure)
    fail(f"it did not fail:\n{printed}")


def install(folder: Path, **variables: Word) -> None:
    library.release()
    alone([SCRIPT, "install"], folder, **variables)


def uninstall(folder: Path, **variables: Word) -> None:
    alone([SCRIPT, "uninstall"], folder, **variables)


@once
def prefix() -> Path:
    """An installation that tests only read."""
    folder = WORK / "install/prefix"
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    install(folder.parent, PREFIX=folder)
    return folder


def tools() -> Path:
    """The folder with cmake, meson and ninja."""
    return environment(newest(), "install-tools", TOOLS).parent


def listing(folder: Path) -> dict[str, str]:
    """What is in a folder, by path: the kind, and the text of a link."""
    found = {}
    for path in sorted(folder.rglob("*")):
        kind = f"-> {path.readlink()}" if path.is_symlink() else "folder" if path.is_dir() else "file"
        found[str(path.relative_to(folder))] = kind
    return found


def needed(program: Path) -> set[str]:
    """The shared libraries that a program asks for."""
    return set(re.findall(r"\(NEEDED\).*\[(.+)\]", command(["readelf", "-dW", program])))


def check(program: Path, is_shared: bool) -> None:
    """It prints the right answer, in an empty environment, and links the library in this way."""
    printed = command(["env", "-i", "-C", "/", program])
    if printed != PRINTED:
        fail(f"{program} prints\n{printed}")
    assert any(name.startswith("libiqlist.so") for name in needed(program)) == is_shared
