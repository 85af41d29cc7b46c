"""`bindings/c/build --target`: the library for other machines and other libcs, looked at and run."""

import os
import re
from pathlib import Path

import programs
import pytest
import targets
from declarations import declared
from installation import alone, refusal
from machine import INCLUDE, ROOT, command, tool
from outcomes import fail
from targets import ARM, TARGETS
from version import node, soname

pytestmark = pytest.mark.targets

SHORT = "aarch64-linux-gnu"
"""What a short run builds."""
SAMPLE = ("basics", "encoding", "threads", "updates")

# A program that cannot pass on a machine, and why.
LEFT_OUT = {
    (ARM, "limits"): "it has the header's figures of memory, and the mutexes of glibc are larger there"
}


def each(*values: str) -> list[object]:
    """Targets as parameters: a short run has one."""
    wanted = values or tuple(TARGETS)
    return [pytest.param(name, marks=[] if name == SHORT else [pytest.mark.all]) for name in wanted]


def marks(target: str, name: str) -> list[pytest.MarkDecorator]:
    """The sample runs on one target in a short run, on each with --all."""
    if name not in SAMPLE:
        return [pytest.mark.nightly]
    return [] if target == SHORT else [pytest.mark.all]


def runs() -> list[object]:
    """Targets and boundary programs; for glibc 2.17, which has the same code as others, some of them."""
    found: list[object] = []
    for target in (
        "aarch64-linux-gnu",
        "x86_64-linux-musl",
        "x86_64-linux-gnu.2.17",
        "aarch64-linux-gnu.2.17",
    ):
        names = SAMPLE if target.endswith("2.17") else sorted(programs.table())
        for name in names:
            if (TARGETS[target].machine, name) not in LEFT_OUT:
                found.append(pytest.param(target, name, marks=marks(target, name)))
    return found


@pytest.mark.build
@pytest.mark.parametrize("target", each("aarch64-linux-gnu", "x86_64-linux-musl"))
def test_it_builds(target: str) -> None:
    """What the others compile is the same as for one of these, or as for this machine."""
    assert targets.library(target).is_file()


@pytest.mark.parametrize(("target", "name"), runs())
def test_a_boundary_program_passes(target: str, name: str) -> None:
    program = targets.boundary(target, name)
    command([*targets.runner(target), program], {"IQ_TEST_SCALE": os.environ.get("IQ_TEST_SCALE", "1")})


def test_what_is_left_out_is_there() -> None:
    assert {name for _, name in LEFT_OUT} <= programs.there()


@pytest.mark.parametrize("target", each())
def test_it_is_for_its_machine_and_needs_libc_alone(target: str) -> None:
    library, expected = targets.library(target), TARGETS[target]
    assert f"Machine:                           {expected.machine}\n" in command(
        [tool("readelf"), "-hW", library]
    )
    needed = targets.dynamic(library, "NEEDED")
    assert needed <= expected.needed
    assert needed & {"libc.so.6", "libc.so"}
    assert targets.dynamic(library, "SONAME") == {soname()}


@pytest.mark.parametrize("target", each())
def test_it_exports_exactly_the_headers_functions(target: str) -> None:
    text = command([tool("readelf"), "--dyn-syms", "-W", targets.library(target)])
    lines = [line.split() for line in text.splitlines() if re.match(r" *\d+: ", line)]
    found = {line[7] for line in lines if line[4] in ("GLOBAL", "WEAK") and line[6] not in ("UND", "ABS")}
    expected = {f"{name}@@{node()}" for name in declared().functions}
    if found != expected:
        fail("\n".join(sorted(found ^ expected)))


@pytest.mark.parametrize("target", each())
def test_the_archive_shows_the_headers_functions_alone(target: str) -> None:
    archive = targets.build(target) / "libiqlist.a"
    text = command([tool("readelf"), "-sW", archive])
    lines = [line.split() for line in text.splitlines() if re.match(r" *\d+: ", line)]
    found = {line[7] for line in lines if line[4] in ("GLOBAL", "WEAK") and line[6] != "UND"}
    assert found == declared().functions.keys()


@pytest.mark.parametrize("target", each("aarch64-linux-gnu", "x86_64-linux-musl"))
def test_a_static_program_runs(target: str) -> None:
    """With the library and libc inside; no folder of libraries is named."""
    program = targets.BUILT / target / "static"
    program.parent.mkdir(parents=True, exist_ok=True)
    archive = targets.build(target) / "libiqlist.a"
    source = ROOT / "Tests/Static/program.c"
    command([*targets.compiler(target), "-static", source, archive, "-lpthread", "-o", program])
    command([tool("qemu-aarch64"), program] if TARGETS[target].machine == ARM else [program])


@pytest.mark.parametrize("target", each())
def test_a_program_loads_it_with_threads_already_there(target: str) -> None:
    """By dlopen: the thread-local storage of the library is then needed of threads that began before."""
    source = ROOT / "Tests/Targets/load.c"
    program = targets.BUILT / target / "load"
    program.parent.mkdir(parents=True, exist_ok=True)
    library = targets.library(target)
    command([*targets.compiler(target), source, "-ldl", "-lpthread", "-o", program])
    command([*targets.runner(target), program, library])


@pytest.mark.parametrize("target", each())
def test_what_the_loader_fills_in_is_read_only(target: str) -> None:
    read = command([tool("readelf"), "-ldW", targets.library(target)])
    assert "GNU_RELRO" in read and "BIND_NOW" in read


@pytest.mark.parametrize("target", each())
def test_no_symbol_is_newer_than_its_glibc(target: str) -> None:
    found, newest = targets.glibc_versions(targets.library(target)), TARGETS[target].newest
    if target.endswith("musl"):
        assert not found
    else:
        assert found
        assert newest is None or max(found) <= newest


@pytest.mark.parametrize("target", each())
def test_pkg_config_finds_it(target: str) -> None:
    folder = targets.build(target)
    printed = command([tool("pkg-config"), "--libs", "--cflags", "iqlist"], {"PKG_CONFIG_PATH": str(folder)})
    assert {f"-L{folder}", f"-I{INCLUDE}", "-liqlist"} <= set(printed.split())


@pytest.mark.parametrize(
    "words", [["--target"], ["--target", "pdp11-linux-gnu"], ["--target", SHORT, "install"]], ids=" ".join
)
def test_what_is_no_target_is_refused(words: list[str], tmp_path: Path) -> None:
    printed = refusal([targets.SCRIPT, *words], tmp_path)
    assert "status 2" in printed
    assert SHORT in printed


def test_a_missing_tool_is_named(tmp_path: Path) -> None:
    printed = refusal([targets.SCRIPT, "--target", SHORT], tmp_path, CC="no-such-compiler")
    assert "needs no-such-compiler" in printed
    assert "gcc-aarch64-linux-gnu" in printed
    printed = refusal([targets.SCRIPT, "--target", "x86_64-linux-musl"], tmp_path, IQ_ZIG="no-such-zig")
    assert "IQ_ZIG" in printed


def test_help_names_each_target(tmp_path: Path) -> None:
    printed = alone([targets.SCRIPT, "--help"], tmp_path)
    assert set(TARGETS) <= set(printed.split())
