"""`bindings/c/build install` and `uninstall`: what is installed, what it says of itself, and that all of it
goes again."""

import contextlib
import os
import re
import shutil
import time
import zlib
from pathlib import Path

import library
import pytest
from clone import Clone
from installation import (
    LIBRARY,
    MULTIARCH,
    SCRIPT,
    alone,
    check_debugger,
    debug_link,
    digest,
    expected,
    files,
    install,
    listing,
    prefix,
    refusal,
    sections,
    uninstall,
)
from machine import ROOT, command, tool
from mutants import COPIED
from outcomes import Skipped, fail
from package import ELSEWHERE, wheel
from version import node, renumber, soname

pytestmark = pytest.mark.install


@pytest.mark.parametrize("libdir", ["lib", MULTIARCH])
def test_it_installs_these_files_and_no_others(libdir: str, tmp_path: Path) -> None:
    install(tmp_path, PREFIX=tmp_path / "prefix", LIBDIR=libdir)
    assert files(tmp_path) == {f"prefix/{path}" for path in expected(libdir)}


def named(shared: Path) -> tuple[str, str]:
    """The soname of a library and the version node of its symbols."""
    read = command(["readelf", "-dVW", shared])
    (name,) = re.findall(r"\(SONAME\).*\[(.+)\]", read)
    nodes = set(re.findall(r"Index: 2  Cnt: 1  Name: (\S+)", read))
    assert len(nodes) == 1
    return name, nodes.pop()


def test_links_lead_from_the_linkers_name_to_the_version() -> None:
    folder = prefix() / "lib"
    assert named(folder / LIBRARY) == (soname(), node())
    assert (folder / "libiqlist.so").readlink() == Path(soname())
    assert (folder / soname()).readlink() == Path(LIBRARY)


def test_everybody_may_read_it_whatever_the_mask(tmp_path: Path) -> None:
    library.release()
    alone(["bash", "-euc", f'umask 077; "{SCRIPT}" install'], tmp_path, PREFIX=tmp_path / "prefix")
    for path in [tmp_path / "prefix", *(tmp_path / "prefix").rglob("*")]:
        if not path.is_symlink():
            assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path


def test_no_file_names_the_folder_of_the_build_or_of_the_staging(tmp_path: Path) -> None:
    stage = tmp_path / "stage"
    install(tmp_path, DESTDIR=stage, PREFIX="/opt/iqlist")
    for path in stage.rglob("*"):
        if path.is_file():
            if path.suffix == ".debug":
                command(["objcopy", "--decompress-debug-sections", path])
                assert b"Sources/IQList/Lists.swift" in path.read_bytes()
            content = path.read_bytes()
            assert os.fsencode(ROOT) not in content, path
            assert os.fsencode(tmp_path) not in content, path


def test_what_is_built_names_no_folder_either() -> None:
    for path in (library.release(), library.ARCHIVE):
        content = path.read_bytes()
        assert os.fsencode(ROOT) not in content, path
        assert b"Sources/IQList/Lists.swift" in content, path


@pytest.mark.all
def test_it_has_the_same_bytes_wherever_it_is_built(tmp_path: Path) -> None:
    """Whatever the folder is called, and wherever the command is given. Debug information, too. What was
    compiled in another folder is kept from the build of the sdist."""
    with contextlib.suppress(Skipped):
        wheel()
    copy = tmp_path / "a folder with" / "yet another name" / "sources"
    for name in (*COPIED, "bindings/c/packaging", "bindings/cxx/iqlist.hpp", "LICENSE"):
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, dirs_exist_ok=True)
        else:
            shutil.copy(ROOT / name, target)
    prefixes = tmp_path / "here", tmp_path / "there"
    install(tmp_path, PREFIX=prefixes[0])
    given = [f"PREFIX={prefixes[1]}", f"IQ_BUILDS={ELSEWHERE}"]
    command(["env", "-C", "/", *given, copy / "bindings/c/build", "install"])
    # Digests: that bytes differ would be explained byte by byte.
    for built in (library.release(), library.ARCHIVE):
        assert digest(copy / ".build/iqlist" / built.name) == digest(built), built
    paths = files(prefixes[0])
    assert files(prefixes[1]) == paths
    # That of pkg-config names the prefix.
    for path in paths - {"lib/pkgconfig/iqlist.pc"}:
        assert digest(prefixes[0] / path) == digest(prefixes[1] / path), path


