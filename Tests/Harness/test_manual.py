"""The header as a manual: its list of sections is complete, and names in its text are declared."""

import re

import pytest
from declarations import declared
from machine import HEADER

pytestmark = pytest.mark.header

TEXT = HEADER.read_text()
SECTION = re.compile(r"^/\* =+\n \* ([A-Z ]+)\n", re.MULTILINE)
LISTED = re.compile(r"^ \*     ([A-Z]+(?: [A-Z]+)*)(?= {2,}|$)", re.MULTILINE)
# A whole name: not the beginning of several, as "IQ_DIFF_*", and not the end of one, as "_redo".
NAME = re.compile(r"(?<!\")\b(iq_\w*[a-z0-9]|IQ_\w*[A-Z0-9])(?!\w|_?\*|\.h|_<)")


def heading(title: str) -> str:
    """What follows a heading of the comment at the top, up to the next one."""
    behind = TEXT.split(f" * {title}\n", 1)[1]
    return re.split(r"^ \* [A-Z][A-Z ]+$", behind, maxsplit=1, flags=re.MULTILINE)[0]


def test_the_list_of_sections_is_complete_and_in_order() -> None:
    assert LISTED.findall(heading("SECTIONS")) == ["CONVENTIONS", *SECTION.findall(TEXT)]


def test_names_in_the_text_are_declared() -> None:
    header = declared()
    fields = {field.name for struct in header.structs.values() for field in struct}
    macros = set(re.findall(r"^#define (IQ_\w+)", TEXT, re.MULTILINE))
    types = set(re.findall(r"^typedef .*?(\w+)(?:;|\s\{)", TEXT, re.MULTILINE))
    known = {*header.structs, *header.functions, *fields, *macros, *types}
    comments = " ".join(re.findall(r"/\*.*?\*/", TEXT, re.DOTALL))
    found = set(NAME.findall(comments))
    assert len(found) > 150
    assert found - known == set()


def test_what_to_call_names_functions() -> None:
    rows = re.findall(r"^ \*     .{35}(.*)$", heading("WHAT TO CALL"), re.MULTILINE)[1:]
    assert len(rows) > 30
    for row in rows:
        assert re.match(r"iq_\w+|IQ_EVENT_\w+", row), row
