"""The folders of Sources/ListEngine know one another in one direction only: functions use what their own
folder and those before it declare. A stored property may name a type of a later folder, as the parts of a
list stand in the rooms of their features. A name counts if one folder alone declares it, and no generic
parameter has it."""

import re
from collections import defaultdict
from pathlib import Path

from machine import ROOT

ENGINE = ROOT / "Sources/ListEngine"
FOLDERS = ["Base", "Memory", "Storage", "Match", "Diff", "Snapshot", "Replay", "Events", "Submit", "List"]
FOLDERS += ["States", "Loading", "Extents", "Views", "Layout", "Undo", "Derive", "Order", "Interact"]
FOLDERS += ["Update", "Edit", "Apply", "Compose", "Encoding", "Inspect", "Poll"]

# Comments first: a quotation mark in one opens no string.
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|""".*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)
TYPE = re.compile(r"^(?:[@\w()]+ )*(?:struct|enum|class|protocol|typealias) (\w+)", re.MULTILINE)
FUNCTION = re.compile(r"\bfunc ([A-Za-z]\w*)")
PROPERTY = re.compile(r"\b(?:let|var|case) ([A-Za-z]\w*)")
# What declares a name, and what such a name looks like where it is used.
USES = (
    (TYPE, re.compile(r"\b([A-Z]\w*)\b")),
    (FUNCTION, re.compile(r"(?<!func )\b([A-Za-z]\w*)\(")),
    (PROPERTY, re.compile(r"\.([A-Za-z]\w*)\b(?!\()")),
)
# A parameter, or a local name bound by a pattern: such a name is no one folder's own.
LOCAL = re.compile(r"\b(\w+): ")
GENERIC = re.compile(r"\b(?:struct|enum|class|func|init) ?\w*<([^>]*)>")


STORED = re.compile(r"(?:[@\w()]+ )*(?:let|var) \w+\b[^{]*(?:\{[^{}]*\}\)?)?$")
COMPUTED = re.compile(r"(?:let|var) \w+: [^={]+\{")
TYPE_BODY = re.compile(r"\b(?:struct|enum|class|extension|protocol) [A-Z]")


def code(path: Path) -> str:
    return NOISE.sub("", path.read_text())


def functions(text: str) -> str:
    """The code without the stored properties of its types."""
    kept = []
    # For each brace that is open, whether it began the body of a type.
    bodies: list[bool] = []
    for line in text.split("\n"):
        is_member = not bodies or bodies[-1]
        if not (is_member and STORED.match(line.strip()) and not COMPUTED.search(line)):
            kept.append(line)
        for i, character in enumerate(line):
            if character == "{":
                bodies.append(TYPE_BODY.search(line[:i]) is not None and "func " not in line[:i])
            elif character == "}" and bodies:
                bodies.pop()
    return "\n".join(kept)


def violations() -> list[str]:
    """Each use of a name of a later folder, and each folder that has no place in the order."""
    sources = {path: code(path) for path in sorted(ENGINE.glob("*/*.swift"))}
    found = [
        f"{name}: no such folder in the order" for name in {p.parent.name for p in sources} - set(FOLDERS)
    ]
    homes: dict[str, set[str]] = defaultdict(set)
    forms: dict[str, re.Pattern[str]] = {}
    generic: set[str] = set()
    for path, text in sources.items():
        for declaration, use in USES:
            for name in declaration.findall(text):
                homes[name].add(path.parent.name)
                forms[name] = use
        generic |= {name.split(":")[0] for list in GENERIC.findall(text) for name in list.split(", ")}
    for path, text in sources.items():
        for name in homes.keys() & set(LOCAL.findall(text)):
            homes[name].add(path.parent.name)
    own = {name: folders.copy().pop() for name, folders in homes.items() if len(folders) == 1}
    own = {name: home for name, home in own.items() if name not in generic and home in FOLDERS}
    for path, text in sources.items():
        if path.parent.name not in FOLDERS:
            continue
        later = set(FOLDERS[FOLDERS.index(path.parent.name) + 1 :])
        text = functions(text)
        for use in {use for _, use in USES}:
            for name in set(use.findall(text)):
                if own.get(name) in later and forms[name] is use:
                    found.append(f"{path.relative_to(ENGINE)} uses {name} of {own[name]}")
    return sorted(found)


def missing_aspects() -> list[str]:
    """Each `Type+Aspect.swift` (or `Type+Aspect`) that a comment names and that is no file."""
    files = {path.stem for path in ENGINE.glob("*/*.swift")} | {
        path.stem for path in ROOT.glob("Sources/IQList/*.swift")
    }
    found = []
    for path in sorted(ROOT.glob("Sources/*/**/*.swift")):
        for comment in re.findall(r"//[^\n]*", path.read_text()):
            found += [
                f"{path.relative_to(ROOT)}: {name}"
                for name in re.findall(r"\b([A-Z]\w+\+[A-Z]\w+)", comment)
                if name not in files
            ]
    return found


if __name__ == "__main__":
    print("\n".join(violations() + missing_aspects()))
