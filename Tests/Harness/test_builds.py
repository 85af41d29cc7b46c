"""What Swift compiles is kept by a hash of what goes into it: bindings/c/packaging/compile, with a Swift that
compiles nothing."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from clone import UNIT_TESTS, Clone
from installation import alone, refusal
from machine import ROOT, command, tool
from outcomes import Failed, fail
from paths import put
from tree import files, shown
from version import soname

pytestmark = pytest.mark.install

COMPILED = ["Sources/new.swift", "Sources/deeper/new.c", "include/iqlist.h", "Package.swift"]
UNIT_TEST = "Tests/ListEngineTests/new.swift"
OTHERS = [UNIT_TEST, "Tests/Harness/new.py", "Tests/Boundary/new.c", "Tests/run", "Sources/README.md"]
OTHERS += ["bindings/python/new.py", "bindings/c/kit.h", "bindings/c/build", "bindings/c/packaging/target"]
OTHERS += ["bindings/c/kit_layout.h"]
KEPT = 20
"""How many stay."""


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


@pytest.mark.parametrize("path", OTHERS)
def test_a_change_of_what_is_not_compiled_compiles_nothing(path: str, clone: Clone) -> None:
    before = clone.compiled()
    clone.change(path)
    assert clone.compiled() == before
    assert clone.builds == 1


@pytest.mark.parametrize("path", COMPILED)
def test_a_change_of_what_is_compiled_compiles_once(path: str, clone: Clone) -> None:
    """And back again nothing: what was made before is kept."""
    before = clone.compiled()
    clone.change(path)
    after = clone.compiled()
    assert after != before
    assert clone.compiled() == after
    clone.restore(path)
    assert clone.compiled() == before
    assert clone.builds == 2


def test_another_name_of_a_file_compiles(clone: Clone) -> None:
    clone.change("Sources/one.swift")
    before = clone.compiled()
    (clone.folder / "Sources/one.swift").rename(clone.folder / "Sources/two.swift")
    assert clone.compiled() != before


def test_an_object_of_a_source_that_has_gone_is_not_kept(clone: Clone, tmp_path: Path) -> None:
    """SwiftPM adds to the archive of an earlier build."""
    gone = tmp_path / "gone.o"
    shutil.copy(tmp_path / "version.o", gone)
    clone.compiled()
    command([tool("ar"), "rcs", clone.archive, gone])
    clone.change("Sources/new.swift")
    kept = clone.compiled() / clone.archive.name
    assert command([tool("ar"), "t", kept]).split() == ["version.o"]


def test_another_time_of_a_file_compiles_nothing(clone: Clone) -> None:
    before = clone.compiled()
    for path in clone.folder.rglob("*"):
        path.touch()
    assert clone.compiled() == before


def test_the_compiler_and_its_options_belong_to_the_key(clone: Clone) -> None:
    before = clone.compiled("-Xswiftc", "-g")
    assert clone.compiled() != before
    clone.version.write_text("Swift version 6.3 (2)\n")
    assert clone.compiled("-Xswiftc", "-g") != before
    assert clone.builds == 3


def test_a_change_of_a_unit_test_compiles_the_unit_tests_alone(clone: Clone) -> None:
    library, tests = clone.compiled(), clone.compiled(file=UNIT_TESTS)
    clone.change(UNIT_TEST)
    assert clone.compiled() == library
    assert clone.compiled(file=UNIT_TESTS) != tests
    assert clone.builds == 3


def test_checkouts_share_a_folder(tmp_path: Path) -> None:
    """Also where an option names a folder of the checkout."""
    clones = []
    for name in ("one", "the other"):
        (tmp_path / name).mkdir()
        clones.append(Clone(tmp_path / name))
    found = [
        each.compiled("--scratch-path", f"{each.folder}/.build/apart", IQ_BUILDS=tmp_path / "kept")
        for each in clones
    ]
    assert found[0] == found[1]
    assert found[0].parent == tmp_path / "kept"
    assert [each.builds for each in clones] == [1, 0]


def test_two_at_a_time_leave_one(clone: Clone, tmp_path: Path) -> None:
    clone.during.write_text("sleep 1\n")
    words: list[str | Path] = ["bash", clone.folder / "bindings/c/packaging/compile", "libiqlist.a"]
    found = {"PATH": f"{clone.bin}:/usr/bin:/bin", "IQ_BUILDS": str(tmp_path / "kept")}
    running = [subprocess.Popen(words, env=found, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    printed = {each.communicate()[0].strip() for each in running}
    assert [each.returncode for each in running] == [0, 0]
    assert printed == {str(path) for path in (tmp_path / "kept").iterdir()}
    assert clone.builds == 1


def test_two_builds_at_a_time_compile_once_and_both_are_complete(clone: Clone) -> None:
    """As two installations by pip of the same checkout make them."""
    clone.during.write_text("sleep 1\n")
    found = {"PATH": f"{clone.bin}:{os.environ['PATH']}"}
    words = [clone.folder / "bindings/c/build"]
    running = [subprocess.Popen(words, env=found, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = [each.communicate()[1] for each in running]
    assert [each.returncode for each in running] == [0, 0], said
    assert [text.count("waiting for another build") for text in said].count(1) == 1
    names = {path.name for path in (clone.folder / ".build/iqlist").iterdir()}
    assert names == {".origin", "iqlist.pc", "libiqlist.a", "libiqlist.so", soname()}
    assert clone.builds == 1


def moved(folder: Path, target: Path) -> None:
    folder.rename(target)


def copied(folder: Path, target: Path) -> None:
    shutil.copytree(folder, target, symlinks=True)


@pytest.mark.parametrize("options", [[], ["--scratch-path", "{}/.build/apart"]], ids=["", "apart"])
@pytest.mark.parametrize("take", [moved, copied])
def test_a_checkout_builds_again_at_another_path(
    take: Callable[[Path, Path], None], options: list[str], clone: Clone
) -> None:
    """What Swift has left there is of no use; all else below .build stays."""
    clone.compiled(*[word.format(clone.folder) for word in options])
    other = clone.folder / ".build/python/other"
    other.mkdir(parents=True)
    target = clone.folder.with_name("elsewhere")
    take(clone.folder, target)
    clone.folder = target
    clone.change("Sources/new.c")
    clone.compiled(*[word.format(clone.folder) for word in options])
    assert clone.builds == 2
    assert (target / ".build/python/other").is_dir()
    assert len(list((target / ".build/kept").iterdir())) == 2


def test_what_swift_has_left_stays_where_the_checkout_does(clone: Clone, tmp_path: Path) -> None:
    """So little is compiled anew; and a folder outside of the checkout is never removed."""
    kept = [clone.folder / ".build/swift/kept", tmp_path / "outside/kept"]
    for file in kept:
        options = ["--scratch-path", str(file.parent)] if "outside" in str(file) else []
        clone.change("Sources/new.c")
        clone.compiled(*options)
        file.touch()
        clone.change("Sources/new.c")
        (kept[1].parent / "made-at").unlink(missing_ok=True)
        clone.compiled(*options)
        assert file.exists()
    assert clone.builds == 4


def test_without_swift_files_of_the_same_sources_stay_and_no_others(clone: Clone) -> None:
    """Swift does not have to start, either. What it would compile may be kept: it links as well."""
    clone.run()
    built = clone.folder / ".build/iqlist/libiqlist.a"
    before = built.stat()
    words = [clone.folder / "bindings/c/build"]
    without = clone.without_swift()
    for _ in range(2):
        alone(words, clone.folder, PATH=without)
        put(without, "swift", "exit 127")
    (without / "swift").unlink()
    assert (built.stat().st_ino, built.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    for path in ("bindings/c/build", "Sources/new.c"):
        clone.change(path)
        assert "swift is missing" in refusal(words, clone.folder, PATH=without)
        clone.run()
    assert clone.builds == 2


def test_those_that_were_used_last_stay(clone: Clone) -> None:
    first, second = clone.compiled("-first"), clone.compiled("-second")
    found = [clone.compiled(f"-number{number}") for number in range(KEPT - 2)]
    assert clone.compiled("-first") == first
    last = clone.compiled("-last")
    assert set(first.parent.iterdir()) == {first, last, *found}
    assert second not in first.parent.iterdir()


@pytest.mark.parametrize("during", ["echo no good; exit 1\n", "echo >>clone/Sources/new.swift\n"])
def test_what_fails_or_changes_meanwhile_is_not_kept(during: str, clone: Clone) -> None:
    clone.during.write_text(during)
    with pytest.raises(Failed, match=r"no good|modified while they were compiled"):
        clone.compiled()
    assert list((clone.folder / ".build/kept").iterdir()) == []
    clone.during.unlink()
    assert (clone.compiled() / "libiqlist.a").is_file()


def test_a_build_of_the_same_leaves_the_files_as_they_are(clone: Clone) -> None:
    """But where the command is another or a file is missing, they are made anew of what was compiled."""
    clone.run()
    built = clone.folder / ".build/iqlist/libiqlist.a"
    before = built.stat()
    clone.change("README.md")
    clone.run()
    assert (built.stat().st_ino, built.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    clone.change("bindings/c/build")
    clone.run()
    assert built.stat().st_mtime_ns != before.st_mtime_ns
    built.unlink()
    clone.run()
    assert built.is_file()
    assert clone.builds == 1


def test_no_other_file_has_swift_compile_the_package() -> None:
    """So all that the tests build is kept."""
    command = re.compile(r"swift build -(?!-version)|\bswift\", \"build\"")
    named = [
        shown(path)
        for path in files()
        if path.parent == ROOT / "Tests/Harness" or "bindings" in path.parts
        if path.suffix in (".py", "") and path.is_file() and path != Path(__file__)
        if command.search(path.read_text(errors="replace"))
    ]
    if named != ["bindings/c/packaging/compile"]:
        fail("\n".join(named))
