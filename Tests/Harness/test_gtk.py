"""The adapter for GTK of C: iqlist-gtk.h. Its model needs no display."""

import os
import shutil
from pathlib import Path

import gtk
import pytest
import valgrind
from gtk import ADAPTER, TESTS
from gtk_errors import ERRORS
from machine import WORK, command
from outcomes import Failed

pytestmark = pytest.mark.gtk

BUILT = WORK / "gtk"
MODEL: list[str | Path] = [TESTS / "model.c", TESTS / "world.c"]
SECTIONS: list[str | Path] = ["-include", "section_model.h", TESTS / "section_model.c", *MODEL]
VIEW: list[str | Path] = [TESTS / "view.c", TESTS / "world.c"]
ADDRESS = ["-fsanitize=address,undefined", "-fuse-ld=lld"]


def scale(percent: int) -> dict[str, str]:
    return {"IQ_TEST_SCALE": os.environ.get("IQ_TEST_SCALE", str(percent)), "G_DEBUG": "fatal-criticals"}


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("model", [MODEL, SECTIONS], ids=["as installed", "as of GTK 4.12"])
def test_the_adapter_compiles_without_warnings(
    compiler: str, model: list[str | Path], tmp_path: Path
) -> None:
    gtk.link(compiler, model, tmp_path / "program")


def test_each_signal_of_random_updates_is_right() -> None:
    command([gtk.link("gcc", MODEL, BUILT / "model")], scale(50))


def test_sections_are_right_as_gtk_4_12_asks_for_them() -> None:
    command([gtk.link("gcc", SECTIONS, BUILT / "sections")], scale(50))


def test_address_sanitizer_finds_nothing() -> None:
    program = gtk.link("clang", [*ADDRESS, *SECTIONS], BUILT / "model-address")
    command([program], {**scale(10), "ASAN_OPTIONS": "detect_leaks=1"})


def test_valgrind_finds_nothing() -> None:
    """Without a display GTK loses nothing by itself."""
    program = gtk.link("gcc", MODEL, BUILT / "model-valgrind")
    valgrind.watch(program, {**scale(1), "G_SLICE": "always-malloc", "G_DEBUG": "gc-friendly,fatal-criticals"})


def test_a_list_view_keeps_what_is_selected_and_what_is_in_sight() -> None:
    program = gtk.link("gcc", VIEW, BUILT / "view")
    with gtk.display() as environment:
        command([program], {**scale(100), **environment})


@pytest.mark.all
@pytest.mark.parametrize(("name", "text", "error"), ERRORS, ids=[each[0] for each in ERRORS])
def test_the_tests_notice(name: str, text: str, error: str, tmp_path: Path) -> None:
    """Each small error in the adapter."""
    source = (ADAPTER / "iqlist-gtk.c").read_text()
    assert source.count(text) == 1, name
    (tmp_path / "iqlist-gtk.c").write_text(source.replace(text, error))
    shutil.copy(ADAPTER / "iqlist-gtk.h", tmp_path)
    program = gtk.link("gcc", ["-w", *SECTIONS], tmp_path / "program", tmp_path)
    with pytest.raises(Failed):
        command([program], {**scale(20), "IQ_TEST_PATIENCE": "5"})
