"""What building needs is named before it is missed: bindings/c/packaging/need-swift, with commands that are
left out or that only look like Swift."""

from pathlib import Path

import pytest
from installation import SCRIPT, alone, refusal
from machine import ROOT, command, tool
from paths import path_without, put

pytestmark = pytest.mark.install

NEED = ROOT / "bindings/c/packaging/need-swift"


class Machine:
    """A PATH of its own, with a Swift that answers with a version."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.toolchain = folder, folder / "toolchain"
        self.path = path_without(folder / "bin", "swift", "swiftc", "clang")
        self.toolchain.mkdir()

    def add_swift(self, version: str = "6.3", text: str = "") -> None:
        put(self.toolchain, "swift", text or f"echo 'Swift version {version} (made up)'")
        (self.path / "swift").symlink_to(self.toolchain / "swift")

    def add_program(self, name: str, library: str) -> None:
        """A program of the toolchain that needs a library which has gone."""
        source, shared = self.folder / "empty.c", self.folder / library
        source.write_text("int main(void) { return 0; }\n")
        command([tool("cc"), "-shared", "-fPIC", f"-Wl,-soname,{library}", source, "-o", shared])
        command([tool("cc"), source, "-Wl,--no-as-needed", shared, "-o", self.toolchain / name])
        shared.unlink()

    def says_nothing(self, *words: str) -> None:
        assert alone([NEED, *words], self.folder, PATH=self.path) == ""

    def refusal(self, *words: str) -> str:
        return refusal([NEED, *words], self.folder, PATH=self.path)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_this_machine_has_all_of_it() -> None:
    assert command([NEED, "here"]) == ""


@pytest.mark.parametrize(
    "words", [[SCRIPT, "./out"], [SCRIPT, "--target", "x86_64-linux-musl"], [ROOT / "bindings/demo"]]
)
def test_who_builds_without_swift_is_told_where_it_is(words: list[str | Path], machine: Machine) -> None:
    """In the same words by each command."""
    said = refusal(words, machine.folder, PATH=machine.path)
    assert "swift is missing: Swift 6.3 for Linux is at https://www.swift.org/install\n" in said
    assert not (machine.folder / "out/libiqlist.so").exists()


def test_libraries_that_swift_does_not_find_are_named_with_their_packages(machine: Machine) -> None:
    """Of each of its programs, though the first one starts."""
    machine.add_swift()
    machine.says_nothing()
    for name, library in (
        ("swift-build", "libxml2.so.99"),
        ("ld.lld", "libncurses.so.98"),
        ("clang", "libnew.so.1"),
    ):
        machine.add_program(name, library)
    said = machine.refusal()
    assert "does not start without these libraries: libncurses.so.98 libnew.so.1 libxml2.so.99\n" in said
    assert "on Debian and Ubuntu: apt-get install libncurses6 libxml2\n" in said


@pytest.mark.parametrize("fails", ["--version", "build --version"])
def test_a_swift_that_does_not_start_is_quoted(fails: str, machine: Machine) -> None:
    machine.add_swift(text=f"if [ \"$*\" = '{fails}' ]; then echo no good; exit 9; fi")
    assert "does not start: no good\n" in machine.refusal()


@pytest.mark.parametrize("version", ["5.10", "6.1.3"])
def test_an_old_swift_is_refused(version: str, machine: Machine) -> None:
    machine.add_swift(version)
    assert f"Swift {version} is too old: Swift 6.3" in machine.refusal()


@pytest.mark.parametrize("version", ["6.2", "6.3.1", "6.10", "7.0-dev", "unknown"])
def test_a_newer_or_unknown_one_is_not(version: str, machine: Machine) -> None:
    machine.add_swift(version)
    machine.says_nothing()


@pytest.mark.parametrize("name", ["ld", "objcopy", "ar"])
def test_what_links_for_this_machine_is_looked_for(name: str, machine: Machine) -> None:
    machine.add_swift()
    machine.says_nothing("here")
    (machine.path / name).unlink()
    assert f"{name} is missing: it is one of GNU binutils" in machine.refusal("here")
    machine.says_nothing()


def test_a_libc_without_headers_is_noticed(machine: Machine) -> None:
    """By the compiler of the toolchain, which is asked to link."""
    machine.add_swift()
    put(machine.toolchain, "clang", "echo \"'stdlib.h' file not found\"; exit 1")
    said = machine.refusal("here")
    assert "apt-get install gcc libc6-dev" in said and "'stdlib.h' file not found" in said
    machine.says_nothing()
