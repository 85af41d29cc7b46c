"""Group `readme`: what a newcomer reads first works: the README's code, its commands, the examples."""

import os
import re
import shlex
from functools import partial
from pathlib import Path

import library
from boundary import compile_shared
from machine import ROOT, WORK, command, shown
from report import Failed, Report

README = ROOT / "README.md"
EXAMPLES = ROOT / "bindings/c/examples"
DEMO = ROOT / "bindings/demo"
BUILT = WORK / "readme"
MAIN = re.compile(r"^int main\(", re.MULTILINE)

# What a line of a ```sh block may begin with, beside a command of this tree.
COMMANDS = {"cc", "c++", "cd", "export", "git", "gcc", "g++", "pkg-config", "swift"}
# How many rounds an example that goes on has to go.
ROUNDS = "2"


def run(report: Report) -> None:
    if not report.test("there is a README, and the library builds", prepare):
        return
    for line, code in blocks("c"):
        report.test(f"the C of line {line} runs", partial(run_code, line, code))
    for line, code in blocks("sh"):
        report.test(f"the commands of line {line} exist", partial(check_commands, code))
    files = sorted(EXAMPLES.glob("*.c"))
    programs = [path for path in files if MAIN.search(path.read_text())]
    report.test("there are examples", partial(some, programs))
    pieces = [path for path in files if path not in programs]
    for program in programs:
        report.test(f"{shown(program)} runs", partial(run_example, program, pieces))
    report.test("the demo runs", partial(command, [DEMO]))


def prepare() -> None:
    if not README.is_file():
        raise Failed("there is no README.md")
    if not blocks("c") or not blocks("sh"):
        raise Failed("README.md shows no C or no command")
    library.release()


def blocks(language: str) -> list[tuple[int, str]]:
    """The fenced blocks of one language: the line each begins at, and its text."""
    text = README.read_text()
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, found.start()) + 2, found[1]) for found in fence.finditer(text)]


def run_code(line: int, code: str) -> None:
    if not MAIN.search(code):
        raise Failed("it is no program: a ```c block has a main")
    source = BUILT / f"line{line}.c"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(code)
    compile_shared([source], source.with_suffix(""))
    command([source.with_suffix("")])


def check_commands(code: str) -> None:
    unknown = []
    for line in code.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        while words and re.fullmatch(r"\w+=.*", words[0]):
            words = words[1:]
        if words and not is_known(words[0]):
            unknown.append(line)
    if unknown:
        raise Failed("not a command of this tree:\n" + "\n".join(unknown))


def is_known(word: str) -> bool:
    """A program of the tree is written as seen from the root; ./program is what the block itself built."""
    return word in COMMANDS or word.startswith("./") or os.access(ROOT / word, os.X_OK)


def some(programs: list[Path]) -> None:
    if not programs:
        raise Failed(f"{shown(EXAMPLES)} holds no program")


def run_example(program: Path, pieces: list[Path]) -> None:
    output = BUILT / program.stem
    compile_shared([program, *pieces], output)
    command([output, ROUNDS])
