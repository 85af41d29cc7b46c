"""The guide for those who come from a list kit: its tables, and whether what they name exists.

A table has a row for each name in the kit's document: what the language layers and C call it, and the steps
of the walk-throughs that show it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import library
from machine import HEADER, ROOT, command, tool
from walkthroughs import KITS, NAMES

GUIDE = ROOT / "bindings/guides/kits.md"
RUST = ROOT / "bindings/rust/iqlist/src"
KIT_HEADER = ROOT / "bindings/c/kit.h"
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
    """Those that neither the library's header nor that of the kit layer has; of `iq_columns.levels` both."""
    known = {
        word
        for header in (HEADER, KIT_HEADER)
        for word in re.findall(r"\w+", without_comments(header.read_text()))
    }
    return [name for name in names if not set(name.removesuffix("()").split(".")) <= known]


# --- Rust


class Crate:
    """The names that the sources of a crate declare, without its tests."""

    def __init__(self, folder: Path) -> None:
        text = "\n".join(path.read_text() for path in sorted(folder.rglob("*.rs")))
        self.text = without_comments(text)

    def has(self, name: str) -> bool:
        """`Driver`, `Driver::update`, `iqlist::kit::Driver::update`, `update`."""
        *path, last = name.removesuffix("()").split("::")
        owners = [part for part in path if part[0].isupper()]
        if not owners:
            return self.declares(self.text, last)
        return any(self.declares(block, last) for block in self.blocks(owners[-1]))

    @staticmethod
    def declares(text: str, name: str) -> bool:
        item = rf"\b(?:struct|enum|trait|type|fn|const|static|union|macro_rules!)\s+{name}\b"
        member = rf"^\s*(?:pub(?:\([^)]*\))?\s+)?{name}\b\s*(?::[^:]|,|\(|\{{|=|$)"
        return re.search(f"{item}|{member}", text, re.MULTILINE) is not None

    def blocks(self, owner: str) -> Iterator[str]:
        """What stands between the braces of a type, of a trait and of the implementations of it."""
        heads = rf"\b(?:struct|enum|trait|union)\s+{owner}\b[^;{{]*\{{"
        heads += rf"|\bimpl\b[^;{{]*?\b{owner}\b[^;{{]*\{{"
        for head in re.finditer(heads, self.text):
            depth, at = 1, head.end()
            while depth and at < len(self.text):
                depth += {"{": 1, "}": -1}.get(self.text[at], 0)
                at += 1
            yield self.text[head.end() : at - 1]


def missing_in_rust(names: list[str]) -> list[str]:
    crate = Crate(RUST)
    return [name for name in names if not crate.has(name)]
