"""The adapter for Tk's Treeview, on a real display: what its rows are, and what stays where it is over
thousands of random updates, beside a plain model."""

from __future__ import annotations

import importlib
import random
import sys
import threading
import time
import tkinter
from pathlib import Path
from tkinter import ttk
from typing import Any, NamedTuple, Optional

import pytest
from polls import count_polls
from scroll_model import moved, near
from tk_witness import HEIGHT, root, rows_of, tree, until

from iqlist import Duplicates, Edge, Key, List, NotFoundError, PageState, Snapshot
from iqlist.tk import TreeviewAdapter
from iqlist.tk import adapter as adapter_module

__all__ = ["root", "tree"]

SEED = 20261


class Row(NamedTuple):
    """A model: its key, and how it looks."""

    id: int
    look: int = 0


def options(row: Row) -> dict[str, Any]:
    return {"text": str(row.id), "values": (f"look {row.look}",)}


def section_options(section: Any) -> dict[str, Any]:
    return {"text": f"{section.name}: {len(section)}"}


def lines_of(tree: ttk.Treeview) -> list[str]:
    """The rows as they stand one below another: also those in sections that are open."""
    found: list[str] = []
    for parent in tree.get_children():
        found += [parent, *(tree.get_children(parent) if tree.item(parent, "open") else ())]
    return found


def all_of(tree: ttk.Treeview) -> list[str]:
    """All rows, also those in sections that are closed."""
    return [iid for parent in tree.get_children() for iid in (parent, *tree.get_children(parent))]


def top(tree: ttk.Treeview) -> str:
    """The first row that can be seen: it has a box."""
    tree.update()
    return next((iid for iid in lines_of(tree) if tree.bbox(iid)), "")


# --- rows


def test_rows_are_the_items_of_a_flat_list(tree: ttk.Treeview) -> None:
    shown = List.of_items([Row(1), Row(2)], key="id", content="look")
    adapter = TreeviewAdapter(tree, shown, options)
    assert rows_of(tree) == [("1", ("look 0",)), ("2", ("look 0",))]
    shown.set_items([Row(3), Row(2, 1), Row(1)])
    adapter.poll()
    assert rows_of(tree) == [("3", ("look 0",)), ("2", ("look 1",)), ("1", ("look 0",))]


def test_sections_are_parents_and_say_what_they_hold(tree: ttk.Treeview) -> None:
    shown: List[Any] = List.of_sections({"a": [Row(1), Row(2)], "b": []}, key="id", content="look")
    adapter = TreeviewAdapter(tree, shown, options, section_options)
    a, b = tree.get_children()
    assert [tree.item(iid, "text") for iid in (a, b)] == ["a: 2", "b: 0"]
    tree.item(a, open=False)
    shown.set({"b": [Row(2)], "a": [Row(1)]})
    adapter.poll()
    assert tree.get_children() == (b, a) and [tree.item(iid, "text") for iid in (a, b)] == ["a: 1", "b: 1"]
    assert rows_of(tree, a) == [("1", ("look 0",))] and not tree.item(a, "open") and tree.item(b, "open")


def test_keys_that_are_scoped_by_section(tree: ttk.Treeview) -> None:
    shown: List[Any] = List(key="id", content="look", duplicates=Duplicates.SCOPE)
    shown.set({"a": [Row(1)], "b": [Row(1), Row(2)]})
    adapter = TreeviewAdapter(tree, shown, options)
    assert [text for text, _ in rows_of(tree)] == ["1", "1", "2"]
    tree.selection_set(tree.get_children()[1])
    shown.set({"c": [], "b": [Row(2), Row(1, 5)]})
    adapter.poll()
    assert rows_of(tree) == [("2", ("look 0",)), ("1", ("look 5",))] and adapter.selected() == [Row(1, 5)]


