"""The package as it is built and installed: sdist, wheel, and from the folder."""

import os
import re
import shlex
import shutil
from pathlib import Path

import library
from environments import ENVIRONMENTS, Words, environment, online, pip_install
from lint import PACKAGE
from machine import HEADER, WORK, command
from report import Failed

BUILT = WORK / "python"


def build(python: Path) -> None:
    """Both, as `python -m build` makes them: the wheel from the sdist, with the library of this tree."""
    builder = environment(python, "build", ["build"])
    shutil.rmtree(BUILT / "dist", ignore_errors=True)
    options: Words = ["--outdir", BUILT / "dist", PACKAGE]
    online([builder, "-m", "build", *options], {"IQLIST_LIBRARY": str(library.release())})


def made(pattern: str) -> Path:
    """What `build` has made."""
    (found,) = (BUILT / "dist").glob(pattern)
    return found


def name() -> None:
    """Of this version and for these machines only: for any Python 3, but not for any glibc."""
    version = re.search(r'IQ_VERSION_STRING "(.*)"', HEADER.read_text())
    assert version
    machine = os.uname().machine
    wheel = made("*.whl").name
    if not re.fullmatch(rf"iqlist-{re.escape(version[1])}-py3-none-manylinux_2_\d+_{machine}\.whl", wheel):
        raise Failed(f"the wheel of version {version[1]} on {machine} is named {wheel}")


def installed(python: Path, what: str) -> None:
    """In an environment of its own, and the library is the one inside."""
    source = {"wheel": "*.whl", "sdist": "*.tar.gz"}
    folder = fresh(python, what)
    # Empty is as if it were not set: the sdist has to build the library.
    given = {"IQLIST_LIBRARY": "" if what == "sdist" else str(library.release())}
    pip_install(folder / "bin/python", [made(source[what]) if what in source else PACKAGE], given)
    used(folder, folder, folder)


def editable(python: Path) -> None:
    """The sources stay where they are, and get a link to the library; here they are a copy of ours."""
    copy = BUILT / "editable"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("libiqlist.so*", "__pycache__"))
    folder = fresh(python, "editable")
    shared = library.release()
    pip_install(folder / "bin/python", ["--editable", copy], {"IQLIST_LIBRARY": str(shared)})
    used(folder, copy, shared.parent)


def fresh(python: Path, what: str) -> Path:
    folder = ENVIRONMENTS / f"installed-{what}"
    command([python, "-m", "venv", "--clear", folder])
    return folder


def used(folder: Path, package: Path, shared: Path) -> None:
    """In an environment, from a folder that has nothing to do with us: package and library come from where
    they should, and the command is there."""
    elsewhere = BUILT / "elsewhere" / folder.name
    elsewhere.mkdir(parents=True, exist_ok=True)
    (elsewhere / "before.csv").write_text("id,size\na,1\nb,2\n")
    (elsewhere / "after.csv").write_text("id,size\nb,3\nc,4\n")
    alone: Words = ["env", "-u", "IQLIST_LIBRARY", "-u", "PYTHONPATH", "-C", elsewhere]
    command([*alone, folder / "bin/python", "-c", USE, package, shared])
    line = f"{shlex.quote(str(folder))}/bin/iqlist diff before.csv after.csv --key id; test $? = 1"
    printed = command([*alone, "bash", "-c", line])
    for part in ("went", "came", "changed", "size: 2 -> 3"):
        if part not in printed:
            raise Failed(f"the command does not say {part}:\n{printed}")


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
