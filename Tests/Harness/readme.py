"""Group `readme`: what a newcomer reads first works: the README's code, its commands, the examples.

A block of C with a main is a program, and so is one of Python: it runs, and prints the plain block that "It
prints" announces. C without a main is a piece of a host: that of GTK runs in a program of Tests/Readme, under
an X server that draws into memory; that of Qt compiles, against the little of Qt that Tests/Readme declares.
"""

import os
import re
import shlex
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import library
import native
from machine import INCLUDE, PATIENCE, ROOT, WORK, clang, command, shown, tool
from report import Failed, Report, Skipped

README = ROOT / "README.md"
TOOLKITS = ROOT / "Tests/Readme"
EXAMPLES = ROOT / "bindings/c/examples"
CXX_EXAMPLES = ROOT / "bindings/cxx/examples"
PYTHON_EXAMPLES = ROOT / "bindings/python/examples"
GTK = "#include <gtk/gtk.h>"
GTK_HOST = TOOLKITS / "gtk.c"
DEMO = ROOT / "bindings/demo"
BUILT = WORK / "readme"
MAIN = re.compile(r"^int main\(", re.MULTILINE)

# What a line of a ```sh block may begin with, beside a command of this tree.
COMMANDS = {"c++", "cargo", "cc", "cd", "export", "git", "pip", "pkg-config", "python3", "swift"}
# The number of a user whom nobody has.
STRANGER = 954321
# What keeps an example short.
ARGUMENTS = {"processes": ["--count", "2", "--interval", "0.1"], "mirror": ["4"]}
# What the demo prints from each language.
SHOWN = {
    "C": "the mirror is sent the changes",
    "Python": "1 went, 1 came, 1 moved, 1 changed",
    "C++": "move    [Cem] [Ada] [Ben]",
    "Rust": "moved           bindings/demo -> bindings/C/demo",
}


def run(report: Report) -> None:
    if not report.test("there is a README, and the library builds", prepare):
        return
    for language in ("c", "cpp"):
        for line, code, after in blocks(language):
            if MAIN.search(code) and language == "cpp":
                continue  # the group cxx runs it
            if MAIN.search(code):
                report.test(f"the program of line {line} runs", partial(run_program, line, code, after))
                report.test(f"the program of line {line} is an example", partial(is_example, code))
            elif GTK in code:
                report.test(f"the code of line {line} works in a GTK program", partial(run_gtk, line, code))
            else:
                report.test(f"the code of line {line} compiles", partial(compile_piece, line, language, code))
    for line, code, after in blocks("python"):
        report.test(f"the program of line {line} runs", partial(run_python, line, code, after))
        report.test(f"the program of line {line} is an example", partial(is_example, code))
    for line, code, after in blocks("sh"):
        report.test(f"the commands of line {line} exist", partial(check_commands, code))
        if "difftool" in code:
            report.test(f"the commands of line {line} work", partial(run_difftool, code, after))
        if "program.c" in code:
            report.test(f"the commands of line {line} work", partial(build_as_told, code))
    files = sorted(EXAMPLES.glob("*.c"))
    programs = [path for path in files if MAIN.search(path.read_text())]
    report.test("there are examples", partial(some, programs))
    pieces = [path for path in files if path not in programs]
    for program in programs:
        report.test(f"{shown(program)} runs", partial(run_example, program, pieces))
    live = EXAMPLES / "processes.c"
    report.test(f"{shown(live)} tells by an edit what has ended", partial(tell_ended, live, pieces))
    for path in sorted(PYTHON_EXAMPLES.glob("*.py")):
        code = path.read_text()
        report.test(f"{shown(path)} runs", partial(run_python, 0, code, ""))
    report.test("the demo shows the library from each language", demonstrated)


def demonstrated() -> None:
    printed = command([DEMO])
    absent = [language for language, line in SHOWN.items() if line not in printed]
    if absent == ["Rust"] and "Left out: cargo is missing" in printed:
        raise Skipped("cargo is not installed")
    if absent:
        raise Failed(f"{printed}\n---- it shows nothing from {', '.join(absent)}")


