"""`bindings/python/wheels`: the Python packages for all machines, looked at, and used where they run."""

import os
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from checkers import PACKAGE
from environments import environment, fresh, newest, oldest, online
from machine import BUILD, ROOT, command
from once import once
from outcomes import skip
from targets import dynamic
from version import soname, version

pytestmark = pytest.mark.wheels

SCRIPT = ROOT / "bindings/python/wheels"
TAGS = ("manylinux_2_17_x86_64", "manylinux_2_17_aarch64", "musllinux_1_2_x86_64")
AUDITWHEEL = ["auditwheel==6.8.2"]
each = pytest.mark.parametrize("tag", TAGS)
takes_long = pytest.mark.all


@once
def wheels() -> Path:
    """The folder with all of them."""
    if os.uname().machine != "x86_64":
        skip("the other machine is aarch64")
    folder = BUILD / "wheels"
    shutil.rmtree(folder, ignore_errors=True)
    online([SCRIPT], {"PYTHON": str(newest())})
    return folder


def wheel(tag: str) -> Path:
    return wheels() / f"iqlist-{version()}-py3-none-{tag}.whl"


@takes_long
def test_there_is_one_for_each_machine_and_no_other() -> None:
    assert {path.name for path in wheels().iterdir()} == {wheel(tag).name for tag in TAGS}


@takes_long
@pytest.mark.parametrize("tag", [tag for tag in TAGS if tag.startswith("manylinux")])
def test_auditwheel_agrees_with_the_tag(tag: str) -> None:
    """That of musl it reads only where musl is the system's libc."""
    python = environment(newest(), "auditwheel", AUDITWHEEL)
    printed = " ".join(command([python, "-m", "auditwheel", "show", wheel(tag)]).split())
    assert f'platform tag: "{tag}"' in printed, printed


@takes_long
@each
def test_the_library_inside_is_ours_and_stripped(tag: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel(tag)) as archive:
        library = Path(archive.extract("iqlist/libiqlist.so", tmp_path))
    assert f"[{soname()}]" in command(["readelf", "-dW", library])
    needed = dynamic(library, "NEEDED")
    assert needed == {"libc.so"} if tag.startswith("musl") else "libc.so.6" in needed
    sections = command(["readelf", "-SW", library])
    assert ".debug_info" not in sections and ".symtab" not in sections
    machine = "AArch64" if tag.endswith("aarch64") else "X86-64"
    assert re.search(rf"Machine: .*{machine}", command(["readelf", "-hW", library]))


@takes_long
@each
def test_the_metadata_has_licence_and_implementation(tag: str) -> None:
    folder = f"iqlist-{version()}.dist-info"
    with zipfile.ZipFile(wheel(tag)) as archive:
        metadata = archive.read(f"{folder}/METADATA").decode()
        licence = archive.read(f"{folder}/licenses/LICENSE").decode()
        described = archive.read(f"{folder}/WHEEL").decode()
    assert licence == (ROOT / "LICENSE").read_text()
    assert "\nLicense-Expression: MIT\n" in metadata
    assert "\nLicense-File: LICENSE\n" in metadata
    assert "\nClassifier: Programming Language :: Python :: Implementation :: CPython\n" in metadata
    assert f"\nTag: py3-none-{tag}\n" in described
    assert "\nRoot-Is-Purelib: false\n" in described


@takes_long
def test_this_machines_is_used_from_an_empty_folder(tmp_path: Path) -> None:
    """Without a package index, on the oldest Python; and no other wheel is taken for this machine."""
    folder = fresh(oldest(), "installed-manylinux")
    pip: list[str | Path] = [
        folder / "bin/python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    command([*pip, "--no-index", "--find-links", wheels(), "iqlist"])
    alone: list[str | Path] = ["env", "-i", "-C", tmp_path, folder / "bin/python"]
    assert command([*alone, "-c", USE]) == "1 0 1\n"


USE = """
import iqlist
with iqlist.List() as shown:
    shown.set_items(["a", "b"]).close()
    for splice in shown.set_items(["a", "c", "b"]).splices():
        print(splice.position, splice.removed, splice.added)
"""


def test_the_package_has_the_repositorys_licence() -> None:
    assert (PACKAGE / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_another_implementation_of_python_is_told(tmp_path: Path) -> None:
    code = (
        "import sys; sys.implementation.name = 'pypy'\ntry: import iqlist\nexcept ImportError as e: print(e)"
    )
    printed = command([newest(), "-c", code], {"PYTHONPATH": str(PACKAGE / "src")})
    assert "needs CPython" in printed and "pypy" in printed


def test_unknown_arguments_are_refused_with_the_usage() -> None:
    assert "usage: bindings/python/wheels" in command([SCRIPT, "--help"])
    code = 'if "$0" --nonsense; then exit 1; fi'
    assert "usage: bindings/python/wheels" in command(["bash", "-c", code, SCRIPT])
