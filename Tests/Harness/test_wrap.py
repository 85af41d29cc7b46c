"""The wrap for Meson: a project without the library takes it from a release archive, and builds a program."""

import shutil
from pathlib import Path

import pytest
from installation import HELLO, alone, check, listing, refusal, tools
from machine import ROOT
from release_archives import NAME, TARGET, archive, digest
from version import soname, version

pytestmark = pytest.mark.install

SUBPROJECTS = ROOT / "bindings/c/packaging/meson/subprojects"
PROJECT = """
project('program', 'c')
iqlist = dependency('iqlist', version: '>=VERSION')
executable('program', 'program.c', dependencies: iqlist, install: true, install_rpath: '$ORIGIN/../lib')
"""
LINKED = {"": True, "-Dprefer_static=true": False, "-Ddefault_library=static": False}


def project(folder: Path, target: str = TARGET) -> Path:
    """A project with the wrap, the archive, and the sum filled in. Answers the wrap."""
    shutil.copy(HELLO, folder / "program.c")
    (folder / "meson.build").write_text(PROJECT.replace("VERSION", version()))
    shutil.copytree(SUBPROJECTS, folder / "subprojects")
    shutil.copy(archive(), folder / "subprojects/packagefiles")
    wrap = folder / "subprojects/iqlist.wrap"
    text = wrap.read_text().replace("x86_64-linux-gnu", target)
    assert text.count("the-sum-of-the-archive") == 1
    wrap.write_text(text.replace("the-sum-of-the-archive", digest(archive())))
    return wrap


def setup(*options: str) -> list[str]:
    """The library that may be on this machine is not asked for."""
    return ["meson", "setup", "built", "--libdir=lib", "--force-fallback-for=iqlist", *options]


@pytest.mark.parametrize("option", LINKED)
def test_a_program_is_built_and_installed_with_the_library_of_the_wrap(option: str, tmp_path: Path) -> None:
    project(tmp_path)
    alone(setup(*option.split()), tmp_path, tools())
    alone(["meson", "compile", "-C", "built"], tmp_path, tools())
    check(tmp_path / "built/program", LINKED[option])
    alone(["meson", "install", "-C", "built"], tmp_path, tools(), DESTDIR=tmp_path / "stage")
    stage = tmp_path / "stage/usr/local"
    libraries = {f"lib/libiqlist.so.{version()}", f"lib/{soname()}"} if LINKED[option] else set()
    files = {path for path, kind in listing(stage).items() if kind != "folder"}
    assert files == {"bin/program", *libraries}
    # Where it was built it would find the library, too.
    shutil.rmtree(tmp_path / "subprojects")
    check(stage / "bin/program", LINKED[option])


def test_an_archive_with_another_sum_is_refused(tmp_path: Path) -> None:
    """Also the sum that nobody has filled in."""
    wrap = project(tmp_path)
    right = wrap.read_text()
    for other in ("0" * 64, "the-sum-of-the-archive"):
        wrap.write_text(right.replace(digest(archive()), other))
        shutil.rmtree(tmp_path / "built", ignore_errors=True)
        printed = refusal(setup(), tmp_path, path=tools())
        assert f"{other} expected\n {digest(archive())} actual" in printed, printed


def test_an_archive_for_another_machine_is_refused(tmp_path: Path) -> None:
    """The folder of the archive says for which it is."""
    other = {"x86_64-linux-gnu": "aarch64-linux-gnu"}.get(TARGET, "x86_64-linux-gnu")
    wrap = project(tmp_path)
    wrap.write_text("".join(line for line in wrap.read_text().splitlines(True) if "source_" not in line))
    wrap.write_text(wrap.read_text().replace(TARGET, other))
    alone(["tar", "-xzf", archive(), "-C", "subprojects"], tmp_path)
    shutil.copytree(SUBPROJECTS / "packagefiles/iqlist", tmp_path / "subprojects" / NAME, dirs_exist_ok=True)
    (tmp_path / "subprojects" / NAME).rename(tmp_path / "subprojects" / NAME.replace(TARGET, other))
    printed = refusal(setup(), tmp_path, path=tools())
    assert f"the archive is for linux on {other.split('-')[0]}, not for linux on" in printed