def prepare() -> None:
    if not README.is_file():
        raise Failed("there is no README.md")
    if not blocks("c") or not blocks("sh"):
        raise Failed("README.md shows no C or no command")
    library.release()


def blocks(language: str) -> list[tuple[int, str, str]]:
    """The fenced blocks of one language: the line each begins at, its text, and the text behind it."""
    text = README.read_text()
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [
        (text.count("\n", 0, found.start()) + 2, found[1], text[found.end() :])
        for found in fence.finditer(text)
    ]


def written(name: str, code: str) -> Path:
    source = BUILT / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(code)
    return source


def run_program(line: int, code: str, after: str) -> None:
    source = written(f"line{line}.c", code)
    native.link([source], source.with_suffix(""))
    compare(command([source.with_suffix("")]), after)


def run_python(line: int, code: str, after: str) -> None:
    found = {"PYTHONPATH": str(PYTHON_EXAMPLES.parent / "src"), "IQLIST_LIBRARY": str(library.release())}
    compare(command([tool("python3"), "-B", written(f"line{line}.py", code)], found), after)


def compare(printed: str, after: str) -> None:
    told = re.match(r"\s*It prints\s*```\n(.*?)^```$", after, re.MULTILINE | re.DOTALL)
    if told and told[1] != printed:
        raise Failed(f"---- it prints\n{printed}---- the README says\n{told[1]}")


def is_example(code: str) -> None:
    files = [*EXAMPLES.glob("*.c"), *PYTHON_EXAMPLES.glob("*.py")]
    if code not in [path.read_text() for path in files]:
        raise Failed("no example has this text")


def compile_piece(line: int, language: str, code: str) -> None:
    source = written(f"line{line}.{language}", code)
    standard = "c99" if language == "c" else "c++11"
    folders = [f"-I{INCLUDE}", f"-I{TOOLKITS}"]
    command([clang(), f"-std={standard}", *native.STRICT, "-fsyntax-only", *folders, source])


