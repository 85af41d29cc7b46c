"""The crates with the feature `bundled` and a release archive: what is in it becomes part of the program."""

import shutil
import tarfile
import time
from pathlib import Path

import pytest
from bundled import run, told
from cargo import BUILT
from installation import needed
from machine import HEADER, command
from outcomes import Failed
from release_archives import SUMS, archive, content, copied, digest, packed, write_sums
from test_crates import NOTHING, outside, refusal
from version import version

pytestmark = [pytest.mark.rust, pytest.mark.all]

VERSION = version()
TARGETS = {
    "x86_64-unknown-linux-gnu": "x86_64-linux-gnu",
    "aarch64-unknown-linux-gnu": "aarch64-linux-gnu",
    "x86_64-unknown-linux-musl": "x86_64-linux-musl",
}


def test_a_program_is_built_with_the_archive_and_needs_no_library() -> None:
    assert "Ada appears at 0" in run("quickstart")
    program = BUILT / "crates-archive/debug/quickstart"
    assert not [name for name in needed(program) if "iqlist" in name]
    assert "Ada appears at 0" in command(["env", "-i", "-C", "/", program])


def test_a_build_script_that_depends_on_it_is_told_where_the_library_is() -> None:
    include, told_version, folder, running = run("told").splitlines()
    assert (Path(include) / "iqlist.h").read_bytes() == HEADER.read_bytes()
    assert (told_version, running) == (VERSION, VERSION)
    library = Path(folder) / "libiqlist.a"
    assert library.read_bytes() == (content() / "lib/libiqlist.a").read_bytes()


def test_another_archive_with_the_same_name_is_noticed_at_the_next_build(tmp_path: Path) -> None:
    """And other sums; what stays is not unpacked again."""
    named, summed = copied(tmp_path / "alone"), copied(tmp_path / "with-sums")
    named.with_name(SUMS).unlink()
    built = BUILT / "crates-another"
    shutil.rmtree(built, ignore_errors=True)
    words = ["--package", "iqlist-sys", "--features", "bundled", "--verbose"]

    def build(archive: Path) -> tuple[bool, bytes]:
        """Whether cargo found nothing to do, and the library that a program is linked with."""
        printed = outside("another", {**NOTHING, "IQLIST_ARCHIVE": str(archive)}, "build", *words)
        (library,) = built.rglob("libiqlist.a")
        return "Fresh iqlist-sys" in printed, library.read_bytes()

    first = (content() / "lib/libiqlist.a").read_bytes()
    assert [build(named), build(named)] == [(False, first), (True, first)]
    other = tmp_path / "other"
    shutil.copytree(content(), other, symlinks=True)
    (other / "lib/libiqlist.a").write_bytes(b"!<arch>\n")
    time.sleep(0.1)
    packed(other, named)
    assert build(named) == (False, b"!<arch>\n")

    assert [build(summed), build(summed)] == [(False, first), (True, first)]
    time.sleep(0.1)
    summed.with_name(SUMS).write_text(f"{'0' * 64}  {summed.name}\n")
    with pytest.raises(Failed, match="take the archive anew"):
        build(summed)


@pytest.mark.parametrize("target", TARGETS)
def test_of_a_folder_the_archive_for_the_target_is_taken(target: str, tmp_path: Path) -> None:
    """Each has another libiqlist.a here."""
    for own in TARGETS.values():
        folder = tmp_path / f"libiqlist-{VERSION}-{own}"
        for name, text in ("include/iqlist.h", HEADER.read_text()), ("lib/libiqlist.a", own):
            (folder / name).parent.mkdir(parents=True)
            (folder / name).write_text(text)
        with tarfile.open(tmp_path / f"{folder.name}.tar.gz", "w:gz") as new:
            new.add(folder, folder.name)
    write_sums(tmp_path)
    printed = told(tmp_path, {"IQLIST_ARCHIVE": str(tmp_path), "TARGET": target})
    found = tmp_path / f"out/archive/libiqlist-{VERSION}-{TARGETS[target]}/lib"
    assert f"cargo:rustc-link-search=native={found}\ncargo:rustc-link-lib=static=iqlist" in printed
    assert (found / "libiqlist.a").read_text() == TARGETS[target]


def test_a_target_without_an_archive_is_refused_by_name() -> None:
    """Cargo itself says the target here."""
    given = {"IQLIST_ARCHIVE": str(archive())}
    printed = refusal(given, "--features", "bundled", "--target", "riscv64gc-unknown-linux-gnu")
    assert "there is no release archive for riscv64gc-unknown-linux-gnu, but for x86_64-unknown-" in printed
    assert "let IQLIST_LIB_DIR name the folder instead" in printed


def test_sums_are_compared_however_they_are_written(tmp_path: Path) -> None:
    """SHA256SUMS may be missing or have other lines, and sums may have large letters."""
    named = copied(tmp_path)
    given = {"IQLIST_ARCHIVE": str(named), "IQLIST_ARCHIVE_SHA256": digest(named).upper()}
    (tmp_path / SUMS).write_text(f"{'0' * 64}  other.tar.gz\n\n{digest(named).upper()} *{named.name}\n")
    assert "rustc-link-lib=static=iqlist" in told(tmp_path, given)
    (tmp_path / SUMS).unlink()
    assert "rustc-link-lib=static=iqlist" in told(tmp_path, given)


def test_without_the_feature_the_archive_is_not_taken_and_the_error_says_so() -> None:
    printed = refusal({"IQLIST_ARCHIVE": str(archive())})
    assert "IQLIST_ARCHIVE: only the feature `bundled` takes it" in printed
    assert "turn on the feature `bundled`" in printed
