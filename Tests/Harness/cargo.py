"""Runs cargo on the crates of bindings/rust. They have no dependencies, so that it needs no network."""

import os
from pathlib import Path

import library
from machine import BUILD, ROOT, command, tool
from outcomes import Failed, skip

WORKSPACE = ROOT / "bindings/rust"
EXAMPLES = WORKSPACE / "iqlist/examples"
BUILT = BUILD / "rust"

# How a crate finds the library.
SHARED = {"IQLIST_LIB_DIR": str(library.FOLDER)}
STATIC = {**SHARED, "IQLIST_STATIC": "1"}
# Set and empty is not set: the library is looked for in the next place.
ELSEWHERE = {"IQLIST_LIB_DIR": "", "IQLIST_STATIC": ""}


def cargo(
    target: str, environment: dict[str, str], *words: str, manifest: Path = WORKSPACE / "Cargo.toml"
) -> str:
    """Each use has a target folder of its own: one would undo the other, and wait for it."""
    library.release()
    own = {"CARGO_TARGET_DIR": str(BUILT / target), "CARGO_NET_OFFLINE": "true", **environment}
    # Two uses at a time: each gets half of the machine.
    jobs = {"CARGO_BUILD_JOBS": str(max(1, (os.cpu_count() or 1) // 2))}
    return command([tool("cargo"), words[0], "--manifest-path", manifest, *words[1:]], {**jobs, **own})


def component(name: str) -> None:
    """A part of the toolchain that comes apart from cargo."""
    tool("cargo")
    try:
        command(["cargo", name, "--version"])
    except Failed:
        skip(f"cargo {name} is not installed")
