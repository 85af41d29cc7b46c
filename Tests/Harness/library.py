"""Builds of the library: the one that is released, and those that watch themselves."""

import os
from collections.abc import Sequence
from pathlib import Path

from machine import BUILD, INCLUDE, ROOT, clang, command, once, runtime_libraries

FOLDER = BUILD / "iqlist"
SHARED = FOLDER / "libiqlist.so.1"
ARCHIVE = FOLDER / "libiqlist.a"

# How the compilers are told to watch: the package manager's own name for it, what the Swift compiler is
# told beside that, and what clang is told.
WATCHERS = {
    "address": ("address", [], "address"),
    "thread": ("thread", [], "thread"),
    "fuzzer": ("address", ["-Xswiftc", "-sanitize=fuzzer"], "fuzzer,address"),
}


@once
def release() -> Path:
    """Builds what is released, in FOLDER; answers the shared library."""
    command([ROOT / "bindings/c/build"])
    return SHARED


@once
def released_objects() -> list[Path]:
    """What the shared library is linked from, relative to its folder. An instrumented build has the same;
    collecting the files of a folder instead would pick up those of sources since deleted."""
    release()
    folder = Path(command(["swift", "build", "-c", "release", "--show-bin-path"]).strip())
    names = (folder / "iqlist.product/Objects.LinkFileList").read_text().splitlines()
    return [Path(name.strip("'")).relative_to(folder) for name in names]


@once
def watched(watcher: str) -> Path:
    """Builds the release code instrumented. Answers a file that names its objects, for a linker to read."""
    name, more, _ = WATCHERS[watcher]
    scratch = BUILD / f"sanitize-{watcher}"
    options = ["-c", "release", "--scratch-path", str(scratch)]
    command(["swift", "build", *options, f"--sanitize={name}", *more, "--target", "IQList"])
    folder = Path(command(["swift", "build", *options, "--show-bin-path"]).strip())
    names = scratch / "objects"
    names.write_text("".join(f'"{folder / path}"\n' for path in released_objects()))
    return names


@once
def watched_shared() -> tuple[Path, Path]:
    """The library under the address sanitizer as a shared one, for a host that is not ours to link; and the
    sanitizer's run-time library, which must come before everything else in that host (LD_PRELOAD)."""
    shared = BUILD / "sanitize-address" / SHARED.name
    runtime = command([clang(), f"-print-file-name=libclang_rt.asan-{os.uname().machine}.so"]).strip()
    link = ["-shared", "-fsanitize=address", "-shared-libasan", "-fuse-ld=lld", f"@{watched('address')}"]
    named = [f"-Wl,-soname,{shared.name}", f"-Wl,--version-script={ROOT / 'Sources/IQList/exports.map'}"]
    command([clang(), *link, *named, "-lpthread", "-lm", "-o", shared])
    return shared, Path(runtime)


def watching_compiler(watcher: str) -> list[str]:
    """The compiler of C that goes with a watched library."""
    return [clang(), f"-fsanitize={WATCHERS[watcher][2]}", "-std=gnu11", "-g", "-O1", f"-I{INCLUDE}"]


def link_watched(watcher: str, files: Sequence[str | Path], program: Path) -> None:
    """Links C to the watched library. clang does it: swiftc would bring the full Swift runtime, and miss
    races."""
    libraries = ["-lpthread", "-lm"]
    if watcher == "thread":
        # The watcher of the Swift toolchain knows dispatch queues, and so wants them there.
        runtime = runtime_libraries()
        libraries += [f"-L{runtime}", f"-Wl,-rpath,{runtime}", "-ldispatch", "-lBlocksRuntime"]
    program.parent.mkdir(parents=True, exist_ok=True)
    objects = f"@{watched(watcher)}"
    command([*watching_compiler(watcher), "-fuse-ld=lld", *files, objects, *libraries, "-o", program])
