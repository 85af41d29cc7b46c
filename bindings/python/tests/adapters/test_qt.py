"""Models of Qt over lists, without a display: inside each signal and after many random updates they show the
rows of a plain model, and what belongs to an item stays with it."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

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
from iqlist import qt as adapter
from iqlist.qt import Model

if TYPE_CHECKING:
    from PySide6.QtCore import (
        QCoreApplication,
        QEventLoop,
        QItemSelectionModel,
        QModelIndex,
        QPersistentModelIndex,
        QPoint,
        Qt,
        QTimer,
        qInstallMessageHandler,
    )
    from PySide6.QtTest import QAbstractItemModelTester
    from PySide6.QtWidgets import QApplication, QListView, QTreeView
else:
    import importlib

    binding = adapter._core.__name__.partition(".")[0]
    core = importlib.import_module(f"{binding}.QtCore")
    QCoreApplication, QItemSelectionModel = core.QCoreApplication, core.QItemSelectionModel
    QModelIndex, QPersistentModelIndex, Qt = core.QModelIndex, core.QPersistentModelIndex, core.Qt
    QPoint = core.QPoint
    QEventLoop, QTimer, qInstallMessageHandler = core.QEventLoop, core.QTimer, core.qInstallMessageHandler
    QAbstractItemModelTester = importlib.import_module(f"{binding}.QtTest").QAbstractItemModelTester
    widgets = importlib.import_module(f"{binding}.QtWidgets")
    QApplication, QListView, QTreeView = widgets.QApplication, widgets.QListView, widgets.QTreeView

STEPS = 150


class Row(NamedTuple):
    id: int
    look: int = 0

    def __str__(self) -> str:
        return f"{self.id}:{self.look}"


Rows = dict[Any, list[Row]]


@pytest.fixture(scope="module")
def app() -> Any:
    return QApplication.instance() or QApplication([])


@pytest.fixture(autouse=True)
def no_complaints(app: Any) -> Iterator[None]:
    """Qt has nothing to say about what is done to it."""
    said: list[str] = []

    def say(kind: Any, context: Any, text: str | None) -> None:
        said.append(str(text))

    earlier = qInstallMessageHandler(say)
    try:
        yield
    finally:
        gc.collect()
        qInstallMessageHandler(earlier)
    assert said == []


def run_loop(times: int = 3) -> None:
    for _ in range(times):
        QCoreApplication.processEvents()


def new_list(**options: Any) -> List[Any]:
    return List(key=lambda row: row.id, content=lambda row: row.look, **options)


def state(shown: List[Any] | Snapshot[Any]) -> list[tuple[str, list[str]]]:
    return [(str(section.name), [str(row.model) for row in section]) for section in shown.sections]


def drawn(random: Random, names: str) -> Rows:
    rows: Rows = {name: [] for name in random.sample(names, random.randrange(1, len(names) + 1))}
    for id in random.sample(range(50), random.randrange(40)):
        rows[random.choice([*rows])].append(Row(id, random.randrange(3)))
    return rows


def change(random: Random, shown: List[Any], names: str = "abcdef") -> set[int]:
    """Makes one change; returns what was marked."""
    kind = random.randrange(6)
    if kind == 0 or not len(shown):
        shown.set(drawn(random, names))
    elif kind in (1, 2):
        rows: Rows = {section.name: [row.model for row in section] for section in shown.sections}
        for _ in range(3):
            source, target = rows[random.choice([*rows])], rows[random.choice([*rows])]
            if source:
                row = source.pop(random.randrange(len(source)))
                target.insert(random.randrange(len(target) + 1), row._replace(look=random.randrange(3)))
        order = random.sample([*rows], len(rows)) if kind == 1 else [*rows]
        shown.set({name: rows[name] for name in order})
    elif kind in (3, 4):
        with suppress(ZeroDivisionError), shown.edit() as edit:
            models = shown.models()
            edit.insert_items([Row(random.randrange(100, 10**6))], before=random.choice(models))
            edit.move_item(random.choice(models), before=random.choice(models))
            edit.delete_items([random.choice(models)])
            if random.randrange(5) == 0:
                raise ZeroDivisionError
    else:
        wanted = shown.snapshot()
        marked = random.sample(shown.models(), min(len(shown), 3))
        wanted.reload_items(marked)
        shown.apply(wanted)
        return {row.id for row in marked}
    return set()


class Node:
    below: list[Node]

    def __init__(self, text: str, below: list[Node]) -> None:
        self.text = text
        self.below = below

    def value(self) -> Any:
        return self.text, [node.value() for node in self.below]


class Witness:
    """Keeps rows of its own by the signals of a model alone, as a view does, and checks after each of them
    that the model shows just these rows. What fails inside a signal is raised by `check`."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.rows = self.read(QModelIndex())
        self.changed: list[int] = []
        self.resets = self.signals = 0
        self.failure: BaseException | None = None
        slots: list[tuple[Any, Any]] = [
            (model.rowsAboutToBeInserted, self.unchanged),
            (model.rowsAboutToBeRemoved, self.unchanged),
            (model.rowsInserted, self.inserted),
            (model.rowsRemoved, self.removed),
            (model.rowsAboutToBeMoved, self.about_to_move),
            (model.rowsMoved, self.unchanged),
            (model.dataChanged, self.updated),
            (model.modelReset, self.reset),
        ]
        for signal, slot in slots:
            signal.connect(self.guarded(slot))

    def guarded(self, slot: Any) -> Any:
        def checked(*given: Any) -> None:
            self.signals += 1
            try:
                slot(*given)
                if slot != self.about_to_move:
                    assert self.values(self.rows) == self.values(self.read(QModelIndex()))
            except BaseException as error:
                self.failure = self.failure or error

        return checked

    def read(self, parent: Any) -> list[Node]:
        found: list[Node] = []
        for row in range(self.model.rowCount(parent)):
            index = self.model.index(row, 0, parent)
            assert index.isValid() and index.parent() == parent
            found.append(Node(index.data(), self.read(index)))
        return found

    def values(self, nodes: list[Node]) -> Any:
        return [node.value() for node in nodes]

    def at(self, parent: Any) -> list[Node]:
        if not parent.isValid():
            return self.rows
        above: list[Node] = self.at(parent.parent())
        row: int = parent.row()
        return above[row].below

    def unchanged(self, *_: Any) -> None:
        pass

    def inserted(self, parent: Any, first: int, last: int) -> None:
        indexes = [self.model.index(row, 0, parent) for row in range(first, last + 1)]
        self.at(parent)[first:first] = [Node(index.data(), self.read(index)) for index in indexes]

    def removed(self, parent: Any, first: int, last: int) -> None:
        del self.at(parent)[first : last + 1]

    def about_to_move(self, source: Any, first: int, last: int, target: Any, place: int) -> None:
        assert self.values(self.rows) == self.values(self.read(QModelIndex()))
        # `place` is counted before the removal.
        here, there = self.at(source), self.at(target)
        moved = here[first : last + 1]
        del here[first : last + 1]
        place -= len(moved) if here is there and place > last else 0
        there[place:place] = moved

    def updated(self, first: Any, last: Any, *_: Any) -> None:
        assert first.parent() == last.parent() and first.column() == 0
        for row in range(first.row(), last.row() + 1):
            index = self.model.index(row, 0, first.parent())
            self.at(first.parent())[row].text = index.data()
            if ":" in index.data():
                self.changed.append(int(index.data().partition(":")[0]))

    def reset(self) -> None:
        self.resets += 1
        self.rows = self.read(QModelIndex())

    def check(self, shown: List[Any]) -> None:
        if self.failure is not None:
            raise self.failure
        wanted: Any = state(shown)
        if self.model._has_sections:
            wanted = [(name, [(text, []) for text in texts]) for name, texts in wanted]
        else:
            wanted = [(text, []) for _, texts in wanted for text in texts]
        assert self.values(self.rows) == wanted


