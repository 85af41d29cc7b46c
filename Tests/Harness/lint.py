"""Group `lint`: every language of the tree under its strictest checker, and no warning in a release."""

import functools
import shutil
from pathlib import Path

import readme
from machine import BUILD, INCLUDE, ROOT, WORK, clang, command, scripts, shown, tool, tree
from native import STRICT
from report import Failed, Report

LINE = 110

PACKAGE = ROOT / "bindings/python"
BENCHMARK = ROOT / "Tests/Benchmarks/python.py"

# The checkers of Python come from its package index, into an environment of the tree's own.
ENVIRONMENT = BUILD / "venv"
CHECKERS = ["ruff==0.17.5", "mypy==2.4.1"]
RULES = "E,W,F,I,B,UP,SIM,RUF,PTH,C4"


def run(report: Report) -> None:
    report.test("swift format", swift_format)
    report.test("a release build has no warnings", release_warnings)
    for path in tree("*.c"):
        if path == readme.GTK_HOST:
            # Only where GTK is, and there with its flags.
            continue
        report.test(f"gcc {shown(path)}", functools.partial(compile_c, "gcc", path))
        report.test(f"clang {shown(path)}", functools.partial(compile_c, None, path))
    for path in scripts("(bash|sh)", ".sh"):
        report.test(f"shellcheck {shown(path)}", functools.partial(shellcheck, path))
    python = [path for path in scripts("python3?", ".py") if not is_of_package(path)]
    if python and report.test("the checkers of Python are there", checkers):
        report.test("ruff", functools.partial(ruff, python))
        for folder in sorted({import_folder(path) for path in python}):
            report.test(f"mypy {shown(folder)}", functools.partial(mypy, folder, python))


def is_of_package(path: Path) -> bool:
    """The package of Python, and its benchmark, are checked by the group `python`, with its own settings."""
    return PACKAGE in path.parents or path == BENCHMARK


def swift_format() -> None:
    command(["swift", "format", "lint", "--strict", "-r", "Package.swift", "Sources", "Tests"])


def release_warnings() -> None:
    """A build from nothing: one that reuses its last results would say no warning a second time."""
    scratch = BUILD / "warnings"
    shutil.rmtree(scratch, ignore_errors=True)
    output = command(
        ["swift", "build", "-c", "release", "--product", "iqlist", "--scratch-path", str(scratch)]
    )
    shutil.rmtree(scratch)
    if "warning:" in output:
        raise Failed(output)


def compile_c(compiler: str | None, path: Path) -> None:
    program = clang() if compiler is None else tool(compiler)
    own = [path.parent / "include", path.parents[1] / "shared"]
    folders = [INCLUDE, *[folder for folder in own if folder.is_dir()]]
    command([program, "-std=gnu11", *STRICT, "-fsyntax-only", *[f"-I{folder}" for folder in folders], path])


def shellcheck(path: Path) -> None:
    command([tool("shellcheck"), path])


def checkers() -> None:
    done = ENVIRONMENT / "installed"
    if done.is_file() and done.read_text().split() == CHECKERS:
        return
    command([tool("python3"), "-m", "venv", "--clear", ENVIRONMENT])
    command([ENVIRONMENT / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *CHECKERS])
    done.write_text("\n".join(CHECKERS))


def ruff(files: list[Path]) -> None:
    program = ENVIRONMENT / "bin/ruff"
    cache = WORK / "ruff"
    options = ["--cache-dir", str(cache), "--line-length", str(LINE), "--target-version", "py311"]
    command([program, "check", "--isolated", *options, "--select", RULES, *files])


def import_folder(path: Path) -> Path:
    """The folder that a file's imports are looked up from: the one above its package."""
    folder = path.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def mypy(folder: Path, files: list[Path]) -> None:
    mine = [path for path in files if import_folder(path) == folder]
    environment = {"MYPYPATH": str(folder)}
    options = ["--strict", "--explicit-package-bases", "--scripts-are-modules"]
    command([ENVIRONMENT / "bin/mypy", *options, "--cache-dir", WORK / "mypy", *mine], environment)
