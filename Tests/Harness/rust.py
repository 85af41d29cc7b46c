"""Group `rust`: the crates of bindings/rust, against the shared library and the static one.

They have no dependencies, so that cargo needs no network. What is built stands in .build/rust.
"""

import json
import os
import re
import shutil
from functools import partial
from pathlib import Path

import leaks
import library
import readme
from machine import BUILD, ROOT, WORK, command, tool
from report import Failed, Report, Skipped

WORKSPACE = ROOT / "bindings/rust"
EXAMPLES = WORKSPACE / "iqlist/examples"
BUILT = BUILD / "rust"

SHARED = {"IQLIST_LIB_DIR": str(library.FOLDER)}
STATIC = {**SHARED, "IQLIST_STATIC": "1"}
# Set and empty is not set: what follows is looked for elsewhere.
ELSEWHERE = {"IQLIST_LIB_DIR": "", "IQLIST_STATIC": ""}

# The test programs that valgrind watches, and the percent of their loops that they then run.
WATCHED = ["memory", "models", "no_memory", "panics", "snapshots"]
SCALE = "5"


def run(report: Report) -> None:
    if not report.test("cargo is there", partial(tool, "cargo")):
        return
    if not report.test("the library builds", library.release):
        return
    report.test("cargo fmt", formatted)
    report.test("cargo clippy", linted)
    report.test("the documentation has no dead links", documented)
    report.test("cargo test, shared", partial(cargo, "shared", SHARED, "test", "--quiet"))
    report.test("the tests leak nothing under valgrind", watched)
    report.test("cargo test, static", partial(cargo, "static", STATIC, "test", "--quiet"))
    report.test("what is linked statically needs no libiqlist.so", needs_none)
    report.test("it is found by pkg-config", found_by_pkg_config)
    report.test("it is found by the repository's own build", found_by_own_build)
    report.test("where it is not, the error says what was tried", not_found)
    report.test("a crate of README.md's text, installed elsewhere, finds it", installed_elsewhere)
    report.test("so does one that brings it along", installed_along)
    for line, code, after in readme.blocks("rust"):
        report.test(f"the program of README.md's line {line} runs", partial(run_program, code, after))


def cargo(folder: str, environment: dict[str, str], *words: str) -> str:
    """Runs cargo; each way to link has a target folder of its own, or one would undo the other."""
    tool("cargo")
    own = {"CARGO_TARGET_DIR": str(BUILT / folder), "CARGO_NET_OFFLINE": "true", **environment}
    manifest = ["--manifest-path", str(WORKSPACE / "Cargo.toml")]
    return command(["cargo", words[0], *manifest, *words[1:]], own)


def component(name: str) -> None:
    """A part of the toolchain that comes apart from cargo."""
    tool("cargo")
    try:
        command(["cargo", name, "--version"])
    except Failed:
        raise Skipped(f"cargo {name} is not installed") from None


def formatted() -> None:
    component("fmt")
    cargo("shared", SHARED, "fmt", "--all", "--check")


def linted() -> None:
    component("clippy")
    cargo("shared", SHARED, "clippy", "--quiet", "--all-targets", "--", "-D", "warnings")


def documented() -> None:
    cargo("shared", {**SHARED, "RUSTDOCFLAGS": "-D warnings"}, "doc", "--quiet", "--no-deps")


def watched() -> None:
    tool("valgrind")
    told = cargo("shared", SHARED, "test", "--no-run", "--quiet", "--message-format=json")
    built = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    programs = {one["target"]["name"]: one["executable"] for one in built if one.get("executable")}
    for name in WATCHED:
        if name not in programs:
            raise Failed(f"cargo built no test {name}")
        leaks.watch(programs[name], {"IQ_TEST_SCALE": os.environ.get("IQ_TEST_SCALE", SCALE)})


def needs_none() -> None:
    program = BUILT / "static/debug/examples/quickstart"
    if "libiqlist" in command([tool("readelf"), "-d", program]):
        raise Failed("it does")


def check(environment: dict[str, str]) -> None:
    cargo("found", {**ELSEWHERE, **environment}, "check", "--quiet", "--package", "iqlist-sys")


def found_by_pkg_config() -> None:
    tool("pkg-config")
    check({"PKG_CONFIG_PATH": str(library.FOLDER)})


def found_by_own_build() -> None:
    check({"PKG_CONFIG": "/nonexistent/pkg-config"})


def not_found() -> None:
    try:
        check({"IQLIST_LIB_DIR": "/nonexistent"})
    except Failed as failure:
        if "there is no libiqlist.so in /nonexistent" not in str(failure):
            raise
    else:
        raise Failed("it was found")


def dependent(name: str, rpath: str) -> Path:
    """Writes, builds and installs a crate that stands outside of the workspace: its manifest's dependencies
    and its build.rs are README.md's, but for the rpath. Answers the program."""
    text = readme.README.read_text()
    dependencies = re.search(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    build = re.search(r"^```rust,ignore\n(// build\.rs.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if dependencies is None or build is None or "{folder}" not in build[1]:
        raise Failed("README.md shows no dependencies, or no build.rs")
    crate = WORK / "rust" / name
    shutil.rmtree(crate, ignore_errors=True)
    (crate / "src").mkdir(parents=True)
    package = f'[package]\nname = "{name}"\nversion = "0.0.0"\nedition = "2021"\n\n[workspace]\n\n'
    (crate / "Cargo.toml").write_text(package + dependencies[1].replace('"libiqlist/', f'"{ROOT}/'))
    (crate / "build.rs").write_text(build[1].replace("{folder}", rpath))
    shutil.copy(EXAMPLES / "quickstart.rs", crate / "src/main.rs")
    own = {"CARGO_TARGET_DIR": str(BUILT / "dependent"), "CARGO_NET_OFFLINE": "true", **SHARED}
    words: list[str | Path] = ["--quiet", "--debug", "--offline", "--path", crate]
    words += ["--root", crate / "installed"]
    command([tool("cargo"), "install", *words], own)
    return crate / "installed/bin" / name


def runs(program: Path) -> None:
    """Without the help that cargo gives, in a folder of no meaning."""
    printed = command(["env", "-i", "-C", "/", program])
    if "Ada appears at 0" not in printed:
        raise Failed(printed)


def installed_elsewhere() -> None:
    runs(dependent("dependent", "{folder}"))


def installed_along() -> None:
    program = dependent("portable", "$ORIGIN/../lib")
    folder = program.parents[1] / "lib"
    folder.mkdir()
    shutil.copy(library.SHARED, folder)
    if str(library.FOLDER) in command([tool("readelf"), "-d", program]):
        raise Failed("it looks where the library was built")
    runs(program)


def run_program(code: str, after: str) -> None:
    """The README shows an example, and what that prints."""
    source = next((path for path in sorted(EXAMPLES.glob("*.rs")) if path.read_text() == code), None)
    if source is None:
        raise Failed(f"no example of {EXAMPLES.relative_to(ROOT)} has this text")
    printed = cargo("shared", SHARED, "run", "--quiet", "--example", Path(source).stem)
    told = re.match(r"\s*It prints\s*```\n(.*?)^```$", after, re.MULTILINE | re.DOTALL)
    if told is None or told[1] != printed:
        raise Failed(f"---- it prints\n{printed}---- the README says\n{told[1] if told else 'nothing'}")
