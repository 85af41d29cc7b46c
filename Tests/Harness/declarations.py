"""What the header declares, as clang reads it: its structs with their fields, its functions with their
parameters, each with its type in C."""

import functools
import json
from pathlib import Path
from typing import Any, NamedTuple

from machine import HEADER, clang, command


class Named(NamedTuple):
    """A field or a parameter."""

    name: str
    type: str


class Header(NamedTuple):
    structs: dict[str, list[Named]]
    functions: dict[str, list[Named]]
    undocumented: list[str]
    """Types and functions without a doc comment."""

    def versioned(self) -> set[str]:
        """The structs that begin with struct_size."""
        return {name for name, fields in self.structs.items() if fields[0].name == "struct_size"}


def members(node: dict[str, Any], kind: str) -> list[Named]:
    inner = [each for each in node.get("inner", []) if each["kind"] == kind]
    return [Named(each["name"], each["type"]["qualType"].replace("struct ", "")) for each in inner]


def syntax(header: Path) -> list[dict[str, Any]]:
    """Clang's nodes of a header, in its order. Those of system headers do not begin with our prefix."""
    words = ["-fsyntax-only", "-Xclang", "-ast-dump=json", "-x", "c", str(header)]
    nodes = json.loads(command([clang(), *words]))["inner"]
    return [node for node in nodes if node.get("name", "").startswith("iq_")]


@functools.cache
def declared(header: Path = HEADER) -> Header:
    """A struct without fields is a handle's."""
    structs: dict[str, list[Named]] = {}
    functions: dict[str, list[Named]] = {}
    undocumented: list[str] = []
    for node in syntax(header):
        if node["kind"] == "RecordDecl" and node.get("completeDefinition"):
            structs[node["name"]] = members(node, "FieldDecl")
        elif node["kind"] == "FunctionDecl":
            functions[node["name"]] = members(node, "ParmVarDecl")
        is_documented = any(each["kind"] == "FullComment" for each in node.get("inner", []))
        if node["kind"] in ("TypedefDecl", "FunctionDecl") and not is_documented:
            undocumented.append(node["name"])
    return Header(structs, functions, undocumented)
