"""The benchmarks of the adapters run in their quick mode: rows that are selected stay so, sorted rows are in
order, and splices that are near bind less. No time is judged."""

import re

import library
import pytest
from environments import environment, newest
from machine import ROOT, command
from outcomes import skip
from screen import screen

pytestmark = [pytest.mark.bench, pytest.mark.all]

VIEWS = [
    *("GtkListView", "QListView", "Textual", "Treeview"),
    *("GtkListView, sorted", "QTreeView, sorted", "Textual table, sorted"),
    *(f"{view} sorted anew, beside layoutChanged" for view in ("QListView", "QTreeView")),
    *(f"PySide6 {view} sorted anew, beside layoutChanged" for view in ("QListView", "QTreeView")),
]
BINDS = r"(?m)^GtkColumnView, 10000 rows.*\n  iqlist +(\d+) binds.*\n  each splice by itself +(\d+) binds"
TABLE = r"(?m)^Textual table, (.*), 2000 rows x 50 columns: [\d.]+\n  iqlist +[\d.]+ .*, DataTable +[\d.]+ "
FRAME = r"(?m)^{}, 10000 rows.*\n  iqlist +([\d.]+) ms a frame; selected rows? kept (\d+) of (\d+)"


def test_each_adapter_keeps_what_is_selected_and_binds_little() -> None:
    python = environment(newest(), "frames", ["textual>=8", "PySide6-Essentials==6.11.1"])
    with screen() as display:
        given = {"DISPLAY": display, "PYTHON": str(python), "IQ_LIBRARY": str(library.release())}
        printed = command([ROOT / "Tests/Benchmarks/adapters/run", "--quick"], given)
    if left_out := re.findall(r"(?m)^.* is left out: .*$", printed):
        skip("; ".join(left_out))
    for view in VIEWS:
        found = re.search(FRAME.format(view), printed)
        assert found, printed
        time, kept, selected = found.groups()
        assert float(time) > 0 and int(kept) == int(selected) > 0, printed
    binds = re.search(BINDS, printed)
    assert binds, printed
    ours, theirs = map(int, binds.groups())
    assert 0 < 4 * ours < theirs, printed
    assert len({*re.findall(TABLE, printed)}) == 5, printed
