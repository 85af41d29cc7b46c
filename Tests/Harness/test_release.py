"""`bindings/c/build release`: archives that work wherever they are unpacked, and have the same
bytes wherever they are made."""

import hashlib
import json
import os
import re
import tarfile
import zlib
from datetime import UTC, datetime
from pathlib import Path

import pytest
import releases
import targets
from clone import Clone
from environments import environment, newest
from installation import (
    HELLO,
    LIBRARY,
    PRINTED,
    SCRIPT,
    alone,
    check,
    check_debugger,
    debug_link,
    digest,
    files,
    listing,
    needed,
    refusal,
    tools,
)
from machine import ROOT, clang, command, runtime_libraries, tool
from outcomes import Failed, fail
from releases import ARCHIVES, SBOM, archive, archives, contents, folder_of, unpacked
from version import soname, version

pytestmark = pytest.mark.install

each = pytest.mark.parametrize("name", ARCHIVES)
# In the environment of a shell: a prefix with a space in its name is quoted for it.
FLAGS = "$(pkg-config {options} --cflags --libs iqlist)"


def date() -> int:
    """The day of the newest version that has one, in seconds since 1970."""
    days = re.findall(r"^## \[[\d.]+\] - (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    return int(datetime.strptime(days[0], "%Y-%m-%d").replace(tzinfo=UTC).timestamp())


@pytest.mark.all
@each
def test_an_archive_is_one_prefix_with_exactly_these_files(name: str) -> None:
    """In the order of their names, of nobody in particular, and of the date of the version."""
    with tarfile.open(archive(name)) as opened:
        members = opened.getmembers()
    top = folder_of(name)
    assert {each.name for each in members if not each.isdir()} == {f"{top}/{path}" for path in contents()}
    assert [each.name for each in members] == sorted(
        (each.name for each in members), key=lambda path: path.split("/")
    )
    assert members[0].name == top
    for each in members:
        assert (each.uid, each.gid, each.uname, each.gname, each.mtime) == (0, 0, "", "", date()), each.name
        assert each.issym() or each.mode == (0o755 if each.isdir() else 0o644), each.name
    links = {each.name: each.linkname for each in members if each.issym()}
    assert links == {f"{top}/lib/libiqlist.so": soname(), f"{top}/lib/{soname()}": LIBRARY}
    # gzip says no name and no time.
    assert archive(name).read_bytes()[3:8] == bytes(5)


@pytest.mark.all
def test_the_checksums_hold_for_all_archives_and_there_is_nothing_else() -> None:
    printed = command(["env", "-C", archives(), "sha256sum", "--check", "--strict", "SHA256SUMS"])
    names = {archive(name).name for name in ARCHIVES}
    assert set(printed.splitlines()) == {f"{name}: OK" for name in names}
    assert files(archives()) == {*names, "SHA256SUMS"}


@pytest.mark.all
def test_a_copy_of_the_checkout_makes_the_same_bytes() -> None:
    """At another path, and with a date that is given. Those that are not asked for are not made."""
    made = sorted(releases.again().glob("*.tar.gz"))
    assert {path.name for path in made} == {
        archive(name).name for name in ARCHIVES if name != "x86_64-linux-musl"
    }
    for path in made:
        assert digest(path) == digest(archives() / path.name), path.name


def program(name: str, folder: Path, options: str = "") -> Path:
    """A program of C, built with what pkg-config says of an archive's prefix."""
    tool("pkg-config")
    words = " ".join(map(str, [targets.compiler(ARCHIVES[name])[0], *options.split()]))
    flags = FLAGS.format(options="--static" if options else "")
    # The linker follows what the library asks for; some of it is there when the program starts only.
    line = f'eval {words} "{HELLO}" {flags} -Wl,--allow-shlib-undefined -o program'
    alone(["bash", "-euc", line], folder, PKG_CONFIG_LIBDIR=unpacked(name) / "lib/pkgconfig")
    return folder / "program"


@pytest.mark.all
@each
def test_a_program_finds_it_where_it_was_unpacked(name: str, tmp_path: Path) -> None:
    built = program(name, tmp_path)
    assert soname() in needed(built)
    path = f"LD_LIBRARY_PATH={unpacked(name) / 'lib'}"
    runner: list[str | Path] = ["env", path]
    if name.startswith("aarch64"):
        runner = [tool("qemu-aarch64"), "-L", targets.CROSS, "-E", path]
    assert command([*runner, built]) == PRINTED


@pytest.mark.all
@each
def test_a_static_program_has_it_inside(name: str, tmp_path: Path) -> None:
    built = program(name, tmp_path, "-static")
    assert needed(built) == set()
    assert command([tool("qemu-aarch64"), built] if name.startswith("aarch64") else [built]) == PRINTED


@pytest.mark.all
def test_cmake_finds_it_where_it_was_unpacked(tmp_path: Path) -> None:
    lines = ["cmake_minimum_required(VERSION 3.16)", "project(program C)", "find_package(iqlist REQUIRED)"]
    for kind, target in ("shared", "iqlist"), ("static", "static"):
        lines += [f'add_executable({kind} "{HELLO}")']
        lines += [f"target_link_libraries({kind} PRIVATE iqlist::{target})"]
    (tmp_path / "CMakeLists.txt").write_text("\n".join(lines))
    found = f"-DCMAKE_PREFIX_PATH={unpacked('x86_64-linux-gnu')}"
    alone(["cmake", "-G", "Ninja", "-B", "built", found, "."], tmp_path, tools())
    alone(["cmake", "--build", "built"], tmp_path, tools())
    for kind in ("shared", "static"):
        check(tmp_path / "built" / kind, is_shared=kind == "shared")


@pytest.mark.all
@each
def test_the_library_has_its_name_its_machine_and_its_debug_file(name: str) -> None:
    shared, wanted = unpacked(name) / "lib" / LIBRARY, targets.TARGETS[ARCHIVES[name]]
    assert targets.dynamic(shared, "SONAME") == {soname()}
    assert targets.dynamic(shared, "NEEDED") <= wanted.needed
    assert re.search(rf"Machine: +{wanted.machine}\n", command([tool("readelf"), "-hW", shared]))
    apart = shared.parent / ".debug" / f"{LIBRARY}.debug"
    assert debug_link(shared) == (apart.name, zlib.crc32(apart.read_bytes()))


@pytest.mark.all
@pytest.mark.parametrize("name", ["x86_64-linux-gnu", "x86_64-linux-musl"])
def test_a_debugger_shows_the_sources_lines(name: str) -> None:
    check_debugger(unpacked(name) / "lib")


@pytest.mark.all
@each
def test_no_file_names_a_folder_of_this_machine(name: str, tmp_path: Path) -> None:
    """Nor do debuggers, but for the headers and modules of the toolchains."""
    objcopy = Path(clang()).with_name("llvm-objcopy")
    for path in sorted(files(unpacked(name))):
        file, unwanted = unpacked(name) / path, [f"{ROOT}", "/tmp/"]
        if path.endswith(".debug"):
            command([objcopy, "--decompress-debug-sections", file, tmp_path / "debug"])
            file = tmp_path / "debug"
            assert b"Sources/IQList/Lists.swift" in file.read_bytes()
        else:
            unwanted += [f"{runtime_libraries().parents[2]}", f"{targets.CROSS}", f"{Path.home()}/"]
        content = file.read_bytes()
        assert [folder for folder in unwanted if os.fsencode(folder) in content] == [], path


def bill(name: str) -> dict[str, list[dict[str, object]]]:
    text = (unpacked(name) / SBOM).read_text()
    found: dict[str, list[dict[str, object]]] = json.loads(text)
    return found


@pytest.mark.all
@each
def test_the_bill_of_materials_is_valid(name: str) -> None:
    interpreter = environment(newest(), "spdx", ["spdx-tools==0.8.5"])
    command([interpreter.with_name("pyspdxtools"), "--infile", unpacked(name) / SBOM])


@pytest.mark.all
@each
def test_the_bill_of_materials_names_each_file_with_its_checksums(name: str) -> None:
    """All but its own, and the links."""
    found, sums = {}, []
    for file in bill(name)["files"]:
        path = unpacked(name) / str(file["fileName"])
        content = path.read_bytes()
        sums.append(hashlib.sha1(content).hexdigest())
        expected = [("SHA1", sums[-1]), ("SHA256", digest(path))]
        assert file["checksums"] == [
            {"algorithm": kind, "checksumValue": value} for kind, value in expected
        ], path
        found[str(path.relative_to(unpacked(name)))] = file["licenseConcluded"]
    links = {path for path, kind in listing(unpacked(name)).items() if kind.startswith("->")}
    assert found.keys() == contents() - {SBOM} - links
    assert {path for path, licence in found.items() if licence != "MIT"} == {
        path for path in found if "libiqlist." in path and not path.endswith(".abi")
    }
    (package,) = [each for each in bill(name)["packages"] if each["name"] == "libiqlist"]
    code = {"packageVerificationCodeValue": hashlib.sha1("".join(sorted(sums)).encode()).hexdigest()}
    assert package["packageVerificationCode"] == {
        **code,
        "packageVerificationCodeExcludedFiles": [f"./{SBOM}"],
    }
    assert package["versionInfo"] == version()


@pytest.mark.all
@each
def test_nothing_is_inside_or_asked_for_but_what_the_bill_of_materials_names(name: str) -> None:
    """Functions are ours or Swift's: none of the linker's run-time library, and none of libc."""
    packages = {str(each["name"]): each for each in bill(name)["packages"]}
    libc = "musl" if name.endswith("musl") else "glibc"
    assert packages.keys() == {"libiqlist", "Swift standard library", libc, "Swift", "zig"}
    version_of_swift = re.findall(r"Swift version (\S+)", command(["swift", "--version"]))
    assert [packages["Swift"]["versionInfo"]] == version_of_swift
    table = command([tool("nm"), unpacked(name) / "lib/.debug" / f"{LIBRARY}.debug"])
    functions = set(re.findall(r"^[0-9a-f]+ [tTwW] (\S+)$", table, re.MULTILINE))
    known = re.compile(r"\$e|iq[cp]?_|_?swift_|OUTLINED_FUNCTION_|\$[xd]$|pthread_atfork$")
    strange = sorted(function for function in functions if not known.match(function))
    if strange or not functions:
        fail(f"of whom are these functions of {name}?\n" + "\n".join(strange))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"ARCHIVES": "pdp11"}, 'ARCHIVES has a word that is none of "x86_64-linux-gnu aarch64-linux-gnu'),
        ({"ARCHIVES": " "}, "ARCHIVES has no word"),
        ({"SOURCE_DATE_EPOCH": "yesterday"}, "SOURCE_DATE_EPOCH is no number of seconds: yesterday"),
        ({"IQ_ZIG": "no-such-zig"}, "IQ_ZIG is no zig that runs"),
    ],
    ids=repr,
)
def test_what_cannot_be_made_is_said_before_anything_is(
    given: dict[str, str], said: str, tmp_path: Path
) -> None:
    printed = refusal([SCRIPT, "release", tmp_path / "made"], tmp_path, **given)
    assert said in printed
    assert "status 2" in printed
    assert listing(tmp_path) == {}