def items(model: Model, parent: Any = None) -> list[Any]:
    parent = QModelIndex() if parent is None else parent
    indexes = [model.index(row, 0, parent) for row in range(model.rowCount(parent))]
    below = [each for index in indexes for each in items(model, index)]
    return [index for index in indexes if model.row_at(index) is not None] + below


def number(index: Any) -> int:
    return int(index.data().partition(":")[0])


def plain(index: Any) -> Any:
    return QModelIndex(index)


def fatal(model: Model) -> Any:
    return QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)


@pytest.mark.parametrize("queued", [1, 4])
@pytest.mark.parametrize("sections", [False, True], ids=["flat", "sections"])
def test_random_updates(sections: bool, queued: int) -> None:
    seed = 100 * queued + sections
    random = Random(seed)
    shown = new_list()
    shown.set(drawn(random, "abcdef"))
    model, other = Model(shown, sections=sections), Model(shown, sections=not sections)
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
        marked: set[int] = set()
        for _ in range(random.randrange(queued) + 1):
            marked |= change(random, shown)
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
            assert sorted(witnesses[0].changed) == sorted(wanted), seed
        else:
            assert {*witnesses[0].changed} <= {*there} & {*looks}, seed
        for index in items(model):
            assert model.index_of(number(index)) == index
    assert witnesses[0].signals > STEPS / 4 and witnesses[0].resets == 0 and testers


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


