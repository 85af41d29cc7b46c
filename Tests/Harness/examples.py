"""The examples of C, and how each is linked."""

from pathlib import Path

import native
from machine import ROOT, WORK, command, tool
from once import once
from outcomes import Failed, skip
from readme import MAIN

FOLDER = ROOT / "bindings/c/examples"
BUILT = WORK / "examples"
# What only compiles with SQLite: see test_inbox.py.
INBOX = sorted(FOLDER.glob("inbox*.c"))
FILES = sorted({*FOLDER.glob("*.c")} - {*INBOX})
PROGRAMS = [path for path in FILES if MAIN.search(path.read_text())]


@once
def shared() -> Path:
    """All files that are no program: each takes what it uses."""
    output = BUILT / "shared.a"
    native.archive([tool("gcc"), *native.FLAGS], [path for path in FILES if path not in PROGRAMS], output)
    return output


@once
def built(program: Path) -> Path:
    output = BUILT / program.stem
    native.link([program, shared()], output)
    return output


def require_sqlite() -> None:
    """Its header and library are where compilers look; without them the test is skipped."""
    try:
        command([tool("pkg-config"), "--exists", "sqlite3"])
    except Failed:
        skip("SQLite is not installed for development: libsqlite3-dev")


@once
def inbox() -> Path:
    require_sqlite()
    output = BUILT / "inbox"
    native.link([*native.STRICT, *INBOX, shared(), "-lsqlite3"], output)
    return output
