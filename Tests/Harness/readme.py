"""The READMEs' fenced blocks: what a newcomer reads first, to be compiled, run and compared."""

import re
from pathlib import Path
from typing import NamedTuple

from machine import ROOT
from outcomes import fail

README = ROOT / "README.md"
GUIDES = sorted(ROOT.glob("bindings/guides/*.md"))
DOCUMENTS = [README, *sorted(ROOT.glob("bindings/*/README.md")), *GUIDES]
TOOLKITS = ROOT / "Tests/Readme"
GTK = "#include <gtk/gtk.h>"
GTK_HOST = TOOLKITS / "gtk.c"

MAIN = re.compile(r"^int main\(", re.MULTILINE)
# A program with more lines is an example, too: a file that a reader can run.
SHORT = 15


class Block(NamedTuple):
    document: Path
    line: int
    code: str
    after: str
    """The text behind it."""

    def __str__(self) -> str:
        return f"{self.document.relative_to(ROOT)}:{self.line}"

    @property
    def name(self) -> str:
        """For files that are made of it."""
        return f"{self.document.parent.name}-{self.line}"

    @property
    def is_program(self) -> bool:
        return MAIN.search(self.code) is not None

    @property
    def is_short(self) -> bool:
        return len(self.code.splitlines()) <= SHORT

    def compare(self, printed: str) -> None:
        """With the plain block that "It prints" announces, if there is one."""
        shown = re.match(r"\s*It prints\s*```\n(.*?)^```$", self.after, re.MULTILINE | re.DOTALL)
        if shown and shown[1] != printed:
            fail(f"---- it prints\n{printed}---- {self.document.name} says\n{shown[1]}")


def blocks(language: str) -> list[Block]:
    """Those of one language, in the order in which they stand."""
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    found = []
    for document in DOCUMENTS:
        text = document.read_text()
        for match in fence.finditer(text):
            line = text.count("\n", 0, match.start()) + 2
            found.append(Block(document, line, match[1], text[match.end() :]))
    return found
