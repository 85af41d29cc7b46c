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


@pytest.fixture
def said() -> list[str]:
    """What the build says while it runs."""
    return []


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


def test_the_variable_comes_first(
    hook: ModuleType, clone: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built(clone)
    (clone / "mine.so").touch()
    monkeypatch.setenv("IQLIST_LIBRARY", str(clone / "mine.so"))
    assert hook.find(clone / "bindings/python", said.append) == clone / "mine.so"
    assert said == [f"iqlist: takes the library {clone}/mine.so"]


def test_a_variable_that_names_nothing_is_an_error(
    hook: ModuleType, clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(clone)
    monkeypatch.setenv("IQLIST_LIBRARY", "/nowhere.so")
    with pytest.raises(RuntimeError, match=r"IQLIST_LIBRARY names /nowhere\.so, which is no file"):
        hook.find(clone / "bindings/python", print)


def test_without_swift_what_was_built_before_is_taken(hook: ModuleType, clone: Path, said: list[str]) -> None:
    """And it is said that it may be old."""
    library = built(clone)
    assert hook.find(clone / "bindings/python", said.append) == library
    assert "may be older than its sources" in said[-1]


@pytest.mark.parametrize("swift", [True, False])
def test_the_build_is_asked_whether_it_is_current(
    hook: ModuleType, clone: Path, said: list[str], swift: bool
) -> None:
    """Without Swift, too: then it needs none."""
    library = built(clone)
    with_swift(clone)
    if not swift:
        (clone / "swift").unlink()
    assert hook.find(clone / "bindings/python", said.append) == library
    assert (clone / "mark").read_text() == f"{clone}/bindings/c/build\n"
    assert said == [f"iqlist: builds the library of {clone}, unless it is current"]


def test_a_build_that_fails_is_an_error_but_not_where_swift_is_missing(
    hook: ModuleType, clone: Path, said: list[str]
) -> None:
    library = built(clone)
    with_swift(clone)
    (clone / "bindings/c/build").write_text("exit 1\n")
    with pytest.raises(RuntimeError, match="the library was not built"):
        hook.find(clone / "bindings/python", said.append)
    (clone / "swift").unlink()
    assert hook.find(clone / "bindings/python", said.append) == library
    assert "may be older than its sources" in said[-1]


def test_an_sdist_builds_what_it_encloses(hook: ModuleType, clone: Path) -> None:
    built(clone)
    with_swift(clone)
    enclosed = clone / "bindings/python/libiqlist"
    library = built(enclosed)
    (enclosed / "Package.swift").touch()
    (enclosed / "bindings/c").mkdir(parents=True)
    (enclosed / "bindings/c/build").write_text(f'echo "$0" >{clone}/mark\n')
    assert hook.find(clone / "bindings/python", print) == library
    assert (clone / "mark").read_text() == f"{enclosed}/bindings/c/build\n"


def test_without_either_it_says_what_is_missing(hook: ModuleType, clone: Path) -> None:
    with pytest.raises(RuntimeError, match=r"IQLIST_LIBRARY is not set, .*libiqlist\.so is not there.*Swift"):
        hook.find(clone / "bindings/python", print)


def elf(path: Path, machine: int) -> Path:
    path.write_bytes(b"\x7fELF" + bytes(14) + machine.to_bytes(2, "little") + b"with names")
    return path


def stripper(folder: Path, name: str, status: int = 0) -> None:
    """A tool that leaves a mark in what it is told to strip."""
    tool = folder / name
    tool.parent.mkdir(parents=True, exist_ok=True)
    tool.write_text(f'#!/bin/sh\necho {name} >>"$2"\nexit {status}\n')
    tool.chmod(0o755)


@pytest.mark.parametrize(
    ("machine", "there", "used"),
    [
        ("x86_64", ["strip", "aarch64-linux-gnu-strip", "llvm-strip"], "strip"),
        ("x86_64", ["aarch64-linux-gnu-strip", "llvm-strip"], "llvm-strip"),
        ("aarch64", ["strip", "aarch64-linux-gnu-strip", "llvm-strip"], "aarch64-linux-gnu-strip"),
        ("aarch64", ["strip", "llvm-strip", "llvm-objcopy"], "llvm-strip"),
        ("aarch64", ["strip", "llvm-objcopy"], "llvm-objcopy"),
        ("aarch64", ["strip", "beside/bin/llvm-objcopy"], "beside/bin/llvm-objcopy"),
        ("aarch64", ["strip"], ""),
    ],
)
def test_it_is_stripped_by_a_tool_that_knows_its_machine(
    hook: ModuleType,
    clone: Path,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
    machine: str,
    there: list[str],
    used: str,
) -> None:
    """On x86_64 here. The tool beside the compiler of Swift is tried last; without any the size is said."""
    monkeypatch.setattr(hook.platform, "machine", lambda: "x86_64")
    for name in there:
        stripper(clone, name)
    told = f'{{"runtimeResourcePath": "{clone}/beside/lib/swift"}}'
    (clone / "swift").write_text(f"#!/bin/sh\necho '{told}'\n")
    (clone / "swift").chmod(0o755)
    library = elf(clone / "libiqlist.so", 183 if machine == "aarch64" else 62)
    before = library.read_bytes()
    hook.strip(library, said.append)
    assert library.read_bytes() == before + (f"{used}\n".encode() if used else b"")
    assert (used in said[-1]) if used else ("is not stripped and has 30 bytes" in said[-1])


def test_a_tool_that_does_not_know_the_machine_leaves_it_to_the_next(
    hook: ModuleType, clone: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An x86_64 library on aarch64."""
    monkeypatch.setattr(hook.platform, "machine", lambda: "aarch64")
    stripper(clone, "x86_64-linux-gnu-strip", status=1)
    stripper(clone, "llvm-strip")
    library = elf(clone / "libiqlist.so", 62)
    hook.strip(library, said.append)
    assert library.read_bytes().endswith(b"llvm-strip\n")


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
