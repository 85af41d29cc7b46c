"""Group `facts`: what is promised of the shared library, read from the file itself."""

import collections
import re
import shutil

import library
from declarations import declared
from machine import HEADER, INCLUDE, ROOT, WORK, command, tool
from report import Failed, Report

NEEDED = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
SONAME = "libiqlist.so.1"
VERSION_NODE = "IQLIST_1"
# The oldest glibc that a symbol may need. The pthread functions are newer where glibc 2.34 took them in.
GLIBC = (2, 17)
STRIPPED_LIMIT = 1_000_000


def run(report: Report) -> None:
    if not report.test("it builds", library.release):
        return
    report.test("it needs libc and nothing else", needed)
    report.test("its name is that of its major version", soname)
    report.test("it exports exactly the header's functions", exports)
    report.test("no symbol is newer than glibc 2.17", glibc)
    report.test("stripped, it is at most 1 MB", size)
    report.test("the header's macros and the changelog agree on the version", version)
    report.test("loading and using it leaves the host as it was", hygiene)
    report.test("its traps are listed by function", traps)


def dynamic(tag: str) -> set[str]:
    text = command([tool("readelf"), "-dW", library.SHARED])
    return set(re.findall(rf"\({tag}\).*\[(.+)\]", text))


def needed() -> None:
    extra = dynamic("NEEDED") - NEEDED
    if extra:
        raise Failed(f"it needs {', '.join(sorted(extra))}")


def soname() -> None:
    if dynamic("SONAME") != {SONAME}:
        raise Failed(f"its name is {dynamic('SONAME')}")


def exports() -> None:
    functions = declared().functions.keys()
    text = command([tool("nm"), "-D", "--defined-only", "--with-symbol-versions", library.SHARED])
    found: dict[str, str] = {}
    for line in text.splitlines():
        kind, symbol = line.split()[1:]
        if kind != "A":
            name, _, node = symbol.partition("@@")
            found[name] = node
    lines = [f"declared, not exported: {name}" for name in sorted(functions - found.keys())]
    lines += [f"exported, not declared: {name}" for name in sorted(found.keys() - functions)]
    lines += [
        f"not under {VERSION_NODE}: {name}@@{node}" for name, node in found.items() if node != VERSION_NODE
    ]
    if lines:
        raise Failed("\n".join(lines))


def glibc() -> None:
    text = command([tool("nm"), "-D", "--undefined-only", "--with-symbol-versions", library.SHARED])
    newer = [
        f"{name} wants glibc {major}.{minor}"
        for name, major, minor in re.findall(r"(\w+)@GLIBC_(\d+)\.(\d+)", text)
        if (int(major), int(minor)) > GLIBC and not name.startswith("pthread_")
    ]
    if newer:
        raise Failed("\n".join(newer))


def size() -> None:
    stripped = WORK / "stripped.so"
    stripped.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(library.SHARED, stripped)
    command([tool("strip"), stripped])
    if stripped.stat().st_size > STRIPPED_LIMIT:
        raise Failed(f"it has {stripped.stat().st_size} bytes")


def version() -> None:
    macros = dict(re.findall(r"^#define IQ_VERSION(\w*) +(\S+)$", HEADER.read_text(), re.MULTILINE))
    parts = [int(macros[f"_{part}"]) for part in ("MAJOR", "MINOR", "PATCH")]
    text = ".".join(map(str, parts))
    number = parts[0] << 16 | parts[1] << 8 | parts[2]
    changelog = ROOT / "CHANGELOG.md"
    if not changelog.is_file():
        raise Failed("there is no CHANGELOG.md")
    newest = re.search(r"^## \[?v?(\d+\.\d+\.\d+)", changelog.read_text(), re.MULTILINE)
    told = {
        "IQ_VERSION_STRING": macros["_STRING"].strip('"'),
        "IQ_VERSION": text if int(macros[""], 16) == number else macros[""],
        "CHANGELOG.md": newest[1] if newest else "nothing",
    }
    wrong = [f"{where} says {what}, the parts {text}" for where, what in told.items() if what != text]
    if wrong:
        raise Failed("\n".join(wrong))


def hygiene() -> None:
    program = WORK / "hygiene"
    program.parent.mkdir(parents=True, exist_ok=True)
    source = ROOT / "Tests/Facts/hygiene.c"
    command([tool("gcc"), "-std=gnu11", "-g", f"-I{INCLUDE}", source, "-o", program, "-ldl"])
    command([program, library.SHARED])


def traps() -> None:
    """Writes .build/iqlist/traps.txt. For information: a trap ends the host's process, so each one left
    has to be one that no input of a host reaches."""
    text = command([tool("objdump"), "-d", "--no-show-raw-insn", library.SHARED])
    counts: collections.Counter[str] = collections.Counter()
    function = "?"
    for line in text.splitlines():
        if begun := re.match(r"[0-9a-f]+ <(.+)>:$", line):
            function = begun[1]
        elif re.search(r"\t(ud2|brk)\b", line):
            counts[function] += 1
    listed = "".join(f"{count:5}  {name}\n" for name, count in counts.most_common())
    readable = command(["swift", "demangle", "--compact"], given=listed)
    (library.FOLDER / "traps.txt").write_text(f"{counts.total():5}  in all\n{readable}")
