"""What the header declares, as clang reads it: its structs with their fields, its functions with their
parameters, each with its type in C. Sections, comments and constants, which clang's tree does not have, are
read from the text."""

import functools
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from machine import HEADER, clang, command


class Named(NamedTuple):
    """A field or a parameter. The type of a pointer to a function has the names of its parameters, as in
    `int (*)(void *context, const void *model)`."""

    name: str
    type: str
    doc: str = ""


class Constant(NamedTuple):
    name: str
    value: str
    """As the header writes it."""
    doc: str


class Alias(NamedTuple):
    """Another name for a number's type, or for a pointer to a function."""

    name: str
    type: str
    doc: str


class Opaque(NamedTuple):
    """The struct behind a handle, of which only the name is declared."""

    name: str
    doc: str


class Struct(NamedTuple):
    name: str
    fields: list[Named]
    doc: str


class Function(NamedTuple):
    name: str
    result: str
    parameters: list[Named]
    doc: str


class Section(NamedTuple):
    """The declarations from here on belong to it."""

    name: str


Declaration = Section | Constant | Alias | Opaque | Struct | Function


class Header(NamedTuple):
    declarations: list[Declaration]
    """In the header's order."""
    structs: dict[str, list[Named]]
    functions: dict[str, list[Named]]
    undocumented: list[str]
    """Types and functions without a doc comment."""

    def versioned(self) -> set[str]:
        """The structs that begin with struct_size."""
        return {name for name, fields in self.structs.items() if fields[0].name == "struct_size"}


# A section's title, with what is above and below it in its comment.
SECTION = re.compile(r"^/\* =+\n \* ([A-Z ]+)\n(?: \*(?: .*)?\n)+? \* =+ \*/$", re.MULTILINE)
# The comment of a constant stands before it, or behind it on its line.
CONSTANT = re.compile(
    r"(?:^/\*\*(?P<before>(?:(?!\*/)[^\0])*)\*/\n)?"
    r"^#define (?P<name>IQ_\w+)[ \t]+(?P<value>\"[^\"]*\"|\S+)"
    r"(?:[ \t]*/\*\*<(?P<behind>(?:(?!\*/)[^\0])*)\*/)?",
    re.MULTILINE,
)


def members(node: dict[str, Any], kind: str, text: str) -> list[Named]:
    inner = [each for each in node.get("inner", []) if each["kind"] == kind]
    return [Named(each["name"], type_of(each, text), doc_of(each, text)) for each in inner]


def type_of(node: dict[str, Any], text: str) -> str:
    """Clang's type, which of a pointer to a function lacks the names of the parameters: the text has them."""
    type_ = str(node["type"]["qualType"])
    if "(*)" in type_:
        begin, end = node["range"]["begin"]["offset"], node["range"]["end"]["offset"]
        written = " ".join(text[begin : end + 1].removeprefix("typedef ").split())
        type_ = written.replace(f"(*{node['name']})", "(*)")
    return type_.replace("struct ", "")


def doc_of(node: dict[str, Any], text: str) -> str:
    comments = [each for each in node.get("inner", []) if each["kind"] == "FullComment"]
    if not comments:
        return ""
    begin = text.rindex("/**", 0, comments[0]["range"]["begin"]["offset"] + 1)
    return undecorated(text[begin + 3 : text.index("*/", begin)].removeprefix("<"))


def undecorated(comment: str) -> str:
    """Removes the stars of a comment's lines and the margin that they share."""
    first, *others = comment.splitlines()
    lines = [re.sub(r"^ *\*(?: |$)", "", line).rstrip() for line in others]
    margin = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return "\n".join([first.strip(), *(line[margin:] for line in lines)]).strip()


def syntax(header: Path) -> list[dict[str, Any]]:
    """Clang's nodes of a header, in its order. Those of system headers do not begin with our prefix."""
    words = ["-fsyntax-only", "-Xclang", "-ast-dump=json", "-x", "c", str(header)]
    nodes = json.loads(command([clang(), *words]))["inner"]
    return [node for node in nodes if node.get("name", "").startswith("iq_")]


def declaration(node: dict[str, Any], text: str, complete: set[str]) -> Declaration | None:
    """Returns what a node declares; nothing if it announces a struct, or gives one the name that it has."""
    name = str(node["name"])
    if node["kind"] == "FunctionDecl":
        result = str(node["type"]["qualType"]).partition("(")[0].strip()
        return Function(name, result, members(node, "ParmVarDecl", text), doc_of(node, text))
    if node["kind"] == "RecordDecl":
        if node.get("completeDefinition"):
            return Struct(name, members(node, "FieldDecl", text), doc_of(node, text))
        return None
    if node["type"]["qualType"] != f"struct {name}":
        return Alias(name, type_of(node, text), doc_of(node, text))
    return None if name in complete else Opaque(name, doc_of(node, text))


def undocumented(nodes: list[dict[str, Any]], text: str) -> list[str]:
    kinds = ("TypedefDecl", "FunctionDecl")
    return [str(node["name"]) for node in nodes if node["kind"] in kinds and not doc_of(node, text)]


@functools.cache
def declared(header: Path = HEADER) -> Header:
    text, nodes = header.read_text(), syntax(header)
    complete = {node["name"] for node in nodes if node.get("completeDefinition")}
    found: list[tuple[int, Declaration]] = []
    for node in nodes:
        made = declaration(node, text, complete)
        if made:
            found.append((node["range"]["begin"]["offset"], made))
    for match in SECTION.finditer(text):
        found.append((match.start(), Section(match[1])))
    for match in CONSTANT.finditer(text):
        doc = undecorated(match["before"] or match["behind"] or " ")
        found.append((match.start("name"), Constant(match["name"], match["value"], doc)))
    ordered = [made for _, made in sorted(found, key=lambda pair: pair[0])]
    return Header(
        ordered,
        {made.name: made.fields for made in ordered if isinstance(made, Struct)},
        {made.name: made.parameters for made in ordered if isinstance(made, Function)},
        undocumented(nodes, text),
    )
