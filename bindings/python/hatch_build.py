"""Puts the library into the wheel, and tells for which machines the wheel is.

The library is the one that IQLIST_LIBRARY names; else what `bindings/c/build` builds of the sources around
us (the repository, or in an sdist the folder `libiqlist`); else, where there is no Swift, what it has built
before. An editable install gets a link to it beside the sources.
"""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The name in the package, and that of the build's link to the library.
NAME = "libiqlist.so"


class LibraryHook(BuildHookInterface[BuilderConfig]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if platform.python_implementation() != "CPython":
            raise RuntimeError(f"iqlist needs CPython; this is {platform.python_implementation()}")
        library = find(Path(self.root))
        if version == "editable":
            link = Path(self.root, "src/iqlist", NAME)
            link.unlink(missing_ok=True)
            link.symlink_to(library)
            return
        packed = Path(self.directory, NAME)
        packed.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, packed)
        # For another machine, that one's own tools have to.
        if shutil.which("strip") and machine(packed) == platform.machine():
            subprocess.run(["strip", str(packed)], check=True)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{machines(packed)}"
        build_data["force_include"][str(packed)] = f"iqlist/{NAME}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        Path(self.directory, NAME).unlink(missing_ok=True)


def find(root: Path) -> Path:
    """The library that goes into the package."""
    named = os.environ.get("IQLIST_LIBRARY")
    if named:
        library = Path(named).resolve()
        if not library.is_file():
            raise RuntimeError(f"IQLIST_LIBRARY names {named}, which is no file")
        return library
    enclosed = root / "libiqlist"
    sources = enclosed if enclosed.is_dir() else root.parents[1]
    library = sources / ".build/iqlist" / NAME
    if shutil.which("swift") and (sources / "Package.swift").is_file():
        subprocess.run(["bash", str(sources / "bindings/c/build")], check=True)
    elif not library.is_file():
        raise RuntimeError(
            f"there is no libiqlist to put into the package: IQLIST_LIBRARY is not set, {library} is not "
            "there, and building it needs Swift 6.3 (https://www.swift.org/install)"
        )
    return library.resolve()


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
