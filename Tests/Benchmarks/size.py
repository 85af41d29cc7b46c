#!/usr/bin/env python3
"""Where the bytes of the released library's machine code come from.

    bindings/c/build
    Tests/Benchmarks/size.py [--largest N] [libiqlist.so]

Prints the size of the code by folder of Sources, and then the N largest functions. The library has to have
its symbols; it is .build/iqlist/libiqlist.so unless given. A function counts for the folder that declares it.
Code that the compiler inlined counts for the function that it is in; copies of a generic function are one.

The debug information does not name the files of the engine, as its code comes out of a compiled module. So
functions are found by their names. What cannot be, as code of the standard library, is "other".
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Sources"

TYPE = re.compile(r"\b(?:struct|enum|class|protocol|extension)\s+([A-Za-z][\w.]*)")
MEMBER = re.compile(r"\b(?:func|var|let)\s+(\w+)|\b(init|deinit|subscript)\b")
C_FUNCTION = re.compile(r"\b(iqp?_\w+)\(")
# What precedes the name of the function that a piece of code belongs to.
PREFIX = re.compile(
    r"^.*(?: in | of |^)(?=(?:specialized |static )*[^ ]+$)|^(?:specialized |static |merged )+"
)
ARGUMENTS = re.compile(r"<[^<>]*>|\([^()]*\)")


def folder(path: Path) -> str:
    return path.parent.relative_to(SOURCES).as_posix()


def declared() -> dict[str, Counter[str]]:
    """Folders by `member`, `Type.member` and `Type` in them; more than one where overloads are apart."""
    found: dict[str, Counter[str]] = {}
    for path in sorted(SOURCES.rglob("*.swift")):
        scopes: list[tuple[int, str]] = []
        depth = 0
        for line in path.read_text().splitlines():
            code = line.split("//")[0]
            if match := TYPE.search(code):
                name = match[1].split(".")[-1]
                scopes.append((depth, name))
                if "extension" not in code:
                    found.setdefault(name, Counter())[folder(path)] += 1
            elif match := MEMBER.search(code):
                name = match[1] or match[2]
                if scopes:
                    name = f"{scopes[-1][1]}.{name}"
                found.setdefault(name, Counter())[folder(path)] += 1
            depth += code.count("{") - code.count("}")
            while scopes and "}" in code and depth <= scopes[-1][0]:
                scopes.pop()
    for path in sorted([*SOURCES.rglob("*.c"), *SOURCES.rglob("*.h")]):
        for name in C_FUNCTION.findall(path.read_text()):
            found.setdefault(name, Counter())[path.relative_to(SOURCES).parts[0]] += 1
    return found


def function(symbol: str) -> str:
    """The function that the code of a demangled symbol belongs to, without arguments: `Type.member`."""
    while (shorter := ARGUMENTS.sub("", symbol)) != symbol:
        symbol = shorter
    return PREFIX.sub("", symbol.strip().rstrip("?"))


def place(name: str, declarations: dict[str, Counter[str]]) -> str:
    parts = name.split(".")
    candidates = [".".join(parts[i : i + 2]) for i in range(len(parts) - 1)]
    for candidate in [*candidates, *reversed(parts)]:
        if folders := declarations.get(candidate):
            return folders.most_common(1)[0][0]
    return "other"


def sizes(library: Path) -> Counter[str]:
    """Bytes by function. Of names for the same code one counts."""
    command = ["nm", "--print-size", "--defined-only", str(library)]
    symbols = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    demangle = ["swift", "demangle", "--simplified"]
    lines = subprocess.run(demangle, input=symbols, capture_output=True, text=True, check=True).stdout
    found: Counter[str] = Counter()
    addresses = set()
    for line in lines.splitlines():
        address, size, kind, name = [*line.split(" ", 3), "", ""][:4]
        if kind in ("t", "T") and address not in addresses:
            addresses.add(address)
            found[function(name)] += int(size, 16)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS
    )
    parser.add_argument("--largest", type=int, default=0, metavar="N")
    parser.add_argument("library", type=Path, nargs="?", default=ROOT / ".build/iqlist/libiqlist.so")
    options = parser.parse_args()
    by_function = sizes(options.library)
    declarations = declared()
    by_folder: Counter[str] = Counter()
    for name, size in by_function.items():
        by_folder[place(name, declarations)] += size
    for name, size in by_folder.most_common():
        print(f"{size:9,}  {name}")
    print(f"{by_folder.total():9,}  all code")
    for name, size in by_function.most_common(options.largest):
        print(f"{size:9,}  {name}")


if __name__ == "__main__":
    main()
