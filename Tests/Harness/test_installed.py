"""Programs that are built with an installed library, by each way that C and C++ have: they find it in a
prefix that is not the build's folder, also where that was moved to, and print the right answer."""

import re
import shutil
from pathlib import Path

import pytest
from cmake_projects import check_cmake, configured, project
from installation import HELLO, HELLO_CXX, MULTIARCH, alone, check, install, needed, prefix, tools
from machine import tool
from readme import GUIDES, READMES, Block, blocks
from version import version

pytestmark = pytest.mark.install

# For a linker and for the programs that it makes.
RPATH = '-Wl,-rpath,"$(pkg-config --variable=libdir iqlist)"'

each_layout = pytest.mark.parametrize("libdir", ["lib", MULTIARCH])


def with_pkg_config(folder: Path, found: Path, options: str, line: str) -> Path:
    """Builds a program by one line of shell, in which pkg-config gets these options and finds what is in one
    folder alone."""
    tool("pkg-config")
    line = line.replace("pkg-config", f"pkg-config {options}")
    alone(["bash", "-euc", f"{line} -o program"], folder, PKG_CONFIG_LIBDIR=found)
    return folder / "program"


def test_cc_finds_it_by_folders(tmp_path: Path) -> None:
    found = prefix()
    options = [f"-I{found}/include", f"-L{found}/lib", "-liqlist", f"-Wl,-rpath,{found}/lib"]
    alone([tool("cc"), HELLO, *options, "-o", "program"], tmp_path)
    check(tmp_path / "program", is_shared=True)


def test_the_loader_finds_it_without_an_rpath(tmp_path: Path) -> None:
    found = prefix()
    alone([tool("cc"), HELLO, f"-I{found}/include", f"-L{found}/lib", "-liqlist", "-o", "program"], tmp_path)
    alone(["./program"], tmp_path, LD_LIBRARY_PATH=found / "lib")


def test_cc_finds_it_by_pkg_config(tmp_path: Path) -> None:
    line = f'cc "{HELLO}" $(pkg-config --cflags --libs iqlist) {RPATH}'
    check(with_pkg_config(tmp_path, prefix() / "lib/pkgconfig", "", line), is_shared=True)


def test_a_program_of_cxx_finds_it_by_pkg_config(tmp_path: Path) -> None:
    tool("c++")
    line = f'c++ -std=c++17 "{HELLO_CXX}" $(pkg-config --cflags --libs iqlist) {RPATH}'
    check(with_pkg_config(tmp_path, prefix() / "lib/pkgconfig", "", line), is_shared=True)


def test_a_static_program_finds_it_by_pkg_config(tmp_path: Path) -> None:
    line = f'cc -static "{HELLO}" $(pkg-config --static --cflags --libs iqlist)'
    program = with_pkg_config(tmp_path, prefix() / "lib/pkgconfig", "", line)
    assert needed(program) == set()
    check(program, is_shared=False)


def test_pkg_config_answers_the_version_of_the_header() -> None:
    words = [tool("pkg-config"), "--modversion", "iqlist"]
    assert alone(words, prefix(), PKG_CONFIG_LIBDIR="lib/pkgconfig") == f"{version()}\n"


def test_pkg_config_names_what_a_static_program_needs_beside_it() -> None:
    """Threads are a library of their own before glibc 2.34. A shared library brings what it needs."""
    for options, expected in ([], False), (["--static"], True):
        words = [tool("pkg-config"), *options, "--libs", "iqlist"]
        assert ("-lpthread" in alone(words, prefix(), PKG_CONFIG_LIBDIR="lib/pkgconfig").split()) == expected


def test_cmake_finds_it(tmp_path: Path) -> None:
    check_cmake(configured(project(tmp_path), tmp_path, f"-DCMAKE_PREFIX_PATH={prefix()}"))


def test_cmake_finds_it_where_a_link_leads_to_its_folder(tmp_path: Path) -> None:
    """As /lib leads to /usr/lib."""
    install(tmp_path, PREFIX=tmp_path / "usr", LIBDIR=MULTIARCH)
    (tmp_path / "lib").symlink_to("usr/lib")
    found = tmp_path / MULTIARCH / "cmake/iqlist"
    check_cmake(configured(project(tmp_path), tmp_path, f"-Diqlist_DIR={found}"))


