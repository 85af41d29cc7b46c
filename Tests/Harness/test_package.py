"""The package iqlist as it is built and installed: the sdist, the wheel that is made from it, and from the
folder."""

import os
import re
import shlex
import shutil
from pathlib import Path

import library
import man_pages
import pytest
from checkers import PACKAGE
from environments import fresh, newest, oldest, pip_install
from machine import command
from outcomes import fail
from package import BUILT, wheel
from version import version

pytestmark = pytest.mark.python

Words = list[str | Path]


@pytest.mark.all
@pytest.mark.build
def test_the_sdist_builds_a_wheel_all_by_itself() -> None:
    wheel()


@pytest.mark.all
def test_the_wheel_names_its_version_and_its_machines() -> None:
    """For any Python 3, but not for any glibc."""
    pattern = rf"iqlist-{re.escape(version())}-py3-none-manylinux_2_\d+_{os.uname().machine}\.whl"
    assert re.fullmatch(pattern, wheel().name)


@pytest.mark.all
def test_the_wheel_is_used_on_the_oldest_python() -> None:
    folder = fresh(oldest(), "installed-wheel")
    pip_install(folder / "bin/python", [wheel()])
    check_use(folder, folder, folder)


def test_pip_installs_the_folder() -> None:
    folder = fresh(newest(), "installed-folder")
    pip_install(folder / "bin/python", [PACKAGE], {"IQLIST_LIBRARY": str(library.release())})
    check_use(folder, folder, folder)


def test_pip_installs_the_folder_editable() -> None:
    """The sources stay where they are, and get a link to the library; here they are a copy of ours."""
    copy = BUILT / "editable"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("libiqlist.so*", "__pycache__"))
    folder = fresh(newest(), "installed-editable")
    shared = library.release()
    pip_install(folder / "bin/python", ["--editable", copy], {"IQLIST_LIBRARY": str(shared)})
    check_use(folder, copy, shared.parent)


def check_use(folder: Path, package: Path, shared: Path) -> None:
    """In an environment, from a folder that has nothing to do with us: package and library come from where
    they should, and the command is there."""
    elsewhere = BUILT / "elsewhere" / folder.name
    elsewhere.mkdir(parents=True, exist_ok=True)
    (elsewhere / "before.csv").write_text("id,size\na,1\nb,2\n")
    (elsewhere / "after.csv").write_text("id,size\nb,3\nc,4\n")
    alone: Words = ["env", "-u", "IQLIST_LIBRARY", "-u", "PYTHONPATH", "-C", elsewhere]
    command([*alone, folder / "bin/python", "-c", USE, package, shared])
    # Where `man` looks for what belongs to a command on the PATH.
    assert man_pages.texts(folder / "share/man/man1") == man_pages.texts(man_pages.FOLDER)
    line = f"{shlex.quote(str(folder))}/bin/iqlist diff before.csv after.csv --key id; test $? = 1"
    printed = command([*alone, "bash", "-c", line])
    for part in ("went", "came", "changed", "size: 2 -> 3"):
        if part not in printed:
            fail(f"the command does not say {part}:\n{printed}")


# What is run with the installed package; its arguments are where package and library have to be.
USE = """
import pathlib, sys
import iqlist
from iqlist import _library
package, shared = (pathlib.Path(folder).resolve() for folder in sys.argv[1:])
library = pathlib.Path(_library.load()._name).resolve()
assert package in pathlib.Path(iqlist.__file__).resolve().parents, iqlist.__file__
assert shared in library.parents, library
with iqlist.List() as shown:
    shown.set_items(["a", "b"]).close()
    assert len(shown) == 2
"""