def test_a_reload_keeps_what_is_selected(tree: ttk.Treeview) -> None:
    shown: List[Any] = List(key="id", content="look", reload_threshold=2)
    shown.set_items([Row(number) for number in range(50)])
    adapter = TreeviewAdapter(tree, shown, options)
    tree.selection_set(adapter.iid(3), adapter.iid(30))
    tree.focus(adapter.iid(3))
    shown.set_items([Row(number, 1) for number in range(20, 60)])
    adapter.poll()
    assert rows_of(tree) == [(str(number), ("look 1",)) for number in range(20, 60)]
    assert adapter.selected() == [Row(30, 1)] and tree.focus() == adapter.iid(20)


def test_names_lead_to_items_and_back(tree: ttk.Treeview) -> None:
    shown: List[Any] = List.of_sections({"a": [Row(1)], "b": [Row(2)]}, key="id", content="look")
    adapter = TreeviewAdapter(tree, shown, options, section_options)
    iid = adapter.iid(2)
    assert (
        iid
        == adapter.iid(shown.item(2))
        == adapter.iid(Row(2))
        == tree.get_children(tree.get_children()[1])[0]
    )
    assert adapter.model(iid) == Row(2)
    tree.selection_set(iid, tree.get_children()[0])
    assert adapter.selected() == [Row(2)]
    with pytest.raises(NotFoundError):
        adapter.iid(3)
    with pytest.raises(NotFoundError):
        adapter.model(f"i{Key(3).hex()}")


