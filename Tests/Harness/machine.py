"""What the tests run with: the tree, the Swift toolchain and the commands of this machine."""

import functools
import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from outcomes import fail, skip

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
HEADER = INCLUDE / "iqlist.h"
# The folder of the headers of the kit, and these: events, then sizes, of which the first header includes the
# others, then functions of numbers.
KIT_INCLUDE = ROOT / "bindings/c"
KIT = KIT_INCLUDE / "kit.h"
LAYOUTS = [KIT_INCLUDE / f"kit_{part}.h" for part in ("layout", "measure", "sizes", "lines", "rules")]
KITS = [KIT, *LAYOUTS, KIT_INCLUDE / "kit_scroll.h"]
BUILD = ROOT / ".build"
WORK = BUILD / "tests"

# Seconds after which a command hangs, however busy the machine is.
PATIENCE = 1800


def command(
    words: Sequence[str | Path],
    environment: Mapping[str, str] | None = None,
    given: str = "",
) -> str:
    """Runs a command at the root, with `given` as its input; answers what it printed, both streams as one.
    Anything but status 0 fails the test."""
    shown_words = " ".join(str(word).replace(f"{ROOT}/", "") for word in words)
    try:
        done = subprocess.run(
            [str(word) for word in words],
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
            text=True,
            errors="replace",
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        output = expired.stdout or b""
        text = output.decode(errors="replace") if isinstance(output, bytes) else output
        fail(f"{shown_words}\n{text}\nstill running after {PATIENCE} seconds")
    except OSError as error:
        fail(f"{shown_words}\n{error}")
    if done.returncode != 0:
        ended = f"status {done.returncode}" if done.returncode > 0 else f"signal {-done.returncode}"
        fail(f"{shown_words}\n{done.stdout}\nended with {ended}")
    return done.stdout


def tool(name: str) -> str:
    """A command of this machine; without it the test is skipped."""
    found = shutil.which(name)
    if found is None:
        skip(f"{name} is not installed")
    return found


@functools.cache
def runtime_libraries() -> Path:
    """The folder of the Swift runtime's shared libraries."""
    described = json.loads(command(["swift", "-print-target-info"]))
    return Path(described["paths"]["runtimeLibraryPaths"][0])


@functools.cache
def clang() -> str:
    """The Swift toolchain's own clang: the only one that knows its sanitizers' run-time libraries."""
    return str(runtime_libraries().parents[2] / "bin" / "clang")
