"""The test command's own options, turned into those of pytest: see Tests/run."""

import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import man_pages
import mirrors
import pytest
from conftest import GROUPS
from machine import BUILD, ROOT

LEFT_OUT = ("all", "nightly")
"""The markers of what a short run leaves out."""
FOLDER = Path(__file__).resolve().parent


def main(arguments: list[str]) -> int:
    if arguments == ["--renew"]:
        mirrors.renew()
        man_pages.renew()
        return 0
    words = [word for word in arguments if word != "--list"]
    is_listing = "--list" in arguments
    if is_listing and not words:
        print("\n".join(GROUPS))
        for marker in LEFT_OUT:
            print(f"\nonly with --{marker}:", flush=True)
            subprocess.run([sys.executable, __file__, "--list", "-m", marker], check=False)
        return 0
    chosen, tests = [], []
    while words and not words[0].startswith("-"):
        word = words.pop(0)
        if word in GROUPS:
            chosen.append(word)
        elif found := path_of(word):
            tests.append(found)
        else:
            print(f"no such group and no such test: {word}; groups: {', '.join(GROUPS)}", file=sys.stderr)
            return 2
    options = [
        "-c",
        str(FOLDER / "pytest.ini"),
        "--rootdir",
        str(ROOT),
        "--basetemp",
        str(BUILD / "tests/tmp"),
    ]
    # Whoever names tests or groups means all of them, unless something else is said.
    is_named = bool(chosen or tests) or "-k" in words
    if is_listing or (is_named and not {"--all", "--nightly"} & set(words)):
        options.append("--nightly")
    if is_listing:
        options += ["--collect-only", "-q"]
        # The listing may be cut off: Tests/run --list | head
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    elif not any(word.startswith("--pdb") for word in words):
        options += workers()
    if chosen:
        options += ["-m", " or ".join(chosen)]
    os.chdir(ROOT)
    (BUILD / "tests").mkdir(parents=True, exist_ok=True)
    return int(pytest.main([*options, *words, *(tests or [str(FOLDER)])]))


def path_of(word: str) -> str | None:
    """A file of tests, or one test in it, as pytest prints it or without the folder."""
    file, _, test = word.partition("::")
    for path in (ROOT / file, FOLDER / file):
        if path.is_file():
            return f"{path}::{test}" if test else str(path)
    return None


def workers() -> list[str]:
    """As many as there are cores; each gets its next test when it has begun its last one."""
    options = ["-n", str(os.cpu_count())]
    installed = tuple(map(int, version("pytest-xdist").split(".")[:2]))
    return [*options, "--maxschedchunk", "1"] if installed >= (3, 2) else options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
