"""The header's comments as Markdown for rustdoc, which links the names in them."""

import re
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from declarations import Header, Section

WIDTH = 100
# What Markdown takes for its own: also what would begin an item if it came to begin a line.
SPECIAL = re.compile(r"[\\*<\[]|(?<!\w)_|(?<=\s)-(?=\s)|(?<=\s\d)\.(?=\s)")
NAME = re.compile(r"\b((?:iq|IQ)_\w*)(?:\.(\w+)|(\(\))|(\*))?")
# The item of a list: its indent and its mark. Those with numbers are indented.
ITEM = re.compile(r"( *)(- |(?<=  )\d+\. )")
DRAWN = "    "


class Names(NamedTuple):
    """What can be linked: the names that are declared, and the fields of structs."""

    declared: set[str]
    fields: set[tuple[str, str]]

    @staticmethod
    def of(header: Header) -> "Names":
        declared = {each.name for each in header.declarations if not isinstance(each, Section)}
        fields = {(struct, field.name) for struct, fields in header.structs.items() for field in fields}
        return Names(declared, fields)


def markdown(doc: str, names: Names) -> Iterator[str]:
    """Yields the lines of a comment. A paragraph that stands further in is drawn: it keeps its lines."""
    for number, paragraph in enumerate(re.split(r"\n\n+", doc) if doc else []):
        if number:
            yield ""
        if all(line.startswith(DRAWN) for line in paragraph.splitlines()):
            yield from ["```text", *textwrap.dedent(paragraph).splitlines(), "```"]
            continue
        was_item = False
        for part in parts(paragraph):
            item = ITEM.match(part)
            if was_item and not item:
                yield ""
            was_item = item is not None
            indent = " " * len(item[2]) if item else ""
            words = " ".join(linked(part.strip(), names).split())
            yield from textwrap.wrap(
                words, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
            )


def parts(paragraph: str) -> list[str]:
    """Splits it into its text and the items of its lists, whose further lines stand further in."""
    made: list[str] = []
    for line in paragraph.splitlines():
        item = ITEM.match(made[-1]) if made else None
        ends_item = item is not None and not line.startswith(item[1] + " ")
        if not made or ITEM.match(line) or ends_item:
            made.append(line)
        else:
            made[-1] += "\n" + line
    return made


def linked(text: str, names: Names) -> str:
    """Names become links, but for those that are marked as code already."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else named(part, names) for part in parts)


def named(text: str, names: Names) -> str:
    made, last = "", 0
    for found in NAME.finditer(text):
        made += escaped(text[last : found.start()]) + link(found, names)
        last = found.end()
    return made + escaped(text[last:])


def link(found: re.Match[str], names: Names) -> str:
    name, field, call, star = found.groups()
    if star or name not in names.declared:
        return f"`{found[0]}`"
    if (name, field) in names.fields:
        return f"[`{found[0]}`]({name}::{field})"
    return f"[`{name}{call or ''}`]" + (f".{field}" if field else "")


def escaped(text: str) -> str:
    return SPECIAL.sub(r"\\\g<0>", text)
