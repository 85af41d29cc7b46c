"""WITHOUT, by which `bindings/c/build install` leaves parts out, and the installation of a target."""

import os
import re
import zlib
from pathlib import Path

import library
import pytest
import targets
from clone import Clone
from installation import (
    LIBRARY,
    MULTIARCH,
    SCRIPT,
    alone,
    debug_link,
    expected,
    files,
    install,
    listing,
    refusal,
    sections,
    uninstall,
)
from machine import ROOT, command, tool
from outcomes import Failed
from version import soname

pytestmark = pytest.mark.install

PARTS = {
    "debug": f"lib/.debug/{LIBRARY}.debug",
    "licences": "share/licenses/iqlist/LICENSE",
    "manifest": "share/iqlist/manifest",
}
TARGET = "aarch64-linux-gnu"
"""The one that a short run builds."""


@pytest.mark.parametrize("text", ["debug", " licences\n", "manifest", "manifest\tdebug  licences"], ids=repr)
def test_what_is_named_is_left_out_and_nothing_else(text: str, tmp_path: Path) -> None:
    """Its folder goes with it; the library has no link to a debug file that is not there."""
    install(tmp_path, PREFIX=tmp_path / "prefix", WITHOUT=text)
    gone = {PARTS[word] for word in text.split()}
    assert files(tmp_path / "prefix") == expected("lib") - gone
    assert (tmp_path / "prefix/lib/.debug").exists() == ("debug" not in text)
    found = sections(tmp_path / "prefix/lib" / LIBRARY)
    assert (".gnu_debuglink" in found) == ("debug" not in text)
    assert ".symtab" not in found


@pytest.mark.parametrize("word", ["install", "uninstall"])
@pytest.mark.parametrize("text", ["debug,manifest", "licenses", "debug nothing", "*"])
def test_another_word_is_refused_with_the_list_of_words(text: str, word: str, tmp_path: Path) -> None:
    printed = refusal([SCRIPT, word], tmp_path, PREFIX=tmp_path / "prefix", WITHOUT=text)
    assert "status 2" in printed
    assert f'none of "{" ".join(PARTS)}": {text.split()[-1]}' in printed
    assert listing(tmp_path) == {}


def test_without_a_manifest_uninstalling_says_what_to_do_and_that_helps(tmp_path: Path) -> None:
    given = {"PREFIX": tmp_path / "prefix"}
    install(tmp_path, **given, WITHOUT="manifest")
    before = listing(tmp_path)
    printed = refusal([SCRIPT, "uninstall"], tmp_path, **given)
    assert "WITHOUT=manifest, install the same version there\nwith a manifest" in printed
    assert "status 2" in printed
    assert listing(tmp_path) == before
    install(tmp_path, **given)
    uninstall(tmp_path, **given)
    assert files(tmp_path) == set()


def test_what_had_these_parts_loses_them(tmp_path: Path) -> None:
    """Whatever an earlier installation has left goes, its manifest, too: it would be wrong."""
    found = tmp_path / "prefix"
    install(tmp_path, PREFIX=found, LIBDIR=MULTIARCH)
    install(tmp_path, PREFIX=found, WITHOUT=" ".join(PARTS))
    assert files(found) == expected("lib") - set(PARTS.values())
    assert not (found / "share").exists()


def test_a_target_is_installed_as_the_library_of_this_machine(tmp_path: Path) -> None:
    """With a debug file of its own machine, and nothing that names a folder of the build."""
    targets.build(TARGET)
    words: list[str | Path] = [SCRIPT, "--target", TARGET]
    alone([*words, "install"], tmp_path, DESTDIR=tmp_path, PREFIX="/opt")
    assert files(tmp_path / "opt") == expected("lib")
    folder = tmp_path / "opt/lib"
    for file in (folder / LIBRARY, folder / ".debug" / f"{LIBRARY}.debug", folder / "libiqlist.a"):
        assert re.search(r"Machine: +AArch64\n", command([tool("readelf"), "-hW", file])), file
        # That of debuggers is compressed: see test_release.py.
        assert os.fsencode(ROOT) not in file.read_bytes()
    assert not [name for name in sections(folder / LIBRARY) if name in (".symtab", ".debug_info")]
    assert {".symtab", ".debug_info", ".debug_line"} <= sections(folder / ".debug" / f"{LIBRARY}.debug")
    crc = zlib.crc32((folder / ".debug" / f"{LIBRARY}.debug").read_bytes())
    assert debug_link(folder / LIBRARY) == (f"{LIBRARY}.debug", crc)
    assert targets.dynamic(folder / LIBRARY, "SONAME") == {soname()}
    assert (folder / "pkgconfig/iqlist.pc").read_text().startswith("prefix=/opt\nlibdir=${prefix}/lib\n")
    alone([*words, "uninstall"], tmp_path, DESTDIR=tmp_path, PREFIX="/opt")
    assert files(tmp_path) == set()


@pytest.mark.parametrize("word", ["install", "uninstall"])
def test_a_target_is_not_put_where_this_machine_looks_unless_that_is_named(word: str, tmp_path: Path) -> None:
    printed = refusal([SCRIPT, "--target", TARGET, word], tmp_path)
    assert f"--target {TARGET} {word} needs PREFIX or DESTDIR" in printed
    assert "status 2" in printed


@pytest.mark.parametrize("target", ["../iqlist", "pdp11-linux-gnu"])
def test_what_is_no_target_is_not_installed(target: str, tmp_path: Path) -> None:
    library.release()
    printed = refusal([SCRIPT, "--target", target, "install"], tmp_path, PREFIX=tmp_path / "prefix")
    assert f"no such target: {target}; there are" in printed
    assert listing(tmp_path) == {}


def test_a_target_is_the_first_that_a_checkout_builds(tmp_path: Path) -> None:
    """Zig is asked for although there is no folder yet for what is built."""
    clone = Clone(tmp_path)
    (clone.bin / "python3").write_text("#!/bin/sh\necho no environment here >&2\nexit 1\n")
    (clone.bin / "python3").chmod(0o755)
    with pytest.raises(Failed, match=r"no environment here\n.*pip cannot install ziglang"):
        clone.run("--target", f"{os.uname().machine}-linux-gnu.2.17")