def test_views_keep_what_is_selected_current_and_expanded() -> None:
    random = Random(7)
    shown = new_list()
    shown.set(drawn(random, "abcdef"))
    model = Model(shown, sections=True)
    view = QTreeView()
    view.setModel(model)
    view.resize(200, 300)
    view.show()
    for _ in range(100):
        expanded: dict[str, bool] = {}
        for row in range(model.rowCount()):
            view.setExpanded(model.index(row, 0), random.randrange(2) == 0)
            expanded[model.index(row, 0).data()] = view.isExpanded(model.index(row, 0))
        change(random, shown)
        run_loop()
        for row in range(model.rowCount()):
            index = model.index(row, 0)
            if expanded.get(index.data()) and model.rowCount(index):
                assert view.isExpanded(index)
        view.grab()


def in_sight(view: Any) -> list[str]:
    """The texts of the rows that can be seen."""
    found: dict[str, None] = {}
    for y in range(1, view.viewport().height()):
        index = view.indexAt(QPoint(1, y))
        if index.isValid():
            found[index.data()] = None
    return list(found)


@pytest.mark.parametrize("per_pixel", [False, True])
@pytest.mark.parametrize("kind", ["QListView", "QTreeView"])
def test_what_is_in_sight_stays_where_it_is(kind: str, per_pixel: bool) -> None:
    """The first row in sight that is left becomes the first one, and as much of it is above as before."""
    random, numbers = Random(len(kind) + per_pixel), list(range(400))
    shown = List.of_items(numbers)
    model = Model(shown)
    view: Any = {"QListView": QListView, "QTreeView": QTreeView}[kind]()
    mode = view.ScrollMode
    view.setVerticalScrollMode(mode.ScrollPerPixel if per_pixel else mode.ScrollPerItem)
    view.setModel(model)
    model.keep_scroll(view)
    view.resize(200, 200)
    view.show()
    for _ in range(40):
        # Not at the end, where the last row stays the last one.
        view.scrollTo(model.index(random.randrange(200), 0), view.ScrollHint.PositionAtTop)
        if per_pixel:
            view.verticalScrollBar().setValue(view.verticalScrollBar().value() + random.randrange(9))
        before, above = in_sight(view), view.visualRect(view.indexAt(QPoint(1, 1))).top()
        for _ in range(random.randrange(40)):
            del numbers[random.randrange(len(numbers))]
            numbers.insert(random.randrange(len(numbers)), max(numbers) + 1)
        shown.set_items(numbers)
        model.poll()
        left = [text for text in before if int(text) in numbers]
        assert left and in_sight(view)[0] == left[0]
        assert view.visualRect(view.indexAt(QPoint(1, 1))).top() == above


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
