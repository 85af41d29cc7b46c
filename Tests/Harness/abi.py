"""The binary interface of a header: what a program that was compiled with one finds in a library of another.

abidiff compares libraries, of which a header alone is enough: see bindings/c/packaging/abi.py.
"""

import platform
import re
import runpy
import subprocess
from pathlib import Path

from declarations import declared
from machine import ROOT, clang, command, tool

SCRIPT = ROOT / "bindings/c/packaging/abi.py"
DESCRIBED = runpy.run_path(str(SCRIPT))


def stub(header: Path, before: Path, folder: Path) -> Path:
    """A library with the header's functions and types. Structs that say their size have no more fields than
    in the header `before`: at their end they may grow. (abidiff can be told to pass over that, but then it
    passes over more.)"""
    folder.mkdir()
    fields = declared(before).structs
    most = {name: len(fields[name]) for name in declared(before).versioned()}
    library = DESCRIBED["stub"](header, folder, platform.machine(), most)
    assert isinstance(library, Path)
    return library


def compared(before: Path, after: Path) -> str:
    """What abidiff says of two libraries, or of their descriptions; nothing if there is nothing to say."""
    words = [tool("abidiff"), "--no-added-syms", before, after]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    # The first two bits are failures of abidiff itself, the next two say that there is a change.
    assert done.returncode & 3 == 0, done.stdout + done.stderr
    return done.stdout if done.returncode else ""


def constants(header: Path) -> dict[str, str]:
    """The header's macros but for its version; debug information has none of them."""
    text = command([clang(), "-E", "-dM", "-x", "c", header])
    found = dict(re.findall(r"^#define (IQ_\w+\b\S*) (.+)$", text, re.MULTILINE))
    return {name: value for name, value in found.items() if not name.startswith("IQ_VERSION")}


def differences(before: Path, after: Path, folder: Path) -> str:
    """What keeps programs that were compiled with the header `before` from running with a library that has
    `after`; nothing if they run."""
    stubs = [stub(header, before, folder / name) for header, name in ((before, "before"), (after, "after"))]
    lines = compared(*stubs)
    # abidiff does not mind another name for a field of the same type.
    structs = declared(after).structs
    for struct, fields in declared(before).structs.items():
        for old, new in zip(fields, structs.get(struct, []), strict=False):
            if old.name not in (new.name, "reserved"):
                lines += f"{struct}.{old.name} is now {new.name}\n"
    now = constants(after)
    for name, value in constants(before).items():
        if now.get(name) != value:
            lines += f"{name} was {value}, is {now.get(name, 'not there')}\n"
    return lines
