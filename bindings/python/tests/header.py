"""Reads include/iqlist.h, for the tests that hold Python's layer to it. The repository must be around."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[3]
HEADER = ROOT / "include/iqlist.h"


class Declaration(NamedTuple):
    """One thing that the header declares, where it does so."""

    at: int
    kind: str  # define, typedef, struct, callback or function
    name: str
    body: str


PATTERNS = {
    "define": r"^#define (?P<name>IQ_\w+)[ \t]+(?P<body>\S.*?)[ \t]*$",
    "typedef": r"^typedef (?P<body>\w+) (?P<name>iq_\w+);",
    "opaque": r"^typedef struct (?P<name>iq_\w+) (?P<body>iq_\w+);",
    "struct": r"^typedef struct (?P<name>iq_\w+) \{(?P<body>[^}]*)\} (?P=name);",
    "callback": r"^typedef (?P<name>\w+ \(\*iq_\w+\))\((?P<body>[^;]*)\);",
    "function": r"^(?P<name>(?:const )?\w+ \*?iq_\w+)\((?P<body>[^()]*)\);",
}


def declarations() -> list[Declaration]:
    """All of them, in order. A struct is there when it is declared, or from its first mention
    before that on."""
    if not HEADER.is_file():
        pytest.skip("the header is not here: these tests want the repository")
    text = re.sub(r"/\*.*?\*/", lambda found: " " * len(found[0]), HEADER.read_text(), flags=re.DOTALL)
    made: list[Declaration] = []
    for kind, pattern in PATTERNS.items():
        for found in re.finditer(pattern, text, re.MULTILINE):
            at, name = found.start(), found["name"]
            if kind in ("struct", "opaque"):
                mention = re.search(rf"struct {name}\b", text[:at])
                at = mention.start() if mention else found.end()
            made.append(Declaration(at, kind, name, " ".join(found["body"].split())))
    return sorted(made)


def bare(name: str) -> str:
    """The name in a callback's or function's declaration: what stands before it is its result."""
    found = re.search(r"iq_\w+(?=\)?$)", name)
    assert found
    return found[0]


def fields(body: str) -> list[tuple[str, str]]:
    """A struct's fields: name and type."""
    made: list[tuple[str, str]] = []
    for part in filter(None, map(str.strip, body.split(";"))):
        pointer = re.fullmatch(r"(.*)\(\*(\w+)\)\((.*)\)", part)
        if pointer:
            made.append((pointer[2], f"{pointer[1].strip()} (*)({types(pointer[3])})"))
            continue
        first, *others = part.split(",")
        found = re.fullmatch(r"(.*?)(\w+)(\[\d+\])?", first.strip())
        assert found
        kind = found[1].strip() + (found[3] or "")
        made += [(found[2], kind), *((other.strip(), kind) for other in others)]
    return made


def types(parameters: str) -> str:
    """The types of a list of parameters, without their names."""
    if parameters == "void":
        return ""
    return ", ".join(re.sub(r"\w+$", "", each.strip()).strip() for each in parameters.split(","))
