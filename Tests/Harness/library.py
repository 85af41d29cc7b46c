"""Builds of the library: the one that is released, and those with a sanitizer."""

import os
from collections.abc import Sequence
from pathlib import Path

from machine import BUILD, INCLUDE, KIT_INCLUDE, ROOT, clang, command, runtime_libraries, tool
from once import once
from version import soname

# Where builds are kept: see bindings/c/packaging/compile. Tests/run sets the variable.
KEPT = Path(os.environ.get("IQ_BUILDS") or BUILD / "kept")
FOLDER = BUILD / "iqlist"
# The name for the linker: a link to the one that programs ask for.
LINKED = FOLDER / "libiqlist.so"
ARCHIVE = FOLDER / "libiqlist.a"
# How a build is instrumented: the package manager's option, what the Swift compiler gets beside it, and
# clang's option for C. The fuzzers run with the objects of `address`: without a fuzzer, what those count goes
# nowhere. (Of several -sanitize options the Swift compiler obeys the last alone.)
SANITIZERS = {
    "address": ("address", ["-Xswiftc", "-sanitize=fuzzer,address"], "address"),
    "thread": ("thread", [], "thread"),
    "fuzzer": ("address", ["-Xswiftc", "-sanitize=fuzzer,address"], "fuzzer,address"),
}


@once
def compiled(file: str, *options: str) -> Path:
    """What the Swift compiler makes, or has made before: a folder with the file, and a log."""
    return Path(command([ROOT / "bindings/c/packaging/compile", file, *options]).splitlines()[-1])


@once
def release() -> Path:
    """Builds what is released, in FOLDER; answers the shared library, under its soname."""
    command([ROOT / "bindings/c/build"])
    return LINKED.with_name(str(LINKED.readlink()))


def warnings() -> str:
    """What compiling it printed, if that held a warning."""
    printed = (compiled("libiqlist.a") / "log").read_text()
    return printed if "warning:" in printed else ""


def instrumented(sanitizer: str) -> Path:
    """Builds the release code instrumented; answers an archive of its objects."""
    option, more, _ = SANITIZERS[sanitizer]
    options = ["--scratch-path", str(BUILD / f"sanitize-{option}"), f"--sanitize={option}", *more]
    return compiled("libiqlist.a", *options) / "libiqlist.a"


def whole(sanitizer: str) -> list[str]:
    """All objects of an instrumented build, for a linker."""
    return ["-Wl,--whole-archive", str(instrumented(sanitizer)), "-Wl,--no-whole-archive"]


@once
def instrumented_shared() -> Path:
    """The library with the address sanitizer as a shared one, for a host that is not ours to link."""
    shared = BUILD / "tests/address" / soname()
    shared.parent.mkdir(parents=True, exist_ok=True)
    link = ["-shared", "-fsanitize=address", "-shared-libasan", "-fuse-ld=lld", *whole("address")]
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
    libraries = [*whole(sanitizer), *libraries]
    command([*sanitizing_compiler(sanitizer), "-fuse-ld=lld", *files, *libraries, "-o", program])


@once
def without_debug_information() -> Path:
    """A folder with the library as valgrind can read it: older ones than the compiler stumble over how it
    writes lines and types. Function names stay."""
    folder = BUILD / "tests/valgrind"
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / release().name
    command([tool("objcopy"), "--strip-debug", release(), copy])
    return folder