def run_gtk(line: int, code: str) -> None:
    try:
        flags = command([tool("pkg-config"), "--cflags", "gtk4"]).replace("-I", "-isystem").split()
        libraries = command(["pkg-config", "--libs", "gtk4"]).split()
    except Failed:
        raise Skipped("GTK 4 is not installed for development") from None
    source = written(f"line{line}.c", code)
    program = source.with_suffix("")
    folder = library.release().parent
    found: list[str | Path] = [f"-L{folder}", "-liqlist", f"-Wl,-rpath,{folder}", *libraries]
    options = ["-std=c99", *native.STRICT, f"-I{INCLUDE}", *flags]
    command([tool("gcc"), *options, source, GTK_HOST, *found, "-o", program])
    with screen() as display:
        host = {"DISPLAY": display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none"}
        command([program], host)


@contextmanager
def screen() -> Iterator[str]:
    """An X server that draws into memory; its name."""
    read, write = os.pipe()
    words = [tool("Xvfb"), "-displayfd", str(write), "-screen", "0", "640x480x24", "-nolisten", "tcp"]
    with subprocess.Popen(
        words, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        os.close(write)
        try:
            with os.fdopen(read) as told:
                number = told.readline().strip()
            if not number:
                raise Failed("Xvfb does not start")
            yield f":{number}"
        finally:
            server.terminate()


def check_commands(code: str) -> None:
    unknown = []
    for line in code.splitlines():
        words = shlex.split(line, comments=True)
        if words and words[0] not in COMMANDS and not os.access(ROOT / words[0], os.X_OK):
            unknown.append(line)
    if unknown:
        raise Failed("not a command of this tree:\n" + "\n".join(unknown))


def build_as_told(code: str) -> None:
    """Runs a block in a folder that looks like the root and has the quick starts as program.c and
    program.cpp, and what each of its lines builds."""
    folder = BUILT / "root"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("include", ".build", "bindings"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copy(EXAMPLES / "quickstart.c", folder / "program.c")
    shutil.copy(CXX_EXAMPLES / "quickstart.cpp", folder / "program.cpp")
    tool("pkg-config")
    started = re.sub(r"^(cc|c\+\+) .*$", r"\g<0>\n./a.out\nrm a.out", code, flags=re.MULTILINE)
    command(["bash", "-euc", f"cd {shlex.quote(str(folder))}\n{started}"])


def run_difftool(code: str, after: str) -> None:
    """Runs a block in a repository in which a table has changed."""
    folder = BUILT / "repository"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    table = folder / "people.csv"
    git: list[str | Path] = [tool("git"), "-C", folder, "-c", "user.name=a", "-c", "user.email=a@localhost"]
    command([*git, "init", "--quiet"])
    table.write_text("id,name,size\n1,Ada,7\n2,Ben,2\n3,Cem,5\n4,Dot,1\n")
    command([*git, "add", table])
    command([*git, "commit", "--quiet", "--message", "people"])
    table.write_text("id,name,size\n5,Eve,1\n3,Cem,8\n1,Ada,7\n2,Ben,2\n")
    found = {"PYTHONPATH": str(PYTHON_EXAMPLES.parent / "src"), "IQLIST_LIBRARY": str(library.release())}
    compare(command(["bash", "-euc", f"cd {shlex.quote(str(folder))}\n{code}"], found), after)


def some(programs: list[Path]) -> None:
    if not programs:
        raise Failed(f"{shown(EXAMPLES)} holds no program")


def build_example(program: Path, pieces: list[Path]) -> Path:
    output = BUILT / program.stem
    native.link([program, *pieces], output)
    return output


def run_example(program: Path, pieces: list[Path]) -> None:
    command([build_example(program, pieces), *ARGUMENTS.get(program.stem, [])])


def tell_ended(program: Path, pieces: list[Path]) -> None:
    """What ends between two looks is told by an edit, and only once. The second look comes too early for
    that where all is slow: then they get further apart."""
    output = build_example(program, pieces)
    for interval in (1, 4, 16):
        sleepers = [sleeper(), sleeper()]
        alone = all(Path(f"/proc/{each.pid}").stat().st_uid == STRANGER for each in sleepers)
        try:
            told = tell(output, interval, sleepers)
        finally:
            for each in sleepers:
                each.kill()
                each.wait()
        printed = "".join(told)
        wheres = [[text for text in told if has_ended(each, text)] for each in sleepers]
        if any(len(where) > 1 for where in wheres):
            raise Failed(f"told twice:\n{printed}")
        if all(where and where[0].startswith("After look 1:") for where in wheres):
            (first,), (second,) = wheres
            if alone and f"user {STRANGER} changed: processes 2 -> 1, memory " not in first:
                raise Failed(f"the header is not up to date:\n{printed}")
            if alone and f"user {STRANGER} has no processes any more\n" not in second:
                raise Failed(f"the empty section stays:\n{printed}")
            if alone and str(STRANGER) in told[-1]:
                raise Failed(f"the last look tells of them again:\n{printed}")
            return
    raise Failed(f"not told by an edit:\n{printed}")


def sleeper() -> subprocess.Popen[bytes]:
    """A process of a user who has no other, if we may start such a one."""
    try:
        return subprocess.Popen(["sleep", "900"], user=STRANGER)
    except OSError:
        return subprocess.Popen(["sleep", "900"])


def has_ended(process: subprocess.Popen[bytes], text: str) -> bool:
    return re.search(rf"\bsleep \({process.pid}\).* ended under ", text) is not None


def tell(program: Path, interval: int, sleepers: list[subprocess.Popen[bytes]]) -> list[str]:
    """What processes prints: two looks, and what is told between. One sleeper is ended after the first
    look, the next one when that is told."""
    words = [str(program), "--count", "2", "--interval", str(interval), "--glances", "10", "--head", "0"]
    told = [""]
    left = list(sleepers)
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, errors="replace") as running:
        assert running.stdout is not None
        watch = threading.Timer(PATIENCE, running.kill)
        watch.start()
        for line in running.stdout:
            told[-1] += line
            if line != "\n":
                continue
            ended = len(sleepers) - len(left)
            if left and (ended == 0 or has_ended(sleepers[ended - 1], told[-1])):
                sleeper = left.pop(0)
                sleeper.kill()
                sleeper.wait()
            told.append("")
        watch.cancel()
    if running.returncode != 0:
        raise Failed(f"ended with {running.returncode}\n" + "".join(told))
    return told[:-1]
