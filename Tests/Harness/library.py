"""Builds of the library: the one that is released, and those that watch themselves."""

import functools
from pathlib import Path

from machine import BUILD, INCLUDE, ROOT, clang, command

FOLDER = BUILD / "iqlist"
SHARED = FOLDER / "libiqlist.so.1"
ARCHIVE = FOLDER / "libiqlist.a"

# How Swift and clang are told to watch: the package manager's own name for it, what the Swift compiler
# is told beside that, and what clang is told.
WATCHERS = {
    "address": ("address", [], "address"),
    "thread": ("thread", [], "thread"),
    "fuzzer": ("address", ["-Xswiftc", "-sanitize=fuzzer"], "fuzzer,address"),
}


@functools.cache
def release() -> Path:
    """Builds what is released, in FOLDER; answers the shared library."""
    command([ROOT / "bindings/c/build"])
    return SHARED


@functools.cache
def watched(watcher: str) -> list[Path]:
    """Objects of the release code, instrumented. The caller links them by `link_watched`: swiftc would
    miss races, and link the full Swift runtime."""
    name, more, _ = WATCHERS[watcher]
    scratch = BUILD / f"sanitize-{watcher}"
    options = ["-c", "release", "--scratch-path", str(scratch)]
    command(["swift", "build", *options, f"--sanitize={name}", *more, "--target", "IQList"])
    folder = Path(command(["swift", "build", *options, "--show-bin-path"]).strip())
    return [folder / path for path in released_objects()]


@functools.cache
def released_objects() -> list[Path]:
    """What the shared library is linked from, relative to its folder. An instrumented build has the same;
    collecting the files of a folder instead would pick up those of sources since deleted."""
    release()
    folder = Path(command(["swift", "build", "-c", "release", "--show-bin-path"]).strip())
    names = (folder / "iqlist.product/Objects.LinkFileList").read_text().splitlines()
    return [Path(name.strip("'")).relative_to(folder) for name in names]


def link_watched(watcher: str, sources: list[Path], program: Path, options: list[str]) -> None:
    """Compiles C sources with the watcher and links them to the watched library."""
    objects = watched(watcher)
    flag = f"-fsanitize={WATCHERS[watcher][2]}"
    program.parent.mkdir(parents=True, exist_ok=True)
    compiler = [clang(), "-g", "-O1", "-fno-omit-frame-pointer", flag, "-fuse-ld=lld", f"-I{INCLUDE}"]
    command([*compiler, *options, *sources, *objects, "-lpthread", "-lm", "-o", program])
