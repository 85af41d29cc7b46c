"""The same seeded script gives the same lines in C and in Python: states, errors, and changesets in every
dialect and as bytes. The Rust crate has a test of its own."""

from __future__ import annotations

import gc
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from screens import unraisable
from seeded import MODELS, Oops, compact
from seeded_follow import LOOKS
from seeded_steps import run

from iqlist import _library, abi

ROOT = Path(__file__).parents[3]
FIRST, COUNT = 0, min(60, settings().max_examples)
"""Twenty seeds have each policy with and without empty sections twice."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """bindings/seeds, with the library that Python uses."""
    compiler = shutil.which("cc")
    if compiler is None or not (ROOT / "Tests/Boundary").is_dir():
        pytest.skip("there is no C compiler, or no repository around")
    made = tmp_path_factory.mktemp("seeds") / "seeds"
    library = made.with_name(_library.SONAME)
    library.symlink_to(Path(abi._library._name).resolve())
    words: list[Any] = [compiler, "-std=c99", f"-I{ROOT}/include", *ROOT.glob("bindings/seeds/*.c")]
    # An instrumented library finds its sanitizer in the process.
    linked: list[Any] = ["-Wl,--allow-shlib-undefined", f"-Wl,-rpath,{library.parent}", "-o", made]
    subprocess.run([*words, library, *linked], check=True)
    return made


def printed(program: Path, *words: object) -> list[str]:
    run = subprocess.run([program, *map(str, words)], check=True, stdout=subprocess.PIPE, text=True)
    return run.stdout.splitlines()


@pytest.fixture(scope="module")
def seeds(program: Path) -> list[list[str]]:
    """What the program in C prints, for each seed."""
    parts: list[list[str]] = []
    for line in printed(program, FIRST, COUNT):
        if line.startswith("seed "):
            parts.append([])
        parts[-1].append(line)
    return parts


def test_c_and_python_print_the_same(
    program: Path, seeds: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(seeds) == COUNT
    reported = unraisable(monkeypatch)
    gc.collect()
    models = [*MODELS[1:], *LOOKS]
    references = [sys.getrefcount(model) for model in models]
    for seed, theirs in enumerate(seeds, FIRST):
        ours = run(seed)
        if [compact(*line) for line in ours] != theirs:
            compare(ours, printed(program, "--whole-lines", seed, 1), seed)
    # Of several cells that fail in one poll.
    assert all(type(error) is Oops for error in reported), reported
    reported.clear()
    gc.collect()
    assert [sys.getrefcount(model) for model in models] == references, "no model is held any more"


def compare(ours: list[tuple[str, str]], theirs: list[str], seed: int) -> None:
    """Fails at the first whole line that differs."""
    for at, ((_, mine), other) in enumerate(zip(ours, theirs)):
        before = "\n".join(theirs[max(0, at - 30) : at])
        assert mine == other, f"seed {seed}, line {at + 1}, after\n{before}"
    raise AssertionError(f"seed {seed}: {len(ours)} lines, and {len(theirs)} in C")
