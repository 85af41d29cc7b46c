"""The example that prints: a PDF of many rows is read back, and compared with what a plain program says."""

import random
import re
from itertools import pairwise
from pathlib import Path

import library
import native
import pdf
import pytest
from gtk import ADAPTER
from machine import INCLUDE, ROOT, WORK, clang, command, tool
from once import once
from outcomes import Failed, skip
from pdf import Line

pytestmark = pytest.mark.gtk

# What the program lays out, in points: see print.c.
TOP, BOTTOM, RIGHT = 54, 842 - 54 - 30, 595 - 54
ROW_SPACING, SECTION_SPACING = 3, 10
# A PDF has some decimals.
NEAR = 0.01

ROW, TITLE = re.compile(r"r\d+"), "Section"
WORDS = [f"w{number}" for number in range(500)]


def link(compiler: str, program: Path, *options: str) -> Path:
    """With Pango's flags: it needs no GTK."""
    try:
        found = command([tool("pkg-config"), "--cflags", "--libs", "pangocairo"]).replace("-I", "-isystem")
    except Failed:
        skip("Pango is not installed for development")
    folder = library.release().parent
    program.parent.mkdir(parents=True, exist_ok=True)
    words = [compiler, "-std=c99", *native.STRICT, "-g", "-O1", *options, f"-I{INCLUDE}"]
    linked = [f"-L{folder}", "-liqlist", f"-Wl,-rpath,{folder}", *found.split()]
    command([*words, ADAPTER / "print.c", *linked, "-o", program])
    return program


@once
def built() -> Path:
    return link(tool("gcc"), WORK / "print/print")


def printed(text: str, folder: Path) -> list[list[Line]]:
    """The lines of each page of a text. Page numbers are checked, and left out; nothing is beyond an edge."""
    (folder / "text.txt").write_text(text)
    path = folder / "pages.pdf"
    command([built(), folder / "text.txt", path])
    found = pdf.pages(path)
    assert len(found) == pdf.page_count(path)
    for number, page in enumerate(found, 1):
        assert page.pop().words == [f"{number:,}", "/", f"{len(found):,}"]
        for line in page:
            assert line.top > TOP - 1
            assert line.bottom < BOTTOM + 1
            assert line.right < RIGHT + NEAR
    return found


# --- rows that fit on a page


def make_sections(count: int) -> dict[str, list[str]]:
    """So many rows of different lengths by heading, each with its number first."""
    source = random.Random(count)
    found: dict[str, list[str]] = {}
    made = 0
    while made < count:
        size = min(count - made, source.choice([0, 1, 3, 20, 90, 400]))
        lengths = [source.choice([0, 1, 3, 8, 25]) for _ in range(size)]
        rows = [" ".join([f"r{made + n}", *source.choices(WORDS, k=k)]) for n, k in enumerate(lengths)]
        found[f"{TITLE} {len(found)}"] = rows
        made += size
    return found


def is_heading(line: Line) -> bool:
    return line.words[0] == TITLE


def rows_of(pages: list[list[Line]]) -> dict[str, list[Line]]:
    """The lines of each row by its number, in the order of the pages. None goes on from page to page."""
    found: dict[str, list[Line]] = {}
    for page in pages:
        last: list[Line] | None = None
        for line in page:
            if ROW.fullmatch(line.words[0]):
                assert line.words[0] not in found
                last = found[line.words[0]] = []
            if not is_heading(line):
                assert last is not None, line
                last.append(line)
    return found


def names_of(page: list[Line]) -> list[str]:
    """The headings of a page, and the numbers of its rows."""
    names = [" ".join(line.words) if is_heading(line) else line.words[0] for line in page]
    return [name for name in names if name.startswith(TITLE) or ROW.fullmatch(name)]


def heights_of(pages: list[list[Line]], rows: dict[str, list[Line]]) -> tuple[float, float]:
    """Of a line of a row, and of a heading with the room below it, whatever the fonts are."""
    first, second, *_ = next(lines for lines in rows.values() if len(lines) > 1)
    line = second.top - first.top
    above, below = next(
        (page[n - 1], page[n + 1])
        for page in pages
        for n in range(1, len(page) - 1)
        if [is_heading(each) for each in page[n - 1 : n + 2]] == [False, True, False]
    )
    return line, below.top - above.top - line - SECTION_SPACING


def expected_pages(sections: dict[str, list[str]], heights: dict[str, float]) -> list[list[str]]:
    """What a plain program puts on each page: as many rows as fit, each heading with the row that follows,
    and the heading of a section again where that goes on."""
    groups: list[list[str]] = []
    waiting: list[str] = []
    for heading, rows in sections.items():
        waiting.append(heading)
        for row in rows:
            groups.append([*waiting, row.split()[0]])
            waiting = []
    groups += [waiting] if waiting else []

    def height(names: list[str]) -> float:
        total = heights[names[0]]
        for above, name in pairwise(names):
            to_row = 0 if above.startswith(TITLE) else ROW_SPACING
            total += heights[name] + (SECTION_SPACING if name.startswith(TITLE) else to_row)
        return total

    pages = [groups.pop(0)]
    for group in groups:
        if height([*pages[-1], *group]) <= BOTTOM - TOP + NEAR:
            pages[-1] += group
        elif group[0].startswith(TITLE):
            pages.append(group)
        else:
            headings = [name for name in pages[-1] if name.startswith(TITLE)]
            pages.append([headings[-1], *group])
    return pages


