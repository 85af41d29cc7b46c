"""Group `cxx`: bindings/cxx/iqlist.hpp, with both compilers and both standards that it is for."""

import re
from functools import partial
from pathlib import Path

import declarations
import library
import native
import readme
from machine import HEADER, INCLUDE, ROOT, WORK, clang, command, shown, tool
from report import Failed, Report

FOLDER = ROOT / "bindings/cxx"
WRAPPER = FOLDER / "iqlist.hpp"
EXAMPLES = FOLDER / "examples"
BUILT = WORK / "cxx"
STANDARDS = ["c++17", "c++20"]


def run(report: Report) -> None:
    if not report.test("the library builds", library.release):
        return
    report.test("each function of the header is called in iqlist.hpp", complete)
    report.test("it compiles without exceptions", without_exceptions)
    for compiler in ("g++", "clang++"):
        for standard in STANDARDS:
            name = f"{compiler} -std={standard}"
            report.test(f"the tests, {name}", partial(tested, compiler, standard))
            for example in sorted(EXAMPLES.glob("*.cpp")):
                report.test(f"{shown(example)}, {name}", partial(ran, compiler, standard, example))
    report.test("the tests under the address sanitizer", watched)
    for line, code, after in readme.blocks("cpp"):
        if readme.MAIN.search(code):
            report.test(f"the program of README.md's line {line}", partial(shown_in_readme, code, after))


def complete() -> None:
    """Called by itself, by a helper that gets it with its arguments, or by an owner."""
    text = WRAPPER.read_text()
    calls = [r"\b(iq_\w+)\(", r"\bdetail::\w+<[^>]+>\(status, (iq_\w+)\b", r"\b(iq_\w+_destroy)>"]
    called = {name for call in calls for name in re.findall(call, text)}
    missing = declarations.declared().functions.keys() - called
    if missing:
        raise Failed(f"not called, of {shown(HEADER)}: {', '.join(sorted(missing))}")


def words(compiler: str, standard: str) -> list[str]:
    program = str(Path(clang()).with_name(compiler)) if compiler == "clang++" else tool(compiler)
    folders = [f"-I{INCLUDE}", f"-I{FOLDER}"]
    return [program, f"-std={standard}", "-g", "-O1", *native.STRICT, "-Wshadow", *folders]


def without_exceptions() -> None:
    for compiler in ("g++", "clang++"):
        options = ["-fno-exceptions", "-fno-rtti", "-fsyntax-only", "-x", "c++", "-include", str(WRAPPER)]
        command([*words(compiler, "c++17"), *options, "/dev/null"])


def built(compiler: str, standard: str, files: list[Path], name: str) -> Path:
    program = BUILT / f"{name}-{compiler}-{standard}"
    program.parent.mkdir(parents=True, exist_ok=True)
    folder = library.release().parent
    libraries = [f"-L{folder}", "-liqlist", f"-Wl,-rpath,{folder}"]
    command([*words(compiler, standard), *files, *libraries, "-o", program])
    return program


def tested(compiler: str, standard: str) -> None:
    command([built(compiler, standard, sorted((FOLDER / "tests").glob("*.cpp")), "tests")])


def ran(compiler: str, standard: str, example: Path) -> None:
    command([built(compiler, standard, [example], example.stem)])


def watched() -> None:
    program = BUILT / "tests-asan"
    program.parent.mkdir(parents=True, exist_ok=True)
    files = sorted((FOLDER / "tests").glob("*.cpp"))
    objects = f"@{library.watched('address')}"
    link = ["-fsanitize=address", "-fuse-ld=lld", objects, "-lpthread", "-lm"]
    command([*words("clang++", "c++17"), *files, *link, "-o", program])
    command([program], {"ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1"})


def shown_in_readme(code: str, after: str) -> None:
    """The README shows an example, and what that prints."""
    found = [path for path in EXAMPLES.glob("*.cpp") if path.read_text() == code]
    if not found:
        raise Failed(f"no example of {shown(EXAMPLES)} has this text")
    readme.compare(command([built("g++", "c++17", found, found[0].stem)]), after)