def test_the_library_is_stripped_and_its_debug_information_is_found() -> None:
    """By its name, its checksum and its build id; a debugger shows the lines of a function."""
    folder = prefix() / "lib"
    installed, apart = folder / LIBRARY, folder / ".debug" / f"{LIBRARY}.debug"
    found = sections(installed)
    assert ".gnu_debuglink" in found
    assert not [name for name in found if name == ".symtab" or name.startswith((".debug", ".zdebug"))]
    assert {".symtab", ".debug_info", ".debug_line"} <= sections(apart)

    assert debug_link(installed) == (f"{LIBRARY}.debug", zlib.crc32(apart.read_bytes()))

    ids = [re.findall(r"Build ID: (\w+)", command(["readelf", "-nW", file])) for file in (installed, apart)]
    assert ids[0] == ids[1] != []


def test_a_debugger_shows_the_sources_lines() -> None:
    check_debugger(prefix() / "lib")


def test_valgrind_reads_it(tmp_path: Path) -> None:
    found = prefix()
    options = [f"-I{found}/include", f"-L{found}/lib", "-liqlist", f"-Wl,-rpath,{found}/lib"]
    hello = ROOT / "bindings/c/examples/hello.c"
    command([tool("cc"), "-gdwarf-4", hello, *options, "-o", tmp_path / "program"])
    printed = command([tool("valgrind"), "-q", "--error-exitcode=9", tmp_path / "program"])
    assert "debug info" not in printed


@pytest.mark.parametrize("given", [{"PREFIX": "/"}, {"PREFIX": "/usr//", "LIBDIR": "/lib64"}, {}], ids=repr)
def test_folders_may_be_given_in_each_form(given: dict[str, str], tmp_path: Path) -> None:
    """The root, a folder outside of the prefix, and the prefix that holds where none is given."""
    install(tmp_path, DESTDIR="stage", **given)
    where = given.get("PREFIX", "/usr/local").strip("/")
    names = {str(Path(where, path)) for path in expected("lib")}
    if "LIBDIR" in given:
        names = {path.replace("usr/lib/", "lib64/") for path in names}
    assert files(tmp_path / "stage") == names
    uninstall(tmp_path, DESTDIR="stage", **given)
    assert listing(tmp_path) == {"stage": "folder"}


@pytest.mark.parametrize("libdir", ["lib", MULTIARCH])
@pytest.mark.parametrize("stage", ["", "stage"])
def test_uninstalling_leaves_nothing_behind(libdir: str, stage: str, tmp_path: Path) -> None:
    """Neither files nor folders, and what was there before stays."""
    (tmp_path / "there").mkdir()
    given: dict[str, str | Path] = {"PREFIX": tmp_path / "there/prefix", "LIBDIR": libdir}
    if stage:
        (tmp_path / stage).mkdir()
        given = {"PREFIX": Path("/opt/there/prefix"), "LIBDIR": libdir, "DESTDIR": tmp_path / stage}
    before = listing(tmp_path)
    install(tmp_path, **given)
    assert listing(tmp_path) != before
    uninstall(tmp_path, **given)
    assert listing(tmp_path) == before


def test_uninstalling_removes_nothing_else(tmp_path: Path) -> None:
    """Neither other files beside ours, nor folders that were there, empty as they may be."""
    found = tmp_path / "prefix"
    (found / "include").mkdir(parents=True)
    (found / "lib/pkgconfig").mkdir(parents=True)
    (found / "lib/libother.a").touch()
    before = listing(tmp_path)
    install(tmp_path, PREFIX=found)
    (found / "share/licenses/other").mkdir()
    (found / "lib/cmake/iqlist/own.cmake").touch()
    uninstall(tmp_path, PREFIX=found)
    kept = ["share", "share/licenses", "share/licenses/other", "lib/cmake", "lib/cmake/iqlist"]
    own = {f"prefix/{path}": "folder" for path in kept} | {"prefix/lib/cmake/iqlist/own.cmake": "file"}
    assert listing(tmp_path) == before | own


def test_a_moved_prefix_is_uninstalled_where_it_is(tmp_path: Path) -> None:
    install(tmp_path, PREFIX=tmp_path / "old", LIBDIR=MULTIARCH)
    moved = (tmp_path / "old").rename(tmp_path / "new")
    uninstall(tmp_path, PREFIX=moved)
    assert listing(tmp_path) == {}


def test_installing_twice_is_as_once(tmp_path: Path) -> None:
    found = tmp_path / "prefix"
    install(tmp_path, PREFIX=found)
    once, manifest = listing(tmp_path), (found / "share/iqlist/manifest").read_text()
    install(tmp_path, PREFIX=found)
    assert (listing(tmp_path), (found / "share/iqlist/manifest").read_text()) == (once, manifest)
    uninstall(tmp_path, PREFIX=found)
    assert listing(tmp_path) == {}


