"""Finding the library: each place in its turn, and what is said when it fails.

The module under test is copied into an empty folder, so that what stands beside it is ours to choose, and
run by an interpreter of its own.
"""

import ctypes
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from iqlist import _library

HERE = Path(__file__).resolve()
# In the repository, and in an sdist.
HEADERS = [HERE.parents[3] / "include/iqlist.h", HERE.parents[1] / "libiqlist/include/iqlist.h"]


def real_library() -> Path:
    """The file that this process has loaded."""
    _library.load()
    maps = Path("/proc/self/maps").read_text()
    return Path(next(line.split(maxsplit=5)[5] for line in maps.splitlines() if "libiqlist.so" in line))


@pytest.fixture
def module(tmp_path: Path) -> Path:
    (tmp_path / "module").mkdir()
    return Path(shutil.copy(_library.__file__, tmp_path / "module"))


def load(module: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    program = "import _library; print(_library.load()._name)"
    return subprocess.run(
        [sys.executable, "-c", program], cwd=module.parent, env=environment, capture_output=True, text=True
    )


def test_the_variable_comes_before_the_copy_inside(module: Path) -> None:
    shutil.copy(real_library(), module.with_name(_library.PACKAGED.name))
    named = shutil.copy(real_library(), module.with_name("named.so"))
    assert load(module, IQLIST_LIBRARY=str(named)).stdout.strip() == str(named)


def test_the_variable_may_be_a_relative_path(module: Path) -> None:
    shutil.copy(real_library(), module.with_name("named.so"))
    assert load(module, IQLIST_LIBRARY="named.so").stdout.strip() == str(module.with_name("named.so"))


def test_the_copy_inside_comes_before_the_system(module: Path, tmp_path: Path) -> None:
    inside = shutil.copy(real_library(), module.with_name(_library.PACKAGED.name))
    (tmp_path / "system").mkdir()
    shutil.copy(real_library(), tmp_path / "system" / _library.SONAME)
    assert load(module, LD_LIBRARY_PATH=str(tmp_path / "system")).stdout.strip() == str(inside)


def test_the_system_comes_last(module: Path, tmp_path: Path) -> None:
    (tmp_path / "system").mkdir()
    shutil.copy(real_library(), tmp_path / "system" / _library.SONAME)
    found = load(module, LD_LIBRARY_PATH=str(tmp_path / "system"), IQLIST_LIBRARY="")
    assert found.stdout.strip() == _library.SONAME, found.stderr


def test_a_failure_says_all_that_was_tried(module: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.delenv("IQLIST_LIBRARY", raising=False)
    monkeypatch.setattr(_library, "PACKAGED", module.with_name("nowhere.so"))
    monkeypatch.setattr(ctypes, "CDLL", refuse)
    with pytest.raises(ImportError) as caught:
        _library.load()
    for part in ("IQLIST_LIBRARY is not set", "nowhere.so", f"{_library.SONAME}: cannot open", "pip"):
        assert part in str(caught.value)


def test_a_library_that_is_named_and_not_there_is_an_error(module: Path) -> None:
    shutil.copy(real_library(), module.with_name(_library.PACKAGED.name))
    told = load(module, IQLIST_LIBRARY="/nowhere/lib.so").stderr
    assert "ImportError: IQLIST_LIBRARY names /nowhere/lib.so, which cannot be loaded" in told


def test_a_broken_copy_inside_is_an_error(module: Path) -> None:
    module.with_name(_library.PACKAGED.name).write_bytes(b"\x7fELF and then nothing")
    assert (
        f"ImportError: the package holds {module.with_name(_library.PACKAGED.name)}, which"
        in load(module).stderr
    )


def test_another_library_is_an_error(module: Path) -> None:
    maps = Path("/proc/self/maps").read_text()
    other = re.search(r"(/\S+/libc\.so\S*|/\S+/libc-\S+\.so)$", maps, re.MULTILINE)
    assert other
    assert "is not libiqlist: it has no iq_version" in load(module, IQLIST_LIBRARY=other[1]).stderr


def library_of(version: str) -> Any:
    class Function:
        def __call__(self) -> int:
            major, minor, patch = map(int, version.split("."))
            return major << 16 | minor << 8 | patch

    return SimpleNamespace(_name="libother.so", iq_version=Function())


@pytest.mark.parametrize(
    ("written_for", "library", "fits"),
    [
        ("0.1.0", "0.1.0", True),
        ("0.1.0", "0.1.7", True),
        ("0.1.0", "0.2.0", False),
        ("0.2.0", "0.1.0", False),
        ("0.1.0", "1.1.0", False),
        ("1.2.0", "1.2.0", True),
        ("1.2.0", "1.3.0", True),
        ("1.2.0", "1.1.9", False),
        ("1.2.0", "2.2.0", False),
    ],
)
def test_versions_that_fit(
    written_for: str, library: str, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_library, "VERSION", written_for)
    if fits:
        _library.checked(library_of(library))
        return
    with pytest.raises(ImportError, match=f"libother.so is libiqlist {library}; .* written for"):
        _library.checked(library_of(library))


def test_the_version_is_the_headers() -> None:
    header = next((path for path in HEADERS if path.is_file()), None)
    if header is None:
        pytest.skip("the header is not at hand")
    told = re.search(r'^#define IQ_VERSION_STRING "(.*)"$', header.read_text(), re.MULTILINE)
    assert told and told[1] == _library.VERSION
