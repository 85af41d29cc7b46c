"""The adapters for GTK: iqlist-gtk.h of C, whose model needs no display, the widget of iqlist-gtk-view.h, and
iqlist.gtk of Python."""

import os
import shutil
from pathlib import Path

import gtk
import gtk_sort_errors
import gtk_view_errors
import library
import pytest
import runners
import valgrind
from checkers import PACKAGE
from environments import environment
from gtk import ADAPTER, TESTS
from gtk_errors import ERRORS
from machine import WORK, command, tool
from outcomes import Failed, skip

pytestmark = pytest.mark.gtk

BUILT = WORK / "gtk"
MODEL: list[str | Path] = [TESTS / "model.c", TESTS / "world.c"]
# With limits so small that these few rows reach each of them.
SMALL = ["-DIQ_GTK_NEAR=1", "-DIQ_GTK_MOST=5"]
SECTIONS: list[str | Path] = [*SMALL, "-include", "section_model.h", TESTS / "section_model.c", *MODEL]
SORTED: list[str | Path] = [TESTS / "sorted.c", TESTS / "world.c", ADAPTER / "iqlist-gtk-sort.c"]
NEWER: list[str | Path] = [
    *SMALL, "-include", "section_model.h", TESTS / "section_model.c", TESTS / "column_sorter.c", *SORTED,
]  # fmt: skip
LIST_CASES: list[str | Path] = [
    *(TESTS / f"{each}.c" for each in ("list_cases", "pointer", "world")),
    *(ADAPTER / f"iqlist-gtk-{each}.c" for each in ("sort", "hold")),
]
TRANSFERS: list[str | Path] = [
    ADAPTER / f"{each}.c" for each in ("transfers", "iqlist-gtk-sort", "iqlist-gtk-hold")
]
VIEW: list[str | Path] = [TESTS / "view.c", TESTS / "world.c"]
CARDS: list[str | Path] = [*gtk.VIEW, TESTS / "cards.c", TESTS / "world.c"]
RANDOM: list[str | Path] = [TESTS / "laid_out.c", *CARDS]
CASES: list[str | Path] = [TESTS / "view_cases.c", *CARDS]
# Programs under a real pointer, which xdotool moves.
POINTER = ["bar_cases", "band_cases", "drop_cases", "hold_cases"]
ADDRESS = ["-fsanitize=address,undefined", "-fuse-ld=lld"]


def under_pointer(name: str, cards: list[str | Path]) -> list[str | Path]:
    return [TESTS / f"{name}.c", TESTS / "pointer.c", *cards]


def scale(percent: int) -> dict[str, str]:
    return {"IQ_TEST_SCALE": os.environ.get("IQ_TEST_SCALE", str(percent)), "G_DEBUG": "fatal-criticals"}


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize(
    "files",
    [
        MODEL, SECTIONS, VIEW, TRANSFERS, RANDOM, CASES, [ADAPTER / "photos.c", *gtk.VIEW],
        *[under_pointer(each, CARDS) for each in POINTER], SORTED, NEWER, LIST_CASES,
    ],
    ids=[
        "as installed", "as of GTK 4.12", "in a view", "transfers", "laid out", "cases", "photos", *POINTER,
        "sorted", "sorted as of GTK 4.12", "list_cases",
    ],
)  # fmt: skip
def test_the_adapter_compiles_without_warnings(
    compiler: str, files: list[str | Path], tmp_path: Path
) -> None:
    gtk.link(compiler, files, tmp_path / "program")


def test_each_signal_of_random_updates_is_right() -> None:
    command([gtk.link("gcc", MODEL, BUILT / "model")], scale(50))


def test_sections_are_right_as_gtk_4_12_asks_for_them() -> None:
    command([gtk.link("gcc", SECTIONS, BUILT / "sections")], scale(50))


@pytest.mark.parametrize(("name", "files"), [("sorted", SORTED), ("newer", NEWER)], ids=["installed", "4.12"])
def test_lists_are_sorted_and_grouped_as_gtk_sorts(name: str, files: list[str | Path]) -> None:
    command([gtk.link("gcc", files, BUILT / name)], scale(50))