@pytest.mark.parametrize("count", [3_000, pytest.param(100_000, marks=pytest.mark.all)])
def test_each_row_is_whole_and_pages_are_those_of_a_plain_program(count: int, tmp_path: Path) -> None:
    sections = make_sections(count)
    text = "\n".join(line for heading, rows in sections.items() for line in (f"# {heading}", "", *rows))
    pages = printed(text, tmp_path)
    rows = rows_of(pages)
    read = [" ".join(word for line in lines for word in line.words) for lines in rows.values()]
    assert read == [row for section in sections.values() for row in section]

    line, heading = heights_of(pages, rows)
    heights = {**dict.fromkeys(sections, heading), **{name: len(rows[name]) * line for name in rows}}
    assert [names_of(page) for page in pages] == expected_pages(sections, heights)


# --- others


def words_of(pages: list[list[Line]]) -> list[str]:
    return [word for page in pages for line in page for word in line.words]


def test_a_row_that_is_longer_than_a_page_is_cut_between_lines(tmp_path: Path) -> None:
    """It begins a page, with its headings; each page but the last has as many lines as fit, below the heading
    that is repeated; and what follows it is on its last page."""
    words = [f"w{number}" for number in range(5_000)]
    short = ["a short row"] * 20
    pages = printed("\n".join(["# One", *short, "# Two", "# Three", " ".join(words), "after"]), tmp_path)
    assert [" ".join(line.words) for line in pages[0]] == ["One", *short]
    assert [line.words for line in pages[1][:2]] == [["Two"], ["Three"]]
    assert [page[0].words for page in pages[2:]] == [["Three"]] * (len(pages) - 2)
    assert words_of([pages[1][2:], *[page[1:] for page in pages[2:]]]) == [*words, "after"]
    line = pages[2][2].top - pages[2][1].top
    for page in pages[1:-1]:
        assert page[-1].bottom + line > BOTTOM


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("", [[]]),
        ("no heading", [["no heading"]]),
        ("# Only\n## headings", [["Only", "headings"]]),
        ("before\n# One\n#no heading\r\n\n  in\n####", [["before", "One", "#no heading", "in", "####"]]),
        ("<&> ä → 'ω'", [["<&> ä → 'ω'"]]),
    ],
)
def test_what_is_a_heading_or_a_row(text: str, pages: list[list[str]], tmp_path: Path) -> None:
    assert [[" ".join(line.words) for line in page] for page in printed(text, tmp_path)] == pages


def test_a_long_heading_leaves_room_for_rows(tmp_path: Path) -> None:
    pages = printed("# " + "very long " * 1_000 + "\n" + "row\n" * 100, tmp_path)
    assert words_of(pages).count("row") == 100
    for page in pages:
        assert [line.words == ["row"] for line in page[:3]] == [False, False, True]


def test_it_prints_the_changelog(tmp_path: Path) -> None:
    """A text that is no test's own: all of its letters are there. Headings are repeated, and so left out."""
    text = (ROOT / "CHANGELOG.md").read_text()
    rows = [line for line in text.splitlines() if not re.match("#+ ", line)]
    headings = {re.sub("^#+ ", "", line) for line in text.splitlines() if re.match("#+ ", line)}
    lines = [line for page in printed(text, tmp_path) for line in page]
    found = [line for line in lines if " ".join(line.words) not in headings]
    assert "".join(words_of([found])) == "".join("".join(rows).split())


def test_it_says_what_it_took(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("row\n" * 2_000)
    said = command([built(), "--times", tmp_path / "text.txt", tmp_path / "pages.pdf"])
    assert said.startswith(f"2,000 rows, {pdf.page_count(tmp_path / 'pages.pdf')} pages\n")
    assert len(re.findall(r" \d+\.\d{3} of that$", said, re.M)) == 3


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_it_compiles_without_warnings(compiler: str, tmp_path: Path) -> None:
    link(clang() if compiler == "clang" else tool(compiler), tmp_path / "print", "-Wshadow")


def test_address_sanitizer_finds_nothing(tmp_path: Path) -> None:
    """What fonts lose is not counted."""
    program = link(clang(), tmp_path / "print", "-fsanitize=address,undefined", "-fuse-ld=lld")
    command([program, ROOT / "CHANGELOG.md", tmp_path / "pages.pdf"], {"ASAN_OPTIONS": "detect_leaks=0"})


def test_wrong_words_are_refused(tmp_path: Path) -> None:
    for words in ([], ["--times"], ["text.txt"], [tmp_path / "missing.txt", tmp_path / "pages.pdf"]):
        with pytest.raises(Failed):
            command([built(), *words])
