"""The archives of the crates, as a registry gets them: complete, and of use where nothing of this tree is."""

import re
import shutil
import tarfile
import tomllib
from pathlib import Path

import library
import pytest
from cargo import BUILT, ELSEWHERE, EXAMPLES, SHARED, STATIC, WORKSPACE, cargo
from machine import HEADER, ROOT, WORK, command, tool
from once import once
from outcomes import Failed, fail
from version import series, version

pytestmark = pytest.mark.rust

VERSION = version()
CRATES = ["iqlist-sys", "iqlist"]
NOTHING = {**ELSEWHERE, "PKG_CONFIG": "/nonexistent/pkg-config"}

# Asks the build script of iqlist-sys what it says to those that depend on it.
BUILD = """
fn main() {
    for name in ["INCLUDE", "VERSION", "LIB_DIR"] {
        let told = std::env::var(format!("DEP_IQLIST_{name}")).unwrap_or_default();
        println!("cargo:rustc-env=TOLD_{name}={told}");
    }
    let folder = std::env::var("DEP_IQLIST_LIB_DIR").unwrap_or_default();
    println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
}
"""
TOLD = """
fn main() {
    println!("{}\\n{}\\n{}", env!("TOLD_INCLUDE"), env!("TOLD_VERSION"), env!("TOLD_LIB_DIR"));
    println!("{}", iqlist::version());
}
"""
MANIFEST = """
[workspace]
members = ["program", "iqlist-VERSION", "iqlist-sys-VERSION"]
resolver = "2"

# In place of a registry.
[patch.crates-io]
iqlist-sys = { path = "iqlist-sys-VERSION" }
"""
PROGRAM = """
[package]
name = "program"
version = "0.0.0"
edition = "2021"

[dependencies]
iqlist = { path = "../iqlist-VERSION" }
iqlist-sys = "VERSION"

[features]
bundled = ["iqlist/bundled"]
"""


@once
def packaged() -> Path:
    """The folder of the archives. Cargo builds each from what it has packed. It gets a home and a folder of
    its own, or it would take what it has unpacked and built of the same version before."""
    home = BUILT / "package-home"
    for folder in (home, BUILT / "package"):
        shutil.rmtree(folder, ignore_errors=True)
    told = cargo("package", {**SHARED, "CARGO_HOME": str(home)}, "package", "--workspace", "--allow-dirty")
    surprises = [line for line in told.splitlines() if line.startswith("warning: ")]
    # There is no address to be named; tests want the tree around them, and stay in it.
    known = r"warning: (manifest has no documentation, homepage or repository|ignoring test `\w+` as .*)"
    assert [line for line in surprises if not re.fullmatch(known, line)] == []
    return BUILT / "package/package"


@once
def unpacked() -> Path:
    """A workspace of what the archives hold and a program that depends on them, outside of the tree."""
    folder = WORK / "crates"
    shutil.rmtree(folder, ignore_errors=True)
    for name in CRATES:
        with tarfile.open(packaged() / f"{name}-{VERSION}.crate") as archive:
            archive.extractall(folder, filter="data")
    # In archives all files have one date, by which cargo would take what was built of others before.
    for path in folder.rglob("*"):
        path.touch()
    program = folder / "program"
    (program / "src/bin").mkdir(parents=True)
    (folder / "Cargo.toml").write_text(MANIFEST.replace("VERSION", VERSION))
    (program / "Cargo.toml").write_text(PROGRAM.replace("VERSION", VERSION))
    (program / "build.rs").write_text(BUILD)
    (program / "src/bin/told.rs").write_text(TOLD)
    shutil.copy(EXAMPLES / "quickstart.rs", program / "src/bin/quickstart.rs")
    return folder


def outside(use: str, environment: dict[str, str], *words: str) -> str:
    return cargo(f"crates-{use}", environment, *words, manifest=unpacked() / "Cargo.toml")


def refusal(environment: dict[str, str], *words: str) -> str:
    """What the build script says where it does not find the library."""
    try:
        outside("refused", {**NOTHING, **environment}, "check", "--package", "iqlist-sys", *words)
    except Failed as failure:
        return str(failure)
    fail("it was found")


def described(folder: Path, version: str) -> dict[str, str]:
    """Lets pkg-config find the library as one of that version."""
    text = (library.release().parent / "iqlist.pc").read_text()
    other = text.replace(f"Version: {VERSION}\n", f"Version: {version}\n")
    assert other != text
    (folder / "iqlist.pc").write_text(other)
    return {"PKG_CONFIG_PATH": str(folder)}


