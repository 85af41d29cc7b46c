"""The files that repeat what the header declares: written from it by `Tests/run --renew`, and checked in, so
that neither the package nor the crates need a compiler of C."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import mirror_of_python
import mirror_of_rust
from declarations import Header, declared
from machine import ROOT

SYS = ROOT / "bindings/rust/iqlist-sys"


class Mirror(NamedTuple):
    path: Path
    text: Callable[[Header], str]


MIRRORS = [
    Mirror(ROOT / "bindings/python/src/iqlist/abi.py", mirror_of_python.text),
    Mirror(SYS / "src/declarations.rs", mirror_of_rust.declarations),
    Mirror(SYS / "tests/header/layout.rs", mirror_of_rust.layout),
]


def renew() -> None:
    """Writes those that are not current, and says which."""
    for path, text in MIRRORS:
        made = text(declared())
        if not path.is_file() or path.read_text() != made:
            path.write_text(made)
            print(f"renewed {path.relative_to(ROOT)}")
