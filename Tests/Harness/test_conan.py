"""The Conan recipe makes a package of a release archive, by which programs are built; what it cannot use it
refuses.

Conan has a home of the test's own and asks no server.
"""

import functools
import shutil
from pathlib import Path

import pytest
from environments import environment, newest
from installation import HELLO, alone, check, refusal, tools
from machine import ROOT, WORK
from once import once
from release_archives import NAME, SUMS, copied, digest, prepared, shown
from version import series, version

pytestmark = [pytest.mark.install, pytest.mark.all]

RECIPE = ROOT / "bindings/c/packaging/conan"
LINKED = {"shared": True, "static": False}

CONSUMER = """
[requires]
iqlist/VERSION

[generators]
CMakeDeps
CMakeToolchain
"""
PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(program C)
find_package(iqlist 0.1 QUIET)
if(iqlist_FOUND)
  message(FATAL_ERROR "this version serves for another minor version")
endif()
find_package(iqlist SERIES REQUIRED)
add_executable(program hello.c)
target_link_libraries(program PRIVATE iqlist::iqlist)
if(TARGET iqlist::static)
  add_executable(static hello.c)
  target_link_libraries(static PRIVATE iqlist::static)
endif()
"""


@functools.cache
def conan() -> Path:
    return environment(newest(), "conan", ["conan==2.34.0"]).with_name("conan")


def home(folder: Path) -> Path:
    """A home of Conan that knows no server."""
    alone([conan(), "profile", "detect"], folder.parent, CONAN_HOME=folder)
    (folder / "remotes.json").write_text('{"remotes": []}')
    with (folder / "profiles/default").open("a") as profile:
        profile.write("[conf]\ntools.cmake.cmaketoolchain:generator=Ninja\n")
    return folder


@once
def packages() -> Path:
    """A home with the packages, shared and static, by the command of the guide. To make one runs its
    test_package."""
    folder = WORK / "conan"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    prepared(folder, "bindings/c/packaging/conan")
    found = home(folder / "home")
    path = f"{tools()}:{conan().parent}"
    for option in ("", "-o 'iqlist/*:shared=False'"):
        line = f"{shown('conan').strip()} {option}"
        printed = alone(["bash", "-euc", line], folder, path, CONAN_HOME=found)
        assert f"\nlibiqlist {version()}\n" in printed, printed
    return found


def install(linked: str, *options: str) -> list[str | Path]:
    return [conan(), "install", "-o", f"iqlist/*:shared={LINKED[linked]}", *options]


@pytest.mark.parametrize("linked", LINKED)
def test_a_program_is_built_with_the_package(linked: str, tmp_path: Path) -> None:
    """By CMakeDeps. A static package has the target iqlist::static, too."""
    is_shared = LINKED[linked]
    shutil.copy(HELLO, tmp_path)
    (tmp_path / "conanfile.txt").write_text(CONSUMER.replace("VERSION", version()))
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.replace("SERIES", series()))
    alone(install(linked, "--output-folder=found", "."), tmp_path, CONAN_HOME=packages())
    given = ["-DCMAKE_TOOLCHAIN_FILE=found/conan_toolchain.cmake", "-DCMAKE_BUILD_TYPE=Release"]
    alone(["cmake", "-G", "Ninja", "-S", ".", "-B", "built", *given], tmp_path, tools())
    alone(["cmake", "--build", "built"], tmp_path, tools())
    check(tmp_path / "built/program", is_shared)
    assert (tmp_path / "built/static").exists() is not is_shared
    if not is_shared:
        check(tmp_path / "built/static", is_shared)


@pytest.mark.parametrize("linked", LINKED)
def test_pkg_config_finds_the_package(linked: str, tmp_path: Path) -> None:
    """Its file is made by Conan, under the name that it has elsewhere."""
    options = ["-g", "PkgConfigDeps", "--output-folder=.", f"--requires=iqlist/{version()}"]
    alone(install(linked, *options), tmp_path, CONAN_HOME=packages())
    text = (tmp_path / "iqlist.pc").read_text()
    assert f"Version: {version()}\n" in text and "-liqlist" in text
    assert ("-lpthread" in text) is not LINKED[linked]


def test_what_the_recipe_cannot_use_is_refused(tmp_path: Path) -> None:
    """No archive, no folder, a wrong sum, a sum that is not listed or not known, and another machine."""
    recipe, own = tmp_path / "recipe", home(tmp_path / "home")
    recipe.mkdir()
    shutil.copy(RECIPE / "conanfile.py", recipe)
    named = copied(tmp_path / "archives")
    sums, sum_of_it, wrong = named.with_name(SUMS), digest(named), "ab" * 32
    create: list[str | Path] = [conan(), "create", recipe]

    def told(*options: str, archives: Path = named.parent) -> str:
        given = ["-c", f"user.iqlist:archives={archives}", *options]
        return refusal([*create, *given], tmp_path, CONAN_HOME=own)

    assert "name the folder of the archives" in refusal(create, tmp_path, CONAN_HOME=own)
    assert f"there is no {NAME}.tar.gz in {tmp_path}; put it there" in told(archives=tmp_path)
    assert f", and not {wrong}; take it anew" in told("-c", f"user.iqlist:sha256={wrong}")
    sums.write_text(f"{wrong}  {named.name}\n")
    assert f", and not {wrong}; take it anew" in told("-c", f"user.iqlist:sha256={sum_of_it}")
    sums.write_text(f"{sum_of_it}  other.tar.gz\n")
    assert f"does not list {named.name}" in told()
    sums.unlink()
    assert f"there is no {sums}; put it there, or name the sum" in told()
    assert "there is no release archive for Linux armv7 with libc=gnu" in told("-s", "arch=armv7")
    # With nothing wrong the same recipe makes a package. The environment names the folder as well.
    right = [*create, "-c", f"user.iqlist:sha256={sum_of_it}"]
    alone(right, tmp_path, CONAN_HOME=own, IQLIST_ARCHIVES=named.parent)
