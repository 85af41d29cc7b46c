"""Builds of the library: the one that is released, and those with a sanitizer."""

import functools
import os
from collections.abc import Sequence
from pathlib import Path

from machine import BUILD, INCLUDE, KIT_INCLUDE, ROOT, clang, command, runtime_libraries, tool
from once import once

FOLDER = BUILD / "iqlist"
# The name for the linker: a link to the one that programs ask for.
LINKED = FOLDER / "libiqlist.so"
ARCHIVE = FOLDER / "libiqlist.a"
# What compiling and linking printed if it held a warning, until the next time that something is compiled.
WARNINGS = FOLDER / "warnings"

# How a build is instrumented: the package manager's option, what the Swift compiler gets beside it, and
# clang's option for C. The fuzzers run with the objects of `address`: without a fuzzer, what those count goes
# nowhere. (Of several -sanitize options the Swift compiler obeys the last alone.)
SANITIZERS = {
    "address": ("address", ["-Xswiftc", "-sanitize=fuzzer,address"], "address"),
    "thread": ("thread", [], "thread"),
    "fuzzer": ("address", ["-Xswiftc", "-sanitize=fuzzer,address"], "fuzzer,address"),
}


@once
def release() -> Path:
    """Builds what is released, in FOLDER; answers the shared library, under its soname."""
    build = ["swift", "build", "-c", "release", "--product", "iqlist"]
    printed = command(build)
    FOLDER.mkdir(parents=True, exist_ok=True)
    if "warning:" in printed:
        WARNINGS.write_text(printed)
    elif "Compiling" in printed or not WARNINGS.exists():
        WARNINGS.write_text("")
    # Finds everything compiled.
    command([ROOT / "bindings/c/build"])
    return LINKED.with_name(str(LINKED.readlink()))


@functools.cache
def released_objects() -> list[Path]:
    """What the shared library is linked from, relative to its folder. An instrumented build has the same;
    collecting the files of a folder instead would pick up those of sources since deleted."""
    release()
    folder = Path(command(["swift", "build", "-c", "release", "--show-bin-path"]).strip())
    names = (folder / "iqlist.product/Objects.LinkFileList").read_text().splitlines()
    return [Path(name.strip("'")).relative_to(folder) for name in names]


def instrumented(sanitizer: str) -> Path:
    """Builds the release code instrumented. Answers a file that names its objects, for a linker to read."""
    option, more, _ = SANITIZERS[sanitizer]
    return instrumented_build(option, *more)


@once
def instrumented_build(option: str, *more: str) -> Path:
    scratch = BUILD / f"sanitize-{option}"
    options = ["-c", "release", "--scratch-path", str(scratch)]
    command(["swift", "build", *options, f"--sanitize={option}", *more, "--target", "IQList"])
    folder = Path(command(["swift", "build", *options, "--show-bin-path"]).strip())
    names = scratch / "objects"
    names.write_text("".join(f'"{folder / path}"\n' for path in released_objects()))
    return names


@once
def instrumented_shared() -> Path:
    """The library with the address sanitizer as a shared one, for a host that is not ours to link."""
    shared = BUILD / "sanitize-address" / release().name
    link = ["-shared", "-fsanitize=address", "-shared-libasan", "-fuse-ld=lld", f"@{instrumented('address')}"]
    exports = shared.with_name("exports.map")
    exports.write_text("{ global: iq_*; local: *; };\n")
    named = [f"-Wl,-soname,{shared.name}", f"-Wl,--version-script={exports}"]
    command([clang(), *link, *named, "-lpthread", "-lm", "-o", shared])
    return shared


def address_runtime() -> Path:
    """The sanitizer's run-time library, which must come before everything else in such a host
    (LD_PRELOAD)."""
    return Path(command([clang(), f"-print-file-name=libclang_rt.asan-{os.uname().machine}.so"]).strip())


def sanitizing_compiler(sanitizer: str) -> list[str]:
    """The compiler of C that goes with an instrumented library."""
    options = [f"-fsanitize={SANITIZERS[sanitizer][2]}", "-std=gnu11", "-g", "-O1"]
    return [clang(), *options, f"-I{INCLUDE}", f"-I{KIT_INCLUDE}"]


def link_instrumented(sanitizer: str, files: Sequence[str | Path], program: Path) -> None:
    """Links C to the instrumented library. clang does it: swiftc would bring the full Swift runtime, and miss
    races."""
    libraries = ["-lpthread", "-lm"]
    if sanitizer == "thread":
        # The sanitizer of the Swift toolchain knows dispatch queues, and so wants them there.
        runtime = runtime_libraries()
        libraries += [f"-L{runtime}", f"-Wl,-rpath,{runtime}", "-ldispatch", "-lBlocksRuntime"]
    program.parent.mkdir(parents=True, exist_ok=True)
    objects = f"@{instrumented(sanitizer)}"
    command([*sanitizing_compiler(sanitizer), "-fuse-ld=lld", *files, objects, *libraries, "-o", program])


@once
def without_debug_information() -> Path:
    """A folder with the library as valgrind can read it: older ones than the compiler stumble over how it
    writes lines and types. Function names stay."""
    folder = BUILD / "tests/valgrind"
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / release().name
    command([tool("objcopy"), "--strip-debug", release(), copy])
    return folder
