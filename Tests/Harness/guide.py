"""The guide for those who come from a list kit: its tables, and whether what they name exists.

A table has a row for each name in the kit's document: what the language layers and C call it, and the steps
of the walk-throughs that show it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import cargo
import library
from machine import HEADER, ROOT, WORK, command, tool
from machine import KITS as KIT_HEADERS
from walkthroughs import KITS, NAMES

GUIDE = ROOT / "bindings/guides/kits.md"
RUST = ROOT / "bindings/rust/iqlist"
RESOLVE = ROOT / "Tests/Harness/resolve.py"

COLUMNS = ["Python", "Rust", "C", "Step"]
NAME = re.compile(r"`([^`]+)`")

Missing = Callable[[list[str]], list[str]]
"""Answers those of some names that do not exist."""


class Row(NamedTuple):
    line: int
    names: list[str]
    """In the kit."""
    cells: dict[str, str]
    """By column."""

    def ours(self, column: str) -> list[str]:
        """The names in one of our columns. What is not in backticks is prose."""
        return NAME.findall(self.cells[column])

    @property
    def steps(self) -> list[str]:
        return [step.strip() for step in self.cells["Step"].split(";") if step.strip()]


def rows(kit: str) -> list[Row]:
    """Those of the kit's table: the one behind the heading with its name."""
    lines = GUIDE.read_text().splitlines()
    begin = lines.index(f"## {KITS[kit]}")
    found: list[Row] = []
    header: list[str] = []
    for number, line in enumerate(lines[begin + 1 :], begin + 2):
        if line.startswith("## "):
            break
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not header:
            header = cells
            assert header[1:] == COLUMNS, f"{GUIDE.name}:{number}: the columns"
        elif not set(line) <= set("|-: "):
            assert len(cells) == len(header), f"{GUIDE.name}:{number}: {len(cells)} cells"
            found.append(Row(number, NAME.findall(cells[0]), dict(zip(COLUMNS, cells[1:], strict=True))))
    return found


def all_rows() -> Iterator[Row]:
    for kit in KITS:
        yield from rows(kit)


def documented(kit: str) -> list[str]:
    """The public names in the kit's document."""
    lines = (NAMES / f"{kit}.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def in_column(column: str) -> list[str]:
    return sorted({name for row in all_rows() for name in row.ours(column)})


def missing_in_python(names: list[str]) -> list[str]:
    """Those that neither iqlist.kit nor iqlist has."""
    found = {"PYTHONPATH": str(ROOT / "bindings/python/src"), "IQLIST_LIBRARY": str(library.release())}
    return command([tool("python3"), "-B", RESOLVE], found, "\n".join(names)).splitlines()


# --- C


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)


def missing_in_c(names: list[str]) -> list[str]:
    """Those that neither the library's header nor the kit's headers have; of `iq_columns.levels` both."""
    texts = [without_comments(header.read_text()) for header in (HEADER, *KIT_HEADERS)]
    known = {word for text in texts for word in re.findall(r"\w+", text)}
    return [name for name in names if not set(name.removesuffix("()").split(".")) <= known]


# --- Rust


MANIFEST = """
[package]
name = "names"
version = "0.0.0"
edition = "2021"

[dependencies]
iqlist = {{ path = "{path}" }}

[workspace]
"""
# Each name is a link in the documentation of a module that imports the kit, and of one that imports the rest.
LIBRARY = """
pub mod kit {{
    {links}
    #[allow(unused_imports)]
    use iqlist::kit::*;
}}
pub mod below {{
    {links}
    #[allow(unused_imports)]
    use iqlist::*;
}}
"""


def missing_in_rust(names: list[str]) -> list[str]:
    """Those that neither iqlist::kit nor iqlist has: rustdoc finds nothing to link to in either."""
    folder = WORK / "guide" / hashlib.sha256("\n".join(names).encode()).hexdigest()[:8]
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "Cargo.toml").write_text(MANIFEST.format(path=RUST))
    links = "\n    ".join(f"//! [`{name}`]" for name in names)
    (folder / "src/lib.rs").write_text(LIBRARY.format(links=links))
    printed = cargo.cargo("guide", cargo.SHARED, "doc", "--no-deps", manifest=folder / "Cargo.toml")
    broken = re.findall(r"unresolved link to `([^`]+)`", printed)
    return [name for name in names if broken.count(name) == 2]
