"""The fenced blocks of the READMEs and guides: what a newcomer reads first. They run and are compared."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from machine import ROOT
from outcomes import fail

README = ROOT / "README.md"
READMES = [README, ROOT / "bindings/SECURITY.md", *sorted(ROOT.glob("bindings/*/README.md"))]
READMES.remove(ROOT / "bindings/guides/README.md")
GUIDES = sorted(ROOT.glob("bindings/guides/*.md"))
TOOLKITS = ROOT / "Tests/Readme"
GTK = "#include <iqlist-gtk.h>"
GTK_HOST = TOOLKITS / "gtk.c"

MAIN = re.compile(r"^(int|fn) main\(", re.MULTILINE)
PRINTS = re.compile(r"\s*It prints\s*```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# A comment in the line above a block says where its code is tested instead.
FENCE = re.compile(
    r"^(?:<!-- (?P<note>[^\n]*) -->\n)?```(?P<language>[^\n]*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL
)
# A program with more lines is an example, too: a file that a reader can run.
SHORT = 15


class Block(NamedTuple):
    document: Path
    line: int
    language: str
    note: str
    code: str
    before: str
    """The text above it."""
    after: str
    """The text behind it."""

    def __str__(self) -> str:
        return f"{self.document.relative_to(ROOT)}:{self.line}"

    @property
    def name(self) -> str:
        """For files that are made of it: an identifier."""
        return f"{self.document.parent.name}_{self.document.stem}_{self.line}".replace("-", "_").lower()

    @property
    def is_program(self) -> bool:
        return MAIN.search(self.code) is not None

    @property
    def is_output(self) -> bool:
        """What a block before it prints."""
        return self.language == "" and self.before.rstrip().endswith("\nIt prints")

    @property
    def is_short(self) -> bool:
        return len(self.code.splitlines()) <= SHORT

    def compare(self, printed: str) -> None:
        """With the plain block that "It prints" announces. Without one a program of a guide prints nothing;
        commands may say what they do."""
        shown = PRINTS.match(self.after)
        if shown is None and (self.language == "sh" or self.document not in GUIDES):
            return
        expected = shown[1] if shown else ""
        if expected != printed:
            fail(f"---- it prints\n{printed}---- {self.document.name} says\n{expected}")


def all_blocks(documents: Sequence[Path]) -> list[Block]:
    """In the order in which they stand."""
    found = []
    for document in documents:
        text = document.read_text()
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start("code")) + 1
            before, after = text[: match.start()], text[match.end() :]
            note = match["note"] or ""
            found.append(Block(document, line, match["language"], note, match["code"], before, after))
    return found


def blocks(language: str, documents: Sequence[Path] = tuple(READMES)) -> list[Block]:
    """Those of one language."""
    return [block for block in all_blocks(documents) if block.language == language]
