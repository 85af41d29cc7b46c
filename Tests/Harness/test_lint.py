"""Every language of the tree under its strictest checker, and no warning in a release."""

from pathlib import Path

import checkers
import library
import pytest
from environments import newest
from examples import INBOX
from gtk import FILES as GTK_FILES
from machine import INCLUDE, KIT_INCLUDE, WORK, clang, command, tool
from mirrors import MIRRORS
from native import STRICT
from sdl import FILES as SDL_FILES
from tree import scripts, shown, tree

pytestmark = pytest.mark.lint

LINE = 110
LINES = 600
RULES = "E,W,F,I,B,UP,SIM,RUF,PTH,C4"

# Those of GTK, SDL and SQLite only where these are: see test_gtk.py, test_sdl.py and test_inbox.py.
C_FILES = [path for path in tree("*.c") if path not in {*GTK_FILES, *SDL_FILES, *INBOX}]
SHELL = scripts("(bash|sh)", ".sh")
PYTHON = [path for path in scripts("python3?", ".py") if not checkers.is_of_package(path)]


def import_folder(path: Path) -> Path:
    """The folder that a file's imports are looked up from: the one above its package."""
    folder = path.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def test_swift_is_formatted() -> None:
    command(["swift", "format", "lint", "--strict", "-r", "Package.swift", "Sources", "Tests"])


@pytest.mark.first
@pytest.mark.build
def test_a_release_build_has_no_warnings() -> None:
    assert library.warnings() == ""


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("path", C_FILES, ids=shown)
def test_c_compiles_without_warnings(compiler: str, path: Path) -> None:
    program = clang() if compiler == "clang" else tool(compiler)
    own = [path.parent / "include", path.parents[1] / "shared"]
    folders = [INCLUDE, KIT_INCLUDE, *[folder for folder in own if folder.is_dir()]]
    command([program, "-std=gnu11", *STRICT, "-fsyntax-only", *[f"-I{folder}" for folder in folders], path])


@pytest.mark.parametrize("path", SHELL, ids=shown)
def test_shellcheck_finds_nothing(path: Path) -> None:
    command([tool("shellcheck"), path])


def test_no_file_of_python_or_rust_is_longer_than_600_lines() -> None:
    """Generated files may be longer."""
    files = {*scripts("python3?", ".py"), *tree("*.rs")} - {mirror.path for mirror in MIRRORS}
    lines = {shown(path): len(path.read_text().splitlines()) for path in files}
    assert len(lines) > 300
    assert {name: count for name, count in lines.items() if count > LINES} == {}


def test_ruff_finds_nothing() -> None:
    options = ["--cache-dir", str(WORK / "ruff"), "--line-length", str(LINE), "--target-version", "py311"]
    program = checkers.checkers(newest()) / "ruff"
    command([program, "check", "--isolated", *options, "--select", RULES, *PYTHON])
    command([program, "format", "--check", "--isolated", *options[2:], *PYTHON])


@pytest.mark.parametrize("folder", sorted({import_folder(path) for path in PYTHON}), ids=shown)
def test_mypy_finds_nothing(folder: Path) -> None:
    mine = [path for path in PYTHON if import_folder(path) == folder]
    options = ["--strict", "--explicit-package-bases", "--scripts-are-modules"]
    program = checkers.checkers(newest()) / "mypy"
    # A cache of its own for each folder: mypy fails if another one writes to its cache.
    cache = WORK / "mypy" / shown(folder)
    command([program, *options, "--cache-dir", cache, *mine], {"MYPYPATH": str(folder)})
