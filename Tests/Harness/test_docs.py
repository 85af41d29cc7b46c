"""The documentation's site, built by bindings/site/build, which fails at a warning of any of its tools."""

import html
import re
from collections import Counter
from pathlib import Path

import built_site
import environments
import library
import pytest
from declarations import Section, declared
from machine import BUILD, HEADER, ROOT, command, tool
from once import once
from outcomes import fail

pytestmark = pytest.mark.docs

SOURCES = ROOT / "bindings/site"
SITE = BUILD / "site"

# Of the header, what is for the preprocessor and the C++ compiler alone, and numbers that browsers make.
NOT_SHOWN = re.compile(
    r"^(?:#(?:if|endif|include|define IQLIST_H$).*|extern \"C\".*|}|struct iq_\w+;)$|@file|^ \*   \d\.(?= )",
    re.MULTILINE,
)
# What the pages have beside it.
ADDED = re.compile(
    r"^#+ `.*|<a id=\"\w+\"></a>|```c?|</?(?:[pa]|ul|ol|li|d[ltd]|pre|code)\b[^>]*>", re.MULTILINE
)


def names() -> set[str]:
    """Of everything that the header declares."""
    return {each.name for each in declared().declarations if not isinstance(each, Section)}


@once
def reference() -> Path:
    """The pages of the reference of C, before they are a part of the site."""
    work = BUILD / "tests/reference"
    work.mkdir(parents=True, exist_ok=True)
    options = ["GENERATE_XML=YES", "GENERATE_HTML=NO", "GENERATE_LATEX=NO", "QUIET=YES", "WARN_AS_ERROR=YES"]
    options += ["OPTIMIZE_OUTPUT_FOR_C=YES", "MARKDOWN_SUPPORT=NO", "EXTRACT_ALL=YES"]
    settings = [f'INPUT="{HEADER}"', f'OUTPUT_DIRECTORY="{work}"', *options]
    command([tool("doxygen"), "-"], given="\n".join(settings))
    command([tool("python3"), SOURCES / "c_reference.py", HEADER, work / "xml", work / "pages"])
    return work / "pages"


def test_each_name_of_the_header_has_an_entry() -> None:
    text = "".join(path.read_text() for path in reference().glob("*.md"))
    entries = Counter(re.findall(r'(?:<a id="|\{ #)(\w+)', text))
    assert names() - entries.keys() == set()
    assert [name for name, count in entries.items() if count > 1] == []


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def test_the_reference_has_every_word_of_the_header() -> None:
    """None of its text is lost on the way, and none comes twice."""
    pages = "".join(path.read_text() for path in reference().glob("*.md") if path.name != "index.md")
    expected = words(NOT_SHOWN.sub(" ", HEADER.read_text()).lower())
    found = words(html.unescape(ADDED.sub(" ", pages)).lower())
    assert sum(expected.values()) > 10_000
    assert expected - found == Counter()
    assert found - expected == Counter()


# The column of a comment's text, and that of the text behind a term.
TEXT, BEHIND_TERM = 3, 14
DRAWN = re.compile(r"-->|<--|---|\S {3,}\S")


def drawings() -> list[str]:
    """The blocks of the header's comments that are drawings: indented, or with arrows."""
    found = []
    for comment in re.findall(r"/\*.*?\*/", HEADER.read_text(), re.DOTALL):
        for block in re.split(r"^ \*$", comment, flags=re.MULTILINE):
            lines = [line for line in block.splitlines() if line.startswith(" * ")]
            indent = min((len(line) - len(line[2:].lstrip()) for line in lines), default=0)
            text = "\n".join(line[indent:].removesuffix("*/").rstrip() for line in lines)
            if indent > TEXT + 2 and (indent != BEHIND_TERM or DRAWN.search(text)):
                found.append(text)
    return found


def test_drawings_keep_their_lines() -> None:
    """Each as one piece of text that is not broken anew."""
    pages = "".join(path.read_text() for path in reference().glob("*.md"))
    shown = [
        re.sub(r"</?\w+[^>]*>", "", text)
        for text in re.findall(r"<pre class=\"drawing\">.*?</pre>", pages, re.DOTALL)
    ]
    on_pages = html.unescape("\n".join(shown))
    assert len(drawings()) > 30
    assert [text for text in drawings() if text not in on_pages] == []


@once
def site() -> Path:
    """As its command builds it."""
    library.release()
    for name in ("doxygen", "cargo"):
        tool(name)
    environments.online([SOURCES / "build", SITE])
    return SITE


@pytest.mark.all
def test_the_site_has_all_parts() -> None:
    found = site()
    for name in ("index", "bindings/guides/dialects", "reference/c/edits", "reference/python/iqlist"):
        assert (found / f"{name}.html").is_file()
    for name in ("iqlist", "iqlist_sys"):
        assert (found / f"reference/rust/{name}/index.html").is_file()


@pytest.mark.all
def test_each_name_of_the_header_can_be_linked_to() -> None:
    places = {
        name for path in (site() / "reference/c").glob("*.html") for name in built_site.page(path).names
    }
    assert names() - places == set()


@pytest.mark.all
def test_each_public_name_of_python_has_an_entry() -> None:
    ask = "import iqlist, iqlist.kit\nfor one in iqlist, iqlist.kit: print(one.__name__, *one.__all__)"
    found = {"PYTHONPATH": str(ROOT / "bindings/python/src"), "IQLIST_LIBRARY": str(library.release())}
    for line in command([tool("python3"), "-B", "-c", ask], found).splitlines():
        module, *public = line.split()
        place = site() / "reference/python" / f"{module.replace('.', '/')}.html"
        assert {name for name in public if not name.startswith("_")} - built_site.page(place).names == set()
    # A part of a class whose own module has no page.
    names = built_site.page(site() / "reference/python/iqlist.html").names
    assert {"List.poll", "List.submit", "Snapshot.models"} <= names


@pytest.mark.all
def test_no_link_of_the_site_is_broken() -> None:
    wrong = list(built_site.broken(site()))
    if wrong:
        fail("\n".join(wrong))
