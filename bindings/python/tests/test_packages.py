"""The example packages.py, driven by scripts: a frame for each command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = str(Path(__file__).parents[1] / "examples/packages.py")

STATUS = """\
Package: zlib1g
Section: libs
Version: 1:1.3
Installed-Size: 168
Description: compression library
 A long text that has a colon: it is no field,
 .
 and goes on.

Package: nano
Section: editors
Version: 8.4-1
Installed-Size: 2931
Description: small, friendly text editor

Package: vim
Section: editors
Version: 2:9.1
Installed-Size: 4140
Description: Vi \tIMproved

Package: libedit2
Section: libs
Version: 3.1
Description: BSD editline

Package: nano
Section: oldlibs
Version: 1.0

Package: mystery
"""


def frames(folder: Path, script: str, size: str = "72x8") -> list[list[str]]:
    """The frames that a script prints, each without its command and the empty line behind it."""
    file = folder / "status"
    file.write_text(STATUS)
    words = [sys.executable, "-B", PROGRAM, "--file", str(file), "--script", script, "--size", size]
    told = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
    found: list[list[str]] = []
    for line in told.splitlines():
        if line.startswith("["):
            found.append([])
        else:
            found[-1].append(line)
    assert all(frame.pop() == "" for frame in found)
    assert {len(frame) for frame in found} == {int(size.split("x")[1])}
    return found


def test_sections_are_collapsed_at_first_and_expand(tmp_path: Path) -> None:
    first, second = frames(tmp_path, "down; expand")
    assert first == [
        "Filter: _",
        "  + editors (2)",
        "> + libs (2)",
        "  + unknown (1)",
        "",
        "",
        "",
        "5 of 5 packages, 3 of 3 sections, by name",
    ]
    assert second == [
        "Filter: _",
        "  + editors (2)",
        "> - libs (2)",
        "      libedit2                 3.1                    0 BSD editline",
        "      zlib1g                   1:1.3                168 compression libr",
        "  + unknown (1)",
        "",
        "5 of 5 packages, 3 of 3 sections, by name",
    ]


def test_typing_filters_and_keeps_what_is_above(tmp_path: Path) -> None:
    typed, more, none, less = frames(tmp_path, "type ed; expand; type x; erase 1")
    assert typed[:3] == ["Filter: ed_", "> + libs (1)", ""]
    assert typed[-1] == "1 of 5 packages, 1 of 3 sections, by name"
    assert more[1:3] == [
        "> - libs (1)",
        "      libedit2                 3.1                    0 BSD editline",
    ]
    assert none[:2] == ["Filter: edx_", "  No package has that name."]
    assert none[-1] == "0 of 5 packages, 0 of 3 sections, by name"
    # What was expanded is expanded when it comes back.
    assert less == more


def test_the_selection_is_kept_while_it_is_filtered_away(tmp_path: Path) -> None:
    found = frames(tmp_path, "expand; down 2; type lib; clear")
    assert found[1][3] == ">     vim                      2:9.1              4,140 Vi ?IMproved"
    assert found[2][1] == "> + libs (2)"
    assert found[3] == found[1]


def test_a_package_of_a_collapsed_section_is_kept_by_its_section(tmp_path: Path) -> None:
    collapsed, entered = frames(tmp_path, "down; expand; down; collapse; enter")[3:]
    assert collapsed[2] == "> + libs (2)" and entered[2] == "> - libs (2)"


def test_it_scrolls_to_the_cursor(tmp_path: Path) -> None:
    down, up = frames(tmp_path, "down; expand; down 99; up 99", "44x4")[2:]
    assert down == [
        "Filter: _",
        "      zlib1g                   1:1.3",
        "> + unknown (1)",
        "5 of 5 packages, 3 of 3 sections, by name",
    ]
    assert up[1] == "> + editors (2)"


def test_packages_are_sorted_by_a_column_and_sections_stay(tmp_path: Path) -> None:
    by_name, by_size, by_version, typed, cleared, again = frames(
        tmp_path, "expand; sort size; sort; type i; clear; sort"
    )
    assert by_size[-1].endswith(", by size") and by_version[-1].endswith(", by version")
    nano, vim = by_name[2:4]
    assert nano.split()[:3] == ["nano", "8.4-1", "2,931"] and vim.split()[:3] == ["vim", "2:9.1", "4,140"]
    assert by_size[1:6] == [by_name[1], vim, nano, *by_name[4:6]]
    assert by_version[:-1] == by_size[:-1] == cleared[:-1]
    assert typed[1:4] == ["> - editors (1)", vim, "  + libs (2)"]
    assert again == by_name


def test_it_runs_without_arguments() -> None:
    words = [sys.executable, "-B", PROGRAM]
    told = subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    assert "[type a]\nFilter: a_\n" in told.stdout
