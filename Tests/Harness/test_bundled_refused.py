"""A release archive that is not the right one is refused with what to do, and nothing of it is unpacked."""

import tarfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from bundled import refused
from machine import HEADER, tool
from release_archives import NAME, SUMS, archive, copied, digest, write_sums
from version import version

pytestmark = [pytest.mark.rust, pytest.mark.all]

VERSION = version()
TAKE_IT_ANEW = "take it anew"


def of_members(named: Path, files: dict[str, bytes], *others: tarfile.TarInfo) -> None:
    """Writes an archive of these files and other members."""
    with tarfile.open(named, "w:gz") as new:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            new.addfile(member, BytesIO(text))
        for member in others:
            new.addfile(member)
    write_sums(named.parent)


RIGHT = {f"{NAME}/include/iqlist.h": HEADER.read_bytes(), f"{NAME}/lib/libiqlist.a": b"!<arch>\n"}


def listed_with_another_sum(named: Path) -> None:
    named.with_name(SUMS).write_text(f"{digest(named)}  {named.name}\n{'0' * 64}  {named.name}\n")


def not_listed(named: Path) -> None:
    text = named.with_name(SUMS).read_text()
    named.with_name(SUMS).write_text(text.replace(named.name, f"other-{named.name}"))


def with_another_header(named: Path) -> None:
    of_members(named, {**RIGHT, f"{NAME}/include/iqlist.h": HEADER.read_bytes() + b"\n"})


def without_the_library(named: Path) -> None:
    of_members(named, {f"{NAME}/include/iqlist.h": HEADER.read_bytes()})


def no_archive(named: Path) -> None:
    named.write_bytes(b"no archive")
    write_sums(named.parent)


def cut_short(named: Path) -> None:
    named.write_bytes(named.read_bytes()[:100_000])
    write_sums(named.parent)


CONTENTS: dict[Callable[[Path], None], list[str]] = {
    listed_with_another_sum: ["has the SHA-256 sum", f"SHA256SUMS says {'0' * 64}", "take the archive anew"],
    not_listed: ["SHA256SUMS does not list", "take both from one release"],
    with_another_header: [f"is not that of iqlist-sys {VERSION}", "that was released with this crate"],
    without_the_library: [f"{NAME}/lib/libiqlist.a: Not found in archive", TAKE_IT_ANEW],
    no_archive: ["tar: ", TAKE_IT_ANEW],
    cut_short: ["tar: ", TAKE_IT_ANEW],
}


@pytest.mark.parametrize("change", CONTENTS, ids=lambda change: change.__name__)
def test_an_archive_with_another_content_is_refused(change: Callable[[Path], None], tmp_path: Path) -> None:
    named = copied(tmp_path)
    change(named)
    printed = refused(tmp_path, {"IQLIST_ARCHIVE": str(named)})
    assert [part for part in ["IQLIST_ARCHIVE: ", *CONTENTS[change]] if part not in printed] == [], printed


