"""The reference of C: a page for each section of iqlist.h, in the header's order and with all of its text.

    c_reference.py HEADER XML FOLDER

XML is what doxygen makes of the header: it knows what is declared where. The text beside it comes from the
header as it is laid out there. Each name that doxygen has found gets an entry, or this fails.
"""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

from header_text import Text

RULE = "/* ===="
# Where the names are, for other references, beside the XML.
LINKS = "links.json"
# The comment at the top has no rule, and this heading inside.
FIRST = "CONVENTIONS"


class Symbol(NamedTuple):
    name: str
    kind: str
    """define, function, typedef or struct"""


class Chunk(NamedTuple):
    """A comment and the declarations that it belongs to; without any it is prose."""

    comment: str
    code: str
    symbols: list[Symbol]


class Section(NamedTuple):
    title: str
    text: str
    chunks: list[Chunk]

    @property
    def page(self) -> str:
        return self.title.lower().replace(" ", "-") + ".md"

    @property
    def heading(self) -> str:
        return self.title.capitalize()


def declared(folder: Path) -> dict[int, list[Symbol]]:
    """What doxygen found, by line."""
    found: dict[int, list[Symbol]] = {}

    def add(symbol: Symbol, location: ET.Element | None) -> None:
        assert location is not None
        found.setdefault(int(location.attrib["line"]), []).append(symbol)

    for member in ET.parse(folder / "iqlist_8h.xml").iter("memberdef"):
        add(Symbol(member.findtext("name", ""), member.attrib["kind"]), member.find("location"))
    for path in sorted(folder.glob("structiq__*.xml")):
        compound = ET.parse(path).find("compounddef")
        assert compound is not None
        add(Symbol(compound.findtext("compoundname", ""), "struct"), compound.find("location"))
    return found


def bare(lines: list[str]) -> str:
    """The text of a comment."""
    text = "\n".join(lines).strip()
    text = re.sub(r"^/\*\*? ?|\s*\*/$", "", text)
    text = re.sub(r"^ ?\* ?", "", text, flags=re.MULTILINE)
    return re.sub(r"^[ =]*=[ =]*$", "", text, flags=re.MULTILINE)


def comment_at(lines: list[str], start: int) -> int:
    """The line behind the comment that begins there."""
    end = start
    while "*/" not in lines[end]:
        end += 1
    return end + 1


def declaration_at(lines: list[str], start: int) -> int:
    """The line behind the declarations that begin there: up to an empty line or a comment of its own."""
    end, depth = start, 0
    while end < len(lines):
        line = lines[end]
        if depth == 0 and end > start and is_other(line, lines[start]):
            break
        code = re.sub(r"/\*.*?(\*/|$)", "", line)
        depth += code.count("{") - code.count("}")
        end += 1
        if depth == 0 and "/*" in line and "*/" not in line.rpartition("/*")[2]:
            while "*/" not in lines[end - 1] or lines[end - 1] == line:
                end += 1
    return end


def is_other(line: str, first: str) -> bool:
    """Whether a line is no part of the declarations that begin with `first`."""
    is_macro = line.startswith("#define"), first.startswith("#define")
    return not line.strip() or line.startswith(("/*", "#endif")) or is_macro == (True, False)


SKIPPED = re.compile(r"#(if|endif|include|define IQLIST_H$)|extern \"C\"|}$|struct iq_\w+;$")


def parsed(header: Path, found: dict[int, list[Symbol]]) -> list[Section]:
    lines = header.read_text().splitlines()
    sections: list[Section] = []
    comment, line = "", 0
    while line < len(lines):
        text = lines[line]
        if text.startswith("/*"):
            if comment:
                sections[-1].chunks.append(Chunk(comment, "", []))
            end = comment_at(lines, line)
            comment = bare(lines[line:end])
            if text.startswith(RULE) or not sections:
                title, _, rest = comment.strip().partition("\n")
                if not sections:
                    title, rest = FIRST, rest.replace(f"\n{FIRST}\n", "\n")
                sections.append(Section(title, rest, []))
                comment = ""
            is_plain = not text.startswith("/**")
            line = end
            if comment and is_plain:
                sections[-1].chunks.append(Chunk(comment, "", []))
                comment = ""
        elif not text.strip() or SKIPPED.match(text):
            line += 1
        else:
            end = declaration_at(lines, line)
            symbols = [symbol for number in range(line + 1, end + 1) for symbol in found.pop(number, [])]
            code = "\n".join(lines[line:end])
            sections[-1].chunks.append(Chunk(comment, code, symbols))
            comment, line = "", end
    return sections


def unique(symbols: list[Symbol]) -> list[str]:
    """A struct and its typedef have one name."""
    return list(dict.fromkeys(symbol.name for symbol in symbols))


def written(section: Section, text: Text) -> str:
    pieces = [f"# {section.heading}", text.html(section.text)]
    for chunk in section.chunks:
        names = unique(chunk.symbols)
        if not chunk.code:
            pieces.append(text.html(chunk.comment))
            continue
        code, comment = f"```c\n{chunk.code}\n```", text.html(chunk.comment)
        if chunk.symbols[0].kind == "define":
            pieces += ["".join(f'<a id="{name}"></a>' for name in names), comment, code]
        else:
            pieces.append(f"## `{names[0]}` {{ #{names[0]} }}")
            pieces += ["".join(f'<a id="{name}"></a>' for name in names[1:]), code, comment]
    return "\n\n".join(piece for piece in pieces if piece) + "\n"


def main(header: Path, folder: Path, target: Path) -> None:
    found = declared(folder)
    everything = {symbol.name for symbols in found.values() for symbol in symbols}
    sections = parsed(header, found)
    links = {}
    for section in sections:
        links[section.title] = section.page
        for chunk in section.chunks:
            links.update((name, f"{section.page[:-3]}.html#{name}") for name in unique(chunk.symbols))
    missing = everything - links.keys() - {"IQLIST_H"}
    if missing:
        sys.exit(f"no entry for {', '.join(sorted(missing))}")
    links = {name: link.replace(".md", ".html") for name, link in links.items()}
    links["KEYS"] = links["KEYS AND HASHING"]
    text = Text(links)
    target.mkdir(parents=True, exist_ok=True)
    for section in sections:
        (target / section.page).write_text(written(section, text))
    (target / "index.md").write_text(index(sections))
    (folder / LINKS).write_text(json.dumps(links))


def index(sections: list[Section]) -> str:
    lines = ["# Reference of C", "", "The header `iqlist.h`, section by section.", ""]
    for section in sections:
        lines += [f"## [{section.heading}]({section.page})", ""]
        entries = [name for chunk in section.chunks for name in unique(chunk.symbols) if name.islower()]
        links = [f"[`{name}`]({section.page}#{name})" for name in entries]
        lines += [" · ".join(links), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
