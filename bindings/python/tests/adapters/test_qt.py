"""Models of Qt over lists, without a display: inside each signal and after many random updates they show the
rows of a plain model, and what belongs to an item stays with it."""

from __future__ import annotations

import gc
import threading
import weakref
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import pytest
from polls import count_polls
from qt_witness import (
    SINGLE,
    STEPS,
    TOGETHER,
    QEventLoop,
    QItemSelectionModel,
    QListView,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Row,
    Rows,
    Witness,
    app,
    change,
    core,
    drawn,
    fatal,
    items,
    new_list,
    no_complaints,
    number,
    plain,
    run_loop,
    state,
)

from iqlist import (
    Action,
    DiffFlag,
    Edge,
    ElementKind,
    Event,
    EventKind,
    HandleError,
    List,
    PageState,
    Snapshot,
    Supplementary,
)
from iqlist.qt import Model

__all__ = ["app", "no_complaints"]


@pytest.mark.parametrize("threshold", [SINGLE, TOGETHER])
@pytest.mark.parametrize("queued", [1, 4])
@pytest.mark.parametrize("sections", [False, True], ids=["flat", "sections"])
def test_random_updates(sections: bool, queued: int, threshold: int) -> None:
    seed = 1000 * (threshold == TOGETHER) + 100 * queued + sections
    random = Random(seed)
    shown = new_list()
    shown.set(drawn(random, "abcdef"))
    run_session(random, seed, shown, sections, queued, threshold)


class Leveled(NamedTuple):
    id: int
    look: int
    level: int

    def __str__(self) -> str:
        return f"{self.id}:{self.look}"


@pytest.mark.parametrize("threshold", [SINGLE, TOGETHER])
@pytest.mark.parametrize("sections", [False, True], ids=["flat", "sections"])
def test_random_updates_of_trees(sections: bool, threshold: int) -> None:
    """By outlines of them, whose branches are expanded and collapsed."""
    seed = 2000 + 10 * (threshold == TOGETHER) + sections
    random = Random(seed)
    source: List[Any] = new_list(level="level")

    def grow() -> None:
        kept = {row.id: row for row in source.models()}
        rows: dict[Any, list[Any]] = {**drawn(random, "abc")}
        for name, each in rows.items():
            leveled = [Leveled(row.id, row.look, random.randrange(4)) for row in each]
            rows[name] = [kept.get(row.id, row) if random.randrange(4) else row for row in leveled]
        source.set(rows)

    grow()
    outline = source.outline(expanded=True)
    outline.poll()

    def change_tree() -> set[int]:
        models = outline.models()
        if random.randrange(3) == 0 or not models:
            grow()
        else:
            for row in random.sample(models, min(len(models), 3)):
                (outline.collapse if random.randrange(2) else outline.expand)([row])
        return set()

    run_session(random, seed, outline, sections, 4, threshold, change_tree)