# Members that tar would write elsewhere, or that lead there; the type and what a link leads to.
MEMBERS: dict[str, tuple[bytes, str]] = {
    "/tmp/iqlist-absolute": (tarfile.REGTYPE, ""),
    "../outside": (tarfile.REGTYPE, ""),
    f"{NAME}/../outside": (tarfile.REGTYPE, ""),
    f"{NAME}-beside/file": (tarfile.REGTYPE, ""),
    "another": (tarfile.DIRTYPE, ""),
    f"{NAME}/a name": (tarfile.REGTYPE, ""),
    f"{NAME}/two\nlines": (tarfile.REGTYPE, ""),
    f"{NAME}/lib/libiqlist.a": (tarfile.SYMTYPE, "libiqlist.so"),
    f"{NAME}/upwards": (tarfile.SYMTYPE, ".."),
    f"{NAME}/absolute": (tarfile.SYMTYPE, "/etc"),
    f"{NAME}/below": (tarfile.SYMTYPE, "lib/../../../etc"),
    f"{NAME}/arrows": (tarfile.SYMTYPE, f"/etc {NAME}/arrows -> libiqlist.so"),
    f"{NAME}/hard": (tarfile.LNKTYPE, f"{NAME}/lib/libiqlist.a"),
    f"{NAME}/pipe": (tarfile.FIFOTYPE, ""),
    f"{NAME}/device": (tarfile.CHRTYPE, ""),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_that_does_not_belong_there_is_refused(name: str, tmp_path: Path) -> None:
    named = copied(tmp_path)
    member = tarfile.TarInfo(name)
    member.type, member.linkname = MEMBERS[name]
    of_members(named, RIGHT, member)
    printed = refused(tmp_path, {"IQLIST_ARCHIVE": str(named)})
    assert f"{named}: the member " in printed and TAKE_IT_ANEW in printed
    if member.type != tarfile.REGTYPE and name.startswith(NAME) and name not in RIGHT:
        assert "is no file, folder or link to a file beside it" in printed


ARCHIVE = f"{NAME}.tar.gz"
# What variables name in a folder that has the archive, and what is said of it.
NAMED: dict[str, tuple[dict[str, str], list[str]]] = {
    "nothing": ({"IQLIST_ARCHIVE": "{folder}/none"}, ["there is no {folder}/none; name " + ARCHIVE]),
    "an empty folder": (
        {"IQLIST_ARCHIVE": "{folder}/empty"},
        [f"there is no {ARCHIVE} in {{folder}}/empty; put it there, and {SUMS} beside it"],
    ),
    "another version": (
        {"IQLIST_ARCHIVE": "{folder}/libiqlist-0.0.1-x86_64-linux-gnu.tar.gz"},
        [f"is not {ARCHIVE}, the archive of this version and target; name that one"],
    ),
    "another target": (
        {"IQLIST_ARCHIVE": f"{{folder}}/{ARCHIVE}", "TARGET": "x86_64-unknown-linux-musl"},
        [f"is not libiqlist-{VERSION}-x86_64-linux-musl.tar.gz, the archive of this version and target"],
    ),
    "another sum": (
        {"IQLIST_ARCHIVE": "{folder}", "IQLIST_ARCHIVE_SHA256": "ab12"},
        ["has the SHA-256 sum", "and IQLIST_ARCHIVE_SHA256 says ab12; take the archive anew"],
    ),
    "a sum alone": (
        {"IQLIST_ARCHIVE_SHA256": "ab12"},
        ["IQLIST_ARCHIVE_SHA256 is set, and no archive is named; name it"],
    ),
    "two libraries": (
        {"IQLIST_ARCHIVE": "{folder}", "IQLIST_LIB_DIR": "{folder}/empty"},
        ["IQLIST_LIB_DIR names another library, in {folder}/empty; unset one of them"],
    ),
}


@pytest.mark.parametrize("case", NAMED)
def test_what_is_named_and_wrong_is_not_passed_over(case: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "libiqlist-0.0.1-x86_64-linux-gnu.tar.gz").symlink_to(copied(tmp_path))
    given, parts = NAMED[case]
    written = {name: value.replace("{folder}", str(tmp_path)) for name, value in given.items()}
    printed = refused(tmp_path, written)
    assert [part for part in parts if part.replace("{folder}", str(tmp_path)) not in printed] == [], printed


@pytest.mark.parametrize("missing", ["tar", "sha256sum"])
def test_a_command_that_is_missing_is_named(missing: str, tmp_path: Path) -> None:
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in {"tar", "sha256sum", "gzip"} - {missing}:
        (commands / name).symlink_to(tool(name))
    printed = refused(tmp_path, {"IQLIST_ARCHIVE": str(archive()), "PATH": str(commands)})
    assert f"the command `{missing}` is needed and is not on the PATH; install it" in printed