# By version, which requests it serves: until 1.0 those of its minor version, then of its major one.
SERVED = {
    "0.4.2": ["", "0.4", "0.4.1", "0.4.2", "0.3...0.5", "0.3...0.4.2", "0.4.2 EXACT"],
    "2.4.2": ["", "2", "2.0", "2.4.1", "2.4.2", "1.9...<3"],
}
REFUSED = {
    "0.4.2": ["0.4.3", "0.3", "0.5", "1.4", "0.3...<0.4.2", "0.5...0.6", "0.4.1 EXACT"],
    "2.4.2": ["1.4", "2.4.3", "2.5", "3", "2.5...3"],
}


@pytest.mark.parametrize("number", SERVED)
def test_cmake_knows_which_versions_it_serves(number: str, tmp_path: Path) -> None:
    config = tmp_path / "iqlist"
    shutil.copytree(prefix() / "lib/cmake/iqlist", config)
    file = config / "iqlist-config-version.cmake"
    text = file.read_text()
    assert f'"{version()}"' in text
    file.write_text(text.replace(f'"{version()}"', f'"{number}"'))
    requests = [*SERVED[number], *REFUSED[number]]
    lines = ["cmake_minimum_required(VERSION 3.19)", "project(requests NONE)"]
    for index, request in enumerate(requests):
        lines += [f"find_package(iqlist {request} QUIET)", f'message(STATUS "{index} ${{iqlist_FOUND}}.")']
    (tmp_path / "CMakeLists.txt").write_text("\n".join(lines))
    printed = alone(["cmake", "-G", "Ninja", "-S", ".", f"-Diqlist_DIR={config}"], tmp_path, tools())
    answers = dict(re.findall(r"^-- (\d+) (\w+)\.$", printed, re.MULTILINE))
    found = [request for index, request in enumerate(requests) if answers[str(index)] in ("1", "TRUE")]
    assert found == SERVED[number]