def test_what_failed_in_the_middle_can_be_uninstalled(tmp_path: Path) -> None:
    (tmp_path / "prefix/lib/libiqlist.so").mkdir(parents=True)
    before = listing(tmp_path)
    library.release()
    assert "status 1" in refusal([SCRIPT, "install"], tmp_path, PREFIX=tmp_path / "prefix")
    assert "prefix/lib/libiqlist.a" in files(tmp_path)
    uninstall(tmp_path, PREFIX=tmp_path / "prefix")
    assert listing(tmp_path) == before


def test_where_nothing_is_installed_uninstalling_says_so(tmp_path: Path) -> None:
    printed = refusal([SCRIPT, "uninstall"], tmp_path, PREFIX=tmp_path)
    assert f"no manifest says what is installed in {tmp_path}" in printed
    assert listing(tmp_path) == {}


def test_where_it_may_not_write_it_says_so(tmp_path: Path) -> None:
    """Before it builds. A folder below a file is one in which nobody may write."""
    (tmp_path / "file").touch(0o444)
    printed = refusal([SCRIPT, "install"], tmp_path, PREFIX=tmp_path / "file/prefix")
    assert "give another PREFIX" in printed and "status 2" in printed


@pytest.mark.parametrize(
    "words", [["--nonsense"], ["instal"], ["install", "more"], ["-"], ["a/folder", "more"]]
)
def test_unknown_arguments_are_refused_with_the_usage(words: list[str], tmp_path: Path) -> None:
    printed = refusal([SCRIPT, *words], tmp_path, PREFIX=tmp_path / "prefix")
    assert "usage: bindings/c/build" in printed
    assert "status 2" in printed
    assert listing(tmp_path) == {}


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_help_names_each_variable(word: str, tmp_path: Path) -> None:
    words = set(alone([SCRIPT, word], tmp_path).split())
    assert {"PREFIX", "LIBDIR", "INCLUDEDIR", "DESTDIR", "WITHOUT", "install", "uninstall"} <= words
    assert {"ARCHIVES", "SOURCE_DATE_EPOCH", "release"} <= words


@pytest.mark.parametrize(
    "text", ["prefix", "/pre$fix", '/pre"fix', "/pre;fix", "/pre#fix", "/pre\\fix", "/pre\nfix"]
)
def test_a_prefix_that_files_cannot_name_is_refused(text: str, tmp_path: Path) -> None:
    printed = refusal([SCRIPT, "install"], tmp_path, DESTDIR=tmp_path, PREFIX=text)
    assert "PREFIX has" in printed
    assert listing(tmp_path) == {}


def test_it_builds_what_is_missing_or_older_than_the_sources(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    found = {"PREFIX": tmp_path / "prefix"}
    for _ in range(2):
        clone.run("install", **found)
        assert clone.builds == 1
    for expected_builds, path in enumerate(["Sources/new.swift", "include/iqlist.h", "Package.swift"], 2):
        time.sleep(0.1)
        clone.change(path)
        clone.run("install", **found)
        assert clone.builds == expected_builds, path
    built = clone.folder / ".build/iqlist/libiqlist.a"
    built.unlink()
    clone.run("install", **found)
    assert built.is_file()


@pytest.mark.parametrize("numbers", [(0, 999, 0), (0, 999, 7), (1, 0, 0), (9, 8, 7)])
def test_another_version_replaces_the_one_before(numbers: tuple[int, int, int], tmp_path: Path) -> None:
    """The header says which it is. Nothing of the old one is left, and uninstalling finds all of the new."""
    clone = Clone(tmp_path)
    where = tmp_path / "where"
    where.mkdir()
    clone.run("install", PREFIX=where / "prefix", LIBDIR=MULTIARCH)
    header = clone.folder / "include/iqlist.h"
    time.sleep(0.1)
    renumber(header, *numbers)
    clone.run("install", PREFIX=where / "prefix")
    if files(where / "prefix") != expected("lib", header):
        fail("\n".join(sorted(files(where / "prefix") ^ expected("lib", header))))
    assert named(where / "prefix/lib/libiqlist.so") == (soname(header), node(header))
    assert not (where / "prefix" / MULTIARCH).exists()
    clone.run("uninstall", PREFIX=where / "prefix")
    assert listing(where) == {}
