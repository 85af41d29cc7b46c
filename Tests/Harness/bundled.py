"""Builds of the crates with the feature `bundled` and a release archive."""

import os
from pathlib import Path

from cargo import BUILT
from machine import command
from once import once
from outcomes import Failed, fail
from release_archives import archive
from test_crates import NOTHING, outside, unpacked
from version import version

BUNDLED = ["--quiet", "--package", "program", "--features", "bundled", "--bin"]
OWN_TARGET = f"{os.uname().machine}-unknown-linux-gnu"


def run(program: str) -> str:
    """Builds a program with the archive of a folder, and runs it."""
    given = {**NOTHING, "IQLIST_ARCHIVE": str(archive().parent)}
    return outside("archive", given, "run", *BUNDLED, program)


@once
def script() -> Path:
    """The compiled build script of iqlist-sys: run alone, it costs no build."""
    run("quickstart")
    found = (BUILT / "crates-archive/debug/build").glob("iqlist-sys-*/build-script-build")
    return max(found, key=lambda path: path.stat().st_mtime)


def told(folder: Path, environment: dict[str, str]) -> str:
    """What the build script says to cargo, with nothing but these variables and those of cargo."""
    out = folder / "out"
    out.mkdir(exist_ok=True)
    crate = unpacked() / f"iqlist-sys-{version()}"
    own = {"OUT_DIR": str(out), "CARGO_MANIFEST_DIR": str(crate), "TARGET": OWN_TARGET}
    own |= {"CARGO_FEATURE_BUNDLED": "1", "PATH": os.environ["PATH"]}
    given = [f"{name}={value}" for name, value in {**own, **environment}.items()]
    return command(["env", "-i", *given, script()])


def refused(folder: Path, environment: dict[str, str]) -> str:
    try:
        printed = told(folder, environment)
    except Failed as failure:
        assert not list((folder / "out").rglob("libiqlist.a")), "it was unpacked"
        return str(failure)
    fail(f"it was taken:\n{printed}")
