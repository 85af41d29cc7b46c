"""How the crates find the library: in the folder that is named, by pkg-config, or by building it; and what a
program that depends on them needs where it is installed."""

import re
import shutil
from pathlib import Path

import library
import pytest
from cargo import BUILT, ELSEWHERE, EXAMPLES, SHARED, cargo
from machine import ROOT, command, tool
from outcomes import Failed, fail
from readme import READMES

pytestmark = pytest.mark.rust


def check(environment: dict[str, str]) -> None:
    cargo("found", {**ELSEWHERE, **environment}, "check", "--quiet", "--package", "iqlist-sys")


def test_pkg_config_finds_it() -> None:
    tool("pkg-config")
    check({"PKG_CONFIG_PATH": str(library.FOLDER)})


def test_the_repositorys_own_build_finds_it() -> None:
    check({"PKG_CONFIG": "/nonexistent/pkg-config"})


def test_where_it_is_not_the_error_lists_what_was_tried() -> None:
    try:
        check({"IQLIST_LIB_DIR": "/nonexistent"})
    except Failed as failure:
        if "there is no libiqlist.so in /nonexistent" not in str(failure):
            raise
    else:
        fail("it was found")


def shown(pattern: str) -> str:
    """A block of the documents."""
    for document in READMES:
        found = re.search(pattern, document.read_text(), re.MULTILINE | re.DOTALL)
        if found:
            return found[1]
    fail(f"no README has {pattern}")


def installed(crate: Path, rpath: str) -> Path:
    """Writes, builds and installs a crate that stands outside of the workspace: its manifest's dependencies
    and its build.rs are the README's, but for the rpath. Answers the program."""
    dependencies = shown(r"^```toml\n(\[dependencies\].*?)^```$")
    build = shown(r"^```rust,ignore\n(// build\.rs.*?)^```$")
    assert "{folder}" in build
    (crate / "src").mkdir(parents=True)
    package = f'[package]\nname = "{crate.name}"\nversion = "0.0.0"\nedition = "2021"\n\n[workspace]\n\n'
    (crate / "Cargo.toml").write_text(package + dependencies.replace('"libiqlist/', f'"{ROOT}/'))
    (crate / "build.rs").write_text(build.replace("{folder}", rpath))
    shutil.copy(EXAMPLES / "quickstart.rs", crate / "src/main.rs")
    library.release()
    own = {"CARGO_TARGET_DIR": str(BUILT / "dependent"), "CARGO_NET_OFFLINE": "true", **SHARED}
    words: list[str | Path] = ["--quiet", "--debug", "--offline", "--path", crate]
    words += ["--root", crate / "installed"]
    command([tool("cargo"), "install", *words], own)
    return crate / "installed/bin" / crate.name


def check_run(program: Path) -> None:
    """Without the help that cargo gives, in a folder of no meaning."""
    assert "Ada appears at 0" in command(["env", "-i", "-C", "/", program])


def test_a_program_of_the_readmes_text_finds_it_where_it_was_built(tmp_path: Path) -> None:
    check_run(installed(tmp_path / "dependent", "{folder}"))


def test_a_program_that_brings_it_along_finds_it(tmp_path: Path) -> None:
    program = installed(tmp_path / "portable", "$ORIGIN/../lib")
    folder = program.parents[1] / "lib"
    folder.mkdir()
    shutil.copy(library.release(), folder)
    assert str(library.FOLDER) not in command([tool("readelf"), "-d", program])
    check_run(program)
