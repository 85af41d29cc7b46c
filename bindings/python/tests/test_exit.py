"""The interpreter ends with objects alive, in every way that we could think of: quietly, and its status is 0.
And many lives in one process leave nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ALIVE = """
import atexit, gc, sys, threading
import iqlist
from iqlist import CellClass, Columns, List, Snapshot, diff
class Model:
    def __init__(self, key): self.key_number = key
    def __del__(self): gone.append(self.key_number)
gone = []
shown = List(key="key_number")
shown.set_items([Model(1), Model(2)])
changeset = shown.set_items([Model(2), Model(3)])
records = changeset.batch()
wanted = shown.snapshot()
edit = shown.edit()
"""

ENDS = {
    "with everything alive": "",
    "in a cycle": "shown.me = shown; shown.holder = [shown, wanted, edit]; del shown, wanted, edit",
    "with models that lead back": "edit.close(); shown.set_items(Columns([1], models=[shown]))",
    "by sys.exit inside a callback": """
edit.close()
def equal(before, after): sys.exit(0)
shown.set_items(Columns([1], models=["a"], classes=CellClass("c", equal=equal)))
shown.set_items(Columns([1], models=["b"], classes=CellClass.find("c")))
print("never")
""",
    "with submissions under way": """
edit.close()
ended = []
each = iqlist.DiffFlag.EACH
tickets = [shown.submit(wanted, flags=each, delay=n * 50, done=ended.append) for n in range(9)]
shown.close()
assert ended == tickets
late = List()
late.submit(wanted, delay=100, done=lambda ticket: late)
import asyncio
async def wait():
    ticket = late.submit(wanted, delay=100)
    asyncio.ensure_future(late.events().__anext__())
    try: await asyncio.wait_for(ticket, 0.01)
    except asyncio.TimeoutError: pass
asyncio.run(wait())
""",
    "with views and their cells": """
edit.close()
class Label(iqlist.Cell):
    def bind(self, event): self.model = event.model
labels = List(cell_class=CellClass("label", cell=Label))
labels.set_items(["a", "b", "c"])
view = labels.view()
view.set_visible(0, 2)
labels.poll()
taken = view.take_cell("c")
other = labels.view()
def work():
    other.set_visible(0, 3)
    labels.poll()
    threading.Event().wait()
threading.Thread(target=work, daemon=True).start()
while other.visible != range(3): pass
del other
gc.collect()
""",
    "with an update of a driver under way": """
edit.close()
from iqlist import kit
driver = kit.Driver()
driver.perform_updates([kit.Section("s", ["a"])])
""",
    "with derived lists and their filters": """
edit.close()
outline = shown.outline()
found = shown.filtered(lambda key, model: found and True)
waiting = found.set_filter(lambda key, model: outline, delay=9)
late = shown.filtered()
late.set_filter(lambda key, model: late)
late.poll()
del late, shown
""",
    "with a log set": """
edit.close()
iqlist.set_log(lambda level, line: None, 3)
shown.set_items([])
del shown
""",
    "using it from atexit": """
@atexit.register
def late():
    try: len(shown)
    except iqlist.Error: pass
    List().set_items(["a"])
""",
    "using it from a destructor at exit": """
class Late:
    def __del__(self):
        try: shown.set_items([])
        except Exception: pass
        try: List().set_items(["a"])
        except Exception: pass
late = Late(); late.me = late
sys.late = Late()
""",
    "with daemon threads at work": """
edit.close()
rounds = threading.Semaphore(0)
def work():
    while True:
        try:
            shown.set_items([Model(i) for i in range(50)])
            shown.models()
        except iqlist.Error: return
        rounds.release()
for _ in range(4): threading.Thread(target=work, daemon=True).start()
for _ in range(40): rounds.acquire()
""",
    "with a thread that ends later": """
edit.close()
def work():
    threading.main_thread().join()
    shown.set_items([Model(7)])
    assert len(shown) == 1
