"""The harnesses of Tests/Fuzz under libFuzzer: what was once found, then a search.

A harness is a .c file that defines LLVMFuzzerTestOneInput; the other .c files of the folder, and those of
Tests/Boundary/shared, are there for it. IQ_FUZZ_SECONDS says how long, 10 seconds
unless given; with --nightly there is a longer one besides. An input that fails is kept
in .build/tests/fuzz; it belongs into Tests/Fuzz/corpus/<harness>."""

import os
from pathlib import Path

import library
import native
import programs
import pytest
from machine import ROOT, WORK, command
from marks import sampled
from once import once

pytestmark = pytest.mark.fuzz

FOLDER = ROOT / "Tests/Fuzz"
BUILT = WORK / "fuzz"
SECONDS = os.environ.get("IQ_FUZZ_SECONDS", "10")
LONG = "120"

FILES = sorted(FOLDER.glob("*.c"))
HARNESSES = [path.stem for path in FILES if "LLVMFuzzerTestOneInput" in path.read_text()]


@once
def shared() -> Path:
    """What the harnesses share beside the pieces of the boundary programs."""
    output = BUILT / "shared.a"
    own = [path for path in FILES if path.stem not in HARNESSES]
    native.archive(library.sanitizing_compiler("fuzzer"), own, output)
    return output


@once
def harness(name: str) -> Path:
    program = BUILT / name / name
    files = [FOLDER / f"{name}.c", shared(), programs.shared("fuzzer")]
    library.link_instrumented("fuzzer", files, program)
    return program


def test_there_are_harnesses() -> None:
    assert HARNESSES


@pytest.mark.parametrize("name", HARNESSES)
def test_what_was_once_found_passes(name: str) -> None:
    inputs = sorted(path for path in (FOLDER / "corpus" / name).rglob("*") if path.is_file())
    assert inputs, f"Tests/Fuzz/corpus/{name} holds no input"
    # Given files, libFuzzer runs each once; given a folder it would begin to search.
    command([harness(name), *inputs])


@pytest.mark.parametrize("seconds", sampled([SECONDS, LONG], [SECONDS]))
@pytest.mark.parametrize("name", HARNESSES)
def test_a_search_finds_nothing(name: str, seconds: str) -> None:
    program = harness(name)
    found = program.parent / "found"
    found.mkdir(exist_ok=True)
    limits = [f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=4096"]
    artifacts = f"-artifact_prefix={program.parent}/"
    command([program, "-use_value_profile=1", *limits, artifacts, found, FOLDER / "corpus" / name])
