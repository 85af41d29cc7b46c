"""The binary interface of a header: what a program that was compiled with one finds in a library of another.

abidiff compares libraries, of which a header alone is enough: one is made whose functions have no bodies.
"""

import re
import subprocess
from pathlib import Path

from declarations import declared, syntax
from machine import clang, command, tool


def stub(header: Path, before: Path, folder: Path) -> Path:
    """A library with the header's functions and types, for abidiff to read. Structs that say their size have
    no more fields than in the header `before`: at their end they may grow."""
    text = header.read_bytes()
    fields = declared(before).structs
    for node in reversed(syntax(header)):
        end = node["range"]["end"]["offset"]
        if node["kind"] == "FunctionDecl":
            assert text[end + 1 : end + 2] == b";", node["name"]
            text = text[: end + 1] + b" { __builtin_unreachable(); }" + text[end + 2 :]
        elif node["kind"] == "RecordDecl" and node["name"] in declared(before).versioned():
            own = [each for each in node.get("inner", []) if each["kind"] == "FieldDecl"]
            if len(own) > len(fields[node["name"]]):
                last = own[len(fields[node["name"]]) - 1]["range"]["end"]
                start = last["offset"] + last["tokLen"]
                assert text[start : start + 1] == b";", node["name"]
                text = text[: start + 1] + text[end:]
    folder.mkdir()
    source, library = folder / "stub.c", folder / "stub.so"
    source.write_bytes(text)
    command([tool("gcc"), "-std=c11", "-g", "-shared", "-fPIC", source, "-o", library])
    return library


def constants(header: Path) -> dict[str, str]:
    """The header's macros but for its version; debug information has none of them."""
    text = command([clang(), "-E", "-dM", "-x", "c", header])
    found = dict(re.findall(r"^#define (IQ_\w+\b\S*) (.+)$", text, re.MULTILINE))
    return {name: value for name, value in found.items() if not name.startswith("IQ_VERSION")}


def differences(before: Path, after: Path, folder: Path) -> str:
    """What keeps programs that were compiled with the header `before` from running with a library that has
    `after`; nothing if they run."""
    stubs = [stub(header, before, folder / name) for header, name in ((before, "before"), (after, "after"))]
    words = [tool("abidiff"), "--no-added-syms", *map(str, stubs)]
    compared = subprocess.run(words, capture_output=True, text=True, check=False)
    # The first two bits are failures of abidiff itself, the next two say that there is a change.
    assert compared.returncode & 3 == 0, compared.stdout + compared.stderr
    lines = compared.stdout if compared.returncode else ""
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