def run_session(
    random: Random,
    seed: int,
    shown: List[Any],
    sections: bool,
    queued: int,
    threshold: int,
    change_it: Any = None,
) -> None:
    """Changes a list at random, or by `change_it` the one that it follows. Checks all that a model keeps."""
    model, other = Model(shown, sections=sections), Model(shown, sections=not sections)
    model.layout_threshold = other.layout_threshold = threshold
    testers = [fatal(model), fatal(other)]
    witnesses = [Witness(model), Witness(other)]
    selection = QItemSelectionModel(model)
    for _ in range(STEPS):
        persistent = {number(index): QPersistentModelIndex(index) for index in items(model)}
        selection.clear()
        selected = random.sample([*persistent], len(persistent) // 3)
        for id in selected:
            selection.select(plain(persistent[id]), QItemSelectionModel.SelectionFlag.Select)
        current = random.choice([*persistent]) if persistent else None
        if current is not None:
            where = plain(persistent[current])
            selection.setCurrentIndex(where, QItemSelectionModel.SelectionFlag.NoUpdate)
        looks = {row.id: row.look for row in shown.models()}
        witnesses[0].changed.clear()
        witnesses[0].ranges.clear()
        marked: set[int] = set()
        for _ in range(random.randrange(queued) + 1):
            marked |= change(random, shown) if change_it is None else change_it()
        run_loop()
        for witness in witnesses:
            witness.check(shown)
        there = {row.id: row.look for row in shown.models()}
        for id, index in persistent.items():
            assert index.isValid() == (id in there), seed
            assert not index.isValid() or number(index) == id, seed
        assert {number(index) for index in selection.selectedIndexes()} == {*selected} & {*there}, seed
        if current in there:
            assert number(selection.currentIndex()) == current, seed
        if queued == 1:
            wanted = {id for id in there if id in looks and (there[id] != looks[id] or id in marked)}
            if threshold == SINGLE:
                assert sorted(witnesses[0].changed) == sorted(wanted), seed
            else:
                # From the first one of a parent to the last one.
                assert {*witnesses[0].changed} >= wanted, seed
                assert len({*witnesses[0].changed}) == len(witnesses[0].changed), seed
                assert {id for ends in witnesses[0].ranges for id in ends} <= wanted, seed
        else:
            told = {id for ends in witnesses[0].ranges for id in ends}
            told |= {*witnesses[0].changed} if threshold == SINGLE else set()
            assert told <= {*there} & {*looks}, seed
        for index in items(model):
            assert model.index_of(number(index)) == index
    assert witnesses[0].signals > STEPS / 4 and witnesses[0].resets == 0 and testers
    for witness in witnesses:
        assert (witness.layouts > STEPS / 10) == (threshold == TOGETHER), seed


ORDER = {
    False: ["1 2 3 4 6", "1 3 4 6", "layout 6 3 1 4", "6 3 1 7 4", "changed 6 3 1 7 4*"],
    True: [
        *("A[1 2 3 4] B[6]", "A[1 3 4] B[6]", "A[1 3 4] B[6] C[]"),
        *("layout B[6 3] C[1 4] A[]", "B[6 3] C[1 4]", "B[6 3] C[1 7 4]"),
        *["changed B[6 3] C[1 7 4*]"] * 3,
    ],
}


@pytest.mark.parametrize("sections", [False, True], ids=["flat", "sections"])
def test_the_example_at_the_head_of_the_algorithm(sections: bool) -> None:
    """The last two are the sections, whose counts have changed or are not what they were first."""
    shown = new_list()
    shown.set({"A": [Row(id) for id in (1, 2, 3, 4)], "B": [Row(5), Row(6)]})
    text = Qt.ItemDataRole.DisplayRole
    model = Model(shown, {text: lambda row: f"{row.id}{'*' * row.look}"}, sections=sections)
    model.layout_threshold = 1
    seen: list[str] = []

    def note(said: str) -> None:
        def texts(parent: Any) -> str:
            found = [model.index(row, 0, parent) for row in range(model.rowCount(parent))]
            return " ".join(f"{i.data()}[{texts(i)}]" if model.row_at(i) is None else i.data() for i in found)

        seen.append(said + texts(QModelIndex()))

    model.rowsRemoved.connect(lambda *_: note(""))  # pyright: ignore
    model.rowsInserted.connect(lambda *_: note(""))  # pyright: ignore
    model.layoutChanged.connect(lambda *_: note("layout "))  # pyright: ignore
    model.dataChanged.connect(lambda *_: note("changed "))  # pyright: ignore
    shown.set({"B": [Row(6), Row(3)], "C": [Row(1), Row(7), Row(4, 1)]})
    model.poll()
    assert seen == ORDER[sections]


@pytest.mark.parametrize("sections", [False, True], ids=["flat", "sections"])
def test_another_thread_changes_the_list(sections: bool) -> None:
    shown = new_list()
    model = Model(shown, sections=sections)
    tester, witness = fatal(model), Witness(model)

    def work() -> None:
        random = Random(1)
        for _ in range(300):
            change(random, shown)
            if random.randrange(30) == 0:
                shown.set(drawn(random, "abc"), flags=DiffFlag.RELOAD)

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        run_loop()
    thread.join()
    loop = QEventLoop()
    QTimer.singleShot(50, loop.quit)
    loop.exec()
    witness.check(shown)
    assert witness.resets > 0 and tester


def test_fields_and_columns() -> None:
    shown: List[Any] = new_list()
    title = Supplementary(ElementKind.HEADER, "title", model="Numbers")
    shown.set([("n", [Row(1, 10), Row(2, 20)], [title])])
    text = Qt.ItemDataRole.DisplayRole
    model = Model(
        shown,
        {text: "id", "look": 1, "sum": sum},
        columns=({text: lambda row: f"looks {row.look}"},),
        sections=True,
        section_fields={text: lambda section: f"{section.header} ({section.count})", "look": "name"},
    )
    tester = fatal(model)
    top = model.index(0, 0)
    first = model.index(0, 0, top)
    names: dict[int, Any] = {**model.roleNames()}
    roles = {bytes(name): role for role, name in names.items()}
    assert first.data() == 1 and model.index(1, 1, top).data() == "looks 20"
    assert first.data(roles[b"look"]) == 10 and first.data(roles[b"sum"]) == 11
    assert first.data(Qt.ItemDataRole.DecorationRole) is None
    assert top.data() == "Numbers (2)" and top.data(roles[b"look"]) == "n"
    assert model.index(0, 1).data() is None and model.columnCount() == 2
    seen: list[Any] = []

    def note(first: Any, *_: Any) -> None:
        seen.append((first.row(), first.parent().isValid()))

    model.dataChanged.connect(note)
    with shown.edit() as edit:
        edit.delete_items([1])
    run_loop()
    assert top.data() == "Numbers (1)" and seen == [(0, False)] and tester
    assert not model.flags(top) & Qt.ItemFlag.ItemIsSelectable


def test_a_view_loads_pages() -> None:
    shown = new_list()
    shown.set_page(Edge.END, PageState.MORE)
    asked: list[Event[Any]] = []

    def load(event: Event[Any]) -> None:
        asked.append(event)
        shown.set_items([Row(id) for id in range(50 * len(asked))])
        shown.set_page(Edge.END, PageState.MORE if len(asked) < 3 else PageState.ENDED, token=event.number)

    model = Model(shown, on_event=load)
    view = QListView()
    view.setModel(model)
    view.resize(200, 200)
    view.show()
    assert not asked and model.canFetchMore(QModelIndex())
    for _ in range(30):
        run_loop()
        view.scrollToBottom()
    assert [event.kind for event in asked] == [EventKind.PAGE] * 3
    assert model.rowCount() == 150 and not model.canFetchMore(QModelIndex())


def test_a_section_has_pages() -> None:
    shown = new_list()
    shown.set({"a": [Row(1)], "b": [Row(2)]})
    shown.set_page(Edge.END, PageState.MORE, "b")
    asked: list[Event[Any]] = []
    model = Model(shown, sections=True, on_event=asked.append)
    first, second = model.index(0, 0), model.index(1, 0)
    assert not model.canFetchMore(QModelIndex()) and not model.canFetchMore(first)
    assert model.canFetchMore(second) and not model.canFetchMore(model.index(0, 0, second))
    model.fetchMore(second)
    run_loop()
    assert [event.section_key for event in asked] == [shown.section("b").key] or asked[
        0
    ].key == shown.section("b").key
    assert not model.canFetchMore(second)


def test_a_section_that_another_thread_has_deleted_has_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = new_list()
    shown.set({"a": [Row(1)]})
    model = Model(shown, sections=True)

    def gone(*_: Any) -> None:
        raise HandleError("it has gone", status=3)

    monkeypatch.setattr(shown, "page", gone)
    monkeypatch.setattr(shown, "reach_edge", gone)
    assert not model.canFetchMore(model.index(0, 0))
    model.fetchMore(model.index(0, 0))


def test_other_events_come_behind_the_rows() -> None:
    shown = new_list()
    shown.set_items([Row(1)])
    counts: list[int] = []
    model = Model(shown, events=EventKind.ACTION, on_event=lambda event: counts.append(model.rowCount()))
    shown.emit(1, Action.PRIMARY)
    shown.set_items([Row(1), Row(2)])
    run_loop()
    assert counts == [2]


@pytest.mark.parametrize("sections", [False, True], ids=["flat", "sections"])
def test_the_tester_of_qt_finds_nothing_in_5000_rows(sections: bool) -> None:
    """It reads all of them in each signal. Most rows move, some change, and some come and go."""
    random = Random(3)
    names = [*"abcdefgh"]

    def rows(ids: list[int]) -> Rows:
        found: Rows = {name: [] for name in random.sample(names, 6)}
        for id in random.sample(ids, len(ids)):
            found[random.choice([*found])].append(Row(id, random.randrange(2)))
        return found

    shown = new_list()
    shown.set(rows([*range(5000)]))
    model = Model(shown, sections=sections)
    tester, layouts = fatal(model), 0

    def count(*_: Any) -> None:
        nonlocal layouts
        layouts += 1

    model.layoutChanged.connect(count)
    kept = {id: QPersistentModelIndex(model.index_of(id)) for id in random.sample(range(2, 5000), 200)}
    shown.set(rows([*range(2, 5002)]))
    run_loop()
    assert [index.data() for index in items(model)] == [text for _, texts in state(shown) for text in texts]
    assert all(index.isValid() and number(index) == id for id, index in kept.items())
    assert layouts == 1 and tester


class Named(Model):
    """A subclass with arguments of its own."""

    def __init__(self, shown: List[Any], sections: bool) -> None:
        super().__init__(shown, sections=sections)

    def flags(self, index: Any) -> Any:
        editable = Qt.ItemFlag.ItemIsEditable if index.isValid() else Qt.ItemFlag.NoItemFlags
        return super().flags(index) | editable


def test_a_flat_model_stands_on_the_class_of_qt_that_makes_indexes_itself() -> None:
    shown = new_list()
    shown.set({"a": [Row(1), Row(2)], "b": [Row(3)]})
    text: dict[Any, Any] = {Qt.ItemDataRole.DisplayRole: str}
    made: list[tuple[Any, Any]] = [
        (Model(shown), core.QAbstractListModel),
        (Model(shown, columns=(text,)), core.QAbstractTableModel),
        (Model(shown, sections=True), core.QAbstractItemModel),
        (Named(shown, False), core.QAbstractItemModel),
        (Named(shown, True), core.QAbstractItemModel),
        (type("Fast", (Named, core.QAbstractListModel), {})(shown, False), core.QAbstractListModel),
    ]
    kinds = (core.QAbstractListModel, core.QAbstractTableModel, core.QAbstractItemModel)
    for model, kind in made:
        assert next(base for base in type(model).__mro__ if base in kinds) is kind
        tester, first = fatal(model), items(model)[0]
        assert first.data() == "1:0" and model.parent(first) == first.parent() and tester
        assert bool(first.flags() & Qt.ItemFlag.ItemIsEditable) == isinstance(model, Named)
        assert (
            first.flags() & Qt.ItemFlag.ItemIsSelectable and first.flags() & Qt.ItemFlag.ItemNeverHasChildren
        )
        assert model.parent() is None and type(model).__name__ in ("Model", "Named", "Fast")
    with pytest.raises(TypeError, match="Fast needs to be a QAbstractItemModel"):
        type("Fast", (Named, core.QAbstractListModel), {})(shown, True)


def test_a_list_that_is_closed_stays_as_it_was_shown() -> None:
    shown = new_list()
    shown.set_items([Row(1)])
    model = Model(shown)
    shown.set_items([Row(2)])
    shown.close()
    run_loop()
    model.poll()
    assert [index.data() for index in items(model)] == ["1:0"]
    assert not model.canFetchMore(QModelIndex())
    model.fetchMore(QModelIndex())


def test_the_lists_that_a_list_follows_are_polled_before_it() -> None:
    source: List[str] = List.of_items(["b"])
    ordered = source.sorted(lambda key, name: name)
    model = Model(ordered.filtered())
    witness = Witness(model)
    run_loop()
    source.submit(Snapshot.of_items(["c", "a", "b"]), flags=DiffFlag.HERE)
    model.poll()
    assert [index.data() for index in items(model)] == ["a", "b", "c"]
    ordered.set_order(lambda key, name: name, reverse=True)
    run_loop()
    assert [index.data() for index in items(model)] == ["c", "b", "a"]
    source.close()
    run_loop()
    ordered.set_order(lambda key, name: name)
    run_loop()
    assert [index.data() for index in items(model)] == ["a", "b", "c"]
    witness.check(model.shown)


def test_models_that_are_dropped_are_gone() -> None:
    shown = new_list()
    shown.set_items([Row(1)])
    dropped, kept = Model(shown), Model(shown, sections=True)
    gone, of_list = weakref.ref(dropped), weakref.ref(shown)
    del dropped
    gc.collect()
    assert gone() is None
    shown.set_items([Row(1), Row(2)])
    run_loop()
    assert len(items(kept)) == 2
    del kept, shown
    gc.collect()
    assert of_list() is None
    run_loop()


def test_an_event_loop_inside_a_signal_changes_nothing() -> None:
    shown = new_list()
    model = Model(shown)
    witness = Witness(model)
    seen: list[list[str]] = []

    def inserted(*_: Any) -> None:
        if not seen:
            shown.set_items([Row(3), Row(1, 1)])
            model.poll()
            loop = QEventLoop()
            QTimer.singleShot(30, loop.quit)
            loop.exec()
            seen.append([index.data() for index in items(model)])

    model.rowsInserted.connect(inserted)
    shown.set_items([Row(1), Row(2)])
    run_loop(6)
    assert seen == [["1:0", "2:0"]]
    witness.check(shown)


@pytest.mark.parametrize("derived", [False, True])
@pytest.mark.parametrize("by_loop", [False, True])
def test_an_event_loop_inside_a_signal_rests(
    by_loop: bool, derived: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes then waits for the end of the poll: nobody polls again and again."""
    shown = new_list()
    first, second = Model(shown), Model(shown.filtered() if derived else shown)
    run_loop()
    polls = count_polls(monkeypatch)
    inside: list[int] = []

    def inserted(*_: Any) -> None:
        if not inside:
            shown.set_items([Row(3)])
            before = polls()
            loop = QEventLoop()
            QTimer.singleShot(50, loop.quit)
            loop.exec()
            inside.append(polls() - before)

    first.rowsInserted.connect(inserted)
    shown.set_items([Row(1), Row(2)])
    if not by_loop:
        first.poll()
    run_loop(6)
    assert len(inside) == 1 and inside[0] < 10
    for model in (first, second):
        assert [index.data() for index in items(model)] == ["3:0"]


def test_an_open_edit_is_not_shown() -> None:
    shown = new_list()
    shown.set_items([Row(1), Row(2)])
    model = Model(shown)
    shown.set_items([Row(1), Row(2), Row(3)])
    with suppress(ZeroDivisionError), shown.edit() as edit:
        edit.delete_items([1])
        run_loop()
        assert model.rowCount() == 2
        raise ZeroDivisionError
    loop = QEventLoop()
    # Nothing tells that the edit was abandoned: that is found some milliseconds later.
    QTimer.singleShot(60, loop.quit)
    loop.exec()
    assert model.rowCount() == 3
