"""What the build puts into the package, and what it says when it cannot. The README's example runs."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

PACKAGE = Path(__file__).resolve().parents[1]


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("hatchling")
    monkeypatch.setattr(sys, "path", [str(PACKAGE), *sys.path])
    return importlib.import_module("hatch_build")


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository on a machine without Swift."""
    monkeypatch.delenv("IQLIST_LIBRARY", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "bindings/python").mkdir(parents=True)
    return tmp_path


def built(folder: Path) -> Path:
    library = folder / ".build/iqlist/libiqlist.so.0.8"
    library.parent.mkdir(parents=True)
    library.touch()
    library.with_name("libiqlist.so").symlink_to(library.name)
    return library


def with_swift(folder: Path) -> None:
    """A compiler that does nothing, and a build script that leaves a mark."""
    (folder / "swift").touch(mode=0o755)
    (folder / "bash").symlink_to("/bin/bash")
    (folder / "Package.swift").touch()
    (folder / "bindings/c").mkdir(parents=True)
    (folder / "bindings/c/build").write_text(f'echo "$0" >{folder}/mark\n')


def test_the_variable_comes_first(hook: ModuleType, clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built(clone)
    (clone / "mine.so").touch()
    monkeypatch.setenv("IQLIST_LIBRARY", str(clone / "mine.so"))
    assert hook.find(clone / "bindings/python") == clone / "mine.so"


def test_a_variable_that_names_nothing_is_an_error(
    hook: ModuleType, clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(clone)
    monkeypatch.setenv("IQLIST_LIBRARY", "/nowhere.so")
    with pytest.raises(RuntimeError, match=r"IQLIST_LIBRARY names /nowhere\.so, which is no file"):
        hook.find(clone / "bindings/python")


def test_without_swift_what_was_built_before_is_taken(hook: ModuleType, clone: Path) -> None:
    library = built(clone)
    assert hook.find(clone / "bindings/python") == library


def test_with_swift_it_is_built_anew(hook: ModuleType, clone: Path) -> None:
    library = built(clone)
    with_swift(clone)
    assert hook.find(clone / "bindings/python") == library
    assert (clone / "mark").read_text() == f"{clone}/bindings/c/build\n"


def test_an_sdist_builds_what_it_encloses(hook: ModuleType, clone: Path) -> None:
    built(clone)
    with_swift(clone)
    enclosed = clone / "bindings/python/libiqlist"
    library = built(enclosed)
    (enclosed / "Package.swift").touch()
    (enclosed / "bindings/c").mkdir(parents=True)
    (enclosed / "bindings/c/build").write_text(f'echo "$0" >{clone}/mark\n')
    assert hook.find(clone / "bindings/python") == library
    assert (clone / "mark").read_text() == f"{enclosed}/bindings/c/build\n"


def test_without_either_it_says_what_is_missing(hook: ModuleType, clone: Path) -> None:
    with pytest.raises(RuntimeError, match=r"IQLIST_LIBRARY is not set, .*libiqlist\.so is not there.*Swift"):
        hook.find(clone / "bindings/python")


@pytest.mark.parametrize(
    ("machine", "text", "tag"),
    [
        (62, b"\0libc.so.6\0GLIBC_2.5\0GLIBC_2.17\0GLIBC_2.4\0", "manylinux_2_17_x86_64"),
        (183, b"\0libc.so.6\0GLIBC_2.17\0GLIBC_2.34\0", "manylinux_2_34_aarch64"),
        (62, b"\0libc.so\0", "musllinux_1_2_x86_64"),
        (183, b"\0libc.musl-aarch64.so.1\0", "musllinux_1_2_aarch64"),
        (62, b"\0libm.so\0", "linux_x86_64"),
    ],
)
def test_the_tag_is_read_from_the_library(
    hook: ModuleType, tmp_path: Path, machine: int, text: bytes, tag: str
) -> None:
    """Its machine, and the newest version of glibc that it asks for."""
    library = tmp_path / "libiqlist.so"
    library.write_bytes(b"\x7fELF" + bytes(14) + machine.to_bytes(2, "little") + text)
    assert hook.machines(library) == tag


def test_what_is_no_library_has_no_tag(hook: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "libiqlist.so").write_bytes(b"GLIBC_2.17")
    with pytest.raises(RuntimeError, match="is no library for x86_64 or aarch64"):
        hook.machines(tmp_path / "libiqlist.so")


def test_the_example_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"^```python\n(.*?)^```$", (PACKAGE / "README.md").read_text(), re.M | re.S)
    assert example is not None
    exec(example[1], {})
    assert capsys.readouterr().out == "at 0: 2 removed, 0 added\nat 1: 0 removed, 2 added\n"