@pytest.mark.parametrize("name", CRATES)
def test_an_archive_has_all_that_belongs_to_it_and_says_what_it_is(name: str) -> None:
    folder = unpacked() / f"{name}-{VERSION}"
    assert (folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    files = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    source = WORKSPACE / name
    programs = [source / "build.rs"]
    for part in ("build", "src", "examples"):
        programs += source.glob(f"{part}/**/*.rs")
    assert {path.relative_to(source) for path in programs} <= files
    assert not [path for path in files if path.parts[0] in ("tests", "target")]
    manifest = tomllib.loads((folder / "Cargo.toml").read_text())["package"]
    assert manifest["license"] == "MIT" and manifest["rust-version"] == "1.81"
    assert 0 < len(manifest["keywords"]) <= 5 and manifest["categories"] and manifest["description"]
    assert (folder / manifest["readme"]).read_text().startswith(f"# {name}\n")
    for path in files:
        assert str(ROOT) not in (folder / path).read_text(), path


def test_the_archive_of_the_declarations_has_the_header() -> None:
    assert (unpacked() / f"iqlist-sys-{VERSION}/include/iqlist.h").read_bytes() == HEADER.read_bytes()


def test_a_program_is_built_of_the_archives_and_runs() -> None:
    printed = outside("shared", SHARED, "run", "--quiet", "--package", "program", "--bin", "quickstart")
    assert "Ada appears at 0" in printed


def test_the_programs_of_the_documentation_run_from_the_archives() -> None:
    told = outside("shared", SHARED, "test", "--doc", "--package", "iqlist")
    counted = re.search(r"test result: ok\. (\d+) passed; 0 failed; \d+ ignored", told)
    assert counted and int(counted[1]) > 50, told


def test_a_build_script_that_depends_on_it_is_told_header_version_and_folder(tmp_path: Path) -> None:
    told = outside("shared", SHARED, "run", "--quiet", "--package", "program", "--bin", "told")
    include, version, folder, running = told.splitlines()
    assert (version, running, Path(folder)) == (VERSION, VERSION, library.FOLDER)
    source = tmp_path / "versions.c"
    source.write_text(
        f"#include <iqlist.h>\n#include <string.h>\nint main(void) {{ "
        f'return strcmp(IQ_VERSION_STRING, "{version}"); }}\n'
    )
    command([tool("cc"), "-I", include, source, "-o", tmp_path / "versions"])
    command([tmp_path / "versions"])


def test_documentation_is_made_without_the_library() -> None:
    documented = {**NOTHING, "DOCS_RS": "1", "RUSTDOCFLAGS": "-D warnings"}
    words = ["--no-deps", "--package", "iqlist", "--package", "iqlist-sys"]
    outside("docs", documented, "doc", "--quiet", *words)
    assert (BUILT / "crates-docs/doc/iqlist/struct.List.html").exists()


def test_without_the_library_the_error_says_what_to_do() -> None:
    told = refusal({})
    for part in [
        f"libiqlist {VERSION} was not found",
        "IQLIST_LIB_DIR: not set",
        "pkg-config",
        "there is no",
        "Build it in its repository with `bindings/c/build`",
        "which has libiqlist.so",
        "DOCS_RS=1",
    ]:
        assert part in told, part


OTHERS = {
    "name": ("Package.swift", "iqlist", "another", "is another project"),
    "header": ("include/iqlist.h", VERSION, "0.0.1", f"is not that of {VERSION}"),
    "neither": None,
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_the_build_of_another_project_is_not_run(
    other: tuple[str, str, str, str] | None, tmp_path: Path
) -> None:
    """The crate is vendored as deep as it is in the repository, below a build that leaves a trace."""
    vendored = tmp_path / "third_party/rust/iqlist-sys"
    shutil.copytree(unpacked() / f"iqlist-sys-{VERSION}", vendored)
    manifest, trace = vendored / "Cargo.toml", tmp_path / "trace"
    manifest.write_text(manifest.read_text() + "\n[workspace]\n")
    for name in ["Package.swift", "include/iqlist.h", "bindings/c/build"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "bindings/c/build").write_text(f"#!/bin/sh\ntouch {trace}\nexit 1\n")
    reason = "the repository's build: "
    if other is not None:
        name, now, then, reason = other
        (tmp_path / name).write_text((ROOT / name).read_text().replace(now, then))
    try:
        # Archives have no times of change, by which cargo would tell one folder's script from another's.
        cargo(str(tmp_path / "target"), NOTHING, "check", manifest=manifest)
    except Failed as failure:
        assert reason in str(failure)
    else:
        fail("it was found")
    # Only where all is that of the library.
    assert trace.exists() is (other is None)


@pytest.mark.parametrize("found", ["0.1.0", "0.99.0", "9.0.0"])
def test_pkg_config_is_asked_for_the_version(found: str, tmp_path: Path) -> None:
    tool("pkg-config")
    asked = {"PKG_CONFIG": "pkg-config", **described(tmp_path, found)}
    expected = f"pkg-config: iqlist {found} was found; {VERSION} or a later {series()} is needed"
    assert expected in refusal(asked)


def test_pkg_config_of_a_later_patch_is_taken(tmp_path: Path) -> None:
    tool("pkg-config")
    later = VERSION.rpartition(".")[0] + ".99"
    asked = {**ELSEWHERE, **described(tmp_path, later)}
    outside("later", asked, "check", "--quiet", "--package", "iqlist-sys")


def test_bundled_links_the_archive_of_the_folder_that_is_named() -> None:
    words = ["--quiet", "--package", "program", "--features", "bundled", "--bin", "quickstart"]
    # Not by IQLIST_STATIC.
    assert "Ada appears at 0" in outside("bundled", {**STATIC, "IQLIST_STATIC": ""}, "run", *words)
    program = BUILT / "crates-bundled/debug/quickstart"
    assert "libiqlist" not in command([tool("readelf"), "-d", program])


def test_bundled_asks_nothing_else_and_says_what_to_do(tmp_path: Path) -> None:
    words = ["--features", "bundled"]
    told = refusal({"PKG_CONFIG": "pkg-config", "PKG_CONFIG_PATH": str(library.release().parent)}, *words)
    assert "IQLIST_LIB_DIR: not set" in told and "which has libiqlist.a" in told and "pkg-config" not in told
    (tmp_path / "libiqlist.so").symlink_to(library.LINKED)
    assert f"there is no libiqlist.a in {tmp_path}" in refusal({"IQLIST_LIB_DIR": str(tmp_path)}, *words)
