"""Programs that were built with the last release run with this library, or its name says that they do not.

Tests/Facts/abi has the headers of all releases from 0.4.0 on."""

import platform
import re
from pathlib import Path

import abi
import pytest
from declarations import declared
from machine import HEADER, ROOT, tool
from version import node, numbers, series, soname

pytestmark = pytest.mark.abi

RELEASED = ROOT / "Tests/Facts/abi"


FIRST = (0, 4, 0)
"""The first release whose header was kept."""


def releases() -> list[tuple[int, ...]]:
    """The newest is the first."""
    text = (ROOT / "CHANGELOG.md").read_text()
    found = re.findall(r"^## \[(\d+)\.(\d+)\.(\d+)\]", text, re.MULTILINE)
    return [release for each in found if (release := tuple(map(int, each))) >= FIRST]


def header_of(release: tuple[int, ...]) -> Path:
    return RELEASED / f"iqlist-{'.'.join(map(str, release))}.h"


def released() -> Path:
    return header_of(releases()[0])


def test_the_headers_of_the_releases_are_here_and_no_other() -> None:
    """A release puts its header here; before the release those who make it see this test fail."""
    assert set(RELEASED.iterdir()) == {header_of(release) for release in releases()}
    for release in releases():
        assert numbers(header_of(release)) == release


def test_what_breaks_programs_has_another_soname(tmp_path: Path) -> None:
    if series(released()) == series():
        assert abi.differences(released(), HEADER, tmp_path) == ""
    else:
        assert numbers(released()) < numbers()


def changed(folder: Path, before: str, after: str) -> Path:
    """The header with one change."""
    text, count = re.subn(before, after, HEADER.read_text(), flags=re.MULTILINE)
    assert count == 1, before
    header = folder / "changed.h"
    header.write_text(text)
    return header


# Places in the header: a function, the last field of a struct that says its size, and a constant.
VERSION = r"^uint32_t (?=iq_version\(void\);$)"
RESERVE = r"(?<=^iq_status iq_list_reserve\(iq_list \*list), size_t(?= items)"
STRIDE = r"^    size_t level_stride;$"
HANDLE = r"^#define IQ_ERROR_HANDLE 3$"

# What is done at which place, and a part of what is said of it.
BREAKS = {
    "a function is gone": (VERSION + r"iq_version\(void\);", "", "'function uint32_t iq_version()'"),
    "a function has another name": (VERSION, r"\g<0>last_", "'function uint32_t iq_version()'"),
    "a result is wider": (VERSION, "uint64_t ", "from 'unsigned int' to 'unsigned long int'"),
    "a parameter is narrower": (RESERVE, ", uint32_t", "parameter 2"),
    "a parameter is gone": (RESERVE + " items", "", "parameter 2"),
    "a field in the middle": (STRIDE, r"    size_t middle;\n\g<0>", "level_stride is now middle"),
    "a field is gone": (STRIDE, "", "level_stride"),
    "a field is narrower": (STRIDE, "    uint32_t level_stride;", "level_stride"),
    "a field has another meaning": (r"^    const void \*models;", "    double models;", "to 'double'"),
    "a field at the end of a struct without a size": (r"^(?=} iq_position;$)", "    int last;\n", "last"),
    "a constant has another value": (HANDLE, "#define IQ_ERROR_HANDLE 99", "IQ_ERROR_HANDLE was 3, is 99"),
    "a constant is gone": (HANDLE, "", "IQ_ERROR_HANDLE was 3, is not there"),
}
RESERVED = r"(?<=^    uint32_t )reserved(?=;[^}]*} iq_section_info;)"
ADDS = {
    "nothing": (r"\Z", ""),
    "a comment": (VERSION, r"/* Never 0. */\n\g<0>"),
    "a function": (VERSION, r"uint32_t iq_added(uint32_t number);\n\g<0>"),
    "a constant": (HANDLE, r"\g<0>\n#define IQ_ADDED 7"),
    "a field at the end of a struct that says its size": (STRIDE, r"\g<0>\n    size_t last;"),
    "a field in place of a reserved one": (RESERVED, "used"),
}


@pytest.mark.parametrize("change", BREAKS)
def test_what_breaks_programs_is_noticed(change: str, tmp_path: Path) -> None:
    before, after, named = BREAKS[change]
    assert named in abi.differences(HEADER, changed(tmp_path, before, after), tmp_path)


@pytest.mark.parametrize("change", ADDS)
def test_what_programs_do_not_notice_passes(change: str, tmp_path: Path) -> None:
    assert abi.differences(HEADER, changed(tmp_path, *ADDS[change]), tmp_path) == ""


def described(header: Path, folder: Path, machine: str = platform.machine()) -> Path:
    """As a release carries it."""
    tool("abidw")
    text = abi.DESCRIBED["describe"](header, machine)
    file = folder / f"{header.stem}-{machine}.abi"
    file.write_text(text)
    return file


def test_the_description_of_a_release_has_its_functions_and_types(tmp_path: Path) -> None:
    """As the library has them: under its soname, with its version node. It shows what breaks programs."""
    before = described(HEADER, tmp_path)
    text = before.read_text()
    assert f"soname='{soname()}'" in text and "tmp" not in text
    assert set(re.findall(r"elf-symbol name='(\w+)' version='(\S+)'", text)) == {
        (name, node()) for name in declared().functions
    }
    assert abi.compared(before, before) == ""
    for change in ("a function is gone", "a result is wider", "a field in the middle", "a field is narrower"):
        pattern, replaced, _ = BREAKS[change]
        assert abi.compared(before, described(changed(tmp_path, pattern, replaced), tmp_path)), change


def test_the_description_is_the_same_for_each_machine_but_for_its_name(tmp_path: Path) -> None:
    machines = {"x86_64": "elf-amd-x86_64", "aarch64": "elf-arm-aarch64"}
    texts = [
        described(HEADER, tmp_path, machine).read_text().replace(name, "")
        for machine, name in machines.items()
    ]
    assert texts[0] == texts[1]
