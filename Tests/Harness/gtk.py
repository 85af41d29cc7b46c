"""GTK: what its programs are compiled with, and where they run."""

import functools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import library
from machine import INCLUDE, ROOT, WORK, clang, command, tool
from native import STRICT
from once import once
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


def options(adapter: Path) -> list[str]:
    return ["-std=c99", *STRICT, "-g", "-O1", f"-I{INCLUDE}", f"-I{adapter}", f"-I{SHARED}", f"-I{TESTS}"]


def libraries() -> list[str]:
    folder = library.release().parent
    return [f"-L{folder}", "-liqlist", f"-Wl,-rpath,{folder}", *flags()[1], "-lm"]


def link(compiler: str, files: Sequence[str | Path], program: Path, adapter: Path = ADAPTER) -> Path:
    """A program from C sources and options, with the adapter of that folder."""
    program.parent.mkdir(parents=True, exist_ok=True)
    words = [clang() if compiler == "clang" else tool(compiler), *options(adapter), *flags()[0], *files]
    command([*words, adapter / "iqlist-gtk.c", *libraries(), "-o", program])
    return program


def compiled(source: Path, output: Path) -> Path:
    """The object file of a source, whatever it warns of."""
    command([tool("gcc"), *options(ADAPTER), *flags()[0], "-w", "-c", source, "-o", output])
    return output


@once
def objects() -> Path:
    """The object files of the adapter, the widget and the programs that test it, by the names of sources."""
    folder = WORK / "gtk/objects"
    folder.mkdir(parents=True, exist_ok=True)
    for source in [*ADAPTER.glob("iqlist-gtk*.c"), *TESTS.glob("*.c")]:
        compiled(source, folder / f"{source.stem}.o")
    return folder


def link_objects(names: Sequence[str], others: Sequence[Path], program: Path) -> Path:
    """A program from object files, with others in place of those of the same name."""
    own = {path.stem: path for path in others}
    files = [own.get(name, objects() / f"{name}.o") for name in names]
    command([tool("gcc"), *files, *libraries(), "-o", program])
    return program


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """The environment of a program with windows, that are drawn into memory."""
    with screen() as name:
        yield {"DISPLAY": name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none"}
