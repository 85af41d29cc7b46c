"""The port for vcpkg makes a package of a release archive, by which programs are built.

vcpkg itself is not at hand: it is on no package index that the tests ask. So CMake runs the portfile, with
the variables that vcpkg sets, and with the two functions of vcpkg that it calls written here as the manual
of vcpkg describes them. What is not tested is vcpkg's own: how it finds the port, and what it checks of a
package.
"""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from installation import HELLO, HELLO_CXX, alone, check, listing, refusal, tools
from machine import ROOT
from release_archives import NAME, SUMS, archive, copied
from version import series, soname, version

pytestmark = [pytest.mark.install, pytest.mark.all]

PORT = ROOT / "bindings/c/packaging/vcpkg/iqlist"
ARCHITECTURE = {"x86_64": "x64", "aarch64": "arm64"}[os.uname().machine]
SHARED, STATIC = "dynamic", "static"

PROVIDED = """
cmake_minimum_required(VERSION 3.25)
function(vcpkg_extract_source_archive result)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ARCHIVE" "")
  file(ARCHIVE_EXTRACT INPUT "${arg_ARCHIVE}" DESTINATION "${CURRENT_BUILDTREES_DIR}")
  file(GLOB folders "${CURRENT_BUILDTREES_DIR}/*")
  set(${result} "${folders}" PARENT_SCOPE)
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  file(COPY_FILE "${arg_FILE_LIST}" "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright")
endfunction()
include("${CURRENT_PORT_DIR}/portfile.cmake")
"""
PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(program C CXX)
find_package(iqlist SERIES CONFIG REQUIRED)
find_package(iqlist CONFIG REQUIRED)
foreach(name c cxx)
  add_executable(${name} program.${name})
  target_link_libraries(${name} PRIVATE iqlist::iqlist)
endforeach()
if(TARGET iqlist::static)
  target_link_libraries(c PRIVATE iqlist::static)
endif()
"""


def manifest() -> dict[str, str]:
    found: dict[str, str] = json.loads((PORT / "vcpkg.json").read_text())
    return found


def words(folder: Path, linkage: str, **variables: str | Path) -> list[str | Path]:
    """What runs the portfile; the package is made in the folder `package`."""
    (folder / "provided.cmake").write_text(PROVIDED)
    given: dict[str, str | Path] = {
        "PORT": manifest()["name"],
        "VERSION": manifest()["version"],
        "CURRENT_PORT_DIR": PORT,
        "CURRENT_PACKAGES_DIR": folder / "package",
        "CURRENT_BUILDTREES_DIR": folder / "unpacked",
        "VCPKG_TARGET_IS_LINUX": "ON",
        "VCPKG_TARGET_ARCHITECTURE": ARCHITECTURE,
        "VCPKG_LIBRARY_LINKAGE": linkage,
    }
    values = [f"-D{name}={value}" for name, value in {**given, **variables}.items()]
    return [tools() / "cmake", *values, "-P", folder / "provided.cmake"]


EXPECTED = {
    SHARED: {"lib/libiqlist.so", f"lib/{soname()}", f"lib/libiqlist.so.{version()}"},
    STATIC: {"lib/libiqlist.a"},
}


@pytest.mark.parametrize("linkage", EXPECTED)
def test_programs_are_built_with_the_package(linkage: str, tmp_path: Path) -> None:
    """The environment names the archive here. The package has what vcpkg wants at its place, and no more."""
    alone(words(tmp_path, linkage), tmp_path, IQLIST_ARCHIVES=archive().parent)
    files = {path for path, kind in listing(tmp_path / "package").items() if kind != "folder"}
    about = {"copyright", "usage", "iqlist-config.cmake", "iqlist-config-version.cmake"}
    others = {"include/iqlist.h", "include/iqlist.hpp", "lib/pkgconfig/iqlist.pc"}
    assert files == {*EXPECTED[linkage], *others, *(f"share/iqlist/{name}" for name in about)}

    shutil.copy(HELLO, tmp_path / "program.c")
    shutil.copy(HELLO_CXX, tmp_path / "program.cxx")
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.replace("SERIES", series()))
    given = ["-G", "Ninja", "-DCMAKE_CXX_STANDARD=17", f"-DCMAKE_PREFIX_PATH={tmp_path}/package"]
    alone(["cmake", *given, "-S", ".", "-B", "built"], tmp_path, tools())
    alone(["cmake", "--build", "built"], tmp_path, tools())
    for name in ("c", "cxx"):
        check(tmp_path / "built" / name, is_shared=linkage == SHARED)


def test_what_the_port_cannot_use_is_refused(tmp_path: Path) -> None:
    """No folder, no archive, no sums, a wrong sum, one that is not listed, and another machine."""
    named = copied(tmp_path / "archives")
    sums = named.with_name(SUMS)

    def told(**variables: str | Path) -> str:
        printed = refusal(words(tmp_path, SHARED, **variables), tmp_path)
        assert not (tmp_path / "package").exists()
        # CMake breaks the lines.
        return re.sub(r"\s+", " ", printed)

    given = {"IQLIST_ARCHIVES": named.parent}
    assert "IQLIST_ARCHIVES has to name the folder" in told()
    assert f"there is no {NAME}.tar.gz in" in told(IQLIST_ARCHIVES=tmp_path)
    musl = told(**given, VCPKG_TARGET_ARCHITECTURE="x64", IQLIST_LIBC="musl")
    assert f"there is no libiqlist-{version()}-x86_64-linux-musl.tar.gz" in musl
    assert "no archive of libiqlist for x86 with gnu" in told(**given, VCPKG_TARGET_ARCHITECTURE="x86")
    assert "there are ones for Linux on x64" in told(**given, VCPKG_TARGET_IS_LINUX="OFF")
    sums.write_text(f"{'0' * 64}  {named.name}\n")
    assert f"SHA256SUMS says {'0' * 64}; take it anew" in told(**given)
    sums.write_text(f"{'0' * 64}  other.tar.gz\n")
    assert f"SHA256SUMS does not list {named.name}" in told(**given)
    sums.unlink()
    assert "there is no SHA256SUMS in" in told(**given)


def test_the_manifest_has_what_vcpkg_requires() -> None:
    """The name is that of the folder and of a form that vcpkg takes; so is the version."""
    found = manifest()
    assert found["name"] == PORT.name and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", found["name"])
    assert re.fullmatch(r"\d+\.\d+\.\d+", found["version"])
    assert found["description"] and found["license"] == "MIT" and found["supports"].startswith("linux & ")
    assert set(found) == {"name", "version", "description", "license", "supports"}
