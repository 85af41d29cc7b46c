"""GTK: what its programs are compiled with, and where they run."""

import functools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import library
from machine import INCLUDE, ROOT, clang, command, tool
from native import STRICT
from outcomes import Failed, skip
from screen import screen

ADAPTER = ROOT / "bindings/c/gtk"
TESTS = ROOT / "Tests/Gtk"
# The widget, which stands beside the adapter.
VIEW = sorted(ADAPTER.glob("iqlist-gtk-view*.c"))
# What only compiles with GTK's flags.
FILES = {*ADAPTER.glob("*.c"), *TESTS.glob("*.c"), *ROOT.glob("Tests/Benchmarks/adapters/gtk*.c")}
FILES |= {ROOT / "Tests/Readme/gtk.c"}
SHARED = ROOT / "Tests/Boundary/shared"


@functools.cache
def flags() -> tuple[list[str], list[str]]:
    """GTK's headers, and its libraries; without them the test is skipped."""
    try:
        headers = command([tool("pkg-config"), "--cflags", "gtk4"]).replace("-I", "-isystem").split()
        return headers, command(["pkg-config", "--libs", "gtk4"]).split()
    except Failed:
        skip("GTK 4 is not installed for development")


def link(compiler: str, files: Sequence[str | Path], program: Path, adapter: Path = ADAPTER) -> Path:
    """A program from C sources and options, with the adapter of that folder."""
    headers, libraries = flags()
    folder = library.release().parent
    program.parent.mkdir(parents=True, exist_ok=True)
    options = ["-std=c99", *STRICT, "-g", "-O1", f"-I{INCLUDE}", f"-I{adapter}", f"-I{SHARED}", f"-I{TESTS}"]
    found = [f"-L{folder}", "-liqlist", f"-Wl,-rpath,{folder}", *libraries, "-lm"]
    words = [clang() if compiler == "clang" else tool(compiler), *options, *headers, *files]
    command([*words, adapter / "iqlist-gtk.c", *found, "-o", program])
    return program


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """The environment of a program with windows, that are drawn into memory."""
    with screen() as name:
        yield {"DISPLAY": name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none"}