def test_cmake_has_no_components_to_require(tmp_path: Path) -> None:
    lines = ["cmake_minimum_required(VERSION 3.16)", "project(components C)"]
    for index, request in enumerate(["OPTIONAL_COMPONENTS core", "COMPONENTS core"]):
        lines += [f"find_package(iqlist QUIET {request})", f'message(STATUS "{index} ${{iqlist_FOUND}}.")']
    (tmp_path / "CMakeLists.txt").write_text("\n".join(lines))
    printed = alone(["cmake", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix()}", "."], tmp_path, tools())
    assert re.findall(r"^-- \d+ (\w+)\.$", printed, re.MULTILINE) == ["1", "0"]


def test_without_the_archive_cmake_finds_the_shared_library(tmp_path: Path) -> None:
    """Distributions leave it out."""
    install(tmp_path, PREFIX=tmp_path / "prefix")
    (tmp_path / "prefix/lib/libiqlist.a").unlink()
    lines = ["cmake_minimum_required(VERSION 3.16)", "project(components C)", "find_package(iqlist REQUIRED)"]
    lines += [
        "if(TARGET iqlist::static OR NOT TARGET iqlist::iqlist)",
        "message(FATAL_ERROR wrong)",
        "endif()",
    ]
    (tmp_path / "CMakeLists.txt").write_text("\n".join(lines))
    options = ["-G", "Ninja", f"-DCMAKE_PREFIX_PATH={tmp_path / 'prefix'}"]
    alone(["cmake", *options, "."], tmp_path, tools())


MESON = blocks("meson", [*READMES, *GUIDES])
CMAKE = blocks("cmake", [*READMES, *GUIDES])


@pytest.mark.parametrize("is_static", [False, True], ids=["shared", "static"])
@pytest.mark.parametrize("block", MESON, ids=str)
def test_meson_finds_it_as_a_document_says(block: Block, is_static: bool, tmp_path: Path) -> None:
    tool("pkg-config")
    shutil.copy(HELLO, tmp_path / "program.c")
    (tmp_path / "meson.build").write_text(block.code)
    found = prefix() / "lib/pkgconfig"
    setup = ["meson", "setup", "built", f"-Dprefer_static={str(is_static).lower()}"]
    alone(setup, tmp_path, tools(), PKG_CONFIG_LIBDIR=found)
    alone(["meson", "compile", "-C", "built"], tmp_path, tools(), PKG_CONFIG_LIBDIR=found)
    check(tmp_path / "built/program", is_shared=not is_static)


@pytest.mark.parametrize("target", ["iqlist", "static"])
@pytest.mark.parametrize("block", CMAKE, ids=str)
def test_cmake_finds_it_as_a_document_says(block: Block, target: str, tmp_path: Path) -> None:
    shutil.copy(HELLO, tmp_path / "program.c")
    text, count = re.subn(r"\biqlist::iqlist\b", f"iqlist::{target}", block.code, count=1)
    assert count == 1
    (tmp_path / "CMakeLists.txt").write_text(text)
    built = configured(tmp_path, tmp_path, f"-DCMAKE_PREFIX_PATH={prefix()}")
    check(built / "program", is_shared=target == "iqlist")


@each_layout
def test_it_is_found_where_its_prefix_was_moved_to(libdir: str, tmp_path: Path) -> None:
    install(tmp_path, PREFIX=tmp_path / "old", LIBDIR=libdir)
    moved = (tmp_path / "old").rename(tmp_path / "new")
    check_cmake(configured(project(tmp_path), tmp_path, f"-DCMAKE_PREFIX_PATH={moved}"))
    # pkg-config takes the folder above lib to be the prefix, and so does not know that of two levels.
    options = "--define-prefix" if libdir == "lib" else f"--define-variable=prefix={moved}"
    line = f'cc "{HELLO}" $(pkg-config --cflags --libs iqlist) {RPATH}'
    check(with_pkg_config(tmp_path, moved / libdir / "pkgconfig", options, line), is_shared=True)
    line = f'cc -static "{HELLO}" $(pkg-config --static --cflags --libs iqlist)'
    check(with_pkg_config(tmp_path, moved / libdir / "pkgconfig", options, line), is_shared=False)


@each_layout
def test_it_is_found_in_a_staging_folder(libdir: str, tmp_path: Path) -> None:
    """As a build of packages has it: the prefix of the files is one that is not there."""
    install(tmp_path, DESTDIR=tmp_path / "stage", PREFIX="/usr", LIBDIR=libdir)
    stage = tmp_path / "stage"
    check_cmake(configured(project(tmp_path), tmp_path, f"-DCMAKE_PREFIX_PATH={stage}/usr"))
    line = f'cc "{HELLO}" $(pkg-config --define-variable=prefix="{stage}/usr" --cflags --libs iqlist) '
    line += f'-Wl,-rpath,"{stage}/usr/{libdir}"'
    check(with_pkg_config(tmp_path, stage / "usr" / libdir / "pkgconfig", "", line), is_shared=True)


def test_folders_outside_of_the_prefix_are_found(tmp_path: Path) -> None:
    folders = {"LIBDIR": tmp_path / "libraries", "INCLUDEDIR": tmp_path / "headers"}
    install(tmp_path, PREFIX=tmp_path / "prefix", **folders)
    check_cmake(configured(project(tmp_path), tmp_path, f"-Diqlist_DIR={tmp_path}/libraries/cmake/iqlist"))
    line = f'cc "{HELLO}" $(pkg-config --cflags --libs iqlist) {RPATH}'
    check(with_pkg_config(tmp_path, tmp_path / "libraries/pkgconfig", "", line), is_shared=True)


def test_a_prefix_may_have_a_space_in_its_name(tmp_path: Path) -> None:
    found = tmp_path / "a prefix"
    install(tmp_path, PREFIX=found)
    check_cmake(configured(project(tmp_path), tmp_path, f"-DCMAKE_PREFIX_PATH={found}"))
    # What pkg-config prints is for a shell to read.
    line = f'eval cc "{HELLO}" $(pkg-config --cflags --libs iqlist) -Wl,-rpath,"\'{found}/lib\'"'
    check(with_pkg_config(tmp_path, found / "lib/pkgconfig", "", line), is_shared=True)
