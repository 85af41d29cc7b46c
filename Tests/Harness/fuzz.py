"""Group `fuzz`: the harnesses of Tests/Fuzz under libFuzzer: what was once found, then a search.

A harness is a .c file that defines LLVMFuzzerTestOneInput; the other .c files of the folder, and the
shared pieces of Tests/Boundary, are there for it. IQ_FUZZ_SECONDS makes the search longer. An input that
fails is kept in .build/tests/fuzz; it belongs into Tests/Fuzz/corpus/<harness>.
"""

import os
from functools import partial
from pathlib import Path

import boundary
import library
import native
from machine import ROOT, WORK, command
from report import Failed, Report

FOLDER = ROOT / "Tests/Fuzz"
BUILT = WORK / "fuzz"
SECONDS = os.environ.get("IQ_FUZZ_SECONDS", "10")


def run(report: Report) -> None:
    files = sorted(FOLDER.glob("*.c"))
    harnesses = [path for path in files if "LLVMFuzzerTestOneInput" in path.read_text()]
    own = [path for path in files if path not in harnesses]
    report.test("there are harnesses", partial(some, harnesses))
    for harness in harnesses:
        name = harness.stem
        program = BUILT / name / name
        if report.test(f"{name} builds", partial(build, harness, own, program)):
            report.test(f"{name} replays its corpus", partial(replay, name, program))
            report.test(f"{name} searches {SECONDS} s", partial(search, name, program))


def some(harnesses: list[Path]) -> None:
    if not harnesses:
        raise Failed("Tests/Fuzz holds no harness")


def build(harness: Path, own: list[Path], program: Path) -> None:
    pieces = native.archive(library.watching_compiler("fuzzer"), own, BUILT / "pieces.a")
    library.link_watched("fuzzer", [harness, *pieces, *boundary.pieces("fuzzer")], program)


def replay(name: str, program: Path) -> None:
    corpus = FOLDER / "corpus" / name
    inputs = sorted(path for path in corpus.rglob("*") if path.is_file())
    if not inputs:
        raise Failed(f"Tests/Fuzz/corpus/{name} holds no input")
    # Given files, libFuzzer runs each once; given a folder it would begin to search.
    command([program, *inputs])


def search(name: str, program: Path) -> None:
    found = BUILT / name / "found"
    found.mkdir(parents=True, exist_ok=True)
    artifacts = f"-artifact_prefix={program.parent}/"
    limits = [f"-max_total_time={SECONDS}", "-timeout=20", "-rss_limit_mb=4096"]
    command([program, "-use_value_profile=1", *limits, artifacts, found, FOLDER / "corpus" / name])
