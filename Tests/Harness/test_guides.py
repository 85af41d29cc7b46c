"""Each block of code in the guides runs, and prints what the plain block behind "It prints" says.

A block of C, C++ or Rust without a main is the body of one. A comment in the line above a block says what
else is done with it:

    <!-- file: bindings/... -->     it is that file, which tests of its own run
    <!-- from: bindings/... -->     it is a part of that file
    <!-- not run: reason -->        of commands alone: see REASONS
"""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import library
import pytest
import shown_programs
from machine import HEADER, ROOT, command
from outcomes import fail
from readme import GUIDES, READMES, Block, all_blocks, blocks
from tree import shown

pytestmark = pytest.mark.docs

# Of languages whose blocks are programs, and all.
PROGRAMS: dict[str, Callable[[Block, Path], None]] = {
    "c": shown_programs.run_c,
    "cpp": shown_programs.run_cxx,
    "python": shown_programs.run_python,
    "rust": lambda block, _: shown_programs.run_rust(block),
    "sh": shown_programs.run_shell,
}
# CMake's and Meson's are built by test_installed.py; `text` is for drawings.
LANGUAGES = {*PROGRAMS, "cmake", "meson", "toml", "text", ""}
# What needs a release archive is run by test_conan.py and test_wrap.py; for vcpkg and cargo other commands do
# the same in test_vcpkg.py and test_bundled.py.
REASONS = {
    "asks the package index",
    "needs root",
    "builds for another machine",
    "opens a window",
    "needs a release archive",
}

RUN = [block for block in all_blocks(GUIDES) if block.language in PROGRAMS and not block.note]


@pytest.mark.parametrize("block", RUN, ids=str)
def test_a_block_prints_what_it_says(block: Block, tmp_path: Path) -> None:
    PROGRAMS[block.language](block, tmp_path)


def checked_elsewhere(block: Block) -> str:
    """What is wrong with the comment above a block."""
    kind, _, value = block.note.partition(": ")
    if kind == "not run":
        return "" if block.language == "sh" and value in REASONS else "no reason not to run it"
    path = ROOT / value
    if kind not in ("file", "from") or not path.is_file():
        return f"{block.note}: no such file"
    text = path.read_text()
    is_right = block.code == text if kind == "file" else block.code in text
    return "" if is_right else f"{value} has another text"


@pytest.mark.parametrize("guide", GUIDES, ids=shown)
def test_a_block_that_is_not_run_is_tested_elsewhere(guide: Path) -> None:
    wrong = {str(block): checked_elsewhere(block) for block in all_blocks([guide]) if block.note}
    if any(wrong.values()):
        fail("\n".join(f"{block}: {text}" for block, text in wrong.items() if text))


@pytest.mark.parametrize("guide", GUIDES, ids=shown)
def test_the_commands_exist(guide: Path) -> None:
    for block in blocks("sh", [guide]):
        shown_programs.commands_exist(block)


@pytest.mark.parametrize("guide", GUIDES, ids=shown)
def test_the_tables_of_toml_can_be_read(guide: Path) -> None:
    for block in blocks("toml", [guide]):
        assert tomllib.loads(block.code)


@pytest.mark.parametrize("guide", GUIDES, ids=shown)
def test_every_block_is_of_a_known_kind(guide: Path) -> None:
    found = all_blocks([guide])
    assert {block.language for block in found} <= LANGUAGES
    plain = [str(block) for block in found if block.language == "" and not block.is_output]
    assert not plain, "neither the output of a program nor ```text"
    assert len(re.findall(r"^```", guide.read_text(), re.MULTILINE)) == 2 * len(found)


FENCES = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
# How a guide refers to a section of the header: [EDITS](../../include/iqlist.h).
SECTION = re.compile(r"^ \* ([A-Z][A-Z ]+)$", re.MULTILINE)


def prose(document: Path) -> str:
    return FENCES.sub("", document.read_text())


def anchors(document: Path) -> set[str]:
    """As GitHub and the site make them of headings."""
    headings = re.findall(r"^#+ (.*)$", prose(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", [*READMES, *GUIDES], ids=shown)
def test_links_lead_somewhere(document: Path) -> None:
    sections = SECTION.findall(HEADER.read_text())
    wrong = []
    for text, link, picture in LINK.findall(prose(document)):
        target, _, anchor = (link or picture).partition("#")
        if target.startswith("https://"):
            continue
        path = (document.parent / target).resolve() if target else document
        if not path.exists():
            wrong.append(f"{link or picture}: no such file")
        elif anchor and anchor not in anchors(path):
            wrong.append(f"{link}: no such heading")
        elif path == HEADER and text.isupper() and text not in sections:
            wrong.append(f"{text}: no such section of the header")
    assert not wrong


def test_the_index_has_all_guides() -> None:
    index = ROOT / "bindings/guides/README.md"
    linked = {link for _, link, _ in LINK.findall(prose(index))}
    assert {guide.name for guide in GUIDES if guide != index} <= linked


PICTURES = ROOT / "bindings/guides/pictures"


def test_the_pictures_of_layouts_and_changes_are_up_to_date(tmp_path: Path) -> None:
    command([PICTURES / "draw", tmp_path], {"IQLIST_LIBRARY": str(library.release())})
    drawn, kept = (
        {path.name: path.read_bytes() for path in folder.glob("*.svg")} for folder in (tmp_path, PICTURES)
    )
    old = sorted(name for name in {*drawn, *kept} if drawn.get(name) != kept.get(name))
    if old:
        fail(f"out of date: {', '.join(old)}. Draw them again, and look at them: {shown(PICTURES / 'draw')}")


def test_each_picture_is_shown_somewhere() -> None:
    documents = [*READMES, *GUIDES]
    linked = {
        (document.parent / picture).resolve()
        for document in documents
        for _, _, picture in LINK.findall(prose(document))
        if picture
    }
    assert {path for path in PICTURES.iterdir() if path.suffix in (".png", ".svg")} <= linked
