"""The packages for Debian, built and unpacked: what is in them, and that programs, Python and debuggers
find it."""

import os
import re
import shutil
import tarfile
import tomllib
from pathlib import Path

import debian
import pytest
import releases
from cmake_projects import check_cmake, configured, project
from debian import LIBRARY, MACHINES, REVISION, TEMPLATES
from installation import HELLO, alone, check, listing
from machine import ROOT, command, tool
from version import node, soname, version

pytestmark = [pytest.mark.install, pytest.mark.all]

MAN = ROOT / "bindings/python/man"
PYTHON = "usr/lib/python3/dist-packages"
each_machine = pytest.mark.parametrize("machine", MACHINES)


def files(name: str, machine: str) -> list[str]:
    """What a package has but for its folders."""
    lines = command(["dpkg-deb", "-c", debian.package(name, machine)]).splitlines()
    return sorted(re.sub(r" -> .*", "", line.split("./", 1)[1]) for line in lines if line[0] != "d")


def build_id(library: Path) -> str:
    (found,) = re.findall(r"Build ID: (\w+)", command(["readelf", "-nW", library]))
    return str(found)


def shared(machine: str) -> Path:
    return debian.unpacked(machine) / f"usr/lib/{MACHINES[machine]}/libiqlist.so.{version()}"


def modules() -> list[str]:
    """The files of the Python package, without what was built beside them."""
    folder = ROOT / "bindings/python/src"
    found = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    return [
        f"{PYTHON}/{path}"
        for path in found
        if not any(part.startswith(("__pycache__", "libiqlist.so", ".")) for part in path.parts)
    ]


def described(machine: str) -> set[str]:
    """What an archive says of itself: the SBOM, and the interface if it has that."""
    archive = releases.archives() / f"libiqlist-{version()}-{machine}.tar.gz"
    with tarfile.open(archive) as packed:
        paths = [Path(member.name) for member in packed if member.isfile()]
    found = {path.name for path in paths if path.match("share/iqlist/*")}
    assert "iqlist.spdx.json" in found
    return found


def expected(name: str, machine: str) -> list[str]:
    libraries = f"usr/lib/{MACHINES[machine]}"
    identity = build_id(shared(machine))
    own = {
        LIBRARY: [f"{libraries}/{soname()}", f"{libraries}/libiqlist.so.{version()}"],
        f"{LIBRARY}-dbg": [f"usr/lib/debug/.build-id/{identity[:2]}/{identity[2:]}.debug"],
        "libiqlist-dev": [
            "usr/include/iqlist.h",
            "usr/include/iqlist.hpp",
            f"{libraries}/cmake/iqlist/iqlist-config-version.cmake",
            f"{libraries}/cmake/iqlist/iqlist-config.cmake",
            *(f"{libraries}/iqlist/{name}" for name in described(MACHINES[machine])),
            f"{libraries}/libiqlist.a",
            f"{libraries}/libiqlist.so",
            f"{libraries}/pkgconfig/iqlist.pc",
        ],
        "python3-iqlist": [
            "usr/bin/iqlist",
            f"{PYTHON}/iqlist-{version()}.dist-info/METADATA",
            *modules(),
            *(f"usr/share/man/man1/{path.name}.gz" for path in MAN.glob("*.1")),
        ],
    }
    documents = ("changelog.Debian.gz", "changelog.gz", "copyright")
    return sorted([*own[name], *(f"usr/share/doc/{name}/{document}" for document in documents)])


@each_machine
def test_the_packages_have_these_files_and_no_others(machine: str) -> None:
    made = {path.name for path in debian.packages(machine).glob("*.deb")}
    assert made == {debian.package(name, machine).name for name in debian.names(machine)}
    for name in debian.names(machine):
        assert files(name, machine) == expected(name, machine), name


@each_machine
def test_they_depend_on_one_another_and_on_libc_alone(machine: str) -> None:
    found = {
        name: command(["dpkg-deb", "-f", debian.package(name, machine), "Depends"]).strip()
        for name in debian.names(machine)
    }
    wanted = {
        LIBRARY: "libc6 (>= 2.17)",
        f"{LIBRARY}-dbg": f"{LIBRARY} (= {REVISION})",
        "libiqlist-dev": f"{LIBRARY} (= {REVISION})",
        "python3-iqlist": f"python3:any, {LIBRARY} (>= {version()})",
    }
    assert found == {name: wanted[name] for name in found}


def test_lintian_finds_no_error_and_no_warning() -> None:
    tool("lintian")
    words = ["lintian", "--allow-root", "--fail-on", "none", f"iqlist_{REVISION}_amd64.changes"]
    printed = alone(words, debian.native())
    found = re.findall(r"^[EW]: (.*)$", printed, re.MULTILINE)
    # Until there is a page for it.
    wanted = [] if MAN.is_dir() else ["python3-iqlist: no-manual-page [usr/bin/iqlist]"]
    assert found == wanted, printed