def test_only_what_has_changed_is_read_and_told_to_tk(
    tree: ttk.Treeview, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    calls: list[str] = []
    columns = Snapshot._columns

    def counting(self: Any, first: int, count: Optional[int], *wanted: str) -> Any:
        read.append(len(self) - first if count is None else count)
        return columns(self, first, count, *wanted)

    rows = [Row(number) for number in range(5000)]
    shown = List.of_items(rows, key="id", content="look")
    adapter = TreeviewAdapter(tree, shown, options)
    monkeypatch.setattr(Snapshot, "_columns", counting)
    for name in ("insert", "delete", "move", "item"):
        call = getattr(tree, name)

        def counted(*given: Any, _name: str = name, _call: Any = call, **options: Any) -> Any:
            calls.append(_name)
            return _call(*given, **options)

        monkeypatch.setattr(tree, name, counted)
    changed = [row for row in rows if row.id % 50]
    changed[7] = Row(changed[7].id, 1)
    changed.insert(0, changed.pop(2000))
    changed.insert(1000, Row(9999))
    shown.set_items(changed)
    adapter.poll()
    assert sorted(calls) == ["delete", "insert", "item", "move"]
    assert sum(read) < 110


# --- Tk's loop


def test_the_loop_shows_what_another_thread_submits(root: tkinter.Tk, tree: ttk.Treeview) -> None:
    shown: List[Any] = List.of_items([], key="id", content="look")
    adapter = TreeviewAdapter(tree, shown.filtered(), options)

    def work() -> None:
        for look in range(100):
            wanted = Snapshot.of_items([Row(number, look) for number in range(20)], key="id", content="look")
            shown.submit(wanted).exception(wait=10)

    thread = threading.Thread(target=work)
    thread.start()
    until(root, lambda: not thread.is_alive())
    until(root, lambda: rows_of(tree) == [(str(number), ("look 99",)) for number in range(20)])
    adapter.close()


def test_a_loop_that_cannot_wait_for_descriptors_polls(
    root: tkinter.Tk, tree: ttk.Treeview, monkeypatch: pytest.MonkeyPatch
) -> None:
    def has_file_handlers(tree: ttk.Treeview) -> bool:
        return False

    monkeypatch.setattr("iqlist.tk.adapter.has_file_handlers", has_file_handlers)
    shown = List.of_items(["a"])
    adapter = TreeviewAdapter(tree, shown, lambda text: {"text": text})
    shown.set_items(["a", "b"])
    until(root, lambda: len(tree.get_children()) == 2)
    shown.set_items(["b"])
    until(root, lambda: len(tree.get_children()) == 1)
    adapter.close()
    shown.set_items([])
    time.sleep(0.1)
    root.update()
    assert len(tree.get_children()) == 1


@pytest.mark.parametrize("by_loop", [False, True])
def test_a_loop_inside_a_poll_rests(
    root: tkinter.Tk, tree: ttk.Treeview, by_loop: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes then waits for the end of the poll: nobody polls again and again."""
    shown = List.of_items(["a"])
    polls = count_polls(monkeypatch)
    inside: list[int] = []

    def row(text: str) -> dict[str, Any]:
        if text == "b" and not inside:
            shown.set_items(["c"])
            before, ended = polls(), tkinter.IntVar(root)
            root.after(50, lambda: ended.set(1))
            root.wait_variable(ended)
            inside.append(polls() - before)
        return {"text": text}

    trees = [tree, ttk.Treeview(root)]
    adapters = [TreeviewAdapter(tree, shown, row), TreeviewAdapter(trees[1], shown.filtered(), row)]
    shown.set_items(["a", "b"])
    if not by_loop:
        adapters[0].poll()
    until(root, lambda: all([text for text, _ in rows_of(each)] == ["c"] for each in trees))
    assert len(inside) == 1 and inside[0] < 10
    for adapter in adapters:
        adapter.close()


def test_an_edit_is_shown_when_it_is_committed(root: tkinter.Tk, tree: ttk.Treeview) -> None:
    shown = List.of_items(["a", "b"])
    adapter = TreeviewAdapter(tree, shown, lambda text: {"text": text})
    edit = shown.edit()
    edit.delete_items(["a"])
    adapter.poll()
    assert len(tree.get_children()) == 2
    edit.commit()
    until(root, lambda: [text for text, _ in rows_of(tree)] == ["b"])


def test_what_row_raises_is_reported_and_the_loop_goes_on(root: tkinter.Tk, tree: ttk.Treeview) -> None:
    failures: list[object] = []

    def report(*failure: object) -> None:
        failures.append(failure[0])

    root.report_callback_exception = report

    def row(number: int) -> dict[str, Any]:
        return {"text": str(1 // number)}

    shown = List.of_items([1])
    TreeviewAdapter(tree, shown, row)
    shown.set_items([1, 0])
    until(root, lambda: failures == [ZeroDivisionError])
    shown.set_items([1])
    until(root, lambda: [text for text, _ in rows_of(tree)] == ["1"])


def test_closed_lists_and_destroyed_trees(root: tkinter.Tk, tree: ttk.Treeview) -> None:
    shown = List.of_items(["a"])
    first = TreeviewAdapter(tree, shown, lambda text: {"text": text})
    other = ttk.Treeview(root)
    second = TreeviewAdapter(other, shown, lambda text: {"text": text})
    other.destroy()
    shown.set_items(["a", "b"])
    until(root, lambda: len(tree.get_children()) == 2)
    second.poll()
    shown.close()
    first.poll()
    root.update()
    assert len(tree.get_children()) == 2 and first.model(tree.get_children()[0]) == "a"


# --- what is visible


def seen(tree: ttk.Treeview) -> list[str]:
    """The texts of the rows that can be seen."""
    tree.update()
    return [tree.item(iid, "text") for iid in lines_of(tree) if tree.bbox(iid)]


@pytest.mark.parametrize("keep_scroll", [True, False])
def test_at_the_top_of_a_list_whose_order_changes_the_view_stays_there(
    tree: ttk.Treeview, keep_scroll: bool
) -> None:
    """Wherever the rows go that were seen."""
    generator = random.Random(SEED)
    rows = [Row(number) for number in range(200)]
    shown = List.of_items(rows, key="id", content="look")
    adapter = TreeviewAdapter(tree, shown, options, keep_scroll=keep_scroll)
    for _ in range(20):
        for _ in range(30):
            rows.insert(generator.randrange(12), rows.pop(generator.randrange(len(rows))))
        shown.set_items(rows)
        adapter.poll()
        assert seen(tree)[:HEIGHT] == [str(row.id) for row in rows[:HEIGHT]]


def test_a_row_that_jumps_to_the_top_does_not_take_the_view_along(tree: ttk.Treeview) -> None:
    rows = [Row(number) for number in range(100)]
    shown = List.of_items(rows, key="id", content="look")
    adapter = TreeviewAdapter(tree, shown, options)
    tree.yview_moveto(0.5)
    assert seen(tree)[0] == "50"
    rows.insert(0, rows.pop(50))
    shown.set_items(rows)
    adapter.poll()
    assert seen(tree)[0] == "49"


@pytest.mark.parametrize("reload", [False, True], ids=["by steps", "all anew"])
def test_without_keep_scroll_the_first_row_keeps_its_number(tree: ttk.Treeview, reload: bool) -> None:
    shown: List[Any] = List(reload_threshold=1 if reload else 0)
    shown.set_items(range(100))
    adapter = TreeviewAdapter(tree, shown, lambda number: {"text": str(number)}, keep_scroll=False)
    tree.yview_moveto(0.5)
    assert seen(tree)[0] == "50"
    shown.set_items([-1, -2, *range(100)])
    adapter.poll()
    assert seen(tree)[0] == "48"
    shown.set_items(range(52))
    adapter.poll()
    assert seen(tree)[:HEIGHT] == [str(number) for number in range(52 - HEIGHT, 52)]


@pytest.mark.parametrize("state", [*PageState])
def test_new_first_rows_are_seen_at_the_top_unless_a_page_may_come(
    tree: ttk.Treeview, state: PageState
) -> None:
    shown: List[Any] = List.of_items(range(40))
    shown.set_page(Edge.START, state)
    adapter = TreeviewAdapter(tree, shown, lambda number: {"text": str(number)})
    adapter.poll()
    shown.set_page(Edge.START, PageState.ENDED)
    shown.set_items(range(-5, 40))
    adapter.poll()
    assert seen(tree)[0] == ("-5" if state in (PageState.OFF, PageState.ENDED) else "0")


# --- random updates


class Model:
    """What a Treeview has to show: sections of rows, kept by hand."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator
        self.sections: dict[int, list[Row]] = {0: []}

    @property
    def rows(self) -> list[Row]:
        return [row for rows in self.sections.values() for row in rows]

    @property
    def homes(self) -> dict[int, int]:
        return {row.id: key for key, rows in self.sections.items() for row in rows}

    def change(self, has_sections: bool) -> None:
        """Sections and rows come, go, move and change."""
        chance, below = self.generator.random, self.generator.randrange
        rows = [row for row in self.rows if chance() > 0.1] if chance() > 0.02 else []
        rows = [row._replace(look=row.look + 1) if chance() < 0.1 else row for row in rows]
        for _ in range(below(3)):
            # A few neighbours move together.
            first, count = below(len(rows) + 1), below(4)
            moved = rows[first : first + count]
            del rows[first : first + count]
            at = below(len(rows) + 1)
            rows[at:at] = moved
        known = {row.id for row in rows}
        new = {below(100) for _ in range(below(9))} - known if len(rows) < 70 else set[int]()
        for number in sorted(new):
            rows.insert(below(len(rows) + 1), Row(number))
        if not has_sections:
            self.sections = {0: rows}
            return
        keys = [key for key in self.sections if chance() > 0.1] or [0]
        if chance() < 0.3:
            self.generator.shuffle(keys)
        keys += [key for key in {below(20), below(20)} - {*keys} if chance() < 0.3]
        cuts = sorted(below(len(rows) + 1) for _ in keys[1:])
        ends = zip([0, *cuts], [*cuts, len(rows)])
        self.sections = {key: rows[first:end] for key, (first, end) in zip(keys, ends)}


@pytest.mark.parametrize("many", [adapter_module.MANY, 0], ids=["one by one", "ordered at once"])
@pytest.mark.parametrize("has_sections", [False, True], ids=["flat", "sections"])
@pytest.mark.parametrize(
    "policy", [Duplicates.REFUSE, Duplicates.SCOPE], ids=lambda policy: policy.name.lower()
)
def test_random_updates_beside_a_plain_model(
    tree: ttk.Treeview, has_sections: bool, policy: Duplicates, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Order, values, selection, focus and the first visible row, after one or several updates at once."""
    monkeypatch.setattr(adapter_module, "MANY", many)
    print(f"seed {SEED}")
    generator = random.Random(SEED)
    model = Model(generator)
    shown: List[Any] = List(key="id", content="look", duplicates=policy)
    adapter = TreeviewAdapter(tree, shown, options, section_options if has_sections else None)
    selected: set[int] = set()
    focus: Optional[int] = None
    scrolled = 0
    for step in range(750):
        before, lines, first = [row.id for row in model.rows], lines_of(tree), top(tree)
        homes = model.homes
        for _ in range(generator.choice([1, 1, 2])):
            model.change(has_sections)
            shown.set(model.sections)
        adapter.poll()
        drawn = [[(str(row.id), (f"look {row.look}",)) for row in rows] for rows in model.sections.values()]
        if has_sections:
            sections, texts = (
                tree.get_children(),
                [f"{key}: {len(model.sections[key])}" for key in model.sections],
            )
            assert [tree.item(iid, "text") for iid in sections] == texts, step
            assert [rows_of(tree, iid) for iid in sections] == drawn, step
        else:
            assert rows_of(tree) == [row for rows in drawn for row in rows], step
        # Where keys are scoped, an item that goes to another section is another one.
        alive = [
            row.id
            for row in model.rows
            if homes.get(row.id, -1) == model.homes[row.id] or policy != Duplicates.SCOPE
        ]
        selected &= {*alive} & {*before}
        assert {row.id for row in adapter.selected()} == selected, step
        if focus is not None:
            focus = near(focus, before, alive)
        assert (adapter.model(tree.focus()).id if tree.focus() else None) == focus, step
        if first:
            after, at = lines_of(tree), lines.index(first)
            at = moved(lines, at, after, HEIGHT) if at else 0
            at = max(0, min(at, len(after) - HEIGHT))
            assert top(tree) == (after[at] if after else ""), step
            scrolled += at > 0
        if model.rows and generator.random() < 0.3:
            focus = generator.choice(model.rows).id
            iid = next(iid for iid in all_of(tree) if tree.item(iid, "text") == str(focus))
            tree.focus(iid)
            selected ^= {focus}
            tree.selection_toggle(iid)
        if has_sections and generator.random() < 0.2:
            parent = generator.choice(tree.get_children())
            tree.item(parent, open=not tree.item(parent, "open"))
        if generator.random() < 0.6:
            tree.update()
            tree.yview_moveto(generator.random())
    assert scrolled > 500


# --- the example, and what is documented


def is_descending(tree: ttk.Treeview, column: str) -> bool:
    """Whether the rows of each section stand so, by the texts of a column."""
    columns = [
        [tree.set(iid, column) for iid in tree.get_children(section)] for section in tree.get_children()
    ]
    return all(texts == sorted(texts, reverse=True) for texts in columns)


def test_the_example_filters_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = Path(__file__).parents[2] / "examples/adapters"
    monkeypatch.setattr(sys, "path", [str(examples), *sys.path])
    window = importlib.import_module("tk_jobs").Jobs(300)
    try:
        tree: ttk.Treeview = window.tree
        until(window, lambda: len(lines_of(tree)) == 303)
        window.text.set("build")
        until(window, lambda: window.status.get() == "60 of 300 jobs, 0 selected")
        names = [tree.item(iid, "text") for iid in lines_of(tree) if iid.startswith("i")]
        assert len(names) == 60 and all(name.endswith("build") for name in names)
        running = tree.get_children(tree.get_children()[0])[0]
        tree.selection_set(running)
        version = window.source.info().version
        until(window, lambda: window.source.info().version > version + 1)
        assert tree.selection() == (running,) and window.status.get().endswith("1 selected")
        assert is_descending(tree, "done")
        window.tk.call(tree.heading("number", "command"))
        until(window, lambda: not is_descending(tree, "done"))
        for section in tree.get_children():
            numbers = [int(tree.set(iid, "number")) for iid in tree.get_children(section)]
            assert numbers == sorted(numbers)
    finally:
        window.destroy()


def test_all_that_is_public_has_an_example() -> None:
    called = [member for name, member in vars(TreeviewAdapter).items() if not name.startswith("_")]
    assert len(called) == 5
    for member in (TreeviewAdapter, *called):
        assert ">>> " in (member.__doc__ or "")
