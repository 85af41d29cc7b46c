"""The adapters for Qt: iqlist_qt.hpp with both compilers, iqlist.qt with PySide6 and PyQt6; offscreen."""

import functools
import os
from pathlib import Path

import library
import native
import pytest
from environments import environment, newest
from machine import INCLUDE, ROOT, WORK, clang, command, tool
from once import once
from outcomes import Failed, skip
from tree import shown

pytestmark = pytest.mark.qt

CXX = ROOT / "bindings/cxx"
TESTS = sorted((CXX / "tests/qt").glob("*.cpp"))
EXAMPLES = sorted((CXX / "examples/qt").glob("*.cpp"))
PYTHON = ROOT / "bindings/python"
PYTHON_EXAMPLES = sorted((PYTHON / "examples/adapters").glob("qt_*.py"))
ADDRESS = ["-fsanitize=address", "-fsanitize-address-use-after-scope"]

OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(WORK)}
SEED = os.environ.get("IQ_TEST_SEED", "1")


@functools.cache
def flags() -> tuple[list[str], list[str]]:
    """Qt's headers, and its libraries; without them the test is skipped."""
    modules = ["Qt6Widgets", "Qt6Test"]
    try:
        headers = command([tool("pkg-config"), "--cflags", *modules]).replace("-I", "-isystem").split()
        return headers, command(["pkg-config", "--libs", *modules]).split()
    except Failed:
        skip("Qt 6 is not installed for development")


def words(compiler: str, standard: str = "c++17") -> list[str]:
    program = str(Path(clang()).with_name(compiler)) if compiler == "clang++" else tool(compiler)
    folders = [f"-I{INCLUDE}", f"-I{CXX}"]
    return [program, f"-std={standard}", "-fPIC", "-g", *native.STRICT, "-Wshadow", *folders, *flags()[0]]


def libraries() -> list[str]:
    found = library.release().parent
    return [f"-L{found}", "-liqlist", f"-Wl,-rpath,{found}"]


@once
def archive(compiler: str, *options: str) -> Path:
    """An archive of the tests' objects."""
    output = WORK / "qt" / "-".join([compiler, *options]).replace("=", "-") / "tests.a"
    output.parent.mkdir(parents=True, exist_ok=True)
    native.archive([*words(compiler), "-DQT_NO_KEYWORDS", *options], TESTS, output)
    return output


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
@pytest.mark.parametrize("standard", ["c++17", "c++20"])
def test_the_header_compiles_behind_those_of_qt(compiler: str, standard: str, tmp_path: Path) -> None:
    """With the macros of Qt's keywords, and with a function of ours that is named like one of them."""
    program = tmp_path / "program.cpp"
    program.write_text(
        "#include <QtWidgets/QtWidgets>\n#include <iqlist_qt.hpp>\n"
        "struct row { QString name; };\n"
        "void use(iq::list &list) {\n    iq::qt::Feed feed(list);\n    iq::qt::Model model(feed);\n"
        '    model.field(Qt::DisplayRole, "name", &row::name);\n    emit model.layoutChanged();\n}\n'
    )
    command([*words(compiler, standard), "-fsyntax-only", program])


def test_models_show_what_lists_become(tmp_path: Path) -> None:
    """QAbstractItemModelTester is attached to each; see the files for what else holds."""
    program = tmp_path / "tests"
    command([tool("g++"), archive("g++"), *libraries(), *flags()[1], "-o", program])
    command([program, SEED], OFFSCREEN)


def test_address_sanitizer_finds_nothing(tmp_path: Path) -> None:
    """No row is read that is gone. Qt and what it loads leak."""
    program, objects = tmp_path / "tests", library.whole("address")
    link: list[str | Path] = [*ADDRESS, "-fuse-ld=lld", *objects, "-lpthread", "-lm", *flags()[1]]
    command([Path(clang()).with_name("clang++"), archive("clang++", *ADDRESS), *link, "-o", program])
    options = "detect_leaks=0:detect_stack_use_after_return=1"
    command([program, SEED], {**OFFSCREEN, "ASAN_OPTIONS": options})


@pytest.mark.parametrize("example", EXAMPLES, ids=shown)
@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_an_example_of_cxx_runs(compiler: str, example: Path, tmp_path: Path) -> None:
    """`--picture FILE` draws the window once and ends."""
    program, picture = tmp_path / "example", tmp_path / "picture.png"
    command([*words(compiler), example, *libraries(), *flags()[1], "-o", program])
    command([program, "--picture", picture], OFFSCREEN)
    assert picture.stat().st_size > 1000


def python(package: str) -> tuple[Path, dict[str, str]]:
    """A Python with that binding, and what it runs with."""
    name = package.partition("-")[0].partition("=")[0].lower()
    interpreter = environment(newest(), name, [package, "pytest>=8", "hypothesis>=6.100"])
    given = {"PYTHONPATH": str(PYTHON / "src"), "IQLIST_LIBRARY": str(library.release()), "QT_API": name}
    return interpreter, {**OFFSCREEN, **given}


PYSIDE, PYQT = "PySide6-Essentials==6.11.1", "PyQt6==6.11.0"


@pytest.mark.parametrize("package", [PYSIDE, pytest.param(PYQT, marks=pytest.mark.all)])
def test_models_of_python_show_what_lists_become(package: str) -> None:
    interpreter, given = python(package)
    options: list[str | Path] = ["-q", "-p", "no:cacheprovider", "--rootdir", PYTHON]
    files = [*sorted(PYTHON.glob("tests/adapters/test_qt*.py")), *sorted(PYTHON.glob("src/iqlist/*qt*.py"))]
    command([interpreter, "-m", "pytest", *options, *files], given)


@pytest.mark.parametrize("example", PYTHON_EXAMPLES, ids=shown)
def test_an_example_of_python_runs(example: Path, tmp_path: Path) -> None:
    interpreter, given = python(PYSIDE)
    picture = tmp_path / "picture.png"
    command([interpreter, example, "--picture", picture], given)
    assert picture.stat().st_size > 1000
