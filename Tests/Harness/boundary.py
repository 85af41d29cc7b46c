"""Group `boundary`: the programs of Tests/Boundary, each in the modes that it declares.

A program is a .c file with a line such as `modes: plain count valgrind asan tsan` near its top; the
other .c files of the folder are linked to each. IQ_TEST_SCALE tells it the percent of its loops to run.
"""

import functools
import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import library
from machine import INCLUDE, ROOT, WORK, command, tool
from report import Failed, Report

FOLDER = ROOT / "Tests/Boundary"
BUILT = WORK / "boundary"

# A slower machine, or a longer run, wants other percentages: IQ_TEST_SCALE then holds for all modes.
SCALE = {"plain": 100, "count": 10, "valgrind": 1, "asan": 10, "tsan": 5}


def run(report: Report) -> None:
    pieces, programs = sources()
    report.test("there are programs", partial(some, programs))
    if not programs or not report.test("the library builds", library.release):
        return
    report.test("the allocation counter builds", build_counter)
    report.test("the allocation counter sees the library's malloc", counter_sees)
    for mode, body in MODES.items():
        for program, modes in programs.items():
            if mode in modes:
                report.test(f"{program.stem} {mode}", partial(body, program, pieces))
    for program, modes in programs.items():
        for mode in sorted(modes - MODES.keys()):
            report.record(f"{program.stem} {mode}", 0, "there is no such mode")


def sources() -> tuple[list[Path], dict[Path, set[str]]]:
    """The shared pieces; the programs with their modes."""
    pieces = []
    programs = {}
    for path in sorted(FOLDER.glob("*.c")):
        top = "\n".join(path.read_text().splitlines()[:15])
        if declared := re.search(r"\bmodes: *([a-z ]+)", top):
            programs[path] = set(declared[1].split())
        else:
            pieces.append(path)
    return pieces, programs


def some(programs: dict[Path, set[str]]) -> None:
    if not programs:
        raise Failed("Tests/Boundary holds no program with a modes: line")


def scale(mode: str) -> dict[str, str]:
    return {"IQ_TEST_SCALE": os.environ.get("IQ_TEST_SCALE", str(SCALE[mode]))}


def linked(program: Path, pieces: list[Path]) -> Path:
    """A program with the released shared library."""
    output = BUILT / program.stem
    compile_shared([program, *pieces], output)
    return output


def compile_shared(files: list[Path], output: Path) -> None:
    output.parent.mkdir(parents=True, exist_ok=True)
    folder = library.FOLDER
    link = [f"-L{folder}", "-liqlist", f"-Wl,-rpath,{folder}", "-lpthread", "-lm"]
    command([tool("gcc"), "-std=gnu11", "-g", "-O1", f"-I{INCLUDE}", *files, *link, "-o", output])


def plain(program: Path, pieces: list[Path]) -> None:
    command([linked(program, pieces)], scale("plain"))


# ---- count: nothing but the library's own hook allocates


def build_counter() -> None:
    BUILT.mkdir(parents=True, exist_ok=True)
    source = FOLDER / "preload/count.c"
    command([tool("gcc"), "-std=gnu11", "-g", "-O2", "-shared", "-fPIC", source, "-o", BUILT / "count.so"])


def counted(program: Path, environment: dict[str, str]) -> tuple[int, int, str]:
    """Runs a program under the counter. Answers the allocations that the library made by itself, and all
    of the process, and what was printed."""
    told = BUILT / f"{program.name}.count"
    told.unlink(missing_ok=True)
    preload = {"LD_PRELOAD": str(BUILT / "count.so"), "IQ_COUNT_FILE": str(told)}
    printed = command([program], {**environment, **preload})
    if not told.is_file():
        raise Failed(f"{printed}\nthe counter did not report")
    # A line for each process that ended: a program may fork.
    lines = [tuple(map(int, line.split())) for line in told.read_text().splitlines()]
    return sum(line[0] for line in lines), sum(line[1] for line in lines), printed


def counter_sees() -> None:
    """Where no allocator is set, the library calls malloc, and that is what the counter has to notice."""
    program = BUILT / "counter-control"
    compile_shared([ROOT / "Tests/Static/program.c"], program)
    inside, total, _ = counted(program, {})
    if not 0 < inside <= total:
        raise Failed(f"the counter saw {inside} of {total} allocations in the library")


def count(program: Path, pieces: list[Path]) -> None:
    inside, _, printed = counted(linked(program, pieces), scale("count"))
    if inside:
        raise Failed(f"{printed}\n{inside} allocations did not come through the library's hook")


# ---- watched


@functools.cache
def without_debug_information() -> Path:
    """A folder with the library as valgrind can read it: older ones than the compiler stumble over how it
    writes lines and types. Function names stay."""
    folder = BUILT / "valgrind"
    folder.mkdir(parents=True, exist_ok=True)
    command([tool("objcopy"), "--strip-debug", library.SHARED, folder / library.SHARED.name])
    return folder


def valgrind(program: Path, pieces: list[Path]) -> None:
    leaks = ["--leak-check=full", "--errors-for-leak-kinds=definite", "--show-leak-kinds=definite"]
    watch = [tool("valgrind"), "--quiet", *leaks, "--error-exitcode=99"]
    found_first = {"LD_LIBRARY_PATH": str(without_debug_information())}
    command([*watch, linked(program, pieces)], {**scale("valgrind"), **found_first})


def asan(program: Path, pieces: list[Path]) -> None:
    output = BUILT / f"{program.stem}.asan"
    library.link_watched("address", [program, *pieces], output)
    # Programs ask for absurd amounts of memory on purpose; like malloc, answer NULL.
    options = "detect_leaks=1:allocator_may_return_null=1:detect_stack_use_after_return=1"
    command([output], {**scale("asan"), "ASAN_OPTIONS": options})


def tsan(program: Path, pieces: list[Path]) -> None:
    output = BUILT / f"{program.stem}.tsan"
    library.link_watched("thread", [program, *pieces], output)
    options = "halt_on_error=1:allocator_may_return_null=1:second_deadlock_stack=1"
    command([output], {**scale("tsan"), "TSAN_OPTIONS": options})


MODES: dict[str, Callable[[Path, list[Path]], None]] = {
    "plain": plain,
    "count": count,
    "valgrind": valgrind,
    "asan": asan,
    "tsan": tsan,
}
