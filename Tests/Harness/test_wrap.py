"""The wrap for Meson: a project without the library takes it from a release archive, and builds a program."""

import shutil
from pathlib import Path

import pytest
from installation import HELLO, alone, check, listing, refusal, tools
from release_archives import NAME, TARGET, archive, digest, prepared, shown
from version import soname, version

pytestmark = [pytest.mark.install, pytest.mark.all]

PROJECT = """
project('program', 'c')
iqlist = dependency('iqlist', version: '>=VERSION')
executable('program', 'program.c', dependencies: iqlist, install: true, install_rpath: '$ORIGIN/../lib')
"""
LINKED = {"": True, "-Dprefer_static=true": False, "-Ddefault_library=static": False}


def project(folder: Path) -> Path:
    """A project with the wrap, the archive and its sum, by the commands of the guide. Answers the wrap."""
    prepared(folder, "bindings/c/packaging/meson/subprojects")
    wrap = folder / "program/subprojects/iqlist.wrap"
    wrap.parents[1].mkdir()
    shutil.copy(HELLO, folder / "program/program.c")
    (folder / "program/meson.build").write_text(PROJECT.replace("VERSION", version()))
    alone(["bash", "-euc", shown("cp").replace("x86_64-linux-gnu", TARGET)], folder)
    wrap.write_text(wrap.read_text().replace("x86_64-linux-gnu", TARGET))
    return wrap


def setup(*options: str) -> list[str]:
    """The library that may be on this machine is not asked for."""
    return ["meson", "setup", "built", "--libdir=lib", "--force-fallback-for=iqlist", *options]


@pytest.mark.parametrize("option", LINKED)
def test_a_program_is_built_and_installed_with_the_library_of_the_wrap(option: str, tmp_path: Path) -> None:
    folder = project(tmp_path).parents[1]
    alone(setup(*option.split()), folder, tools())
    alone(["meson", "compile", "-C", "built"], folder, tools())
    check(folder / "built/program", LINKED[option])
    alone(["meson", "install", "-C", "built"], folder, tools(), DESTDIR=folder / "stage")
    stage = folder / "stage/usr/local"
    libraries = {f"lib/libiqlist.so.{version()}", f"lib/{soname()}"} if LINKED[option] else set()
    files = {path for path, kind in listing(stage).items() if kind != "folder"}
    assert files == {"bin/program", *libraries}
    # Where it was built it would find the library, too.
    shutil.rmtree(folder / "subprojects")
    check(stage / "bin/program", LINKED[option])


def test_an_archive_with_another_sum_is_refused(tmp_path: Path) -> None:
    """Also the sum that nobody has filled in."""
    wrap = project(tmp_path)
    folder = wrap.parents[1]
    right = wrap.read_text()
    for other in ("0" * 64, "the-sum-of-the-archive"):
        wrap.write_text(right.replace(digest(archive()), other))
        shutil.rmtree(folder / "built", ignore_errors=True)
        printed = refusal(setup(), folder, path=tools())
        assert f"{other} expected\n {digest(archive())} actual" in printed, printed


def test_an_archive_for_another_machine_is_refused(tmp_path: Path) -> None:
    """The folder of the archive says for which it is."""
    other = {"x86_64-linux-gnu": "aarch64-linux-gnu"}.get(TARGET, "x86_64-linux-gnu")
    wrap = project(tmp_path)
    folder = wrap.parents[1]
    wrap.write_text("".join(line for line in wrap.read_text().splitlines(True) if "source_" not in line))
    wrap.write_text(wrap.read_text().replace(TARGET, other))
    alone(["tar", "-xzf", archive(), "-C", "subprojects"], folder)
    shutil.copytree(wrap.parent / "packagefiles/iqlist", wrap.parent / NAME, dirs_exist_ok=True)
    (wrap.parent / NAME).rename(wrap.parent / NAME.replace(TARGET, other))
    printed = refusal(setup(), folder, path=tools())
    assert f"the archive is for linux on {other.split('-')[0]}, not for linux on" in printed
