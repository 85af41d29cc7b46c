"""What is promised of the shared library, read from the file itself."""

import collections
import re
import shutil
from pathlib import Path

import library
import pytest
from declarations import declared
from machine import INCLUDE, ROOT, command, tool
from outcomes import fail
from version import node

pytestmark = pytest.mark.facts

NEEDED = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
# The oldest glibc that a symbol may need. The pthread functions are newer where glibc 2.34 took them in.
GLIBC = (2, 17)
STRIPPED_LIMIT = 1_355_100


def dynamic(tag: str) -> set[str]:
    text = command([tool("readelf"), "-dW", library.release()])
    return set(re.findall(rf"\({tag}\).*\[(.+)\]", text))


def symbols(which: str) -> str:
    return command([tool("nm"), "-D", which, "--with-symbol-versions", library.release()])


def test_it_needs_libc_and_nothing_else() -> None:
    assert dynamic("NEEDED") <= NEEDED


def test_it_exports_exactly_the_headers_functions() -> None:
    functions = declared().functions.keys()
    found: dict[str, str] = {}
    for line in symbols("--defined-only").splitlines():
        kind, symbol = line.split()[1:]
        if kind != "A":
            name, _, under = symbol.partition("@@")
            found[name] = under
    lines = [f"declared, not exported: {name}" for name in sorted(functions - found.keys())]
    lines += [f"exported, not declared: {name}" for name in sorted(found.keys() - functions)]
    lines += [f"not under {node()}: {name}@@{under}" for name, under in found.items() if under != node()]
    if lines:
        fail("\n".join(lines))


def test_no_symbol_is_newer_than_glibc_2_17() -> None:
    newer = [
        f"{name} wants glibc {major}.{minor}"
        for name, major, minor in re.findall(r"(\w+)@GLIBC_(\d+)\.(\d+)", symbols("--undefined-only"))
        if (int(major), int(minor)) > GLIBC and not name.startswith("pthread_")
    ]
    if newer:
        fail("\n".join(newer))


def test_stripped_it_is_at_most_1_35_mb(tmp_path: Path) -> None:
    stripped = tmp_path / "stripped.so"
    shutil.copy(library.release(), stripped)
    command([tool("strip"), stripped])
    print(f"{stripped.stat().st_size} bytes")
    assert stripped.stat().st_size <= STRIPPED_LIMIT


def test_loading_and_using_it_leaves_the_host_as_it_was(tmp_path: Path) -> None:
    program = tmp_path / "hygiene"
    source = ROOT / "Tests/Facts/hygiene.c"
    command([tool("gcc"), "-std=gnu11", "-g", f"-I{INCLUDE}", source, "-o", program, "-ldl"])
    command([program, library.release()])


def test_what_the_loader_fills_in_is_read_only() -> None:
    """Full RELRO: the part with all that is relocated becomes read-only, as all is bound at the start."""
    read = command([tool("readelf"), "-ldW", library.release()])
    assert "GNU_RELRO" in read and "BIND_NOW" in read


def test_a_process_that_has_little_thread_storage_left_can_load_it(tmp_path: Path) -> None:
    """Static thread-local storage is used up but for the 64 bytes of one more library. The thread that has a
    record ends after the library has gone."""
    source = 'static _Thread_local char bytes[64] __attribute__((tls_model("initial-exec")));\n'
    (tmp_path / "other.c").write_text(source + "char *address(void) { return bytes; }\n")
    command([tool("gcc"), "-shared", "-fPIC", tmp_path / "other.c", "-o", tmp_path / "0.so"])
    for number in range(1, 100):
        shutil.copy(tmp_path / "0.so", tmp_path / f"{number}.so")
    program = tmp_path / "late"
    late = ROOT / "Tests/Facts/late.c"
    command([tool("gcc"), "-std=gnu11", "-g", f"-I{INCLUDE}", late, "-o", program, "-ldl", "-pthread"])
    count = int(command([program, "100", tmp_path]))
    assert 0 < count < 100
    command([program, str(count - 1), tmp_path, library.release()])


def test_its_traps_are_listed_by_function() -> None:
    """Writes .build/iqlist/traps.txt. For information: a trap ends the host's process, so each one left
    has to be one that no input of a host reaches."""
    text = command([tool("objdump"), "-d", "--no-show-raw-insn", library.release()])
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
