"""Installations of the library, and the tools that build programs with them: run with nothing but PATH in
their environment, so that nothing else tells them where the library is."""

import hashlib
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import library
from environments import environment, newest
from machine import HEADER, ROOT, WORK, command, tool
from once import once
from outcomes import Failed, fail
from version import soname, version

Word = str | Path

SCRIPT = ROOT / "bindings/c/build"
HELLO = ROOT / "bindings/c/examples/hello.c"
HELLO_CXX = ROOT / "bindings/cxx/examples/hello.cpp"
PRINTED = "at 0: 2 removed, 0 added\nat 1: 0 removed, 2 added\n"
MULTIARCH = f"lib/{os.uname().machine}-linux-gnu"
LIBRARY = f"libiqlist.so.{version()}"

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


def files(folder: Path) -> set[str]:
    return {path for path, kind in listing(folder).items() if kind != "folder"}


def expected(libdir: str, header: Path = HEADER) -> set[str]:
    """What a prefix has but for its folders."""
    real = f"libiqlist.so.{version(header)}"
    libraries = [
        "libiqlist.so",
        soname(header),
        real,
        "libiqlist.a",
        f".debug/{real}.debug",
        "pkgconfig/iqlist.pc",
    ]
    libraries += ["cmake/iqlist/iqlist-config.cmake", "cmake/iqlist/iqlist-config-version.cmake"]
    others = [
        "include/iqlist.h",
        "include/iqlist.hpp",
        "share/iqlist/manifest",
        "share/licenses/iqlist/LICENSE",
    ]
    return {*(f"{libdir}/{name}" for name in libraries), *others}


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def sections(file: Path) -> set[str]:
    return set(re.findall(r"^ +\[ *\d+\] (\.\S+)", command(["readelf", "-SW", file]), re.MULTILINE))


def debug_link(shared: Path) -> tuple[str, int]:
    """The name of the file with its debug information, and the checksum of that."""
    printed = command(["readelf", "-x", ".gnu_debuglink", shared])
    words = re.findall(r"^  0x\w+ ((?:[0-9a-f]{2,8} )+)", printed, re.MULTILINE)
    content = bytes.fromhex("".join(words))
    return content.partition(b"\0")[0].decode(), int.from_bytes(content[-4:], "little")


def check_debugger(folder: Path) -> None:
    """Debuggers show the lines of a function of the library in this folder: so they find the other file."""
    names = command(["nm", folder / ".debug" / f"{LIBRARY}.debug"])
    function = re.search(r"^0*([0-9a-f]+) t \$e6IQList14iq_list_create", names, re.MULTILINE)
    assert function
    words = ["addr2line", "-e", folder / LIBRARY, function[1]]
    assert re.search(r"(^|/)Sources/IQList/\S+\.swift:[1-9]", command(words))
    words = [tool("gdb"), "-nx", "-batch", "-ex", f"info line *0x{function[1]}", folder / LIBRARY]
    printed = command(words)
    assert re.search(r"^Line \d+ of \"(.*/)?Sources/IQList/\w+\.swift\"", printed, re.MULTILINE), printed
    assert "warning" not in printed


def needed(program: Path) -> set[str]:
    """The shared libraries that a program asks for."""
    return set(re.findall(r"\(NEEDED\).*\[(.+)\]", command(["readelf", "-dW", program])))


def check(program: Path, is_shared: bool) -> None:
    """It prints the right answer, in an empty environment, and links the library in this way."""
    printed = command(["env", "-i", "-C", "/", program])
    if printed != PRINTED:
        fail(f"{program} prints\n{printed}")
    assert any(name.startswith("libiqlist.so") for name in needed(program)) == is_shared
