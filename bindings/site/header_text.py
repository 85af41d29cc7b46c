"""The prose of iqlist.h as HTML: paragraphs, lists, terms and drawings, as they are laid out there."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

# The column at which the text behind a term begins: "Threads    One at a time ...".
TERM_COLUMN = 11
MARGIN = " " * TERM_COLUMN
# How the HTML of terms ends.
ENDED = "</dd></dl>"
TERM = re.compile(rf"(?=\S)(.{{{TERM_COLUMN - 1}}}) (?=\S)")
# Text that has columns or arrows is a drawing, and is not broken anew.
DRAWN = re.compile(r"\S {3,}\S|-->|<--|---")
ITEM = re.compile(r"(-) | {2,3}(\d+)\. ")
WORD = re.compile(r"`([^`]+)`|\b(iq_\w+(?:\.\w+|\(\))?|_?[A-Z]*IQ_\w+\*?|_[A-Z][A-Z_]+\*?)")


class Text:
    """Turns prose into HTML. `links` has the address of each name and section that can be referred to."""

    def __init__(self, links: Mapping[str, str]) -> None:
        self.links = links
        sections = sorted((name for name in links if name.isupper() and " " in name), key=len, reverse=True)
        sections += [name for name in links if name.isupper() and name.isalpha()]
        self.sections = re.compile(rf"\b({'|'.join(sections)})\b" if sections else r"(?!)")

    def html(self, text: str) -> str:
        """All of a comment, without its stars."""
        pieces: list[str] = []
        blocks = [block for block in re.split(r"\n\s*\n", text.strip("\n")) if block.strip()]
        is_in_terms = False
        for block in blocks:
            lines = block.splitlines()
            if is_in_terms and lines[0].startswith(MARGIN):
                # Belongs to the term before it, whose text ends the piece before. Other terms may follow.
                count = next((at for at, line in enumerate(lines) if not line.startswith(MARGIN)), len(lines))
                inside = self.part([line[TERM_COLUMN:] for line in lines[:count]])
                pieces[-1] = f"{pieces[-1].removesuffix(ENDED)}{inside}{ENDED}"
                lines = lines[count:]
            if is_terms(lines):
                pieces.append(self.terms(lines))
                is_in_terms = True
            elif lines:
                pieces.append(self.part(lines))
                is_in_terms = False
        return merged("\n".join(pieces))

    def part(self, lines: list[str]) -> str:
        """A block that is a drawing, or paragraphs and lists."""
        if (indent(lines) >= 2 and not ITEM.match(lines[0])) or any(map(DRAWN.search, lines)):
            return self.drawing(lines)
        pieces: list[str] = []
        kind, items = "", [[""]]
        for line in lines:
            found = ITEM.match(line)
            if found:
                wanted = "ul" if found[1] else "ol"
                if kind != wanted:
                    pieces.append(self.ended(kind, items))
                    kind, items = wanted, []
                items.append([line[found.end() :]])
            elif kind in ("ul", "ol") and not line.startswith("  "):
                pieces.append(self.ended(kind, items))
                kind, items = "", [[line]]
            else:
                items[-1].append(line.strip())
        pieces.append(self.ended(kind, items))
        return "".join(pieces)

    def drawing(self, lines: list[str]) -> str:
        by = indent(lines)
        text = self.plain("\n".join(line[by:] for line in lines))
        linked = WORD.sub(lambda found: self.linked(found[0], found[0]), text)
        return f'<pre class="drawing"><code>{linked}</code></pre>'

    def ended(self, kind: str, items: list[list[str]]) -> str:
        texts = [self.inline(" ".join(item).strip()) for item in items]
        if not any(texts):
            return ""
        if not kind:
            return f"<p>{texts[0]}</p>"
        return f"<{kind}>" + "".join(f"<li>{text}</li>" for text in texts) + f"</{kind}>"

    def terms(self, lines: list[str]) -> str:
        pieces: list[str] = []
        described: list[list[str]] = []
        for line in lines:
            found = TERM.match(line)
            if found:
                pieces.append(found[1].strip())
                described.append([line[found.end() :]])
            else:
                described[-1].append(line[TERM_COLUMN:])
        rows = [
            f"<dt>{html.escape(term)}</dt><dd>{self.part(text)}</dd>"
            for term, text in zip(pieces, described, strict=True)
        ]
        return f"<dl>{''.join(rows)}</dl>"

    def inline(self, text: str) -> str:
        pieces, end = [], 0
        for found in WORD.finditer(text):
            pieces.append(self.plain(text[end : found.start()]))
            pieces.append(self.code(found[1] or found[2]))
            end = found.end()
        return "".join([*pieces, self.plain(text[end:])])

    def plain(self, text: str) -> str:
        escaped = html.escape(text, quote=False)
        return self.sections.sub(lambda found: f'<a href="{self.links[found[1]]}">{found[1]}</a>', escaped)

    def code(self, word: str) -> str:
        return self.linked(word, f"<code>{html.escape(word, quote=False)}</code>")

    def linked(self, word: str, shown: str) -> str:
        target = self.links.get(re.sub(r"\.\w+$|\(\)$", "", word))
        return f'<a href="{target}">{shown}</a>' if target else shown


def indent(lines: list[str]) -> int:
    return min(len(line) - len(line.lstrip()) for line in lines)


def is_terms(lines: list[str]) -> bool:
    """Whether each line begins with a term, or continues the text of one."""
    begins = [line for line in lines if not line.startswith(MARGIN)]
    found = [TERM.match(line) for line in begins]
    if not lines or not begins or begins[0] != lines[0]:
        return False
    if not all(found):
        return False
    return len(begins) < len(lines) or any(re.match(r"\S+  ", line) for line in begins)


def merged(text: str) -> str:
    """Drawings that only an empty line separates are one."""
    return text.replace('</code></pre>\n<pre class="drawing"><code>', "\n\n").replace("</dl>\n<dl>", "")
