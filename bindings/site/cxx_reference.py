"""The reference of C++: a page with each class of iqlist.hpp and what it declares.

    cxx_reference.py HEADER XML PAGE LINKS

XML is what doxygen makes of the header, LINKS where the names of C are, below the folder c beside the page.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
import xml.etree.ElementTree as ET
from pathlib import Path

from header_text import Text


def comment_above(lines: list[str], end: int, text: Text) -> str:
    """The comment above a line."""
    start = end
    while ABOVE.match(lines[start - 1]):
        start -= 1
    found = [line[4:] for line in lines[start:end] if line.startswith("///")]
    return text.html("\n".join(found))


def line_of(member: ET.Element) -> int:
    """Where it is declared, from 0."""
    location = member.find("location")
    assert location is not None
    return int(location.attrib["line"]) - 1


# What follows a declaration on its line or on the next one: a body, or a constructor's initializers.
BODY = re.compile(r"(?<=[)\w&>])( : \w+\(.*)?(\n\s*:.*)?\s*\{(.*\})?$", re.DOTALL)


# The heading of what is in no class.
REST = "Functions and types"
# What belongs to a declaration in the lines above it.
ABOVE = re.compile(r"\s*(///|class =|template .*[^{]$)")


def declaration(lines: list[str], member: ET.Element) -> str:
    """As it stands in the header, with the comment above it and without a body."""
    start = end = line_of(member)
    while ABOVE.match(lines[start - 1]):
        start -= 1
    while not lines[end].rstrip().endswith((";", "{", "}")):
        end += 1
    text = textwrap.dedent("\n".join(lines[start : end + 1]))
    return re.sub(r"(?<!;)$", ";", BODY.sub("", text))


def declarations(lines: list[str], members: list[ET.Element]) -> str:
    return "```cpp\n{}\n```".format("\n\n".join(declaration(lines, member) for member in members))


def members_of(compound: ET.Element) -> list[ET.Element]:
    found = [
        member
        for member in compound.iter("memberdef")
        if member.attrib["prot"] == "public" and "= delete" not in member.findtext("argsstring", "")
    ]
    return list({line_of(member): member for member in sorted(found, key=line_of)}.values())


def opening(header: Path) -> str:
    """The comment at the top."""
    lines = []
    for line in header.read_text().splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[3:])
    return "\n".join(lines)


def main(header: Path, folder: Path, page: Path, links: Path) -> None:
    text = Text({name: f"c/{link}" for name, link in json.loads(links.read_text()).items()})
    compounds = [ET.parse(path).find("compounddef") for path in sorted(folder.glob("*iq_1_1*.xml"))]
    compounds.append(ET.parse(folder / "namespaceiq.xml").find("compounddef"))
    lines = header.read_text().splitlines()
    pieces = ["# Reference of C++", text.html(opening(header))]
    for compound in compounds:
        assert compound is not None
        name = compound.findtext("compoundname", "")
        members = members_of(compound)
        title = f"`{name}`" if compound.attrib["kind"] != "namespace" else REST
        above = "" if title == REST else comment_above(lines, line_of(compound), text)
        pieces += [f"## {title}", above, declarations(lines, members) if members else ""]
    page.write_text("\n\n".join(piece for piece in pieces if piece) + "\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
