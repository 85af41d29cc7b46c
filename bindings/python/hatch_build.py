"""Puts the library into the wheel, and tells for which machines the wheel is.

The library is the one that IQLIST_LIBRARY names; else what `bindings/c/build` builds of the sources around
us (the repository, or in an sdist the folder `libiqlist`), which compiles nothing that is current; else,
where that needs Swift and there is none, what it has built before. In a wheel it is stripped; an editable
install gets a link to it beside the sources. What is done is said: pip shows it with -v.
"""

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

Say = Callable[[str], None]

# The name in the package, and that of the build's link to the library.
NAME = "libiqlist.so"


class LibraryHook(BuildHookInterface[BuilderConfig]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if platform.python_implementation() != "CPython":
            raise RuntimeError(f"iqlist needs CPython; this is {platform.python_implementation()}")
        library = find(Path(self.root), self.app.display_info)
        if version == "editable":
            link = Path(self.root, "src/iqlist", NAME)
            link.unlink(missing_ok=True)
            link.symlink_to(library)
            return
        packed = Path(self.directory, NAME)
        packed.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, packed)
        strip(packed, self.app.display_info)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{machines(packed)}"
        build_data["force_include"][str(packed)] = f"iqlist/{NAME}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        Path(self.directory, NAME).unlink(missing_ok=True)


def find(root: Path, say: Say) -> Path:
    """The library that goes into the package."""
    named = os.environ.get("IQLIST_LIBRARY")
    if named:
        library = Path(named).resolve()
        if not library.is_file():
            raise RuntimeError(f"IQLIST_LIBRARY names {named}, which is no file")
        say(f"iqlist: takes the library {library}")
        return library
    enclosed = root / "libiqlist"
    sources = enclosed if enclosed.is_dir() else root.parents[1]
    library = sources / ".build/iqlist" / NAME
    if (sources / "Package.swift").is_file():
        say(f"iqlist: builds the library of {sources}, unless it is current")
        done = subprocess.run(["bash", str(sources / "bindings/c/build")])
        if done.returncode == 0:
            return library.resolve()
        if shutil.which("swift"):
            raise RuntimeError("the library was not built: bindings/c/build says above why")
    if not library.is_file():
        raise RuntimeError(
            f"there is no libiqlist to put into the package: IQLIST_LIBRARY is not set, {library} is not "
            "there, and building it needs Swift 6.3 (https://www.swift.org/install)"
        )
    say(f"iqlist: takes {library}, which was built before: it may be older than its sources")
    return library.resolve()


def strip(library: Path, say: Say) -> None:
    """Without the names and the debug information, which are most of it. A library of another machine needs a
    tool that knows that one."""
    size = library.stat().st_size
    for tool in strippers(machine(library)):
        if shutil.which(tool) and subprocess.run([tool, "--strip-unneeded", str(library)]).returncode == 0:
            say(f"iqlist: {tool} leaves {library.stat().st_size:,} of {size:,} bytes")
            return
    say(f"iqlist: the library is not stripped and has {size:,} bytes: llvm-strip would do it")


def strippers(machine: str) -> Iterator[str]:
    """Those of LLVM know every machine. One is beside the compiler of Swift."""
    yield "strip" if machine == platform.machine() else f"{machine}-linux-gnu-strip"
    yield from ("llvm-strip", "llvm-objcopy")
    if shutil.which("swift"):
        told = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True).stdout
        for tools in re.findall(r'"runtimeResourcePath" *: *"(.*)/lib/swift"', told):
            yield f"{tools}/bin/llvm-objcopy"


# Machines as a file of ELF has them (e_machine), and as tags have them.
MACHINES = {62: "x86_64", 183: "aarch64"}
# Of libc: that of glibc has another name, and musl has this one or one with its own name in it.
MUSL = re.compile(rb"\0libc(\.musl-\w+)?\.so(\.1)?\0")


def machine(library: Path) -> str:
    """The machine that a library is for, which need not be this one."""
    head = library.read_bytes()[:20]
    found = MACHINES.get(int.from_bytes(head[18:20], "little"))
    if head[:4] != b"\x7fELF" or found is None:
        raise RuntimeError(f"{library} is no library for {' or '.join(MACHINES.values())}")
    return found


def machines(library: Path) -> str:
    """The tag of the machines that the library runs on: it needs libc alone. With glibc the newest symbol
    version that it asks of it says which (PEP 600); musl has no such versions, and 1.2 is the oldest that
    knows what the library asks for (PEP 656)."""
    content = library.read_bytes()
    asked = re.findall(rb"GLIBC_(\d+)\.(\d+)", content)
    if asked:
        major, minor = max((int(major), int(minor)) for major, minor in asked)
        return f"manylinux_{major}_{minor}_{machine(library)}"
    return f"{'musllinux_1_2' if MUSL.search(content) else 'linux'}_{machine(library)}"