def test_another_machine_makes_all_that_is_asked_for_or_nothing(tmp_path: Path) -> None:
    """It says which it cannot make, and how to ask for others."""
    (tmp_path / "uname").write_text("#!/bin/sh\necho aarch64\n")
    (tmp_path / "uname").chmod(0o755)
    with pytest.raises(Failed) as raised:
        alone([SCRIPT, "release", tmp_path / "made"], tmp_path, tmp_path, IQ_ZIG="true")
    assert "x86_64-linux-gnu.2.17 can be built on x86_64 only" in str(raised.value)
    assert "ARCHIVES names those to make" in str(raised.value)
    assert "status 2" in str(raised.value)
    assert files(tmp_path) == {"uname"}


def test_what_fails_in_the_middle_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    releases.needs_abidw()
    clone = Clone(tmp_path)
    clone.during.write_text('case "$*" in *--product*) echo no good; exit 1 ;; esac\n')
    made = tmp_path / "made"
    made.mkdir()
    (made / "SHA256SUMS").write_text("of the version before\n")
    words = ["release", str(made)]
    name = f"{os.uname().machine}-linux-gnu"
    with pytest.raises(Failed, match="no good"):
        clone.run(*words, IQ_ZIG="true", ARCHIVES=name, SOURCE_DATE_EPOCH="0")
    assert listing(made) == {"SHA256SUMS": "file"}
    assert (made / "SHA256SUMS").read_text() == "of the version before\n"


@pytest.mark.parametrize("words", [["release", "--all"], ["release", "a", "b"], ["--target", "T", "release"]])
def test_other_words_are_refused_with_the_usage(words: list[str], tmp_path: Path) -> None:
    printed = refusal([SCRIPT, *words], tmp_path)
    assert "usage: bindings/c/build" in printed
    assert "status 2" in printed
    assert listing(tmp_path) == {}
