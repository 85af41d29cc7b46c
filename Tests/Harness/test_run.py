"""Tests/run says what it installs before it does, and takes no for an answer; with a Debian and a Python that
only look like them. What a checkout keeps below .build is made anew where the checkout was moved."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import environments
import pytest
from installation import alone
from machine import ROOT
from paths import path_without, put

pytestmark = pytest.mark.lint

# Makes a virtual environment whose Python says what it is told to run.
PYTHON = """case "$*" in
  "-m venv"*)
    echo made >>"$(dirname "$0")/../made"
    mkdir -p "$4/bin"
    printf '#!/bin/sh\\necho ran "$*"\\n' >"$4/bin/python"
    chmod +x "$4/bin/python" ;;
esac"""
# What the machine itself lacks may be there as well.
LACKS = r"(?:\S+ )*shellcheck (?:\S+ )*xvfb(?: \S+)*"


class Checkout:
    def __init__(self, folder: Path) -> None:
        self.root, self.path, self.made = folder / "checkout", folder / "bin", folder / "made"
        self.installed = folder / "installed"
        (self.root / "Tests").mkdir(parents=True)
        shutil.copy(ROOT / "Tests/run", self.root / "Tests/run")
        path_without(self.path, "apt-get", "shellcheck", "Xvfb")
        put(self.path, "python3", PYTHON)
        put(self.path, "id", "echo 0")
        put(self.path, "sleep", f'echo "$*" >>{folder}/slept')
        self.slept = folder / "slept"
        put(self.path, "apt-get", f'echo "$*" >>{self.installed}')

    @property
    def words(self) -> list[str | Path]:
        return [self.root / "Tests/run", "-x"]

    def run(self, **variables: str) -> str:
        return alone(self.words, self.root, PATH=self.path, **variables)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_what_is_installed_is_said_before(checkout: Checkout) -> None:
    put(checkout.path, "apt-get", f'echo "apt-get $1"; echo "$*" >>{checkout.installed}; exit 1')
    printed = checkout.run(CI="true")
    said = re.search(f"Debian packages that are missing and will be installed: {LACKS}\n", printed)
    assert said and said.end() <= printed.index("(IQ_TEST_INSTALL=0 declines") < printed.index(
        "apt-get update"
    )
    checkout.installed.unlink()
    put(checkout.path, "apt-get", f'echo "$*" >>{checkout.installed}')
    checkout.run()
    asked = checkout.installed.read_text().splitlines()
    assert asked[0] == "update"
    assert asked[1].startswith("install -y") and re.search(LACKS, asked[1])
    assert not checkout.slept.exists()


@pytest.mark.parametrize("why", ["IQ_TEST_INSTALL=0", "no root, or no apt-get"])
def test_nothing_is_installed_where_it_is_declined(why: str, checkout: Checkout) -> None:
    if why.startswith("IQ"):
        printed = checkout.run(IQ_TEST_INSTALL="0")
    else:
        put(checkout.path, "id", "echo 1000")
        printed = checkout.run()
    assert re.search(rf"not installed \({why}\): {LACKS}; what wants them is skipped\n", printed)
    assert not checkout.installed.exists()
    assert "ran " in printed.splitlines()[-1]


@pytest.mark.parametrize("ci", [{}, {"CI": "true"}], ids=["somebody", "nobody"])
def test_a_terminal_has_time_to_stop_it(ci: dict[str, str], checkout: Checkout) -> None:
    shown, terminal = os.openpty()
    found = {"PATH": str(checkout.path), **ci}
    subprocess.run(checkout.words, env=found, stdin=terminal, stdout=terminal, check=True)
    os.close(terminal)
    os.close(shown)
    assert checkout.slept.exists() == (not ci)


def test_its_environment_is_made_once_and_anew_where_it_was_moved(checkout: Checkout) -> None:
    """It is said where that is."""
    says = "making a virtual environment with pytest in .build/tests/environment"
    assert [says in checkout.run() for _ in range(2)] == [True, False]
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    assert [says in checkout.run() for _ in range(2)] == [True, False]
    assert checkout.made.read_text() == "made\n" * 2


def test_other_environments_are_made_anew_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    monkeypatch.setattr(environments, "command", lambda words: words[-1].mkdir(parents=True, exist_ok=True))
    monkeypatch.setattr(environments, "pip_install", lambda python, packages: made.append(python))
    for name in ("here", "there"):
        monkeypatch.setattr(environments, "ENVIRONMENTS", tmp_path / name)
        for _ in range(2):
            environments.environment(Path("python"), "some", ["package"])
        if name == "here":
            (tmp_path / "here").rename(tmp_path / "there")
    assert made == [tmp_path / name / "some/bin/python" for name in ("here", "there")]


FIND_ZIG = """
root=$1 target=x86_64-linux-musl
source "$root/bindings/c/packaging/target"
find_zig
echo "${zig[@]}"
"""


def test_zig_is_installed_anew_as_well(checkout: Checkout) -> None:
    folder = checkout.root
    for times, name in ((1, "checkout"), (1, "checkout"), (2, "moved")):
        folder = folder.rename(folder.with_name(name))
        shutil.copytree(ROOT / "bindings/c/packaging", folder / "bindings/c/packaging", dirs_exist_ok=True)
        (folder / ".build").mkdir(exist_ok=True)
        printed = alone(["bash", "-euc", FIND_ZIG, "-", folder], folder, PATH=checkout.path)
        assert printed.splitlines()[-1] == f"{folder}/.build/ziglang/bin/python -m ziglang"
        assert checkout.made.read_text() == "made\n" * times
