"""The library for other machines and other libcs, and programs that are built and run for them."""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import native
import programs
from environments import online
from machine import BUILD, ROOT, WORK, command, tool
from once import once
from outcomes import skip
from version import soname

SCRIPT = ROOT / "bindings/c/build"
CROSS = Path("/usr/aarch64-linux-gnu")
BUILT = WORK / "targets"


class Target(NamedTuple):
    machine: str
    """As readelf has it."""
    needed: set[str]
    """The libraries that it may ask for."""
    compiler: str
    """Of programs."""
    newest: tuple[int, int] | None = None
    """The newest glibc that it may ask for."""


X86, ARM = "Advanced Micro Devices X86-64", "AArch64"
TARGETS = {
    "aarch64-linux-gnu": Target(ARM, {"libc.so.6", "ld-linux-aarch64.so.1"}, "aarch64-linux-gnu-gcc"),
    "aarch64-linux-gnu.2.17": Target(
        ARM, {"libc.so.6", "libpthread.so.0", "ld-linux-aarch64.so.1"}, "aarch64-linux-gnu-gcc", (2, 17)
    ),
    "x86_64-linux-gnu.2.17": Target(
        X86, {"libc.so.6", "libpthread.so.0", "ld-linux-x86-64.so.2"}, "gcc", (2, 17)
    ),
    "x86_64-linux-musl": Target(X86, {"libc.so"}, "musl-gcc"),
}


@once
def build(target: str) -> Path:
    """Builds for a target; answers the folder with the libraries. What is missing skips the test."""
    if os.uname().machine != "x86_64":
        skip("the other machine is aarch64")
    if target == "aarch64-linux-gnu":
        tool("aarch64-linux-gnu-gcc")
    online([SCRIPT, "--target", target])
    return BUILD / "targets" / target


def library(target: str) -> Path:
    return build(target) / soname()


def compiler(target: str) -> list[str | Path]:
    return [tool(TARGETS[target].compiler), *native.FLAGS]


@once
def shared(target: str) -> Path:
    """What the boundary programs share."""
    output = BUILT / target / "shared.a"
    words = [str(word) for word in compiler(target)]
    sources = [*sorted(programs.SHARED.glob("*.c")), programs.names()]
    native.archive([*words, f"-I{programs.SHARED}"], sources, output)
    return output


def link(target: str, files: Sequence[str | Path], name: str) -> Path:
    """A program of the target."""
    output = BUILT / target / name
    output.parent.mkdir(parents=True, exist_ok=True)
    # The linker follows what the library asks for; some of it is there when the program starts only.
    libraries = [f"-L{build(target)}", "-liqlist", "-lpthread", "-lm", "-Wl,--allow-shlib-undefined"]
    command([*compiler(target), *files, *libraries, "-o", output])
    return output


def runner(target: str) -> list[str | Path]:
    """What a program of the target is started with."""
    if TARGETS[target].machine == ARM:
        return [tool("qemu-aarch64"), "-L", CROSS, "-E", f"LD_LIBRARY_PATH={build(target)}"]
    return ["env", f"LD_LIBRARY_PATH={build(target)}"]


def boundary(target: str, name: str) -> Path:
    return link(target, [f"-I{programs.SHARED}", programs.source(name), shared(target)], name)


def dynamic(library: Path, tag: str) -> set[str]:
    text = command([tool("readelf"), "-dW", library])
    return set(re.findall(rf"\({tag}\).*\[(.+)\]", text))


def glibc_versions(library: Path) -> set[tuple[int, int]]:
    text = command([tool("readelf"), "-VW", library])
    return {(int(major), int(minor)) for major, minor in re.findall(r"\bGLIBC_(\d+)\.(\d+)", text)}
