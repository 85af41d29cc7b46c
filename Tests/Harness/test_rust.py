"""The crates of bindings/rust: their tests against the shared library and the static one, and their
checkers."""

import json
import os

import cargo
import pytest
import runners
import valgrind
from cargo import BUILT, EXAMPLES, SHARED, STATIC
from machine import command, tool
from marks import sampled
from outcomes import fail
from readme import Block, blocks

pytestmark = pytest.mark.rust

# The test programs that valgrind watches, and the percent of their loops that they then run.
WATCHED = [
    "default_class",
    "iteration",
    "kit",
    "laid_out",
    "memory",
    "models",
    "no_memory",
    "panics",
    "snapshots",
    "states",
    "submissions",
    "views",
]
SCALE = "5"


def test_cargo_fmt_changes_nothing() -> None:
    cargo.component("fmt")
    cargo.cargo("fmt", SHARED, "fmt", "--all", "--check")


def test_clippy_finds_nothing() -> None:
    cargo.component("clippy")
    cargo.cargo("clippy", SHARED, "clippy", "--quiet", "--all-targets", "--", "-D", "warnings")


def test_the_documentation_has_no_dead_links() -> None:
    cargo.cargo("doc", {**SHARED, "RUSTDOCFLAGS": "-D warnings"}, "doc", "--quiet", "--no-deps")


# The static library is the same code, linked differently: a tenth of the loops is enough for it.
@pytest.mark.parametrize(
    ("linked", "environment"),
    [
        ("shared", SHARED),
        pytest.param("static", {"IQ_TEST_SCALE": "10", **STATIC}, marks=pytest.mark.all),
    ],
    ids=["shared", "static"],
)
def test_the_crates_tests_pass(
    linked: str, environment: dict[str, str], record_property: runners.Record
) -> None:
    runners.run(
        record_property,
        f"cargo-{linked}",
        lambda: cargo.cargo(linked, environment, "test", "--quiet"),
        runners.cargo,
    )
    if linked == "static":
        program = BUILT / "static/debug/examples/quickstart"
        assert "libiqlist" not in command([tool("readelf"), "-d", program])


@pytest.mark.parametrize("name", sampled(WATCHED, ["no_memory", "submissions"]))
def test_valgrind_finds_nothing(name: str) -> None:
    tool("valgrind")
    reported = cargo.cargo("shared", SHARED, "test", "--no-run", "--quiet", "--message-format=json")
    built = [json.loads(line) for line in reported.splitlines() if line.startswith("{")]
    programs = {one["target"]["name"]: one["executable"] for one in built if one.get("executable")}
    assert name in programs
    valgrind.watch(programs[name], {"IQ_TEST_SCALE": os.environ.get("IQ_TEST_SCALE", SCALE)})


@pytest.mark.parametrize("block", blocks("rust"), ids=str)
def test_a_program_of_the_readme_is_an_example_and_prints_what_it_says(block: Block) -> None:
    source = next((path for path in sorted(EXAMPLES.glob("*.rs")) if path.read_text() == block.code), None)
    if source is None:
        fail("no example has this text")
    block.compare(cargo.cargo("shared", SHARED, "run", "--quiet", "--example", source.stem))
