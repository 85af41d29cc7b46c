"""Group `boundary`: the programs of Tests/Boundary/programs, each in the modes of the table Tests/Boundary/modes.

The .c files of Tests/Boundary/shared are linked to the programs that use them. IQ_TEST_SCALE tells a program the percent of its loops
to run; set for the test command, it holds for all modes.
"""

import functools
import os
from pathlib import Path

import leaks
import library
import modes
import native
import struct_sizes
from machine import ROOT, WORK, command, once, tool
from report import Failed, Report

SHARED = modes.FOLDER / "shared"
GENERATED = WORK / f"boundary/{modes.GENERATED}.c"
BUILT = WORK / "boundary"

# In percent, so that each mode takes about as long as the others.
SCALE = {"plain": 100, "count": 10, "valgrind": 1, "asan": 10, "tsan": 5}


def run(report: Report) -> None:
    rows = modes.table()
    report.test("the table names every program, and nothing else", lambda: modes.check(rows))
    programs = {path: rows[path.stem].names for path in modes.files() if path.stem in rows}
    if report.test("no struct of the header is unknown", functools.partial(struct_sizes.write, GENERATED)):
        programs[GENERATED] = rows[GENERATED.stem].names
    if not report.test("the library builds", library.release):
        return
    report.test("the allocation counter sees the library's malloc", counter_sees)
    bodies = {"plain": plain, "count": count, "valgrind": valgrind, "asan": asan, "tsan": tsan}
    for mode, body in bodies.items():
        for program, names in programs.items():
            if mode in names:
                report.test(f"{program.stem} {mode}", functools.partial(body, program))


def scale(mode: str) -> dict[str, str]:
    return {"IQ_TEST_SCALE": os.environ.get("IQ_TEST_SCALE", str(SCALE[mode]))}


@once
def pieces(watcher: str) -> list[Path]:
    """What the programs share, compiled for a watcher; `none` is the released library."""
    compiler = [tool("gcc"), *native.FLAGS] if watcher == "none" else library.watching_compiler(watcher)
    return native.archive(compiler, sorted(SHARED.glob("*.c")), BUILT / f"pieces-{watcher}.a")


@once
def linked(program: Path) -> Path:
    output = BUILT / program.stem
    native.link([f"-I{SHARED}", program, *pieces("none")], output)
    return output


def watched(watcher: str, program: Path) -> Path:
    output = BUILT / f"{program.stem}-{watcher}"
    library.link_watched(watcher, [f"-I{SHARED}", program, *pieces(watcher)], output)
    return output


def plain(program: Path) -> None:
    command([linked(program)], scale("plain"))


@once
def counter() -> Path:
    output = BUILT / "count.so"
    output.parent.mkdir(parents=True, exist_ok=True)
    source = modes.FOLDER / "preload/count.c"
    command([tool("gcc"), "-std=gnu11", "-g", "-O2", "-shared", "-fPIC", source, "-o", output])
    return output


def counted(program: Path, environment: dict[str, str]) -> tuple[int, int, str]:
    """Runs a program under the counter. Answers the allocations that the library made by itself, and all
    of the process, and what was printed."""
    told = BUILT / f"{program.name}.count"
    told.unlink(missing_ok=True)
    preload = {"LD_PRELOAD": str(counter()), "IQ_COUNT_FILE": str(told)}
    printed = command([program], {**environment, **preload})
    if not told.is_file():
        raise Failed(f"{printed}\nthe counter did not report")
    # A line for each process that ended: a program may fork.
    lines = [[int(word) for word in line.split()] for line in told.read_text().splitlines()]
    return sum(line[0] for line in lines), sum(line[1] for line in lines), printed


def counter_sees() -> None:
    """Where no allocator is set, the library calls malloc, and that is what the counter has to notice."""
    program = BUILT / "counter-control"
    native.link([ROOT / "Tests/Static/program.c"], program)
    inside, total, _ = counted(program, {})
    if not 0 < inside <= total:
        raise Failed(f"the counter saw {inside} of {total} allocations in the library")


def count(program: Path) -> None:
    inside, _, printed = counted(linked(program), scale("count"))
    if inside:
        raise Failed(f"{printed}\n{inside} allocations did not come through the library's hook")


def valgrind(program: Path) -> None:
    leaks.watch(linked(program), scale("valgrind"))


def asan(program: Path) -> None:
    # Programs ask for absurd amounts of memory on purpose; like malloc, answer NULL.
    options = "detect_leaks=1:allocator_may_return_null=1:detect_stack_use_after_return=1"
    command([watched("address", program)], {**scale("asan"), "ASAN_OPTIONS": options})


def tsan(program: Path) -> None:
    options = "halt_on_error=1:allocator_may_return_null=1:second_deadlock_stack=1"
    command([watched("thread", program)], {**scale("tsan"), "TSAN_OPTIONS": options})
