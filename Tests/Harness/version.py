"""The version: include/iqlist.h has it, all that is named after it follows."""

import re
from pathlib import Path

from machine import HEADER
from outcomes import fail

PARTS = ("MAJOR", "MINOR", "PATCH")


def numbers(header: Path = HEADER) -> tuple[int, int, int]:
    """Major, minor and patch version of a header."""
    macros = dict(re.findall(r"^#define IQ_VERSION_(\w+) (\d+)$", header.read_text(), re.MULTILINE))
    if not macros.keys() >= set(PARTS):
        fail(f"{header} has no version")
    major, minor, patch = (int(macros[part]) for part in PARTS)
    return major, minor, patch


def version(header: Path = HEADER) -> str:
    return ".".join(map(str, numbers(header)))


def series(header: Path = HEADER) -> str:
    """The part of the version within which programs need not be built anew."""
    major, minor, _ = numbers(header)
    return str(major) if major else f"0.{minor}"


def soname(header: Path = HEADER) -> str:
    """The name by which programs ask for the library."""
    return f"libiqlist.so.{series(header)}"


def node(header: Path = HEADER) -> str:
    """The version node of what is exported."""
    return f"IQLIST_{series(header)}"


def renumber(header: Path, major: int, minor: int, patch: int) -> None:
    """Gives a copy of the header another version."""
    text = header.read_text()
    for part, number in zip(PARTS, (major, minor, patch), strict=True):
        text, count = re.subn(rf"(?m)^(#define IQ_VERSION_{part}) \d+$", rf"\1 {number}", text)
        assert count == 1, part
    header.write_text(text)