threading.Thread(target=work).start()
""",
    "with the modules gone first": """
for name in [name for name in sys.modules if name.startswith("iqlist")]: del sys.modules[name]
del iqlist, List, Snapshot, diff
gc.collect()
""",
}


def python(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(["src", *sys.path])},
        cwd=Path(__file__).parents[1],
    )


@pytest.mark.parametrize("how", ENDS)
def test_the_interpreter_ends_quietly(how: str) -> None:
    for _ in range(5 if "daemon" in how else 1):
        ended = python(ALIVE + ENDS[how])
        assert (ended.returncode, ended.stdout) == (0, "")


def test_models_are_let_go_before_the_interpreter_goes() -> None:
    told = python(ALIVE + "import atexit; atexit._run_exitfuncs(); print(sorted(gone))")
    assert told.stdout == "[1, 2, 2, 3]\n"


LIVES = """
import gc, importlib, resource, sys
import iqlist
class Label(iqlist.Cell):
    def bind(self, event): self.model = event.model
classes = [iqlist.CellClass("label", cell=Label)]
def life():
    import iqlist
    shown = iqlist.List(key=lambda row: row[0], content=lambda row: row[1])
    shown.set_items([(i, str(i)) for i in range(50)])
    changeset = shown.set_items([(i, str(i + 1)) for i in range(40, 0, -1)], flags=iqlist.DiffFlag.PAYLOAD)
    assert len(list(changeset.batch())) and iqlist.Changeset.decode(changeset.encode()) == changeset
    with shown.edit() as edit:
        edit.delete_items([7])
    try: shown.row(7)
    except KeyError: pass
    labels = iqlist.List(cell_class=classes[0])
    labels.set_items(range(50))
    with labels.view() as view:
        for first in range(0, 50, 7):
            view.set_visible(first, 10)
            labels.poll()
    del shown, changeset, edit, labels, view
def figures():
    gc.collect()
    import iqlist
    return iqlist.memory_used(), len(gc.get_objects()), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(50): life()
before = figures()
for _ in range(400): life()
after = figures()
assert after[0] <= before[0], ("bytes of the library", before, after)
assert after[1] <= before[1] + 8, ("objects", before, after)
assert after[2] <= before[2] + 1600, ("KiB of the process", before, after)
"""


def test_many_lives_leave_nothing_behind() -> None:
    ended = python(LIVES)
    assert (ended.returncode, ended.stdout) == (0, "")


IMPORTS = """
import gc, importlib, sys, weakref
class Model: pass
before, kept = None, []
for n in range(6):
    import iqlist
    shown = iqlist.List(key=id)
    model = Model()
    shown.set_items([model, Model()])
    def equal(before, after): raise ZeroDivisionError
    own = iqlist.CellClass(f"own/{n}", equal=equal)
    if kept:
        assert kept[-1].models()[0].__class__ is Model
        assert shown.set_items(iqlist.Columns([1], models=[model], classes=iqlist.CellClass.find("own/0")))
        try: shown.set_items(iqlist.Columns([1], models=["b"], classes=iqlist.CellClass.find("own/0")))
        except ZeroDivisionError: pass
        else: raise SystemExit("an exception was lost")
        shown.set_items([model])
    kept.append(shown)
    for name in [name for name in sys.modules if name.startswith("iqlist")]: del sys.modules[name]
ref = weakref.ref(model)
del model, shown
kept.clear()
gc.collect()
assert ref() is None
import iqlist, iqlist._models, iqlist.classes
shown = iqlist.List()
shown.set_items(["a"])
importlib.reload(iqlist._models)
importlib.reload(iqlist.classes)
shown.set_items(["b"])
assert shown.models() == ["b"]
"""


def test_the_package_can_be_imported_again_beside_what_the_first_one_made() -> None:
    ended = python(IMPORTS)
    assert (ended.returncode, ended.stdout) == (0, "")
