"""Gathers the pages of the site: the tree's documents at their own places, and what they link to.

    pages.py ROOT FOLDER

A link to a source file leads to a page that shows it, one to a crate's folder to its documentation, one to
the C header to the reference: with the name of a section as its text, to that section.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

DOCUMENTS = [
    "README.md",
    "CHANGELOG.md",
    "bindings/SECURITY.md",
    "Sources/README.md",
    "bindings/FORMAT.md",
    "bindings/*/README.md",
    "bindings/guides/*.md",
]
PICTURES = ["bindings/guides/pictures/*.png", "bindings/guides/pictures/*.svg"]
LANGUAGES = {".c": "c", ".h": "c", ".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".rs": "rust"}

C, PYTHON, RUST = "reference/c", "reference/python/iqlist.html", "reference/rust"
FOLDERS = {
    "bindings/rust/iqlist": f"{RUST}/iqlist/index.html",
    "bindings/rust/iqlist-sys": f"{RUST}/iqlist_sys/index.html",
}

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))+)\]\(([^)\s]+)\)")

REFERENCE = """# Reference

- [C](c/index.md): the header, which is the manual of the library
- [C++](cxx.md): the header over it ([its text]({cxx}))
- [Python](python/iqlist.html)
- [Rust](rust/iqlist/index.html), and the [bare functions](rust/iqlist_sys/index.html)
- [The format](../bindings/FORMAT.md) of encoded snapshots and changesets
"""


class Pages:
    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.sources: set[Path] = set()

    def gather(self) -> None:
        documents = sorted({path for pattern in DOCUMENTS for path in self.root.glob(pattern)})
        for document in documents:
            place = document.relative_to(self.root)
            self.write(place, self.linked(document.read_text(), place))
        for picture in (path for pattern in PICTURES for path in self.root.glob(pattern)):
            target = self.folder / picture.relative_to(self.root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(picture, target)
        cxx = self.shown(Path("bindings/cxx/iqlist.hpp"), Path("reference/index.md"))
        self.write(Path("reference/index.md"), REFERENCE.format(cxx=cxx))
        for source in sorted(self.sources):
            self.write(source.with_name(f"{source.name}.md"), self.listing(source))

    def write(self, place: Path, text: str) -> None:
        target = self.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def linked(self, text: str, place: Path) -> str:
        """The text with its links changed, but for its code."""
        pieces, end = [], 0
        for fence in FENCE.finditer(text):
            pieces += [self.replaced(text[end : fence.start()], place), fence[0]]
            end = fence.end()
        return "".join([*pieces, self.replaced(text[end:], place)])

    def replaced(self, text: str, place: Path) -> str:
        return LINK.sub(lambda found: f"[{found[1]}]({self.target(found[1], found[2], place)})", text)

    def target(self, text: str, link: str, place: Path) -> str:
        path, _, anchor = link.partition("#")
        if "://" in link or not path or path.endswith((".md", ".png", ".svg")):
            return link
        wanted = Path(os.path.normpath(place.parent / path))
        if str(wanted) == "include/iqlist.h":
            page = text.lower().replace(" ", "-") if text.isupper() else "index"
            return relative(f"{C}/{page}.md", place) + (f"#{anchor}" if anchor else "")
        if str(wanted) in FOLDERS:
            return relative(FOLDERS[str(wanted)], place)
        if (self.root / wanted).is_file():
            return self.shown(wanted, place)
        return link

    def shown(self, source: Path, place: Path) -> str:
        """The link to the page that shows a file."""
        self.sources.add(source)
        return relative(f"{source}.md", place)

    def listing(self, source: Path) -> str:
        code = (self.root / source).read_text()
        return f"# {source.name}\n\n`{source}`\n\n````{LANGUAGES.get(source.suffix, 'text')}\n{code}````\n"

    def title(self, path: Path) -> str:
        """A document's heading."""
        return next(line for line in path.read_text().splitlines() if line.startswith("# "))[2:]

    def navigation(self) -> list[object]:
        """What the site's menu has."""
        index = self.root / "bindings/guides/README.md"
        names = re.findall(r"\]\((\w[\w-]*\.md)\)", index.read_text())
        guides = [{self.title(index.with_name(name)): f"bindings/guides/{name}"} for name in names]
        contents = (self.folder / C / "index.md").read_text()
        sections = [
            f"{C}/{name}" for name in re.findall(r"^## \[[^\]]+\]\((.+\.md)\)", contents, re.MULTILINE)
        ]
        languages = {"C": "c", "C++": "cxx", "Python": "python", "Rust": "rust"}
        return [
            {"Home": "README.md"},
            {"Guides": [{"Overview": "bindings/guides/README.md"}, *guides]},
            {"Languages": [{name: f"bindings/{folder}/README.md"} for name, folder in languages.items()]},
            {
                "Reference": [
                    {"Overview": "reference/index.md"},
                    {"C": [{"All names": f"{C}/index.md"}, *sections]},
                    {"C++": "reference/cxx.md"},
                    {"The format": "bindings/FORMAT.md"},
                ]
            },
            {
                "More": [
                    {"Inside": "Sources/README.md"},
                    {"Changes": "CHANGELOG.md"},
                    {"Security": "bindings/SECURITY.md"},
                    {"Files": [{source.name: f"{source}.md"} for source in sorted(self.sources)]},
                ]
            },
        ]


def relative(target: str, place: Path) -> str:
    return os.path.relpath(target, place.parent)


if __name__ == "__main__":
    pages = Pages(Path(sys.argv[1]), Path(sys.argv[2]))
    pages.gather()
    # JSON is YAML: the configuration with the menu.
    settings = {"INHERIT": str(Path(__file__).with_name("mkdocs.yml")), "nav": pages.navigation()}
    Path(sys.argv[3]).write_text(json.dumps(settings))
