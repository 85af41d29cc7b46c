"""The groups of tests, in the order in which they are started."""

import os
import uuid

import pytest
from once import RUN

pytest_plugins = ["plugin"]

# A module's marker is its group. First what fails early and cheaply, last what is quick: so no worker is left
# with a long test in the end.
GROUPS = {
    "header": "the header, in every dialect, and what is generated from it",
    "swift": "the engine's own tests",
    "python": "the package iqlist: its tests on each Python, how it is built and installed",
    "rust": "the crates iqlist and iqlist-sys",
    "boundary": "the programs of Tests/Boundary, in each of their modes",
    "mutants": "small errors that the boundary programs have to notice",
    "fuzz": "libFuzzer on the harnesses of Tests/Fuzz",
    "cxx": "the C++ header iqlist.hpp",
    "targets": "the library for other machines: built, looked at, and run where an emulator can",
    "wheels": "the Python packages that are handed out",
    "qt": "the adapters for Qt",
    "gtk": "the adapters for GTK",
    "sdl": "the example that draws with SDL",
    "terminals": "the adapters for terminals, and for Tk",
    "bench": "the benchmark, quickly",
    "walkthroughs": "the documents of four list kits, step by step, and the guide to their names",
    "readme": "the READMEs' code and commands, the examples and the demo",
    "install": "the library installed, and programs that find it there",
    "static": "programs that link libiqlist.a",
    "docs": "the guides' code, and the site",
    "abi": "no change that programs built before would notice",
    "facts": "what is promised of the shared library",
    "lint": "every language under its strictest checker",
}


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault(RUN, uuid.uuid4().hex)
    for name, text in GROUPS.items():
        config.addinivalue_line("markers", f"{name}: {text}")
    config.addinivalue_line("markers", "build: makes what other tests need, and so comes before them")
    config.addinivalue_line("markers", "first: what most of them need")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The header, then what takes longest to build while other tests wait for it, then group by group. As
    many builds as there are workers are made at a time: the compiler uses one core for each."""
    order = list(GROUPS)

    def place(item: pytest.Item) -> tuple[int, ...]:
        group = next(name for name in order if item.get_closest_marker(name))
        lacks = [item.get_closest_marker(name) is None for name in ("header", "first", "build")]
        return *lacks, order.index(group)

    items.sort(key=place)
