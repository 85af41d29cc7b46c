"""The adapters for Textual and Tk: their tests and the examples in their modules, each in an environment with
its toolkit."""

from pathlib import Path

import library
import pytest
import runners
from checkers import PACKAGE
from environments import environment, interpreters, newest
from machine import command
from marks import sampled
from outcomes import Failed, skip
from screen import screen

pytestmark = pytest.mark.terminals

SOURCES = PACKAGE / "src"
PACKAGES = ["pytest>=8", "hypothesis>=6.100"]
TEXTUAL = "textual>=8"

MINORS = list(interpreters())
# The short run takes the newest Python, --all the oldest as well.
PYTHONS = [*sampled(MINORS[:-1], MINORS[:1]), *MINORS[-1:]]


def run(record: runners.Record, name: str, python: Path, adapter: str, given: dict[str, str]) -> None:
    """The tests of an adapter, and the examples in its modules."""
    module = next(SOURCES.glob(f"iqlist/{adapter}*"))
    words: list[str | Path] = [
        python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", PACKAGE, "--durations=5",
        "--doctest-modules", module, *sorted(PACKAGE.glob(f"tests/adapters/test_{adapter}*.py")),
    ]  # fmt: skip
    given = {"IQLIST_LIBRARY": str(library.release()), "PYTHONPATH": str(SOURCES), **given}
    runners.run(record, name, lambda: command(words, given), runners.pytest)


@pytest.mark.parametrize("minor", PYTHONS, ids="3.{}".format)
def test_the_widget_for_textual(minor: int, record_property: runners.Record) -> None:
    python = environment(interpreters()[minor], f"textual-3.{minor}", [*PACKAGES, TEXTUAL])
    run(record_property, f"textual-3.{minor}", python, "textual", {})


def test_there_is_a_python_for_textual() -> None:
    newest()


def test_the_adapter_for_tk(record_property: runners.Record) -> None:
    """On a display of its own, and a Python that has tkinter."""
    python = environment(with_tkinter(), "tk", PACKAGES)
    with screen() as display:
        run(record_property, "tk", python, "tk", {"DISPLAY": display})


def with_tkinter() -> Path:
    """The newest Python that has it."""
    for python in reversed(interpreters().values()):
        try:
            command([python, "-c", "import tkinter"])
        except Failed:
            continue
        return python
    skip("no Python has tkinter")
