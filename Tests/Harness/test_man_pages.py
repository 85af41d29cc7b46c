"""The manual pages of the command `iqlist` say what its `--help` says, and groff understands them."""

from pathlib import Path

import library
import man_pages
import pytest
from checkers import PACKAGE
from machine import command, tool
from outcomes import fail

pytestmark = pytest.mark.python

PAGES = sorted(man_pages.FOLDER.glob("*.1"))


def test_they_are_made_of_the_parsers_as_they_are() -> None:
    expected, found = man_pages.made(library.release()), man_pages.texts(man_pages.FOLDER)
    old = sorted(name for name in {*expected, *found} if expected.get(name) != found.get(name))
    if old:
        fail(f"not current: {', '.join(old)}: `Tests/run --renew` writes them anew")


def test_there_is_one_for_each_command() -> None:
    assert {page.name for page in PAGES} == {"iqlist.1", "iqlist-diff.1", "iqlist-picture.1"}


def shown(page: Path) -> str:
    """As `man` shows it, with the warnings of all kinds."""
    return command([tool("groff"), "-ww", "-man", "-Tascii", "-P-cbou", "-rLL=100000n", page])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_groff_has_no_warning(page: Path) -> None:
    command(["bash", "-euc", 'test -z "$(groff -ww -man -Tutf8 -z "$1" 2>&1 | tee /dev/stderr)"', "-", page])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_line_of_the_help_is_on_its_page(page: Path) -> None:
    """No text is lost, as what begins with a dot would be."""
    words = page.stem.split("-")
    given = {"PYTHONPATH": str(PACKAGE / "src"), "IQLIST_LIBRARY": str(library.release())}
    helped = command([tool("python3"), "-B", "-m", *words, "--help"], {**given, "COLUMNS": "10000"})
    text = " ".join(shown(page).split())
    # The names of sections have other cases, and that there is help is not said.
    lines = [line.split("  ")[-1].strip() for line in helped.splitlines()[1:] if line.startswith("  ")]
    told = [line for line in lines if line and not line.endswith("help message and exit")]
    assert len(told) > 2
    assert [line for line in told if " ".join(line.split()) not in text] == []
