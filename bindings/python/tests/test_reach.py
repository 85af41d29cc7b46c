"""All of the header can be reached from the upper layer, but for what Python has in another way."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import iqlist
from iqlist import ChangeKind, List, Snapshot, abi

OTHERWISE = {
    "iq_version": "the name's version() is the string; the package checks the number when it loads",
    "iq_status_name": "a status is an exception's class",
    "iq_memory_set_allocator": "an allocator in Python would need the interpreter for each allocation",
    "iq_key_from_u64": "Key makes the same bytes itself, as test_keys.py says",
    "iq_key_from_bytes": "Key takes 16 bytes as they are, and hashes others as a field",
    **{
        name: "_sort_keys makes bytes of numbers of any kind, and ranks of these"
        for name in vars(abi)
        if name.startswith("iq_rank_from_")
    },
    **{name: "iq_hash_records hashes the same" for name in vars(abi) if name.startswith("iq_hasher_")},
}


def test_each_function_of_the_header_is_called_by_its_name() -> None:
    folder = Path(iqlist.__file__).parent
    source = "".join(path.read_text() for path in folder.glob("*.py") if path.name != "abi.py")
    functions = [
        name for name, value in vars(abi).items() if name.startswith("iq_") and hasattr(value, "argtypes")
    ]
    missing = {name for name in functions if not re.search(rf"\babi\.{name}\b", source)}
    assert missing == OTHERWISE.keys()


def test_a_move_s_destination_is_counted_before_the_removal() -> None:
    shown = List()
    shown.set_items(["a", "b", "c"])
    (move,) = shown.set_items(["b", "c", "a"]).steps()
    assert (move.kind, move.before, move.after) == (
        ChangeKind.ITEM_MOVE,
        (0, 0),
        (0, 2),
    ) and move.destination == 3
    wanted = shown.snapshot()
    wanted.clear()
    assert len(wanted.sections) == 0 and wanted == Snapshot()


def test_anchors_in_edits_go_both_ways() -> None:
    shown = List()
    shown.set({"s": ["a", "b"], "t": []})
    with shown.edit() as edit:
        edit.insert_items(["x"], after="a")
        edit.insert_items(["y"], before=shown.item("b"))
        edit.move_section("t", before="s")
    assert shown.models() == ["a", "x", "y", "b"] and shown.section("t").position == 0


def test_the_library_gives_back_all_its_memory() -> None:
    program = """
import iqlist
shown = iqlist.List(model=None)
shown.set_items(range(1000))
assert iqlist.memory_peak() >= iqlist.memory_used() > 16000
iqlist.memory_trim()
assert iqlist.memory_used() > 16000
shown.close()
iqlist.memory_trim()
print(iqlist.memory_used(), iqlist.version() == iqlist.__version__)
"""
    told = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True)
    assert told.stdout == "0 True\n"
