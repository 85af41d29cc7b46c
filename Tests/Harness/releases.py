"""The archives of a release, as `bindings/c/build release` makes them, and what they hold."""

import os
import shutil
import tarfile
from pathlib import Path

from clone import COPIED
from environments import online
from installation import expected
from machine import BUILD, ROOT, WORK, tool
from once import once
from outcomes import skip
from version import version

SCRIPT = ROOT / "bindings/c/build"
MADE = WORK / "release"
# By name, the target of which it is made.
ARCHIVES = {
    "x86_64-linux-gnu": "x86_64-linux-gnu.2.17",
    "aarch64-linux-gnu": "aarch64-linux-gnu.2.17",
    "x86_64-linux-musl": "x86_64-linux-musl",
}
SBOM = "share/iqlist/iqlist.spdx.json"
# The environment has no say.
DEFAULTS = {"ARCHIVES": "", "SOURCE_DATE_EPOCH": "", "WITHOUT": "debug", "LIBDIR": "elsewhere"}


def folder_of(name: str) -> str:
    """The one folder of an archive."""
    return f"libiqlist-{version()}-{name}"


def contents() -> set[str]:
    """What each prefix has but for its folders."""
    return expected("lib") - {"share/iqlist/manifest"} | {SBOM, "share/iqlist/libiqlist.abi"}


def needs_abidw() -> None:
    tool("abidw")


@once
def archives() -> Path:
    """Makes them; answers their folder. What is missing skips the test."""
    if os.uname().machine != "x86_64":
        skip("those for x86_64 are made there only")
    # With its headers both targets of aarch64 are compiled once.
    tool("aarch64-linux-gnu-gcc")
    needs_abidw()
    folder = MADE / "archives"
    shutil.rmtree(folder, ignore_errors=True)
    online([SCRIPT, "release", folder], DEFAULTS)
    return folder


def archive(name: str) -> Path:
    return archives() / f"{folder_of(name)}.tar.gz"


@once
def unpacked(name: str) -> Path:
    """A prefix that tests only read, in a folder that nothing was told of."""
    folder = MADE / "somewhere else" / name
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(archive(name)) as opened:
        opened.extractall(folder, filter="tar")
    return folder / folder_of(name)


@once
def again() -> Path:
    """Makes those for glibc another time, of a copy of the checkout in another folder. What was compiled is
    kept, and zig is the same."""
    archives()
    copy = MADE / "a copy" / "of the checkout"
    shutil.rmtree(copy, ignore_errors=True)
    for name in (*COPIED, "bindings/c", "include", "Sources"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name)
        else:
            shutil.copy(ROOT / name, copy / name)
    zig = os.environ.get("IQ_ZIG") or f"{BUILD}/ziglang/bin/python -m ziglang"
    cache = os.environ.get("ZIG_GLOBAL_CACHE_DIR") or f"{BUILD}/zig-cache"
    given = {"IQ_ZIG": zig, "ZIG_GLOBAL_CACHE_DIR": cache, "ARCHIVES": "aarch64-linux-gnu x86_64-linux-gnu"}
    # There is no changelog: the date is that of the others.
    with tarfile.open(archive("x86_64-linux-gnu")) as opened:
        given["SOURCE_DATE_EPOCH"] = str(int(opened.getmembers()[0].mtime))
    folder = copy / "made"
    online(["env", "-C", copy, "bindings/c/build", "release", folder], {**DEFAULTS, **given})
    return folder