@pytest.mark.parametrize(("name", "files"), [("model", SECTIONS), ("sorted", NEWER)])
def test_address_sanitizer_finds_nothing(name: str, files: list[str | Path]) -> None:
    program = gtk.link("clang", [*ADDRESS, *files], BUILT / f"{name}-address")
    command([program], {**scale(10), "ASAN_OPTIONS": "detect_leaks=1"})


def test_valgrind_finds_nothing() -> None:
    """Without a display GTK loses nothing by itself."""
    memory = {"G_SLICE": "always-malloc", "G_DEBUG": "gc-friendly,fatal-criticals"}
    for name, files in (("model", MODEL), ("sorted", SORTED)):
        valgrind.watch(gtk.link("gcc", files, BUILT / f"{name}-valgrind"), {**scale(1), **memory})


def test_a_list_view_keeps_what_is_selected_and_what_is_in_sight() -> None:
    program = gtk.link("gcc", VIEW, BUILT / "view")
    with gtk.display() as shown:
        command([program], {**scale(100), **shown})


def test_a_view_that_is_laid_out_shows_what_a_slow_model_says() -> None:
    program = gtk.link("gcc", RANDOM, BUILT / "laid-out")
    with gtk.display() as shown:
        command([program], {**scale(25), **shown})


def test_each_property_of_a_view_that_is_laid_out() -> None:
    program = gtk.link("gcc", CASES, BUILT / "view-cases")
    with gtk.display() as shown:
        command([program], {**scale(100), **shown})


@pytest.mark.parametrize("name", POINTER)
def test_each_property_of_a_view_under_a_pointer(name: str) -> None:
    tool("xdotool")
    program = gtk.link("gcc", under_pointer(name, CARDS), BUILT / name)
    with gtk.display() as shown:
        command([program], {**scale(100), **shown})


def test_clicks_on_headers_sort_and_a_list_is_held_while_pressed() -> None:
    tool("xdotool")
    program = gtk.link("gcc", LIST_CASES, BUILT / "list_cases")
    with gtk.display() as shown:
        command([program], {**scale(100), **shown})


def test_address_sanitizer_finds_nothing_under_a_pointer() -> None:
    tool("xdotool")
    programs = {**{each: under_pointer(each, CARDS) for each in POINTER}, "list_cases": LIST_CASES}
    for name, files in programs.items():
        program = gtk.link("clang", [*ADDRESS, *files], BUILT / f"{name}-address")
        with gtk.display() as shown:
            command([program], {**scale(100), **shown, "ASAN_OPTIONS": "detect_leaks=0"})


def test_address_sanitizer_finds_nothing_in_a_view_that_is_laid_out() -> None:
    """What is lost is not counted: on a screen, fonts lose some."""
    program = gtk.link("clang", [*ADDRESS, *RANDOM], BUILT / "laid-out-address")
    with gtk.display() as shown:
        command([program], {**scale(10), **shown, "ASAN_OPTIONS": "detect_leaks=0"})


def test_valgrind_finds_nothing_in_a_view_that_is_laid_out() -> None:
    program = gtk.link("gcc", RANDOM, BUILT / "laid-out-valgrind")
    memory = {"G_SLICE": "always-malloc", "G_DEBUG": "gc-friendly,fatal-criticals"}
    with gtk.display() as shown:
        valgrind.watch(program, {**scale(2), **shown, **memory}, TESTS / "display.supp")


@pytest.mark.all
@pytest.mark.parametrize(
    ("name", "file", "text", "error"),
    gtk_view_errors.ERRORS,
    ids=[each[0] for each in gtk_view_errors.ERRORS],
)
def test_the_tests_of_the_view_notice(name: str, file: str, text: str, error: str, tmp_path: Path) -> None:
    """Each small error in the widget; with some of them a program does not end."""
    source = (ADAPTER / f"iqlist-gtk-view{file}.c").read_text()
    assert source.count(text) == 1, name
    changed = tmp_path / f"iqlist-gtk-view{file}.c"
    changed.write_text(source.replace(text, error))
    others = [gtk.compiled(changed, changed.with_suffix(".o"))]
    tool("xdotool")
    common = ["iqlist-gtk", *(path.stem for path in gtk.VIEW), "cards", "world", "pointer"]
    programs = [
        gtk.link_objects([each, *common], others, tmp_path / each)
        for each in (*POINTER, "view_cases", "laid_out")
    ]
    with gtk.display() as shown, pytest.raises(Failed):
        for program in programs:
            command(["timeout", "--signal=KILL", "60", program], {**scale(25), **shown})