def test_a_program_and_python_pass_the_packages_own_tests(tmp_path: Path) -> None:
    """Those of autopkgtest, where the unpacked packages are found as installed ones are."""
    root = debian.unpacked("amd64")
    libraries = root / "usr/lib" / MACHINES["amd64"]
    given: dict[str, str | Path] = {
        "AUTOPKGTEST_TMP": tmp_path,
        "LD_LIBRARY_PATH": libraries,
        "PKG_CONFIG_LIBDIR": libraries / "pkgconfig",
        "PKG_CONFIG_SYSROOT_DIR": root,
        "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1",
        "PKG_CONFIG_ALLOW_SYSTEM_LIBS": "1",
        "PYTHONPATH": root / PYTHON,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    declared = re.findall(r"^Tests: (\w+)$", (TEMPLATES / "tests/control").read_text(), re.MULTILINE)
    assert declared == ["program", "python"]
    for name in declared:
        alone([TEMPLATES / "tests" / name], tmp_path, root / "usr/bin", **given)
    # Without the library's folder there is no library to be found: none is inside the package.
    del given["LD_LIBRARY_PATH"]
    code = "try: import iqlist\nexcept ImportError as error: print(error)"
    assert "the system has none" in alone(["/usr/bin/python3", "-c", code], tmp_path, **given)


def test_pkg_config_names_debians_folders() -> None:
    found = debian.unpacked("amd64") / "usr/lib" / MACHINES["amd64"] / "pkgconfig"
    answers = [
        alone(["pkg-config", f"--variable={name}", "iqlist"], found, PKG_CONFIG_LIBDIR=found).strip()
        for name in ("prefix", "libdir", "includedir")
    ]
    assert answers == ["/usr", f"/usr/lib/{MACHINES['amd64']}", "/usr/include"]


def test_cmake_finds_it(tmp_path: Path) -> None:
    prefix = debian.unpacked("amd64") / "usr"
    check_cmake(configured(project(tmp_path), tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}"))


@each_machine
def test_a_debugger_finds_the_debug_information_by_build_id(machine: str) -> None:
    root, library = debian.unpacked(machine), shared(machine)
    identity = build_id(library)
    folder = root / "usr/lib/debug"
    apart = folder / ".build-id" / identity[:2] / f"{identity[2:]}.debug"
    function = re.search(r"^0*([0-9a-f]+) t \$e6IQList14iq_list_create", command(["nm", apart]), re.MULTILINE)
    assert function
    asked = ["-ex", f"set debug-file-directory {folder}", "-ex", f"file {library}"]
    printed = command([tool("gdb"), "-nx", "-batch", *asked, "-ex", f"info line *0x{function[1]}"])
    assert re.search(r"^Line \d+ of \"(.*/)?Sources/IQList/\w+\.swift\"", printed, re.MULTILINE), printed


def test_a_program_that_is_packaged_depends_on_the_library(tmp_path: Path) -> None:
    root, library = debian.unpacked("amd64"), debian.with_control_files("amd64")
    options = [f"-I{root}/usr/include", f"-L{root}/usr/lib/{MACHINES['amd64']}", "-liqlist"]
    command([tool("cc"), HELLO, *options, "-o", tmp_path / "program"])
    (tmp_path / "debian").mkdir()
    shutil.copy(debian.native() / debian.TREE / "debian/control", tmp_path / "debian")
    printed = alone(["dpkg-shlibdeps", "-O", f"-S{library}", "program"], tmp_path)
    assert f"{LIBRARY} (>= {version()})" in printed
    symbols = (library / "DEBIAN/symbols").read_text().splitlines()
    assert symbols[0] == f"{soname()} {LIBRARY} #MINVER#"
    assert f" iq_list_create@{node()} {version()}" in symbols


def test_the_static_library_makes_a_program_of_its_own(tmp_path: Path) -> None:
    root = debian.unpacked("amd64")
    archive = root / "usr/lib" / MACHINES["amd64"] / "libiqlist.a"
    command([tool("cc"), HELLO, f"-I{root}/usr/include", archive, "-lpthread", "-o", tmp_path / "program"])
    check(tmp_path / "program", is_shared=False)


@pytest.mark.parametrize(("machine", "name"), [("amd64", "X86-64"), ("arm64", "AArch64")])
def test_the_library_is_for_its_machine(machine: str, name: str) -> None:
    assert re.search(rf"Machine: .*{name}", command(["readelf", "-hW", shared(machine)]))


def test_packages_of_both_machines_can_be_installed_together() -> None:
    """What both have has the same bytes."""
    roots = [debian.unpacked(machine) for machine in MACHINES]
    both = [path for path, kind in listing(roots[1]).items() if kind == "file" and (roots[0] / path).exists()]
    assert "usr/include/iqlist.h" in both
    for path in both:
        assert (roots[0] / path).read_bytes() == (roots[1] / path).read_bytes(), path


def test_building_twice_gives_the_same_bytes() -> None:
    """In another folder, at another time. Of the source package test_debian_source.py says it."""
    first, second = debian.native(), debian.built("amd64", "another folder", "-b")
    names = sorted(path.name for path in first.glob("*.deb"))
    assert len(names) == len(debian.PACKAGES)
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes(), name


def test_the_source_package_unpacks_to_the_tree_that_was_built(tmp_path: Path) -> None:
    folder = debian.native()
    command(["dpkg-source", "-x", folder / f"iqlist_{REVISION}.dsc", tmp_path / "unpacked"])
    fresh = debian.source(releases.archives(), tmp_path)
    # What dpkg-source notes of patches, of which there are none.
    shutil.rmtree(tmp_path / "unpacked/.pc")
    assert listing(fresh) == listing(tmp_path / "unpacked")


def test_the_metadata_of_python_is_that_of_the_project() -> None:
    described = tomllib.loads((ROOT / "bindings/python/pyproject.toml").read_text())["project"]
    root = debian.unpacked("amd64")
    metadata = (root / PYTHON / f"iqlist-{version()}.dist-info/METADATA").read_text()
    fields = dict(re.findall(r"^([\w-]+): (.*)$", metadata, re.MULTILINE))
    assert fields["Name"] == described["name"]
    assert fields["Version"] == version()
    assert fields["Summary"] == described["description"]
    assert fields["License"] == described["license"]
    assert fields["Requires-Python"] == described["requires-python"]
    assert os.access(root / "usr/bin/iqlist", os.X_OK)