@pytest.mark.all
@pytest.mark.parametrize(("name", "text", "error"), ERRORS, ids=[each[0] for each in ERRORS])
def test_the_tests_notice(name: str, text: str, error: str, tmp_path: Path) -> None:
    """Each small error in the adapter."""
    source = (ADAPTER / "iqlist-gtk.c").read_text()
    assert source.count(text) == 1, name
    (tmp_path / "iqlist-gtk.c").write_text(source.replace(text, error))
    for header in ("iqlist-gtk.h", "iqlist-gtk-chain.h"):
        shutil.copy(ADAPTER / header, tmp_path)
    program = gtk.link("gcc", ["-w", *SECTIONS], tmp_path / "program", tmp_path)
    with pytest.raises(Failed):
        command([program], {**scale(20), "IQ_TEST_PATIENCE": "5"})


@pytest.mark.all
@pytest.mark.parametrize(
    ("name", "file", "text", "error"),
    gtk_sort_errors.ERRORS,
    ids=[each[0] for each in gtk_sort_errors.ERRORS],
)
def test_the_tests_of_sorting_and_holding_notice(
    name: str, file: str, text: str, error: str, tmp_path: Path
) -> None:
    """Each small error in one of these files."""
    source = ADAPTER / f"iqlist-gtk-{file}.c"
    assert source.read_text().count(text) == 1, name
    changed = tmp_path / source.name
    changed.write_text(source.read_text().replace(text, error))
    tool("xdotool")
    files = [changed if each == source else each for each in (NEWER if file == "sort" else LIST_CASES)]
    program = gtk.link("gcc", ["-w", *files], tmp_path / "program")
    with gtk.display() as shown, pytest.raises(Failed):
        command(["timeout", "--signal=KILL", "120", program], {**scale(20), **shown})


def test_the_example_of_c_runs() -> None:
    program = gtk.link("gcc", TRANSFERS, BUILT / "transfers")
    with gtk.display() as shown:
        command([program, "10"], {"G_DEBUG": "fatal-criticals", **shown})


def test_the_example_of_the_view_runs() -> None:
    program = gtk.link("gcc", [ADAPTER / "photos.c", *gtk.VIEW], BUILT / "photos")
    with gtk.display() as shown:
        command([program, "10"], {"G_DEBUG": "fatal-warnings", **shown})


def of_python() -> tuple[Path, dict[str, str]]:
    """An environment of the system's Python, which alone has the packages of GTK, and where it finds them."""
    python = Path("/usr/bin/python3")
    try:
        words = "import gi; gi.require_version('Gtk', '4.0'); print(gi.__file__)"
        packages = Path(command([python, "-c", words]).strip()).parents[1]
    except Failed:
        skip("the system's Python has no GTK 4")
    path = f"{PACKAGE / 'src'}:{packages}"
    given = {"PYTHONPATH": path, "IQLIST_LIBRARY": str(library.release()), "G_DEBUG": "fatal-criticals"}
    return environment(python, "gtk", ["pytest>=8", "hypothesis>=6.100"]), given


@pytest.mark.all
def test_the_model_of_python(record_property: runners.Record) -> None:
    python, given = of_python()
    words: list[str | Path] = [
        python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", PACKAGE, "--durations=5",
        # PyGObject's importer has the interface of an older Python.
        "-W", "ignore::ImportWarning", "--doctest-modules", PACKAGE / "src/iqlist/gtk.py",
        *sorted(PACKAGE.glob("tests/adapters/test_gtk*.py")),
    ]  # fmt: skip
    with gtk.display() as shown:
        runners.run(record_property, "gtk", lambda: command(words, {**given, **shown}), runners.pytest)


@pytest.mark.all
def test_the_example_of_python_runs() -> None:
    python, given = of_python()
    with gtk.display() as shown:
        command([python, PACKAGE / "examples/adapters/gtk_transfers.py", "10"], {**given, **shown})
